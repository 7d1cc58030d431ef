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
        throw_with(roll, |next| next.literal(self.0.pop_front(), &roll.purpose))
    }
}
