//! Tests of moves.

use crate::battle::world::{GroupId, World};
use crate::combat::TestPurpose;
use caracole_kernel::{Tally, dice::Pool};
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

/// Moves and their tests.
pub trait Manoeuvre {
    /// The complex move test of a battle group as it stands now.
    fn move_test(&self, world: &World, group: GroupId, purpose: TestPurpose) -> MoveTest;
}
