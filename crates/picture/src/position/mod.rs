//! Position files: what stands where, checked, in the geometry crate's integers.

mod check;
mod file;
mod groups;
mod lengths;
mod nearest;
mod overlays;
mod place;
mod problem;
mod question;
mod shape;
mod sizes;

pub use caracole_ledger::System;
pub use file::{
    CampFile, Cohesion, Colour, CommanderFile, Disorder, Grade, GroupFile, KindFile, KinkFile, OverlayFile,
    OverlayKind, PlaceFile, PointFile, PositionFile, Scale, SideFile, TableFile, TerrainFile, Unit,
    position_schema,
};
pub use problem::{PositionError, Problem};
pub use question::{Ask, AskedPhase, QuestionFile, WheelFile, WheelHand};
pub use sizes::{base_depth, base_width, camp_size};

use crate::overlay::Overlay;
use crate::style::Livery;
use crate::symbol::Symbol;
use crate::terrain::TerrainKind;
use caracole_plane::{Angle, Base, Column, Group, Point, Polygon, Strip, Um};
use toml::de::DeTable;

/// Largest position file in bytes.
pub const MAX_BYTES: usize = 1 << 20;
/// Most groups on a table.
pub const MAX_GROUPS: usize = 500;
/// Most bases in a group.
pub const MAX_BASES: usize = 64;
/// Most entries of any other list of a file.
pub const MAX_ENTRIES: usize = 200;
/// Most corners of an outline or line.
pub const MAX_POINTS: usize = 100;
/// Longest name or label in characters.
pub const MAX_NAME: usize = 80;
/// Longest title or note in characters.
pub const MAX_NOTE: usize = 400;

/// The example that `caracole draw demo` draws.
pub const DEMO: &str = include_str!("demo.toml");

/// A checked position.
#[derive(Clone, Debug)]
pub struct Position {
    /// Heading.
    pub title: String,
    /// Sentence below it.
    pub note: String,
    /// Rules in use.
    pub system: Option<System>,
    /// The table.
    pub table: Table,
    /// The sides.
    pub sides: Vec<Side>,
    /// The terrain.
    pub terrain: Vec<Terrain>,
    /// The groups.
    pub groups: Vec<PositionGroup>,
    /// The commanders.
    pub commanders: Vec<Commander>,
    /// The camps.
    pub camps: Vec<Camp>,
    /// What is drawn over the table.
    pub overlays: Vec<Overlay>,
    /// The side whose turn it is.
    pub active: SideIndex,
    /// Whether the groups drawn are whole armies.
    pub whole_armies: bool,
    /// Questions to the referee.
    pub questions: Vec<Question>,
}

/// A question to the referee, its lengths measured and its groups found.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// What is asked.
    pub ask: Ask,
    /// The group that it is about, by index.
    pub group: Option<usize>,
    /// The groups that are charged, by index.
    pub targets: Vec<usize>,
    /// The phase.
    pub phase: Option<AskedPhase>,
    /// The wheel: hand and angle.
    pub wheel: Option<(WheelHand, Angle)>,
    /// How far straight ahead.
    pub ahead: Option<Um>,
    /// The choice as the battle's own messages write it.
    pub decision: Option<toml::Value>,
    /// The dice.
    pub dice: Vec<u8>,
}

/// Size and scale of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    /// From left to right.
    pub width: Um,
    /// From the near to the far edge.
    pub depth: Um,
    /// Length of a movement unit.
    pub mu: Um,
    /// Width of every base.
    pub base_width: Um,
    /// Scale of the figures.
    pub scale: Scale,
    /// Unit of the file.
    pub unit: Unit,
}

impl Table {
    /// What rulers and measured distances count in: movement units, or base widths where the file does.
    pub fn yardstick(&self) -> (Um, &'static str) {
        match self.unit {
            Unit::Mu | Unit::Mm => (self.mu, "MU"),
            Unit::Bw => (self.base_width, "BW"),
        }
    }
}

/// One side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// Name.
    pub name: String,
    /// Colour and pattern.
    pub livery: &'static Livery,
}

/// Which of the sides of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SideIndex(pub usize);

/// A piece of terrain in its final shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terrain {
    /// What it is.
    pub kind: TerrainKind,
    /// Name, possibly empty.
    pub name: String,
    /// The ground it covers.
    pub ground: Ground,
    /// Ridge of a hill.
    pub crest: Vec<Point>,
    /// What grows on a hill.
    pub cover: Option<TerrainKind>,
    /// Grade of a river.
    pub grade: Option<Grade>,
}

/// The shape of a piece of terrain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ground {
    /// An area by its outline.
    Area(Polygon),
    /// A band along a line.
    Line(Strip),
}

/// What a base is, in words that the rules check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Troop {
    /// Troop type.
    pub troop: String,
    /// Armour class.
    pub armour: String,
    /// Capabilities.
    pub capabilities: Vec<String>,
    /// Symbol to draw.
    pub symbol: Symbol,
}

/// A group with its bases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionGroup {
    /// Name.
    pub name: String,
    /// Its side.
    pub side: SideIndex,
    /// Where its bases stand; `None` for a group off the table.
    pub group: Option<Group>,
    /// The group as a kinked column, where it is one.
    pub column: Option<Column>,
    /// Kinds of base in the group.
    pub kinds: Vec<Troop>,
    /// For each base, in the order of the group's places, the index of its kind.
    pub kind_of_base: Vec<usize>,
    /// Where lost bases would stand.
    pub lost: Vec<Base>,
    /// For each base lost, the index of its kind.
    pub kind_of_lost: Vec<usize>,
    /// Quality class.
    pub quality: String,
    /// Formation by name.
    pub formation: String,
    /// Cohesion.
    pub cohesion: Cohesion,
    /// Disorder.
    pub disorder: Disorder,
    /// Other states in words.
    pub marks: Vec<String>,
    /// To be outlined.
    pub highlight: bool,
    /// May reach over the edge of the table.
    pub off_table: bool,
}

/// A commander.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commander {
    /// Name.
    pub name: String,
    /// His side.
    pub side: SideIndex,
    /// Middle of his base.
    pub at: Point,
    /// The group he is with, by index.
    pub with: Option<usize>,
    /// His rank in words.
    pub rank: String,
    /// Command range.
    pub range: Option<Um>,
}

/// A supply camp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Camp {
    /// Its side.
    pub side: SideIndex,
    /// The ground it takes up.
    pub base: Base,
    /// Whether it is fortified.
    pub fortified: bool,
}

impl Position {
    /// Reads and checks a position file.
    pub fn parse(text: &str) -> Result<Self, PositionError> {
        if text.len() > MAX_BYTES {
            return Err(problem::whole_file(
                format!("the file has {} bytes; the limit is {MAX_BYTES}", text.len()),
                "split it, or leave terrain detail out",
            ));
        }
        let root = DeTable::parse(text).map_err(|e| problem::syntax(text, &e))?;
        let file: PositionFile = toml::from_str(text).map_err(|e| problem::shape(text, &root, &e))?;
        check::position(&file).map_err(|problems| problems.report(Some((text, &root))))
    }

    /// Checks a position that was read elsewhere; problems then carry fields but no lines.
    pub fn check(file: &PositionFile) -> Result<Self, PositionError> {
        check::position(file).map_err(|problems| problems.report(None))
    }

    /// The example position.
    pub fn demo() -> Result<Self, PositionError> {
        Self::parse(DEMO)
    }

    /// The index of a group by its name.
    pub fn group_named(&self, name: &str) -> Option<usize> {
        self.groups.iter().position(|g| g.name == name)
    }
}
