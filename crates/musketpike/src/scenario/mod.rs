//! Scenarios: a map, two armies and how they meet.

mod check;
mod library;
mod read;
mod read_map;
mod read_victory;

pub use library::{LIBRARY, TEMPLATE, text_of};

use crate::charts::{FormationState, TitleColumn, VictoryPoints};
use crate::counters::{LeaderId, ListedLeader, ListedUnit, ListedWing, Orders, Successor, UnitId, WingId};
use crate::hex::{Hex, Placement};
use crate::map::{HexsideFeatures, Map};
use caracole_kernel::{BySide, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A battle ready to be fought: everything that does not change during it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// Short name, unique among the scenarios of the program.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The day of the battle, for people.
    pub date: String,
    /// A paragraph about the battle.
    pub about: String,
    /// Column of charts that differ between titles of the series.
    pub title_column: TitleColumn,
    /// Number of turns.
    pub turns: u8,
    /// The armies.
    pub armies: BySide<Army>,
    /// The map.
    pub map: Map,
    /// Every unit, by [`UnitId`].
    pub units: Vec<ListedUnit>,
    /// Where and how each unit starts, by [`UnitId`].
    pub unit_starts: Vec<UnitStart>,
    /// Every leader, by [`LeaderId`].
    pub leaders: Vec<ListedLeader>,
    /// Where each leader starts, by [`LeaderId`]; `None` if not on the map at the start.
    pub leader_starts: Vec<Option<Hex>>,
    /// Every wing, by [`WingId`].
    pub wings: Vec<ListedWing>,
    /// How each wing starts, by [`WingId`].
    pub wing_starts: Vec<WingStart>,
    /// How it is won.
    pub victory: Victory,
    /// What differs from the rules of the series.
    pub special: SpecialRules,
}

/// An army.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Army {
    /// Its name.
    pub name: String,
    /// Its Army Commander, if it has one.
    pub commander: Option<LeaderId>,
    /// Who succeeds the commander.
    pub successor: Successor,
}

/// Where and how a unit starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitStart {
    /// On the map.
    OnMap {
        /// Where.
        placement: Placement,
        /// Formation; artillery and wagons have Normal.
        formation: FormationState,
        /// In a stack with guns: on top or at the bottom.
        layer: Layer,
        /// Guns: limbered or not.
        limber: Limber,
    },
    /// Off the map: it comes on with the entry of this number, see [`WingStart::entries`].
    Reinforcement {
        /// Which entry of its wing.
        entry: u8,
    },
}

/// Place in a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Layer {
    /// On top: fires and is fired on.
    Top,
    /// At the bottom.
    Bottom,
}

/// Whether guns are limbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Limber {
    /// Ready to fire.
    Unlimbered,
    /// Ready to move.
    Limbered,
}

/// How a wing starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WingStart {
    /// Its Historical Orders.
    pub orders: Orders,
    /// When and where its reinforcements come on. A wing whose commander comes on with an entry is a reinforcing
    /// wing and is ignored before that turn.
    pub entries: Vec<Entry>,
}

/// An arrival of reinforcements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The turn.
    pub turn: u8,
    /// The hexes at which units may come on.
    pub hexes: Vec<Hex>,
    /// Formations they may come on in, if not all three that the rules allow.
    pub formations: Vec<FormationState>,
    /// Whether the wing's commander comes with it.
    pub brings_commander: bool,
}

/// How a battle is won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Victory {
    /// The side whose points are counted first; the other's are subtracted.
    pub first: Side,
    /// Levels from the highest differential down; the last has no lower end.
    pub levels: Vec<VictoryLevel>,
    /// Points for holding places at the end.
    pub locations: Vec<Location>,
    /// Points for losses that replace those of the chart in this battle.
    pub points: Option<VictoryPoints>,
    /// Awards that this battle adds.
    pub awards: Vec<Award>,
}

/// Points that a battle adds for what has become of certain units at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Award {
    /// What it is for.
    pub name: String,
    /// Who gets the points.
    pub side: Side,
    /// How many.
    pub points: u8,
    /// The units: all of them must have come to it.
    pub units: Vec<UnitId>,
    /// What must have become of them.
    pub when: AwardWhen,
}

/// What must have become of units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AwardWhen {
    /// They are eliminated.
    Eliminated,
    /// They are in enemy hands.
    Captured,
    /// They are on the map.
    OnMap,
}

/// A range of the differential.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VictoryLevel {
    /// Lowest differential of the level.
    pub least: i32,
    /// What it means.
    pub level: Level,
}

/// Levels of victory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Decisive victory of a side.
    Decisive(Side),
    /// Marginal victory of a side.
    Marginal(Side),
    /// A draw.
    Draw,
}

/// A place worth points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// Its name.
    pub name: String,
    /// Its hexes: the side whose unit last passed through each of them controls that hex.
    pub hexes: Vec<Hex>,
    /// Points of each side for controlling every hex at the end.
    pub points: BySide<u8>,
    /// Who controls it at the start.
    pub held_by: Option<Side>,
}

/// What a battle changes in the rules of the series.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecialRules {
    /// Whether guns may limber.
    pub limbering: Limbering,
    /// Whether wagons may move.
    pub wagons: WagonMovement,
    /// The highest printed strength of light infantry that stacks with cavalry.
    pub light_infantry_with_cavalry: u8,
    /// Hexside features that are reciprocal in this battle though the chart does not say so.
    pub reciprocal: HexsideFeatures,
    /// Whether every Continuation roll has the chart's modifier for hard ground or slow armies.
    pub hard_continuation: bool,
}

/// Whether guns may limber.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Limbering {
    /// They may.
    Allowed,
    /// They stay where they are.
    NotAllowed,
}

/// Whether wagons may move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WagonMovement {
    /// They stand still.
    Fixed,
    /// They move as limbered guns.
    Movable,
}

/// What the players agree on before a battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Starting Orders.
    pub starting_orders: StartingOrders,
    /// Whether heavy infantry exhausts its Reaction Fire.
    pub reaction_fire_exhaustion: bool,
    /// Whether Croats count as arquebusiers.
    pub croats_as_arquebusiers: bool,
}

/// How starting Orders are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StartingOrders {
    /// The Historical Orders of the scenario.
    #[default]
    Historical,
    /// Each player chooses in secret.
    Secret,
}

impl Scenario {
    /// A unit's counter. Ids come from this scenario.
    pub fn unit(&self, id: UnitId) -> &ListedUnit {
        &self.units[usize::from(id.0)]
    }

    /// A leader's counter. Ids come from this scenario.
    pub fn leader(&self, id: LeaderId) -> &ListedLeader {
        &self.leaders[usize::from(id.0)]
    }

    /// A wing. Ids come from this scenario.
    pub fn wing(&self, id: WingId) -> &ListedWing {
        &self.wings[usize::from(id.0)]
    }

    /// All unit ids.
    pub fn unit_ids(&self) -> impl ExactSizeIterator<Item = UnitId> + use<> {
        (0..self.units.len() as u8).map(UnitId)
    }

    /// All leader ids.
    pub fn leader_ids(&self) -> impl ExactSizeIterator<Item = LeaderId> + use<> {
        (0..self.leaders.len() as u8).map(LeaderId)
    }

    /// All wing ids.
    pub fn wing_ids(&self) -> impl ExactSizeIterator<Item = WingId> + use<> {
        (0..self.wings.len() as u8).map(WingId)
    }

    /// The unit with this code.
    pub fn unit_by_code(&self, code: &str) -> Option<UnitId> {
        self.unit_ids().find(|id| self.unit(*id).code == code)
    }

    /// The level of victory that a differential reaches.
    pub fn level(&self, differential: i32) -> Level {
        self.victory
            .levels
            .iter()
            .find(|level| differential >= level.least)
            .or(self.victory.levels.last())
            .map_or(Level::Draw, |level| level.level)
    }
}

#[cfg(test)]
mod tests;
