//! Before the battle: who has the initiative, and who is out-scouted.

use crate::cards::{Cards, Colour};
use crate::charts::Charts;
use crate::dice::Face;
use crate::troops::Grade;
use caracole_document::Word;
use caracole_kernel::Tally;
use caracole_ledger::{enforces, rule};

/// The initiative dice of a side, by the grade of its Army Commander.
pub fn initiative_dice(charts: &Charts, grade: Grade) -> Colour {
    enforces!("RETG-PBS-005");
    charts.pbs_invader.get(grade)
}

/// Which of two sides has the better initiative dice; `None` if both throw again. A Skull beats a wound, a wound an S,
/// an S a blank.
pub fn initiative(shown: [Face; 2]) -> Option<usize> {
    enforces!("RETG-PBS-006");
    match shown[0].cmp(&shown[1]) {
        std::cmp::Ordering::Greater => Some(0),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Less => Some(1),
    }
}

/// Percent of the best Scouting Cards of a side.
pub fn scouting_score(charts: &Charts, cards: Cards) -> Tally {
    enforces!("RETG-PBS-030");
    let table = &charts.outscouting;
    let mut tally = Tally::new("percent of scouting");
    let mut left = table.best_cards;
    for colour in Colour::ALL.iter().rev().copied() {
        let count = cards.count(colour).min(left);
        left -= count;
        let percent = i32::from(table.percent.get(colour)) * i32::from(count);
        tally.add(rule!("RETG-PBS-030"), format!("{count} {}", colour.key()), percent);
    }
    tally
}

/// How many of its units the out-scouted side deploys first; `None` if it is not out-scouted.
pub fn deploys_first(charts: &Charts, own_score: i32, enemy_score: i32, units: u32) -> Option<u32> {
    enforces!("RETG-PBS-031");
    let behind = u32::try_from(enemy_score.saturating_sub(own_score)).ok().filter(|percent| *percent > 0)?;
    let share = (units.saturating_mul(behind.min(100))).div_ceil(100);
    Some(share.max(u32::from(charts.outscouting.minimum_ugs)).min(units))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::panic, clippy::unwrap_used, reason = "a test fails by panicking")]
    use super::*;
    use caracole_ledger::proves;

    #[test]
    fn the_better_commander_has_the_better_dice() {
        proves!("RETG-PBS-005", "RETG-PBS-006");
        let charts = Charts::standard().unwrap();
        let dice: Vec<Colour> = Grade::ALL.iter().map(|grade| initiative_dice(&charts, *grade)).collect();
        assert_eq!(dice, [Colour::White, Colour::Green, Colour::Yellow, Colour::Red]);
        let order = [Face::Blank, Face::S, Face::Wound, Face::Skull];
        for (low, high) in order.iter().zip(order.iter().skip(1)) {
            assert_eq!((initiative([*high, *low]), initiative([*low, *high])), (Some(0), Some(1)));
            assert_eq!(initiative([*low, *low]), None);
        }
    }
}
