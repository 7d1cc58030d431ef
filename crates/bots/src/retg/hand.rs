//! What cards in hand are worth, and which are thrown away.

use caracole_renatio::cards::{Cards, Colour};

/// What a card is worth now, in thousandths of a unit: better ones pay for more. Poor ones are thrown away at the end of
/// the turn and cost nothing.
pub(super) const fn of_card(card: Colour) -> i64 {
    match card {
        Colour::Black => 0,
        Colour::White => 1,
        Colour::Green => 5,
        Colour::Yellow => 12,
        Colour::Red => 20,
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
