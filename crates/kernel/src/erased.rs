//! Any system behind one interface: JSON in, JSON out. Clients drive battles through it and know no rules.

use crate::{
    At, Awaiting, Battle, Cast, Layer, Offer, Outcome, Overlay, Piece, Prompt, Prospect, Pull, Refusal,
    RulesVersion, Scene, Sentence, Session, Side, StateHash, System, ThrowFailed, Viewer,
    dice::{Commitment, DiceSource, Roll, Seed, Throw},
    log::{self, Act, End, Fault, Hashes, Header, Log},
    offers,
};
use caracole_ledger::rule;
use schemars::{JsonSchema, Schema, schema_for};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{any::Any, collections::BTreeMap, marker::PhantomData};

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
pub trait AnySession: Send {
    /// The system's code.
    fn system(&self) -> &'static str;
    /// What is awaited, as `viewer` may see it.
    fn awaiting(&self, viewer: Viewer) -> Awaiting<Option<Value>>;
    /// What `viewer` sees.
    fn view(&self, viewer: Viewer) -> Value;
    /// What `viewer` sees, ready to be drawn.
    fn scene(&self, viewer: Viewer) -> Option<Scene>;
    /// A place on the table read out, if this is the name of one.
    fn place(&self, name: &str) -> Option<String>;
    /// The picture of the ground as SVG.
    fn ground(&self) -> String;
    /// What a legal choice would do, laid over the table.
    fn overlays(&self, side: Side, decision: &Value) -> Result<Vec<Overlay>, Refusal>;
    /// What can be laid over the table for as long as a viewer likes.
    fn layers(&self) -> &'static [Layer];
    /// One of these layers as it is now, of one piece if one is named; empty where there is none of this name.
    fn layer(&self, viewer: Viewer, id: &str, about: Option<&Piece>) -> Vec<Overlay>;
    /// What a piece of `side` stands for that is drawn across the table by this way.
    fn drag(&self, side: Side, piece: &Piece, way: &[At]) -> Pull<Offer<Value>>;
    /// Where a piece of `side` can be taken hold of to be drawn across the table.
    fn grips(&self, side: Side, piece: &Piece) -> Vec<Overlay>;
    /// A player's choice.
    fn choose(&mut self, side: Side, decision: &Value) -> Result<(), Refusal>;
    /// Lets whoever is asked do nothing more than he must; false where nobody is asked or it is not plain what that is.
    fn passive_choice(&mut self) -> bool;
    /// What the fight whose first dice are awaited may do to those who are in it.
    fn prospects(&self) -> Vec<Prospect>;
    /// Whether a choice is legal and what would come of it, without making it.
    fn plan(&self, side: Side, decision: &Value) -> Result<Value, Refusal>;
    /// Sensible legal choices for the awaited decision; empty when `side`'s decision is not awaited.
    fn candidates(&self, side: Side) -> Vec<Value>;
    /// One legal choice, by numbers below those asked for, found with little work; none when `side`'s decision is not
    /// awaited.
    fn pick(&self, side: Side, below: &mut dyn FnMut(usize) -> usize) -> Option<Value>;
    /// What is asked, in words, if `viewer` may know it.
    fn prompt(&self, viewer: Viewer) -> Option<Prompt>;
    /// Sensible legal choices with their words; empty when `side`'s decision is not awaited.
    fn offers(&self, side: Side) -> Vec<Offer<Value>>;
    /// Reads a typed command as `side`'s answer to what is asked.
    fn read_command(&self, side: Side, text: &str) -> Result<Value, Refusal>;
    /// Throws the awaited dice.
    fn throw(&mut self, source: &mut dyn DiceSource) -> Result<(), ThrowFailed>;
    /// Anything else that can stand in a log.
    fn act(&mut self, act: Act<Value>) -> Result<(), Refusal>;
    /// How far back `side` may go by itself.
    fn undo_to(&self, side: Side) -> Result<u64, Refusal>;
    /// Where `side` goes back to when it asks for it: the entry before its last choice that still counts.
    fn rewind_to(&self, side: Side) -> Result<u64, Refusal>;
    /// Whether both sides together may go back to the state after entry `to`.
    fn may_rewind(&self, to: u64) -> Result<(), Refusal>;
    /// Both sides agree beforehand that each may take back its last choice, past dice as well.
    fn allow_take_backs(&mut self);
    /// Number of entries so far.
    fn entries(&self) -> u64;
    /// The entries after entry `after`, as JSON.
    fn record(&self, after: u64) -> Vec<log::Entry<Value>>;
    /// What happened after entry `after`, as `viewer` may see it.
    fn report(&self, viewer: Viewer, after: u64) -> Vec<Told>;
    /// How it ended, once it has.
    fn outcome(&self) -> Option<Outcome>;
    /// Keeps each step from now on so that [`AnySession::check`] can look at it.
    fn watch(&mut self);
    /// Checks all that must hold of the state and, if steps are watched, of a snapshot and the last step; says what does
    /// not hold.
    fn check(&self) -> Result<(), String>;
    /// The fingerprint of the state.
    fn hash(&self) -> StateHash;
    /// Header of the log.
    fn header(&self, dice: Option<Commitment>) -> Header;
    /// Closing line of the log, once the battle is over.
    fn end(&self, seed: Option<Seed>) -> Option<End>;
    /// The battle as it stands with an empty record, for those who try out what might come of it.
    fn fork(&self) -> Box<dyn AnySession>;
    /// The battle as it stood after an entry, with an empty record, for looking back.
    fn at(&self, entry: u64) -> Result<Box<dyn AnySession>, Refusal>;
    /// The same, to be worked out elsewhere while this session goes on; states that are known already shorten the way.
    fn way_back(&self, entry: u64, known: &BTreeMap<u64, Box<dyn AnySession>>) -> Result<WayBack, Refusal>;
    /// The dice thrown after entry `after`, where they still count, as `viewer` may see them.
    fn casts(&self, viewer: Viewer, after: u64) -> Vec<Cast>;
    /// The dice that are awaited, hidden ones as well: for those who throw them.
    fn roll(&self) -> Option<Roll>;
    /// The battle as `side` may imagine it, with an empty record: what comes of a choice is foretold here, so that nothing
    /// hidden can show.
    fn imagined(&self, side: Side) -> Box<dyn AnySession>;
    /// Whether this record has shown anything that was hidden.
    fn revealed(&self) -> bool;
    /// The session as it is, for [`battle_of`].
    fn as_any(&self) -> &dyn Any;
}

/// Works out an earlier state of a battle, away from the session it was asked of.
pub type WayBack = Box<dyn FnOnce() -> Result<Box<dyn AnySession>, Refusal> + Send>;

/// The battle of a session, if it is one of system `S`: for computer players, who know their system.
pub fn battle_of<S: System>(session: &dyn AnySession) -> Option<&Battle<S>> {
    session.as_any().downcast_ref::<Table<S>>().map(|table| table.session.battle())
}

/// Something that happened, as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Told {
    /// The entry that brought it about; 0 for what happened before the first.
    pub entry: u64,
    /// The event itself.
    pub event: Value,
    /// The event told.
    pub sentence: Sentence,
    /// What it is about, those who act or throw dice first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub about: Vec<Piece>,
    /// Whether it only opens a part of the battle, a turn or a phase.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub opens: bool,
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

    fn awaiting(&self, viewer: Viewer) -> Awaiting<Option<Value>> {
        match self.session.awaiting().into_owned() {
            Awaiting::Decision { side, request } => {
                let seen = S::request_seen_by(&request, side, viewer);
                Awaiting::Decision { side, request: seen.map(|request| to_json(&request)) }
            }
            Awaiting::Dice(roll) => Awaiting::Dice(S::roll_seen_by(&roll, viewer)),
            Awaiting::Nothing(outcome) => Awaiting::Nothing(outcome),
        }
    }

    fn view(&self, viewer: Viewer) -> Value {
        to_json(&S::view(self.session.battle(), viewer))
    }

    fn scene(&self, viewer: Viewer) -> Option<Scene> {
        S::scene(self.session.battle(), viewer)
    }

    fn place(&self, name: &str) -> Option<String> {
        S::place(self.session.battle(), name)
    }

    fn ground(&self) -> String {
        S::ground(self.session.battle())
    }

    fn overlays(&self, side: Side, decision: &Value) -> Result<Vec<Overlay>, Refusal> {
        let decision = S::Decision::deserialize(decision).map_err(|e| malformed("decision", &e))?;
        let battle = self.session.battle();
        let planned = battle.plan(side, &decision).map(|order| S::overlays(battle, &order));
        planned.map_err(|refusal| self.seen(refusal, side))
    }

    fn layers(&self) -> &'static [Layer] {
        S::LAYERS
    }

    fn layer(&self, viewer: Viewer, id: &str, about: Option<&Piece>) -> Vec<Overlay> {
        match S::LAYERS.iter().any(|layer| layer.id == id) {
            true => S::layer(self.session.battle(), viewer, id, about),
            false => Vec::new(),
        }
    }

    fn drag(&self, side: Side, piece: &Piece, way: &[At]) -> Pull<Offer<Value>> {
        let battle = self.session.battle();
        let pull = match &*self.session.awaiting() {
            Awaiting::Decision { side: awaited, request } if *awaited == side => {
                S::drag(battle, side, request, piece, way)
            }
            _ => Pull::none(),
        };
        pull.map(|d| Offer { decision: to_json(&d), wording: S::wording(battle, side, &d) })
    }

    fn grips(&self, side: Side, piece: &Piece) -> Vec<Overlay> {
        match &*self.session.awaiting() {
            Awaiting::Decision { side: awaited, request } if *awaited == side => {
                S::grips(self.session.battle(), side, request, piece)
            }
            _ => Vec::new(),
        }
    }

    fn choose(&mut self, side: Side, decision: &Value) -> Result<(), Refusal> {
        let decision = S::Decision::deserialize(decision).map_err(|e| malformed("decision", &e))?;
        let chosen = self.session.choose(side, decision);
        let events = chosen.map_err(|refusal| self.seen(refusal, side))?;
        self.remember(events);
        Ok(())
    }

    fn passive_choice(&mut self) -> bool {
        let battle = self.session.battle();
        let Awaiting::Decision { side, request } = battle.awaiting() else { return false };
        let side = *side;
        let Some(decision) = S::passive_choice(battle, side, request) else { return false };
        let chosen = self.session.choose(side, decision);
        chosen.map(|events| self.remember(events)).is_ok()
    }

    fn prospects(&self) -> Vec<Prospect> {
        S::prospects(self.session.battle())
    }

    fn plan(&self, side: Side, decision: &Value) -> Result<Value, Refusal> {
        let decision = S::Decision::deserialize(decision).map_err(|e| malformed("decision", &e))?;
        let planned = self.session.battle().plan(side, &decision);
        planned.map(|order| to_json(&order)).map_err(|refusal| self.seen(refusal, side))
    }

    fn candidates(&self, side: Side) -> Vec<Value> {
        let mut decisions = Vec::new();
        if let Awaiting::Decision { side: awaited, request } = &*self.session.awaiting()
            && *awaited == side
        {
            S::candidates(self.session.battle(), side, request, &mut decisions);
        }
        decisions.iter().map(to_json).collect()
    }

    fn pick(&self, side: Side, below: &mut dyn FnMut(usize) -> usize) -> Option<Value> {
        match &*self.session.awaiting() {
            Awaiting::Decision { side: awaited, request } if *awaited == side => {
                S::pick(self.session.battle(), side, request, below).map(|d| to_json(&d))
            }
            _ => None,
        }
    }

    fn prompt(&self, viewer: Viewer) -> Option<Prompt> {
        let Awaiting::Decision { side, request } = &*self.session.awaiting() else { return None };
        S::request_seen_by(request, *side, viewer)?;
        Some(S::prompt(self.session.battle(), *side, request))
    }

    fn offers(&self, side: Side) -> Vec<Offer<Value>> {
        match &*self.session.awaiting() {
            Awaiting::Decision { side: awaited, request } if *awaited == side => {
                let offers = offers::<S>(self.session.battle(), side, request).into_iter();
                offers.map(|o| Offer { decision: to_json(&o.decision), wording: o.wording }).collect()
            }
            _ => Vec::new(),
        }
    }

    fn read_command(&self, side: Side, text: &str) -> Result<Value, Refusal> {
        match &*self.session.awaiting() {
            Awaiting::Decision { side: awaited, request } if *awaited == side => {
                let read = S::read_command(self.session.battle(), side, request, text);
                read.map(|d| to_json(&d)).map_err(|refusal| self.seen(refusal, side))
            }
            Awaiting::Decision { side: awaited, .. } => Err(Refusal::new(
                rule!("TABLE-001"),
                format!("It is {awaited}'s choice, not {side}'s"),
                "Wait until your own choice is asked for.",
            )),
            _ => Err(Refusal::new(rule!("TABLE-002"), "No choice is awaited", "Wait for your choice.")),
        }
    }

    fn throw(&mut self, source: &mut dyn DiceSource) -> Result<(), ThrowFailed> {
        let events = self.session.throw(source)?;
        self.remember(events);
        Ok(())
    }

    fn act(&mut self, act: Act<Value>) -> Result<(), Refusal> {
        let act = act
            .try_map(|decision| S::Decision::deserialize(decision).map_err(|e| malformed("decision", &e)))?;
        let back_to = act.goes_back_to();
        let by = act.side();
        let acted = self.session.act(act);
        let events = acted.map_err(|refusal| match by {
            Some(side) => self.seen(refusal, side),
            None => refusal,
        })?;
        if let Some(to) = back_to {
            self.history.retain(|(entry, _)| *entry <= to);
        }
        self.remember(events);
        Ok(())
    }

    fn undo_to(&self, side: Side) -> Result<u64, Refusal> {
        self.session.undo_to(side)
    }

    fn rewind_to(&self, side: Side) -> Result<u64, Refusal> {
        self.session.rewind_to(side)
    }

    fn may_rewind(&self, to: u64) -> Result<(), Refusal> {
        self.session.may_rewind(to)
    }

    fn allow_take_backs(&mut self) {
        self.session.allow_take_backs();
    }

    fn entries(&self) -> u64 {
        self.session.entries().len() as u64
    }

    fn record(&self, after: u64) -> Vec<log::Entry<Value>> {
        let skip = usize::try_from(after).unwrap_or(usize::MAX);
        let entries = self.session.entries().iter().skip(skip);
        entries
            .map(|entry| log::Entry { n: entry.n, act: entry.act.map_ref(to_json), hash: entry.hash })
            .collect()
    }

    fn report(&self, viewer: Viewer, after: u64) -> Vec<Told> {
        let scenario = self.session.battle().scenario();
        let since = self.history.iter().filter(|(entry, _)| *entry > after || (after == 0 && *entry == 0));
        since
            .filter_map(|(entry, event)| {
                let event = S::event_seen_by(event, viewer)?;
                let (sentence, about, opens) =
                    (S::tell(scenario, &event), S::about(&event), S::opens(&event));
                Some(Told { entry: *entry, event: to_json(&event), sentence, about, opens })
            })
            .collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.session.outcome().cloned()
    }

    fn watch(&mut self) {
        self.session.watch();
    }

    fn check(&self) -> Result<(), String> {
        self.session.check()
    }

    fn hash(&self) -> StateHash {
        self.session.battle().hash()
    }

    fn header(&self, dice: Option<Commitment>) -> Header {
        self.session.header(dice)
    }

    fn end(&self, seed: Option<Seed>) -> Option<End> {
        self.session.end(seed)
    }

    fn fork(&self) -> Box<dyn AnySession> {
        Box::new(Table::<S>::over(self.session.fork()))
    }

    fn at(&self, entry: u64) -> Result<Box<dyn AnySession>, Refusal> {
        Ok(Box::new(Table::<S>::over(self.session.at(entry)?)))
    }

    fn way_back(&self, entry: u64, known: &BTreeMap<u64, Box<dyn AnySession>>) -> Result<WayBack, Refusal> {
        let way = self.session.way_back(entry, &|at| known.get(&at).and_then(|s| battle_of::<S>(&**s)))?;
        Ok(Box::new(move || Ok(Box::new(Table::<S>::over(way()?)))))
    }

    fn casts(&self, viewer: Viewer, after: u64) -> Vec<Cast> {
        let since = self.session.casts().iter().filter(|cast| cast.entry > after);
        let seen = |cast: &Cast| {
            let roll = S::roll_seen_by(&cast.roll, viewer);
            let throw = if roll == cast.roll { cast.throw.clone() } else { Throw::default() };
            Cast { entry: cast.entry, roll, throw }
        };
        since.map(seen).collect()
    }

    fn roll(&self) -> Option<Roll> {
        match self.session.awaiting().into_owned() {
            Awaiting::Dice(roll) => Some(roll),
            _ => None,
        }
    }

    fn imagined(&self, side: Side) -> Box<dyn AnySession> {
        // Always the same numbers: what is foretold must not change from one question to the next.
        let imagined = S::imagine(self.session.battle(), side, &mut |_| 0).into_owned();
        Box::new(Table::<S>::over(self.session.fork_of(imagined)))
    }

    fn revealed(&self) -> bool {
        self.session.revealed()
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
