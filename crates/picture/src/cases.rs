//! The drawn cases of the geometry: one sheet that shows what each predicate and move means.

use crate::style::{INK, PAPER};
use crate::svg::{Path, Pt, Svg, ViewBox, pt};
use crate::text::{self, Anchor, Type, Weight};
use caracole_plane::cases::{Case, Mark};
use caracole_plane::{Base, Corner, Point};

const CELL: (f64, f64) = (330.0, 350.0);
const COLUMNS: usize = 5;
const PICTURE: (f64, f64) = (300.0, 270.0);
const OWN: &str = "#0072b2";
const OTHER: &str = "#d55e00";
const GHOST: &str = "#8a8a8a";
const GROUND: &str = "#7a9a5b";

/// A sheet of cases, each with its name and what it shows.
pub fn case_sheet(cases: &[Case], pixels: u32) -> String {
    let rows = cases.len().div_ceil(COLUMNS);
    let view = ViewBox { x: 0.0, y: 0.0, width: CELL.0 * COLUMNS as f64, height: CELL.1 * rows as f64 };
    let mut svg = Svg::new(view, pixels, "Drawn cases of the geometry");
    svg.element("rect").num("width", view.width).num("height", view.height).fill(PAPER).empty();
    svg.element("g").attr("font-family", text::FAMILY).open();
    for (i, case) in cases.iter().enumerate() {
        let corner = pt(CELL.0 * (i % COLUMNS) as f64 + 15.0, CELL.1 * (i / COLUMNS) as f64 + 15.0);
        draw_case(&mut svg, case, corner);
    }
    svg.close();
    svg.finish()
}

fn draw_case(svg: &mut Svg, case: &Case, corner: Pt) {
    let look = |size, weight| Type { size, weight, anchor: Anchor::Start, colour: INK, rim: None };
    text::write(svg, corner.shifted(0.0, 10.0), case.name, look(13.0, Weight::Bold));
    let sentence = text::wrap(case.shows, 9.5, Weight::Regular, PICTURE.0, 3);
    for (line, words) in sentence.iter().enumerate() {
        let at = corner.shifted(0.0, 24.0 + 11.5 * line as f64);
        text::write(svg, at, words, look(9.5, Weight::Regular));
    }
    let place = Place::holding(case, corner.shifted(0.0, 60.0));
    // Ground first, then troops, then what points at them.
    for layer in 0..3 {
        case.marks
            .iter()
            .filter(|mark| layer_of(mark) == layer)
            .for_each(|mark| draw_mark(svg, mark, &place));
    }
}

fn layer_of(mark: &Mark) -> usize {
    match mark {
        Mark::Zone(_) | Mark::Area(_) => 0,
        Mark::Own(_) | Mark::Other(_) | Mark::Ghost(_) => 1,
        Mark::Line(..) | Mark::Spot(_) => 2,
    }
}

fn draw_mark(svg: &mut Svg, mark: &Mark, place: &Place) {
    match mark {
        Mark::Own(base) => draw_base(svg, base, OWN, 0.85, place),
        Mark::Other(base) => draw_base(svg, base, OTHER, 0.85, place),
        Mark::Ghost(base) => draw_base(svg, base, GHOST, 0.35, place),
        Mark::Zone(base) => outline(svg, &corners(base, place), GHOST, 0.18),
        Mark::Area(points) => {
            let points: Vec<Pt> = points.iter().map(|&p| place.of(p)).collect();
            outline(svg, &points, GROUND, 0.35);
        }
        Mark::Line(from, to) => {
            let path = Path::line(&[place.of(*from), place.of(*to)]);
            let line = svg.element("path").attr("d", path.as_str()).line(INK, 1.2);
            line.attr("stroke-dasharray", "4 3").empty();
        }
        Mark::Spot(point) => {
            let at = place.of(*point);
            svg.element("circle").num("cx", at.x).num("cy", at.y).num("r", 3.0).fill(INK).empty();
        }
    }
}

fn corners(base: &Base, place: &Place) -> [Pt; 4] {
    Corner::ALL.map(|corner| place.of(base.corner(corner)))
}

fn outline(svg: &mut Svg, points: &[Pt], colour: &str, opacity: f64) {
    let path = Path::polygon(points);
    svg.element("path").attr("d", path.as_str()).fill(colour).opacity(opacity).empty();
    svg.element("path").attr("d", path.as_str()).line(colour, 1.0).empty();
}

fn draw_base(svg: &mut Svg, base: &Base, colour: &str, opacity: f64, place: &Place) {
    let points = corners(base, place);
    outline(svg, &points, colour, opacity);
    // The front edge is bright, so that facing is seen at once.
    let front = Path::line(&points[..2]);
    svg.element("path").attr("d", front.as_str()).line("#f0e442", 2.5).empty();
}

/// Where the points of a case go on the sheet.
struct Place {
    low: Pt,
    high: Pt,
    scale: f64,
    corner: Pt,
}

impl Place {
    fn holding(case: &Case, corner: Pt) -> Place {
        let mut low = pt(f64::MAX, f64::MAX);
        let mut high = pt(f64::MIN, f64::MIN);
        for point in case.marks.iter().flat_map(points_of) {
            let (x, y) = millimetres(point);
            low = pt(low.x.min(x), low.y.min(y));
            high = pt(high.x.max(x), high.y.max(y));
        }
        let span = (high.x - low.x).max(1.0).max((high.y - low.y).max(1.0) * PICTURE.0 / PICTURE.1);
        Place { low, high, scale: (PICTURE.0 / span).min(2.5), corner }
    }

    /// Up the table is up the sheet.
    fn of(&self, point: Point) -> Pt {
        let (x, y) = millimetres(point);
        self.corner.shifted((x - self.low.x) * self.scale, (self.high.y - y) * self.scale)
    }
}

fn points_of(mark: &Mark) -> Vec<Point> {
    match mark {
        Mark::Own(base) | Mark::Other(base) | Mark::Ghost(base) | Mark::Zone(base) => {
            Corner::ALL.map(|corner| base.corner(corner)).to_vec()
        }
        Mark::Area(points) => points.clone(),
        Mark::Line(from, to) => vec![*from, *to],
        Mark::Spot(point) => vec![*point],
    }
}

fn millimetres(point: Point) -> (f64, f64) {
    (f64::from(point.x.get()) / 1000.0, f64::from(point.y.get()) / 1000.0)
}
