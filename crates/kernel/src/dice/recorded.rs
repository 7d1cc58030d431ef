//! The dice of a recorded battle, thrown again as they fell.

use super::{DiceSource, NoDice, Roll, Throw};
use std::collections::BTreeMap;

/// Dice by the entry of the log in which they fell.
#[derive(Clone, Debug, Default)]
pub struct Recorded {
    throws: BTreeMap<u64, Throw>,
}

impl Recorded {
    /// Dice by entry.
    pub fn new(throws: impl IntoIterator<Item = (u64, Throw)>) -> Self {
        Recorded { throws: throws.into_iter().collect() }
    }
}

impl DiceSource for Recorded {
    fn throw(&mut self, entry: u64, _roll: &Roll) -> Result<Throw, NoDice> {
        self.throws.get(&entry).cloned().ok_or(NoDice::NotRecorded(entry))
    }
}
