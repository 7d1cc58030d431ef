//! Questions about where things stand.

pub mod broken;
pub mod command;
pub mod contact;
pub mod fights;
pub mod going;
pub mod ground;
pub mod invariants;
pub mod nervous;
pub mod reform;
pub mod room;
pub mod sight;
pub mod support;
pub mod zone;
