//! Computer players: they think on a copy of the battle, away from everybody else, and not for ever.

use caracole_bots::Numbers;
use caracole_kernel::{AnySession, Side};
use serde_json::Value;
use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

/// Tells a player who thinks that his time is up.
#[derive(Clone, Debug, Default)]
pub struct Patience(Arc<AtomicBool>);

impl Patience {
    /// Whether he must answer now.
    pub fn is_over(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Ends when the guard goes, however that comes about: a thinker must not outlive the server.
    pub(crate) fn until_dropped(&self) -> EndOfPatience {
        EndOfPatience(self.clone())
    }
}

/// Ends a patience when it is dropped.
#[derive(Debug)]
pub(crate) struct EndOfPatience(Patience);

impl Drop for EndOfPatience {
    fn drop(&mut self) {
        self.0.0.store(true, Ordering::Relaxed);
    }
}

/// A computer player.
pub trait Computer: Send + Sync + fmt::Debug {
    /// The name by which a seat asks for it.
    fn level(&self) -> &'static str;
    /// Chooses for `side`, which is awaited. `None` leaves it to the first legal choice.
    fn choose(&self, battle: &dyn AnySession, side: Side, chance: u64, patience: &Patience) -> Option<Value>;
}

/// Chooses among the sensible choices by chance.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomPlayer;

impl Computer for RandomPlayer {
    fn level(&self) -> &'static str {
        "random"
    }

    fn choose(&self, battle: &dyn AnySession, side: Side, chance: u64, _: &Patience) -> Option<Value> {
        let mut choices = battle.candidates(side);
        let index = Numbers::new(chance).below(choices.len());
        (index < choices.len()).then(|| choices.swap_remove(index))
    }
}
