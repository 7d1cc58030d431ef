//! The whole battle: secret choices, then turns of four phases until it ends.

use super::{
    Activations, Asked, Cx, In, Initiative, MarkerRemoval, MusketPike, NOT_ASKED, Next, Order, Play,
    RoutPhase, call, field,
};
use crate::{
    counters::Orders,
    engine::{
        bar::{Allowed, Bar},
        field::Field,
    },
    messages::{Decision, Event, Request},
    scenario::StartingOrders,
    world::{Formation, Opening, Phase},
};
use caracole_kernel::{Flow, Side};
use caracole_ledger::{enforces, rule};
use serde::{Deserialize, Serialize};

/// The whole battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Battle {
    stage: Stage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    Opening(Side),
    Turn,
    Activation,
    Rout,
    Markers,
}

impl Battle {
    /// A battle about to begin.
    pub const fn new() -> Self {
        Battle { stage: Stage::Opening(Side::Red) }
    }
}

impl Default for Battle {
    fn default() -> Self {
        Self::new()
    }
}

impl Play<MusketPike, Bar> for Battle {
    fn run(&mut self, cx: &mut Cx<'_>, input: In) -> Next {
        enforces!("MPBS-3.0", "MPBS-1.0a", "MPBS-1.0c");
        match (self.stage, input) {
            (Stage::Opening(side), In::Order(Order::Plain(Decision::Opening(opening)))) => {
                cx.world.openings[side] = Some(opening);
                cx.tell(Event::OpeningChosen { side });
                match side {
                    Side::Red => {
                        self.stage = Stage::Opening(Side::Blue);
                        Flow::Ask(Side::Blue, Request::Opening)
                    }
                    Side::Blue => {
                        reveal(cx);
                        self.stage = Stage::Turn;
                        Flow::Again
                    }
                }
            }
            (Stage::Opening(side), _) => Flow::Ask(side, Request::Opening),
            (Stage::Turn, _) => {
                begin_turn(cx);
                self.stage = Stage::Activation;
                call(Initiative::new())
            }
            (Stage::Activation, _) => {
                cx.world.phase = Phase::Activation;
                cx.tell(Event::Phase { phase: Phase::Activation });
                self.stage = Stage::Rout;
                call(Activations::new(cx.world.initiative))
            }
            (Stage::Rout, _) => {
                enforces!("MPBS-3.3");
                cx.world.phase = Phase::Rout;
                cx.tell(Event::Phase { phase: Phase::Rout });
                self.stage = Stage::Markers;
                call(RoutPhase::new(cx.world.initiative))
            }
            (Stage::Markers, _) => {
                cx.world.phase = Phase::MarkerRemoval;
                cx.tell(Event::Phase { phase: Phase::MarkerRemoval });
                self.stage = Stage::Turn;
                call(MarkerRemoval::new())
            }
        }
    }

    fn check(&self, asked: Asked<'_>, decision: &Decision) -> Allowed<Order> {
        let field = Field::from(asked);
        let (Stage::Opening(side), Decision::Opening(opening)) = (self.stage, decision) else {
            return Err(NOT_ASKED);
        };
        enforces!("MPBS-5.5.3a", "MPBS-5.5.3b", "MPBS-6.3.3c");
        let starts = || field.table.scenario.wing_ids().filter(|wing| field.wing_side(*wing) == side);
        if opening.orders.len() != starts().count() {
            return Err(Bar::Rule(
                rule!("MPBS-5.5.1a"),
                "Every Wing has exactly one of the four Orders",
                "Give one Order for each Wing of the side, in the order of the scenario.",
            ));
        }
        if field.table.options.starting_orders == StartingOrders::Historical
            && starts().zip(&opening.orders).any(|(wing, orders)| field.wing(wing).orders != *orders)
        {
            return Err(Bar::Rule(
                rule!("MPBS-5.5.3b"),
                "This battle begins with its Historical Orders",
                "Give the scenario's Orders, or agree on secret Orders before the battle.",
            ));
        }
        for (i, unit) in opening.open_order.iter().enumerate() {
            let known = usize::from(unit.0) < field.world.units.len();
            if !known || field.side(*unit) != side || opening.open_order[..i].contains(unit) {
                return Err(Bar::Rule(
                    rule!("MPBS-6.3.3c"),
                    "Units in Open Order are named once each and belong to the side",
                    "Name your own units.",
                ));
            }
            let state = field.unit(*unit);
            if field.is_train(*unit) || !state.in_play() || state.formation != Formation::Normal {
                return Err(Bar::Unit(
                    rule!("MPBS-6.3.3c"),
                    *unit,
                    "Only infantry and cavalry set up in Formation Normal may begin in Open Order",
                    "Leave it out.",
                ));
            }
        }
        Ok(decision.into())
    }

    fn candidates(&self, asked: Asked<'_>, out: &mut Vec<Decision>) {
        let field = Field::from(asked);
        let Stage::Opening(side) = self.stage else { return };
        let orders: Vec<Orders> = field
            .table
            .scenario
            .wing_ids()
            .filter(|wing| field.wing_side(*wing) == side)
            .map(|wing| field.wing(wing).orders)
            .collect();
        let mut choices = vec![Decision::Opening(Opening { orders: orders.clone(), open_order: Vec::new() })];
        for all in Orders::ALL {
            let orders = vec![all; orders.len()];
            choices.push(Decision::Opening(Opening { orders, open_order: Vec::new() }));
        }
        let first = field.units_of(side).find(|unit| field.is_heavy(*unit));
        if let Some(unit) = first {
            choices.push(Decision::Opening(Opening { orders, open_order: vec![unit] }));
        }
        self.offer(asked, choices, out);
    }
}

/// A secret choice that a side might have made: its Historical Orders where they are agreed on, any others where not.
pub(crate) fn imagined_opening(field: Field<'_>, side: Side, below: super::Below<'_>) -> Opening {
    let wings = field.table.scenario.wing_ids().filter(|wing| field.wing_side(*wing) == side);
    let orders = wings
        .map(|wing| match field.table.options.starting_orders {
            StartingOrders::Historical => field.wing(wing).orders,
            StartingOrders::Secret => Orders::ALL[below(Orders::ALL.len()) % Orders::ALL.len()],
        })
        .collect();
    Opening { orders, open_order: Vec::new() }
}

/// Shows both players' choices and carries them out.
fn reveal(cx: &mut Cx<'_>) {
    enforces!("MPBS-5.5.1a", "MPBS-5.5.2b");
    for side in Side::BOTH {
        let Some(opening) = cx.world.openings[side].take() else { continue };
        let mut orders = opening.orders.iter();
        for wing in cx.scenario.scenario.wing_ids() {
            if cx.scenario.scenario.wing(wing).side == side
                && let Some(orders) = orders.next()
            {
                cx.world.wing_mut(wing).orders = *orders;
            }
        }
        for unit in &opening.open_order {
            cx.world.unit_mut(*unit).formation = Formation::OpenOrder;
            if let Some(partner) = field(cx).partner(*unit) {
                cx.world.unit_mut(partner).formation = Formation::OpenOrder;
            }
        }
        cx.tell(Event::OpeningShown { side, opening });
    }
}

/// The turn marker moves on, and reinforcements become due.
fn begin_turn(cx: &mut Cx<'_>) {
    enforces!("MPBS-7.4a");
    cx.world.turn += 1;
    cx.world.phase = Phase::Initiative;
    let turn = cx.world.turn;
    cx.tell(Event::Turn { turn });
    let scenario = cx.scenario.scenario.clone();
    for wing in scenario.wing_ids() {
        let due = scenario.wing_starts[usize::from(wing.0)]
            .entries
            .iter()
            .any(|entry| entry.brings_commander && entry.turn <= turn);
        let state = cx.world.wing_mut(wing);
        if due && !state.arrived {
            state.arrived = true;
            state.orders = Orders::MakeReady;
            cx.tell(Event::WingArrives { wing });
        }
    }
}
