//! The rule ledger: every rule of every system restated in our own words, with an id that code cites.

mod id;
pub use id::RuleId;
