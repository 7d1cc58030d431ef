//! Special effects: Shatter, Shove and the slowing effect of fire.

mod both;
mod shatter;
mod shove;
mod slowing;

pub use both::{Abilities, Effects, effects};
pub use shatter::can_shatter;
pub use shove::can_shove;
pub use slowing::{SlowedBy, after_fire, results, slowed_by};

#[cfg(test)]
mod tests;
