//! The activation of a Wing: preemption, Orders, Actions, Close Combat, continuation, finish.

use super::{
    Actions, Answer, Asked, CloseCombats, Cx, In, MusketPike, NOT_ASKED, Next, Order, Play,
    activations::{has_commander, must_rally},
    call, field,
    preemption::{Preemption, check_help},
    rolled, throw,
};
use crate::RollPurpose;
use crate::{
    counters::{Orders, WingId},
    engine::{
        bar::{Allowed, Bar},
        field::Field,
    },
    messages::{Attempt, Decision, Event, Help, Request},
    world::{self, LeaderAction, Marks},
};
use caracole_kernel::{Flow, dice::Values};
use caracole_ledger::{enforces, rule};
use serde::{Deserialize, Serialize};

/// How a Wing came to be activated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// In its place in the sequence.
    Normal,
    /// By preempting; the Wing it bypassed, if it was a normal activation.
    Preempting {
        /// The Wing that goes next.
        bypassed: Option<WingId>,
        /// The Army Commander helped: the Action in the first activation is used.
        help: Help,
    },
}

/// The activation of a Wing, continuations included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Activation {
    wing: WingId,
    kind: Kind,
    stage: Stage,
    continuing: bool,
    help: Help,
    to: Orders,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    Preemption,
    Bypassed,
    Begin,
    Orders,
    Actions,
    CloseCombat,
    Continue,
}

impl Activation {
    /// A Wing has been named.
    pub const fn new(wing: WingId, kind: Kind) -> Self {
        Activation {
            wing,
            kind,
            stage: Stage::Preemption,
            continuing: false,
            help: Help::Alone,
            to: Orders::Rally,
        }
    }

    /// The Wing.
    pub const fn wing(&self) -> WingId {
        self.wing
    }

    /// Step A.
    fn preemption(&mut self) -> Next {
        enforces!("MPBS-4.4.1d", "MPBS-4.4.2d", "MPBS-4.4.4a");
        match (self.continuing, self.kind) {
            (false, Kind::Preempting { .. }) => {
                self.stage = Stage::Begin;
                Flow::Again
            }
            (true, Kind::Preempting { bypassed: Some(wing), .. }) => {
                call(Preemption::new(self.wing, Some(wing)))
            }
            _ => call(Preemption::new(self.wing, None)),
        }
    }

    /// Another Wing preempted this one.
    fn preempted(&mut self, cx: &mut Cx<'_>, by: WingId, help: Help) -> Next {
        if !self.continuing {
            enforces!("MPBS-4.4.1c", "MPBS-4.4.2e", "MPBS-4.4.2b", "MPBS-3.2F-2", "MPBS-GLOSSARY-BYPASSED");
            cx.world.wing_mut(self.wing).bypassed = true;
            cx.tell(Event::Bypassed { wing: self.wing });
            self.stage = Stage::Bypassed;
            return call(Activation::new(by, Kind::Preempting { bypassed: Some(self.wing), help }));
        }
        enforces!("MPBS-4.4.3b", "MPBS-4.4.4b");
        self.finish(cx);
        match self.kind {
            // The Bypassed Wing goes on where it was suspended.
            Kind::Preempting { bypassed: Some(_), .. } => Flow::Done(Answer::Done),
            _ => Flow::Become(Activation::new(by, Kind::Preempting { bypassed: None, help }).into()),
        }
    }

    /// The Wing becomes Active.
    fn begin(&mut self, cx: &mut Cx<'_>) -> Next {
        enforces!("MPBS-5.1.1a", "MPBS-5.1.1c", "MPBS-GLOSSARY-ACTIVE", "MPBS-GLOSSARY-INACTIVE");
        let f = field(cx);
        let side = f.wing_side(self.wing);
        let commander = f.wing(self.wing).commander;
        if f.wing(self.wing).finished {
            // A Bypassed Wing that lost its activation by failed preemptions.
            cx.world.wing_mut(self.wing).bypassed = false;
            return Flow::Done(Answer::Done);
        }
        if !has_commander(f, self.wing) || !f.wing_exists(self.wing) {
            self.finish(cx);
            return Flow::Done(Answer::Done);
        }
        let mandatory = must_rally(f, self.wing);
        let state = cx.world.wing_mut(self.wing);
        state.activations += 1;
        state.bypassed = false;
        state.entered = 0;
        let number = state.activations;
        cx.world.activation = Some(world::ActiveWing { wing: self.wing, side, close_combat: false });
        clear_marks(cx);
        let helped = match self.kind {
            Kind::Preempting { help, .. } if !self.continuing => help,
            _ => Help::Alone,
        };
        for (i, leader) in cx.world.leaders.iter_mut().enumerate() {
            leader.withdrew = false;
            if leader.side == side
                && (leader.post == world::Post::Army || commander.is_some_and(|c| usize::from(c.0) == i))
            {
                leader.action = LeaderAction::None;
                if leader.post == world::Post::Army && helped == Help::ArmyCommander {
                    leader.action = LeaderAction::Used;
                }
            }
        }
        cx.tell(Event::Activated { wing: self.wing, number });
        if mandatory {
            enforces!("MPBS-5.8b");
            cx.world.wing_mut(self.wing).orders = Orders::Rally;
            cx.tell(Event::MandatoryRally { wing: self.wing });
            self.stage = Stage::Actions;
            return Flow::Again;
        }
        enforces!("MPBS-3.2B");
        self.stage = Stage::Orders;
        Flow::Ask(side, Request::ChangeOrders(self.wing))
    }

    /// The dice of an Orders change.
    fn orders_rolled(&mut self, cx: &mut Cx<'_>, values: &Values) -> Next {
        enforces!("MPBS-5.7.2b");
        let f = field(cx);
        let rolled = rolled(values, f.orders_change_tally(self.wing, self.to, self.help));
        let range = f.table.charts.orders_change.range(f.wing(self.wing).orders, self.to);
        let succeeded = range.is_some_and(|range| range.covers(rolled.total()));
        cx.tell(Event::OrdersRoll { wing: self.wing, rolled, result: Attempt::from(succeeded) });
        if succeeded {
            cx.world.wing_mut(self.wing).orders = self.to;
            cx.tell(Event::Orders { wing: self.wing, orders: self.to });
        }
        self.stage = Stage::Actions;
        Flow::Again
    }

    /// The dice of a continuation.
    fn continuation_rolled(&mut self, cx: &mut Cx<'_>, values: &Values) -> Next {
        let f = field(cx);
        let rolled = rolled(values, f.continuation_tally(self.wing, self.help));
        let range = f.table.charts.continuation.range(f.wing(self.wing).orders);
        let succeeded = range.is_some_and(|range| range.covers(rolled.total()));
        cx.tell(Event::Continuation { wing: self.wing, rolled, result: Attempt::from(succeeded) });
        cx.world.wing_mut(self.wing).continuations += 1;
        if !succeeded {
            self.finish(cx);
            return Flow::Done(Answer::Done);
        }
        enforces!("MPBS-3.2E", "MPBS-GLOSSARY-CONTINUATION");
        end_activation(cx);
        self.continuing = true;
        self.stage = Stage::Preemption;
        Flow::Again
    }

    /// The Wing's turn at activation is over.
    fn finish(&self, cx: &mut Cx<'_>) {
        enforces!("MPBS-3.2F-1", "MPBS-4.3.2b");
        end_activation(cx);
        let side = field(cx).wing_side(self.wing);
        let state = cx.world.wing_mut(self.wing);
        state.bypassed = false;
        if !state.finished {
            state.finished = true;
            cx.tell(Event::Finished { wing: self.wing });
        }
        cx.world.last_finished = Some(side);
    }

    fn may_continue(&self, field: Field<'_>) -> bool {
        enforces!("MPBS-5.2.1a");
        enforces!("MPBS-4.3.1a", "MPBS-4.3.1b", "MPBS-4.4.2c", "MPBS-5.3.2", "MPBS-5.6.4d");
        let state = field.wing(self.wing);
        state.activations < 3
            && !state.finished
            && !state.no_continue
            && field.wing_commander(self.wing).is_some()
            && field.wing_exists(self.wing)
            && field.table.charts.orders_restriction.of(state.orders).may_continue
            && field.table.charts.continuation.range(state.orders).is_some()
    }

    fn army_commander_spent(&self, field: Field<'_>) -> bool {
        field
            .army_commander(field.wing_side(self.wing))
            .is_none_or(|leader| field.leader(leader).action != LeaderAction::None)
    }

    fn spend_army_commander(&self, cx: &mut Cx<'_>) {
        let f = field(cx);
        if let Some(leader) = f.army_commander(f.wing_side(self.wing)) {
            cx.world.leader_mut(leader).action = LeaderAction::Used;
        }
    }
}

/// Takes off what lasts for one activation.
fn clear_marks(cx: &mut Cx<'_>) {
    enforces!("MPBS-3.4A-2", "MPBS-9.3.6");
    for unit in &mut cx.world.units {
        unit.marks.clear(Marks::OF_ACTIVATION);
        unit.salvo_at = [None; 2];
    }
}

/// No Wing is Active any more.
fn end_activation(cx: &mut Cx<'_>) {
    cx.world.activation = None;
    clear_marks(cx);
}

impl Play<MusketPike, Bar> for Activation {
    fn run(&mut self, cx: &mut Cx<'_>, input: In) -> Next {
        let side = field(cx).wing_side(self.wing);
        match (self.stage, input) {
            (Stage::Preemption, In::Answer(Answer::Preempted(by, help))) => self.preempted(cx, by, help),
            (Stage::Preemption, In::Answer(_)) => {
                self.stage = Stage::Begin;
                Flow::Again
            }
            (Stage::Preemption, _) => self.preemption(),
            (Stage::Bypassed, _) => {
                self.stage = Stage::Begin;
                Flow::Again
            }
            (Stage::Begin, _) => self.begin(cx),
            (Stage::Orders, In::Order(Order::Plain(Decision::ChangeOrders { to, help }))) => {
                self.to = to;
                self.help = help;
                if help == Help::ArmyCommander {
                    self.spend_army_commander(cx);
                }
                throw(side, rule!("MPBS-5.7.2a"), RollPurpose::OrdersChange)
            }
            (Stage::Orders, In::Dice(values)) => self.orders_rolled(cx, &values),
            (Stage::Orders, _) => {
                self.stage = Stage::Actions;
                Flow::Again
            }
            (Stage::Actions, _) => {
                self.stage = Stage::CloseCombat;
                call(Actions::new(self.wing))
            }
            (Stage::CloseCombat, _) => {
                enforces!("MPBS-3.2D");
                if let Some(activation) = &mut cx.world.activation {
                    activation.close_combat = true;
                }
                self.stage = Stage::Continue;
                call(CloseCombats::new(self.wing, side))
            }
            (Stage::Continue, In::Order(Order::Plain(Decision::Continue { help }))) => {
                self.help = help;
                if help == Help::ArmyCommander {
                    self.spend_army_commander(cx);
                }
                throw(side, rule!("MPBS-4.3.2a"), RollPurpose::Continuation)
            }
            (Stage::Continue, In::Dice(values)) => self.continuation_rolled(cx, &values),
            (Stage::Continue, In::Answer(_)) if self.may_continue(field(cx)) => {
                Flow::Ask(side, Request::Continue(self.wing))
            }
            (Stage::Continue, _) => {
                self.finish(cx);
                Flow::Done(Answer::Done)
            }
        }
    }

    fn check(&self, asked: Asked<'_>, decision: &Decision) -> Allowed<Order> {
        let field = Field::from(asked);
        match (self.stage, decision) {
            (Stage::Orders | Stage::Continue, Decision::Decline) => Ok(decision.into()),
            (Stage::Orders, Decision::ChangeOrders { to, help }) => {
                enforces!("MPBS-5.7.1a", "MPBS-5.7.1b");
                if field.table.charts.orders_change.range(field.wing(self.wing).orders, *to).is_none() {
                    return Err(Bar::Rule(
                        rule!("MPBS-5.7.2c"),
                        "The Orders Change Table does not allow that change",
                        "Choose other Orders, or keep the present ones.",
                    ));
                }
                check_help(field, self.wing, *help, self.army_commander_spent(field))?;
                Ok(decision.into())
            }
            (Stage::Continue, Decision::Continue { help }) => {
                check_help(field, self.wing, *help, self.army_commander_spent(field))?;
                Ok(decision.into())
            }
            _ => Err(NOT_ASKED),
        }
    }

    fn candidates(&self, asked: Asked<'_>, out: &mut Vec<Decision>) {
        out.push(Decision::Decline);
        for help in [Help::Alone, Help::ArmyCommander] {
            if self.stage == Stage::Orders {
                let changes = Orders::ALL.map(|to| Decision::ChangeOrders { to, help });
                self.offer(asked, changes, out);
            } else {
                self.offer(asked, [Decision::Continue { help }], out);
            }
        }
    }
}
