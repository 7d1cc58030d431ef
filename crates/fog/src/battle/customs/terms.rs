//! What a book leaves open, its words, and the battles that come with it.

use crate::army::BuiltIn;
use crate::combat::{Reading, Readings};
use caracole_plane::Hand;

/// Its readings.
pub trait Terms {
    /// The options for rules that can be read in two ways.
    fn readings(&self) -> &'static [Reading];

    /// Where something stands that may as well stand left or right.
    fn hand_where_equal(&self, readings: Readings) -> Hand;

    /// The scenario files that come with the program, the smallest first.
    fn scenarios(&self) -> &'static [BuiltIn];
}
