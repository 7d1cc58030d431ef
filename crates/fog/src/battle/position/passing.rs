//! Who may pass through friends.

use crate::battle::world::{GroupId, World};
use caracole_ledger::enforces;

/// Whether troops may pass through friends at all, whatever the distances.
#[must_use]
pub fn may_pass(world: &World, mover: GroupId, through: GroupId) -> Option<Passage> {
    enforces!("FOGR-MOVE-077", "FOGAM-MOVE-070", "FOGAM-MOVE-071");
    world.book.may_pass(world, mover, through)
}

/// How friends may be passed through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passage {
    /// In any direction.
    AnyWay,
    /// Straight from front to back or back to front.
    Perpendicular,
}
