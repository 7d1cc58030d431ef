//! What is wrong with a file that serde fills, where, and how to mend it: all at once, by field.

use crate::fault::line_and_column;
use crate::field::{Field, entry_at, field_at, offset_of};
use crate::nearest::nearest;
use serde::Serialize;
use serde::de::DeserializeOwned;
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

/// A file that cannot be used; it names at least one problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unusable {
    /// What is wrong, in the order of the file.
    pub problems: Vec<Problem>,
    /// More problems that are not listed.
    pub more: usize,
}

impl fmt::Display for Unusable {
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

impl std::error::Error for Unusable {}

/// Most problems that one report lists.
const MAX_LISTED: usize = 20;

/// Collects problems by field; places are looked up at the end.
#[derive(Debug, Default)]
pub struct Problems {
    found: Vec<(Field, String, String)>,
    more: usize,
}

impl Problems {
    /// Adds a problem at a field.
    pub fn add(&mut self, field: Field, message: impl Into<String>, remedy: impl Into<String>) {
        if self.found.len() < MAX_LISTED {
            self.found.push((field, message.into(), remedy.into()));
        } else {
            self.more += 1;
        }
    }

    /// How many there are so far.
    pub fn count(&self) -> usize {
        self.found.len() + self.more
    }

    /// Whether all is well so far.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// The report, with lines and columns where the text is at hand.
    pub fn report(self, source: Option<(&str, &Spanned<DeTable<'_>>)>) -> Unusable {
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
        Unusable { problems, more: self.more }
    }
}

impl Unusable {
    /// Reads a file into a type, with the place of everything in it. Every value that does not fit is reported: what
    /// has been found wrong is left out, and the rest is read again.
    pub fn read<T: DeserializeOwned>(text: &str) -> Result<(T, Spanned<DeTable<'_>>), Self> {
        let root = DeTable::parse(text).map_err(|e| syntax(text, &e))?;
        let mut problems = Vec::new();
        let mut left = text.to_owned();
        while problems.len() < MAX_LISTED {
            let error = match toml::from_str(&left) {
                Ok(file) if problems.is_empty() => return Ok((file, root)),
                Ok(_) => break,
                Err(error) => error,
            };
            // What is missing because it was left out is no fault of the file.
            if !problems.is_empty() && error.message().starts_with("missing field") {
                break;
            }
            problems.push(shape(text, &root, &error));
            match error.span().and_then(|span| without(&left, &root, span.start)) {
                Some(rest) => left = rest,
                None => break,
            }
        }
        problems.sort_by_key(|p| (p.line, p.column));
        Err(Unusable { problems, more: 0 })
    }
}

/// The text with the entry that covers an offset blanked out, if the rest can still be read.
fn without(text: &str, root: &Spanned<DeTable<'_>>, offset: usize) -> Option<String> {
    let entry = entry_at(root, offset)?;
    let blank: String =
        text.get(entry.clone())?.chars().map(|c| if c == '\n' { '\n' } else { ' ' }).collect();
    // Characters of several bytes make the blank shorter; places would be lost.
    let padded = format!("{blank}{}", " ".repeat(entry.len().checked_sub(blank.len())?));
    let rest = format!("{}{padded}{}", text.get(..entry.start)?, text.get(entry.end..)?);
    DeTable::parse(&rest).is_ok().then_some(rest)
}

/// A file that is not TOML.
fn syntax(text: &str, error: &toml::de::Error) -> Unusable {
    let (line, column) = line_and_column(text, error.span().map_or(0, |s| s.start));
    let message = format!("this is not TOML: {}", error.message().replace('\n', ", "));
    let remedy = "mend the syntax of this line".to_owned();
    Unusable { problems: vec![Problem { line, column, field: String::new(), message, remedy }], more: 0 }
}

/// A value that does not fit the format.
fn shape(text: &str, root: &Spanned<DeTable<'_>>, error: &toml::de::Error) -> Problem {
    let offset = error.span().map_or(0, |s| s.start);
    let (line, column) = line_and_column(text, offset);
    // What is missing from the file as a whole is reported for all of it.
    let whole = error.span().is_none_or(|s| s == root.span());
    let field = if whole { String::new() } else { field_at(root, offset).to_string() };
    let (message, remedy) = in_words(error.message());
    Problem { line, column, field, message, remedy }
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
