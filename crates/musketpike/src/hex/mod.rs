//! Hexes, hexsides and vertices of a flat-topped grid, and pieces laid on them.
//!
//! A hex is printed `CCRR`: column from west to east, row from north to south, odd columns half a hex lower
//! (further south). Inside it is held in axial coordinates, where all arithmetic is plain addition.

mod direction;
mod facing;
mod placement;

pub use direction::{Direction, DirectionSet};
pub use facing::{Facing, Turn, Zone};
pub use placement::{Footprint, Half, Hexes, Placement};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::{borrow::Cow, fmt, str::FromStr};

/// A hex of the map, or just beside it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex {
    q: i8,
    r: i8,
}

/// A point of the grid in exact integers: x counts half hexsides eastwards, y half hex heights southwards.
/// Centres and vertices have whole coordinates; y is stretched, which leaves straight lines straight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// Eastwards, in halves of a hexside.
    pub x: i32,
    /// Southwards, in halves of a hex height.
    pub y: i32,
}

impl Point {
    /// Twice the signed area of the triangle `self`, `a`, `b`: positive if `b` lies clockwise of `a` on the map.
    pub const fn cross(self, a: Point, b: Point) -> i32 {
        (a.x - self.x) * (b.y - self.y) - (a.y - self.y) * (b.x - self.x)
    }
}

impl Hex {
    /// The hex in `column` and `row`, as printed. `None` outside 0 to 99.
    pub const fn at(column: i32, row: i32) -> Option<Hex> {
        if column < 0 || column > 99 || row < 0 || row > 99 {
            return None;
        }
        Some(Hex { q: column as i8, r: (row - (column - (column & 1)) / 2) as i8 })
    }

    /// Printed column.
    pub const fn column(self) -> i32 {
        self.q as i32
    }

    /// Printed row.
    pub const fn row(self) -> i32 {
        self.r as i32 + (self.q as i32 - (self.q as i32 & 1)) / 2
    }

    /// Axial coordinates: column, and row along the north-west to south-east axis.
    pub const fn axial(self) -> (i32, i32) {
        (self.q as i32, self.r as i32)
    }

    /// The centre of the hex.
    pub const fn centre(self) -> Point {
        Point { x: 3 * self.q as i32, y: 2 * self.r as i32 + self.q as i32 }
    }

    /// The next hex in `direction`.
    #[inline]
    pub const fn step(self, direction: Direction) -> Hex {
        self.steps(direction, 1)
    }

    /// The hex at a distance in `direction`. Far outside any map the coordinates stop growing.
    pub const fn steps(self, direction: Direction, count: i32) -> Hex {
        let (dq, dr) = direction.axial();
        Hex { q: clamp(self.q as i32 + dq * count), r: clamp(self.r as i32 + dr * count) }
    }

    /// The six hexes around this one, clockwise from the north.
    pub fn neighbours(self) -> impl ExactSizeIterator<Item = Hex> {
        Direction::ALL.into_iter().map(move |direction| self.step(direction))
    }

    /// Distance in hexes: the other hex counts, this one does not.
    #[inline]
    pub const fn distance(self, other: Hex) -> i32 {
        let dq = self.q as i32 - other.q as i32;
        let dr = self.r as i32 - other.r as i32;
        (dq.abs() + dr.abs() + (dq + dr).abs()) / 2
    }

    /// Whether the two hexes share a hexside.
    pub const fn is_adjacent(self, other: Hex) -> bool {
        self.distance(other) == 1
    }

    /// The hexside that leads to an adjacent hex.
    pub fn direction_to(self, adjacent: Hex) -> Option<Direction> {
        let d = (adjacent.q as i32 - self.q as i32, adjacent.r as i32 - self.r as i32);
        Direction::ALL.into_iter().find(|direction| direction.axial() == d)
    }

    /// Every hex within `radius`, this one included, column by column.
    pub fn within(self, radius: i32) -> impl Iterator<Item = Hex> {
        (-radius..=radius).flat_map(move |dq| {
            let low = (-radius).max(-dq - radius);
            let high = radius.min(-dq + radius);
            (low..=high).map(move |dr| Hex { q: clamp(self.q as i32 + dq), r: clamp(self.r as i32 + dr) })
        })
    }
}

const fn clamp(n: i32) -> i8 {
    if n < i8::MIN as i32 {
        i8::MIN
    } else if n > i8::MAX as i32 {
        i8::MAX
    } else {
        n as i8
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}{:02}", self.column(), self.row())
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A text that is not a hex number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a hex: write column and row with two digits each, like \"1907\"")]
pub struct NotAHex(pub String);

impl FromStr for Hex {
    type Err = NotAHex;
    fn from_str(text: &str) -> Result<Self, NotAHex> {
        let wrong = || NotAHex(text.chars().take(40).collect());
        if text.len() != 4 || !text.bytes().all(|b| b.is_ascii_digit()) {
            return Err(wrong());
        }
        let number: i32 = text.parse().map_err(|_| wrong())?;
        Hex::at(number / 100, number % 100).ok_or_else(wrong)
    }
}

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            (self.q, self.r).serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            let text = Cow::<'de, str>::deserialize(deserializer)?;
            text.parse().map_err(de::Error::custom)
        } else {
            let (q, r) = <(i8, i8)>::deserialize(deserializer)?;
            Ok(Hex { q, r })
        }
    }
}

impl JsonSchema for Hex {
    fn schema_name() -> Cow<'static, str> {
        "Hex".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^[0-9]{4}$", "description": "Column and row, two digits each." })
    }
}

#[cfg(test)]
mod tests;
