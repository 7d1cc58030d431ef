//! What is asked, chosen, ordered and told in a battle: one variant for each part of the sequence of play.

use super::world::TestOutcome;
use super::{Fogr, game_tests, impact, joint, manoeuvre, melee, outcome, setup, shooting, turn};
use caracole_kernel::{Refusal, procedures};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

procedures! {
    /// A procedure under way.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Procedure: Play<Fogr, Refusal> {
        /// Before the first turn.
        Setup(setup::Procedure),
        /// A turn: its phases in order.
        Turn(turn::Procedure),
        /// The impact phase.
        Impact(impact::Procedure),
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
        Test(game_tests::Procedure),
    }
}

/// What a player must choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Before the first turn.
    Setup(setup::Request),
    /// In the impact phase.
    Impact(impact::Request),
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
    Setup(setup::Decision),
    /// In the impact phase.
    Impact(impact::Decision),
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
    Setup(setup::Order),
    /// In the impact phase.
    Impact(impact::Order),
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
    Setup(setup::Event),
    /// Turns and phases.
    Turn(turn::Event),
    /// In the impact phase.
    Impact(impact::Event),
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
    Test(game_tests::Event),
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
