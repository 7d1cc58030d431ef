//! A Withdraw: who of the leaders in the hex goes along, then the move.

use super::{
    Answer, Asked, Bar, Cx, In, MusketPike, NOT_ASKED, Next, Order, Play, call, course::Purpose, field,
    movement::Move,
};
use crate::{
    counters::{LeaderId, UnitId},
    engine::{
        bar::Allowed,
        field::{Field, Leaders},
    },
    messages::{Company, Decision, Request},
    world::Post,
};
use caracole_kernel::Flow;
use caracole_ledger::enforces;
use serde::{Deserialize, Serialize};

/// A unit about to Withdraw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Withdrawal {
    unit: UnitId,
    from: UnitId,
    /// Leaders who go along.
    along: Leaders,
    /// Leaders who may, and have not been asked yet.
    asking: Leaders,
    moving: bool,
}

impl Withdrawal {
    pub(super) fn new(f: Field<'_>, unit: UnitId, from: UnitId) -> Self {
        enforces!("MPBS-5.2.2a");
        let (mut along, mut asking) = (Leaders::new(), Leaders::new());
        for leader in f.leaders_with(unit) {
            if would_be_alone(f, leader, unit) && f.leader(leader).post != Post::Army {
                along.push(leader);
            } else {
                asking.push(leader);
            }
        }
        Withdrawal { unit, from, along, asking, moving: false }
    }

    fn go_on(&mut self, cx: &Cx<'_>) -> Next {
        let f = field(cx);
        if let Some(leader) = self.asking.first() {
            return Flow::Ask(f.side(self.unit), Request::GoAlong(*leader));
        }
        self.moving = true;
        call(Move::new(f, self.unit, Purpose::Withdraw(self.from), Company::Stack, self.along.clone()))
    }
}

/// Whether a leader would be without a unit if this one and its stack left.
pub(super) fn would_be_alone(f: Field<'_>, leader: LeaderId, unit: UnitId) -> bool {
    let partner = f.partner(unit);
    !f.stack(f.leader(leader).hex).units().any(|other| other != unit && Some(other) != partner)
}

impl Play<MusketPike, Bar> for Withdrawal {
    fn run(&mut self, cx: &mut Cx<'_>, input: In) -> Next {
        if let In::Order(order) = input
            && !self.asking.is_empty()
        {
            let leader = self.asking.remove(0);
            if order.accepts() {
                self.along.push(leader);
            }
        }
        if self.moving { Flow::Done(Answer::Done) } else { self.go_on(cx) }
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
