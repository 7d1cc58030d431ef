//! The actor of one game: takes one message after the other, and answers when the disk has it.

use super::{
    Battle, Ending, GameRecord, Hall, Phase,
    aside::Memories,
    battle::{Advanced, Stuck, Unloadable},
    clock::Turn,
};
use crate::{
    bus::{Mark, Notice, Topic},
    entropy::UserId,
    storage::{StorageError, StoredGame, Write},
    ws::ServerMessage,
};
use caracole_kernel::{
    At, Piece, Refusal, Side, Viewer,
    dice::{Bytes32, Seed},
    log::Act,
};
use serde_json::Value;
use std::{
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::sync::{mpsc, oneshot};

/// What is asked of a game, and where the answer goes.
#[derive(Debug)]
pub(crate) struct Message {
    pub command: Command,
    pub answer: oneshot::Sender<Result<ServerMessage, Declined>>,
}

/// What can be asked of a game. Sides and users come from the connection.
#[derive(Debug)]
pub(crate) enum Command {
    CatchUp {
        viewer: Viewer,
        seen: u64,
    },
    State {
        viewer: Viewer,
    },
    /// How it looks, or looked after an entry.
    Look {
        viewer: Viewer,
        at: Option<u64>,
    },
    /// The picture of the ground with this fingerprint, now or after an entry.
    Ground {
        viewer: Viewer,
        at: Option<u64>,
        fingerprint: String,
    },
    /// A choice in words.
    Say {
        side: Side,
        after: u64,
        text: String,
    },
    /// Where the choices about a piece lead.
    Reach {
        side: Side,
        piece: Piece,
    },
    /// A piece drawn across the table.
    Drag {
        side: Side,
        piece: Piece,
        way: Vec<At>,
    },
    /// What a viewer wants to have laid over the table, now or after an entry.
    Layers {
        viewer: Viewer,
        wanted: Vec<String>,
        piece: Option<Piece>,
        at: Option<u64>,
    },
    Plan {
        side: Side,
        decision: Value,
    },
    Candidates {
        side: Side,
    },
    Choose {
        side: Side,
        after: u64,
        decision: Value,
    },
    Undo {
        side: Side,
    },
    Resign {
        side: Side,
    },
    OfferDraw {
        side: Side,
    },
    AnswerDraw {
        side: Side,
        agree: bool,
    },
    AskRewind {
        side: Side,
        to: u64,
    },
    AnswerRewind {
        side: Side,
        agree: bool,
    },
    Chat {
        name: String,
        side: Option<Side>,
        text: String,
    },
    Join {
        user: UserId,
        name: String,
        side: Option<Side>,
        invitation: Option<Bytes32>,
        nonce: Option<String>,
    },
    Nonce {
        user: UserId,
        nonce: String,
    },
    Leave {
        user: UserId,
    },
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
        // Nobody can send any more; whoever has sent already is still answered.
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
        let Some(message) = self.aside(message) else { return true };
        let outcome = match self.flag().await {
            Ok(()) => self.obey(message.command).await,
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

    fn broken(&self, error: &str) {
        self.hall.metrics.broken.inc();
        tracing::error!(game = %self.record.id, error, "the game is put away and will be loaded again");
    }

    async fn obey(&mut self, command: Command) -> Answered {
        match command {
            Command::CatchUp { viewer, seen } => self.catch_up(viewer, seen).await,
            Command::State { viewer } => self.off(move |battle| battle.state(viewer)).await,
            // Answered aside once there is a battle.
            Command::Plan { .. }
            | Command::Reach { .. }
            | Command::Drag { .. }
            | Command::Layers { .. }
            | Command::Look { .. }
            | Command::Ground { .. } => Err(Declined::NotNow("The battle has not begun").into()),
            Command::Say { side, after, text } => {
                self.still_at(after)?;
                let advanced = self.off(move |battle| {
                    let decision = battle.session().read_command(side, &text)?;
                    battle.choose(side, decision)
                });
                let advanced = advanced.await??;
                self.settle(advanced, Turn::Chosen, Ending::Battle).await
            }
            Command::Candidates { side } => {
                self.off(move |battle| ServerMessage::Candidates {
                    id: None,
                    entry: battle.session().entries(),
                    decisions: battle.session().candidates(side),
                })
                .await
            }
            Command::Choose { side, after, decision } => {
                self.still_at(after)?;
                let advanced = self.off(move |battle| battle.choose(side, decision)).await??;
                self.settle(advanced, Turn::Chosen, Ending::Battle).await
            }
            Command::Undo { side } => {
                // Once the seed has been shown nothing is taken back.
                self.running()?;
                let undone = self.off(move |battle| {
                    let to = battle.session().undo_to(side)?;
                    battle.act(Act::Undo { side, to })
                });
                let advanced = undone.await??;
                self.settle(advanced, Turn::TakenBack, Ending::Battle).await
            }
            Command::Resign { side } => self.act(Act::Resign { side }, Ending::Battle).await,
            Command::OfferDraw { side } => self.offer_draw(side).await,
            Command::AnswerDraw { side, agree } => self.answer_draw(side, agree).await,
            Command::AskRewind { side, to } => self.ask_rewind(side, to).await,
            Command::AnswerRewind { side, agree } => self.answer_rewind(side, agree).await,
            Command::Chat { name, side, text } => self.say(name, side, text).await,
            Command::Join { user, name, side, invitation, nonce } => {
                self.join(user, name, side, invitation, nonce).await
            }
            Command::Nonce { user, nonce } => self.add_nonce(user, nonce).await,
            Command::Leave { user } => self.leave(user).await,
            Command::Computed { side, after, decision } => self.computed(side, after, decision).await,
        }
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

    fn still_at(&self, after: u64) -> Result<(), Declined> {
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
        if let Some(outcome) = outcome {
            self.record.phase = Phase::Over { outcome, by };
        }
        self.keep(vec![Write::Lines { game: self.record.id, first, lines }]).await?;
        self.hall.metrics.steps.inc();
        self.tell_update(kept).await?;
        self.tell_table();
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
        let viewers: Vec<Viewer> = Viewer::ALL
            .into_iter()
            .filter(|viewer| self.hall.bus.listened(Topic::new(id, *viewer)))
            .collect();
        if viewers.is_empty() {
            return Ok(());
        }
        let mark = Mark::Update { after, entry: self.record.entries };
        let told = self.off(move |battle| {
            let tell = |viewer: Viewer| (viewer, battle.update(viewer, after).text().into());
            viewers.into_iter().map(tell).collect::<Vec<_>>()
        });
        for (viewer, text) in told.await? {
            self.hall.bus.publish(Topic::new(id, viewer), Notice { mark, text });
        }
        Ok(())
    }

    fn tell_table(&self) {
        self.hall.tell_all(self.record.id, Mark::Table, &ServerMessage::Table(Box::new(self.record.table())));
    }

    /// Ends the game of whoever has run out of time.
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
