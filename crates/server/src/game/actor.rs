//! The actor of one game: takes one message after the other, and answers when the disk has it.

use super::{
    Battle, Caller, Ending, GameRecord, Hall, Phase, Standing,
    aside::Memories,
    battle::{Advanced, Stuck, Unloadable},
    clock::Turn,
};
use crate::{
    bus::{Audience, Mark, Notice, Topic},
    entropy::GameId,
    storage::{StorageError, StoredGame, Write},
    ws::{PROTOCOL, ServerMessage},
};
use caracole_kernel::{At, Piece, Refusal, Side, Viewer, dice::Seed, log::Act};
use serde_json::Value;
use std::{
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::sync::{mpsc, oneshot};

/// What is asked of a game, by whom, and where the answer goes.
#[derive(Debug)]
pub(crate) struct Message {
    /// Nobody but the game itself asks without a caller.
    pub caller: Option<Caller>,
    pub command: Command,
    pub answer: oneshot::Sender<Result<ServerMessage, Declined>>,
}

/// What can be asked of a game. Nothing here says who asks: what the caller may do is worked out from the record.
#[derive(Debug)]
pub(crate) enum Command {
    /// What the caller is at this game now.
    Standing,
    CatchUp {
        seen: u64,
    },
    State,
    /// How it looks, or looked after an entry.
    Look {
        at: Option<u64>,
    },
    /// The picture of the ground with this fingerprint, now or after an entry.
    Ground {
        at: Option<u64>,
        fingerprint: String,
    },
    /// A choice in words.
    Say {
        after: u64,
        text: String,
    },
    /// Where the choices about a piece lead.
    Reach {
        piece: Piece,
    },
    /// A piece drawn across the table.
    Drag {
        piece: Piece,
        way: Vec<At>,
    },
    /// What a viewer wants to have laid over the table, now or after an entry.
    Layers {
        wanted: Vec<String>,
        piece: Option<Piece>,
        at: Option<u64>,
    },
    Plan {
        decision: Value,
    },
    Candidates,
    Choose {
        after: u64,
        decision: Value,
    },
    Undo {
        after: u64,
    },
    Resign,
    OfferDraw,
    AnswerDraw {
        after: u64,
        agree: bool,
    },
    AskRewind {
        after: u64,
        to: Option<u64>,
    },
    AnswerRewind {
        after: u64,
        to: u64,
        agree: bool,
    },
    Chat {
        text: String,
    },
    Join {
        side: Option<Side>,
        nonce: Option<String>,
    },
    Nonce {
        nonce: String,
    },
    Leave,
    /// The choice of a computer player, from the game to itself.
    Computed {
        side: Side,
        after: u64,
        decision: Option<Value>,
    },
}

/// Why a game did not do it.
#[derive(Debug)]
pub(crate) enum Declined {
    /// A rule forbids it.
    Refused(Box<Refusal>),
    /// It is not the time for it.
    NotNow(&'static str),
    /// The asker may not.
    NotYours(&'static str),
    /// Something happened meanwhile.
    Stale { entry: u64 },
    /// What was given is wrong.
    Wrong(&'static str),
    /// The caller's session has ended.
    SignedOut,
    /// There is none.
    NoSuchGame,
    /// There is no such thing at this game.
    NoSuchThing,
    /// The game cannot go on for the moment.
    Unavailable,
}

impl From<Stuck> for Failure {
    fn from(stuck: Stuck) -> Self {
        match stuck {
            Stuck::Refused(refusal) => Failure::Declined(Declined::Refused(Box::new(refusal))),
            Stuck::Dice(what) => Failure::Broken(what),
        }
    }
}

/// How a command can fail: harmlessly, or so that memory and disk may differ and the game must be loaded again.
pub(super) enum Failure {
    Declined(Declined),
    Broken(String),
}

impl From<Declined> for Failure {
    fn from(declined: Declined) -> Self {
        Failure::Declined(declined)
    }
}

impl From<StorageError> for Failure {
    fn from(error: StorageError) -> Self {
        Failure::Broken(error.to_string())
    }
}

pub(super) type Answered = Result<ServerMessage, Failure>;

/// One game in memory.
pub(crate) struct Actor {
    pub(super) hall: Arc<Hall>,
    pub(super) record: GameRecord,
    pub(super) setup: Value,
    pub(super) seed: Seed,
    pub(super) battle: Option<Box<Battle>>,
    pub(super) memories: Arc<Mutex<Memories>>,
    pub(super) awaited: Option<Side>,
    pub(super) thinking: bool,
    pub(super) me: mpsc::WeakSender<Message>,
}

impl Actor {
    /// A game from the storage.
    pub(crate) async fn load(
        hall: Arc<Hall>,
        stored: StoredGame,
        me: mpsc::WeakSender<Message>,
    ) -> Result<Self, String> {
        let StoredGame { record, setup, seed } = stored;
        let memories = Arc::default();
        let (battle, awaited, thinking) = (None, None, false);
        let mut actor = Actor { hall, record, setup, seed, battle, memories, awaited, thinking, me };
        if matches!(actor.record.phase, Phase::Running | Phase::Over { .. }) {
            let lines = actor.hall.storage.lines(actor.record.id).await.map_err(|e| e.to_string())?;
            let system = actor.hall.system(&actor.record.system).ok_or("its system is not played here")?;
            let loaded = tokio::task::spawn_blocking(move || -> Result<_, Unloadable> {
                let battle = Battle::load(system, &lines, seed)?;
                let awaited = battle.awaited();
                Ok((Box::new(battle), awaited))
            });
            let (battle, awaited) = loaded.await.map_err(|e| e.to_string())?.map_err(|e| e.to_string())?;
            actor.battle = Some(battle);
            actor.awaited = awaited;
        }
        Ok(actor)
    }

    /// Takes messages until nobody has wanted anything for a while.
    pub(crate) async fn run(mut self, mut mailbox: mpsc::Receiver<Message>) {
        self.think();
        loop {
            let wait = self.patience();
            let message = match tokio::time::timeout(wait, mailbox.recv()).await {
                Ok(Some(message)) => message,
                Ok(None) => return,
                Err(_) => {
                    if let Err(Failure::Broken(error)) = self.flag().await {
                        return self.broken(&error);
                    }
                    if wait == self.hall.idle && !self.thinking {
                        break;
                    }
                    continue;
                }
            };
            if !self.take(message).await {
                return;
            }
        }
        // Nobody can send any more; messages sent before are still answered.
        mailbox.close();
        while let Some(message) = mailbox.recv().await {
            if !self.take(message).await {
                return;
            }
        }
    }

    /// How long to wait: until a clock falls, or until the game is put away.
    fn patience(&self) -> Duration {
        let left = self
            .record
            .clocks
            .as_ref()
            .and_then(|clocks| clocks.left(self.hall.clock.now(), &self.hall.outages));
        match left {
            // A moment later than the fall, so that it has happened.
            Some(left) if self.record.phase == Phase::Running => {
                self.hall.idle.min(left + Duration::from_millis(2))
            }
            _ => self.hall.idle,
        }
    }

    /// Carries out one message. `false` when the game must be loaded again.
    async fn take(&mut self, message: Message) -> bool {
        let standing = match self.admit(&message).await {
            Ok(standing) => standing,
            Err(declined) => {
                drop(message.answer.send(Err(declined)));
                return true;
            }
        };
        let Some(message) = self.aside(message, standing) else { return true };
        let outcome = match self.flag().await {
            Ok(()) => match message.caller {
                Some(caller) => self.obey(&caller, standing, message.command).await,
                None => self.obey_itself(message.command).await,
            },
            Err(failure) => Err(failure),
        };
        let (answer, sound) = match outcome {
            Ok(answer) => (Ok(answer), true),
            Err(Failure::Declined(declined)) => (Err(declined), true),
            Err(Failure::Broken(error)) => {
                self.broken(&error);
                (Err(Declined::Unavailable), false)
            }
        };
        // The asker may have gone; what was done stays done.
        drop(message.answer.send(answer));
        sound
    }

    /// What the caller of a message is at this game; nothing for those who may not know of it.
    async fn admit(&mut self, message: &Message) -> Result<Standing, Declined> {
        let Some(caller) = &message.caller else { return Ok(Standing::Stranger) };
        let standing = self.record.standing(caller);
        let invited = matches!(message.command, Command::Join { .. })
            && caller.invitation == Some(self.record.invitations.play);
        if !self.record.is_known_to(standing) && !invited {
            return Err(Declined::NoSuchGame);
        }
        if message.command.changes() {
            let session = self.hall.storage.session(caller.session, self.hall.clock.now());
            return match session.await {
                Ok(Some(_)) => Ok(standing),
                Ok(None) => Err(Declined::SignedOut),
                Err(_) => Err(Declined::Unavailable),
            };
        }
        Ok(standing)
    }

    fn broken(&self, error: &str) {
        self.hall.metrics.broken.inc();
        tracing::error!(game = %self.record.id, error, "the game is put away and will be loaded again");
        // What was kept may not have been told: the connections ask the game that is loaded next.
        self.hall.tell_rights(self.record.id);
    }

    /// Carries out what the game asks of itself.
    async fn obey_itself(&mut self, command: Command) -> Answered {
        match command {
            Command::Computed { side, after, decision } => self.computed(side, after, decision).await,
            _ => Err(Declined::Unavailable.into()),
        }
    }

    async fn obey(&mut self, caller: &Caller, standing: Standing, command: Command) -> Answered {
        match command {
            Command::Standing => Ok(self.welcome(caller, standing)),
            Command::CatchUp { seen } => self.catch_up(standing.watcher()?, seen).await,
            Command::State => {
                let viewer = standing.watcher()?;
                self.off(move |battle| battle.state(viewer)).await
            }
            // Answered aside once there is a battle.
            Command::Look { .. } | Command::Ground { .. } | Command::Layers { .. } => {
                standing.watcher()?;
                Err(Declined::NotNow("The battle has not begun").into())
            }
            Command::Plan { .. } | Command::Reach { .. } | Command::Drag { .. } => {
                standing.player()?;
                Err(Declined::NotNow("The battle has not begun").into())
            }
            Command::Say { after, text } => self.choose_by_words(standing.player()?, after, text).await,
            Command::Candidates => self.candidates(standing.player()?).await,
            Command::Choose { after, decision } => {
                let side = standing.player()?;
                self.still_at(after)?;
                let advanced = self.off(move |battle| battle.choose(side, decision)).await??;
                self.settle(advanced, Turn::Chosen, Ending::Battle).await
            }
            Command::Undo { after } => self.undo(standing.player()?, after).await,
            Command::Resign => self.act(Act::Resign { side: standing.player()? }, Ending::Battle).await,
            Command::OfferDraw => self.offer_draw(standing.player()?).await,
            Command::AnswerDraw { after, agree } => self.answer_draw(standing.player()?, after, agree).await,
            Command::AskRewind { after, to } => self.ask_rewind(standing.player()?, after, to).await,
            Command::AnswerRewind { after, to, agree } => {
                self.answer_rewind(standing.player()?, (after, to), agree).await
            }
            Command::Chat { text } => {
                let side = standing.watcher()?.side();
                self.say(caller.name.clone(), side, text).await
            }
            Command::Join { side, nonce } => self.join(caller, side, nonce).await,
            Command::Nonce { nonce } => self.add_nonce(caller.user, nonce).await,
            Command::Leave => self.leave(caller.user).await,
            Command::Computed { .. } => Err(Declined::NotYours("Only the game itself may do this").into()),
        }
    }

    fn welcome(&self, caller: &Caller, standing: Standing) -> ServerMessage {
        let game = Box::new(self.record.info(caller.user));
        ServerMessage::Welcome { protocol: PROTOCOL, viewer: Audience::from(standing.viewer()), game }
    }

    async fn choose_by_words(&mut self, side: Side, after: u64, text: String) -> Answered {
        self.still_at(after)?;
        let advanced = self.off(move |battle| {
            let decision = battle.session().read_command(side, &text)?;
            battle.choose(side, decision)
        });
        let advanced = advanced.await??;
        self.settle(advanced, Turn::Chosen, Ending::Battle).await
    }

    async fn candidates(&mut self, side: Side) -> Answered {
        self.off(move |battle| ServerMessage::Candidates {
            id: None,
            entry: battle.session().entries(),
            decisions: battle.session().candidates(side),
        })
        .await
    }

    /// Thinks about the battle on a thread where nobody waits behind it.
    pub(super) async fn off<T: Send + 'static>(
        &mut self,
        think: impl FnOnce(&mut Battle) -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let mut battle = self.battle.take().ok_or(Declined::NotNow("The battle has not begun"))?;
        let thought = tokio::task::spawn_blocking(move || {
            let thought = think(&mut battle);
            (battle, thought)
        });
        // Rules code that panicked took its battle with it: the log still has it.
        let (battle, thought) = thought.await.map_err(|e| Failure::Broken(e.to_string()))?;
        self.battle = Some(battle);
        Ok(thought)
    }

    pub(super) fn still_at(&self, after: u64) -> Result<(), Declined> {
        match &self.record.phase {
            Phase::Running if after == self.record.entries => Ok(()),
            Phase::Running => Err(Declined::Stale { entry: self.record.entries }),
            Phase::Gathering => Err(Declined::NotNow("The battle has not begun")),
            // The kernel says how it ended.
            Phase::Over { .. } | Phase::Abandoned => Ok(()),
        }
    }

    pub(super) fn running(&self) -> Result<(), Declined> {
        match &self.record.phase {
            Phase::Running => Ok(()),
            Phase::Gathering => Err(Declined::NotNow("The battle has not begun")),
            Phase::Over { .. } | Phase::Abandoned => Err(Declined::NotNow("The battle is over")),
        }
    }

    async fn catch_up(&mut self, viewer: Viewer, seen: u64) -> Answered {
        if self.battle.is_none() {
            return Ok(ServerMessage::Update {
                entry: 0,
                after: 0,
                events: Vec::new(),
                casts: Vec::new(),
                awaiting: None,
            });
        }
        self.off(move |battle| {
            let common = battle.common(seen);
            battle.update(viewer, common)
        })
        .await
    }

    pub(super) async fn act(&mut self, act: Act<Value>, by: Ending) -> Answered {
        self.running()?;
        let turn = match act.goes_back_to() {
            Some(_) => Turn::TakenBack,
            None => Turn::Chosen,
        };
        let advanced = self.off(move |battle| battle.act(act)).await??;
        self.settle(advanced, turn, by).await
    }

    /// Writes down what happened, waits for the disk, tells everybody, and lets the computer think.
    pub(super) async fn settle(&mut self, advanced: Advanced, turn: Turn, by: Ending) -> Answered {
        let now = self.hall.clock.now();
        let Advanced { first, lines, entries, awaited, outcome, kept } = advanced;
        self.awaited = awaited;
        self.record.entries = entries;
        self.record.offers = Default::default();
        if let (Some(rule), Some(clocks)) = (self.record.rule, &mut self.record.clocks) {
            clocks.pass(rule, awaited, turn, now, &self.hall.outages);
        }
        let ends = outcome.is_some();
        if let Some(outcome) = outcome {
            self.record.phase = Phase::Over { outcome, by };
        }
        self.keep(vec![Write::Lines { game: self.record.id, first, lines }]).await?;
        self.hall.metrics.steps.inc();
        self.tell_update(kept).await?;
        self.tell_table();
        if ends {
            self.hall.tell_rights(self.record.id);
        }
        self.think();
        Ok(ServerMessage::Done { id: None, entry: entries })
    }

    /// Keeps the record together with other writes.
    pub(super) async fn keep(&mut self, mut writes: Vec<Write>) -> Result<(), Failure> {
        self.record.updated = self.hall.clock.now();
        writes.push(Write::Record(Box::new(self.record.clone())));
        Ok(self.hall.storage.commit(writes).await?)
    }

    pub(super) async fn keep_and_tell(&mut self) -> Answered {
        self.keep(Vec::new()).await?;
        self.tell_table();
        Ok(ServerMessage::Done { id: None, entry: self.record.entries })
    }

    async fn tell_update(&mut self, after: u64) -> Result<(), Failure> {
        let id = self.record.id;
        let listens = |viewer: &Viewer| self.hall.bus.listened(topic(id, *viewer));
        let viewers: Vec<Viewer> = Viewer::ALL.into_iter().filter(listens).collect();
        if viewers.is_empty() {
            return Ok(());
        }
        let mark = Mark::Update { after, entry: self.record.entries };
        let told = self.off(move |battle| {
            let tell = |viewer: Viewer| (viewer, battle.update(viewer, after).text().into());
            viewers.into_iter().map(tell).collect::<Vec<_>>()
        });
        for (viewer, text) in told.await? {
            self.hall.bus.publish(topic(id, viewer), Notice { mark, text });
        }
        Ok(())
    }

    fn tell_table(&self) {
        self.hall.tell_all(self.record.id, Mark::Table, &ServerMessage::Table(Box::new(self.record.table())));
    }

    /// Ends the game if a player has run out of time.
    async fn flag(&mut self) -> Result<(), Failure> {
        if self.record.phase != Phase::Running {
            return Ok(());
        }
        let fallen = self.record.clocks.as_ref();
        let fallen = fallen.and_then(|clocks| clocks.fallen(self.hall.clock.now(), &self.hall.outages));
        if let Some(side) = fallen {
            tracing::info!(game = %self.record.id, %side, "time is up");
            self.act(Act::OutOfTime { side }, Ending::Time).await?;
        }
        Ok(())
    }
}

fn topic(game: GameId, viewer: Viewer) -> Topic {
    Topic::new(game, Audience::from(Some(viewer)))
}
