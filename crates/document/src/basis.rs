//! What the values of a chart rest on.

use crate::words;

words! {
    /// What a value rests on.
    Basis {
        /// It follows from the text of the rules.
        Rules = "rules",
        /// It was printed on a published card or page.
        Published = "published",
        /// It is this project's own proposal.
        Proposed = "proposed",
        /// Parts rest on different grounds.
        Mixed = "mixed",
        /// It comes from a file of the user.
        User = "user",
    }
}

words! {
    /// How likely a chart equals the printed one.
    Confidence {
        /// Very.
        High = "high",
        /// Fairly.
        Medium = "medium",
        /// Hardly.
        Low = "low",
    }
}

/// Where the values of a chart come from; `Key` names the charts of a system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source<Key> {
    /// Which chart.
    pub key: Key,
    /// Its name.
    pub title: String,
    /// What it rests on.
    pub basis: Basis,
    /// How likely it equals the printed chart; nothing is said of a user's own.
    pub confidence: Option<Confidence>,
    /// Why these values, or which parts rest on what.
    pub why: Vec<String>,
    /// File it was read from; `None` for the one inside the program.
    pub file: Option<String>,
}
