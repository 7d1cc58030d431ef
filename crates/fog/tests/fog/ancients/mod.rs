//! Field of Glory ancient & medieval: arithmetic.
#![allow(clippy::expect_used)] // Helpers of tests fail by panicking.

mod advantage;
mod around;
mod ask;
mod cohesion;
mod dice;
mod gauls_and_romans;
mod losses;
mod lost_dice;
mod odds;
mod random;
mod shooting;
mod support;
