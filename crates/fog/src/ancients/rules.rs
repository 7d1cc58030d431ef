//! The ancient and medieval book behind the shared combat machine.

use super::{
    Choice, READINGS, Standing, casualties, check_fight, cohesion, commanders, dice::muster_close_combat,
    explain::explain, readings::is, volley,
};
use crate::combat::{
    Arithmetic, Cause, Fight, Group, Muster, OutcomeStep, Part, PartExplained, Reading, Readings, Reckon,
    RollRules, TestCase, Toll,
};
use crate::troops::{Book, CombatPhase};
use caracole_kernel::Refusal;
use caracole_ledger::{enforces, rule};

/// The arithmetic of the ancient and medieval book.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ancients;

/// Commanders, then losses, then tests: what is lost counts in the test.
const OUTCOME: &[OutcomeStep] =
    &[OutcomeStep::CommanderRisk, OutcomeStep::DeathRolls, OutcomeStep::CohesionTests];

/// By the other reading commanders come last.
const COMMANDERS_LAST: &[OutcomeStep] =
    &[OutcomeStep::DeathRolls, OutcomeStep::CohesionTests, OutcomeStep::CommanderRisk];

impl Arithmetic for Ancients {
    const BOOK: Book = Book::Ancients;

    type Standing = Standing;

    const OUTCOME: &'static [OutcomeStep] = OUTCOME;
    const ROLLS: RollRules = RollRules {
        shooting: rule!("FOGAM-COMBAT-035"),
        close_combat: rule!("FOGAM-COMBAT-034"),
        cohesion: rule!("FOGAM-COHESION-011"),
        death: rule!("FOGAM-COHESION-028"),
        commander: rule!("FOGAM-COMBAT-082"),
    };

    const READINGS: &'static [Reading] = READINGS;

    fn check(fight: &Fight) -> Result<(), Refusal> {
        check_fight(fight)
    }

    fn explain(fight: &Fight, readings: Readings) -> Vec<PartExplained> {
        explain(fight, readings)
    }

    fn outcome(readings: Readings) -> &'static [OutcomeStep] {
        enforces!("FOGAM-COMBAT-002", "FOGAM-COHESION-027");
        match is(readings, Choice::CommanderLossFirst) {
            true => OUTCOME,
            false => COMMANDERS_LAST,
        }
    }

    fn dice(fight: &Fight, readings: Readings) -> Vec<Part> {
        match fight.phase {
            CombatPhase::Shooting => volley::muster_shooting(fight, readings),
            CombatPhase::Impact | CombatPhase::Melee => muster_close_combat(fight, readings),
        }
    }

    fn muster(fight: &Fight, readings: Readings) -> Muster {
        let mut parts = Self::dice(fight, readings);
        if fight.phase != CombatPhase::Shooting {
            return Muster { parts, ..Muster::default() };
        }
        let fire = volley::fire_taken(fight, &parts);
        let spared = volley::spare_targets(fight, &fire, readings, &mut parts);
        Muster { parts, fire, spared }
    }

    fn standing(fight: &Fight, muster: &Muster, readings: Readings, group: u8) -> Standing {
        let fire = muster.fire.get(usize::from(group)).copied().unwrap_or_default();
        Standing::of(fight, fire, readings, group)
    }

    fn tells_artillery_apart(_: &Group) -> bool {
        // Two hits are enough if artillery shot at all, whoever scored them.
        false
    }

    fn cohesion_test_due(case: &TestCase<'_, Self>) -> bool {
        cohesion::is_due(case.standing, case.toll())
    }

    fn post_combat_cause(case: &TestCase<'_, Self>) -> Option<Cause> {
        cohesion::post_combat_cause(case)
    }

    fn cohesion_modifiers<R: Reckon>(case: &TestCase<'_, Self>, cause: Cause, sum: &mut R) {
        cohesion::modifiers(case, cause, sum);
    }

    fn double_drop(case: &TestCase<'_, Self>, cause: Cause) -> bool {
        cohesion::double_drop(case.toll(), cause)
    }

    fn death_modifiers<R: Reckon>(case: &TestCase<'_, Self>, sum: &mut R) {
        casualties::death_modifiers(case.standing, case.toll(), sum);
    }

    fn distil(standing: &Standing, toll: &mut Toll) {
        cohesion::distil(standing, toll);
    }

    fn marks_hits_by(group: &Group, readings: Readings) -> bool {
        casualties::is_no_infantry(group, readings)
    }

    fn commander_in_danger(toll: &Toll) -> bool {
        commanders::is_in_danger(toll)
    }

    fn commander_falls_on(toll: &Toll) -> u8 {
        commanders::falls_on(toll.result)
    }

    fn autobreaks(group: &Group, remaining: u8, readings: Readings) -> bool {
        casualties::autobreaks(group, remaining, readings)
    }

    fn reasons_in_sight(case: &TestCase<'_, Self>) -> u8 {
        cohesion::reasons_in_sight(case)
    }
}
