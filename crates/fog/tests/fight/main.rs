//! What follows combat on the table: routs, pursuits, losses, commanders, guns and camps, with literal dice.

#[path = "../battle_common/mod.rs"]
mod battle_common;
mod guns;
mod pursuits;
mod routs;
mod steps;
