//! What a scenario file says, before it is checked. Lengths and places are in base widths.

use crate::army::Army;
use crate::charts::TerrainKind;
use crate::readings::Reading;
use crate::troops::Form;
use caracole_kernel::Side;
use caracole_tabletop::read::At;
use serde::Deserialize;
use toml::Spanned;

/// A scenario file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioText {
    pub system: Spanned<String>,
    pub title: String,
    #[serde(default)]
    pub date: String,
    #[serde(default)]
    pub about: String,
    #[serde(default = "twelve")]
    pub turns: u8,
    pub active: Side,
    #[serde(default = "standard")]
    pub table: [u8; 2],
    #[serde(default = "forty")]
    pub base_mm: u8,
    #[serde(default)]
    pub options: Vec<Reading>,
    #[serde(default)]
    pub terrain: Vec<Spanned<PieceText>>,
    pub red: Spanned<SideText>,
    pub blue: Spanned<SideText>,
}

/// A piece of terrain.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PieceText {
    pub kind: TerrainKind,
    #[serde(default)]
    pub area: Vec<At>,
    #[serde(default)]
    pub crest: Vec<At>,
    #[serde(default)]
    pub line: Vec<At>,
    pub width: Option<f64>,
}

/// A side.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideText {
    pub army: Option<Spanned<String>>,
    pub list: Option<Army>,
    pub camp: Option<Spanned<At>>,
    pub deploy: Vec<DeployText>,
    #[serde(default)]
    pub commanders: Vec<PostText>,
}

/// Where a unit stands.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeployText {
    pub unit: Spanned<String>,
    pub at: At,
    pub facing: Option<u16>,
    pub wide: u8,
    pub form: Option<Form>,
    pub command: Option<Spanned<String>>,
    #[serde(default)]
    pub lost: u8,
    #[serde(default)]
    pub wound: bool,
    #[serde(default)]
    pub dismounted: bool,
}

/// Where a Commander stands.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PostText {
    pub commander: Spanned<String>,
    pub with: Option<Spanned<String>>,
    #[serde(default)]
    pub file: u8,
    #[serde(default)]
    pub ahead: bool,
    pub at: Option<At>,
}

const fn twelve() -> u8 {
    12
}

const fn forty() -> u8 {
    40
}

const fn standard() -> [u8; 2] {
    [45, 30]
}
