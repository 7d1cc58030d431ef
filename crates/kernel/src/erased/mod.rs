//! Any system behind one interface: JSON in, JSON out. Clients drive battles through it and know no rules.

mod chances;
mod record;
mod rules;
mod scenery;
mod views;
mod words;

pub use chances::AnyChances;
pub use record::{AnyRecord, WayBack};
pub use rules::AnyRules;
pub use scenery::AnyScenery;
pub use views::{AnyViews, Cast, Shown, Told};
pub use words::AnyWords;

use crate::{
    Battle, Refusal, RulesVersion, Session, Side, System, Viewer,
    log::{self, Fault, Hashes, Log},
};
use caracole_ledger::rule;
use schemars::{Schema, schema_for};
use serde::Serialize;
use serde_json::Value;
use std::{any::Any, marker::PhantomData};

/// A rule system, whichever it is.
pub trait AnySystem: Sync {
    /// Its code.
    fn code(&self) -> &'static str;
    /// Its name.
    fn title(&self) -> &'static str;
    /// The rules that new battles get.
    fn rules(&self) -> RulesVersion;
    /// Starts a battle from a setup.
    fn start(&self, setup: Value) -> Result<Box<dyn AnySession>, Refusal>;
    /// A legal setup by number, for random battles, if the system makes them.
    fn random_setup(&self, number: u64) -> Option<Value>;
    /// Replays a log.
    fn replay(&self, log: Log) -> Result<AnyReplay, Fault>;
    /// The schemas of its messages by name: `setup`, `decision`, `request`, `event`, `view`.
    fn schemas(&self) -> Vec<(&'static str, Schema)>;
}

/// A battle with its record, of whichever system.
pub trait AnySession: AnyRules + AnyViews + AnyWords + AnyScenery + AnyChances + AnyRecord + Send {
    /// The system's code.
    fn system(&self) -> &'static str;
    /// The session as it is, for [`battle_of`].
    fn as_any(&self) -> &dyn Any;
}

/// The battle of a session, if it is one of system `S`: for computer players, who know their system.
pub fn battle_of<S: System>(session: &dyn AnySession) -> Option<&Battle<S>> {
    session.as_any().downcast_ref::<Table<S>>().map(|table| table.session.battle())
}

/// A log replayed, of whichever system.
pub struct AnyReplay {
    /// The battle as far as the replay went.
    pub session: Box<dyn AnySession>,
    /// What was made of the state hashes.
    pub hashes: Hashes,
    /// What was made of the dice.
    pub dice: log::Dice,
    /// Migrations that were needed.
    pub migrations: Vec<&'static str>,
    /// Why the replay stopped, if it did.
    pub fault: Option<Fault>,
}

/// Makes an [`AnySystem`] of a [`System`].
#[derive(Debug)]
pub struct Erased<S>(PhantomData<fn() -> S>);

impl<S> Erased<S> {
    /// The system behind the interface.
    pub const fn new() -> Self {
        Erased(PhantomData)
    }
}

impl<S> Default for Erased<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: System> AnySystem for Erased<S>
where
    S::Setup: Send,
{
    fn code(&self) -> &'static str {
        S::CODE
    }

    fn title(&self) -> &'static str {
        S::TITLE
    }

    fn rules(&self) -> RulesVersion {
        S::RULES
    }

    fn start(&self, setup: Value) -> Result<Box<dyn AnySession>, Refusal> {
        let setup = serde_json::from_value(setup).map_err(|e| malformed("setup", &e))?;
        Ok(Box::new(Table::<S>::over(Session::start(setup)?)))
    }

    fn random_setup(&self, number: u64) -> Option<Value> {
        S::random_setup(number).map(|setup| to_json(&setup))
    }

    fn replay(&self, log: Log) -> Result<AnyReplay, Fault> {
        let replay = log::replay::<S>(log)?;
        let mut table = Table::over(replay.session);
        table.history = replay.happened;
        Ok(AnyReplay {
            session: Box::new(table),
            hashes: replay.hashes,
            dice: replay.dice,
            migrations: replay.migrations,
            fault: replay.fault,
        })
    }

    fn schemas(&self) -> Vec<(&'static str, Schema)> {
        vec![
            ("setup", schema_for!(S::Setup)),
            ("decision", schema_for!(S::Decision)),
            ("request", schema_for!(S::Request)),
            ("event", schema_for!(S::Event)),
            ("view", schema_for!(S::View)),
        ]
    }
}

/// A session with the events it has seen.
struct Table<S: System> {
    session: Session<S>,
    history: Vec<(u64, S::Event)>,
}

impl<S: System> Table<S> {
    fn over(session: Session<S>) -> Self {
        let history = session.opening().iter().map(|event| (0, event.clone())).collect();
        Table { session, history }
    }

    /// A refusal as the side that is refused may see it.
    fn seen(&self, refusal: Refusal, side: Side) -> Refusal {
        S::refusal_seen_by(self.session.battle(), refusal, Viewer::from(side))
    }

    fn remember(&mut self, events: Vec<S::Event>) {
        let entry = self.session.entries().len() as u64;
        self.history.extend(events.into_iter().map(|event| (entry, event)));
    }
}

impl<S: System> AnySession for Table<S>
where
    S::Setup: Send,
{
    fn system(&self) -> &'static str {
        S::CODE
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

fn to_json(value: &impl Serialize) -> Value {
    // Every message type has string keys, so this cannot fail.
    serde_json::to_value(value).unwrap_or_default()
}

fn malformed(what: &str, error: &serde_json::Error) -> Refusal {
    Refusal::new(
        rule!("TABLE-010"),
        format!("The {what} cannot be read: {error}"),
        format!("Give a {what} of the shape that `caracole schema` prints."),
    )
}
