//! What the dice of a volley look at.

use super::Band;
use crate::troops::{Form, Profile, TroopType};

/// A file that shoots.
#[derive(Clone, Copy, Debug)]
pub struct ShooterFacts<'p> {
    /// Its troops.
    pub profile: &'p Profile,
    /// Their formation now.
    pub form: Form,
    /// Bases of the file that shoot.
    pub bases: u8,
    /// The range of this target.
    pub band: Band,
    /// It shoots while it runs away.
    pub running_away: bool,
    /// It is charged at this moment.
    pub charged: bool,
    /// It belongs to an Unreliable ally.
    pub unreliable: bool,
}

/// A base that is shot at, and its unit.
#[derive(Clone, Copy, Debug)]
pub struct TargetFacts<'p> {
    /// Its troops.
    pub profile: &'p Profile,
    /// Their formation now.
    pub form: Form,
    /// Bases of the file shot at.
    pub deep: u8,
    /// It is in cover against this shooter.
    pub cover: bool,
    /// Its unit is in combat.
    pub in_combat: bool,
    /// It is in square.
    pub square: bool,
}

impl<'p> ShooterFacts<'p> {
    /// A file without any circumstance.
    pub fn plain(profile: &'p Profile, bases: u8, band: Band) -> Self {
        let form = profile.forms()[0];
        ShooterFacts { profile, form, bases, band, running_away: false, charged: false, unreliable: false }
    }

    /// Whether the unit acts as skirmishers.
    pub fn skirmishes(&self) -> bool {
        self.profile.acts_as_sug(self.form)
    }
}

impl<'p> TargetFacts<'p> {
    /// A target without any circumstance.
    pub fn plain(profile: &'p Profile, deep: u8) -> Self {
        let form = profile.forms()[0];
        TargetFacts { profile, form, deep, cover: false, in_combat: false, square: false }
    }

    /// Whether the unit acts as skirmishers.
    pub fn skirmishes(&self) -> bool {
        self.profile.acts_as_sug(self.form)
    }

    /// Whether guns find an easy target: elephants, battlewagons or a file of four.
    pub fn is_deep(&self) -> bool {
        let troop_type = self.profile.troop_type(false);
        matches!(troop_type, TroopType::Elephants | TroopType::Battlewagons) || self.deep >= 4
    }
}
