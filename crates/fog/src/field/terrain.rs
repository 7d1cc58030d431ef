//! Pieces of terrain and the grade that they have for movement.

use caracole_ledger::enforces;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

enforces!("FOGR-MOVE-007", "FOGR-TERRAIN-001", "FOGR-TERRAIN-003");

/// How hard ground is to cross. Greater is worse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Grade {
    /// No hindrance.
    Open,
    /// Uneven.
    Uneven,
    /// Rough.
    Rough,
    /// Difficult.
    Difficult,
    /// No troops can enter.
    Impassable,
}

/// What covers a gentle hill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Covering {
    /// Nothing: open ground.
    Clear,
    /// Broken ground.
    BrokenGround,
    /// Brush.
    Brush,
    /// A plantation.
    Plantation,
    /// Vineyards.
    Vineyards,
    /// Forest.
    Forest,
    /// A village.
    Village,
}

/// A kind of terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TerrainKind {
    /// An open area, placed to keep other pieces away.
    Open,
    /// Rocks, scrub, ditches.
    BrokenGround,
    /// Brush.
    Brush,
    /// Enclosed fields.
    EnclosedFields,
    /// A plantation.
    Plantation,
    /// A gully.
    Gully,
    /// Forest.
    Forest,
    /// Vineyards.
    Vineyards,
    /// Marsh.
    Marsh,
    /// Soft sand.
    SoftSand,
    /// A village.
    Village,
    /// A steep hill, which is difficult whatever covers it.
    SteepHill(Covering),
    /// A gentle hill.
    GentleHill(Covering),
    /// Ground that no troops can enter.
    Impassable,
    /// A wall, hedge or ditch.
    Obstacle,
    /// A road.
    Road,
    /// A river of this grade, as the dice said when it was laid down.
    River(Grade),
    /// The sea or the bank of a great river.
    Coastline,
    /// Open fields.
    OpenFields,
}

impl Covering {
    /// The grade of the ground.
    #[must_use]
    pub const fn grade(self) -> Grade {
        enforces!("FOGR-TERRAIN-014", "FOGAM-TERRAIN-015");
        match self {
            Covering::Clear => Grade::Open,
            Covering::BrokenGround => Grade::Uneven,
            Covering::Brush | Covering::Plantation => Grade::Rough,
            Covering::Vineyards | Covering::Forest | Covering::Village => Grade::Difficult,
        }
    }
}

impl TerrainKind {
    /// The grade of the ground for troops in general (camelry are at home in soft sand).
    #[must_use]
    pub const fn grade(self) -> Grade {
        enforces!("FOGR-TERRAIN-002", "FOGR-TERRAIN-013", "FOGR-MOVE-016", "FOGAM-TERRAIN-013");
        use TerrainKind::*;
        match self {
            // An obstacle hinders as a fortification does, not as ground.
            Open | Road | Obstacle => Grade::Open,
            BrokenGround | OpenFields => Grade::Uneven,
            Brush | EnclosedFields | Plantation | Gully => Grade::Rough,
            Forest | Vineyards | Marsh | SoftSand | Village | SteepHill(_) => Grade::Difficult,
            GentleHill(covering) => covering.grade(),
            Impassable | Coastline => Grade::Impassable,
            River(grade) => grade,
        }
    }

    /// Whether it is a hill.
    #[must_use]
    pub const fn is_hill(self) -> bool {
        matches!(self, TerrainKind::SteepHill(_) | TerrainKind::GentleHill(_))
    }
}

/// A piece of terrain.
pub type Piece = caracole_tabletop::Piece<TerrainKind>;

/// All terrain of a battle.
pub type Terrain = caracole_tabletop::Terrain<TerrainKind>;
