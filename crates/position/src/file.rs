//! The position file as it is written: TOML in the words of players, lengths in the file's own unit.

use super::question::QuestionFile;
use super::symbol::Symbol;
use super::terrain::TerrainKind;
use caracole_ledger::System;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A position on the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Caracole position", extend("$id" = "caracole:position:1"))]
pub struct PositionFile {
    /// Version of this format: 1.
    #[schemars(range(min = 1, max = 1))]
    pub schema: u32,
    /// Heading of the picture.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// A sentence below the heading.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// The rules in use, for the referee and the usual sizes of bases: the short name of a system.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub system: Option<System>,
    /// Name of the side whose turn it is, for the referee; the first one unless said otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub active: Option<String>,
    /// The groups drawn are whole armies, which rout for their losses, for the referee; else they are a part of a battle.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub whole_armies: bool,
    /// The table and its scale.
    #[serde(default)]
    pub table: TableFile,
    /// The sides, in the order in which they get colours.
    #[serde(default, rename = "side")]
    pub sides: Vec<SideFile>,
    /// Pieces of terrain.
    #[serde(default, rename = "terrain", skip_serializing_if = "Vec::is_empty")]
    pub terrain: Vec<TerrainFile>,
    /// Battle groups and other bodies of troops.
    #[serde(default, rename = "group", skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<GroupFile>,
    /// Commanders.
    #[serde(default, rename = "commander", skip_serializing_if = "Vec::is_empty")]
    pub commanders: Vec<CommanderFile>,
    /// Supply camps.
    #[serde(default, rename = "camp", skip_serializing_if = "Vec::is_empty")]
    pub camps: Vec<CampFile>,
    /// What is drawn over the table: arcs, zones, paths, distances.
    #[serde(default, rename = "overlay", skip_serializing_if = "Vec::is_empty")]
    pub overlays: Vec<OverlayFile>,
    /// Questions to the referee; pictures leave them aside.
    #[serde(default, rename = "question", skip_serializing_if = "Vec::is_empty")]
    pub questions: Vec<QuestionFile>,
}

/// Unit of all lengths and coordinates of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// Movement units.
    #[default]
    Mu,
    /// Millimetres.
    Mm,
    /// Base widths, for rules that measure in them.
    Bw,
}

/// Scale of the figures; it sets the size of bases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Scale {
    /// 15 mm figures or smaller: bases 40 mm wide.
    #[default]
    #[serde(rename = "15mm")]
    Fifteen,
    /// 25/28 mm figures: bases 60 mm wide.
    #[serde(rename = "28mm")]
    TwentyEight,
}

/// The table: 72 x 48 MU in 15 mm scale unless said otherwise.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct TableFile {
    /// From the left to the right edge, in `unit`.
    pub width: f64,
    /// From the near to the far edge, in `unit`.
    pub depth: f64,
    /// Unit of all lengths and coordinates of this file.
    pub unit: Unit,
    /// Scale of the figures.
    pub scale: Scale,
    /// Length of a movement unit in millimetres.
    pub mu: f64,
}

impl Default for TableFile {
    fn default() -> Self {
        Self { width: 72.0, depth: 48.0, unit: Unit::Mu, scale: Scale::Fifteen, mu: 25.0 }
    }
}

/// One side of the battle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SideFile {
    /// Name by which groups refer to it.
    pub name: String,
    /// Colour: blue, vermilion, green, purple, orange or black; each with its own pattern.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colour: Option<Colour>,
}

/// Colours of sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Colour {
    /// Plain blue.
    Blue,
    /// Striped vermilion.
    Vermilion,
    /// Dotted green.
    Green,
    /// Latticed purple.
    Purple,
    /// Striped orange.
    Orange,
    /// Plain black.
    Black,
}

impl Colour {
    /// All of them, in the order in which sides get them.
    pub const ALL: [Self; 6] =
        [Self::Blue, Self::Vermilion, Self::Green, Self::Purple, Self::Orange, Self::Black];

    /// As files write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Blue => "blue",
            Self::Vermilion => "vermilion",
            Self::Green => "green",
            Self::Purple => "purple",
            Self::Orange => "orange",
            Self::Black => "black",
        }
    }
}

/// A point [x, y]: x from the left edge, y from the near edge.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "Vec<f64>", into = "[f64; 2]")]
#[schemars(with = "[f64; 2]")]
pub struct PointFile {
    /// From the left edge.
    pub x: f64,
    /// From the near edge.
    pub y: f64,
}

impl TryFrom<Vec<f64>> for PointFile {
    type Error = String;

    fn try_from(numbers: Vec<f64>) -> Result<Self, String> {
        match *numbers.as_slice() {
            [x, y] => Ok(Self { x, y }),
            _ => Err(format!("invalid length {}, expected a point [x, y]", numbers.len())),
        }
    }
}

impl From<PointFile> for [f64; 2] {
    fn from(p: PointFile) -> Self {
        [p.x, p.y]
    }
}

/// A piece of terrain: an `outline` for areas, a `line` with a `width` for rivers, roads and obstacles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TerrainFile {
    /// What it is.
    pub kind: TerrainKind,
    /// Name written on the picture.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Corners of an area.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outline: Vec<PointFile>,
    /// Course of a river, road or obstacle. The front of a fortification looks to the left of its line.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<PointFile>,
    /// Width of a river, road or obstacle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub width: Option<f64>,
    /// Whether corners are rounded, except those on the table edge. The rounded shape is the real one, for rules too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub smooth: Option<bool>,
    /// Ridge of a hill.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub crest: Vec<PointFile>,
    /// What grows on a hill.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cover: Option<TerrainKind>,
    /// Grade of a river: uneven, rough, difficult or impassable.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grade: Option<Grade>,
}

/// Grades of terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Grade {
    /// Uneven.
    Uneven,
    /// Rough.
    Rough,
    /// Difficult.
    Difficult,
    /// Impassable.
    Impassable,
}

/// A kind of base inside a mixed group.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct KindFile {
    /// Troop type in the words of the army list, such as "heavy foot".
    pub troop: String,
    /// Armour class.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub armour: String,
    /// Combat capabilities, such as "pike" or "musket".
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub capabilities: Vec<String>,
    /// Symbol to draw instead of the one that follows from type and capabilities.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbol: Option<Symbol>,
    /// Depth of the base in millimetres, if it is not the usual one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<f64>,
}

/// A body of troops. Either `files` and `bases`, or a `layout` with `kinds`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GroupFile {
    /// Name, different from those of all other groups.
    pub name: String,
    /// Name of its side.
    pub side: String,
    /// Middle of the front edge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<PointFile>,
    /// Instead of `at`: the front left corner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub front_left: Option<PointFile>,
    /// Instead of `at`: the front right corner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub front_right: Option<PointFile>,
    /// Instead of `at`: the rear left corner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rear_left: Option<PointFile>,
    /// Instead of `at`: the rear right corner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rear_right: Option<PointFile>,
    /// Instead of `at` and `facing`: the place in words, seen from another group, such as "3 MU in front of 4".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// Degrees clockwise from straight up the table.
    #[serde(default)]
    pub facing: f64,
    /// Bases side by side in the front rank.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub files: Option<u32>,
    /// Ranks; follows from `files` and `bases`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ranks: Option<u32>,
    /// Bases present; full ranks if not given. A short rear rank is filled from the left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bases: Option<u32>,
    /// Bases lost so far, drawn as pale outlines behind those present.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub lost: u32,
    /// Ranks from the front, each base by the letter of its kind: "S P P S". After the letter `<` and `>` turn
    /// the base left and right, `v` about, and `x` marks it lost; `.` is an empty place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub layout: Vec<String>,
    /// Kinds of base for `layout`, by capital letter.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub kinds: BTreeMap<String, KindFile>,
    /// How far each file stands forward of the line, from the left.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<f64>,
    /// Bends of a column one base wide.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kinks: Vec<KinkFile>,
    /// Troop type of all bases, in the words of the army list.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub troop: String,
    /// Armour class of all bases.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub armour: String,
    /// Combat capabilities of all bases.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub capabilities: Vec<String>,
    /// Symbol of all bases, instead of the one that follows from type and capabilities.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symbol: Option<Symbol>,
    /// Depth of all bases in millimetres, if it is not the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<f64>,
    /// Quality class of the group.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub quality: String,
    /// Formation by name, such as "later tercio".
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub formation: String,
    /// Cohesion.
    #[serde(default)]
    pub cohesion: Cohesion,
    /// Disorder by ground or beasts.
    #[serde(default)]
    pub disorder: Disorder,
    /// Other states in words, written beside the name, such as "limbered" or "pursuing".
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<String>,
    /// The group changed last, or must be decided on: it is outlined.
    #[serde(default, skip_serializing_if = "is_false")]
    pub highlight: bool,
    /// The group is off the table, or reaches over its edge.
    #[serde(default, skip_serializing_if = "is_false")]
    pub off_table: bool,
}

fn is_zero(n: &u32) -> bool {
    *n == 0
}

fn is_false(b: &bool) -> bool {
    !*b
}

/// A bend in a column.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct KinkFile {
    /// The column bends behind its base of this number, counted from the front.
    pub after: u32,
    /// Degrees clockwise by which the bases behind face differently from the base in front.
    pub turn: f64,
}

/// The cohesion ladder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Cohesion {
    /// In good order.
    #[default]
    Steady,
    /// One step down.
    Disrupted,
    /// Two steps down.
    Fragmented,
    /// Running.
    Broken,
}

/// Disorder by ground or beasts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Disorder {
    /// None.
    #[default]
    None,
    /// Disordered.
    Disordered,
    /// Severely disordered.
    #[serde(rename = "severely disordered")]
    SeverelyDisordered,
}

/// A commander: at a place, or with a group.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CommanderFile {
    /// Name.
    pub name: String,
    /// Name of his side.
    pub side: String,
    /// Middle of his base.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<PointFile>,
    /// Name of the group he is with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<String>,
    /// His rank in the words of the rules, such as "field commander".
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub rank: String,
    /// Command range, drawn as a circle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<f64>,
}

/// A supply camp.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CampFile {
    /// Name of its side.
    pub side: String,
    /// Middle of its front edge.
    pub at: PointFile,
    /// Degrees clockwise from straight up the table.
    #[serde(default)]
    pub facing: f64,
    /// The camp is fortified.
    #[serde(default, skip_serializing_if = "is_false")]
    pub fortified: bool,
}

/// Kinds of overlay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OverlayKind {
    /// Arc of fire of a group: `group`, `range`, and optionally `beyond`, `long` and `long_beyond`.
    Arc,
    /// Rectangle ahead of a group: `group`, `range`, and optionally `beyond`.
    Zone,
    /// Circle: `at` (a point or a group) and `range`.
    Circle,
    /// Way of a move: `points`.
    Path,
    /// Measured distance: `from` and `to`, each a point or a group.
    Distance,
    /// Line of sight: `from` and `to`.
    Sight,
    /// Where bases touch: `at` (a point), or `from` and `to` (two groups).
    Contact,
    /// Pale copy of a group elsewhere: `group`, `at`, `facing`.
    Ghost,
    /// Words: `at` and `label`.
    Note,
}

/// A point, or a group by its name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected a point [x, y] or the name of a group in quotes")]
pub enum PlaceFile {
    /// A point.
    Point(PointFile),
    /// The name of a group.
    Group(String),
}

/// Something drawn over the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OverlayFile {
    /// What is drawn; it decides which other fields are used.
    pub kind: OverlayKind,
    /// The group that it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// Where it stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<PlaceFile>,
    /// Where it starts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<PlaceFile>,
    /// Where it ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<PlaceFile>,
    /// The corners of a path.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<PointFile>,
    /// Facing of a ghost in degrees.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<f64>,
    /// How far it reaches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<f64>,
    /// How far long range reaches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub long: Option<f64>,
    /// Base widths by which it reaches beyond each side of the group.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beyond: Option<f64>,
    /// Base widths by which long range reaches beyond each side; as `beyond` if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub long_beyond: Option<f64>,
    /// Words written beside it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
}

/// The JSON Schema of position files.
pub fn position_schema() -> schemars::Schema {
    schemars::schema_for!(PositionFile)
}
