//! Markers and commanders with a battle group: what they add, and that they are no bases.

use crate::troops::CombatPhase;
use caracole_kernel::Tally;
use caracole_ledger::{enforces, rule};

/// What stands with a battle group without being a base of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    /// Regimental guns.
    RegimentalGun,
    /// Limbers of medium or heavy artillery.
    Limber,
    /// A commander.
    Commander,
}

/// Dice that a marker adds: one for a regimental gun when its battle group shoots or fights at impact to its front.
#[must_use]
pub fn marker_dice(marker: Marker, phase: CombatPhase) -> Tally {
    enforces!("FOGR-COMBAT-018", "FOGR-BG-058", "FOGAM-BG-010");
    let mut tally = Tally::new("dice of the marker");
    match (marker, phase) {
        (Marker::RegimentalGun, CombatPhase::Shooting | CombatPhase::Impact) => {
            tally.add(rule!("FOGR-BG-055"), "regimental gun", 1);
        }
        (Marker::RegimentalGun, CombatPhase::Melee) => {}
        // A limber or a commander is no fighting piece.
        (Marker::Limber | Marker::Commander, _) => {}
    }
    tally
}
