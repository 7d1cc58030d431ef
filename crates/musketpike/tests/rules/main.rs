//! Scenarios for single rules, the rulebook's worked examples first.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "../common/mod.rs"]
mod common;

mod activation;
mod aims;
mod choices;
mod combat;
mod command;
mod drags;
mod examples;
mod fire;
mod formations;
mod found_at_the_table;
mod ground;
mod guns;
mod guns_and_stacks;
mod interceptions;
mod leaders;
mod leading;
mod melee;
mod morale;
mod orders;
mod points;
mod pursuits;
mod rally;
mod reactions;
mod recovery;
mod report;
mod retreats;
mod scene;
mod sequence;
mod special;
mod stacks;
mod words;
