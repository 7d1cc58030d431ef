//! The dice of KaB tests.

use crate::cards::Colour;
use crate::charts::{Charts, KabStep, is_proposed};
use crate::claims::with_basis;
use crate::readings::{Reading, Readings};
use crate::troops::{Characteristic, Grade, Profile, Quality, TroopType};
use caracole_kernel::Tally;
use caracole_ledger::{RuleId, enforces, rule};

/// A unit that is tested.
#[derive(Clone, Copy, Debug)]
pub struct TestedUnit<'p> {
    /// Its troops.
    pub profile: &'p Profile,
    /// Its lowest quality, if bases of it differ.
    pub quality: Quality,
    /// They have dismounted.
    pub dismounted: bool,
    /// It is Nervous where it stands.
    pub nervous: bool,
    /// Friends stand behind it as support.
    pub supported: bool,
    /// The test is for the loss of the Army Commander.
    pub army_commander_lost: bool,
    /// The test is for elephants that broke or were destroyed.
    pub elephants_broken: bool,
}

impl<'p> TestedUnit<'p> {
    /// A unit without any circumstance.
    pub fn plain(profile: &'p Profile) -> Self {
        TestedUnit {
            profile,
            quality: profile.quality,
            dismounted: false,
            nervous: false,
            supported: false,
            army_commander_lost: false,
            elephants_broken: false,
        }
    }

    /// Whether it counts as rear supported: foot only, Keils and Tercios always.
    pub fn has_rear_support(&self) -> bool {
        enforces!("RETG-KAB-011", "RETG-GLOS-107", "RETG-GLOS-065");
        let foot = self.profile.troop_type(self.dismounted) == TroopType::Foot;
        foot && (self.supported || self.profile.shape.is_double_unit())
    }
}

/// The dice of a test, with what led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KabDice {
    /// The dice.
    pub colour: Colour,
    /// Steps up and down from the colour for the quality.
    pub steps: Tally,
    /// The colour for the quality.
    pub start: Colour,
    /// Whether a step rests on a value of this project's own.
    pub rests_on_proposals: bool,
}

/// The dice of a test on a unit.
pub fn unit_dice(charts: &Charts, readings: Readings, unit: &TestedUnit<'_>) -> KabDice {
    enforces!("RETG-KAB-010", "RETG-KAB-018", "RETG-QRS-011");
    let white = charts.kab.always_white.contains(&unit.profile.arm);
    let start = if white { Colour::White } else { charts.kab.by_quality.get(unit.quality) };
    let mut steps = Tally::new("KaB dice");
    let mut proposed = false;
    if !(white && readings.has(Reading::AlwaysWhite)) {
        for (step, label, rule) in steps_of(readings, unit) {
            let value = charts.kab.step(step);
            proposed |= is_proposed(value.basis);
            steps.add(rule, with_basis(label, value.basis), i32::from(value.value));
        }
    }
    KabDice { colour: start.stepped(steps.total()), steps, start, rests_on_proposals: proposed }
}

fn steps_of(readings: Readings, unit: &TestedUnit<'_>) -> Vec<(KabStep, &'static str, RuleId)> {
    let nervous = unit.nervous || unit.profile.is(Characteristic::Nervous);
    let all = [
        (unit.has_rear_support(), KabStep::RearSupport, "rear support", rule!("RETG-KAB-011")),
        (unit.army_commander_lost, KabStep::ArmyCommanderLost, "Army Commander lost", rule!("RETG-KAB-012")),
        (unit.elephants_broken, KabStep::ElephantsBroken, "elephants broken", rule!("RETG-KAB-012")),
        (unit.profile.is(Characteristic::Steady), KabStep::Steady, "Steady", rule!("RETG-KAB-013")),
        (
            nervous && !readings.has(Reading::NervousHasNoEffect),
            KabStep::Nervous,
            "Nervous",
            rule!("RETG-KAB-014"),
        ),
    ];
    all.into_iter().filter(|(holds, ..)| *holds).map(|(_, step, label, rule)| (step, label, rule)).collect()
}

/// The dice of a test on a Commander, by his present grade.
pub fn commander_dice(charts: &Charts, grade: Grade) -> Colour {
    enforces!("RETG-KAB-021");
    charts.kab.by_grade.get(grade)
}
