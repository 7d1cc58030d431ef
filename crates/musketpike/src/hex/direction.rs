//! The six hexsides of a hex, as directions to the neighbours.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A hexside, or the direction across it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum Direction {
    /// North.
    N,
    /// North-east.
    Ne,
    /// South-east.
    Se,
    /// South.
    S,
    /// South-west.
    Sw,
    /// North-west.
    Nw,
}

impl Direction {
    /// All six, clockwise from the north.
    pub const ALL: [Direction; 6] =
        [Direction::N, Direction::Ne, Direction::Se, Direction::S, Direction::Sw, Direction::Nw];

    /// Number of the direction, clockwise from 0 for the north.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// So many hexsides further clockwise; negative counts go the other way.
    pub const fn turned(self, hexsides: i32) -> Direction {
        Direction::ALL[(self as i32 + hexsides).rem_euclid(6) as usize]
    }

    /// The direction back.
    pub const fn opposite(self) -> Direction {
        self.turned(3)
    }

    /// The step in axial coordinates.
    pub const fn axial(self) -> (i32, i32) {
        match self {
            Direction::N => (0, -1),
            Direction::Ne => (1, -1),
            Direction::Se => (1, 0),
            Direction::S => (0, 1),
            Direction::Sw => (-1, 1),
            Direction::Nw => (-1, 0),
        }
    }

    /// As people write it: `N`, `NE` ...
    pub const fn name(self) -> &'static str {
        ["N", "NE", "SE", "S", "SW", "NW"][self as usize]
    }
}

/// A set of hexsides of one hex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct DirectionSet(u8);

impl DirectionSet {
    /// No hexside.
    pub const EMPTY: DirectionSet = DirectionSet(0);

    /// Whether `direction` is in the set.
    pub const fn contains(self, direction: Direction) -> bool {
        self.0 & (1 << direction as u8) != 0
    }

    /// The set with `direction`.
    #[must_use]
    pub const fn with(self, direction: Direction) -> DirectionSet {
        DirectionSet(self.0 | (1 << direction as u8))
    }

    /// Whether no hexside is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The hexsides, clockwise from the north.
    pub fn iter(self) -> impl Iterator<Item = Direction> {
        Direction::ALL.into_iter().filter(move |d| self.contains(*d))
    }
}
