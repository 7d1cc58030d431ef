//! The ground: its picture, and the pieces of terrain for readers who do not see it.

use crate::battle::world::Game;
use crate::charts::TerrainKind;
use caracole_document::Word;
use caracole_kernel::{At, Land};
use caracole_tabletop::scene::{at, units};
use std::borrow::Cow;
use std::fmt::Write;

const fn look(kind: TerrainKind) -> (&'static str, &'static str) {
    match kind {
        TerrainKind::Hill | TerrainKind::SteepHill => ("hill", "#b9a76b"),
        TerrainKind::Wood | TerrainKind::Jungle | TerrainKind::Orchard => ("wood", "#7f9f62"),
        TerrainKind::Village => ("houses", "#b7a08a"),
        TerrainKind::Marsh | TerrainKind::RiverOrCoast => ("water", "#8fb3c4"),
        TerrainKind::Road => ("road", "#d8c59a"),
        _ => ("rough", "#c2c283"),
    }
}

/// Every piece of terrain.
pub fn land(game: Game<'_>) -> Vec<Land> {
    let field = &game.scenario.field;
    let piece = |piece: &caracole_tabletop::Piece<TerrainKind>| {
        let name = piece.kind.key().replace('_', " ");
        let corners = piece.outline()?.corners().iter().map(|corner| at(&field.table, *corner)).collect();
        let says = format!("A piece of terrain: {name}.");
        Some(Land { name, symbol: Cow::Borrowed(look(piece.kind).0), outlines: vec![corners], says })
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
    let field = &game.scenario.field;
    let (width, height) = (units(field.table.width), units(field.table.depth));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#cfcf9e\"/>"
    );
    for piece in &game.terrain().pieces {
        let Some(outline) = piece.outline() else { continue };
        let corners = outline.corners().iter().map(|corner| {
            let At(x, y) = at(&field.table, *corner);
            format!("{x},{y}")
        });
        let points: Vec<String> = corners.collect();
        let _ = write!(svg, "<polygon points=\"{}\" fill=\"{}\"/>", points.join(" "), look(piece.kind).1);
    }
    svg.push_str("</svg>");
    svg
}
