//! What shooters can see: terrain, crests, and troops in the way.

use crate::field::{Covering, Ground, Piece, TerrainKind};
use crate::renaissance::battle::position::kinds;
use crate::renaissance::battle::world::{GroupId, World};
use crate::troops::{BaseProfile, TroopType};
use caracole_ledger::enforces;
use caracole_plane::{BaseRect, Edge, Point, Polygon, Screen, Um, common_point_in_sight};

/// What a piece is for those who look through it: the covering of a hill counts as its own kind.
fn cover(kind: TerrainKind) -> TerrainKind {
    match kind {
        TerrainKind::SteepHill(c) | TerrainKind::GentleHill(c) => match c {
            Covering::Clear => TerrainKind::Open,
            Covering::BrokenGround => TerrainKind::BrokenGround,
            Covering::Brush => TerrainKind::Brush,
            Covering::Plantation => TerrainKind::Plantation,
            Covering::Vineyards => TerrainKind::Vineyards,
            Covering::Forest => TerrainKind::Forest,
            Covering::Village => TerrainKind::Village,
        },
        other => other,
    }
}

/// Terrain that hides everybody: the distance in MU at which those wholly inside see and are seen.
const fn hides_all(kind: TerrainKind) -> Option<i32> {
    enforces!("FOGR-TERRAIN-006", "FOGR-TERRAIN-008", "FOGR-TERRAIN-012", "FOGR-TERRAIN-024");
    match kind {
        TerrainKind::Plantation => Some(4),
        TerrainKind::Forest | TerrainKind::Village => Some(2),
        _ => None,
    }
}

/// Terrain that hides some troops wholly inside it.
fn hides(kind: TerrainKind, target: BaseProfile) -> Option<i32> {
    enforces!("FOGR-TERRAIN-004", "FOGR-TERRAIN-005", "FOGR-TERRAIN-009", "FOGR-TERRAIN-010");
    use TerrainKind::{Brush, EnclosedFields, Gully, Marsh, SoftSand, Vineyards};
    let light = target.troop_type == TroopType::LightFoot;
    match kind {
        Brush | Vineyards | Marsh => light.then_some(4),
        EnclosedFields => (light || target.troop_type == TroopType::Dragoons).then_some(4),
        SoftSand => light.then_some(6),
        Gully => Some(1),
        _ => None,
    }
}

/// Whether a base wholly stands in cover.
#[must_use]
pub fn in_cover(world: &World, base: &BaseRect) -> bool {
    enforces!("FOGR-TERRAIN-028");
    use TerrainKind::{EnclosedFields, Forest, Plantation, Village, Vineyards};
    let covers = |p: &Piece| {
        matches!(cover(p.kind), Plantation | Forest | Village | Vineyards | EnclosedFields)
            && p.has_all_of(base)
    };
    world.field.terrain.pieces.iter().any(covers)
}

/// Whether a base shoots with its first shooting rank only.
#[must_use]
pub fn is_cramped(world: &World, base: &BaseRect) -> bool {
    world.field.terrain.pieces.iter().any(|p| hides_all(cover(p.kind)).is_some() && p.has_part_of(base))
}

/// A line of sight being looked along.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    /// The shooters.
    pub group: GroupId,
    /// The shooting base, its shooting edge as its front.
    pub from: &'a BaseRect,
    /// The battle group shot at.
    pub target_group: GroupId,
    /// What the target base is.
    pub profile: BaseProfile,
    /// The target base.
    pub target: &'a BaseRect,
}

/// Whether a base may be shot at as far as sight goes.
#[must_use]
pub fn sees(world: &World, look: &Look<'_>) -> bool {
    enforces!("FOGR-SHOOT-027", "FOGR-SHOOT-028", "FOGR-TERRAIN-023", "FOGR-TERRAIN-025");
    let distance = look.from.range_from_front(look.target);
    if !near_enough(world, look, distance) {
        return false;
    }
    let bases = in_the_way(world, look);
    let areas: Vec<&Polygon> = world
        .field
        .terrain
        .pieces
        .iter()
        .filter(|p| matches!(cover(p.kind), TerrainKind::Plantation | TerrainKind::Forest))
        .filter(|p| !p.has_all_of(look.target) && !p.has_all_of(look.from))
        .filter_map(Piece::outline)
        .collect();
    let screen = Screen { bases: &bases, areas: &areas };
    let eyes: [Point; 2] = look.from.edge(Edge::Front);
    common_point_in_sight(eyes, look.target, &screen).is_some_and(|point| {
        enforces!("FOGR-TERRAIN-016");
        let crest = world.field.terrain.pieces.iter().any(|p| match &p.ground {
            Ground::Hill(hill) => eyes.iter().any(|&eye| hill.crest_between(eye, point).is_some()),
            _ => false,
        });
        !crest || distance <= world.field.mu(1)
    })
}

fn near_enough(world: &World, look: &Look<'_>, distance: Um) -> bool {
    world.field.terrain.pieces.iter().all(|p| {
        let kind = cover(p.kind);
        let target_inside = p.has_all_of(look.target);
        let by_all = hides_all(kind).filter(|_| target_inside || p.has_all_of(look.from));
        let by_some = hides(kind, look.profile).filter(|_| target_inside);
        [by_all, by_some].into_iter().flatten().all(|mu| distance <= world.field.mu(mu))
    })
}

/// Troops that hide the target: all but the two battle groups concerned and those shot over.
fn in_the_way(world: &World, look: &Look<'_>) -> Vec<BaseRect> {
    let others = world.on_table().filter(|&g| g != look.group && g != look.target_group);
    others.filter(|&g| !shoots_over(world, look, g)).flat_map(|g| world.rects(g)).collect()
}

/// Whether artillery may shoot over a battle group.
fn shoots_over(world: &World, look: &Look<'_>, over: GroupId) -> bool {
    enforces!("FOGR-SHOOT-036", "FOGR-SHOOT-037", "FOGR-SHOOT-038");
    if !kinds::is_artillery(world, look.group) {
        return false;
    }
    let clear_of = |limit: i32, bases: &[BaseRect]| {
        !caracole_plane::any_within(&world.rects(over), bases, world.field.mu(limit))
    };
    if kinds::is_all(world, over, TroopType::LightFoot) {
        return clear_of(3, &world.rects(look.group));
    }
    let friend = world[over].side == world[look.group].side;
    if !friend {
        return kinds::is_artillery(world, over)
            && !kinds::is_all(world, look.group, TroopType::LightArtillery);
    }
    let higher = world.field.terrain.pieces.iter().any(|p| match &p.ground {
        Ground::Hill(hill) => hill.has_all_of(look.from) && !hill.has_all_of(look.target),
        _ => false,
    });
    higher && clear_of(1, &[*look.from]) && clear_of(3, &[*look.target])
}
