//! Files that fill a type by serde.

use crate::{Document, Fault, Faults, line_and_column};
use serde::de::DeserializeOwned;

/// Reads a file into a type; stops at the first fault.
pub fn read<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, Faults> {
    // What is too long or no TOML at all is refused in the same words everywhere.
    Document::new(file, text).parse()?;
    toml::from_str(text).map_err(|error| {
        let (line, column) = line_and_column(text, error.span().map_or(0, |span| span.start));
        Faults(vec![Fault {
            line,
            column,
            wrong: error.message().to_owned(),
            remedy: "mend the value at this place".to_owned(),
            ..Fault::unreadable(file)
        }])
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
    use super::*;

    #[derive(Debug, PartialEq, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Gun {
        name: String,
        pounds: u8,
    }

    #[test]
    fn a_file_fills_its_type() {
        let gun = read("gun.toml", "name = \"Falcon\"\npounds = 3\n");
        assert_eq!(gun, Ok(Gun { name: "Falcon".to_owned(), pounds: 3 }));
    }

    #[test]
    fn a_value_that_does_not_fit_is_refused_with_its_line_and_column() {
        let faults = read::<Gun>("gun.toml", "name = \"Falcon\"\npounds = \"three\"\n").unwrap_err();
        let fault = faults.0.first().unwrap();
        assert_eq!((fault.file.as_str(), fault.line, fault.column), ("gun.toml", 2, 10));
    }

    #[test]
    fn what_is_no_toml_is_refused_with_its_line() {
        let faults = read::<Gun>("gun.toml", "name = \"Falcon\"\npounds three\n").unwrap_err();
        assert_eq!(faults.0.first().map(|fault| fault.line), Some(2));
    }
}
