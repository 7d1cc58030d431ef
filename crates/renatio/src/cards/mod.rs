//! Command cards: the pack, hands, and what pays for what.

mod colour;
mod cost;
mod deck;
mod payment;

pub use colour::{Cards, Colour};
pub use cost::{Asked, Cost, Surcharge, cost};
pub use deck::{Deck, deal_to, hands};
pub use payment::{Payment, Unpaid, cheapest, check_payment};

#[cfg(test)]
mod tests;
