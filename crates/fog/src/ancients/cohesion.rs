//! Cohesion tests.

use super::{Choice, casualties, facts, readings::is};
use crate::core::{
    Cause, CombatResult, CommanderPlace, Directions, Engaged, Fight, Formation, Grade, Ground, Group,
    Readings, Reckon, Role, TestCase, Toll,
};
use crate::troops::{Book, Capability, Cohesion, CombatPhase, Disorder, TroopType, is_skirmishers};
use caracole_ledger::{enforces, rule};

enforces!(
    "FOGAM-COHESION-011",
    "FOGAM-COHESION-012",
    "FOGAM-COHESION-020",
    "FOGAM-COHESION-022",
    "FOGAM-BG-032"
);
enforces!("FOGAM-COHESION-023", "FOGAM-COHESION-024", "FOGAM-MOVE-008");

/// Whether the hits of the phase make the battle group test.
pub(super) fn test_due(case: &TestCase<'_>) -> bool {
    enforces!("FOGAM-COMBAT-064", "FOGAM-COMBAT-065", "FOGAM-COMBAT-066", "FOGAM-COMBAT-067");
    enforces!("FOGAM-COHESION-004", "FOGAM-COHESION-005");
    match case.fight.phase {
        CombatPhase::Shooting => casualties::reaches(case, 3) || hit_under_artillery(case),
        CombatPhase::Impact | CombatPhase::Melee => case.toll().result == CombatResult::Lost,
    }
}

fn hit_under_artillery(case: &TestCase<'_>) -> bool {
    case.fire().artillery > 0 && case.toll().received >= casualties::ARTILLERY_HITS
}

/// Why a battle group tests after the combats of the phase: its own defeat, commanders lost near it, or both in one.
pub(super) fn post_combat_cause(case: &TestCase<'_>) -> Option<Cause> {
    enforces!("FOGAM-COMBAT-002", "FOGAM-COMBAT-068", "FOGAM-COHESION-008");
    if case.fight.phase == CombatPhase::Shooting {
        return test_due(case).then_some(Cause::Shooting);
    }
    let lost_combat = test_due(case);
    if is(case.readings, Choice::CommanderLossFirst) {
        let (commanders, in_chief) = commanders_lost(case.fight, case.tolls, case.readings, case.index);
        if commanders > 0 {
            return Some(Cause::CommandersLost { commanders, in_chief, lost_combat });
        }
    }
    lost_combat.then_some(Cause::CloseCombat)
}

/// The commanders whose loss the watcher sees, and whether the commander-in-chief is among them.
fn commanders_lost(fight: &Fight, tolls: &[Toll], readings: Readings, watcher: u8) -> (u8, bool) {
    let Some(group) = fight.groups.get(usize::from(watcher)) else { return (0, false) };
    let mut lost = 0;
    let mut in_chief = false;
    for (index, (other, toll)) in fight.groups.iter().zip(tolls).enumerate() {
        let index = index as u8;
        let own = index == watcher && is(readings, Choice::BereavedGroupTests);
        let seen =
            own || (index != watcher && other.side == group.side && group.near_commander.contains(&index));
        if toll.commander_lost && seen {
            lost += 1;
            in_chief |= other.commander.is_some_and(|c| c.in_chief);
        }
    }
    (lost, in_chief)
}

/// How many reasons the watcher has to test at the end of the phase.
pub(super) fn reasons_in_sight(fight: &Fight, tolls: &[Toll], readings: Readings, watcher: u8) -> u8 {
    enforces!("FOGAM-COHESION-006", "FOGAM-COHESION-007", "FOGAM-COHESION-010", "FOGAM-COHESION-018");
    let Some(group) = fight.groups.get(usize::from(watcher)) else { return 0 };
    let skirmishers = is_skirmishers(&group.profiles());
    let mut reasons = 0;
    for (index, (other, toll)) in fight.groups.iter().zip(tolls).enumerate() {
        let index = index as u8;
        let near = group.near.contains(&index) || other.near.contains(&watcher);
        let broke = other.cohesion != Cohesion::Broken && toll.cohesion == Cohesion::Broken;
        let matters = skirmishers || !is_skirmishers(&other.profiles());
        if index != watcher && other.side == group.side && near && broke && matters {
            reasons += 1;
        }
    }
    if !is(readings, Choice::CommanderLossFirst) {
        reasons += commanders_lost(fight, tolls, readings, watcher).0;
    }
    reasons
}

/// Whether a score of 2 or less costs two levels.
pub(super) fn double_drop(case: &TestCase<'_>, cause: Cause) -> bool {
    enforces!("FOGAM-COHESION-021");
    match cause {
        Cause::CloseCombat => case.toll().margin() >= 2,
        Cause::Sight { .. } | Cause::CommandersLost { .. } => true,
        Cause::Shooting | Cause::Charged | Cause::Bolster => false,
    }
}

/// The modifiers of a cohesion test.
pub(super) fn modifiers<R: Reckon>(case: &TestCase<'_>, cause: Cause, sum: &mut R) {
    let lost_combat = matches!(cause, Cause::CloseCombat | Cause::CommandersLost { lost_combat: true, .. });
    if (lost_combat || cause == Cause::Shooting) && casualties::reaches(case, 2) {
        sum.add(rule!("FOGAM-COHESION-012"), "1 hit per 2 bases", -1);
    }
    if lost_combat {
        defeat(case, sum);
    }
    losses(case, sum);
    if case.group().threatened_flank && can_be_threatened(case.group()) {
        sum.add(rule!("FOGAM-GLOSSARY-040"), "threatened flank", -1);
    }
    reasons(case, cause, sum);
    let of_enemy = match cause {
        Cause::Shooting => shot_at_by_guns(case),
        _ if lost_combat => lost_to_dreaded_enemy(case),
        _ => None,
    };
    if let Some(label) = of_enemy {
        sum.add(rule!("FOGAM-COHESION-014"), label, -1);
    }
    let undrilled = !case.group().bases().all(|b| b.profile.is_drilled());
    if lost_combat && undrilled && fought(case, |p| p.is(TroopType::ScythedChariots)) {
        sum.add(rule!("FOGAM-SPECIAL-011"), "undrilled, lost to scythed chariots", -1);
    }
    commander(case, cause, sum);
    if case.group().supported && can_have_rear_support(case.group()) {
        sum.add(rule!("FOGAM-GLOSSARY-031"), "rear support", 1);
    }
    state(case, sum);
}

fn defeat<R: Reckon>(case: &TestCase<'_>, sum: &mut R) {
    match case.fight.phase {
        CombatPhase::Impact => sum.add(rule!("FOGAM-COHESION-012"), "lost an impact combat", -1),
        CombatPhase::Melee if case.toll().margin() >= 2 => {
            sum.add(rule!("FOGAM-COHESION-012"), "lost a melee by 2 hits or more", -1);
        }
        CombatPhase::Melee | CombatPhase::Shooting => {}
    }
}

/// Bases lost just now count: death rolls come first.
fn losses<R: Reckon>(case: &TestCase<'_>, sum: &mut R) {
    enforces!("FOGAM-COHESION-027");
    let group = case.group();
    let left = group.size().saturating_sub(case.toll().lost);
    let lost = group.bases_at_start.saturating_sub(left);
    let quarters = quarters_lost(lost, group.bases_at_start);
    if quarters > 0 {
        sum.add(rule!("FOGAM-COHESION-013"), "each full 25% of its bases lost", -quarters);
    }
}

/// Full quarters of its original bases that a battle group has lost.
pub fn quarters_lost(lost: u8, original: u8) -> i32 {
    match original {
        0 => 0,
        _ => 4 * i32::from(lost) / i32::from(original),
    }
}

fn reasons<R: Reckon>(case: &TestCase<'_>, cause: Cause, sum: &mut R) {
    let two_in_shooting = || {
        is(case.readings, Choice::ShootingIsTwoReasons)
            && casualties::reaches(case, 3)
            && hit_under_artillery(case)
    };
    let several = match cause {
        Cause::Sight { reasons } => reasons > 1,
        Cause::CommandersLost { commanders, lost_combat, .. } => commanders + u8::from(lost_combat) > 1,
        Cause::Shooting => two_in_shooting(),
        Cause::CloseCombat | Cause::Charged | Cause::Bolster => false,
    };
    if several {
        sum.add(rule!("FOGAM-COHESION-017"), "more than one reason to test", -1);
    }
    let sees_chief_lost = match cause {
        Cause::CommandersLost { in_chief, .. } => in_chief,
        Cause::Sight { .. } => {
            // Commanders are tested for with broken friends only by the other reading.
            !is(case.readings, Choice::CommanderLossFirst)
                && commanders_lost(case.fight, case.tolls, case.readings, case.index).1
        }
        _ => false,
    };
    if sees_chief_lost {
        sum.add(rule!("FOGAM-COHESION-012"), "sees the commander-in-chief lost", -1);
    }
}

fn shot_at_by_guns(case: &TestCase<'_>) -> Option<&'static str> {
    let fire = case.fire();
    (fire.artillery > 0 || fire.firearms > 0).then_some("shot at by artillery or firearms")
}

/// The enemy base of a duel, and whether it stands where terrain-dependent rules let it count.
struct Opponent {
    profile: crate::troops::BaseProfile,
    fights: bool,
    open: bool,
}

impl Opponent {
    fn is(&self, troop_type: TroopType) -> bool {
        self.profile.troop_type == troop_type
    }
}

fn opponents<'c>(case: &'c TestCase<'_>) -> impl Iterator<Item = Opponent> + 'c {
    case.fight.stands_of(case.index).filter_map(|(own, enemy)| {
        let profile = case.fight.front(enemy.file)?.profile;
        let pair = super::Pair::of(case.fight, enemy, own, case.readings)?;
        Some(Opponent { profile, fights: enemy.role != Role::Idle, open: pair.own.open })
    })
}

fn fought(case: &TestCase<'_>, test: impl Fn(&Opponent) -> bool) -> bool {
    opponents(case).any(|o| test(&o))
}

/// The enemies whom it is worse to lose to; one of them at most counts.
fn lost_to_dreaded_enemy(case: &TestCase<'_>) -> Option<&'static str> {
    enforces!("FOGAM-SPECIAL-006");
    let group = case.group();
    let impact = case.fight.phase == CombatPhase::Impact;
    if fought(case, |o| o.is(TroopType::Elephants) || o.is(TroopType::ScythedChariots)) {
        return Some("lost to elephants or scythed chariots");
    }
    if tests_as(group) == TroopType::MediumFoot
        && medium_foot_exposed(case)
        && fought(case, beats_medium_foot)
    {
        return Some("medium foot lost to mounted or heavy foot in the open");
    }
    let shock_mounted = group.is_mounted(Book::Ancients) && facts::is_shock(group, case.readings);
    let lances = |o: &Opponent| o.profile.has(Capability::Lancers) || o.is(TroopType::HeavyChariots);
    if impact && !shock_mounted && fought(case, lances) {
        return Some("lost the impact to lancers or heavy chariots");
    }
    if impact && group.is_foot() && fought(case, |o| o.profile.has(Capability::ImpactFoot)) {
        return Some("foot lost the impact to impact foot");
    }
    None
}

fn beats_medium_foot(o: &Opponent) -> bool {
    enforces!("FOGAM-COHESION-015");
    let kind = o.profile.is_mounted(Book::Ancients) || o.is(TroopType::HeavyFoot);
    kind && o.fights && o.open
}

/// By the other reading medium foot that stand wholly in other terrain are spared.
fn medium_foot_exposed(case: &TestCase<'_>) -> bool {
    is(case.readings, Choice::MediumFootInTerrainToo)
        || case.fight.stands_of(case.index).any(|(own, _)| own.ground == Ground::Open)
}

/// The type as which a battle group of foot tests: the heaviest in it.
pub fn tests_as(group: &Group) -> TroopType {
    enforces!("FOGAM-COHESION-019");
    let any = |test: fn(TroopType) -> bool| group.bases().any(|b| test(b.profile.troop_type));
    if any(|t| t == TroopType::HeavyFoot) {
        TroopType::HeavyFoot
    } else if any(TroopType::is_medium_foot) {
        TroopType::MediumFoot
    } else {
        group.bases().next().map_or(TroopType::MediumFoot, |b| b.profile.troop_type)
    }
}

fn can_be_threatened(group: &Group) -> bool {
    !is_skirmishers(&group.profiles()) && !group.is_formed(Formation::Orb)
}

/// Whether a battle group can have rear support at all.
pub fn can_have_rear_support(group: &Group) -> bool {
    enforces!("FOGAM-GLOSSARY-032", "FOGAM-SPECIAL-033", "FOGAM-GLOSSARY-022");
    let one_way = group.files.iter().all(|f| Some(f.facing) == group.files.first().map(|g| g.facing));
    one_way
        && group.directions == Directions::One
        && !group.is_formed(Formation::Orb)
        && !group.any_is(TroopType::BattleWagons)
}

fn commander<R: Reckon>(case: &TestCase<'_>, cause: Cause, sum: &mut R) {
    enforces!("FOGAM-COMBAT-085", "FOGAM-COMMAND-008", "FOGAM-JAP-038");
    if case.toll().commander_lost {
        return;
    }
    let Some(commander) = case.group().commander else { return };
    let with = commander.place != CommanderPlace::InRange;
    let must_be_with = case.fight.engaged(case.index) != Engaged::No || cause == Cause::Bolster;
    if must_be_with && !with {
        return;
    }
    let label = if with { "commander with it" } else { "commander in command range" };
    sum.add(rule!("FOGAM-COHESION-016"), label, 1);
    if commander.grade == Grade::Great {
        sum.add(rule!("FOGAM-COHESION-016"), "inspired commander", 1);
    }
}

fn state<R: Reckon>(case: &TestCase<'_>, sum: &mut R) {
    enforces!("FOGAM-BG-038");
    let severe = case.group().worst_disorder() == Disorder::SeverelyDisordered
        && is(case.readings, Choice::DisorderCountsInTests);
    match case.toll().cohesion {
        Cohesion::Steady if severe => sum.add(rule!("FOGAM-COHESION-012"), "severely disordered", -1),
        Cohesion::Steady => {}
        Cohesion::Disrupted => sum.add(rule!("FOGAM-COHESION-012"), "disrupted", -1),
        Cohesion::Fragmented => {
            sum.add(rule!("FOGAM-COHESION-012"), "fragmented", -2);
            if severe && is(case.readings, Choice::SevereAddsToFragmented) {
                sum.add(rule!("FOGAM-COHESION-012"), "severely disordered", -1);
            }
        }
        Cohesion::Broken => sum.add(rule!("FOGAM-COHESION-012"), "broken", -3),
    }
}
