//! The rules of a system: its types, and the functions that look at choices and carry them out.

use crate::{
    Battle, Refusal, Side,
    dice::Purpose,
    play::{ContextOf, FlowOf, InputOf},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::fmt::Debug;

/// A version of a system's behaviour. It goes up whenever a mended rule could change how a recorded battle goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct RulesVersion(pub u16);

/// The rules of a system: types for its state and the functions that the kernel calls.
///
/// [`Rules::check`] looks and refuses, [`Rules::run`] acts and cannot refuse: so a refused step changes nothing.
pub trait Rules: Sized + Clone + Debug + PartialEq + Eq + 'static {
    /// Code of the system: `fogr`, `mpbs` ...
    const CODE: &'static str;
    /// Name of the system for people.
    const TITLE: &'static str;
    /// The behaviour that new battles get.
    const RULES: RulesVersion;
    /// The oldest behaviour that this program still plays; older logs are migrated first.
    const OLDEST: RulesVersion;
    /// Layout of the hashed state. It goes up when types change without any change of behaviour.
    const LAYOUT: u16;

    /// What a battle starts from, as it comes from outside: not yet trusted.
    type Setup: Clone + Debug + Serialize + DeserializeOwned + JsonSchema;
    /// What never changes during a battle: map, army lists, options, charts. Shared by all clones.
    type Scenario: Debug + Send + Sync;
    /// What changes: table, troops, scores.
    type World: Clone + Debug + PartialEq + Eq + Serialize + DeserializeOwned + Send + Sync;
    /// A procedure of the sequence of play, with its place in it.
    type Procedure: Clone + Debug + PartialEq + Eq + Serialize + DeserializeOwned + Send + Sync;
    /// What dice are for.
    type Purpose: Purpose;
    /// What a player must choose. Small: the legal choices are worked out on demand.
    type Request: Clone + Debug + PartialEq + Eq + Serialize + DeserializeOwned + JsonSchema + Send + Sync;
    /// A player's choice, as it comes from outside.
    type Decision: Clone + Debug + PartialEq + Serialize + DeserializeOwned + JsonSchema + Send + Sync;
    /// A choice found legal: all that is needed to carry it out, and what a preview shows.
    type Order: Debug + Serialize;
    /// What a finished procedure tells the one that called it.
    type Answer: Debug;
    /// Something that happened.
    type Event: Clone + Debug + PartialEq + Serialize + DeserializeOwned + JsonSchema + Send + Sync;

    /// Migrations of logs older than [`Rules::OLDEST`], in order.
    const MIGRATIONS: &'static [crate::log::Migration] = &[];

    /// Validates a setup and lays out the battle: the scenario, the world and the first procedure.
    fn prepare(setup: &Self::Setup, rules: RulesVersion) -> Result<Start<Self>, Refusal>;

    /// Completes a world that was read from a snapshot with what follows from the scenario and is not stored.
    fn restored(_scenario: &Self::Scenario, _world: &mut Self::World) {}

    /// Looks at a decision against the request it answers. Only the right side's decisions get here.
    fn check(
        battle: &Battle<Self>,
        side: Side,
        request: &Self::Request,
        decision: &Self::Decision,
    ) -> Result<Self::Order, Refusal>;

    /// Goes on with the procedure on top of the stack.
    fn run(
        cx: &mut ContextOf<'_, Self>,
        procedure: &mut Self::Procedure,
        input: InputOf<Self>,
    ) -> FlowOf<Self>;

    /// Sensible decisions for the awaited request: never empty when a decision is awaited, and every one legal.
    fn candidates(battle: &Battle<Self>, side: Side, request: &Self::Request, out: &mut Vec<Self::Decision>);

    /// One legal decision, chosen by `below`, which gives a number below the one it is given. A system that can find
    /// one without making all candidates may do so; `None` only where there are no candidates either.
    fn pick(
        battle: &Battle<Self>,
        side: Side,
        request: &Self::Request,
        below: &mut dyn FnMut(usize) -> usize,
    ) -> Option<Self::Decision> {
        let mut all = Vec::new();
        Self::candidates(battle, side, request, &mut all);
        if all.is_empty() { None } else { Some(all.swap_remove(below(all.len()))) }
    }

    /// What somebody answers who does nothing more than he must, where it is plain what that is: for seeing what comes of
    /// a choice as things stand.
    fn passive_choice(
        _battle: &Battle<Self>,
        _side: Side,
        _request: &Self::Request,
    ) -> Option<Self::Decision> {
        None
    }

    /// What must hold of any state that can be reached: nothing overlaps, nothing is lost. Checked by fuzzing.
    fn invariants(_battle: &Battle<Self>) -> Result<(), String> {
        Ok(())
    }

    /// What must hold of any step: nothing changed without an event that says why. Checked by fuzzing.
    fn step_invariants(
        _before: &Battle<Self>,
        _after: &Battle<Self>,
        _events: &[Self::Event],
    ) -> Result<(), String> {
        Ok(())
    }

    /// A legal setup by number, for random battles; `None` if the system makes none.
    fn random_setup(_number: u64) -> Option<Self::Setup> {
        None
    }
}

/// A battle laid out and ready to run.
#[derive(Debug)]
pub struct Start<S: Rules> {
    /// What never changes.
    pub scenario: S::Scenario,
    /// What does.
    pub world: S::World,
    /// The outermost procedure.
    pub procedure: S::Procedure,
}
