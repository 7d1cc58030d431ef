//! Outflanking marches.

use crate::battle::world::{GroupId, World};
use crate::combat::Grade;
use crate::troops::Quality;
use caracole_kernel::{Refusal, Tally, dice::Pool};
use std::cmp::Ordering;

/// When battle groups of a march test for straggling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StragglingTest {
    /// At the start of the turn in which they arrive.
    AsTheTurnBegins,
    /// Just before they come on.
    AsTheyArrive,
}

/// What becomes of battle groups that find no room to come on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WithoutRoom {
    /// They try again in their next turn.
    Wait,
    /// They never arrive.
    Straggle,
}

/// What becomes of enemy artillery near where flank marchers come on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GunsOverrun {
    /// It is captured.
    Captured,
    /// It is destroyed.
    Destroyed,
}

/// Troops that march round a flank.
pub trait Outflanking {
    /// Checks whether these troops may march round a flank.
    fn check_marchers(&self, world: &World, groups: &[GroupId]) -> Result<(), Refusal>;

    /// Whether marches are rolled for in the turn of this number.
    fn rolls_in(&self, turn: u16) -> bool;

    /// The dice of an arrival roll.
    fn arrival_pool(&self) -> Pool;

    /// Adds up what modifies an arrival roll.
    fn arrival_modifiers(&self, world: &World, leader: Grade, groups: &[GroupId], score: &mut Tally);

    /// The least score at which an outflanking march arrives.
    fn arrives_on(&self) -> i32;

    /// Compares two marches that meet: the greater drives the other back.
    fn compare(&self, world: &World, one: &[GroupId], other: &[GroupId]) -> Ordering;

    /// When battle groups test for straggling.
    fn straggling_test(&self) -> StragglingTest;

    /// The dice of a straggling test.
    fn straggling_pool(&self, quality: Quality) -> Pool;

    /// Adds up what modifies a straggling test.
    fn straggling_modifiers(&self, world: &World, group: GroupId, score: &mut Tally);

    /// The least score at which a battle group does not straggle.
    fn stays_on(&self) -> i32;

    /// What becomes of those without room.
    fn without_room(&self) -> WithoutRoom;

    /// What becomes of enemy artillery where they come on.
    fn guns_overrun(&self) -> GunsOverrun;
}
