//! The pack that both sides draw from.

use super::{Cards, Colour};
use caracole_document::Word;
use caracole_kernel::Refusal;
use caracole_ledger::{enforces, rule};
use caracole_odds::{Distribution, Natural};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The pack: what is still in it and what lies beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Deck {
    /// Cards that can be drawn.
    pub left: Cards,
    /// Cards that were played or thrown away.
    pub discards: Cards,
}

impl Deck {
    /// A full pack.
    pub const fn new(pack: Cards) -> Deck {
        enforces!("RETG-CMD-002");
        Deck { left: pack, discards: Cards::NONE }
    }

    /// Takes these cards out of the pack.
    pub fn draw(&mut self, cards: Cards) -> Result<(), Refusal> {
        match self.left.less(cards) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(Refusal::new(
                rule!("RETG-CMD-002"),
                "These cards are not all in the pack",
                "Draw only what is left in it.",
            )
            .fact("cards left", u32::from(self.left.total()))
            .fact("cards drawn", u32::from(cards.total()))),
        }
    }

    /// Lays cards aside until the pack is shuffled.
    pub fn discard(&mut self, cards: Cards) {
        self.discards = self.discards.and(cards);
    }

    /// Puts everything that lies beside the pack back into it, as at the end of each turn.
    pub fn shuffle(&mut self) {
        self.left = self.left.and(self.discards);
        self.discards = Cards::NONE;
    }
}

/// How many cards a Commander is dealt: kept ones count towards his number.
pub fn deal_to(kept: Cards, number: u8) -> u8 {
    enforces!("RETG-CMD-007");
    number.saturating_sub(u8::try_from(kept.total()).unwrap_or(u8::MAX))
}

/// Every hand of so many cards drawn from a pack without replacement, with its exact probability. With fewer cards
/// in the pack, all of them are drawn.
pub fn hands(pack: Cards, cards: u8) -> Distribution<Cards> {
    let cards = u16::from(cards).min(pack.total());
    let mut found: Vec<(Cards, Natural)> = Vec::new();
    draw(pack, cards, 0, Cards::NONE, Natural::ONE, &mut found);
    Distribution::weighted(found).unwrap_or_else(|| Distribution::always(Cards::NONE))
}

/// Extends a hand by cards of the colours from `colour` on: binomial coefficients multiply.
fn draw(
    pack: Cards,
    cards: u16,
    colour: usize,
    hand: Cards,
    weight: Natural,
    found: &mut Vec<(Cards, Natural)>,
) {
    let Some(here) = Colour::ALL.get(colour) else {
        if cards == 0 {
            found.push((hand, weight));
        }
        return;
    };
    let most = u16::from(pack.count(*here)).min(cards);
    let mut ways = Natural::ONE;
    for taken in 0..=most {
        let mut next = hand;
        next.0[colour] = taken as u8;
        draw(pack, cards - taken, colour + 1, next, &weight * &ways, found);
        ways = ways * (u64::from(pack.count(*here)) - u64::from(taken)) / (u64::from(taken) + 1);
    }
}
