//! The books behind one door: questions and fight files of either.

use crate::ancients::Ancients;
use crate::combat::{
    Answers, Chances, Conditions, FightFile, Kind, Mattered, PartExplained,
    ask::{AskError, answer, answer_line},
    course_odds, mattered,
};
use crate::renaissance::Renaissance;
use crate::troops::Book;
use caracole_odds::Distribution;
use serde_json::Value;
use std::collections::BTreeMap;

pub use crate::combat::ask::{LONGEST_LINE, ask_schema, course_value, name_of, part_value};

/// Answers one line of questions; a bad line gets an error for an answer.
pub fn ask_line(line: &str, default: Book) -> Value {
    answer_line(line, default, ask)
}

/// Answers one question.
pub fn ask(
    book: Book,
    kind: Kind,
    question: Value,
    options: &BTreeMap<String, bool>,
) -> Result<Value, AskError> {
    match book {
        Book::Renaissance => answer::<Renaissance>(kind, question, options),
        Book::Ancients => answer::<Ancients>(kind, question, options),
    }
}

/// A fight worked out.
#[derive(Debug)]
pub struct Combat {
    /// Names of the battle groups.
    pub names: Vec<String>,
    /// Number of phases.
    pub phases: usize,
    /// The dice of the first phase, explained.
    pub parts: Vec<PartExplained>,
    /// What becomes of every battle group.
    pub odds: Distribution<Conditions>,
    /// The options that mattered.
    pub options: Vec<Mattered>,
}

/// Works out the exact odds of a fight file.
pub fn combat(file: &FightFile) -> Result<Combat, AskError> {
    match file.system {
        Book::Renaissance => combat_by::<Renaissance>(file),
        Book::Ancients => combat_by::<Ancients>(file),
    }
}

fn combat_by<B: Answers>(file: &FightFile) -> Result<Combat, AskError> {
    let built = file.build::<B>()?;
    let mut chances = Chances::default();
    let odds = course_odds::<B>(&mut chances, &built.fights, built.readings)?;
    let told = |odds: &Distribution<Conditions>| course_value(&built.names, odds);
    let answer = told(&odds);
    let again = |readings| {
        course_odds::<B>(&mut Chances::default(), &built.fights, readings).ok().map(|odds| told(&odds))
    };
    let options = mattered(B::READINGS, built.readings, &answer, again);
    let parts = built.fights.first().map(|fight| B::explain(fight, built.readings)).unwrap_or_default();
    Ok(Combat { phases: built.fights.len(), parts, odds, options, names: built.names })
}
