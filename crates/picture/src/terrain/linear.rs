//! Rivers, roads, hedges, walls, ditches and works.

use super::{Piece, fill, stroke};
use crate::svg::{Path, Pt, Svg, pt};
use crate::texture::{along, legs};
use caracole_position::TerrainKind;

pub(super) fn draw(svg: &mut Svg, piece: &Piece) {
    let (line, width) = (piece.points.as_slice(), piece.width);
    match piece.kind {
        TerrainKind::River => river(svg, line, width),
        TerrainKind::Road => road(svg, line, width),
        TerrainKind::Hedge => hedge(svg, line, width),
        TerrainKind::Wall => wall(svg, line, width),
        TerrainKind::Ditch => ditch(svg, line, width),
        TerrainKind::FieldFortification => works(svg, line, width),
        TerrainKind::PortableDefences => stakes(svg, line, width),
        _ => {}
    }
}

/// A band of exactly the given width, its corners mitred as in the geometry.
fn band(svg: &mut Svg, line: &[Pt], colour: &str, width: f64) {
    svg.element("path").attr("d", Path::line(line).as_str()).line(colour, width.max(0.4)).empty();
}

fn river(svg: &mut Svg, line: &[Pt], width: f64) {
    band(svg, line, "#5d8797", width);
    band(svg, line, "#a6c5d0", width - 2.6);
    let mut ripples = Path::new();
    for (i, (p, d)) in along(legs(line), 17.0).into_iter().enumerate() {
        let side = [-0.24, 0.18, -0.02][i % 3] * width;
        let c = p.shifted(-d.y * side, d.x * side);
        ripples.move_to(c.shifted(-d.x * 5.0, -d.y * 5.0)).line_to(c.shifted(d.x * 5.0, d.y * 5.0));
    }
    stroke(svg, &ripples, "#7fa8b7", 1.0);
}

fn road(svg: &mut Svg, line: &[Pt], width: f64) {
    band(svg, line, "#b8a273", width);
    band(svg, line, "#e4d6ad", width - 2.4);
    let mut ruts = Path::new();
    for side in [-0.17, 0.17] {
        for (i, (p, d)) in along(legs(line), 14.0).into_iter().enumerate() {
            if (i * 7 + if side > 0.0 { 3 } else { 0 }) % 5 != 0 {
                let c = p.shifted(-d.y * side * width, d.x * side * width);
                ruts.move_to(c.shifted(-d.x * 4.6, -d.y * 4.6)).line_to(c.shifted(d.x * 4.6, d.y * 4.6));
            }
        }
    }
    stroke(svg, &ruts, "#cbb989", 1.3);
}

fn hedge(svg: &mut Svg, line: &[Pt], width: f64) {
    band(svg, line, "#586c3d", width * 0.62);
    let r = width * 0.34;
    let (mut dark, mut light) = (Path::new(), Path::new());
    for (i, (p, d)) in along(legs(line), r * 1.5).into_iter().enumerate() {
        let side = if i % 2 == 0 { 0.16 } else { -0.16 } * width;
        dark.circle(p.shifted(-d.y * side, d.x * side), r);
        light.circle(p.shifted(-d.y * side - r * 0.25, d.x * side - r * 0.3), r * 0.45);
    }
    svg.element("path").attr("d", dark.as_str()).fill("#6b8049").stroke("#4b5d33", 0.5).empty();
    fill(svg, &light, "#8ba065");
}

fn wall(svg: &mut Svg, line: &[Pt], width: f64) {
    band(svg, line, "#5d584c", width);
    let mut stones = Path::new();
    for (p, d) in along(legs(line), 7.0) {
        for side in [-0.24, 0.24] {
            let shift = if side > 0.0 { 3.4 } else { 0.0 };
            let c = p.shifted(-d.y * side * width + d.x * shift, d.x * side * width + d.y * shift);
            stones.move_to(c.shifted(-d.x * 2.5, -d.y * 2.5)).line_to(c.shifted(d.x * 2.5, d.y * 2.5));
        }
    }
    svg.element("path").attr("d", stones.as_str()).line("#c3bdae", width * 0.34).empty();
}

fn ditch(svg: &mut Svg, line: &[Pt], width: f64) {
    band(svg, line, "#86724a", width);
    band(svg, line, "#b7a678", width * 0.5);
    let mut ticks = Path::new();
    for (p, d) in along(legs(line), 5.0) {
        let n = pt(-d.y * width * 0.5, d.x * width * 0.5);
        ticks.move_to(p.shifted(n.x, n.y)).line_to(p.shifted(n.x * 0.35, n.y * 0.35));
        ticks.move_to(p.shifted(-n.x, -n.y)).line_to(p.shifted(-n.x * 0.35, -n.y * 0.35));
    }
    stroke(svg, &ticks, "#5f4f2f", 0.9);
}

fn works(svg: &mut Svg, line: &[Pt], width: f64) {
    band(svg, line, "#6d5735", width);
    band(svg, line, "#a88d5c", width - 2.0);
    let r = width * 0.36;
    let (mut baskets, mut earth) = (Path::new(), Path::new());
    for (p, _) in along(legs(line), r * 2.3) {
        baskets.circle(p, r);
        earth.circle(p, r * 0.55);
    }
    // Stakes show the front, which looks to the left of the line.
    let mut front = Path::new();
    for (p, d) in along(legs(line), 9.0) {
        let left = pt(d.y * width, -d.x * width);
        front.move_to(p.shifted(left.x * 0.5, left.y * 0.5)).line_to(p.shifted(left.x * 0.8, left.y * 0.8));
    }
    stroke(svg, &front, "#5a4526", 1.4);
    svg.element("path").attr("d", baskets.as_str()).fill("#cbb27c").stroke("#5a4526", 0.8).empty();
    fill(svg, &earth, "#7d6640");
}

fn stakes(svg: &mut Svg, line: &[Pt], width: f64) {
    band(svg, line, "#8a7347", 1.2);
    let mut crossed = Path::new();
    let h = width * 0.45;
    for (p, d) in along(legs(line), 8.0) {
        let n = pt(-d.y * h, d.x * h);
        let t = pt(d.x * 3.0, d.y * 3.0);
        crossed.move_to(p.shifted(n.x - t.x, n.y - t.y)).line_to(p.shifted(t.x - n.x, t.y - n.y));
        crossed.move_to(p.shifted(n.x + t.x, n.y + t.y)).line_to(p.shifted(-t.x - n.x, -t.y - n.y));
    }
    stroke(svg, &crossed, "#4d3a1c", 1.5);
}
