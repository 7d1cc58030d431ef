//! The Card Phase: cards are dealt, and the Army Commander gives some away.

mod deal;
mod face_up;
mod gifts;

pub use deal::{Deal, deck_of, drawn};
pub use face_up::{FaceUp, note_attack};
pub use gifts::Gifts;
