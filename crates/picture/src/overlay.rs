//! Draws what lies over the table: arcs of fire, zones, paths, distances, contacts.

use crate::frame::Frame;
use crate::style::{INK, OVERLAY, RIM};
use crate::svg::{Path, Pt, Svg, pt};
use crate::text::{self, Anchor, Type, Weight};
use caracole_plane::{Base, Point, Um};
use caracole_position::Overlay;

/// Kinds of overlay, as `--overlay` names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Layer {
    /// Arcs of fire.
    Arcs,
    /// Zones.
    Zones,
    /// Circles, command ranges too.
    Circles,
    /// Paths.
    Paths,
    /// Distances.
    Distances,
    /// Lines of sight.
    Sights,
    /// Contacts.
    Contacts,
    /// Ghosts.
    Ghosts,
    /// Notes.
    Notes,
    /// A grid of movement units.
    Grid,
    /// Names of groups, commanders and terrain.
    Names,
}

impl Layer {
    /// All layers with their names.
    pub const ALL: [(&'static str, Self); 11] = [
        ("arcs", Self::Arcs),
        ("zones", Self::Zones),
        ("circles", Self::Circles),
        ("paths", Self::Paths),
        ("distances", Self::Distances),
        ("sights", Self::Sights),
        ("contacts", Self::Contacts),
        ("ghosts", Self::Ghosts),
        ("notes", Self::Notes),
        ("grid", Self::Grid),
        ("names", Self::Names),
    ];
}

const ARC: &str = "#8c1c13";
const ZONE: &str = "#4b2e83";

/// The layer that it belongs to.
#[must_use]
pub fn layer(overlay: &Overlay) -> Layer {
    match overlay {
        Overlay::Arc { .. } => Layer::Arcs,
        Overlay::Zone { .. } => Layer::Zones,
        Overlay::Circle { .. } => Layer::Circles,
        Overlay::Path { .. } => Layer::Paths,
        Overlay::Distance { .. } => Layer::Distances,
        Overlay::Sight { .. } => Layer::Sights,
        Overlay::Contact { .. } => Layer::Contacts,
        Overlay::Ghost { .. } => Layer::Ghosts,
        Overlay::Note { .. } => Layer::Notes,
    }
}

/// Whether an overlay lies below the bases or above them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Height {
    /// Ground.
    BelowBases,
    /// Lines and words.
    AboveBases,
}

/// Ground is drawn below the bases, lines above them.
pub(crate) fn height(overlay: &Overlay) -> Height {
    match overlay {
        Overlay::Arc { .. } | Overlay::Zone { .. } | Overlay::Circle { .. } | Overlay::Ghost { .. } => {
            Height::BelowBases
        }
        _ => Height::AboveBases,
    }
}

fn ground(svg: &mut Svg, frame: &Frame, bases: &[Base], colour: &str, opacity: f64, dash: &str) {
    let mut path = String::new();
    for base in bases {
        path.push_str(Path::polygon(&base.rect().corners().map(|c| frame.pt(c))).as_str());
    }
    if path.is_empty() {
        return;
    }
    let e = svg
        .element("path")
        .attr("d", &path)
        .fill(colour)
        .num("fill-opacity", opacity)
        .stroke(colour, 1.1 * frame.pen)
        .num("stroke-opacity", 0.8);
    if dash.is_empty() { e.empty() } else { e.attr("stroke-dasharray", dash).empty() }
}

fn words(svg: &mut Svg, frame: &Frame, at: Pt, label: &str, colour: &str) {
    if !label.is_empty() {
        let look = Type {
            size: 10.0 * frame.pen,
            weight: Weight::Bold,
            anchor: Anchor::Middle,
            colour,
            rim: Some(RIM),
        };
        text::write(svg, at, label, look);
    }
}

/// Middle of the far edge of the ground.
fn far_middle(frame: &Frame, bases: &[Base]) -> Option<Pt> {
    let middle = bases.get(bases.len() / 2)?;
    let inset = middle.depth.min(Um::from_mm(14));
    Some(frame.pt(middle.front.offset(Um::ZERO, -inset).at))
}

/// Draws one overlay.
pub(crate) fn draw(svg: &mut Svg, frame: &Frame, overlay: &Overlay) {
    let u = frame.pen;
    match overlay {
        Overlay::Arc { near, far, label } => {
            ground(svg, frame, far, ARC, 0.06, "5 3");
            ground(svg, frame, near, ARC, 0.13, "");
            let place = far_middle(frame, if far.is_empty() { near } else { far });
            if let Some(at) = place {
                words(svg, frame, at, label, ARC);
            }
        }
        Overlay::Zone { ground: bases, label } => {
            ground(svg, frame, bases, ZONE, 0.12, "7 3 1.5 3");
            if let Some(at) = far_middle(frame, bases) {
                words(svg, frame, at, label, ZONE);
            }
        }
        Overlay::Circle { centre, radius, label } => {
            let (c, r) = (frame.pt(*centre), frame.length(*radius));
            svg.element("circle")
                .num("cx", c.x)
                .num("cy", c.y)
                .num("r", r)
                .fill(OVERLAY)
                .num("fill-opacity", 0.05)
                .stroke(OVERLAY, 1.2 * u)
                .attr("stroke-dasharray", "2 4")
                .round()
                .empty();
            words(svg, frame, c.shifted(0.0, -r + 12.0 * u), label, OVERLAY);
        }
        Overlay::Path { points, label } => path(svg, frame, points, label),
        Overlay::Distance { from, to, label } => distance(svg, frame, *from, *to, label),
        Overlay::Sight { from, to, label } => {
            let (a, b) = (frame.pt(*from), frame.pt(*to));
            for (colour, width) in [(RIM, 3.2), (INK, 1.3)] {
                svg.element("path")
                    .attr("d", Path::line(&[a, b]).as_str())
                    .line(colour, width * u)
                    .attr("stroke-dasharray", "6 4")
                    .round()
                    .empty();
            }
            svg.element("circle").num("cx", a.x).num("cy", a.y).num("r", 3.0 * u).fill(INK).empty();
            words(svg, frame, a.toward(b, 0.5).shifted(0.0, -4.0 * u), label, INK);
        }
        Overlay::Contact { stretches, label } => contact(svg, frame, stretches, label),
        Overlay::Ghost { bases, label } => {
            for base in bases {
                let corners = base.rect().corners().map(|c| frame.pt(c));
                svg.element("path")
                    .attr("d", Path::polygon(&corners).as_str())
                    .fill("#ffffff")
                    .num("fill-opacity", 0.4)
                    .stroke(OVERLAY, 1.2 * u)
                    .attr("stroke-dasharray", "4 2")
                    .empty();
                let [left, right, ..] = corners;
                svg.element("path")
                    .attr("d", Path::line(&[left, right]).as_str())
                    .line(OVERLAY, 2.4 * u)
                    .empty();
            }
            if let Some(base) = bases.first() {
                words(svg, frame, frame.pt(base.centre()).shifted(0.0, 4.0 * u), label, OVERLAY);
            }
        }
        Overlay::Note { at, label } => words(svg, frame, frame.pt(*at), label, INK),
    }
}

fn path(svg: &mut Svg, frame: &Frame, points: &[Point], label: &str) {
    let u = frame.pen;
    let points: Vec<Pt> = points.iter().map(|&p| frame.pt(p)).collect();
    let (Some(&last), Some(&before)) = (points.last(), points.iter().rev().nth(1)) else { return };
    let d = before.direction(last);
    let (length, half) = (11.0 * u, 5.0 * u);
    let neck = last.shifted(-d.x * length, -d.y * length);
    let mut shaft = points.clone();
    if let Some(end) = shaft.last_mut() {
        *end = neck;
    }
    let head = [
        last,
        neck.shifted(-d.y * half - d.x * 2.0 * u, d.x * half - d.y * 2.0 * u),
        neck,
        neck.shifted(d.y * half - d.x * 2.0 * u, -d.x * half - d.y * 2.0 * u),
    ];
    for (colour, width) in [(RIM, 5.0), (OVERLAY, 2.4)] {
        svg.element("path").attr("d", Path::line(&shaft).as_str()).line(colour, width * u).round().empty();
        svg.element("path")
            .attr("d", Path::polygon(&head).as_str())
            .fill(OVERLAY)
            .stroke(colour, if colour == RIM { 2.6 * u } else { 0.4 * u })
            .empty();
    }
    let middle = before.toward(last, 0.45);
    words(svg, frame, middle.shifted(0.0, -5.0 * u), label, OVERLAY);
}

fn distance(svg: &mut Svg, frame: &Frame, from: Point, to: Point, label: &str) {
    let u = frame.pen;
    let (a, b) = (frame.pt(from), frame.pt(to));
    let d = a.direction(b);
    let n = pt(-d.y * 5.0 * u, d.x * 5.0 * u);
    let mut line = Path::line(&[a, b]);
    for end in [a, b] {
        line.move_to(end.shifted(n.x, n.y)).line_to(end.shifted(-n.x, -n.y));
    }
    for (colour, width) in [(RIM, 3.6), (INK, 1.4)] {
        svg.element("path").attr("d", line.as_str()).line(colour, width * u).round().empty();
    }
    let size = 10.0 * u;
    let width = text::width(label, size, Weight::Bold);
    // A label that would hide the line stands beside it.
    let short = a.distance(b) < width + 18.0 * u;
    let aside = if short { 14.0 * u + width * d.y.abs() / 2.0 } else { 0.0 };
    let middle = a.toward(b, 0.5).shifted(d.y * aside, -d.x * aside);
    if !label.is_empty() {
        svg.element("rect")
            .num("x", middle.x - width / 2.0 - 3.0 * u)
            .num("y", middle.y - 7.0 * u)
            .num("width", width + 6.0 * u)
            .num("height", 14.0 * u)
            .num("rx", 3.0 * u)
            .fill(RIM)
            .stroke(INK, 0.8 * u)
            .empty();
        let look = Type { size, weight: Weight::Bold, anchor: Anchor::Middle, colour: INK, rim: None };
        text::write(svg, middle.shifted(0.0, 3.6 * u), label, look);
    }
}

fn contact(svg: &mut Svg, frame: &Frame, stretches: &[[Point; 2]], label: &str) {
    let u = frame.pen;
    for [from, to] in stretches {
        let (a, b) = (frame.pt(*from), frame.pt(*to));
        for (colour, width) in [("#ffffff", 6.0), ("#d7191c", 3.4)] {
            svg.element("path")
                .attr("d", Path::line(&[a, b]).as_str())
                .line(colour, width * u)
                .round()
                .empty();
        }
        let (c, r) = (a.toward(b, 0.5), 5.2 * u);
        let mut star = Path::new();
        for (dx, dy) in [(1.0, 0.0), (0.0, 1.0), (0.7, 0.7), (0.7, -0.7)] {
            star.move_to(c.shifted(-dx * r, -dy * r)).line_to(c.shifted(dx * r, dy * r));
        }
        for (colour, width) in [("#ffffff", 3.2), ("#d7191c", 1.6)] {
            svg.element("path").attr("d", star.as_str()).line(colour, width * u).round().empty();
        }
    }
    if let Some([from, to]) = stretches.first() {
        let at = frame.pt(*from).toward(frame.pt(*to), 0.5).shifted(0.0, -9.0 * u);
        words(svg, frame, at, label, "#a4133c");
    }
}
