//! Leaders who are put on units: those saved from a rout off the map, those who return, and replacements.

use super::{Answer, Asked, Cx, In, MusketPike, NOT_ASKED, Next, Order, Play, changes, field};
use crate::{
    counters::LeaderId,
    engine::{
        bar::{Allowed, Bar},
        field::{Field, Leaders},
    },
    hex::Hex,
    messages::{Decision, Event, LeaderLoss, Request},
    world::{Post, Presence},
};
use caracole_kernel::Flow;
use caracole_ledger::{enforces, rule};
use serde::{Deserialize, Serialize};

/// Leaders who wait to be placed, one after the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlaceLeaders {
    queue: Leaders,
    /// They are lost with their unit if no other unit can take them.
    rescued: bool,
}

impl PlaceLeaders {
    /// Leaders whose unit has run off the map.
    pub(super) fn rescued(queue: Leaders) -> Self {
        PlaceLeaders { queue, rescued: true }
    }

    /// Leaders who come to the map.
    pub(super) fn arriving(queue: Leaders) -> Self {
        PlaceLeaders { queue, rescued: false }
    }
}

/// Hexes in which a leader may be placed: with a unit of the Wing, or of the army.
pub(super) fn places(f: Field<'_>, leader: LeaderId) -> Vec<Hex> {
    enforces!("MPBS-5.3.4a", "MPBS-5.3.4d", "MPBS-5.3.5c");
    let state = f.leader(leader);
    let mut hexes = Vec::new();
    // Units of one stack stand in the same hex.
    let mut take = |unit| {
        for hex in f.footprint(unit).iter() {
            if !hexes.contains(&hex) {
                hexes.push(hex);
            }
        }
    };
    match state.post {
        Post::Wing(wing) => f.units_of_wing(wing).for_each(&mut take),
        _ => f.units_of(state.side).filter(|unit| !f.is_train(*unit)).for_each(&mut take),
    }
    hexes
}

impl Play<MusketPike, Bar> for PlaceLeaders {
    fn run(&mut self, cx: &mut Cx<'_>, input: In) -> Next {
        if let (In::Order(Order::Plain(Decision::Hex(hex))), Some(leader)) =
            (input, self.queue.first().copied())
        {
            self.queue.remove(0);
            let state = cx.world.leader_mut(leader);
            state.hex = hex;
            state.presence = Presence::OnMap;
            cx.tell(Event::LeaderPlaced { leader, hex });
        }
        while let Some(leader) = self.queue.first().copied() {
            let f = field(cx);
            enforces!("MPBS-5.2.2c");
            let rescuable = matches!(f.leader(leader).post, Post::Wing(_)) || !self.rescued;
            if rescuable && !places(f, leader).is_empty() {
                return Flow::Ask(f.leader(leader).side, Request::PlaceLeader(leader));
            }
            self.queue.remove(0);
            if self.rescued {
                changes::lose_leader(cx, leader, LeaderLoss::WithUnit);
            } else {
                cx.world.leader_mut(leader).presence = Presence::Gone;
            }
        }
        Flow::Done(Answer::Done)
    }

    fn check(&self, asked: Asked<'_>, decision: &Decision) -> Allowed<Order> {
        let f = Field::from(asked);
        let (Decision::Hex(hex), Some(leader)) = (decision, self.queue.first()) else {
            return Err(NOT_ASKED);
        };
        if places(f, *leader).contains(hex) {
            return Ok(decision.into());
        }
        Err(Bar::At(
            rule!("MPBS-5.3.4a"),
            *hex,
            "A Wing Commander is placed on a unit of the Wing, an Army Commander on any friendly unit",
            "Choose the hex of one of these units.",
        ))
    }

    fn candidates(&self, asked: Asked<'_>, out: &mut Vec<Decision>) {
        let f = Field::from(asked);
        if let Some(leader) = self.queue.first() {
            out.extend(places(f, *leader).into_iter().map(Decision::Hex));
        }
    }
}
