//! What follows combat on the table: routs, pursuits, losses, commanders, guns and camps, with literal dice.

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
pub mod steps;
mod tests_of_cohesion;
mod traps;
mod works;
