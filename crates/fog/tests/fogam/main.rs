//! Battles of the ancient and medieval book, in folders as in `src/battle`. A program of its own beside `tests/fog`, so that
//! who works on one book does not build the tests of the other.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // Helpers of tests fail by panicking.

mod bases;
#[path = "../common/mod.rs"]
mod battle_common;
mod digest;
mod golden;
mod impact;
mod joint;
mod manoeuvre;
mod melee;
mod mirror;
mod options;
mod outcome;
mod position;
mod random;
mod readings;
mod scenarios;
mod setup;
mod shooting;
mod silent;
mod traps;
mod turn;
mod words;
