//! SP4.3: the Movement Phase.

mod camp;
mod candidates;
mod commander;
mod give_way;
mod group;
mod march;
mod pay;
mod plan;
mod shape;
mod switch;
mod through;
mod turns;
mod way;

pub use commander::plan as plan_commander;
pub use give_way::Pushing;
pub use pay::{
    announce, carry_out, cheapest_of, check_paid, check_prompt, complete, end_slows, keep_files, payments,
    price, spend, take_along,
};
pub use plan::{Moved, Plan, own_ug, plan};
pub use turns::turned_body;
pub use way::{check_ground_of_entry, measure, reach};

use super::fighting::{self, Act};
use super::goes::Goes;
use super::outcome::{Kab, Test, Tested};
use super::position::fights::is_in_combat;
use super::system::Renatio;
use super::world::Game;
use super::{Action, Asked, Cx, Decision, Event, Flow, Input, Order, Request};
use super::{ambush, march as flank};
use crate::battle::position::command::own;
use crate::battle::world::{CommanderId, Phase, UgId};
use crate::cards::{Colour, Payment};
use crate::kab::Cause;
use caracole_document::Word;
use caracole_kernel::{Flow as F, Input as I, NotAsked, Play, Refusal, Side};
use caracole_ledger::{enforces, rule};
use serde::{Deserialize, Serialize};

/// Movement by prompted actions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Movement {
    goes: Goes,
}

impl Movement {
    /// The Active Player begins.
    pub fn new(active: Side) -> Movement {
        Movement { goes: Goes::new(active) }
    }
}

impl Movement {
    /// The move is declared, and the enemy SuGs that it meets give way before it is made.
    fn push(
        &mut self,
        cx: &mut Cx<'_>,
        (by, cards): (CommanderId, &Payment),
        plan: &Plan,
        leave: bool,
    ) -> Flow {
        announce(cx, by, cards, plan);
        self.goes.act(Game::new(cx.scenario, cx.world));
        F::Call(Pushing::new(by, plan, leave).into())
    }
}

/// Whether units may act together as a group.
pub fn check_group(game: Game<'_>, side: Side, ugs: &[UgId]) -> Result<(), Refusal> {
    let march = super::March { ugs: ugs.to_vec(), pulled: Vec::new(), legs: Vec::new(), second: None };
    group::check(game, side, &march)
}

/// A Commander who leaves a unit in combat causes a test on it.
pub fn leaving(game: Game<'_>, by: CommanderId, plan: &Plan) -> Vec<Test> {
    enforces!("RETG-KAB-027");
    let from = game.world.commander(by).and_then(|c| c.post.ug());
    match (from, plan.post) {
        (Some(ug), Some(to)) if to.ug() != Some(ug) && is_in_combat(game, ug) => {
            vec![Test::of(Tested::Ug(ug), Cause::CommanderLeft)]
        }
        _ => Vec::new(),
    }
}

/// Whether a side may still have something to do: it holds cards. How many it holds is open, and which is not asked.
pub fn holds_cards(game: Game<'_>, side: Side) -> bool {
    game.world.hand_of(side).total() > 0
}

/// Checks that a card may be thrown away.
pub fn check_discard(game: Game<'_>, side: Side, of: CommanderId, card: Colour) -> Result<Order, Refusal> {
    enforces!("RETG-TURN-006", "RETG-GLOS-025");
    let commander = own(game, side, of)?;
    if game.world.secrets.marches(of) {
        enforces!("RETG-FLANK-016", "RETG-FLANK-015");
        let later = game.world.when.phase == Phase::EndOfTurn;
        if !later || card == Colour::Red {
            let problem =
                "A Commander on a flank march throws away only cards that are not RED, at the end of a turn";
            return Err(Refusal::new(rule!("RETG-FLANK-016"), problem, "Keep it."));
        }
    } else if commander.dead_since.is_some() {
        return Err(Refusal::new(
            rule!("RETG-GLOS-025"),
            "Cards of a dead Commander are not thrown away",
            "Keep them, or play them.",
        ));
    }
    match commander.hand.count(card) {
        0 => Err(Refusal::new(
            rule!("RETG-CMD-004"),
            "The Commander does not hold this card",
            "Name one that he holds.",
        )
        .fact("card", card.key())),
        _ => Ok(Order::Discard { of, card }),
    }
}

/// Throws a card away.
pub fn discard(cx: &mut Cx<'_>, of: CommanderId, card: Colour) {
    if let Some(commander) = cx.world.commander_mut(of)
        && let Some(rest) = commander.hand.without(card)
    {
        commander.hold(rest);
        cx.world.deck.discard(crate::cards::Cards::of(&[card]));
        cx.tell(Event::Discarded { of, card });
    }
}

/// Every card that a side may throw away.
pub fn discards(game: Game<'_>, side: Side) -> Vec<Decision> {
    let of = game.world.commanders_of(side);
    let cards = |of: CommanderId| Colour::ALL.iter().map(move |card| Decision::Discard { of, card: *card });
    let held = |decision: &Decision| match *decision {
        Decision::Discard { of, card } => check_discard(game, side, of, card).is_ok(),
        _ => false,
    };
    of.flat_map(cards).filter(held).collect()
}

impl Play<Renatio> for Movement {
    fn run(&mut self, cx: &mut Cx<'_>, input: Input) -> Flow {
        enforces!("RETG-SEQ-025", "RETG-CMD-006", "RETG-TURN-006");
        match input {
            I::Order(Order::Prompt { by, cards, plan, leave }) => {
                if !plan.pushes.is_empty() {
                    return self.push(cx, (by, &cards), &plan, leave);
                }
                let tests = leaving(Game::new(cx.scenario, cx.world), by, &plan);
                carry_out(cx, by, &cards, &plan, leave);
                self.goes.act(Game::new(cx.scenario, cx.world));
                if !tests.is_empty() {
                    return F::Call(Kab::new(tests).into());
                }
            }
            I::Order(Order::Reveal(side, card)) => ambush::reveal_own(cx, side, card),
            I::Order(Order::Fighting(order)) => {
                fighting::carry_out(cx, &order);
                self.goes.act(Game::new(cx.scenario, cx.world));
            }
            I::Order(Order::Through { through: (regain, paid), by, cards, plan, leave }) => {
                spend(cx, &regain, &paid);
                if !plan.pushes.is_empty() {
                    return self.push(cx, (by, &cards), &plan, leave);
                }
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
        let next = self.goes.next(|side| holds_cards(game, side));
        match next {
            Some(side) => F::Ask(side, Request::Movement),
            None => {
                flank::straggle(cx);
                F::Done(())
            }
        }
    }

    fn check(&self, asked: Asked<'_>, decision: &Decision) -> Result<Order, Refusal> {
        let game = Game::new(asked.battle.scenario(), asked.battle.world());
        match decision {
            Decision::Pass => Ok(Order::Pass),
            Decision::Discard { of, card } => check_discard(game, asked.side, *of, *card),
            Decision::Prompt { action: Action::Recover { .. }, .. } => Err(Refusal::new(
                rule!("RETG-SEQ-033"),
                "Wounds are recovered in the End of Turn Phase",
                "Choose an action of the Movement Phase.",
            )),
            Decision::Reveal { card } => ambush::check_reveal(game, asked.side, *card),
            Decision::Camp { to, paid } => camp::check(game, asked.side, *to, paid),
            Decision::Enter(enter) => flank::check_entry(game, asked.side, enter),
            Decision::Through { action, by, cards, leave, through } => {
                through::check(game, asked.side, action, (*by, cards, *leave), through)
            }
            Decision::Prompt { action, by, cards, leave } => {
                check_prompt(game, asked.side, action, *by, cards, *leave)
            }
            Decision::Fighting(decision) if !matches!(decision.act, Act::BreakOff { .. }) => {
                enforces!("RETG-SEQ-026", "RETG-MOVE-007");
                fighting::check(game, asked.side, decision).map(|order| Order::Fighting(Box::new(order)))
            }
            _ => Err(NotAsked.into()),
        }
    }

    fn candidates(&self, asked: Asked<'_>, out: &mut Vec<Decision>) {
        let game = Game::new(asked.battle.scenario(), asked.battle.world());
        candidates::add(game, asked.side, out);
        let acts = fighting::micro_acts(game, asked.side);
        out.extend(fighting::offers(game, asked.side, acts).into_iter().map(Decision::Fighting));
        out.extend(ambush::reveals(game, asked.side));
        out.extend(flank::entries(game, asked.side));
        out.extend(camp::choices(game, asked.side));
        out.extend(discards(game, asked.side));
        out.push(Decision::Pass);
    }
}
