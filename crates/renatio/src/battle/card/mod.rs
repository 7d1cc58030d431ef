//! The Card Phase: cards are dealt, and the Army Commander gives some away.

mod deal;
mod gifts;

pub use deal::{Deal, deck_of, drawn};
pub use gifts::Gifts;
