//! Kinds of terrain.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Kinds of terrain, in the words of the rulebooks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TerrainKind {
    /// Mostly open with rocks, scrub or ditches.
    #[serde(rename = "broken ground")]
    BrokenGround,
    /// Bushes.
    Brush,
    /// Fields with hedges or walls.
    #[serde(rename = "enclosed fields")]
    EnclosedFields,
    /// Trees in rows.
    Plantation,
    /// A dry valley.
    Gully,
    /// Woods.
    Forest,
    /// Vines in rows.
    Vineyards,
    /// Wet ground.
    Marsh,
    /// Dunes.
    #[serde(rename = "soft sand")]
    SoftSand,
    /// A hill with hard slopes.
    #[serde(rename = "steep hill")]
    SteepHill,
    /// A hill with easy slopes.
    #[serde(rename = "gentle hill")]
    GentleHill,
    /// Houses and gardens.
    Village,
    /// Cliffs, crags, walls of a town.
    Impassable,
    /// Sea or great river at a table edge.
    Coast,
    /// A pond or lake.
    Lake,
    /// A river or stream.
    River,
    /// A road.
    Road,
    /// Hedge.
    Hedge,
    /// Stone wall.
    Wall,
    /// Ditch or sunken bank.
    Ditch,
    /// Earthworks.
    #[serde(rename = "field fortification")]
    FieldFortification,
    /// Stakes or swinesfeathers.
    #[serde(rename = "portable defences")]
    PortableDefences,
    /// Fields without hedges or walls.
    #[serde(rename = "open fields")]
    OpenFields,
}

/// What shape a kind of terrain has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TerrainForm {
    /// Given by an outline.
    Area,
    /// Given by a line and a width.
    Line,
}

impl TerrainKind {
    /// Whether the kind is given by an outline or by a line.
    pub fn form(self) -> TerrainForm {
        use TerrainKind as K;
        match self {
            K::River
            | K::Road
            | K::Hedge
            | K::Wall
            | K::Ditch
            | K::FieldFortification
            | K::PortableDefences => TerrainForm::Line,
            _ => TerrainForm::Area,
        }
    }

    /// Natural shapes have their corners rounded unless the file says otherwise.
    pub fn smooth_by_default(self) -> bool {
        use TerrainKind as K;
        !matches!(
            self,
            K::EnclosedFields
                | K::OpenFields
                | K::Plantation
                | K::Vineyards
                | K::Village
                | K::Hedge
                | K::Wall
                | K::Ditch
                | K::FieldFortification
                | K::PortableDefences
        )
    }

    /// Words for the legend.
    pub fn label(self) -> &'static str {
        use TerrainKind as K;
        match self {
            K::BrokenGround => "broken ground",
            K::Brush => "brush",
            K::EnclosedFields => "enclosed fields",
            K::Plantation => "plantation",
            K::Gully => "gully",
            K::Forest => "forest",
            K::Vineyards => "vineyards",
            K::Marsh => "marsh",
            K::SoftSand => "soft sand",
            K::SteepHill => "steep hill",
            K::GentleHill => "gentle hill",
            K::Village => "village",
            K::Impassable => "impassable",
            K::Coast => "coast",
            K::Lake => "lake",
            K::River => "river",
            K::Road => "road",
            K::Hedge => "hedge",
            K::Wall => "wall",
            K::Ditch => "ditch",
            K::FieldFortification => "field fortification",
            K::PortableDefences => "portable defences",
            K::OpenFields => "open fields",
        }
    }
}
