//! What the ledger records of a rule and of a worked example.

use crate::id::RuleId;
use crate::system::System;
use crate::tables::{EXAMPLES, RULES};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a rule does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Says what a term means.
    Definition,
    /// Governs something that happens in play.
    Mechanic,
    /// Fixes an order of steps.
    Sequence,
    /// Is a table of values.
    Table,
    /// Governs what happens before the first turn.
    Setup,
    /// Prices an army.
    Points,
    /// Decides who wins.
    Victory,
    /// Is used only when the players agree on it.
    Optional,
    /// Counsels the players.
    Advice,
}

impl Kind {
    /// The word the data files use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Definition => "definition",
            Self::Mechanic => "mechanic",
            Self::Sequence => "sequence",
            Self::Table => "table",
            Self::Setup => "setup",
            Self::Points => "points",
            Self::Victory => "victory",
            Self::Optional => "optional",
            Self::Advice => "advice",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// One rule, restated in our own words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Rule {
    /// The id that code, logs and refusals cite.
    pub id: RuleId,
    /// The system it belongs to.
    pub system: System,
    /// The rulebook's chapter.
    pub chapter: &'static str,
    /// The rule in a few words.
    pub title: &'static str,
    /// What the rule does.
    pub kind: Kind,
    /// The rule itself; every line is a paragraph.
    pub text: &'static str,
    /// Rows of cells, the first row being the head; empty for most rules.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub table: &'static [&'static [&'static str]],
    /// What the rulebook leaves unclear, and the reading chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unclear: Option<&'static str>,
    /// Rules to read with it.
    pub see: &'static [RuleId],
    /// Play can show whether it is kept: true of all but advice and definitions that no other rule refers to.
    pub testable: bool,
    /// Why the program does not enforce it, where it never will or does not yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_enforced: Option<&'static str>,
}

impl Rule {
    /// Every rule, in the order of the ids.
    #[must_use]
    pub fn all() -> &'static [Self] {
        &RULES
    }
}

/// A worked example: a position and what must come of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Example {
    /// Its id, distinct from all rules' ids.
    pub id: &'static str,
    /// The system it belongs to.
    pub system: System,
    /// The example in a few words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<&'static str>,
    /// Worked out from the rules rather than given by the rulebook.
    pub derived: bool,
    /// The rules it shows.
    pub rules: &'static [RuleId],
    /// The position.
    pub setup: &'static str,
    /// What must come of it.
    pub expected: &'static str,
    /// What the rulebook leaves unclear, and the reading chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unclear: Option<&'static str>,
}

impl Example {
    /// Every worked example, system by system.
    #[must_use]
    pub fn all() -> &'static [Self] {
        &EXAMPLES
    }

    /// The example with this id, in capitals or not.
    #[must_use]
    pub fn find(id: &str) -> Option<&'static Self> {
        EXAMPLES.iter().find(|example| example.id.eq_ignore_ascii_case(id))
    }

    /// The examples that show this rule.
    pub fn of(rule: RuleId) -> impl Iterator<Item = &'static Self> {
        EXAMPLES.iter().filter(move |example| example.rules.contains(&rule))
    }
}
