//! The record, by messages.

use super::{Table, battle_of, to_json};
use crate::{
    AnySession, Outcome, Refusal, Side, StateHash, System,
    dice::{Commitment, Seed},
    log::{self, End, Header},
};
use serde_json::Value;
use std::collections::BTreeMap;

/// Works out an earlier state of a battle, away from the session it was asked of.
pub type WayBack = Box<dyn FnOnce() -> Result<Box<dyn AnySession>, Refusal> + Send>;

/// The record of a battle of whichever system: where it stands, how to go back, its log.
pub trait AnyRecord {
    /// Number of entries so far.
    fn entries(&self) -> u64;
    /// The entries after entry `after`, as JSON.
    fn record(&self, after: u64) -> Vec<log::Entry<Value>>;
    /// How far back `side` may go by itself.
    fn undo_to(&self, side: Side) -> Result<u64, Refusal>;
    /// Where `side` goes back to when it asks for it: the entry before its last choice that still counts.
    fn rewind_to(&self, side: Side) -> Result<u64, Refusal>;
    /// Whether both sides together may go back to the state after entry `to`.
    fn may_rewind(&self, to: u64) -> Result<(), Refusal>;
    /// Both sides agree beforehand that each may take back its last choice, past dice as well.
    fn allow_take_backs(&mut self);
    /// How it ended, once it has.
    fn outcome(&self) -> Option<Outcome>;
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
}

impl<S: System> AnyRecord for Table<S>
where
    S::Setup: Send,
{
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

    fn outcome(&self) -> Option<Outcome> {
        self.session.outcome().cloned()
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
}
