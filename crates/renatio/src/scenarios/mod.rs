//! Ready battles: scenario files, those of the program and those of players.
//!
//! ```
//! let ready = caracole_renatio::scenarios::by_id("the-mill").expect("it comes with the program").expect("it has no faults");
//! assert_eq!((ready.title.as_str(), ready.setup.turns), ("The mill", 8));
//! ```

mod file;
mod read;

pub use read::{Ready, read};

use caracole_document::Faults;

/// A scenario file inside the program.
#[derive(Clone, Copy, Debug)]
pub struct ScenarioFile {
    /// Its id, such as `lutzen-1632`.
    pub id: &'static str,
    /// Its text.
    pub text: &'static str,
}

macro_rules! scenarios {
    ($($name:literal),+ $(,)?) => {
        &[$(ScenarioFile {
            id: concat!("retg/", $name),
            text: include_str!(concat!("../../data/scenarios/", $name, ".toml")),
        }),+]
    };
}

/// The scenarios that come with the program, the first lesson first.
pub const LIBRARY: &[ScenarioFile] =
    scenarios!("the-mill", "quick-1632", "lutzen-1632", "edgehill-1642", "pavia-1525", "vienna-1683");

/// The scenario that newcomers begin with.
pub const LESSON: &str = "retg/the-mill";

/// A small scenario to start a new one from.
pub const TEMPLATE: &str = include_str!("../../data/scenarios/the-mill.toml");

/// The text of a scenario of the program, by its id with or without the code of the system.
pub fn text_of(id: &str) -> Option<&'static str> {
    let known = |file: &&ScenarioFile| file.id == id || file.id.strip_prefix("retg/") == Some(id);
    LIBRARY.iter().find(known).map(|file| file.text)
}

/// A scenario of the program.
pub fn by_id(id: &str) -> Option<Result<Ready, Faults>> {
    text_of(id).map(|text| read(id, text))
}

#[cfg(test)]
mod tests;
