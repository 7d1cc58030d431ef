//! Fan-out to sockets, behind a narrow interface: in-process now, between nodes when there are many.

use crate::entropy::GameId;
use caracole_kernel::Viewer;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};
use tokio::sync::broadcast;

/// Those who are told the same of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Audience {
    /// Red's player.
    Red,
    /// Blue's player.
    Blue,
    /// Those who watch.
    Spectator,
    /// Those who may not watch, while the game waits for players: they see the table and who is there.
    Lobby,
}

impl Audience {
    /// All of them.
    pub const ALL: [Audience; 4] = [Audience::Red, Audience::Blue, Audience::Spectator, Audience::Lobby];

    /// Whose eyes they see the battle with, if they may see it.
    pub fn viewer(self) -> Option<Viewer> {
        match self {
            Audience::Red => Some(Viewer::Red),
            Audience::Blue => Some(Viewer::Blue),
            Audience::Spectator => Some(Viewer::Spectator),
            Audience::Lobby => None,
        }
    }
}

impl From<Option<Viewer>> for Audience {
    fn from(viewer: Option<Viewer>) -> Self {
        match viewer {
            Some(Viewer::Red) => Audience::Red,
            Some(Viewer::Blue) => Audience::Blue,
            Some(Viewer::Spectator) => Audience::Spectator,
            None => Audience::Lobby,
        }
    }
}

/// One audience of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Topic {
    game: GameId,
    audience: Audience,
}

impl Topic {
    /// This audience of `game`.
    pub fn new(game: GameId, audience: Audience) -> Self {
        Topic { game, audience }
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
    /// Seats or phase have changed: each connection asks anew what it may see. There is no text.
    Rights,
}

/// Carries notices from games to sockets.
pub trait Bus: Send + Sync + 'static {
    /// Sends a notice to all listeners.
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
