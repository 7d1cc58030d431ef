//! Conforming.

use super::words::Event;
use crate::renaissance::battle::world::World;
use caracole_kernel::Side;

/// Lines up all battle groups of the active side that must.
pub fn all(_world: &mut World, _side: Side) -> Vec<Event> {
    Vec::new()
}
