//! Heading above the table; scale, sides, symbols and marks below it.

use crate::base::{self, Block, RankOf};
use crate::frame::Frame;
use crate::marks;
use crate::style::{INK, INK_SOFT, LIVERIES, Livery, livery_of};
use crate::svg::{Svg, pt};
use crate::text::{self, Anchor, Type, Weight};
use caracole_position::Symbol;
use caracole_position::{Cohesion, Disorder, Position};

/// Height of the heading.
pub(crate) fn heading_height(position: &Position, frame: &Frame) -> f64 {
    let lines = note_lines(position, frame).len() as f64;
    let title = if position.title.is_empty() { 0.0 } else { 46.0 };
    (22.0 + title + lines * 22.0) * frame.page
}

fn note_lines(position: &Position, frame: &Frame) -> Vec<String> {
    text::wrap(&position.note, 16.0 * frame.page, Weight::Regular, frame.width, 4)
}

/// Writes title and note above the table.
pub(crate) fn heading(svg: &mut Svg, position: &Position, frame: &Frame) {
    let p = frame.page;
    let lines = note_lines(position, frame);
    let mut y = -heading_height(position, frame) + 40.0 * p;
    if !position.title.is_empty() {
        let look =
            Type { size: 32.0 * p, weight: Weight::Bold, anchor: Anchor::Start, colour: INK, rim: None };
        let title = text::wrap(&position.title, look.size, look.weight, frame.width, 1);
        text::write(svg, pt(0.0, y), title.first().map_or("", String::as_str), look);
        y += 28.0 * p;
    }
    for line in lines {
        let look = Type {
            size: 16.0 * p,
            weight: Weight::Regular,
            anchor: Anchor::Start,
            colour: INK_SOFT,
            rim: None,
        };
        text::write(svg, pt(0.0, y), &line, look);
        y += 22.0 * p;
    }
}

/// What a cell of the legend shows.
enum Item<'a> {
    Side(&'a Livery, &'a str),
    Symbol(Symbol, f64),
    Mark(&'static str, &'static str),
    Lost,
}

/// Neutral colours of the symbols in the legend.
static NEUTRAL: Livery = Livery {
    name: "neutral",
    body: "#5f5b52",
    line: "#5f5b52",
    edge: "#2e2b25",
    pattern: crate::style::Pattern::Plain,
};

impl Item<'_> {
    fn label(&self) -> &str {
        match self {
            Self::Side(_, name) => name,
            Self::Symbol(s, _) => s.label(),
            Self::Mark(_, label) => label,
            Self::Lost => "base lost",
        }
    }
}

fn items(position: &Position) -> Vec<Item<'_>> {
    let mut items: Vec<Item<'_>> =
        position.sides.iter().map(|s| Item::Side(livery_of(s.colour), s.name.as_str())).collect();
    items.extend(used_symbols(position).into_iter().map(|(s, depth)| Item::Symbol(s, depth)));
    for state in [Cohesion::Disrupted, Cohesion::Fragmented, Cohesion::Broken] {
        if position.groups.iter().any(|g| g.cohesion == state) {
            let art = marks::arts(state, Disorder::None).into_iter();
            items.extend(art.map(|a| Item::Mark(a, marks::cohesion_label(state))));
        }
    }
    for state in [Disorder::Disordered, Disorder::SeverelyDisordered] {
        if position.groups.iter().any(|g| g.disorder == state) {
            let art = marks::arts(Cohesion::Steady, state).into_iter();
            items.extend(art.map(|a| Item::Mark(a, marks::disorder_label(state))));
        }
    }
    if position.groups.iter().any(|g| !g.lost.is_empty()) {
        items.push(Item::Lost);
    }
    items
}

/// The symbols on the table with the depth of a base that wears them, in the order of legends.
pub(crate) fn used_symbols(position: &Position) -> Vec<(Symbol, f64)> {
    let mut used: Vec<(Symbol, f64)> = Vec::new();
    for g in &position.groups {
        let Some(group) = &g.group else { continue };
        for (place, &kind) in group.places.iter().zip(&g.kind_of_base) {
            let Some(troop) = g.kinds.get(kind) else { continue };
            let depth = f64::from(place.depth.get()) / 1000.0;
            match used.iter_mut().find(|(s, _)| *s == troop.symbol) {
                Some((_, least)) => *least = least.min(depth),
                None => used.push((troop.symbol, depth)),
            }
        }
    }
    let square = f64::from(position.table.base_width.get()) / 1000.0;
    if !position.commanders.is_empty() {
        used.push((Symbol::Commander, square));
    }
    if !position.camps.is_empty() {
        used.push((Symbol::Camp, square));
    }
    used.sort_by_key(|(s, _)| *s);
    used.dedup_by_key(|(s, _)| *s);
    used
}

const ROW: f64 = 46.0;

/// Rows of items, each with its left edge.
fn rows<'a>(position: &'a Position, frame: &Frame) -> Vec<Vec<(Item<'a>, f64)>> {
    let p = frame.page;
    let mut rows: Vec<Vec<(Item<'_>, f64)>> = vec![Vec::new()];
    // The first row leaves room for the scale bar.
    let mut x = scale_width(position, frame) + 40.0 * p;
    for item in items(position) {
        let width = (52.0 + 28.0) * p + text::width(item.label(), 15.0 * p, weight(&item));
        if x + width > frame.width && x > 0.0 {
            rows.push(Vec::new());
            x = 0.0;
        }
        if let Some(row) = rows.last_mut() {
            row.push((item, x));
        }
        x += width;
    }
    rows
}

fn weight(item: &Item<'_>) -> Weight {
    if matches!(item, Item::Side(..)) { Weight::Bold } else { Weight::Regular }
}

/// Height of the legend.
pub(crate) fn height(position: &Position, frame: &Frame) -> f64 {
    let off = off_table(position);
    let lines = if off.is_empty() { 0 } else { wrapped(&off, frame).len() };
    (rows(position, frame).len() as f64 * ROW + lines as f64 * 22.0 + 44.0) * frame.page
}

fn off_table(position: &Position) -> String {
    let names: Vec<&str> =
        position.groups.iter().filter(|g| g.group.is_none()).map(|g| g.name.as_str()).collect();
    if names.is_empty() { String::new() } else { format!("Off the table: {}", names.join(", ")) }
}

fn wrapped(text: &str, frame: &Frame) -> Vec<String> {
    text::wrap(text, 15.0 * frame.page, Weight::Regular, frame.width, 4)
}

/// How many movement units the scale bar shows.
fn scale_units(position: &Position, frame: &Frame) -> u32 {
    let mu = frame.length(position.table.yardstick().0).max(0.001);
    let room = frame.width * 0.2 / mu;
    [24, 12, 6, 4, 2, 1].into_iter().find(|&n| f64::from(n) <= room).unwrap_or(1)
}

fn scale_width(position: &Position, frame: &Frame) -> f64 {
    f64::from(scale_units(position, frame)) * frame.length(position.table.yardstick().0)
}

/// Draws the legend below the table.
pub(crate) fn draw(svg: &mut Svg, position: &Position, frame: &Frame) {
    let p = frame.page;
    let top = frame.height + 38.0 * p;
    scale_bar(svg, position, frame, top);
    let rows = rows(position, frame);
    for (r, row) in rows.iter().enumerate() {
        let y = top + (r as f64 * ROW + 14.0) * p;
        for (item, x) in row {
            draw_item(svg, item, *x, y, frame);
            let look =
                Type { size: 15.0 * p, weight: weight(item), anchor: Anchor::Start, colour: INK, rim: None };
            text::write(svg, pt(x + 56.0 * p, y + 5.0 * p), item.label(), look);
        }
    }
    let off = off_table(position);
    let mut y = top + (rows.len() as f64 * ROW + 12.0) * p;
    for line in wrapped(&off, frame) {
        let look = Type {
            size: 15.0 * p,
            weight: Weight::Regular,
            anchor: Anchor::Start,
            colour: INK_SOFT,
            rim: None,
        };
        text::write(svg, pt(0.0, y), &line, look);
        y += 22.0 * p;
    }
}

fn draw_item(svg: &mut Svg, item: &Item<'_>, x: f64, y: f64, frame: &Frame) {
    let p = frame.page;
    let at = pt(x + 24.0 * p, y);
    let width = 40.0 * p;
    let block = |depth: f64| Block { centre: at, degrees: 0.0, width, depth, rank: RankOf::First };
    match item {
        Item::Side(livery, _) => base::draw_blank(svg, block(24.0 * p), livery),
        Item::Symbol(symbol, depth) => {
            // Depth in proportion, but never taller than the row.
            let natural = depth / frame.unit * p;
            base::draw(svg, block(natural.min(38.0 * p)), &NEUTRAL, *symbol);
        }
        Item::Mark(art, _) => marks::draw(svg, at, p, art),
        Item::Lost => base::draw_lost(svg, block(20.0 * p)),
    }
}

fn scale_bar(svg: &mut Svg, position: &Position, frame: &Frame, top: f64) {
    let p = frame.page;
    let units = scale_units(position, frame);
    let (yardstick, name) = position.table.yardstick();
    let mu = frame.length(yardstick);
    let y = top + 8.0 * p;
    let parts = if units.is_multiple_of(4) { 4 } else { units.min(2) };
    let step = mu * f64::from(units) / f64::from(parts);
    for i in 0..parts {
        svg.element("rect")
            .num("x", step * f64::from(i))
            .num("y", y)
            .num("width", step)
            .num("height", 7.0 * p)
            .fill(if i % 2 == 0 { INK } else { "#ffffff" })
            .stroke(INK, p)
            .empty();
    }
    let look =
        Type { size: 15.0 * p, weight: Weight::Regular, anchor: Anchor::Middle, colour: INK, rim: None };
    for i in 0..=parts {
        let n = units * i / parts;
        let words = if i == parts { format!("{n} {name}") } else { n.to_string() };
        text::write(svg, pt(step * f64::from(i), y + 22.0 * p), &words, look);
    }
}

/// Every livery that a position uses, for the definitions.
pub(crate) fn used_liveries(position: &Position) -> impl Iterator<Item = &'static Livery> {
    LIVERIES.iter().filter(|l| position.sides.iter().any(|s| livery_of(s.colour) == *l))
}
