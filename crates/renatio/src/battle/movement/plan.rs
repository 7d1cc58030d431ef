//! What an action would do, whoever pays for it.

use super::{commander, march, shape, switch, turns};
use crate::battle::position::command::own;
use crate::battle::world::{CommanderId, Game, Post, UgId};
use crate::battle::{Action, Switch};
use crate::charts::ActionCode;
use caracole_kernel::{Refusal, Side, Tally};
use caracole_ledger::rule;
use caracole_plane::Um;
use caracole_tabletop::Placing;
use serde::Serialize;

/// Where a unit comes to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Moved {
    /// Which.
    pub ug: UgId,
    /// How far it may go.
    pub distance: Tally,
    /// How far it goes.
    pub spent: Um,
    /// Where its bases come to.
    pub placings: Vec<Placing>,
}

/// An action worked out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Plan {
    /// The action by which it is paid.
    pub code: ActionCode,
    /// The units that act.
    pub ugs: Vec<UgId>,
    /// SuGs that are taken along.
    pub pulled: Vec<UgId>,
    /// The move that is made twice, if the action is a double move.
    pub twice: Option<ActionCode>,
    /// Where they come to.
    pub moved: Vec<Moved>,
    /// Whether they leave the ground on which they stood.
    pub away: bool,
    /// What changes by M1.
    pub switch: Option<Switch>,
    /// Where the Commander who pays comes to.
    pub post: Option<Post>,
}

impl Plan {
    /// An action of some units that has no effect yet.
    pub fn of(code: ActionCode, ugs: &[UgId]) -> Plan {
        Plan {
            code,
            ugs: ugs.to_vec(),
            pulled: Vec::new(),
            twice: None,
            moved: Vec::new(),
            away: false,
            switch: None,
            post: None,
        }
    }
}

/// A unit of the side, by a number that comes from outside.
pub fn own_ug(game: Game<'_>, side: Side, ug: UgId) -> Result<(), Refusal> {
    let there = game.world.on_table().any(|own| own == ug) && game.world[ug].side == side;
    if there {
        return Ok(());
    }
    Err(Refusal::new(rule!("TABLE-009"), "You have no such unit on the table", "Name one of your own units.")
        .fact("unit", ug.number()))
}

/// A unit that has not used its one action of the turn.
pub(super) fn fresh(game: Game<'_>, side: Side, ug: UgId) -> Result<(), Refusal> {
    own_ug(game, side, ug)?;
    if !game.world[ug].acted {
        return Ok(());
    }
    let problem = "The unit has made its one action of this turn";
    Err(Refusal::new(rule!("RETG-MOVE-006"), problem, "Choose another unit.").piece("unit", ug.piece()))
}

/// What the action does, or why it may not be done.
pub fn plan(game: Game<'_>, side: Side, action: &Action, by: CommanderId) -> Result<Plan, Refusal> {
    own(game, side, by)?;
    match action {
        Action::March(march) => march::plan(game, side, march),
        Action::Turn(turned) => turns::turn(game, side, *turned),
        Action::FallBack { ug, by } => turns::fall_back(game, side, *ug, *by),
        Action::Reshape { ug, wide, left } => shape::plan(game, side, *ug, *wide, *left),
        Action::Switch { ug, to } => switch::plan(game, side, *ug, *to),
        Action::Commander(to) => commander::plan(game, side, by, *to),
        Action::Recover { ug } => {
            own_ug(game, side, *ug)?;
            crate::battle::end::plan_recovery(game, by, *ug)
        }
    }
}
