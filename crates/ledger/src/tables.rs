//! The ledger's data, generated from `rules/` by the build script.

use crate::id::RuleId;
use crate::rule::{Example, Kind, Rule, System};

include!(concat!(env!("OUT_DIR"), "/ledger.rs"));
