//! Charges: what bars them, the tests that they take, contact on flank and rear.

use crate::battle::customs::{Charged, Charging, FightingBases, FlankContact, FlankThreat};
use crate::battle::impact::approach::{Fall, Met};
use crate::battle::impact::plan::{Halt, Planned};
use crate::battle::impact::sight::is_visible;
use crate::battle::impact::{Charge, evade};
use crate::battle::position::{contact, defence, disorder, flank, kinds, support};
use crate::battle::world::{BaseId, GroupId, Posture, World};
use crate::field::Grade;
use crate::formation::Facing;
use crate::renaissance::Renaissance;
use crate::troops::{Cohesion, TroopType};
use caracole_kernel::Refusal;
use caracole_ledger::{RuleId, enforces, rule};
use caracole_plane::{Hand, TableEdge, Um};
use smallvec::SmallVec;

impl Charging for Renaissance {
    fn bars_to_charging(&self, world: &World, group: GroupId) -> Result<(), Refusal> {
        if !world[group].pursuing.is_empty() {
            enforces!("FOGR-JAP-027");
            return Err(Refusal::new(
                rule!("FOGR-IMPACT-081"),
                "it is still pursuing",
                "Wait until it has stopped.",
            ));
        }
        Ok(())
    }

    fn check_target(
        &self,
        world: &World,
        group: GroupId,
        (target, contacted): (GroupId, &[BaseId]),
        met: Met,
        tests: &mut Vec<RuleId>,
    ) -> Result<(), Refusal> {
        enforces!("FOGR-IMPACT-010", "FOGR-IMPACT-069", "FOGR-IMPACT-070");
        let t = &world[target];
        if t.is_broken() {
            return Ok(());
        }
        let battle_troops = kinds::is_battle(world, target) && !is_open_artillery(world, target);
        let closed = |rule: RuleId, who: &'static str| {
            Err(Refusal::new(rule, who, "Charge light troops, or troops outside open terrain."))
        };
        if battle_troops && stand_in_open(world, contacted) {
            if kinds::is_all(world, group, TroopType::LightFoot) {
                return closed(
                    rule!("FOGR-IMPACT-069"),
                    "light foot do not charge battle troops in the open",
                );
            }
            if kinds::is_all(world, group, TroopType::Dragoons) && t.cohesion != Cohesion::Fragmented {
                return closed(rule!("FOGR-IMPACT-070"), "dragoons do not charge battle troops in the open");
            }
        }
        if met.is_in_flank_or_rear() {
            return Ok(());
        }
        let mut test = |rule: RuleId| {
            if !tests.contains(&rule) {
                tests.push(rule);
            }
        };
        let foot_battle = kinds::is_foot(world, group) && kinds::is_battle(world, group);
        let mounted = (kinds::is_mounted(world, target) && kinds::is_battle(world, target))
            || kinds::is_elephants(world, target);
        if foot_battle && mounted && is_visible(world, group, target) {
            test(rule!("FOGR-IMPACT-066"));
        }
        let light_horse = kinds::is_all(world, group, TroopType::LightHorse);
        if light_horse && battle_troops && is_visible(world, group, target) {
            test(rule!("FOGR-IMPACT-071"));
        }
        Ok(())
    }

    fn tests_of_its_own(&self, world: &World, group: GroupId) -> Vec<RuleId> {
        let mut tests = Vec::new();
        if world[group].cohesion == Cohesion::Disrupted && !kinds::is_shock(world, group) {
            tests.push(rule!("FOGR-IMPACT-074"));
        }
        let foot_battle = kinds::is_foot(world, group) && kinds::is_battle(world, group);
        if foot_battle && flank::is_threatened(world, group) {
            tests.push(rule!("FOGR-IMPACT-076"));
        }
        tests
    }

    fn check_strength(
        &self,
        _: &World,
        ahead: FightingBases<'_>,
        wheeled: FightingBases<'_>,
    ) -> Result<(), Refusal> {
        let count = |fighting: FightingBases<'_>| {
            let mut own: Vec<BaseId> = fighting.iter().map(|(own, _)| *own).collect();
            own.sort_unstable();
            own.dedup();
            own.len()
        };
        let (ahead, wheeled) = (count(ahead), count(wheeled));
        if ahead > wheeled {
            return Err(Refusal::new(
                rule!("FOGR-IMPACT-017"),
                "by wheeling fewer of its bases would fight than by charging straight ahead",
                "Charge straight ahead, or wheel so that as many bases fight.",
            )
            .fact("bases straight ahead", ahead)
            .fact("bases with this wheel", wheeled));
        }
        Ok(())
    }

    fn wheel_after_evaders(&self, _: &World) -> Option<Um> {
        None
    }

    fn charges_over_works_from(&self) -> Option<i32> {
        enforces!("FOGR-SPECIAL-021", "FOGR-SPECIAL-022");
        Some(1)
    }

    fn contracts(&self, _: &World, _: GroupId, whole: &Result<Planned, Refusal>) -> bool {
        enforces!("FOGR-IMPACT-025");
        whole.as_ref().is_ok_and(|p| p.halt == Halt::Friends && p.touched.is_empty())
    }

    fn charges_camps(&self) -> bool {
        enforces!("FOGR-MANOEUVRE-077");
        false
    }

    fn is_held_to_front(
        &self,
        world: &World,
        target: GroupId,
        base: BaseId,
        charger: Option<GroupId>,
    ) -> bool {
        // The front of the file in which it stands in one of the first two ranks fights to its front.
        let at = world[base].at;
        let in_file = || world.base_ids(target).into_iter().filter(|&b| world[b].at.file == at.file);
        let rank = in_file().filter(|&b| world[b].at.rank < at.rank).count();
        let Some(front) = in_file().next().filter(|_| rank < 2) else { return false };
        let rect = world[front].base.rect();
        let fights = |enemy: GroupId| {
            Some(enemy) != charger
                && !world[enemy].is_broken()
                && world.rects(enemy).iter().any(|r| {
                    let touch = rect.contact(r);
                    touch.is_some_and(|c| contact::is_fighting_contact(c) && c.is_by_own_front())
                })
        };
        world[front].facing == Facing::Front && world.enemies_of(target).any(fights)
    }

    fn also_turn(
        &self,
        world: &World,
        (charger, target): (GroupId, GroupId),
        met: Met,
        (_, turning): (&[BaseId], &mut SmallVec<[BaseId; 4]>),
    ) {
        if met.fall == Fall::Rear {
            return;
        }
        // Where only one base of a file is touched, a second turns with it: the one behind it, else the one before it.
        // One that another enemy has touched stays as it is for him.
        enforces!("FOGR-IMPACT-047");
        let others = world
            .enemies_of(target)
            .filter(|&e| e != charger && contact::in_close_combat_with(world, target, e));
        let fighting: SmallVec<[BaseId; 4]> =
            others.flat_map(|e| contact::fighting_touches(world, target, e)).map(|t| t.own).collect();
        let touched = turning.clone();
        for &only in &touched {
            let at = world[only].at;
            if touched.iter().any(|&b| b != only && world[b].at.file == at.file) {
                continue;
            }
            let eligible = |b: &BaseId| {
                world[*b].at.file == at.file
                    && world[*b].at.rank.abs_diff(at.rank) == 1
                    && world[*b].facing == Facing::Front
                    && !self.is_held_to_front(world, target, *b, Some(charger))
                    && !fighting.contains(b)
            };
            let near = world.base_ids(target).into_iter().filter(eligible).max_by_key(|&b| world[b].at.rank);
            turning.extend(near);
        }
    }

    fn judges_kinks_apart(&self) -> bool {
        false
    }

    fn flank_contact(&self, world: &World, charger: GroupId, target: GroupId) -> FlankContact {
        match kinds::is_battle(world, target) && kinds::is_light(world, charger) {
            true => FlankContact::Nothing,
            false => FlankContact::Drop(rule!("FOGR-IMPACT-044")),
        }
    }

    fn fragmented_and_charged(&self, world: &World, group: GroupId, charges: &[Charge]) -> Charged {
        enforces!("FOGR-IMPACT-077");
        let others = |c: &Charge| !kinds::is_all(world, c.group, TroopType::LightFoot);
        match evade::declared_on(charges, group).any(others) {
            true => Charged::Tests,
            false => Charged::Stands,
        }
    }

    fn minds_its_flanks(&self, world: &World, group: GroupId) -> bool {
        kinds::is_foot(world, group) && kinds::is_battle(world, group)
    }

    fn threats_to_flanks(&self) -> &'static [FlankThreat] {
        enforces!("FOGR-GLOSSARY-038");
        const SIDES: [TableEdge; 2] = [TableEdge::Left, TableEdge::Right];
        const ENDS: [TableEdge; 2] = [TableEdge::Near, TableEdge::Far];
        const CAUSES: [FlankThreat; 4] = [
            FlankThreat {
                rule: rule!("FOGR-GLOSSARY-039"),
                words: "side edge near",
                threatens: |w, g| flank::is_near_edges(w, g, &SIDES, 12),
            },
            FlankThreat {
                rule: rule!("FOGR-GLOSSARY-040"),
                words: "table edge near",
                threatens: |w, g| flank::is_near_edges(w, g, &ENDS, 6),
            },
            FlankThreat {
                rule: rule!("FOGR-GLOSSARY-041"),
                words: "mounted on its flank",
                threatens: |w, g| Hand::BOTH.into_iter().any(|hand| flank::mounted_on_flank(w, g, hand)),
            },
            FlankThreat {
                rule: rule!("FOGR-GLOSSARY-043"),
                words: "can be charged in flank or rear",
                threatens: flank::could_be_charged,
            },
        ];
        &CAUSES
    }
}

/// Whether artillery is open to light troops: limbered, or without rear support of some base.
fn is_open_artillery(world: &World, target: GroupId) -> bool {
    enforces!("FOGR-IMPACT-068");
    kinds::is_artillery(world, target)
        && (world[target].posture == Posture::Limbered
            || !world.base_ids(target).iter().all(|&b| support::rear_support_of(world, target, b).is_some()))
}

/// Whether any of these bases stands in open terrain: in no ground that is not, and behind no defences.
fn stand_in_open(world: &World, bases: &[BaseId]) -> bool {
    let hard = |b: &BaseId| {
        disorder::ground_under(world, &world[*b].base.rect())
            .any(|p| matches!(p.kind.grade(), Grade::Uneven | Grade::Rough | Grade::Difficult))
    };
    !bases.iter().all(|b| hard(b) || defence::is_defender(world, *b))
}
