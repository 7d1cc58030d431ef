//! Words for terrain, and for where it may lie.

use super::placing::Half;
use super::{Kind, Leeway, Location, Selection, Size};
use crate::field::{Covering, Grade, TerrainKind};

/// What covers a hill.
const fn covering(covering: Covering) -> &'static str {
    match covering {
        Covering::Clear => "",
        Covering::BrokenGround => " with broken ground",
        Covering::Brush => " with brush",
        Covering::Plantation => " with a plantation",
        Covering::Vineyards => " with vineyards",
        Covering::Forest => " with forest",
        Covering::Village => " with a village",
    }
}

/// A kind of terrain that is chosen.
#[must_use]
pub fn chosen_kind(kind: Kind) -> String {
    let plain = match kind {
        Kind::Open => "open area",
        Kind::BrokenGround => "broken ground",
        Kind::Brush => "brush",
        Kind::EnclosedFields => "enclosed fields",
        Kind::Plantation => "plantation",
        Kind::Gully => "gully",
        Kind::Forest => "forest",
        Kind::Vineyards => "vineyards",
        Kind::Marsh => "marsh",
        Kind::SoftSand => "soft sand",
        Kind::Village => "village",
        Kind::SteepHill(on) => return format!("steep hill{}", covering(on)),
        Kind::GentleHill(on) => return format!("gentle hill{}", covering(on)),
        Kind::Impassable => "impassable ground",
        Kind::Obstacle => "obstacle",
        Kind::Road => "road",
        Kind::River => "river",
        Kind::Coastline => "coastline",
        Kind::OpenFields => "open fields",
    };
    plain.to_owned()
}

/// A grade of ground.
#[must_use]
pub const fn grade(grade: Grade) -> &'static str {
    match grade {
        Grade::Open => "open",
        Grade::Uneven => "uneven",
        Grade::Rough => "rough",
        Grade::Difficult => "difficult",
        Grade::Impassable => "impassable",
    }
}

/// Terrain on the table.
#[must_use]
pub fn terrain_kind(kind: TerrainKind) -> String {
    use TerrainKind as K;
    let plain = match kind {
        K::Open => "open area",
        K::BrokenGround => "broken ground",
        K::Brush => "brush",
        K::EnclosedFields => "enclosed fields",
        K::Plantation => "plantation",
        K::Gully => "gully",
        K::Forest => "forest",
        K::Vineyards => "vineyards",
        K::Marsh => "marsh",
        K::SoftSand => "soft sand",
        K::Village => "village",
        K::SteepHill(on) => return format!("steep hill{}", covering(on)),
        K::GentleHill(on) => return format!("gentle hill{}", covering(on)),
        K::Impassable => "impassable ground",
        K::Obstacle => "obstacle",
        K::Road => "road",
        K::River(of) => return format!("{} river", grade(of)),
        K::Coastline => "coastline",
        K::OpenFields => "open fields",
    };
    plain.to_owned()
}

/// A piece as it is chosen.
#[must_use]
pub fn selection(what: Selection) -> String {
    match what.size {
        Size::Normal => chosen_kind(what.kind),
        Size::Large => format!("large {}", chosen_kind(what.kind)),
    }
}

/// Where the die says that a piece lies.
#[must_use]
pub const fn location(location: Location) -> &'static str {
    match location {
        Location::Free => "anywhere that its rules allow",
        Location::LongEdge(Half::Opponents) => "touching the opponent's long edge",
        Location::LongEdge(Half::Own) => "touching the player's own long edge",
        Location::SideEdge(Half::Opponents) => "touching a side edge in the opponent's half",
        Location::SideEdge(Half::Own) => "touching a side edge in the player's own half",
        Location::Middle(Half::Opponents) => "more than 8 MU from every edge in the opponent's half",
        Location::Middle(Half::Own) => "more than 8 MU from every edge in the player's own half",
    }
}

/// What may be done to the opponent's piece.
#[must_use]
pub const fn leeway(leeway: Leeway) -> &'static str {
    match leeway {
        Leeway::Nothing => "it stays",
        Leeway::Slide => "it may be slid up to 6 MU",
        Leeway::SlideOrPivot => "it may be slid up to 12 MU or pivoted",
        Leeway::Remove => "it may be removed",
    }
}
