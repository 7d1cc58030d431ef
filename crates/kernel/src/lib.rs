//! The battle machine that serves every rule system.
pub mod dice;
mod battle;
mod hash;
pub mod log;
mod refusal;
mod side;
mod system;
mod tally;

pub use battle::{Awaiting, Battle, Outcome, Step};
pub use hash::StateHash;
pub use refusal::{Fact, FactValue, Refusal};
pub use side::{BySide, Side, Viewer};
pub use system::{Context, Flow, Input, RulesVersion, Sentence, Start, System};
pub use tally::{Effect, Line, Tally};
