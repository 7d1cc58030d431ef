//! What is said after the fights of the Fighting Phase, and of bases that move within a unit in combat.

use crate::battle::Paid;
use crate::battle::movement::Plan;
use crate::battle::world::UgId;
use caracole_plane::Um;
use caracole_tabletop::Facing;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a player must choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Which unit breaks off.
    BreakOff,
    /// Which bases of a unit in combat move or turn.
    Micro,
}

/// What a unit in combat does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// F2 to F4: it breaks off.
    BreakOff {
        /// Which.
        ug: UgId,
    },
    /// MF1: bases from the rear of a file go to another file, or make a new one at an end.
    Shift {
        /// Which.
        ug: UgId,
        /// The file that gives them, from the left, counted from 0.
        from: u8,
        /// How many.
        bases: u8,
        /// The file that they join; one before the first and one after the last are new.
        to: i8,
    },
    /// MF2: the bases of a file turn.
    Turn {
        /// Which.
        ug: UgId,
        /// The file.
        file: u8,
        /// Where they face, seen from the front of the unit.
        to: Facing,
    },
}

/// A player's choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Decision {
    /// What.
    pub act: Act,
    /// The cards.
    pub paid: Paid,
}

/// A decision found legal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Order {
    /// What.
    pub act: Act,
    /// The action with where the bases come to.
    pub plan: Plan,
    /// The cards.
    pub paid: Paid,
    /// The opponent tests the unit.
    pub kab: bool,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A unit broke off.
    BrokeOff {
        /// Which.
        ug: UgId,
        /// How far it went.
        spent: Um,
    },
    /// Bases went to another file.
    Shifted {
        /// The unit.
        ug: UgId,
        /// How many.
        bases: u8,
    },
    /// Bases turned.
    Turned {
        /// The unit.
        ug: UgId,
        /// The file.
        file: u8,
        /// Where they face.
        to: Facing,
    },
}
