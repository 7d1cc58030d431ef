//! Computer players: they think on a copy of the battle, away from everybody else, and not for ever.

use caracole_kernel::{AnySession, Side};
use serde_json::Value;
use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

/// Tells a player who thinks that his time is up.
#[derive(Clone, Debug, Default)]
pub struct Patience {
    over: Arc<AtomicBool>,
    limit: Duration,
}

impl Patience {
    /// A patience that will last so long.
    pub fn lasting(limit: Duration) -> Self {
        Patience { over: Arc::default(), limit }
    }

    /// How long he may think from the moment he is asked.
    pub fn limit(&self) -> Duration {
        self.limit
    }

    /// Whether he must answer now.
    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
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
        self.0.over.store(true, Ordering::Relaxed);
    }
}

/// A computer player.
pub trait Computer: Send + Sync + fmt::Debug {
    /// The name by which a seat asks for it.
    fn level(&self) -> &str;
    /// Whether it plays this system.
    fn plays(&self, _system: &str) -> bool {
        true
    }
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
        let most = u64::try_from(choices.len()).ok().filter(|most| *most > 0)?;
        let index = usize::try_from(mixed(chance) % most).ok()?;
        Some(choices.swap_remove(index))
    }
}

/// Chance spread over all bits (the finaliser of SplitMix64): neighbouring numbers give unlike choices.
fn mixed(chance: u64) -> u64 {
    let mut x = chance.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
