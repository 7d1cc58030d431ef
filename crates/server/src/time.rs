//! The time of day, which tests can set by hand.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::{
    fmt,
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// Milliseconds since the start of 1970.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct Millis(pub u64);

impl Millis {
    /// This moment and so much more.
    pub fn plus(self, more: Duration) -> Millis {
        Millis(self.0.saturating_add(u64::try_from(more.as_millis()).unwrap_or(u64::MAX)))
    }

    /// How long since an earlier moment; nothing if it is later.
    pub fn since(self, earlier: Millis) -> Duration {
        Duration::from_millis(self.0.saturating_sub(earlier.0))
    }
}

/// Who tells the time.
pub trait Clock: Send + Sync + fmt::Debug {
    /// Now.
    fn now(&self) -> Millis;
}

/// The clock of the machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[allow(clippy::disallowed_methods, reason = "players' clocks run on real time; no rule looks at it")]
    fn now(&self) -> Millis {
        Millis::default().plus(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default())
    }
}

/// A clock that stands until it is moved.
#[derive(Debug, Default)]
pub struct SetClock(AtomicU64);

impl SetClock {
    /// A clock that shows this.
    pub fn at(now: Millis) -> Self {
        SetClock(AtomicU64::new(now.0))
    }

    /// Moves it on.
    pub fn pass(&self, time: Duration) {
        self.0.fetch_add(u64::try_from(time.as_millis()).unwrap_or(u64::MAX), Ordering::SeqCst);
    }
}

impl Clock for SetClock {
    fn now(&self) -> Millis {
        Millis(self.0.load(Ordering::SeqCst))
    }
}
