//! Shooting ranges.

use crate::combat::Range;
use crate::troops::{Capabilities, Capability};
use caracole_ledger::enforces;

/// Short and long range in movement units; a weapon without a long range has none.
pub const fn ranges(weapon: Capability, on_foot: bool) -> Option<(u8, Option<u8>)> {
    enforces!("FOGR-SHOOT-008");
    use Capability::*;
    match weapon {
        Musket | MusketStar | Salvo => Some((3, Some(6))),
        Bow | BowStar | Crossbow if on_foot => Some((4, Some(6))),
        Sling | Bow | BowStar | Crossbow => Some((4, None)),
        Arquebus | Carbine => Some((3, None)),
        Bombs | ShootingPistol | Javelins => Some((2, None)),
        HeavyArtillery => Some((3, Some(36))),
        MediumArtillery => Some((3, Some(24))),
        LightArtillery => Some((3, Some(8))),
        _ => None,
    }
}

/// The range of a distance in hundredths of a movement unit; none if it is too far.
pub fn range_of(weapon: Capability, on_foot: bool, distance: u32) -> Option<Range> {
    enforces!("FOGR-GLOSSARY-045");
    let (short, long) = ranges(weapon, on_foot)?;
    if distance <= 100 * u32::from(short) {
        Some(Range::Short)
    } else {
        long.filter(|&long| distance <= 100 * u32::from(long)).map(|_| Range::Long)
    }
}

/// Whether a weapon reaches its long range at all.
pub fn has_long_range(weapon: Capability, on_foot: bool) -> bool {
    Capabilities::MISSILES.has(weapon) && ranges(weapon, on_foot).is_some_and(|(_, long)| long.is_some())
}
