//! Who pursues broken enemies, and which mounted break off.

use super::facts::is_shock;
use crate::combat::{Directions, Fight, Formation, Group, Readings, Role};
use crate::troops::{Book, Cohesion, TroopType};
use caracole_ledger::enforces;

/// Whether a battle group pursues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pursuit {
    /// It does not.
    Never,
    /// It does.
    Must,
    /// It does unless it passes a complex move test.
    MustUnlessTestPassed,
    /// It stays unless it wishes to pursue and passes a complex move test.
    StaysUnlessTestPassed,
}

/// One of the enemies a battle group fought.
#[derive(Clone, Copy, Debug)]
pub struct Opponent<'a> {
    /// The enemy.
    pub group: &'a Group,
    /// It broke and routed this phase.
    pub broke: bool,
    /// One of the two fought the other only as an overlap.
    pub overlap_only: bool,
}

/// Whether an unbroken battle group pursues at the end of the phase. `fortified`: it is foot defending field
/// fortifications; portable defences do not hold it back.
pub fn pursuit(group: &Group, opponents: &[Opponent<'_>], fortified: bool, readings: Readings) -> Pursuit {
    enforces!(
        "FOGAM-COMBAT-099",
        "FOGAM-COMBAT-100",
        "FOGAM-COMBAT-101",
        "FOGAM-COMBAT-102",
        "FOGAM-COMBAT-103"
    );
    enforces!("FOGAM-COMBAT-104", "FOGAM-COHESION-003");
    let engines = |g: &Group| {
        g.bases()
            .any(|b| b.profile.troop_type.is_artillery() || b.profile.troop_type == TroopType::BattleWagons)
    };
    let unbroken = opponents.iter().any(|o| !o.broke && !o.overlap_only);
    let routed = || opponents.iter().filter(|o| o.broke && !engines(o.group)).map(|o| o.group);
    let several_ways = group.directions != Directions::One
        || group.files.iter().any(|f| Some(f.facing) != group.files.first().map(|g| g.facing));
    let held = group.cohesion >= Cohesion::Fragmented
        || (fortified && group.is_foot())
        || several_ways
        || group.is_formed(Formation::Orb)
        || engines(group);
    if unbroken || held || routed().next().is_none() {
        return Pursuit::Never;
    }
    let foot = group.is_foot();
    let shock = is_shock(group, readings);
    if foot && routed().all(|g| g.is_mounted(Book::Ancients)) {
        return if shock { Pursuit::MustUnlessTestPassed } else { Pursuit::StaysUnlessTestPassed };
    }
    let light_foot = |g: &Group| g.bases().all(|b| b.profile.troop_type == TroopType::LightFoot);
    let may_decline = (foot && !shock) || group.any_is(TroopType::Elephants);
    if may_decline && routed().all(light_foot) {
        return Pursuit::MustUnlessTestPassed;
    }
    Pursuit::Must
}

/// Whether mounted break off in the joint action phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BreakOff {
    /// Nothing makes them.
    Stays,
    /// They must.
    Must,
}

/// Whether a battle group breaks off from the enemies it is in contact with.
pub fn break_off(fight: &Fight, index: u8) -> BreakOff {
    enforces!("FOGAM-JAP-005", "FOGAM-JAP-006");
    let Some(group) = fight.groups.get(usize::from(index)) else { return BreakOff::Stays };
    let several_ways = group.directions != Directions::One
        || group.files.iter().any(|f| Some(f.facing) != group.files.first().map(|g| g.facing));
    if !group.is_mounted(Book::Ancients) || group.any_is(TroopType::Elephants) || several_ways {
        return BreakOff::Stays;
    }
    let mut met: Vec<(crate::combat::FileRef, bool)> = Vec::new();
    for (own, enemy) in fight.stands_of(index) {
        let overlap = own.role == Role::Overlap || enemy.role == Role::Overlap;
        let Some(base) = fight.front(enemy.file) else { continue };
        let opponent = &fight.groups[usize::from(enemy.file.group)];
        let seen = met.iter().any(|(file, _)| *file == enemy.file);
        if !overlap && !seen && opponent.cohesion != Cohesion::Broken {
            met.push((enemy.file, base.profile.is_foot() && opponent.is_steady(base)));
        }
    }
    let steady_foot = met.iter().filter(|(_, steady_foot)| *steady_foot).count();
    if !met.is_empty() && 2 * steady_foot >= met.len() { BreakOff::Must } else { BreakOff::Stays }
}
