//! Charges and interceptions: a battle group is dragged onto the enemy that it is to meet. Evasions: it is dragged away.

use crate::battle::charge::plan::{Terms, charge_move};
use crate::battle::impact::{self, declare};
use crate::battle::world::{GroupId, World};
use crate::battle::{Decision, Request, Seen, phases};
use caracole_kernel::Side;
use caracole_plane::{Angle, Hand, Point, Um};
use caracole_tabletop::drag::{Way, turn_to};

/// Up to this turn a charge straight ahead is meant.
const STEADY: Angle = Angle::from_degrees(4);
/// No charge wheels more than this.
const MOST: Angle = Angle::QUARTER;

pub(super) fn found(
    battle: Seen<'_>,
    side: Side,
    request: &impact::Request,
    (kind, index): (&str, u16),
    way: &Way,
) -> Option<Vec<Decision>> {
    let (world, group) = (battle.world(), GroupId(index));
    if kind != "group" {
        return None;
    }
    world.get(group).filter(|state| state.side == side && state.is_on_table())?;
    match request {
        impact::Request::DeclareCharges { .. } => {
            declared(world, group, way).map(|all| all.into_iter().map(Decision::Impact).collect())
        }
        impact::Request::Intercept { .. } => {
            let mut all = Vec::new();
            phases::candidates(battle, side, &Request::Impact(request.clone()), &mut all);
            all.retain(|d| {
                matches!(d, Decision::Impact(impact::Decision::Intercept { group: guard, .. }) if *guard == group)
            });
            // The charger that the hand points at.
            all.sort_by_key(|d| match d {
                Decision::Impact(impact::Decision::Intercept { charger, .. }) => {
                    distance(world, *charger, way.to)
                }
                _ => Um::MAX,
            });
            Some(all)
        }
        impact::Request::EvadeOrStand { waiting } if waiting.contains(&group) => {
            let mut all = Vec::new();
            phases::candidates(battle, side, &Request::Impact(request.clone()), &mut all);
            let there = way.moved_along(world.body(group).front_centre().at)?;
            // Where the usual move nearest to the hand would take them.
            let mut ways: Vec<(Um, Decision)> = all
                .into_iter()
                .filter_map(|decision| match decision {
                    Decision::Impact(impact::Decision::Evade { group: evader, to }) if evader == group => {
                        let end = impact::evasion(battle, group, to)?.front_centre().at;
                        Some((end.distance(there), decision))
                    }
                    _ => None,
                })
                .collect();
            ways.sort_by_key(|(far, _)| *far);
            Some(ways.into_iter().map(|(_, decision)| decision).collect())
        }
        _ => None,
    }
}

fn declared(world: &World, group: GroupId, way: &Way) -> Option<Vec<impact::Decision>> {
    let target = nearest_enemy(world, group, way.to)?;
    let camp = declare::enemy_camp(world, group).map(|walls| walls.distance_to_point(way.to));
    if camp.is_some_and(|far| far < distance(world, target, way.to)) {
        let at_camp = declare::sensible(world, group).into_iter().filter(|charge| charge.targets.is_empty());
        let charge =
            |c: impact::Charge| impact::Decision::Charge { group, wheel: c.wheel, targets: c.targets };
        return Some(at_camp.map(charge).collect());
    }
    let body = world.body(group);
    let here = body.front_centre().at;
    let (hand, by) = turn_to(body, here.direction_to(way.to)?);
    let wheel = (by > STEADY).then(|| impact::Wheel { hand, by: by.min(MOST) });
    let charge =
        |wheel: Option<impact::Wheel>| impact::Decision::Charge { group, wheel, targets: vec![target] };
    // By the very wheel that the hand shows if that is legal; otherwise by those that meet the enemy.
    if declare::check(world, group, wheel, &[target]).is_ok() {
        return Some(vec![charge(wheel)]);
    }
    let mut all = Vec::new();
    let meets = charge_move(world, group, wheel, &Terms::default());
    if meets.is_ok_and(|p| p.enemies().contains(&target)) {
        all.push(charge(wheel));
    }
    let mut others = declare::sensible(world, group);
    others.retain(|charge| charge.targets.contains(&target));
    others.sort_by_key(|charge| off(charge.wheel, wheel));
    all.extend(others.into_iter().map(|c| impact::Decision::Charge {
        group,
        wheel: c.wheel,
        targets: c.targets,
    }));
    all.push(charge(wheel));
    all.push(charge(None));
    Some(all)
}

/// How far two wheels differ, in binary degrees.
fn off(a: Option<impact::Wheel>, b: Option<impact::Wheel>) -> i64 {
    let signed = |w: Option<impact::Wheel>| {
        w.map_or(0, |w| if w.hand == Hand::Right { i64::from(w.by.0) } else { -i64::from(w.by.0) })
    };
    (signed(a) - signed(b)).abs()
}

fn distance(world: &World, group: GroupId, to: Point) -> Um {
    world.rects(group).iter().map(|rect| rect.distance_to_point(to)).min().unwrap_or(Um::MAX)
}

fn nearest_enemy(world: &World, group: GroupId, to: Point) -> Option<GroupId> {
    world.enemies_of(group).min_by_key(|&enemy| distance(world, enemy, to))
}
