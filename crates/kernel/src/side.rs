//! The two sides of a battle, things each side has, and who looks on.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::{fmt, ops};

/// One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The first side.
    Red,
    /// The second side.
    Blue,
}

impl Side {
    /// Both sides, red first.
    pub const BOTH: [Side; 2] = [Side::Red, Side::Blue];

    /// The opponent.
    pub const fn other(self) -> Side {
        match self {
            Side::Red => Side::Blue,
            Side::Blue => Side::Red,
        }
    }

    /// `red` or `blue`.
    pub const fn name(self) -> &'static str {
        match self {
            Side::Red => "red",
            Side::Blue => "blue",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One value for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct BySide<T> {
    /// Red's.
    pub red: T,
    /// Blue's.
    pub blue: T,
}

impl<T> BySide<T> {
    /// The same construction for each side.
    pub fn new_with(mut make: impl FnMut(Side) -> T) -> Self {
        Self { red: make(Side::Red), blue: make(Side::Blue) }
    }

    /// Each side with its value, red first.
    pub fn iter(&self) -> impl Iterator<Item = (Side, &T)> {
        [(Side::Red, &self.red), (Side::Blue, &self.blue)].into_iter()
    }

    /// Turns each value into another.
    pub fn map<U>(self, mut turn: impl FnMut(T) -> U) -> BySide<U> {
        BySide { red: turn(self.red), blue: turn(self.blue) }
    }
}

impl<T> ops::Index<Side> for BySide<T> {
    type Output = T;
    fn index(&self, side: Side) -> &T {
        match side {
            Side::Red => &self.red,
            Side::Blue => &self.blue,
        }
    }
}

impl<T> ops::IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::Red => &mut self.red,
            Side::Blue => &mut self.blue,
        }
    }
}

/// Who looks at the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Viewer {
    /// Red's player.
    Red,
    /// Blue's player.
    Blue,
    /// Somebody who plays neither side and sees only what both may see.
    Spectator,
}

impl Viewer {
    /// The three kinds of viewer.
    pub const ALL: [Viewer; 3] = [Viewer::Red, Viewer::Blue, Viewer::Spectator];

    /// The side whose secrets this viewer knows.
    pub const fn side(self) -> Option<Side> {
        match self {
            Viewer::Red => Some(Side::Red),
            Viewer::Blue => Some(Side::Blue),
            Viewer::Spectator => None,
        }
    }

    /// Whether this viewer knows the secrets of `side`.
    pub fn knows(self, side: Side) -> bool {
        self.side() == Some(side)
    }
}

impl From<Side> for Viewer {
    fn from(side: Side) -> Self {
        match side {
            Side::Red => Viewer::Red,
            Side::Blue => Viewer::Blue,
        }
    }
}
