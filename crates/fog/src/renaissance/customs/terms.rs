//! What the book leaves open, its words, and its scenarios.

use crate::army::BuiltIn;
use crate::battle::customs::{Terms, Vocabulary};
use crate::battle::scenarios::scenario_files;
use crate::combat::{Reading, Readings};
use crate::renaissance::{Choice, READINGS, Renaissance};
use caracole_plane::Hand;

impl Terms for Renaissance {
    fn words(&self) -> &'static Vocabulary {
        &Vocabulary {
            line: "division",
            whole_line: "the whole division",
            square: "square",
            in_square: "in square",
            light: "light troops",
            battle: "battle troops",
        }
    }

    fn readings(&self) -> &'static [Reading] {
        READINGS
    }

    fn hand_where_equal(&self, readings: Readings) -> Hand {
        match Choice::RightWhereEqual.is_on(readings) {
            true => Hand::Right,
            false => Hand::Left,
        }
    }

    fn scenarios(&self) -> &'static [BuiltIn] {
        scenario_files!("fogr": "mill-field", "quick-1645", "quick-1525", "naseby-1645", "pavia-1525")
    }
}
