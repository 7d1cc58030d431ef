//! Complex move tests.

use super::{Choice, readings::is};
use crate::combat::{Commander, CommanderPlace, Grade, Readings, Reckon, TestPurpose, quality_reroll};
use crate::troops::{Cohesion, Disorder, Quality};
use caracole_kernel::dice::{Die, Pool, Reroll};
use caracole_ledger::{enforces, rule};

/// The score that passes a complex move test.
pub const COMPLEX_MOVE_PASS: i32 = 8;

/// A battle group about to take a complex move test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComplexMoveTest {
    /// Quality.
    pub quality: Quality,
    /// What for.
    pub purpose: TestPurpose,
    /// The commander who modifies the test, in his place since the start of the phase.
    pub commander: Option<Commander>,
    /// Cohesion.
    pub cohesion: Cohesion,
    /// The worst disorder of any base.
    pub disorder: Disorder,
    /// Whether any of its bases are warriors.
    pub warriors: bool,
}

impl ComplexMoveTest {
    /// The dice of the test.
    pub const fn pool(&self) -> Pool {
        enforces!("FOGR-MOVE-027", "FOGR-MOVE-035", "FOGR-JAP-025");
        let reroll = match self.purpose {
            TestPurpose::StopChasing => Reroll::NONE,
            _ => quality_reroll(self.quality),
        };
        Pool::sum(2, Die::D6, reroll)
    }

    /// Adds up the modifiers.
    pub fn modifiers<R: Reckon>(&self, readings: Readings, sum: &mut R) {
        enforces!("FOGR-MOVE-028", "FOGR-MOVE-032", "FOGR-MOVE-033");
        if let Some(commander) = self.commander {
            sum.add(rule!("FOGR-MOVE-028"), "commander in command range", 1);
            if commander.place != CommanderPlace::InRange {
                sum.add(rule!("FOGR-MOVE-028"), "commander with the battle group", 1);
            }
            if commander.grade == Grade::Great {
                sum.add(rule!("FOGR-MOVE-028"), "great commander", 1);
            }
        }
        let stopping = match self.purpose {
            TestPurpose::Move | TestPurpose::HoldBack => false,
            TestPurpose::StopPursuing | TestPurpose::StopChasing | TestPurpose::StopLooting => true,
            TestPurpose::HaltBeforeFreshEnemy => is(readings, Choice::HaltingIsStopping),
        };
        if stopping {
            sum.add(rule!("FOGR-MOVE-028"), "testing to stop pursuing or looting", -1);
        }
        let shattered =
            self.cohesion >= Cohesion::Fragmented || self.disorder == Disorder::SeverelyDisordered;
        let shaken =
            self.cohesion == Cohesion::Disrupted || self.disorder == Disorder::Disordered || self.warriors;
        enforces!("FOGR-COHESION-037", "FOGR-COHESION-038");
        if shattered {
            sum.add(rule!("FOGR-MOVE-028"), "fragmented or severely disordered", -2);
        } else if shaken {
            sum.add(rule!("FOGR-MOVE-028"), "disrupted or disordered, or warriors", -1);
        }
    }
}
