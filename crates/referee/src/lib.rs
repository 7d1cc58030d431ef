//! The referee: rulings on a position that is described in a file.
//!
//! A position file (see `caracole schema position`) with `[[question]]` entries is answered question by question. A file
//! with `system` and `setup` instead (see `caracole schema course`) starts a battle of any system, plays the steps that
//! it lists, and answers what is asked then. Every answer comes from the engine that plays battles, never from here.

mod course;
mod fogr;
mod given;
mod ruling;

pub use course::{CourseFile, CourseQuestion, CourseStep, is_course, rule_on_course};
pub use ruling::{Point, Ruling, Rulings, Verdict};

use caracole_kernel::Refusal;
use caracole_picture::position::{Position, System};

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
    pub(crate) fn at(
        place: impl Into<String>,
        problem: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
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

/// Answers the questions of a position file.
pub fn rule_on_position(position: &Position) -> Result<Rulings, RefereeError> {
    match position.system {
        Some(System::Fogr) => fogr::rule(position),
        Some(System::Fogam | System::Retg) => Err(RefereeError::at(
            "system",
            "battles of this system are not played yet",
            "write `system = \"fogr\"`; `caracole rules coverage` says what is played",
        )),
        None => Err(RefereeError::at(
            "system",
            "the referee does not know by which rules to judge",
            "write `system = \"fogr\"` at the top of the file",
        )),
    }
}
