//! The book as the shared combat machine sees it.

use super::{
    Choice, READINGS, Standing, autobreaks, check,
    cohesion::{self, cohesion_modifiers, double_drop},
    dice::muster_close_combat,
    explain::explain,
    readings::is,
    shooting::muster_shooting,
};
use crate::combat::{
    Arithmetic, Arms, Cause, CombatResult, Fight, FireTaken, Group, Muster, OutcomeStep, Part, PartExplained,
    Reading, Readings, Reckon, RollRules, TestCase, Toll, bases_counted,
};
use crate::troops::{Book, CombatPhase, TroopType};
use caracole_kernel::Refusal;
use caracole_ledger::{enforces, rule};
use smallvec::SmallVec;

/// The arithmetic of Field of Glory Renaissance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Renaissance;

impl Arithmetic for Renaissance {
    const BOOK: Book = Book::Renaissance;

    type Standing = Standing;

    const OUTCOME: &'static [OutcomeStep] = {
        enforces!("FOGR-COMBAT-001", "FOGR-COMBAT-106", "FOGR-COMBAT-004", "FOGR-SHOOT-003");
        &[OutcomeStep::CohesionTests, OutcomeStep::DeathRolls, OutcomeStep::CommanderRisk]
    };

    const ROLLS: RollRules = RollRules {
        shooting: rule!("FOGR-COMBAT-035"),
        close_combat: rule!("FOGR-COMBAT-036"),
        cohesion: rule!("FOGR-COHESION-013"),
        death: rule!("FOGR-COHESION-041"),
        commander: rule!("FOGR-COMBAT-116"),
    };

    const READINGS: &'static [Reading] = READINGS;

    fn check(fight: &Fight) -> Result<(), Refusal> {
        check(fight)
    }

    fn explain(fight: &Fight, readings: Readings) -> Vec<PartExplained> {
        explain(fight, readings)
    }

    fn dice(fight: &Fight, readings: Readings) -> Vec<Part> {
        match fight.phase {
            CombatPhase::Shooting => muster_shooting(fight, readings),
            CombatPhase::Impact | CombatPhase::Melee => muster_close_combat(fight, readings),
        }
    }

    fn muster(fight: &Fight, readings: Readings) -> Muster {
        match fight.phase {
            CombatPhase::Shooting => {
                let mut muster = Muster {
                    parts: muster_shooting(fight, readings),
                    fire: SmallVec::new(),
                    spared: SmallVec::new(),
                };
                if is(readings, Choice::UselessShootingNotRolled) {
                    spare(fight, &mut muster);
                }
                muster.fire = fire_taken(fight, &muster.parts);
                muster
            }
            CombatPhase::Impact | CombatPhase::Melee => Muster {
                parts: muster_close_combat(fight, readings),
                fire: SmallVec::new(),
                spared: SmallVec::new(),
            },
        }
    }

    fn standing(fight: &Fight, muster: &Muster, _: Readings, group: u8) -> Standing {
        let fire = muster.fire.get(usize::from(group)).copied().unwrap_or_default();
        Standing::of(fight, fire, group)
    }

    fn tells_artillery_apart(group: &Group) -> bool {
        group.any_is(TroopType::Warriors)
    }

    fn cohesion_test_due(case: &TestCase<'_, Self>) -> bool {
        cohesion::is_due(case.fight.phase, case.toll(), case.standing)
    }

    fn cohesion_modifiers<R: Reckon>(case: &TestCase<'_, Self>, cause: Cause, sum: &mut R) {
        cohesion_modifiers(case.standing, case.toll(), cause, sum);
    }

    fn double_drop(case: &TestCase<'_, Self>, cause: Cause) -> bool {
        double_drop(case.toll(), cause)
    }

    fn death_modifiers<R: Reckon>(case: &TestCase<'_, Self>, sum: &mut R) {
        let began_with = case.group().bases_at_start;
        death_modifiers(began_with, case.toll().result, case.standing.fire, sum);
    }

    fn commander_in_danger(toll: &Toll) -> bool {
        toll.received >= 2
    }

    fn commander_falls_on(toll: &Toll) -> u8 {
        enforces!("FOGR-COMBAT-116", "FOGR-COMBAT-117");
        match toll.result {
            CombatResult::Lost => 11,
            _ => 12,
        }
    }

    fn autobreaks(group: &Group, remaining: u8, readings: Readings) -> bool {
        autobreaks(group.quality(), group.bases_at_start, remaining, readings)
    }

    fn reasons_in_sight(case: &TestCase<'_, Self>) -> u8 {
        cohesion::reasons_in_sight(case)
    }
}

/// Adds up the modifiers of a death roll. `result` is that of the close combat; for shooting there is none.
pub fn death_modifiers<R: Reckon>(bases_at_start: u8, result: CombatResult, fire: FireTaken, sum: &mut R) {
    enforces!("FOGR-COHESION-041", "FOGR-COHESION-044", "FOGR-COHESION-046");
    if bases_at_start == 2 {
        sum.add(rule!("FOGR-COHESION-042"), "began the battle with 2 bases", 1);
    }
    match result {
        CombatResult::Won => sum.add(rule!("FOGR-COHESION-043"), "won the close combat", 2),
        CombatResult::Drew => sum.add(rule!("FOGR-COHESION-043"), "drew the close combat", 2),
        CombatResult::None if !is_mostly_gunfire(fire) => {
            sum.add(rule!("FOGR-COHESION-043"), "shot at, not mostly by guns or firearms", 2);
        }
        CombatResult::Lost | CombatResult::None => {}
    }
}

/// Most of the dice came from artillery, regimental guns and firearms together.
fn is_mostly_gunfire(fire: FireTaken) -> bool {
    fire.artillery + fire.regimental_guns + fire.firearms > fire.others
}

fn fire_taken(fight: &Fight, parts: &[Part]) -> SmallVec<[FireTaken; 4]> {
    let mut taken: SmallVec<[FireTaken; 4]> = SmallVec::from_elem(FireTaken::default(), fight.groups.len());
    for part in parts {
        let Some(fire) = taken.get_mut(usize::from(part.against)) else { continue };
        let dice = part.dice();
        match part.arms {
            Arms::Artillery => fire.artillery += dice,
            Arms::RegimentalGun => fire.regimental_guns += dice,
            Arms::Firearms => fire.firearms += dice,
            Arms::OtherMissiles => fire.others += dice,
            Arms::CloseCombat => {}
        }
    }
    taken
}

/// Leaves out shooting at targets that it could force neither to test nor to roll for losses.
fn spare(fight: &Fight, muster: &mut Muster) {
    enforces!("FOGR-SHOOT-004");
    let fire = fire_taken(fight, &muster.parts);
    for (i, (group, fire)) in fight.groups.iter().zip(&fire).enumerate() {
        let dice = fire.artillery + fire.regimental_guns + fire.firearms + fire.others;
        let for_test = bases_counted(group).div_ceil(3).max(1);
        let two_bases = u16::from(group.bases_at_start == 2);
        let for_death = 1 + two_bases + if is_mostly_gunfire(*fire) { 0 } else { 2 };
        let frightens = group.any_is(TroopType::Warriors) && fire.artillery >= 2;
        if dice > 0 && dice < for_test.min(for_death) && !frightens {
            muster.spared.push(i as u8);
        }
    }
    let spared = &muster.spared;
    muster.parts.retain(|p| !spared.contains(&p.against));
}
