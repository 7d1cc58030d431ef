//! Scouts make a move before the battle.

use super::message::{Decision, Event, Request};
use super::{ask, before, tell};
use crate::battle::movement::{Plan, complete, plan};
use crate::battle::system::Renatio;
use crate::battle::world::{Game, UgId};
use crate::battle::{Action, Asked, Bw, Cx, Flow, Input, Leg, March, Order, Turned};
use crate::cards::{Colour, column};
use crate::troops::Characteristic;
use caracole_kernel::{Flow as F, Input as I, NotAsked, Play, Refusal, Side};
use caracole_ledger::{enforces, rule};
use serde::{Deserialize, Serialize};

/// Scouts move in turn, the invader's first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scouts {
    /// Units that have moved.
    moved: Vec<UgId>,
    /// Sides that do not want to move any more.
    passed: Vec<Side>,
    /// Who moved last.
    last: Option<Side>,
}

impl Scouts {
    fn waiting(&self, game: Game<'_>, side: Side) -> Vec<UgId> {
        let own = game.world.of_side(side);
        own.filter(|ug| game.world[*ug].profile.is(Characteristic::Scouts) && !self.moved.contains(ug))
            .collect()
    }

    fn next(&self, game: Game<'_>) -> Option<Side> {
        let invader = before(game.world)?.defender.other();
        let first = self.last.map_or(invader, Side::other);
        let able = |side: &Side| !self.passed.contains(side) && !self.waiting(game, *side).is_empty();
        [first, first.other()].into_iter().find(able)
    }

    /// A move of scouts: one that costs them WHITE.
    fn check(&self, game: Game<'_>, side: Side, action: &Action) -> Result<Plan, Refusal> {
        enforces!("RETG-SEQ-002", "RETG-GLOS-070");
        let rule = rule!("RETG-GLOS-070");
        let wrong = |problem: &'static str, remedy: &'static str| Err(Refusal::new(rule, problem, remedy));
        let Some(by) = game.world.commanders_of(side).next() else { return Err(NotAsked.into()) };
        if !matches!(action, Action::March(_) | Action::Turn(_)) {
            return wrong("Scouts make one single move", "Advance them or turn them.");
        }
        let plan = plan(game, side, action, by)?;
        let [ug] = plan.ugs.as_slice() else { return wrong("Scouts move one by one", "Name one unit.") };
        if !self.waiting(game, side).contains(ug) || !plan.pulled.is_empty() || plan.twice.is_some() {
            return wrong(
                "Only scouts move before the battle, once each",
                "Name scouts that have not moved.",
            );
        }
        let state = &game.world[*ug];
        let cost = game.charts().prompted_actions.action(plan.code).cost(column(&state.profile, state.form));
        if cost.is_none_or(|cost| cost > Colour::White) {
            return wrong("Scouts make a move that costs WHITE", "Advance, or choose a simpler move.");
        }
        Ok(plan)
    }
}

impl Play<Renatio> for Scouts {
    fn run(&mut self, cx: &mut Cx<'_>, input: Input) -> Flow {
        let side = self.next(Game::new(cx.scenario, cx.world));
        match (input, side) {
            (I::Order(Order::Prompt { by, plan, .. }), Some(side)) => {
                complete(cx, by, &plan, false);
                for ug in &plan.ugs {
                    cx.world[*ug].acted = false;
                    tell(cx, Event::ScoutsMoved { ug: *ug });
                }
                for commander in &mut cx.world.commanders {
                    commander.moved = false;
                }
                self.moved.extend(&plan.ugs);
                self.last = Some(side);
            }
            (I::Order(_), Some(side)) => self.passed.push(side),
            _ => {}
        }
        self.next(Game::new(cx.scenario, cx.world)).map_or(F::Done(()), |side| ask(side, Request::Scouts))
    }

    fn check(&self, asked: Asked<'_>, decision: &crate::battle::Decision) -> Result<Order, Refusal> {
        let game = Game::new(asked.battle.scenario(), asked.battle.world());
        match decision {
            crate::battle::Decision::Pass => Ok(Order::Pass),
            crate::battle::Decision::Before(Decision::Scout(action)) => {
                let plan = self.check(game, asked.side, action)?;
                let by = game.world.commanders_of(asked.side).next().ok_or(NotAsked)?;
                let cards = crate::cards::Payment {
                    card: Colour::Black,
                    extra: crate::cards::Cards::NONE,
                    upgrade: None,
                };
                Ok(Order::Prompt { by, cards, plan: Box::new(plan), leave: false })
            }
            _ => Err(NotAsked.into()),
        }
    }

    fn candidates(&self, asked: Asked<'_>, out: &mut Vec<crate::battle::Decision>) {
        let game = Game::new(asked.battle.scenario(), asked.battle.world());
        out.push(crate::battle::Decision::Pass);
        for ug in self.waiting(game, asked.side) {
            let full = crate::battle::movement::reach(game, ug, crate::charts::Going::Good).total();
            let march = |bw| {
                let legs = vec![Leg::Forward(Bw::whole(bw))];
                Action::March(March { ugs: vec![ug], pulled: Vec::new(), legs, second: None })
            };
            let turn = Action::Turn(Turned { ug, to: None, forward: None, move_first: false });
            for action in [march(full), march(full / 2), turn] {
                if self.check(game, asked.side, &action).is_ok() {
                    out.push(crate::battle::Decision::Before(Decision::Scout(Box::new(action))));
                }
            }
        }
    }
}
