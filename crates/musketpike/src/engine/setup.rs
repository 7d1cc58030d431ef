//! From a setup that came from outside to a battle laid out.

use super::{MusketPike, table::Table};
use crate::{
    charts::{Charts, FormationState},
    counters::{LeaderId, LeaderRole, UnitId},
    hex::{Facing, Hex, Placement},
    procedures::Battle,
    scenario::{LIBRARY, Layer, Limber, Options, Scenario, StartingOrders, UnitStart},
    world::{
        Fate, Formation, Leader, LeaderAction, MOST_UNITS, Marks, MoraleState, Origin, Phase, Post, Presence,
        Stack, Unit, Wing, World,
    },
};
use caracole_document::{Fault, Faults};
use caracole_kernel::{BySide, Refusal, Side, Start};
use caracole_ledger::rule;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Where a scenario comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ScenarioSource {
    /// One of the program's own, by its id.
    Id(String),
    /// The text of a scenario file.
    Text(String),
}

/// What a battle starts from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The scenario.
    pub scenario: ScenarioSource,
    /// The text of a file whose charts replace the program's own.
    #[serde(default)]
    pub charts: Option<String>,
    /// What the players agreed on.
    #[serde(default)]
    pub options: Options,
}

/// One of the program's scenarios with some of the options, by number: every pair comes up in turn.
pub(super) fn random(number: u64) -> Setup {
    let (scenario, options) = (number % LIBRARY.len() as u64, number / LIBRARY.len() as u64);
    let id = LIBRARY.get(scenario as usize).map_or("learning", |(id, _)| id);
    Setup {
        scenario: ScenarioSource::Id(id.to_owned()),
        charts: None,
        options: Options {
            starting_orders: if options & 1 == 0 {
                StartingOrders::Historical
            } else {
                StartingOrders::Secret
            },
            reaction_fire_exhaustion: options & 2 != 0,
            croats_as_arquebusiers: options & 4 != 0,
        },
    }
}

/// Validates a setup and lays out the battle.
pub(super) fn prepare(setup: &Setup) -> Result<Start<MusketPike>, Refusal> {
    let (scenario, charts) = load(setup)?;
    let table = Table::new(scenario, charts, setup.options);
    let world = lay_out(&table);
    Ok(Start { scenario: table, world, procedure: Battle::new().into() })
}

/// Reads scenario and charts; faults become a refusal that lists them.
fn load(setup: &Setup) -> Result<(Arc<Scenario>, Arc<Charts>), Refusal> {
    let faulty = |faults: Faults| {
        Refusal::new(
            rule!("TABLE-015"),
            format!("The files of this battle have faults:\n{faults}"),
            "Mend each fault where it is, or use the program's own files.",
        )
    };
    let files: Vec<(&str, &str)> = setup.charts.iter().map(|text| ("charts", text.as_str())).collect();
    let charts = Charts::read(&files).map_err(faulty)?;
    let scenario = match &setup.scenario {
        ScenarioSource::Id(id) => Scenario::by_id(id, &charts).unwrap_or_else(|| {
            Err(Faults(vec![Fault {
                place: "scenario".to_owned(),
                wrong: format!("there is no scenario \"{}\"", id.chars().take(40).collect::<String>()),
                remedy: format!(
                    "name one of: {}",
                    LIBRARY.iter().map(|(id, _)| *id).collect::<Vec<_>>().join(", ")
                ),
                ..Fault::unreadable("setup")
            }]))
        }),
        ScenarioSource::Text(text) => Scenario::read("scenario", text, &charts),
    };
    let scenario = scenario.map_err(faulty)?;
    if scenario.units.len() > MOST_UNITS || scenario.leaders.len() > MOST_LEADERS {
        return Err(Refusal::new(
            rule!("TABLE-015"),
            "The scenario has too many units or leaders",
            "Leave some out.",
        )
        .fact("most units", MOST_UNITS)
        .fact("units", scenario.units.len()));
    }
    Ok((Arc::new(scenario), Arc::new(charts)))
}

/// Leaders of a scenario, so that replacements in play have room.
const MOST_LEADERS: usize = 60;

/// The world as the scenario sets it up.
fn lay_out(table: &Table) -> World {
    let scenario = &table.scenario;
    let nowhere = Placement::One { hex: scenario.map.hexes().next().unwrap_or(ORIGIN), facing: Facing::E };
    let mut world = World {
        turn: 0,
        phase: Phase::Setup,
        initiative: Side::Red,
        activation: None,
        wings: Vec::new(),
        units: Vec::new(),
        leaders: Vec::new(),
        stacks: vec![Stack::default(); scenario.map.len()],
        moves: 0,
        holders: Vec::new(),
        openings: BySide::default(),
        last_finished: None,
        surrendered: BySide::default(),
    };
    for start in &scenario.unit_starts {
        world.units.push(unit_at_start(*start, nowhere));
    }
    for (i, leader) in scenario.leaders.iter().enumerate() {
        let (post, origin, in_post) = match leader.role {
            LeaderRole::ArmyCommander => (Post::Army, Origin::Original, true),
            LeaderRole::WingCommander(wing) => (Post::Wing(wing), Origin::Original, true),
            LeaderRole::WingReplacement(_) | LeaderRole::ArmyReplacement => {
                (Post::Waiting, Origin::Named, false)
            }
        };
        let hex = scenario.leader_starts.get(i).copied().flatten();
        let presence = match (hex, in_post) {
            (Some(_), true) => Presence::OnMap,
            (None, true) => Presence::ToCome,
            _ => Presence::Gone,
        };
        world.leaders.push(Leader {
            side: leader.side,
            post,
            origin,
            rating: leader.rating.0,
            hex: hex.unwrap_or(ORIGIN),
            presence,
            action: LeaderAction::None,
            withdrew: false,
            named: Some(i as u8),
        });
    }
    for (wing, start) in scenario.wings.iter().zip(&scenario.wing_starts) {
        let commander: LeaderId = wing.commander;
        let on_map = scenario.leader_starts.get(usize::from(commander.0)).copied().flatten().is_some();
        world.wings.push(Wing {
            orders: start.orders,
            commander: Some(commander),
            activations: 0,
            continuations: 0,
            finished: false,
            no_continue: false,
            bypassed: false,
            arrived: on_map,
            entered: 0,
        });
    }
    for location in &scenario.victory.locations {
        world.holders.extend(location.hexes.iter().map(|_| location.held_by));
    }
    for id in scenario.unit_ids() {
        if world.unit(id).in_play() {
            place(table, &mut world, id);
        }
    }
    world
}

const ORIGIN: Hex = match Hex::at(0, 0) {
    Some(hex) => hex,
    None => unreachable!(),
};

fn unit_at_start(start: UnitStart, nowhere: Placement) -> Unit {
    let mut unit = Unit {
        at: nowhere,
        fate: Fate::ToCome,
        formation: Formation::Normal,
        morale: MoraleState::Normal,
        casualties: 0,
        shots: 0,
        marks: Marks::default(),
        salvo_at: [None; 2],
        since: [0; 2],
    };
    if let UnitStart::OnMap { placement, formation, layer, limber } = start {
        unit.at = placement;
        unit.fate = Fate::OnMap;
        match formation {
            FormationState::Normal => {}
            FormationState::Shaken => unit.formation = Formation::Shaken,
            FormationState::Broken => unit.formation = Formation::Broken,
            FormationState::Hedgehog => unit.formation = Formation::Hedgehog,
            FormationState::OpenOrder => unit.formation = Formation::OpenOrder,
            FormationState::Column => unit.formation = Formation::Column,
            FormationState::MoraleBroken => unit.morale = MoraleState::Broken,
        }
        if layer == Layer::Top {
            unit.marks.set(Marks::ON_TOP);
        }
        if limber == Limber::Limbered {
            unit.marks.set(Marks::LIMBERED);
        }
    }
    unit
}

/// Puts a unit into the stacks of its hexes.
pub(crate) fn place(table: &Table, world: &mut World, id: UnitId) {
    let kind = table.scenario.unit(id).unit_type;
    for hex in world.unit(id).at.footprint().iter() {
        if let Some(i) = table.index(hex) {
            if Table::is_train(kind) {
                world.stacks[i].put_gun(id);
            } else {
                world.stacks[i].put_main(id, kind.is_mounted_cavalry());
            }
        }
    }
}

/// Takes a unit out of the stacks of its hexes.
pub(crate) fn lift(table: &Table, world: &mut World, id: UnitId) {
    for hex in world.unit(id).at.footprint().iter() {
        if let Some(i) = table.index(hex) {
            world.stacks[i].lift(id);
        }
    }
}
