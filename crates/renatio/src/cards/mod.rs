//! Command cards: the pack, hands, and what pays for what.

mod colour;
mod cost;
mod deck;
mod payment;

pub use colour::{Cards, Colour};
pub use cost::{Asked, Cost, Surcharge, can_be_doubled, column, cost};
pub use deck::{Deck, deal_to, hands};
pub use payment::{Payment, Unpaid, cheapest, check_payment};

#[cfg(test)]
mod tests;
