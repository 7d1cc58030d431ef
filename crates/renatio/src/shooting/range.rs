//! Ranges of weapons.

use crate::charts::{Charts, RangeRow, Reach};
use crate::troops::{Arm, Characteristic, Extra, Profile, Shape, ShotWeapon};
use caracole_ledger::enforces;

/// The band of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Band {
    /// Effective range.
    Effective,
    /// Long range.
    Long,
}

/// The row of the table for what a unit shoots with; `None` if it does not shoot.
pub fn range_row(profile: &Profile) -> Option<RangeRow> {
    enforces!("RETG-SHOOT-025", "RETG-GLOS-048");
    let manga = profile.is(Characteristic::Manga) && profile.shape == Shape::Tercio;
    Some(match profile.shooting? {
        ShotWeapon::Musket => RangeRow::Musket,
        ShotWeapon::Arquebus if manga => RangeRow::ArquebusManga,
        ShotWeapon::Arquebus => RangeRow::Arquebus,
        ShotWeapon::Carbine => RangeRow::Carbine,
        ShotWeapon::Pistol => RangeRow::Pistol,
        ShotWeapon::Bow => RangeRow::Bow,
        ShotWeapon::Crossbow => RangeRow::Crossbow,
        ShotWeapon::Longbow => RangeRow::Longbow,
        ShotWeapon::Sling => RangeRow::Sling,
        ShotWeapon::Javelin => RangeRow::Javelin,
        ShotWeapon::Dart => RangeRow::Dart,
        ShotWeapon::Artillery => match profile.arm {
            Arm::MediumArtillery => RangeRow::MediumArtillery,
            Arm::HeavyArtillery => RangeRow::HeavyArtillery,
            _ => RangeRow::LightArtillery,
        },
    })
}

/// Range and depth of what a unit shoots with. Caracole has effective range only.
pub fn reach_of(charts: &Charts, profile: &Profile) -> Option<Reach> {
    enforces!("RETG-SHOOT-028", "RETG-QRS-009");
    let mut reach = charts.shooting_ranges.reach(range_row(profile)?).value;
    if profile.characteristics.has_any(&[Characteristic::CaracoleEarly, Characteristic::CaracoleLater]) {
        reach.long = 0;
    }
    Some(reach)
}

/// The row of the table for what is added to a unit.
pub const fn extra_row(extra: Extra) -> RangeRow {
    match extra {
        Extra::RegimentalGuns => RangeRow::RegimentalGuns,
        Extra::PlatoonFire => RangeRow::PlatoonFire,
    }
}

/// The band of a distance in hundredths of a BW; `None` out of range.
pub fn band(reach: Reach, distance: u32) -> Option<Band> {
    enforces!("RETG-SHOOT-028");
    if distance <= 100 * u32::from(reach.effective) {
        return Some(Band::Effective);
    }
    (distance <= 100 * u32::from(reach.long)).then_some(Band::Long)
}
