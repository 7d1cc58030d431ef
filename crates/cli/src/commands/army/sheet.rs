//! The printable sheet of an army: what it is, with boxes to tick for bases lost and cohesion.

use super::show::{self, Row};
use crate::{
    failure::{Done, Failure},
    output::Output,
};
use caracole_fog::army::{Army, Price, Problem};
use caracole_fog::formation::{TwoBases, autobreaks_at};
use caracole_picture::png::png;
use caracole_picture::svg::{Svg, ViewBox, pt};
use serde_json::json;
use std::path::Path;

/// The sheet is as wide as a page of A4 in points; long armies make it longer.
const WIDTH: f64 = 595.0;
const A4_HEIGHT: f64 = 842.0;
const MARGIN: f64 = 36.0;
const LINE: f64 = 13.0;
const INK: &str = "#1d1b16";
const SOFT: &str = "#6a6456";
const FAMILY: &str = "DejaVu Sans, Verdana, sans-serif";
/// Pixels of a PNG sheet: 200 to the inch.
const PIXELS: u32 = 1654;

/// Left edges of the columns: battle group, batch, bases, troops, each, points.
const EDGES: [f64; 6] = [MARGIN, 186.0, 214.0, 244.0, 506.0, 531.0];

/// Writes the sheet as SVG or PNG, by the name of the file.
pub(super) fn write(army: &Army, price: &Price, marks: &[Problem], path: &Path, out: &Output) -> Done {
    let shown = path.display().to_string();
    let extension = path.extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
    let svg = sheet(army, price, marks);
    let bytes = match extension.as_deref() {
        Some("svg") => svg.into_bytes(),
        Some("png") => png(&svg, PIXELS).map_err(|e| Failure::new(e.to_string()).at(shown.clone()))?,
        _ => {
            return Err(Failure::usage("a sheet is written as .svg or .png")
                .at(shown)
                .remedy("name the file sheet.svg or sheet.png"));
        }
    };
    std::fs::write(path, &bytes)
        .map_err(|e| Failure::new(format!("cannot be written: {e}")).at(shown.clone()))?;
    match out.json() {
        true => out.print_json(&json!({ "file": shown, "bytes": bytes.len() })),
        false => out.line(format!("{shown} written")),
    }
    Ok(())
}

/// The sheet as SVG.
pub(crate) fn sheet(army: &Army, price: &Price, marks: &[Problem]) -> String {
    let rows = show::rows(army, price);
    let heading = show::heading(army, price);
    let groups = army.battle_groups.len() as f64;
    let notes = rows.iter().filter(|r| !r.notes.is_empty()).count();
    let lines = (rows.len() + notes + heading.len() + 2 * marks.len() + price.readings.len()) as f64;
    let height = (2.0 * MARGIN + 60.0 + lines * LINE + groups * 24.0).max(A4_HEIGHT);
    let view = ViewBox { x: 0.0, y: 0.0, width: WIDTH, height };
    let mut svg = Svg::new(view, WIDTH as u32, &format!("Army sheet: {}", army.name));
    svg.element("rect").num("width", WIDTH).num("height", height).fill("#ffffff").empty();
    svg.element("g").attr("font-family", FAMILY).open();
    let mut y = MARGIN + 14.0;
    for (i, line) in heading.iter().enumerate() {
        let (size, weight) = if i == 0 { (17.0, "bold") } else { (9.0, "normal") };
        text(&mut svg, MARGIN, y, size, weight, INK, line);
        y += if i == 0 { 18.0 } else { LINE };
    }
    y += 10.0;
    for (edge, column) in EDGES.iter().zip(show::COLUMNS) {
        text(&mut svg, *edge, y, 8.0, "bold", SOFT, column);
    }
    let mut open: Option<&Row> = None;
    for (i, row) in rows.iter().enumerate() {
        let first = open.is_none_or(|o| o.index != row.index);
        if first {
            boxes(&mut svg, army, open, &mut y);
            open = Some(row);
            y += 5.0;
            rule(&mut svg, y);
        }
        y += LINE;
        cells(&mut svg, row, y);
        // Notes stand below the name: beside the second kind of base, or on a line of their own.
        let more = rows.get(i + 1).is_some_and(|next| next.index == row.index);
        if first && !row.notes.is_empty() {
            let below = y + LINE;
            text(&mut svg, MARGIN, below, 7.0, "normal", SOFT, &row.notes);
            y = if more { y } else { below };
        }
    }
    boxes(&mut svg, army, open, &mut y);
    y += 5.0;
    rule(&mut svg, y);
    footnotes(&mut svg, price, marks, y + LINE);
    svg.close();
    svg.finish()
}

fn cells(svg: &mut Svg, row: &Row, y: f64) {
    let short = |text: &str, most: usize| -> String {
        if text.chars().count() <= most {
            return text.to_owned();
        }
        text.chars().take(most - 1).chain(['\u{2026}']).collect()
    };
    let cells = [
        short(&row.group, 30),
        row.batch.clone(),
        row.count.clone(),
        short(&row.base, 60),
        row.each.clone(),
        row.points.clone(),
    ];
    for (i, (edge, cell)) in EDGES.iter().zip(cells).enumerate() {
        let weight = if i == 0 || i == 5 { "bold" } else { "normal" };
        text(svg, *edge, y, 8.0, weight, INK, &cell);
    }
}

/// A box for every base, the one at which the battle group autobreaks marked, and one for each level of cohesion.
fn boxes(svg: &mut Svg, army: &Army, row: Option<&Row>, y: &mut f64) {
    let Some(group) = row.and_then(|r| army.battle_groups.get(r.index)) else { return };
    *y += LINE;
    let size = group.size();
    let left = autobreaks_at(group.quality, u8::try_from(size).unwrap_or(u8::MAX), TwoBases::ByTable);
    let breaks = size.saturating_sub(usize::from(left.unwrap_or(0)));
    let side = 8.0;
    let mut x = MARGIN;
    for lost in 1..=size.min(16) {
        let fill = if lost == breaks { "#c9c2ae" } else { "none" };
        let corner = pt(x, *y - side + 1.0);
        svg.element("rect")
            .at(corner)
            .num("width", side)
            .num("height", side)
            .fill(fill)
            .stroke(INK, 0.6)
            .empty();
        x += side + 2.5;
    }
    x = EDGES[3];
    for level in ["disrupted", "fragmented", "broken"] {
        let corner = pt(x, *y - side + 1.0);
        svg.element("rect")
            .at(corner)
            .num("width", side)
            .num("height", side)
            .fill("none")
            .stroke(INK, 0.6)
            .empty();
        text(svg, x + side + 3.0, *y, 7.0, "normal", SOFT, level);
        x += 68.0;
    }
}

fn footnotes(svg: &mut Svg, price: &Price, marks: &[Problem], mut y: f64) {
    let explain = "One box for each base lost; at the grey box the battle group breaks.";
    text(svg, MARGIN, y, 7.0, "normal", SOFT, explain);
    for reading in &price.readings {
        y += LINE;
        let line = format!("Reading: {} = {} ({})", reading.option, reading.value, reading.rule);
        text(svg, MARGIN, y, 7.0, "normal", SOFT, &line);
    }
    for problem in marks {
        y += LINE;
        text(svg, MARGIN, y, 7.0, "bold", "#8a1f11", &format!("House rule: {}", problem.place));
        y += LINE;
        let line: String =
            format!("{} ({})", problem.refusal.problem, problem.refusal.rule).chars().take(130).collect();
        text(svg, MARGIN + 10.0, y, 7.0, "normal", "#8a1f11", &line);
    }
}

fn rule(svg: &mut Svg, y: f64) {
    svg.element("path").attr("d", &format!("M{MARGIN} {y:.1}H{:.1}", WIDTH - MARGIN)).line(SOFT, 0.5).empty();
}

fn text(svg: &mut Svg, x: f64, y: f64, size: f64, weight: &str, colour: &str, words: &str) {
    svg.element("text")
        .at(pt(x, y))
        .num("font-size", size)
        .attr("font-weight", weight)
        .fill(colour)
        .text(words);
}
