//! Naval gunfire: ships off the coast shoot at what stands near it.

use super::sight::in_cover;
use super::{Choice, Request, targets};
use crate::battle::outcome::ground;
use crate::battle::position::coast::nearest_to_coast;
use crate::battle::world::{GroupId, World};
use crate::combat::Defence;
use crate::field::{Piece, TerrainKind};
use caracole_kernel::Side;
use caracole_ledger::enforces;
use caracole_plane::{Base, Pose};

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

/// Whether ships shoot at a battle group in cover: they shoot at its base nearest to the coast, from there.
#[must_use]
pub fn is_in_cover(world: &World, group: GroupId) -> bool {
    let Some((coast, own, base)) = nearest_to_coast(world, group) else { return false };
    let facing = coast.direction_to(own).unwrap_or_default();
    let ship = Base::new(Pose::new(coast, facing), world.field.base_width(), world.field.base_width()).rect();
    let works = ground::defended(world, group, base, &ship);
    in_cover(world, &world[base].base.rect()) || matches!(works, Defence::Fortification | Defence::Obstacle)
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
