//! The arithmetic that both books share.
//!
//! A [`Fight`] says who fights or shoots at whom in one combat phase. A book's [`Arithmetic`] musters its dice
//! ([`Part`]s with scores and re-rolls) and gives the terms of the tests that follow. A [`Round`] resolves it: a small
//! state machine that asks for dice and is told what they say. The battle engine, exact odds and scripted tests all
//! run this one machine; they differ in who supplies the dice.

mod advantage;
pub(crate) mod answers;
mod arithmetic;
pub mod ask;
mod casualties;
mod chances;
mod course;
mod ending;
mod fight;
mod fight_file;
mod group;
mod loss_choices;
mod losses;
mod move_kind;
pub mod pairing;
mod parts;
mod quality;
pub mod questions;
mod readings;
mod reckon;
mod round;
mod share;
mod shooters;
mod situation;
mod test;
mod test_purpose;
mod walk;

pub(crate) use advantage::advantage_rows;
pub use advantage::{Bracket, MOST_ADVANTAGE, Row, Whose, add_rows};
pub use answers::Answers;
pub use arithmetic::{
    Arithmetic, Cause, FireTaken, Muster, NAVAL, OutcomeStep, PartExplained, RollRules, TestCase,
};
pub use casualties::{LostTo, take_off};
pub use chances::Chances;
pub use course::{Condition, Conditions, MOST_ROUNDS, after_phase, contacts_that_last, course_odds};
pub use ending::{Clock, Victory};
pub use fight::{
    Bombardment, Charge, Defence, Duel, Edge, Fight, FileRef, FileShot, Ground, MOST_GROUPS, Range, Role,
    ShotBy, Stand, Volley,
};
pub use fight_file::{
    BadFight, BuiltFight, ChangeSpec, FightFile, RoundSpec, default_training, lowest_armour,
};
pub use group::{
    Base, Commander, CommanderPlace, Directions, Engaged, Facing, File, Formation, Grade, Group, MOST_BASES,
    Protection, bases_counted, reaches_hits_per,
};
pub use loss_choices::loss_choices;
pub(crate) use loss_choices::mark_given_up;
pub use losses::{Cut, Sharing, lose_dice, share_out};
pub use move_kind::MoveKind;
pub use parts::{Arms, Order, Part, Weight};
pub use quality::{low, quality_reroll};
pub use questions::{Kind, PartySpec};
pub use readings::{Mattered, Reading, Readings, UnknownReading, mattered};
pub use reckon::{Reckon, Total};
pub use round::{Ahead, CombatResult, Decided, Round, RoundState, Toll, Tolls};
pub use share::{Claims, dice_lost, dice_per, share_loss, share_loss_by};
pub(crate) use shooters::{Shooters, next_mixed};
pub use situation::{
    BadSituation, BaseSpec, Clashes, CommanderSpec, ContactSpec, FileSpec, GroupSpec, LineSpec, NavalSpec,
    Roster, ShotSpec,
};
pub use test::{
    COHESION_DISASTER, COHESION_PASS, TestResult, TestTerms, death_pool, death_roll_survived_on, test_roll,
};
pub use test_purpose::TestPurpose;
