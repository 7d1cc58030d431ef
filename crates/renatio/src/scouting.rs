//! Out-scouting: who must deploy first, and how much.

use crate::cards::{Cards, Colour};
use crate::charts::Charts;
use caracole_document::Word;
use caracole_kernel::Tally;
use caracole_ledger::{enforces, rule};

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
