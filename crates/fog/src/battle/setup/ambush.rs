//! Ambush markers: where they may lie, which troops may hide under them, when they are discovered.

use super::camps::{forward, in_impassable, seen_from};
use super::deploy::{Deployment, check_room, formed};
use super::{Decision, Order, Player, dismount};
use crate::battle::Scenario;
use crate::battle::arrange::widths;
use crate::battle::law::law;
use crate::battle::position::visibility;
use crate::battle::world::{CommanderId, CommanderPlace, GroupId, Presence, World};
use crate::field::{Field, Ground, Piece, TerrainKind};
use crate::troops::TroopType;
use caracole_kernel::{Refusal, Side};
use caracole_ledger::enforces;
use caracole_plane::{Angle, Base, BaseRect, CONTACT_TOLERANCE, Edge, Pose, Screen, TableEdge, Um};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An ambush marker. What lies under it is hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ambush {
    /// The middle of its front edge.
    pub at: Pose,
    /// The troops in ambush; none under a dummy.
    #[serde(default)]
    pub hides: Option<Ambushers>,
}

/// Who lies in ambush.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ambushers {
    /// The battle group.
    pub group: GroupId,
    /// The commander with it.
    #[serde(default)]
    pub commander: Option<CommanderId>,
    /// Mounted troops that have dismounted for it.
    #[serde(default)]
    pub dismounted: bool,
}

impl Ambushers {
    /// A battle group as it is.
    #[must_use]
    pub const fn of(group: GroupId) -> Self {
        Ambushers { group, commander: None, dismounted: false }
    }
}

/// The square of a marker.
#[must_use]
pub fn marker(field: &Field, at: Pose) -> Base {
    Base::new(at, field.base_width(), field.base_width())
}

/// From how far troops wholly in this terrain are seen, in movement units, and whether it hides what lies beyond.
const fn cover(kind: TerrainKind) -> Option<(i32, bool)> {
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

/// The strip in which a side could deploy its lightest troops.
fn strip_of(world: &World, side: Side) -> BaseRect {
    let (field, deep) = (&world.field, world.field.mu(world.book.furthest_deployment()));
    let front = seen_from(field, side, field.table.width.half(), deep);
    Base::new(front, field.table.width, deep).rect()
}

/// Whether a place is in view from where a side could deploy its lightest troops.
#[must_use]
pub fn is_in_view_of_strip(world: &World, side: Side, rect: &BaseRect, troops: Option<TroopType>) -> bool {
    let strip = strip_of(world, side);
    strip.overlaps(rect) || sees(&world.field, &strip, &[Edge::Front], rect, troops)
}

/// Checks the markers that a side puts down.
pub fn check(
    world: &World,
    scenario: &Scenario,
    side: Side,
    player: Player,
    markers: &[Ambush],
) -> Result<(), Refusal> {
    let named = law!(world.book, "FOGR-SETUP-041", "FOGAM-SETUP-022");
    if markers.len() > 3 {
        return Err(Refusal::new(named, "There are at most 3 ambush markers", "Use fewer."));
    }
    // As they will lie there: those noted as dismounted are on foot.
    let world = &{
        let mut hidden = world.clone();
        for who in markers.iter().filter_map(|m| m.hides).filter(|w| w.dismounted) {
            let noted = dismount::off_table(&mut hidden, scenario, who.group);
            if !world.book.may_note_dismounting(world, who.group) {
                noted?;
            }
        }
        hidden
    };
    for (i, ambush) in markers.iter().enumerate() {
        check_place(world, side, player, ambush)?;
        let Some(who) = ambush.hides else { continue };
        check_who(world, side, who, &marker(&world.field, ambush.at).rect())?;
        let twice = |other: &Ambush| {
            other.hides.is_some_and(|o| {
                o.group == who.group || (who.commander.is_some() && o.commander == who.commander)
            })
        };
        if markers.iter().skip(i + 1).any(twice) {
            return Err(Refusal::new(
                named,
                "A battle group or commander lies under two markers",
                "Name each once.",
            ));
        }
    }
    Ok(())
}

fn check_place(world: &World, side: Side, player: Player, ambush: &Ambush) -> Result<(), Refusal> {
    let field = &world.field;
    let rect = marker(field, ambush.at).rect();
    let rule = law!(world.book, "FOGR-SETUP-038", "FOGAM-SETUP-021");
    let third = field.table.width / 3;
    let from =
        |edge| rect.corners().map(|c| field.table.inside_of(edge, c)).into_iter().fold(Um::ZERO, Um::max);
    let outer = from(TableEdge::Left) <= third + CONTACT_TOLERANCE
        || from(TableEdge::Right) <= third + CONTACT_TOLERANCE;
    let most = world.book.ambush_reach(field, player);
    if !field.holds(&rect) || !outer || forward(field, side, &rect) > most + CONTACT_TOLERANCE {
        return Err(Refusal::new(
            rule,
            "The marker lies outside the ground for ambushes",
            "Keep it in an outer third of the table, and far enough back.",
        )
        .length("most from the rear edge", most.get()));
    }
    if in_impassable(field, &rect) {
        return Err(Refusal::new(rule, "An ambush cannot lie in impassable ground", "Move the marker."));
    }
    let troops = ambush.hides.and_then(|w| one_type(world, w.group));
    if is_in_view_of_strip(world, side.other(), &rect, troops) {
        return Err(Refusal::new(
            law!(world.book, "FOGR-SETUP-040", "FOGAM-SETUP-021"),
            "The marker is in view from where the enemy could deploy light troops",
            "Hide it in or behind woods, villages or a crest.",
        ));
    }
    Ok(())
}

/// The type of a battle group's troops, if they are all of one.
#[must_use]
pub fn one_type(world: &World, group: GroupId) -> Option<TroopType> {
    world.get(group)?;
    let start = world.start_of(group);
    let first = start.first()?.troop_type;
    start.iter().all(|b| b.troop_type == first).then_some(first)
}

fn check_who(world: &World, side: Side, who: Ambushers, rect: &BaseRect) -> Result<(), Refusal> {
    let waits = world
        .get(who.group)
        .is_some_and(|g| g.side == side && g.presence == Presence::Undeployed && g.base_count > 0);
    let named = law!(world.book, "FOGR-SETUP-041", "FOGAM-SETUP-022");
    if !waits {
        return Err(Refusal::new(
            named,
            "The marker names no battle group of the order of march",
            "Name one of your own, or leave it blank.",
        ));
    }
    world.book.check_ambushers(world, who, rect)?;
    let with = |c: CommanderId| {
        let found = world.commanders.get(usize::from(c.0));
        found.is_some_and(|c| c.side == side && c.place == CommanderPlace::Away)
    };
    if who.commander.is_some_and(|c| !with(c)) {
        return Err(Refusal::new(named, "No such commander", "Name one of your own."));
    }
    Ok(())
}

/// Whether these troops may lie hidden in this terrain.
#[must_use]
pub fn may_hide(kind: TerrainKind, troops: TroopType) -> bool {
    cover(kind).is_some() || visibility::lurking(kind, troops).is_some()
}

/// Sensible ambushes: none, and in the middle of each piece that hides them a dummy or a battle group.
pub fn candidates(world: &World, scenario: &Scenario, side: Side, player: Player) -> Vec<Decision> {
    let hides = |kind| [TroopType::LightFoot, TroopType::Dragoons].iter().any(|t| may_hide(kind, *t));
    let pieces = world.field.terrain.pieces.iter().filter(|p| hides(p.kind));
    let middles = pieces.filter_map(|p| p.outline().map(caracole_plane::Polygon::centroid));
    let own = || world.ids().filter(|g| world[*g].side == side);
    let mut found = vec![Decision::Ambushes(Vec::new())];
    for at in middles.map(|at| Pose::new(at, super::camps::ahead(side))) {
        let afoot = |group| [false, true].map(|dismounted| Ambushers { dismounted, ..Ambushers::of(group) });
        let ambushers = own().flat_map(afoot).map(Some);
        let one = std::iter::once(None).chain(ambushers).map(|hides| Ambush { at, hides });
        let legal = one.filter(|ambush| check(world, scenario, side, player, &[*ambush]).is_ok());
        found.extend(legal.map(|ambush| Decision::Ambushes(vec![ambush])));
    }
    found
}

/// The first marker of a side that an enemy on the table sees now.
#[must_use]
pub fn discovered(world: &World, side: Side) -> Option<u8> {
    if world.setup.ambushes[side].is_empty() {
        return None;
    }
    seen_by(world, side, &eyes_of(world, side.other()))
}

/// The bases of a side on the table.
#[must_use]
pub fn eyes_of(world: &World, side: Side) -> Vec<BaseRect> {
    world.of_side(side).flat_map(|g| world.rects(g)).copied().collect()
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

/// Checks the place of revealed ambushers.
pub fn check_revealed(
    world: &World,
    scenario: &Scenario,
    ambush: &Ambush,
    group: GroupId,
    deployment: &Deployment,
) -> Result<Order, Refusal> {
    let rule = law!(world.book, "FOGR-SETUP-043", "FOGAM-SETUP-024");
    if deployment.dismounted {
        return Err(Refusal::new(
            law!(world.book, "FOGR-SETUP-073", "FOGAM-SETUP-042"),
            "Ambushers come as their marker says: on foot only if it was noted so",
            "Leave them as they are.",
        ));
    }
    let after = formed(world, scenario, group, deployment)?;
    let square = marker(&world.field, ambush.at);
    let turn = deployment.front.facing - square.front.facing;
    if !turn.0.is_multiple_of(Angle::QUARTER.0) {
        return Err(Refusal::new(rule, "The battle group faces an edge of the marker", "Turn it."));
    }
    let rects = after.rects(group);
    if rects.iter().any(|r| !after.field.holds(r) || in_impassable(&after.field, r)) {
        return Err(Refusal::new(rule, "The battle group cannot stand there", "Place it elsewhere."));
    }
    world.book.check_revealed_ground(&after, group)?;
    check_room(&after, group)?;
    let on_marker = rects.iter().filter(|r| square.rect().holds_all_of(r));
    // Measuring is quicker than looking, and no enemy is checked twice.
    let mut looked: Vec<(GroupId, bool)> = Vec::new();
    let mut is_seen_by = |enemy: GroupId| {
        if let Some((_, seen)) = looked.iter().find(|(e, _)| *e == enemy) {
            return *seen;
        }
        let theirs = after.rects(enemy);
        let seen = |r: &BaseRect| theirs.iter().any(|e| sees(&after.field, e, &Edge::ALL, r, None));
        let seen = rects.iter().any(seen);
        looked.push((enemy, seen));
        seen
    };
    let mut closest = |first: &BaseRect| {
        after.enemies_of(group).all(|enemy| {
            let to = |r: &BaseRect| caracole_plane::shortest_distance(&[*r], after.rects(enemy));
            let own = to(first);
            rects.iter().all(|r| own <= to(r)) || !is_seen_by(enemy)
        })
    };
    if !on_marker.clone().any(&mut closest) {
        return Err(Refusal::new(
            rule,
            "One base must stand wholly on the marker and be the closest to every enemy that sees them",
            "Put the nearest base on the marker.",
        ));
    }
    Ok(Order::Deploy {
        side: world[group].side,
        group,
        formation: after.formation(group).clone(),
        front: deployment.front,
        posture: after[group].posture,
        forlorn_hope: false,
        dismounted: false,
    })
}

/// Places where a battle group could be revealed, legal or not: each of its files on the marker, facing each edge.
fn revealed_places(world: &World, ambush: &Ambush, group: GroupId) -> Vec<Deployment> {
    let square = marker(&world.field, ambush.at);
    let start = world.start_of(group);
    let width = world.field.base_width();
    let mut found = Vec::new();
    for edge in Edge::ALL {
        let front = square.fronting(edge).front;
        for files in widths(&world.nature(group, &start), &world.profiles(group)) {
            let files = i32::try_from(files).unwrap_or(1);
            for file in 0..files {
                // The middle of the front line when this file stands on the marker.
                let aside = width * (files - 1 - 2 * file);
                let files = u8::try_from(files).unwrap_or(1);
                found.push(Deployment::at(front.offset(aside.half(), Um::ZERO), files));
            }
        }
    }
    found
}

/// Sensible places for a battle group that is revealed. That it has no room may be said only if no place was found.
pub fn revealed_candidates(
    world: &World,
    scenario: &Scenario,
    ambush: &Ambush,
    group: GroupId,
) -> Vec<Decision> {
    let mut places = revealed_places(world, ambush, group);
    places.retain(|place| check_revealed(world, scenario, ambush, group, place).is_ok());
    if places.is_empty() {
        return vec![Decision::NoRoom];
    }
    places.into_iter().map(Decision::Deploy).collect()
}

/// A random one of them: places are drawn until one is legal.
pub fn pick_revealed(
    world: &World,
    scenario: &Scenario,
    ambush: &Ambush,
    group: GroupId,
    below: &mut dyn FnMut(usize) -> usize,
) -> Decision {
    let mut places = revealed_places(world, ambush, group);
    while !places.is_empty() {
        let place = places.swap_remove(below(places.len()));
        if check_revealed(world, scenario, ambush, group, &place).is_ok() {
            return Decision::Deploy(place);
        }
    }
    Decision::NoRoom
}

/// Takes the hidden battle groups and commanders out of the order of march.
pub fn hide(world: &mut World, scenario: &Scenario, side: Side, markers: &[Ambush]) {
    for who in markers.iter().filter_map(|m| m.hides) {
        world[who.group].presence = Presence::Ambush;
        if who.dismounted {
            // If they may dismount by now; else they may when they are revealed.
            let _ = dismount::off_table(world, scenario, who.group);
        }
    }
    world.setup.ambushes[side] = markers.to_vec();
}
