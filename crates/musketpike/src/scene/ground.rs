//! Ground: heights, woods, villages, water.

use super::paper::{HALF, Paper, SIDE};
use super::region::outline;
use super::{INK, Type, write};
use crate::hex::{Direction, Hex};
use crate::map::{HexTerrain, PlaceKind, SlopeKind};
use caracole_picture::svg::{Path, Pt, Svg, pt};

/// Ground from the lowest level up.
pub(super) const LEVELS: [&str; 6] = ["#d5d9b0", "#dfd7a6", "#dccb93", "#d4b97e", "#c8a66b", "#b9935b"];

pub(super) fn draw(svg: &mut Svg, paper: &Paper<'_>) {
    svg.element("rect").num("width", paper.width).num("height", paper.height).fill(LEVELS[0]).empty();
    heights(svg, paper);
    areas(svg, paper);
    for hex in paper.map.hexes() {
        match paper.map.terrain(hex) {
            HexTerrain::Woods => trees(svg, paper, hex),
            HexTerrain::Orchard => orchard(svg, paper, hex),
            HexTerrain::Marsh => reeds(svg, paper, hex),
            HexTerrain::BrokenGround => tufts(svg, paper, hex),
            HexTerrain::BurialMound => mound(svg, paper, hex),
            HexTerrain::Village => houses(svg, paper, hex, 5, 0.17),
            HexTerrain::Town => houses(svg, paper, hex, 9, 0.15),
            HexTerrain::Chateau => great_house(svg, paper, hex, "#a79a8a"),
            HexTerrain::Castle => great_house(svg, paper, hex, "#8d8a86"),
            HexTerrain::Clear | HexTerrain::Pond | HexTerrain::BridgeHex => {}
        }
    }
    grass(svg, paper);
}

/// A few blades here and there on open ground.
fn grass(svg: &mut Svg, paper: &Paper<'_>) {
    let mut path = Path::new();
    for hex in paper.map.hexes().filter(|hex| paper.map.terrain(*hex) == HexTerrain::Clear) {
        for n in 0..2 {
            if paper.chance(hex, 300 + n) < 0.55 {
                continue;
            }
            let at = |salt: u32| paper.chance(hex, salt + n) * 1.3 - 0.65;
            let p = paper.centre(hex).shifted(at(310) * SIDE, at(320) * HALF);
            for lean in [-2.0, 0.0, 2.0] {
                path.move_to(p.shifted(lean * 0.5, 0.0));
                path.line_to(p.shifted(lean, -3.6));
            }
        }
    }
    svg.element("path").attr("d", path.as_str()).line("#8f8f5a", 0.8).round().opacity(0.55).empty();
}

fn heights(svg: &mut Svg, paper: &Paper<'_>) {
    let highest = paper.map.hexes().map(|hex| paper.map.elevation(hex)).max().unwrap_or(0);
    for level in 1..=highest {
        let path = outline(paper, |hex| paper.map.elevation(hex) >= level);
        let tint = LEVELS[(level as usize).min(LEVELS.len() - 1)];
        // A soft shadow at the foot, then the ground, then the contour.
        svg.element("path").attr("d", path.as_str()).line("#8a7a4c", 7.0).opacity(0.16).empty();
        svg.element("path").attr("d", path.as_str()).attr("fill-rule", "evenodd").fill(tint).empty();
        svg.element("path").attr("d", path.as_str()).line("#a3854c", 1.3).opacity(0.75).empty();
    }
    let mut ticks = Path::new();
    for hex in paper.map.hexes() {
        for direction in Direction::ALL {
            let steep = paper.map.hexside(hex, direction).slope == Some(SlopeKind::Steep);
            let down = paper.map.elevation(hex) > paper.map.elevation(hex.step(direction));
            if steep && down {
                hachure(&mut ticks, paper, hex, direction);
            }
        }
    }
    if !ticks.is_empty() {
        svg.element("path").attr("d", ticks.as_str()).line("#7a5a2c", 1.5).round().opacity(0.85).empty();
    }
}

/// Short strokes downhill.
fn hachure(ticks: &mut Path, paper: &Paper<'_>, hex: Hex, direction: Direction) {
    let (a, b) = paper.side(hex, direction);
    let out = paper.centre(hex).direction(paper.centre(hex.step(direction)));
    for n in 0..6 {
        let at = a.toward(b, (f64::from(n) + 0.5) / 6.0);
        let long = if n % 2 == 0 { 10.0 } else { 7.0 };
        ticks.move_to(at.shifted(-out.x * 1.0, -out.y * 1.0));
        ticks.line_to(at.shifted(out.x * long, out.y * long));
    }
}

/// Patches with a common outline.
fn areas(svg: &mut Svg, paper: &Paper<'_>) {
    let patch = |svg: &mut Svg, terrain: HexTerrain, opacity: f64| {
        let (fill, edge) = colours_of(terrain);
        let path = outline(paper, |hex| paper.map.terrain(hex) == terrain);
        if !path.is_empty() {
            svg.element("path")
                .attr("d", path.as_str())
                .attr("fill-rule", "evenodd")
                .fill(fill)
                .stroke(edge, 1.4)
                .opacity(opacity)
                .empty();
        }
    };
    for (terrain, opacity) in [
        (HexTerrain::Marsh, 0.85),
        (HexTerrain::Woods, 0.95),
        (HexTerrain::Orchard, 0.9),
        (HexTerrain::BrokenGround, 0.55),
        (HexTerrain::Village, 0.9),
        (HexTerrain::Town, 0.95),
        (HexTerrain::Pond, 1.0),
        (HexTerrain::BridgeHex, 1.0),
    ] {
        patch(svg, terrain, opacity);
    }
}

/// Colours of a kind of ground: body and edge.
pub(super) const fn colours_of(terrain: HexTerrain) -> (&'static str, &'static str) {
    match terrain {
        HexTerrain::Marsh => ("#b9cdb4", "#8fb0a0"),
        HexTerrain::Woods => ("#8fab72", "#6f8d55"),
        HexTerrain::Orchard => ("#bccb8c", "#93a766"),
        HexTerrain::BrokenGround => ("#c9c08f", "#b0a46e"),
        HexTerrain::Village => ("#d9c9a4", "#b59f72"),
        HexTerrain::Town => ("#cdb896", "#a08a64"),
        HexTerrain::Pond | HexTerrain::BridgeHex => ("#8fb6c9", "#5d8ba3"),
        HexTerrain::Clear | HexTerrain::Chateau | HexTerrain::Castle | HexTerrain::BurialMound => {
            (LEVELS[0], "#a3a37a")
        }
    }
}

/// Places scattered over a hex: a ring and the middle, each a little moved.
fn scatter(paper: &Paper<'_>, hex: Hex, count: u32, salt: u32) -> Vec<Pt> {
    const RING: [(f64, f64); 10] = [
        (0.0, 0.0),
        (0.52, -0.28),
        (-0.5, 0.3),
        (0.02, 0.6),
        (-0.04, -0.6),
        (-0.52, -0.3),
        (0.5, 0.34),
        (0.26, 0.02),
        (-0.26, -0.04),
        (0.24, -0.62),
    ];
    let centre = paper.centre(hex);
    (0..count.min(10))
        .map(|n| {
            let (x, y) = RING[n as usize];
            let jitter = |k: u32| (paper.chance(hex, salt + 2 * n + k) - 0.5) * 0.2;
            centre.shifted((x + jitter(0)) * SIDE, (y + jitter(1)) * HALF)
        })
        .collect()
}

/// Trees that [`trees`] scatters.
pub(super) fn symbols(svg: &mut Svg) {
    for (id, body) in [("tree-a", "#6f9150"), ("tree-b", "#7c9d5b")] {
        svg.element("g").attr("id", id).open();
        let r = SIDE * 0.2;
        disc(svg, pt(1.6, 2.4), r, "#54703c", 0.55);
        disc(svg, pt(0.0, 0.0), r, body, 1.0);
        disc(svg, pt(-r * 0.3, -r * 0.3), r * 0.45, "#94b272", 0.8);
        svg.close();
    }
}

fn trees(svg: &mut Svg, paper: &Paper<'_>, hex: Hex) {
    let mut places = scatter(paper, hex, 9, 11);
    places.sort_by(|a, b| a.y.total_cmp(&b.y));
    for (n, p) in places.into_iter().enumerate() {
        svg.element("use").attr("href", if n % 2 == 0 { "#tree-a" } else { "#tree-b" }).at(p).empty();
    }
}

fn orchard(svg: &mut Svg, paper: &Paper<'_>, hex: Hex) {
    let centre = paper.centre(hex);
    for row in -1..=1 {
        for column in -1..=1 {
            let p = centre.shifted(f64::from(column) * SIDE * 0.42, f64::from(row) * HALF * 0.48);
            disc(svg, p.shifted(1.0, 1.5), SIDE * 0.1, "#6d8748", 0.5);
            disc(svg, p, SIDE * 0.1, "#8aa85a", 1.0);
        }
    }
}

pub(super) fn disc(svg: &mut Svg, p: Pt, r: f64, colour: &str, opacity: f64) {
    svg.element("circle").num("cx", p.x).num("cy", p.y).num("r", r).fill(colour).opacity(opacity).empty();
}

fn reeds(svg: &mut Svg, paper: &Paper<'_>, hex: Hex) {
    let mut path = Path::new();
    for p in scatter(paper, hex, 7, 31) {
        for (dx, lean) in [(-4.0, -2.0), (0.0, 0.0), (4.0, 2.0)] {
            path.move_to(p.shifted(dx * 0.6, 2.0));
            path.line_to(p.shifted(dx * 0.6 + lean, -6.0));
        }
        path.move_to(p.shifted(-7.0, 3.0));
        path.line_to(p.shifted(7.0, 3.0));
    }
    svg.element("path").attr("d", path.as_str()).line("#5f8a7a", 1.1).round().opacity(0.8).empty();
}

fn tufts(svg: &mut Svg, paper: &Paper<'_>, hex: Hex) {
    let mut path = Path::new();
    for p in scatter(paper, hex, 6, 51) {
        path.move_to(p.shifted(-4.0, 2.0));
        path.line_to(p.shifted(-1.5, -3.0));
        path.line_to(p.shifted(0.5, 2.0));
        path.line_to(p.shifted(2.5, -2.0));
        path.line_to(p.shifted(4.5, 2.0));
    }
    svg.element("path").attr("d", path.as_str()).line("#8c8150", 1.1).round().opacity(0.8).empty();
}

fn mound(svg: &mut Svg, paper: &Paper<'_>, hex: Hex) {
    let c = paper.centre(hex);
    disc(svg, c, SIDE * 0.5, "#c7ad74", 0.9);
    disc(svg, c.shifted(-2.0, -2.0), SIDE * 0.32, "#d9c48f", 0.9);
}

fn houses(svg: &mut Svg, paper: &Paper<'_>, hex: Hex, count: u32, size: f64) {
    for (n, p) in scatter(paper, hex, count, 71).into_iter().enumerate() {
        let turned = paper.chance(hex, 200 + n as u32) > 0.5;
        let (w, h) = if turned { (SIDE * size, SIDE * size * 1.7) } else { (SIDE * size * 1.7, SIDE * size) };
        block(svg, p.shifted(1.5, 1.8), w, h, "#6b5a48", None);
        block(svg, p, w, h, "#b4674a", Some("#5b3226"));
        let mut ridge = Path::new();
        if turned {
            ridge.move_to(p.shifted(0.0, -h / 2.0)).line_to(p.shifted(0.0, h / 2.0));
        } else {
            ridge.move_to(p.shifted(-w / 2.0, 0.0)).line_to(p.shifted(w / 2.0, 0.0));
        }
        svg.element("path").attr("d", ridge.as_str()).line("#7d4030", 0.8).empty();
    }
}

pub(super) fn block(svg: &mut Svg, p: Pt, w: f64, h: f64, fill: &str, edge: Option<&str>) {
    let mut e =
        svg.element("rect").at(p.shifted(-w / 2.0, -h / 2.0)).num("width", w).num("height", h).fill(fill);
    if let Some(edge) = edge {
        e = e.stroke(edge, 0.8);
    }
    e.empty();
}

fn great_house(svg: &mut Svg, paper: &Paper<'_>, hex: Hex, stone: &str) {
    let c = paper.centre(hex);
    block(svg, c.shifted(2.0, 2.5), SIDE * 0.9, SIDE * 0.7, "#5d564c", None);
    block(svg, c, SIDE * 0.9, SIDE * 0.7, stone, Some("#4a433a"));
    block(svg, c, SIDE * 0.45, SIDE * 0.3, "#d8cfb8", Some("#4a433a"));
    for (x, y) in [(-0.45, -0.35), (0.45, -0.35), (-0.45, 0.35), (0.45, 0.35)] {
        disc(svg, c.shifted(x * SIDE, y * SIDE), SIDE * 0.12, stone, 1.0);
    }
}

/// Names of places, written over the ground.
pub(super) fn names(svg: &mut Svg, paper: &Paper<'_>) {
    for place in &paper.map.names {
        let at = paper.centre(place.hex);
        let (size, colour) = match place.kind {
            PlaceKind::Settlement => (17.0, INK),
            PlaceKind::Ground => (18.0, "#6b4a1e"),
            PlaceKind::Water => (14.0, "#2f6483"),
            PlaceKind::Wood => (15.0, "#2f4d22"),
        };
        let name = match place.kind {
            PlaceKind::Ground => place.name.to_uppercase(),
            _ => place.name.clone(),
        };
        write(svg, pt(at.x, at.y + 5.0), &name, Type::plain(size, colour).bold().centred().rim("#f1ecd4"));
    }
}
