//! Armies of the two books, for those who build them.

use super::sheet::{heading, rows, sheet};
use caracole_fog::strength;
use caracole_fog::{
    army::{self, Army, ArmyReadings, Place, Problem},
    troops::{Armour, Book, Capability, Quality, Training, TroopType},
};
use caracole_kernel::{Armies, ArmyInfo, ArmyProblem, Judgement, Unreadable};
use serde_json::Value;
use std::collections::BTreeMap;

/// Armies of one of the two Field of Glory books.
pub(super) struct FogArmies {
    pub(super) book: Book,
}

impl FogArmies {
    fn read(&self, army: &Value) -> Result<Army, Unreadable> {
        let army = army::read_army(&army.to_string()).map_err(|e| Unreadable {
            problem: e.problem.lines().next().unwrap_or("The army cannot be read").to_owned(),
            remedy: e.remedy.to_string(),
        })?;
        if army.book == self.book {
            return Ok(army);
        }
        Err(Unreadable {
            problem: "The army follows another book".to_owned(),
            remedy: format!("Set `book` to {}.", self.book.system().code()),
        })
    }
}

impl Armies for FogArmies {
    fn list(&self) -> Vec<ArmyInfo> {
        let of_book = |file: &army::BuiltIn| {
            let army = army::builtin(file.id).filter(|army| army.book == self.book)?;
            let price = army::price(&army, &ArmyReadings::default()).ok()?;
            Some(ArmyInfo { id: file.id.to_owned(), name: title(&army), points: price.total() })
        };
        army::BUILT_IN.iter().filter_map(of_book).collect()
    }

    fn army(&self, id: &str) -> Option<Value> {
        let army = army::builtin(id).filter(|army| army.book == self.book)?;
        serde_json::to_value(army).ok()
    }

    fn words(&self) -> BTreeMap<String, Vec<String>> {
        let book = self.book;
        let mut all = vec![
            ("type", words(TroopType::ALL, |t| t.is_in(book), |t| t.word())),
            ("armour", words(Armour::ALL, |a| a.is_in(book), |a| a.word())),
            ("quality", words(Quality::ALL, |_| true, |q| q.word())),
            ("capability", words(Capability::ALL, |c| c.is_in(book), |c| c.word())),
            ("role", words(army::CommanderRole::ALL, |_| true, |r| r.word())),
            ("level", words(army::CommanderLevel::ALL, |l| l.is_in(book), |l| l.word())),
            ("list_says", words(army::GroupPermit::ALL, |_| true, |p| p.word())),
        ];
        if self.book == Book::Ancients {
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
            figures: vec![strength::break_point(&army), strength::initiative_modifier(&army)],
            problems: problems.into_iter().map(told).collect(),
        })
    }

    fn can_fight(&self) -> bool {
        true
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

    fn lines(&self, army: &Value) -> Result<Vec<String>, Unreadable> {
        let army = self.read(army)?;
        let price = army::price(&army, &ArmyReadings::default()).map_err(|problem| Unreadable {
            problem: format!("{}: {}", problem.place, problem.refusal.problem),
            remedy: problem.refusal.remedy.to_string(),
        })?;
        let mut lines = heading(&army, &price);
        let of =
            |row: super::sheet::Row| format!("{} {} x {} {}", row.group, row.count, row.base, row.points);
        lines.extend(rows(&army, &price).into_iter().map(of));
        Ok(lines)
    }

    fn text(&self, id: Option<&str>) -> Option<&'static str> {
        match id {
            None => Some(army::starter(self.book)),
            Some(id) => army::BUILT_IN.iter().find(|b| b.id.eq_ignore_ascii_case(id)).map(|b| b.text),
        }
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
