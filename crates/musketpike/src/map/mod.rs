//! The map: what each hex and each hexside is. It never changes during a battle.

mod crossing;
mod terrain;

pub use crossing::{CostField, Crossing, Obstacle, RoadUse};
pub use terrain::{HexTerrain, HexsideFeature, HexsideFeatures, Slope, SlopeKind};

use crate::hex::{Direction, DirectionSet, Hex};
use caracole_kernel::{BySide, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An edge of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MapEdge {
    /// The top.
    North,
    /// The right.
    East,
    /// The bottom.
    South,
    /// The left.
    West,
}

impl MapEdge {
    /// All four.
    pub const ALL: [MapEdge; 4] = [MapEdge::North, MapEdge::East, MapEdge::South, MapEdge::West];

    /// As people write it.
    pub const fn name(self) -> &'static str {
        ["north", "east", "south", "west"][self as usize]
    }
}

/// What a hex is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ground {
    /// Its terrain.
    pub terrain: HexTerrain,
    /// Its level.
    pub elevation: i8,
    /// The hexsides that a road crosses; empty without a road.
    pub roads: DirectionSet,
    /// What lies on its six hexsides; the neighbour says the same.
    pub sides: [Hexside; 6],
}

/// What a hexside is. The neighbour across it says the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hexside {
    /// Everything on it but slopes.
    pub features: HexsideFeatures,
    /// Kind of the slope between the two hexes, if they differ in elevation.
    pub slope: Option<SlopeKind>,
}

/// A town, hill or stream by its name, for the picture and for victory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaceName {
    /// The name.
    pub name: String,
    /// Where it is written.
    pub hex: Hex,
    /// What bears the name.
    pub kind: PlaceKind,
}

/// What bears a name on the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlaceKind {
    /// A village, a town, a house.
    #[default]
    Settlement,
    /// A hill, a moor, a field.
    Ground,
    /// A stream, a pond.
    Water,
    /// A wood.
    Wood,
}

/// The map of a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    columns: (i32, i32),
    rows: (i32, i32),
    /// Column by column.
    grounds: Vec<Ground>,
    /// The edges to which each side retreats.
    pub friendly_edges: BySide<Vec<MapEdge>>,
    /// Names written on the map.
    pub names: Vec<PlaceName>,
}

impl Map {
    /// A map of clear level ground, from the first to the last column and row, both included.
    pub fn clear(columns: (i32, i32), rows: (i32, i32)) -> Map {
        let count = (columns.1 - columns.0 + 1).max(0) as usize * (rows.1 - rows.0 + 1).max(0) as usize;
        let ground = Ground {
            terrain: HexTerrain::Clear,
            elevation: 0,
            roads: DirectionSet::EMPTY,
            sides: [Hexside::default(); 6],
        };
        Map {
            columns,
            rows,
            grounds: vec![ground; count],
            friendly_edges: BySide::new_with(|_| Vec::new()),
            names: Vec::new(),
        }
    }

    /// First and last column.
    pub const fn columns(&self) -> (i32, i32) {
        self.columns
    }

    /// First and last row.
    pub const fn rows(&self) -> (i32, i32) {
        self.rows
    }

    /// Number of hexes.
    pub fn len(&self) -> usize {
        self.grounds.len()
    }

    /// Whether the map has no hex.
    pub fn is_empty(&self) -> bool {
        self.grounds.is_empty()
    }

    /// Place of a hex in tables of [`Map::len`] entries; `None` off the map.
    pub const fn index(&self, hex: Hex) -> Option<usize> {
        let (column, row) = (hex.column(), hex.row());
        if column < self.columns.0 || column > self.columns.1 || row < self.rows.0 || row > self.rows.1 {
            return None;
        }
        Some(((column - self.columns.0) * (self.rows.1 - self.rows.0 + 1) + row - self.rows.0) as usize)
    }

    /// Whether the hex is on the map.
    pub const fn contains(&self, hex: Hex) -> bool {
        self.index(hex).is_some()
    }

    /// What the hex is; `None` off the map.
    pub fn ground(&self, hex: Hex) -> Option<&Ground> {
        self.grounds.get(self.index(hex)?)
    }

    /// Terrain of the hex; off the map nothing grows.
    pub fn terrain(&self, hex: Hex) -> HexTerrain {
        self.ground(hex).map_or(HexTerrain::Clear, |ground| ground.terrain)
    }

    /// Level of the hex; 0 off the map.
    pub fn elevation(&self, hex: Hex) -> i8 {
        self.ground(hex).map_or(0, |ground| ground.elevation)
    }

    /// What lies on a hexside; nothing off the map.
    pub fn hexside(&self, hex: Hex, direction: Direction) -> Hexside {
        self.ground(hex).map_or_else(Hexside::default, |ground| ground.sides[direction.index()])
    }

    /// The slope that a piece crosses on its way from `hex` in `direction`: its kind and whether it goes up.
    pub fn slope(&self, hex: Hex, direction: Direction) -> Option<Slope> {
        let kind = self.hexside(hex, direction).slope?;
        let (here, there) = (self.elevation(hex), self.elevation(hex.step(direction)));
        Some(if there > here { Slope::Up(kind) } else { Slope::Down(kind) })
    }

    /// Whether a road leads from `hex` across the hexside in `direction`.
    pub fn has_road(&self, hex: Hex, direction: Direction) -> bool {
        self.ground(hex).is_some_and(|ground| ground.roads.contains(direction))
    }

    /// Every hex of the map, column by column.
    pub fn hexes(&self) -> impl Iterator<Item = Hex> + use<> {
        let rows = self.rows;
        (self.columns.0..=self.columns.1)
            .flat_map(move |column| (rows.0..=rows.1).filter_map(move |row| Hex::at(column, row)))
    }

    /// Whether a hex is on an edge of the map.
    pub const fn is_on_edge(&self, hex: Hex, edge: MapEdge) -> bool {
        match edge {
            MapEdge::North => hex.row() == self.rows.0,
            MapEdge::East => hex.column() == self.columns.1,
            MapEdge::South => hex.row() == self.rows.1,
            MapEdge::West => hex.column() == self.columns.0,
        }
    }

    /// Whether a hex is on an edge to which `side` retreats.
    pub fn is_on_friendly_edge(&self, hex: Hex, side: Side) -> bool {
        self.friendly_edges[side].iter().any(|edge| self.is_on_edge(hex, *edge))
    }

    /// Changes the terrain of a hex; nothing happens off the map.
    pub fn set_terrain(&mut self, hex: Hex, terrain: HexTerrain) {
        if let Some(ground) = self.ground_mut(hex) {
            ground.terrain = terrain;
        }
    }

    /// Changes the level of a hex. Call [`Map::lay_slopes`] when all levels are set.
    pub fn set_elevation(&mut self, hex: Hex, elevation: i8) {
        if let Some(ground) = self.ground_mut(hex) {
            ground.elevation = elevation;
        }
    }

    /// Puts a feature on a hexside, for both of its hexes.
    pub fn add_feature(&mut self, hex: Hex, direction: Direction, feature: HexsideFeature) {
        for (hex, direction) in [(hex, direction), (hex.step(direction), direction.opposite())] {
            if let Some(ground) = self.ground_mut(hex) {
                let side = &mut ground.sides[direction.index()];
                side.features = side.features.with(feature);
            }
        }
    }

    /// Lays a road across a hexside, for both of its hexes.
    pub fn add_road(&mut self, hex: Hex, direction: Direction) {
        for (hex, direction) in [(hex, direction), (hex.step(direction), direction.opposite())] {
            if let Some(ground) = self.ground_mut(hex) {
                ground.roads = ground.roads.with(direction);
            }
        }
    }

    /// Makes every hexside between two levels a slope of the kind that `kind_of` says.
    pub fn lay_slopes(&mut self, mut kind_of: impl FnMut(Hex, Direction) -> SlopeKind) {
        for hex in self.hexes() {
            for direction in [Direction::N, Direction::Ne, Direction::Se] {
                let beyond = hex.step(direction);
                if !self.contains(beyond) {
                    continue;
                }
                let slope = (self.elevation(hex) != self.elevation(beyond)).then(|| kind_of(hex, direction));
                for (hex, direction) in [(hex, direction), (beyond, direction.opposite())] {
                    if let Some(ground) = self.ground_mut(hex) {
                        ground.sides[direction.index()].slope = slope;
                    }
                }
            }
        }
    }

    fn ground_mut(&mut self, hex: Hex) -> Option<&mut Ground> {
        let index = self.index(hex)?;
        self.grounds.get_mut(index)
    }
}
