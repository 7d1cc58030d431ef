//! Supply camps and field fortifications.

use caracole_kernel::Side;
use caracole_plane::Base;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A supply camp on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Camp {
    /// Where it stands.
    pub at: Base,
    /// Whether it is fortified.
    pub fortified: bool,
    /// Whether the enemy has sacked it.
    pub sacked: bool,
}

/// What kind of works a stretch is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FortificationKind {
    /// Field fortifications.
    Field,
    /// Portable defences, placed by the battle group of this number.
    Portable(u16),
}

/// A stretch of fortification one base wide. Its front looks towards the enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Fortification {
    /// Who put it up.
    pub side: Side,
    /// Where it stands, and which way its front looks.
    pub at: Base,
    /// What it is.
    pub kind: FortificationKind,
}
