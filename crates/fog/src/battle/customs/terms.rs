//! What a book leaves open, its words, and the battles that come with it.

use crate::army::BuiltIn;
use crate::combat::{Reading, Readings};
use caracole_plane::Hand;

/// What the book calls things that both books have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vocabulary {
    /// Battle groups that move as one body: "division".
    pub line: &'static str,
    /// All of such a body: "the whole division".
    pub whole_line: &'static str,
    /// The formation of all-round defence: "square".
    pub square: &'static str,
    /// How troops stand who have formed it: "in square".
    pub in_square: &'static str,
    /// Troops that keep away from others: "light troops".
    pub light: &'static str,
    /// Whom these keep away from: "battle troops".
    pub battle: &'static str,
}

/// Its readings.
pub trait Terms {
    /// What it calls things.
    fn words(&self) -> &'static Vocabulary;

    /// The options for rules that can be read in two ways.
    fn readings(&self) -> &'static [Reading];

    /// Where something stands that may as well stand left or right.
    fn hand_where_equal(&self, readings: Readings) -> Hand;

    /// The scenario files that come with the program, the smallest first.
    fn scenarios(&self) -> &'static [BuiltIn];
}
