//! Fields and vineyards.

use super::{outline, stroke};
use crate::svg::{Path, Pt, Svg, pt};
use crate::texture::{self, Noise, along, edges};

/// Restricts what follows, until the next `close`, to the outline.
fn clipped(svg: &mut Svg, points: &[Pt], id: &str) {
    let clip = format!("{id}-clip");
    svg.element("clipPath").attr("id", &clip).open();
    svg.element("path").attr("d", Path::polygon(points).as_str()).empty();
    svg.close();
    svg.element("g").attr("clip-path", &format!("url(#{clip})")).open();
}

pub(super) fn enclosed(svg: &mut Svg, points: &[Pt], id: &str, mut noise: Noise) {
    let (low, high) = texture::bounds(points);
    let (w, h) = (high.x - low.x, high.y - low.y);
    let (columns, rows) = (((w / 85.0).round()).clamp(1.0, 12.0), ((h / 70.0).round()).clamp(1.0, 12.0));
    clipped(svg, points, id);
    let crops =
        [("#d6cc8e", "#c0b473"), ("#c9cd95", "#b0b678"), ("#d9c595", "#c3ab74"), ("#c2c690", "#a8ae71")];
    let mut hedges = Vec::new();
    let (columns, rows) = (columns as u32, rows as u32);
    for r in 0..rows {
        for c in 0..columns {
            let a =
                pt(low.x + w * f64::from(c) / f64::from(columns), low.y + h * f64::from(r) / f64::from(rows));
            let b = pt(
                low.x + w * f64::from(c + 1) / f64::from(columns),
                low.y + h * f64::from(r + 1) / f64::from(rows),
            );
            let pick = (noise.unit() * 4.0) as usize;
            let (crop, furrow) = crops.get(pick).copied().unwrap_or(("#d6cc8e", "#c0b473"));
            svg.element("rect").at(a).num("width", b.x - a.x).num("height", b.y - a.y).fill(crop).empty();
            stroke(svg, &furrows(a, b, (r + c) % 2 == 0), furrow, 0.9);
            if c > 0 {
                hedges.push((a, pt(a.x, b.y)));
            }
            if r > 0 {
                hedges.push((a, pt(b.x, a.y)));
            }
        }
    }
    for &(a, b) in &hedges {
        stroke(svg, &Path::line(&[a, b]), "#6a7d49", 2.6);
    }
    svg.close();
    outline(svg, points, "none", "#5a6c3e", 3.2);
    let mut bushes = Path::new();
    for (p, _) in along(edges(points).chain(hedges.iter().copied()), 8.5) {
        let inside = texture::inside(points, p) || texture::distance_to_legs(edges(points), p) < 1.0;
        if inside {
            bushes.circle(p, noise.between(1.9, 2.9));
        }
    }
    svg.element("path").attr("d", bushes.as_str()).fill("#75884f").stroke("#55673a", 0.4).empty();
}

pub(super) fn open(svg: &mut Svg, points: &[Pt], id: &str) {
    let (low, high) = texture::bounds(points);
    let (width, height) = (high.x - low.x, high.y - low.y);
    clipped(svg, points, id);
    svg.element("rect").at(low).num("width", width).num("height", height).fill("#d9cf96").empty();
    stroke(svg, &furrows(low, high, height > width), "#c3b87a", 0.9);
    svg.close();
    outline(svg, points, "none", "#b3a96c", 1.4);
}

fn furrows(a: Pt, b: Pt, upright: bool) -> Path {
    let mut lines = Path::new();
    let span = if upright { b.x - a.x } else { b.y - a.y };
    let count = ((span / 7.0) as u32).min(200);
    for i in 1..=count {
        let t = f64::from(i) / f64::from(count + 1);
        if upright {
            let x = a.x + (b.x - a.x) * t;
            lines.move_to(pt(x, a.y + 4.0)).line_to(pt(x, b.y - 4.0));
        } else {
            let y = a.y + (b.y - a.y) * t;
            lines.move_to(pt(a.x + 4.0, y)).line_to(pt(b.x - 4.0, y));
        }
    }
    lines
}

pub(super) fn vineyards(svg: &mut Svg, points: &[Pt], id: &str) {
    outline(svg, points, "#cfc796", "#8a7f4d", 1.2);
    let (low, high) = texture::bounds(points);
    clipped(svg, points, id);
    let step = 13.0_f64.max((high.y - low.y) / 60.0);
    let mut rows = Path::new();
    let mut y = low.y + step * 0.7;
    while y < high.y {
        rows.move_to(pt(low.x + 3.0, y)).line_to(pt(high.x - 3.0, y));
        y += step;
    }
    stroke(svg, &rows, "#8d8050", 0.8);
    svg.element("path")
        .attr("d", rows.as_str())
        .line("#71864a", 5.0)
        .attr("stroke-dasharray", "0.1 8")
        .round()
        .empty();
    svg.close();
}
