//! Computer players: they think on a copy of the battle, away from everybody else, and not for ever.

use caracole_kernel::{AnySession, Numbers, Patience, Side};
use serde_json::Value;
use std::{fmt, time::Duration};

/// What a computer player is asked for.
#[derive(Debug)]
pub struct ComputerTurn<'a> {
    /// The side whose decision is awaited.
    pub side: Side,
    /// Seed for what it leaves to chance.
    pub seed: u64,
    /// How long the server waits for the answer.
    pub limit: Duration,
    /// Ends when the server no longer waits.
    pub patience: &'a Patience,
}

/// A computer player.
pub trait Computer: Send + Sync + fmt::Debug {
    /// The name by which a seat asks for it.
    fn level(&self) -> &str;
    /// Whether it plays this system.
    fn plays(&self, _system: &str) -> bool {
        true
    }
    /// Chooses for the side that is asked. `None` leaves it to the first legal choice.
    fn choose(&self, battle: &dyn AnySession, turn: &ComputerTurn<'_>) -> Option<Value>;
}

/// Picks one of the sensible choices at random.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomPlayer;

impl Computer for RandomPlayer {
    fn level(&self) -> &'static str {
        "random"
    }

    fn choose(&self, battle: &dyn AnySession, turn: &ComputerTurn<'_>) -> Option<Value> {
        let mut numbers = Numbers::new(turn.seed);
        battle.pick(turn.side, &mut |end| numbers.below(end))
    }
}
