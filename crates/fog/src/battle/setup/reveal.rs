//! Revealing ambushes: at once when enemies see the marker, by choice, and before friends walk over it.

use super::ambush::{self};
use super::sequence::put;
use super::{Decision, Event, Order, Procedure, Request, ask, dismount, told};
use crate::battle::law::law;
use crate::battle::position::{command, note_autobreak};
use crate::battle::world::{CommanderPlace, GroupId, Phase, Presence, World};
use crate::battle::{self, Answer, Cx, Flow, Input, outcome};
use crate::troops::Cohesion;
use caracole_kernel::{Refusal, Side};
use caracole_ledger::enforces;

/// The reveal that comes before a procedure goes on: an enemy on the table sees a marker.
#[must_use]
pub fn due(world: &mut World, next: &battle::Procedure) -> Option<Procedure> {
    enforces!("FOGR-SETUP-042", "FOGAM-SETUP-023");
    let markers = Side::BOTH.into_iter().any(|s| !world.setup.ambushes[s].is_empty());
    let revealing = matches!(next, battle::Procedure::Setup(Procedure::Reveal { .. } | Procedure::Step(_)));
    if !markers || revealing || world.turn.phase == Phase::Setup {
        return None;
    }
    let places = places_of_all(world);
    if world.setup.looked_from == places {
        return None;
    }
    let found = Side::BOTH.into_iter().find_map(|side| {
        let marker = ambush::discovered(world, side)?;
        Some(Procedure::Reveal { side, marker, told: false })
    });
    if found.is_none() {
        world.setup.looked_from = places;
    }
    found
}

/// The places of all bases on the table as one number.
fn places_of_all(world: &World) -> u64 {
    let mut sum: u64 = 0xCBF2_9CE4_8422_2325;
    let mut mix = |n: i64| sum = (sum ^ n.cast_unsigned()).wrapping_mul(0x0100_0000_01B3).rotate_left(23);
    for group in world.on_table() {
        for base in world.all_base_ids(group).filter(|b| world[*b].standing) {
            let at = world[base].base.front;
            mix(i64::from(at.at.x.get()));
            mix(i64::from(at.at.y.get()));
            mix(i64::from(at.facing.0));
        }
    }
    sum
}

/// Goes on with revealing a marker.
pub(super) fn reveal(cx: &mut Cx<'_>, side: Side, number: u8, is_told: &mut bool, input: Input) -> Flow {
    let done = Flow::Done(Answer::Revealed);
    if let Input::Answer(_) = input {
        // Those who broke for want of room have routed.
        return done;
    }
    let Some(marker) = cx.world.setup.ambushes[side].get(usize::from(number)).copied() else { return done };
    if !*is_told {
        *is_told = true;
        let group = marker.hides.map(|h| h.group);
        cx.tell(told(Event::AmbushRevealed { side, at: marker.at, group }));
        if let Some(who) = marker.hides.filter(|h| h.dismounted)
            && dismount::off_table(cx.world, cx.scenario, who.group).is_ok()
        {
            // They were noted as dismounted before they were allowed to.
            cx.tell(told(Event::Dismounted { side, group: who.group }));
        }
    }
    let Some(who) = marker.hides else {
        cx.world.setup.ambushes[side].remove(usize::from(number));
        return done;
    };
    let Input::Order(battle::Order::Setup(order)) = input else {
        return ask(side, Request::Reveal { marker, group: who.group });
    };
    if let Order::Deploy { .. } = order {
        cx.world.setup.ambushes[side].remove(usize::from(number));
        put(cx, order);
        if let Some(commander) = who.commander {
            cx.world[commander].place = CommanderPlace::With(who.group);
            cx.world[commander].base = command::place_beside(cx.world, commander, who.group);
        }
        return broken_for_want_of_room(cx, who.group).unwrap_or(done);
    }
    // A base that cannot be placed is lost; the rest tries again without it.
    enforces!("FOGR-SETUP-043", "FOGAM-SETUP-024");
    let last = cx.world.all_base_ids(who.group).filter(|b| cx.world[*b].standing).last();
    if let Some(base) = last {
        cx.world[base].standing = false;
        cx.tell(told(Event::BaseWithoutRoom { group: who.group }));
    }
    if cx.world.size(who.group) >= 2 {
        return Flow::Again;
    }
    cx.world.setup.ambushes[side].remove(usize::from(number));
    cx.world[who.group].presence = Presence::Destroyed;
    if let Some(commander) = who.commander {
        cx.world[commander].place = CommanderPlace::Gone;
    }
    cx.tell(told(Event::AmbushLost { group: who.group }));
    done
}

/// Those who have lost so many bases for want of room that they break do so at once.
fn broken_for_want_of_room(cx: &mut Cx<'_>, group: GroupId) -> Option<Flow> {
    enforces!("FOGR-COHESION-060", "FOGR-SETUP-043", "FOGAM-COHESION-039", "FOGAM-SETUP-024");
    note_autobreak(cx.world, group);
    if !cx.world[group].autobroken || cx.world[group].is_broken() {
        return None;
    }
    outcome::drop_to(cx.world, group, Cohesion::Broken);
    cx.world[group].phase.unseen = true;
    cx.tell(battle::Event::Outcome(outcome::Event::Autobroke { group }));
    let routs = outcome::Aftermath::of_breaks(cx.world, &[group], &[]);
    Some(Flow::Call(battle::Procedure::Outcome(outcome::Procedure::Aftermath(routs))))
}

/// The active side may reveal what it wants to.
pub(super) fn by_choice(cx: &mut Cx<'_>, input: Input) -> Flow {
    enforces!("FOGR-SETUP-045", "FOGAM-SETUP-025");
    let side = cx.world.turn.active;
    match input {
        Input::Order(battle::Order::Setup(Order::Reveal(Some(marker)))) => {
            Flow::Call(battle::Procedure::Setup(Procedure::Reveal { side, marker, told: false }))
        }
        Input::Order(_) => Flow::Done(Answer::Done),
        _ if cx.world.setup.ambushes[side].is_empty() => Flow::Done(Answer::Done),
        _ => ask(side, Request::RevealByChoice),
    }
}

/// Checks the choice to reveal a marker.
pub fn check(world: &World, side: Side, marker: Option<u8>) -> Result<(), Refusal> {
    let known = |n: u8| usize::from(n) < world.setup.ambushes[side].len();
    if marker.is_none_or(known) {
        return Ok(());
    }
    Err(Refusal::new(
        law!(world.book, "FOGR-SETUP-045", "FOGAM-SETUP-025"),
        "There is no ambush marker of this number",
        "Count your markers from 0, or reveal none.",
    ))
}

/// None, or each of the side's markers.
pub fn candidates(world: &World, side: Side) -> Vec<Decision> {
    let markers = 0..u8::try_from(world.setup.ambushes[side].len()).unwrap_or(0);
    let mut found = vec![Decision::Reveal(None)];
    found.extend(markers.map(|n| Decision::Reveal(Some(n))));
    found
}
