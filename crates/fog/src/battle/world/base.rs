//! A base on the table.

use crate::formation::{Facing, Position};
use crate::troops::BaseProfile;
use caracole_plane::Base;
use serde::{Deserialize, Serialize};

/// A base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BaseState {
    /// Where it stands.
    pub base: Base,
    /// Its file and rank.
    pub at: Position,
    /// How it is turned against its battle group.
    pub facing: Facing,
    /// What it is now (captured guns become poor).
    pub profile: BaseProfile,
    /// Whether it is still there; a base lost keeps its entry so that the start of its group is known.
    pub standing: bool,
    /// In a kinked column: how many of the kinks it has passed.
    pub kinks_passed: u8,
}
