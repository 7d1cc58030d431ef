//! What stays the same throughout a battle, and what it is made from: armies, and a position or a set-up to come.

use super::world::{CommanderId, GroupId, Phase};
use crate::army::Army;
use crate::field::{Fortification, Piece, Scale};
use crate::formation::Formation;
use crate::troops::{BaseProfile, Book, Cohesion};
use caracole_kernel::{BySide, Side};
use caracole_plane::{Pose, Um};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// An army of a battle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ArmyChoice {
    /// One of the book's own, by its id: `fogr/new-model-1645`.
    BuiltIn(String),
    /// An army list.
    List(Army),
}

/// What a battle starts from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The armies. Red's base edge is the near one.
    pub armies: BySide<ArmyChoice>,
    /// Size of the table in movement units.
    #[serde(default = "standard_table")]
    pub table_mu: (u16, u16),
    /// Figures and movement unit.
    #[serde(default)]
    pub scale: Scale,
    /// The last turn; each player's turn counts.
    #[serde(default = "standard_turns")]
    pub turns: u16,
    /// Readings of unclear rules that differ from the default.
    #[serde(default)]
    pub options: BTreeMap<String, bool>,
    /// How it begins.
    pub start: StartFrom,
}

const fn standard_table() -> (u16, u16) {
    (72, 48)
}

const fn standard_turns() -> u16 {
    40
}

/// How a battle begins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StartFrom {
    /// With the whole set-up of Appendix 4.
    Deployment,
    /// With everything in its place.
    Position(Position),
}

/// Everything in its place.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Position {
    /// Terrain.
    pub terrain: Vec<Piece>,
    /// Field fortifications.
    pub fortifications: Vec<Fortification>,
    /// Supply camps: the middle of the front edge, facing the enemy.
    pub camps: BySide<Option<Pose>>,
    /// Battle groups; those not named are not there.
    pub groups: Vec<PlacedGroup>,
    /// Commanders; those not named are not there.
    pub commanders: Vec<PlacedCommander>,
    /// The side that is active in the first turn; red unless given.
    pub active: Option<Side>,
    /// The phase in which the first turn begins; the first one unless given.
    pub phase: Option<Phase>,
    /// These are some of the battle groups of larger armies: no army routs because of their losses.
    pub part_of_battle: bool,
}

/// A battle group in its place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlacedGroup {
    /// The side that it belongs to.
    pub side: Side,
    /// Its number in the army, from 1.
    pub number: u8,
    /// The middle of its front line, and its facing.
    pub front: Pose,
    /// How many files it has, in the most usual formation of that width.
    pub files: u8,
    /// Its formation, if it is not the most usual one.
    #[serde(default)]
    pub formation: Option<Formation>,
    /// Its cohesion.
    #[serde(default = "steady")]
    pub cohesion: Cohesion,
    /// Whether artillery is limbered.
    #[serde(default)]
    pub limbered: bool,
    /// Bases of its list that it has lost already.
    #[serde(default)]
    pub lost: Vec<BaseProfile>,
}

const fn steady() -> Cohesion {
    Cohesion::Steady
}

/// A commander in place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlacedCommander {
    /// The side that it belongs to.
    pub side: Side,
    /// The commander's number in the army, from 1.
    pub number: u8,
    /// Alone: where.
    #[serde(default)]
    pub at: Option<Pose>,
    /// With a battle group: its number in the army, from 1.
    #[serde(default)]
    pub with: Option<u8>,
}

/// What stays the same throughout a battle.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// The armies.
    pub armies: BySide<Army>,
    /// Names of the battle groups by their number in the world.
    pub names: Vec<String>,
    /// Names of the battle groups with the numbers that players use, those detached at deployment too.
    pub titles: Vec<String>,
    /// The last turn.
    pub turns: u16,
    /// Length of a movement unit.
    pub mu: Um,
}

impl Scenario {
    /// The book that its armies are of.
    #[must_use]
    pub fn book(&self) -> Book {
        self.armies.red.book
    }

    /// A length in movement units: "3.25 MU".
    #[must_use]
    pub fn in_mu(&self, length: Um) -> String {
        format!("{} MU", super::names::movement_units(self.mu, length))
    }

    /// A side with its army at the beginning of a sentence: "Red (Royalist)".
    #[must_use]
    pub fn side(&self, side: Side) -> String {
        format!("{} ({})", super::names::capital(side.name()), self.armies[side].name)
    }

    /// The name of a battle group.
    #[must_use]
    pub fn name(&self, group: GroupId) -> &str {
        self.names.get(usize::from(group.0)).map_or("a detachment", String::as_str)
    }

    /// The name of a battle group with its number: "3 Cavaliers". Both armies are counted through from 1.
    #[must_use]
    pub fn title(&self, group: GroupId) -> &str {
        self.titles.get(usize::from(group.0)).map_or("a detachment", String::as_str)
    }

    /// The name of a commander by number in the world.
    #[must_use]
    pub fn commander_title(&self, commander: CommanderId) -> &str {
        let (number, reds) = (usize::from(commander.0), self.armies.red.commanders.len());
        let found = match number.checked_sub(reds) {
            None => self.armies.red.commanders.get(number),
            Some(number) => self.armies.blue.commanders.get(number),
        };
        found.map_or("a commander", |c| c.name.as_str())
    }

    /// The name of a commander.
    #[must_use]
    pub fn commander_name(&self, side: Side, entry: u8) -> &str {
        self.armies[side].commanders.get(usize::from(entry)).map_or("a commander", |c| c.name.as_str())
    }
}
