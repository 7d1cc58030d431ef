//! The Terrain Effects Chart.

use crate::map::{HexTerrain, HexsideFeature, Slope, SlopeKind};
use caracole_document::Basis;
use caracole_document::words;

words! {
    /// Columns of movement.
    MoveClass {
        /// Heavy infantry; limbered guns, wagons and dismounted cavalry too.
        Hi = "hi",
        /// Light infantry.
        Li = "li",
        /// Cavalry; leaders too.
        Cav = "cav",
    }
}

/// What it costs to enter or cross.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveCost {
    /// So many movement points.
    Points(u8),
    /// The whole allowance, of which nothing may be spent yet.
    All,
    /// It is not possible.
    Prohibited,
}

words! {
    /// What terrain does to lines of sight.
    LosEffect {
        /// Nothing.
        Open = "open",
        /// Blocks: into but not through.
        Blocks = "blocks",
        /// The hexside blocks.
        BlocksHexside = "blocks_hexside",
        /// A steep slope's dead zone.
        DeadZone = "dead_zone",
        /// As whatever else is in the hex.
        AsHex = "as_hex",
    }
}

words! {
    /// What terrain does to the line of grazing fire.
    GrazingEffect {
        /// Nothing.
        None = "none",
        /// Stops it.
        Stops = "stops",
        /// One more hex and no more.
        OneHexBeyond = "one_hex_beyond",
    }
}

words! {
    /// What terrain does to Momentum.
    MomentumEffect {
        /// Nothing.
        Keeps = "keeps",
        /// It is lost.
        Loses = "loses",
        /// As whatever else is in the hex.
        AsHex = "as_hex",
    }
}

words! {
    /// What terrain does to artillery, and to foot with regimental guns.
    ArtilleryTerrain {
        /// As to heavy infantry.
        AsHi = "as_hi",
        /// It may not enter or cross.
        Prohibited = "prohibited",
        /// Only along a road.
        RoadOnly = "road_only",
    }
}

words! {
    /// A state of formation that terrain asks for or brings about.
    UnitRequirement {
        /// Formation Normal.
        FormationNormal = "formation_normal",
        /// Formation Broken.
        FormationBroken = "formation_broken",
    }
}

/// A row of the chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TecRow {
    /// Cost of entering a hex, or extra cost of crossing a hexside, by [`MoveClass`].
    pub cost: [MoveCost; 3],
    /// Formation hits, by [`MoveClass`].
    pub formation_hits: [u8; 3],
    /// Formation hits for the second crossing in one movement activity (gentle slopes), by [`MoveClass`].
    pub second_crossing_hits: [u8; 3],
    /// Modifier to fire at a unit in the hex or behind the hexside.
    pub fire: i8,
    /// Modifier to close combat against it.
    pub close_combat: i8,
    /// Modifier to close combat by attackers in the hex.
    pub close_combat_out: i8,
    /// Lines of sight.
    pub los: LosEffect,
    /// Grazing fire.
    pub grazing: GrazingEffect,
    /// Momentum.
    pub momentum: MomentumEffect,
    /// Artillery.
    pub artillery: ArtilleryTerrain,
    /// Whether units may take cover there.
    pub take_cover: bool,
    /// Whether the hexside protects the unit that came first.
    pub reciprocal: bool,
    /// Formation that a unit must be in to cross.
    pub must_be: Option<UnitRequirement>,
    /// Formation that crossing brings about.
    pub becomes: Option<UnitRequirement>,
    /// Hexside features that do not count where this one is (bridges).
    pub replaces: crate::map::HexsideFeatures,
    /// What the row rests on.
    pub basis: Basis,
}

impl TecRow {
    /// Cost for this column.
    pub const fn cost(&self, class: MoveClass) -> MoveCost {
        self.cost[class as usize]
    }

    /// Formation hits for this column.
    pub const fn formation_hits(&self, class: MoveClass) -> u8 {
        self.formation_hits[class as usize]
    }
}

/// The Terrain Effects Chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tec {
    pub(crate) hexes: Vec<TecRow>,
    pub(crate) hexsides: Vec<TecRow>,
    /// Gentle slopes, up and down.
    pub gentle_slope: TecRow,
    /// Steep slopes going up.
    pub steep_slope_up: TecRow,
    /// Steep slopes going down.
    pub steep_slope_down: TecRow,
    /// Roads.
    pub road: Road,
    /// Being stacked with a wagon.
    pub wagon: TecRow,
}

/// What roads do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Road {
    /// Cost of a hex for a Column that moves along the road.
    pub column_cost: u8,
    /// Hexside features that a Column on the road still pays for.
    pub column_pays: crate::map::HexsideFeatures,
}

impl Tec {
    /// The row of a hex.
    pub fn hex(&self, terrain: HexTerrain) -> &TecRow {
        &self.hexes[terrain as usize]
    }

    /// The row of a hexside feature.
    pub fn hexside(&self, feature: HexsideFeature) -> &TecRow {
        &self.hexsides[feature as usize]
    }

    /// The row of a slope, by the direction in which it is crossed.
    pub const fn slope(&self, slope: Slope) -> &TecRow {
        match slope {
            Slope::Up(SlopeKind::Gentle) | Slope::Down(SlopeKind::Gentle) => &self.gentle_slope,
            Slope::Up(SlopeKind::Steep) => &self.steep_slope_up,
            Slope::Down(SlopeKind::Steep) => &self.steep_slope_down,
        }
    }
}
