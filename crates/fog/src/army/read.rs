//! Reading army files: bounded, validated, and refused with the place and a remedy.

use super::{Army, ArmyList};
use caracole_document::line_and_column;
use serde::de::DeserializeOwned;
use std::fmt;

/// How a file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// TOML.
    Toml,
    /// JSON.
    Json,
}

impl Format {
    /// JSON if the text opens like a JSON object, TOML otherwise.
    #[must_use]
    pub fn of(text: &str) -> Self {
        if text.trim_start().starts_with('{') { Format::Json } else { Format::Toml }
    }
}

/// A file that cannot be read as what it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MalformedFile {
    /// Line, counted from 1, where known.
    pub line: Option<usize>,
    /// Column, counted from 1, where known.
    pub column: Option<usize>,
    /// What is wrong, with the field.
    pub problem: String,
    /// The remedy.
    pub remedy: &'static str,
}

impl fmt::Display for MalformedFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(line), Some(column)) = (self.line, self.column) {
            write!(f, "line {line}, column {column}: ")?;
        }
        f.write_str(&self.problem)
    }
}

impl std::error::Error for MalformedFile {}

/// The largest file read.
const MOST_BYTES: usize = 1 << 20;
/// The most battle groups, commanders or kinds of base; far beyond any army, so that no file can waste hours.
const MOST_ITEMS: usize = 200;
const LONGEST_NAME: usize = 200;

fn parse<T: DeserializeOwned>(text: &str) -> Result<T, MalformedFile> {
    if text.len() > MOST_BYTES {
        return Err(MalformedFile {
            line: None,
            column: None,
            problem: format!("the file has {} bytes; the limit is {MOST_BYTES}", text.len()),
            remedy: "an army file has a few thousand bytes: check that this is the right file",
        });
    }
    match Format::of(text) {
        Format::Json => serde_json::from_str(text).map_err(|e| MalformedFile {
            line: Some(e.line()),
            column: Some(e.column()),
            problem: e.to_string(),
            remedy: "correct the value at this place; `caracole army new` writes an example file",
        }),
        Format::Toml => toml::from_str(text).map_err(|e| {
            let start = e.span().map(|s| s.start);
            let (line, column) = start.map(|at| line_and_column(text, at)).unzip();
            MalformedFile {
                line,
                column,
                problem: e.message().to_owned(),
                remedy: "correct the value at this place; `caracole army new` writes an example file",
            }
        }),
    }
}

fn bounded(what: &str, count: usize, most: usize) -> Result<(), MalformedFile> {
    if count <= most {
        return Ok(());
    }
    Err(MalformedFile {
        line: None,
        column: None,
        problem: format!("{count} {what}; the limit is {most}"),
        remedy: "shorten it",
    })
}

/// Reads an army from TOML or JSON. Whether it is legal is another question: see [`check`](super::check).
pub fn read_army(text: &str) -> Result<Army, MalformedFile> {
    let army: Army = parse(text)?;
    bounded("battle groups", army.battle_groups.len(), MOST_ITEMS)?;
    bounded("commanders", army.commanders.len(), MOST_ITEMS)?;
    bounded("letters in the army's name", army.name.chars().count(), LONGEST_NAME)?;
    for commander in &army.commanders {
        bounded("letters in a commander's name", commander.name.chars().count(), LONGEST_NAME)?;
    }
    for group in &army.battle_groups {
        bounded("letters in a battle group's name", group.name.chars().count(), LONGEST_NAME)?;
        bounded("kinds of base in a battle group", group.bases.len(), MOST_ITEMS)?;
    }
    Ok(army)
}

/// Reads an army list from TOML or JSON.
pub fn read_list(text: &str) -> Result<ArmyList, MalformedFile> {
    let list: ArmyList = parse(text)?;
    bounded("troop lines", list.troops.len(), MOST_ITEMS)?;
    for line in &list.troops {
        bounded("options of a troop line", line.options.len(), MOST_ITEMS)?;
    }
    Ok(list)
}

/// Writes an army as TOML.
pub fn write_army(army: &Army) -> Result<String, toml::ser::Error> {
    toml::to_string(army)
}
