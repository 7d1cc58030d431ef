//! Cards: a pool drawn from a deck without putting anything back.

use super::{Die, Pool, Reading, Reroll};

/// How many cards of each kind, by the number of the kind.
pub type Deck = [u8; 8];

/// How many cards a deck has.
pub fn cards_in(deck: &Deck) -> u16 {
    deck.iter().map(|&n| u16::from(n)).sum()
}

/// The kind of card `number` of a deck that lies sorted by kinds, counted from 0; the last kind for any number beyond.
pub fn kind_at(deck: &Deck, number: u16) -> u8 {
    let mut before = 0;
    let found = deck.iter().position(|&n| {
        before += u16::from(n);
        number < before
    });
    found.map_or(7, |kind| kind as u8)
}

/// A pool that cannot be thrown, because it is a draw that makes no sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadDraw {
    /// More cards than the deck has.
    #[error("{wanted} cards cannot be drawn from a deck of {cards}")]
    TooMany {
        /// Cards to be drawn.
        wanted: u16,
        /// Cards in the deck.
        cards: u16,
    },
    /// Cards on another die, or with re-rolls.
    #[error("cards have kinds 0 to 7 and are never drawn again: build such a pool with Pool::draw")]
    NotCards,
}

impl Die {
    /// A card: its faces are the kinds 0 to 7.
    pub const CARD: Die = Die { lowest: 0, highest: 7 };
}

impl Pool {
    /// So many cards drawn from a deck without putting any back.
    pub fn draw(cards: u16, deck: Deck) -> Result<Self, BadDraw> {
        let pool =
            Pool { dice: cards, die: Die::CARD, reroll: Reroll::NONE, reading: Reading::Draw { deck } };
        pool.check().map(|()| pool)
    }

    /// The deck that is drawn from, if cards are drawn.
    pub const fn deck(&self) -> Option<Deck> {
        match self.reading {
            Reading::Draw { deck } => Some(deck),
            _ => None,
        }
    }

    /// Whether such a pool can be thrown.
    pub fn check(&self) -> Result<(), BadDraw> {
        let Some(deck) = self.deck() else { return Ok(()) };
        if self.die != Die::CARD || !self.reroll.is_none() {
            return Err(BadDraw::NotCards);
        }
        match cards_in(&deck) {
            cards if self.dice > cards => Err(BadDraw::TooMany { wanted: self.dice, cards }),
            _ => Ok(()),
        }
    }

    /// The same for those who may see what is drawn, but not what is left: a deck tells what others hold.
    pub const fn without_deck(mut self) -> Self {
        if let Reading::Draw { deck } = &mut self.reading {
            *deck = [0; 8];
        }
        self
    }
}
