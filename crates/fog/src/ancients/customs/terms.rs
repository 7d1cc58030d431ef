//! What the book leaves open, its words, and its scenarios.

use crate::ancients::{Ancients, Choice, READINGS, is};
use crate::army::BuiltIn;
use crate::battle::customs::{Terms, Vocabulary};
use crate::battle::scenarios::scenario_files;
use crate::combat::{Reading, Readings};
use caracole_plane::Hand;

impl Terms for Ancients {
    fn words(&self) -> &'static Vocabulary {
        &Vocabulary {
            line: "battle line",
            whole_line: "the whole battle line",
            square: "orb",
            in_square: "in orb",
            light: "skirmishers",
            battle: "battle troops",
        }
    }

    fn readings(&self) -> &'static [Reading] {
        READINGS
    }

    fn hand_where_equal(&self, readings: Readings) -> Hand {
        match is(readings, Choice::RightWhereEqual) {
            true => Hand::Right,
            false => Hand::Left,
        }
    }

    fn scenarios(&self) -> &'static [BuiltIn] {
        scenario_files!("fogam": "foragers", "quick-218bc", "quick-1346", "trebia-218bc", "crecy-1346")
    }
}
