//! Who may pass through friends.

use super::kinds;
use crate::battle::world::{GroupId, World};
use crate::troops::TroopType;
use caracole_ledger::enforces;

/// Whether troops may pass through friends at all, whatever the distances.
#[must_use]
pub fn may_pass(world: &World, mover: GroupId, through: GroupId) -> Option<Passage> {
    enforces!("FOGR-MOVE-077", "FOGR-MOVE-078");
    use TroopType::{Camelry, Cavalry, Dragoons, Elephants, LightFoot, LightHorse};
    let all =
        |g: GroupId, types: &[TroopType]| world.profiles(g).iter().all(|b| types.contains(&b.troop_type));
    if all(mover, &[LightFoot]) {
        return Some(Passage::AnyWay);
    }
    if all(through, &[LightFoot]) && all(mover, &[Cavalry, Camelry, Dragoons, LightHorse, Elephants]) {
        return Some(Passage::AnyWay);
    }
    if kinds::is_artillery(world, through)
        && kinds::is_foot(world, mover)
        && !kinds::is_artillery(world, mover)
    {
        return Some(Passage::Perpendicular);
    }
    None
}

/// How friends may be passed through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passage {
    /// In any direction.
    AnyWay,
    /// Straight from front to back or back to front.
    Perpendicular,
}
