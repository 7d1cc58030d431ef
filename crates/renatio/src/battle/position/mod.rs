//! Questions about where things stand.

pub mod broken;
pub mod command;
pub mod contact;
pub mod going;
pub mod invariants;
pub mod sight;
pub mod zone;
