//! Lines: streams, roads, the grid, hedges, walls and works.

use super::paper::{HALF, Paper};
use super::region::{border, chains, smooth};
use super::{INK, Type, write};
use crate::hex::{Direction, Hex};
use crate::map::HexsideFeature;
use caracole_picture::svg::{Path, Pt, Svg, pt};

pub(super) fn streams(svg: &mut Svg, paper: &Paper<'_>) {
    for (feature, width) in [(HexsideFeature::River, 13.0), (HexsideFeature::Stream, 6.0)] {
        let lines = chains(paper, |hex, direction| has(paper, hex, direction, feature));
        for (colour, width) in [("#5d8ba3", width), ("#93bccf", width - 2.2)] {
            for line in &lines {
                let path = smooth(line);
                svg.element("path").attr("d", path.as_str()).line(colour, width).round().empty();
            }
        }
    }
    for line in chains(paper, |hex, direction| has(paper, hex, direction, HexsideFeature::Gully)) {
        svg.element("path")
            .attr("d", smooth(&line).as_str())
            .line("#8f7a4e", 4.0)
            .attr("stroke-dasharray", "7 4")
            .empty();
    }
}

fn has(paper: &Paper<'_>, hex: Hex, direction: Direction, feature: HexsideFeature) -> bool {
    paper.map.hexside(hex, direction).features.contains(feature)
}

/// Colours and widths of a road, its edge first.
pub(super) const ROAD: [(&str, f64); 2] = [("#8d7a55", 6.4), ("#e3d3a8", 4.4)];

pub(super) fn roads(svg: &mut Svg, paper: &Paper<'_>) {
    let mut path = Path::new();
    for hex in paper.map.hexes() {
        let Some(ground) = paper.map.ground(hex) else { continue };
        let centre = paper.centre(hex);
        let ends: Vec<Pt> = ground
            .roads
            .iter()
            .map(|direction| {
                let (a, b) = paper.side(hex, direction);
                a.toward(b, 0.5)
            })
            .collect();
        match ends.as_slice() {
            [] => {}
            [a] => {
                let out = ground.roads.iter().next().and_then(|came| way_out(paper, hex, came));
                path.move_to(*a);
                match out {
                    Some(out) => path.quad_to(centre, out),
                    None => path.line_to(centre),
                };
            }
            [a, b] => {
                path.move_to(*a);
                path.quad_to(centre, *b);
            }
            ends => {
                for end in ends {
                    path.move_to(centre);
                    path.line_to(*end);
                }
            }
        }
    }
    if path.is_empty() {
        return;
    }
    for (colour, width) in ROAD {
        svg.element("path").attr("d", path.as_str()).line(colour, width).round().empty();
    }
}

/// Where a road that ends in a hex at the edge of the map goes on, out of the picture.
fn way_out(paper: &Paper<'_>, hex: Hex, came: Direction) -> Option<Pt> {
    let ahead = came.opposite();
    let around = [ahead, ahead.turned(1), ahead.turned(-1)];
    let out = around.into_iter().find(|way| paper.map.ground(hex.step(*way)).is_none())?;
    let (a, b) = paper.side(hex, out);
    Some(paper.centre(hex).toward(a.toward(b, 0.5), 1.6))
}

pub(super) fn grid(svg: &mut Svg, paper: &Paper<'_>) {
    let mut path = Path::new();
    for hex in paper.map.hexes() {
        for direction in [Direction::N, Direction::Ne, Direction::Se] {
            let (a, b) = paper.side(hex, direction);
            path.move_to(a);
            path.line_to(b);
        }
    }
    svg.element("path").attr("d", path.as_str()).line("#5c573f", 0.8).opacity(0.5).empty();
    svg.element("g").attr("text-anchor", "middle").num("font-size", 6.6).fill("#5c573f").opacity(0.75).open();
    for hex in paper.map.hexes() {
        let at = paper.centre(hex).shifted(0.0, -HALF + 8.0);
        svg.element("text").at(at).text(&hex.to_string());
    }
    svg.close();
}

/// Everything that stands on hexsides.
pub(super) fn hexsides(svg: &mut Svg, paper: &Paper<'_>) {
    for hex in paper.map.hexes() {
        for direction in [Direction::N, Direction::Ne, Direction::Se] {
            let features = paper.map.hexside(hex, direction).features;
            if features.is_empty() {
                continue;
            }
            let (a, b) = paper.side(hex, direction);
            for feature in features.iter() {
                match feature {
                    HexsideFeature::Bridge => bridge(svg, paper, hex, direction),
                    // Drawn as long lines.
                    HexsideFeature::Hedge
                    | HexsideFeature::Stream
                    | HexsideFeature::River
                    | HexsideFeature::Gully => {}
                    _ => sample(svg, feature, a, b),
                }
            }
        }
    }
    hedges(svg, paper);
}

/// A feature from one point to another.
pub(super) fn sample(svg: &mut Svg, feature: HexsideFeature, a: Pt, b: Pt) {
    match feature {
        HexsideFeature::River | HexsideFeature::Stream => {
            let width = if feature == HexsideFeature::River { 11.0 } else { 6.0 };
            stroke(svg, a, b, "#5d8ba3", width);
            stroke(svg, a, b, "#93bccf", width - 2.2);
        }
        HexsideFeature::Gully => dashes(svg, a, b, "#8f7a4e", 4.0, "7 4"),
        HexsideFeature::Hedge => bushes(svg, &[vec![a, b]]),
        HexsideFeature::Bridge => {
            let (middle, along) = (a.toward(b, 0.5), a.direction(b));
            let end = |side: f64, way: f64| {
                middle.shifted(
                    along.x * 9.0 * way - along.y * 5.0 * side,
                    along.y * 9.0 * way + along.x * 5.0 * side,
                )
            };
            let deck = Path::polygon(&[end(-1.0, -1.0), end(1.0, -1.0), end(1.0, 1.0), end(-1.0, 1.0)]);
            svg.element("path").attr("d", deck.as_str()).fill("#d6c59b").empty();
            for side in [-1.0, 1.0] {
                stroke(svg, end(side, -1.0), end(side, 1.0), "#54462e", 1.8);
            }
        }
        HexsideFeature::Ford => dashes(svg, a, b, "#f3efe0", 3.0, "3 4"),
        HexsideFeature::Wall => {
            stroke(svg, a, b, "#6f6a60", 3.4);
            dashes(svg, a, b, "#c9c2b2", 2.0, "4 2");
        }
        HexsideFeature::HighWall => {
            stroke(svg, a, b, "#4f4a44", 5.6);
            dashes(svg, a, b, "#b8ae9c", 3.4, "5 2");
        }
        HexsideFeature::Entrenchment => teeth(svg, a, b, "#7a4f22", 4),
        HexsideFeature::Redoubt => {
            stroke(svg, a, b, "#7a4f22", 5.0);
            teeth(svg, a, b, "#4a2d10", 4);
        }
        HexsideFeature::Abatis => teeth(svg, a, b, "#4d5a2e", 6),
        HexsideFeature::Berm => stroke(svg, a, b, "#a98d55", 5.5),
    }
}

/// Rows of bushes: round dots along the line, with shade and light.
fn hedges(svg: &mut Svg, paper: &Paper<'_>) {
    bushes(svg, &chains(paper, |hex, direction| has(paper, hex, direction, HexsideFeature::Hedge)));
}

fn bushes(svg: &mut Svg, lines: &[Vec<Pt>]) {
    for (dx, dy, width, colour) in
        [(1.0, 1.6, 7.0, "#37502a"), (0.0, 0.0, 6.2, "#587a3e"), (-0.8, -0.9, 2.6, "#7e9d5c")]
    {
        for line in lines {
            let moved: Vec<Pt> = line.iter().map(|p| p.shifted(dx, dy)).collect();
            svg.element("path")
                .attr("d", Path::line(&moved).as_str())
                .line(colour, width)
                .round()
                .attr("stroke-dasharray", "0.1 4.7")
                .empty();
        }
    }
}

fn stroke(svg: &mut Svg, a: Pt, b: Pt, colour: &str, width: f64) {
    let path = Path::line(&[a, b]);
    svg.element("path").attr("d", path.as_str()).line(colour, width).round().empty();
}

fn dashes(svg: &mut Svg, a: Pt, b: Pt, colour: &str, width: f64, pattern: &str) {
    let path = Path::line(&[a, b]);
    svg.element("path")
        .attr("d", path.as_str())
        .line(colour, width)
        .attr("stroke-dasharray", pattern)
        .empty();
}

fn teeth(svg: &mut Svg, a: Pt, b: Pt, colour: &str, count: u32) {
    let along = a.direction(b);
    let mut path = Path::new();
    path.move_to(a);
    for n in 0..count {
        let at = |part: f64| a.toward(b, (f64::from(n) + part) / f64::from(count));
        path.line_to(at(0.5).shifted(-along.y * 4.5, along.x * 4.5));
        path.line_to(at(1.0));
    }
    svg.element("path").attr("d", path.as_str()).line(colour, 2.4).round().empty();
}

/// The deck lies across the hexside, the way the road goes.
fn bridge(svg: &mut Svg, paper: &Paper<'_>, hex: Hex, direction: Direction) {
    let (a, b) = paper.side(hex, direction);
    let (middle, way) = (a.toward(b, 0.5), paper.centre(hex).direction(paper.centre(hex.step(direction))));
    sample(svg, HexsideFeature::Bridge, middle.shifted(-way.x, -way.y), middle.shifted(way.x, way.y));
}

/// A frame around the map, with the numbers of columns.
pub(super) fn frame(svg: &mut Svg, paper: &Paper<'_>) {
    svg.element("path").attr("d", border(paper).as_str()).line(INK, 2.2).round().empty();
    let inset = 14.0;
    svg.element("rect")
        .at(pt(inset, inset))
        .num("width", paper.width - 2.0 * inset)
        .num("height", paper.height - 2.0 * inset)
        .line(INK, 1.2)
        .opacity(0.7)
        .empty();
    let (first, last) = paper.map.columns();
    for column in (first..=last).filter(|c| c % 5 == 0) {
        if let Some(hex) = Hex::at(column, paper.map.rows().0) {
            let at = paper.centre(hex);
            write(svg, pt(at.x, at.y - HALF - 6.0), &format!("{column:02}"), Type::plain(9.0, INK).centred());
        }
    }
}
