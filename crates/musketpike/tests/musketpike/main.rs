//! The tests of the crate, in folders as in `src`: one program, so that it is linked once.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod common;
mod difficult_cases;
mod engine;
mod examples;
mod golden;
mod mirror;
mod procedures;
mod random;
mod scenario;
mod scene;
mod text;
mod views;
