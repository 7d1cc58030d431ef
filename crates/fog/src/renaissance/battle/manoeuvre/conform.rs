//! Conforming: the active side's troops in close combat line up with the enemy.

use super::words::Event;
use crate::field::Grade;
use crate::renaissance::battle::position::{contact, defence, flank, kinds};
use crate::renaissance::battle::world::{Approach, BaseId, GroupId, Posture, World};
use crate::troops::TroopType;
use caracole_kernel::Side;
use caracole_ledger::enforces;
use caracole_plane::{
    Conforming, Contact, Edge, Fit, Group, Hand, Motion, Rects, any_overlap, distance_to_clear,
};

/// A battle group that need not conform because it could then be charged in flank or rear, and the enemy it touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InDanger {
    /// Who.
    pub group: GroupId,
    /// The enemy to whom it would conform.
    pub enemy: GroupId,
}

/// Lines up the battle groups of the active side that must and can, until one may choose.
pub fn all(world: &mut World, side: Side) -> (Vec<Event>, Option<InDanger>) {
    enforces!("FOGR-MANOEUVRE-011", "FOGR-MANOEUVRE-017");
    let mut events = Vec::new();
    let groups: Vec<GroupId> = world.of_side(side).collect();
    for group in groups {
        if world[group].phase.conformed || !must_conform(world, group) {
            continue;
        }
        let Some((enemy, touches)) = main_contact(world, group) else { continue };
        if is_lined_up(world, group) {
            continue;
        }
        let way = line_up(world, group, enemy, &touches);
        if way.as_ref().is_some_and(|w| w.dangerous) {
            return (events, Some(InDanger { group, enemy }));
        }
        settle(world, group, enemy, way, &mut events);
    }
    (events, None)
}

/// Lines up a battle group that could have stayed as it stands.
pub fn one(world: &mut World, InDanger { group, enemy }: InDanger) -> Vec<Event> {
    let mut events = Vec::new();
    let touches = main_contact(world, group).map(|(_, t)| t).unwrap_or_default();
    let way = line_up(world, group, enemy, &touches);
    settle(world, group, enemy, way, &mut events);
    events
}

fn settle(world: &mut World, group: GroupId, enemy: GroupId, way: Option<Lined>, events: &mut Vec<Event>) {
    world[group].phase.conformed = true;
    let Some(Lined { mut after, made_room, .. }) = way else {
        events.push(Event::CouldNotConform { group, enemy });
        return;
    };
    after[group].phase.conformed = true;
    let before = std::mem::replace(world, after);
    for friend in made_room {
        super::commanders::bring_along(world, &before, friend);
        events.push(Event::MadeRoom { group: friend });
    }
    super::commanders::bring_along(world, &before, group);
    events.push(Event::Conformed { group, enemy });
}

/// Whether a battle group is one that conforms.
fn must_conform(world: &World, group: GroupId) -> bool {
    enforces!(
        "FOGR-MANOEUVRE-018",
        "FOGR-MANOEUVRE-019",
        "FOGR-SPECIAL-019",
        "FOGR-SPECIAL-028",
        "FOGR-SPECIAL-041"
    );
    let g = &world[group];
    let exempt = g.is_broken()
        || g.posture != Posture::Normal
        || kinds::is_artillery(world, group)
        || kinds::is_all(world, group, TroopType::BattleWagons)
        || contact::has_turned_bases(world, group)
        || defence::defends(world, group)
        || defence::has_placed_defences(world, group)
        || world.rects(group).iter().any(|r| {
            world.field.terrain.under(r).any(|p| matches!(p.kind, crate::field::TerrainKind::River(_)))
        });
    !exempt && contact::in_close_combat(world, group)
}

/// Own base, enemy base, and how they touch.
type Touching = Vec<(BaseId, BaseId, Contact)>;

/// The enemy whom it touches by its front, with the bases that touch.
fn main_contact(world: &World, group: GroupId) -> Option<(GroupId, Touching)> {
    world.enemies_of(group).filter(|&e| !world[e].is_broken()).find_map(|enemy| {
        let touches: Vec<_> = contact::touches(world, group, enemy)
            .iter()
            .filter(|t| t.contact.is_by_own_front())
            .map(|t| (t.own, t.their, t.contact))
            .collect();
        (!touches.is_empty()).then_some((enemy, touches))
    })
}

/// Whether every base that touches an enemy by its front stands square to it, corners meeting.
fn is_lined_up(world: &World, group: GroupId) -> bool {
    enforces!("FOGR-MANOEUVRE-012");
    let fine = |c: Contact| match c {
        Contact::Edges(e) if e.own == Edge::Front => match e.their {
            Edge::Front => e.fit == Fit::Aligned,
            Edge::Left | Edge::Right => {
                e.meeting.is_some_and(|(_, their)| their.is_front()) || e.fit == Fit::TheirCovered
            }
            Edge::Rear => e.fit == Fit::Aligned,
        },
        c => !c.is_by_own_front(),
    };
    world
        .enemies_of(group)
        .filter(|&e| !world[e].is_broken())
        .all(|e| contact::touches(world, group, e).iter().all(|t| fine(t.contact)))
}

/// The edge of an enemy base that is conformed to.
fn edge_of(world: &World, group: GroupId, enemy: GroupId, contact: Contact) -> Edge {
    enforces!("FOGR-MANOEUVRE-014");
    let approach = contact::engagement(world, group, enemy).map_or(Approach::Front, |e| e.approach);
    match approach {
        Approach::FlankCharge | Approach::RearCharge | Approach::Turned => {
            contact.their_edge().unwrap_or(Edge::Front)
        }
        Approach::Front | Approach::NoFlankCharge => Edge::Front,
    }
}

/// How a battle group would stand lined up.
struct Lined {
    after: World,
    made_room: Vec<GroupId>,
    /// An enemy could then charge it in flank or rear who could not now.
    dangerous: bool,
}

/// The shortest way to line up that there is room for.
fn line_up(
    world: &World,
    group: GroupId,
    enemy: GroupId,
    touches: &[(BaseId, BaseId, Contact)],
) -> Option<Lined> {
    enforces!("FOGR-MANOEUVRE-013", "FOGR-MANOEUVRE-016");
    let ids = world.base_ids(group);
    let body: Group = world.laid_out(group);
    let mut ways: Vec<Conforming> = Vec::new();
    for (own, their, contact) in touches {
        let Some(index) = ids.iter().position(|b| b == own) else { continue };
        let edge = edge_of(world, group, enemy, *contact);
        ways.extend(body.ways_to_conform(index, &world[*their].base, edge));
    }
    ways.sort_by_key(|w| w.travel);
    let opponents = contact::opponents(world, group);
    let in_danger =
        |w: &World, by: GroupId| kinds::is_battle(w, by) && flank::could_charge_flank_or_rear(w, by, group);
    ways.into_iter().find_map(|way| {
        let mut after = world.clone();
        after.put(group, &way.group);
        let made_room = make_room(&mut after, group)?;
        let keeps = opponents.iter().all(|&o| contact::touch(&after, group, o));
        let fights = contact::in_close_combat(&after, group) && is_lined_up(&after, group);
        if !keeps || !fights {
            return None;
        }
        let dangerous = world.enemies_of(group).any(|e| in_danger(&after, e) && !in_danger(world, e));
        Some(Lined { after, made_room, dangerous })
    })
}

/// Friends in the way who touch no enemy are shifted sideways; anything else in the way forbids it.
fn make_room(after: &mut World, group: GroupId) -> Option<Vec<GroupId>> {
    enforces!("FOGR-MANOEUVRE-015", "FOGR-MOVE-103");
    let rects: Rects = after.rects(group).into();
    if !rects.iter().all(|r| after.field.holds(r)) {
        return None;
    }
    let barred = |r: &caracole_plane::BaseRect, w: &World| {
        w.field.terrain.under(r).any(|p| p.kind.grade() == Grade::Impassable)
            || w.sides.iter().any(|(_, s)| s.camp.is_some_and(|c| c.at.rect().overlaps(r)))
    };
    if rects.iter().any(|r| barred(r, after)) {
        return None;
    }
    let mut moved = Vec::new();
    let others: Vec<GroupId> = after.on_table().filter(|&g| g != group).collect();
    for other in others {
        if !any_overlap(&rects, after.obstruction(other)) {
            continue;
        }
        let enemy_touches = after.enemies_of(other).any(|e| contact::touch(after, other, e));
        if after[other].side != after[group].side || enemy_touches {
            return None;
        }
        let body = after.body(other);
        let shifts = Hand::BOTH.map(|hand| {
            let toward = match body.shift(hand, after.field.base_width()) {
                Motion::Slide { toward, .. } => toward,
                Motion::Turn { .. } => body.facing(),
            };
            (toward, distance_to_clear(after.rects(other), toward, &rects))
        });
        let mut ordered = shifts.to_vec();
        ordered.sort_by_key(|(_, d)| *d);
        let fitting = ordered.into_iter().find_map(|(toward, distance)| {
            let motion = Motion::Slide { toward, distance };
            let mut tried = after.clone();
            for id in tried.base_ids(other) {
                tried[id].base = motion.base_after(&tried[id].base);
            }
            let shifted = tried.rects(other);
            let free = shifted.iter().all(|r| tried.field.holds(r) && !barred(r, &tried))
                && tried
                    .on_table()
                    .filter(|&g| g != other)
                    .all(|g| !any_overlap(&shifted, &tried.obstruction(g)));
            free.then_some(tried)
        });
        *after = fitting?;
        moved.push(other);
    }
    Some(moved)
}
