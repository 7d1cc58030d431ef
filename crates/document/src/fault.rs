//! What is wrong in a file.

use std::fmt;

/// Something wrong in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The file.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// Where in the document: `chart.musketry.front[3]`.
    pub place: String,
    /// What is wrong.
    pub wrong: String,
    /// What would mend it.
    pub remedy: String,
}

impl Fault {
    /// A file that cannot be read for a reason that nobody noted.
    pub fn unreadable(file: &str) -> Fault {
        Fault {
            file: file.to_owned(),
            line: 1,
            column: 1,
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

/// Line and column of an offset of a text, both from 1; columns count characters.
pub fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    (line, column)
}
