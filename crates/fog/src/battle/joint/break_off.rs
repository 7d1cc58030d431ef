//! Breaking off from close combat.

use crate::battle::customs::BreaksOff;
use crate::battle::position::{contact, kinds, rates};
use crate::battle::world::{GroupId, World};
use crate::field::Grade;
use caracole_ledger::enforces;
use caracole_plane::{BaseRect, Contact, Edge, Group, Motion, Path, Um, WheelMeasure, any_overlap};

/// Whether a battle group may or must break off.
#[must_use]
pub fn may_break_off(world: &World, group: GroupId) -> bool {
    world.book.breaks_off(world, group) != BreaksOff::No
}

/// Where a battle group comes to when it breaks off; none if it would gain less than 1 MU.
#[must_use]
pub fn plan(world: &World, group: GroupId) -> Option<Group> {
    enforces!("FOGR-JAP-009", "FOGR-JAP-010", "FOGR-JAP-011", "FOGR-JAP-016", "FOGAM-JAP-007");
    let body = world.laid_out(group);
    let wanted = match kinds::is_mounted(world, group) {
        true => rates::distance_from_here(world, group)?,
        false => 4,
    };
    // A level front rank: the furthest forward base is the one whose enemy the distance is measured from.
    let forward = body_front(world, group, &body);
    let start = body.placed(body.anchor.offset(Um::ZERO, forward));
    let path = over_ground(world, group, &start, wanted);
    let path = short_of_closed_ground(world, path);
    let path = short_of_friends(world, group, path);
    let path = short_of_enemies(world, group, &start, path);
    let gained = start.anchor.at.distance(path.end().anchor.at);
    // Troops that stand beside a deep or bent formation may be in the way of its levelled body, too.
    let end = path.end().rects();
    let clear = world.on_table().filter(|&g| g != group).all(|g| !any_overlap(&end, world.obstruction(g)));
    (clear && gained >= world.field.mu(1)).then(|| path.end().clone())
}

const MEASURE: WheelMeasure = WheelMeasure::Straight;

/// The way straight back.
fn back(start: &Group, distance: Um) -> Path {
    let toward = start.facing() + caracole_plane::Angle::HALF;
    Path::from(start).leg(Motion::Slide { toward, distance })
}

/// As far back as the ground allows.
fn over_ground(world: &World, group: GroupId, start: &Group, wanted: i32) -> Path {
    enforces!("FOGR-JAP-015", "FOGAM-JAP-009");
    let full = world.field.mu(wanted);
    let path = back(start, full);
    let files: Vec<u8> = start.places.iter().map(|p| p.file).collect();
    let pace = |path: &Path| {
        let mut ground = rates::kinds_on_path(world, path, &files);
        ground.retain(|k| !matches!(k.grade(), Grade::Impassable | Grade::Open));
        if ground.is_empty() {
            return full;
        }
        let mu = rates::move_distance(world, group, &ground, rates::ColumnUse::None).map_or(0, |t| t.total());
        world.field.mu(mu.min(wanted))
    };
    let slow = pace(&path);
    if slow >= full {
        return path;
    }
    // Troops that have gone further when they come to slower ground stop at its edge.
    let gone = |path: &Path| start.anchor.at.distance(path.end().anchor.at);
    let edges = world.field.terrain.pieces.iter().filter_map(crate::field::Piece::outline);
    let edges = edges.filter_map(|o| path.first_entry(o));
    let edge = edges
        .map(|e| path.cut(e.leg, e.met.after, MEASURE))
        .filter(|edge| gone(edge) > slow && pace(edge) >= gone(edge))
        .min_by_key(gone);
    edge.unwrap_or_else(|| back(start, slow))
}

/// The way as far as impassable ground and the table edge.
fn short_of_closed_ground(world: &World, mut path: Path) -> Path {
    enforces!("FOGR-JAP-013");
    for closed in world.impassable() {
        if let Some(entry) = path.first_entry(closed) {
            path = path.cut(entry.leg, entry.met.after, MEASURE);
        }
    }
    match path.first_exit(&world.field.table) {
        Some(exit) => path.cut(exit.leg, exit.met.after, MEASURE),
        None => path,
    }
}

/// The way as far as friends and the own camp.
fn short_of_friends(world: &World, group: GroupId, path: Path) -> Path {
    enforces!("FOGR-JAP-012");
    let mut friends: Vec<BaseRect> =
        world.friends_of(group).flat_map(|f| world.obstruction(f)).copied().collect();
    friends.extend(world.sides[world[group].side].camp.map(|c| c.at.rect()));
    match path.first_contact(&friends) {
        Some(hit) => path.cut(hit.leg, hit.met.after, MEASURE),
        None => path,
    }
}

/// The way as far as 1 MU from enemies and their camp.
fn short_of_enemies(world: &World, group: GroupId, start: &Group, mut path: Path) -> Path {
    enforces!("FOGR-JAP-014", "FOGAM-JAP-008");
    let opponents = contact::opponents(world, group);
    let (near, far): (Vec<GroupId>, Vec<GroupId>) =
        world.enemies_of(group).partition(|e| opponents.contains(e) || contact::touch(world, group, *e));
    let rects =
        |groups: &[GroupId]| groups.iter().flat_map(|e| world.rects(*e)).copied().collect::<Vec<BaseRect>>();
    let in_the_way = |r: &BaseRect| start.footprint().rect().side_of_line(Edge::Rear, r).is_partly_beyond();
    let limit = world.field.mu(1);
    // Enemies that they touch stop them only where they stand in the way.
    let mut close = rects(&near);
    close.retain(in_the_way);
    if let Some(hit) = path.first_contact(&close) {
        let gone = start.anchor.at.distance(path.cut(hit.leg, hit.met.after, MEASURE).end().anchor.at);
        path = back(start, (gone - limit).or_zero());
    }
    let mut enemies = rects(&far);
    enemies.extend(world.sides[world[group].side.other()].camp.map(|c| c.at.rect()));
    enemies.retain(in_the_way);
    let legs: Vec<(Group, Motion)> = path.legs().map(|(g, m)| (g.clone(), *m)).collect();
    for (number, (from, motion)) in legs.iter().enumerate() {
        if let Some(extent) = caracole_plane::first_within(&from.rects(), motion, &enemies, limit) {
            path = path.cut(number, extent, MEASURE);
        }
    }
    path
}

/// How far the furthest forward base in contact stands before the line of the body.
fn body_front(world: &World, group: GroupId, body: &Group) -> Um {
    let line = body.footprint().rect();
    let theirs: Vec<BaseRect> = world.enemies_of(group).flat_map(|e| world.rects(e)).copied().collect();
    world
        .rects(group)
        .iter()
        .filter(|r| theirs.iter().any(|t| r.contact(t).is_some_and(Contact::is_by_own_front)))
        .map(|r| line.reach_beyond(Edge::Front, r).1)
        .max()
        .unwrap_or(Um::ZERO)
}
