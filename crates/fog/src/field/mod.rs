//! What both Field of Glory books have on a table: scale, terrain, camps, fortifications, and measuring between bodies.
//!
//! Everything here is measuring and bookkeeping; what a rule makes of it belongs to the book.

mod camp;
mod scale;
mod terrain;

pub use camp::{Camp, Fortification, FortificationKind};
pub use caracole_tabletop::{Ground, bases_of, grid_of, laid_out};
pub use scale::{Figures, Scale};
pub use terrain::{Covering, Grade, Piece, Terrain, TerrainKind};

use caracole_plane::{BaseRect, Point, Strip, Table, Um};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The table with what stands on it besides troops.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Field {
    /// The playing area. Red's base edge is the near one (y = 0), blue's the far one.
    pub table: Table,
    /// Sizes and the length of a movement unit.
    pub scale: Scale,
    /// Terrain, which never changes once laid out.
    pub terrain: Arc<Terrain>,
    /// Field fortifications, obstacles apart.
    pub fortifications: Vec<Fortification>,
}

impl Field {
    /// So many movement units as a length.
    #[must_use]
    pub fn mu(&self, units: i32) -> Um {
        self.scale.mu(units)
    }

    /// The width of every base.
    #[must_use]
    pub fn base_width(&self) -> Um {
        self.scale.base_width()
    }

    /// Whether all of a base is on the table.
    #[must_use]
    pub fn holds(&self, base: &BaseRect) -> bool {
        self.table.holds(base)
    }

    /// The roads.
    pub fn roads(&self) -> impl Iterator<Item = &Strip> {
        self.terrain.strips(TerrainKind::Road)
    }

    /// Whether a point is on the table.
    #[must_use]
    pub fn has(&self, point: Point) -> bool {
        (Um::ZERO..=self.table.width).contains(&point.x) && (Um::ZERO..=self.table.depth).contains(&point.y)
    }
}
