//! The sequence of play: procedures named as the rulebook names them, stacked when one interrupts another.

mod actions;
mod activation;
mod activations;
mod advance;
mod battle;
mod cannonade;
mod changes;
mod close_combat;
mod close_combats;
mod course;
mod departure;
mod effects;
mod entry;
mod infantry_fire;
mod initiative;
mod interception;
mod leaders;
mod markers;
mod morale;
mod movement;
mod order;
mod preemption;
mod pursuit;
mod rally;
mod reaction;
mod reaction_fire;
mod reaction_moves;
mod retreat;
mod rout;
mod search;
mod shift;
mod survey;
mod trigger;
mod victory;
mod volley;
mod withdrawal;

pub use actions::Actions;
pub use activation::{Activation, Kind};
pub use activations::{Activations, must_rally};
pub use battle::Battle;
pub(crate) use battle::imagined_opening;
pub use cannonade::Cannonade;
pub use close_combat::CloseCombat;
pub use close_combats::CloseCombats;
pub(crate) use course::manoeuvres;
pub use effects::Effects;
pub use infantry_fire::InfantryFire;
pub use initiative::Initiative;
pub use interception::Interception;
pub use leaders::PlaceLeaders;
pub use markers::MarkerRemoval;
pub use morale::MoraleCheck;
pub use movement::Move;
pub(crate) use movement::Moving;
pub use order::{Manoeuvring, Order, Response};
pub use preemption::Preemption;
pub use rally::Rally;
pub use reaction::Reactions;
pub use retreat::Retreat;
pub use rout::{RoutMove, RoutPhase};
pub use shift::Shift;
pub use survey::{Leg, Survey};
pub use volley::Fire;
pub use withdrawal::Withdrawal;

use crate::{
    RollPurpose,
    counters::WingId,
    engine::{
        MusketPike,
        bar::{Bar, NOT_ASKED},
        field::Field,
    },
    hex::Hex,
    messages::{Decision, Help, Rolled},
};
use caracole_kernel::{
    AskedOf, Below, ContextOf, Flow, FlowOf, InputOf, Play, Side, Tally,
    dice::{Die, Pool, Reroll, Roll, Values},
    procedures,
};
use caracole_ledger::RuleId;
use serde::{Deserialize, Serialize};
use smallvec::{SmallVec, smallvec};

/// What a procedure works with.
pub type Cx<'a> = ContextOf<'a, MusketPike>;
/// What a procedure wants next.
pub type Next = FlowOf<MusketPike>;
/// Why a procedure is run.
pub type In = InputOf<MusketPike>;
/// A question that a procedure has asked.
pub type Asked<'a> = AskedOf<'a, MusketPike>;

/// What a finished procedure tells the one that called it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It is done.
    Done,
    /// A check was passed, or an attempt succeeded.
    Passed,
    /// A check was failed.
    Failed,
    /// A Wing preempted, with or without the Army Commander's help.
    Preempted(WingId, Help),
    /// The moving unit was Intercepted.
    Intercepted,
    /// A unit retreated to these hexes.
    Retreated([Option<Hex>; 2]),
    /// A unit retreated by these hexes and off the map.
    LeftMap([Option<Hex>; 2]),
    /// A unit that could not retreat stood.
    Stood,
    /// Cavalry displaced from artillery fire.
    Displaced,
    /// Shots were fired into these hexes.
    Fired([Option<Hex>; 2]),
}

/// The first of these decisions, taken in any order, that is legal: each legal one is as likely as the other.
pub(crate) fn pick_legal(
    play: &impl Play<MusketPike, Bar>,
    asked: Asked<'_>,
    mut tries: SmallVec<[Decision; 16]>,
    below: Below<'_>,
) -> Option<Decision> {
    while !tries.is_empty() {
        let decision = tries.swap_remove(below(tries.len()));
        if play.check(asked, &decision).is_ok() {
            return Some(decision);
        }
    }
    None
}

procedures! {
    /// A procedure under way, with its place in it.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Procedure: Play<MusketPike, Bar> {
        /// The whole battle.
        Battle(Battle),
        /// The Initiative Phase.
        Initiative(Initiative),
        /// The Activation Phase.
        Activations(Activations),
        /// The activation of a Wing.
        Activation(Activation),
        /// The chance to preempt.
        Preemption(Preemption),
        /// The Perform Actions step.
        Actions(Actions),
        /// A move.
        Move(Move),
        /// The chance to react.
        Reactions(Reactions),
        /// An attempt to Intercept.
        Interception(Interception),
        /// A fire Action of infantry.
        InfantryFire(InfantryFire),
        /// Fire of muskets and pistols.
        Fire(Fire),
        /// Artillery fire.
        Cannonade(Cannonade),
        /// Results of fire on a target.
        Effects(Effects),
        /// A Morale Check.
        MoraleCheck(MoraleCheck),
        /// A retreat.
        Retreat(Retreat),
        /// A Rally.
        Rally(Rally),
        /// The Close Combat step.
        CloseCombats(CloseCombats),
        /// One Close Combat.
        CloseCombat(CloseCombat),
        /// Leaders who are placed.
        PlaceLeaders(PlaceLeaders),
        /// The Rout Movement Phase.
        RoutPhase(RoutPhase),
        /// The Rout Movement of one unit.
        RoutMove(RoutMove),
        /// The Marker Removal Phase.
        MarkerRemoval(MarkerRemoval),
        /// A Withdraw.
        Withdrawal(Withdrawal),
        /// A unit is moved by a hex or two.
        Shift(Shift),
    }
}

/// The battlefield as a procedure sees it.
pub(crate) fn field<'a>(cx: &'a Cx<'_>) -> Field<'a> {
    Field::new(cx.scenario, cx.world)
}

/// Calls another procedure.
pub(crate) fn call(procedure: impl Into<Procedure>) -> Next {
    Flow::Call(procedure.into())
}

/// One ten-sided die.
pub(crate) fn throw(side: Side, rule: RuleId, purpose: RollPurpose) -> Next {
    dice(side, rule, purpose, 1)
}

/// Ten-sided dice, each read by itself.
pub(crate) fn dice(side: Side, rule: RuleId, purpose: RollPurpose, pools: usize) -> Next {
    caracole_ledger::enforces!("MPBS-2.2a");
    let pool = Pool::sum(1, Die::D10, Reroll::NONE);
    Flow::Throw(Roll {
        side: Some(side),
        rule,
        purpose,
        pools: if pools == 1 { smallvec![pool] } else { smallvec![pool; pools] },
    })
}

/// The face of the die at `index`.
pub(crate) fn face(values: &Values, index: usize) -> u8 {
    values.get(index).map_or(0, |value| value.number()) as u8
}

/// A die with its modifiers.
pub(crate) fn rolled(values: &Values, modifiers: Tally) -> Rolled {
    Rolled { die: face(values, 0), modifiers: Box::new(modifiers) }
}
