//! Cohesion tests: who takes them and with what modifiers.

use super::{Choice, Renaissance, readings::is};
use crate::combat::{
    Cause, CombatResult, Commander, CommanderPlace, Defence, Engaged, Fight, FireTaken, Formation, Grade,
    Ground, Group, Reckon, Role, Stand, TestCase, Toll, bases_counted, reaches_hits_per,
};
use crate::troops::{
    Arm, BaseProfile, Book, Capability, Cohesion, CombatPhase, Disorder, TroopType, is_light_troops,
};
use caracole_ledger::{RuleId, enforces, rule};

enforces!("FOGR-COHESION-013", "FOGR-COHESION-021", "FOGR-COHESION-033", "FOGR-COHESION-035", "FOGR-JAP-051");

/// What the tests of a battle group depend on and no die of the phase changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Bases that count for hits per bases.
    pub bases: u16,
    /// What was shot at it.
    pub fire: FireTaken,
    /// It is or includes warriors.
    pub warriors: bool,
    /// It is light troops.
    pub light: bool,
    /// Bases lost before this phase.
    pub lost: u8,
    /// Bases at the start of the battle.
    pub bases_at_start: u8,
    /// It is foot battle troops with a threatened flank.
    pub threatened: bool,
    /// Grade of the commander who helps it.
    pub commander: Option<Grade>,
    /// It counts as supported.
    pub supported: bool,
    /// Some base is severely disordered.
    pub severe: bool,
    /// The one modifier for particular enemies or shooters.
    pub particular: Option<(RuleId, &'static str)>,
}

impl Standing {
    /// The standing of a battle group of a fight.
    pub fn of(fight: &Fight, fire: FireTaken, index: u8) -> Self {
        enforces!("FOGR-COHESION-014", "FOGR-COHESION-015", "FOGR-COHESION-016", "FOGR-COMBAT-118");
        enforces!(
            "FOGR-COHESION-045",
            "FOGR-BG-064",
            "FOGR-GLOSSARY-021",
            "FOGR-RECKONER-004",
            "FOGR-RECKONER-005"
        );
        let group = &fight.groups[usize::from(index)];
        let light = is_light_troops(&group.profiles());
        let lost = group.bases_at_start.saturating_sub(group.size());
        let helps = |c: &Commander| c.place != CommanderPlace::InRange || fight.engaged(index) == Engaged::No;
        Standing {
            bases: bases_counted(group),
            fire,
            warriors: group.any_is(TroopType::Warriors),
            light,
            lost,
            bases_at_start: group.bases_at_start,
            threatened: group.threatened_flank && group.is_foot() && !light,
            commander: group.commander.filter(helps).map(|c| c.grade),
            supported: counts_as_supported(group),
            severe: group.worst_disorder() == Disorder::SeverelyDisordered,
            particular: match fight.phase {
                CombatPhase::Shooting => particular_shooters(group, fire),
                CombatPhase::Impact | CombatPhase::Melee => particular_enemies(fight, index),
            },
        }
    }
}

/// Whether a battle group counts as supported, given what stands behind it.
fn counts_as_supported(group: &Group) -> bool {
    enforces!("FOGR-GLOSSARY-035");
    let never = group.any_is(TroopType::BattleWagons);
    let always = group.is_formed(Formation::EarlyTercio);
    !never && (always || group.supported)
}

/// Whether it has lost a quarter of its bases. What goes with the hits is tested for before the death rolls, what was
/// seen after them.
fn has_lost_a_quarter(standing: &Standing, toll: &Toll, cause: Cause) -> bool {
    enforces!("FOGR-COHESION-045", "FOGR-COMBAT-001");
    let in_phase = if matches!(cause, Cause::Sight { .. }) { toll.lost } else { 0 };
    let lost = u16::from(standing.lost) + u16::from(in_phase);
    lost > 0 && lost * 4 >= u16::from(standing.bases_at_start)
}

/// Whether the hits of the phase make the battle group test.
pub(super) fn is_due(phase: CombatPhase, toll: &Toll, standing: &Standing) -> bool {
    match phase {
        CombatPhase::Shooting => {
            enforces!("FOGR-COHESION-002", "FOGR-COMBAT-109");
            (standing.warriors && toll.from_artillery >= 2)
                || reaches_hits_per(toll.received, 3, standing.bases)
        }
        CombatPhase::Impact | CombatPhase::Melee => {
            enforces!("FOGR-COHESION-003", "FOGR-COMBAT-107", "FOGR-COMBAT-110");
            toll.result == CombatResult::Lost
        }
    }
}

/// Adds up the modifiers of a test.
pub fn cohesion_modifiers<R: Reckon>(standing: &Standing, toll: &Toll, cause: Cause, sum: &mut R) {
    match cause {
        Cause::Shooting => {
            if reaches_hits_per(toll.received, 2, standing.bases) {
                sum.add(rule!("FOGR-COHESION-022"), "1 hit per 2 bases from shooting", -1);
            }
        }
        Cause::CloseCombat => {
            if reaches_hits_per(toll.received, 3, standing.bases) {
                sum.add(rule!("FOGR-COHESION-023"), "1 hit per 3 bases from close combat", -1);
            }
            if toll.margin() >= 2 {
                sum.add(rule!("FOGR-COHESION-024"), "2 more hits received than inflicted", -1);
            }
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
    if let (Cause::Shooting | Cause::CloseCombat, Some((rule, label))) = (cause, standing.particular) {
        sum.add(rule, label, -1);
    }
    standing_modifiers(standing, toll, cause, sum);
}

/// The modifiers that count in every test.
fn standing_modifiers<R: Reckon>(standing: &Standing, toll: &Toll, cause: Cause, sum: &mut R) {
    if has_lost_a_quarter(standing, toll, cause) {
        sum.add(rule!("FOGR-COHESION-025"), "a quarter of its bases lost", -1);
    }
    if standing.threatened {
        sum.add(rule!("FOGR-COHESION-026"), "threatened flank", -1);
    }
    if let Some(grade) = standing.commander.filter(|_| !toll.commander_lost) {
        sum.add(rule!("FOGR-COHESION-030"), "commander", 1);
        if grade == Grade::Great {
            sum.add(rule!("FOGR-COHESION-030"), "great commander", 1);
        }
    }
    if standing.supported {
        sum.add(rule!("FOGR-COHESION-031"), "supported", 1);
    }
    let (label, state) = match toll.cohesion {
        Cohesion::Broken => ("broken", -3),
        Cohesion::Fragmented => ("fragmented", -2),
        Cohesion::Disrupted => ("disrupted", -1),
        Cohesion::Steady if standing.severe => ("severely disordered", -1),
        Cohesion::Steady => ("steady", 0),
    };
    sum.add(rule!("FOGR-COHESION-032"), label, state);
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
fn particular_shooters(group: &Group, fire: FireTaken) -> Option<(RuleId, &'static str)> {
    let shy = |t: TroopType| {
        use TroopType::{Camelry, Cavalry, Elephants, LightHorse};
        matches!(t, Elephants | Cavalry | Camelry | LightHorse)
    };
    let rule = rule!("FOGR-COHESION-028");
    if fire.artillery > 0 {
        Some((rule, "shot at by artillery"))
    } else if fire.firearms > 0 && tests_as(group).is_some_and(shy) {
        Some((rule, "elephants, cavalry, camelry or light horse shot at by firearms"))
    } else {
        None
    }
}

/// At most one: whom it lost to, even partly.
fn particular_enemies(fight: &Fight, index: u8) -> Option<(RuleId, &'static str)> {
    let group = &fight.groups[usize::from(index)];
    let impact = fight.phase == CombatPhase::Impact;
    let any = |test: &dyn Fn(BaseProfile, &Stand, &Stand) -> bool| {
        fight
            .stands_of(index)
            .filter(|(own, enemy)| own.role != Role::Idle || enemy.role != Role::Idle)
            .any(|(own, enemy)| fight.front(enemy.file).is_some_and(|b| test(b.profile, own, enemy)))
    };
    let loose = |t: TroopType| t.is_medium_foot() || matches!(t, TroopType::Warriors | TroopType::Dragoons);
    let lancers = |b: BaseProfile| {
        b.is_lancers() || b.has(Capability::ImpactMounted) || (b.is_foot() && b.has(Capability::Salvo))
    };
    let rule = rule!("FOGR-COHESION-028");
    if any(&|b, _, _| b.troop_type == TroopType::Elephants) {
        enforces!("FOGR-SPECIAL-005");
        Some((rule, "lost to elephants"))
    } else if tests_as(group).is_some_and(loose) && any(&|b, own, enemy| beats_loose_foot(b, own, enemy)) {
        Some((rule!("FOGR-COHESION-029"), "loose foot beaten in the open by mounted or solid foot"))
    } else if impact && any(&|b, _, _| lancers(b)) {
        Some((rule, "lost an impact to lancers, impact mounted or salvo"))
    } else if impact && group.is_foot() && any(&|b, _, _| b.is_foot() && b.has(Capability::ImpactFoot)) {
        Some((rule, "foot that lost an impact to impact foot"))
    } else {
        None
    }
}

/// Mounted, heavy or determined foot in open terrain, with no fortification, obstacle or riverbank in play.
fn beats_loose_foot(enemy: BaseProfile, own: &Stand, stand: &Stand) -> bool {
    let mounted = enemy.troop_type.arm(Book::Renaissance) == Arm::Mounted;
    let kind = mounted || matches!(enemy.troop_type, TroopType::HeavyFoot | TroopType::DeterminedFoot);
    // Mounted troops hold no works, so those who fight them attack none; a riverbank is held by whoever stands on it.
    let counts = |defence: Defence, against_mounted: bool, by_mounted: bool| match defence {
        Defence::None => false,
        Defence::Portable => against_mounted,
        Defence::Fortification | Defence::Obstacle => !by_mounted,
        Defence::Riverbank => true,
    };
    kind && stand.ground == Ground::Open
        && !counts(own.defence, mounted, false)
        && !counts(stand.defence, false, mounted)
}

/// Whether a score of 2 or less costs two levels.
pub fn double_drop(toll: &Toll, cause: Cause) -> bool {
    enforces!("FOGR-COHESION-034");
    match cause {
        Cause::CloseCombat => toll.margin() >= 2,
        Cause::Sight { .. } => true,
        Cause::Shooting | Cause::Charged | Cause::Bolster | Cause::CommandersLost { .. } => false,
    }
}

/// How many things a battle group saw that make it test.
pub(super) fn reasons_in_sight(case: &TestCase<'_, Renaissance>) -> u8 {
    enforces!("FOGR-COHESION-004", "FOGR-COHESION-007", "FOGR-COHESION-009");
    enforces!("FOGR-COHESION-020", "FOGR-COMBAT-119", "FOGR-COHESION-005", "FOGR-COHESION-006");
    let watcher = case.group();
    // Guns that have just changed sides are among those who were near.
    let near = |i: usize| {
        let seen = &case.fight.groups[i];
        watcher.near.contains(&(i as u8)) && (seen.side == watcher.side || seen.unseen_loss)
    };
    let mut reasons = 0;
    for (i, (seen, toll)) in case.fight.groups.iter().zip(case.tolls).enumerate() {
        let broke =
            seen.unseen_loss || (toll.cohesion == Cohesion::Broken && seen.cohesion != Cohesion::Broken);
        if !broke && !toll.commander_lost {
            continue;
        }
        let same = i == usize::from(case.index);
        let minds = || case.standing.light || !is_light_troops(&seen.profiles());
        if broke && !same && near(i) && minds() {
            reasons += 1;
        }
        let bereaved = same && is(case.readings, Choice::BereavedGroupTests);
        if toll.commander_lost && (bereaved || (!same && near(i))) {
            reasons += 1;
        }
    }
    reasons
}
