//! The shooting phase on the table: who shoots, at whom, over whom.

mod aim;
#[path = "../battle_common/mod.rs"]
mod battle_common;
mod closed;
mod lurking;
mod overhead;
mod readings;
mod several;
#[path = "../fight/steps.rs"]
#[allow(dead_code)]
mod steps;
