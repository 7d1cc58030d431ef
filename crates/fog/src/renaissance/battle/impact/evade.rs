//! Evading: who may, who must, where to, and what is in the way.

use super::approach;
use super::plan::{MEASURE, Standing, Terms, charge_move};
use super::words::{Charge, ChargeState, Evade, EvadeTurn};
use crate::field::{Grade, TerrainKind, grid_of};
use crate::formation::Formation;
use crate::renaissance::battle::arrange::arrangements;
use crate::renaissance::battle::outcome::rout::passes;
use crate::renaissance::battle::position::{contact, defence, disorder, kinds, rates};
use crate::renaissance::battle::world::{Approach, GroupId, World};
use crate::troops::TroopType;
use caracole_kernel::Refusal;
use caracole_ledger::{RuleId, enforces, rule};
use caracole_plane::{
    Angle, BaseRect, Extent, Group, Hand, Motion, Path, Sense, Um, any_overlap, distance_to_clear,
    first_within,
};

/// Whether a battle group can evade a charge.
#[must_use]
pub fn can_evade(world: &World, group: GroupId) -> bool {
    enforces!("FOGR-IMPACT-097", "FOGR-IMPACT-115");
    kinds::is_evader(world, group) && !world[group].is_broken() && !contact::in_close_combat(world, group)
}

/// The rule that makes a battle group test if it wishes to stand, none if it may stand freely.
#[must_use]
pub fn test_to_stand(world: &World, group: GroupId, charges: &[Charge]) -> Option<RuleId> {
    enforces!("FOGR-IMPACT-073", "FOGR-IMPACT-099");
    let by_battle_troops = on(charges, group).any(|c| kinds::is_battle(world, c.group));
    if !kinds::is_light(world, group) || !by_battle_troops || contact::in_close_combat(world, group) {
        return None;
    }
    let at_home =
        kinds::is_all(world, group, TroopType::LightFoot) || kinds::is_all(world, group, TroopType::Dragoons);
    let hard = |r: &BaseRect| {
        world.field.terrain.pieces.iter().any(|p| {
            matches!(p.kind.grade(), Grade::Uneven | Grade::Rough | Grade::Difficult) && p.has_all_of(r)
        })
    };
    let sheltered = world.rects(group).iter().all(hard) || defence::defends(world, group);
    (!(at_home && sheltered)).then_some(rule!("FOGR-IMPACT-073"))
}

/// The charges on a battle group that take place.
pub fn on(charges: &[Charge], group: GroupId) -> impl Iterator<Item = &Charge> {
    charges.iter().filter(move |c| c.state != ChargeState::Cancelled && c.targets.contains(&group))
}

/// The direction in which a charge goes.
#[must_use]
pub fn direction(world: &World, charge: &Charge) -> Angle {
    let facing = world.facing(charge.group);
    charge.wheel.map_or(facing, |w| match w.hand {
        Hand::Left => facing.turned(Sense::Anticlockwise, w.by),
        Hand::Right => facing.turned(Sense::Clockwise, w.by),
    })
}

/// The direction of the charge on a battle group: that of the charge, or between those of several.
#[must_use]
pub fn direction_on(world: &World, group: GroupId, charges: &[Charge]) -> Option<Angle> {
    let all: Vec<Angle> = on(charges, group).map(|c| direction(world, c)).collect();
    Angle::bisect_all(&all)
}

/// Whether a battle group is charged in flank or rear.
#[must_use]
pub fn is_charged_in_flank_or_rear(world: &World, group: GroupId, charges: &[Charge]) -> bool {
    on(charges, group).any(|c| {
        charge_move(world, c.group, c.wheel, &Terms::default()).is_ok_and(|planned| {
            let met = approach::meets(world, c.group, group, c.wheel, &planned);
            matches!(met.approach, Approach::FlankCharge | Approach::RearCharge)
        })
    })
}

/// Looks at the choice of a direction.
pub fn check(world: &World, group: GroupId, to: Evade, charges: &[Charge]) -> Result<(), Refusal> {
    enforces!("FOGR-IMPACT-100", "FOGR-IMPACT-103");
    if !can_evade(world, group) {
        return Err(Refusal::new(
            rule!("FOGR-IMPACT-097"),
            "only light troops, and cavalry or camelry in one rank who are no shock troops, evade",
            "Stand to receive the charge.",
        ));
    }
    match to {
        Evade::ToRear => {
            if is_charged_in_flank_or_rear(world, group, charges) {
                return Err(Refusal::new(
                    rule!("FOGR-IMPACT-100"),
                    "troops charged in flank or rear evade only in the direction of the charge",
                    "Evade with the charge.",
                ));
            }
        }
        Evade::WithCharge { turn } => {
            let Some(direction) = direction_on(world, group, charges) else { return Ok(()) };
            let facing = world.facing(group);
            let off = |f: Angle| f.shortest_turn(direction).1;
            let turned = match turn {
                EvadeTurn::None => {
                    let quarter = off(facing + Angle::QUARTER).min(off(facing - Angle::QUARTER));
                    if off(facing) > quarter.min(off(facing + Angle::HALF)) {
                        return Err(Refusal::new(
                            rule!("FOGR-IMPACT-103"),
                            "they turn first: a turn brings them nearer to the direction of the charge",
                            "Turn about, or by 90 degrees.",
                        ));
                    }
                    return Ok(());
                }
                EvadeTurn::About => facing + Angle::HALF,
                EvadeTurn::To(Hand::Left) => facing - Angle::QUARTER,
                EvadeTurn::To(Hand::Right) => facing + Angle::QUARTER,
            };
            if off(facing) < off(turned) || off(turned) > Angle::QUARTER {
                return Err(Refusal::new(
                    rule!("FOGR-IMPACT-103"),
                    "this turn does not bring them nearer to the direction of the charge",
                    "Turn the other way, or not at all.",
                ));
            }
            if matches!(turn, EvadeTurn::To(_)) && turned_formation(world, group).is_none() {
                return Err(Refusal::new(
                    rule!("FOGR-MOVE-055"),
                    "there is no legal formation after that turn",
                    "Turn about.",
                ));
            }
        }
    }
    Ok(())
}

/// The formation after a turn by 90 degrees: as wide as it was deep, rounded down or else up.
fn turned_formation(world: &World, group: GroupId) -> Option<Formation> {
    enforces!("FOGR-MOVE-056");
    let width = world.field.base_width();
    let depth = world.body(group).depth();
    let down = depth.whole_parts(width) as usize;
    let up = if width * (down as i32) < depth { down + 1 } else { down };
    let start = world.start_of(group);
    let nature = world.nature(group, &start);
    let profiles = world.profiles(group);
    [down.max(1), up.max(1)]
        .into_iter()
        .find_map(|w| arrangements(&nature, &profiles, w.min(profiles.len())).into_iter().next())
}

/// An evade move worked out.
#[derive(Clone, Debug)]
pub struct Away {
    /// Its formation afterwards.
    pub formation: Formation,
    /// Where it ends.
    pub body: Group,
    /// How far it went.
    pub moved: Um,
    /// Friends it passed through.
    pub passed: Vec<GroupId>,
    /// Friends it burst through.
    pub burst: Vec<GroupId>,
    /// What became of it.
    pub fate: Fate,
}

/// What becomes of evaders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// They are on the table.
    Away,
    /// They left it.
    OffTable,
    /// There was no room beyond the friends they burst through.
    Destroyed,
}

/// Whether evaders may pass through friends by choice.
#[must_use]
pub fn may_pass(world: &World, group: GroupId, friend: GroupId) -> bool {
    enforces!("FOGR-IMPACT-105", "FOGR-MOVE-078", "FOGR-MOVE-084");
    if world[friend].phase.passed_through.contains(&group) {
        return false;
    }
    // Camelry count as cavalry.
    let camelry = kinds::is_all(world, group, TroopType::Camelry);
    passes(world, group, friend, world.facing(group))
        || (camelry && kinds::is_all(world, friend, TroopType::LightFoot))
}

/// Works an evade out after the die of its variable move.
#[must_use]
pub fn evade(world: &World, group: GroupId, to: Evade, charges: &[Charge], change: i32) -> Away {
    let rear = world.facing(group) + Angle::HALF;
    match to {
        Evade::ToRear => evade_toward(world, group, EvadeTurn::About, rear, change),
        Evade::WithCharge { turn } => {
            let toward = direction_on(world, group, charges).unwrap_or(rear);
            evade_toward(world, group, turn, toward, change)
        }
    }
}

/// The turn that brings a battle group nearest to a direction in which it must go.
#[must_use]
pub fn turn_toward(world: &World, group: GroupId, toward: Angle) -> EvadeTurn {
    let facing = world.facing(group);
    let can_turn = turned_formation(world, group).is_some();
    let ways = [
        (EvadeTurn::None, facing),
        (EvadeTurn::About, facing + Angle::HALF),
        (EvadeTurn::To(Hand::Left), facing - Angle::QUARTER),
        (EvadeTurn::To(Hand::Right), facing + Angle::QUARTER),
    ];
    let open = ways.into_iter().filter(|(turn, _)| can_turn || !matches!(turn, EvadeTurn::To(_)));
    open.min_by_key(|(_, facing)| facing.shortest_turn(toward).1).map_or(EvadeTurn::None, |(turn, _)| turn)
}

/// Works an evade in a direction out after the die of its variable move.
#[must_use]
pub fn evade_toward(world: &World, group: GroupId, turn: EvadeTurn, toward: Angle, change: i32) -> Away {
    enforces!("FOGR-IMPACT-101", "FOGR-IMPACT-102", "FOGR-IMPACT-103", "FOGR-IMPACT-104");
    let scale = world.field.scale;
    let formation = world.formation(group);
    let body = world.laid_out(group);
    let lead = world.lead(group);
    let about = || body.turned_about(&grid_of(scale, &formation, lead));
    let (start, formation) = match turn {
        EvadeTurn::None => (body.clone(), formation.clone()),
        EvadeTurn::About => (about(), formation.clone()),
        EvadeTurn::To(hand) => {
            let turned = turned_formation(world, group).unwrap_or_else(|| formation.clone());
            (body.turned_from(hand.other(), &grid_of(scale, &turned, lead)), turned)
        }
    };
    let files: Vec<u8> = formation.placed().map(|p| p.at.file).collect();
    let mut mu = rates::move_distance(world, group, &[], rates::ColumnUse::None).map_or(0, |t| t.total());
    for _ in 0..8 {
        let distance = world.field.mu((mu + change).max(0));
        let away = go(world, group, &formation, &start, toward, distance);
        let path = straight(&start, toward, away.moved);
        let ground = rates::kinds_on_path(world, &path, &files);
        match rates::move_distance(world, group, &ground, rates::ColumnUse::None) {
            Ok(slower) if slower.total() < mu => mu = slower.total(),
            _ => return away,
        }
    }
    go(world, group, &formation, &start, toward, Um::ZERO)
}

/// Wheels to a direction and goes straight on.
fn straight(start: &Group, toward: Angle, distance: Um) -> Path {
    let wheeled = Path::from(start).wheel_to_face(toward, MEASURE);
    let left = (distance - wheeled.spent()).or_zero();
    wheeled.advance(left)
}

fn go(
    world: &World,
    group: GroupId,
    formation: &Formation,
    start: &Group,
    toward: Angle,
    distance: Um,
) -> Away {
    let enemies = Standing::of(world, world.enemies_of(group)).rects;
    let blocking: Vec<GroupId> = world.friends_of(group).filter(|&f| !may_pass(world, group, f)).collect();
    let friends =
        |of: &[GroupId]| -> Vec<BaseRect> { of.iter().flat_map(|&f| world.obstruction(f)).collect() };
    let solid = friends(&blocking);
    let closed = impassable(world);
    let path = straight(start, toward, distance);
    let is_clear = |path: &Path| {
        path.first_contact(&enemies).is_none()
            && path.first_contact(&solid).is_none()
            && path.first_exit(&world.field.table).is_none()
            && closed.iter().all(|area| path.first_entry(area).is_none())
    };
    let done = |body: &Group, moved: Um, burst: Vec<GroupId>, fate: Fate| {
        let passed = passed(world, group, start, toward, moved, &burst);
        Away { formation: formation.clone(), body: body.clone(), moved, passed, burst, fate }
    };
    let finish = |path: &Path| {
        let beyond = beyond_friends(world, group, path.end());
        done(&beyond, path.spent(), Vec::new(), Fate::Away)
    };
    if is_clear(&path) {
        return finish(&path);
    }
    enforces!("FOGR-IMPACT-106");
    for (hand, by) in shifts(world, &path, &enemies, &solid) {
        let wheeled = Path::from(start).wheel_to_face(toward, MEASURE);
        let left = (distance - wheeled.spent()).or_zero();
        let shifted = wheeled.shift(hand, by).advance(left);
        if is_clear(&shifted) {
            return finish(&shifted);
        }
    }
    // Enemy stop them 1 MU short, closed ground at its edge; the table edge ends their battle.
    enforces!("FOGR-IMPACT-110", "FOGR-IMPACT-114");
    let mut stop: Option<(usize, Extent)> = None;
    let mut meet = |at: Option<(usize, Extent)>| {
        if let Some(at) = at {
            stop = Some(stop.map_or(at, |s| s.min(at)));
        }
    };
    if path.first_contact(&enemies).is_some() {
        let limit = world.field.mu(1);
        meet(path.legs().enumerate().find_map(|(leg, (body, motion))| {
            first_within(&body.rects(), motion, &enemies, limit).map(|e| (leg, e))
        }));
    }
    for area in &closed {
        meet(path.first_entry(area).map(|e| (e.leg, e.met.after)));
    }
    let exit = path.first_exit(&world.field.table).map(|e| (e.leg, e.met.after));
    if let Some(exit) = exit
        && stop.is_none_or(|s| exit < s)
    {
        let cut = path.cut(exit.0, exit.1, MEASURE);
        return done(cut.end(), cut.spent(), burst_by(world, &cut, &blocking), Fate::OffTable);
    }
    let cut = stop.map_or_else(|| path.clone(), |(leg, e)| path.cut(leg, e, MEASURE));
    enforces!("FOGR-IMPACT-109", "FOGR-MOVE-086");
    let burst = burst_by(world, &cut, &blocking);
    if burst.is_empty() {
        return finish(&cut);
    }
    let over = friends(&burst);
    let end = cut.end();
    let extra = distance_to_clear(&end.rects(), end.facing(), &over);
    let body = end.moved(&Motion::Slide { toward: end.facing(), distance: extra });
    let rects = body.rects();
    let everybody = Standing::of(world, world.on_table().filter(|&g| g != group)).rects;
    let room = !any_overlap(&rects, &everybody) && rects.iter().all(|r| world.field.holds(r));
    let fate = if extra == Um::ZERO || room { Fate::Away } else { Fate::Destroyed };
    done(&body, cut.spent(), burst, fate)
}

/// Ground that nobody enters.
fn impassable(world: &World) -> Vec<&caracole_plane::Polygon> {
    let shut = |k: TerrainKind| k.grade() == Grade::Impassable;
    world
        .field
        .terrain
        .pieces
        .iter()
        .filter(|p| shut(p.kind))
        .filter_map(crate::field::Piece::outline)
        .collect()
}

/// Those among some friends whom a path runs into.
fn burst_by(world: &World, path: &Path, friends: &[GroupId]) -> Vec<GroupId> {
    friends.iter().copied().filter(|&f| path.first_contact(&world.obstruction(f)).is_some()).collect()
}

/// The friends passed through by permission.
fn passed(
    world: &World,
    group: GroupId,
    start: &Group,
    toward: Angle,
    moved: Um,
    burst: &[GroupId],
) -> Vec<GroupId> {
    let path = straight(start, toward, moved);
    let through = |f: &GroupId| {
        !burst.contains(f)
            && may_pass(world, group, *f)
            && path.first_contact(&world.obstruction(*f)).is_some()
    };
    world.friends_of(group).filter(through).collect()
}

/// Placed beyond friends on whom the move would end.
fn beyond_friends(world: &World, group: GroupId, body: &Group) -> Group {
    let friends: Vec<BaseRect> = world.friends_of(group).flat_map(|f| world.obstruction(f)).collect();
    let extra = distance_to_clear(&body.rects(), body.facing(), &friends);
    body.moved(&Motion::Slide { toward: body.facing(), distance: extra })
}

/// The shifts, at most a base width, that take the front clear of what it runs into.
fn shifts(world: &World, path: &Path, enemies: &[BaseRect], friends: &[BaseRect]) -> Vec<(Hand, Um)> {
    let Some((body, motion)) = path.legs().last() else { return Vec::new() };
    let most = world.field.base_width();
    let mut found = Vec::new();
    let rects = body.rects();
    for other in enemies.iter().chain(friends) {
        if caracole_plane::first_contact(&rects, motion, std::slice::from_ref(other)).is_none() {
            continue;
        }
        let across: Vec<Um> = other.corners().iter().map(|c| body.anchor.local(*c).0).collect();
        let (Some(&low), Some(&high)) = (across.iter().min(), across.iter().max()) else { continue };
        for (hand, by) in [(Hand::Left, body.frontage - low), (Hand::Right, high)] {
            if by > Um::ZERO && by <= most {
                found.push((hand, by));
            }
        }
    }
    let table = world.field.table;
    for (edge, hand) in rects.iter().flat_map(|r| {
        caracole_plane::TableEdge::ALL.into_iter().flat_map(move |e| {
            Hand::BOTH.into_iter().map(move |h| ((-table.distance_to_edge(e, r)).or_zero(), h))
        })
    }) {
        if edge > Um::ZERO && edge <= most {
            found.push((hand, edge));
        }
    }
    found.sort_by_key(|(_, by)| *by);
    found
}

/// The ways in which a battle group can evade.
#[must_use]
pub fn ways(world: &World, group: GroupId, charges: &[Charge]) -> Vec<Evade> {
    let turns = [EvadeTurn::None, EvadeTurn::About, EvadeTurn::To(Hand::Left), EvadeTurn::To(Hand::Right)];
    let with = turns.into_iter().map(|turn| Evade::WithCharge { turn });
    std::iter::once(Evade::ToRear)
        .chain(with)
        .filter(|&to| check(world, group, to, charges).is_ok())
        .collect()
}

/// The worst disorder that ground would give counts for interceptors; here only for the zone.
#[must_use]
pub fn would_disorder(world: &World, group: GroupId, kind: TerrainKind) -> bool {
    world.profiles(group).iter().any(|b| {
        disorder::by_terrain(b.troop_type, world[group].posture, disorder::grade_for(kind, b.troop_type))
            != crate::troops::Disorder::None
    })
}
