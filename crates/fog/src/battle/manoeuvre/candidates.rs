//! Sensible moves for computer players: every battle group that may act, those moves first that matter most.

use super::messages::{
    Action, Advance, CommanderGoes, Decision, EvadeTo, Leg, Request, Shift, ToFace, When, WithAdvance,
};
use super::{artillery, commanders, feed, give_way, look, moves, reform, turns};
use crate::battle::Decision as Whole;
use crate::battle::asked::Asked;
use crate::battle::position::nearness::may_be_within;
use crate::battle::position::{command, contact, kinds, rates};
use crate::battle::world::{CommanderId, CommanderPlace, GroupId, PortableDefences, Posture, World};
use crate::troops::{Capability, Cohesion, TroopType};
use caracole_kernel::Side;
use caracole_plane::{Angle, Edge, Group, Hand, Sense, Um, WheelMeasure, shortest_distance};

/// The most choices offered for one request; what ends it comes on top.
pub const MOST: usize = 32;

/// Sensible choices for a request, all legal, at most [`MOST`] and the one that ends it.
pub fn candidates(asked: Asked<'_>, request: &Request, out: &mut Vec<Whole>) {
    let Asked { battle, side, .. } = asked;
    let world = battle.world();
    let mut found: Vec<Decision> = Vec::new();
    let mut legal = |wanted: Vec<Decision>, most: usize| {
        let room = most.saturating_sub(found.len());
        found.extend(wanted.into_iter().filter(|d| look(world, side, request, d).is_ok()).take(room));
    };
    let mut end = Some(Decision::Done);
    match request {
        Request::Reform => {
            let mut wanted = Vec::new();
            reform::candidates(world, side, &mut wanted);
            legal(wanted, MOST);
        }
        Request::Conform { .. } => legal(vec![Decision::Conform, Decision::Done], MOST),
        Request::Feed => {
            let mut wanted = Vec::new();
            feed::candidates(world, side, &mut wanted);
            legal(wanted, MOST);
        }
        Request::Move => {
            let free: Vec<GroupId> = world
                .of_side(side)
                .filter(|&g| world[g].phase.moves == 0 && moves::can_move(world, side, g).is_ok())
                .collect();
            legal(riders(world, side), MOST / 8);
            legal(divisions(world, side, &free), MOST / 4);
            legal(by_turns(&free, |g| actions(world, g)), MOST);
        }
        Request::SimpleInstead { group } => legal(by_turns(&[*group], |g| actions(world, g)), MOST),
        Request::MoveAgain { groups } => match groups.as_slice() {
            [group] => {
                legal(
                    by_turns(&[*group], |g| advances(world, g).into_iter().map(Action::Advance).collect()),
                    MOST,
                );
            }
            _ => legal(together(world, groups), MOST),
        },
        Request::SimpleInsteadOfAll { groups } => legal(together(world, groups), MOST),
        Request::MakeRoom { group, to, how } => {
            end = None;
            let ways = feed::room_options(world, *group, *to, how);
            legal(ways.into_iter().map(Decision::GiveWay).collect(), MOST);
        }
        Request::Respond { .. } => {
            end = Some(Decision::Stand);
            let to = [EvadeTo::Rear, EvadeTo::Away].map(Decision::Evade);
            legal(
                to.into_iter().chain([ToFace::Bases, ToFace::Whole].map(Decision::TurnToFace)).collect(),
                MOST,
            );
        }
        Request::Flee { commander } => {
            end = None;
            legal(commanders::refuges(world, *commander).into_iter().map(Decision::Join).collect(), MOST);
        }
        Request::GiveWay { group, to, turns } => {
            end = None;
            if let Some(Ok(stage)) = give_way::first_turn(world, *to, turns) {
                let ways = give_way::options(world, &stage, *to, *group);
                legal(ways.into_iter().map(|(toward, _)| Decision::GiveWay(toward)).collect(), MOST);
            }
        }
    }
    found.extend(end);
    out.extend(found.into_iter().map(Whole::Manoeuvre));
}

/// Advances of battle groups that move as one, as the first of them would go.
fn together(world: &World, groups: &[GroupId]) -> Vec<Decision> {
    let Some(&first) = groups.first() else { return Vec::new() };
    let with = |advance| Decision::MoveDivision { groups: groups.to_vec(), advance };
    advances(world, first).into_iter().map(with).collect()
}

/// The first choice of every battle group, then the second of each, and so on.
fn by_turns(groups: &[GroupId], of: impl Fn(GroupId) -> Vec<Action>) -> Vec<Decision> {
    let lists: Vec<(GroupId, Vec<Action>)> = groups.iter().map(|&g| (g, of(g))).collect();
    let longest = lists.iter().map(|(_, l)| l.len()).max().unwrap_or(0);
    let mut found = Vec::new();
    for i in 0..longest {
        for (group, list) in &lists {
            let next = list.get(i).cloned();
            found.extend(next.map(|action| Decision::Move { group: *group, action }));
        }
    }
    found
}

/// All that can go with a commander as a division: straight ahead, and wheeling with its own battle group.
#[must_use]
pub fn divisions(world: &World, side: Side, free: &[GroupId]) -> Vec<Decision> {
    let mut found = Vec::new();
    for commander in world.commander_ids().filter(|&c| world[c].side == side) {
        let Some(own) = world[commander].with().filter(|g| free.contains(g)) else { continue };
        let facing = world.facing(own);
        let most = world.book.most_led(world[commander].level).min(6);
        let may = |g: GroupId| {
            command::in_line_of_command(world, commander, g)
                && command::in_range(world, commander, g)
                && world.facing(g) == facing
        };
        let mut groups = vec![own];
        // Neighbours of those that are in it already.
        let mut grown = true;
        while grown && groups.len() < most {
            let next = free.iter().copied().find(|g| {
                !groups.contains(g)
                    && may(*g)
                    && groups.iter().any(|o| world.book.are_neighbours(world, *o, *g))
            });
            grown = next.is_some();
            groups.extend(next);
        }
        if groups.len() < 2 {
            continue;
        }
        let slowest = groups.iter().filter_map(|&g| rates::march_from_here(world, g)).min();
        let Some(full) = slowest.map(|mu| world.field.mu(mu)) else { continue };
        let halt = nearest_enemy(world, own).map(|(_, d)| d - world.field.mu(1) / 20);
        let mut distances = vec![full];
        distances.extend(halt.filter(|d| *d > Um::ZERO && *d < full));
        for distance in distances {
            let advance = Advance::straight(distance);
            found.push(Decision::MoveDivision { groups: groups.clone(), advance });
        }
    }
    found
}

/// Commanders join battle groups near them: those on their own the nearest, others one that is shaken and has no commander.
pub(super) fn riders(world: &World, side: Side) -> Vec<Decision> {
    let mut found = Vec::new();
    let own = |&c: &CommanderId| world[c].side == side && world[c].is_on_table();
    for commander in world.commander_ids().filter(own) {
        let rect = [world.commander_rect(commander)];
        let alone = world[commander].place == CommanderPlace::Alone;
        let wanted = |g: &GroupId| {
            !world[*g].is_broken()
                && world[commander].with() != Some(*g)
                && (alone
                    || (world[*g].cohesion > Cohesion::Steady && world.commanders_with(*g).next().is_none()))
        };
        let near = world
            .of_side(side)
            .filter(wanted)
            .filter_map(|g| shortest_distance(&rect, world.rects(g)).map(|d| (d, g)))
            .filter(|(d, _)| *d <= world.field.mu(6))
            .min();
        if let Some((_, group)) = near {
            found.push(Decision::MoveCommander { commander, goes: CommanderGoes::Join(group) });
        }
    }
    found
}

/// The nearest enemy that is not broken, and how far away it is.
#[must_use]
pub fn nearest_enemy(world: &World, group: GroupId) -> Option<(GroupId, Um)> {
    let own = world.bounds(group)?;
    let rects = world.rects(group);
    let mut order: Vec<(Um, GroupId)> = world
        .enemies_of(group)
        .filter(|&e| !world[e].is_broken())
        .filter_map(|e| world.bounds(e).map(|b| (own.gap(&b), e)))
        .collect();
    order.sort_unstable();
    let mut best: Option<(GroupId, Um)> = None;
    for (gap, enemy) in order {
        if best.is_some_and(|(_, nearest)| nearest <= gap) {
            break;
        }
        let distance = shortest_distance(rects, world.rects(enemy));
        best = match (best, distance) {
            (Some((_, nearest)), Some(d)) if d >= nearest => best,
            (_, Some(d)) => Some((enemy, d)),
            (_, None) => best,
        };
    }
    best
}

/// The hand and the angle of the wheel that brings a body to face a direction; none if it faces it or the wheel is of
/// more than 90 degrees.
#[must_use]
pub fn wheel_to(body: &Group, direction: Angle) -> Option<(Hand, Angle)> {
    let (sense, by) = body.facing().shortest_turn(direction);
    let hand = if sense == Sense::Clockwise { Hand::Right } else { Hand::Left };
    (by.millidegrees() > 50 && by <= Angle::QUARTER).then_some((hand, by))
}

/// Advances that matter: up to where it shoots, up to the enemy, as far as it goes, beside friends that fight; wheels
/// towards the enemy, parallel to it, and into line with a neighbour.
#[must_use]
pub fn advances(world: &World, group: GroupId) -> Vec<Advance> {
    let Some(mu) = rates::march_from_here(world, group) else { return Vec::new() };
    let full = world.field.mu(mu);
    let body = world.body(group);
    let margin = world.field.mu(1) / 20;
    let wheel = |(hand, by): (Hand, Angle), on: Um| {
        let most = WheelMeasure::Straight.angle(body.frontage, full);
        let by = Angle(by.0.min(most.0));
        let spent = WheelMeasure::Straight.distance(body.frontage, by);
        let left = (full - spent).or_zero().min(on);
        Advance::wheel(hand, by, left)
    };
    let mut found: Vec<Advance> = Vec::new();
    found.extend(beside_friends(world, group, body, full));
    let enemy = nearest_enemy(world, group);
    let Some((enemy, distance)) = enemy else {
        found.push(Advance::straight(full));
        return found;
    };
    let short = (distance - margin).or_zero();
    let towards = body
        .front_centre()
        .at
        .direction_to(world.body(enemy).front_centre().at)
        .and_then(|direction| wheel_to(body, direction));
    // Near the enemy advance with care; far off march.
    if short < full {
        found.extend((short > Um::ZERO).then(|| Advance::straight(short)));
    }
    for range in shooting_ranges(world, group) {
        let up_to = distance - range + margin;
        found.extend((up_to > Um::ZERO && up_to < full).then(|| Advance::straight(up_to)));
    }
    found.push(Advance::straight(full));
    found.extend(towards.map(|w| wheel(w, short)));
    let parallel = world.facing(enemy) + Angle::HALF;
    found.extend(wheel_to(body, parallel).map(|w| wheel(w, Um::ZERO)));
    let neighbour = world
        .friends_of(group)
        .filter(|&f| !world[f].is_broken() && may_be_within(world, group, f, world.field.mu(4)))
        .filter_map(|f| shortest_distance(world.rects(group), world.rects(f)).map(|d| (d, f)))
        .min()
        .filter(|(d, _)| *d <= world.field.mu(4));
    found.extend(neighbour.and_then(|(_, f)| wheel_to(body, world.facing(f))).map(|w| wheel(w, Um::ZERO)));
    found.push(Advance::straight(full / 2));
    found.dedup();
    found
}

/// The ranges at which a battle group shoots, the shortest first.
#[must_use]
pub fn shooting_ranges(world: &World, group: GroupId) -> Vec<Um> {
    let mut found: Vec<u8> = Vec::new();
    for base in world.profiles(group) {
        for &weapon in Capability::ALL.iter().filter(|&&c| base.has(c)) {
            if let Some((short, long)) = world.book.ranges(world, group, base, weapon) {
                found.push(short);
                found.extend(long);
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found.into_iter().map(|mu| world.field.mu(i32::from(mu))).collect()
}

/// Up beside a friend that fights, in line with its front: the way into an overlap.
fn beside_friends(world: &World, group: GroupId, body: &Group, full: Um) -> Vec<Advance> {
    let half = world.field.base_width().half();
    let mut found = Vec::new();
    for friend in world.friends_of(group).filter(|&f| contact::in_close_combat(world, f)) {
        let other = world.body(friend);
        if other.facing().shortest_turn(body.facing()).1.millidegrees() > 100 {
            continue;
        }
        let (right, forward) = body.anchor.local(other.anchor.at);
        if forward <= Um::ZERO || forward > full {
            continue;
        }
        // How far the friend's nearer side is from ours, to the right.
        let gaps = [right - body.frontage, right + other.frontage];
        for gap in gaps.into_iter().filter(|g| g.abs() <= half) {
            let hand = if gap < Um::ZERO { Hand::Left } else { Hand::Right };
            let shift = (gap.abs() > Um::ZERO).then(|| Shift { hand, by: gap.abs(), when: When::After });
            found.push(Advance { legs: vec![Leg::Ahead(forward)], shift });
        }
    }
    found
}

/// What a battle group might do, what matters most first.
#[must_use]
pub fn actions(world: &World, group: GroupId) -> Vec<Action> {
    let g = &world[group];
    if g.posture == Posture::Square {
        let over = Edge::ALL.iter().map(|e| Action::MoveSquare { over: *e, distance: world.field.mu(1) });
        let leave = (2..=4).map(|files| Action::LeaveSquare { front: Edge::Front, files });
        return leave.chain(over).collect();
    }
    if kinds::is_artillery(world, group) {
        return guns(world, group);
    }
    let nearest = nearest_enemy(world, group);
    let within = |mu: i32| nearest.is_some_and(|(_, d)| d <= world.field.mu(mu));
    let touches = nearest.is_some_and(|(e, d)| d <= world.field.mu(1) && contact::touch(world, group, e));
    let mut found: Vec<Action> = Vec::new();
    if touches {
        found.extend(Hand::BOTH.map(|hand| Action::ShiftIntoMelee { hand }));
        found.extend(Hand::BOTH.map(|hand| Action::TurnIntoMelee { hand }));
    }
    found.extend(advances(world, group).into_iter().map(Action::Advance));
    let light = kinds::is_light(world, group);
    if light && within(8) {
        found.push(turns::retire(world.field.mu(4), turns::AboutEnd::StayTurned));
        found.push(turns::retire(world.field.mu(3), turns::AboutEnd::TurnBack));
    }
    // Turn about towards an enemy behind, to the flank towards one beside.
    let bearing = nearest.and_then(|(e, _)| {
        let body = world.body(group);
        let at = world.body(e).front_centre().at;
        body.front_centre().at.direction_to(at).map(|d| body.facing().shortest_turn(d))
    });
    let by_formation = kinds::is_tercio(world, group) || kinds::is_a_keil(world, group);
    let to_flank = |hand: Hand| match by_formation {
        true => Action::ChangeFormation { turn: Some(hand), formation: None },
        false => Action::TurnToFlank { hand, files: None, with: None },
    };
    if world.turn.number <= 2 && !world.field.fortifications.is_empty() {
        found.insert(0, Action::ManWorks { shift: None });
    }
    let about = Action::TurnAbout { with: None, and_back: false };
    match bearing {
        Some((_, by)) if by > Angle::from_degrees(135) => found.push(about),
        Some((sense, by)) if by > Angle::from_degrees(60) => {
            found.push(to_flank(if sense == Sense::Clockwise { Hand::Right } else { Hand::Left }));
            found.push(about);
        }
        _ => {
            found.extend(reshapes(world, group));
            found.extend(Hand::BOTH.map(to_flank));
            found.push(about);
        }
    }
    if within(6) && g.cohesion < Cohesion::Fragmented && kinds::is_foot(world, group) && !light {
        found.push(Action::FormSquare);
    }
    match g.portable {
        PortableDefences::Carried if within(8) => found.insert(0, Action::PlaceDefences),
        PortableDefences::Placed => found.push(Action::PickUpDefences),
        _ => {}
    }
    found
}

/// Expansions, contractions, and contractions with an advance.
fn reshapes(world: &World, group: GroupId) -> Vec<Action> {
    let expand = |left, right| Action::Expand { left, right, formation: None, then: None };
    let mut found = vec![expand(1, 1), expand(0, 1), expand(1, 0)];
    if world.formation(group).width() > 1 {
        let mu = if kinds::is_light(world, group) { 4 } else { 3 };
        let with = Some(WithAdvance { advance: Advance::straight(world.field.mu(mu)), when: When::After });
        found.push(Action::Contract { left: 1, right: 0, formation: None, with: with.clone() });
        found.push(Action::Contract { left: 0, right: 1, formation: None, with });
        found.push(Action::Contract { left: 0, right: 1, formation: None, with: None });
    }
    found
}

fn guns(world: &World, group: GroupId) -> Vec<Action> {
    let light = kinds::is_all(world, group, TroopType::LightArtillery);
    let limbered = world[group].posture == Posture::Limbered;
    let mut found = Vec::new();
    if limbered {
        found.push(Action::Unlimber);
    }
    if limbered || light {
        found.extend(advances(world, group).into_iter().map(Action::Advance));
    }
    let body = world.body(group);
    let most = WheelMeasure::Straight.angle(body.frontage, world.field.mu(1));
    let with_supporters = !artillery::supporters(world, group).is_empty();
    // Towards the nearest enemy first, no further than to face it.
    let wanted = nearest_enemy(world, group)
        .and_then(|(e, _)| body.front_centre().at.direction_to(world.body(e).front_centre().at))
        .and_then(|direction| wheel_to(body, direction));
    if let Some((hand, by)) = wanted {
        found.push(Action::Pivot { hand, by: by.min(most), with_supporters });
        found.push(Action::Pivot { hand, by: by.min(most), with_supporters: false });
    }
    if world[group].captured.is_some() {
        found.push(Action::TurnAbout { with: None, and_back: false });
    }
    found.dedup();
    found
}
