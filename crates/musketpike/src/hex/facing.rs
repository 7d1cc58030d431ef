//! Facing: a piece points at a vertex of its hex.

use super::{Direction, Hex, Point};
use caracole_ledger::enforces;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

enforces!("MPBS-6.1a");

/// The vertex that a piece faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum Facing {
    /// North-east.
    Ne,
    /// East.
    E,
    /// South-east.
    Se,
    /// South-west.
    Sw,
    /// West.
    W,
    /// North-west.
    Nw,
}

/// Which way a piece turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Turn {
    /// Against the clock.
    Left,
    /// With the clock.
    Right,
}

/// Where a hex next to a piece lies, as the piece faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Zone {
    /// In front.
    Front,
    /// On a flank.
    Flank,
    /// Behind.
    Rear,
}

impl Facing {
    /// All six, clockwise from the north-east.
    pub const ALL: [Facing; 6] = [Facing::Ne, Facing::E, Facing::Se, Facing::Sw, Facing::W, Facing::Nw];

    /// So many vertices further clockwise; negative counts go the other way.
    pub const fn turned(self, vertices: i32) -> Facing {
        Facing::ALL[(self as i32 + vertices).rem_euclid(6) as usize]
    }

    /// The facing after one vertex of turning.
    pub const fn toward(self, turn: Turn) -> Facing {
        match turn {
            Turn::Left => self.turned(-1),
            Turn::Right => self.turned(1),
        }
    }

    /// The facing after a turn of 180 degrees.
    pub const fn opposite(self) -> Facing {
        self.turned(3)
    }

    /// Vertices between two facings by the shorter way: 0 to 3.
    pub const fn vertices_to(self, other: Facing) -> u8 {
        let clockwise = (other as i32 - self as i32).rem_euclid(6);
        (if clockwise > 3 { 6 - clockwise } else { clockwise }) as u8
    }

    /// Hexside to the front, left of the faced vertex.
    pub const fn front_left(self) -> Direction {
        Direction::ALL[self as usize]
    }

    /// Hexside to the front, right of the faced vertex.
    pub const fn front_right(self) -> Direction {
        self.front_left().turned(1)
    }

    /// Hexside on the right flank.
    pub const fn right_flank(self) -> Direction {
        self.front_left().turned(2)
    }

    /// Hexside on the left flank.
    pub const fn left_flank(self) -> Direction {
        self.front_left().turned(-1)
    }

    /// Hexside to the rear, on the right hand.
    pub const fn rear_right(self) -> Direction {
        self.front_left().turned(3)
    }

    /// Hexside to the rear, on the left hand.
    pub const fn rear_left(self) -> Direction {
        self.front_left().turned(4)
    }

    /// The zone of the neighbour in `direction`.
    pub const fn zone(self, direction: Direction) -> Zone {
        enforces!("MPBS-6.1b");
        match (direction as i32 - self as i32).rem_euclid(6) {
            0 | 1 => Zone::Front,
            2 | 5 => Zone::Flank,
            _ => Zone::Rear,
        }
    }

    /// The step from the centre of a hex to the faced vertex.
    pub const fn vertex(self) -> Point {
        match self {
            Facing::Ne => Point { x: 1, y: -1 },
            Facing::E => Point { x: 2, y: 0 },
            Facing::Se => Point { x: 1, y: 1 },
            Facing::Sw => Point { x: -1, y: 1 },
            Facing::W => Point { x: -2, y: 0 },
            Facing::Nw => Point { x: -1, y: -1 },
        }
    }

    /// Whether `target` is in the frontal arc of a piece at `hex`: the sector of 120 degrees about the faced vertex,
    /// its two edges included.
    pub const fn frontal_arc(self, hex: Hex, target: Hex) -> bool {
        let origin = Point { x: 0, y: 0 };
        let (from, to) = (hex.centre(), target.centre());
        let v = Point { x: to.x - from.x, y: to.y - from.y };
        (v.x != 0 || v.y != 0)
            && origin.cross(self.turned(-1).vertex(), v) >= 0
            && origin.cross(v, self.turned(1).vertex()) >= 0
    }

    /// Whether `target` is in the front or flank arcs of a piece at `hex`: the half plane ahead, with the rows of
    /// hexes that run straight out of the flanks.
    pub const fn front_and_flank_arc(self, hex: Hex, target: Hex) -> bool {
        let (from, to, f) = (hex.centre(), target.centre(), self.vertex());
        let (x, y) = (to.x - from.x, to.y - from.y);
        // A unit of y is longer than a unit of x by the root of 3.
        (x != 0 || y != 0) && x * f.x + 3 * y * f.y >= 0
    }

    /// As people write it: `E`, `SE` ...
    pub const fn name(self) -> &'static str {
        ["NE", "E", "SE", "SW", "W", "NW"][self as usize]
    }
}
