//! The account of one battle between computer players: integers only, so that accounts compare and add up exactly.

use caracole_kernel::Battle;
use caracole_kernel::{
    BySide, Side, StateHash, System,
    dice::{Pool, Roll, Value, Values},
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What is kept of a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    /// Its number in the run.
    pub number: u64,
    /// The seed of its dice and players.
    pub seed: u64,
    /// Whether the players had changed sides.
    pub swapped: bool,
    /// Who won, if anybody.
    pub winner: Option<Side>,
    /// How, in a few words.
    pub how: String,
    /// Points under the system's own scoring.
    pub score: BySide<i32>,
    /// Turns played.
    pub turns: u16,
    /// Steps taken: choices and throws.
    pub steps: u32,
    /// Choices of each side.
    pub choices: BySide<u32>,
    /// Choices that came too late: the first legal one was made instead.
    pub late: BySide<u32>,
    /// Choices that the rules refused: the first legal one was made instead.
    pub refused: BySide<u32>,
    /// How kind the dice were.
    pub luck: BySide<Luck>,
    /// What was done, counted by name.
    pub deeds: BTreeMap<String, BySide<u32>>,
    /// How each kind of troops did.
    pub troops: BySide<BTreeMap<String, Troops>>,
    /// Fingerprint of the end.
    pub hash: StateHash,
}

/// How one kind of troops did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Troops {
    /// How many took the field.
    pub fielded: u32,
    /// How many were lost.
    pub lost: u32,
    /// What they are worth under the system's scoring.
    pub worth: u32,
    /// What was lost of that.
    pub worth_lost: u32,
    /// Enemies that they took part in destroying or routing.
    pub victims: u32,
}

impl Troops {
    /// Adds another count of the same kind.
    pub fn add(&mut self, other: &Troops) {
        self.fielded += other.fielded;
        self.lost += other.lost;
        self.worth += other.worth;
        self.worth_lost += other.worth_lost;
        self.victims += other.victims;
    }
}

/// How far the dice of a side strayed from what was to be expected, for it or against it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Luck {
    /// Rolls counted.
    pub rolls: u32,
    /// Sum of what was read above expectation, in thousandths, counted for the side.
    pub above: i64,
    /// Sum of the variances, in thousandths.
    pub variance: i64,
}

impl Luck {
    /// Adds another count.
    pub fn add(&mut self, other: Luck) {
        self.rolls += other.rolls;
        self.above += other.above;
        self.variance += other.variance;
    }

    /// How many standard deviations above expectation: for display.
    pub fn deviations(self) -> f64 {
        if self.variance == 0 { 0.0 } else { self.above as f64 / (self.variance as f64 * 1000.0).sqrt() }
    }
}

/// For whom high readings of a roll are good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Favour {
    /// High is good for this side.
    High(Side),
    /// Low is good for this side.
    Low(Side),
    /// Neither, or it cannot be said.
    Neither,
}

/// Exact means and variances of pools, worked out once each.
#[derive(Debug, Default)]
pub(crate) struct Expectations(Vec<(Pool, i64, i64)>);

impl Expectations {
    /// Counts a roll for the side that it favours, each pool for what its reading is worth.
    pub(crate) fn count<P>(
        &mut self,
        roll: &Roll<P>,
        values: &Values,
        weigh: impl Fn(&Pool, &Value) -> Option<i32>,
        favour: Favour,
        luck: &mut BySide<Luck>,
    ) {
        let (side, sign) = match favour {
            Favour::High(side) => (side, 1),
            Favour::Low(side) => (side, -1),
            Favour::Neither => return,
        };
        for (pool, value) in roll.pools.iter().zip(values) {
            let Some(worth) = weigh(pool, value) else { continue };
            let Some((mean, variance)) = self.of(pool, &weigh) else { continue };
            let luck = &mut luck[side];
            luck.rolls += 1;
            luck.above += sign * (i64::from(worth) * 1000 - mean);
            luck.variance += variance;
        }
    }

    /// Mean and variance in thousandths; `None` for pools whose readings are not all worth something.
    fn of(&mut self, pool: &Pool, weigh: impl Fn(&Pool, &Value) -> Option<i32>) -> Option<(i64, i64)> {
        if let Some((_, mean, variance)) = self.0.iter().find(|(known, ..)| known == pool) {
            return Some((*mean, *variance));
        }
        let odds = caracole_odds::worth(pool, |value| weigh(pool, value)).ok()??;
        let thousandths = |fraction: caracole_odds::Fraction| (fraction.to_f64() * 1000.0).round() as i64;
        let (mean, variance) = (thousandths(odds.mean()), thousandths(odds.variance()));
        self.0.push((*pool, mean, variance));
        Some((mean, variance))
    }
}

/// Follows a battle of one system and writes down what its account should say.
pub trait Chronicle<S: System>: Send {
    /// Something happened; `battle` stands as it did after the step that brought it about.
    fn note(&mut self, battle: &Battle<S>, event: &S::Event);
    /// The battle is over.
    fn close(&mut self, start: &Battle<S>, end: &Battle<S>, account: &mut Account);
}

#[cfg(test)]
mod tests {
    use super::*;
    use caracole_kernel::{
        Chances,
        dice::{Die, Reading, Reroll},
    };
    use caracole_ledger::rule;
    use caracole_trial::Trial;

    /// One die from 0 to 9 has mean 4.5 and variance 8.25.
    #[test]
    fn luck_is_measured_against_the_exact_mean() {
        let pool = Pool::sum(1, Die::D10, Reroll::NONE);
        let roll: Roll = Roll {
            side: Some(Side::Red),
            rule: rule!("TABLE-001"),
            purpose: "a test".into(),
            pools: [pool].into_iter().collect(),
        };
        let values: Values = [Value::Number(7)].into_iter().collect();
        let mut expectations = Expectations::default();
        let mut luck = BySide::<Luck>::default();
        expectations.count(&roll, &values, Trial::weigh, Favour::High(Side::Red), &mut luck);
        assert_eq!(luck.red, Luck { rolls: 1, above: 2500, variance: 8250 });
        expectations.count(&roll, &values, Trial::weigh, Favour::Low(Side::Blue), &mut luck);
        assert_eq!(luck.blue, Luck { rolls: 1, above: -2500, variance: 8250 });
        expectations.count(&roll, &values, Trial::weigh, Favour::Neither, &mut luck);
        assert_eq!(luck.red.rolls + luck.blue.rolls, 2);
        // 2.5 above at a standard deviation of the root of 8.25.
        assert!((luck.red.deviations() - 2.5 / 8.25f64.sqrt()).abs() < 1e-9);
    }

    /// The trial game's surgeon: a die is worth 0, 1, 2 with 2, 3, 1 chances in 6, so 5/6 on average, with variance 17/36.
    #[test]
    fn classes_count_for_what_the_system_says_and_cards_do_not() {
        let class_of = [0, 0, 0, 1, 1, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        let die = Pool { dice: 1, die: Die::D6, reroll: Reroll::NONE, reading: Reading::Classes(class_of) };
        let card = Pool::draw(1, [2, 1, 1, 0, 0, 0, 0, 0]).unwrap();
        let roll: Roll = Roll {
            side: Some(Side::Red),
            rule: rule!("TABLE-001"),
            purpose: "a test".into(),
            pools: [die, card].into_iter().collect(),
        };
        let counts = |class: usize| Value::Counts(std::array::from_fn(|n| u16::from(n == class)));
        let values: Values = [counts(2), counts(1)].into_iter().collect();
        let mut luck = BySide::<Luck>::default();
        let favour = Favour::High(Side::Red);
        Expectations::default().count(&roll, &values, Trial::weigh, favour, &mut luck);
        assert_eq!(luck.red, Luck { rolls: 1, above: 1167, variance: 472 });
        // A system that says nothing about classes leaves them out, too.
        let silent = |_: &Pool, _: &Value| None;
        Expectations::default().count(&roll, &values, silent, favour, &mut luck);
        assert_eq!(luck.red.rolls, 1);
    }
}
