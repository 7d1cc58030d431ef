//! One description of a table: what stands where, read from a file, checked, and written again.
//!
//! A position file (TOML, or JSON with the same keys) says what stands where, in the words and units of players.
//! [`Position::parse`] checks it and turns it into the integers of the geometry crate. A wrong file gets, for everything that
//! is wrong at once, the line, the field, what is wrong and how to mend it.
//!
//! ```
//! use caracole_position::Position;
//!
//! let position = Position::parse(
//!     r#"
//!     schema = 1
//!     [[side]]
//!     name = "Parliament"
//!     [[side]]
//!     name = "King"
//!     [[group]]
//!     name = "4 Ironsides"
//!     side = "Parliament"
//!     at = [36, 24]          # middle of the front edge, in movement units
//!     facing = 90            # degrees clockwise from straight up the table
//!     files = 2
//!     bases = 4
//!     troop = "determined horse"
//!     [[group]]
//!     name = "5 Rupert"
//!     side = "King"
//!     place = "3 MU in front of 4"
//!     files = 2
//!     bases = 4
//!     troop = "cavaliers"
//!     "#,
//!     &[],
//! )?;
//! let rupert = position.groups[1].group.as_ref().expect("it has a place");
//! assert_eq!(rupert.front_centre().at, caracole_plane::Point::from_mm(39 * 25, 24 * 25));
//! # Ok::<(), caracole_position::Unusable>(())
//! ```
//!
//! - [`PositionFile`]: a file as it is written; [`PositionFile::to_toml`] and [`PositionFile::to_json`] write it.
//! - [`Position`]: the table as it stands. A rules engine that wants a picture of a battle fills one.
//! - [`Vocabulary`]: the words of a system as data. The crate names no system; whoever reads a file brings the words.
//! - [`words`]: lengths, angles and places in words, read and printed.
//! - [`Unusable`] and [`Problem`]: what is wrong with a file.
//!
//! The format is described in README.md beside this crate.

mod check;
mod file;
mod groups;
mod lengths;
mod measuring;
mod overlay;
mod overlays;
mod place;
mod question;
mod shape;
mod symbol;
mod terrain;
mod vocabulary;
pub mod words;
mod write;

pub use caracole_document::{Problem, Unusable};
pub use caracole_ledger::System;
pub use file::{
    CampFile, Cohesion, Colour, CommanderFile, Disorder, Grade, GroupFile, KindFile, KinkFile, OverlayFile,
    OverlayKind, PlaceFile, PointFile, PositionFile, Scale, SideFile, TableFile, TerrainFile, Unit,
    position_schema,
};
pub use overlay::Overlay;
pub use question::{Ask, AskedPhase, QuestionFile, WheelFile, WheelHand};
pub use symbol::{SYMBOLS, Symbol};
pub use terrain::{TerrainForm, TerrainKind};
pub use vocabulary::{BaseSize, Vocabulary, base_width, camp_size};

use caracole_document::{Field, Problems};
use caracole_plane::{Angle, Base, Column, Group, Point, Polygon, Strip, Um};
use toml::Spanned;
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
    /// Colour, which stands for a pattern too.
    pub colour: Colour,
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
    /// Reads and checks a position file, with the words of the systems that are known.
    pub fn parse(text: &str, words: &[&Vocabulary]) -> Result<Self, Unusable> {
        let (file, root) = read_toml(text)?;
        check::position(&file, words).map_err(|problems| problems.report(Some((text, &root))))
    }

    /// Checks a position that was read elsewhere; problems then carry fields but no lines.
    pub fn check(file: &PositionFile, words: &[&Vocabulary]) -> Result<Self, Unusable> {
        check::position(file, words).map_err(|problems| problems.report(None))
    }

    /// The example position.
    pub fn demo() -> Result<Self, Unusable> {
        Self::parse(DEMO, &[])
    }

    /// The index of a group by its name.
    pub fn group_named(&self, name: &str) -> Option<usize> {
        self.groups.iter().position(|g| g.name == name)
    }
}

/// The file as it is written, and its places.
fn read_toml(text: &str) -> Result<(PositionFile, Spanned<DeTable<'_>>), Unusable> {
    if text.len() > MAX_BYTES {
        let mut problems = Problems::default();
        problems.add(
            Field::top(),
            format!("the file has {} bytes; the limit is {MAX_BYTES}", text.len()),
            "split it, or leave terrain detail out",
        );
        return Err(problems.report(None));
    }
    Unusable::read(text)
}
