//! Autobreak: battle groups that break by themselves for their losses.

use super::{Choice, readings::is};
use crate::combat::Readings;
use crate::formation::{self, TwoBases};
use crate::troops::Quality;
use caracole_ledger::enforces;

fn two_bases(readings: Readings) -> TwoBases {
    match is(readings, Choice::TwoBasesByTable) {
        true => TwoBases::ByTable,
        false => TwoBases::ByShare,
    }
}

/// Whether a battle group that began with `initial` bases breaks by itself with `remaining`.
pub fn autobreaks(quality: Quality, initial: u8, remaining: u8, readings: Readings) -> bool {
    enforces!("FOGR-COHESION-061", "FOGR-COHESION-062", "FOGR-COHESION-064");
    formation::autobreaks(quality, initial, remaining, two_bases(readings))
}

/// The most bases at which it has broken by itself; none if it began with none.
pub fn autobreaks_at(quality: Quality, initial: u8, readings: Readings) -> Option<u8> {
    formation::autobreaks_at(quality, initial, two_bases(readings))
}
