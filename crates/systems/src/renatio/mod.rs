//! Renatio et Gloriam.

mod armies;
mod scenarios;

use crate::{Entry, Undrawn, scenarios::first_sentence};
use armies::RenatioArmies;
use caracole_bots::Arena;
use caracole_kernel::{
    Armies, BySide, Library, ScenarioInfo,
    log::{Log, replay},
};
use caracole_picture::{Look, Picture, draw};
use caracole_renatio::{
    army::read_army,
    battle::{Game, Renatio, meeting, position},
    scenarios as files,
};
use serde_json::Value;

pub(crate) const ENTRY: Entry = Entry::of::<Renatio>()
    .with_arena(&const { Arena::<Renatio>::new() })
    .with_library(&Battles)
    .with_scenarios(&scenarios::Files)
    .drawn_by(draw_log);

struct Battles;

impl Library for Battles {
    fn scenarios(&self) -> Vec<ScenarioInfo> {
        let of = |file: &files::ScenarioFile| {
            let ready = files::by_id(file.id)?.ok()?;
            Some(ScenarioInfo {
                id: file.id.to_owned(),
                title: ready.title,
                about: first_sentence(&ready.about),
                sides: ready.setup.armies.map(|army| army.name),
                easy: file.id == files::LESSON,
            })
        };
        files::LIBRARY.iter().filter_map(of).collect()
    }

    fn setup(&self, id: &str) -> Option<Value> {
        serde_json::to_value(files::by_id(id)?.ok()?.setup).ok()
    }

    fn setup_of_armies(&self, armies: BySide<Value>) -> Option<Value> {
        let read = |army: &Value| read_army("army", &army.to_string()).ok();
        let armies = BySide { red: read(&armies.red)?, blue: read(&armies.blue)? };
        serde_json::to_value(meeting(armies)?).ok()
    }

    fn armies(&self) -> Option<&dyn Armies> {
        Some(&RenatioArmies)
    }
}

/// The table with everything on it that is not hidden.
fn draw_log(log: Log, look: &Look, _: Option<u32>) -> Result<Picture, Undrawn> {
    let replayed = replay::<Renatio>(log)
        .map_err(|fault| Undrawn { problem: fault.to_string(), earlier_is_sound: false })?;
    if let Some(fault) = &replayed.fault {
        return Err(Undrawn { problem: fault.to_string(), earlier_is_sound: true });
    }
    let caption = format!("After entry {} of the log", replayed.session.entries().len());
    let battle = replayed.battle();
    Ok(draw(&position(Game::new(battle.scenario(), battle.world()), &caption), look))
}
