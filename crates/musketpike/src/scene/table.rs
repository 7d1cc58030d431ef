//! A battle as a scene that clients draw: the map as its ground, units and leaders as things to point at.

use super::counter::{EDGE, degrees};
use super::paper::{HALF, Paper, SIDE};
use super::{definitions, ground, land, leader_name, lines};
use crate::counters::{CavalryType, Orders, UnitArm, UnitId, UnitType};
use crate::engine::MusketPike;
use crate::hex::{Facing, Hex, Placement};
use crate::scenario::Scenario;
use crate::world::{Fate, Formation, Leader, Marks, MoraleState, Phase, Post, Unit, World};
use caracole_kernel::{At, Battle, Item, Part, Piece, Ruler, Scene, Side, Standing, Viewer};
use caracole_picture::svg::{Pt, Svg, ViewBox};
use std::borrow::Cow;

/// Units of a scene in one unit of the paper.
const FINE: f64 = 100.0;

/// A point of the paper in units of the scene.
pub(super) fn at(p: Pt) -> At {
    At((p.x * FINE).round() as i32, (p.y * FINE).round() as i32)
}

/// The map alone, without counters or legend.
pub fn map_svg(scenario: &Scenario) -> String {
    let paper = Paper::new(&scenario.map);
    let view = ViewBox { x: 0.0, y: 0.0, width: paper.width, height: paper.height };
    let mut svg = Svg::new(view, (paper.width * 1.5) as u32, &scenario.title);
    svg.element("g").attr("font-family", "DejaVu Sans, Verdana, sans-serif").open();
    svg.element("rect").num("width", view.width).num("height", view.height).fill(super::PAPER).empty();
    definitions(&mut svg, &paper);
    svg.element("g").attr("clip-path", "url(#map)").open();
    ground::draw(&mut svg, &paper);
    lines::streams(&mut svg, &paper);
    lines::roads(&mut svg, &paper);
    lines::grid(&mut svg, &paper);
    lines::hexsides(&mut svg, &paper);
    svg.close();
    lines::frame(&mut svg, &paper);
    ground::names(&mut svg, &paper);
    svg.close();
    svg.finish()
}

/// A hex read out by its number.
pub fn place(battle: &Battle<MusketPike>, name: &str) -> Option<String> {
    land::hex_says(&battle.scenario().scenario.map, name.trim().parse().ok()?)
}

/// The battle as a viewer sees it. Everything on the map is open; secret starting Orders are not on it.
pub fn scene(battle: &Battle<MusketPike>, _viewer: Viewer) -> Scene {
    let (world, scenario) = (battle.world(), &*battle.scenario().scenario);
    let paper = Paper::new(&scenario.map);
    let mut units: Vec<(UnitId, &Unit)> =
        scenario.unit_ids().zip(&world.units).filter(|(_, unit)| is_there(unit)).collect();
    // What lies on top of a stack is drawn last.
    units.sort_by_key(|(id, unit)| (unit.is(Marks::ON_TOP), *id));
    let mut items: Vec<Item> =
        units.iter().map(|(id, unit)| unit_item(world, scenario, &paper, *id, unit)).collect();
    let leaders = world.leaders.iter().enumerate().filter(|(_, leader)| leader.on_map());
    items.extend(leaders.map(|(i, leader)| leader_item(scenario, &paper, i, leader)));
    let phase = match world.phase {
        Phase::Setup => "set-up",
        Phase::Initiative => "initiative",
        Phase::Activation => "activation",
        Phase::Rout => "rout movement",
        Phase::MarkerRemoval => "marker removal",
    };
    Scene {
        width: (paper.width * FINE) as i32,
        height: (paper.height * FINE) as i32,
        ruler: Ruler { name: Cow::Borrowed("hexes"), length: (2.0 * HALF * FINE) as i32 },
        ground: scenario.id.clone(),
        heading: format!("{}: turn {} of {}, {phase}", scenario.title, world.turn, scenario.turns),
        standing: Side::BOTH.into_iter().map(|side| standing(world, scenario, side)).collect(),
        items,
        land: land::all(&paper),
        hands: Vec::new(),
    }
}

fn standing(world: &World, scenario: &Scenario, side: Side) -> Standing {
    let own = || scenario.unit_ids().zip(&world.units).filter(|(id, _)| scenario.unit(*id).side == side);
    let (all, there) = (own().count(), own().filter(|(_, unit)| unit.in_play()).count());
    Standing { side, text: format!("{there} of {all} units on the map") }
}

fn orders_of(world: &World, scenario: &Scenario, id: UnitId) -> Option<Orders> {
    world.wings.get(usize::from(scenario.unit(id).wing.0)).map(|wing| wing.orders)
}

fn unit_item(world: &World, scenario: &Scenario, paper: &Paper<'_>, id: UnitId, unit: &Unit) -> Item {
    let counter = scenario.unit(id);
    let hexes = unit.at.footprint();
    let morale = match unit.morale {
        MoraleState::Normal => None,
        MoraleState::Shaken => Some("morale shaken"),
        MoraleState::Broken => Some("morale broken"),
    };
    let formation = match unit.formation {
        Formation::Normal => None,
        Formation::Shaken => Some("formation shaken"),
        Formation::Broken => Some("formation broken"),
        Formation::Hedgehog => Some("hedgehog"),
        Formation::OpenOrder => Some("open order"),
        Formation::Column => Some("column"),
    };
    let states: Vec<Cow<'static, str>> =
        [formation, morale].into_iter().flatten().chain(marks_of(unit)).map(Cow::Borrowed).collect();
    let level = match (unit.morale, unit.formation) {
        (MoraleState::Broken, _) => 3,
        (MoraleState::Shaken, _) | (_, Formation::Broken) => 2,
        (_, Formation::Shaken) => 1,
        _ => 0,
    };
    let strength = counter
        .unit_type
        .strength()
        .map_or(String::new(), |s| format!(", strength {} of {}", s.0.saturating_sub(unit.casualties), s.0));
    let orders = orders_of(world, scenario, id).map_or(String::new(), |o| format!(", {} Orders", o.name()));
    let shaped = if states.is_empty() { String::new() } else { format!(", {}", states.join(", ")) };
    let facing = match unit.at {
        Placement::One { facing, .. } | Placement::Line { facing, .. } => facing.name(),
        Placement::Column { front, .. } => front.name(),
    };
    let says = format!(
        "{}, {}{strength}, morale {}, in {} facing {facing}{shaped}{orders}.",
        counter.name,
        arm(counter.unit_type),
        counter.morale.0,
        hexes,
    );
    Item {
        piece: Piece::new("unit", id.0.into()),
        side: Some(counter.side),
        name: counter.name.clone(),
        parts: vec![Part {
            outline: outline(paper, unit.at),
            symbol: Cow::Borrowed(symbol(counter.unit_type)),
        }],
        level,
        states,
        lost: unit.casualties.into(),
        says,
    }
}

/// The middle of a counter on the paper.
pub(super) fn middle(paper: &Paper<'_>, placement: Placement) -> Pt {
    let hexes = placement.footprint();
    let first = paper.centre(hexes.first);
    hexes.second.map_or(first, |second| first.toward(paper.centre(second), 0.5))
}

/// The outline of a counter, its front edge first.
pub(super) fn outline(paper: &Paper<'_>, placement: Placement) -> Vec<At> {
    let long = if placement.footprint().second.is_some() { EDGE + 2.0 * HALF } else { EDGE };
    let (wide, deep) = match placement {
        Placement::Column { .. } => (EDGE, long),
        _ => (long, EDGE),
    };
    oriented(middle(paper, placement), wide, deep, degrees(placement))
}

/// The corners of a hex.
pub(super) fn hex_outline(paper: &Paper<'_>, hex: Hex) -> Vec<At> {
    Facing::ALL.into_iter().map(|vertex| at(paper.corner(hex, vertex, 0.96))).collect()
}

/// The hex of the map whose middle is nearest to a point of the scene.
pub(super) fn hex_at(paper: &Paper<'_>, At(x, y): At) -> Option<Hex> {
    let (x, y) = (f64::from(x) / FINE, f64::from(y) / FINE);
    let far = |hex: &Hex| {
        let centre = paper.centre(*hex);
        let (dx, dy) = (centre.x - x, centre.y - y);
        dx * dx + dy * dy
    };
    paper.map.hexes().min_by(|a, b| far(a).total_cmp(&far(b)))
}

/// Counters on the map, guns without crews included.
const fn is_there(unit: &Unit) -> bool {
    matches!(unit.fate, Fate::OnMap | Fate::Disabled | Fate::Captured)
}

/// What its markers say of a unit.
fn marks_of(unit: &Unit) -> impl Iterator<Item = &'static str> {
    let fate = match unit.fate {
        Fate::Disabled => Some("disabled"),
        Fate::Captured => Some("captured"),
        _ => None,
    };
    let marks = [
        (Marks::LIMBERED, "limbered"),
        (Marks::FIRED, "fired"),
        (Marks::SALVO, "salvo fired"),
        (Marks::MOMENTUM, "momentum"),
        (Marks::ACTED, "has acted"),
    ];
    let unit = *unit;
    let pistols = match unit.shots {
        0 => None,
        1 => Some("one pistol left"),
        _ => Some("no pistols"),
    };
    let marks = marks.into_iter().filter(move |(mark, _)| unit.is(*mark)).map(|(_, word)| word);
    fate.into_iter().chain(marks).chain(pistols)
}

fn leader_item(scenario: &Scenario, paper: &Paper<'_>, i: usize, leader: &Leader) -> Item {
    let centre = paper.centre(leader.hex);
    let post = match leader.post {
        Post::Army => Cow::Borrowed("Army Commander"),
        Post::Wing(wing) => Cow::Owned(format!("commander of {}", scenario.wing(wing).name)),
        Post::Waiting => Cow::Borrowed("waiting"),
    };
    let name = leader_name(scenario, leader);
    let says = format!("{name}, {post}, rated {}, in {}.", leader.rating, leader.hex);
    Item {
        piece: Piece::new("leader", i as u32),
        side: Some(leader.side),
        name,
        parts: vec![Part {
            outline: oriented(centre.shifted(-SIDE * 0.7, -HALF * 0.58), 18.0, 18.0, 0),
            symbol: Cow::Borrowed("leader"),
        }],
        level: 0,
        states: Vec::new(),
        lost: 0,
        says,
    }
}

const fn arm(unit_type: UnitType) -> &'static str {
    match unit_type {
        UnitType::Cavalry { kind: CavalryType::Croat, .. } => "Croats",
        _ => match unit_type.arm() {
            UnitArm::HeavyInfantry => "heavy infantry",
            UnitArm::LightInfantry => "light infantry",
            UnitArm::Cavalry => "cavalry",
            UnitArm::Artillery => "artillery",
            UnitArm::Wagon => "wagon",
        },
    }
}

const fn symbol(unit_type: UnitType) -> &'static str {
    match unit_type.arm() {
        UnitArm::HeavyInfantry => "pike",
        UnitArm::LightInfantry => "shot",
        UnitArm::Cavalry => "horse",
        UnitArm::Artillery => "gun",
        UnitArm::Wagon => "wagon",
    }
}

/// A rectangle about a point, turned clockwise; its front edge comes first.
fn oriented(middle: Pt, wide: f64, deep: f64, degrees: i32) -> Vec<At> {
    let (sin, cos) = turn(degrees);
    let corner = |x: f64, y: f64| at(middle.shifted(x * cos - y * sin, x * sin + y * cos));
    let (w, d) = (wide / 2.0, deep / 2.0);
    vec![corner(-w, -d), corner(w, -d), corner(w, d), corner(-w, d)]
}

/// Sine and cosine of whole steps of 30 degrees, which is all that hexes need.
const fn turn(degrees: i32) -> (f64, f64) {
    const ROOT: f64 = 0.866_025_403_784_438_6;
    match degrees.rem_euclid(360) {
        30 => (0.5, ROOT),
        60 => (ROOT, 0.5),
        90 => (1.0, 0.0),
        120 => (ROOT, -0.5),
        150 => (0.5, -ROOT),
        180 => (0.0, -1.0),
        210 => (-0.5, -ROOT),
        240 => (-ROOT, -0.5),
        270 => (-1.0, 0.0),
        300 => (-ROOT, 0.5),
        330 => (-0.5, ROOT),
        _ => (0.0, 1.0),
    }
}
