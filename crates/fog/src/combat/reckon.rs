//! One reckoning for explanations and for speed: the same code fills a tally or just adds up.

use caracole_kernel::Tally;
use caracole_ledger::RuleId;

/// Something to which rules add values. A [`Tally`] keeps every line; a [`Total`] only the sum.
pub trait Reckon {
    /// Adds the value that a rule gives.
    fn add(&mut self, rule: RuleId, label: &'static str, value: i32);
    /// Replaces everything before by the value that a rule gives.
    fn set(&mut self, rule: RuleId, label: &'static str, value: i32);
    /// The number so far.
    fn total(&self) -> i32;

    /// Keeps the number between two bounds.
    fn clamp(&mut self, rule: RuleId, label: &'static str, least: i32, most: i32);
}

/// A reckoning of which only the total is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Total(pub i32);

impl Reckon for Total {
    fn add(&mut self, _: RuleId, _: &'static str, value: i32) {
        self.0 += value;
    }

    fn set(&mut self, _: RuleId, _: &'static str, value: i32) {
        self.0 = value;
    }

    fn total(&self) -> i32 {
        self.0
    }

    fn clamp(&mut self, _: RuleId, _: &'static str, least: i32, most: i32) {
        self.0 = self.0.clamp(least, most);
    }
}

impl Reckon for Tally {
    fn add(&mut self, rule: RuleId, label: &'static str, value: i32) {
        Tally::add(self, rule, label, value);
    }

    fn set(&mut self, rule: RuleId, label: &'static str, value: i32) {
        Tally::set(self, rule, label, value);
    }

    fn total(&self) -> i32 {
        Tally::total(self)
    }

    fn clamp(&mut self, rule: RuleId, label: &'static str, least: i32, most: i32) {
        self.at_least(rule, label, least);
        self.at_most(rule, label, most);
    }
}
