//! A piece drawn across the table by hand: the moves that would bring it there, or as near as it may go.

use super::FINE;
use crate::renaissance::battle::manoeuvre::{self, Action, Advance, CommanderGoes};
use crate::renaissance::battle::position::rates;
use crate::renaissance::battle::world::{CommanderId, GroupId, World};
use crate::renaissance::battle::{Decision, Fogr, Request};
use caracole_kernel::{At, Battle, Piece, Side};
use caracole_plane::{Angle, Hand, Point, Pose, Sense, Um, WheelMeasure};

/// A way is tried in so many parts, the whole of it first.
const PARTS: i32 = 12;
/// A hand is not steady: up to this turn straight ahead is meant.
const STEADY: Angle = Angle::from_degrees(7);

/// Moves that take a piece by the way from one point to another, the nearest to it first; whether they are legal is
/// asked afterwards.
#[must_use]
pub fn drag(
    battle: &Battle<Fogr>,
    side: Side,
    request: &Request,
    piece: &Piece,
    way: [At; 2],
) -> Vec<Decision> {
    let Request::Manoeuvre(request) = request else { return Vec::new() };
    let world = battle.world();
    let index = piece.number.checked_sub(1).and_then(|n| u16::try_from(n).ok());
    let Some(index) = index else { return Vec::new() };
    let moves = match &*piece.kind {
        "group" => of_group(world, side, request, GroupId(index), way),
        "commander" => of_commander(world, side, request, index, way),
        _ => None,
    };
    moves.unwrap_or_default().into_iter().map(Decision::Manoeuvre).collect()
}

/// The point, taken along the way; y grows away from red on the table and downwards on the screen.
fn taken(point: Point, [from, to]: [At; 2]) -> Option<Point> {
    let along = |start: i32, end: i32| (i64::from(end) - i64::from(start)) * i64::from(FINE);
    let x = Um::checked(i64::from(point.x.get()) + along(from.0, to.0)).ok()?;
    let y = Um::checked(i64::from(point.y.get()) - along(from.1, to.1)).ok()?;
    Some(Point::new(x, y))
}

fn of_group(
    world: &World,
    side: Side,
    request: &manoeuvre::Request,
    group: GroupId,
    way: [At; 2],
) -> Option<Vec<manoeuvre::Decision>> {
    world.get(group).filter(|state| state.side == side && state.is_on_table())?;
    let asked = match request {
        manoeuvre::Request::Move => true,
        manoeuvre::Request::SimpleInstead { group: only } => *only == group,
        manoeuvre::Request::MoveAgain { groups } => groups.as_slice() == [group],
        _ => false,
    };
    if !asked {
        return None;
    }
    let full = world.field.mu(rates::distance_from_here(world, group)?);
    let body = world.body(group);
    let here = body.front_centre().at;
    let there = taken(here, way)?;
    let (far, toward) = (here.distance(there), here.direction_to(there)?);
    let (sense, by) = body.facing().shortest_turn(toward);
    if by > Angle::QUARTER {
        return None;
    }
    let mut found = Vec::new();
    if by > STEADY {
        let hand = if sense == Sense::Clockwise { Hand::Right } else { Hand::Left };
        let most = WheelMeasure::Straight.angle(body.frontage, full);
        let by = by.min(most);
        let left = (full - WheelMeasure::Straight.distance(body.frontage, by)).or_zero();
        // What was meant comes first, even beyond the limit: its refusal says which rule sets that.
        found.extend((far > left).then(|| Advance::wheel(hand, by, far)));
        found.extend(parts(left.min(far)).map(|on| Advance::wheel(hand, by, on)));
        found.push(Advance::wheel(hand, by, Um::ZERO));
    }
    found.extend((far > full).then(|| Advance::straight(far)));
    found.extend(parts(full.min(far)).map(Advance::straight));
    let moved = |advance| manoeuvre::Decision::Move { group, action: Action::Advance(advance) };
    Some(found.into_iter().map(moved).collect())
}

fn of_commander(
    world: &World,
    side: Side,
    request: &manoeuvre::Request,
    index: u16,
    [from, to]: [At; 2],
) -> Option<Vec<manoeuvre::Decision>> {
    if *request != manoeuvre::Request::Move {
        return None;
    }
    let commander = CommanderId(u8::try_from(index).ok()?);
    let state = world.commanders.get(usize::from(index)).filter(|state| state.side == side)?;
    let pose = state.base.front;
    let part = |n: i32| {
        let between = |a: i32, b: i32| {
            let all = i64::from(b) - i64::from(a);
            i32::try_from(i64::from(a) + all * i64::from(n) / i64::from(PARTS)).unwrap_or(a)
        };
        let end = At(between(from.0, to.0), between(from.1, to.1));
        let at = taken(pose.at, [from, end])?;
        let goes = CommanderGoes::To(Pose::new(at, pose.facing));
        Some(manoeuvre::Decision::MoveCommander { commander, goes })
    };
    Some((1..=PARTS).rev().filter_map(part).collect())
}

/// The whole of a distance, then ever less of it.
fn parts(whole: Um) -> impl Iterator<Item = Um> {
    (1..=PARTS).rev().map(move |n| whole / PARTS * n).filter(|part| *part > Um::ZERO)
}
