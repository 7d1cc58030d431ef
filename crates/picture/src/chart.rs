//! Charts in the style of the table: horizontal bars and lines.

use crate::style::{INK, INK_SOFT, LIVERIES, Livery, PAPER, Pattern};
use crate::svg::{Path, Pt, Svg, ViewBox, pt};
use crate::text::{self, Anchor, Type, Weight};
use crate::{base, svg};

/// Most bars, lines or points of a line that a chart shows; what is beyond is left out.
pub const MAX_ITEMS: usize = 400;

/// How a chart is laid out.
#[derive(Clone, Debug)]
pub struct ChartLook {
    /// Heading.
    pub title: String,
    /// What the values are, written along their axis.
    pub value_label: String,
    /// Width in pixels.
    pub pixels: u32,
    /// Decimals of the values written at bars (at most 6).
    pub decimals: u8,
    /// Written behind values, such as "%".
    pub unit: String,
}

impl Default for ChartLook {
    fn default() -> Self {
        Self {
            title: String::new(),
            value_label: String::new(),
            pixels: 800,
            decimals: 1,
            unit: String::new(),
        }
    }
}

/// One bar: a name and a value from zero up.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// What the bar stands for.
    pub label: String,
    /// How long it is; what is negative or not a number counts as zero.
    pub value: f64,
    /// Which of the six liveries it wears.
    pub livery: usize,
}

/// One line: a name and points in the order of x.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// What the line stands for.
    pub label: String,
    /// Points (x, y).
    pub points: Vec<(f64, f64)>,
}

const WIDTH: f64 = 800.0;
const GRID: &str = "#d9d2bd";

fn livery(index: usize) -> &'static Livery {
    LIVERIES.get(index % LIVERIES.len()).unwrap_or(&LIVERIES[0])
}

fn type_of(size: f64, weight: Weight, anchor: Anchor, colour: &str) -> Type<'_> {
    Type { size, weight, anchor, colour, rim: None }
}

/// A value with the decimals and the unit of the chart.
fn written(value: f64, look: &ChartLook) -> String {
    format!("{value:.*}{}", usize::from(look.decimals.min(6)), look.unit)
}

/// A mark of an axis: no more decimals than needed.
fn axis_mark(value: f64, unit: &str) -> String {
    let mut out = String::new();
    svg::write_number(&mut out, value);
    out.push_str(unit);
    out
}

/// A round step that cuts `span` into at most `most` parts: 1, 2 or 5 times a power of ten.
fn round_step(span: f64, most: f64) -> f64 {
    let mut step = 1e-6;
    loop {
        for times in [1.0, 2.0, 5.0] {
            if span / (step * times) <= most {
                return step * times;
            }
        }
        step *= 10.0;
    }
}

fn usable(value: f64) -> f64 {
    if value.is_finite() { value.clamp(-1e12, 1e12) } else { 0.0 }
}

fn start(look: &ChartLook, height: f64) -> Svg {
    let view = ViewBox { x: 0.0, y: 0.0, width: WIDTH, height };
    let mut svg = Svg::new(view, look.pixels, if look.title.is_empty() { "Chart" } else { &look.title });
    svg.element("defs").open();
    LIVERIES.iter().for_each(|l| base::define_pattern(&mut svg, l));
    svg.close();
    svg.element("rect").num("width", WIDTH).num("height", height).fill(PAPER).empty();
    svg.element("g").attr("font-family", text::FAMILY).open();
    if !look.title.is_empty() {
        let title = text::wrap(&look.title, 19.0, Weight::Bold, WIDTH - 40.0, 1);
        let look = type_of(19.0, Weight::Bold, Anchor::Start, INK);
        text::write(&mut svg, pt(20.0, 33.0), title.first().map_or("", String::as_str), look);
    }
    svg
}

/// Draws horizontal bars, one below the other, each with its name and value.
pub fn bar_chart(bars: &[Bar], look: &ChartLook) -> String {
    let bars: Vec<(&Bar, f64)> = bars.iter().take(MAX_ITEMS).map(|b| (b, usable(b.value).max(0.0))).collect();
    let size = 13.0;
    let (row, top) = (28.0, if look.title.is_empty() { 16.0 } else { 52.0 });
    let height = top + row * bars.len() as f64 + if look.value_label.is_empty() { 30.0 } else { 50.0 };
    let mut svg = start(look, height);
    let names = bars.iter().map(|(b, _)| text::width(&b.label, size, Weight::Regular)).fold(0.0, f64::max);
    let left = 30.0 + names.min(WIDTH * 0.45);
    let right = WIDTH - 84.0;
    let most = bars.iter().map(|(_, v)| *v).fold(0.0, f64::max);
    let step = round_step(if most > 0.0 { most } else { 1.0 }, 6.0);
    let end = if most > 0.0 { (most / step).ceil() * step } else { 1.0 };
    let scale = (right - left) / end;
    let bottom = top + row * bars.len() as f64;
    let mut value = 0.0;
    while value <= end + step * 0.01 {
        let x = left + value * scale;
        svg.element("path")
            .attr("d", Path::line(&[pt(x, top), pt(x, bottom + 4.0)]).as_str())
            .line(GRID, 1.0)
            .empty();
        let mark = type_of(11.0, Weight::Regular, Anchor::Middle, INK_SOFT);
        text::write(&mut svg, pt(x, bottom + 18.0), &axis_mark(value, &look.unit), mark);
        value += step;
    }
    for (i, (bar, value)) in bars.iter().enumerate() {
        let y = top + row * i as f64 + 4.0;
        let name = text::wrap(&bar.label, size, Weight::Regular, left - 30.0, 1);
        let look_of_name = type_of(size, Weight::Regular, Anchor::End, INK);
        text::write(
            &mut svg,
            pt(left - 8.0, y + 14.5),
            name.first().map_or("", String::as_str),
            look_of_name,
        );
        let livery = livery(bar.livery);
        let width = value * scale;
        let rect = |svg: &mut Svg, fill: &str| {
            svg.element("rect")
                .num("x", left)
                .num("y", y)
                .num("width", width)
                .num("height", 20.0)
                .fill(fill)
                .empty();
        };
        rect(&mut svg, livery.body);
        if livery.pattern != Pattern::Plain {
            rect(&mut svg, &format!("url(#pattern-{})", livery.name));
        }
        let look_of_value = type_of(size, Weight::Bold, Anchor::Start, INK);
        text::write(&mut svg, pt(left + width + 6.0, y + 14.5), &written(*value, look), look_of_value);
    }
    svg.element("path")
        .attr("d", Path::line(&[pt(left, top), pt(left, bottom + 4.0)]).as_str())
        .line(INK, 1.2)
        .empty();
    let label = type_of(12.0, Weight::Regular, Anchor::Middle, INK_SOFT);
    text::write(&mut svg, pt((left + right) / 2.0, bottom + 38.0), &look.value_label, label);
    svg.finish()
}

/// Lower and upper end of values, with some room if they are all the same.
fn span(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = values.fold((f64::MAX, f64::MIN), |(l, h), v| (l.min(v), h.max(v)));
    if low > high {
        (0.0, 1.0)
    } else if high - low < 1e-5 {
        (low - 0.5, high + 0.5)
    } else {
        (low, high)
    }
}

/// Draws lines over a common x axis; each has its own colour, dash and mark, and its name at its end.
pub fn line_chart(series: &[Series], x_label: &str, look: &ChartLook) -> String {
    let series: Vec<(&str, Vec<Pt>)> = series
        .iter()
        .take(MAX_ITEMS)
        .map(|s| {
            let points = s.points.iter().take(MAX_ITEMS).map(|&(x, y)| pt(usable(x), usable(y)));
            (s.label.as_str(), points.collect())
        })
        .collect();
    let height = 460.0;
    let mut svg = start(look, height);
    let all = || series.iter().flat_map(|(_, p)| p.iter());
    let (x_low, x_high) = span(all().map(|p| p.x));
    let (y_low, y_high) = span(all().map(|p| p.y));
    let y_step = round_step(y_high - y_low, 7.0);
    let (y_low, y_high) = ((y_low / y_step).floor() * y_step, (y_high / y_step).ceil() * y_step);
    let names = series.iter().map(|(n, _)| text::width(n, 12.0, Weight::Bold)).fold(0.0, f64::max);
    let (left, right) = (74.0, WIDTH - 34.0 - names.min(WIDTH * 0.3));
    let (top, bottom) = (if look.title.is_empty() { 24.0 } else { 58.0 }, height - 56.0);
    let place = |p: Pt| {
        pt(
            left + (p.x - x_low) / (x_high - x_low) * (right - left),
            bottom - (p.y - y_low) / (y_high - y_low) * (bottom - top),
        )
    };
    let steps = ((y_high - y_low) / y_step).round() as u32;
    for i in 0..=steps.min(20) {
        let value = y_low + f64::from(i) * y_step;
        let y = place(pt(x_low, value)).y;
        svg.element("path")
            .attr("d", Path::line(&[pt(left, y), pt(right, y)]).as_str())
            .line(GRID, 1.0)
            .empty();
        let mark = type_of(11.0, Weight::Regular, Anchor::End, INK_SOFT);
        text::write(&mut svg, pt(left - 7.0, y + 4.0), &axis_mark(value, &look.unit), mark);
    }
    let x_step = round_step(x_high - x_low, 10.0);
    let first = (x_low / x_step).ceil();
    for i in 0..=10_u32 {
        let value = (first + f64::from(i)) * x_step;
        if value <= x_high + x_step * 0.01 {
            let x = place(pt(value, y_low)).x;
            let mark = type_of(11.0, Weight::Regular, Anchor::Middle, INK_SOFT);
            text::write(&mut svg, pt(x, bottom + 18.0), &axis_mark(value, ""), mark);
        }
    }
    let axes = Path::line(&[pt(left, top), pt(left, bottom), pt(right, bottom)]);
    svg.element("path").attr("d", axes.as_str()).line(INK, 1.2).empty();
    let label = type_of(12.0, Weight::Regular, Anchor::Middle, INK_SOFT);
    text::write(&mut svg, pt((left + right) / 2.0, bottom + 40.0), x_label, label);
    let above = type_of(12.0, Weight::Regular, Anchor::Start, INK_SOFT);
    text::write(&mut svg, pt(left - 50.0, top - 9.0), &look.value_label, above);
    draw_lines(&mut svg, &series, place, right);
    svg.finish()
}

fn draw_lines(svg: &mut Svg, series: &[(&str, Vec<Pt>)], place: impl Fn(Pt) -> Pt, right: f64) {
    let dashes = ["", "7 4", "2 4", "10 3 2 3", "4 2", "1 3"];
    let mut taken: Vec<f64> = Vec::new();
    for (i, (name, points)) in series.iter().enumerate() {
        let colour = livery(i).body;
        let line: Vec<Pt> = points.iter().map(|&p| place(p)).collect();
        let e = svg.element("path").attr("d", Path::line(&line).as_str()).line(colour, 2.4).round();
        match dashes.get(i % dashes.len()) {
            Some(dash) if !dash.is_empty() => e.attr("stroke-dasharray", dash).empty(),
            _ => e.empty(),
        }
        if line.len() <= 40 {
            let mut marks = Path::new();
            for &p in &line {
                mark(&mut marks, p, i);
            }
            svg.element("path").attr("d", marks.as_str()).fill(colour).empty();
        }
        if let Some(end) = line.last() {
            let mut y = end.y + 4.0;
            while taken.iter().any(|t| (t - y).abs() < 14.0) {
                y += 14.0;
            }
            taken.push(y);
            text::write(svg, pt(right + 9.0, y), name, type_of(12.0, Weight::Bold, Anchor::Start, colour));
        }
    }
}

/// Disc, square, triangle or diamond by turns.
fn mark(path: &mut Path, p: Pt, index: usize) {
    let r = 3.6;
    let corners: &[(f64, f64)] = match index % 4 {
        0 => {
            path.circle(p, r);
            return;
        }
        1 => &[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
        2 => &[(0.0, -1.2), (1.15, 0.9), (-1.15, 0.9)],
        _ => &[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)],
    };
    for (i, &(x, y)) in corners.iter().enumerate() {
        let corner = p.shifted(x * r, y * r);
        if i == 0 {
            path.move_to(corner)
        } else {
            path.line_to(corner)
        };
    }
    path.close();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        assert_eq!(round_step(37.0, 6.0), 10.0);
        assert_eq!(round_step(1.0, 6.0), 0.2);
        assert_eq!(round_step(0.9, 10.0), 0.1);
    }

    #[test]
    fn odd_values_do_no_harm() {
        let bars =
            [f64::NAN, -3.0, f64::INFINITY, 0.0].map(|value| Bar { label: "x".into(), value, livery: 9 });
        assert!(bar_chart(&bars, &ChartLook::default()).ends_with("</svg>\n"));
        assert!(bar_chart(&[], &ChartLook::default()).ends_with("</svg>\n"));
        let series = [Series { label: "a".into(), points: vec![(f64::NAN, f64::INFINITY), (1e300, -1e300)] }];
        assert!(line_chart(&series, "", &ChartLook::default()).ends_with("</svg>\n"));
        assert!(line_chart(&[], "", &ChartLook::default()).ends_with("</svg>\n"));
    }

    #[test]
    fn the_longest_bar_reaches_its_place_on_the_axis() {
        // 50 of an axis that ends at 50: the bar spans the whole axis.
        let bars = [
            Bar { label: "win".into(), value: 50.0, livery: 0 },
            Bar { label: "lose".into(), value: 25.0, livery: 0 },
        ];
        let svg = bar_chart(&bars, &ChartLook::default());
        let widths: Vec<f64> = svg
            .lines()
            .filter(|l| l.contains(LIVERIES[0].body))
            .filter_map(|l| l.split("width=\"").nth(1)?.split('"').next()?.parse().ok())
            .collect();
        assert_eq!(widths.len(), 2);
        assert!((widths[0] - 2.0 * widths[1]).abs() < 0.02, "{widths:?}");
    }
}
