//! What follows combat on the table: routs, pursuits, losses, commanders, guns and camps, with literal dice.

#[path = "../battle_common/mod.rs"]
mod battle_common;
mod brigade;
mod camps;
mod closing_up;
mod crowded;
mod examples;
mod guns;
mod melee;
mod outline;
mod proofs;
mod pursuers_met;
mod pursuits;
mod readings;
mod routs;
mod sequence;
mod special;
mod steps;
mod tests_of_cohesion;
mod traps;
mod works;
