//! Autobreak: battle groups that break by themselves for their losses.

use super::{Choice, readings::is};
use crate::core::Readings;
use crate::troops::Quality;
use caracole_ledger::enforces;

/// The share of its bases, in hundredths, that a battle group may lose and still hold.
pub const fn bearable_losses(quality: Quality) -> u16 {
    enforces!("FOGR-COHESION-060");
    match quality {
        Quality::Elite => 60,
        Quality::Superior => 50,
        Quality::Average => 40,
        Quality::Poor => 30,
    }
}

/// Whether a battle group that began with `initial` bases breaks by itself with `remaining`.
pub fn autobreaks(quality: Quality, initial: u8, remaining: u8, readings: Readings) -> bool {
    enforces!("FOGR-COHESION-061", "FOGR-COHESION-062", "FOGR-COHESION-064");
    let lost = u16::from(initial.saturating_sub(remaining));
    let by_table = initial == 2 && remaining <= 1 && is(readings, Choice::TwoBasesByTable);
    by_table || lost * 100 > u16::from(initial) * bearable_losses(quality)
}

/// The most bases at which it has broken by itself; none if it can only be destroyed.
pub fn autobreaks_at(quality: Quality, initial: u8, readings: Readings) -> Option<u8> {
    (0..initial).rev().find(|&left| autobreaks(quality, initial, left, readings))
}
