//! Field of Glory, ancient and medieval (fogam): what is this book's own.
//!
//! [`Ancients`] is the book behind the shared combat machine of [`crate::combat`]. The tables of points of advantage are
//! in `impact`, `melee` and `shooting`; dice in `dice`, `support` and `volley`; what follows from hits in `casualties`,
//! `cohesion` and `commanders`. Tests and rolls outside combat stand each in its own file.

mod advantage;
mod answers;
mod bolster;
mod burst;
mod camp;
mod casualties;
mod charge;
mod check;
mod cohesion;
mod commanders;
mod customs;
mod dice;
mod explain;
mod facts;
mod hold_back;
mod impact;
mod leaving;
mod lines;
mod melee;
mod moves;
mod pairing;
mod pool;
mod pursuit;
mod quality;
mod rally_line;
mod random_setup;
mod readings;
mod rear_support;
mod ride_down;
mod rules;
mod scythed;
mod setup;
mod shooting;
mod support;
mod victory;
mod vocabulary;
mod volley;

pub use crate::battle::customs::Charged;
pub use advantage::{close_combat_advantage, close_combat_score, net_advantage, shooting_score};
pub use bolster::{Attempt, RallyFacts, check_attempt};
pub use camp::{check_assault, sack_roll};
pub use casualties::{Faces, autobreak_loss, autobreaks, bases_counted, death_modifiers, is_destroyed};
pub use charge::{
    FlankContact, flank_contact, fragmented_and_charged, needs_test_to_charge, shock_must_test,
};
pub use check::check_fight;
pub use cohesion::{
    Standing, can_have_rear_support, cohesion_modifiers, double_drop, is_due, quarters_lost, tests_as,
};
pub use commanders::{check_front_rank, commit_order, falls_on, falls_with_routers_on};
pub(crate) use dice::impact_dice;
pub use dice::{RankDice, fights_in_one_rank, orb_width, weight_against};
pub use facts::{Facts, Pair, counts_as_column, is_shock, is_shock_base, skirmishes};
pub use moves::{
    Column, Difficulty, MoveKind, MoveTest, VARIABLE_MOVE, column_of, difficulty, listed_difficulty,
    normal_move, tests_for_every_move, variable_change, variable_move,
};
pub use pairing::{Contact, check_pairing, most_pairs};
pub use pursuit::{BreakOff, Opponent, Pursuit, break_off, pursuit};
pub use quality::{
    EffectiveQuality, close_combat_reroll, commander_inspires, effective_quality, is_ranks_deep,
    is_upgraded_at_impact, shooting_reroll, support_reroll,
};
pub use random_setup::random_setup;
pub use readings::{Choice, READINGS, is};
pub use rules::Ancients;
pub use setup::{
    FlankMarch, Meeting, arrival_modifiers, arrives_on, first_turn_modifier, initiative_modifiers, meeting,
    scouting_bases, scouts, straggles_below, straggling_modifiers,
};
pub use shooting::{
    Place, Rate, Shot, Situation, arms_of, rate, reaches, shooting_advantage, shot, weapons_of,
};
pub use support::{Supporter, support_shot, supporter};
pub use victory::{
    ArmyState, Degree, Fate, GroupFate, attrition, break_point, degree_on_time, is_routed, result_of_rout,
};
pub use vocabulary::VOCABULARY;
pub use volley::{shooting_is_optional, sixths_of_dice};
