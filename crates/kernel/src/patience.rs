//! Tells a computer player when to stop thinking. No rule looks at it: rules have no clock.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

/// Tells a computer player that its time is up. Clones end together.
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

    /// The same patience, which also ends after this time from now.
    #[must_use]
    pub fn at_most(&self, limit: Duration) -> Self {
        let until = Patience::of(limit).until;
        let sooner = [self.until, until].into_iter().flatten().min();
        Patience { over: Arc::clone(&self.over), until: sooner }
    }

    /// Whether the player must answer now.
    #[allow(clippy::disallowed_methods, reason = "a watchdog is about the clock; no rule depends on it")]
    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed) || self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// Ends when the guard is dropped, however that comes about: a player must not think on when nobody waits any more.
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
        let shorter = patience.at_most(Duration::from_secs(3600));
        assert!(!patience.clone().is_over() && !shorter.is_over());
        assert!(patience.at_most(Duration::ZERO).is_over());
        drop(guard);
        assert!(patience.is_over() && shorter.is_over());
        assert!(Patience::of(Duration::ZERO).is_over());
        assert!(!Patience::of(Duration::from_secs(3600)).is_over());
    }
}
