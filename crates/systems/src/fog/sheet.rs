//! The sheet of an army: what it is in rows and lines, and as a page to print, with boxes to tick for bases lost and
//! cohesion.

use caracole_fog::army::{self, Army, BattleGroup, Price, Problem};
use caracole_fog::formation::{TwoBases, autobreaks_at};
use caracole_fog::strength;
use caracole_picture::svg::{Svg, ViewBox, pt};

/// The sheet is as wide as a page of A4 in points; long armies make it longer.
const WIDTH: f64 = 595.0;
const A4_HEIGHT: f64 = 842.0;
const MARGIN: f64 = 36.0;
const LINE: f64 = 13.0;
const INK: &str = "#1d1b16";
const SOFT: &str = "#6a6456";
const FAMILY: &str = "DejaVu Sans, Verdana, sans-serif";

/// Left edges of the columns: battle group, batch, bases, troops, each, points.
const EDGES: [f64; 6] = [MARGIN, 186.0, 214.0, 244.0, 506.0, 531.0];

/// The sheet as SVG.
pub fn sheet(army: &Army, price: &Price, marks: &[Problem]) -> String {
    let rows = rows(army, price);
    let heading = heading(army, price);
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
    for (edge, column) in EDGES.iter().zip(COLUMNS) {
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

/// What stands above the battle groups.
pub fn heading(army: &Army, price: &Price) -> Vec<String> {
    let date = army.date.as_ref().map(|d| format!(", {d}")).unwrap_or_default();
    let mut lines = vec![
        format!("{}{date} ({})", army.name, army.book.system().title()),
        format!(
            "{} points, {} battle groups, {} bases, break point {}, initiative {:+}",
            price.total(),
            army.battle_groups.len(),
            army.battle_groups.iter().map(BattleGroup::size).sum::<usize>(),
            strength::break_point(army).total(),
            strength::initiative_modifier(army).total()
        ),
    ];
    for commander in &army.commanders {
        let contingent = commander.contingent.as_ref().map(|c| format!(" of {c}")).unwrap_or_default();
        lines.push(format!(
            "{}: {}, {} (command range {} MU){contingent}",
            role(commander.role),
            commander.name,
            commander.level,
            commander.level.command_range()
        ));
    }
    let mut baggage =
        vec![if army.camp.fortified { "fortified camp" } else { "unfortified camp" }.to_owned()];
    if army.field_fortifications > 0 {
        baggage.push(format!("{} base widths of field fortifications", army.field_fortifications));
    }
    if army.naval_units > 0 {
        baggage.push(format!("{} naval units", army.naval_units));
    }
    lines.push(baggage.join(", "));
    lines
}

fn role(role: army::CommanderRole) -> &'static str {
    match role {
        army::CommanderRole::CInC => "C-in-C",
        army::CommanderRole::SubCommander => "Sub-commander",
        army::CommanderRole::AllyCommander => "Ally commander",
    }
}

/// One row of the sheet: a kind of base of a battle group.
pub struct Row {
    /// Place of the battle group in the army, from 0.
    pub index: usize,
    /// Number, name, quality and training; empty below the first row of a battle group.
    pub group: String,
    /// Batch, from 1.
    pub batch: String,
    /// What its list says of it.
    pub notes: String,
    /// How many bases.
    pub count: String,
    /// What they are.
    pub base: String,
    /// What each costs.
    pub each: String,
    /// What the battle group costs; empty below its first row.
    pub points: String,
}

/// Heads of the columns.
pub const COLUMNS: [&str; 6] = ["battle group", "batch", "bases", "troops", "each", "points"];

/// The battle groups in order of march.
pub fn rows(army: &Army, price: &Price) -> Vec<Row> {
    let mut rows = Vec::new();
    for (batch, groups) in strength::batches(army).iter().enumerate() {
        for index in groups {
            let (Some(group), Some(cost)) = (army.battle_groups.get(*index), price.battle_groups.get(*index))
            else {
                continue;
            };
            for (i, bases) in cost.bases.iter().enumerate() {
                let first = i == 0;
                rows.push(Row {
                    index: *index,
                    group: if first { title(index + 1, group) } else { String::new() },
                    batch: if first { (batch + 1).to_string() } else { String::new() },
                    notes: if first { notes(group) } else { String::new() },
                    count: bases.count.to_string(),
                    base: bases.base.clone(),
                    each: bases.tally.total().to_string(),
                    points: if first { cost.tally.total().to_string() } else { String::new() },
                });
            }
        }
    }
    rows
}

fn title(number: usize, group: &BattleGroup) -> String {
    let training = group.training.map(|t| format!(", {t}")).unwrap_or_default();
    format!("{number}. {}, {}{training}", group.name, group.quality)
}

fn notes(group: &BattleGroup) -> String {
    let mut notes: Vec<String> = group
        .list_says
        .iter()
        .filter(|p| {
            !matches!(
                p,
                army::GroupPermit::Mixed
                    | army::GroupPermit::PortableDefences
                    | army::GroupPermit::RegimentalGuns
            )
        })
        .map(ToString::to_string)
        .collect();
    notes.extend(group.regimental_guns.then(|| "regimental guns".to_owned()));
    notes.extend(group.portable_defences.then(|| "portable defences".to_owned()));
    notes.extend(group.contingent.as_ref().map(|c| format!("contingent {c}")));
    notes.join(", ")
}
