//! The battle itself with its log and its dice: everything in a game that costs time to think about.

use super::{foresight, luck};
use crate::ws::{Reach, ServerMessage, Sight};
use caracole_kernel::{
    AnySession, AnySystem, At, Awaiting, Outcome, Piece, Refusal, Side, Step, Viewer,
    dice::{Commitment, Seed, Verifiable},
    log::{self, Act, Limits, Writer},
};
use serde_json::Value;

/// The most choices that a sight lists.
const MOST_OFFERS: usize = 400;

/// The most choices about one piece whose ends are shown at once.
const MOST_REACHED: usize = 120;

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
    ) -> Result<(Self, Advanced), Stuck> {
        let session = system.start(setup)?;
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
            casts: self.session.casts(after),
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

    /// How it looks to one viewer, now or after an entry.
    pub(crate) fn look(&self, viewer: Viewer, at: Option<u64>) -> Result<ServerMessage, Refusal> {
        let entries = self.session.entries();
        let past = at.filter(|entry| *entry != entries).map(|entry| self.session.at(entry)).transpose()?;
        let entry = at.unwrap_or(entries);
        let (session, is_past): (&dyn AnySession, bool) = match &past {
            Some(past) => (&**past, true),
            None => (&*self.session, false),
        };
        let side = viewer.side().filter(|_| !is_past);
        let mut offers = side.map(|side| session.offers(side)).unwrap_or_default();
        let more = offers.len().saturating_sub(MOST_OFFERS);
        offers.truncate(MOST_OFFERS);
        let mut casts = self.session.casts(0);
        casts.retain(|cast| cast.entry <= entry);
        Ok(ServerMessage::Sight(Box::new(Sight {
            id: None,
            entry,
            past: is_past,
            scene: session.scene(viewer),
            awaiting: session.awaiting(viewer),
            prompt: session.prompt(viewer),
            offers,
            more,
            undo: side.is_some_and(|side| session.undo_to(side).is_ok()),
            luck: luck::of(&casts),
        })))
    }

    /// The picture of the ground that a sight named, if it is still there.
    pub(crate) fn ground(&self, viewer: Viewer, at: Option<u64>, fingerprint: &str) -> Option<ServerMessage> {
        let past = at.and_then(|entry| self.session.at(entry).ok());
        let session = past.as_deref().unwrap_or(&*self.session);
        let scene = session.scene(viewer)?;
        (scene.ground == fingerprint).then(|| ServerMessage::Ground { svg: session.ground() })
    }

    /// Where the choices about a piece lead.
    pub(crate) fn reach(&self, side: Side, piece: &Piece) -> ServerMessage {
        let offers = self.session.offers(side);
        let about = offers.iter().take(MOST_OFFERS).enumerate();
        let choices = about
            .filter(|(_, offer)| offer.wording.about.contains(piece))
            .take(MOST_REACHED)
            .filter_map(|(place, offer)| {
                let overlays = self.session.overlays(side, &offer.decision).ok()?;
                (!overlays.is_empty()).then_some(Reach { offer: place, overlays })
            })
            .collect();
        ServerMessage::Reach { id: None, entry: self.session.entries(), choices }
    }

    /// The choice that a piece drawn across the table stands for; `None` where pieces are not moved by hand.
    pub(crate) fn drag(
        &self,
        side: Side,
        piece: &Piece,
        way: [At; 2],
    ) -> Option<Result<ServerMessage, Refusal>> {
        let mut stopped = None;
        for offer in self.session.drag(side, piece, way) {
            match self.session.overlays(side, &offer.decision) {
                Ok(overlays) => {
                    return Some(Ok(ServerMessage::Dragged {
                        id: None,
                        entry: self.session.entries(),
                        offer: Box::new(offer),
                        overlays,
                        stopped: stopped.map(Box::new),
                    }));
                }
                // The first refusal says what stands in the way of what was wanted.
                Err(refusal) => stopped = stopped.or(Some(refusal)),
            }
        }
        stopped.map(Err)
    }

    /// What would come of a choice.
    pub(crate) fn plan(&self, side: Side, decision: &Value) -> Result<ServerMessage, Refusal> {
        let plan = self.session.plan(side, decision)?;
        let overlays = self.session.overlays(side, decision)?;
        let foresight = foresight::of(&*self.session, side, decision).map(Box::new);
        Ok(ServerMessage::Plan { id: None, plan, overlays, foresight })
    }

    /// The last entry that somebody who has seen everything up to `seen` can still build on.
    pub(crate) fn common(&self, seen: u64) -> u64 {
        let seen = seen.min(self.session.entries());
        let back = self.session.record(seen).iter().filter_map(|entry| entry.act.goes_back_to()).min();
        back.map_or(seen, |to| to.min(seen))
    }
}
