//! Attrition and the end of a battle.

use crate::battle::world::{CommanderId, GroupId, World};
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

/// Whether a battle group breaks off from close combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BreaksOff {
    /// It does not.
    No,
    /// Its owner decides.
    May,
    /// It must; it drops a level if it cannot.
    Must,
}

/// What the joint action phase does and adds up.
pub trait JointAction {
    /// The attrition points that a side has suffered.
    fn attrition(&self, world: &World, side: Side) -> Tally;

    /// How the battle ends, if it does.
    fn ending(&self, world: &World, suffered: &BySide<Tally>, clock: Clock) -> Option<Ending>;

    /// Those who are taken off before anything else.
    fn leave_at_start(&self, _: &World) -> Vec<GroupId> {
        Vec::new()
    }

    /// Those who are taken off after everything else.
    fn leave_at_end(&self, _: &World) -> Vec<GroupId> {
        Vec::new()
    }

    /// The side that breaks off, and moves its commanders, first.
    fn acts_first(&self, active: Side) -> Side;

    /// Whether the active player may have the other move his commanders first.
    fn active_lets_others_first(&self) -> bool;

    /// Whether a battle group breaks off.
    fn breaks_off(&self, world: &World, group: GroupId) -> BreaksOff;

    /// Whether a commander with such a battle group may not leave it to ride on his own.
    fn keeps_commander(&self, world: &World, group: GroupId) -> bool;

    /// Whether a commander may bolster or rally the battle group he is with.
    fn may_bolster(&self, world: &World, commander: CommanderId, group: GroupId) -> bool;

    /// Whether routers move before those who touch enemies.
    fn free_routers_first(&self) -> bool;

    /// Whether a broken battle group is taken off at the end of the phase.
    fn is_removed(&self, world: &World, group: GroupId) -> bool;
}
