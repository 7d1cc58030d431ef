//! A scenario file as it is written.

use crate::army::Army;
use crate::field::Figures;
use crate::troops::Cohesion;
use caracole_kernel::Side;
use caracole_tabletop::read::At;
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// A scenario file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioFile {
    /// Version of the format: 1.
    pub schema: Spanned<u32>,
    /// The code of the book's system: `fogr`, `fogam`.
    pub system: Spanned<String>,
    /// Its title.
    pub title: String,
    /// When it was fought.
    #[serde(default)]
    pub date: String,
    /// What it is about.
    #[serde(default)]
    pub about: String,
    /// The last turn; each player's turn counts.
    #[serde(default = "usual_turns")]
    pub turns: Spanned<u16>,
    /// The side that is active in the first turn.
    #[serde(default = "red")]
    pub first: Side,
    /// Readings of unclear rules that differ from the usual ones.
    #[serde(default)]
    pub options: BTreeMap<String, bool>,
    /// The table.
    #[serde(default)]
    pub table: TableFile,
    /// Terrain.
    #[serde(default)]
    pub terrain: Vec<Spanned<TerrainFile>>,
    /// The side whose base edge is the near one.
    pub red: Spanned<SideFile>,
    /// The side whose base edge is the far one.
    pub blue: Spanned<SideFile>,
}

fn usual_turns() -> Spanned<u16> {
    Spanned::new(0..0, 24)
}

const fn red() -> Side {
    Side::Red
}

/// The table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TableFile {
    /// From left to right, in movement units.
    pub width: u16,
    /// From red's edge to blue's.
    pub depth: u16,
    /// The size of the figures.
    pub figures: Figures,
    /// Length of a movement unit in millimetres: 25, 25.4, 38.1 or 40.
    pub mu: f64,
}

impl Default for TableFile {
    fn default() -> Self {
        TableFile { width: 72, depth: 48, figures: Figures::Fifteen, mu: 25.0 }
    }
}

/// A piece of terrain: an area by its corners, or a line.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainFile {
    /// What it is: `forest`, `gentle hill`, `river` ...
    pub kind: String,
    /// Corners of an area.
    #[serde(default)]
    pub area: Vec<At>,
    /// The middle line of a road, river or obstacle.
    #[serde(default)]
    pub line: Vec<At>,
    /// Width of a road or river.
    pub width: Option<f64>,
    /// The crest line of a hill; one point is a peak.
    #[serde(default)]
    pub crest: Vec<At>,
    /// What covers a hill.
    pub cover: Option<String>,
    /// How hard a river is to cross: uneven, rough, difficult, impassable.
    pub grade: Option<String>,
}

/// A side.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideFile {
    /// One of the built-in armies by its id.
    pub army: Option<Spanned<String>>,
    /// Or the army itself, as army files write it.
    pub list: Option<Army>,
    /// The middle of the front edge of its supply camp.
    pub camp: Option<At>,
    /// Where its battle groups stand.
    #[serde(default)]
    pub deploy: Vec<Spanned<DeployFile>>,
    /// Where its commanders are.
    #[serde(default)]
    pub commanders: Vec<Spanned<PostFile>>,
    /// Field fortifications, each one base wide.
    #[serde(default)]
    pub works: Vec<Spanned<WorksFile>>,
}

/// A battle group or commander by number in the army, from 1, or by name.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Who {
    /// By number.
    Number(u8),
    /// By name.
    Name(String),
}

/// A battle group in its place.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeployFile {
    /// Which.
    pub group: Who,
    /// The middle of its front.
    pub at: At,
    /// Degrees clockwise from the far table edge; straight at the enemy unless given.
    pub facing: Option<f64>,
    /// How many files it has.
    pub files: u8,
    /// Its formation, rank by rank, if it is not the usual one: `sps/sps`.
    pub formation: Option<String>,
    /// Its cohesion.
    #[serde(default = "steady")]
    pub cohesion: Cohesion,
    /// Whether artillery is limbered.
    #[serde(default)]
    pub limbered: bool,
}

const fn steady() -> Cohesion {
    Cohesion::Steady
}

/// A commander in place.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PostFile {
    /// Which.
    pub commander: Who,
    /// Alone: where.
    pub at: Option<At>,
    /// With a battle group.
    pub with: Option<Who>,
}

/// A stretch of fortification.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorksFile {
    /// The middle of its front.
    pub at: At,
    /// Degrees clockwise from the far table edge; straight at the enemy unless given.
    pub facing: Option<f64>,
}
