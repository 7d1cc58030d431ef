//! Field of Glory Renaissance: arithmetic.
#![allow(clippy::expect_used)] // Helpers of tests fail by panicking.

mod ask;
mod dice;
mod examples;
mod lost_dice;
mod odds;
mod poa;
mod rules;
mod shooting;
mod support;
mod tercio_example;
mod tests;
