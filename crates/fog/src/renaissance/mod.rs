//! Combat and tests of Field of Glory Renaissance.
//!
//! [`Renaissance`] is the book's [`Arithmetic`](crate::core::Arithmetic): it musters the dice of a fight and gives the
//! terms of the tests that follow. The points of advantage stand as tables in `impact`, `melee` and `shooting`.

mod advantage;
mod autobreak;
mod casualties;
mod cohesion;
mod dice;
mod facts;
mod impact;
mod melee;
mod readings;
mod rules;
mod shooting;

pub use advantage::{DiceOf, close_combat_advantage, close_combat_score, shooting_score};
pub use autobreak::{autobreaks, autobreaks_at, bearable_losses};
pub use cohesion::tests_as;
pub use dice::{RankDice, close_combat_reroll, file_dice, square_bases, weight_against};
pub use facts::{Facts, Pair, is_protected};
pub use readings::{Choice, READINGS};
pub use rules::Renaissance;
pub use shooting::{
    NAVAL, Place, Rate, Shot, Weapon, rate, reaches, shooting_advantage, shot, target_armour, weapon_of,
};
