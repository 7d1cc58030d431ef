//! Shooting: ranges, and the dice of one file.

mod dice;
mod facts;
mod range;

pub use dice::{ShotDice, extra_dice, file_dice};
pub use facts::{ShooterFacts, TargetFacts};
pub use range::{Band, band, extra_row, range_row, reach_of};

#[cfg(test)]
mod tests;
