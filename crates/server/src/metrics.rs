//! What is counted, for Prometheus.

use prometheus_client::{
    encoding::text::encode,
    metrics::{
        counter::Counter,
        family::Family,
        gauge::Gauge,
        histogram::{Histogram, exponential_buckets},
    },
    registry::Registry,
};
use std::time::Instant;

/// The server's counters.
#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    /// Requests answered, by status.
    pub(crate) requests: Family<Vec<(&'static str, String)>, Counter>,
    /// Seconds from a message over a websocket to its answer.
    pub(crate) answers: Histogram,
    /// Seconds of a transaction.
    commits: Histogram,
    /// Writes that shared a transaction.
    grouped: Histogram,
    /// Sockets open.
    pub(crate) sockets: Gauge,
    /// Games in memory.
    pub(crate) games: Gauge,
    /// Battles begun.
    pub(crate) begun: Counter,
    /// Acts of battles on disk.
    pub(crate) steps: Counter,
    /// Choices of computer players.
    pub(crate) computed: Counter,
    /// Computer players that thought too long.
    pub(crate) late: Counter,
    /// Games that had to be put away because something broke.
    pub(crate) broken: Counter,
    /// Requests and messages turned away for coming too fast.
    pub(crate) limited: Counter,
}

impl Default for Metrics {
    fn default() -> Self {
        let seconds = || Histogram::new(exponential_buckets(0.0005, 2.0, 16));
        let mut metrics = Metrics {
            registry: Registry::with_prefix("caracole"),
            requests: Family::default(),
            answers: seconds(),
            commits: seconds(),
            grouped: Histogram::new(exponential_buckets(1.0, 2.0, 10)),
            sockets: Gauge::default(),
            games: Gauge::default(),
            begun: Counter::default(),
            steps: Counter::default(),
            computed: Counter::default(),
            late: Counter::default(),
            broken: Counter::default(),
            limited: Counter::default(),
        };
        let registry = &mut metrics.registry;
        registry.register("requests", "HTTP requests answered, by status", metrics.requests.clone());
        registry.register(
            "answer_seconds",
            "Time from message to answer over websockets",
            metrics.answers.clone(),
        );
        registry.register("commit_seconds", "Time of a transaction", metrics.commits.clone());
        registry.register("commit_writes", "Writes that shared a transaction", metrics.grouped.clone());
        registry.register("sockets", "Websockets open", metrics.sockets.clone());
        registry.register("games", "Games in memory", metrics.games.clone());
        registry.register("battles_begun", "Battles begun", metrics.begun.clone());
        registry.register("steps", "Acts of battles written to disk", metrics.steps.clone());
        registry.register("computed", "Choices of computer players", metrics.computed.clone());
        registry.register("computed_late", "Computer players that thought too long", metrics.late.clone());
        registry.register("games_broken", "Games that had to be loaded again", metrics.broken.clone());
        registry.register("limited", "Requests and messages that came too fast", metrics.limited.clone());
        metrics
    }
}

impl Metrics {
    /// As Prometheus reads it.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing into a string does not fail.
        let _ = encode(&mut text, &self.registry);
        text
    }

    pub(crate) fn commit_timer(&self) -> CommitTimer<'_> {
        CommitTimer { metrics: self, since: instant() }
    }
}

pub(crate) struct CommitTimer<'a> {
    metrics: &'a Metrics,
    since: Instant,
}

impl CommitTimer<'_> {
    pub(crate) fn done(self, writes: usize) {
        self.metrics.commits.observe(self.since.elapsed().as_secs_f64());
        self.metrics.grouped.observe(writes as f64);
    }
}

/// A moment to measure from.
#[allow(clippy::disallowed_methods, reason = "measures the server, not the game")]
pub(crate) fn instant() -> Instant {
    Instant::now()
}
