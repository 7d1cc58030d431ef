//! What the server offers to fight with: scenarios and armies of the systems that this program plays.

use crate::commands::army::sheet;
use caracole_fog::{
    army::{self, Army, ArmyReadings, Place, Problem},
    battle::{ArmyChoice, Setup, scenarios, setup::encounters},
    troops::{Armour, Book, Capability, Quality, Training, TroopType},
};
use caracole_kernel::BySide;
use caracole_musketpike::{charts::Charts, scenario::LIBRARY, scenario::Scenario};
use caracole_server::library::{Armies, ArmyInfo, ArmyProblem, Judgement, Library, ScenarioInfo, Unreadable};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The program's own library.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OwnLibrary;

impl Library for OwnLibrary {
    fn scenarios(&self, system: &str) -> Vec<ScenarioInfo> {
        match system {
            "mpbs" => hex_battles(),
            "fogr" => {
                let ready = scenarios::LIBRARY.iter().filter_map(|file| ready(file.id));
                let deployments = encounters::ENCOUNTERS.iter().filter_map(|file| deployment(file.id));
                ready.chain(deployments).collect()
            }
            _ => Vec::new(),
        }
    }

    fn setup(&self, system: &str, id: &str) -> Option<Value> {
        match system {
            "mpbs" => {
                LIBRARY.iter().find(|(known, _)| *known == id)?;
                Some(json!({ "scenario": { "id": id } }))
            }
            "fogr" => {
                let ready = scenarios::by_id(id).map(|ready| ready.setup);
                serde_json::to_value(ready.or_else(|| encounters::encounter(id))?).ok()
            }
            _ => None,
        }
    }

    fn setup_of_armies(&self, system: &str, armies: BySide<Value>) -> Option<Value> {
        let armies = armies.map(|army| json!({ "list": army }));
        (system == "fogr").then(|| json!({ "armies": armies, "turns": 24, "start": "deployment" }))
    }

    fn armies(&self, system: &str) -> Option<&dyn Armies> {
        match system {
            "fogr" => Some(&FogArmies(Book::Renaissance)),
            "fogam" => Some(&FogArmies(Book::Ancients)),
            _ => None,
        }
    }
}

fn hex_battles() -> Vec<ScenarioInfo> {
    let Ok(charts) = Charts::read(&[]) else { return Vec::new() };
    let of = |id: &str| {
        let scenario = Scenario::by_id(id, &charts)?.ok()?;
        Some(ScenarioInfo {
            id: id.to_owned(),
            title: scenario.title,
            about: first_sentence(&scenario.about),
            sides: scenario.armies.map(|army| army.name),
            easy: id == "learning",
        })
    };
    LIBRARY.iter().filter_map(|(id, _)| of(id)).collect()
}

fn first_sentence(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line.find(". ").map_or(line.clone(), |end| line.chars().take(line[..=end].chars().count()).collect())
}

fn ready(id: &str) -> Option<ScenarioInfo> {
    let ready = scenarios::by_id(id)?;
    Some(ScenarioInfo {
        id: id.to_owned(),
        title: ready.title,
        about: first_sentence(&ready.about),
        sides: sides(&ready.setup),
        easy: id == "mill-field",
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

/// Armies of one of the two Field of Glory books.
struct FogArmies(Book);

impl FogArmies {
    fn read(&self, army: &Value) -> Result<Army, Unreadable> {
        let army = army::read_army(&army.to_string()).map_err(|e| Unreadable {
            problem: e.problem.lines().next().unwrap_or("The army cannot be read").to_owned(),
            remedy: e.remedy.to_string(),
        })?;
        if army.book == self.0 {
            return Ok(army);
        }
        Err(Unreadable {
            problem: "The army follows another book".to_owned(),
            remedy: format!("Set `book` to {}.", self.0.system().code()),
        })
    }
}

impl Armies for FogArmies {
    fn list(&self) -> Vec<ArmyInfo> {
        let of_book = |file: &army::BuiltIn| {
            let army = army::builtin(file.id).filter(|army| army.book == self.0)?;
            let price = army::price(&army, &ArmyReadings::default()).ok()?;
            Some(ArmyInfo { id: file.id.to_owned(), name: title(&army), points: price.total() })
        };
        army::BUILT_IN.iter().filter_map(of_book).collect()
    }

    fn army(&self, id: &str) -> Option<Value> {
        let army = army::builtin(id).filter(|army| army.book == self.0)?;
        serde_json::to_value(army).ok()
    }

    fn words(&self) -> BTreeMap<String, Vec<String>> {
        let book = self.0;
        let mut all = vec![
            ("type", words(TroopType::ALL, |t| t.is_in(book), |t| t.word())),
            ("armour", words(Armour::ALL, |a| a.is_in(book), |a| a.word())),
            ("quality", words(Quality::ALL, |_| true, |q| q.word())),
            ("capability", words(Capability::ALL, |c| c.is_in(book), |c| c.word())),
            ("role", words(army::CommanderRole::ALL, |_| true, |r| r.word())),
            ("level", words(army::CommanderLevel::ALL, |l| l.is_in(book), |l| l.word())),
            ("list_says", words(army::GroupPermit::ALL, |_| true, |p| p.word())),
        ];
        if self.0 == Book::Ancients {
            all.push(("training", words(Training::ALL, |_| true, |t| t.word())));
        }
        all.into_iter().map(|(field, words)| (field.to_owned(), words)).collect()
    }

    fn judge(&self, army: &Value) -> Result<Judgement, Unreadable> {
        let army = self.read(army)?;
        let readings = ArmyReadings::default();
        let mut problems = army::check(&army, &readings);
        let price = army::price(&army, &readings);
        let (total, groups) = match price {
            Ok(price) => (Some(price.tally), price.battle_groups.into_iter().map(|g| g.tally).collect()),
            Err(problem) => {
                if !problems.contains(&problem) {
                    problems.push(problem);
                }
                (None, Vec::new())
            }
        };
        Ok(Judgement {
            total,
            groups,
            figures: vec![army::break_point(&army), army::initiative_modifier(&army)],
            problems: problems.into_iter().map(told).collect(),
        })
    }

    fn sheet(&self, army: &Value) -> Result<String, Unreadable> {
        let army = self.read(army)?;
        let readings = ArmyReadings::default();
        let problems = army::check(&army, &readings);
        let price = army::price(&army, &readings).map_err(|problem| Unreadable {
            problem: format!("{}: {}", problem.place, problem.refusal.problem),
            remedy: problem.refusal.remedy.to_string(),
        })?;
        Ok(sheet(&army, &price, &problems))
    }
}

/// The words of those that are in the book.
fn words<T: Copy>(all: &[T], is_in: impl Fn(T) -> bool, word: impl Fn(T) -> &'static str) -> Vec<String> {
    all.iter().copied().filter(|one| is_in(*one)).map(|one| word(one).to_owned()).collect()
}

fn title(army: &Army) -> String {
    match &army.date {
        Some(date) => format!("{}, {date}", army.name),
        None => army.name.clone(),
    }
}

fn told(problem: Problem) -> ArmyProblem {
    let group = match &problem.place {
        Place::BattleGroup(number, _) => number.checked_sub(1),
        Place::Army | Place::Commander(..) => None,
    };
    ArmyProblem { place: problem.place.to_string(), group, refusal: problem.refusal }
}
