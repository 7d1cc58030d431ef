//! The weight of an army, and when it breaks.

use super::Army;
use crate::charts::{BreakPoints, Charts};
use crate::readings::{Reading, Readings};
use crate::troops::Profile;
use caracole_ledger::enforces;

/// How many units, bases and battle troops an army has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// Units.
    pub units: u32,
    /// Bases.
    pub bases: u32,
    /// Weight of its battle troops.
    pub weight: u32,
}

/// What a unit counts in army losses, in whatever formation it is.
pub fn weight(charts: &Charts, readings: Readings, profile: &Profile) -> u8 {
    enforces!("RETG-ROUT-005", "RETG-GLOS-109");
    if !profile.counts_as_tug() {
        return 0;
    }
    let once = readings.has(Reading::DoubleUnitsCountOnce);
    if profile.shape.is_double_unit() && !once { charts.break_points.double_unit_weight } else { 1 }
}

/// The strength of an army.
pub fn strength(charts: &Charts, readings: Readings, army: &Army) -> Strength {
    let mut strength = Strength { units: 0, bases: 0, weight: 0 };
    for unit in army.each_unit() {
        strength.units += 1;
        strength.bases += u32::from(unit.troops.bases);
        strength.weight += u32::from(weight(charts, readings, &unit.troops.profile));
    }
    strength
}

/// Whether an army breaks: it has lost half the weight of the battle troops that ever stood on the table. A broken
/// camp is one lost unit, but no part of the whole.
pub const fn army_breaks(points: &BreakPoints, on_table: u32, lost: u32, camp_broken: bool) -> bool {
    enforces!("RETG-ROUT-004", "RETG-CAMP-025", "RETG-CAMP-016");
    let lost = lost + camp_broken as u32;
    points.army[1] as u32 * lost >= points.army[0] as u32 * on_table
}
