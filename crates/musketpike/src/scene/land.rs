//! The ground for those who have it read out or drawn in letters.

use super::paper::Paper;
use super::region::loops;
use super::table::at;
use crate::hex::{Direction, Hex};
use crate::map::{HexTerrain, HexsideFeature, Map, Slope, SlopeKind};
use caracole_kernel::{At, Land};
use std::borrow::Cow;

/// Hills, then roads, what covers the hexes, and what lies on hexsides: each kind once, with all the places where it is.
pub(super) fn all(paper: &Paper<'_>) -> Vec<Land> {
    let map = paper.map;
    let level = |hex: &Hex| map.elevation(*hex);
    let lowest = map.hexes().map(|hex| level(&hex)).min().unwrap_or(0);
    let highest = map.hexes().map(|hex| level(&hex)).max().unwrap_or(0);
    let heights = (lowest..highest)
        .map(|low| low + 1)
        .filter_map(|height| hexes(paper, &format!("level {height}"), "hill", |hex| level(&hex) == height));
    let covers = HexTerrain::ALL.into_iter().filter(|terrain| *terrain != HexTerrain::Clear);
    let covers = covers.filter_map(|terrain| {
        hexes(paper, &words(terrain.key()), cover(terrain), |hex| map.terrain(hex) == terrain)
    });
    let is_road = |hex: Hex| Direction::ALL.into_iter().any(|direction| map.has_road(hex, direction));
    let roads = hexes(paper, "road", "road", is_road);
    let sides = HexsideFeature::ALL.into_iter().filter_map(|feature| hexsides(paper, feature));
    heights.chain(roads).chain(covers).chain(sides).collect()
}

/// A hex read out: what it is, what lies on its sides, and how the ground goes on.
pub(super) fn hex_says(map: &Map, hex: Hex) -> Option<String> {
    let ground = map.ground(hex)?;
    let mut says = vec![format!("{hex}: {}, level {}", words(ground.terrain.key()), ground.elevation)];
    let list = |which: &dyn Fn(Direction) -> bool| -> String {
        let found = Direction::ALL.into_iter().filter(|direction| which(*direction));
        found.map(|direction| direction.name().to_owned()).collect::<Vec<_>>().join(", ")
    };
    for feature in HexsideFeature::ALL {
        let sides = list(&|direction| map.hexside(hex, direction).features.contains(feature));
        if !sides.is_empty() {
            says.push(format!("{} {sides}", words(feature.key())));
        }
    }
    for (slope, called) in [
        (Slope::Up(SlopeKind::Gentle), "gently up"),
        (Slope::Up(SlopeKind::Steep), "steeply up"),
        (Slope::Down(SlopeKind::Gentle), "gently down"),
        (Slope::Down(SlopeKind::Steep), "steeply down"),
    ] {
        let sides = list(&|direction| map.slope(hex, direction) == Some(slope));
        if !sides.is_empty() {
            says.push(format!("{called} {sides}"));
        }
    }
    let roads = list(&|direction| map.has_road(hex, direction));
    if !roads.is_empty() {
        says.push(format!("road {roads}"));
    }
    Some(format!("{}.", says.join("; ")))
}

/// A kind of ground that fills hexes, if there is any.
fn hexes(paper: &Paper<'_>, name: &str, symbol: &'static str, is: impl Fn(Hex) -> bool) -> Option<Land> {
    let found: Vec<String> = paper.map.hexes().filter(|hex| is(*hex)).map(|hex| hex.to_string()).collect();
    (!found.is_empty()).then(|| Land {
        name: name.to_owned(),
        symbol: Cow::Borrowed(symbol),
        outlines: loops(paper, is).iter().map(|round| round.iter().map(|c| at(c.paper)).collect()).collect(),
        says: format!("{}: {}.", capital(name), found.join(", ")),
    })
}

/// A feature of hexsides, if there is any.
fn hexsides(paper: &Paper<'_>, feature: HexsideFeature) -> Option<Land> {
    // Each hexside is named once, from the hex below it.
    let upper = [Direction::Nw, Direction::N, Direction::Ne];
    let mut found: Vec<String> = Vec::new();
    let mut outlines: Vec<Vec<At>> = Vec::new();
    for hex in paper.map.hexes() {
        for direction in upper {
            if paper.map.hexside(hex, direction).features.contains(feature) {
                found.push(format!("{hex} {}", direction.name()));
                let (a, b) = paper.side(hex, direction);
                outlines.push(vec![at(a), at(b)]);
            }
        }
    }
    let name = words(feature.key());
    (!found.is_empty()).then(|| Land {
        symbol: Cow::Borrowed(line(feature)),
        outlines,
        says: format!("{} on hexsides {}.", capital(&name), found.join(", ")),
        name,
    })
}

/// A key of the chart as people write it.
fn words(key: &str) -> String {
    key.replace('_', " ")
}

fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

const fn cover(terrain: HexTerrain) -> &'static str {
    use HexTerrain as T;
    match terrain {
        T::Woods | T::Orchard => "wood",
        T::Marsh | T::Pond => "water",
        T::Village | T::Town | T::Chateau | T::Castle => "houses",
        T::BridgeHex => "road",
        T::BurialMound => "hill",
        T::Clear | T::BrokenGround => "rough",
    }
}

const fn line(feature: HexsideFeature) -> &'static str {
    use HexsideFeature as F;
    match feature {
        F::Stream | F::River | F::Ford => "water",
        F::Bridge => "road",
        F::Berm | F::Gully => "rough",
        F::Hedge | F::Wall | F::HighWall | F::Entrenchment | F::Redoubt | F::Abatis => "wall",
    }
}
