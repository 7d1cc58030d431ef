//! Battle groups that may be near enough to matter, and those that stand in the way.

use super::kinds;
use crate::battle::world::{GroupId, World};
use crate::troops::TroopType;
use caracole_plane::{BaseRect, Bounds, Path, Trail, Um};
use smallvec::SmallVec;

/// Whether two battle groups may be no further apart than this. Where it says no they are further apart.
#[must_use]
pub fn may_be_within(world: &World, a: GroupId, b: GroupId, reach: Um) -> bool {
    match (world.bounds(a), world.bounds(b)) {
        (Some(a), Some(b)) => a.may_be_within(&b, reach + Bounds::SLACK),
        _ => false,
    }
}

/// The battle groups on the table, itself left out, that may touch or overlap a battle group standing as in `after`: the
/// active side's first, as in [`World::on_table`].
#[must_use]
pub fn about(world: &World, after: &World, group: GroupId) -> SmallVec<[GroupId; 8]> {
    let Some(bounds) = after.bounds(group) else { return SmallVec::new() };
    let near = |other: Bounds| bounds.may_touch(&other);
    let found = world.ids().filter(|&g| g != group && world[g].is_on_table());
    let mut found: SmallVec<[GroupId; 8]> = found.filter(|&g| world.bounds(g).is_some_and(near)).collect();
    // Few are left to be put in order: all would have to be looked at twice.
    found.sort_unstable_by_key(|&g| (world[g].side != world.turn.active, g));
    found
}

/// Who makes second and third moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Movers {
    /// Only mounted troops and dragoons: they ignore enemies in square.
    Riders,
    /// Other troops among them.
    WithFoot,
}

impl Movers {
    /// What battle groups that move as one are.
    #[must_use]
    pub fn of(world: &World, groups: &[GroupId]) -> Self {
        let rides = |g: GroupId| kinds::is_mounted(world, g) || kinds::is_all(world, g, TroopType::Dragoons);
        if groups.iter().all(|&g| rides(g)) { Movers::Riders } else { Movers::WithFoot }
    }
}

/// Whether a path runs into what stands there, rather than merely coming up to it or brushing past.
#[must_use]
pub fn runs_into(path: &Path, obstacles: &[BaseRect]) -> bool {
    Trail::of(path).runs_into(obstacles)
}
