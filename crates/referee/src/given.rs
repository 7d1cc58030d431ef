//! Dice that a file gives.

use caracole_kernel::dice::{DiceSource, NoDice, Roll, Throw, throw_with};
use std::collections::VecDeque;

/// The faces of a file in the order thrown.
#[derive(Clone, Debug)]
pub(crate) struct Given(VecDeque<u8>);

impl Given {
    pub(crate) fn new(faces: &[u8]) -> Self {
        Given(faces.iter().copied().collect())
    }

    pub(crate) fn left(&self) -> usize {
        self.0.len()
    }
}

impl DiceSource for Given {
    fn throw(&mut self, _entry: u64, roll: &Roll) -> Result<Throw, NoDice> {
        let purpose = || roll.purpose.to_string();
        throw_with(roll, |pool, _| match self.0.pop_front() {
            Some(face) if pool.die.has(face) => Ok(face),
            Some(face) => Err(NoDice::Misfit { purpose: purpose(), face, die: pool.die }),
            None => Err(NoDice::RanOut { purpose: purpose(), missing: 1 }),
        })
    }
}
