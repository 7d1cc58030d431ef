//! Scenario files: battles of players and of the program that begin with everything in its place.
//!
//! The format is described in `docs/fogr-scenarios.md`. Lengths are movement units, angles degrees clockwise from the
//! far table edge; what is wrong is refused with its line and a remedy.

mod file;
mod ground;
mod read;

pub use file::ScenarioFile;
pub use read::{Fault, read};

use super::Setup;
use crate::army::BuiltIn;

/// A scenario that is ready to be played.
#[derive(Clone, Debug, PartialEq)]
pub struct Ready {
    /// Its title.
    pub title: String,
    /// When it was fought, in words.
    pub date: String,
    /// What it is about.
    pub about: String,
    /// What the battle starts from.
    pub setup: Setup,
}

macro_rules! files {
    ($($id:literal),+ $(,)?) => {
        &[$( BuiltIn {
            id: $id,
            text: include_str!(concat!("../../../data/scenarios/fogr/", $id, ".toml")),
        } ),+]
    };
}

/// The scenarios that come with the program, the smallest first.
pub const LIBRARY: &[BuiltIn] = files!("mill-field", "quick-1645", "quick-1525", "naseby-1645", "pavia-1525");

/// The text of a scenario of the program.
#[must_use]
pub fn text_of(id: &str) -> Option<&'static str> {
    let bare = id.trim_start_matches("fogr/");
    LIBRARY.iter().find(|f| f.id.eq_ignore_ascii_case(bare)).map(|f| f.text)
}

/// A scenario of the program.
#[must_use]
pub fn by_id(id: &str) -> Option<Ready> {
    read(text_of(id)?).ok()
}
