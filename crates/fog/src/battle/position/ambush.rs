//! Ambush markers: who sees them, and from how far.

use super::visibility;
use crate::battle::world::setup::Ambush;
use crate::battle::world::{GroupId, World};
use crate::field::{Field, Ground, Piece, TerrainKind};
use crate::troops::TroopType;
use caracole_kernel::Side;
use caracole_ledger::enforces;
use caracole_plane::{Angle, Base, BaseRect, Edge, Path, Pose, Screen, Um};

/// The square of a marker.
#[must_use]
pub fn marker(field: &Field, at: Pose) -> Base {
    Base::new(at, field.base_width(), field.base_width())
}

/// From how far troops wholly in this terrain are seen, in movement units, and whether it hides what lies beyond.
#[must_use]
pub const fn cover(kind: TerrainKind) -> Option<(i32, bool)> {
    match (visibility::woods(kind), kind) {
        (Some(limit), _) => Some((limit, true)),
        (None, TerrainKind::Gully) => Some((1, false)),
        _ => None,
    }
}

fn crests(piece: &Piece) -> Vec<Base> {
    let Ground::Hill(hill) = &piece.ground else { return Vec::new() };
    let lines = hill.crest.iter().zip(hill.crest.iter().skip(1));
    lines
        .filter_map(|(a, b)| {
            let along = a.direction_to(*b)?;
            let front = Pose::new(a.midpoint(*b), along - Angle::QUARTER);
            Some(Base::new(front, a.distance(*b), Um::from_mm(1)))
        })
        .collect()
}

/// Whether an eye sees any part of a target. A base in cover is seen only from close by; woods, villages and
/// marked crests hide what lies beyond.
#[must_use]
pub fn sees(
    field: &Field,
    eye: &BaseRect,
    edges: &[Edge],
    target: &BaseRect,
    troops: Option<TroopType>,
) -> bool {
    enforces!("FOGR-TERRAIN-016", "FOGR-TERRAIN-023", "FOGR-TERRAIN-024", "FOGAM-TERRAIN-013");
    let distance = eye.distance(target);
    let (mut screens, mut bases) = (Vec::new(), Vec::new());
    for piece in &field.terrain.pieces {
        let (target_in, eye_in) = (piece.has_all_of(target), piece.has_all_of(eye));
        let covered = cover(piece.kind).filter(|(_, blocks)| target_in || (eye_in && *blocks));
        let lurks = troops.and_then(|t| visibility::lurking(piece.kind, t)).filter(|_| target_in);
        let limit = match (covered, lurks) {
            (Some((limit, _)), _) => Some(limit),
            (None, lurks) => lurks,
        };
        if limit.is_some_and(|l| distance > field.mu(l)) {
            return false;
        }
        if limit.is_none() && cover(piece.kind).is_some_and(|(_, blocks)| blocks) {
            screens.extend(piece.outline());
        }
        let near = |crest: &Base| {
            let rect = crest.rect();
            rect.within(eye, field.mu(1)) || rect.within(target, field.mu(1))
        };
        bases.extend(crests(piece).iter().filter(|c| !near(c)).map(|c| c.rect()));
    }
    let screen = Screen { bases: &bases, areas: &screens };
    let base_from = |edge: Edge| {
        let [a, b] = eye.edge(edge);
        let outwards = eye.centre().direction_to(a.midpoint(b)).unwrap_or(Angle::ZERO);
        Base::new(Pose::new(a.midpoint(b), outwards), a.distance(b), Um::from_mm(1)).rect()
    };
    edges.iter().any(|e| base_from(*e).sees_any_part(target, &screen))
}

/// The first marker of a side that is seen from any of these bases.
#[must_use]
pub fn seen_by(world: &World, side: Side, eyes: &[BaseRect]) -> Option<u8> {
    let troops = |ambush: &Ambush| ambush.hides.and_then(|w| one_type(world, w.group));
    let seen = |ambush: &Ambush| is_seen(&world.field, ambush.at, troops(ambush), eyes);
    let number = world.setup.ambushes[side].iter().position(seen)?;
    u8::try_from(number).ok()
}

/// Whether a marker over troops of one type, or over none or several, is seen from any of these bases.
#[must_use]
pub fn is_seen(field: &Field, at: Pose, troops: Option<TroopType>, eyes: &[BaseRect]) -> bool {
    let rect = marker(field, at).rect();
    // In cover it is seen from close to only, whatever stands between.
    let covered = |p: &Piece| {
        let limit =
            cover(p.kind).map(|(mu, _)| mu).or_else(|| troops.and_then(|t| visibility::lurking(p.kind, t)));
        limit.filter(|_| p.has_all_of(&rect))
    };
    let limit = field.terrain.pieces.iter().filter_map(covered).min().map(|mu| field.mu(mu));
    eyes.iter()
        .filter(|eye| limit.is_none_or(|l| eye.within(&rect, l)))
        .any(|eye| sees(field, eye, &Edge::ALL, &rect, troops))
}

/// Whether a marker lies where these troops lurk: they are seen there only from a shorter distance than others.
#[must_use]
pub fn lurks(field: &Field, at: Pose, troops: Option<TroopType>) -> bool {
    let rect = marker(field, at).rect();
    let lurking = |p: &Piece| troops.and_then(|t| visibility::lurking(p.kind, t)).is_some();
    field.terrain.pieces.iter().any(|p| lurking(p) && p.has_all_of(&rect))
}

/// The type of a battle group's troops, if they are all of one.
#[must_use]
pub fn one_type(world: &World, group: GroupId) -> Option<TroopType> {
    world.get(group)?;
    let start = world.start_of(group);
    let first = start.first()?.troop_type;
    start.iter().all(|b| b.troop_type == first).then_some(first)
}

/// The marker of friends that a battle group would walk over.
#[must_use]
pub fn walked_over(world: &World, group: GroupId, way: &Path) -> Option<u8> {
    enforces!("FOGR-SETUP-046", "FOGAM-SETUP-025");
    let over = |a: &Ambush| way.first_contact(&[marker(&world.field, a.at).rect()]).is_some();
    let number = world.setup.ambushes[world[group].side].iter().position(over)?;
    Some(u8::try_from(number).unwrap_or(u8::MAX))
}
