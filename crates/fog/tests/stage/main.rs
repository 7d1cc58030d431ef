//! Battles as clients draw them, and the scenarios that they start from.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../battle_common/mod.rs"]
mod battle_common;

mod drags;
mod layers;
mod scenarios;
mod scenes;
