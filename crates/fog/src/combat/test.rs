//! Tests of two dice, and death rolls.

use super::quality_reroll;
use crate::troops::{Cohesion, Quality};
use caracole_kernel::dice::{Die, Pool, Reroll};

/// The score that passes a cohesion test in both books.
pub const COHESION_PASS: i32 = 7;

/// The score at or below which a cohesion test can cost two levels.
pub const COHESION_DISASTER: i32 = 2;

/// How a cohesion test will be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TestTerms {
    /// Sum of the modifiers.
    pub modifier: i32,
    /// A score of 2 or less costs two levels.
    pub double_drop: bool,
    /// It is an attempt to bolster or rally.
    pub bolster: bool,
}

/// What a cohesion test does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TestResult {
    /// One level up.
    Rise,
    /// Nothing changes.
    NoChange,
    /// One level down.
    Drop,
    /// Two levels down.
    DropTwo,
}

impl TestTerms {
    /// The result of two dice with this sum.
    pub const fn result(self, dice: i32) -> TestResult {
        let score = dice + self.modifier;
        match (score, self.bolster) {
            (COHESION_PASS.., true) => TestResult::Rise,
            (COHESION_PASS.., false) | (_, true) => TestResult::NoChange,
            (..=COHESION_DISASTER, false) if self.double_drop => TestResult::DropTwo,
            (_, false) => TestResult::Drop,
        }
    }
}

impl TestResult {
    /// The level afterwards.
    pub const fn applied(self, cohesion: Cohesion) -> Cohesion {
        match self {
            TestResult::Rise => cohesion.bolstered(),
            TestResult::NoChange => cohesion,
            TestResult::Drop => cohesion.dropped(1),
            TestResult::DropTwo => cohesion.dropped(2),
        }
    }
}

/// Two dice with the quality's re-rolls: cohesion tests, complex move tests, straggling.
pub const fn test_roll(quality: Quality) -> Pool {
    Pool::sum(2, Die::D6, quality_reroll(quality))
}

/// The lowest face that saves a base from a death roll; 7 if none does, 1 or less if every face does.
pub const fn death_roll_survived_on(hits: i32, modifiers: i32) -> i32 {
    let needed = hits + 1 - modifiers;
    if needed > 7 { 7 } else { needed }
}

/// A death roll: one die, never re-rolled, that reads 1 if the base is saved.
pub const fn death_pool(survived_on: u8) -> Pool {
    Pool::hits(1, Die::D6, survived_on, Reroll::NONE)
}
