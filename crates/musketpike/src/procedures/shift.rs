//! A unit moves by a hex or two in the middle of another procedure: a reaction pivot, or displacement from
//! artillery fire. Leaders in the hexes that it leaves say first whether they go along.

use super::{
    Answer, Asked, Bar, Cx, In, MusketPike, NOT_ASKED, Next, Order, Play, changes, field,
    withdrawal::would_be_alone,
};
use crate::{
    counters::UnitId,
    engine::{
        bar::Allowed,
        field::{Field, Leaders},
    },
    hex::Placement,
    messages::{Company, Decision, HitBy, Request},
    world::Post,
};
use caracole_kernel::Flow;
use caracole_ledger::enforces;
use serde::{Deserialize, Serialize};

/// A unit about to be moved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shift {
    unit: UnitId,
    to: Placement,
    /// Formation hits of the ground.
    hits: u8,
    /// Leaders who go along.
    along: Leaders,
    /// Leaders who may, and have not been asked yet.
    asking: Leaders,
}

impl Shift {
    pub(super) fn new(f: Field<'_>, unit: UnitId, to: Placement, hits: u8) -> Self {
        // As with a Withdraw: a Wing Commander who would be left alone must go along, other leaders may.
        enforces!("MPBS-5.1.2a", "MPBS-5.2.2a");
        let (mut along, mut asking) = (Leaders::new(), Leaders::new());
        for leader in f.leaders_with(unit) {
            if to.footprint().contains(f.leader(leader).hex) {
                continue;
            }
            if would_be_alone(f, leader, unit) && f.leader(leader).post != Post::Army {
                along.push(leader);
            } else {
                asking.push(leader);
            }
        }
        Shift { unit, to, hits, along, asking }
    }
}

impl Play<MusketPike, Bar> for Shift {
    fn run(&mut self, cx: &mut Cx<'_>, input: In) -> Next {
        if let In::Order(order) = input
            && !self.asking.is_empty()
        {
            let leader = self.asking.remove(0);
            if order.accepts() {
                self.along.push(leader);
            }
        }
        if let Some(leader) = self.asking.first() {
            return Flow::Ask(field(cx).side(self.unit), Request::GoAlong(*leader));
        }
        changes::relocate(cx, self.unit, self.to, Company::Alone, &self.along);
        for _ in 0..self.hits {
            changes::formation_hit(cx, self.unit, HitBy::Terrain);
        }
        Flow::Done(Answer::Done)
    }

    fn check(&self, _: Asked<'_>, decision: &Decision) -> Allowed<Order> {
        match decision {
            Decision::Accept | Decision::Decline => Ok(decision.into()),
            _ => Err(NOT_ASKED),
        }
    }

    fn candidates(&self, _: Asked<'_>, out: &mut Vec<Decision>) {
        out.extend([Decision::Accept, Decision::Decline]);
    }
}
