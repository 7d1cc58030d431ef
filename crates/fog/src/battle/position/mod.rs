//! What the rules ask about a position: pure functions over the world.

pub mod ambush;
mod attrition;
pub mod brigade;
pub mod charging;
pub mod coast;
pub mod command;
pub mod contact;
pub mod defence;
pub mod disorder;
pub mod flank;
mod footing;
pub mod invariants;
pub mod kinds;
pub mod nearness;
pub mod overlap;
pub mod passing;
pub mod rates;
pub mod restricted;
pub mod support;
pub mod visibility;

pub use attrition::{attrition, note_autobreak};
