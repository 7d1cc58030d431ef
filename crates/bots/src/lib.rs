//! Computer players, and what is done with them by the thousand.
//!
//! A player sees a battle through the kernel's interface and returns one of the decisions that are legal. Everything
//! is reproducible: players draw their chances from a seed.

mod fuzz;
mod numbers;

pub use fuzz::{Broken, Fought, Fuzz, fuzz};
pub use numbers::Numbers;
