//! Battles as clients draw them, and the scenarios that they start from.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod drags;
mod layers;
mod scenarios;
mod scenes;
