//! Moves of the Movement Phase. What a drag means depends on where the unit is grabbed: in the middle it advances,
//! wheels, shifts, turns or falls back towards the hand; by a front corner it wheels about the other; by a flank it
//! becomes wider or narrower; behind its rear the units of its command that stand in line are taken along.

use super::{bw, degrees, with_cards};
use crate::battle::movement::{check_group, reach};
use crate::battle::words::commander_of;
use crate::battle::world::{Game, UgId};
use crate::battle::{Action, Bw, Decision, Leg, March, Turned};
use crate::charts::Going;
use caracole_kernel::Side;
use caracole_plane::{Angle, Group, Hand, Point, Um, WheelMeasure};
use caracole_tabletop::drag::{Grip, Way, about_other_corner, angles, parts, turn_to};

/// Hands are not steady: up to this turn, straight ahead is meant.
const STEADY: Angle = Angle::from_degrees(7);
/// Beyond this turn from its facing a unit goes sideways; beyond the next one, back.
const SIDEWAYS: Angle = Angle::from_degrees(70);
const BACK: Angle = Angle::from_degrees(115);
/// The most that a shift goes aside.
const SHIFT: Bw = Bw(100);

pub(super) fn found(game: Game<'_>, side: Side, ug: UgId, way: &Way) -> Option<Vec<Decision>> {
    let body = game.world.body(ug);
    let by = commander_of(game, ug);
    let all = match grip(game, body, way) {
        Grip::Corner(held) => wheels(ug, body, held, way.to)?,
        Grip::Flank(flank) => files(game, ug, flank, way)?,
        Grip::Rear => {
            let line = line_of(game, side, ug)?;
            towards(game, &line, body, way)?
        }
        Grip::Middle => towards(game, &[ug], body, way)?,
    };
    Some(all.into_iter().map(|action| with_cards(game, side, action, by)).collect())
}

/// Where a unit can be grabbed, and for what.
pub(super) fn grips(game: Game<'_>, side: Side, ug: UgId) -> Vec<(Point, &'static str)> {
    if game.world[ug].acted {
        return Vec::new();
    }
    let body = game.world.body(ug);
    let inside = game.bw(1) / 6;
    let at = |right: Um, forward: Um| body.anchor.offset(right, forward).at;
    let (left, right, middle) = (inside, body.frontage - inside, body.frontage.half());
    let mut found = vec![
        (at(middle, -inside), "move"),
        (at(left, -inside), "wheel right"),
        (at(right, -inside), "wheel left"),
    ];
    let rear = inside - body.footprint().depth;
    if rear < -(inside * 3) && game.charts().formations.of(game.world[ug].profile.shape).deep == 0 {
        found.extend([(at(left, rear), "files on the left"), (at(right, rear), "files on the right")]);
    }
    if line_of(game, side, ug).is_some() {
        found.push((at(middle, -(body.footprint().depth + inside)), "the whole line"));
    }
    found
}

fn grip(game: Game<'_>, body: &Group, way: &Way) -> Grip {
    Grip::of(body, way.from, game.bw(1) / 3)
}

/// The units of a command that can move together with one: as many of those next to it as make a legal group.
fn line_of(game: Game<'_>, side: Side, ug: UgId) -> Option<Vec<UgId>> {
    let (world, command) = (game.world, game.world[ug].command);
    let facing = world.facing(ug);
    let anchor = world.body(ug).front_centre();
    let ahead = |other: UgId| anchor.local(world.body(other).front_centre().at).0;
    let free = |other: &UgId| {
        *other != ug
            && !world[*other].acted
            && world[*other].command == command
            && world.facing(*other) == facing
    };
    let mut others: Vec<UgId> = world.of_side(side).filter(free).collect();
    others.sort_by_key(|other| ahead(*other).abs());
    let grade = world.commander(command)?.grade;
    let most = usize::from(game.charts().commanders.group_size.get(grade));
    let mut line = vec![ug];
    for other in others {
        let more: Vec<UgId> = line.iter().copied().chain([other]).collect();
        if more.len() <= most && check_group(game, side, &more).is_ok() {
            line = more;
        }
    }
    (line.len() > 1).then_some(line)
}

fn march(ugs: &[UgId], legs: Vec<Leg>) -> Action {
    Action::March(March { ugs: ugs.to_vec(), pulled: Vec::new(), legs, second: None })
}

fn wheel(hand: Hand, by: Angle) -> Leg {
    Leg::Wheel { hand, degrees: degrees(by) }
}

/// The front corner on `held` goes to the hand, the other one stays.
fn wheels(ug: UgId, body: &Group, held: Hand, to: Point) -> Option<Vec<Action>> {
    let (hand, by) = about_other_corner(body, held, to)?;
    let turns = angles(by).filter(|by| degrees(*by) > 0);
    Some(turns.map(|by| march(&[ug], vec![wheel(hand, by)])).collect())
}

/// Files are added or taken away on the flank that is drawn out or pushed in.
fn files(game: Game<'_>, ug: UgId, flank: Hand, way: &Way) -> Option<Vec<Action>> {
    let body = game.world.body(ug);
    let width = game.bw(1);
    let (from, _) = body.anchor.local(way.from);
    let (to, _) = body.anchor.local(way.to);
    let out = match flank {
        Hand::Left => from - to,
        Hand::Right => to - from,
    };
    let wanted = u8::try_from((out.abs() + width.half()).whole_parts(width)).unwrap_or(u8::MAX).min(12);
    let now = u8::try_from(game.world.formation(ug).width()).unwrap_or(u8::MAX);
    let change = |n: u8| Action::Reshape {
        ug,
        wide: if out > Um::ZERO { now.saturating_add(n) } else { now.saturating_sub(n) },
        left: if flank == Hand::Left { n } else { 0 },
    };
    (wanted > 0).then(|| (1..=wanted).rev().map(change).collect())
}

/// Units go where the hand shows.
fn towards(game: Game<'_>, ugs: &[UgId], body: &Group, way: &Way) -> Option<Vec<Action>> {
    let here = body.front_centre().at;
    let there = way.moved_along(here)?;
    let (far, (hand, by)) = (here.distance(there), turn_to(body, here.direction_to(there)?));
    let full = game.bw(ugs.iter().map(|ug| reach(game, *ug, Going::Good).total()).min()?);
    let alone = match ugs {
        [only] => Some(*only),
        _ => None,
    };
    Some(match alone {
        Some(ug) if by > BACK => back(game, ug, full, far),
        Some(ug) if by > SIDEWAYS => sideways(game, ug, hand, full, far),
        None if by > SIDEWAYS => return None,
        _ => ahead(game, ugs, body, (hand, by), full, (far, there)),
    })
}

/// Straight ahead, with a shift, or with a wheel first.
fn ahead(
    game: Game<'_>,
    ugs: &[UgId],
    body: &Group,
    (hand, by): (Hand, Angle),
    full: Um,
    (far, there): (Um, Point),
) -> Vec<Action> {
    let forward = |on: Um| Leg::Forward(bw(game, on));
    let mut found = Vec::new();
    if by > STEADY {
        let most = WheelMeasure::Straight.angle(body.frontage, full);
        let by = by.min(most);
        let left = (full - WheelMeasure::Straight.distance(body.frontage, by)).or_zero();
        // What the hand shows comes first, even beyond the limit: its refusal cites the rule.
        found.extend((far > left).then(|| vec![wheel(hand, by), forward(far)]));
        found.extend(parts(left.min(far)).map(|on| vec![wheel(hand, by), forward(on)]));
        found.push(vec![wheel(hand, by)]);
        let (aside, on) = body.front_centre().local(there);
        let aside = bw(game, aside.abs());
        if aside <= SHIFT {
            found.push(vec![forward(on.min(full)), Leg::Shift { hand, by: aside }]);
        }
    }
    found.extend((far > full).then(|| vec![forward(far)]));
    found.extend(parts(full.min(far)).map(|on| vec![forward(on)]));
    let fits = |legs: &Vec<Leg>| {
        legs.iter().all(|leg| match leg {
            Leg::Forward(by) | Leg::Shift { by, .. } => by.0 > 0,
            Leg::Wheel { degrees, .. } => *degrees > 0,
        })
    };
    found.into_iter().filter(fits).map(|legs| march(ugs, legs)).collect()
}

/// A turn to that flank with any move that may follow.
fn sideways(game: Game<'_>, ug: UgId, hand: Hand, full: Um, far: Um) -> Vec<Action> {
    let turn = |forward: Option<Um>| {
        let forward = forward.map(|by| bw(game, by)).filter(|by| by.0 > 0);
        Action::Turn(Turned { ug, to: Some(hand), forward, move_first: false })
    };
    let long = far > game.bw(1);
    let moves = long.then(|| parts(full.min(far)).map(Some)).into_iter().flatten();
    moves.chain([None]).map(turn).collect()
}

/// A short way back keeps the facing where the troops can; a turn about comes with any move that may follow.
fn back(game: Game<'_>, ug: UgId, full: Um, far: Um) -> Vec<Action> {
    let falls = parts(full.min(far)).map(|by| Action::FallBack { ug, by: bw(game, by) });
    let turn = |forward: Option<Um>| {
        let forward = forward.map(|by| bw(game, by)).filter(|by| by.0 > 0);
        Action::Turn(Turned { ug, to: None, forward, move_first: false })
    };
    let turns = parts(full.min(far)).map(Some).chain([None]).map(turn);
    falls.filter(|action| !matches!(action, Action::FallBack { by, .. } if by.0 <= 0)).chain(turns).collect()
}
