//! The hall in which games are played: finds a game's actor or wakes it, and knows who is there.

use super::{
    Caller, Computer, Outage,
    actor::{Actor, Command, Declined, Message},
};
use crate::{
    bus::{Audience, Bus, Mark, Notice, Topic},
    entropy::{Entropy, GameId},
    metrics::Metrics,
    storage::Storage,
    time::Clock,
    ws::{Presence, ServerMessage},
};
use caracole_kernel::{AnySystem, dice::Bytes32};
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::sync::{Semaphore, broadcast, mpsc, oneshot};

/// Messages that may wait for one game.
const MAILBOX: usize = 32;
/// How often a game that is being put away is asked again.
const TRIES: usize = 200;
const BETWEEN_TRIES: Duration = Duration::from_millis(10);

/// Everything that games have in common.
pub(crate) struct Hall {
    pub storage: Arc<dyn Storage>,
    pub bus: Arc<dyn Bus>,
    pub clock: Arc<dyn Clock>,
    pub entropy: Arc<dyn Entropy>,
    pub metrics: Arc<Metrics>,
    pub systems: Vec<&'static dyn AnySystem>,
    pub computers: Vec<Arc<dyn Computer>>,
    pub outages: Vec<Outage>,
    /// A game that nobody has asked anything for so long leaves memory.
    pub idle: Duration,
    /// How long a computer player may think.
    pub thinking_time: Duration,
    /// How many of them think at once.
    pub thinkers: Semaphore,
    /// How many questions of players are answered at once beside the games.
    pub askers: Semaphore,
    /// How many questions of onlookers, and of those who look back.
    pub onlookers: Semaphore,
    pub live: Mutex<BTreeMap<GameId, mpsc::Sender<Message>>>,
    pub present: Mutex<BTreeMap<GameId, Presence>>,
    /// Digests of sessions that have just ended: their connections close.
    pub ended: broadcast::Sender<Bytes32>,
}

impl Hall {
    /// The system with this code.
    pub(crate) fn system(&self, code: &str) -> Option<&'static dyn AnySystem> {
        self.systems.iter().copied().find(|system| system.code() == code)
    }

    /// The computer player of this level for a system.
    pub(crate) fn computer(&self, system: &str, level: &str) -> Option<Arc<dyn Computer>> {
        let fits = |computer: &&Arc<dyn Computer>| computer.level() == level && computer.plays(system);
        self.computers.iter().find(fits).map(Arc::clone)
    }

    /// Asks a game for something on behalf of the caller and waits for the answer.
    pub(crate) async fn ask(
        self: &Arc<Self>,
        game: GameId,
        caller: &Caller,
        command: Command,
    ) -> Result<ServerMessage, Declined> {
        let (answer, reply) = oneshot::channel();
        let mut message = Message { caller: Some(caller.clone()), command, answer };
        for _ in 0..TRIES {
            match self.mailbox(game).send(message).await {
                // Dropped without an answer: the game broke, and nobody knows how far it came.
                Ok(()) => return reply.await.unwrap_or(Err(Declined::Unavailable)),
                Err(mpsc::error::SendError(back)) => message = back,
            }
            tokio::time::sleep(BETWEEN_TRIES).await;
        }
        Err(Declined::Unavailable)
    }

    fn mailbox(self: &Arc<Self>, game: GameId) -> mpsc::Sender<Message> {
        let mut live = self.live.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(mailbox) = live.get(&game) {
            return mailbox.clone();
        }
        let (mailbox, messages) = mpsc::channel(MAILBOX);
        live.insert(game, mailbox.clone());
        self.metrics.games.set(i64::try_from(live.len()).unwrap_or(i64::MAX));
        let entry = LiveGame { hall: Arc::clone(self), game };
        let hosting = Arc::clone(self).host(game, mailbox.downgrade(), messages);
        tokio::spawn(async move {
            hosting.await;
            drop(entry);
        });
        mailbox
    }

    /// Runs a game's actor from its loading to its leaving.
    async fn host(
        self: Arc<Self>,
        game: GameId,
        me: mpsc::WeakSender<Message>,
        mut messages: mpsc::Receiver<Message>,
    ) {
        let loaded = match self.storage.game(game).await {
            Ok(Some(stored)) => Actor::load(Arc::clone(&self), stored, me).await.map(Some),
            Ok(None) => Ok(None),
            Err(error) => Err(error.to_string()),
        };
        match loaded {
            Ok(Some(actor)) => actor.run(messages).await,
            Ok(None) => {
                messages.close();
                while let Some(message) = messages.recv().await {
                    drop(message.answer.send(Err(Declined::NoSuchGame)));
                }
            }
            Err(error) => {
                self.metrics.broken.inc();
                tracing::error!(%game, error, "the game cannot be loaded");
                messages.close();
                while let Some(message) = messages.recv().await {
                    drop(message.answer.send(Err(Declined::Unavailable)));
                }
            }
        }
    }

    /// Sends a message that everybody who sees the table may see.
    pub(crate) fn tell_all(&self, game: GameId, mark: Mark, message: &ServerMessage) {
        self.tell(game, &Audience::ALL, mark, message.text());
    }

    /// Sends a message to those who see the battle.
    pub(crate) fn tell_watchers(&self, game: GameId, mark: Mark, message: &ServerMessage) {
        let watchers = Audience::ALL.into_iter().filter(|audience| audience.viewer().is_some());
        self.tell(game, &watchers.collect::<Vec<_>>(), mark, message.text());
    }

    /// Has every connection of a game ask anew what it may see.
    pub(crate) fn tell_rights(&self, game: GameId) {
        self.tell(game, &Audience::ALL, Mark::Rights, String::new());
    }

    fn tell(&self, game: GameId, audiences: &[Audience], mark: Mark, text: String) {
        let text: Arc<str> = text.into();
        for audience in audiences {
            self.bus.publish(Topic::new(game, *audience), Notice { mark, text: Arc::clone(&text) });
        }
    }

    /// Somebody comes, or goes.
    pub(crate) fn attend(&self, game: GameId, audience: Audience, change: Attendance) {
        let presence = {
            let mut present = self.present.lock().unwrap_or_else(PoisonError::into_inner);
            let presence = present.entry(game).or_default();
            let count = match audience {
                Audience::Red => &mut presence.red,
                Audience::Blue => &mut presence.blue,
                Audience::Spectator | Audience::Lobby => &mut presence.spectators,
            };
            *count = match change {
                Attendance::Comes => count.saturating_add(1),
                Attendance::Goes => count.saturating_sub(1),
            };
            let presence = *presence;
            if presence == Presence::default() {
                present.remove(&game);
            }
            presence
        };
        // A crowd need not hear of everybody who joins it.
        let crowd = presence.spectators;
        let one_of_many = matches!(audience, Audience::Spectator | Audience::Lobby);
        if one_of_many && crowd > 32 && !crowd.is_multiple_of(64) {
            return;
        }
        self.tell_all(game, Mark::Table, &ServerMessage::Presence(presence));
    }
}

/// A game's place among those in memory, given up however its actor ends.
struct LiveGame {
    hall: Arc<Hall>,
    game: GameId,
}

impl Drop for LiveGame {
    fn drop(&mut self) {
        let mut live = self.hall.live.lock().unwrap_or_else(PoisonError::into_inner);
        live.remove(&self.game);
        self.hall.metrics.games.set(i64::try_from(live.len()).unwrap_or(i64::MAX));
    }
}

/// Whether somebody comes or goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Attendance {
    Comes,
    Goes,
}
