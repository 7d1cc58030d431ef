//! What a battle starts from.

mod figures;
mod lay;

pub(super) use figures::{block, grid_of};
pub(super) use lay::{bases_at, camp_base, troops_of};
pub use lay::{prepare, titles};

use super::message::Bw;
use crate::army::{Army, read_army};
use crate::charts::{Charts, TerrainKind};
use crate::readings::Readings;
use crate::troops::Form;
use caracole_kernel::{BySide, Side};
use caracole_plane::{Hand, Table, Um};
use caracole_tabletop::{Piece, Terrain};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a battle starts from, as it comes from outside. Lengths are in hundredths of a base width, places from the left
/// edge and from red's edge.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Each side's army.
    pub armies: BySide<Army>,
    /// Who holds the deck first.
    pub active: Side,
    /// How each army stands; nowhere yet if the battle begins with the pre-battle.
    pub start: BySide<Lineup>,
    /// With what the battle begins.
    #[serde(default)]
    pub begin: Begin,
    /// Turns after which the battle ends.
    #[serde(default = "twelve")]
    pub turns: u8,
    /// A base width in millimetres: 40 or 60.
    #[serde(default = "forty")]
    pub base_mm: u8,
    /// Width and depth of the table in base widths.
    #[serde(default = "standard_table")]
    pub table_bw: [u8; 2],
    /// Terrain, in micrometres.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub terrain: Vec<Piece<TerrainKind>>,
    /// Options that are on.
    #[serde(default)]
    pub options: Readings,
    /// A file of charts that changes those of the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub charts: Option<String>,
}

/// With what a battle begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Begin {
    /// With the first turn: the armies are deployed.
    #[default]
    Deployed,
    /// With the pre-battle.
    PreBattle,
}

/// How an army stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Lineup {
    /// Its units in the order of the list, every unit counted by itself.
    pub units: Vec<UnitPost>,
    /// Its Commanders in the order of the list.
    pub commanders: Vec<CommanderPost>,
    /// Its camp, if it has one on the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub camp: Option<CampPost>,
    /// Its ambush cards, in the order of their numbers. The places of units that lie there do not count.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ambushes: Vec<AmbushPost>,
    /// Its flank marches.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marches: Vec<MarchPost>,
}

/// Where an ambush card lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AmbushPost {
    /// The middle of its front.
    pub at: [Bw; 2],
    /// Who lies there, by the place in the list; nobody in a bluff.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<u8>,
    /// To whose command it belongs, by his place in the list.
    pub command: u8,
}

/// A flank march.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MarchPost {
    /// Who leads it, by his place in the list.
    pub commander: u8,
    /// The side edge, as red sees it.
    pub edge: Hand,
    /// The units, by their places in the list.
    pub units: Vec<u8>,
}

/// Where a unit stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnitPost {
    /// The middle of its front line.
    pub at: [Bw; 2],
    /// Whole degrees clockwise from facing away from red's edge.
    pub facing: u16,
    /// Its files.
    pub wide: u8,
    /// Its formation; the first that it can take if none is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<Form>,
    /// Its Commander, by his place in the list.
    pub command: u8,
    /// Bases that it has lost.
    #[serde(default)]
    pub lost: u8,
    /// Whether it carries a wound.
    #[serde(default)]
    pub wound: bool,
    /// Whether its riders have dismounted.
    #[serde(default)]
    pub dismounted: bool,
}

/// Where a Commander stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum CommanderPost {
    /// With a file of a unit.
    With {
        /// The unit, by its place in the list.
        unit: u8,
        /// The file, from the left, counted from 0.
        file: u8,
        /// In front of it rather than behind.
        #[serde(default)]
        ahead: bool,
    },
    /// By himself: the middle of his front edge.
    At([Bw; 2]),
}

/// Where a camp stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CampPost {
    /// The middle of its front.
    pub at: [Bw; 2],
    /// Whole degrees clockwise from facing away from red's edge.
    pub facing: u16,
}

/// The table with its terrain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The table.
    pub table: Table,
    /// One base width.
    pub width: Um,
    /// Its terrain.
    pub terrain: Terrain<TerrainKind>,
}

/// What never changes in a battle.
#[derive(Debug)]
pub struct Scenario {
    /// The charts that it is played by.
    pub charts: Charts,
    /// The options that are on.
    pub readings: Readings,
    /// The table.
    pub field: Field,
    /// Turns after which it ends.
    pub turns: u8,
    /// The armies.
    pub armies: BySide<Army>,
    /// Names of units, every unit by itself.
    pub(super) titles: BySide<Vec<String>>,
}

impl Scenario {
    /// The name of a unit.
    pub fn title(&self, side: Side, listed: u8) -> &str {
        self.titles[side].get(usize::from(listed)).map_or("", String::as_str)
    }

    /// The name of a Commander.
    pub fn commander_name(&self, side: Side, listed: u8) -> &str {
        self.armies[side].commanders.get(usize::from(listed)).map_or("", |c| c.name.as_str())
    }
}

const fn twelve() -> u8 {
    12
}

const fn forty() -> u8 {
    40
}

const fn standard_table() -> [u8; 2] {
    [45, 30]
}

/// Two armies on open ground, each in two lines 12 BW from the other.
pub fn meeting(armies: BySide<Army>) -> Option<Setup> {
    let start = BySide {
        red: figures::lineup(&armies.red, Side::Red)?,
        blue: figures::lineup(&armies.blue, Side::Blue)?,
    };
    Some(Setup {
        armies,
        active: Side::Red,
        start,
        begin: Begin::Deployed,
        turns: twelve(),
        base_mm: forty(),
        table_bw: [60, 40],
        terrain: Vec::new(),
        options: Readings::default(),
        charts: None,
    })
}

/// Two armies before their pre-battle, on the table of the charts.
pub fn encounter(armies: BySide<Army>) -> Setup {
    Setup {
        armies,
        active: Side::Red,
        start: BySide::default(),
        begin: Begin::PreBattle,
        turns: twelve(),
        base_mm: forty(),
        table_bw: standard_table(),
        terrain: Vec::new(),
        options: Readings::default(),
        charts: None,
    }
}

/// Built-in armies against each other, each in two lines 12 BW from the other or before their pre-battle: for random
/// battles and tests.
pub(super) fn example(number: u64) -> Option<Setup> {
    let pairs: Vec<_> = crate::army::BUILT_IN.chunks(2).collect();
    let pair = pairs.get((number % pairs.len().max(1) as u64) as usize)?;
    let army = |n: usize| pair.get(n).and_then(|file| read_army(file.id, file.text).ok());
    let (red, blue) = (army(0)?, army(1)?);
    let armies = BySide { red, blue };
    // Every twelfth battle begins with the pre-battle.
    let setup = if number % 12 == 11 { encounter(armies) } else { meeting(armies)? };
    let active = if number.is_multiple_of(2) { Side::Red } else { Side::Blue };
    let base_mm = if number.is_multiple_of(3) { 60 } else { 40 };
    Some(Setup { active, turns: 1 + (number % 4) as u8, base_mm, ..setup })
}
