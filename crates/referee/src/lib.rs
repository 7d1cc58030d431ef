//! The referee: rulings on a position that is described in a file.
//!
//! ```
//! use caracole_position::Position;
//! use caracole_fog::renaissance::Renaissance;
//! use caracole_referee::{FileKind, fog};
//!
//! let text = include_str!("../../../docs/examples/rulings.toml");
//! assert_eq!(FileKind::of(text), FileKind::Position);
//! let rulings = fog::rule::<Renaissance>(&Position::parse(text, &[])?)?;
//! assert!(rulings.rulings.iter().all(|ruling| !ruling.question.is_empty()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Every answer comes from the engine that plays battles, never from here. Three kinds of file can be judged:
//!
//! - a position of bases with `[[question]]` entries (`caracole schema position`), answered question by question;
//! - a scenario on hexes and what has changed ([`HexFile`], `caracole schema hexes`): [`rule_on_hexes`];
//! - the course of a battle of any system ([`CourseFile`], `caracole schema course`): [`rule_on_course`] plays the steps
//!   that it lists and answers what is asked then.
//!
//! [`Rulings`] hold a [`Verdict`] and [`Point`]s with their rules and tallies. Which system judges a file is the concern
//! of the table of systems (`caracole-systems`).

mod course;
pub mod fog;
mod given;
mod mpbs;
pub mod retg;
mod ruling;

pub use course::{CourseFile, CourseQuestion, CourseStep, rule_on_course};
pub use mpbs::{FireBy, HexFile, HexQuestion, LeaderNow, UnitNow, rule_on_hexes};
pub use ruling::{Point, Ruling, Rulings, Verdict};

use caracole_kernel::Refusal;

/// Why there are no rulings.
#[derive(Debug, thiserror::Error)]
pub enum RefereeError {
    /// The position or the steps are against the rules.
    #[error("{refusal}")]
    Refused {
        /// Where, if it is not the whole position.
        place: String,
        /// Why.
        refusal: Box<Refusal>,
    },
    /// Something in the file makes no sense.
    #[error("{problem}")]
    Unusable {
        /// Where.
        place: String,
        /// What is wrong.
        problem: String,
        /// How to mend it.
        remedy: String,
    },
}

impl From<Refusal> for RefereeError {
    fn from(refusal: Refusal) -> Self {
        RefereeError::Refused { place: String::new(), refusal: Box::new(refusal) }
    }
}

impl RefereeError {
    /// Something that makes no sense: where, what is wrong, and how to mend it.
    pub fn at(place: impl Into<String>, problem: impl Into<String>, remedy: impl Into<String>) -> Self {
        RefereeError::Unusable { place: place.into(), problem: problem.into(), remedy: remedy.into() }
    }

    /// The same, known to have come up here.
    pub(crate) fn within(self, outer: &str) -> Self {
        match self {
            RefereeError::Refused { place, refusal } if place.is_empty() => {
                RefereeError::Refused { place: outer.to_owned(), refusal }
            }
            other => other,
        }
    }
}

/// What a file describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A position of a miniatures game.
    Position,
    /// A position on hexes: it has a `scenario`.
    Hexes,
    /// The course of a battle: it has a `setup`.
    Course,
}

impl FileKind {
    /// What this text describes. A text that cannot be read is left to the reader of positions, who says why.
    #[must_use]
    pub fn of(text: &str) -> FileKind {
        let has = |key: &str| match text.trim_start().starts_with('{') {
            true => serde_json::from_str::<serde_json::Value>(text).is_ok_and(|v| v.get(key).is_some()),
            false => toml::from_str::<toml::Table>(text).is_ok_and(|t| t.contains_key(key)),
        };
        match () {
            () if has("setup") => FileKind::Course,
            () if has("scenario") => FileKind::Hexes,
            // Positions are written in TOML.
            () if text.trim_start().starts_with('{') => FileKind::Course,
            () => FileKind::Position,
        }
    }
}
