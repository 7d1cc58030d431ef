//! What shooters can see: terrain, crests, and troops in the way.

use crate::battle::position::{kinds, visibility};
use crate::battle::world::{BaseId, GroupId, World};
use crate::field::{Piece, TerrainKind};
use crate::troops::TroopType;
use caracole_ledger::enforces;
use caracole_plane::{
    BaseRect, Bounds, Edge, Point, Polygon, Screen, Um, along, common_point_in_sight, nearest_points,
};

/// Whether a base wholly stands in cover.
#[must_use]
pub fn in_cover(world: &World, base: &BaseRect) -> bool {
    enforces!("FOGR-TERRAIN-028", "FOGAM-GLOSSARY-017");
    use TerrainKind::{EnclosedFields, Forest, Plantation, Village, Vineyards};
    let covers = |p: &Piece| {
        matches!(visibility::surface(p.kind), Plantation | Forest | Village | Vineyards | EnclosedFields)
            && p.has_all_of(base)
    };
    world.field.terrain.pieces.iter().any(covers)
}

/// Whether a base shoots with its first shooting rank only.
#[must_use]
pub fn is_cramped(world: &World, base: &BaseRect) -> bool {
    world.field.terrain.pieces.iter().any(|p| visibility::woods(p.kind).is_some() && p.has_part_of(base))
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
    /// The target base.
    pub base: BaseId,
    /// Where it stands, as shooting measures it.
    pub target: &'a BaseRect,
    /// Pairs of a lurking battle group and one that sees it because it is being shot at by it.
    pub betrayed: &'a [(GroupId, GroupId)],
}

/// Whether a base may be shot at as far as sight goes.
#[must_use]
pub fn sees(world: &World, look: &Look<'_>) -> bool {
    enforces!("FOGR-SHOOT-027", "FOGR-SHOOT-028", "FOGR-TERRAIN-023", "FOGR-TERRAIN-025");
    enforces!("FOGAM-TERRAIN-003");
    let distance = look.from.range_from_front(look.target);
    if !near_enough(world, look, distance) {
        return false;
    }
    let bases = in_the_way(world, look);
    let seen_through = |p: &Piece| {
        visibility::surface(p.kind) == TerrainKind::Village
            && world.book.sees_through_villages()
            && visibility::woods(p.kind).is_some_and(|mu| distance <= world.field.mu(mu))
    };
    let areas: Vec<&Polygon> = world
        .field
        .terrain
        .pieces
        .iter()
        .filter(|p| visibility::woods(p.kind).is_some() && !seen_through(p))
        .filter(|p| !p.has_all_of(look.target) && !p.has_all_of(look.from))
        .filter_map(Piece::outline)
        .collect();
    let screen = Screen { bases: &bases, areas: &areas };
    let eyes: [Point; 2] = look.from.edge(Edge::Front);
    common_point_in_sight(eyes, look.target, &screen)
        .is_some_and(|point| !eyes.iter().any(|&eye| visibility::crest_hides(world, eye, point)))
}

fn near_enough(world: &World, look: &Look<'_>, distance: Um) -> bool {
    let stands = world[look.base].base.rect();
    let far = |mu: i32| distance > world.field.mu(mu);
    let hidden = world.field.terrain.pieces.iter().any(|p| {
        let woods = visibility::woods(p.kind);
        let gully = Some(1).filter(|_| p.kind == TerrainKind::Gully);
        woods.is_some_and(|mu| far(mu) && (p.has_all_of(&stands) || p.has_all_of(look.from)))
            || gully.is_some_and(|mu| far(mu) && p.has_all_of(&stands))
    });
    !hidden && (is_betrayed(world, look) || !lurks(world, look, distance))
}

/// Whether the target lurks where these shooters cannot see it.
#[must_use]
pub fn lurks(world: &World, look: &Look<'_>, distance: Um) -> bool {
    visibility::lurks_from(world, look.target_group, look.base, look.from, distance)
}

/// Whether the target has shown itself to the shooters by shooting at them.
fn is_betrayed(world: &World, look: &Look<'_>) -> bool {
    let pair = (look.target_group, look.group);
    look.betrayed.contains(&pair) || visibility::is_betrayed_to(world, pair.0, pair.1)
}

/// Troops that hide the target: all but the two battle groups concerned and those shot over. Wagons do not shoot through
/// wagons of their own.
fn in_the_way(world: &World, look: &Look<'_>) -> Vec<BaseRect> {
    // Nothing outside the bounds of the two can hide anything.
    let between = Bounds::of_rect(look.from).with(Bounds::of_rect(look.target));
    let may_hide = |g: &GroupId| world.bounds(*g).is_some_and(|b| b.may_touch(&between));
    let others = world.on_table().filter(|&g| g != look.group && g != look.target_group).filter(may_hide);
    let mut found: Vec<BaseRect> = others
        .flat_map(|g| world.rects(g).iter().map(move |r| (g, *r)))
        .filter(|(g, r)| world.book.hides(world, look, *g, r))
        .map(|(_, r)| r)
        .collect();
    if kinds::is_all(world, look.group, TroopType::BattleWagons) {
        found.extend(world.rects(look.group).iter().filter(|r| !r.overlaps(look.from)));
    }
    found
}

/// The base of a file that is nearest to the shooters: friends keep their distance from it, whichever rank is shot at.
fn nearest_of_file(world: &World, look: &Look<'_>) -> BaseRect {
    if world.book.overhead_to_rear_ranks(world.readings) {
        return *look.target;
    }
    let file = world[look.base].at.file;
    let bases = world.bases_of(look.target_group);
    let of_file = bases.iter().filter(|b| b.at.file == file).map(|b| b.base.rect());
    of_file.chain([*look.target]).min_by_key(|r| look.from.range_from_front(r)).unwrap_or(*look.target)
}

/// Whether friends shot over lie more than 1 MU from the shooters and more than so many from the target, both measured along
/// the line of the shortest distance between these.
#[must_use]
pub fn clears(world: &World, look: &Look<'_>, friend: &BaseRect, from_target: i32) -> bool {
    let target = nearest_of_file(world, look);
    let Some((from, to)) = nearest_points(&look.from.edge(Edge::Front), &target.corners()) else {
        return false;
    };
    let ways = friend.corners().map(|c| along(from, to, c));
    let first = ways.into_iter().min().unwrap_or_default();
    let last = ways.into_iter().max().unwrap_or_default();
    first > world.field.mu(1) && from.distance(to) - last > world.field.mu(from_target)
}
