//! The two Field of Glory books.

mod armies;
mod scenarios;
pub mod sheet;

use crate::{Entry, Undrawn};
use armies::FogArmies;
use caracole_bots::Arena;
use caracole_fog::{
    ancients::Ancients,
    army,
    battle::{ArmyChoice, Fog, Fogam, Fogr, Played, Setup, scenarios as files, scene, setup::encounters},
    renaissance::Renaissance,
    troops::Book,
};
use caracole_kernel::{
    Armies, BySide, Library, ScenarioInfo,
    log::{Log, replay},
};
use caracole_picture::{Look, Picture, draw};
use scenarios::Files;
use serde_json::{Value, json};

/// Field of Glory Renaissance.
pub(crate) const RENAISSANCE: Entry = Entry::of::<Fogr>()
    .with_arena(&const { Arena::<Fogr>::new() })
    .with_library(&BookLibrary { book: Book::Renaissance, easy: "mill-field" })
    .with_scenarios(&const { Files::<Renaissance>::new() })
    .drawn_by(draw_log::<Renaissance>)
    .rules_on_positions(caracole_referee::fog::rule::<Renaissance>);

/// Field of Glory, ancient and medieval.
pub(crate) const ANCIENTS: Entry = Entry::of::<Fogam>()
    .with_arena(&const { Arena::<Fogam>::new() })
    .with_library(&BookLibrary { book: Book::Ancients, easy: "foragers" })
    .with_scenarios(&const { Files::<Ancients>::new() })
    .drawn_by(draw_log::<Ancients>)
    .rules_on_positions(caracole_referee::fog::rule::<Ancients>)
    .with_vocabulary(&caracole_fog::ancients::VOCABULARY);

/// The most turns of a battle between two armies.
const TURNS: u16 = 24;

/// Scenarios and armies of a book.
struct BookLibrary {
    book: Book,
    /// The scenario that newcomers begin with.
    easy: &'static str,
}

impl BookLibrary {
    /// Whether an encounter is of this book.
    fn has(&self, id: &str) -> bool {
        id.split('/').next().is_some_and(|code| code.eq_ignore_ascii_case(self.book.system().code()))
    }
}

impl Library for BookLibrary {
    fn scenarios(&self) -> Vec<ScenarioInfo> {
        let ready = files::library(self.book).iter().filter_map(|file| ready(file.id, self.easy));
        let encounters = encounters::ENCOUNTERS.iter().filter(|file| self.has(file.id));
        ready.chain(encounters.filter_map(|file| deployment(file.id))).collect()
    }

    fn setup(&self, id: &str) -> Option<Value> {
        let ready = files::by_id(id).filter(|ready| ready.book == self.book).map(|ready| ready.setup);
        let encounter = || encounters::encounter(id).filter(|_| self.has(id));
        serde_json::to_value(ready.or_else(encounter)?).ok()
    }

    fn setup_of_armies(&self, armies: BySide<Value>) -> Option<Value> {
        let armies = armies.map(|army| json!({ "list": army }));
        Some(json!({ "armies": armies, "turns": TURNS, "start": "deployment" }))
    }

    fn armies(&self) -> Option<&dyn Armies> {
        Some(match self.book {
            Book::Renaissance => &FogArmies { book: Book::Renaissance },
            Book::Ancients => &FogArmies { book: Book::Ancients },
        })
    }
}

fn ready(id: &str, easy: &str) -> Option<ScenarioInfo> {
    let ready = files::by_id(id)?;
    Some(ScenarioInfo {
        id: id.to_owned(),
        title: ready.title,
        about: crate::scenarios::first_sentence(&ready.about),
        sides: sides(&ready.setup),
        easy: id == easy,
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
fn draw_log<B: Played>(log: Log, look: &Look, _: Option<u32>) -> Result<Picture, Undrawn> {
    let replayed = replay::<Fog<B>>(log)
        .map_err(|fault| Undrawn { problem: fault.to_string(), earlier_is_sound: false })?;
    if let Some(fault) = &replayed.fault {
        return Err(Undrawn { problem: fault.to_string(), earlier_is_sound: true });
    }
    let caption = format!("After entry {} of the log", replayed.session.entries().len());
    Ok(draw(&scene::picture::position(replayed.battle().seen(), &caption), look))
}
