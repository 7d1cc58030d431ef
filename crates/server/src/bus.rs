//! Fan-out to sockets, behind a narrow interface: in-process now, between nodes when there are many.

use crate::entropy::GameId;
use caracole_kernel::Viewer;
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};
use tokio::sync::broadcast;

/// Who hears it: those who see a game with the same eyes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Topic {
    game: GameId,
    viewer: u8,
}

impl Topic {
    /// Those who see `game` as `viewer` does.
    pub fn new(game: GameId, viewer: Viewer) -> Self {
        Topic { game, viewer: viewer as u8 }
    }
}

/// Something to be sent to all of them.
#[derive(Clone, Debug)]
pub struct Notice {
    /// What it is, so that nobody gets it twice.
    pub mark: Mark,
    /// The message as it goes over the wire.
    pub text: Arc<str>,
}

/// What a notice is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// An update from one entry to another.
    Update {
        /// The entry on which it builds.
        after: u64,
        /// The entry to which it leads.
        entry: u64,
    },
    /// This line of the chat.
    Chat(u64),
    /// The table as a whole: the latest counts, and twice does no harm.
    Table,
}

/// Carries notices from games to sockets.
pub trait Bus: Send + Sync + 'static {
    /// Sends a notice to whoever listens.
    fn publish(&self, topic: Topic, notice: Notice);
    /// Listens from now on.
    fn subscribe(&self, topic: Topic) -> broadcast::Receiver<Notice>;
    /// Whether anybody may be listening: notices for nobody need not be made.
    fn listened(&self, topic: Topic) -> bool;
}

/// Notices that a slow socket may fall behind before it must catch up from the game itself.
const BACKLOG: usize = 16;

/// The bus of a single process.
#[derive(Debug, Default)]
pub struct InProcess {
    topics: Mutex<BTreeMap<Topic, broadcast::Sender<Notice>>>,
}

impl InProcess {
    fn with<T>(&self, look: impl FnOnce(&mut BTreeMap<Topic, broadcast::Sender<Notice>>) -> T) -> T {
        // Nothing in here is left half-done by a panic.
        look(&mut self.topics.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Bus for InProcess {
    fn publish(&self, topic: Topic, notice: Notice) {
        self.with(|topics| {
            if let Some(sender) = topics.get(&topic)
                && sender.send(notice).is_err()
            {
                topics.remove(&topic);
            }
        });
    }

    fn subscribe(&self, topic: Topic) -> broadcast::Receiver<Notice> {
        self.with(|topics| topics.entry(topic).or_insert_with(|| broadcast::channel(BACKLOG).0).subscribe())
    }

    fn listened(&self, topic: Topic) -> bool {
        self.with(|topics| {
            let listened = topics.get(&topic).is_some_and(|sender| sender.receiver_count() > 0);
            if !listened {
                topics.remove(&topic);
            }
            listened
        })
    }
}
