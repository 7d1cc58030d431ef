//! Moves of the manoeuvre phase. What a drag means depends on where the battle group is grabbed: in the middle it advances,
//! wheels, shifts or turns towards the hand; by a front corner it wheels about the other; by a flank it expands or
//! contracts; behind its rear the whole division is taken along. Guns that stand pivot towards the hand.

use crate::battle::manoeuvre::{
    self, Action, Advance, CommanderGoes, Leg, Shift, When, WithAdvance, artillery, candidates, moves,
};
use crate::battle::position::rates;
use crate::battle::world::{CommanderId, GroupId, World};
use caracole_kernel::Side;
use caracole_plane::{Angle, Group, Hand, Point, Pose, Um, WheelMeasure};
use caracole_tabletop::drag::{Grip, PARTS, Way, about_other_corner, angles, part_of, parts, turn_to};

/// Hands are not steady: up to this turn, straight ahead is meant.
const STEADY: Angle = Angle::from_degrees(7);
/// Beyond this turn from its facing a battle group goes sideways; beyond the next one, back.
const SIDEWAYS: Angle = Angle::from_degrees(70);
const BACK: Angle = Angle::from_degrees(115);

pub(super) fn found(
    world: &World,
    side: Side,
    request: &manoeuvre::Request,
    (kind, index): (&str, u16),
    way: &Way,
) -> Option<Vec<manoeuvre::Decision>> {
    match kind {
        "group" => of_group(world, side, request, GroupId(index), way),
        "commander" => of_commander(world, side, request, index, way),
        _ => None,
    }
}

fn of_group(
    world: &World,
    side: Side,
    request: &manoeuvre::Request,
    group: GroupId,
    way: &Way,
) -> Option<Vec<manoeuvre::Decision>> {
    if !is_own(world, side, group) {
        return None;
    }
    let body = world.body(group);
    if let Some(groups) = division(world, side, request, group)
        && (!is_asked(world, side, request, group) || grip(world, body, way) == Grip::Rear)
    {
        return whole_division(world, body, groups, way);
    }
    if !is_asked(world, side, request, group) {
        return None;
    }
    if artillery::pivots(world, group) {
        let actions = pivots(world, body, group, way)?;
        return Some(actions.into_iter().map(|action| manoeuvre::Decision::Move { group, action }).collect());
    }
    let full = world.field.mu(rates::march_from_here(world, group)?);
    let actions = match grip(world, body, way) {
        Grip::Corner(hand) => wheels(body, hand, way.to),
        Grip::Flank(hand) => files(world, body, hand, way),
        Grip::Middle | Grip::Rear => towards(world, body, full, way),
    }?;
    Some(actions.into_iter().map(|action| manoeuvre::Decision::Move { group, action }).collect())
}

/// Whether a battle group is on the table and the player's own.
fn is_own(world: &World, side: Side, group: GroupId) -> bool {
    world.get(group).is_some_and(|state| state.side == side && state.is_on_table())
}

/// Whether a battle group may be asked to move now.
fn is_asked(world: &World, side: Side, request: &manoeuvre::Request, group: GroupId) -> bool {
    is_own(world, side, group)
        && match request {
            manoeuvre::Request::Move => true,
            manoeuvre::Request::SimpleInstead { group: only } => *only == group,
            manoeuvre::Request::MoveAgain { groups } => groups.as_slice() == [group],
            _ => false,
        }
}

/// The division that a battle group can move with now.
fn division(world: &World, side: Side, request: &manoeuvre::Request, group: GroupId) -> Option<Vec<GroupId>> {
    match request {
        manoeuvre::Request::Move => {
            let free: Vec<GroupId> = world
                .of_side(side)
                .filter(|&g| world[g].phase.moves == 0 && moves::can_move(world, side, g).is_ok())
                .collect();
            candidates::divisions(world, side, &free).into_iter().find_map(|decision| match decision {
                manoeuvre::Decision::MoveDivision { groups, .. } => {
                    Some(groups).filter(|groups| groups.contains(&group))
                }
                _ => None,
            })
        }
        manoeuvre::Request::MoveAgain { groups } | manoeuvre::Request::SimpleInsteadOfAll { groups } => {
            Some(groups.clone()).filter(|groups| groups.len() > 1 && groups.contains(&group))
        }
        _ => None,
    }
}

/// The division moves with the hand as the grabbed battle group does: straight ahead, or by a wheel.
fn whole_division(
    world: &World,
    body: &Group,
    groups: Vec<GroupId>,
    way: &Way,
) -> Option<Vec<manoeuvre::Decision>> {
    let slowest = groups.iter().filter_map(|&g| rates::march_from_here(world, g)).min()?;
    let full = world.field.mu(slowest);
    let here = body.front_centre().at;
    let there = way.moved_along(here)?;
    let (far, (hand, by)) = (here.distance(there), turn_to(body, here.direction_to(there)?));
    if by > SIDEWAYS {
        return None;
    }
    let mut found = Vec::new();
    if by > STEADY {
        found.push(Advance::wheel(hand, by, far));
        // The outer battle groups go further than the grabbed one: as much of the wheel as they can, then on.
        for by in angles(by) {
            found.extend([far.min(full), far.min(full.half())].map(|on| Advance::wheel(hand, by, on)));
            found.push(Advance::wheel(hand, by, Um::ZERO));
        }
    }
    // A little too far: then the refusal is about the distance, not about what lies where the hand is.
    found.extend((far > full).then(|| Advance::straight(far.min(full + world.field.mu(1) / 10))));
    found.extend(parts(full.min(far)).map(Advance::straight));
    let moved = |advance| manoeuvre::Decision::MoveDivision { groups: groups.clone(), advance };
    Some(found.into_iter().map(moved).collect())
}

/// Guns that stand turn their front towards the hand, or the grabbed corner goes to it.
fn pivots(world: &World, body: &Group, group: GroupId, way: &Way) -> Option<Vec<Action>> {
    let (hand, wanted) = match grip(world, body, way) {
        Grip::Corner(held) => about_other_corner(body, held, way.to)?,
        _ => turn_to(body, body.front_centre().at.direction_to(way.to)?),
    };
    if wanted == Angle::ZERO || wanted > Angle::HALF {
        return None;
    }
    let most = WheelMeasure::Straight.angle(body.frontage, world.field.mu(1));
    let supported = !artillery::supporters(world, group).is_empty();
    let pivot = |by: Angle, with_supporters: bool| Action::Pivot { hand, by, with_supporters };
    // What the hand shows comes first, even beyond the limit: its refusal cites the rule.
    let all = std::iter::once(wanted).chain(angles(wanted.min(most)));
    Some(
        all.flat_map(|by| supported.then(|| pivot(by, true)).into_iter().chain([pivot(by, false)])).collect(),
    )
}

/// Where a battle group can be grabbed, and for what.
pub(super) fn grips(
    world: &World,
    side: Side,
    request: &manoeuvre::Request,
    group: GroupId,
) -> Vec<(Point, &'static str)> {
    if !is_own(world, side, group) {
        return Vec::new();
    }
    let division = division(world, side, request, group).is_some();
    let body = world.body(group);
    let inside = world.field.base_width() / 6;
    let at = |right: Um, forward: Um| body.anchor.offset(right, forward).at;
    let (left, right) = (inside, body.frontage - inside);
    let behind = -(body.footprint().depth + inside);
    let mut found = Vec::new();
    if division {
        found.push((at(body.frontage.half(), behind), world.book.words().whole_line));
    }
    if !is_asked(world, side, request, group) {
        return found;
    }
    found.extend([
        (at(body.frontage.half(), -inside), "move"),
        (at(left, -inside), "wheel right"),
        (at(right, -inside), "wheel left"),
    ]);
    let rear = inside - body.footprint().depth;
    if rear < -(inside * 3) && !artillery::pivots(world, group) {
        found.extend([(at(left, rear), "files on the left"), (at(right, rear), "files on the right")]);
    }
    found
}

fn grip(world: &World, body: &Group, way: &Way) -> Grip {
    Grip::of(body, way.from, world.field.base_width() / 3)
}

/// The front corner on `held` goes to the hand, the other one stays.
fn wheels(body: &Group, held: Hand, to: Point) -> Option<Vec<Action>> {
    let (hand, by) = about_other_corner(body, held, to)?;
    let turn = |by: Angle| Action::Advance(Advance::wheel(hand, by, Um::ZERO));
    Some(angles(by).map(turn).collect())
}

/// Files are added or taken away on the flank that is drawn out or pushed in.
fn files(world: &World, body: &Group, flank: Hand, way: &Way) -> Option<Vec<Action>> {
    let width = world.field.base_width();
    let (from, _) = body.anchor.local(way.from);
    let (to, _) = body.anchor.local(way.to);
    let out = match flank {
        Hand::Left => from - to,
        Hand::Right => to - from,
    };
    let wanted = u8::try_from((out.abs() + width.half()).whole_parts(width)).unwrap_or(u8::MAX).min(12);
    let on = |n: u8| if flank == Hand::Left { (n, 0) } else { (0, n) };
    let change = |n: u8| {
        let (left, right) = on(n);
        match out > Um::ZERO {
            true => Action::Expand { left, right, formation: None, then: None },
            false => Action::Contract { left, right, formation: None, with: None },
        }
    };
    (wanted > 0).then(|| (1..=wanted).rev().map(change).collect())
}

fn towards(world: &World, body: &Group, full: Um, way: &Way) -> Option<Vec<Action>> {
    let here = body.front_centre().at;
    let there = way.moved_along(here)?;
    let (far, (hand, by)) = (here.distance(there), turn_to(body, here.direction_to(there)?));
    Some(if by > BACK {
        back(full, far)
    } else if by > SIDEWAYS {
        sideways(world, hand, full, far)
    } else {
        ahead(body, (hand, by), full, far).into_iter().map(Action::Advance).collect()
    })
}

fn ahead(body: &Group, (hand, by): (Hand, Angle), full: Um, far: Um) -> Vec<Advance> {
    let mut found = Vec::new();
    if by > STEADY {
        let most = WheelMeasure::Straight.angle(body.frontage, full);
        let by = by.min(most);
        let left = (full - WheelMeasure::Straight.distance(body.frontage, by)).or_zero();
        // What the hand shows comes first, even beyond the limit: its refusal cites the rule.
        found.extend((far > left).then(|| Advance::wheel(hand, by, far)));
        found.extend(parts(left.min(far)).map(|on| Advance::wheel(hand, by, on)));
        found.push(Advance::wheel(hand, by, Um::ZERO));
    }
    found.extend((far > full).then(|| Advance::straight(far)));
    found.extend(parts(full.min(far)).map(Advance::straight));
    found
}

/// A short way to the side is a shift, a longer one a turn to that flank with any advance that may follow.
fn sideways(world: &World, hand: Hand, full: Um, far: Um) -> Vec<Action> {
    let shift = |by: Um| {
        Action::Advance(Advance { legs: Vec::new(), shift: Some(Shift { hand, by, when: When::After }) })
    };
    let turn = |with: Option<Um>| Action::TurnToFlank { hand, files: None, with: with.map(after) };
    let turns = std::iter::once(far).filter(|far| *far > full).chain(parts(full.min(far)));
    let turns = turns.map(move |far| turn(Some(far))).chain([turn(None)]);
    let shifts = std::iter::once(far).chain(parts(far.min(world.field.base_width()))).map(shift);
    if far > world.field.base_width() + world.field.base_width().half() {
        turns.chain(shifts).collect()
    } else {
        shifts.chain(turns).collect()
    }
}

fn back(full: Um, far: Um) -> Vec<Action> {
    let turn = |with: Option<Um>| Action::TurnAbout { with: with.map(after), and_back: false };
    let far_first = std::iter::once(far).filter(|far| *far > full).chain(parts(full.min(far)));
    far_first.map(|far| turn(Some(far))).chain([turn(None)]).collect()
}

fn after(distance: Um) -> WithAdvance {
    let advance = Advance { legs: vec![Leg::Ahead(distance)], shift: None };
    WithAdvance { advance, when: When::After }
}

fn of_commander(
    world: &World,
    side: Side,
    request: &manoeuvre::Request,
    index: u16,
    way: &Way,
) -> Option<Vec<manoeuvre::Decision>> {
    if *request != manoeuvre::Request::Move {
        return None;
    }
    let commander = CommanderId(u8::try_from(index).ok()?);
    let state = world.commanders.get(usize::from(index)).filter(|state| state.side == side)?;
    let pose = state.base.front;
    let end = way.moved_along(pose.at)?;
    let joins = world
        .of_side(side)
        .find(|&g| world.rects(g).iter().any(|rect| rect.holds(way.to)))
        .map(CommanderGoes::Join);
    let to = |n: i32| CommanderGoes::To(Pose::new(part_of(pose.at, end, n), pose.facing));
    let goes = joins.into_iter().chain((1..=PARTS).rev().map(to));
    Some(goes.map(|goes| manoeuvre::Decision::MoveCommander { commander, goes }).collect())
}
