//! Scenario files of whichever system: read, checked, listed, shown and drawn.

use caracole_document::{Basis, Faults, Source, Word};
use caracole_ledger::RuleId;
use caracole_picture::{Look, Picture};
use serde_json::Value;

/// The scenario files of one system. Everything may be left out.
pub trait Scenarios: Send + Sync {
    /// Ids of the scenarios that come with the program.
    fn ids(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// The text of a scenario of the program.
    fn text(&self, _id: &str) -> Option<&'static str> {
        None
    }

    /// A small scenario to start a new one from.
    fn template(&self) -> Option<&'static str> {
        None
    }

    /// Whether a text is a scenario of this system. That can be seen even where the text has faults.
    fn owns(&self, _text: &str) -> bool {
        false
    }

    /// Reads a scenario. `name` is what messages call it: its id, or its file.
    fn load(&self, name: &str, _text: &str, _charts: ChartTexts<'_>) -> Result<Box<dyn Loaded>, Vec<Fault>> {
        Err(vec![Fault::new(name, "this system has no scenarios", "name another system")])
    }

    /// The charts by which the system is played that users may replace by their own.
    fn charts(&self, _charts: ChartTexts<'_>) -> Result<Vec<ChartInfo>, Vec<Fault>> {
        Ok(Vec::new())
    }
}

/// Names and texts of chart files that take the place of the program's charts.
pub type ChartTexts<'a> = &'a [(&'a str, &'a str)];

/// No scenarios.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoScenarios;

impl Scenarios for NoScenarios {}

/// A scenario that was read.
pub trait Loaded {
    /// What a battle starts from.
    fn setup(&self) -> Value;
    /// A row of a list of scenarios.
    fn listed(&self) -> Listed;
    /// Everything about it, to be read.
    fn shown(&self) -> Vec<Block>;
    /// The same for programs.
    fn shown_json(&self) -> Value;
    /// Its figures in a sentence that begins with its title, for a scenario without faults.
    fn figures(&self) -> String;
    /// The same for programs.
    fn figures_json(&self) -> Value;
    /// Its opening position; the width is in pixels.
    fn picture(&self, look: &Look, width: Option<u32>) -> Result<Picture, String>;
}

/// A row of a list of scenarios.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    /// Its title with its date.
    pub title: String,
    /// How many turns it lasts at most.
    pub turns: String,
    /// How large its table or map is.
    pub size: String,
    /// How many units each side has.
    pub units: String,
    /// How strong the sides are.
    pub strength: String,
    /// The row for programs.
    pub json: Value,
}

/// A part of what is shown of a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A line.
    Line(String),
    /// A table: its head and its rows.
    Table(Vec<&'static str>, Vec<Vec<String>>),
}

/// A chart and what it rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChartInfo {
    /// Its key in a file.
    pub key: &'static str,
    /// Its title.
    pub title: String,
    /// The rule that it belongs to.
    pub rule: RuleId,
    /// What its values rest on: the word used in files.
    pub basis: &'static str,
    /// The same for people.
    pub basis_in_words: &'static str,
    /// How likely it equals the printed one.
    pub confidence: Option<&'static str>,
    /// Why the values are what they are.
    pub why: Vec<String>,
    /// The user's file that it comes from, if it is not the program's.
    pub file: Option<String>,
}

impl ChartInfo {
    /// What a chart of a system rests on, and the rule that it belongs to.
    pub(crate) fn of<Key: Word>(source: &Source<Key>, rule: RuleId) -> Self {
        ChartInfo {
            key: source.key.key(),
            title: source.title.clone(),
            rule,
            basis: source.basis.key(),
            basis_in_words: match source.basis {
                Basis::Rules => "the text of the rules",
                Basis::Published => "a published card or page",
                Basis::Proposed => "our own proposal",
                Basis::Mixed => "several sources",
                Basis::User => "your own file",
            },
            confidence: source.confidence.map(Word::key),
            why: source.why.clone(),
            file: source.file.clone(),
        }
    }
}

/// The faults of a file with their places.
pub(crate) fn told(faults: Faults) -> Vec<Fault> {
    let of = |fault: caracole_document::Fault| {
        let place = if fault.place.is_empty() { String::new() } else { format!(": {}", fault.place) };
        Fault::new(format!("{}:{}{place}", fault.file, fault.line), fault.wrong, fault.remedy)
    };
    faults.0.into_iter().map(of).collect()
}

/// Something wrong in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where: the file, and the line where there is one.
    pub place: String,
    /// What is wrong.
    pub wrong: String,
    /// How to mend it.
    pub remedy: String,
}

impl Fault {
    pub(crate) fn new(place: impl Into<String>, wrong: impl Into<String>, remedy: impl Into<String>) -> Self {
        Fault { place: place.into(), wrong: wrong.into(), remedy: remedy.into() }
    }
}

/// A title with the date behind it, if there is one.
pub(crate) fn dated(title: &str, date: &str) -> String {
    match date {
        "" => title.to_owned(),
        date => format!("{title}, {date}"),
    }
}

/// The first sentence of a text, on one line.
pub(crate) fn first_sentence(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.find(". ") {
        Some(end) => line.get(..=end).unwrap_or(&line).to_owned(),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_sentence_ends_at_its_full_stop() {
        assert_eq!(first_sentence("Zwölf\n Pikeniere. Mehr nicht."), "Zwölf Pikeniere.");
        assert_eq!(first_sentence("One line"), "One line");
    }
}
