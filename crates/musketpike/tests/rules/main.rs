//! Scenarios for single rules, the rulebook's worked examples first.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "../common/mod.rs"]
mod common;

mod activation;
mod combat;
mod examples;
mod fire;
mod guns;
mod interceptions;
mod leaders;
mod melee;
mod morale;
mod pursuits;
mod rally;
mod reactions;
mod recovery;
mod report;
mod retreats;
mod scene;
mod special;
mod stacks;
