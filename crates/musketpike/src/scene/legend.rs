//! Below the map: title, scale, armies with their wings, and a key to the ground.

use super::counter::{colours, wing_colour};
use super::paper::{MARGIN, Paper, SIDE};
use super::{INK, Moment, Type, key, write};
use crate::counters::WingId;
use crate::scenario::Scenario;
use caracole_kernel::Side;
use caracole_picture::svg::{Svg, pt};

const LINE: f64 = 19.0;

/// Height that the legend takes.
pub(super) fn height(scenario: &Scenario, paper: &Paper<'_>) -> f64 {
    let most = Side::BOTH.map(|side| scenario.wings.iter().filter(|wing| wing.side == side).count());
    let lines = most[0].max(most[1]).max(key::lines(paper)) as f64;
    64.0 + LINE * (lines + 2.0)
}

pub(super) fn draw(svg: &mut Svg, paper: &Paper<'_>, scenario: &Scenario, scene: &Moment) {
    let top = paper.height + 8.0;
    let title = if scenario.date.is_empty() {
        scenario.title.clone()
    } else {
        format!("{}, {}", scenario.title, scenario.date)
    };
    write(svg, pt(MARGIN, top + 14.0), &title, Type::plain(26.0, INK).bold());
    let under = format!("{}. {} turns. One hex is 100 yards.", scene.caption, scenario.turns);
    write(svg, pt(MARGIN, top + 34.0), &under, Type::plain(12.0, "#5d574a"));
    let column = (paper.width - 2.0 * MARGIN) / 3.0;
    for (n, side) in Side::BOTH.into_iter().enumerate() {
        army(svg, scenario, scene, side, MARGIN + column * n as f64, top + 62.0);
    }
    key::draw(svg, paper, MARGIN + column * 2.0, top + 62.0);
    scale(svg, paper, top);
}

fn army(svg: &mut Svg, scenario: &Scenario, scene: &Moment, side: Side, x: f64, y: f64) {
    let (body, line, _) = colours(side);
    let army = &scenario.armies[side];
    svg.element("rect")
        .at(pt(x, y - 12.0))
        .num("width", 14.0)
        .num("height", 14.0)
        .num("rx", 3.0)
        .fill(body)
        .stroke(line, 1.2)
        .empty();
    let head = match &scene.commanders[side] {
        Some((name, rating)) => format!("{}: {name} ({rating})", army.name),
        None => army.name.clone(),
    };
    write(svg, pt(x + 20.0, y), &head, Type::plain(14.0, INK).bold());
    let wings = scenario.wing_ids().filter(|id| scenario.wing(*id).side == side);
    for (n, WingId(id)) in wings.enumerate() {
        let wing = scenario.wing(WingId(id));
        let y = y + LINE * (n + 1) as f64;
        svg.element("rect")
            .at(pt(x, y - 8.0))
            .num("width", 14.0)
            .num("height", 7.0)
            .num("rx", 2.0)
            .fill(wing_colour(usize::from(id)))
            .stroke(line, 0.8)
            .empty();
        let mark = scene.wings.get(usize::from(id));
        let commander = mark
            .and_then(|mark| mark.commander.as_ref())
            .map_or_else(|| "no commander".to_owned(), |(name, rating)| format!("{name} ({rating})"));
        let orders = mark.and_then(|mark| mark.orders).map_or("secret Orders", |orders| orders.name());
        let text = format!("{}, {commander}: {orders}", wing.name);
        write(svg, pt(x + 20.0, y), &text, Type::plain(11.5, INK));
    }
}

fn scale(svg: &mut Svg, paper: &Paper<'_>, top: f64) {
    // Hexes lie a hex height apart along a column: root of three hexsides.
    let hex = SIDE * 1.732_050_8;
    let x = paper.width - MARGIN - hex * 5.0;
    for n in 0..5 {
        let fill = if n % 2 == 0 { INK } else { "#f6f2e6" };
        svg.element("rect")
            .at(pt(x + hex * f64::from(n), top + 12.0))
            .num("width", hex)
            .num("height", 6.0)
            .fill(fill)
            .stroke(INK, 0.9)
            .empty();
    }
    write(svg, pt(x, top + 9.0), "0", Type::plain(10.0, INK));
    write(svg, pt(x + hex * 5.0 - 34.0, top + 9.0), "500 yds", Type::plain(10.0, INK));
}
