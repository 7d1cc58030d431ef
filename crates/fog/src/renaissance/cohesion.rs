//! Cohesion tests: who takes them and with what modifiers.

use super::{Choice, readings::is};
use crate::core::{
    Cause, CombatResult, CommanderPlace, Defence, Engaged, Fight, Grade, Ground, Group, Reckon, Role, Stand,
    TestCase, Toll, bases_counted, reaches_hits_per,
};
use crate::troops::{
    Arm, BaseProfile, Book, Capability, Cohesion, CombatPhase, Disorder, TroopType, is_battle_troops,
    is_light_troops,
};
use caracole_ledger::{enforces, rule};

enforces!("FOGR-COHESION-013", "FOGR-COHESION-021", "FOGR-COHESION-033", "FOGR-COHESION-035");

/// Whether the hits of the phase make the battle group test.
pub(super) fn is_due(fight: &Fight, toll: &Toll, group: &Group) -> bool {
    match fight.phase {
        CombatPhase::Shooting => {
            enforces!("FOGR-COHESION-002", "FOGR-COMBAT-109");
            let warriors = group.any_is(TroopType::Warriors) && toll.from_artillery >= 2;
            warriors || reaches_hits_per(toll.received, 3, bases_counted(group))
        }
        CombatPhase::Impact | CombatPhase::Melee => {
            enforces!("FOGR-COHESION-003", "FOGR-COMBAT-107", "FOGR-COMBAT-110");
            toll.result == CombatResult::Lost
        }
    }
}

/// Adds up the modifiers of a test.
pub(super) fn modifiers<R: Reckon>(case: &TestCase<'_>, cause: Cause, sum: &mut R) {
    let (group, toll) = (case.group(), case.toll());
    match cause {
        Cause::Shooting => {
            if reaches_hits_per(toll.received, 2, bases_counted(group)) {
                sum.add(rule!("FOGR-COHESION-022"), "1 hit per 2 bases from shooting", -1);
            }
            particular_shooters(case, sum);
        }
        Cause::CloseCombat => {
            if reaches_hits_per(toll.received, 3, bases_counted(group)) {
                sum.add(rule!("FOGR-COHESION-023"), "1 hit per 3 bases from close combat", -1);
            }
            if toll.margin() >= 2 {
                sum.add(rule!("FOGR-COHESION-024"), "2 more hits received than inflicted", -1);
            }
            particular_enemies(case, sum);
        }
        Cause::Sight { reasons } => {
            enforces!("FOGR-COHESION-018");
            if reasons > 1 {
                sum.add(rule!("FOGR-COHESION-027"), "more than one reason to test", -1);
            }
        }
        // This book tests for lost commanders as for anything else that is seen.
        Cause::CommandersLost { .. } | Cause::Charged | Cause::Bolster => {}
    }
    standing_modifiers(case, sum);
}

/// The modifiers that count in every test.
fn standing_modifiers<R: Reckon>(case: &TestCase<'_>, sum: &mut R) {
    let (group, toll) = (case.group(), case.toll());
    let lost = group.bases_at_start.saturating_sub(group.size());
    if u16::from(lost) * 4 >= u16::from(group.bases_at_start) && lost > 0 {
        enforces!("FOGR-COHESION-045");
        sum.add(rule!("FOGR-COHESION-025"), "a quarter of its bases lost", -1);
    }
    let foot_battle_troops = group.is_foot() && is_battle_troops(Book::Renaissance, &group.profiles());
    if group.threatened_flank && foot_battle_troops {
        sum.add(rule!("FOGR-COHESION-026"), "threatened flank", -1);
    }
    if let Some(grade) = commander_who_helps(case) {
        sum.add(rule!("FOGR-COHESION-030"), "commander", 1);
        if grade == Grade::Great {
            sum.add(rule!("FOGR-COHESION-030"), "great commander", 1);
        }
    }
    if group.supported {
        sum.add(rule!("FOGR-COHESION-031"), "supported", 1);
    }
    let severe = group.worst_disorder() == Disorder::SeverelyDisordered;
    let (label, state) = match toll.cohesion {
        Cohesion::Broken => ("broken", -3),
        Cohesion::Fragmented => ("fragmented", -2),
        Cohesion::Disrupted => ("disrupted", -1),
        Cohesion::Steady if severe => ("severely disordered", -1),
        Cohesion::Steady => ("steady", 0),
    };
    sum.add(rule!("FOGR-COHESION-032"), label, state);
}

/// The grade of the commander who modifies the test, if one can.
fn commander_who_helps(case: &TestCase<'_>) -> Option<Grade> {
    enforces!("FOGR-COHESION-014", "FOGR-COHESION-015", "FOGR-COHESION-016", "FOGR-COMBAT-118");
    let commander = case.group().commander.filter(|_| !case.toll().commander_lost)?;
    let engaged = case.fight.engaged(case.index) != Engaged::No;
    let helps = match commander.place {
        CommanderPlace::FrontRank | CommanderPlace::With => true,
        CommanderPlace::InRange => !engaged,
    };
    helps.then_some(commander.grade)
}

/// The type as which a battle group tests: of mixed foot the last in the order of the book.
pub fn tests_as(group: &Group) -> Option<TroopType> {
    enforces!("FOGR-COHESION-017");
    let order = |t: TroopType| match t {
        TroopType::LightFoot => 1,
        TroopType::MediumFoot | TroopType::Mob => 2,
        TroopType::Warriors => 3,
        TroopType::HeavyFoot => 4,
        TroopType::DeterminedFoot => 5,
        _ => 0,
    };
    group.bases().map(|b| b.profile.troop_type).max_by_key(|&t| order(t))
}

/// At most one: who shot at it.
fn particular_shooters<R: Reckon>(case: &TestCase<'_>, sum: &mut R) {
    let fire = case.fire();
    let shy = |t: TroopType| {
        use TroopType::{Camelry, Cavalry, Elephants, LightHorse};
        matches!(t, Elephants | Cavalry | Camelry | LightHorse)
    };
    if fire.artillery > 0 {
        sum.add(rule!("FOGR-COHESION-028"), "shot at by artillery", -1);
    } else if fire.firearms > 0 && tests_as(case.group()).is_some_and(shy) {
        sum.add(
            rule!("FOGR-COHESION-028"),
            "elephants, cavalry, camelry or light horse shot at by firearms",
            -1,
        );
    }
}

/// At most one: whom it lost to, even partly.
fn particular_enemies<R: Reckon>(case: &TestCase<'_>, sum: &mut R) {
    let group = case.group();
    let impact = case.fight.phase == CombatPhase::Impact;
    let any = |test: &dyn Fn(BaseProfile, &Stand, &Stand) -> bool| {
        case.fight
            .stands_of(case.index)
            .filter(|(own, enemy)| own.role != Role::Idle || enemy.role != Role::Idle)
            .any(|(own, enemy)| case.fight.front(enemy.file).is_some_and(|b| test(b.profile, own, enemy)))
    };
    let loose = |t: TroopType| t.is_medium_foot() || matches!(t, TroopType::Warriors | TroopType::Dragoons);
    let lancers = |b: BaseProfile| {
        b.is_lancers() || b.has(Capability::ImpactMounted) || (b.is_foot() && b.has(Capability::Salvo))
    };
    if any(&|b, _, _| b.troop_type == TroopType::Elephants) {
        enforces!("FOGR-SPECIAL-005");
        sum.add(rule!("FOGR-COHESION-028"), "lost to elephants", -1);
    } else if tests_as(group).is_some_and(loose) && any(&|b, own, enemy| beats_loose_foot(b, own, enemy)) {
        sum.add(rule!("FOGR-COHESION-029"), "loose foot beaten in the open by mounted or solid foot", -1);
    } else if impact && any(&|b, _, _| lancers(b)) {
        sum.add(rule!("FOGR-COHESION-028"), "lost an impact to lancers, impact mounted or salvo", -1);
    } else if impact && group.is_foot() && any(&|b, _, _| b.is_foot() && b.has(Capability::ImpactFoot)) {
        sum.add(rule!("FOGR-COHESION-028"), "foot that lost an impact to impact foot", -1);
    }
}

/// Mounted, heavy or determined foot in open terrain, with no fortification, obstacle or riverbank in play.
fn beats_loose_foot(enemy: BaseProfile, own: &Stand, stand: &Stand) -> bool {
    let mounted = enemy.troop_type.arm(Book::Renaissance) == Arm::Mounted;
    let kind = mounted || matches!(enemy.troop_type, TroopType::HeavyFoot | TroopType::DeterminedFoot);
    let counts = |defence: Defence, against_mounted: bool| match defence {
        Defence::None => false,
        Defence::Portable => against_mounted,
        Defence::Fortification | Defence::Obstacle | Defence::Riverbank => true,
    };
    kind && stand.ground == Ground::Open && !counts(own.defence, mounted) && !counts(stand.defence, false)
}

/// Whether a score of 2 or less costs two levels.
pub(super) fn double_drop(toll: &Toll, cause: Cause) -> bool {
    enforces!("FOGR-COHESION-034");
    match cause {
        Cause::CloseCombat => toll.margin() >= 2,
        Cause::Sight { .. } => true,
        Cause::Shooting | Cause::Charged | Cause::Bolster | Cause::CommandersLost { .. } => false,
    }
}

/// How many things a battle group saw that make it test.
pub(super) fn reasons_in_sight(case: &TestCase<'_>) -> u8 {
    enforces!("FOGR-COHESION-004", "FOGR-COHESION-007", "FOGR-COHESION-009", "FOGR-COHESION-019");
    enforces!("FOGR-COHESION-020", "FOGR-COMBAT-119", "FOGR-COHESION-005", "FOGR-COHESION-006");
    let watcher = case.group();
    let light = is_light_troops(&watcher.profiles());
    let near = |i: usize| watcher.near.contains(&(i as u8)) && case.fight.groups[i].side == watcher.side;
    let mut reasons = 0;
    for (i, (seen, toll)) in case.fight.groups.iter().zip(case.tolls).enumerate() {
        let same = i == usize::from(case.index);
        let broke = toll.cohesion == Cohesion::Broken && seen.cohesion != Cohesion::Broken;
        if broke && !same && near(i) && (light || !is_light_troops(&seen.profiles())) {
            reasons += 1;
        }
        let bereaved = same && is(case.readings, Choice::BereavedGroupTests);
        if toll.commander_lost && (bereaved || (!same && near(i))) {
            reasons += 1;
        }
    }
    reasons
}
