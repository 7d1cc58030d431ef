//! SP1.1: every Commander's hand is filled up.

use crate::battle::system::{Renatio, RollPurpose};
use crate::battle::world::{CommanderId, Trust, World};
use crate::battle::{Cx, Event, Flow, Input};
use crate::cards::{Cards, deal_to};
use crate::readings::Reading;
use caracole_kernel::{
    Flow as F, Input as I, Play,
    dice::{Deck, Pool, Roll, Value, Values},
};
use caracole_ledger::{enforces, rule};
use serde::{Deserialize, Serialize};
use smallvec::smallvec;

/// Cards are dealt. One throw for each Commander: hands of one deck are exchangeable, so dealing in rounds is the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deal {
    /// Who is still to be dealt cards, the last first.
    left: Vec<CommanderId>,
}

impl Deal {
    /// The Active Player's Commanders first.
    pub fn new(world: &World) -> Deal {
        let active = world.when.active;
        let mut left: Vec<_> =
            [active, active.other()].iter().flat_map(|side| world.commanders_of(*side)).collect();
        left.reverse();
        Deal { left }
    }
}

/// The deck as the battle machine draws from it.
pub fn deck_of(cards: Cards) -> Deck {
    let mut deck = Deck::default();
    deck[..cards.0.len()].copy_from_slice(&cards.0);
    deck
}

/// The cards that were drawn.
pub fn drawn(values: &Values) -> Cards {
    match values.first() {
        Some(Value::Counts(counts)) => {
            Cards(std::array::from_fn(|kind| u8::try_from(counts[kind]).unwrap_or(u8::MAX)))
        }
        _ => Cards::NONE,
    }
}

impl Play<Renatio> for Deal {
    fn run(&mut self, cx: &mut Cx<'_>, input: Input) -> Flow {
        enforces!("RETG-SEQ-003", "RETG-CMD-002", "RETG-CMD-004", "RETG-CMD-010");
        match input {
            I::Dice(values) => {
                if let Some(to) = self.left.pop() {
                    receive(cx, to, drawn(&values));
                }
            }
            _ => {
                cx.world.deck.shuffle();
                cx.tell(Event::Shuffled { left: cx.world.deck.left.total() });
            }
        }
        while let Some(to) = self.left.last().copied() {
            if let Some(roll) = roll(cx, to) {
                return F::Throw(roll);
            }
            self.left.pop();
        }
        F::Done(())
    }
}

/// The cards that a Commander is dealt; none if his hand is full.
fn roll(cx: &Cx<'_>, to: CommanderId) -> Option<Roll<RollPurpose>> {
    let commander = cx.world.commander(to)?;
    enforces!("RETG-CMD-031");
    let fewer = u8::from(commander.bluffed && cx.world.when.turn == 1);
    let none = commander.dead_since.is_some() && cx.scenario.readings.has(Reading::NoCardsForTheDead);
    let number = if none { 0 } else { cx.scenario.charts.commanders.cards.get(commander.grade) };
    let number = number.saturating_sub(fewer);
    let left = cx.world.deck.left;
    let cards = u16::from(deal_to(commander.hand, number)).min(left.total());
    let pool = Pool::draw(cards, deck_of(left)).ok().filter(|_| cards > 0)?;
    let purpose = match is_open(cx, to) {
        true => RollPurpose::OpenDeal,
        false => RollPurpose::Deal,
    };
    Some(Roll { side: Some(commander.side), rule: rule!("RETG-SEQ-003"), purpose, pools: smallvec![pool] })
}

/// Whether a Commander is dealt his cards face up: an ally in the first turn and while he is Unreliable, one on a flank
/// march, and by option everybody.
fn is_open(cx: &Cx<'_>, to: CommanderId) -> bool {
    enforces!("RETG-SEQ-004", "RETG-CMD-040", "RETG-CMD-041", "RETG-FLANK-016");
    let ally = cx.world.commander(to).is_some_and(|c| c.trust != Trust::Reliable);
    ally || cx.world.secrets.marches(to) || cx.scenario.readings.has(Reading::OpenHands)
}

fn receive(cx: &mut Cx<'_>, to: CommanderId, cards: Cards) {
    let face_up = is_open(cx, to) && !cx.scenario.readings.has(Reading::OpenHands);
    if let Some(left) = cx.world.deck.left.less(cards)
        && let Some(commander) = cx.world.commander_mut(to)
    {
        commander.hand = commander.hand.and(cards);
        if face_up {
            commander.shown = commander.shown.and(cards);
        }
        let side = commander.side;
        cx.world.deck.left = left;
        let open = face_up || cx.scenario.readings.has(Reading::OpenHands);
        cx.tell(Event::Dealt { to, side, count: cards.total(), open, cards: Some(cards) });
    }
}
