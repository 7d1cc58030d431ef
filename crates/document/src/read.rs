//! A file, its tables and its values.

use crate::fault::{Fault, Faults, line_and_column};
use std::cell::RefCell;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Longest file that is read.
pub const MOST_BYTES: usize = 4_000_000;
/// Most faults that are reported.
const MOST_FAULTS: usize = 40;

/// A file being read. Faults gather here, so that one reading finds many.
#[derive(Debug)]
pub struct Document<'a> {
    file: &'a str,
    text: &'a str,
    faults: RefCell<Vec<Fault>>,
}

impl<'a> Document<'a> {
    /// A file by its name and its text.
    pub fn new(file: &'a str, text: &'a str) -> Self {
        Document { file, text, faults: RefCell::new(Vec::new()) }
    }

    /// Parses the text as a table.
    pub fn parse(&self) -> Result<Spanned<DeTable<'a>>, Faults> {
        if self.text.len() > MOST_BYTES {
            return Err(Faults(vec![Fault {
                wrong: format!("the file has {} bytes", self.text.len()),
                remedy: format!("keep it below {MOST_BYTES} bytes"),
                ..Fault::unreadable(self.file)
            }]));
        }
        DeTable::parse(self.text).map_err(|error| {
            let (line, column) = line_and_column(self.text, error.span().map_or(0, |span| span.start));
            Faults(vec![Fault {
                line,
                column,
                wrong: format!("not valid TOML: {}", error.message()),
                remedy: "mend the line as the message says".to_owned(),
                ..Fault::unreadable(self.file)
            }])
        })
    }

    /// Notes a fault at an offset of the text.
    pub fn fault(&self, offset: usize, place: &str, wrong: impl Into<String>, remedy: impl Into<String>) {
        let mut faults = self.faults.borrow_mut();
        if faults.len() < MOST_FAULTS {
            let (line, column) = line_and_column(self.text, offset);
            faults.push(Fault {
                file: self.file.to_owned(),
                line,
                column,
                place: place.to_owned(),
                wrong: wrong.into(),
                remedy: remedy.into(),
            });
        }
    }

    /// The faults found so far, in the order of the file.
    pub fn faults(&self) -> Vec<Fault> {
        let mut faults = self.faults.borrow().clone();
        faults.sort_by_key(|fault| fault.line);
        faults
    }

    /// The value, unless anything was wrong.
    pub fn finish<T>(&self, value: Option<T>) -> Result<T, Faults> {
        let faults = self.faults();
        match value {
            Some(value) if faults.is_empty() => Ok(value),
            _ if faults.is_empty() => Err(Faults(vec![Fault::unreadable(self.file)])),
            _ => Err(Faults(faults)),
        }
    }
}

/// A value of a document and its place.
#[derive(Clone, Debug)]
pub struct Node<'d, 'a> {
    doc: &'d Document<'a>,
    place: String,
    offset: usize,
    value: &'d DeValue<'a>,
}

/// A table of a document and its place.
#[derive(Clone, Debug)]
pub struct Section<'d, 'a> {
    doc: &'d Document<'a>,
    place: String,
    offset: usize,
    table: &'d DeTable<'a>,
}

impl<'d, 'a> Section<'d, 'a> {
    /// The whole of a document that was parsed.
    pub fn root(doc: &'d Document<'a>, table: &'d Spanned<DeTable<'a>>) -> Self {
        Section { doc, place: String::new(), offset: 0, table: table.get_ref() }
    }

    /// Notes a fault here.
    pub fn fault(&self, wrong: impl Into<String>, remedy: impl Into<String>) {
        self.doc.fault(self.offset, &self.place, wrong, remedy);
    }

    /// The value of a key, if it is there.
    pub fn get(&self, key: &str) -> Option<Node<'d, 'a>> {
        let (at, value) = self.table.get_key_value(key)?;
        Some(Node {
            doc: self.doc,
            place: self.below(key),
            // A table written under its own header starts elsewhere than its key does.
            offset: if value.span().is_empty() { at.span().start } else { value.span().start },
            value: value.get_ref(),
        })
    }

    /// The value of a key that must be there.
    pub fn need(&self, key: &str) -> Option<Node<'d, 'a>> {
        let found = self.get(key);
        if found.is_none() {
            self.fault(format!("\"{key}\" is missing"), format!("add `{key} = ...`"));
        }
        found
    }

    /// Finds fault with every key that is not among these.
    pub fn only(&self, known: &[&str]) {
        for key in self.table.keys() {
            let word: &str = key.get_ref();
            if !known.contains(&word) {
                self.doc.fault(
                    key.span().start,
                    &self.place,
                    format!("\"{}\" is not known here", shown(word)),
                    format!("remove it or use one of: {}", known.join(", ")),
                );
            }
        }
    }

    fn below(&self, key: &str) -> String {
        let key = shown(key);
        if self.place.is_empty() { key } else { format!("{}.{key}", self.place) }
    }
}

/// At most 40 characters of what a file says.
pub fn shown(text: &str) -> String {
    text.chars().take(40).collect()
}

impl<'d, 'a> Node<'d, 'a> {
    /// Notes a fault here.
    pub fn fault(&self, wrong: impl Into<String>, remedy: impl Into<String>) {
        self.doc.fault(self.offset, &self.place, wrong, remedy);
    }

    fn kind(&self) -> &'static str {
        match self.value {
            DeValue::String(_) => "a text",
            DeValue::Integer(_) => "a whole number",
            DeValue::Float(_) => "a number with a point",
            DeValue::Boolean(_) => "true or false",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        }
    }

    fn expected(&self, what: &str) {
        self.fault(format!("this is {}", self.kind()), format!("write {what}"));
    }

    /// As a table.
    pub fn section(&self) -> Option<Section<'d, 'a>> {
        match self.value {
            DeValue::Table(table) => {
                Some(Section { doc: self.doc, place: self.place.clone(), offset: self.offset, table })
            }
            _ => {
                self.expected("a table");
                None
            }
        }
    }

    /// As a text.
    pub fn text(&self) -> Option<&'d str> {
        match self.value {
            DeValue::String(text) => Some(text),
            _ => {
                self.expected("a text in quotes");
                None
            }
        }
    }

    /// A text of at most `most` characters, none of them a control character but line ends.
    pub fn short_text(&self, most: usize) -> Option<&'d str> {
        let text = self.text()?;
        if text.chars().count() > most {
            self.fault(format!("the text is longer than {most} characters"), "shorten it");
            return None;
        }
        if text.chars().any(|c| c.is_control() && c != '\n') {
            self.fault("the text has control characters", "remove them");
            return None;
        }
        Some(text)
    }

    /// Whether it is a text.
    pub fn is_text(&self) -> bool {
        matches!(self.value, DeValue::String(_))
    }

    /// As a whole number of a range.
    pub fn int(&self, least: i64, most: i64) -> Option<i64> {
        let DeValue::Integer(number) = self.value else {
            self.expected(&format!("a whole number from {least} to {most}"));
            return None;
        };
        let value = i64::from_str_radix(number.as_str(), number.radix()).ok();
        if let Some(value) = value
            && (least..=most).contains(&value)
        {
            return Some(value);
        }
        self.fault(
            format!("{} is out of range", shown(number.as_str())),
            format!("write a whole number from {least} to {most}"),
        );
        None
    }

    /// The same, small.
    pub fn u8(&self, least: u8, most: u8) -> Option<u8> {
        self.int(i64::from(least), i64::from(most)).and_then(|n| u8::try_from(n).ok())
    }

    /// The same, small, with a sign.
    pub fn i8(&self, least: i8, most: i8) -> Option<i8> {
        self.int(i64::from(least), i64::from(most)).and_then(|n| i8::try_from(n).ok())
    }

    /// As true or false.
    pub fn bool(&self) -> Option<bool> {
        match self.value {
            DeValue::Boolean(value) => Some(*value),
            _ => {
                self.expected("true or false");
                None
            }
        }
    }

    /// The items of a list.
    pub fn list(&self) -> Option<Vec<Node<'d, 'a>>> {
        let DeValue::Array(array) = self.value else {
            self.expected("a list in square brackets");
            return None;
        };
        Some(
            array
                .iter()
                .enumerate()
                .map(|(n, item)| Node {
                    doc: self.doc,
                    place: format!("{}[{n}]", self.place),
                    offset: item.span().start,
                    value: item.get_ref(),
                })
                .collect(),
        )
    }

    /// The items of a list that has exactly so many.
    pub fn list_of(&self, count: usize) -> Option<Vec<Node<'d, 'a>>> {
        let list = self.list()?;
        if list.len() != count {
            self.fault(format!("the list has {} entries", list.len()), format!("give it exactly {count}"));
            return None;
        }
        Some(list)
    }

    /// One of a closed set of words.
    pub fn word<T: Copy>(&self, known: &[(&str, T)]) -> Option<T> {
        let text = self.text()?;
        let found = known.iter().find(|(key, _)| *key == text).map(|(_, value)| *value);
        if found.is_none() {
            let words: Vec<&str> = known.iter().map(|(key, _)| *key).collect();
            self.fault(
                format!("\"{}\" is not a word known here", shown(text)),
                format!("use one of: {}", words.join(", ")),
            );
        }
        found
    }
}
