//! Armies: what they consist of, what they cost, and whether they are legal.

mod builtin;
mod camp;
mod cards;
mod limits;
mod model;
mod points;
mod random;
mod read;
mod strength;

pub use builtin::{BUILT_IN, BuiltIn, builtin, starter};
pub use camp::{CampState, camp_state, camp_troops};
pub use cards::{map_cards, scouting_cards};
pub use limits::{Problem, check};
pub use model::{Army, Camp, Commander, Role, Unit};
pub use points::{Price, UnitPrice, body, price};
pub use random::random;
pub use read::{MOST_UNITS, read_army};
pub use strength::{Strength, army_breaks, strength, weight};

#[cfg(test)]
mod tests;
