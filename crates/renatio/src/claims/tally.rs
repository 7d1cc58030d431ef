//! Claims with the rule and the ground of each.

use crate::charts::{Basis, CombatKind, is_proposed};
use caracole_kernel::{Effect, Tally};
use caracole_ledger::RuleId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::borrow::Cow;

/// One claim.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct ClaimLine {
    /// The rule that gives it.
    pub rule: RuleId,
    /// What it is for.
    pub label: Cow<'static, str>,
    /// What it adds.
    pub add: u8,
    /// What the number rests on.
    pub basis: Basis,
}

/// What one file claims in one fight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claims {
    /// The kind of combat.
    pub kind: CombatKind,
    /// The claims, in the order of the tables.
    pub lines: SmallVec<[ClaimLine; 6]>,
}

impl Claims {
    /// No claim yet.
    pub fn new(kind: CombatKind) -> Claims {
        Claims { kind, lines: SmallVec::new() }
    }

    /// Adds a claim, unless it adds nothing.
    pub fn add(&mut self, rule: RuleId, label: impl Into<Cow<'static, str>>, add: u8, basis: Basis) {
        if add > 0 {
            self.lines.push(ClaimLine { rule, label: label.into(), add, basis });
        }
    }

    /// The sum.
    pub fn total(&self) -> u32 {
        self.lines.iter().map(|line| u32::from(line.add)).sum()
    }

    /// Whether a claim rests on a value of this project's own.
    pub fn rests_on_proposals(&self) -> bool {
        self.lines.iter().any(|line| is_proposed(line.basis))
    }

    /// As a tally; claims that rest on proposed values say so.
    pub fn tally(&self) -> Tally {
        let mut tally = Tally::new(self.kind.name());
        for line in &self.lines {
            tally.push(line.rule, with_basis(&line.label, line.basis), Effect::Add(i32::from(line.add)));
        }
        tally
    }
}

/// A label that says when its value is not from the rulebook.
pub fn with_basis(label: &str, basis: Basis) -> String {
    match basis {
        Basis::Rules | Basis::Mixed => label.to_owned(),
        Basis::Published => format!("{label} (parent game)"),
        Basis::Proposed => format!("{label} (proposed)"),
        Basis::User => format!("{label} (your charts)"),
    }
}
