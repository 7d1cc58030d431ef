//! The rule ledger: every rule of every system restated in our own words, with an id that code cites.
//!
//! A citation is a [`RuleId`], checked when the program is compiled:
//!
//! ```
//! use caracole_ledger::{RuleId, System, rule};
//!
//! let charge = rule!("FOGR-IMPACT-021");
//! assert_eq!(charge.rule().system, System::Fogr);
//! assert_eq!(RuleId::find("FOGR-IMPACT-021"), Some(charge));
//! assert_eq!(RuleId::find("FOGR-IMPACT-999"), None);
//! ```

mod coverage;
mod id;
mod rule;
pub mod scan;
mod search;
mod suggest;
mod system;
mod tables;

pub use coverage::{Citation, Coverage, Excused, Figures, Role};
pub use id::{RuleId, UnknownRule};
pub use rule::{Example, Kind, Rule};
pub use search::{BadSearch, Hit, Search};
pub use suggest::{edit_distance, nearest};
pub use system::System;
