//! What the book leaves open.

use crate::ancients::{Ancients, Choice, READINGS, is};
use crate::battle::customs::Terms;
use crate::combat::{Reading, Readings};
use caracole_plane::Hand;

impl Terms for Ancients {
    fn readings(&self) -> &'static [Reading] {
        READINGS
    }

    fn hand_where_equal(&self, readings: Readings) -> Hand {
        match is(readings, Choice::RightWhereEqual) {
            true => Hand::Right,
            false => Hand::Left,
        }
    }
}
