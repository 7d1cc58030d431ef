//! The tests of the crate, in folders as in `src`: one program, so that it is linked once.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // Helpers of tests fail by panicking.

mod ancients;
mod armies;
#[path = "../common/mod.rs"]
mod battle_common;
mod digest;
mod either_hand;
mod golden;
mod impact;
mod joint;
mod layers;
mod ledger;
mod manoeuvre;
mod melee;
mod mirror;
mod offered;
mod one_engine;
mod outcome;
mod position;
mod random;
mod renaissance;
mod scene;
mod setup;
mod shooting;
mod text;
mod turn;
