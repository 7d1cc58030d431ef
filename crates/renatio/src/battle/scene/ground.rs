//! The ground: its picture, and the pieces of terrain for readers who do not see it.

use crate::battle::world::Game;
use crate::charts::TerrainKind;
use caracole_document::Word;
use caracole_kernel::Land;
use caracole_tabletop::scene::at;
use std::borrow::Cow;

const fn symbol(kind: TerrainKind) -> &'static str {
    use TerrainKind as K;
    match kind {
        K::Hill | K::SteepHill => "hill",
        K::Wood | K::Jungle | K::Orchard => "wood",
        K::Village => "houses",
        K::Marsh | K::RiverOrCoast => "water",
        K::Road => "road",
        _ => "rough",
    }
}

/// Every piece of terrain.
pub fn land(game: Game<'_>) -> Vec<Land> {
    let field = &game.scenario.field;
    let piece = |piece: &caracole_tabletop::Piece<TerrainKind>| {
        let name = piece.kind.key().replace('_', " ");
        let corners = piece.outline()?.corners().iter().map(|corner| at(&field.table, *corner)).collect();
        let says = format!("A piece of terrain: {name}.");
        Some(Land { name, symbol: Cow::Borrowed(symbol(piece.kind)), outlines: vec![corners], says })
    };
    game.terrain().pieces.iter().filter_map(piece).collect()
}

/// A number that changes with the ground.
pub fn mark(game: Game<'_>) -> u32 {
    let mut mark = 0u32;
    for piece in &game.terrain().pieces {
        for corner in piece.outline().into_iter().flat_map(|outline| outline.corners()) {
            for length in [corner.x, corner.y] {
                mark = mark.wrapping_mul(31).wrapping_add(length.get().unsigned_abs());
            }
        }
        mark = mark.wrapping_mul(31).wrapping_add(piece.kind.index() as u32 + 1);
    }
    mark
}

/// The picture of the table from above.
pub fn ground(game: Game<'_>) -> String {
    caracole_picture::draw_ground(&super::picture::ground_only(game), caracole_picture::Look::USUAL_PIXELS)
        .svg
}
