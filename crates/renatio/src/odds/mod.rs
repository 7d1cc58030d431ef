//! Exact odds from the same tallies that the battle uses.

mod dice;
mod duel;
mod line;
mod test;
mod volley;

pub use dice::{DicePool, Shown, SideOdds};
pub use duel::{Outcome, Until, duel};
pub use line::{Line, LineFile, LineOdds, MOST_FILES, MOST_UNITS, State, UnitState, line_odds};
pub use test::{commander_odds, unit_odds};
pub use volley::{VolleyDie, VolleyOdds, effect_of, volley_odds};

#[cfg(test)]
mod tests;
