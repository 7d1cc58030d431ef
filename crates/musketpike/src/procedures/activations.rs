//! Activation Phase: which Wing goes next, and passing.

use super::{Activation, Answer, Asked, Cx, In, Kind, MusketPike, NOT_ASKED, Next, Order, Play, call, field};
use crate::{
    counters::{Orders, WingId},
    engine::{
        bar::{Allowed, Bar},
        field::Field,
    },
    messages::{Decision, Event, Request},
};
use caracole_kernel::{Flow, Side};
use caracole_ledger::{enforces, rule};
use serde::{Deserialize, Serialize};

/// The Activation Phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Activations {
    /// Whose turn it is to activate, Orders permitting.
    phasing: Side,
    /// Who passed last, if nothing was activated since.
    passed: Option<Side>,
}

impl Activations {
    /// The phase begins with the holder of the initiative.
    pub const fn new(initiative: Side) -> Self {
        Activations { phasing: initiative, passed: None }
    }

    /// The level of Orders that is next and who chooses; `None` when every Wing is done.
    fn next(&self, field: Field<'_>) -> Option<(Orders, Side)> {
        enforces!("MPBS-4.2.1b", "MPBS-4.2.1c", "MPBS-3.2F-3");
        let level = wings_to_go(field).map(|wing| field.wing(wing).orders).min()?;
        let has = |side| {
            wings_to_go(field).any(|wing| field.wing_side(wing) == side && field.wing(wing).orders == level)
        };
        Some((level, if has(self.phasing) { self.phasing } else { self.phasing.other() }))
    }
}

/// Wings that may still be activated this turn.
pub(super) fn wings_to_go(field: Field<'_>) -> impl Iterator<Item = WingId> {
    field.table.scenario.wing_ids().filter(move |wing| may_go(field, *wing))
}

/// Whether a Wing may still be activated this turn.
pub(super) fn may_go(field: Field<'_>, wing: WingId) -> bool {
    enforces!("MPBS-4.2.1a", "MPBS-4.2.3", "MPBS-5.3.2");
    let state = field.wing(wing);
    state.arrived && !state.finished && field.wing_exists(wing) && has_commander(field, wing)
}

/// Whether a Wing has its commander on the map, or about to enter it with the Wing.
pub(super) fn has_commander(field: Field<'_>, wing: WingId) -> bool {
    enforces!("MPBS-4.1.1d", "MPBS-7.4b");
    field.wing(wing).commander.is_some_and(|leader| {
        matches!(
            field.leader(leader).presence,
            crate::world::Presence::OnMap | crate::world::Presence::ToCome
        )
    })
}

/// Whether Rally Orders are forced on the Wing at the start of its activation, whatever its Orders are now.
pub fn must_rally(field: Field<'_>, wing: WingId) -> bool {
    enforces!("MPBS-5.8a", "MPBS-5.8d", "MPBS-BATTLE-STADTLOHN-2");
    let mut any = false;
    for &unit in &field.table.units_of_wing[usize::from(wing.0)] {
        use crate::{
            charts::FormationState,
            counters::UnitArm,
            world::{Fate, MoraleState},
        };
        let state = field.unit(unit);
        if state.fate == Fate::ToCome {
            return false;
        }
        if !matches!(field.kind(unit).arm(), UnitArm::HeavyInfantry | UnitArm::Cavalry) {
            continue;
        }
        any = true;
        let fit = state.in_play()
            && state.morale == MoraleState::Normal
            && field.state(unit) != FormationState::Broken;
        if fit {
            return false;
        }
    }
    any
}

impl Play<MusketPike, Bar> for Activations {
    fn run(&mut self, cx: &mut Cx<'_>, input: In) -> Next {
        match input {
            In::Order(Order::Plain(Decision::Activate(wing))) => {
                enforces!("MPBS-3.2-2");
                self.passed = None;
                self.phasing = field(cx).wing_side(wing).other();
                return call(Activation::new(wing, Kind::Normal));
            }
            In::Order(Order::Plain(Decision::Pass(wing))) => {
                // A pass activates no leader, not even the Army Commander.
                enforces!("MPBS-4.5a", "MPBS-4.5c", "MPBS-5.1.1b", "MPBS-GLOSSARY-PASS");
                let side = field(cx).wing_side(wing);
                cx.world.wing_mut(wing).finished = true;
                cx.tell(Event::Passed { wing });
                cx.tell(Event::Finished { wing });
                self.phasing = side.other();
                if self.passed == Some(side.other()) {
                    enforces!("MPBS-3.2-3");
                    return Flow::Done(Answer::Done);
                }
                self.passed = Some(side);
            }
            // The opponent of the side that finished last is next.
            In::Answer(_) => {
                if let Some(side) = cx.world.last_finished {
                    self.phasing = side.other();
                }
            }
            _ => {}
        }
        match self.next(field(cx)) {
            Some((level, side)) => Flow::Ask(side, Request::Activate(level)),
            None => Flow::Done(Answer::Done),
        }
    }

    fn check(&self, asked: Asked<'_>, decision: &Decision) -> Allowed<Order> {
        let field = Field::from(asked);
        let (Decision::Activate(wing) | Decision::Pass(wing)) = decision else { return Err(NOT_ASKED) };
        let Some((level, side)) = self.next(field) else { return Err(NOT_ASKED) };
        if usize::from(wing.0) >= field.world.wings.len() || field.wing_side(*wing) != side {
            return Err(Bar::Rule(
                rule!("MPBS-3.2-1"),
                "That is not one of your Wings",
                "Name one of your own Wings.",
            ));
        }
        if field.wing(*wing).finished {
            return Err(Bar::Rule(
                rule!("MPBS-GLOSSARY-FINISHED"),
                "That Wing is Finished for this turn",
                "Name another Wing.",
            ));
        }
        if !may_go(field, *wing) {
            return Err(Bar::Rule(
                rule!("MPBS-4.1.1d"),
                "That Wing has no commander on the map, no units, or has not arrived",
                "Name another Wing.",
            ));
        }
        if field.wing(*wing).orders != level {
            return Err(Bar::Rule(
                rule!("MPBS-4.2.1b"),
                "Wings under higher Orders go first",
                "Name a Wing under the highest Orders that are left.",
            ));
        }
        if matches!(decision, Decision::Pass(_)) {
            if !field.table.charts.orders_restriction.of(level).may_pass {
                return Err(Bar::Rule(
                    rule!("MPBS-4.5b"),
                    "A Wing under Charge Orders may not pass",
                    "Activate it.",
                ));
            }
            if must_rally(field, *wing) {
                return Err(Bar::Rule(
                    rule!("MPBS-5.8c"),
                    "Every cavalry and heavy infantry unit of the Wing is broken, shaken or lost: it must Rally and may not pass",
                    "Activate it.",
                ));
            }
        }
        Ok(decision.into())
    }

    fn candidates(&self, asked: Asked<'_>, out: &mut Vec<Decision>) {
        let field = Field::from(asked);
        enforces!("MPBS-5.6.1k");
        for wing in field.table.scenario.wing_ids() {
            self.offer(asked, [Decision::Activate(wing), Decision::Pass(wing)], out);
        }
    }
}
