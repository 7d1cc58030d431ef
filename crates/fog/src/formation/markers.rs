//! Markers and commanders with a battle group: what they add, and that they are no bases.

use super::Formation;
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

/// The files among which the owner chooses the one that gets a regimental gun's die: of those that fight to the front,
/// the nearest to the middle of the battle group.
#[must_use]
pub fn files_nearest_middle(formation: &Formation, fighting: &[u8]) -> Vec<u8> {
    enforces!("FOGR-COMBAT-018");
    let files: Vec<u8> = formation.files().collect();
    let place = |file: &u8| files.iter().position(|f| f == file);
    // Twice the distance from the middle, to stay in whole numbers.
    let off_middle = |place: usize| (2 * place + 1).abs_diff(files.len());
    let nearest = fighting.iter().filter_map(place).map(off_middle).min();
    fighting.iter().copied().filter(|f| place(f).map(off_middle) == nearest && nearest.is_some()).collect()
}
