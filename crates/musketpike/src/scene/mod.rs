//! Pictures of maps and battles as SVG, in the manner of printed battle maps.

mod counter;
mod drag;
mod ground;
mod key;
mod land;
mod layers;
mod legend;
mod lines;
mod overlays;
mod paper;
mod region;
mod table;

pub use drag::drag;
pub use layers::{LAYERS, layer};
pub use overlays::overlays;
pub use table::{map_svg, place, scene};

use crate::charts::FormationState;
use crate::counters::{LeaderId, LeaderRole, Orders, UnitId};
use crate::engine::MusketPike;
use crate::hex::{Hex, Placement};
use crate::scenario::{Layer, Scenario, StartingOrders, UnitStart};
use crate::world::{Fate, Leader, Marks, MoraleState, Phase, Post, Presence, Unit};
use caracole_kernel::{Battle, BySide, Side};
use caracole_picture::Picture;
use caracole_picture::svg::{Pt, Svg, ViewBox};
use paper::Paper;

/// A moment of a battle to be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Units on the map, in the order in which they are drawn.
    pub units: Vec<UnitMark>,
    /// Leaders on the map.
    pub leaders: Vec<LeaderMark>,
    /// The Wings, in the order of the scenario.
    pub wings: Vec<WingMark>,
    /// The Army Commanders with their ratings.
    pub commanders: BySide<Option<(String, i8)>>,
    /// What the picture shows: "Opening position", "Turn 3 ...".
    pub caption: String,
}

/// A unit as it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitMark {
    /// Which.
    pub unit: UnitId,
    /// Where.
    pub placement: Placement,
    /// On top or at the bottom of its stack.
    pub layer: Layer,
    /// Casualty points.
    pub casualties: u8,
    /// Formation.
    pub formation: FormationState,
    /// Morale.
    pub morale: MoraleMark,
    /// Whether it serves, is disabled or in enemy hands.
    pub fate: Fate,
    /// Markers on it.
    pub marks: Marks,
    /// Pistol shots spent.
    pub shots: u8,
}

/// A leader as drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaderMark {
    /// Whose.
    pub side: Side,
    /// The name.
    pub name: String,
    /// Leadership rating.
    pub rating: i8,
    /// The post in the army.
    pub post: Post,
    /// Where.
    pub hex: Hex,
}

/// A Wing as the legend tells of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WingMark {
    /// Its commander with the rating, if it has one.
    pub commander: Option<(String, i8)>,
    /// Its Orders; `None` while they are secret.
    pub orders: Option<Orders>,
}

/// A leader's name, or the Wing of a replacement without one.
pub(crate) fn leader_name(scenario: &Scenario, leader: &Leader) -> String {
    match (leader.named.and_then(|i| scenario.leaders.get(usize::from(i))), leader.post) {
        (Some(named), _) => named.name.clone(),
        (None, Post::Wing(wing)) => format!("the new commander of {}", scenario.wing(wing).name),
        (None, _) => "a new commander".to_owned(),
    }
}

/// Morale as it is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MoraleMark {
    /// Normal.
    #[default]
    Normal,
    /// Morale Shaken.
    Shaken,
    /// Morale Broken.
    Broken,
}

impl Moment {
    /// The opening position of a scenario.
    pub fn opening(scenario: &Scenario) -> Moment {
        let units = scenario.unit_ids().zip(&scenario.unit_starts).filter_map(|(unit, start)| match *start {
            UnitStart::OnMap { placement, formation, layer, .. } => Some(UnitMark {
                unit,
                placement,
                layer,
                casualties: 0,
                formation,
                morale: MoraleMark::Normal,
                fate: Fate::OnMap,
                marks: Marks::default(),
                shots: 0,
            }),
            UnitStart::Reinforcement { .. } => None,
        });
        let leaders = scenario.leaders.iter().zip(&scenario.leader_starts).filter_map(|(leader, hex)| {
            Some(LeaderMark {
                side: leader.side,
                name: leader.name.clone(),
                rating: leader.rating.0,
                post: match leader.role {
                    LeaderRole::ArmyCommander => Post::Army,
                    LeaderRole::WingCommander(wing) => Post::Wing(wing),
                    _ => Post::Waiting,
                },
                hex: (*hex)?,
            })
        });
        let named = |id: LeaderId| {
            let leader = scenario.leader(id);
            (leader.name.clone(), leader.rating.0)
        };
        let wings = scenario.wings.iter().zip(&scenario.wing_starts).map(|(wing, start)| WingMark {
            commander: Some(named(wing.commander)),
            orders: Some(start.orders),
        });
        Moment {
            units: units.collect(),
            leaders: leaders.collect(),
            wings: wings.collect(),
            commanders: BySide::new_with(|side| scenario.armies[side].commander.map(named)),
            caption: "Opening position".to_owned(),
        }
    }

    /// A battle as it stands: every counter on the map, guns without crews included.
    pub fn of(battle: &Battle<MusketPike>, caption: String) -> Moment {
        let (world, scenario) = (battle.world(), &battle.scenario().scenario);
        let there = |unit: &Unit| matches!(unit.fate, Fate::OnMap | Fate::Disabled | Fate::Captured);
        let units = scenario.unit_ids().zip(&world.units).filter(|(_, unit)| there(unit));
        let units = units.map(|(id, unit)| UnitMark {
            unit: id,
            placement: unit.at,
            layer: if unit.is(Marks::ON_TOP) { Layer::Top } else { Layer::Bottom },
            casualties: unit.casualties,
            formation: unit.formation.state(),
            morale: match unit.morale {
                MoraleState::Normal => MoraleMark::Normal,
                MoraleState::Shaken => MoraleMark::Shaken,
                MoraleState::Broken => MoraleMark::Broken,
            },
            fate: unit.fate,
            marks: unit.marks,
            shots: unit.shots,
        });
        let leaders = world.leaders.iter().filter(|leader| leader.on_map()).map(|leader| LeaderMark {
            side: leader.side,
            name: leader_name(scenario, leader),
            rating: leader.rating,
            post: leader.post,
            hex: leader.hex,
        });
        let named = |leader: &Leader| (leader_name(scenario, leader), leader.rating);
        let setup = world.phase == Phase::Setup;
        let secret = setup && battle.scenario().options.starting_orders == StartingOrders::Secret;
        let wings = world.wings.iter().map(|wing| WingMark {
            commander: wing
                .commander
                .and_then(|id| world.leaders.get(usize::from(id.0)))
                .filter(|leader| !matches!(leader.presence, Presence::Eliminated | Presence::Gone))
                .map(named),
            orders: Some(wing.orders).filter(|_| !secret),
        });
        let commander = |side| {
            let in_post = |leader: &&Leader| {
                leader.side == side && leader.post == Post::Army && (leader.on_map() || setup)
            };
            world.leaders.iter().find(in_post).map(named)
        };
        Moment {
            units: units.collect(),
            leaders: leaders.collect(),
            wings: wings.collect(),
            commanders: BySide::new_with(commander),
            caption,
        }
    }
}

/// The opening position of a scenario as SVG.
pub fn scenario_svg(scenario: &Scenario) -> String {
    scene_svg(scenario, &Moment::opening(scenario))
}

/// A moment of a battle as SVG.
pub fn scene_svg(scenario: &Scenario, scene: &Moment) -> String {
    scene_picture(scenario, scene, usual_pixels(scenario)).svg
}

/// The width of a picture in which the numbers on the counters can be read.
pub fn usual_pixels(scenario: &Scenario) -> u32 {
    (Paper::new(&scenario.map).width * 1.25).clamp(1600.0, 4000.0) as u32
}

/// A moment of a battle as a picture of this width in pixels.
pub fn scene_picture(scenario: &Scenario, scene: &Moment, pixels: u32) -> Picture {
    let paper = Paper::new(&scenario.map);
    let foot = legend::height(scenario, &paper);
    let view = ViewBox { x: 0.0, y: 0.0, width: paper.width, height: paper.height + foot };
    let mut svg = Svg::new(view, pixels, &format!("{}: {}", scenario.title, scene.caption));
    svg.element("g").attr("font-family", "DejaVu Sans, Verdana, sans-serif").open();
    svg.element("rect").num("width", view.width).num("height", view.height).fill(PAPER).empty();
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
    counter::draw(&mut svg, &paper, scenario, scene);
    legend::draw(&mut svg, &paper, scenario, scene);
    svg.close();
    Picture { svg: svg.finish(), width: pixels, height: view.pixel_height(pixels) }
}

/// What is used many times: the outline at which the map is cut, and trees.
fn definitions(svg: &mut Svg, paper: &Paper<'_>) {
    svg.element("defs").open();
    svg.element("clipPath").attr("id", "map").open();
    svg.element("path").attr("d", region::border(paper).as_str()).empty();
    svg.close();
    ground::symbols(svg);
    svg.close();
}

const PAPER: &str = "#efe8d6";
const INK: &str = "#2b2620";

/// How a line of text looks.
#[derive(Clone, Copy)]
struct Type<'a> {
    size: f64,
    colour: &'a str,
    /// Colour of the rim that keeps it readable on any ground.
    rim: Option<&'a str>,
    bold: bool,
    centred: bool,
}

impl<'a> Type<'a> {
    /// Plain text that starts at its place.
    const fn plain(size: f64, colour: &'a str) -> Self {
        Type { size, colour, rim: None, bold: false, centred: false }
    }

    const fn bold(self) -> Self {
        Type { bold: true, ..self }
    }

    const fn centred(self) -> Self {
        Type { centred: true, ..self }
    }

    const fn rim(self, colour: &'a str) -> Self {
        Type { rim: Some(colour), ..self }
    }
}

/// Writes a line of text with its baseline at `at`.
fn write(svg: &mut Svg, at: Pt, text: &str, look: Type<'_>) {
    let mut e = svg.element("text").at(at).num("font-size", look.size);
    if look.bold {
        e = e.attr("font-weight", "bold");
    }
    if look.centred {
        e = e.attr("text-anchor", "middle");
    }
    e = e.fill(look.colour);
    if let Some(rim) = look.rim {
        e = e.stroke(rim, look.size * 0.26).attr("stroke-linejoin", "round").attr("paint-order", "stroke");
    }
    e.text(text);
}

#[cfg(test)]
mod tests;
