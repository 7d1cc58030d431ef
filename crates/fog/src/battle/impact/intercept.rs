//! Interception charges: across the path of chargers, or into their flank or rear.

use super::approach::{self, Fall, Met};
use super::messages::{Charge, ChargeState, Interception, Wheel};
use super::plan::{Halt, MEASURE, Planned, Standing, Terms, Touched, charge_move};
use super::sight::is_visible;
use crate::battle::law::law;
use crate::battle::position::{command, contact, flank, kinds};
use crate::battle::world::{CommanderId, GroupId, Posture, World};
use crate::troops::{Cohesion, TroopType};
use caracole_kernel::{Refusal, Tally};
use caracole_ledger::enforces;
use caracole_plane::{CONTACT_TOLERANCE, Group, Hand, Path, Um, contacts};
use smallvec::SmallVec;

/// How deep the zone of interception of a battle group is.
#[must_use]
pub fn depth_of_zone(world: &World, group: GroupId) -> Um {
    world.book.zone_of_interception(world, group)
}

/// Whether a battle group could intercept at all, and then a charger of this kind.
#[must_use]
pub fn may_intercept(world: &World, group: GroupId, charger: GroupId, charges: &[Charge]) -> bool {
    enforces!(
        "FOGR-IMPACT-085",
        "FOGR-IMPACT-086",
        "FOGR-IMPACT-089",
        "FOGAM-IMPACT-084",
        "FOGAM-IMPACT-085",
        "FOGAM-IMPACT-089"
    );
    let g = &world[group];
    let never = g.is_broken()
        || g.cohesion == Cohesion::Fragmented
        || g.posture == Posture::Square
        || !g.kinks.is_empty()
        || kinds::is_all(world, group, TroopType::BattleWagons)
        || kinds::is_artillery(world, group)
        || contact::in_close_combat(world, group)
        || kinds::is_out_of_formation(world, group)
        || g.turn.intercepted;
    let charged = charges.iter().any(|c| c.state != ChargeState::Cancelled && c.targets.contains(&group));
    !never && !charged && world.book.intercepts(world, group, charger) && is_visible(world, group, charger)
}

/// Whether a charge passes through the zone of interception of a battle group.
#[must_use]
pub fn passes_through_zone(world: &World, charge: &Charge, group: GroupId) -> bool {
    let zone = world.body(group).zone_ahead(depth_of_zone(world, group)).rect();
    let terms = Terms::of(world, charge);
    let Ok(planned) = charge_move(world, charge.group, charge.wheel, &terms) else { return false };
    let body = world.body(charge.group);
    let wheeled = match charge.wheel {
        Some(w) => Path::from(body).wheel(w.hand, w.by, MEASURE),
        None => Path::from(body),
    };
    let left = (planned.spent - wheeled.spent()).or_zero();
    wheeled.advance(left).crosses_zone(&zone)
}

/// Looks at an interception; gives where it ends.
pub fn check(
    world: &World,
    group: GroupId,
    charge: &Charge,
    how: Interception,
) -> Result<(Group, Option<(Met, Planned)>), Refusal> {
    match how {
        Interception::AcrossPath { distance, wheel } => {
            across(world, group, charge, distance, wheel).map(|body| (body, None))
        }
        Interception::FlankOrRear => flank_or_rear(world, group, charge)
            .map(|(met, planned)| (planned.body.clone(), Some((met, planned)))),
    }
}

fn path_across(world: &World, group: GroupId, distance: Um, wheel: Option<Wheel>) -> Path {
    let path = Path::from(world.body(group)).advance(distance);
    match wheel {
        Some(w) => path.wheel(w.hand, w.by, MEASURE),
        None => path,
    }
}

/// Enemy commanders on their own whom an interception across the path comes upon.
#[must_use]
pub fn comes_upon(world: &World, group: GroupId, how: Interception) -> SmallVec<[CommanderId; 2]> {
    match how {
        Interception::AcrossPath { distance, wheel } => {
            command::alone_in_the_way(world, group, &path_across(world, group, distance, wheel))
        }
        // Those are found with the contact.
        Interception::FlankOrRear => SmallVec::new(),
    }
}

fn across(
    world: &World,
    group: GroupId,
    charge: &Charge,
    distance: Um,
    wheel: Option<Wheel>,
) -> Result<Group, Refusal> {
    enforces!(
        "FOGR-IMPACT-090",
        "FOGR-IMPACT-091",
        "FOGR-IMPACT-092",
        "FOGR-MOVE-008",
        "FOGAM-IMPACT-091",
        "FOGAM-IMPACT-093"
    );
    let depth = depth_of_zone(world, group);
    let levelled = super::level::levelled(world, group);
    let path = path_across(&levelled, group, distance, wheel);
    if distance < Um::ZERO || path.spent() > depth + CONTACT_TOLERANCE {
        return Err(Refusal::new(
            law!(world.book, "FOGR-IMPACT-090", "FOGAM-IMPACT-091"),
            "an interception goes no further than the zone of interception",
            "Go less far.",
        )
        .length("move", path.spent().get())
        .length("zone", depth.get()));
    }
    let mut others = Standing::of(world, world.on_table().filter(|&g| g != group)).rects;
    others.extend(world.camps());
    if path.first_contact(&others).is_some() || path.first_exit(&world.field.table).is_some() {
        return Err(Refusal::new(
            law!(world.book, "FOGR-IMPACT-091", "FOGAM-IMPACT-092"),
            "an interception across the path stops short of contact, and passes through nobody",
            "Go less far.",
        ));
    }
    if world.impassable().any(|o| path.first_entry(o).is_some()) {
        return Err(Refusal::new(
            law!(world.book, "FOGR-MOVE-008", "FOGAM-TERRAIN-017"),
            "impassable ground is in the way",
            "Go less far, or wheel the other way.",
        ));
    }
    world.book.check_ground_to_intercept(world, group, &path)?;
    // Looked at as it would stand: do the chargers now run into it, and where?
    let terms = Terms::of(world, charge);
    let without = charge_move(world, charge.group, charge.wheel, &terms).ok();
    let mut then = levelled.into_owned();
    then.put(group, path.end());
    let planned = charge_move(&then, charge.group, charge.wheel, &terms)?;
    if !world.book.blocks(group, charge, without.as_ref(), &planned) {
        return Err(Refusal::new(
            law!(world.book, "FOGR-IMPACT-091", "FOGAM-IMPACT-092"),
            "it does not come to stand across the path of the chargers",
            "Go further, or leave it.",
        ));
    }
    let on_side = |t: &Touched| {
        use caracole_plane::{Corner, Edge};
        matches!(t.contact.their_edge(), Some(Edge::Left | Edge::Right | Edge::Rear))
            || matches!(t.contact.their_corner(), Some(Corner::RearLeft | Corner::RearRight))
    };
    if planned.touched.iter().filter(|t| t.enemy == group).any(on_side) {
        return Err(Refusal::new(
            law!(world.book, "FOGR-IMPACT-092", "FOGAM-IMPACT-093"),
            "the chargers would contact its flank",
            "Wheel towards them within the zone, or leave it.",
        ));
    }
    Ok(path.end().clone())
}

fn flank_or_rear(world: &World, group: GroupId, charge: &Charge) -> Result<(Met, Planned), Refusal> {
    enforces!("FOGR-IMPACT-093");
    let target = charge.group;
    let wrong = |problem: &'static str| {
        Refusal::new(
            law!(world.book, "FOGR-IMPACT-093", "FOGAM-IMPACT-094"),
            problem,
            "Cross the path of the chargers, or leave it.",
        )
    };
    if !flank::starts_on_flank_or_rear(world, group, target) {
        return Err(wrong("it does not stand so that it could charge them in flank or rear"));
    }
    let depth = depth_of_zone(world, group);
    let start = world;
    let seen = super::level::as_charged(world, group);
    let world = &*seen;
    let path = Path::from(world.body(group)).advance(depth);
    let enemies = Standing::of(world, world.enemies_of(group));
    let mut friends: Vec<_> = world.friends_of(group).flat_map(|f| world.obstruction(f)).copied().collect();
    friends.extend(world.camps());
    let Some(hit) = path.first_contact(&enemies.rects) else {
        return Err(wrong("it does not reach them straight ahead within its zone"));
    };
    let blocked =
        path.first_contact(&friends).is_some_and(|f| (f.leg, f.met.after) < (hit.leg, hit.met.after));
    if blocked {
        return Err(wrong("friends or a camp are in the way"));
    }
    let cut = path.cut(hit.leg, hit.met.after, MEASURE);
    world.book.check_ground_to_intercept(start, group, &cut)?;
    let (body, steps) = cut
        .end()
        .step_forward_to(&enemies.rects, &friends, world.field.mu(2), |b, f| world.file_may_stand(b, f));
    let rects = body.rects();
    let touched: Vec<Touched> = contacts(&rects, &enemies.rects)
        .filter(|m| m.contact.is_by_own_front())
        .filter_map(|m| {
            let (enemy, base) = *enemies.bases.get(m.their)?;
            let by_step = steps.iter().any(|s| body.places.get(m.own).is_some_and(|p| p.file == s.file));
            Some(Touched { own: m.own, enemy, base, contact: m.contact, by_step })
        })
        .collect();
    let planned = Planned {
        body,
        spent: cut.spent(),
        allowed: Tally::new("zone of interception"),
        touched,
        steps,
        halt: Halt::Enemy,
        met_in_wheel: None,
        contracted: false,
        levels_here: false,
        upon: command::alone_in_the_way(world, group, &cut),
    };
    let planned = super::level::at_the_end(world, group, planned)?;
    let others = planned.touched.iter().any(|t| t.enemy != target && !t.by_step);
    if others && !world.book.interceptors_meet_others() {
        return Err(wrong("it would contact others besides the chargers"));
    }
    let met = approach::meets(start, group, target, None, &planned);
    let immune = kinds::is_tercio(world, target) || kinds::is_a_keil(world, target);
    if met.side == Fall::Front || (met.fall == Fall::Front && !immune) {
        return Err(wrong("it would not contact their flank or rear"));
    }
    Ok((met, planned))
}

/// Ways to intercept a charge that are allowed: in flank or rear, and across its path, coarsely and then finely looked for.
pub fn ways<'a>(
    world: &'a World,
    group: GroupId,
    charge: &'a Charge,
) -> impl Iterator<Item = Interception> + 'a {
    let depth = depth_of_zone(world, group);
    let across = move |parts: i32, degrees: &'static [i32]| {
        (0..=parts).rev().flat_map(move |part| {
            let distance = depth * part / parts;
            let wheels = degrees.iter().flat_map(|&by| {
                Hand::BOTH.map(|hand| Wheel { hand, by: caracole_plane::Angle::from_degrees(by) })
            });
            let wheels = std::iter::once(None).chain(wheels.map(Some));
            wheels.map(move |wheel| Interception::AcrossPath { distance, wheel })
        })
    };
    std::iter::once(Interception::FlankOrRear)
        .chain(across(8, &[15, 30, 45]))
        .chain(across(16, &[5, 10, 20, 25, 35, 40, 50, 60, 70, 80]))
        .filter(move |&how| check(world, group, charge, how).is_ok())
}

/// Sensible interceptions of a charge by a battle group.
#[must_use]
pub fn sensible(world: &World, group: GroupId, charge: &Charge) -> Vec<Interception> {
    ways(world, group, charge).take(4).collect()
}
