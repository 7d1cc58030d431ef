//! A battle at a table: its record, taking back, going back by consent, giving up.

use crate::{
    Awaiting, Battle, Outcome, Refusal, RulesVersion, Side, StateHash, Step, System,
    dice::{Commitment, DiceSource, NoDice, Purpose, Roll, Throw},
    log::{self, Act, End, Entry, Header},
};
use caracole_ledger::rule;
use std::{borrow::Cow, collections::BTreeMap};

/// A state is kept every so many entries, so that going back never replays more than this.
const CHECKPOINT_EVERY: u64 = 256;

/// A state hash is written every so many entries unless asked otherwise.
pub const HASH_EVERY: u64 = 16;

/// A battle with its record.
#[derive(Debug)]
pub struct Session<S: System> {
    setup: S::Setup,
    start: Battle<S>,
    opening: Vec<S::Event>,
    battle: Battle<S>,
    entries: Vec<Entry<S::Decision>>,
    marks: Vec<Mark<S>>,
    checkpoints: BTreeMap<u64, Battle<S>>,
    closed: Option<Outcome>,
    rolled: Vec<Rolled<S::Purpose>>,
    revealed: bool,
    take_backs: bool,
    hash_every: u64,
    watch: Watch<S>,
}

/// Whether steps are kept to be checked.
#[derive(Debug)]
enum Watch<S: System> {
    /// They are not.
    Off,
    /// The last one is.
    On(Option<Box<Stepped<S>>>),
}

/// A step that has been taken.
#[derive(Debug)]
struct Stepped<S: System> {
    before: Battle<S>,
    events: Vec<S::Event>,
}

/// Dice that were thrown, with what they were thrown for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rolled<P> {
    /// The entry of the log.
    pub entry: u64,
    /// What was asked for.
    pub roll: Roll<P>,
    /// How they fell.
    pub throw: Throw,
}

/// The state before a choice that may still be taken back.
#[derive(Debug)]
struct Mark<S: System> {
    after: u64,
    side: Side,
    battle: Battle<S>,
}

impl<S: System> Session<S> {
    /// Starts a battle under the current rules.
    pub fn start(setup: S::Setup) -> Result<Self, Refusal> {
        Self::start_under(setup, S::RULES)
    }

    /// Starts a battle under older rules.
    pub fn start_under(setup: S::Setup, rules: RulesVersion) -> Result<Self, Refusal> {
        let (battle, opening) = Battle::start_under(&setup, rules)?;
        Ok(Session {
            setup,
            start: battle.clone(),
            opening,
            battle,
            entries: Vec::new(),
            marks: Vec::new(),
            checkpoints: BTreeMap::new(),
            closed: None,
            rolled: Vec::new(),
            revealed: false,
            take_backs: false,
            hash_every: HASH_EVERY,
            watch: Watch::Off,
        })
    }

    /// The battle as it stands with an empty record: for trying out what might come, not for keeping.
    pub fn fork(&self) -> Self {
        self.with_empty_record(self.battle.clone(), self.closed.clone())
    }

    /// The same table with another battle in its place, with an empty record: one that a side imagines.
    pub(crate) fn fork_of(&self, battle: Battle<S>) -> Self {
        self.with_empty_record(battle, self.closed.clone())
    }

    /// The battle as it stood after an entry, with an empty record: for looking back.
    pub fn at(&self, entry: u64) -> Result<Self, Refusal> {
        let entries = self.entries.len() as u64;
        if entry > entries {
            return Err(no_entry(entry, entries));
        }
        if entry == entries {
            return Ok(self.fork());
        }
        Ok(self.with_empty_record(self.state_after(entry)?, None))
    }

    /// The same as [`Session::at`], to be worked out elsewhere while this session goes on. States after entries that are
    /// `known` already shorten the way: an entry's state never changes.
    pub fn way_back<'a>(
        &'a self,
        entry: u64,
        known: &dyn Fn(u64) -> Option<&'a Battle<S>>,
    ) -> Result<impl FnOnce() -> Result<Self, Refusal> + Send + use<S>, Refusal>
    where
        S::Setup: Send,
    {
        let entries = self.entries.len() as u64;
        if entry > entries {
            return Err(no_entry(entry, entries));
        }
        let now = (entry == entries).then(|| (self.battle.clone(), self.closed.clone()));
        let way = if now.is_some() {
            Way { start: self.start.clone(), steps: Vec::new() }
        } else {
            self.way_to(entry, known)
        };
        let (setup, hash_every) = (self.setup.clone(), self.hash_every);
        Ok(move || {
            let (battle, closed) = match now {
                Some(now) => now,
                None => (way.walk()?, None),
            };
            Ok(Self::empty(setup, battle, closed, hash_every))
        })
    }

    fn with_empty_record(&self, battle: Battle<S>, closed: Option<Outcome>) -> Self {
        Self::empty(self.setup.clone(), battle, closed, self.hash_every)
    }

    fn empty(setup: S::Setup, battle: Battle<S>, closed: Option<Outcome>, hash_every: u64) -> Self {
        Session {
            setup,
            start: battle.clone(),
            opening: Vec::new(),
            battle,
            entries: Vec::new(),
            marks: Vec::new(),
            checkpoints: BTreeMap::new(),
            closed,
            rolled: Vec::new(),
            revealed: false,
            take_backs: false,
            hash_every,
            watch: Watch::Off,
        }
    }

    /// The dice of this record that still count.
    pub fn rolled(&self) -> &[Rolled<S::Purpose>] {
        &self.rolled
    }

    /// Whether this record has shown anything that was hidden.
    pub fn revealed(&self) -> bool {
        self.revealed
    }

    /// Writes a state hash every `n` entries (1 at least).
    pub fn hash_every(mut self, n: u64) -> Self {
        self.hash_every = n.max(1);
        self
    }

    /// Both sides agree beforehand that each may take back its last choice at any time, past dice as well.
    pub fn allow_take_backs(&mut self) {
        self.take_backs = true;
    }

    /// Keeps each step from now on so that [`Session::check`] can look at it.
    pub fn watch(&mut self) {
        self.watch = Watch::On(None);
    }

    /// Checks all that must hold of the battle as it stands, of a snapshot of it and, if steps are watched, of the last
    /// step; says what does not hold.
    pub fn check(&self) -> Result<(), String> {
        S::invariants(&self.battle)?;
        let Watch::On(last) = &self.watch else { return Ok(()) };
        self.battle.check_snapshot()?;
        match last.as_deref() {
            Some(step) => S::step_invariants(&step.before, &self.battle, &step.events),
            None => Ok(()),
        }
    }

    /// The battle as it stands.
    pub fn battle(&self) -> &Battle<S> {
        &self.battle
    }

    /// What happened before the first wait.
    pub fn opening(&self) -> &[S::Event] {
        &self.opening
    }

    /// What the table waits for: as the battle, unless a side gave up or a draw was agreed.
    pub fn awaiting(&self) -> Cow<'_, Awaiting<S::Request, S::Purpose>> {
        match &self.closed {
            Some(outcome) => Cow::Owned(Awaiting::Nothing(outcome.clone())),
            None => Cow::Borrowed(self.battle.awaiting()),
        }
    }

    /// How it ended, once it has.
    pub fn outcome(&self) -> Option<&Outcome> {
        match (&self.closed, self.battle.awaiting()) {
            (Some(outcome), _) | (None, Awaiting::Nothing(outcome)) => Some(outcome),
            _ => None,
        }
    }

    /// The record so far.
    pub fn entries(&self) -> &[Entry<S::Decision>] {
        &self.entries
    }

    /// Number of the next entry.
    pub fn next_entry(&self) -> u64 {
        self.entries.len() as u64 + 1
    }

    /// The header of this battle's log.
    pub fn header(&self, dice: Option<Commitment>) -> Header {
        // A setup was read from text once; it can be written again.
        let setup = serde_json::to_value(&self.setup).unwrap_or_default();
        Header {
            caracole: log::FORMAT,
            system: S::CODE.to_owned(),
            rules: self.battle.rules(),
            layout: S::LAYOUT,
            digests: log::digests(&setup),
            setup,
            take_backs: self.take_backs,
            dice,
        }
    }

    /// The closing line, once the battle is over.
    pub fn end(&self, seed: Option<crate::dice::Seed>) -> Option<End> {
        let outcome = self.outcome()?.clone();
        let entries = self.entries.len() as u64;
        Some(End { entries, outcome, hash: self.battle.hash(), seed: seed.map(|s| s.0) })
    }

    /// Takes a step of the battle.
    pub fn step(&mut self, step: Step<S::Decision>) -> Result<Vec<S::Event>, Refusal> {
        self.act(Act::Step(step))
    }

    /// A player's choice.
    pub fn choose(&mut self, side: Side, decision: S::Decision) -> Result<Vec<S::Event>, Refusal> {
        self.step(Step::Choose { side, decision })
    }

    /// Throws the dice that are awaited.
    pub fn throw(&mut self, source: &mut dyn DiceSource) -> Result<Vec<S::Event>, ThrowFailed> {
        let entry = self.next_entry();
        let step = match self.battle.awaiting() {
            Awaiting::Dice(roll) => Step::Dice(source.throw(entry, &roll.shown())?),
            // The refusal says what is awaited instead.
            _ => Step::Dice(crate::dice::Throw::default()),
        };
        Ok(self.step(step)?)
    }

    /// How far back `side` may take its choices by itself: the entry after which the battle would stand.
    pub fn undo_to(&self, side: Side) -> Result<u64, Refusal> {
        self.marks.last().filter(|mark| mark.side == side && self.closed.is_none()).map(|mark| mark.after).ok_or_else(
            || {
                Refusal::new(
                    rule!("TABLE-007"),
                    "Nothing can be taken back: since your last choice dice fell, something hidden was shown, or \
                     the other side has chosen",
                    "Ask the other player for a rewind.",
                )
            },
        )
    }

    /// Takes back the last choice of `side`.
    pub fn undo(&mut self, side: Side) -> Result<(), Refusal> {
        let to = self.undo_to(side)?;
        self.act(Act::Undo { side, to }).map(drop)
    }

    /// Where `side` goes back to when it asks for it: the entry before its last choice that still counts. So one who goes
    /// back may choose otherwise, and never only has the dice thrown anew.
    pub fn rewind_to(&self, side: Side) -> Result<u64, Refusal> {
        let mut at = self.entries.len();
        while let Some(before) = at.checked_sub(1) {
            at = match self.entries.get(before).map(|entry| &entry.act) {
                Some(Act::Undo { to, .. } | Act::Rewind { to, .. }) => {
                    usize::try_from(*to).unwrap_or(before).min(before)
                }
                Some(Act::Step(Step::Choose { side: by, .. })) if *by == side => return Ok(before as u64),
                _ => before,
            };
        }
        Err(Refusal::new(
            rule!("TABLE-008"),
            format!("There is no choice of {side} to go back before"),
            "Choose first.",
        ))
    }

    /// Goes back to the state after entry `to`, as `asked` wishes and the other side has agreed.
    pub fn rewind(&mut self, asked: Side, to: u64) -> Result<(), Refusal> {
        self.act(Act::Rewind { asked, to, beforehand: false }).map(drop)
    }

    /// Does anything that can stand in a log. What is refused changes nothing.
    pub fn act(&mut self, act: Act<S::Decision>) -> Result<Vec<S::Event>, Refusal> {
        if let Some(outcome) = &self.closed
            && !matches!(act, Act::Rewind { .. })
        {
            return Err(Refusal::new(
                rule!("TABLE-005"),
                format!("The battle is over: {}", outcome.how),
                "Start another battle, or replay this one.",
            ));
        }
        let asked = match (&act, self.battle.awaiting()) {
            (Act::Step(Step::Dice(throw)), Awaiting::Dice(roll)) => Some((roll.clone(), throw.clone())),
            _ => None,
        };
        let before = matches!(self.watch, Watch::On(_)).then(|| self.battle.clone());
        let events = match &act {
            Act::Step(step) => self.take(step)?,
            Act::Undo { side, to } => self.take_back(*side, *to)?,
            Act::Rewind { asked, to, beforehand } => {
                if *beforehand {
                    self.check_take_back(*asked, *to)?;
                }
                self.go_back(*to)?
            }
            Act::Resign { side } => {
                self.close(Some(side.other()), format!("{side} gave up"))?;
                Vec::new()
            }
            Act::OutOfTime { side } => {
                self.close(Some(side.other()), format!("{side} ran out of time"))?;
                Vec::new()
            }
            Act::Draw { .. } => {
                self.close(None, "a draw was agreed".to_owned())?;
                Vec::new()
            }
        };
        if let Some(to) = act.goes_back_to() {
            self.rolled.retain(|rolled| rolled.entry <= to);
        }
        if let Some((roll, throw)) = asked {
            self.rolled.push(Rolled { entry: self.next_entry(), roll, throw });
        }
        if let Some(before) = before {
            let stepped = matches!(act, Act::Step(_));
            self.watch = Watch::On(stepped.then(|| Box::new(Stepped { before, events: events.clone() })));
        }
        self.record(act);
        Ok(events)
    }

    fn take(&mut self, step: &Step<S::Decision>) -> Result<Vec<S::Event>, Refusal> {
        let before = match step {
            Step::Choose { side, .. } => Some((*side, self.battle.clone())),
            Step::Dice(_) => None,
        };
        let events = self.battle.apply(step)?;
        let reveals = events.iter().any(S::reveals);
        self.revealed |= reveals;
        match before {
            Some((side, battle)) if !reveals => {
                if self.marks.last().is_some_and(|mark| mark.side != side) {
                    self.marks.clear();
                }
                self.marks.push(Mark { after: self.entries.len() as u64, side, battle });
            }
            _ => self.marks.clear(),
        }
        Ok(events)
    }

    fn take_back(&mut self, side: Side, to: u64) -> Result<Vec<S::Event>, Refusal> {
        self.undo_to(side)?;
        let Some(place) = self.marks.iter().position(|mark| mark.after == to) else {
            return Err(Refusal::new(
                rule!("TABLE-007"),
                format!("There is no choice to take back after entry {to}"),
                "Take back one choice at a time.",
            ));
        };
        if let Some(mark) = self.marks.drain(place..).next() {
            self.battle = mark.battle;
        }
        Ok(Vec::new())
    }

    /// What was agreed to beforehand: each side takes back its own last choice and nothing else.
    fn check_take_back(&self, asked: Side, to: u64) -> Result<(), Refusal> {
        if !self.take_backs {
            return Err(Refusal::new(
                rule!("TABLE-008"),
                "The other side has not agreed to take-backs",
                "Ask it, or allow take-backs when you start a battle.",
            ));
        }
        if self.rewind_to(asked)? == to {
            return Ok(());
        }
        Err(Refusal::new(
            rule!("TABLE-008"),
            format!("A take-back goes to the last choice of {asked}, not to entry {to}"),
            "Take back one choice at a time.",
        ))
    }

    fn go_back(&mut self, to: u64) -> Result<Vec<S::Event>, Refusal> {
        self.battle = self.rewound(to)?;
        self.marks.clear();
        self.closed = None;
        Ok(Vec::new())
    }

    /// Whether both sides together may go back to the state after entry `to`.
    pub fn may_rewind(&self, to: u64) -> Result<(), Refusal> {
        self.rewound(to).map(drop)
    }

    fn rewound(&self, to: u64) -> Result<Battle<S>, Refusal> {
        let entries = self.entries.len() as u64;
        if to >= entries {
            return Err(Refusal::new(
                rule!("TABLE-008"),
                format!("There is nothing after entry {to} to go back from"),
                "Name an earlier entry.",
            )
            .fact("entries", entries as i64));
        }
        let then = self.state_after(to)?;
        if let Awaiting::Dice(roll) = then.awaiting() {
            return Err(Refusal::new(
                rule!("TABLE-008"),
                format!("After entry {to} dice were about to fall: {}", roll.purpose.label()),
                "Go back to a choice: dice alone are not thrown again.",
            ));
        }
        Ok(then)
    }

    /// The state after entry `to`, from the nearest earlier state that is kept.
    fn state_after(&self, to: u64) -> Result<Battle<S>, Refusal> {
        self.way_to(to, |_| None).walk()
    }

    /// The way to the state after entry `to`: the nearest earlier state that is kept here or `known`, and the steps from
    /// there on.
    fn way_to<'a>(&'a self, to: u64, known: impl Fn(u64) -> Option<&'a Battle<S>>) -> Way<S> {
        let mut at = to;
        let mut steps = Vec::new();
        let start = loop {
            if let Some(kept) = self.checkpoints.get(&at).or_else(|| known(at)) {
                break kept;
            }
            let Some(before) = at.checked_sub(1) else { break &self.start };
            let index = usize::try_from(before).unwrap_or(usize::MAX);
            at = match self.entries.get(index).map(|entry| &entry.act) {
                Some(Act::Undo { to, .. } | Act::Rewind { to, .. }) => *to,
                Some(Act::Step(step)) => {
                    steps.push(step.clone());
                    before
                }
                _ => before,
            };
        };
        steps.reverse();
        Way { start: start.clone(), steps }
    }

    fn close(&mut self, winner: Option<Side>, how: String) -> Result<(), Refusal> {
        if let Awaiting::Nothing(outcome) = self.battle.awaiting() {
            return Err(Refusal::new(
                rule!("TABLE-005"),
                format!("The battle is over: {}", outcome.how),
                "Start another battle, or replay this one.",
            ));
        }
        let score = crate::BySide::default();
        self.closed = Some(Outcome { winner, how: Cow::Owned(how), rule: rule!("TABLE-005"), score });
        self.marks.clear();
        Ok(())
    }

    fn record(&mut self, act: Act<S::Decision>) {
        let n = self.next_entry();
        let hash: Option<StateHash> = (n.is_multiple_of(self.hash_every)).then(|| self.battle.hash());
        self.entries.push(Entry { n, act, hash });
        if n.is_multiple_of(CHECKPOINT_EVERY) {
            self.checkpoints.insert(n, self.battle.clone());
        }
    }
}

/// A state that is kept, and the steps from it to another.
struct Way<S: System> {
    start: Battle<S>,
    steps: Vec<Step<S::Decision>>,
}

impl<S: System> Way<S> {
    fn walk(self) -> Result<Battle<S>, Refusal> {
        let mut battle = self.start;
        let mut events = Vec::new();
        for step in &self.steps {
            battle.apply_into(step, &mut events)?;
            events.clear();
        }
        Ok(battle)
    }
}

fn no_entry(entry: u64, entries: u64) -> Refusal {
    Refusal::new(rule!("TABLE-008"), format!("There is no entry {entry} yet"), "Name an earlier entry.")
        .fact("entries", entries as i64)
}

/// Why dice could not be thrown.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ThrowFailed {
    /// The source had none.
    #[error(transparent)]
    NoDice(#[from] NoDice),
    /// The battle refused them.
    #[error(transparent)]
    Refused(#[from] Refusal),
}
