//! Drawn ground: woods, hills, water, roads, villages and the rest. Outlines are exact; what fills them is decoration.

mod area;
mod fields;
mod hill;
mod linear;
mod village;

use crate::style::{GROUND, GROUND_MARK};
use crate::svg::{Path, Pt, Svg, pt};
use crate::texture::{self, Noise};
use caracole_position::{TerrainForm, TerrainKind};

/// Lower layers are drawn first.
fn layer(kind: TerrainKind) -> u8 {
    use TerrainKind as K;
    match kind {
        K::SteepHill | K::GentleHill => 0,
        K::Coast | K::Lake => 2,
        K::River | K::Gully => 3,
        K::Village | K::Impassable => 4,
        K::Road => 5,
        K::Hedge | K::Wall | K::Ditch | K::FieldFortification | K::PortableDefences => 6,
        _ => 1,
    }
}

/// A piece of terrain as it is drawn.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(crate) kind: TerrainKind,
    pub(crate) name: String,
    pub(crate) points: Vec<Pt>,
    /// Width of a line; unused for areas.
    pub(crate) width: f64,
    /// Ridge of a hill.
    pub(crate) crest: Vec<Pt>,
    /// What grows on a hill.
    pub(crate) cover: Option<TerrainKind>,
}

/// Draws the open ground of the table.
pub(crate) fn draw_ground(svg: &mut Svg, width: f64, height: f64) {
    svg.element("rect").num("width", width).num("height", height).fill(GROUND).empty();
    let corners = [pt(0.0, 0.0), pt(width, 0.0), pt(width, height), pt(0.0, height)];
    let mut noise = Noise::new(1644);
    let mut tufts = Path::new();
    let mut pebbles = Path::new();
    for p in texture::scatter(&corners, 46.0, 6.0, &mut noise) {
        let s = noise.between(1.6, 3.0);
        if noise.unit() < 0.72 {
            tufts
                .move_to(p.shifted(-s, -s))
                .line_to(p)
                .line_to(p.shifted(0.0, -1.7 * s))
                .move_to(p)
                .line_to(p.shifted(s, -s));
        } else {
            pebbles.circle(p, s * 0.4);
        }
    }
    svg.element("path").attr("d", tufts.as_str()).line(GROUND_MARK, 0.8).round().empty();
    svg.element("path").attr("d", pebbles.as_str()).fill(GROUND_MARK).empty();
}

/// Draws all pieces, lower layers first.
pub(crate) fn draw(svg: &mut Svg, pieces: &[Piece]) {
    let roads: Vec<(&[Pt], f64)> = pieces
        .iter()
        .filter(|p| matches!(p.kind, TerrainKind::Road | TerrainKind::River))
        .map(|p| (p.points.as_slice(), p.width))
        .collect();
    let mut order: Vec<usize> = (0..pieces.len()).collect();
    order.sort_by_key(|&i| pieces.get(i).map_or(0, |p| layer(p.kind)));
    for i in order {
        if let Some(piece) = pieces.get(i) {
            draw_piece(svg, piece, i, &roads);
        }
    }
}

fn draw_piece(svg: &mut Svg, piece: &Piece, index: usize, roads: &[(&[Pt], f64)]) {
    let id = format!("terrain-{}", index + 1);
    svg.element("g").attr("id", &id).open();
    let title = if piece.name.is_empty() { piece.kind.label() } else { &piece.name };
    svg.element("title").text(title);
    match piece.kind.form() {
        TerrainForm::Line => linear::draw(svg, piece),
        TerrainForm::Area => {
            let noise = Noise::new(index as u64 + 1);
            draw_area(svg, piece.kind, piece, &id, noise, roads);
        }
    }
    svg.close();
}

fn draw_area(
    svg: &mut Svg,
    kind: TerrainKind,
    piece: &Piece,
    id: &str,
    noise: Noise,
    roads: &[(&[Pt], f64)],
) {
    use TerrainKind as K;
    let points = piece.points.as_slice();
    match kind {
        K::SteepHill | K::GentleHill => {
            hill::fill(svg, points, &piece.crest);
            if let Some(cover) = piece.cover.filter(|c| !matches!(c, K::SteepHill | K::GentleHill)) {
                draw_area(svg, cover, piece, id, noise, roads);
            }
            hill::lines(svg, points, &piece.crest, kind == K::SteepHill);
        }
        K::Forest => area::forest(svg, points, noise),
        K::Plantation => area::plantation(svg, points, noise),
        K::Brush => area::brush(svg, points, noise),
        K::BrokenGround => area::broken_ground(svg, points, noise),
        K::Marsh => area::marsh(svg, points, noise),
        K::SoftSand => area::soft_sand(svg, points, noise),
        K::Gully => area::gully(svg, points),
        K::Impassable => area::impassable(svg, points, noise),
        K::Coast | K::Lake => area::water(svg, points, noise),
        K::EnclosedFields => fields::enclosed(svg, points, id, noise),
        K::OpenFields => fields::open(svg, points, id),
        K::Vineyards => fields::vineyards(svg, points, id),
        K::Village => village::draw(svg, points, noise, roads),
        K::River | K::Road | K::Hedge | K::Wall | K::Ditch | K::FieldFortification | K::PortableDefences => {}
    }
}

/// Fills an outline and draws its exact edge.
fn outline(svg: &mut Svg, points: &[Pt], fill: &str, edge: &str, width: f64) {
    svg.element("path")
        .attr("d", Path::polygon(points).as_str())
        .fill(fill)
        .stroke(edge, width)
        .attr("stroke-linejoin", "round")
        .empty();
}

/// Fills a path if it has anything in it.
fn fill(svg: &mut Svg, path: &Path, colour: &str) {
    if !path.is_empty() {
        svg.element("path").attr("d", path.as_str()).fill(colour).empty();
    }
}

/// Draws a path as round lines if it has anything in it.
fn stroke(svg: &mut Svg, path: &Path, colour: &str, width: f64) {
    if !path.is_empty() {
        svg.element("path").attr("d", path.as_str()).line(colour, width).round().empty();
    }
}
