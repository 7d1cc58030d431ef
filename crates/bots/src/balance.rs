//! How armies compare that have all fought each other.

use crate::{Summary, Troops, summary::wilson};
use caracole_kernel::{BySide, Side};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// All battles of one army as red against another as blue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Encounter {
    /// The armies, by their place in the list of all.
    pub armies: BySide<usize>,
    /// What the battles came to.
    pub summary: Summary,
}

/// Many battles of all armies against all others, on both sides.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Balance {
    /// The armies by name.
    pub armies: Vec<String>,
    /// Every pair twice, once each way round.
    pub encounters: Vec<Encounter>,
}

/// What came of battles for one army.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Standing {
    /// Battles fought.
    pub battles: u64,
    /// Won.
    pub won: u64,
    /// Won by nobody.
    pub drawn: u64,
    /// How each kind of its troops did.
    pub troops: BTreeMap<String, Troops>,
}

impl Standing {
    /// Lost.
    pub const fn lost(&self) -> u64 {
        self.battles - self.won - self.drawn
    }

    /// Share of the battles won, and the ends of its 95 % interval after Wilson.
    pub fn share(&self) -> (f64, f64, f64) {
        wilson(self.won, self.battles)
    }

    fn add(&mut self, summary: &Summary, side: Side) {
        self.battles += summary.battles;
        self.won += summary.won_by_side[side];
        self.drawn += summary.drawn;
        for (kind, troops) in &summary.troops[side] {
            self.troops.entry(kind.clone()).or_default().add(troops);
        }
    }
}

impl Balance {
    /// What all battles came to for one army.
    pub fn standing(&self, army: usize) -> Standing {
        self.standing_against(army, |_| true)
    }

    /// What the battles against one other army came to.
    pub fn against(&self, army: usize, other: usize) -> Standing {
        self.standing_against(army, |enemy| enemy == other)
    }

    fn standing_against(&self, army: usize, counts: impl Fn(usize) -> bool) -> Standing {
        let mut standing = Standing::default();
        for encounter in &self.encounters {
            for side in Side::BOTH {
                if encounter.armies[side] == army && counts(encounter.armies[side.other()]) {
                    standing.add(&encounter.summary, side);
                }
            }
        }
        standing
    }

    /// Battles, and those that red won and that nobody won.
    pub fn red(&self) -> (u64, u64, u64) {
        self.encounters.iter().fold((0, 0, 0), |(battles, won, drawn), e| {
            (battles + e.summary.battles, won + e.summary.won_by_side.red, drawn + e.summary.drawn)
        })
    }

    /// Mean length in turns.
    pub fn mean_turns(&self) -> f64 {
        let (mut turns, mut battles) = (0, 0);
        for (length, n) in self.encounters.iter().flat_map(|e| &e.summary.turns) {
            turns += u64::from(*length) * n;
            battles += n;
        }
        turns as f64 / battles.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encounter(red: usize, blue: usize, won: (u64, u64), drawn: u64) -> Encounter {
        let summary = Summary {
            battles: won.0 + won.1 + drawn,
            won_by_side: BySide { red: won.0, blue: won.1 },
            drawn,
            turns: BTreeMap::from([(10, won.0 + won.1), (40, drawn)]),
            ..Summary::default()
        };
        Encounter { armies: BySide { red, blue }, summary }
    }

    #[test]
    fn an_army_is_counted_on_both_sides() {
        let balance = Balance {
            armies: vec!["a".to_owned(), "b".to_owned(), "c".to_owned()],
            encounters: vec![
                encounter(0, 1, (6, 3), 1),
                encounter(1, 0, (5, 4), 1),
                encounter(0, 2, (1, 9), 0),
                encounter(2, 0, (8, 2), 0),
            ],
        };
        let a = balance.standing(0);
        assert_eq!((a.battles, a.won, a.drawn, a.lost()), (40, 6 + 4 + 1 + 2, 2, 25));
        let b = balance.against(0, 1);
        assert_eq!((b.battles, b.won, b.drawn, b.lost()), (20, 10, 2, 8));
        assert_eq!(balance.against(1, 0).won, 3 + 5);
        assert_eq!(balance.red(), (40, 6 + 5 + 1 + 8, 2));
        // 38 battles of 10 turns and 2 of 40.
        assert!((balance.mean_turns() - 11.5).abs() < 1e-12);
    }
}
