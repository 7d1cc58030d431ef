//! The table: one line for each system, in the order shown to players.

use crate::{Entry, fog, musketpike, renatio};

/// Every system.
pub static TABLE: &[Entry] = &[
    fog::RENAISSANCE,
    fog::ANCIENTS,
    musketpike::ENTRY,
    renatio::ENTRY,
    #[cfg(feature = "trial")]
    Entry::of::<caracole_trial::Trial>(),
];

/// Code of the system that newcomers are offered first.
pub const USUAL: &str = "mpbs";
