//! Drawn ground: woods, hills, water, roads, villages and the rest. Outlines are exact; what fills them is decoration.

mod area;
mod fields;
mod hill;
mod linear;
mod village;

use crate::style::{GROUND, GROUND_MARK};
use crate::svg::{Path, Pt, Svg, pt};
use crate::texture::{self, Noise};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Kinds of terrain, in the words of the rulebooks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TerrainKind {
    /// Mostly open with rocks, scrub or ditches.
    #[serde(rename = "broken ground")]
    BrokenGround,
    /// Bushes.
    Brush,
    /// Fields with hedges or walls.
    #[serde(rename = "enclosed fields")]
    EnclosedFields,
    /// Trees in rows.
    Plantation,
    /// A dry valley.
    Gully,
    /// Woods.
    Forest,
    /// Vines in rows.
    Vineyards,
    /// Wet ground.
    Marsh,
    /// Dunes.
    #[serde(rename = "soft sand")]
    SoftSand,
    /// A hill with hard slopes.
    #[serde(rename = "steep hill")]
    SteepHill,
    /// A hill with easy slopes.
    #[serde(rename = "gentle hill")]
    GentleHill,
    /// Houses and gardens.
    Village,
    /// Cliffs, crags, walls of a town.
    Impassable,
    /// Sea or great river at a table edge.
    Coast,
    /// A pond or lake.
    Lake,
    /// A river or stream.
    River,
    /// A road.
    Road,
    /// Hedge.
    Hedge,
    /// Stone wall.
    Wall,
    /// Ditch or sunken bank.
    Ditch,
    /// Earthworks.
    #[serde(rename = "field fortification")]
    FieldFortification,
    /// Stakes or swinesfeathers.
    #[serde(rename = "portable defences")]
    PortableDefences,
    /// Fields without hedges or walls.
    #[serde(rename = "open fields")]
    OpenFields,
}

/// What shape a kind of terrain has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TerrainForm {
    /// Given by an outline.
    Area,
    /// Given by a line and a width.
    Line,
}

impl TerrainKind {
    /// Whether the kind is given by an outline or by a line.
    pub fn form(self) -> TerrainForm {
        use TerrainKind as K;
        match self {
            K::River
            | K::Road
            | K::Hedge
            | K::Wall
            | K::Ditch
            | K::FieldFortification
            | K::PortableDefences => TerrainForm::Line,
            _ => TerrainForm::Area,
        }
    }

    /// Natural shapes have their corners rounded unless the file says otherwise.
    pub fn smooth_by_default(self) -> bool {
        use TerrainKind as K;
        !matches!(
            self,
            K::EnclosedFields
                | K::OpenFields
                | K::Plantation
                | K::Vineyards
                | K::Village
                | K::Hedge
                | K::Wall
                | K::Ditch
                | K::FieldFortification
                | K::PortableDefences
        )
    }

    /// Words for the legend.
    pub fn label(self) -> &'static str {
        use TerrainKind as K;
        match self {
            K::BrokenGround => "broken ground",
            K::Brush => "brush",
            K::EnclosedFields => "enclosed fields",
            K::Plantation => "plantation",
            K::Gully => "gully",
            K::Forest => "forest",
            K::Vineyards => "vineyards",
            K::Marsh => "marsh",
            K::SoftSand => "soft sand",
            K::SteepHill => "steep hill",
            K::GentleHill => "gentle hill",
            K::Village => "village",
            K::Impassable => "impassable",
            K::Coast => "coast",
            K::Lake => "lake",
            K::River => "river",
            K::Road => "road",
            K::Hedge => "hedge",
            K::Wall => "wall",
            K::Ditch => "ditch",
            K::FieldFortification => "field fortification",
            K::PortableDefences => "portable defences",
            K::OpenFields => "open fields",
        }
    }

    /// Lower layers are drawn first.
    fn layer(self) -> u8 {
        use TerrainKind as K;
        match self {
            K::SteepHill | K::GentleHill => 0,
            K::Coast | K::Lake => 2,
            K::River | K::Gully => 3,
            K::Village | K::Impassable => 4,
            K::Road => 5,
            K::Hedge | K::Wall | K::Ditch | K::FieldFortification | K::PortableDefences => 6,
            _ => 1,
        }
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
    order.sort_by_key(|&i| pieces.get(i).map_or(0, |p| p.kind.layer()));
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
