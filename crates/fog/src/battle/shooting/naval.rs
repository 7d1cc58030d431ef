//! Naval gunfire: ships off the coast shoot at what stands near it.

use super::sight::in_cover;
use super::{Choice, Request, targets};
use crate::battle::outcome::ground;
use crate::battle::world::{BaseId, GroupId, World};
use crate::combat::Defence;
use crate::field::{Piece, TerrainKind};
use caracole_kernel::Side;
use caracole_ledger::enforces;
use caracole_plane::{Angle, Base, Point, Pose, nearest_points};

/// The enemy battle groups within 6 MU of the coastline that may be shot at.
#[must_use]
pub fn in_reach(world: &World, side: Side) -> Vec<GroupId> {
    enforces!("FOGR-SPECIAL-008");
    let coasts = || {
        world
            .field
            .terrain
            .pieces
            .iter()
            .filter(|p| p.kind == TerrainKind::Coastline)
            .filter_map(Piece::outline)
    };
    let near = |g: GroupId| {
        let limit = world.field.mu(6);
        world.rects(g).iter().any(|r| coasts().any(|c| c.within(r, limit)))
    };
    world.of_side(side.other()).filter(|&g| targets::may_be_shot_at(world, g) && near(g)).collect()
}

/// The nearest points of the coast and of a battle group, and the base of it that is nearest to the coast.
fn nearest_to_coast(world: &World, group: GroupId) -> Option<(Point, Point, BaseId)> {
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

/// Whether ships shoot at a battle group in cover: they shoot at its base nearest to the coast, from there.
#[must_use]
pub fn is_in_cover(world: &World, group: GroupId) -> bool {
    let Some((coast, own, base)) = nearest_to_coast(world, group) else { return false };
    let facing = coast.direction_to(own).unwrap_or_default();
    let ship = Base::new(Pose::new(coast, facing), world.field.base_width(), world.field.base_width()).rect();
    let works = ground::defended(world, group, base, &ship);
    in_cover(world, &world[base].base.rect()) || matches!(works, Defence::Fortification | Defence::Obstacle)
}

/// The way directly away from the coast, off which the ships lie.
#[must_use]
pub fn away_from_coast(world: &World, group: GroupId) -> Option<Angle> {
    let (coast, own, _) = nearest_to_coast(world, group)?;
    coast.direction_to(own)
}

/// The targets of all naval units, or what a player must choose first.
pub fn aim(world: &World, choices: &[Choice]) -> Result<Vec<(Side, GroupId)>, (Side, Request)> {
    let mut fleet = Vec::new();
    for side in [world.turn.active, world.turn.active.other()] {
        let units = world.sides[side].naval_units;
        if units == 0 {
            continue;
        }
        let targets = in_reach(world, side);
        if targets.is_empty() {
            continue;
        }
        for unit in 0..units {
            let chosen = choices.iter().find_map(|c| match c {
                Choice::Naval { side: s, unit: u, at } if (*s, *u) == (side, unit) => Some(*at),
                _ => None,
            });
            match chosen {
                None => return Err((side, Request::Naval { side, unit, targets })),
                Some(at) => fleet.extend(at.map(|at| (side, at))),
            }
        }
    }
    Ok(fleet)
}
