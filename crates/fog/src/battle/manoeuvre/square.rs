//! Square: forming, leaving, moving in it.

use super::messages::{Action, Difficulty};
use super::obstruct;
use super::plan::Plan;
use super::reshape::{has_room, not_in_close_combat, refuse, stationary};
use crate::battle::law::law;
use crate::battle::world::{BaseId, GroupId, Posture, World, quarter_turns};
use crate::formation::{Facing, Position};
use caracole_kernel::Refusal;
use caracole_ledger::{RuleId, enforces};
use caracole_plane::{Angle, Base, CONTACT_TOLERANCE, Edge, Hand, Motion, Path, Pose, Um, any_within};
use std::cmp::Reverse;

/// How many bases face front, rear, and the flanks: a quarter each, the odd ones in this order.
fn faces(bases: usize) -> [usize; 4] {
    std::array::from_fn(|i| bases / 4 + usize::from(bases % 4 > i))
}

/// A place in a square: how far to the right of the middle of its front and how far behind it.
struct PlaceInSquare {
    right: Um,
    back: Um,
    facing: Facing,
    at: Position,
}

/// The places of this many bases in square: a front and a rear rank, and between them the bases that face the flanks.
fn places(bases: usize, width: Um, depth: Um) -> Vec<PlaceInSquare> {
    let [ahead, behind, left, right] = faces(bases);
    let number = |n: usize| i32::try_from(n).unwrap_or(0);
    let small = |n: usize| u8::try_from(n).unwrap_or(u8::MAX);
    let files = ahead.max(behind);
    let half = (width * number(files.max(1))).half().max(depth);
    let sides = left.max(right);
    let row = |i: usize, n: usize| width * (2 * number(i) + 1 - number(n)) / 2;
    let mut places = Vec::new();
    places.extend((0..ahead).map(|i| {
        let at = Position { file: small(i), rank: 0 };
        PlaceInSquare { right: row(i, ahead), back: Um::ZERO, facing: Facing::Front, at }
    }));
    places.extend((0..behind).map(|i| {
        let at = Position { file: small(i), rank: small(sides + 1) };
        let back = depth + width * number(sides) + depth;
        PlaceInSquare { right: row(i, behind), back, facing: Facing::Rear, at }
    }));
    let flanks = [(left, -half, Facing::Left, 0), (right, half, Facing::Right, small(files.max(2) - 1))];
    for (bases, right, facing, file) in flanks {
        places.extend((0..bases).map(|i| {
            let at = Position { file, rank: small(i + 1) };
            PlaceInSquare { right, back: depth + width * number(i) + width.half(), facing, at }
        }));
    }
    places
}

/// The same places with left and right exchanged.
fn mirrored(places: Vec<PlaceInSquare>) -> Vec<PlaceInSquare> {
    let last = places.iter().map(|p| p.at.file).max().unwrap_or(0);
    let mirror = |p: PlaceInSquare| PlaceInSquare {
        right: -p.right,
        facing: p.facing.mirrored(),
        at: Position { file: last - p.at.file, ..p.at },
        ..p
    };
    places.into_iter().map(mirror).collect()
}

/// Lays a battle group out in square with the middle of its front where it was.
pub fn lay_out(world: &mut World, group: GroupId, front: Pose) {
    enforces!("FOGR-SPECIAL-034");
    let mut ids: Vec<BaseId> = world.base_ids(group).to_vec();
    let depth = ids.iter().map(|&b| world[b].base.depth).max().unwrap_or(Um::ZERO);
    let mut places = places(ids.len(), world.field.base_width(), depth);
    if world.hand_where_equal() == Hand::Right {
        ids.sort_by_key(|&b| (Reverse(world[b].at.file), world[b].at.rank));
        places = mirrored(places);
    }
    for (id, place) in ids.into_iter().zip(places) {
        let turn = quarter_turns(place.facing);
        let at = front.offset(place.right, -place.back);
        let base = &mut world[id];
        let pose = Pose::new(at.at, Angle(at.facing.0.wrapping_add(turn.0)));
        base.base = Base::new(pose, base.base.width, base.base.depth);
        base.facing = place.facing;
        base.at = place.at;
    }
    world[group].kinks.clear();
    world[group].posture = Posture::Square;
}

/// The middle of the front of a square, and its facing.
#[must_use]
pub fn front_of(world: &World, group: GroupId) -> Option<Pose> {
    let bases = world.bases_of(group);
    let ahead: Vec<Base> = bases.iter().filter(|b| b.facing == Facing::Front).map(|b| b.base).collect();
    let (first, last) = (ahead.first()?, ahead.last()?);
    Some(Pose::new(first.front.at.midpoint(last.front.at), first.facing()))
}

/// The refusal of what troops in that formation cannot do.
pub(super) fn in_square(world: &World, rule: RuleId) -> Refusal {
    let words = world.book.words();
    refuse(rule, format!("It is {}", words.in_square), format!("Leave {} first.", words.square))
}

/// Plans forming square.
pub fn form(world: &World, group: GroupId, action: &Action) -> Result<Plan, Refusal> {
    enforces!("FOGR-MOVE-067");
    let rule = law!(world.book, "FOGR-SPECIAL-036", "FOGAM-SPECIAL-031");
    not_in_close_combat(world, group, rule)?;
    if world[group].posture == Posture::Square {
        let rule = law!(world.book, "FOGR-SPECIAL-033", "FOGAM-SPECIAL-031");
        let words = world.book.words();
        return Err(refuse(
            rule,
            format!("It is {}", words.in_square),
            format!("Leave it {}.", words.in_square),
        ));
    }
    let after = world.book.form_square(world, group)?;
    let rects = world.rects(group);
    let limit = world.field.mu(6);
    let near = |e: GroupId| !world[e].is_broken() && any_within(rects, world.rects(e), limit);
    if !world.enemies_of(group).any(near) {
        return Err(refuse(
            law!(world.book, "FOGR-SPECIAL-035", "FOGAM-SPECIAL-031"),
            "No unbroken enemy is within 6 MU",
            format!("Form {} when they are.", world.book.words().square),
        ));
    }
    has_room(world, &after, group, law!(world.book, "FOGR-SPECIAL-034", "FOGAM-SPECIAL-031"))?;
    Ok(stationary(world, &after, group, action.clone(), Difficulty::Complex))
}

fn must_be_square(world: &World, group: GroupId) -> Result<(), Refusal> {
    if world[group].posture == Posture::Square {
        return Ok(());
    }
    let rule = law!(world.book, "FOGR-SPECIAL-033", "FOGAM-SPECIAL-031");
    Err(refuse(rule, format!("It is not {}", world.book.words().in_square), "Choose another move."))
}

/// The corners of the ground that a square covers, as a base facing its front.
#[must_use]
pub fn ground(world: &World, group: GroupId) -> Option<Base> {
    let front = front_of(world, group)?;
    let (mut right, mut back) = (Um::ZERO, Um::ZERO);
    for rect in world.rects(group) {
        for corner in rect.corners() {
            let (r, f) = front.local(corner);
            right = right.max(r.abs());
            back = back.max(-f);
        }
    }
    Some(Base::new(front, right * 2, back))
}

/// Plans leaving square.
pub fn leave(
    world: &World,
    group: GroupId,
    front: Edge,
    files: u8,
    action: &Action,
) -> Result<Plan, Refusal> {
    must_be_square(world, group)?;
    not_in_close_combat(world, group, law!(world.book, "FOGR-SPECIAL-036", "FOGAM-SPECIAL-031"))?;
    let after = world.book.leave_square(world, group, front, files)?;
    has_room(world, &after, group, law!(world.book, "FOGR-SPECIAL-037", "FOGAM-SPECIAL-031"))?;
    Ok(stationary(world, &after, group, action.clone(), Difficulty::Complex))
}

/// Plans a move in square.
pub fn shuffle(
    world: &World,
    group: GroupId,
    over: Edge,
    distance: Um,
    action: &Action,
) -> Result<Plan, Refusal> {
    let rule = law!(world.book, "FOGR-SPECIAL-039", "FOGAM-SPECIAL-032");
    must_be_square(world, group)?;
    world.book.may_shuffle(world, group, over)?;
    if distance <= Um::ZERO || distance > world.field.mu(1) + CONTACT_TOLERANCE {
        return Err(refuse(
            rule,
            format!("It moves 1 MU at most {}", world.book.words().in_square),
            "Move less far.",
        )
        .length("distance", distance.get()));
    }
    let body = world.body(group);
    let toward = caracole_plane::Angle(body.facing().0.wrapping_add(over.outward().0));
    let path = Path::from(body).leg(Motion::Slide { toward, distance });
    let way = obstruct::way(world, group, &path, &[])?;
    if !way.through.is_empty() {
        return Err(refuse(rule, "Friends are in the way", "Move another way."));
    }
    let after = world.supposing(|after| after.put(group, path.end()));
    has_room(world, &after, group, rule)?;
    let mut plan = stationary(world, &after, group, action.clone(), Difficulty::Simple);
    plan.spent = distance;
    plan.comes_upon = way.comes_upon;
    Ok(plan)
}
