//! The systems of the ledger, generated from `rules/systems.toml` by the build script.

use crate::id::RuleId;
use crate::rule::Rule;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

include!(concat!(env!("OUT_DIR"), "/systems.rs"));

impl System {
    /// The system with this short name, in capitals or not.
    #[must_use]
    pub fn find(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|system| system.code().eq_ignore_ascii_case(code))
    }

    /// The rules of this system, in the order of the rulebook.
    pub fn rules(self) -> impl Iterator<Item = &'static Rule> + Clone {
        RuleId::in_book_order().map(RuleId::rule).filter(move |rule| rule.system == self)
    }
}

impl fmt::Display for System {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}
