//! Scenarios for single rules, the rulebook's worked examples first.

#[path = "../common/mod.rs"]
mod common;

mod activation;
mod combat;
mod leaders;
mod recovery;
mod stacks;
