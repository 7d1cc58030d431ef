//! SP1.3: the Army Commander gives cards away.

use crate::army::Role;
use crate::battle::goes::Goes;
use crate::battle::position::command::own;
use crate::battle::position::fights::is_in_combat;
use crate::battle::system::Renatio;
use crate::battle::world::{CommanderId, Game};
use crate::battle::{Asked, Cx, Decision, Event, Flow, Input, Order, Request};
use crate::cards::Colour;
use crate::command::gift_range;
use crate::readings::Reading;
use crate::troops::CommandType;
use caracole_document::Word;
use caracole_kernel::{Flow as F, Input as I, NotAsked, Play, Refusal, Side};
use caracole_ledger::{enforces, rule};
use caracole_plane::{Um, shortest_distance};
use serde::{Deserialize, Serialize};

/// Gifts of cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gifts {
    goes: Goes,
    /// Who has got a card in this turn.
    received: Vec<CommanderId>,
}

impl Gifts {
    /// The Active Player begins.
    pub fn new(active: Side) -> Gifts {
        Gifts { goes: Goes::new(active), received: Vec::new() }
    }

    /// Those to whom a side's Army Commander may give a card now.
    fn receivers(&self, game: Game<'_>, side: Side) -> Vec<CommanderId> {
        let to = game.world.commanders_of(side);
        to.filter(|to| check(game, side, *to, &self.received).is_ok()).collect()
    }
}

fn giver(game: Game<'_>, side: Side) -> Option<CommanderId> {
    game.world.commanders_of(side).find(|id| game.world.commander(*id).is_some_and(|c| c.role == Role::Army))
}

fn between(game: Game<'_>, a: CommanderId, b: CommanderId) -> Um {
    let rect = |id| game.world.commander_base(id).map(|base| base.rect());
    match (rect(a), rect(b)) {
        (Some(a), Some(b)) => shortest_distance(&[a], &[b]).unwrap_or(Um::MAX),
        _ => Um::MAX,
    }
}

/// Whether a gift may be made, whatever the card; everything asked here is open.
fn check(
    game: Game<'_>,
    side: Side,
    to: CommanderId,
    received: &[CommanderId],
) -> Result<CommanderId, Refusal> {
    enforces!("RETG-SEQ-005", "RETG-CMD-012", "RETG-CMD-013", "RETG-CMD-014", "RETG-CMD-011");
    let receiver = own(game, side, to)?;
    let no =
        |rule, problem: &'static str| Err(Refusal::new(rule, problem, "Give to somebody else, or pass."));
    let Some(from) = giver(game, side) else {
        return no(rule!("RETG-SEQ-005"), "Only an Army Commander gives cards");
    };
    let Some(army) = game.world.commander(from) else {
        return no(rule!("RETG-SEQ-005"), "Only an Army Commander gives cards");
    };
    if army.command_type == CommandType::Tribal {
        return no(rule!("RETG-CMD-014"), "A Tribal Army Commander gives no cards");
    }
    let rule = match army.command_type {
        CommandType::Professional => rule!("RETG-CMD-012"),
        _ => rule!("RETG-CMD-013"),
    };
    if to == from || receiver.role != Role::Sub || receiver.command_type != army.command_type {
        return no(rule, "Cards go to Sub-Commanders of the Army Commander's own type who are no allies");
    }
    if army.command_type == CommandType::Instinctive && received.contains(&to) {
        return no(rule, "An Instinctive Army Commander gives each of them one card only");
    }
    let (distance, range) =
        (between(game, from, to), game.bw(gift_range(game.charts(), game.readings(), army.command_type)));
    if distance > range {
        return Err(Refusal::new(rule, "He is too far away", "Give to somebody nearer, or pass.")
            .length("distance", distance.get())
            .length("range", range.get()));
    }
    let with = army.post.ug().filter(|ug| is_in_combat(game, *ug));
    if army.command_type == CommandType::Professional && with.is_some() && receiver.post.ug() != with {
        enforces!("RETG-GLOS-059");
        let problem = "An Army Commander in combat gives cards only to one who is with the same unit";
        return no(rule!("RETG-GLOS-059"), problem);
    }
    if army.hand.total() == 0 {
        return no(rule, "The Army Commander has no cards left");
    }
    Ok(from)
}

impl Play<Renatio> for Gifts {
    fn run(&mut self, cx: &mut Cx<'_>, input: Input) -> Flow {
        match input {
            I::Order(Order::Gift { from, to, card }) => {
                if let Some(giver) = cx.world.commander_mut(from)
                    && let Some(rest) = giver.hand.without(card)
                {
                    giver.hold(rest);
                    let side = giver.side;
                    if let Some(receiver) = cx.world.commander_mut(to) {
                        receiver.hand = receiver.hand.with(card);
                    }
                    let open = cx.scenario.readings.has(Reading::OpenHands);
                    cx.tell(Event::Gave { from, to, side, open, card: Some(card) });
                }
                self.received.push(to);
                self.goes.act(Game::new(cx.scenario, cx.world));
            }
            I::Order(_) => self.goes.pass(cx),
            _ => {}
        }
        let game = Game::new(cx.scenario, cx.world);
        let mut goes = self.goes;
        let next = goes.next(|side| !self.receivers(game, side).is_empty());
        self.goes = goes;
        next.map_or(F::Done(()), |side| F::Ask(side, Request::Gifts))
    }

    fn check(&self, asked: Asked<'_>, decision: &Decision) -> Result<Order, Refusal> {
        let game = Game::new(asked.battle.scenario(), asked.battle.world());
        match *decision {
            Decision::Pass => Ok(Order::Pass),
            Decision::Gift { to, card } => {
                let from = check(game, asked.side, to, &self.received)?;
                if game.world.commander(from).is_none_or(|c| c.hand.count(card) == 0) {
                    return Err(Refusal::new(
                        rule!("RETG-CMD-004"),
                        "The Army Commander does not hold this card",
                        "Give one that he holds.",
                    )
                    .fact("card", card.key()));
                }
                Ok(Order::Gift { from, to, card })
            }
            _ => Err(NotAsked.into()),
        }
    }

    fn candidates(&self, asked: Asked<'_>, out: &mut Vec<Decision>) {
        let game = Game::new(asked.battle.scenario(), asked.battle.world());
        let gifts = self
            .receivers(game, asked.side)
            .into_iter()
            .flat_map(|to| Colour::ALL.iter().map(move |card| Decision::Gift { to, card: *card }));
        self.offer(asked, gifts, out);
        out.push(Decision::Pass);
    }
}
