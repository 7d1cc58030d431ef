//! Sets of units.

use crate::counters::UnitId;
use serde::{Deserialize, Serialize};

/// The most units that a battle can hold.
pub const MOST_UNITS: usize = 250;

/// A set of units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct UnitSet([u64; 4]);

impl UnitSet {
    /// No unit.
    pub const EMPTY: UnitSet = UnitSet([0; 4]);

    /// Whether the unit belongs to the set.
    pub const fn has(&self, unit: UnitId) -> bool {
        self.0[(unit.0 >> 6) as usize] & (1 << (unit.0 & 63)) != 0
    }

    /// Puts the unit in.
    pub const fn insert(&mut self, unit: UnitId) {
        self.0[(unit.0 >> 6) as usize] |= 1 << (unit.0 & 63);
    }

    /// Takes the unit out.
    pub const fn remove(&mut self, unit: UnitId) {
        self.0[(unit.0 >> 6) as usize] &= !(1 << (unit.0 & 63));
    }

    /// Whether no unit is in it.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The units, in order.
    pub fn iter(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.0.iter().enumerate().flat_map(|(i, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                if left == 0 {
                    return None;
                }
                let bit = left.trailing_zeros();
                left &= left - 1;
                Some(UnitId((i as u32 * 64 + bit) as u8))
            })
        })
    }
}

impl FromIterator<UnitId> for UnitSet {
    fn from_iter<I: IntoIterator<Item = UnitId>>(units: I) -> Self {
        let mut set = UnitSet::EMPTY;
        for unit in units {
            set.insert(unit);
        }
        set
    }
}
