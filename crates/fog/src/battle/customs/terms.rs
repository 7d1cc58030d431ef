//! The book itself, and what it leaves open.

use crate::combat::{Reading, Readings};
use crate::troops::Book;
use caracole_plane::Hand;

/// The book's name and its readings.
pub trait Terms {
    /// Which book.
    fn book(&self) -> Book;

    /// The options for rules that can be read in two ways.
    fn readings(&self) -> &'static [Reading];

    /// Where something stands that may as well stand left or right.
    fn hand_where_equal(&self, readings: Readings) -> Hand;
}
