//! Where implementations go wrong: each line of the list of traps has its own scenario here.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "../common/mod.rs"]
mod common;

#[path = "../rules/scene.rs"]
#[allow(dead_code, reason = "the rules' tests use the rest")]
mod scene;
mod traps_artillery;
mod traps_charge;
mod traps_close_combat;
mod traps_command;
mod traps_fire;
mod traps_in_play;
mod traps_movement;
mod traps_nested;
mod traps_preemption;
mod traps_readings;
mod traps_two_hex;
