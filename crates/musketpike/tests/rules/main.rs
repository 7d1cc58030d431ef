//! Scenarios for single rules, the rulebook's worked examples first.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "../common/mod.rs"]
mod common;

mod activation;
mod combat;
mod command;
mod formations;
mod ground;
mod guns_and_stacks;
mod leaders;
mod leading;
mod orders;
mod points;
mod recovery;
mod sequence;
mod stacks;
