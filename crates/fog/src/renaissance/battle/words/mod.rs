//! What is asked, chosen, ordered and told in a battle: one variant for each part of the sequence of play; and all of it
//! in words: prompts, choices, and the commands that people type.

mod about;
mod fighting;
mod impact;
pub mod moves;
mod named;
pub mod names;
mod passive_choice;
mod read;
mod refusal;
pub mod setup;

pub use about::about;
pub use passive_choice::passive_choice;
pub use read::command;
pub use refusal::{check_seen, in_words};

use super::world::TestOutcome;
use super::{Fogr, joint, manoeuvre, melee, outcome, shooting, tests, turn};
use caracole_kernel::{Awaiting, Battle, Prompt, Side, Wording};
use names::Names;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A procedure under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Procedure {
    /// Before the first turn.
    Setup(super::setup::Procedure),
    /// A turn: its phases in order.
    Turn(turn::Procedure),
    /// The impact phase.
    Impact(super::impact::Procedure),
    /// The manoeuvre phase.
    Manoeuvre(manoeuvre::Procedure),
    /// The shooting phase.
    Shooting(shooting::Procedure),
    /// The melee phase.
    Melee(melee::Procedure),
    /// The joint action phase.
    Joint(joint::Procedure),
    /// What follows combat and shooting: tests, losses, routs, pursuits.
    Outcome(outcome::Procedure),
    /// Complex move tests and variable moves, which every phase uses.
    Test(tests::Procedure),
}

/// What a player must choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Before the first turn.
    Setup(super::setup::Request),
    /// In the impact phase.
    Impact(super::impact::Request),
    /// In the manoeuvre phase.
    Manoeuvre(manoeuvre::Request),
    /// In the shooting phase.
    Shooting(shooting::Request),
    /// In the melee phase.
    Melee(melee::Request),
    /// In the joint action phase.
    Joint(joint::Request),
    /// After combat or shooting.
    Outcome(outcome::Request),
}

/// A player's choice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// Before the first turn.
    Setup(super::setup::Decision),
    /// In the impact phase.
    Impact(super::impact::Decision),
    /// In the manoeuvre phase.
    Manoeuvre(manoeuvre::Decision),
    /// In the shooting phase.
    Shooting(shooting::Decision),
    /// In the melee phase.
    Melee(melee::Decision),
    /// In the joint action phase.
    Joint(joint::Decision),
    /// After combat or shooting.
    Outcome(outcome::Decision),
}

/// A choice found legal.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// Before the first turn.
    Setup(super::setup::Order),
    /// In the impact phase.
    Impact(super::impact::Order),
    /// In the manoeuvre phase.
    Manoeuvre(manoeuvre::Order),
    /// In the shooting phase.
    Shooting(shooting::Order),
    /// In the melee phase.
    Melee(melee::Order),
    /// In the joint action phase.
    Joint(joint::Order),
    /// After combat or shooting.
    Outcome(outcome::Order),
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// Before the first turn.
    Setup(super::setup::Event),
    /// Turns and phases.
    Turn(turn::Event),
    /// In the impact phase.
    Impact(super::impact::Event),
    /// In the manoeuvre phase.
    Manoeuvre(manoeuvre::Event),
    /// In the shooting phase.
    Shooting(shooting::Event),
    /// In the melee phase.
    Melee(melee::Event),
    /// In the joint action phase.
    Joint(joint::Event),
    /// After combat or shooting.
    Outcome(outcome::Event),
    /// Complex move tests and variable moves.
    Test(tests::Event),
}

/// What a finished procedure tells its caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It is done.
    Done,
    /// How a test went.
    Test(TestOutcome),
    /// The change of a variable move, in movement units.
    VariableMove(i32),
    /// An ambush was revealed; what it interrupted has still to begin.
    Revealed,
}

impl From<manoeuvre::Decision> for Decision {
    fn from(decision: manoeuvre::Decision) -> Self {
        Decision::Manoeuvre(decision)
    }
}

/// What is asked, in words.
#[must_use]
pub fn prompt(battle: &Battle<Fogr>, side: Side, request: &Request) -> Prompt {
    let names = Names::of(battle);
    let prompt = match request {
        Request::Setup(r) => setup::prompt(names, side, r),
        Request::Impact(r) => impact::prompt(names, side, r),
        Request::Manoeuvre(r) => moves::prompt(names, side, r),
        Request::Shooting(r) => fighting::shooting_prompt(names, r),
        Request::Melee(r) => fighting::melee_prompt(names, r),
        Request::Joint(r) => fighting::joint_prompt(names, side, r),
        Request::Outcome(r) => fighting::outcome_prompt(names, r),
    };
    Prompt { text: names::capital(&prompt.text).into(), ..prompt }
}

/// A choice in words, and the command that gives it.
#[must_use]
pub fn wording(battle: &Battle<Fogr>, side: Side, decision: &Decision) -> Wording {
    let names = Names::of(battle);
    let asked = match battle.awaiting() {
        Awaiting::Decision { request, .. } => Some(request),
        _ => None,
    };
    match decision {
        Decision::Setup(d) => setup::wording(names, side, d),
        Decision::Impact(d) => impact::wording(names, d),
        Decision::Manoeuvre(d) => moves::wording(names, d),
        Decision::Shooting(d) => fighting::shooting_wording(names, d),
        Decision::Melee(d) => fighting::melee_wording(names, d),
        Decision::Joint(d) => {
            let request = asked.and_then(|r| if let Request::Joint(r) = r { Some(r) } else { None });
            fighting::joint_wording(names, request, d)
        }
        Decision::Outcome(d) => {
            let request = asked.and_then(|r| if let Request::Outcome(r) = r { Some(r) } else { None });
            fighting::outcome_wording(names, request, d)
        }
    }
}
