//! The Renaissance book's answers to the questions of the engine.

mod answering;
mod charging;
mod command;
mod deploying;
mod fighting;
mod flight;
mod formations;
mod ground;
mod in_melee;
mod joint_action;
mod laying_ground;
mod manoeuvre;
mod outflanking;
mod passing;
mod setting_up;
mod shooting;

use super::{Choice, READINGS, Renaissance};
use crate::battle::customs::Terms;
use crate::combat::{Reading, Readings};
use caracole_plane::Hand;

impl Terms for Renaissance {
    fn readings(&self) -> &'static [Reading] {
        READINGS
    }

    fn hand_where_equal(&self, readings: Readings) -> Hand {
        match Choice::RightWhereEqual.is_on(readings) {
            true => Hand::Right,
            false => Hand::Left,
        }
    }
}
