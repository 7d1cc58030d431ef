//! Counters: units with their printed facts, leaders, and the marks of their state.

use super::paper::{HALF, Paper, SIDE};
use super::{Moment, MoraleMark, Type, UnitMark, write};
use crate::charts::FormationState;
use crate::counters::{
    BatterySize, BrigadeStyle, CavalryType, LightInfantryType, Pikes, RegimentalArtillery, UnitArm, UnitType,
};
use crate::hex::{Direction, Facing, Placement};
use crate::scenario::{Layer, Scenario};
use crate::world::{Fate, Marks, Post};
use caracole_kernel::Side;
use caracole_picture::svg::{Path, Pt, Svg, pt};

/// Edge of a counter.
pub(super) const EDGE: f64 = SIDE * 1.12;

/// Colours of an army: body, dark line, light field.
pub(super) const fn colours(side: Side) -> (&'static str, &'static str, &'static str) {
    match side {
        Side::Red => ("#b84a3c", "#5e1f17", "#f6e3d8"),
        Side::Blue => ("#3d6da4", "#16304f", "#e2ebf4"),
    }
}

/// Colours of wings, in order.
const WINGS: [&str; 8] =
    ["#f2c14e", "#7fb069", "#d98cb3", "#e07a3f", "#8ecae6", "#b8a1d9", "#c9c5b1", "#6fc3b2"];

pub(super) fn wing_colour(wing: usize) -> &'static str {
    WINGS[wing % WINGS.len()]
}

pub(super) fn draw(svg: &mut Svg, paper: &Paper<'_>, scenario: &Scenario, scene: &Moment) {
    // The lower counter is drawn first, a little to the side.
    let shares = |mark: &UnitMark| {
        scene.units.iter().any(|other| {
            other.unit != mark.unit
                && other.placement.footprint().iter().any(|hex| mark.placement.footprint().contains(hex))
        })
    };
    let rank = |mark: &UnitMark| match (mark.layer, scenario.unit(mark.unit).unit_type.arm()) {
        (Layer::Bottom, _) => 0,
        (Layer::Top, UnitArm::LightInfantry) => 1,
        (Layer::Top, UnitArm::Artillery) => 3,
        (Layer::Top, _) => 2,
    };
    let mut order: Vec<&UnitMark> = scene.units.iter().collect();
    order.sort_by_key(|mark| (rank(mark), mark.unit));
    for mark in order {
        let aside = if shares(mark) {
            match rank(mark) {
                0 | 1 => (-7.0, 7.0),
                3 => (8.0, -5.0),
                _ => (3.0, -4.0),
            }
        } else {
            (0.0, 0.0)
        };
        unit(svg, paper, scenario, mark, aside);
    }
    for leader in &scene.leaders {
        let at = paper.centre(leader.hex).shifted(-SIDE * 0.7, -HALF * 0.58);
        let (body, line, light) = colours(leader.side);
        let r = if leader.post == Post::Army { 10.5 } else { 8.5 };
        svg.element("circle")
            .num("cx", at.x)
            .num("cy", at.y)
            .num("r", r)
            .fill(light)
            .stroke(line, 1.6)
            .empty();
        star(svg, at, r * 0.82, body);
        write(
            svg,
            at.shifted(0.0, 3.0),
            &leader.rating.to_string(),
            Type::plain(8.0, "#ffffff").bold().centred().rim(line),
        );
        write(
            svg,
            at.shifted(0.0, -r - 2.0),
            &leader.name,
            Type::plain(8.4, line).bold().centred().rim(light),
        );
    }
}

fn star(svg: &mut Svg, at: Pt, r: f64, colour: &str) {
    // A five-pointed star, outer and inner corners by turns.
    const CORNERS: [(f64, f64); 10] = [
        (0.0, -1.0),
        (0.2245, -0.309),
        (0.951, -0.309),
        (0.3633, 0.118),
        (0.5878, 0.809),
        (0.0, 0.382),
        (-0.5878, 0.809),
        (-0.3633, 0.118),
        (-0.951, -0.309),
        (-0.2245, -0.309),
    ];
    let path = Path::polygon(&CORNERS.map(|(x, y)| at.shifted(x * r, y * r)));
    svg.element("path").attr("d", path.as_str()).fill(colour).empty();
}

/// Degrees by which a counter that looks to the top of the page is turned.
pub(super) const fn degrees(placement: Placement) -> i32 {
    match placement {
        Placement::One { facing, .. } | Placement::Line { facing, .. } => match facing {
            Facing::Ne => 30,
            Facing::E => 90,
            Facing::Se => 150,
            Facing::Sw => 210,
            Facing::W => 270,
            Facing::Nw => 330,
        },
        Placement::Column { front, .. } => match front {
            Direction::N => 0,
            Direction::Ne => 60,
            Direction::Se => 120,
            Direction::S => 180,
            Direction::Sw => 240,
            Direction::Nw => 300,
        },
    }
}

fn unit(svg: &mut Svg, paper: &Paper<'_>, scenario: &Scenario, mark: &UnitMark, aside: (f64, f64)) {
    let unit = scenario.unit(mark.unit);
    let (body, line, light) = colours(unit.side);
    let hexes = mark.placement.footprint();
    let first = paper.centre(hexes.first);
    let centre = hexes.second.map_or(first, |second| first.toward(paper.centre(second), 0.5));
    let centre = centre.shifted(aside.0, aside.1);
    let faces = !matches!(unit.unit_type, UnitType::Wagon) && mark.morale != MoraleMark::Broken;
    let turn = if faces { degrees(mark.placement) } else { 0 };
    let long = if hexes.second.is_some() { EDGE + 2.0 * HALF } else { EDGE };
    // Before turning, a line is wide and a Column is deep.
    let (w, h) = match mark.placement {
        Placement::Column { .. } => (EDGE, long),
        _ => (long, EDGE),
    };
    svg.element("g")
        .attr("transform", &format!("translate({:.2} {:.2}) rotate({turn})", centre.x, centre.y))
        .open();
    let corner = pt(-w / 2.0, -h / 2.0);
    let rect = |svg: &mut Svg, at: Pt, w: f64, h: f64, round: f64, fill: &str| {
        svg.element("rect").at(at).num("width", w).num("height", h).num("rx", round).fill(fill).empty();
    };
    rect(svg, corner.shifted(1.8, 2.0), w, h, 4.0, "#00000055");
    svg.element("rect")
        .at(corner)
        .num("width", w)
        .num("height", h)
        .num("rx", 4.0)
        .fill(if mark.formation == FormationState::Shaken { light } else { body })
        .stroke(line, 1.3)
        .empty();
    // The wing's stripe at the back, and at the front a point toward the faced vertex.
    rect(svg, pt(-w / 2.0 + 2.5, h / 2.0 - 6.0), w - 5.0, 4.0, 1.5, wing_colour(usize::from(unit.wing.0)));
    if faces {
        let tip =
            Path::polygon(&[pt(-6.0, -h / 2.0 + 1.0), pt(0.0, -h / 2.0 - 5.5), pt(6.0, -h / 2.0 + 1.0)]);
        svg.element("path").attr("d", tip.as_str()).fill("#ffe27a").stroke(line, 1.0).empty();
    }
    svg.close();
    facts(svg, scenario, mark, centre, turn);
}

/// What is printed on the counter, upright on the page.
fn facts(svg: &mut Svg, scenario: &Scenario, mark: &UnitMark, centre: Pt, turn: i32) {
    let unit = scenario.unit(mark.unit);
    let (_, line, light) = colours(unit.side);
    let ink = if mark.formation == FormationState::Shaken { line } else { "#ffffff" };
    let two = mark.placement.footprint().second.is_some();
    let numbers = match unit.unit_type {
        UnitType::Artillery { grazing, range, .. } => format!("{grazing}/{range}-{}", unit.morale.0),
        UnitType::Wagon => String::new(),
        other => {
            let printed = other.strength().map_or(0, |s| s.0);
            format!("{}-{}", printed.saturating_sub(mark.casualties), unit.morale.0)
        }
    };
    // A long counter that stands upright carries its name along its length.
    let upright = two && matches!(turn, 90 | 270);
    let name = shortened(&unit.name, if two { 24 } else { 14 });
    if upright {
        svg.element("g")
            .attr("transform", &format!("translate({:.2} {:.2}) rotate(-90)", centre.x, centre.y))
            .open();
        icon(svg, pt(-26.0, 0.0), unit.unit_type, light, ink);
        write(svg, pt(8.0, -5.0), &name, Type::plain(fitted(&name, 62.0, 9.0), ink).centred());
        write(svg, pt(8.0, 11.0), &numbers, Type::plain(14.0, ink).bold().centred());
        svg.close();
    } else {
        icon(svg, centre.shifted(0.0, -4.0), unit.unit_type, light, ink);
        let wide = if two { 60.0 } else { EDGE - 5.0 };
        write(svg, centre.shifted(0.0, -11.0), &name, Type::plain(fitted(&name, wide, 6.6), ink).centred());
        write(
            svg,
            centre.shifted(0.0, 13.0),
            &numbers,
            Type::plain(fitted(&numbers, EDGE - 4.0, 11.0), ink).bold().centred().rim(if ink == line {
                light
            } else {
                line
            }),
        );
    }
    state(svg, mark, centre);
}

/// Markers of state at the lower right corner.
fn state(svg: &mut Svg, mark: &UnitMark, centre: Pt) {
    let mut words: Vec<(&str, &str)> = Vec::new();
    match mark.fate {
        Fate::Disabled => words.push(("DIS", "#5d574a")),
        Fate::Captured => words.push(("CAPT", "#a30000")),
        _ => {}
    }
    let marks = [
        (Marks::LIMBERED, "LIM", "#5d574a"),
        (Marks::FIRED, "FIRED", "#8c3b12"),
        (Marks::SALVO, "SALVO", "#8c3b12"),
        (Marks::MOMENTUM, "MOM", "#2f6b2f"),
    ];
    words.extend(marks.into_iter().filter(|(of, ..)| mark.marks.has(*of)).map(|(_, word, ink)| (word, ink)));
    match mark.shots {
        0 => {}
        1 => words.push(("1 PIST", "#5d574a")),
        _ => words.push(("0 PIST", "#5d574a")),
    }
    match mark.formation {
        FormationState::Broken => words.push(("FB", "#8c3b12")),
        FormationState::Hedgehog => words.push(("HH", "#4d5a2e")),
        FormationState::OpenOrder => words.push(("OO", "#5d574a")),
        FormationState::Column => words.push(("COL", "#5d574a")),
        _ => {}
    }
    match mark.morale {
        MoraleMark::Normal => {}
        MoraleMark::Shaken => words.push(("MS", "#a86b00")),
        MoraleMark::Broken => words.push(("MB", "#a30000")),
    }
    for (n, (word, colour)) in words.into_iter().enumerate() {
        let at = centre.shifted(EDGE * 0.36, EDGE * 0.1 + 8.0 * n as f64);
        write(svg, at, word, Type::plain(7.5, "#ffffff").bold().centred().rim(colour));
    }
}

/// A name that fits on a counter.
fn shortened(name: &str, most: usize) -> String {
    if name.chars().count() <= most {
        return name.to_owned();
    }
    let mut short: String = name.chars().take(most - 1).collect();
    short.push('.');
    short
}

/// The size at which a text is at most so wide, letters being about 0.62 of their size.
fn fitted(text: &str, wide: f64, size: f64) -> f64 {
    let letters = text.chars().count().max(1) as f64;
    (wide / (letters * 0.62)).min(size)
}

/// The arm, in a box of about 16 by 11.
fn icon(svg: &mut Svg, at: Pt, unit_type: UnitType, light: &str, ink: &str) {
    let (w, h) = (17.0, 11.0);
    let corner = at.shifted(-w / 2.0, -h / 2.0);
    if matches!(unit_type, UnitType::Artillery { .. } | UnitType::Wagon) {
        train(svg, at, unit_type, ink);
        return;
    }
    svg.element("rect").at(corner).num("width", w).num("height", h).fill(light).stroke(ink, 0.9).empty();
    let dark = "#2b2620";
    let mut path = Path::new();
    match unit_type {
        UnitType::HeavyInfantry { pikes, guns, style, .. } => {
            path.move_to(corner).line_to(corner.shifted(w, h));
            path.move_to(corner.shifted(w, 0.0)).line_to(corner.shifted(0.0, h));
            if pikes == Pikes::NoPikes {
                path.move_to(corner.shifted(0.0, h / 2.0)).line_to(corner.shifted(w, h / 2.0));
            }
            if guns == RegimentalArtillery::Guns {
                let p = corner.shifted(w + 4.0, h / 2.0);
                svg.element("circle")
                    .num("cx", p.x)
                    .num("cy", p.y)
                    .num("r", 2.2)
                    .fill(light)
                    .stroke(ink, 0.7)
                    .empty();
            }
            if style == BrigadeStyle::Swedish {
                let p = corner.shifted(-4.5, h / 2.0);
                let mark = Path::polygon(&[
                    p.shifted(0.0, -3.5),
                    p.shifted(3.0, 0.0),
                    p.shifted(0.0, 3.5),
                    p.shifted(-3.0, 0.0),
                ]);
                svg.element("path").attr("d", mark.as_str()).fill("#ffe27a").empty();
            }
        }
        UnitType::LightInfantry { kind, .. } => {
            path.move_to(corner.shifted(0.0, h)).line_to(corner.shifted(w / 2.0, h * 0.25));
            path.line_to(corner.shifted(w, h));
            if kind == LightInfantryType::Dragoons {
                path.move_to(corner.shifted(0.0, h * 0.55)).line_to(corner.shifted(w, h * 0.55));
            }
        }
        UnitType::Cavalry { kind, .. } => {
            if kind == CavalryType::Cuirassier {
                let half = Path::polygon(&[corner.shifted(0.0, h), corner.shifted(w, 0.0), corner]);
                svg.element("path").attr("d", half.as_str()).fill(dark).empty();
            }
            path.move_to(corner.shifted(0.0, h)).line_to(corner.shifted(w, 0.0));
            if kind == CavalryType::Croat {
                path.circle(at.shifted(4.0, 2.4), 1.4);
                path.circle(at.shifted(-4.0, -2.4), 1.4);
            }
        }
        UnitType::Artillery { .. } | UnitType::Wagon => {}
    }
    svg.element("path").attr("d", path.as_str()).line(dark, 1.3).empty();
}

/// Guns and wagons: a barrel on wheels, a tilt on wheels.
fn train(svg: &mut Svg, at: Pt, unit_type: UnitType, ink: &str) {
    let wheel = |svg: &mut Svg, x: f64| {
        svg.element("circle").num("cx", at.x + x).num("cy", at.y + 2.6).num("r", 3.0).line(ink, 1.2).empty();
    };
    match unit_type {
        UnitType::Artillery { size, .. } => {
            let rows: &[f64] = if size == BatterySize::Double { &[-3.6, 1.2] } else { &[-1.2] };
            for y in rows {
                let barrel = Path::line(&[at.shifted(-9.0, *y + 1.6), at.shifted(9.0, *y - 2.2)]);
                svg.element("path").attr("d", barrel.as_str()).line(ink, 2.6).round().empty();
            }
            wheel(svg, -2.0);
        }
        _ => {
            let tilt = Path::polygon(&[
                at.shifted(-9.0, 0.0),
                at.shifted(-7.0, -7.0),
                at.shifted(7.0, -7.0),
                at.shifted(9.0, 0.0),
            ]);
            svg.element("path").attr("d", tilt.as_str()).fill("#efe8d6").stroke(ink, 1.0).empty();
            wheel(svg, -5.0);
            wheel(svg, 5.0);
        }
    }
}
