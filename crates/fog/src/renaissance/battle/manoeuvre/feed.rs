//! Feeding bases into close combats.

use super::plan::Place;
use super::words::Feeding;
use crate::renaissance::battle::world::{GroupId, World};
use caracole_kernel::{Refusal, Side};

/// Whether a side can feed bases anywhere.
pub fn any(_world: &World, _side: Side) -> bool {
    false
}

/// Plans feeding.
pub fn plan(_world: &World, _side: Side, _group: GroupId, _how: &Feeding) -> Result<Place, Refusal> {
    Err(super::not_asked())
}

/// Sensible choices.
pub fn candidates(_world: &World, _side: Side, _out: &mut Vec<super::words::Decision>) {}
