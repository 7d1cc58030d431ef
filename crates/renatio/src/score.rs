//! Victory points of a battle.

use crate::charts::Charts;
use caracole_kernel::{BySide, Side, Tally};
use caracole_ledger::{enforces, rule};

/// What one side lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Losses {
    /// Weight of its battle troops that were destroyed or broken.
    pub tugs: u32,
    /// Skirmishers that were destroyed or broken.
    pub sugs: u32,
    /// Its army broke.
    pub broken: bool,
}

/// The victory points of both sides.
pub fn score(charts: &Charts, losses: &BySide<Losses>) -> BySide<Tally> {
    BySide::new_with(|side| points(charts, losses, side))
}

fn points(charts: &Charts, losses: &BySide<Losses>, side: Side) -> Tally {
    enforces!("RETG-TOURN-004", "RETG-TOURN-005", "RETG-TOURN-006", "RETG-TOURN-008");
    let table = &charts.scoring;
    let (own, enemy) = (losses[side], losses[side.other()]);
    let mut tally = Tally::new("victory points");
    if enemy.broken && !own.broken {
        tally.add(rule!("RETG-TOURN-004"), "Triumph", i32::from(table.triumph));
        return tally;
    }
    let of = |count: u32, each: u8| i32::try_from(count).unwrap_or(0).saturating_mul(i32::from(each));
    tally.add(rule!("RETG-TOURN-005"), "enemy battle troops", of(enemy.tugs, table.per_tug));
    tally.add(rule!("RETG-TOURN-005"), "enemy skirmishers", of(enemy.sugs, table.per_sug));
    tally.at_most(rule!("RETG-TOURN-005"), "the most for damage", i32::from(table.damage_max));
    if !enemy.broken && !own.broken {
        tally.add(rule!("RETG-TOURN-006"), "neither army broke", i32::from(table.draw_bonus));
    }
    tally
}

#[cfg(test)]
mod tests {
    #![allow(clippy::panic, clippy::unwrap_used, reason = "a test fails by panicking")]
    use super::*;
    use caracole_ledger::proves;

    #[test]
    fn the_printed_scores_come_out() {
        proves!("RETG-TOURN-004", "RETG-TOURN-005", "RETG-TOURN-006", "RETG-TOURN-008");
        let charts = Charts::standard().unwrap();
        let scored = |red: (u32, u32, bool), blue: (u32, u32, bool)| {
            let losses = |(tugs, sugs, broken)| Losses { tugs, sugs, broken };
            let both = BySide::new_with(|side| if side == Side::Red { losses(red) } else { losses(blue) });
            let points = score(&charts, &both);
            (points[Side::Red].total(), points[Side::Blue].total())
        };
        // RETG-EX-028: a draw without damage, a bloody draw, much damage before losing, mutual destruction.
        assert_eq!(scored((0, 0, false), (0, 0, false)), (2, 2));
        assert_eq!(scored((5, 1, false), (6, 0, false)), (12, 12));
        assert_eq!(scored((6, 0, true), (3, 2, false)), (8, 15));
        assert_eq!(scored((6, 0, true), (5, 0, true)), (10, 10));
    }
}
