//! Charges: a unit is dragged onto the enemy whom it is to meet. Counter-charges go towards the hand; who is charged is
//! dragged away, or stays.

use super::{bw, degrees};
use crate::battle::charge::{Decision as Charge, Request, check_one, direction, possible};
use crate::battle::movement::{Plan, reach};
use crate::battle::words::{commander_of, payment};
use crate::battle::world::{Approach, ChargeKind, Foe, Game, UgId, Wheel};
use crate::battle::{Decision, charging};
use crate::charts::{ActionCode, Going};
use caracole_document::Word;
use caracole_kernel::Side;
use caracole_plane::{Angle, Hand, Point, Um};
use caracole_tabletop::drag::{Way, parts, turn_to};

/// Up to this turn straight ahead is meant.
const STEADY: Angle = Angle::from_degrees(4);

pub(super) fn found(
    game: Game<'_>,
    side: Side,
    request: Request,
    ug: UgId,
    way: &Way,
) -> Option<Vec<Decision>> {
    let all = match request {
        Request::Declare => declared(game, side, ug, way)?,
        Request::Direct { ug: only } if only == ug => declared(game, side, ug, way)?,
        Request::Counter => counters(game, side, ug, way)?,
        Request::Respond { ug: only } if only == ug => responses(game, ug, way)?,
        Request::Move => vec![Charge::Move { ug, turn: None, paid: None }],
        _ => return None,
    };
    Some(all.into_iter().map(Decision::Charge).collect())
}

fn distance(game: Game<'_>, foe: Foe, to: Point) -> Um {
    let rects = match foe {
        Foe::Ug(ug) => game.world.rects(ug).to_vec(),
        Foe::Camp(side) => game.world.camp_rect(side).into_iter().collect(),
    };
    rects.iter().map(|rect| rect.distance_to_point(to)).min().unwrap_or(Um::MAX)
}

/// The wheel that the hand shows.
fn shown(game: Game<'_>, ug: UgId, way: &Way) -> Option<Option<Wheel>> {
    let body = game.world.body(ug);
    let (hand, by) = turn_to(body, body.front_centre().at.direction_to(way.to)?);
    Some((by > STEADY).then(|| Wheel { hand, degrees: degrees(by).min(90) }))
}

fn declare(game: Game<'_>, side: Side, ug: UgId, approach: Approach) -> Charge {
    let prompted =
        check_one(game, side, ug, &approach).is_ok_and(|charge| charge.kind == ChargeKind::Prompted);
    let plan = Plan::of(ActionCode::C2, &[ug]);
    let paid = prompted.then(|| payment(game, side, &plan, commander_of(game, ug)));
    Charge::Declare { ugs: vec![ug], approach, paid }
}

fn declared(game: Game<'_>, side: Side, ug: UgId, way: &Way) -> Option<Vec<Charge>> {
    let enemies = game.world.of_side(side.other()).map(Foe::Ug);
    let camp = game.world.camp_rect(side.other()).map(|_| Foe::Camp(side.other()));
    let target = enemies.chain(camp).min_by_key(|foe| distance(game, *foe, way.to))?;
    let approach = Approach { wheel: shown(game, ug, way)?, ..Approach::default() };
    let meets = |approach: &Approach| {
        check_one(game, side, ug, approach).is_ok_and(|charge| charge.targets.contains(&target))
    };
    // By the very wheel that the hand shows if that meets the enemy; otherwise by those that do.
    if meets(&approach) {
        return Some(vec![declare(game, side, ug, approach)]);
    }
    let mut others: Vec<Approach> = possible(game, ug)
        .into_iter()
        .filter(|charge| charge.targets.contains(&target))
        .map(|charge| charge.approach)
        .collect();
    others.sort_by_key(|other| off(other.wheel, approach.wheel));
    others.extend([approach, Approach::default()]);
    Some(others.into_iter().map(|approach| declare(game, side, ug, approach)).collect())
}

/// How far two wheels differ, in degrees.
fn off(a: Option<Wheel>, b: Option<Wheel>) -> i32 {
    let signed = |wheel: Option<Wheel>| {
        wheel.map_or(0, |wheel| {
            if wheel.hand == Hand::Right { i32::from(wheel.degrees) } else { -i32::from(wheel.degrees) }
        })
    };
    (signed(a) - signed(b)).abs()
}

/// Straight ahead or with a wheel, as far as the hand shows and then less far.
fn counters(game: Game<'_>, side: Side, ug: UgId, way: &Way) -> Option<Vec<Charge>> {
    let here = game.world.body(ug).front_centre().at;
    let far = here.distance(way.moved_along(here)?);
    let full = game.bw(reach(game, ug, Going::Good).total());
    let plan = Plan::of(ActionCode::C4, &[ug]);
    let paid = payment(game, side, &plan, commander_of(game, ug));
    let wheel = shown(game, ug, way)?;
    let counter = |wheel: Option<Wheel>, on: Um| Charge::Counter { ug, wheel, forward: bw(game, on), paid };
    let mut all: Vec<Charge> = parts(far.min(full)).map(|on| counter(wheel, on)).collect();
    if wheel.is_some() {
        all.extend(parts(far.min(full)).map(|on| counter(None, on)));
    }
    Some(all)
}

/// The way out that lies nearest to where the hand goes: running first.
fn responses(game: Game<'_>, ug: UgId, way: &Way) -> Option<Vec<Charge>> {
    let wanted = way.from.direction_to(way.to)?;
    let by = game.world.charges.iter().find(|charge| charge.targets.contains(&Foe::Ug(ug)))?;
    let charge = game.world.facing(by.ug);
    let mut all: Vec<(Angle, Charge)> = Vec::new();
    for toward in charging::Toward::ALL.iter().copied() {
        let turn = direction(game, ug, toward, charge).shortest_turn(wanted).1;
        for how in [charging::Response::RunAway, charging::Response::Skirmish] {
            all.push((turn, Charge::Respond { how, toward: Some(toward) }));
        }
    }
    all.sort_by_key(|(turn, _)| *turn);
    Some(all.into_iter().map(|(_, charge)| charge).collect())
}
