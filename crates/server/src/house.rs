//! What every request can reach.

use crate::{config::Config, game::Hall, limits::Limits, shelf::Shelves};
use std::sync::Arc;
use tokio::sync::{Semaphore, watch};

/// The server as its handlers see it.
pub(crate) struct House {
    pub hall: Arc<Hall>,
    pub config: Config,
    pub limits: Limits,
    /// Scenarios and armies that come with the program.
    pub shelves: Shelves,
    /// Hashing a password takes memory: only so many at once.
    pub hashing: Semaphore,
    /// Turns true when the server closes.
    pub closing: watch::Receiver<bool>,
}

/// Handlers share it.
pub(crate) type App = Arc<House>;
