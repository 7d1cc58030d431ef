//! The end of a turn: cards are kept or thrown away.

use crate::battle::movement::{check_discard, discard, discards};
use crate::battle::system::Renatio;
use crate::battle::world::Game;
use crate::battle::{Asked, Cx, Decision, Flow, Input, Order, Request};
use caracole_kernel::{Flow as F, Input as I, NotAsked, Play, Refusal, Side};
use caracole_ledger::enforces;
use serde::{Deserialize, Serialize};

/// Cards are thrown away as players like: first the Active Player's, then the other's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Keep {
    /// Who has not finished, the last first.
    first: Option<Side>,
    second: Option<Side>,
}

impl Keep {
    /// The Active Player begins.
    pub fn new(active: Side) -> Keep {
        Keep { first: Some(active), second: Some(active.other()) }
    }
}

impl Play<Renatio> for Keep {
    fn run(&mut self, cx: &mut Cx<'_>, input: Input) -> Flow {
        enforces!("RETG-SEQ-036", "RETG-CMD-007");
        match input {
            I::Order(Order::Discard { of, card }) => discard(cx, of, card),
            I::Order(_) => {
                self.first = self.second.take();
            }
            _ => {}
        }
        let game = Game::new(cx.scenario, cx.world);
        while let Some(side) = self.first {
            if !discards(game, side).is_empty() {
                return F::Ask(side, Request::Keep);
            }
            self.first = self.second.take();
        }
        F::Done(())
    }

    fn check(&self, asked: Asked<'_>, decision: &Decision) -> Result<Order, Refusal> {
        let game = Game::new(asked.battle.scenario(), asked.battle.world());
        match decision {
            Decision::Pass => Ok(Order::Pass),
            Decision::Discard { of, card } => check_discard(game, asked.side, *of, *card),
            _ => Err(NotAsked.into()),
        }
    }

    fn candidates(&self, asked: Asked<'_>, out: &mut Vec<Decision>) {
        let game = Game::new(asked.battle.scenario(), asked.battle.world());
        out.extend(discards(game, asked.side));
        out.push(Decision::Pass);
    }
}
