//! The game in words: prompts, choices, commands and the report of battles, as people read and type them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod commands;
mod prompts;
mod random;
