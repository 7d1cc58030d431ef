//! The Musket & Pike Battle Series.

mod scenarios;

use crate::{Entry, Undrawn, scenarios::first_sentence};
use caracole_bots::Arena;
use caracole_kernel::{
    Library, ScenarioInfo,
    log::{Log, replay},
};
use caracole_musketpike::{
    MusketPike,
    charts::Charts,
    scenario::{LIBRARY, Scenario},
    scene::{Moment, scene_picture, usual_pixels},
};
use caracole_picture::{Look, Picture};
use serde_json::{Value, json};

pub(crate) const ENTRY: Entry = Entry::of::<MusketPike>()
    .with_arena(&const { Arena::<MusketPike>::new() })
    .with_library(&Battles)
    .with_scenarios(&scenarios::Files)
    .drawn_by(draw_log)
    .rules_on_hexes(caracole_referee::rule_on_hexes);

/// The scenario that newcomers begin with.
const EASY: &str = "learning";

struct Battles;

impl Library for Battles {
    fn scenarios(&self) -> Vec<ScenarioInfo> {
        let Ok(charts) = Charts::read(&[]) else { return Vec::new() };
        let of = |id: &str| {
            let scenario = Scenario::by_id(id, &charts)?.ok()?;
            Some(ScenarioInfo {
                id: id.to_owned(),
                title: scenario.title,
                about: first_sentence(&scenario.about),
                sides: scenario.armies.map(|army| army.name),
                easy: id == EASY,
            })
        };
        LIBRARY.iter().filter_map(|(id, _)| of(id)).collect()
    }

    fn setup(&self, id: &str) -> Option<Value> {
        LIBRARY.iter().find(|(known, _)| *known == id)?;
        Some(json!({ "scenario": { "id": id } }))
    }
}

/// The map with everything on it.
fn draw_log(log: Log, _: &Look, width: Option<u32>) -> Result<Picture, Undrawn> {
    let replayed = replay::<MusketPike>(log)
        .map_err(|fault| Undrawn { problem: fault.to_string(), earlier_is_sound: false })?;
    if let Some(fault) = &replayed.fault {
        return Err(Undrawn { problem: fault.to_string(), earlier_is_sound: true });
    }
    let (battle, entries) = (replayed.battle(), replayed.session.entries().len());
    let scenario = &battle.scenario().scenario;
    let caption = format!("Turn {}, after entry {entries}", battle.world().turn);
    let pixels = width.unwrap_or_else(|| usual_pixels(scenario));
    Ok(scene_picture(scenario, &Moment::of(battle, caption), pixels))
}
