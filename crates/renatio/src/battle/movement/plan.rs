//! What an action would do, whoever pays for it.

use super::{commander, march, shape, switch, turns};
use crate::battle::position::command::{check_reliable, own};
use crate::battle::position::room::{displaced, gains_nothing};
use crate::battle::world::{CommanderId, Deed, Game, Post, Trust, UgId};
use crate::battle::{Action, Switch};
use crate::charts::ActionCode;
use crate::troops::Form;
use caracole_kernel::{Refusal, Side, Tally};
use caracole_ledger::{enforces, rule};
use caracole_plane::{Angle, Base, CONTACT_TOLERANCE, Group, Um, any_overlap};
use caracole_tabletop::Placing;
use serde::{Deserialize, Serialize};

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
    /// Where a camp comes to.
    pub camp: Option<(Side, Base)>,
    /// The formation of a unit that comes on with a flank march.
    pub enters: Option<Form>,
    /// Friendly SuGs that make room for it.
    pub displaced: Vec<Moved>,
    /// Enemy SuGs that battle troops meet on their way.
    pub pushes: Vec<Push>,
}

/// A SuG that battle troops meet in the Movement Phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Push {
    /// The SuG.
    pub sug: UgId,
    /// Who meets it.
    pub by: UgId,
    /// The bases that touch first, by their places in their units: the SuG's, and that of the other.
    pub bases: (u8, u8),
    /// The direction of travel.
    pub toward: Angle,
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
            camp: None,
            enters: None,
            displaced: Vec::new(),
            pushes: Vec::new(),
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
    let mut plan = worked_out(game, side, action, by)?;
    check_evaders(game, &plan)?;
    if !matches!(plan.code, ActionCode::E1 | ActionCode::E1Combat) {
        let idle = game.world.commander(by).is_some_and(|c| c.trust == Trust::Unreliable);
        if let (true, Some(ug)) =
            (plan.post.is_some() && idle, game.world.of_side(side).find(|ug| game.world[*ug].command == by))
        {
            check_reliable(game, ug)?;
        }
        for ug in plan.ugs.iter().chain(&plan.pulled) {
            check_reliable(game, *ug)?;
        }
    }
    make_room(game, &mut plan)?;
    Ok(plan)
}

/// Friendly SuGs make room for battle troops that would come to stand on them: by the least, 1 BW at most.
fn make_room(game: Game<'_>, plan: &mut Plan) -> Result<(), Refusal> {
    enforces!("RETG-UNIV-015", "RETG-MOVE-064", "RETG-MOVE-043");
    let mut after = game.world.clone();
    for moved in &plan.moved {
        after.place(&moved.placings);
    }
    for ug in plan.moved.iter().map(|moved| moved.ug) {
        let there = Game::new(game.scenario, &after);
        let friends = there.rects_of(there.world.of_side(there.world[ug].side).filter(|own| *own != ug));
        if !any_overlap(there.world.rects(ug), &friends) {
            continue;
        }
        let may = |other: UgId, to: &Group| game.world[other].acts_as_sug() && gains_nothing(game, other, to);
        let room = displaced(there, ug, there.world.body(ug), game.bw(1), may);
        let room = room.ok_or_else(|| {
            let problem = "A friendly SuG cannot make room: 1 BW at most, and not to where it gains a target";
            Refusal::new(rule!("RETG-UNIV-015"), problem, "Stop before it, or go far enough to clear it.")
                .piece("unit", ug.piece())
        })?;
        for (other, body) in room {
            after.put(other, &body);
            let placings = after.placings(other).to_vec();
            let distance = Tally::new("distance in BW");
            plan.displaced.push(Moved { ug: other, distance, spent: Um::ZERO, placings });
        }
    }
    Ok(())
}

/// Units that ran away or skirmished in this turn have three actions left, and a short way.
fn check_evaders(game: Game<'_>, plan: &Plan) -> Result<(), Refusal> {
    enforces!("RETG-SEQ-027", "RETG-CHARGE-061", "RETG-MOVE-008");
    let table = &game.charts().prompted_actions;
    let most = game.bw(i32::from(table.after_evade_bw));
    let evaded = |ug: &&UgId| game.world[**ug].deeds.has(Deed::Evaded);
    let Some(ug) = plan.ugs.iter().chain(&plan.pulled).find(evaded) else { return Ok(()) };
    let far = plan.moved.iter().find(|moved| moved.spent > most + CONTACT_TOLERANCE);
    let free = matches!(plan.code, ActionCode::E1 | ActionCode::E1Combat);
    if free || (table.after_evade.contains(&plan.code) && far.is_none()) {
        return Ok(());
    }
    let problem = "A unit that ran away or skirmished advances, turns about, or does both by 2 BW at most";
    Err(Refusal::new(rule!("RETG-SEQ-027"), problem, "Choose a shorter move without a wheel.")
        .piece("unit", ug.piece()))
}

fn worked_out(game: Game<'_>, side: Side, action: &Action, by: CommanderId) -> Result<Plan, Refusal> {
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
