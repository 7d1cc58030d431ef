//! Outlines of regions of hexes and chains of hexsides, drawn as smooth curves.

use super::paper::Paper;
use crate::hex::{Direction, Facing, Hex, Point};
use caracole_picture::svg::{Path, Pt, pt};

/// A corner of the grid, with the place on paper.
#[derive(Clone, Copy)]
pub(super) struct Corner {
    grid: Point,
    pub(super) paper: Pt,
}

/// A stretch from corner to corner.
struct Stretch {
    from: Corner,
    to: Corner,
    used: bool,
}

fn corner(paper: &Paper<'_>, hex: Hex, vertex: Facing) -> Corner {
    let (c, v) = (hex.centre(), vertex.vertex());
    Corner { grid: Point { x: c.x + v.x, y: c.y + v.y }, paper: paper.corner(hex, vertex, 1.0) }
}

fn stretch(paper: &Paper<'_>, hex: Hex, direction: Direction) -> Stretch {
    let after = Facing::ALL[direction.index()];
    Stretch { from: corner(paper, hex, after.turned(-1)), to: corner(paper, hex, after), used: false }
}

/// The smooth outline of all hexes that `inside` names.
pub(super) fn outline(paper: &Paper<'_>, inside: impl Fn(Hex) -> bool) -> Path {
    let mut path = Path::new();
    for corners in loops(paper, inside) {
        smooth_loop(&mut path, &corners);
    }
    path
}

/// The edge of the map, hexside by hexside.
pub(super) fn border(paper: &Paper<'_>) -> Path {
    let mut path = Path::new();
    for corners in loops(paper, |_| true) {
        for (n, corner) in corners.iter().enumerate() {
            if n == 0 {
                path.move_to(corner.paper);
            } else {
                path.line_to(corner.paper);
            }
        }
        path.close();
    }
    path
}

/// The borders of a region, each a closed round of corners.
pub(super) fn loops(paper: &Paper<'_>, inside: impl Fn(Hex) -> bool) -> Vec<Vec<Corner>> {
    let mut stretches = Vec::new();
    for hex in paper.map.hexes().filter(|hex| inside(*hex)) {
        for direction in Direction::ALL {
            let beyond = hex.step(direction);
            if !paper.map.contains(beyond) || !inside(beyond) {
                stretches.push(stretch(paper, hex, direction));
            }
        }
    }
    let mut rounds = Vec::new();
    for start in 0..stretches.len() {
        if stretches[start].used {
            continue;
        }
        let mut corners = vec![stretches[start].from];
        let mut at = start;
        loop {
            stretches[at].used = true;
            let end = stretches[at].to;
            corners.push(end);
            match stretches.iter().position(|s| !s.used && s.from.grid == end.grid) {
                Some(next) => at = next,
                None => break,
            }
        }
        corners.pop();
        rounds.push(corners);
    }
    rounds
}

/// Through the middles of the stretches, bending at the corners.
fn smooth_loop(path: &mut Path, corners: &[Corner]) {
    let Some((first, last)) = corners.first().zip(corners.last()) else { return };
    let start = middle(last.paper, first.paper);
    path.move_to(start);
    for (n, corner) in corners.iter().enumerate() {
        let next = corners.get(n + 1).unwrap_or(first);
        path.quad_to(corner.paper, middle(corner.paper, next.paper));
    }
    path.close();
}

fn middle(a: Pt, b: Pt) -> Pt {
    pt((a.x + b.x) / 2.0, (a.y + b.y) / 2.0)
}

/// The hexsides for which `on` holds, joined into long smooth lines.
pub(super) fn chains(paper: &Paper<'_>, on: impl Fn(Hex, Direction) -> bool) -> Vec<Vec<Pt>> {
    let mut stretches = Vec::new();
    for hex in paper.map.hexes() {
        for direction in [Direction::N, Direction::Ne, Direction::Se] {
            if paper.map.contains(hex.step(direction)) && on(hex, direction) {
                stretches.push(stretch(paper, hex, direction));
            }
        }
    }
    // Ends first, so that a line is not begun in its middle.
    let degree = |stretches: &[Stretch], grid: Point| {
        stretches.iter().filter(|s| s.from.grid == grid || s.to.grid == grid).count()
    };
    let mut order: Vec<usize> = (0..stretches.len()).collect();
    order.sort_by_key(|n| {
        let s = &stretches[*n];
        degree(&stretches, s.from.grid).min(degree(&stretches, s.to.grid)) != 1
    });
    let mut lines = Vec::new();
    for start in order {
        if stretches[start].used {
            continue;
        }
        let s = &stretches[start];
        let forward = degree(&stretches, s.from.grid) == 1 || degree(&stretches, s.to.grid) != 1;
        let (mut line, mut end) = if forward {
            (vec![s.from.paper, s.to.paper], s.to)
        } else {
            (vec![s.to.paper, s.from.paper], s.from)
        };
        stretches[start].used = true;
        while let Some(next) =
            stretches.iter_mut().find(|s| !s.used && (s.from.grid == end.grid || s.to.grid == end.grid))
        {
            next.used = true;
            end = if next.from.grid == end.grid { next.to } else { next.from };
            line.push(end.paper);
        }
        lines.push(line);
    }
    lines
}

/// A smooth line along corners.
pub(super) fn smooth(line: &[Pt]) -> Path {
    let mut path = Path::new();
    let Some((first, rest)) = line.split_first() else { return path };
    path.move_to(*first);
    let mut last = *first;
    for (n, p) in rest.iter().enumerate() {
        if n + 1 < rest.len() {
            path.quad_to(last, middle(last, *p));
        } else {
            path.quad_to(last, middle(last, *p));
            path.line_to(*p);
        }
        last = *p;
    }
    path
}
