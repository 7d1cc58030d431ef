//! Decisions of the joint action phase that need no measuring: breaking off, pursuing, bolstering and rallying.

use super::facts::is_shock;
use crate::combat::TestPurpose;
use crate::combat::{CommanderPlace, Group};
use crate::troops::{Book, Capability, Cohesion, TroopType};
use caracole_kernel::Refusal;
use caracole_ledger::{enforces, rule};

/// A close combat opponent: a battle group and how many of its front rank bases are in contact, overlaps left aside.
#[derive(Clone, Copy, Debug)]
pub struct Opponent<'a> {
    /// The battle group.
    pub group: &'a Group,
    /// Its front rank bases in contact other than only as an overlap.
    pub bases: u16,
}

/// What else bars a battle group from breaking off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bar {
    /// Nothing.
    None,
    /// It has pursued into fresh enemy and not fought them yet.
    PursuedIntoFreshEnemy,
}

/// Whether a battle group may break off from these opponents. It may always stay instead.
pub fn may_break_off(group: &Group, opponents: &[Opponent<'_>], bar: Bar) -> Result<(), Refusal> {
    enforces!("FOGR-JAP-004", "FOGR-JAP-007", "FOGR-JAP-008");
    let never =
        |t: TroopType| t.is_artillery() || matches!(t, TroopType::Elephants | TroopType::BattleWagons);
    let first = group.files.iter().find(|f| f.front().is_some()).map(|f| f.facing);
    let turned = group.files.iter().any(|f| f.front().is_some() && Some(f.facing) != first);
    let refuse = |rule, problem: &'static str, remedy: &'static str| Err(Refusal::new(rule, problem, remedy));
    if group.bases().any(|b| never(b.profile.troop_type)) {
        let problem = "elephants, artillery and battle wagons cannot break off";
        return refuse(rule!("FOGR-JAP-003"), problem, "fight on");
    }
    if turned {
        let problem = "its bases do not all face the same way";
        return refuse(rule!("FOGR-JAP-003"), problem, "reform first");
    }
    if bar == Bar::PursuedIntoFreshEnemy {
        let problem = "it has not yet fought the fresh enemy that it pursued into";
        return refuse(rule!("FOGR-JAP-003"), problem, "fight them first");
    }
    let total: u16 = opponents.iter().map(|o| o.bases).sum();
    let count = |test: &dyn Fn(&Group) -> bool| -> u16 {
        opponents.iter().filter(|o| is_steady(o.group) && test(o.group)).map(|o| o.bases).sum()
    };
    if group.is_mounted(Book::Renaissance) {
        let foot = count(&Group::is_foot);
        let calm =
            count(&|g| (g.is_mounted(Book::Renaissance) && !is_shock(g)) || g.any_is(TroopType::Elephants));
        let shaken = matches!(group.cohesion, Cohesion::Disrupted | Cohesion::Fragmented);
        if total > 0 && (2 * foot >= total || (shaken && 2 * calm >= total)) {
            return Ok(());
        }
        let remedy = "half its opponents must be steady foot or, if it is disrupted or fragmented, steady mounted \
                      that are not shock troops, or steady elephants";
        return Err(Refusal::new(rule!("FOGR-JAP-005"), "too few of its opponents let it go", remedy)
            .fact("opposing bases", u32::from(total))
            .fact("of steady foot", u32::from(foot))
            .fact("of steady mounted or elephants", u32::from(calm)));
    }
    let all_calm = total > 0 && count(&|g| g.is_foot() && !is_shock(g)) == total;
    let low = match group.cohesion {
        Cohesion::Fragmented => true,
        Cohesion::Disrupted => !is_shock(group),
        Cohesion::Steady | Cohesion::Broken => false,
    };
    match all_calm && low {
        true => Ok(()),
        false => refuse(
            rule!("FOGR-JAP-006"),
            "foot break off only when fragmented, or disrupted and no shock troops, from steady non-shock foot",
            "every opponent must be steady foot that are not shock troops",
        ),
    }
}

/// Whether every base of a battle group is steady.
fn is_steady(group: &Group) -> bool {
    group.bases().all(|b| group.is_steady(b))
}

/// How far from the enemy a battle group ends that breaks off, in movement units; `normal` is its normal move.
pub fn break_off_distance(group: &Group, normal: u8) -> u8 {
    enforces!("FOGR-JAP-009", "FOGR-JAP-010");
    if group.is_foot() { 4 } else { normal }
}

/// Whether pursuers are still in contact with the routers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contact {
    /// In contact.
    Kept,
    /// Contact lost.
    Lost,
}

/// What pursuers may do about stopping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopping {
    /// They must go on.
    MustPursue,
    /// They may stop by passing this test.
    ByTest(TestPurpose),
    /// They stop by themselves.
    Stop,
}

/// Whether and how pursuers stop.
pub fn stopping(group: &Group, contact: Contact) -> Stopping {
    enforces!("FOGR-JAP-024", "FOGR-JAP-025", "FOGR-JAP-026");
    let wild = |b: &crate::combat::Base| match b.profile.troop_type {
        TroopType::Gendarmes | TroopType::Cavaliers => true,
        TroopType::Warriors => b.profile.has(Capability::ImpactFoot),
        _ => false,
    };
    match (group.bases().any(wild), contact) {
        (true, Contact::Kept) => Stopping::MustPursue,
        (true, Contact::Lost) => Stopping::ByTest(TestPurpose::StopChasing),
        (false, Contact::Kept) => Stopping::ByTest(TestPurpose::StopPursuing),
        (false, Contact::Lost) => Stopping::Stop,
    }
}

/// What bars a battle group from being bolstered or rallied, besides its own state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rallying {
    /// Its cohesion dropped in this turn.
    pub dropped_this_turn: bool,
    /// Enemy, camp and commanders aside, are within 6 MU.
    pub enemy_within_six: bool,
    /// It has passed its autobreak point.
    pub autobroken: bool,
    /// Its commander has already tried to bolster or rally in this phase.
    pub commander_has_tried: bool,
    /// Somebody has already tried for this battle group in this phase.
    pub already_tried: bool,
}

/// Whether the commander with a battle group may try to bolster or rally it.
pub fn may_bolster(group: &Group, facts: Rallying) -> Result<(), Refusal> {
    enforces!("FOGR-COHESION-012", "FOGR-JAP-047", "FOGR-JAP-053", "FOGR-JAP-054");
    let broken = group.cohesion == Cohesion::Broken;
    let present = group.commander.is_some_and(|c| c.place != CommanderPlace::InRange);
    let bars = [
        (!present, rule!("FOGR-JAP-050"), "no commander in line of command is with it", "join it first"),
        (
            group.cohesion == Cohesion::Steady,
            rule!("FOGR-COHESION-035"),
            "it is steady already",
            "bolster another battle group",
        ),
        (
            facts.dropped_this_turn,
            rule!("FOGR-JAP-048"),
            "its cohesion dropped in this turn",
            "try in a later turn",
        ),
        (
            broken && facts.enemy_within_six,
            rule!("FOGR-JAP-049"),
            "broken troops do not rally within 6 MU of enemy",
            "wait until they have fled further",
        ),
        (
            broken && facts.autobroken,
            rule!("FOGR-JAP-057"),
            "it has passed its autobreak point",
            "it cannot be rallied any more",
        ),
        (
            facts.commander_has_tried,
            rule!("FOGR-JAP-052"),
            "its commander has already tried in this phase",
            "one attempt for each commander and phase",
        ),
        (
            facts.already_tried,
            rule!("FOGR-JAP-055"),
            "an attempt was already made for it in this phase",
            "one attempt for each battle group and phase",
        ),
    ];
    match bars.into_iter().find(|bar| bar.0) {
        Some((_, rule, problem, remedy)) => Err(Refusal::new(rule, problem, remedy)),
        None => Ok(()),
    }
}

/// Bases that routers lose at the end of a pursuit move: one for each pursuing battle group in contact.
pub const fn routers_lose(pursuers_in_contact: u8) -> u8 {
    enforces!("FOGR-JAP-041", "FOGR-COMBAT-133", "FOGR-COHESION-040");
    pursuers_in_contact
}

/// A close combat opponent after the tests of a phase.
#[derive(Clone, Copy, Debug)]
pub struct Beaten<'a> {
    /// The battle group, as it stands now.
    pub group: &'a Group,
    /// It fights the pursuer only as an overlap, or is fought by him only as one.
    pub overlap_only: bool,
}

/// Whether a battle group pursues after a phase in which opponents broke.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pursuit {
    /// It must.
    Must,
    /// It may, if it passes a test.
    ByTest(TestPurpose),
    /// It does not.
    Stays,
}

/// Whether an unbroken battle group makes an initial pursuit.
pub fn initial_pursuit(group: &Group, opponents: &[Beaten<'_>]) -> Pursuit {
    enforces!("FOGR-COMBAT-128", "FOGR-COMBAT-129", "FOGR-COMBAT-130", "FOGR-COMBAT-131", "FOGR-COMBAT-126");
    let first = group.files.iter().find(|f| f.front().is_some()).map(|f| f.facing);
    let turned = group.files.iter().any(|f| f.front().is_some() && Some(f.facing) != first);
    let fixed = |g: &Group| {
        g.bases()
            .any(|b| b.profile.troop_type.is_artillery() || b.profile.troop_type == TroopType::BattleWagons)
    };
    // Guns and wagons that break are destroyed where they stand: there is nobody to pursue.
    let mut routers = opponents.iter().filter(|o| o.group.cohesion == Cohesion::Broken && !fixed(o.group));
    let held = opponents.iter().any(|o| o.group.cohesion != Cohesion::Broken && !o.overlap_only);
    if group.cohesion == Cohesion::Broken
        || turned
        || fixed(group)
        || held
        || routers.clone().next().is_none()
    {
        return Pursuit::Stays;
    }
    match group.is_foot() && routers.all(|o| o.group.is_mounted(Book::Renaissance)) {
        true => Pursuit::ByTest(TestPurpose::Move),
        false => Pursuit::Must,
    }
}

/// Whether a battle group tests its cohesion because this enemy charges it, or is about to run into it in pursuit.
pub fn tests_when_charged(group: &Group, charger: &Group) -> bool {
    enforces!("FOGR-COHESION-001", "FOGR-JAP-037");
    let light_foot = charger.bases().all(|b| b.profile.troop_type == TroopType::LightFoot);
    group.cohesion == Cohesion::Fragmented && !light_foot
}
