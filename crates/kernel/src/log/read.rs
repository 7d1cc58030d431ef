//! Reading a log: everything before the damage, and what the damage is.

use super::{End, Entry, FORMAT, Header, digest, line};
use crate::RulesVersion;
use serde::Deserialize;
use serde_json::Value;
use std::fmt;

/// Bounds on what is read; a log beyond them is refused, not loaded.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Longest line in bytes.
    pub line: usize,
    /// Most entries.
    pub entries: usize,
    /// Largest file in bytes.
    pub bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { line: 8 << 20, entries: 2_000_000, bytes: 512 << 20 }
    }
}

/// A log as far as it could be read. Decisions are still JSON: what they mean is the system's business.
#[derive(Clone, Debug)]
pub struct Log {
    /// What the battle started from.
    pub header: Header,
    /// The entries before any damage.
    pub entries: Vec<Entry<Value>>,
    /// The closing line, if the battle is over and the log is whole.
    pub end: Option<End>,
    /// Sum of the last sound line, for going on with the log.
    pub sum: String,
    /// What is wrong with the rest.
    pub damage: Option<Damage>,
}

/// What is wrong with a log, and where.
#[derive(Clone, Debug, PartialEq)]
pub enum Damage {
    /// There is nothing in it.
    Empty,
    /// It is beyond the limits.
    TooLarge {
        /// Line, or 0 for the whole file.
        line: usize,
        /// What is too large.
        what: &'static str,
    },
    /// Bytes that are not text.
    NotText {
        /// Line.
        line: usize,
    },
    /// The first line is not the header of a log.
    NotALog {
        /// Why not.
        reason: String,
    },
    /// The log's own format is another version's.
    Format {
        /// The version it says.
        found: u16,
    },
    /// The setup does not match its digest.
    Setup {
        /// Which part.
        part: String,
    },
    /// The last line breaks off.
    Truncated {
        /// Line.
        line: usize,
    },
    /// A line that is not JSON of the right shape.
    Malformed {
        /// Line.
        line: usize,
        /// What the reader expected.
        reason: String,
    },
    /// A line whose sum does not fit: it, or the line before it, was changed, or lines are missing between.
    Sum {
        /// Line.
        line: usize,
    },
    /// A line with the wrong number.
    Number {
        /// Line.
        line: usize,
        /// The number it should have.
        wanted: u64,
        /// The number it has.
        found: u64,
    },
    /// The closing line counts other entries than there are.
    Count {
        /// Line.
        line: usize,
        /// Entries there are.
        entries: u64,
        /// Entries it counts.
        counted: u64,
    },
    /// Something follows the closing line.
    AfterEnd {
        /// Line.
        line: usize,
    },
}

impl Damage {
    /// What can be done about it.
    pub fn remedy(&self) -> &'static str {
        match self {
            Damage::Empty | Damage::NotALog { .. } | Damage::NotText { line: 0 | 1 } => {
                "Give a log that caracole has written; its first line begins with {\"caracole\":1."
            }
            Damage::Format { .. } => "Use the version of caracole that wrote it, or a newer one.",
            Damage::TooLarge { .. } => "Split the log, or check that this is the right file.",
            Damage::Setup { .. } => "The header was edited: restore the original file.",
            Damage::Truncated { .. } => "The battle can go on from the last whole line; the rest is lost.",
            Damage::Malformed { .. }
            | Damage::NotText { .. }
            | Damage::Sum { .. }
            | Damage::Number { .. }
            | Damage::Count { .. } => {
                "Everything before this line is sound; restore the rest from a copy of the file."
            }
            Damage::AfterEnd { .. } => "The battle itself is whole; remove what follows its end.",
        }
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Damage::Empty => write!(f, "the log is empty"),
            Damage::TooLarge { line: 0, what } => write!(f, "the log is too large: {what}"),
            Damage::TooLarge { line, what } => write!(f, "line {line} is too large: {what}"),
            Damage::NotText { line } => write!(f, "line {line} is not UTF-8 text"),
            Damage::NotALog { reason } => write!(f, "line 1 is not the header of a log: {reason}"),
            Damage::Format { found } => {
                write!(f, "line 1: the log has format {found}, this program reads format {FORMAT}")
            }
            Damage::Setup { part } => {
                write!(f, "line 1: the setup was changed: `{part}` does not match its digest")
            }
            Damage::Truncated { line } => write!(f, "line {line} breaks off: the log is truncated there"),
            Damage::Malformed { line, reason } => write!(f, "line {line} cannot be read: {reason}"),
            Damage::Sum { line } => write!(
                f,
                "line {line} does not follow from the line before: one was changed, or lines are missing"
            ),
            Damage::Number { line, wanted, found } => {
                write!(f, "line {line} is entry {found}, but entry {wanted} should be there")
            }
            Damage::Count { line, entries, counted } => {
                write!(f, "line {line} closes a log of {counted} entries, but there are {entries}")
            }
            Damage::AfterEnd { line } => write!(f, "line {line} follows the end of the battle"),
        }
    }
}

impl std::error::Error for Damage {}

/// Reads a log. `Err` only when not even the header can be read.
pub fn read(bytes: &[u8], limits: Limits) -> Result<Log, Damage> {
    if bytes.len() > limits.bytes {
        return Err(Damage::TooLarge { line: 0, what: "bytes in the file" });
    }
    let mut lines = bytes.split_inclusive(|&b| b == b'\n').enumerate().map(|(i, raw)| (i + 1, raw));
    let (_, first) = lines.next().ok_or(Damage::Empty)?;
    let mut log = read_header(first, limits)?;
    for (number, raw) in lines {
        if let Err(damage) = read_line(&mut log, number, raw, limits) {
            log.damage = Some(damage);
            break;
        }
    }
    Ok(log)
}

fn read_header(raw: &[u8], limits: Limits) -> Result<Log, Damage> {
    if raw.len() > limits.line {
        return Err(Damage::TooLarge { line: 1, what: "bytes in the line" });
    }
    let (text, whole) = text_of(1, raw)?;
    if text.is_empty() {
        return Err(Damage::Empty);
    }
    let not_a_log = |reason: String| Damage::NotALog { reason };
    let value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(_) if !whole => return Err(Damage::Truncated { line: 1 }),
        Err(e) => return Err(not_a_log(plain(&e))),
    };
    let format = value.get("caracole").and_then(Value::as_u64);
    let format = format.ok_or_else(|| not_a_log("it has no field `caracole`".to_owned()))?;
    if format != u64::from(FORMAT) {
        return Err(Damage::Format { found: u16::try_from(format).unwrap_or(u16::MAX) });
    }
    let (body, sum) = line::unseal(text).ok_or_else(|| not_a_log("it has no checksum".to_owned()))?;
    let header: Header = serde_json::from_str(&body).map_err(|e| not_a_log(plain(&e)))?;
    check_digests(&header)?;
    if line::sum("", &body) != sum {
        return Err(Damage::Sum { line: 1 });
    }
    Ok(Log { header, entries: Vec::new(), end: None, sum: sum.to_owned(), damage: None })
}

fn check_digests(header: &Header) -> Result<(), Damage> {
    for (part, recorded) in &header.digests {
        let value = if part == "setup" { Some(&header.setup) } else { header.setup.get(part) };
        if value.map(digest) != Some(*recorded) {
            return Err(Damage::Setup { part: part.clone() });
        }
    }
    if !header.digests.contains_key("setup") {
        return Err(Damage::Setup { part: "setup".to_owned() });
    }
    Ok(())
}

/// An entry or the closing line.
#[derive(Deserialize)]
#[serde(untagged)]
enum EntryOrEnd {
    Entry(Entry<Value>),
    End { end: End },
}

fn read_line(log: &mut Log, number: usize, raw: &[u8], limits: Limits) -> Result<(), Damage> {
    if raw.len() > limits.line {
        return Err(Damage::TooLarge { line: number, what: "bytes in the line" });
    }
    let (text, whole) = text_of(number, raw)?;
    if text.is_empty() {
        return Ok(());
    }
    if log.end.is_some() {
        return Err(Damage::AfterEnd { line: number });
    }
    let Some((body, sum)) = line::unseal(text) else {
        return Err(match whole {
            true => Damage::Malformed { line: number, reason: "it does not close with its sum".to_owned() },
            false => Damage::Truncated { line: number },
        });
    };
    // An entry is tried first; for the message of a bad one, ask again for exactly that shape.
    let parsed = serde_json::from_str::<EntryOrEnd>(&body);
    if line::sum(&log.sum, &body) != sum {
        return Err(Damage::Sum { line: number });
    }
    let parsed = parsed.map_err(|_| Damage::Malformed { line: number, reason: why_malformed(&body) })?;
    let entries = log.entries.len() as u64;
    match parsed {
        EntryOrEnd::Entry(entry) if entry.n != entries + 1 => {
            return Err(Damage::Number { line: number, wanted: entries + 1, found: entry.n });
        }
        EntryOrEnd::Entry(_) if log.entries.len() >= limits.entries => {
            return Err(Damage::TooLarge { line: number, what: "entries in the log" });
        }
        EntryOrEnd::Entry(entry) => log.entries.push(entry),
        EntryOrEnd::End { end } if end.entries != entries => {
            return Err(Damage::Count { line: number, entries, counted: end.entries });
        }
        EntryOrEnd::End { end } => log.end = Some(end),
    }
    log.sum = sum.to_owned();
    Ok(())
}

fn why_malformed(body: &str) -> String {
    match serde_json::from_str::<Value>(body) {
        Err(e) => plain(&e),
        Ok(value) if value.get("end").is_some() => {
            match serde_json::from_value::<End>(value["end"].clone()) {
                Err(e) => plain(&e),
                Ok(_) => "it is neither an entry nor the end".to_owned(),
            }
        }
        Ok(value) => match serde_json::from_value::<Entry<Value>>(value) {
            Err(e) => plain(&e),
            Ok(_) => "it is neither an entry nor the end".to_owned(),
        },
    }
}

/// The text of a line without its newline, and whether the newline was there.
fn text_of(number: usize, raw: &[u8]) -> Result<(&str, bool), Damage> {
    let (raw, whole) = match raw.strip_suffix(b"\n") {
        Some(raw) => (raw.strip_suffix(b"\r").unwrap_or(raw), true),
        None => (raw, false),
    };
    match std::str::from_utf8(raw) {
        Ok(text) => Ok((text, whole)),
        Err(_) if !whole && number > 1 => Err(Damage::Truncated { line: number }),
        Err(_) => Err(Damage::NotText { line: number }),
    }
}

fn plain(error: &serde_json::Error) -> String {
    let text = error.to_string();
    // The place inside the line helps only where the syntax is broken.
    match text.split_once(" at line 1 column ") {
        Some((what, column)) if error.is_syntax() || error.is_eof() => format!("{what}, column {column}"),
        Some((what, _)) => what.to_owned(),
        None => text,
    }
}

impl Header {
    /// Whether this header was written by rules newer than `current`.
    pub fn is_newer_than(&self, current: RulesVersion) -> bool {
        self.rules > current
    }
}
