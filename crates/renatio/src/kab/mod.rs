//! Kill a Base tests: their causes, dice and results.

mod causes;
mod dice;
mod effect;

pub use causes::{Cause, is_exempt};
pub use dice::{KabDice, TestedUnit, commander_dice, unit_dice};
pub use effect::{CommanderResult, UnitResult, commander_at_risk, on_commander, on_unit};

#[cfg(test)]
mod tests;
