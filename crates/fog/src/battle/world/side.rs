//! What a side has besides troops.

use crate::field::Camp;
use caracole_kernel::Side;
use caracole_plane::Angle;
use serde::{Deserialize, Serialize};

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideState {
    /// Its supply camp, once it stands.
    pub camp: Option<Camp>,
    /// Its camp was sacked and is gone.
    pub camp_lost: bool,
    /// Attrition at which it routs.
    pub break_point: u16,
    /// Naval units deployed.
    pub naval_units: u8,
}

/// The way that leads from a side's rear edge to the enemy.
#[must_use]
pub const fn ahead(side: Side) -> Angle {
    match side {
        Side::Red => Angle::ZERO,
        Side::Blue => Angle::HALF,
    }
}
