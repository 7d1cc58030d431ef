//! The Slowing Effect of Fire.

use crate::charts::Charts;
use crate::dice::Counted;
use crate::readings::{Reading, Readings};
use crate::troops::{Characteristic, Profile, ShotWeapon};
use caracole_ledger::enforces;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What shot at a unit, as far as slowing goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SlowedBy {
    /// Guns of any kind, regimental guns too.
    Guns,
    /// A hand weapon.
    Weapon(ShotWeapon),
}

/// How many results count towards slowing a target.
pub fn results(readings: Readings, by: SlowedBy, target: &Profile, thrown: Counted) -> u16 {
    enforces!("RETG-SHOOT-040", "RETG-SHOOT-043", "RETG-SHOOT-044", "RETG-GLOS-066");
    let unused = target.is(Characteristic::UnusedToFirearms);
    let times = match by {
        SlowedBy::Guns if unused && readings.has(Reading::GunsDoubledTwice) => 4,
        SlowedBy::Guns => 2,
        SlowedBy::Weapon(weapon) if unused && weapon.is_shot() => 2,
        SlowedBy::Weapon(_) => 1,
    };
    thrown.slowing() * times
}

/// How far so many results slow a target, in BW; its frontage is in BW too.
pub fn slowed_by(charts: &Charts, results: u16, frontage: u8) -> u8 {
    enforces!("RETG-SHOOT-041");
    let reached =
        |half_frontages: u8| 2 * u32::from(results) >= u32::from(half_frontages) * u32::from(frontage);
    let rows = charts.slowing.iter().rev();
    if results == 0 {
        0
    } else {
        rows.into_iter().find(|row| reached(row.half_frontages)).map_or(0, |row| row.bw)
    }
}

/// The slow of a unit after fire: of several the greatest counts, unless they add up.
pub fn after_fire(readings: Readings, before: u8, now: u8) -> u8 {
    match readings.has(Reading::SlowsAddUp) {
        true => before.saturating_add(now),
        false => before.max(now),
    }
}
