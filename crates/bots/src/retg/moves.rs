//! Moves of the Movement Phase: ways that bring units where they want to stand, alone or together.

use super::hand::of_cards;
use super::place::{Goal, Judge};
use super::sketch::{BW, Figure};
use crate::spot::{Spot, wheel_cost};
use caracole_kernel::Side;
use caracole_plane::{Angle, Hand};
use caracole_renatio::battle::moving::{cheapest_of, plan};
use caracole_renatio::battle::{Action, Bw, CommanderId, Decision, Leg, March, Turned, UgId};
use caracole_renatio::troops::TroopType;

/// The most ways that are worked out by the rules for one decision.
const MOST: usize = 24;
/// The most units that move together.
const GROUP: usize = 5;

/// A move with what it gains.
struct Way {
    gain: i64,
    action: Action,
    command: CommanderId,
}

/// The best moves, the best first, each with what it is worth beyond its cards.
pub(super) fn best(judge: &mut Judge<'_>, side: Side, few: usize) -> Vec<(i64, Decision)> {
    let mut ways = ways(judge);
    ways.sort_by_key(|way| std::cmp::Reverse(way.gain));
    let mut found: Vec<(i64, Decision)> = Vec::new();
    for way in ways.into_iter().take(MOST * few.max(1)) {
        let enough = found.iter().filter(|(net, _)| *net >= way.gain).count() >= few;
        if way.gain <= 0 || enough {
            break;
        }
        if let Some((net, decision)) = paid(judge, side, &way)
            && net > 0
        {
            found.push((net, decision));
        }
    }
    found.sort_by_key(|(net, _)| std::cmp::Reverse(*net));
    found
}

/// The move paid for by whoever gives away least.
fn paid(judge: &Judge<'_>, side: Side, way: &Way) -> Option<(i64, Decision)> {
    let game = judge.game;
    let plan = plan(game, side, &way.action, way.command).ok()?;
    let own = std::iter::once(way.command);
    let others = game.world.commanders_of(side).filter(|by| *by != way.command);
    let payments = own.chain(others).filter_map(|by| Some((by, cheapest_of(game, by, &plan)?)));
    let (cost, by, cards) =
        payments.map(|(by, cards)| (of_cards(cards.cards()), by, cards)).min_by_key(|(cost, ..)| *cost)?;
    let action = way.action.clone();
    Some((way.gain - cost, Decision::Prompt { action, by, cards, leave: false }))
}

fn ways(judge: &mut Judge<'_>) -> Vec<Way> {
    let mut found = Vec::new();
    let free: Vec<&Figure> = judge.sketch.own.iter().filter(|own| !own.acted && !own.fights).collect();
    let here: Vec<i64> = free.iter().map(|own| judge.place(own, &own.spot)).collect();
    for (own, here) in free.iter().copied().zip(&here) {
        for (spot, action) in alone(judge, own) {
            let gain = judge.place(own, &spot) - here;
            found.push(Way { gain, action, command: own.command });
        }
    }
    for group in groups(&free) {
        let reach = group.iter().map(|n| free[*n].reach).min().unwrap_or(0);
        let ids: Vec<UgId> = group.iter().map(|n| free[*n].id).collect();
        let room = group.iter().map(|n| room(judge, &free[*n].spot, &ids, reach)).min().unwrap_or(0);
        for by in [room, room - BW, room / 2] {
            if by < BW / 2 {
                continue;
            }
            let gain: i64 = group
                .iter()
                .map(|n| {
                    let own = free[*n];
                    judge.place(own, &own.spot.forward(by)) - here[*n]
                })
                .sum();
            let action = march(ids.clone(), vec![Leg::Forward(Bw(by))]);
            let command = group.first().map_or(CommanderId(0), |n| free[*n].command);
            found.push(Way { gain, action, command });
        }
    }
    found
}

/// How far a body can go straight ahead before it comes to friends who do not move along.
fn room(judge: &Judge<'_>, spot: &Spot, moving: &[UgId], most: i32) -> i32 {
    let others = judge.sketch.own.iter().filter(|own| !moving.contains(&own.id));
    let gaps =
        others.filter(|own| spot.rough_gap(&own.spot) <= most).filter_map(|own| spot.straight_to(&own.spot));
    gaps.min().map_or(most, |gap| most.min((gap - 2).max(0)))
}

fn march(ugs: Vec<UgId>, legs: Vec<Leg>) -> Action {
    Action::March(March { ugs, pulled: Vec::new(), legs, second: None })
}

/// Units of one command that face the same way, side by side: every stretch of two and more.
fn groups(free: &[&Figure]) -> Vec<Vec<usize>> {
    let mut lines: Vec<(CommanderId, Angle, Vec<usize>)> = Vec::new();
    for (n, own) in free.iter().enumerate() {
        if own.kind == TroopType::Artillery || own.reach <= 0 {
            continue;
        }
        match lines
            .iter_mut()
            .find(|(command, facing, _)| (*command, *facing) == (own.command, own.spot.facing))
        {
            Some((.., line)) => line.push(n),
            None => lines.push((own.command, own.spot.facing, vec![n])),
        }
    }
    let mut found = Vec::new();
    for (.., mut line) in lines {
        let Some(first) = line.first().map(|n| free[*n].spot) else { continue };
        line.sort_by_key(|n| first.local((free[*n].spot.x, free[*n].spot.y)).0);
        for from in 0..line.len() {
            for to in from + 2..=line.len().min(from + GROUP) {
                found.push(line[from..to].to_vec());
            }
        }
    }
    found
}

/// Ways of a unit by itself, with where they bring it.
fn alone(judge: &Judge<'_>, own: &Figure) -> Vec<(Spot, Action)> {
    let Some(goal) = judge.goal(own.id) else { return Vec::new() };
    let mut found = marches(judge, own, goal);
    let ug = own.id;
    let off = own.spot.degrees_off(goal.at.middle());
    let exposed = judge.is_exposed(own);
    if off > 100 || exposed {
        let turned = Turned { ug, to: None, forward: None, move_first: false };
        found.push((own.spot.turned_about(), Action::Turn(turned)));
    }
    if off > 60 || exposed {
        for hand in Hand::BOTH {
            let turned = Turned { ug, to: Some(hand), forward: None, move_first: false };
            found.push((own.spot.turned_aside(hand), Action::Turn(turned)));
        }
    }
    if own.kind == TroopType::Mounted || own.acts_as_sug {
        for by in [own.reach, own.reach / 2] {
            if by > 0 {
                found.push((own.spot.forward(-by), Action::FallBack { ug, by: Bw(by) }));
            }
        }
    }
    found
}

/// Ways ahead: straight, or with a wheel towards the goal first.
fn marches(judge: &Judge<'_>, own: &Figure, goal: Goal) -> Vec<(Spot, Action)> {
    let mut found = Vec::new();
    let ug = own.id;
    let mut forward = |spot: &Spot, wheel: Option<Leg>, by: i32| {
        let on = (by > 0).then_some(Leg::Forward(Bw(by)));
        let legs: Vec<Leg> = wheel.into_iter().chain(on).collect();
        if !legs.is_empty() {
            found.push((spot.forward(by.max(0)), march(vec![ug], legs)));
        }
    };
    let near = own.spot.gap(&goal.at) - goal.wanted;
    let ahead = room(judge, &own.spot, &[ug], own.reach);
    for by in [ahead, ahead - BW, ahead / 2, near.min(ahead)] {
        forward(&own.spot, None, by / 10 * 10);
    }
    if own.kind == TroopType::Artillery {
        return found;
    }
    let (right, _) = own.spot.local(goal.at.middle());
    let hand = if right > 0 { Hand::Right } else { Hand::Left };
    let off = own.spot.degrees_off(goal.at.middle());
    for degrees in [off, off / 2, 45] {
        let degrees = degrees.clamp(0, 90);
        let left = own.reach - wheel_cost(own.spot.half, degrees) - 1;
        if degrees < 5 || left < 0 {
            continue;
        }
        let turned = own.spot.wheeled(hand, Angle::from_degrees(degrees));
        let wheel = Leg::Wheel { hand, degrees: u8::try_from(degrees).unwrap_or(45) };
        let near = turned.gap(&goal.at) - goal.wanted;
        let left = room(judge, &turned, &[ug], left);
        for by in [left, near.min(left), 0] {
            forward(&turned, Some(wheel), by / 10 * 10);
        }
    }
    found
}
