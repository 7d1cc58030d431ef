//! Writing a log, line by line.

use super::{End, Entry, Header, line};
use serde::Serialize;

/// Makes the lines of a log. What is done with them (file, database, socket) is the caller's business.
#[derive(Clone, Debug)]
pub struct Writer {
    sum: String,
}

impl Writer {
    /// The writer and the first line.
    pub fn begin(header: &Header) -> (Self, String) {
        let mut writer = Writer { sum: String::new() };
        let line = writer.line_of(header);
        (writer, line)
    }

    /// A writer that goes on after a line with this sum.
    pub fn resume(sum: impl Into<String>) -> Self {
        Writer { sum: sum.into() }
    }

    /// The sum of the last line.
    pub fn sum(&self) -> &str {
        &self.sum
    }

    /// The next line.
    pub fn entry<D: Serialize>(&mut self, entry: &Entry<D>) -> String {
        self.line_of(entry)
    }

    /// The last line.
    pub fn end(&mut self, end: &End) -> String {
        self.line_of(&Closing { end })
    }

    /// A line of anything that is written as a JSON object, with the sum that fits.
    pub fn line_of(&mut self, value: &impl Serialize) -> String {
        // Keys are strings throughout, so writing JSON into memory cannot fail.
        let body = serde_json::to_string(value).unwrap_or_default();
        self.sum = line::sum(&self.sum, &body);
        line::seal(&body, &self.sum)
    }
}

#[derive(Serialize)]
struct Closing<'a> {
    end: &'a End,
}
