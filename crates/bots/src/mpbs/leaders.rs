//! Leaders: where they ride, and whether they go along with a unit that leaves.

use super::{orders::power, worth};
use caracole_kernel::Side;
use caracole_musketpike::{
    counters::{LeaderId, Orders, UnitId, WingId},
    engine::field::Field,
    hex::Hex,
    messages::Decision,
    world::{Marks, MoraleState, Phase, Post},
};
use smallvec::SmallVec;

/// Whether a leader stays with a unit that leaves: alone it is soon captured, but an army is not led from a charge, nor a
/// Wing from a rout.
pub(super) fn go_along(f: Field<'_>, leader: LeaderId, choice: &Decision) -> i32 {
    let state = f.leader(leader);
    let unit = f.stack(state.hex).main();
    let charging = unit.is_some_and(|unit| f.unit(unit).is(Marks::INTERCEPTED) && !f.is_broken(unit));
    let goes = match state.post {
        Post::Army => !charging,
        // Under Rally the leader stops routed units; else the others need the leader.
        Post::Wing(wing) => {
            f.world.phase != Phase::Rout || f.wing(wing).orders == Orders::Rally || !is_safe(f, leader)
        }
        _ => true,
    };
    i32::from(goes == matches!(choice, Decision::Accept))
}

/// How far enemies must be from a leader who stays alone.
const SAFE: i32 = 5;

/// Whether no enemy who can fight is near a leader.
fn is_safe(f: Field<'_>, leader: LeaderId) -> bool {
    let state = f.leader(leader);
    f.units_of(state.side.other())
        .filter(|enemy| !f.is_train(*enemy) && !f.is_broken(*enemy))
        .all(|enemy| f.footprint(enemy).distance(state.hex) >= SAFE)
}

/// How many of a Wing who can fight would hear a commander in this hex, from one to the next.
fn heard(f: Field<'_>, wing: WingId, from: Hex) -> i32 {
    let mut waiting: SmallVec<[UnitId; 32]> =
        f.units_of_wing(wing).filter(|unit| !f.is_train(*unit)).collect();
    let mut links: SmallVec<[Hex; 64]> = SmallVec::new();
    links.push(from);
    let (mut next, mut count) = (0, 0);
    while let Some(&link) = links.get(next) {
        next += 1;
        waiting.retain(|unit| {
            let place = f.footprint(*unit);
            let reaches = place.distance(link) <= if f.is_cavalry(*unit) { 3 } else { 2 };
            if reaches {
                count += i32::from(!f.is_broken(*unit));
                links.extend(place.iter());
            }
            !reaches
        });
    }
    count
}

/// Where a leader rides alone.
pub(super) fn ride(f: Field<'_>, leader: LeaderId, to: Hex) -> i32 {
    let state = f.leader(leader);
    let gain = station(f, leader, to) - station(f, leader, state.hex);
    if let Post::Wing(wing) = state.post {
        let more = heard(f, wing, to) - heard(f, wing, state.hex);
        // A leader who moves away helps nobody Rally.
        let enough = if f.wing(wing).orders == Orders::Rally { 3 } else { 1 };
        if more >= enough {
            return BEFORE_ALL + 20 * more + gain.clamp(-200, 200);
        }
        if more < 0 {
            return -1;
        }
    }
    if state.post == Post::Army {
        let saves = saved_at(f, leader, to) - saved_at(f, leader, state.hex);
        if saves > 0 && saves + gain.min(0) > WORTH_A_RIDE {
            return TO_THE_RESCUE + (saves + gain) / 10;
        }
    }
    let alone = f.is_alone(leader);
    if gain > 25 || alone && gain > 0 { gain } else { -1 }
}

/// The score of what comes before every other Action.
const BEFORE_ALL: i32 = 2_000;

/// What an Army Commander must be able to save for a move to be worth it.
const WORTH_A_RIDE: i32 = 150;
/// The score of riding to routed units: that comes before mending formation.
const TO_THE_RESCUE: i32 = 640;

/// What an Army Commander may save in a hex: broken units there are sure to stand.
fn saved_at(f: Field<'_>, leader: LeaderId, hex: Hex) -> i32 {
    let broken =
        f.stack(hex).main().filter(|unit| f.side(*unit) == f.leader(leader).side && f.is_broken(*unit));
    broken.map_or(0, |unit| {
        let now = worth::condition(f, unit);
        let then = worth::Condition { morale: MoraleState::Shaken, ..now };
        worth::in_condition(f, unit, then) - worth::in_condition(f, unit, now)
    })
}

/// Adds rides of the Army Commander to men who run, of whom there may be nearer ones who do not.
pub(super) fn offer_help(f: Field<'_>, side: Side, choices: &mut Vec<Decision>) {
    let Some(leader) = f.army_commander(side) else { return };
    if !choices
        .iter()
        .any(|choice| matches!(choice, Decision::MoveLeader { leader: known, .. } if *known == leader))
    {
        return;
    }
    for unit in f.units_of(side).filter(|unit| f.is_broken(*unit)) {
        for to in f.footprint(unit).iter() {
            let ride = Decision::MoveLeader { leader, to };
            if to != f.leader(leader).hex && !choices.contains(&ride) && f.leader_can_reach(leader, to) {
                choices.push(ride);
            }
        }
    }
}

/// Where a leader who comes back is placed.
pub(super) fn place(f: Field<'_>, leader: LeaderId, hex: Hex) -> i32 {
    let heard = match f.leader(leader).post {
        Post::Wing(wing) => heard(f, wing, hex),
        _ => 0,
    };
    station(f, leader, hex) + 20 * heard
}

/// Whether a unit is where most of its Wing is: its commander may go with it and still be heard.
pub(super) fn is_amid_its_wing(f: Field<'_>, unit: UnitId) -> bool {
    let (mut near, mut all) = (0, 0);
    for other in f.units_of_wing(f.wing_of(unit)).filter(|other| !f.is_train(*other) && !f.is_broken(*other))
    {
        all += 1;
        near += i32::from(f.distance(unit, other) <= 4);
    }
    2 * near > all
}

/// How good a hex is for a leader: with the units of the Wing, near those the leader helps, out of the enemy's reach.
fn station(f: Field<'_>, leader: LeaderId, hex: Hex) -> i32 {
    let state = f.leader(leader);
    let at_stake = worth::leader(f, leader);
    let enemies = f.units_of(state.side.other()).filter(|enemy| !f.is_train(*enemy) && !f.is_broken(*enemy));
    let near = enemies.map(|enemy| f.footprint(enemy).distance(hex)).min().unwrap_or(99);
    // Horse rides eight hexes in a turn.
    let danger = match near {
        ..=1 => at_stake / 10,
        2 => at_stake / 20,
        3 => at_stake / 40,
        4 | 5 => at_stake / 90,
        _ => 0,
    };
    let company = if f.holder(hex) == Some(state.side) { 40 } else { 0 };
    let (mut sum, mut all) = (0, 0);
    for unit in f.units_of(state.side) {
        let mine = match state.post {
            Post::Wing(wing) => f.wing_of(unit) == wing,
            _ => true,
        };
        if mine && !f.is_train(unit) {
            let weight = power(f, unit).clamp(1, 100);
            sum += f.footprint(unit).distance(hex) * weight;
            all += weight;
        }
    }
    let centre = if all == 0 { 0 } else { 10 * sum / all };
    // The Army Commander helps the dice of adjacent leaders.
    let help = match state.post {
        Post::Army => {
            f.table
                .scenario
                .wing_ids()
                .filter(|wing| f.wing_side(*wing) == state.side)
                .filter_map(|wing| f.wing_commander(wing))
                .filter(|commander| f.leader(*commander).hex.distance(hex) <= 1)
                .count() as i32
                * 15
        }
        _ => 0,
    };
    // A leader in the hex can stop a broken unit.
    let broken = f.stack(hex).main().is_some_and(|unit| f.is_broken(unit));
    company + help + if broken { 30 } else { 0 } - danger - centre
}
