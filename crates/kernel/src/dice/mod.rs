//! Dice as steps: what is thrown, and the sources that throw it. Cards are drawn the same way ([`Reading::Draw`]).
//!
//! Live play throws [`Verifiable`] dice, tests [`Scripted`] ones, replays [`Recorded`] ones; the enumerating
//! source, which walks every outcome with its weight, lives in the odds crate.

mod draw;
mod recorded;
mod roll;
mod scripted;
mod source;
mod verifiable;

pub use draw::{BadDraw, Deck, cards_in};
pub use recorded::Recorded;
pub use roll::{
    BadThrow, Die, FaceSet, Keep, Label, MOST_DICE, Pool, Purpose, Reading, Reroll, Roll, Throw, Thrown,
    Value, Values,
};
pub use scripted::Scripted;
pub use source::{DiceSource, NextDie, NoDice, throw_with};
pub use verifiable::{Bytes32, Commitment, Seed, Verifiable};
