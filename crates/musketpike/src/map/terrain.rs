//! Words of the Terrain Effects Chart: what hexes and hexsides can be.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Terrain that fills a hex.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum HexTerrain {
    /// Open ground.
    #[default]
    Clear,
    /// A hex that is a bridge over water.
    BridgeHex,
    /// Rough or furrowed ground.
    BrokenGround,
    /// Woods.
    Woods,
    /// An orchard.
    Orchard,
    /// Houses and fences.
    Village,
    /// A town.
    Town,
    /// A stone house with its court.
    Chateau,
    /// A castle.
    Castle,
    /// Marsh.
    Marsh,
    /// Standing water.
    Pond,
    /// A knoll.
    BurialMound,
}

impl HexTerrain {
    /// Every terrain of a hex.
    pub const ALL: [HexTerrain; 12] = [
        HexTerrain::Clear,
        HexTerrain::BridgeHex,
        HexTerrain::BrokenGround,
        HexTerrain::Woods,
        HexTerrain::Orchard,
        HexTerrain::Village,
        HexTerrain::Town,
        HexTerrain::Chateau,
        HexTerrain::Castle,
        HexTerrain::Marsh,
        HexTerrain::Pond,
        HexTerrain::BurialMound,
    ];

    /// Key of its row on the chart.
    pub const fn key(self) -> &'static str {
        match self {
            HexTerrain::Clear => "clear",
            HexTerrain::BridgeHex => "bridge_hex",
            HexTerrain::BrokenGround => "broken_ground",
            HexTerrain::Woods => "woods",
            HexTerrain::Orchard => "orchard",
            HexTerrain::Village => "village",
            HexTerrain::Town => "town",
            HexTerrain::Chateau => "chateau",
            HexTerrain::Castle => "castle",
            HexTerrain::Marsh => "marsh",
            HexTerrain::Pond => "pond",
            HexTerrain::BurialMound => "burial_mound",
        }
    }
}

/// A feature that lies on a hexside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HexsideFeature {
    /// A stream.
    Stream,
    /// A river.
    River,
    /// A ford in a river.
    Ford,
    /// A bridge.
    Bridge,
    /// A hedge.
    Hedge,
    /// A chest-high wall.
    Wall,
    /// A wall that must be climbed.
    HighWall,
    /// Ditch and parapet.
    Entrenchment,
    /// The face of a closed work.
    Redoubt,
    /// Felled trees.
    Abatis,
    /// A berm or a raised road.
    Berm,
    /// A dry gully.
    Gully,
}

impl HexsideFeature {
    /// Every feature of a hexside.
    pub const ALL: [HexsideFeature; 12] = [
        HexsideFeature::Stream,
        HexsideFeature::River,
        HexsideFeature::Ford,
        HexsideFeature::Bridge,
        HexsideFeature::Hedge,
        HexsideFeature::Wall,
        HexsideFeature::HighWall,
        HexsideFeature::Entrenchment,
        HexsideFeature::Redoubt,
        HexsideFeature::Abatis,
        HexsideFeature::Berm,
        HexsideFeature::Gully,
    ];

    /// Key of its row on the chart.
    pub const fn key(self) -> &'static str {
        match self {
            HexsideFeature::Stream => "stream",
            HexsideFeature::River => "river",
            HexsideFeature::Ford => "ford",
            HexsideFeature::Bridge => "bridge",
            HexsideFeature::Hedge => "hedge",
            HexsideFeature::Wall => "wall",
            HexsideFeature::HighWall => "high_wall",
            HexsideFeature::Entrenchment => "entrenchment",
            HexsideFeature::Redoubt => "redoubt",
            HexsideFeature::Abatis => "abatis",
            HexsideFeature::Berm => "berm",
            HexsideFeature::Gully => "gully",
        }
    }
}

/// A set of hexside features.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct HexsideFeatures(u16);

impl HexsideFeatures {
    /// Whether `feature` is there.
    pub const fn contains(self, feature: HexsideFeature) -> bool {
        self.0 & (1 << feature as u16) != 0
    }

    /// The set with `feature`.
    #[must_use]
    pub const fn with(self, feature: HexsideFeature) -> Self {
        Self(self.0 | (1 << feature as u16))
    }

    /// The set without `feature`.
    #[must_use]
    pub const fn without(self, feature: HexsideFeature) -> Self {
        Self(self.0 & !(1 << feature as u16))
    }

    /// Whether nothing is there.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The features.
    pub fn iter(self) -> impl Iterator<Item = HexsideFeature> {
        HexsideFeature::ALL.into_iter().filter(move |f| self.contains(*f))
    }
}

/// Gentle or steep, as the battle says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SlopeKind {
    /// Gentle.
    Gentle,
    /// Steep.
    Steep,
}

/// A slope, by the direction in which it is crossed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Slope {
    /// Going up.
    Up(SlopeKind),
    /// Going down.
    Down(SlopeKind),
}

impl Slope {
    /// Its kind.
    pub const fn kind(self) -> SlopeKind {
        match self {
            Slope::Up(kind) | Slope::Down(kind) => kind,
        }
    }
}
