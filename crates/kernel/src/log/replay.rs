//! Replaying a log: every step checked, every hash compared, every die recomputed where the seed is known.

use super::{Act, Entry, Log, migrate::migrate};
use crate::{
    Awaiting, Battle, Outcome, Refusal, Session, StateHash, Step, System,
    dice::{DiceSource, Seed, Throw, Verifiable},
};
use std::fmt;

/// A log replayed as far as it goes.
#[derive(Debug)]
pub struct Replay<S: System> {
    /// The battle with its record.
    pub session: Session<S>,
    /// What was made of the state hashes.
    pub hashes: Hashes,
    /// What was made of the dice.
    pub dice: Dice,
    /// Migrations that were needed.
    pub migrations: Vec<&'static str>,
    /// Everything that happened, by the entry that brought it about (0: before the first).
    pub happened: Vec<(u64, S::Event)>,
    /// Why the replay stopped, if it did.
    pub fault: Option<Fault>,
}

/// What was made of the state hashes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hashes {
    /// So many were compared and found equal.
    Equal(u64),
    /// They belong to another layout of the state and say nothing here; the steps were checked all the same.
    OtherLayout(u16),
    /// The log was migrated: its hashes belong to rules that are no longer played.
    Migrated,
}

/// What was made of the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dice {
    /// So many throws were recomputed from the seed and found equal.
    Verified(u64),
    /// The header promises verifiable dice, but the seed has not been shown yet.
    Sealed,
    /// The dice came from elsewhere.
    Unpromised,
}

/// What a replay stumbled on.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// The log belongs to another system.
    System {
        /// The system it names.
        found: String,
    },
    /// The log was made by rules newer than this program's.
    Newer {
        /// The version it names.
        found: u16,
        /// The newest known here.
        known: u16,
    },
    /// The log is older than any rules still played, and no migration helps.
    TooOld {
        /// Why not.
        reason: String,
    },
    /// The setup cannot be read.
    BadSetup {
        /// Why not.
        reason: String,
    },
    /// The setup is not legal.
    SetupRefused(Box<Refusal>),
    /// A decision that the system does not know.
    Decision {
        /// The entry.
        entry: u64,
        /// Why it cannot be read.
        reason: String,
    },
    /// A step that the rules refuse.
    Refused {
        /// The entry.
        entry: u64,
        /// The refusal.
        refusal: Box<Refusal>,
    },
    /// A state hash that differs: a step at or before this entry was changed.
    Hash {
        /// The entry.
        entry: u64,
        /// The last entry up to which hashes agreed.
        sound: u64,
        /// The hash in the log.
        recorded: StateHash,
        /// The hash of the replay.
        replayed: StateHash,
    },
    /// Dice that the seed does not give.
    Dice {
        /// The entry.
        entry: u64,
    },
    /// The seed shown at the end is not the one promised at the start.
    Seed,
    /// The end does not fit.
    End {
        /// What does not.
        reason: String,
    },
}

/// The result of a battle without its words.
fn result(outcome: &Outcome) -> String {
    let winner = outcome.winner.map_or_else(|| "nobody won".to_owned(), |side| format!("{side} won"));
    format!("{winner}, red {}, blue {} ({})", outcome.score.red, outcome.score.blue, outcome.rule)
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::System { found } => write!(f, "the log is of system `{found}`, which is not this one"),
            Fault::Newer { found, known } => write!(
                f,
                "the log was made by rules version {found}; this program knows versions up to {known}"
            ),
            Fault::TooOld { reason } => write!(f, "the log is too old: {reason}"),
            Fault::BadSetup { reason } => write!(f, "line 1: the setup cannot be read: {reason}"),
            Fault::SetupRefused(refusal) => write!(f, "line 1: the setup is refused: {refusal}"),
            Fault::Decision { entry, reason } => {
                write!(f, "entry {entry} (line {}): the decision cannot be read: {reason}", entry + 1)
            }
            Fault::Refused { entry, refusal } => {
                write!(f, "entry {entry} (line {}) is against the rules: {refusal}", entry + 1)
            }
            Fault::Hash { entry, sound, recorded, replayed } => write!(
                f,
                "entry {entry} (line {}): the state is not the recorded one, so a step after entry {sound} was \
                 changed (recorded hash {recorded}, replayed {replayed})",
                entry + 1
            ),
            Fault::Dice { entry } => write!(
                f,
                "entry {entry} (line {}): these are not the dice that seed and nonces give",
                entry + 1
            ),
            Fault::Seed => write!(f, "the seed at the end is not the one promised in the header"),
            Fault::End { reason } => write!(f, "the closing line does not fit: {reason}"),
        }
    }
}

impl std::error::Error for Fault {}

/// Replays a log of system `S`. `Err` when the battle cannot even be started.
pub fn replay<S: System>(mut log: Log) -> Result<Replay<S>, Fault> {
    if log.header.system != S::CODE {
        return Err(Fault::System { found: log.header.system });
    }
    if log.header.rules > S::RULES {
        return Err(Fault::Newer { found: log.header.rules.0, known: S::RULES.0 });
    }
    let migrations =
        migrate(&mut log, S::MIGRATIONS, S::OLDEST).map_err(|reason| Fault::TooOld { reason })?;
    let hashes = match (migrations.is_empty(), log.header.layout == S::LAYOUT) {
        (false, _) => Hashes::Migrated,
        (true, false) => Hashes::OtherLayout(log.header.layout),
        (true, true) => Hashes::Equal(0),
    };
    let setup: S::Setup = serde_json::from_value(std::mem::take(&mut log.header.setup))
        .map_err(|e| Fault::BadSetup { reason: e.to_string() })?;
    let mut session = Session::<S>::start_under(setup, log.header.rules)
        .map_err(|refusal| Fault::SetupRefused(Box::new(refusal)))?;
    if log.header.take_backs {
        session.allow_take_backs();
    }
    let happened = session.opening().iter().map(|event| (0, event.clone())).collect();
    let mut replay = Replay { session, hashes, dice: Dice::Unpromised, migrations, happened, fault: None };
    replay.fault = replay.follow(log).err();
    Ok(replay)
}

impl<S: System> Replay<S> {
    fn follow(&mut self, log: Log) -> Result<(), Fault> {
        let mut source = self.dice_source(&log)?;
        let mut sound = 0;
        for Entry { n, act, hash } in log.entries {
            let act = act
                .try_map(serde_json::from_value::<S::Decision>)
                .map_err(|e| Fault::Decision { entry: n, reason: e.to_string() })?;
            if let (Some(source), Act::Step(Step::Dice(throw))) = (&mut source, &act) {
                self.verify(n, source, throw)?;
            }
            let back_to = act.goes_back_to();
            let events = self
                .session
                .act(act)
                .map_err(|refusal| Fault::Refused { entry: n, refusal: Box::new(refusal) })?;
            if let Some(to) = back_to {
                self.happened.retain(|(entry, _)| *entry <= to);
            }
            self.happened.extend(events.into_iter().map(|event| (n, event)));
            if let (Some(recorded), Hashes::Equal(count)) = (hash, &mut self.hashes) {
                let replayed = self.session.battle().hash();
                if recorded != replayed {
                    return Err(Fault::Hash { entry: n, sound, recorded, replayed });
                }
                *count += 1;
                sound = n;
            }
        }
        log.end.map_or(Ok(()), |end| self.check_end(&end, sound))
    }

    fn dice_source(&mut self, log: &Log) -> Result<Option<Verifiable>, Fault> {
        let seed = log.end.as_ref().and_then(|end| end.seed);
        match (&log.header.dice, seed) {
            (None, _) => Ok(None),
            (Some(_), None) => {
                self.dice = Dice::Sealed;
                Ok(None)
            }
            (Some(promise), Some(seed)) if Seed(seed).commitment() == promise.commitment => {
                self.dice = Dice::Verified(0);
                Ok(Some(Verifiable::new(&Seed(seed), &promise.nonces)))
            }
            (Some(_), Some(_)) => Err(Fault::Seed),
        }
    }

    fn verify(&mut self, n: u64, source: &mut Verifiable, throw: &Throw) -> Result<(), Fault> {
        if let Awaiting::Dice(roll) = self.session.battle().awaiting() {
            if source.throw(n, &roll.shown()).as_ref() != Ok(throw) {
                return Err(Fault::Dice { entry: n });
            }
            if let Dice::Verified(count) = &mut self.dice {
                *count += 1;
            }
        }
        Ok(())
    }

    fn check_end(&mut self, end: &super::End, sound: u64) -> Result<(), Fault> {
        let outcome = self.session.outcome();
        if !outcome.is_some_and(|replayed| replayed.agrees_with(&end.outcome)) {
            let replayed = outcome.map_or_else(|| "the battle is not over".to_owned(), result);
            let reason = format!("it says: {}; the replay says: {replayed}", result(&end.outcome));
            return Err(Fault::End { reason });
        }
        if let Hashes::Equal(count) = &mut self.hashes {
            let replayed = self.session.battle().hash();
            if replayed != end.hash {
                return Err(Fault::Hash { entry: end.entries, sound, recorded: end.hash, replayed });
            }
            *count += 1;
        }
        Ok(())
    }

    /// The battle as it stood at the end of the replay.
    pub fn battle(&self) -> &Battle<S> {
        self.session.battle()
    }
}
