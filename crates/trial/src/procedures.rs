//! The sequence of play.

use crate::{
    RollPurpose, Trial, cards, check,
    words::{Decision, Event, Field, Level, Order, Request, UnitId},
};
use caracole_kernel::{
    AskedOf, BySide, ContextOf, Flow, FlowOf, Input, InputOf, NotAsked, Outcome, Play, Refusal, RulesVersion,
    Side, Tally,
    dice::{Die, Pool, Reroll, Roll, Values},
    procedures,
};
use caracole_ledger::{RuleId, rule};
use serde::{Deserialize, Serialize};
use smallvec::smallvec;
use std::borrow::Cow;

procedures! {
    /// A procedure under way.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Procedure: Play<Trial, Refusal> {
        /// Ambushers hide, one after the other.
        Hiding(Hiding),
        /// A side's turn.
        Turn(Turn),
        /// A unit moves, field by field.
        Move(Move),
        /// Hidden units near a mover may spring.
        Ambush(Ambush),
        /// A unit fires.
        Volley(Volley),
        /// A unit charges.
        Charge(Charge),
        /// A unit tests its morale.
        Morale(Morale),
        /// A side's hand is filled up, before its turn or in between.
        Fill(Fill),
        /// A surgeon treats a unit.
        Treatment(Treatment),
    }
}

/// Ambushers hide; those that have still to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hiding(pub Vec<UnitId>);

/// A side's turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn(pub Side);

/// A unit moves, field by field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Move {
    pub unit: UnitId,
    pub left: u8,
    pub up: bool,
}

/// Hidden units near a mover may spring; those before this number have been asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ambush {
    pub mover: UnitId,
    pub asked: u8,
}

/// A unit fires.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Volley {
    pub unit: UnitId,
    pub at: UnitId,
    pub then: AfterVolley,
}

impl Volley {
    const fn of(unit: UnitId, at: UnitId) -> Procedure {
        Procedure::Volley(Volley { unit, at, then: AfterVolley::Dice })
    }
}

/// A unit charges.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Charge {
    pub unit: UnitId,
    pub at: UnitId,
    pub stage: ChargeStage,
}

/// A unit tests its morale.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Morale {
    pub unit: UnitId,
    pub hits: u8,
}

/// A side's hand is filled up, before its turn or in between.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fill {
    pub side: Side,
    pub before_turn: bool,
}

/// A surgeon treats a unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Treatment(pub UnitId);

/// Where a volley has got to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AfterVolley {
    Dice,
    Test,
    Return,
    Done,
}

/// Where a charge has got to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ChargeStage {
    Receive,
    Contact { countered: bool },
    Strike { countered: bool },
    TestCharged { on_charger: u8 },
    TestCharger,
    Over,
}

pub(crate) type Cx<'a> = ContextOf<'a, Trial>;

/// The answers yes and no.
fn yes_or_no(decision: &Decision) -> Result<Order, Refusal> {
    match decision {
        Decision::Yes | Decision::No => Ok(Order(decision.clone())),
        _ => Err(NotAsked.into()),
    }
}

impl Play<Trial> for Hiding {
    fn run(&mut self, cx: &mut Cx<'_>, input: InputOf<Trial>) -> FlowOf<Trial> {
        hiding(cx, &mut self.0, input)
    }

    fn check(&self, _: AskedOf<'_, Trial>, decision: &Decision) -> Result<Order, Refusal> {
        let Decision::Hide { field } = decision else { return Err(NotAsked.into()) };
        check::hide(*field).map(|()| Order(decision.clone()))
    }

    fn candidates(&self, _: AskedOf<'_, Trial>, out: &mut Vec<Decision>) {
        out.extend((2..=6).map(|f| Decision::Hide { field: Field(f) }));
    }
}

impl Play<Trial> for Turn {
    fn run(&mut self, cx: &mut Cx<'_>, input: InputOf<Trial>) -> FlowOf<Trial> {
        turn(cx, self.0, input)
    }

    fn check(&self, asked: AskedOf<'_, Trial>, decision: &Decision) -> Result<Order, Refusal> {
        check::turn(asked.battle.world(), asked.side, decision).map(|()| Order(decision.clone()))
    }

    fn candidates(&self, asked: AskedOf<'_, Trial>, out: &mut Vec<Decision>) {
        let (world, side) = (asked.battle.world(), asked.side);
        for (unit, _) in world.standing(side).filter(|(_, unit)| !unit.used) {
            let moves = [1, 2, -1, -2].map(|by| Decision::Move { unit, by });
            let enemies = world.standing(side.other()).map(|(at, _)| at);
            let attacks =
                enemies.flat_map(|at| [Decision::Volley { unit, at }, Decision::Charge { unit, at }]);
            self.offer(asked, moves.into_iter().chain(attacks), out);
        }
        out.extend(cards::candidates(world, side));
        out.push(Decision::Done);
    }
}

impl Play<Trial> for Move {
    fn run(&mut self, cx: &mut Cx<'_>, _: InputOf<Trial>) -> FlowOf<Trial> {
        movement(cx, self.unit, &mut self.left, self.up)
    }
}

impl Play<Trial> for Ambush {
    fn run(&mut self, cx: &mut Cx<'_>, input: InputOf<Trial>) -> FlowOf<Trial> {
        ambush(cx, self.mover, &mut self.asked, input)
    }

    fn check(&self, _: AskedOf<'_, Trial>, decision: &Decision) -> Result<Order, Refusal> {
        yes_or_no(decision)
    }

    fn candidates(&self, _: AskedOf<'_, Trial>, out: &mut Vec<Decision>) {
        out.extend([Decision::Yes, Decision::No]);
    }
}

impl Play<Trial> for Volley {
    fn run(&mut self, cx: &mut Cx<'_>, input: InputOf<Trial>) -> FlowOf<Trial> {
        volley(cx, self.unit, self.at, &mut self.then, input)
    }

    fn check(&self, _: AskedOf<'_, Trial>, decision: &Decision) -> Result<Order, Refusal> {
        yes_or_no(decision)
    }

    fn candidates(&self, _: AskedOf<'_, Trial>, out: &mut Vec<Decision>) {
        out.extend([Decision::Yes, Decision::No]);
    }
}

impl Play<Trial> for Charge {
    fn run(&mut self, cx: &mut Cx<'_>, input: InputOf<Trial>) -> FlowOf<Trial> {
        charge(cx, self.unit, self.at, &mut self.stage, input)
    }

    fn check(&self, _: AskedOf<'_, Trial>, decision: &Decision) -> Result<Order, Refusal> {
        match decision {
            Decision::CounterCharge => Ok(Order(decision.clone())),
            _ => yes_or_no(decision),
        }
    }

    fn candidates(&self, _: AskedOf<'_, Trial>, out: &mut Vec<Decision>) {
        out.extend([Decision::Yes, Decision::No, Decision::CounterCharge]);
    }
}

impl Play<Trial> for Morale {
    fn run(&mut self, cx: &mut Cx<'_>, input: InputOf<Trial>) -> FlowOf<Trial> {
        morale(cx, self.unit, self.hits, input)
    }
}

impl Play<Trial> for Fill {
    fn run(&mut self, cx: &mut Cx<'_>, input: InputOf<Trial>) -> FlowOf<Trial> {
        cards::fill(cx, self.side, self.before_turn, input)
    }
}

impl Play<Trial> for Treatment {
    fn run(&mut self, cx: &mut Cx<'_>, input: InputOf<Trial>) -> FlowOf<Trial> {
        cards::treatment(cx, self.0, input)
    }
}

fn hiding(cx: &mut Cx<'_>, units: &mut Vec<UnitId>, input: InputOf<Trial>) -> FlowOf<Trial> {
    if let (Input::Order(order), Some(&unit)) = (&input, units.first())
        && let Decision::Hide { field } = order.0
    {
        cx.world[unit].field = field;
        units.remove(0);
        cx.tell(Event::Hid { side: cx.world[unit].side, unit: Some(unit), field: Some(field) });
    }
    match units.first() {
        Some(&unit) => Flow::Ask(cx.world[unit].side, Request::Hide(unit)),
        None => begin_turn(cx, Side::Red),
    }
}

fn begin_turn(cx: &mut Cx<'_>, side: Side) -> FlowOf<Trial> {
    cx.world.turn += 1;
    for unit in &mut cx.world.units {
        unit.used = false;
        unit.returned = false;
    }
    cx.world.stock.powder = false;
    cx.tell(Event::TurnBegan { number: cx.world.turn, side });
    Flow::Become(Procedure::Fill(Fill { side, before_turn: true }))
}

fn turn(cx: &mut Cx<'_>, side: Side, input: InputOf<Trial>) -> FlowOf<Trial> {
    let Input::Order(order) = input else { return Flow::Ask(side, Request::Turn) };
    let (unit, call) = match order.0 {
        Decision::Play { card, unit } => return cards::play(cx, side, card, unit),
        Decision::Move { unit, by } => {
            (unit, Procedure::Move(Move { unit, left: by.unsigned_abs(), up: by > 0 }))
        }
        Decision::Volley { unit, at } => (unit, Volley::of(unit, at)),
        Decision::Charge { unit, at } => {
            (unit, Procedure::Charge(Charge { unit, at, stage: ChargeStage::Receive }))
        }
        _ => return end_turn(cx, side),
    };
    cx.world[unit].used = true;
    reveal(cx, unit);
    Flow::Call(call)
}

fn end_turn(cx: &mut Cx<'_>, side: Side) -> FlowOf<Trial> {
    let routed = BySide::new_with(|side| cx.world.routed(side));
    let outcome = |winner, how, rule: RuleId| {
        let broken =
            |side| cx.world.units.iter().filter(|u| u.side == side && u.level == Level::Broken).count();
        let score = BySide::new_with(|side: Side| broken(side.other()) as i32);
        Flow::Over(Outcome { winner, how: Cow::Borrowed(how), rule, score })
    };
    match (routed.red, routed.blue) {
        (true, true) => outcome(None, "both armies routed", rule!("TRIAL-008")),
        (true, false) => outcome(Some(Side::Blue), "red's army routed", rule!("TRIAL-008")),
        (false, true) => outcome(Some(Side::Red), "blue's army routed", rule!("TRIAL-008")),
        _ if cx.world.turn >= cx.scenario.turns => outcome(None, "night fell", rule!("TRIAL-010")),
        _ => begin_turn(cx, side.other()),
    }
}

/// Whose turn it is.
fn turn_of(cx: &Cx<'_>) -> Option<Side> {
    cx.beneath.iter().find_map(|procedure| match procedure {
        Procedure::Turn(Turn(side)) => Some(*side),
        _ => None,
    })
}

fn reveal(cx: &mut Cx<'_>, id: UnitId) {
    let unit = &mut cx.world[id];
    if unit.hidden {
        unit.hidden = false;
        let field = unit.field;
        cx.tell(Event::Revealed { unit: id, field });
    }
}

fn movement(cx: &mut Cx<'_>, id: UnitId, left: &mut u8, up: bool) -> FlowOf<Trial> {
    let unit = &mut cx.world[id];
    if *left == 0 || unit.level == Level::Broken {
        return Flow::Done(());
    }
    *left -= 1;
    unit.field = Field(if up { unit.field.0 + 1 } else { unit.field.0 - 1 });
    let to = unit.field;
    cx.tell(Event::Moved { unit: id, to });
    Flow::Call(Procedure::Ambush(Ambush { mover: id, asked: 0 }))
}

fn ambush(cx: &mut Cx<'_>, mover: UnitId, asked: &mut u8, input: InputOf<Trial>) -> FlowOf<Trial> {
    if let Input::Order(order) = &input
        && order.0 == Decision::Yes
    {
        let unit = UnitId(*asked - 1);
        reveal(cx, unit);
        return Flow::Call(Volley::of(unit, mover));
    }
    let target = cx.world[mover];
    let near = |(id, unit): &(UnitId, &crate::world::Unit)| {
        id.0 >= *asked && unit.hidden && unit.field.distance(target.field) <= 1
    };
    let next = cx.world.standing(target.side.other()).find(near).map(|(id, _)| id);
    match next {
        Some(ambusher) if target.level != Level::Broken => {
            *asked = ambusher.0 + 1;
            Flow::Ask(target.side.other(), Request::Spring { ambusher, mover })
        }
        _ => Flow::Done(()),
    }
}

fn volley(
    cx: &mut Cx<'_>,
    id: UnitId,
    at: UnitId,
    then: &mut AfterVolley,
    input: InputOf<Trial>,
) -> FlowOf<Trial> {
    match then {
        AfterVolley::Dice => match input {
            Input::Dice(values) => {
                *then = AfterVolley::Test;
                let hits = tell_hits(cx, id, at, &values, 0);
                Flow::Call(Procedure::Morale(Morale { unit: at, hits }))
            }
            _ => {
                let far = cx.world[id].field.distance(cx.world[at].field) > 1;
                let score = if far && cx.rules >= RulesVersion(2) { 5 } else { 4 };
                let powder = cx.world.stock.powder && turn_of(cx) == Some(cx.world[id].side);
                let score = score - u8::from(powder);
                Flow::Throw(throw(cx, &[(id, score)], rule!("TRIAL-003"), RollPurpose::Volley))
            }
        },
        AfterVolley::Test => {
            let (shooter, target) = (cx.world[id], cx.world[at]);
            let can = target.level == Level::Steady && !target.returned && shooter.level != Level::Broken;
            *then = AfterVolley::Return;
            match can {
                true => Flow::Ask(target.side, Request::ReturnFire { unit: at, at: id }),
                false => Flow::Done(()),
            }
        }
        AfterVolley::Return => match input {
            Input::Order(order) if order.0 == Decision::Yes => {
                *then = AfterVolley::Done;
                cx.world[at].returned = true;
                Flow::Call(Volley::of(at, id))
            }
            _ => Flow::Done(()),
        },
        AfterVolley::Done => Flow::Done(()),
    }
}

fn charge(
    cx: &mut Cx<'_>,
    id: UnitId,
    at: UnitId,
    stage: &mut ChargeStage,
    input: InputOf<Trial>,
) -> FlowOf<Trial> {
    match (stage.clone(), input) {
        (ChargeStage::Receive, Input::Order(order)) => {
            *stage = ChargeStage::Contact { countered: order.0 == Decision::CounterCharge };
            match order.0 {
                Decision::Yes => Flow::Call(Volley::of(at, id)),
                _ => Flow::Again,
            }
        }
        (ChargeStage::Receive, _) => Flow::Ask(cx.world[at].side, Request::Receive { unit: at, charger: id }),
        (ChargeStage::Contact { countered }, _) => {
            if cx.world[id].level == Level::Broken || cx.world[at].level == Level::Broken {
                return Flow::Done(());
            }
            *stage = ChargeStage::Strike { countered };
            let score = if countered { 4 } else { 5 };
            Flow::Throw(throw(cx, &[(id, 4), (at, score)], rule!("TRIAL-005"), RollPurpose::Contact))
        }
        (ChargeStage::Strike { .. }, Input::Dice(values)) => {
            let on_charged = tell_hits(cx, id, at, &values, 0);
            let on_charger = tell_hits(cx, at, id, &values, 1);
            *stage = ChargeStage::TestCharged { on_charger };
            Flow::Call(Procedure::Morale(Morale { unit: at, hits: on_charged }))
        }
        (ChargeStage::TestCharged { on_charger }, _) => {
            *stage = ChargeStage::TestCharger;
            Flow::Call(Procedure::Morale(Morale { unit: id, hits: on_charger }))
        }
        _ => {
            *stage = ChargeStage::Over;
            Flow::Done(())
        }
    }
}

fn morale(cx: &mut Cx<'_>, id: UnitId, hits: u8, input: InputOf<Trial>) -> FlowOf<Trial> {
    let Input::Dice(values) = input else {
        if hits == 0 || cx.world[id].level == Level::Broken {
            return Flow::Done(());
        }
        return Flow::Throw(Roll {
            side: Some(cx.world[id].side),
            rule: rule!("TRIAL-007"),
            purpose: RollPurpose::Morale,
            pools: smallvec![Pool::sum(2, Die::D6, Reroll::NONE)],
        });
    };
    let unit = &mut cx.world[id];
    let mut tally = Tally::new("morale test");
    tally.add(rule!("TRIAL-007"), "two dice", values[0].number());
    tally.add(rule!("TRIAL-007"), "veterans", i32::from(unit.veteran));
    tally.add(rule!("TRIAL-007"), "hits", -i32::from(hits.min(4)));
    if tally.total() < 7 {
        unit.level = if unit.level == Level::Steady { Level::Shaken } else { Level::Broken };
    }
    if hits >= 3 {
        unit.strength -= 1;
        if unit.strength == 0 {
            unit.level = Level::Broken;
        }
    }
    let level = unit.level;
    cx.tell(Event::Tested { unit: id, tally, level });
    Flow::Done(())
}

fn throw(cx: &Cx<'_>, who: &[(UnitId, u8)], rule: RuleId, purpose: RollPurpose) -> Roll<RollPurpose> {
    let pool = |&(id, at_least): &(UnitId, u8)| {
        let unit = &cx.world[id];
        let reroll = if unit.veteran { Reroll::of(&[1]) } else { Reroll::NONE };
        Pool::hits(u16::from(unit.strength), Die::D6, at_least, reroll)
    };
    caracole_ledger::enforces!("TRIAL-004");
    let side = who.first().map(|(id, _)| cx.world[*id].side);
    Roll { side, rule, purpose, pools: who.iter().map(pool).collect() }
}

fn tell_hits(cx: &mut Cx<'_>, unit: UnitId, at: UnitId, values: &Values, pool: usize) -> u8 {
    let hits = u8::try_from(values[pool].number()).unwrap_or(u8::MAX);
    cx.tell(Event::Hits { unit, at, hits });
    hits
}
