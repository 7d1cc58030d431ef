//! The road and the units on it.

use crate::{
    cards::Stock,
    words::{Field, Level, UnitId},
};
use caracole_kernel::Side;
use serde::{Deserialize, Serialize};

/// Everything that changes, besides the procedures under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct World {
    /// Turn number, from 1; 0 while units hide.
    pub turn: u8,
    /// All units, red's first.
    pub units: Vec<Unit>,
    /// The cards.
    pub stock: Stock,
}

/// A unit on the road.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    /// Whose.
    pub side: Side,
    /// Where.
    pub field: Field,
    /// Points of strength.
    pub strength: u8,
    /// Veterans throw 1s again.
    pub veteran: bool,
    /// Unseen by the enemy.
    pub hidden: bool,
    /// Used in this turn.
    pub used: bool,
    /// Fired back in this turn.
    pub returned: bool,
    /// How it stands.
    pub level: Level,
}

impl World {
    /// A unit that exists.
    pub fn get(&self, id: UnitId) -> Option<&Unit> {
        self.units.get(usize::from(id.0))
    }

    /// The units of a side that are not broken.
    pub fn standing(&self, side: Side) -> impl Iterator<Item = (UnitId, &Unit)> {
        let ids = self.units.iter().enumerate().map(|(i, unit)| (UnitId(i as u8), unit));
        ids.filter(move |(_, unit)| unit.side == side && unit.level != Level::Broken)
    }

    /// Whether half or more of a side's units are broken.
    pub fn routed(&self, side: Side) -> bool {
        let of_side = || self.units.iter().filter(|unit| unit.side == side);
        of_side().filter(|unit| unit.level == Level::Broken).count() * 2 >= of_side().count()
    }
}

impl std::ops::Index<UnitId> for World {
    type Output = Unit;
    fn index(&self, id: UnitId) -> &Unit {
        &self.units[usize::from(id.0)]
    }
}

impl std::ops::IndexMut<UnitId> for World {
    fn index_mut(&mut self, id: UnitId) -> &mut Unit {
        &mut self.units[usize::from(id.0)]
    }
}
