//! From a file to a battle laid out: the scenario's own text is changed, so that the scenario's own checks judge it.

use super::{HexFile, UnitNow};
use crate::RefereeError;
use caracole_kernel::Battle;
use caracole_musketpike::{
    MusketPike,
    engine::{ScenarioSource, Setup, field::Field},
    world::{Formation, Marks, MoraleState, Presence, World},
};
use toml::{Table, Value};

/// The most changes of a file.
const MOST: usize = 500;

pub(super) fn unknown(what: &str, code: &str, place: &str) -> RefereeError {
    let shown: String = code.chars().take(40).collect();
    RefereeError::at(
        place,
        format!("the scenario has no {what} \"{shown}\""),
        "`caracole scenario show` lists codes and names",
    )
}

pub(super) fn battle(file: &HexFile, scenario: &str) -> Result<Battle<MusketPike>, RefereeError> {
    if file.units.len() + file.leaders.len() + file.orders.len() > MOST {
        return Err(RefereeError::at("unit", "there are too many", "give 500 changes or fewer"));
    }
    let mut text: Table = toml::from_str(scenario).map_err(|e| {
        RefereeError::at("scenario", e.message().to_owned(), "`caracole scenario check` finds every fault")
    })?;
    for (number, unit) in file.units.iter().enumerate() {
        let place = format!("unit {}", number + 1);
        let entry =
            entry(&mut text, "units", &unit.code).ok_or_else(|| unknown("unit", &unit.code, &place))?;
        for (key, value) in [("at", &unit.at), ("facing", &unit.facing), ("formation", &unit.formation)] {
            if let Some(value) = value {
                entry.insert(key.to_owned(), Value::String(value.clone()));
            }
        }
        if unit.at.is_some() {
            entry.remove("entry");
        }
    }
    for (number, leader) in file.leaders.iter().enumerate() {
        let place = format!("leader {}", number + 1);
        let entry = entry(&mut text, "leaders", &leader.code)
            .ok_or_else(|| unknown("leader", &leader.code, &place))?;
        match (leader.at, leader.off_map) {
            (Some(at), false) => {
                entry.insert("at".to_owned(), Value::String(at.to_string()));
            }
            (None, true) => {}
            _ => {
                return Err(RefereeError::at(
                    place,
                    "a leader is in a hex or off the map",
                    "give `at`, or `off_map = true`",
                ));
            }
        }
    }
    for (code, orders) in &file.orders {
        let entry = entry(&mut text, "wings", code).ok_or_else(|| unknown("wing", code, "orders"))?;
        entry.insert("orders".to_owned(), Value::String(orders.key().to_owned()));
    }
    let setup = Setup {
        scenario: ScenarioSource::Text(text.to_string()),
        charts: None,
        options: caracole_musketpike::scenario::Options::default(),
    };
    let (battle, _) = Battle::<MusketPike>::start(&setup)?;
    let table = battle.scenario();
    let scenario = &table.scenario;
    let mut refused = None;
    let battle = battle.with_world(|world| {
        for (number, now) in file.units.iter().enumerate() {
            let Some(id) = scenario.unit_by_code(&now.code) else { continue };
            let strength = Field::new(table, world).printed_strength(id);
            if let Err(problem) = mark(world, id, now, strength) {
                refused.get_or_insert((number, problem));
            }
        }
        for leader in file.leaders.iter().filter(|leader| leader.off_map) {
            let known = scenario.leaders.iter().position(|known| known.code == leader.code);
            if let Some(leader) = known.and_then(|id| world.leaders.get_mut(id)) {
                leader.presence = Presence::Away;
            }
        }
    });
    match refused {
        Some((number, problem)) => {
            Err(RefereeError::at(format!("unit {}", number + 1), problem, "mend the number"))
        }
        None => Ok(battle),
    }
}

fn entry<'a>(table: &'a mut Table, list: &str, code: &str) -> Option<&'a mut Table> {
    table
        .get_mut(list)?
        .as_array_mut()?
        .iter_mut()
        .filter_map(Value::as_table_mut)
        .find(|entry| entry.get("code").and_then(Value::as_str) == Some(code))
}

/// What no scenario says of a unit.
fn mark(
    world: &mut World,
    id: caracole_musketpike::counters::UnitId,
    now: &UnitNow,
    strength: u8,
) -> Result<(), &'static str> {
    if now.casualties > 0 && now.casualties >= strength {
        return Err("a unit with as many casualties as strength points is no more");
    }
    if now.pistols_fired > 2 {
        return Err("cavalry has two pistol shots");
    }
    let Some(unit) = world.units.get_mut(usize::from(id.0)) else { return Ok(()) };
    unit.morale = now.morale;
    unit.casualties = now.casualties;
    unit.shots = now.pistols_fired;
    if now.morale == MoraleState::Broken {
        unit.formation = Formation::Broken;
    }
    if now.momentum {
        unit.marks.set(Marks::MOMENTUM);
    }
    if now.salvo_fired {
        unit.marks.set(Marks::SALVO);
    }
    Ok(())
}
