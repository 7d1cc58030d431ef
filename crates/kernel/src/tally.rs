//! Numbers that rules build from parts, with the rule behind each part.

use caracole_ledger::RuleId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::borrow::Cow;

/// What one line of a tally does to the number so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// Adds (or takes away).
    Add(i32),
    /// Replaces everything before it.
    Set(i32),
    /// Caps from above.
    AtMost(i32),
    /// Caps from below.
    AtLeast(i32),
    /// Multiplies.
    Times(i32),
}

impl Effect {
    /// The number after this line.
    pub fn after(self, before: i32) -> i32 {
        match self {
            Effect::Add(n) => before.saturating_add(n),
            Effect::Set(n) => n,
            Effect::AtMost(n) => before.min(n),
            Effect::AtLeast(n) => before.max(n),
            Effect::Times(n) => before.saturating_mul(n),
        }
    }
}

/// One named part of a tally.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Line {
    /// The rule that gives it.
    pub rule: RuleId,
    /// What it is, in a few words.
    pub label: Cow<'static, str>,
    /// What it does.
    pub effect: Effect,
}

/// A number with the reasons for it. The total is what the engine uses; there is no other way to get it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(from = "Written", into = "Written")]
pub struct Tally {
    /// What the number is.
    pub of: Cow<'static, str>,
    /// The parts, in the order applied.
    pub lines: SmallVec<[Line; 6]>,
}

impl Tally {
    /// An empty tally: nothing yet, total 0.
    pub fn new(of: &'static str) -> Self {
        Tally { of: Cow::Borrowed(of), lines: SmallVec::new() }
    }

    /// Appends a line.
    pub fn push(&mut self, rule: RuleId, label: impl Into<Cow<'static, str>>, effect: Effect) {
        self.lines.push(Line { rule, label: label.into(), effect });
    }

    /// Appends a line that adds, unless it adds nothing.
    pub fn add(&mut self, rule: RuleId, label: impl Into<Cow<'static, str>>, value: i32) {
        if value != 0 {
            self.push(rule, label, Effect::Add(value));
        }
    }

    /// Appends a line that replaces everything before it.
    pub fn set(&mut self, rule: RuleId, label: impl Into<Cow<'static, str>>, value: i32) {
        self.push(rule, label, Effect::Set(value));
    }

    /// Caps from above; the line is kept only if it changes the total.
    pub fn at_most(&mut self, rule: RuleId, label: impl Into<Cow<'static, str>>, most: i32) {
        if self.total() > most {
            self.push(rule, label, Effect::AtMost(most));
        }
    }

    /// Caps from below; the line is kept only if it changes the total.
    pub fn at_least(&mut self, rule: RuleId, label: impl Into<Cow<'static, str>>, least: i32) {
        if self.total() < least {
            self.push(rule, label, Effect::AtLeast(least));
        }
    }

    /// The number.
    pub fn total(&self) -> i32 {
        self.lines.iter().fold(0, |so_far, line| line.effect.after(so_far))
    }

    /// Whether `rule` has a line here.
    pub fn cites(&self, rule: RuleId) -> bool {
        self.lines.iter().any(|line| line.rule == rule)
    }
}

/// A tally as it is written: with its total, for readers who do not add up.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Tally")]
struct Written {
    of: Cow<'static, str>,
    #[schemars(with = "Vec<Line>")]
    lines: SmallVec<[Line; 6]>,
    #[serde(default)]
    total: i32,
}

impl From<Written> for Tally {
    fn from(w: Written) -> Self {
        Tally { of: w.of, lines: w.lines }
    }
}

impl From<Tally> for Written {
    fn from(t: Tally) -> Self {
        Written { total: t.total(), of: t.of, lines: t.lines }
    }
}
