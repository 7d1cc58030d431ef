//! SP6.1: wounds are recovered, and slowing ends.

use crate::battle::goes::Goes;
use crate::battle::movement::{
    Plan, carry_out, cheapest_of, check_discard, check_prompt, discard, discards, holds_cards,
};
use crate::battle::position::command::distance_to;
use crate::battle::position::fights::is_in_combat;
use crate::battle::system::Renatio;
use crate::battle::world::{CommanderId, Game, Slow, UgId};
use crate::battle::{Action, Asked, Cx, Decision, Event, Flow, Input, Order, Request};
use crate::charts::ActionCode;
use caracole_kernel::{Flow as F, Input as I, NotAsked, Play, Refusal, Side};
use caracole_ledger::{enforces, rule};
use serde::{Deserialize, Serialize};

/// Distance in BW within which a Commander recovers a wound.
const NEAR: i32 = 4;

/// Wounds are recovered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recover {
    goes: Goes,
}

impl Recover {
    /// The Active Player begins.
    pub fn new(active: Side) -> Recover {
        Recover { goes: Goes::new(active) }
    }
}

/// A wound recovered, if the Commander is near enough.
pub fn plan_recovery(game: Game<'_>, by: CommanderId, ug: UgId) -> Result<Plan, Refusal> {
    enforces!("RETG-SEQ-033", "RETG-KAB-031", "RETG-MOVE-011");
    let rule = rule!("RETG-KAB-031");
    if !game.world[ug].wound {
        return Err(
            Refusal::new(rule, "The unit carries no wound", "Name one that does.").piece("unit", ug.piece())
        );
    }
    let distance = distance_to(game, by, ug);
    if distance > game.bw(NEAR) {
        return Err(Refusal::new(rule, "The Commander is more than 4 BW away", "Pay with a nearer one.")
            .piece("unit", ug.piece())
            .length("distance", distance.get()));
    }
    Ok(Plan::of(code_of(game, ug), &[ug]))
}

/// A unit in combat pays more.
fn code_of(game: Game<'_>, ug: UgId) -> ActionCode {
    if is_in_combat(game, ug) { ActionCode::E1Combat } else { ActionCode::E1 }
}

/// Units with wounds, and the Commanders who may recover them; all of this is open.
fn wounded(game: Game<'_>, side: Side) -> Vec<(UgId, CommanderId)> {
    let ugs = game.world.of_side(side).filter(|ug| game.world[*ug].wound);
    let pairs = ugs.flat_map(|ug| game.world.commanders_of(side).map(move |by| (ug, by)));
    pairs.filter(|(ug, by)| plan_recovery(game, *by, *ug).is_ok()).collect()
}

impl Play<Renatio> for Recover {
    fn run(&mut self, cx: &mut Cx<'_>, input: Input) -> Flow {
        match input {
            I::Order(Order::Prompt { by, cards, plan, leave }) => {
                carry_out(cx, by, &cards, &plan, leave);
                self.goes.act(Game::new(cx.scenario, cx.world));
            }
            I::Order(Order::Discard { of, card }) => {
                discard(cx, of, card);
                self.goes.act(Game::new(cx.scenario, cx.world));
            }
            I::Order(_) => self.goes.pass(cx),
            _ => {}
        }
        let game = Game::new(cx.scenario, cx.world);
        let next = self.goes.next(|side| holds_cards(game, side) && !wounded(game, side).is_empty());
        match next {
            Some(side) => F::Ask(side, Request::Recover),
            None => {
                end_slows(cx);
                F::Done(())
            }
        }
    }

    fn check(&self, asked: Asked<'_>, decision: &Decision) -> Result<Order, Refusal> {
        let game = Game::new(asked.battle.scenario(), asked.battle.world());
        match decision {
            Decision::Pass => Ok(Order::Pass),
            Decision::Discard { of, card } => check_discard(game, asked.side, *of, *card),
            Decision::Prompt { action: action @ Action::Recover { .. }, by, cards, leave } => {
                check_prompt(game, asked.side, action, *by, cards, *leave)
            }
            Decision::Prompt { .. } => Err(Refusal::new(
                rule!("RETG-SEQ-033"),
                "Only wounds are recovered in this Sub-Phase",
                "Recover a wound, throw a card away, or pass.",
            )),
            _ => Err(NotAsked.into()),
        }
    }

    fn candidates(&self, asked: Asked<'_>, out: &mut Vec<Decision>) {
        let game = Game::new(asked.battle.scenario(), asked.battle.world());
        for (ug, by) in wounded(game, asked.side) {
            let plan = Plan::of(code_of(game, ug), &[ug]);
            if let Some(cards) = cheapest_of(game, by, &plan) {
                out.push(Decision::Prompt { action: Action::Recover { ug }, by, cards, leave: false });
            }
        }
        out.extend(discards(game, asked.side));
        out.push(Decision::Pass);
    }
}

/// All slowing ends.
fn end_slows(cx: &mut Cx<'_>) {
    enforces!("RETG-SHOOT-047");
    let slowed: Vec<UgId> = cx.world.on_table().filter(|ug| cx.world[*ug].slow.total() > 0).collect();
    for ug in &slowed {
        cx.world[*ug].slow = Slow::default();
    }
    if !slowed.is_empty() {
        cx.tell(Event::SlowsRemoved { ugs: slowed });
    }
}
