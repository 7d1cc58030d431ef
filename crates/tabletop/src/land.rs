//! Pieces of terrain: where they lie. What kinds there are, and what a kind means, is the game's.

use caracole_plane::{Base, BaseRect, Hill, Point, Polygon, Strip, Um};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where a piece lies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ground {
    /// An area.
    Area(Polygon),
    /// A hill with its crest.
    Hill(Hill),
    /// A river or a road.
    Strip(Strip),
    /// An obstacle: a rectangle whose front faces away from its defenders.
    Line(Base),
}

/// A piece of terrain of a kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Piece")]
pub struct Piece<K> {
    /// What it is.
    pub kind: K,
    /// Where it lies.
    pub ground: Ground,
}

impl Ground {
    /// The outline of an area; none for an obstacle, which is a line.
    #[must_use]
    #[inline]
    pub fn outline(&self) -> Option<&Polygon> {
        match self {
            Ground::Area(polygon) => Some(polygon),
            Ground::Hill(hill) => Some(&hill.outline),
            Ground::Strip(strip) => Some(strip.outline()),
            Ground::Line(_) => None,
        }
    }

    /// Whether any part of a base is in it.
    #[must_use]
    pub fn has_part_of(&self, base: &BaseRect) -> bool {
        match self {
            Ground::Line(line) => line.rect().overlaps(base),
            _ => self.outline().is_some_and(|o| o.has_part_of(base)),
        }
    }

    /// Whether all of a base is in it.
    #[must_use]
    pub fn has_all_of(&self, base: &BaseRect) -> bool {
        self.outline().is_some_and(|o| o.has_all_of(base))
    }
}

impl<K> Piece<K> {
    /// The outline of an area; none for an obstacle, which is a line.
    #[must_use]
    #[inline]
    pub fn outline(&self) -> Option<&Polygon> {
        self.ground.outline()
    }

    /// Whether any part of a base is in it.
    #[must_use]
    #[inline]
    pub fn has_part_of(&self, base: &BaseRect) -> bool {
        self.ground.has_part_of(base)
    }

    /// Whether all of a base is in it.
    #[must_use]
    #[inline]
    pub fn has_all_of(&self, base: &BaseRect) -> bool {
        self.ground.has_all_of(base)
    }
}

/// All terrain of a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(rename = "Terrain")]
pub struct Terrain<K> {
    /// The pieces.
    pub pieces: Vec<Piece<K>>,
}

impl<K> Default for Terrain<K> {
    fn default() -> Self {
        Terrain { pieces: Vec::new() }
    }
}

impl<K> Terrain<K> {
    /// The pieces in which any part of a base stands.
    pub fn under<'a>(&'a self, base: &'a BaseRect) -> impl Iterator<Item = &'a Piece<K>> + 'a {
        self.pieces.iter().filter(|p| p.has_part_of(base))
    }

    /// The obstacles.
    pub fn lines(&self) -> impl Iterator<Item = &Base> {
        self.pieces.iter().filter_map(|p| match &p.ground {
            Ground::Line(line) => Some(line),
            _ => None,
        })
    }

    /// The hill on which the whole of a base stands.
    #[must_use]
    pub fn hill_under(&self, base: &BaseRect) -> Option<&Hill> {
        self.hills().find(|hill| hill.has_all_of(base))
    }

    /// Whether a crest lies between two points, further than so far from both along the line between them.
    #[must_use]
    pub fn crest_between(&self, from: Point, to: Point, further_than: Um) -> bool {
        let crosses = |hill: &Hill| {
            hill.crest_between(from, to).is_some_and(|(a, b)| a > further_than && b > further_than)
        };
        self.hills().any(crosses)
    }

    fn hills(&self) -> impl Iterator<Item = &Hill> {
        self.pieces.iter().filter_map(|p| match &p.ground {
            Ground::Hill(hill) => Some(hill),
            _ => None,
        })
    }
}

impl<K: PartialEq> Terrain<K> {
    /// The rivers or roads of a kind.
    pub fn strips(&self, kind: K) -> impl Iterator<Item = &Strip> {
        self.pieces.iter().filter_map(move |p| match &p.ground {
            Ground::Strip(strip) if p.kind == kind => Some(strip),
            _ => None,
        })
    }
}
