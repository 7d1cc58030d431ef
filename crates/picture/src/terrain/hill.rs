//! Hills: contours drawn in towards the crest, hachures down the slope.

use super::stroke;
use crate::svg::{Path, Pt, Svg};
use crate::texture::{self, edges, legs, nearest_on_leg};

/// Where the slope leads from `p`: the nearest point of the crest, or the middle of the outline without one.
fn top(points: &[Pt], crest: &[Pt], p: Pt) -> Pt {
    let on_crest = legs(crest)
        .map(|(a, b)| nearest_on_leg(a, b, p))
        .min_by(|a, b| a.distance(p).total_cmp(&b.distance(p)));
    on_crest.or(crest.first().copied()).unwrap_or_else(|| {
        let (low, high) = texture::bounds(points);
        low.toward(high, 0.5)
    })
}

/// The outline drawn in by a part of the way to the crest.
fn contour(points: &[Pt], crest: &[Pt], part: f64) -> Vec<Pt> {
    points.iter().map(|&p| p.toward(top(points, crest, p), part)).collect()
}

/// Heights of the contours as parts of the way up, and their tints.
const LEVELS: [(f64, &str); 4] = [(0.0, "#d3cb9c"), (0.24, "#cfc28f"), (0.48, "#c8b681"), (0.72, "#c0a972")];

/// Tints the ground, higher ground darker.
pub(super) fn fill(svg: &mut Svg, points: &[Pt], crest: &[Pt]) {
    for (part, tint) in LEVELS {
        let path = Path::polygon(&contour(points, crest, part));
        svg.element("path").attr("d", path.as_str()).fill(tint).empty();
    }
}

/// Draws contours, hachures and crest over whatever covers the hill.
pub(super) fn lines(svg: &mut Svg, points: &[Pt], crest: &[Pt], steep: bool) {
    for (part, _) in LEVELS {
        let path = Path::polygon(&contour(points, crest, part));
        let width = if part == 0.0 { 1.4 } else { 0.7 };
        svg.element("path")
            .attr("d", path.as_str())
            .line("#94804f", width)
            .attr("stroke-linejoin", "round")
            .empty();
    }
    let (step, length, width) = if steep { (6.5, 0.24, 1.1) } else { (13.0, 0.15, 0.7) };
    let mut ticks = Path::new();
    for (i, (p, _)) in texture::along(edges(points), step).into_iter().enumerate() {
        let reach = if i % 2 == 0 { length } else { length * 0.6 };
        ticks.move_to(p).line_to(p.toward(top(points, crest, p), reach));
    }
    stroke(svg, &ticks, "#8a7546", width);
    if crest.len() > 1 {
        svg.element("path")
            .attr("d", Path::line(crest).as_str())
            .line("#6b5630", 1.6)
            .attr("stroke-dasharray", "9 4 2 4")
            .round()
            .empty();
    }
}
