//! Renatio et Gloriam.

mod armies;
mod oracle;
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
    army::{builtin, read_army},
    battle::{Game, Renatio, Setup, encounter, position},
    scenarios as files,
};
use serde_json::Value;

pub(crate) const ENTRY: Entry = Entry::of::<Renatio>()
    .with_arena(&const { Arena::<Renatio>::new() })
    .with_library(&Battles)
    .with_scenarios(&scenarios::Files)
    .with_vocabulary(&caracole_renatio::VOCABULARY)
    .drawn_by(draw_log)
    .rules_on_positions(caracole_referee::retg::rule)
    .answered_by(&oracle::Questions);

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
        let ready = files::LIBRARY.iter().filter_map(of);
        ready.chain(ENCOUNTERS.iter().filter_map(told)).collect()
    }

    fn setup(&self, id: &str) -> Option<Value> {
        let known = ENCOUNTERS.iter().find(|one| one.id == id).and_then(setup_of);
        let setup = known.or_else(|| Some(files::by_id(id)?.ok()?.setup))?;
        serde_json::to_value(setup).ok()
    }

    fn setup_of_armies(&self, armies: BySide<Value>) -> Option<Value> {
        let read = |army: &Value| read_army("army", &army.to_string()).ok();
        let armies = BySide { red: read(&armies.red)?, blue: read(&armies.blue)? };
        serde_json::to_value(encounter(armies)).ok()
    }

    fn armies(&self) -> Option<&dyn Armies> {
        Some(&RenatioArmies)
    }
}

/// Two armies of the program that meet by the pre-battle.
struct Encounter {
    id: &'static str,
    title: &'static str,
    armies: BySide<&'static str>,
}

/// The armies of the charts, in pairs of enemies.
const ENCOUNTERS: &[Encounter] = &[
    Encounter {
        id: "retg/encounter-1632",
        title: "Swedes and Imperials, 1632, from the pre-battle",
        armies: BySide { red: "retg/swedish-1632", blue: "retg/imperial-1632" },
    },
    Encounter {
        id: "retg/encounter-1525",
        title: "French and Imperialists, 1525, from the pre-battle",
        armies: BySide { red: "retg/french-1525", blue: "retg/imperialist-1525" },
    },
    Encounter {
        id: "retg/encounter-1642",
        title: "Royalists and Parliament, 1642, from the pre-battle",
        armies: BySide { red: "retg/royalist-1642", blue: "retg/parliament-1642" },
    },
    Encounter {
        id: "retg/encounter-1683",
        title: "Poles and Ottomans, 1683, from the pre-battle",
        armies: BySide { red: "retg/polish-1683", blue: "retg/ottoman-1683" },
    },
];

fn setup_of(one: &Encounter) -> Option<Setup> {
    Some(encounter(BySide { red: builtin(one.armies.red)?, blue: builtin(one.armies.blue)? }))
}

fn told(one: &Encounter) -> Option<ScenarioInfo> {
    let setup = setup_of(one)?;
    Some(ScenarioInfo {
        id: one.id.to_owned(),
        title: one.title.to_owned(),
        about: "You choose the ground and deploy, as the rulebook has it.".to_owned(),
        sides: setup.armies.map(|army| army.name),
        easy: false,
    })
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
