//! What is wrong with a position file, where, and how to mend it.

use super::nearest::nearest;
use super::place::{Field, field_at, line_and_column, offset_of};
use serde::Serialize;
use std::fmt;
use toml::Spanned;
use toml::de::DeTable;

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// The field, such as "group 3, facing"; entries are counted from 1. Empty for the file as a whole.
    pub field: String,
    /// What is wrong.
    pub message: String,
    /// How to mend it.
    pub remedy: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: ", self.line, self.column)?;
        if !self.field.is_empty() {
            write!(f, "{}: ", self.field)?;
        }
        write!(f, "{}; {}", self.message, self.remedy)
    }
}

/// A position file that cannot be used; it names at least one problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PositionError {
    /// What is wrong, in the order of the file.
    pub problems: Vec<Problem>,
    /// More problems that are not listed.
    pub more: usize,
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.problems.iter().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{problem}")?;
        }
        if self.more > 0 {
            write!(f, "\nand {} more", self.more)?;
        }
        Ok(())
    }
}

impl std::error::Error for PositionError {}

/// Most problems that one report lists.
const MAX_LISTED: usize = 20;

/// Collects problems by field; places are looked up at the end.
#[derive(Debug, Default)]
pub(crate) struct Problems {
    found: Vec<(Field, String, String)>,
    more: usize,
}

impl Problems {
    pub(crate) fn add(&mut self, field: Field, message: impl Into<String>, remedy: impl Into<String>) {
        if self.found.len() < MAX_LISTED {
            self.found.push((field, message.into(), remedy.into()));
        } else {
            self.more += 1;
        }
    }

    /// How many there are so far.
    pub(crate) fn count(&self) -> usize {
        self.found.len() + self.more
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// The report, with lines and columns where the text is at hand.
    pub(crate) fn report(self, source: Option<(&str, &Spanned<DeTable<'_>>)>) -> PositionError {
        let mut problems: Vec<Problem> = self
            .found
            .into_iter()
            .map(|(field, message, remedy)| {
                let (line, column) =
                    source.map_or((1, 1), |(text, root)| line_and_column(text, offset_of(root, &field)));
                Problem { line, column, field: field.to_string(), message, remedy }
            })
            .collect();
        problems.sort_by_key(|p| (p.line, p.column));
        PositionError { problems, more: self.more }
    }
}

/// A file that is wrong as a whole.
pub(crate) fn whole_file(message: impl Into<String>, remedy: impl Into<String>) -> PositionError {
    let problem =
        Problem { line: 1, column: 1, field: String::new(), message: message.into(), remedy: remedy.into() };
    PositionError { problems: vec![problem], more: 0 }
}

/// A file that is not TOML.
pub(crate) fn syntax(text: &str, error: &toml::de::Error) -> PositionError {
    let (line, column) = line_and_column(text, error.span().map_or(0, |s| s.start));
    let message = format!("this is not TOML: {}", error.message().replace('\n', ", "));
    let remedy = "mend the syntax of this line".to_owned();
    PositionError { problems: vec![Problem { line, column, field: String::new(), message, remedy }], more: 0 }
}

/// A file whose fields do not fit the format.
pub(crate) fn shape(text: &str, root: &Spanned<DeTable<'_>>, error: &toml::de::Error) -> PositionError {
    let offset = error.span().map_or(0, |s| s.start);
    let (line, column) = line_and_column(text, offset);
    // What is missing from the file as a whole is reported for all of it.
    let whole = error.span().is_none_or(|s| s == root.span());
    let field = if whole { String::new() } else { field_at(root, offset).to_string() };
    let (message, remedy) = in_words(error.message());
    PositionError { problems: vec![Problem { line, column, field, message, remedy }], more: 0 }
}

/// Serde's message in the words of players, and a remedy.
fn in_words(message: &str) -> (String, String) {
    let quoted: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    let (first, known) = match quoted.split_first() {
        Some((first, rest)) => (*first, rest),
        None => ("", &[][..]),
    };
    if message.starts_with("unknown field") {
        return (format!("there is no field `{first}` here"), choose(first, known, "use one of"));
    }
    if message.starts_with("unknown variant") {
        return (format!("`{first}` is not known here"), choose(first, known, "write one of"));
    }
    if message.starts_with("missing field") {
        return (format!("the field `{first}` is missing"), format!("add a line `{first} = ...`"));
    }
    if let Some(length) = message.strip_prefix("invalid length ")
        && let Some((found, expected)) = length.split_once(", expected ")
    {
        return (format!("a list of {found} does not fit here"), format!("write {}", plain(expected)));
    }
    if (message.starts_with("invalid type") || message.starts_with("invalid value"))
        && let Some((found, expected)) = message.split_once(", expected ")
    {
        let found = match found.split_once(": ").map_or(found, |(_, f)| f) {
            "sequence" => "a list",
            "map" => "a table",
            other => other,
        };
        return (format!("{found} does not fit here"), format!("write {}", plain(expected)));
    }
    (message.replace('\n', ", "), "correct the value".to_owned())
}

fn choose(word: &str, known: &[&str], lead: &str) -> String {
    match nearest(word, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("{lead} {}", known.join(", ")),
    }
}

fn plain(expected: &str) -> String {
    let expected = expected.trim();
    let known = [
        ("f64", "a number"),
        ("u32", "a whole number from 0 up"),
        ("a string", "text in quotes"),
        ("a boolean", "true or false"),
        ("a sequence", "a list in [ ]"),
        ("a map", "a table of fields"),
    ];
    known.iter().find(|(rust, _)| *rust == expected).map(|(_, words)| (*words).to_owned()).unwrap_or_else(
        || if expected.starts_with("struct ") { "a table of fields".into() } else { expected.into() },
    )
}
