//! Combat and tests of Field of Glory Renaissance.
//!
//! [`Renaissance`] is the book's [`Arithmetic`](crate::combat::Arithmetic): it musters the dice of a fight and gives the
//! terms of the tests that follow. The points of advantage stand as tables in `impact`, `melee` and `shooting`.

mod advantage;
mod aftermath;
mod answers;
mod autobreak;
mod break_off;
mod check;
mod cohesion;
mod complex_moves;
mod customs;
mod dice;
mod divisions;
mod explain;
mod facts;
mod impact;
mod joint_action;
mod melee;
mod pairing;
mod random_setup;
mod ranges;
mod readings;
mod rules;
mod setup;
mod shooting;
mod variable_moves;
mod victory;

pub use advantage::{DiceOf, close_combat_advantage, close_combat_score, shooting_score};
pub use aftermath::{ROUTED_COMMANDER_FALLS_ON, camp_pool, routed_commander_pool, sacks_on};
pub use autobreak::{autobreaks, autobreaks_at};
pub use check::check;
pub use cohesion::{Standing, cohesion_modifiers, double_drop, tests_as};
pub use complex_moves::{COMPLEX_MOVE_PASS, ComplexMoveTest};
pub use dice::{RankDice, close_combat_reroll, file_dice, gun_files, weight_against};
pub use facts::{Facts, Pair, is_protected};
pub use joint_action::{
    Bar, Beaten, Contact, Opponent, Pursuit, Rallying, Stopping, break_off_distance, initial_pursuit,
    may_bolster, may_break_off, routers_lose, stopping, tests_when_charged,
};
pub use pairing::check_pairing;
pub use random_setup::random_setup;
pub use ranges::{has_long_range, range_of, ranges};
pub use readings::{Choice, READINGS};
pub use rules::{Renaissance, death_modifiers};
pub use setup::{
    ARRIVAL_PASS, STRAGGLING_PASS, arrival_modifiers, arrival_pool, counts_for_initiative,
    initiative_modifier, initiative_pool, straggling_modifiers, straggling_pool,
};
pub use shooting::{
    Place, Rate, Shot, Weapon, ranks_that_shoot, rate, shooting_advantage, shot, sixths_of_dice,
    target_armour, weapon_of,
};
pub use variable_moves::{variable_move, variable_move_pool, varied_distance};
pub use victory::{Fate, Strain, attrition, attrition_of, break_point, is_grand, is_routed, victory};
