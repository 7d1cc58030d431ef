//! Sensible moves for computer players.

use super::words::{Action, Advance, CommanderGoes, Decision, Leg, Request, When, WithAdvance};
use super::{artillery, commanders, feed, look, moves, reform, turns};
use crate::renaissance::battle::position::{command, kinds, rates};
use crate::renaissance::battle::world::{CommanderId, GroupId, PortableDefences, Posture, World};
use crate::renaissance::battle::{Decision as Whole, Fogr};
use crate::troops::{Cohesion, TroopType};
use caracole_kernel::{Battle, Side};
use caracole_plane::{Angle, Edge, Hand, Sense, Um, WheelMeasure, shortest_distance};

/// Battle groups looked at for one request: one at a time, others in the next.
const AT_A_TIME: usize = 1;

/// Sensible choices for a request.
pub fn candidates(battle: &Battle<Fogr>, side: Side, request: &Request, out: &mut Vec<Whole>) {
    let world = battle.world();
    let mut found: Vec<Decision> = Vec::new();
    match request {
        Request::Reform => {
            reform::candidates(world, side, &mut found);
            found.push(Decision::Done);
        }
        Request::Feed => {
            feed::candidates(world, side, &mut found);
            found.push(Decision::Done);
        }
        Request::Move => {
            let free: Vec<GroupId> = world
                .of_side(side)
                .filter(|&g| world[g].phase.moves == 0 && moves::can_move(world, side, g).is_ok())
                .collect();
            // Not always the same first: the number of the turn turns the list.
            let first = usize::from(world.turn.number) % free.len().max(1);
            for &group in free.iter().cycle().skip(first).take(AT_A_TIME.min(free.len())) {
                for action in actions(world, group) {
                    found.push(Decision::Move { group, action });
                }
            }
            if world.turn.number % 2 == 1 {
                divisions(world, side, &free, &mut found);
            }
            riders(world, side, &mut found);
            found.push(Decision::Done);
        }
        Request::SimpleInstead { group } => {
            found.extend(
                actions(world, *group).into_iter().map(|action| Decision::Move { group: *group, action }),
            );
            found.push(Decision::Done);
        }
        Request::MoveAgain { groups } => {
            if let [group] = groups.as_slice() {
                let advances = advances(world, *group).into_iter().map(Action::Advance);
                found.extend(advances.map(|action| Decision::Move { group: *group, action }));
            } else if let Some(&group) = groups.first() {
                let advances = advances(world, group);
                found.extend(
                    advances
                        .into_iter()
                        .map(|advance| Decision::MoveDivision { groups: groups.clone(), advance }),
                );
            }
            found.push(Decision::Done);
        }
        Request::Respond { .. } => found.push(Decision::Stand),
        Request::Flee { commander } => {
            found.extend(commanders::refuges(world, *commander).into_iter().map(Decision::Join));
        }
    }
    found.retain(|d| look(world, side, request, d).is_ok());
    out.extend(found.into_iter().map(Whole::Manoeuvre));
}

/// All that can go with a commander as a division, straight ahead.
fn divisions(world: &World, side: Side, free: &[GroupId], out: &mut Vec<Decision>) {
    for commander in world.commander_ids().filter(|&c| world[c].side == side) {
        let Some(own) = world[commander].with().filter(|g| free.contains(g)) else { continue };
        let facing = world.facing(own);
        let joins = |&g: &GroupId| {
            g != own
                && command::in_line_of_command(world, commander, g)
                && command::in_range(world, commander, g)
                && world.facing(g) == facing
                && caracole_plane::any_within(&world.rects(own), &world.rects(g), world.field.mu(4))
        };
        let mut groups = vec![own];
        groups.extend(free.iter().copied().filter(joins).take(3));
        let slowest = groups.iter().filter_map(|&g| rates::distance_from_here(world, g)).min();
        if let (Some(mu), true) = (slowest, groups.len() > 1) {
            let advance = Advance::straight(world.field.mu(mu));
            out.push(Decision::MoveDivision { groups, advance });
        }
    }
}

/// A commander on his own joins the nearest battle group.
fn riders(world: &World, side: Side, out: &mut Vec<Decision>) {
    use crate::renaissance::battle::world::CommanderPlace;
    let alone = |&c: &CommanderId| world[c].side == side && world[c].place == CommanderPlace::Alone;
    for commander in world.commander_ids().filter(alone) {
        let rect = [world.commander_rect(commander)];
        let near = world
            .of_side(side)
            .filter(|&g| !world[g].is_broken())
            .min_by_key(|&g| shortest_distance(&rect, &world.rects(g)));
        if let Some(group) = near {
            out.push(Decision::MoveCommander { commander, goes: CommanderGoes::Join(group) });
        }
    }
}

/// The nearest enemy and how far it is.
fn nearest_enemy(world: &World, group: GroupId) -> Option<(GroupId, Um)> {
    let rects = world.rects(group);
    world
        .enemies_of(group)
        .filter_map(|e| shortest_distance(&rects, &world.rects(e)).map(|d| (e, d)))
        .min_by_key(|(_, d)| *d)
}

/// Straight ahead as far as it goes, half of that, and wheels towards the nearest enemy.
fn advances(world: &World, group: GroupId) -> Vec<Advance> {
    let Some(mu) = rates::distance_from_here(world, group) else { return Vec::new() };
    let full = world.field.mu(mu);
    let mut found = vec![Advance::straight(full), Advance::straight(full / 2)];
    let body = world.body(group);
    let wheel = |hand: Hand, by: Angle| {
        let frontage = body.frontage;
        let most = WheelMeasure::Straight.angle(frontage, full);
        let by = Angle(by.0.min(most.0));
        let spent = WheelMeasure::Straight.distance(frontage, by);
        Advance { legs: vec![Leg::Wheel { hand, by }, Leg::Ahead((full - spent).or_zero())], shift: None }
    };
    if let Some((enemy, distance)) = nearest_enemy(world, group) {
        // Up to the enemy but not into contact.
        let short = distance - world.field.mu(1) / 20;
        if short > Um::ZERO && short < full {
            found.push(Advance::straight(short));
        }
        let towards = body.front_centre().at.direction_to(world.body(enemy).front_centre().at);
        if let Some(direction) = towards {
            let (sense, by) = body.facing().shortest_turn(direction);
            let hand = if sense == Sense::Clockwise { Hand::Right } else { Hand::Left };
            if by.0 > 0 && by.0 <= Angle::QUARTER.0 {
                found.push(wheel(hand, by));
            }
        }
        let parallel = Angle(world.facing(enemy).0.wrapping_add(Angle::HALF.0));
        let (sense, by) = body.facing().shortest_turn(parallel);
        let hand = if sense == Sense::Clockwise { Hand::Right } else { Hand::Left };
        if by.0 > 0 && by.0 <= Angle::QUARTER.0 {
            found.push(wheel(hand, by));
        }
    }
    found
}

fn actions(world: &World, group: GroupId) -> Vec<Action> {
    let g = &world[group];
    if g.posture == Posture::Square {
        let mut found: Vec<Action> =
            Edge::ALL.iter().map(|e| Action::MoveSquare { over: *e, distance: world.field.mu(1) }).collect();
        found.extend((2..=4).map(|files| Action::LeaveSquare { front: Edge::Front, files }));
        return found;
    }
    if kinds::is_artillery(world, group) {
        return guns(world, group);
    }
    let mut found: Vec<Action> = advances(world, group).into_iter().map(Action::Advance).collect();
    let near = nearest_enemy(world, group).is_some_and(|(_, d)| d <= world.field.mu(8));
    found.push(Action::TurnAbout { with: None, and_back: false });
    if kinds::is_light(world, group) && near {
        found.push(turns::retire(world.field.mu(4), false));
        found.push(turns::retire(world.field.mu(3), true));
    }
    if kinds::is_column(world, group) || world.formation(group).width() < 3 {
        found.push(Action::Expand { left: 1, right: 1, formation: None, then: None });
        found.push(Action::Expand { left: 0, right: 1, formation: None, then: None });
    } else {
        let advance = Advance::straight(world.field.mu(3));
        let with = Some(WithAdvance { advance, when: When::After });
        found.push(Action::Contract { left: 1, right: 0, formation: None, with });
    }
    for hand in Hand::BOTH {
        if kinds::is_tercio(world, group) || kinds::is_a_keil(world, group) {
            found.push(Action::ChangeFormation { turn: Some(hand), formation: None });
        } else {
            found.push(Action::TurnToFlank { hand, files: None, with: None });
        }
        if near {
            found.push(Action::ShiftIntoMelee { hand });
            found.push(Action::TurnIntoMelee { hand });
        }
    }
    if near && g.cohesion < Cohesion::Fragmented {
        found.push(Action::FormSquare);
    }
    match g.portable {
        PortableDefences::Carried if near => found.push(Action::PlaceDefences),
        PortableDefences::Placed => found.push(Action::PickUpDefences),
        _ => {}
    }
    found
}

fn guns(world: &World, group: GroupId) -> Vec<Action> {
    let light = kinds::is_all(world, group, TroopType::LightArtillery);
    let mut found = Vec::new();
    if world[group].posture == Posture::Limbered {
        found.push(Action::Unlimber);
    }
    if world[group].posture == Posture::Limbered || light {
        found.extend(advances(world, group).into_iter().map(Action::Advance));
    }
    let by = WheelMeasure::Straight.angle(world.body(group).frontage, world.field.mu(1));
    let with_supporters = !artillery::supporters(world, group).is_empty();
    found.extend(Hand::BOTH.map(|hand| Action::Pivot { hand, by, with_supporters }));
    found
}
