//! Moves, their tests, and second moves.

use crate::battle::manoeuvre::{Action, Advance, Difficulty, Movers, Plan, Track};
use crate::battle::world::{GroupId, World};
use crate::combat::{MoveKind, TestPurpose};
use caracole_kernel::{Refusal, Tally, dice::Pool};
use caracole_ledger::RuleId;

/// The terms of a complex move test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveTest {
    /// The rule that asks for it.
    pub rule: RuleId,
    /// The dice.
    pub pool: Pool,
    /// What is added to them.
    pub modifiers: Tally,
    /// The least score that passes.
    pub passes_on: i32,
}

/// What may make an advance easier. Each is worked out only where a book asks.
#[derive(Clone, Copy)]
pub struct Advancing<'a> {
    /// It keeps clear of the enemy from its start to its end.
    pub clear: &'a dyn Fn() -> bool,
    /// It goes straight ahead as far as anything lets it.
    pub full: &'a dyn Fn() -> bool,
    /// It ends in an overlap position in a melee.
    pub joins_melee: &'a dyn Fn() -> bool,
}

/// Moves and their tests.
pub trait Manoeuvre {
    /// The complex move test of battle groups that move as one, as they stand now.
    fn move_test(&self, world: &World, groups: &[GroupId], purpose: TestPurpose) -> MoveTest;

    /// Whether battle groups that move as one may make a kind of move, and whether it is simple or complex.
    fn difficulty(&self, world: &World, groups: &[GroupId], kind: MoveKind) -> Result<Difficulty, Refusal>;

    /// The same of an advance with one wheel at most.
    fn difficulty_of_advance(
        &self,
        world: &World,
        groups: &[GroupId],
        advancing: Advancing<'_>,
    ) -> Result<Difficulty, Refusal>;

    /// Whether an advance may go with a turn, an expansion or a contraction.
    fn goes_with(&self, wheels: usize, difficulty: Difficulty) -> Result<(), Refusal>;

    /// Whether a battle group tests before a move that is planned.
    fn must_test(&self, world: &World, plan: &Plan) -> bool;

    /// Whether battle groups that move as one test before a simple advance, too.
    fn always_test(&self, world: &World, groups: &[GroupId]) -> bool;

    /// What the advance of a kind of move is shorter by, in movement units.
    fn shorter_by(&self, kind: MoveKind) -> Option<(RuleId, i32)>;

    /// How far troops go that turn about, move and turn back, in movement units.
    fn retires_by(&self) -> i32;

    /// Whether the book has such a move.
    fn has_move(&self, action: &Action) -> Result<(), Refusal>;

    /// Whether an advance may include its sideways shift.
    fn shift(&self, world: &World, group: GroupId, advance: &Advance, track: &Track) -> Result<(), Refusal>;

    /// How many moves battle groups make at most in a phase.
    fn most_moves(&self, movers: Movers) -> u8;

    /// The enemies that moves after the first keep away from: how far, in movement units; none if they ignore it.
    fn distance_from_enemy(&self, world: &World, enemy: GroupId, movers: Movers) -> Option<i32>;

    /// The same for a camp.
    fn distance_from_camp(&self, fortified: bool) -> i32;

    /// How near to ambushers a further move ends that brings them to light, in movement units.
    fn distance_from_ambush(&self) -> i32;

    /// Whether a battle group has routers to deal with and cannot move.
    fn is_after_routers(&self, world: &World, group: GroupId) -> bool;
}
