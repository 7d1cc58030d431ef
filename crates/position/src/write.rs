//! Writes position files, and reads those that programs write.

use crate::check;
use crate::file::PositionFile;
use crate::vocabulary::Vocabulary;
use crate::{MAX_BYTES, Position};
use caracole_document::{Field, Problems, Unusable};

impl PositionFile {
    /// As TOML. Read again it is the same.
    pub fn to_toml(&self) -> Result<String, toml::ser::Error> {
        toml::to_string_pretty(self)
    }

    /// As JSON, with the same keys.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string_pretty(self)
    }
}

impl Position {
    /// Reads and checks a position in JSON. Problems carry fields, and the line only where the text does not fit the format.
    pub fn parse_json(text: &str, words: &[&Vocabulary]) -> Result<Self, Unusable> {
        let whole = |wrong: String| {
            let mut problems = Problems::default();
            problems.add(Field::top(), wrong, "compare it with `caracole schema position`");
            problems.report(None)
        };
        if text.len() > MAX_BYTES {
            return Err(whole(format!("the file has {} bytes; the limit is {MAX_BYTES}", text.len())));
        }
        let file: PositionFile = serde_json::from_str(text).map_err(|e| whole(e.to_string()))?;
        check::position(&file, words).map_err(|problems| problems.report(None))
    }
}
