//! The one table of systems: everything the program has for each of them.
//!
//! All questions about which systems there are, and what each of them offers, are answered here. A client never names a
//! system.
//!
//! ```
//! let usual = caracole_systems::usual();
//! assert!(usual.engine().is_some(), "newcomers begin with a system that is played");
//! assert!(!usual.scenarios().ids().is_empty());
//!
//! let built: Vec<&str> = caracole_systems::TABLE
//!     .iter()
//!     .filter(|entry| entry.library().armies().is_some())
//!     .map(|entry| entry.title())
//!     .collect();
//! assert_eq!(built.len(), 3, "armies of three rulebooks can be built: {built:?}");
//! ```
//!
//! - [`TABLE`]: the table, an [`Entry`] for each system; [`find`], [`played`], [`usual`].
//! - [`Entry`]: engine, computer players, scenarios, armies, rulings and pictures of one system.
//! - [`oracle`]: questions about the rules without a table.
//! - [`Scenarios`]: scenario files, read and shown without knowing their system.
//! - [`read_position`]: position files of every system.
//! - [`rule_on_position`], [`rule_on_hexes`]: the referee of the system that a file names.
//!
//! A new system needs its own crate, its folder of the ledger and one line in `table.rs`.

mod entry;
pub mod fog;
mod musketpike;
pub mod oracle;
mod renatio;
mod rulings;
mod scenarios;
mod table;

pub use entry::{Entry, Undrawn};
pub use rulings::{rule_on_hexes, rule_on_position};
pub use scenarios::{Block, ChartInfo, ChartTexts, Fault, Listed, Loaded, NoScenarios, Scenarios};
pub use table::{TABLE, USUAL};

use caracole_kernel::AnySystem;
use caracole_position::{Position, Unusable, Vocabulary};

/// The entry of the system with this code.
pub fn find(code: &str) -> Option<&'static Entry> {
    TABLE.iter().find(|entry| entry.code() == code)
}

/// The engine of every system that is played.
pub fn played() -> impl Iterator<Item = &'static dyn AnySystem> {
    TABLE.iter().filter_map(Entry::engine)
}

/// Reads a position file with the words of every system.
pub fn read_position(text: &str) -> Result<Position, Unusable> {
    let words: Vec<&Vocabulary> = TABLE.iter().filter_map(Entry::vocabulary).collect();
    Position::parse(text, &words)
}

/// The system that newcomers are offered first.
pub fn usual() -> &'static Entry {
    find(USUAL).unwrap_or(&TABLE[0])
}

/// The computer players of every system that has a roster.
pub fn arenas() -> impl Iterator<Item = &'static dyn caracole_bots::AnyArena> {
    TABLE.iter().filter_map(Entry::arena)
}

/// The entry whose scenarios have this id.
pub fn with_scenario(id: &str) -> Option<&'static Entry> {
    TABLE.iter().find(|entry| entry.scenarios().text(id).is_some())
}

/// The entry to which a text belongs that looks like a scenario; `None` for positions, armies and the like.
pub fn owner_of(text: &str) -> Option<&'static Entry> {
    TABLE.iter().find(|entry| entry.scenarios().owns(text))
}

/// The entry by whose format scenarios are written where nothing says otherwise.
pub fn of_template() -> Option<(&'static Entry, &'static str)> {
    TABLE.iter().find_map(|entry| Some((entry, entry.scenarios().template()?)))
}
