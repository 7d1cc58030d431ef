//! Scenario files: battles of players and of the program that begin with everything in its place.
//!
//! The format is described in `docs/fog-scenarios.md`. Lengths are movement units, angles degrees clockwise from the
//! far table edge; what is wrong is refused with its line and a remedy.

mod file;
mod ground;
mod read;

pub use file::ScenarioFile;
pub use read::{Fault, read};

use super::Setup;
use super::customs::Rulebook;
use crate::army::BuiltIn;
use crate::troops::Book;

/// A scenario that is ready to be played.
#[derive(Clone, Debug, PartialEq)]
pub struct Ready {
    /// The book by which it is played.
    pub book: Book,
    /// Its title.
    pub title: String,
    /// When it was fought, in words.
    pub date: String,
    /// What it is about.
    pub about: String,
    /// What the battle starts from.
    pub setup: Setup,
}

/// The files of a book's scenarios.
macro_rules! scenario_files {
    ($code:literal: $($id:literal),+ $(,)?) => {
        &[$( $crate::army::BuiltIn {
            id: $id,
            text: include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/data/scenarios/",
                $code,
                "/",
                $id,
                ".toml"
            )),
        } ),+]
    };
}
pub(crate) use scenario_files;

/// The scenarios that come with the program for a book, the smallest first.
#[must_use]
pub fn library(book: Book) -> &'static [BuiltIn] {
    Rulebook::of(book).scenarios()
}

/// The text of a scenario of the program. The code of its system may stand before the id.
#[must_use]
pub fn text_of(id: &str) -> Option<&'static str> {
    Rulebook::ALL.into_iter().find_map(|book| {
        let of_book = id.split_once('/').is_none_or(|(code, _)| code.eq_ignore_ascii_case(book.code()));
        let bare = id.rsplit('/').next().unwrap_or(id);
        let found = book.scenarios().iter().find(|f| f.id.eq_ignore_ascii_case(bare));
        found.filter(|_| of_book).map(|f| f.text)
    })
}

/// A scenario of the program.
#[must_use]
pub fn by_id(id: &str) -> Option<Ready> {
    read(text_of(id)?).ok()
}
