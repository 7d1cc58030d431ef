//! Attrition and the end of a battle.

use crate::battle::world::World;
use crate::combat::{Clock, Victory};
use caracole_kernel::{BySide, Side, Tally};
use caracole_ledger::RuleId;

/// How a battle ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// By what victory.
    pub victory: Victory,
    /// Who wins.
    pub winner: Option<Side>,
    /// In a few words.
    pub how: &'static str,
    /// The rule that says so.
    pub rule: RuleId,
}

/// What the joint action phase adds up.
pub trait JointAction {
    /// The attrition points that a side has suffered.
    fn attrition(&self, world: &World, side: Side) -> Tally;

    /// How the battle ends, if it does.
    fn ending(&self, world: &World, suffered: &BySide<Tally>, clock: Clock) -> Option<Ending>;
}
