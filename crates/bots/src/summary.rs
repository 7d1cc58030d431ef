//! What many battles between the same two players say together.

use crate::{Account, Luck, PlayerName, Troops};
use caracole_kernel::{BySide, Side};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One value for the player who was named for red and one for the other, whichever side they fought on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ByPlayer<T> {
    /// Of the player named for red.
    pub first: T,
    /// Of the player named for blue.
    pub second: T,
}

/// What many battles say together. Sums and counts only: means and shares are for display.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// Battles fought.
    pub battles: u64,
    /// Won by each player.
    pub won: ByPlayer<u64>,
    /// Won by each side.
    pub won_by_side: BySide<u64>,
    /// Won by nobody.
    pub drawn: u64,
    /// Battles by winner and how it was won.
    pub how: BTreeMap<String, BySide<u64>>,
    /// Draws by how.
    pub how_drawn: BTreeMap<String, u64>,
    /// Points of each side, summed.
    pub score: BySide<i64>,
    /// Battles by the first player's points above the second's.
    pub margins: BTreeMap<i32, u64>,
    /// Battles by their turns.
    pub turns: BTreeMap<u16, u64>,
    /// Steps of all battles.
    pub steps: u64,
    /// Choices of each player.
    pub choices: ByPlayer<u64>,
    /// Choices that came too late.
    pub late: ByPlayer<u64>,
    /// Choices that the rules refused.
    pub refused: ByPlayer<u64>,
    /// How kind the dice were to each player.
    pub luck: ByPlayer<Luck>,
    /// Battles won by the side with the kinder dice, of those that were won.
    pub luckier_won: u64,
    /// What each player did, counted by name.
    pub deeds: BTreeMap<String, ByPlayer<u64>>,
    /// How each kind of troops did, by side.
    pub troops: BySide<BTreeMap<String, Troops>>,
    /// Sum of the fingerprints of all ends: the same battles give the same figure in any order.
    pub hash: String,
}

impl Summary {
    /// The summary of these battles.
    pub fn of<'a>(accounts: impl IntoIterator<Item = &'a Account>) -> Self {
        let mut summary = Summary::default();
        let mut hash = 0u128;
        for account in accounts {
            summary.count(account);
            hash = hash.wrapping_add(account.hash.0);
        }
        summary.hash = format!("{hash:032x}");
        summary
    }

    fn count(&mut self, account: &Account) {
        let first = if account.swapped { Side::Blue } else { Side::Red };
        let second = first.other();
        self.battles += 1;
        match account.winner {
            Some(side) => {
                if side == first {
                    self.won.first += 1;
                } else {
                    self.won.second += 1;
                }
                self.won_by_side[side] += 1;
                self.how.entry(account.how.clone()).or_default()[side] += 1;
                let of = |s: Side| account.luck[s].deviations();
                self.luckier_won += u64::from(of(side) > of(side.other()));
            }
            None => {
                self.drawn += 1;
                *self.how_drawn.entry(account.how.clone()).or_default() += 1;
            }
        }
        for side in Side::BOTH {
            self.score[side] += i64::from(account.score[side]);
            for (kind, troops) in &account.troops[side] {
                self.troops[side].entry(kind.clone()).or_default().add(troops);
            }
        }
        let margin = account.score[first].saturating_sub(account.score[second]);
        *self.margins.entry(margin).or_default() += 1;
        *self.turns.entry(account.turns).or_default() += 1;
        self.steps += u64::from(account.steps);
        for (sum, counts) in [
            (&mut self.choices, account.choices),
            (&mut self.late, account.late),
            (&mut self.refused, account.refused),
        ] {
            sum.first += u64::from(counts[first]);
            sum.second += u64::from(counts[second]);
        }
        self.luck.first.add(account.luck[first]);
        self.luck.second.add(account.luck[second]);
        for (deed, counts) in &account.deeds {
            let sum = self.deeds.entry(deed.clone()).or_default();
            sum.first += u64::from(counts[first]);
            sum.second += u64::from(counts[second]);
        }
    }

    /// Share of the battles that the first player won, and the ends of its 95 % interval after Wilson.
    pub fn first_share(&self) -> (f64, f64, f64) {
        wilson(self.won.first, self.battles)
    }

    /// The mean length in turns.
    pub fn mean_turns(&self) -> f64 {
        let sum: u64 = self.turns.iter().map(|(turns, n)| u64::from(*turns) * n).sum();
        sum as f64 / self.battles.max(1) as f64
    }

    /// The mean of the first player's points above the second's.
    pub fn mean_margin(&self) -> f64 {
        let sum: i64 = self.margins.iter().map(|(margin, n)| i64::from(*margin) * *n as i64).sum();
        sum as f64 / self.battles.max(1) as f64
    }
}

/// A share and its 95 % interval after Wilson.
pub(crate) fn wilson(won: u64, of: u64) -> (f64, f64, f64) {
    if of == 0 {
        return (0.0, 0.0, 1.0);
    }
    let (n, z) = (of as f64, 1.959_964);
    let p = won as f64 / n;
    let centre = p + z * z / (2.0 * n);
    let spread = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    (p, ((centre - spread) / scale).max(0.0), ((centre + spread) / scale).min(1.0))
}

/// A run of battles, or a part of one: what was asked for, and the accounts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// What was asked for.
    pub plan: Plan,
    /// The accounts by number.
    pub accounts: Vec<Account>,
}

/// What a run of battles fights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Code of the system.
    pub system: String,
    /// Version of its rules.
    pub rules: u16,
    /// The setup.
    pub setup: serde_json::Value,
    /// The players.
    pub players: BySide<PlayerName>,
    /// Battles of the whole run.
    pub battles: u64,
    /// Seed of the first battle.
    pub seed: u64,
    /// Whether the players change sides: battles come in pairs with the same seed.
    pub swap: bool,
}

impl Plan {
    /// The battle of this number.
    pub fn bout(&self, number: u64) -> crate::Match {
        let swapped = self.swap && number % 2 == 1;
        let seed = self.seed.wrapping_add(if self.swap { number / 2 } else { number });
        let BySide { red, blue } = self.players;
        let players = if swapped { BySide { red: blue, blue: red } } else { BySide { red, blue } };
        crate::Match { number, seed, players, swapped }
    }
}

/// Why parts of a run cannot be put together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unmerged {
    /// No part was given.
    #[error("there is nothing to put together")]
    Nothing,
    /// The parts belong to different runs.
    #[error("part {0} belongs to another run than the first")]
    AnotherRun(usize),
    /// A battle is in two parts.
    #[error("battle {0} is there twice")]
    Twice(u64),
    /// A battle is in no part.
    #[error("battle {0} is in no part; {1} are missing in all")]
    Missing(u64, u64),
}

impl Run {
    /// Puts the parts of a run together: all of it, each battle once.
    pub fn merge(parts: Vec<Run>) -> Result<Run, Unmerged> {
        let mut parts = parts.into_iter();
        let mut whole = parts.next().ok_or(Unmerged::Nothing)?;
        for (i, part) in parts.enumerate() {
            if part.plan != whole.plan {
                return Err(Unmerged::AnotherRun(i + 2));
            }
            whole.accounts.extend(part.accounts);
        }
        whole.accounts.sort_by_key(|account| account.number);
        let mut next = 0;
        for account in &whole.accounts {
            if account.number < next {
                return Err(Unmerged::Twice(account.number));
            }
            if account.number > next {
                break;
            }
            next += 1;
        }
        if next != whole.plan.battles {
            return Err(Unmerged::Missing(
                next,
                whole.plan.battles.saturating_sub(whole.accounts.len() as u64),
            ));
        }
        Ok(whole)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use caracole_kernel::StateHash;

    fn account(number: u64, winner: Option<Side>, swapped: bool, red: i32, blue: i32) -> Account {
        Account {
            number,
            seed: 0,
            swapped,
            winner,
            how: "how".to_owned(),
            score: BySide { red, blue },
            turns: 10,
            steps: 5,
            choices: BySide { red: 3, blue: 2 },
            late: BySide::default(),
            refused: BySide::default(),
            luck: BySide::default(),
            deeds: BTreeMap::new(),
            troops: BySide::default(),
            hash: StateHash(1),
        }
    }

    #[test]
    fn players_keep_their_count_when_they_change_sides() {
        let all = [account(0, Some(Side::Red), false, 7, 2), account(1, Some(Side::Blue), true, 1, 4)];
        let summary = Summary::of(&all);
        assert_eq!((summary.won.first, summary.won.second), (2, 0));
        assert_eq!((summary.won_by_side.red, summary.won_by_side.blue), (1, 1));
        assert_eq!(summary.margins, BTreeMap::from([(5, 1), (3, 1)]));
        assert_eq!((summary.choices.first, summary.choices.second), (5, 5));
        assert!((summary.mean_margin() - 4.0).abs() < 1e-12);
    }

    /// Wilson's interval for 8 of 10 is 0.490 to 0.943 in any textbook.
    #[test]
    fn the_interval_is_wilsons() {
        let (p, low, high) = wilson(8, 10);
        assert!((p - 0.8).abs() < 1e-12 && (low - 0.490).abs() < 5e-4 && (high - 0.943).abs() < 5e-4);
    }

    fn plan(battles: u64) -> Plan {
        let players = BySide { red: PlayerName::Random, blue: PlayerName::Random };
        Plan {
            system: "mpbs".to_owned(),
            rules: 1,
            setup: serde_json::Value::Null,
            players,
            battles,
            seed: 1,
            swap: true,
        }
    }

    #[test]
    fn parts_make_a_whole_only_if_all_are_there() {
        let part = |numbers: &[u64]| Run {
            plan: plan(4),
            accounts: numbers.iter().map(|n| account(*n, None, false, 0, 0)).collect(),
        };
        let whole = Run::merge(vec![part(&[1, 3]), part(&[0, 2])]).unwrap();
        assert_eq!(whole.accounts.iter().map(|a| a.number).collect::<Vec<_>>(), [0, 1, 2, 3]);
        assert_eq!(Run::merge(vec![part(&[0, 1]), part(&[1, 2, 3])]), Err(Unmerged::Twice(1)));
        assert_eq!(Run::merge(vec![part(&[0, 1, 3])]), Err(Unmerged::Missing(2, 1)));
        assert_eq!(Run::merge(vec![]), Err(Unmerged::Nothing));
        let other = Run { plan: plan(5), accounts: vec![] };
        assert_eq!(Run::merge(vec![part(&[0]), other]), Err(Unmerged::AnotherRun(2)));
    }

    #[test]
    fn pairs_of_battles_share_a_seed_with_sides_swapped() {
        let mut plan = plan(4);
        plan.players.blue = PlayerName::Captain(7);
        let (a, b) = (plan.bout(2), plan.bout(3));
        assert_eq!((a.seed, b.seed), (2, 2));
        assert_eq!((a.players.red, a.players.blue), (b.players.blue, b.players.red));
        assert!(!a.swapped && b.swapped);
    }
}
