//! The battle itself with its log and its dice: everything in a game that costs time to think about.

use crate::ws::ServerMessage;
use caracole_kernel::{
    AnySession, AnySystem, Awaiting, Outcome, Refusal, Side, Step, Viewer,
    dice::{Commitment, Seed, Verifiable},
    log::{self, Act, Limits, Writer},
};
use serde_json::Value;

/// A battle under way, with all that is needed to go on with it.
pub(crate) struct Battle {
    session: Box<dyn AnySession>,
    writer: Writer,
    dice: Verifiable,
    seed: Seed,
}

/// What came of an act.
#[derive(Debug)]
pub(crate) struct Advanced {
    /// Number of the first new line.
    pub first: u64,
    /// The new lines of the log.
    pub lines: Vec<String>,
    /// Entries now.
    pub entries: u64,
    /// Whose choice is awaited.
    pub awaited: Option<Side>,
    /// How it ended, if it has.
    pub outcome: Option<Outcome>,
    /// The last entry that still counts of those before.
    pub kept: u64,
}

/// Why a battle could not go on.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Stuck {
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The session is ahead of the log: it must be loaded again.
    #[error("the dice could not be thrown: {0}")]
    Dice(String),
}

/// Why a kept battle cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unloadable {
    #[error("its log is damaged: {0}")]
    Damaged(log::Damage),
    #[error("its log does not replay: {0}")]
    Fault(log::Fault),
    #[error("its log promises no dice")]
    NoDice,
}

impl Battle {
    /// Starts a battle: its first lines, and where it stands.
    pub(crate) fn start(
        system: &dyn AnySystem,
        setup: Value,
        seed: Seed,
        commitment: Commitment,
        take_backs: bool,
    ) -> Result<(Self, Advanced), Stuck> {
        let mut session = system.start(setup)?;
        if take_backs {
            session.allow_take_backs();
        }
        let dice = Verifiable::new(&seed, &commitment.nonces);
        let (writer, header) = Writer::begin(&session.header(Some(commitment)));
        let mut battle = Battle { session, writer, dice, seed };
        let mut advanced = battle.go_on(0)?;
        advanced.first = 0;
        advanced.lines.insert(0, header);
        Ok((battle, advanced))
    }

    /// A battle from the lines of its log.
    pub(crate) fn load(system: &dyn AnySystem, lines: &[String], seed: Seed) -> Result<Self, Unloadable> {
        let mut text = String::with_capacity(lines.iter().map(|line| line.len() + 1).sum());
        for line in lines {
            text.push_str(line);
            text.push('\n');
        }
        let log = log::read(text.as_bytes(), Limits::default()).map_err(Unloadable::Damaged)?;
        if let Some(damage) = log.damage {
            return Err(Unloadable::Damaged(damage));
        }
        let writer = Writer::resume(log.sum.clone());
        let promise = log.header.dice.clone().ok_or(Unloadable::NoDice)?;
        let replay = system.replay(log).map_err(Unloadable::Fault)?;
        if let Some(fault) = replay.fault {
            return Err(Unloadable::Fault(fault));
        }
        Ok(Battle { session: replay.session, writer, dice: Verifiable::new(&seed, &promise.nonces), seed })
    }

    pub(crate) fn session(&self) -> &dyn AnySession {
        &*self.session
    }

    /// Whose choice is awaited.
    pub(crate) fn awaited(&self) -> Option<Side> {
        match self.session.awaiting(Viewer::Spectator) {
            Awaiting::Decision { side, .. } => Some(side),
            _ => None,
        }
    }

    /// A player's choice and the dice that follow from it.
    pub(crate) fn choose(&mut self, side: Side, decision: Value) -> Result<Advanced, Stuck> {
        self.act(Act::Step(Step::Choose { side, decision }))
    }

    /// Any act and the dice that follow from it.
    pub(crate) fn act(&mut self, act: Act<Value>) -> Result<Advanced, Stuck> {
        let before = self.session.entries();
        let kept = act.goes_back_to().unwrap_or(before);
        self.session.act(act)?;
        let mut advanced = self.go_on(before)?;
        advanced.kept = kept;
        Ok(advanced)
    }

    /// Throws dice until a player must choose, and writes down what happened since entry `before`.
    fn go_on(&mut self, before: u64) -> Result<Advanced, Stuck> {
        let awaited = loop {
            match self.session.awaiting(Viewer::Spectator) {
                Awaiting::Dice(_) => {
                    self.session.throw(&mut self.dice).map_err(|failed| Stuck::Dice(failed.to_string()))?;
                }
                Awaiting::Decision { side, .. } => break Some(side),
                Awaiting::Nothing(_) => break None,
            }
        };
        let record = self.session.record(before);
        let mut lines: Vec<_> = record.iter().map(|entry| self.writer.entry(entry)).collect();
        if let Some(end) = self.session.end(Some(self.seed)) {
            lines.push(self.writer.end(&end));
        }
        Ok(Advanced {
            first: before + 1,
            lines,
            entries: self.session.entries(),
            awaited,
            outcome: self.session.outcome(),
            kept: before,
        })
    }

    /// What happened after entry `after`, as one viewer may see it.
    pub(crate) fn update(&self, viewer: Viewer, after: u64) -> ServerMessage {
        ServerMessage::Update {
            entry: self.session.entries(),
            after,
            events: self.session.report(viewer, after),
            casts: self.session.casts(viewer, after),
            awaiting: Some(self.session.awaiting(viewer)),
        }
    }

    /// How it stands, as one viewer may see it.
    pub(crate) fn state(&self, viewer: Viewer) -> ServerMessage {
        ServerMessage::State {
            id: None,
            entry: self.session.entries(),
            view: self.session.view(viewer),
            awaiting: self.session.awaiting(viewer),
        }
    }

    /// The last entry that somebody who has seen everything up to `seen` can still build on.
    pub(crate) fn common(&self, seen: u64) -> u64 {
        let seen = seen.min(self.session.entries());
        let back = self.session.record(seen).iter().filter_map(|entry| entry.act.goes_back_to()).min();
        back.map_or(seen, |to| to.min(seen))
    }
}
