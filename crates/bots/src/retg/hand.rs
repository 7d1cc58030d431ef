//! What cards in hand are worth, and which are thrown away.

use caracole_renatio::cards::{Cards, Colour};

/// What a card is worth now, in thousandths of a unit: better ones pay for more.
pub(super) const fn of_card(card: Colour) -> i64 {
    match card {
        Colour::Black => 0,
        Colour::White => 3,
        Colour::Green => 8,
        Colour::Yellow => 14,
        Colour::Red => 22,
    }
}

/// What cards are worth together.
pub(super) fn of_cards(cards: Cards) -> i64 {
    cards.iter().map(of_card).sum()
}

/// Whether a card is thrown away at the end of a turn: a new one is better on average.
pub(super) const fn is_thrown_away(card: Colour) -> bool {
    matches!(card, Colour::Black | Colour::White)
}
