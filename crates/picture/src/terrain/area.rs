//! Woods, scrub, wet ground, sand, water, rock.

use super::{fill, outline, stroke};
use crate::svg::{Path, Pt, Svg, pt};
use crate::texture::{self, Noise, edges, inside};

/// Crowns with a shadow below and light from the upper left.
fn trees(svg: &mut Svg, crowns: &[(Pt, f64)], noise: &mut Noise, greens: [&str; 3], light: &str) {
    let mut shadow = Path::new();
    let mut shades = [Path::new(), Path::new(), Path::new()];
    let mut lights = Path::new();
    for &(p, r) in crowns {
        shadow.circle(p.shifted(r * 0.22, r * 0.32), r);
        let pick = (noise.unit() * 3.0) as usize;
        if let Some(shade) = shades.get_mut(pick) {
            shade.circle(p, r);
        }
        lights.circle(p.shifted(-r * 0.3, -r * 0.32), r * 0.42);
    }
    svg.element("path").attr("d", shadow.as_str()).fill("#3d4a2a").opacity(0.35).empty();
    for (path, green) in shades.iter().zip(greens) {
        if !path.is_empty() {
            svg.element("path").attr("d", path.as_str()).fill(green).stroke("#4c5d35", 0.5).empty();
        }
    }
    fill(svg, &lights, light);
}

pub(super) fn forest(svg: &mut Svg, points: &[Pt], mut noise: Noise) {
    outline(svg, points, "#aebb8c", "#66784a", 1.2);
    let marks = texture::scatter(points, 19.0, 6.5, &mut noise);
    let crowns: Vec<_> = marks.into_iter().map(|p| (p, noise.between(6.2, 9.4))).collect();
    trees(svg, &crowns, &mut noise, ["#74895a", "#7f9562", "#697d50"], "#92a674");
}

pub(super) fn plantation(svg: &mut Svg, points: &[Pt], mut noise: Noise) {
    outline(svg, points, "#c3c99a", "#7c8a55", 1.2);
    let (low, high) = texture::bounds(points);
    let step = 20.0_f64.max((high.x - low.x) / 40.0).max((high.y - low.y) / 40.0);
    let mut crowns = Vec::new();
    let mut y = low.y + step * 0.6;
    while y < high.y {
        let mut x = low.x + step * 0.6;
        while x < high.x {
            let p = pt(x, y);
            if inside(points, p) && texture::distance_to_legs(edges(points), p) > 6.0 {
                crowns.push((p, 5.6));
            }
            x += step;
        }
        y += step;
    }
    trees(svg, &crowns, &mut noise, ["#8a9a5e", "#83945a", "#8f9f63"], "#a7b47c");
}

pub(super) fn brush(svg: &mut Svg, points: &[Pt], mut noise: Noise) {
    outline(svg, points, "#ccce9f", "#98996a", 1.0);
    let mut bushes = Path::new();
    for p in texture::scatter(points, 21.0, 6.0, &mut noise) {
        let s = noise.between(2.4, 3.8);
        bushes.circle(p.shifted(-s, 0.0), s * 0.9);
        bushes.circle(p.shifted(s * 0.9, 0.2), s * 0.8);
        bushes.circle(p.shifted(0.0, -s * 0.8), s);
    }
    svg.element("path").attr("d", bushes.as_str()).fill("#97a069").stroke("#7c8553", 0.5).empty();
}

pub(super) fn broken_ground(svg: &mut Svg, points: &[Pt], mut noise: Noise) {
    outline(svg, points, "#d2c99f", "#a99b6c", 1.0);
    let mut stones = Path::new();
    let mut ticks = Path::new();
    for p in texture::scatter(points, 24.0, 5.0, &mut noise) {
        let s = noise.between(2.0, 3.6);
        if noise.unit() < 0.5 {
            stones
                .move_to(p.shifted(-s, s * 0.5))
                .line_to(p.shifted(-s * 0.5, -s * 0.6))
                .line_to(p.shifted(s * 0.5, -s * 0.7))
                .line_to(p.shifted(s, s * 0.5))
                .close();
        } else {
            ticks
                .move_to(p.shifted(-s, s * 0.4))
                .line_to(p.shifted(0.0, -s * 0.4))
                .line_to(p.shifted(s, s * 0.4));
        }
    }
    svg.element("path").attr("d", stones.as_str()).fill("#b5ab8d").stroke("#8f8566", 0.6).empty();
    stroke(svg, &ticks, "#9d8f62", 0.9);
}

pub(super) fn marsh(svg: &mut Svg, points: &[Pt], mut noise: Noise) {
    outline(svg, points, "#bccbb4", "#7f9c93", 1.0);
    let mut water = Path::new();
    let mut reeds = Path::new();
    for p in texture::scatter(points, 22.0, 7.0, &mut noise) {
        let s = noise.between(4.0, 6.5);
        water.move_to(p.shifted(-s, 1.2)).line_to(p.shifted(s, 1.2));
        water.move_to(p.shifted(-s * 0.4, 3.4)).line_to(p.shifted(s * 0.7, 3.4));
        if noise.unit() < 0.62 {
            reeds
                .move_to(p)
                .line_to(p.shifted(-2.6, -5.0))
                .move_to(p)
                .line_to(p.shifted(0.0, -6.6))
                .move_to(p)
                .line_to(p.shifted(2.6, -5.0));
        }
    }
    stroke(svg, &water, "#7ba3ab", 1.1);
    stroke(svg, &reeds, "#64773f", 1.0);
}

pub(super) fn soft_sand(svg: &mut Svg, points: &[Pt], mut noise: Noise) {
    outline(svg, points, "#e8dcae", "#c2ad72", 1.0);
    let mut grains = Path::new();
    let mut dunes = Path::new();
    for p in texture::scatter(points, 16.0, 4.0, &mut noise) {
        if noise.unit() < 0.78 {
            grains.circle(p, noise.between(0.5, 0.95));
        } else {
            dunes.move_to(p.shifted(-6.0, 1.5)).quad_to(p.shifted(0.0, -3.5), p.shifted(6.0, 1.5));
        }
    }
    fill(svg, &grains, "#bda468");
    stroke(svg, &dunes, "#c2ad72", 1.0);
}

pub(super) fn gully(svg: &mut Svg, points: &[Pt]) {
    outline(svg, points, "#c7ba90", "#8a7648", 1.5);
    stroke(svg, &inward_ticks(points, 8.0, 9.0), "#8a7648", 0.9);
}

/// Short lines from the outline inwards.
fn inward_ticks(points: &[Pt], step: f64, length: f64) -> Path {
    let mut ticks = Path::new();
    for (i, (p, d)) in texture::along(edges(points), step).into_iter().enumerate() {
        let long = if i % 2 == 0 { length } else { length * 0.6 };
        let right = pt(-d.y, d.x);
        let probe = p.shifted(right.x * 0.5, right.y * 0.5);
        let turn = if inside(points, probe) { long } else { -long };
        ticks.move_to(p).line_to(p.shifted(right.x * turn, right.y * turn));
    }
    ticks
}

pub(super) fn impassable(svg: &mut Svg, points: &[Pt], mut noise: Noise) {
    outline(svg, points, "#b3aea1", "#5f5a4e", 1.8);
    let mut sunny = Path::new();
    let mut shady = Path::new();
    for p in texture::scatter(points, 22.0, 8.0, &mut noise) {
        let s = noise.between(5.0, 8.0);
        let (left, top, right, foot) = (
            p.shifted(-s, s * 0.7),
            p.shifted(-s * 0.1, -s),
            p.shifted(s, s * 0.7),
            p.shifted(s * 0.15, s * 0.7),
        );
        sunny.move_to(left).line_to(top).line_to(foot).close();
        shady.move_to(foot).line_to(top).line_to(right).close();
    }
    fill(svg, &sunny, "#cfcabd");
    fill(svg, &shady, "#7f7a6d");
}

pub(super) fn water(svg: &mut Svg, points: &[Pt], mut noise: Noise) {
    outline(svg, points, "#a6c5d0", "#5d8797", 1.8);
    let mut waves = Path::new();
    for p in texture::scatter(points, 36.0, 9.0, &mut noise) {
        let s = noise.between(5.0, 8.0);
        waves
            .move_to(p.shifted(-s, 0.0))
            .quad_to(p.shifted(-s * 0.5, -s * 0.5), p)
            .quad_to(p.shifted(s * 0.5, s * 0.5), p.shifted(s, 0.0));
    }
    stroke(svg, &waves, "#7fa8b7", 1.0);
}
