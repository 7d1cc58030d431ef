//! Cohesion tests: who takes them and with what modifiers.

use super::{
    Ancients, Choice,
    casualties::{self, ARTILLERY_HITS},
    facts::{self, skirmishes},
    readings::is,
};
use crate::combat::{
    Cause, CombatResult, Commander, CommanderPlace, Directions, Engaged, Fight, FireTaken, Formation, Grade,
    Ground, Group, Readings, Reckon, Role, TestCase, Toll, reaches_hits_per,
};
use crate::troops::{BaseProfile, Book, Capability, Cohesion, CombatPhase, Disorder, TroopType};
use caracole_ledger::{enforces, rule};

enforces!(
    "FOGAM-COHESION-011",
    "FOGAM-COHESION-012",
    "FOGAM-COHESION-020",
    "FOGAM-COHESION-022",
    "FOGAM-BG-032"
);
enforces!("FOGAM-COHESION-023", "FOGAM-COHESION-024", "FOGAM-MOVE-008");

/// What the tests and death rolls of a battle group depend on and no die of the phase changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The phase.
    pub phase: CombatPhase,
    /// The readings in force.
    pub readings: Readings,
    /// Bases that count for hits per bases.
    pub bases: u16,
    /// Bases at the start of the phase.
    pub size: u8,
    /// Bases at the start of the battle.
    pub bases_at_start: u8,
    /// What was shot at it.
    pub fire: FireTaken,
    /// It is skirmishers.
    pub skirmishers: bool,
    /// It is mounted and no elephants.
    pub mounted: bool,
    /// It adds 1 to death rolls for its small number.
    pub few_bases: bool,
    /// It is battle troops with a threatened flank.
    pub threatened: bool,
    /// It has rear support.
    pub rear_support: bool,
    /// Some base is severely disordered.
    pub severe: bool,
    /// The commander who may help it.
    pub commander: Option<Commander>,
    /// It is in close combat.
    pub engaged: bool,
    /// The one modifier for particular enemies or shooters.
    pub particular: Option<&'static str>,
    /// It is undrilled and fought scythed chariots.
    pub scythed: bool,
}

impl Standing {
    /// The standing of a battle group of a fight.
    pub fn of(fight: &Fight, fire: FireTaken, readings: Readings, index: u8) -> Self {
        let group = &fight.groups[usize::from(index)];
        let skirmishers = skirmishes(group);
        let foes = Foes { fight, index, readings };
        let undrilled = !group.bases().all(|b| b.profile.is_drilled());
        Standing {
            phase: fight.phase,
            readings,
            bases: casualties::bases_counted(group, casualties::faces(fight, index)),
            size: group.size(),
            bases_at_start: group.bases_at_start,
            fire,
            skirmishers,
            mounted: group.is_mounted(Book::Ancients) && !group.any_is(TroopType::Elephants),
            few_bases: casualties::has_few_bases(group, readings),
            threatened: group.threatened_flank && !skirmishers && !group.is_formed(Formation::Orb),
            rear_support: group.supported && can_have_rear_support(group),
            severe: group.worst_disorder() == Disorder::SeverelyDisordered,
            commander: group.commander,
            engaged: fight.engaged(index) != Engaged::No,
            particular: match fight.phase {
                CombatPhase::Shooting => particular_shooters(fire),
                CombatPhase::Impact | CombatPhase::Melee => particular_enemies(&foes),
            },
            scythed: undrilled && foes.any(|f| f.is(TroopType::ScythedChariots)),
        }
    }
}

/// Whether the hits of the phase make the battle group test.
pub fn is_due(standing: &Standing, toll: &Toll) -> bool {
    enforces!("FOGAM-COMBAT-064", "FOGAM-COMBAT-065", "FOGAM-COMBAT-066", "FOGAM-COMBAT-067");
    enforces!("FOGAM-COHESION-004", "FOGAM-COHESION-005");
    match standing.phase {
        CombatPhase::Shooting => {
            reaches_hits_per(toll.received, 3, standing.bases) || hit_under_artillery(standing, toll)
        }
        CombatPhase::Impact | CombatPhase::Melee => toll.result == CombatResult::Lost,
    }
}

fn hit_under_artillery(standing: &Standing, toll: &Toll) -> bool {
    standing.fire.artillery > 0 && toll.received >= ARTILLERY_HITS
}

/// Keeps of the hits only what the test asks: whether it is due, hits per bases, and by how much the combat was lost.
pub(super) fn distil(standing: &Standing, toll: &mut Toll) {
    let per_two = reaches_hits_per(toll.received, 2, standing.bases);
    let needed = if per_two { standing.bases.div_ceil(2).max(1) } else { 0 };
    if standing.phase == CombatPhase::Shooting {
        let same = |hits: u16| {
            let other = Toll { received: hits, ..*toll };
            reaches_hits_per(hits, 2, standing.bases) == per_two
                && reaches_hits_per(hits, 3, standing.bases)
                    == reaches_hits_per(toll.received, 3, standing.bases)
                && hit_under_artillery(standing, &other) == hit_under_artillery(standing, toll)
        };
        toll.received = (0..toll.received).find(|&hits| same(hits)).unwrap_or(toll.received);
        return;
    }
    let margin = match toll.result {
        CombatResult::Lost if toll.margin() >= 2 => 2,
        CombatResult::Lost => 1,
        _ => {
            (toll.received, toll.inflicted) = (0, 0);
            return;
        }
    };
    toll.received = needed.max(margin);
    toll.inflicted = toll.received - margin;
}

/// Why a battle group tests after the combats of the phase: its own defeat, commanders lost near it, or both in one.
pub(super) fn post_combat_cause(case: &TestCase<'_, Ancients>) -> Option<Cause> {
    enforces!("FOGAM-COMBAT-002", "FOGAM-COMBAT-068", "FOGAM-COHESION-008");
    let due = is_due(case.standing, case.toll());
    if case.fight.phase == CombatPhase::Shooting {
        return due.then_some(Cause::Shooting);
    }
    if is(case.readings, Choice::CommanderLossFirst) {
        let (commanders, in_chief) = commanders_lost(case);
        if commanders > 0 {
            return Some(Cause::CommandersLost { commanders, in_chief, lost_combat: due });
        }
    }
    due.then_some(Cause::CloseCombat)
}

/// The commanders whose loss the battle group sees, and whether the commander-in-chief is among them.
fn commanders_lost(case: &TestCase<'_, Ancients>) -> (u8, bool) {
    let (group, watcher) = (case.group(), case.index);
    let (mut lost, mut in_chief) = (0, false);
    for (index, (other, toll)) in case.fight.groups.iter().zip(case.tolls).enumerate() {
        let index = index as u8;
        let seen = match index == watcher {
            true => is(case.readings, Choice::BereavedGroupTests),
            false => other.side == group.side && group.near_commander.contains(&index),
        };
        if toll.commander_lost && seen {
            lost += 1;
            in_chief |= other.commander.is_some_and(|c| c.in_chief);
        }
    }
    (lost, in_chief)
}

/// How many reasons the battle group has to test at the end of the phase.
pub(super) fn reasons_in_sight(case: &TestCase<'_, Ancients>) -> u8 {
    enforces!("FOGAM-COHESION-006", "FOGAM-COHESION-007", "FOGAM-COHESION-010", "FOGAM-COHESION-018");
    let (group, watcher) = (case.group(), case.index);
    let mut reasons = 0;
    for (index, (other, toll)) in case.fight.groups.iter().zip(case.tolls).enumerate() {
        let index = index as u8;
        let broke = other.cohesion != Cohesion::Broken && toll.cohesion == Cohesion::Broken;
        let near = group.near.contains(&index) || other.near.contains(&watcher);
        let matters = || case.standing.skirmishers || !skirmishes(other);
        if broke && index != watcher && other.side == group.side && near && matters() {
            reasons += 1;
        }
    }
    if !is(case.readings, Choice::CommanderLossFirst) {
        reasons += commanders_lost(case).0;
    }
    reasons
}

/// Whether a score of 2 or less costs two levels.
pub fn double_drop(toll: &Toll, cause: Cause) -> bool {
    enforces!("FOGAM-COHESION-021");
    match cause {
        Cause::CloseCombat => toll.margin() >= 2,
        Cause::Sight { .. } | Cause::CommandersLost { .. } => true,
        Cause::Shooting | Cause::Charged | Cause::Bolster => false,
    }
}

/// The modifiers of a test in a fight: as [`cohesion_modifiers`], with the C-in-C lost among what was seen.
pub(super) fn modifiers<R: Reckon>(case: &TestCase<'_, Ancients>, cause: Cause, sum: &mut R) {
    cohesion_modifiers(case.standing, case.toll(), cause, sum);
    // Commanders are tested for together with broken friends only by the other reading.
    let with_friends = matches!(cause, Cause::Sight { .. }) && !is(case.readings, Choice::CommanderLossFirst);
    if with_friends && commanders_lost(case).1 {
        sum.add(rule!("FOGAM-COHESION-012"), "sees the commander-in-chief lost", -1);
    }
}

/// Adds up the modifiers of a test.
pub fn cohesion_modifiers<R: Reckon>(standing: &Standing, toll: &Toll, cause: Cause, sum: &mut R) {
    let lost_combat = matches!(cause, Cause::CloseCombat | Cause::CommandersLost { lost_combat: true, .. });
    let by_hits = lost_combat || cause == Cause::Shooting;
    if by_hits && reaches_hits_per(toll.received, 2, standing.bases) {
        sum.add(rule!("FOGAM-COHESION-012"), "1 hit per 2 bases", -1);
    }
    if lost_combat {
        defeat(standing, toll, sum);
    }
    losses(standing, toll, sum);
    if standing.threatened {
        sum.add(rule!("FOGAM-COHESION-012"), "threatened flank", -1);
    }
    reasons(standing, toll, cause, sum);
    if let (true, Some(label)) = (by_hits, standing.particular) {
        sum.add(rule!("FOGAM-COHESION-014"), label, -1);
    }
    if lost_combat && standing.scythed {
        sum.add(rule!("FOGAM-SPECIAL-011"), "undrilled, lost to scythed chariots", -1);
    }
    commander(standing, toll, cause, sum);
    if standing.rear_support {
        sum.add(rule!("FOGAM-COHESION-012"), "rear support", 1);
    }
    state(standing, toll, sum);
}

fn defeat<R: Reckon>(standing: &Standing, toll: &Toll, sum: &mut R) {
    match standing.phase {
        CombatPhase::Impact => sum.add(rule!("FOGAM-COHESION-012"), "lost an impact combat", -1),
        CombatPhase::Melee if toll.margin() >= 2 => {
            sum.add(rule!("FOGAM-COHESION-012"), "lost a melee by 2 hits or more", -1);
        }
        CombatPhase::Melee | CombatPhase::Shooting => {}
    }
}

/// Bases lost just now count: death rolls come first.
fn losses<R: Reckon>(standing: &Standing, toll: &Toll, sum: &mut R) {
    enforces!("FOGAM-COHESION-027");
    let left = standing.size.saturating_sub(toll.lost);
    let quarters = quarters_lost(standing.bases_at_start.saturating_sub(left), standing.bases_at_start);
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

fn reasons<R: Reckon>(standing: &Standing, toll: &Toll, cause: Cause, sum: &mut R) {
    let two_in_shooting = || {
        is(standing.readings, Choice::ShootingIsTwoReasons)
            && reaches_hits_per(toll.received, 3, standing.bases)
            && hit_under_artillery(standing, toll)
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
    if matches!(cause, Cause::CommandersLost { in_chief: true, .. }) {
        sum.add(rule!("FOGAM-COHESION-012"), "sees the commander-in-chief lost", -1);
    }
}

fn commander<R: Reckon>(standing: &Standing, toll: &Toll, cause: Cause, sum: &mut R) {
    enforces!("FOGAM-COMBAT-085", "FOGAM-COMMAND-008", "FOGAM-JAP-038");
    let Some(commander) = standing.commander.filter(|_| !toll.commander_lost) else { return };
    let with = commander.place != CommanderPlace::InRange;
    if (standing.engaged || cause == Cause::Bolster) && !with {
        return;
    }
    let label = if with { "commander with it" } else { "commander in command range" };
    sum.add(rule!("FOGAM-COHESION-016"), label, 1);
    if commander.grade == Grade::Great {
        sum.add(rule!("FOGAM-COHESION-016"), "inspired commander", 1);
    }
}

fn state<R: Reckon>(standing: &Standing, toll: &Toll, sum: &mut R) {
    enforces!("FOGAM-BG-038");
    let severe = standing.severe && is(standing.readings, Choice::DisorderCountsInTests);
    match toll.cohesion {
        Cohesion::Steady if severe => sum.add(rule!("FOGAM-COHESION-012"), "severely disordered", -1),
        Cohesion::Steady => {}
        Cohesion::Disrupted => sum.add(rule!("FOGAM-COHESION-012"), "disrupted", -1),
        Cohesion::Fragmented => {
            sum.add(rule!("FOGAM-COHESION-012"), "fragmented", -2);
            if severe && is(standing.readings, Choice::SevereAddsToFragmented) {
                sum.add(rule!("FOGAM-COHESION-012"), "severely disordered", -1);
            }
        }
        Cohesion::Broken => sum.add(rule!("FOGAM-COHESION-012"), "broken", -3),
    }
}

/// At most one: who shot at it.
fn particular_shooters(fire: FireTaken) -> Option<&'static str> {
    (fire.artillery > 0 || fire.firearms > 0).then_some("shot at by artillery or firearms")
}

/// Those whom a battle group fought.
struct Foes<'f> {
    fight: &'f Fight,
    index: u8,
    readings: Readings,
}

/// One enemy base that it fought, and whether it stands where terrain-dependent rules let it count.
struct Foe {
    profile: BaseProfile,
    fights: bool,
    open: bool,
}

impl Foe {
    fn is(&self, troop_type: TroopType) -> bool {
        self.profile.troop_type == troop_type
    }
}

impl Foes<'_> {
    fn any(&self, test: impl Fn(&Foe) -> bool) -> bool {
        self.fight.stands_of(self.index).any(|(own, enemy)| {
            let Some(base) = self.fight.front(enemy.file) else { return false };
            let Some(met) = self.fight.front(own.file) else { return false };
            let open = facts::is_open(enemy, base.profile.troop_type, own, met.profile.troop_type);
            test(&Foe { profile: base.profile, fights: enemy.role != Role::Idle, open })
        })
    }
}

/// At most one: whom it is worse to lose to.
fn particular_enemies(foes: &Foes<'_>) -> Option<&'static str> {
    enforces!("FOGAM-SPECIAL-006");
    let group = &foes.fight.groups[usize::from(foes.index)];
    let impact = foes.fight.phase == CombatPhase::Impact;
    let shock_mounted = || group.is_mounted(Book::Ancients) && facts::is_shock(group, foes.readings);
    let lances = |f: &Foe| f.profile.has(Capability::Lancers) || f.is(TroopType::HeavyChariots);
    if foes.any(|f| f.is(TroopType::Elephants) || f.is(TroopType::ScythedChariots)) {
        Some("lost to elephants or scythed chariots")
    } else if medium_foot_exposed(foes) && foes.any(beats_medium_foot) {
        Some("medium foot lost to mounted or heavy foot in the open")
    } else if impact && foes.any(lances) && !shock_mounted() {
        Some("lost the impact to lancers or heavy chariots")
    } else if impact && group.is_foot() && foes.any(|f| f.profile.has(Capability::ImpactFoot)) {
        Some("foot lost the impact to impact foot")
    } else {
        None
    }
}

fn beats_medium_foot(foe: &Foe) -> bool {
    enforces!("FOGAM-COHESION-015");
    let kind = foe.profile.is_mounted(Book::Ancients) || foe.is(TroopType::HeavyFoot);
    kind && foe.fights && foe.open
}

/// Medium foot; by the other reading not those that stand wholly in other terrain.
fn medium_foot_exposed(foes: &Foes<'_>) -> bool {
    let Foes { fight, index, readings } = *foes;
    let in_the_open = || fight.stands_of(index).any(|(own, _)| own.ground == Ground::Open);
    tests_as(&fight.groups[usize::from(index)]) == TroopType::MediumFoot
        && (is(readings, Choice::MediumFootInTerrainToo) || in_the_open())
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

/// Whether a battle group can have rear support at all.
pub fn can_have_rear_support(group: &Group) -> bool {
    enforces!("FOGAM-GLOSSARY-032", "FOGAM-SPECIAL-033");
    let one_way = group.files.iter().all(|f| Some(f.facing) == group.files.first().map(|g| g.facing));
    one_way
        && group.directions == Directions::One
        && !group.is_formed(Formation::Orb)
        && !group.any_is(TroopType::BattleWagons)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::{Base, File, Total};
    use crate::troops::{Capabilities, Quality, Training};
    use caracole_kernel::Side;

    /// What is forgotten of the hits changes no test.
    #[test]
    fn distilled_hits_test_alike() {
        let profile = BaseProfile::ancients(
            TroopType::HeavyFoot,
            None,
            Quality::Average,
            Training::Drilled,
            Capabilities::NONE,
        );
        let group = Group::new(Side::Red, [File::new([Base { profile, disorder: Disorder::None }])]);
        let total = |standing: &Standing, toll: &Toll, cause| {
            let mut sum = Total(0);
            cohesion_modifiers(standing, toll, cause, &mut sum);
            (sum, double_drop(toll, cause), is_due(standing, toll))
        };
        let two_reasons = Readings::DEFAULT.flip(Choice::ShootingIsTwoReasons as usize);
        for phase in [CombatPhase::Shooting, CombatPhase::Impact, CombatPhase::Melee] {
            let fight = Fight::new(phase, vec![group.clone()]);
            for (bases, artillery, received, inflicted) in (1..=12u16)
                .flat_map(|b| [0, 2].map(|a| (b, a)))
                .flat_map(|(b, a)| (0..=14u16).flat_map(move |r| (0..=14u16).map(move |i| (b, a, r, i))))
            {
                let fire = FireTaken { artillery, ..FireTaken::default() };
                let standing = Standing { bases, ..Standing::of(&fight, fire, two_reasons, 0) };
                let mut toll = Toll::none(Cohesion::Steady);
                (toll.received, toll.inflicted) = (received, inflicted);
                if phase != CombatPhase::Shooting {
                    toll.result = match received.cmp(&inflicted) {
                        std::cmp::Ordering::Less => CombatResult::Won,
                        std::cmp::Ordering::Equal => CombatResult::Drew,
                        std::cmp::Ordering::Greater => CombatResult::Lost,
                    };
                }
                let lost_combat = toll.result == CombatResult::Lost;
                let causes = match phase {
                    CombatPhase::Shooting => [Cause::Shooting, Cause::Sight { reasons: 1 }],
                    _ if lost_combat => [
                        Cause::CloseCombat,
                        Cause::CommandersLost { commanders: 1, in_chief: true, lost_combat },
                    ],
                    _ => [
                        Cause::Sight { reasons: 2 },
                        Cause::CommandersLost { commanders: 1, in_chief: false, lost_combat },
                    ],
                };
                let mut left = toll;
                distil(&standing, &mut left);
                for cause in causes {
                    assert_eq!(
                        total(&standing, &toll, cause),
                        total(&standing, &left, cause),
                        "{phase}, {bases} bases, {received} against {inflicted}"
                    );
                }
            }
        }
    }
}
