//! Battle groups that may be near enough to matter.

use crate::battle::world::{GroupId, World};
use caracole_plane::{Bounds, Um};

/// Whether two battle groups may be no further apart than this. Where it says no they are further apart.
#[must_use]
pub fn may_be_within(world: &World, a: GroupId, b: GroupId, reach: Um) -> bool {
    match (world.bounds(a), world.bounds(b)) {
        (Some(a), Some(b)) => a.may_be_within(&b, reach + Bounds::SLACK),
        _ => false,
    }
}

/// The battle groups on the table, itself left out, that may touch or overlap a battle group standing as in `after`.
pub fn about<'a>(world: &'a World, after: &World, group: GroupId) -> impl Iterator<Item = GroupId> + 'a {
    let bounds = after.bounds(group);
    world.on_table().filter(move |&g| {
        let near = |b: &Bounds| world.bounds(g).is_some_and(|o| b.may_touch(&o));
        g != group && bounds.as_ref().is_some_and(near)
    })
}
