//! Attrition, army rout and victory.

use super::{Choice, readings::is};
use crate::combat::{Clock, Readings, Reckon, Victory};
use crate::troops::{Cohesion, rulebook_words};
use caracole_kernel::Side;
use caracole_ledger::{enforces, rule};

rulebook_words! {
    /// What has become of a battle group, for attrition.
    Fate, "fate of a battle group" {
        /// Unbroken and on the table, steady or disrupted.
        Unbroken = "unbroken" | "steady" | "disrupted",
        /// Currently fragmented.
        Fragmented = "fragmented",
        /// Currently broken.
        Broken = "broken",
        /// Artillery in enemy hands.
        Captured = "captured",
        /// Routed off the table.
        RoutedOff = "routed_off",
        /// Destroyed.
        Destroyed = "destroyed",
        /// Straggling off the table.
        Straggling = "straggling",
        /// Evaded off the table.
        EvadedOff = "evaded_off",
    }
}

impl From<Cohesion> for Fate {
    fn from(cohesion: Cohesion) -> Self {
        match cohesion {
            Cohesion::Steady | Cohesion::Disrupted => Fate::Unbroken,
            Cohesion::Fragmented => Fate::Fragmented,
            Cohesion::Broken => Fate::Broken,
        }
    }
}

/// Whether a battle group that began with so many bases is a grand battle group.
pub const fn is_grand(bases_at_start: u8) -> bool {
    enforces!("FOGR-TURN-006", "FOGR-GLOSSARY-020", "FOGR-BG-025");
    bases_at_start >= 13
}

/// The attrition points that one battle group costs.
pub fn attrition_of(fate: Fate, bases_at_start: u8, readings: Readings) -> i32 {
    enforces!("FOGR-TURN-008", "FOGR-TURN-009", "FOGR-COMBAT-100");
    let grand = is_grand(bases_at_start);
    match fate {
        Fate::Unbroken => 0,
        Fate::Fragmented | Fate::Straggling => 1 + i32::from(grand),
        Fate::EvadedOff => 1 + i32::from(grand && !is(readings, Choice::GrandEvadersCostOne)),
        Fate::Broken | Fate::Captured | Fate::RoutedOff | Fate::Destroyed => 2 + 2 * i32::from(grand),
    }
}

/// Adds up the attrition points of an army: every battle group with its fate and first size, and its camp.
pub fn attrition<R: Reckon>(groups: &[(Fate, u8)], camp_sacked: bool, readings: Readings, sum: &mut R) {
    for &(fate, bases) in groups {
        let label = match (fate, is_grand(bases)) {
            (Fate::Fragmented, false) => "battle group fragmented",
            (Fate::Fragmented, true) => "grand battle group fragmented",
            (Fate::Straggling, false) => "battle group straggling",
            (Fate::Straggling, true) => "grand battle group straggling",
            (Fate::EvadedOff, false) => "battle group evaded off the table",
            (Fate::EvadedOff, true) => "grand battle group evaded off the table",
            (_, false) => "battle group broken, captured, routed off or destroyed",
            (_, true) => "grand battle group broken, routed off or destroyed",
        };
        sum.add(rule!("FOGR-VICTORY-003"), label, attrition_of(fate, bases, readings));
    }
    if camp_sacked {
        sum.add(rule!("FOGR-VICTORY-003"), "camp sacked", 2);
    }
}

/// Adds up the break point of an army: its battle groups at the start, grand ones twice.
pub fn break_point<R: Reckon>(bases_at_start: &[u8], sum: &mut R) {
    enforces!("FOGR-TURN-005", "FOGR-VICTORY-002");
    let grand = bases_at_start.iter().filter(|&&b| is_grand(b)).count();
    sum.add(rule!("FOGR-VICTORY-002"), "battle groups", bases_at_start.len() as i32);
    sum.add(rule!("FOGR-VICTORY-002"), "grand battle groups once more", grand as i32);
}

/// Whether an army is routed.
pub const fn is_routed(attrition: i32, break_point: i32) -> bool {
    enforces!("FOGR-VICTORY-001", "FOGR-TURN-007", "FOGR-GLOSSARY-004");
    attrition >= break_point
}

/// What an army has suffered and can bear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strain {
    /// Attrition points suffered.
    pub attrition: i32,
    /// Its break point.
    pub break_point: i32,
}

/// Who has won, at the end of a phase or when time is out.
pub fn victory(red: Strain, blue: Strain, clock: Clock, readings: Readings) -> Victory {
    enforces!("FOGR-VICTORY-004", "FOGR-VICTORY-008", "FOGR-TURN-004");
    let routed = |s: Strain| is_routed(s.attrition, s.break_point);
    match (routed(red), routed(blue), clock) {
        (true, true, _) => Victory::Draw,
        (true, false, _) => Victory::Decisive(Side::Blue),
        (false, true, _) => Victory::Decisive(Side::Red),
        (false, false, Clock::Running) => Victory::Undecided,
        (false, false, Clock::Out) => on_time(blue.attrition, red.attrition, readings),
    }
}

/// The level of victory on time by the attrition that each side has inflicted.
fn on_time(by_red: i32, by_blue: i32, readings: Readings) -> Victory {
    enforces!("FOGR-VICTORY-005", "FOGR-VICTORY-006", "FOGR-VICTORY-007");
    let (winner, more, less) = match by_red >= by_blue {
        true => (Side::Red, by_red, by_blue),
        false => (Side::Blue, by_blue, by_red),
    };
    let lead = more - less;
    let ratio = |times: i32| match less {
        0 => more > 0 && is(readings, Choice::AnyRatioAgainstNothing),
        _ => more >= times * less,
    };
    if lead >= 4 && ratio(3) {
        Victory::Major(winner)
    } else if lead >= 3 && ratio(2) {
        Victory::Moderate(winner)
    } else if lead >= 2 {
        Victory::Marginal(winner)
    } else {
        Victory::Draw
    }
}
