//! Reforming: battle groups out of formation form up again.

use super::plan::Place;
use crate::renaissance::battle::world::{GroupId, World};
use caracole_kernel::{Refusal, Side};

/// Whether a side has a battle group that may reform.
pub fn any(_world: &World, _side: Side) -> bool {
    false
}

/// Plans reforming.
pub fn plan(
    _world: &World,
    _side: Side,
    _group: GroupId,
    _as_base: u8,
    _files: u8,
) -> Result<Place, Refusal> {
    Err(super::not_asked())
}

/// Sensible choices.
pub fn candidates(_world: &World, _side: Side, _out: &mut Vec<super::words::Decision>) {}
