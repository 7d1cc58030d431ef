//! The kinds of terrain that players choose, and the columns of the terrain selection table that count them.

use crate::field::Covering;
use caracole_ledger::enforces;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::{SmallVec, smallvec};

/// A column of the terrain selection table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Column {
    /// Open areas.
    Open,
    /// Broken ground.
    BrokenGround,
    /// Brush.
    Brush,
    /// Enclosed fields.
    EnclosedFields,
    /// Plantation.
    Plantation,
    /// Gully.
    Gully,
    /// Forest.
    Forest,
    /// Vineyards.
    Vineyards,
    /// Marsh.
    Marsh,
    /// Soft sand.
    SoftSand,
    /// Steep hill.
    SteepHill,
    /// Village.
    Village,
    /// Impassable ground.
    Impassable,
    /// Gentle hill.
    GentleHill,
    /// Obstacle.
    Obstacle,
    /// Road.
    Road,
    /// River or coastline.
    Water,
    /// Open fields.
    OpenFields,
}

impl Column {
    /// The pieces that the column counts, in words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Column::Open => "open areas",
            Column::BrokenGround => "broken ground",
            Column::Brush => "brush",
            Column::EnclosedFields => "enclosed fields",
            Column::Plantation => "plantations",
            Column::Gully => "gullies",
            Column::Forest => "forests",
            Column::Vineyards => "vineyards",
            Column::Marsh => "marshes",
            Column::SoftSand => "soft sand",
            Column::SteepHill => "steep hills",
            Column::Village => "villages",
            Column::Impassable => "impassable ground",
            Column::GentleHill => "gentle hills",
            Column::Obstacle => "obstacles",
            Column::Road => "roads",
            Column::Water => "rivers or coastlines",
            Column::OpenFields => "open fields",
        }
    }
}

/// A kind of piece that a player can choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// An open area, which only keeps other terrain away.
    Open,
    /// Broken ground.
    BrokenGround,
    /// Brush.
    Brush,
    /// Enclosed fields.
    EnclosedFields,
    /// Plantation.
    Plantation,
    /// Gully.
    Gully,
    /// Forest.
    Forest,
    /// Vineyards.
    Vineyards,
    /// Marsh.
    Marsh,
    /// Soft sand.
    SoftSand,
    /// Village.
    Village,
    /// Steep hill with its covering.
    SteepHill(Covering),
    /// Gentle hill with its covering.
    GentleHill(Covering),
    /// Impassable ground.
    Impassable,
    /// Obstacle.
    Obstacle,
    /// Road.
    Road,
    /// River.
    River,
    /// Coastline.
    Coastline,
    /// Open fields.
    OpenFields,
}

/// The size of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Size {
    /// Fits in a circle of 12 MU diameter.
    Normal,
    /// Does not, but fits in one of 16 MU.
    Large,
}

/// A piece as it is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Selection {
    /// What it is.
    pub kind: Kind,
    /// How large.
    pub size: Size,
}

impl Kind {
    /// The column of the piece itself.
    #[must_use]
    pub const fn column(self) -> Column {
        match self {
            Kind::Open => Column::Open,
            Kind::BrokenGround => Column::BrokenGround,
            Kind::Brush => Column::Brush,
            Kind::EnclosedFields => Column::EnclosedFields,
            Kind::Plantation => Column::Plantation,
            Kind::Gully => Column::Gully,
            Kind::Forest => Column::Forest,
            Kind::Vineyards => Column::Vineyards,
            Kind::Marsh => Column::Marsh,
            Kind::SoftSand => Column::SoftSand,
            Kind::Village => Column::Village,
            Kind::SteepHill(_) => Column::SteepHill,
            Kind::GentleHill(_) => Column::GentleHill,
            Kind::Impassable => Column::Impassable,
            Kind::Obstacle => Column::Obstacle,
            Kind::Road => Column::Road,
            Kind::River | Kind::Coastline => Column::Water,
            Kind::OpenFields => Column::OpenFields,
        }
    }

    /// The column of what covers a hill.
    #[must_use]
    pub const fn covering_column(self) -> Option<Column> {
        let (Kind::SteepHill(covering) | Kind::GentleHill(covering)) = self else { return None };
        match covering {
            Covering::Clear => None,
            Covering::BrokenGround => Some(Column::BrokenGround),
            Covering::Brush => Some(Column::Brush),
            Covering::Plantation => Some(Column::Plantation),
            Covering::Vineyards => Some(Column::Vineyards),
            Covering::Forest => Some(Column::Forest),
            Covering::Village => Some(Column::Village),
        }
    }

    /// Every column that the piece counts in: hill and covering each.
    #[must_use]
    pub fn columns(self) -> SmallVec<[Column; 2]> {
        enforces!("FOGR-SETUP-011", "FOGAM-SETUP-011");
        let mut columns = smallvec![self.column()];
        columns.extend(self.covering_column());
        columns
    }

    /// Whether it has one size only.
    #[must_use]
    pub const fn has_one_size(self) -> bool {
        matches!(self, Kind::River | Kind::Coastline | Kind::Road)
    }

    /// Whether it is or carries a village.
    #[must_use]
    pub fn has_village(self) -> bool {
        self.columns().contains(&Column::Village)
    }
}

impl Selection {
    /// A piece of normal size.
    #[must_use]
    pub const fn normal(kind: Kind) -> Self {
        Selection { kind, size: Size::Normal }
    }

    /// A large piece.
    #[must_use]
    pub const fn large(kind: Kind) -> Self {
        Selection { kind, size: Size::Large }
    }

    /// How many selections it uses up as one of the further pieces.
    #[must_use]
    pub const fn selections(self) -> u8 {
        enforces!("FOGR-SETUP-009", "FOGR-SETUP-010", "FOGAM-SETUP-009", "FOGAM-SETUP-010");
        match (self.kind, self.size) {
            (Kind::River | Kind::Coastline, _) | (_, Size::Large) => 2,
            _ => 1,
        }
    }

    /// How much it takes of the maximum of its kind as one of the further pieces.
    #[must_use]
    pub const fn pieces(self) -> u8 {
        match (self.kind.has_one_size(), self.size) {
            (false, Size::Large) => 2,
            _ => 1,
        }
    }
}
