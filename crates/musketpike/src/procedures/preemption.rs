//! Step A: attempts to preempt an activation or a continuation.

use super::{
    Answer, Asked, Cx, In, MusketPike, NOT_ASKED, Next, Order, Play, activations::has_commander, field,
    rolled, throw,
};
use crate::RollPurpose;
use crate::{
    counters::WingId,
    engine::{
        bar::{Allowed, Bar},
        field::Field,
    },
    messages::{Attempt, Decision, Event, Help, Request},
};
use caracole_kernel::Flow;
use caracole_ledger::{enforces, rule};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// The Inactive player's chance to preempt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Preemption {
    against: WingId,
    /// Only this Wing may try: the Bypassed one against its preemptor's continuation.
    only: Option<WingId>,
    /// Who has tried at this opportunity.
    tried: SmallVec<[WingId; 4]>,
    /// The Army Commander has helped at this opportunity.
    helped: bool,
    rolling: Option<(WingId, Help)>,
}

impl Preemption {
    /// Against a Wing about to activate.
    pub fn new(against: WingId, only: Option<WingId>) -> Self {
        Preemption { against, only, tried: SmallVec::new(), helped: false, rolling: None }
    }

    fn may_try(&self, field: Field<'_>, wing: WingId) -> bool {
        enforces!("MPBS-4.4.1b", "MPBS-4.4.2h", "MPBS-GLOSSARY-PREEMPTION");
        let state = field.wing(wing);
        field.wing_side(wing) != field.wing_side(self.against)
            && self.only.is_none_or(|only| only == wing)
            && !self.tried.contains(&wing)
            && state.arrived
            && !state.finished
            && has_commander(field, wing)
            && field.wing_exists(wing)
            && field.table.charts.orders_restriction.of(state.orders).may_preempt
            && field.table.charts.preemption.range(state.orders).is_some()
    }

    fn ask(&self, cx: &Cx<'_>) -> Next {
        enforces!("MPBS-3.2A", "MPBS-4.4.1a", "MPBS-4.4.3a");
        let field = field(cx);
        if field.table.scenario.wing_ids().any(|wing| self.may_try(field, wing)) {
            Flow::Ask(field.wing_side(self.against).other(), Request::Preempt(self.against))
        } else {
            Flow::Done(Answer::Done)
        }
    }
}

impl Play<MusketPike, Bar> for Preemption {
    fn run(&mut self, cx: &mut Cx<'_>, input: In) -> Next {
        match input {
            In::Order(Order::Plain(Decision::Preempt { wing, help })) => {
                self.rolling = Some((wing, help));
                throw(field(cx).wing_side(wing), rule!("MPBS-4.4.2a"), RollPurpose::Preemption)
            }
            In::Order(_) => Flow::Done(Answer::Done),
            In::Dice(values) => {
                let Some((wing, help)) = self.rolling.take() else { return self.ask(cx) };
                let f = field(cx);
                let rolled = rolled(&values, f.preemption_tally(wing, help));
                let range = f.table.charts.preemption.range(f.wing(wing).orders);
                let succeeded = range.is_some_and(|range| range.covers(rolled.total()));
                cx.tell(Event::Preemption { wing, rolled, result: Attempt::from(succeeded) });
                if succeeded {
                    return Flow::Done(Answer::Preempted(wing, help));
                }
                enforces!("MPBS-4.4.2f", "MPBS-4.4.2g", "MPBS-4.4.3c", "MPBS-4.4.4c");
                self.tried.push(wing);
                self.helped |= help == Help::ArmyCommander;
                let state = cx.world.wing_mut(wing);
                if state.no_continue {
                    state.finished = true;
                    cx.tell(Event::Finished { wing });
                } else {
                    state.no_continue = true;
                    cx.tell(Event::NoContinue { wing });
                }
                self.ask(cx)
            }
            _ => self.ask(cx),
        }
    }

    fn check(&self, asked: Asked<'_>, decision: &Decision) -> Allowed<Order> {
        let field = Field::from(asked);
        match decision {
            Decision::Decline => Ok(decision.into()),
            Decision::Preempt { wing, help } => {
                if usize::from(wing.0) >= field.world.wings.len() || !self.may_try(field, *wing) {
                    return Err(Bar::Rule(
                        if self.only.is_some() { rule!("MPBS-4.4.4a") } else { rule!("MPBS-4.4.1b") },
                        "That Wing may not try to preempt now: it is Finished, under Rally Orders, without its \
                         commander, has tried already, or only the Bypassed leader may",
                        "Name another Wing, or let the activation go on.",
                    ));
                }
                check_help(field, *wing, *help, self.helped)?;
                Ok(decision.into())
            }
            _ => Err(NOT_ASKED),
        }
    }

    fn candidates(&self, asked: Asked<'_>, out: &mut Vec<Decision>) {
        let field = Field::from(asked);
        out.push(Decision::Decline);
        for wing in field.table.scenario.wing_ids() {
            let tries = [Help::Alone, Help::ArmyCommander].map(|help| Decision::Preempt { wing, help });
            self.offer(asked, tries, out);
        }
    }
}

/// Whether the Army Commander can help a roll of a Wing's commander.
pub(super) fn check_help(field: Field<'_>, wing: WingId, help: Help, spent: bool) -> Allowed {
    if help == Help::Alone {
        return Ok(());
    }
    if field.army_commander_near(wing).is_none() {
        return Err(Bar::Rule(
            rule!("MPBS-5.1.2g"),
            "The Army Commander is not with or next to that Wing's commander",
            "Try without the Army Commander.",
        ));
    }
    if spent {
        return Err(Bar::Rule(
            rule!("MPBS-5.1.2b"),
            "The Army Commander has used their Action",
            "Try without the Army Commander.",
        ));
    }
    Ok(())
}
