//! How long a player may think: counted work for himself, the clock for whoever waits.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

/// How much a player may try before he answers, counted so that the same battle comes of it on any machine.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// Battles that he may play on in his head for one decision; players without look-ahead need none.
    pub playouts: u32,
    /// Tells him that his time is up whatever he has counted. What he answers then is too late.
    pub patience: Patience,
}

/// Tells a player who thinks that his time is up.
#[derive(Clone, Debug, Default)]
pub struct Patience {
    over: Arc<AtomicBool>,
    until: Option<Instant>,
}

impl Patience {
    /// A patience that lasts this long from now.
    #[allow(clippy::disallowed_methods, reason = "a watchdog is about the clock; no rule depends on it")]
    pub fn of(limit: Duration) -> Self {
        Patience { over: Arc::default(), until: Instant::now().checked_add(limit) }
    }

    /// Whether he must answer now.
    #[allow(clippy::disallowed_methods, reason = "a watchdog is about the clock; no rule depends on it")]
    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed) || self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// Ends when the guard goes, however that comes about: a thinker must not outlive whoever waits for him.
    pub fn until_dropped(&self) -> EndOfPatience {
        EndOfPatience(self.clone())
    }
}

/// Ends a patience when it is dropped.
#[derive(Debug)]
pub struct EndOfPatience(Patience);

impl Drop for EndOfPatience {
    fn drop(&mut self) {
        self.0.over.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_patience_ends_with_its_guard_or_its_time() {
        let patience = Patience::default();
        let guard = patience.until_dropped();
        assert!(!patience.clone().is_over());
        drop(guard);
        assert!(patience.is_over());
        assert!(Patience::of(Duration::ZERO).is_over());
        assert!(!Patience::of(Duration::from_secs(3600)).is_over());
    }
}
