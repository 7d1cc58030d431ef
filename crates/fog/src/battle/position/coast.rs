//! The coast, off which ships lie.

use crate::battle::world::{BaseId, GroupId, World};
use crate::field::{Piece, TerrainKind};
use caracole_plane::{Angle, Point, nearest_points};

/// The nearest points of the coast and of a battle group, and the base of it that is nearest to the coast.
#[must_use]
pub fn nearest_to_coast(world: &World, group: GroupId) -> Option<(Point, Point, BaseId)> {
    let pieces = || world.field.terrain.pieces.iter().filter(|p| p.kind == TerrainKind::Coastline);
    let all = world.base_ids(group).into_iter().flat_map(|b| {
        let corners = world[b].base.rect().corners();
        pieces().filter_map(Piece::outline).filter_map(move |o| {
            let (coast, own) = nearest_points(o.corners(), &corners)?;
            Some((coast, own, b))
        })
    });
    all.min_by_key(|(coast, own, base)| (coast.distance_squared(*own), *base))
}

/// The way directly away from the coast, off which the ships lie.
#[must_use]
pub fn away_from_coast(world: &World, group: GroupId) -> Option<Angle> {
    let (coast, own, _) = nearest_to_coast(world, group)?;
    coast.direction_to(own)
}
