//! Which rules the engines enforce and which the tests prove.

use crate::id::RuleId;
use crate::system::System;
use serde::Serialize;
use std::borrow::Cow;

/// What a citation says about its rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Engine code enforces it: `rule!` or `enforces!`.
    Enforced,
    /// A test proves it: `proves!`.
    Proved,
    /// The engine refuses where it would be needed: `not_yet!`.
    Refused,
}

/// A place in the sources that cites a rule.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Citation {
    /// The rule.
    pub rule: RuleId,
    /// What is said about it.
    pub role: Role,
    /// The file, from the root of the workspace.
    pub file: Cow<'static, str>,
    /// The line.
    pub line: u32,
}

/// The figures of one system. Enforced and proved count testable rules only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Figures {
    /// The system.
    pub system: System,
    /// Rules in the ledger.
    pub stated: usize,
    /// Rules that can be tested: all but advice and definitions that no other rule refers to.
    pub testable: usize,
    /// Testable rules that engine code enforces.
    pub enforced: usize,
    /// Testable rules that a test proves.
    pub proved: usize,
    /// Testable rules that nothing enforces, with the reason for it, in the order of the rulebook.
    pub excused: Vec<Excused>,
    /// Testable rules that nothing enforces yet, for no reason given, in the order of the rulebook.
    pub unenforced: Vec<RuleId>,
    /// Testable rules that no test proves yet, excused ones left out, in the order of the rulebook.
    pub unproved: Vec<RuleId>,
}

/// A rule that the program does not enforce for a reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Excused {
    /// The rule.
    pub rule: RuleId,
    /// Why it is not enforced.
    pub why: &'static str,
}

/// All citations of a build, ready to be asked.
#[derive(Clone, Copy, Debug)]
pub struct Coverage<'c> {
    citations: &'c [Citation],
}

impl<'c> Coverage<'c> {
    /// Coverage by these citations.
    #[must_use]
    pub const fn new(citations: &'c [Citation]) -> Self {
        Self { citations }
    }

    /// Where a rule is cited in this role.
    pub fn places(self, rule: RuleId, role: Role) -> impl Iterator<Item = &'c Citation> {
        self.citations.iter().filter(move |citation| citation.rule == rule && citation.role == role)
    }

    /// The rule is cited in this role somewhere.
    #[must_use]
    pub fn has(self, rule: RuleId, role: Role) -> bool {
        self.places(rule, role).next().is_some()
    }

    /// The figures of a system.
    #[must_use]
    pub fn figures(self, system: System) -> Figures {
        let cited = |role: Role| {
            let mut cited: Vec<_> =
                self.citations.iter().filter(|c| c.role == role).map(|c| c.rule).collect();
            cited.sort_unstable();
            cited
        };
        let (enforced, proved) = (cited(Role::Enforced), cited(Role::Proved));
        let mut figures = Figures {
            system,
            stated: 0,
            testable: 0,
            enforced: 0,
            proved: 0,
            excused: Vec::new(),
            unenforced: Vec::new(),
            unproved: Vec::new(),
        };
        for rule in system.rules() {
            figures.stated += 1;
            if !rule.testable {
                continue;
            }
            figures.testable += 1;
            let is_proved = proved.binary_search(&rule.id).is_ok();
            figures.proved += usize::from(is_proved);
            if enforced.binary_search(&rule.id).is_ok() {
                figures.enforced += 1;
            } else if let Some(why) = rule.not_enforced {
                figures.excused.push(Excused { rule: rule.id, why });
                continue;
            } else {
                figures.unenforced.push(rule.id);
            }
            if !is_proved {
                figures.unproved.push(rule.id);
            }
        }
        figures
    }
}
