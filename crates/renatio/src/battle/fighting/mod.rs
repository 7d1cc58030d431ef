//! The Fighting Phase: melees, their outcome, break-offs, and bases that move within units in combat.

mod break_off;
mod message;
mod micro;
mod tell;
mod words;

pub use message::{Act, Decision, Event, Order, Request};
pub use tell::{about, tell};
pub use words::{prompt, wording};

use crate::battle::combat::Combats;
use crate::battle::goes::Goes;
use crate::battle::movement::{
    Plan, cheapest_of, check_discard, check_paid, discard, discards, end_slows, holds_cards, price, spend,
    take_along,
};
use crate::battle::outcome::{Kab, Outcomes, Test, Tested, keep_posts};
use crate::battle::position::fights::is_in_combat;
use crate::battle::position::reform::reform;
use crate::battle::system::Renatio;
use crate::battle::world::{Game, Post, UgId};
use crate::battle::{Asked, Cx, Flow, Input, Paid};
use crate::charts::CombatKind;
use crate::kab::Cause;
use caracole_kernel::{Flow as F, Input as I, NotAsked, Play, Refusal, Side};
use caracole_ledger::{enforces, rule};
use caracole_tabletop::Facing;
use serde::{Deserialize, Serialize};

impl From<Request> for crate::battle::Request {
    fn from(request: Request) -> Self {
        crate::battle::Request::Fighting(request)
    }
}

impl From<Event> for crate::battle::Event {
    fn from(event: Event) -> Self {
        crate::battle::Event::Fighting(event)
    }
}

/// Where the Fighting Phase has got to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Step {
    /// SP5.1 and SP5.2.
    Combat,
    /// SP5.3.
    Outcome,
    /// SP5.4.
    BreakOff,
    /// SP5.5.
    Micro,
    /// The end.
    Done,
}

/// The Fighting Phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FightingPhase {
    step: Step,
    goes: Goes,
}

impl FightingPhase {
    /// The Active Player begins.
    pub fn new(active: Side) -> FightingPhase {
        FightingPhase { step: Step::Combat, goes: Goes::new(active) }
    }

    fn next(&mut self, cx: &mut Cx<'_>) -> Flow {
        enforces!("RETG-SEQ-029", "RETG-SEQ-030", "RETG-SEQ-031", "RETG-SEQ-032");
        let game = Game::new(cx.scenario, cx.world);
        let active = game.world.when.active;
        match self.step {
            Step::Combat => {
                self.step = Step::Outcome;
                F::Call(Box::new(Combats::new(CombatKind::Melee, active)).into())
            }
            Step::Outcome => {
                self.step = Step::BreakOff;
                self.goes = Goes::new(active);
                F::Call(Outcomes::new(active).into())
            }
            Step::BreakOff => self.ask(game, Request::BreakOff, Step::Micro),
            Step::Micro => self.ask(game, Request::Micro, Step::Done),
            Step::Done => F::Done(()),
        }
    }

    fn ask(&mut self, game: Game<'_>, request: Request, after: Step) -> Flow {
        let fights = |side: Side| game.world.of_side(side).any(|ug| is_in_combat(game, ug));
        match self.goes.next(|side| holds_cards(game, side) && fights(side)) {
            Some(side) => F::Ask(side, request.into()),
            None => {
                self.step = after;
                self.goes = Goes::new(game.world.when.active);
                F::Again
            }
        }
    }
}

/// What an act does, whoever pays for it.
pub fn plan(game: Game<'_>, side: Side, act: Act) -> Result<Plan, Refusal> {
    match act {
        Act::BreakOff { ug } => break_off::plan(game, side, ug).map(|(plan, _)| plan),
        Act::Shift { ug, from, bases, to } => micro::shift(game, side, ug, from, bases, to),
        Act::Turn { ug, file, to } => micro::turn(game, side, ug, file, to),
    }
}

/// An act checked with its cards.
pub fn check(game: Game<'_>, side: Side, decision: &Decision) -> Result<Order, Refusal> {
    let Decision { act, paid } = *decision;
    let plan = plan(game, side, act)?;
    check_paid(game, side, &plan, &paid)?;
    let kab = price(game, paid.by, &plan)?.kab;
    Ok(Order { act, plan, paid, kab })
}

/// Carries an act out; the test that it causes.
pub fn carry_out(cx: &mut Cx<'_>, order: &Order) -> Vec<Test> {
    enforces!("RETG-KAB-007", "RETG-MOVE-011");
    spend(cx, &order.plan, &order.paid);
    let mut tests = Vec::new();
    for moved in &order.plan.moved {
        let ug = moved.ug;
        if order.plan.away {
            take_along(cx, &[ug], false);
        }
        let up = micro::renumbers(Game::new(cx.scenario, cx.world), ug, &order.plan);
        cx.world.place(&moved.placings);
        if up {
            for commander in &mut cx.world.commanders {
                if let Post::With { ug: own, file, .. } = &mut commander.post
                    && *own == ug
                {
                    *file = file.saturating_add(1);
                }
            }
        }
        keep_posts(cx, ug);
        match order.act {
            Act::BreakOff { .. } => {
                cx.tell(Event::BrokeOff { ug, spent: moved.spent }.into());
                end_slows(cx, ug);
                cx.world[ug].acted = true;
                if order.kab {
                    tests.push(Test::of(Tested::Ug(ug), Cause::BreakOff));
                }
                free(cx);
            }
            Act::Shift { bases, .. } => cx.tell(Event::Shifted { ug, bases }.into()),
            Act::Turn { file, to, .. } => cx.tell(Event::Turned { ug, file, to }.into()),
        }
    }
    tests
}

/// Units that are free of combat now reform.
fn free(cx: &mut Cx<'_>) {
    let all: Vec<UgId> = cx.world.on_table().collect();
    for ug in all {
        reform(cx, ug);
        keep_posts(cx, ug);
    }
}

/// Acts within units in combat to offer.
pub fn micro_acts(game: Game<'_>, side: Side) -> Vec<Act> {
    let mut acts = Vec::new();
    for ug in game.world.of_side(side).filter(|ug| is_in_combat(game, *ug)) {
        let grid = game.world.formation(ug);
        let files: Vec<u8> = grid.files().collect();
        let (Some(first), Some(last)) = (files.first().copied(), files.last().copied()) else { continue };
        let ends =
            [i16::from(first) - 1, i16::from(last) + 1].map(|end| i8::try_from(end).unwrap_or(i8::MAX));
        for from in files.iter().copied() {
            for to in ends {
                acts.push(Act::Shift { ug, from, bases: 1, to });
            }
            for to in [Facing::Left, Facing::Right, Facing::Rear] {
                acts.push(Act::Turn { ug, file: from, to });
            }
        }
    }
    acts
}

/// Acts with everybody who may pay for them.
pub fn offers(game: Game<'_>, side: Side, acts: Vec<Act>) -> Vec<Decision> {
    let mut all = Vec::new();
    for act in acts {
        let Ok(plan) = plan(game, side, act) else { continue };
        for by in game.world.commanders_of(side) {
            if let Some(cards) = cheapest_of(game, by, &plan) {
                all.push(Decision { act, paid: Paid { by, cards } });
            }
        }
    }
    all
}

impl Play<Renatio> for FightingPhase {
    fn run(&mut self, cx: &mut Cx<'_>, input: Input) -> Flow {
        use crate::battle::Order as O;
        match input {
            I::Order(O::Fighting(order)) => {
                let tests = carry_out(cx, &order);
                self.goes.act(Game::new(cx.scenario, cx.world));
                if !tests.is_empty() {
                    return F::Call(Kab::new(tests).into());
                }
            }
            I::Order(O::Discard { of, card }) => {
                discard(cx, of, card);
                self.goes.act(Game::new(cx.scenario, cx.world));
            }
            I::Order(_) => self.goes.pass(cx),
            _ => {}
        }
        self.next(cx)
    }

    fn check(
        &self,
        asked: Asked<'_>,
        decision: &crate::battle::Decision,
    ) -> Result<crate::battle::Order, Refusal> {
        use crate::battle::Decision as D;
        let game = Game::new(asked.battle.scenario(), asked.battle.world());
        let crate::battle::Request::Fighting(request) = *asked.request else { return Err(NotAsked.into()) };
        match decision {
            D::Pass => Ok(crate::battle::Order::Pass),
            D::Discard { of, card } => check_discard(game, asked.side, *of, *card),
            D::Fighting(decision) => {
                let is_break_off = matches!(decision.act, Act::BreakOff { .. });
                if is_break_off != (request == Request::BreakOff) {
                    let problem = "Break-offs come first, then moves of bases";
                    return Err(Refusal::new(rule!("RETG-SEQ-031"), problem, "Choose otherwise, or pass."));
                }
                check(game, asked.side, decision).map(|order| crate::battle::Order::Fighting(Box::new(order)))
            }
            _ => Err(NotAsked.into()),
        }
    }

    fn candidates(&self, asked: Asked<'_>, out: &mut Vec<crate::battle::Decision>) {
        use crate::battle::Decision as D;
        let game = Game::new(asked.battle.scenario(), asked.battle.world());
        let crate::battle::Request::Fighting(request) = *asked.request else { return };
        let side = asked.side;
        let acts = match request {
            Request::BreakOff => game
                .world
                .of_side(side)
                .filter(|ug| is_in_combat(game, *ug))
                .map(|ug| Act::BreakOff { ug })
                .collect(),
            Request::Micro => micro_acts(game, side),
        };
        out.extend(offers(game, side, acts).into_iter().map(D::Fighting));
        out.extend(discards(game, side));
        out.push(D::Pass);
    }
}
