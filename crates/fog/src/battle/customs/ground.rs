//! Move rates.

use crate::battle::world::Posture;
use crate::field::Grade;
use crate::troops::BaseProfile;

/// What a troop type can do on a grade of ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rate {
    /// It cannot move there.
    Never,
    /// It can only pivot, up to 1 MU.
    PivotOnly,
    /// It moves so many MU.
    Mu(i32),
}

/// Ground and what it does to moves.
pub trait Ground {
    /// The move distance of a base.
    fn rate(&self, base: &BaseProfile, posture: Posture, grade: Grade) -> Rate;

    /// The move distance of commanders on their own.
    fn commander_rate(&self, grade: Grade) -> Rate;
}
