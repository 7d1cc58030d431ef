//! The ground in words and letters, for readers who do not see the picture.

use super::{at, corners};
use crate::battle::setup::terms::{grade, terrain_kind};
use crate::battle::text::names::{Names, capital};
use crate::battle::{Scenario, World};
use crate::field::{Grade, Ground, Piece, TerrainKind};
use caracole_kernel::Land;
use caracole_plane::{Point, Um};
use std::borrow::Cow;

/// Terrain and field fortifications, lowest first.
pub(super) fn all(world: &World, scenario: &Scenario) -> Vec<Land> {
    let names = Names { world, scenario };
    let pieces = world.field.terrain.pieces.iter().filter(|p| p.kind != TerrainKind::Open);
    let works = world.field.fortifications.iter().map(|works| Land {
        name: format!("fortifications of {}", works.side),
        symbol: Cow::Borrowed("wall"),
        outlines: vec![corners(world, &works.at.rect())],
        says: format!("Field fortifications of {} at {}.", works.side, names.at(works.at.front.at)),
    });
    pieces.map(|p| piece(names, p)).chain(works).collect()
}

fn piece(names: Names<'_>, piece: &Piece) -> Land {
    let points: Vec<Point> = match &piece.ground {
        Ground::Line(base) => base.rect().corners().to_vec(),
        _ => piece.outline().map(|o| o.corners().to_vec()).unwrap_or_default(),
    };
    let name = terrain_kind(piece.kind);
    let hard = match piece.kind.grade() {
        Grade::Open => String::new(),
        of => format!(", {} ground", grade(of)),
    };
    let edge = |of: fn(&Point) -> i32, most: bool| {
        let all = points.iter().map(of);
        let found = if most { all.max() } else { all.min() };
        names.mu(Um::new(found.unwrap_or(0).into()).or_zero())
    };
    let says = format!(
        "{}{hard}, from {} {} to {} {}.",
        capital(&name),
        edge(|p| p.x.get(), false),
        edge(|p| p.y.get(), false),
        edge(|p| p.x.get(), true),
        edge(|p| p.y.get(), true)
    );
    Land {
        name,
        symbol: Cow::Borrowed(symbol(piece.kind)),
        outlines: vec![points.into_iter().map(|p| at(names.world, p)).collect()],
        says,
    }
}

const fn symbol(kind: TerrainKind) -> &'static str {
    use TerrainKind as K;
    match kind {
        K::SteepHill(_) | K::GentleHill(_) => "hill",
        K::Forest | K::Plantation => "wood",
        K::River(_) | K::Coastline | K::Marsh => "water",
        K::Road => "road",
        K::Village => "houses",
        K::Obstacle => "wall",
        _ => "rough",
    }
}
