//! Naval gunfire: ships off the coast shoot at what stands near it.

use super::{Choice, Request, targets};
use crate::field::{Piece, TerrainKind};
use crate::renaissance::battle::world::{GroupId, World};
use caracole_kernel::Side;
use caracole_ledger::enforces;

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
