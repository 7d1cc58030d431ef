//! The two Field of Glory books.

mod armies;
mod scenarios;
pub mod sheet;

use crate::{Entry, Undrawn};
use armies::FogArmies;
use caracole_bots::Arena;
use caracole_fog::{
    army,
    battle::{ArmyChoice, Fogr, Setup, scenarios as files, scene, setup::encounters},
    troops::Book,
};
use caracole_kernel::{
    Armies, BySide, Library, ScenarioInfo,
    log::{Log, replay},
};
use caracole_picture::{Look, Picture, draw};
use serde_json::{Value, json};

/// Field of Glory Renaissance.
pub(crate) const RENAISSANCE: Entry = Entry::of::<Fogr>()
    .with_arena(&const { Arena::<Fogr>::new() })
    .with_library(&Renaissance)
    .with_scenarios(&scenarios::Files)
    .drawn_by(draw_log)
    .rules_on_positions(caracole_referee::fogr::rule);

/// Field of Glory, ancient and medieval: its armies.
pub(crate) const ANCIENTS: Entry =
    Entry::book(Book::Ancients.system().code(), Book::Ancients.system().title())
        .with_library(&Ancients)
        .with_vocabulary(&caracole_fog::ancients::VOCABULARY);

/// The most turns of a battle between two armies.
const TURNS: u16 = 24;

struct Renaissance;

impl Library for Renaissance {
    fn scenarios(&self) -> Vec<ScenarioInfo> {
        let ready = files::LIBRARY.iter().filter_map(|file| ready(file.id));
        let deployments = encounters::ENCOUNTERS.iter().filter_map(|file| deployment(file.id));
        ready.chain(deployments).collect()
    }

    fn setup(&self, id: &str) -> Option<Value> {
        let ready = files::by_id(id).map(|ready| ready.setup);
        serde_json::to_value(ready.or_else(|| encounters::encounter(id))?).ok()
    }

    fn setup_of_armies(&self, armies: BySide<Value>) -> Option<Value> {
        let armies = armies.map(|army| json!({ "list": army }));
        Some(json!({ "armies": armies, "turns": TURNS, "start": "deployment" }))
    }

    fn armies(&self) -> Option<&dyn Armies> {
        Some(&FogArmies { book: Book::Renaissance, can_fight: true })
    }
}

struct Ancients;

impl Library for Ancients {
    fn armies(&self) -> Option<&dyn Armies> {
        Some(&FogArmies { book: Book::Ancients, can_fight: false })
    }
}

/// The scenario that newcomers begin with.
const EASY: &str = "mill-field";

fn ready(id: &str) -> Option<ScenarioInfo> {
    let ready = files::by_id(id)?;
    Some(ScenarioInfo {
        id: id.to_owned(),
        title: ready.title,
        about: crate::scenarios::first_sentence(&ready.about),
        sides: sides(&ready.setup),
        easy: id == EASY,
    })
}

/// An encounter that begins with the choice of the ground.
fn deployment(id: &str) -> Option<ScenarioInfo> {
    let setup = encounters::encounter(id)?;
    let (place, year) = id.rsplit('/').next()?.strip_suffix("-deployment")?.rsplit_once('-')?;
    let mut letters = place.chars();
    let place: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
    Some(ScenarioInfo {
        id: id.to_owned(),
        title: format!("{place}, {year}, from the deployment"),
        about: "You choose the ground and deploy, as the rulebook has it.".to_owned(),
        sides: sides(&setup),
        easy: false,
    })
}

fn sides(setup: &Setup) -> BySide<String> {
    BySide::new_with(|side| match &setup.armies[side] {
        ArmyChoice::BuiltIn(id) => army::builtin(id).map_or_else(|| id.clone(), |army| army.name),
        ArmyChoice::List(army) => army.name.clone(),
    })
}

/// The table with everything on it that is not hidden.
fn draw_log(log: Log, look: &Look, _: Option<u32>) -> Result<Picture, Undrawn> {
    let replayed = replay::<Fogr>(log)
        .map_err(|fault| Undrawn { problem: fault.to_string(), earlier_is_sound: false })?;
    if let Some(fault) = &replayed.fault {
        return Err(Undrawn { problem: fault.to_string(), earlier_is_sound: true });
    }
    let caption = format!("After entry {} of the log", replayed.session.entries().len());
    Ok(draw(&scene::picture::position(replayed.battle().seen(), &caption), look))
}
