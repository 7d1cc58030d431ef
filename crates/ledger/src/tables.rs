//! The ledger's data, generated from `rules/` by the build script.

use crate::id::RuleId;
use crate::rule::{Example, Kind, Rule};
use crate::system::System;

include!(concat!(env!("OUT_DIR"), "/ledger.rs"));
