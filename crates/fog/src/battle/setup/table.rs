//! The terrain selection table: how many pieces of each kind a territory allows, and which are priority pieces.

pub use crate::battle::world::setup::{Kind, Selection, Size};

use crate::army::Territory;
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
}

impl Column {
    /// The columns as the table prints them.
    pub const ALL: [Column; 17] = {
        use Column::*;
        [
            Open,
            BrokenGround,
            Brush,
            EnclosedFields,
            Plantation,
            Gully,
            Forest,
            Vineyards,
            Marsh,
            SoftSand,
            SteepHill,
            Village,
            Impassable,
            GentleHill,
            Obstacle,
            Road,
            Water,
        ]
    };

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
        }
    }
}

/// The territories that have a row in the table.
pub const TERRITORIES: [Territory; 7] = [
    Territory::Agricultural,
    Territory::Hilly,
    Territory::Woodlands,
    Territory::Steppes,
    Territory::Mountains,
    Territory::Tropical,
    Territory::Desert,
];

/// A row: for each column the most pieces and the priority pieces among them.
type Row = [(u8, u8); 17];

const fn n(most: u8) -> (u8, u8) {
    (most, 0)
}

const NONE: (u8, u8) = (0, 0);

#[rustfmt::skip]
const ROWS: [Row; 7] = [
    // Open    BG        B         EF        P     G     F         V     M     SS        SH        Vg    I     GH    Ob    Rd    Rv/C
    [n(2),     (3, 2),   NONE,     (4, 2),   n(2), NONE, NONE,     n(2), NONE, NONE,     n(1),     n(1), NONE, n(2), n(2), n(2), n(1)],
    [NONE,     n(3),     (3, 1),   NONE,     n(1), n(1), n(2),     NONE, n(1), NONE,     (3, 2),   n(1), n(1), n(3), n(1), n(1), n(1)],
    [NONE,     NONE,     n(2),     NONE,     n(2), n(1), (4, 2),   NONE, n(2), NONE,     n(1),     n(1), NONE, n(2), n(1), n(1), n(1)],
    [(4, 2),   n(4),     n(2),     NONE,     NONE, n(1), NONE,     NONE, NONE, NONE,     NONE,     NONE, NONE, n(1), NONE, NONE, NONE],
    [NONE,     NONE,     n(2),     NONE,     n(1), n(1), n(1),     NONE, n(1), NONE,     (4, 2),   n(1), n(2), NONE, NONE, n(1), n(1)],
    [NONE,     NONE,     n(2),     NONE,     NONE, NONE, (4, 2),   NONE, n(2), NONE,     n(1),     n(1), n(1), n(1), NONE, n(1), n(1)],
    [n(2),     n(2),     n(2),     NONE,     NONE, n(1), NONE,     NONE, NONE, (4, 2),   n(1),     NONE, n(1), n(1), NONE, n(1), NONE],
];

fn cell(territory: Territory, column: Column) -> (u8, u8) {
    enforces!("FOGR-SETUP-008");
    let row = TERRITORIES.iter().position(|t| *t == territory).and_then(|i| ROWS.get(i));
    let place = Column::ALL.iter().position(|c| *c == column);
    row.zip(place).and_then(|(row, i)| row.get(i)).copied().unwrap_or(NONE)
}

/// The most pieces of a kind in a territory.
#[must_use]
pub fn most(territory: Territory, column: Column) -> u8 {
    cell(territory, column).0
}

/// How many priority pieces of a kind a territory has.
#[must_use]
pub fn priority(territory: Territory, column: Column) -> u8 {
    cell(territory, column).1
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
        enforces!("FOGR-SETUP-011");
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
        enforces!("FOGR-SETUP-009", "FOGR-SETUP-010");
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
