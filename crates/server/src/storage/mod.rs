//! What is kept, behind a narrow interface: whole writes that are on disk when they are answered, and reads.

mod sqlite;

pub use sqlite::{Sqlite, backup};

use crate::{
    entropy::{GameId, UserId},
    game::{ChatLine, GameRecord, Outage},
    time::Millis,
};
use caracole_kernel::dice::{Bytes32, Seed};
use serde_json::Value;
use std::{future::Future, pin::Pin};

/// An answer of the storage.
pub type Answer<T> = Pin<Box<dyn Future<Output = Result<T, StorageError>> + Send>>;

/// Where games, users and sessions are kept.
pub trait Storage: Send + Sync + 'static {
    /// Carries out all of these writes or none. Once it answers `Ok` they survive a crash of the machine.
    fn commit(&self, writes: Vec<Write>) -> Answer<()>;
    /// A user by name, whatever the case of its letters.
    fn account(&self, name: &str) -> Answer<Option<Account>>;
    /// Whose session this is, if it has not expired.
    fn session(&self, digest: Bytes32, now: Millis) -> Answer<Option<Member>>;
    /// A game with what never changes of it.
    fn game(&self, id: GameId) -> Answer<Option<StoredGame>>;
    /// What changes of a game.
    fn record(&self, id: GameId) -> Answer<Option<GameRecord>>;
    /// The lines of a game's log, header first.
    fn lines(&self, id: GameId) -> Answer<Vec<String>>;
    /// What was said at a game after line `after`.
    fn chat(&self, id: GameId, after: u64) -> Answer<Vec<ChatLine>>;
    /// A page of a listing, the latest games first.
    fn games(&self, listing: Listing, page: Page) -> Answer<Vec<GameRecord>>;
    /// When the server was down.
    fn outages(&self) -> Answer<Vec<Outage>>;
}

/// Something to be kept.
#[derive(Clone, Debug)]
pub enum Write {
    /// A new guest.
    Guest(Member),
    /// A guest becomes an account; refused when the name is taken.
    Account(Account),
    /// A session begins.
    Session {
        /// Digest of its token.
        digest: Bytes32,
        /// Whose it is.
        user: UserId,
        /// When it ends by itself.
        expires: Millis,
    },
    /// A session ends.
    EndSession(Bytes32),
    /// A new game.
    Game(Box<StoredGame>),
    /// A game's record as it is now.
    Record(Box<GameRecord>),
    /// Lines of a game's log; refused when any of them is there already.
    Lines {
        /// The game.
        game: GameId,
        /// Number of the first; the header is 0.
        first: u64,
        /// The lines.
        lines: Vec<String>,
    },
    /// Something said.
    Chat(GameId, ChatLine),
    /// The server is alive; sessions that have expired go.
    Alive(Millis),
}

/// Somebody who has a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Who.
    pub user: UserId,
    /// The name that others see.
    pub name: String,
    /// Whether the name is kept by a password.
    pub account: bool,
}

/// An account.
#[derive(Clone, PartialEq, Eq)]
pub struct Account {
    /// Who.
    pub user: UserId,
    /// The name.
    pub name: String,
    /// The password's hash with its salt and parameters.
    pub password: String,
}

/// Passwords do not print themselves, not even hashed.
impl std::fmt::Debug for Account {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Account").field("user", &self.user).field("name", &self.name).finish_non_exhaustive()
    }
}

/// A game with what never changes of it.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// What changes.
    pub record: GameRecord,
    /// What the battle starts from.
    pub setup: Value,
    /// The secret behind the dice.
    pub seed: Seed,
}

/// Which games are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// Those that wait for a player and may be joined without invitation.
    Open,
    /// Those that this user plays or has made.
    Own(UserId),
    /// Those under way or over that anybody may watch.
    Watchable,
}

/// Which part of a listing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// Only games that come after this one in the listing.
    pub after: Option<(Millis, GameId)>,
    /// How many at most.
    pub most: u32,
}

/// Why the storage did not do it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StorageError {
    /// It is there already.
    #[error("it is there already")]
    Conflict,
    /// The storage itself failed.
    #[error("the storage failed: {0}")]
    Failed(String),
}
