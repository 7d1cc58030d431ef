//! Conforming: the active side's troops in close combat line up with the enemy.

use super::messages::Event;
use crate::battle::position::command::measured;
use crate::battle::position::{contact, defence, flank, kinds};
use crate::battle::world::{Approach, BaseId, GroupId, Posture, World};
use crate::formation::Status;
use crate::troops::TroopType;
use caracole_kernel::Side;
use caracole_ledger::enforces;
use caracole_plane::{
    Base, BaseRect, CONTACT_TOLERANCE, Contact, Edge, Fit, Group, Hand, Motion, Rects, Um, any_overlap,
    distance_to_clear,
};
use smallvec::{SmallVec, smallvec};

/// A battle group that need not conform because it could then be charged in flank or rear, and the enemy it touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InDanger {
    /// The battle group.
    pub group: GroupId,
    /// The enemy that it would conform to.
    pub enemy: GroupId,
}

/// Lines up the battle groups of the active side that must and can, until one may choose.
pub fn conform_all(world: &mut World, side: Side) -> (Vec<Event>, Option<InDanger>) {
    enforces!("FOGR-MANOEUVRE-011", "FOGR-MANOEUVRE-017", "FOGAM-MANOEUVRE-012", "FOGAM-MANOEUVRE-018");
    let mut events = Vec::new();
    let groups: Vec<GroupId> = world.of_side(side).collect();
    for group in groups {
        if world[group].phase.conformed || !must_conform(world, group) {
            continue;
        }
        let Some((enemy, touches)) = main_contact(world, group) else { continue };
        let lined_up = is_lined_up(world, group);
        if lined_up && is_stepped_up(world, group) {
            continue;
        }
        let way = line_up(world, group, enemy, &touches);
        if lined_up && way.is_none() {
            continue;
        }
        if way.as_ref().is_some_and(|w| w.dangerous) && world.book.may_stay_out_of_danger(world, group) {
            return (events, Some(InDanger { group, enemy }));
        }
        settle(world, group, enemy, way, &mut events);
    }
    (events, None)
}

/// Lines up a battle group that could have stayed as it stands.
pub fn conform_one(world: &mut World, InDanger { group, enemy }: InDanger) -> Vec<Event> {
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
    enforces!("FOGAM-MANOEUVRE-019", "FOGAM-MANOEUVRE-020", "FOGAM-SPECIAL-021", "FOGAM-SPECIAL-028");
    let g = &world[group];
    let exempt = g.is_broken()
        || !matches!(g.posture, Posture::Normal | Posture::Loosed)
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

/// The enemy that it touches by its front, with the bases that touch.
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
    enforces!("FOGR-MANOEUVRE-012", "FOGAM-MANOEUVRE-013");
    let square = |c: Contact| match c {
        Contact::Edges(e) if e.own == Edge::Front => match e.their {
            Edge::Front => e.fit == Fit::Aligned,
            Edge::Left | Edge::Right => {
                e.meeting.is_some_and(|(_, their)| their.is_front()) || e.fit == Fit::TheirCovered
            }
            Edge::Rear => e.fit == Fit::Aligned,
        },
        c => !c.is_by_own_front(),
    };
    let fine = |own: BaseId, their: BaseId, contact: Contact| match edge_fought(world, their, contact) {
        None => square(contact),
        // Against the long edge of a wagon each half of it is a base of its own.
        Some(edge) => {
            let own = world[own].base.rect();
            edges_to_meet(world, their, edge)
                .iter()
                .all(|(half, _)| own.contact(&half.rect()).is_none_or(square))
        }
    };
    // Who came upon a flank without a flank charge pivots to the front.
    let to_front = |e: GroupId, their: BaseId, contact: Contact| {
        let approach = contact::engagement(world, group, e).map(|x| x.approach);
        approach == Some(Approach::NoFlankCharge)
            && contact.is_by_own_front()
            && edge_fought(world, their, contact).is_none()
            && contact.their_edge().is_some_and(|edge| edge != Edge::Front)
    };
    world.enemies_of(group).filter(|&e| !world[e].is_broken()).all(|e| {
        let touches = contact::touches(world, group, e);
        touches.iter().all(|t| fine(t.own, t.their, t.contact) && !to_front(e, t.their, t.contact))
    })
}

/// The edge of a battle wagon that is touched by the front of another: wagons fight on every edge as they stand.
fn edge_fought(world: &World, their: BaseId, contact: Contact) -> Option<Edge> {
    let wagon = world[their].profile.troop_type == TroopType::BattleWagons;
    contact.their_edge().filter(|_| wagon && contact.is_by_own_front())
}

/// What a base lines up with at an edge of an enemy base: that edge, or the halves of the long edge of a wagon.
fn edges_to_meet(world: &World, their: BaseId, edge: Edge) -> SmallVec<[(Base, Edge); 2]> {
    enforces!("FOGR-COMBAT-017");
    let base = world[their].base;
    match world[their].profile.troop_type {
        TroopType::BattleWagons if edge.is_flank() => {
            let long = base.fronting(edge);
            Hand::BOTH.iter().map(|&half| (long.half(half), Edge::Front)).collect()
        }
        TroopType::BattleWagons => smallvec![(base.fronting(edge), Edge::Front)],
        _ => smallvec![(base, edge)],
    }
}

/// The edge of an enemy base that is conformed to.
fn edge_of(world: &World, group: GroupId, enemy: GroupId, their: BaseId, contact: Contact) -> Edge {
    enforces!("FOGR-MANOEUVRE-014", "FOGAM-MANOEUVRE-015");
    if let Some(edge) = edge_fought(world, their, contact) {
        return edge;
    }
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
    /// An enemy that cannot charge it in flank or rear now could do so then.
    dangerous: bool,
}

/// The shortest way to line up that there is room for.
fn line_up(
    world: &World,
    group: GroupId,
    enemy: GroupId,
    touches: &[(BaseId, BaseId, Contact)],
) -> Option<Lined> {
    enforces!("FOGR-MANOEUVRE-013", "FOGR-MANOEUVRE-016", "FOGAM-MANOEUVRE-014", "FOGAM-MANOEUVRE-017");
    let ids = world.base_ids(group);
    let body: Group = world.laid_out(group);
    let mut ways: Vec<(Um, Group)> = Vec::new();
    let lined_up = is_lined_up(world, group);
    if lined_up {
        // Nothing to turn or slide: only files that stand back come up.
        ways.push((Um::ZERO, world.body(group).clone()));
    }
    for (own, their, contact) in touches.iter().filter(|_| !lined_up) {
        let Some(index) = ids.iter().position(|b| b == own) else { continue };
        let edge = edge_of(world, group, enemy, *their, *contact);
        for (meets, edge) in edges_to_meet(world, *their, edge) {
            ways.extend(body.ways_to_conform(index, &meets, edge).into_iter().map(|w| (w.travel, w.group)));
        }
    }
    let sideways = |way: &Group| body.anchor.local(way.front_centre().at).0 - body.frontage.half();
    ways.sort_by_key(|(travel, way)| (measured(*travel), world.is_to_other_hand(sideways(way))));
    let opponents = contact::opponents(world, group);
    let in_danger = |w: &World, by: GroupId| {
        w.book.fears(w, group, by) && flank::could_charge_flank_or_rear(w, by, group)
    };
    ways.into_iter().find_map(|(_, way)| {
        let mut after = world.supposing(|after| after.put(group, &stepped_up(world, group, &way)));
        let made_room = make_room(&mut after, group)?;
        let keeps = opponents.iter().all(|&o| contact::in_close_combat_with(&after, group, o));
        let fights = contact::in_close_combat(&after, group) && is_lined_up(&after, group);
        if !keeps || !fights {
            return None;
        }
        let dangerous = world.enemies_of(group).any(|e| in_danger(&after, e) && !in_danger(world, e));
        Some(Lined { after, made_room, dangerous })
    })
}

/// Whether every file is level with the nearest one in contact with the enemy.
fn is_stepped_up(world: &World, group: GroupId) -> bool {
    let body = world.body(group);
    stepped_up(world, group, body) == *body
}

/// A conforming body with its files brought forward: those in contact with enemy keep that contact, the others come level
/// with the nearest of these, or as far as the enemy lets them.
fn stepped_up(world: &World, group: GroupId, body: &Group) -> Group {
    enforces!("FOGR-MANOEUVRE-013");
    let enemies: Vec<BaseRect> = world
        .enemies_of(group)
        .filter(|&e| !world[e].is_broken())
        .flat_map(|e| world.rects(e))
        .copied()
        .collect();
    let mut stepped = body.clone();
    let mut in_contact: SmallVec<[u8; 8]> = SmallVec::new();
    let point = world.point_base(group);
    for (id, place) in world.base_ids(group).into_iter().zip(&body.places).filter(|(b, _)| Some(*b) != point)
    {
        let rect = world[id].base.rect();
        let touches = || enemies.iter().any(|e| rect.contact(e).is_some_and(Contact::is_by_own_front));
        if !in_contact.contains(&place.file) && touches() {
            in_contact.push(place.file);
        }
    }
    // Friends that touch an enemy do not make room; routers do not either.
    let fighting = |f: &GroupId| world.enemies_of(*f).any(|e| contact::touch(world, *f, e));
    let staying = world.friends_of(group).filter(fighting).chain(world.enemies_of(group));
    let stopping: Vec<BaseRect> = staying.flat_map(|g| world.rects(g)).copied().collect();
    let limit = world.field.mu(2);
    let reach = |body: &Group, file: u8| body.file_reach(file, &stopping, &[], limit).map(|s| s.distance);
    for &file in in_contact.iter().filter(|&&f| !body.file_in_contact(f, &enemies)) {
        stepped = stepped.with_file_stepped(file, reach(&stepped, file).unwrap_or_default());
    }
    // The fronts of early tercios and brigades are level only while they fight, and level themselves.
    if matches!(world[group].status, Status::EarlyTercio | Status::SwedishBrigade) {
        return stepped;
    }
    let front =
        |body: &Group, file: u8| body.places.iter().filter(|p| p.file == file).map(|p| p.forward).max();
    let files: SmallVec<[u8; 8]> = (0..body.files()).filter_map(|f| u8::try_from(f).ok()).collect();
    for &file in files.iter().filter(|f| !in_contact.contains(f)) {
        // Of two equally near files the one less far ahead.
        let nearest = in_contact.iter().min_by_key(|&&f| (f.abs_diff(file), front(&stepped, f)));
        let level = nearest.and_then(|&f| front(&stepped, f)).zip(front(&stepped, file)).map(|(a, b)| a - b);
        let Some(wanted) = level.filter(|l| *l > CONTACT_TOLERANCE) else { continue };
        let distance = reach(&stepped, file).map_or(wanted, |met| met.min(wanted));
        if !body.file_in_contact(file, &enemies) {
            stepped = stepped.with_file_stepped(file, distance);
        }
    }
    stepped
}

/// Friends in the way that touch no enemy are shifted sideways; anything else in the way forbids it.
fn make_room(after: &mut World, group: GroupId) -> Option<Vec<GroupId>> {
    enforces!("FOGR-MANOEUVRE-015", "FOGR-MOVE-103", "FOGAM-MANOEUVRE-016", "FOGAM-MOVE-109");
    let most = after.book.most_room(after);
    let rects: Rects = after.rects(group).into();
    if !after.group_may_stand(group) {
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
            (hand, toward, distance_to_clear(after.rects(other), toward, &rects))
        });
        let mut ordered = shifts.to_vec();
        ordered.sort_by_key(|(hand, _, d)| (measured(*d), *hand != after.hand_where_equal()));
        let fitting = ordered.into_iter().find_map(|(_, toward, distance)| {
            if most.is_some_and(|most| distance > most + CONTACT_TOLERANCE) {
                return None;
            }
            let motion = Motion::Slide { toward, distance };
            let tried = after.supposing(|tried| tried.displace(other, &motion));
            let shifted = tried.rects(other);
            let free = tried.group_may_stand(other)
                && tried
                    .on_table()
                    .filter(|&g| g != other)
                    .all(|g| !any_overlap(shifted, tried.obstruction(g)));
            free.then_some(tried)
        });
        *after = fitting?;
        moved.push(other);
    }
    Some(moved)
}
