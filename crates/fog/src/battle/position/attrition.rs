//! Attrition of an army by what has become of its battle groups.

use crate::battle::world::GroupId;
use crate::battle::world::World;
use caracole_kernel::{Side, Tally};

/// The attrition points that a side has suffered.
#[must_use]
pub fn attrition(world: &World, side: Side) -> Tally {
    world.book.attrition(world, side)
}

/// Notes that a battle group has lost too much ever to rally.
pub fn note_autobreak(world: &mut World, group: GroupId) {
    if world.book.is_autobroken(world, group) {
        world[group].autobroken = true;
    }
}
