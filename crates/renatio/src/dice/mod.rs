//! Death Dice: their faces, the ladders on which they are raised and lowered, and how a throw is read.

mod death;
mod harm;
mod ladder;
mod pool;

pub use death::{Face, Faces};
pub use harm::{Breaking, Harm, breaks};
pub use ladder::{CombatDice, ShootingDice};
pub use pool::{Counted, count, death_pool, shooting_pool};

#[cfg(test)]
mod tests;
