//! What changes during a battle.

mod ids;
mod piece;

pub use ids::{MOST_UNITS, UnitSet};
pub use piece::{
    Fate, Formation, Leader, LeaderAction, Marks, MoraleState, Origin, Post, Presence, Unit, Wing,
};

use crate::counters::{LeaderId, Orders, UnitId, WingId};
use caracole_kernel::{BySide, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The units in a hex: at most one fighting unit, light infantry with its cavalry, and guns or a Wagon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stack {
    main: Slot,
    light: Slot,
    gun: Slot,
}

/// A place for one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Slot(u8);

impl Default for Slot {
    fn default() -> Self {
        Slot(u8::MAX)
    }
}

impl Slot {
    const fn get(self) -> Option<UnitId> {
        if self.0 == u8::MAX { None } else { Some(UnitId(self.0)) }
    }
}

impl Stack {
    /// The infantry or cavalry unit; of cavalry with light infantry the cavalry.
    pub const fn main(self) -> Option<UnitId> {
        self.main.get()
    }

    /// The light infantry that shares the hex with cavalry.
    pub const fn light(self) -> Option<UnitId> {
        self.light.get()
    }

    /// The artillery unit or Wagon.
    pub const fn gun(self) -> Option<UnitId> {
        self.gun.get()
    }

    /// Whether no unit is in the hex.
    pub const fn is_empty(self) -> bool {
        self.main.0 == u8::MAX && self.gun.0 == u8::MAX
    }

    /// Every unit in the hex.
    pub fn units(self) -> impl Iterator<Item = UnitId> {
        [self.main, self.light, self.gun].into_iter().filter_map(Slot::get)
    }

    /// Any unit of the hex; all of them belong to one side.
    pub const fn any(self) -> Option<UnitId> {
        match self.main.get() {
            Some(unit) => Some(unit),
            None => self.gun.get(),
        }
    }

    /// Puts an infantry or cavalry unit in. Cavalry goes before light infantry that is there already.
    pub(crate) const fn put_main(&mut self, unit: UnitId, is_cavalry: bool) {
        if self.main.0 == u8::MAX {
            self.main = Slot(unit.0);
        } else if is_cavalry {
            self.light = self.main;
            self.main = Slot(unit.0);
        } else {
            self.light = Slot(unit.0);
        }
    }

    /// Puts guns or a Wagon in.
    pub(crate) const fn put_gun(&mut self, unit: UnitId) {
        self.gun = Slot(unit.0);
    }

    /// Takes a unit out.
    pub(crate) const fn lift(&mut self, unit: UnitId) {
        let none = Slot(u8::MAX);
        if self.main.0 == unit.0 {
            self.main = self.light;
            self.light = none;
        } else if self.light.0 == unit.0 {
            self.light = none;
        } else if self.gun.0 == unit.0 {
            self.gun = none;
        }
    }
}

/// A phase of the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Before play: secret choices.
    Setup,
    /// Who goes first.
    Initiative,
    /// Wings act.
    Activation,
    /// Morale Broken units run.
    Rout,
    /// Markers come off, leaders return, the end is checked.
    MarkerRemoval,
}

/// The activation under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ActiveWing {
    /// The Active Wing.
    pub wing: WingId,
    /// Its owner.
    pub side: Side,
    /// Whether the Close Combat step has been reached.
    pub close_combat: bool,
}

/// What a player chooses before play.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Opening {
    /// Orders of the side's Wings, in the order of the scenario.
    pub orders: Vec<Orders>,
    /// Units that begin in Open Order.
    pub open_order: Vec<UnitId>,
}

/// Everything of a battle that changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct World {
    /// Game turn, from 1.
    pub turn: u8,
    /// Phase of the turn.
    pub phase: Phase,
    /// Who holds the initiative of this turn.
    pub initiative: Side,
    /// The activation under way.
    pub activation: Option<ActiveWing>,
    /// Wings, by [`WingId`].
    pub wings: Vec<Wing>,
    /// Units, by [`UnitId`].
    pub units: Vec<Unit>,
    /// Leaders, by [`LeaderId`].
    pub leaders: Vec<Leader>,
    /// Units by hex, in the order of the map's hexes.
    pub stacks: Vec<Stack>,
    /// Moves made so far, to tell who came first.
    pub moves: u16,
    /// Who last passed through each location that is worth points.
    pub holders: Vec<Option<Side>>,
    /// Secret choices, until both are made.
    pub openings: BySide<Option<Opening>>,
    /// Whose Wing finished last in this phase.
    pub last_finished: Option<Side>,
    /// Who left the field.
    pub surrendered: BySide<bool>,
}

impl World {
    /// A unit.
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit.0 as usize]
    }

    /// A unit, to change it.
    pub(crate) fn unit_mut(&mut self, unit: UnitId) -> &mut Unit {
        &mut self.units[unit.0 as usize]
    }

    /// A leader.
    pub fn leader(&self, leader: LeaderId) -> &Leader {
        &self.leaders[leader.0 as usize]
    }

    /// A leader, to change.
    pub(crate) fn leader_mut(&mut self, leader: LeaderId) -> &mut Leader {
        &mut self.leaders[leader.0 as usize]
    }

    /// A Wing.
    pub fn wing(&self, wing: WingId) -> &Wing {
        &self.wings[wing.0 as usize]
    }

    /// A Wing, to change it.
    pub(crate) fn wing_mut(&mut self, wing: WingId) -> &mut Wing {
        &mut self.wings[wing.0 as usize]
    }
}
