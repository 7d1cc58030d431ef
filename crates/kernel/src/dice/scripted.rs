//! Literal dice for tests: every die must be used.

use super::{DiceSource, NoDice, Roll, Throw, source::throw_with};
use std::collections::VecDeque;

/// A literal list of faces, taken in the order thrown (each pool, then its re-rolls); of cards a list of kinds. Dropping it
/// with dice left over fails the test that did so.
#[derive(Debug)]
pub struct Scripted {
    faces: VecDeque<u8>,
}

impl Scripted {
    /// These faces, in order.
    pub fn new(faces: impl IntoIterator<Item = u8>) -> Self {
        Scripted { faces: faces.into_iter().collect() }
    }

    /// Faces not thrown yet.
    pub fn left(&self) -> usize {
        self.faces.len()
    }

    /// Adds faces to the end.
    pub fn then(&mut self, faces: impl IntoIterator<Item = u8>) {
        self.faces.extend(faces);
    }
}

impl DiceSource for Scripted {
    fn throw(&mut self, _entry: u64, roll: &Roll) -> Result<Throw, NoDice> {
        throw_with(roll, |next| next.literal(self.faces.pop_front(), &roll.purpose))
    }
}

impl Drop for Scripted {
    fn drop(&mut self) {
        assert!(
            self.faces.is_empty() || std::thread::panicking(),
            "{} scripted dice were never thrown: {:?}",
            self.faces.len(),
            self.faces
        );
    }
}
