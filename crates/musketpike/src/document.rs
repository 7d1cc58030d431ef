//! TOML files from outside, read with the place of every value, so that each fault can say where it is.

use std::cell::RefCell;
use std::fmt;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Longest file that is read.
pub const MOST_BYTES: usize = 4_000_000;
/// Most faults that are reported.
const MOST_FAULTS: usize = 40;

/// Something wrong in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The file.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Where in the document: `chart.musketry.front[3]`.
    pub place: String,
    /// What is wrong.
    pub wrong: String,
    /// What would mend it.
    pub remedy: String,
}

impl Fault {
    /// A file that cannot be read for a reason that nobody noted.
    pub(crate) fn unreadable(file: &str) -> Fault {
        Fault {
            file: file.to_owned(),
            line: 1,
            place: String::new(),
            wrong: "the file could not be read".to_owned(),
            remedy: "compare it with a file that comes with the program".to_owned(),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: ", self.file, self.line)?;
        if !self.place.is_empty() {
            write!(f, "{}: ", self.place)?;
        }
        write!(f, "{} ({})", self.wrong, self.remedy)
    }
}

/// Everything wrong in a file; at least one fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults(pub Vec<Fault>);

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, fault) in self.0.iter().enumerate() {
            if n > 0 {
                writeln!(f)?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

/// A file being read. Faults gather here, so that one reading finds many.
pub(crate) struct Document<'a> {
    file: &'a str,
    text: &'a str,
    faults: RefCell<Vec<Fault>>,
}

impl<'a> Document<'a> {
    pub(crate) fn new(file: &'a str, text: &'a str) -> Self {
        Document { file, text, faults: RefCell::new(Vec::new()) }
    }

    /// Parses the text as a table.
    pub(crate) fn parse(&self) -> Result<Spanned<DeTable<'a>>, Faults> {
        if self.text.len() > MOST_BYTES {
            return Err(Faults(vec![Fault {
                file: self.file.to_owned(),
                line: 1,
                place: String::new(),
                wrong: format!("the file has {} bytes", self.text.len()),
                remedy: format!("keep it below {MOST_BYTES} bytes"),
            }]));
        }
        DeTable::parse(self.text).map_err(|error| {
            Faults(vec![Fault {
                file: self.file.to_owned(),
                line: error.span().map_or(1, |span| self.line(span.start)),
                place: String::new(),
                wrong: format!("not valid TOML: {}", error.message()),
                remedy: "mend the line as the message says".to_owned(),
            }])
        })
    }

    fn line(&self, offset: usize) -> usize {
        1 + self.text.bytes().take(offset).filter(|b| *b == b'\n').count()
    }

    pub(crate) fn fault(
        &self,
        offset: usize,
        place: &str,
        wrong: impl Into<String>,
        remedy: impl Into<String>,
    ) {
        let mut faults = self.faults.borrow_mut();
        if faults.len() < MOST_FAULTS {
            faults.push(Fault {
                file: self.file.to_owned(),
                line: self.line(offset),
                place: place.to_owned(),
                wrong: wrong.into(),
                remedy: remedy.into(),
            });
        }
    }

    /// The faults found so far, in the order of the file.
    pub(crate) fn faults(&self) -> Vec<Fault> {
        let mut faults = self.faults.borrow().clone();
        faults.sort_by_key(|fault| fault.line);
        faults
    }

    /// The value, unless anything was wrong.
    pub(crate) fn finish<T>(&self, value: Option<T>) -> Result<T, Faults> {
        let faults = self.faults();
        match value {
            Some(value) if faults.is_empty() => Ok(value),
            _ if faults.is_empty() => Err(Faults(vec![Fault::unreadable(self.file)])),
            _ => Err(Faults(faults)),
        }
    }
}

/// A value of a document and its place.
#[derive(Clone)]
pub(crate) struct Node<'d, 'a> {
    doc: &'d Document<'a>,
    place: String,
    offset: usize,
    value: &'d DeValue<'a>,
}

/// A table of a document and its place.
#[derive(Clone)]
pub(crate) struct Table<'d, 'a> {
    doc: &'d Document<'a>,
    place: String,
    offset: usize,
    table: &'d DeTable<'a>,
}

impl<'d, 'a> Table<'d, 'a> {
    pub(crate) fn root(doc: &'d Document<'a>, table: &'d Spanned<DeTable<'a>>) -> Self {
        Table { doc, place: String::new(), offset: 0, table: table.get_ref() }
    }

    pub(crate) fn fault(&self, wrong: impl Into<String>, remedy: impl Into<String>) {
        self.doc.fault(self.offset, &self.place, wrong, remedy);
    }

    /// The value of a key, if it is there.
    pub(crate) fn get(&self, key: &str) -> Option<Node<'d, 'a>> {
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
    pub(crate) fn need(&self, key: &str) -> Option<Node<'d, 'a>> {
        let found = self.get(key);
        if found.is_none() {
            self.fault(format!("\"{key}\" is missing"), format!("add `{key} = ...`"));
        }
        found
    }

    /// Finds fault with every key that is not among these.
    pub(crate) fn only(&self, known: &[&str]) {
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
pub(crate) fn shown(text: &str) -> String {
    text.chars().take(40).collect()
}

impl<'d, 'a> Node<'d, 'a> {
    pub(crate) fn fault(&self, wrong: impl Into<String>, remedy: impl Into<String>) {
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

    pub(crate) fn table(&self) -> Option<Table<'d, 'a>> {
        match self.value {
            DeValue::Table(table) => {
                Some(Table { doc: self.doc, place: self.place.clone(), offset: self.offset, table })
            }
            _ => {
                self.expected("a table");
                None
            }
        }
    }

    pub(crate) fn text(&self) -> Option<&'d str> {
        match self.value {
            DeValue::String(text) => Some(text),
            _ => {
                self.expected("a text in quotes");
                None
            }
        }
    }

    /// A text of at most `most` characters, none of them a control character but line ends.
    pub(crate) fn short_text(&self, most: usize) -> Option<&'d str> {
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

    pub(crate) fn is_text(&self) -> bool {
        matches!(self.value, DeValue::String(_))
    }

    pub(crate) fn int(&self, least: i64, most: i64) -> Option<i64> {
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

    pub(crate) fn u8(&self, least: u8, most: u8) -> Option<u8> {
        self.int(i64::from(least), i64::from(most)).and_then(|n| u8::try_from(n).ok())
    }

    pub(crate) fn i8(&self, least: i8, most: i8) -> Option<i8> {
        self.int(i64::from(least), i64::from(most)).and_then(|n| i8::try_from(n).ok())
    }

    pub(crate) fn bool(&self) -> Option<bool> {
        match self.value {
            DeValue::Boolean(value) => Some(*value),
            _ => {
                self.expected("true or false");
                None
            }
        }
    }

    /// The items of a list.
    pub(crate) fn list(&self) -> Option<Vec<Node<'d, 'a>>> {
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
    pub(crate) fn list_of(&self, count: usize) -> Option<Vec<Node<'d, 'a>>> {
        let list = self.list()?;
        if list.len() != count {
            self.fault(format!("the list has {} entries", list.len()), format!("give it exactly {count}"));
            return None;
        }
        Some(list)
    }

    /// One of a closed set of words.
    pub(crate) fn word<T: Copy>(&self, known: &[(&str, T)]) -> Option<T> {
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
