//! Hits per bases, death rolls, lost bases and autobreak.

use super::{Choice, Standing, readings::is};
use crate::combat::{CombatResult, Facing, Fight, FireTaken, Formation, Group, Readings, Reckon, Toll};
use crate::formation::{self, OrbFaces, TwoBases};
use crate::troops::{Book, CombatPhase, Quality, TroopType};
use caracole_ledger::{enforces, rule};

/// On how many faces an orb fights; other battle groups fight on none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Faces {
    /// Not in close combat, or no orb.
    None,
    /// One.
    One,
    /// Two or more.
    Several,
}

/// Bases that count for hits per bases.
pub fn bases_counted(group: &Group, faces: Faces) -> u16 {
    enforces!("FOGAM-GLOSSARY-023", "FOGAM-RECKONER-005", "FOGAM-SPECIAL-038");
    let faces = match faces {
        Faces::One => Some(OrbFaces::One),
        Faces::Several => Some(OrbFaces::Several),
        Faces::None => None,
    };
    match faces.filter(|_| group.is_formed(Formation::Orb)) {
        Some(faces) => formation::orb_bases(u16::from(group.size()), faces),
        None => formation::bases_for_hits(Book::Ancients, group.files_for_hits()),
    }
}

/// On how many faces a battle group of a fight fights.
pub(super) fn faces(fight: &Fight, index: u8) -> Faces {
    let Some(group) = fight.groups.get(usize::from(index)) else { return Faces::None };
    if fight.phase == CombatPhase::Shooting || !group.is_formed(Formation::Orb) {
        return Faces::None;
    }
    let facing = |file: u8| group.files.get(usize::from(file)).map_or(Facing::Front, |f| f.facing);
    let mut sides = fight.stands_of(index).map(|(own, _)| facing(own.file.file));
    match sides.next() {
        None => Faces::None,
        Some(first) if sides.all(|f| f == first) => Faces::One,
        Some(_) => Faces::Several,
    }
}

/// Hits by artillery's fire that call for a test whoever scored them.
pub(super) const ARTILLERY_HITS: u16 = 2;

/// The fewest hits of shooting that could have any effect on the battle group.
pub(super) fn hits_to_matter(group: &Group, fire: FireTaken, readings: Readings) -> u16 {
    let test = bases_counted(group, Faces::None).div_ceil(3).max(1);
    let by_artillery = if fire.artillery > 0 { ARTILLERY_HITS } else { u16::MAX };
    let plus_one = i32::from(has_few_bases(group, readings));
    let death = (3 + plus_one_beside_two(plus_one, readings)) as u16;
    test.min(by_artillery).min(death)
}

fn plus_one_beside_two(plus_one: i32, readings: Readings) -> i32 {
    if is(readings, Choice::DeathModifiersAdd) { plus_one } else { 0 }
}

/// Began with two bases; or, by the other reading, beasts, guns and wagons whatever their number.
pub(super) fn has_few_bases(group: &Group, readings: Readings) -> bool {
    enforces!("FOGAM-COHESION-031");
    let sturdy =
        |t: TroopType| matches!(t, TroopType::Elephants | TroopType::BattleWagons) || t.is_artillery();
    group.bases_at_start == 2
        || (is(readings, Choice::BeastsAndGunsPlusOne) && group.bases().any(|b| sturdy(b.profile.troop_type)))
}

/// Adds up the modifiers of a death roll.
pub fn death_modifiers<R: Reckon>(standing: &Standing, toll: &Toll, sum: &mut R) {
    enforces!("FOGAM-COHESION-028", "FOGAM-COHESION-029", "FOGAM-COHESION-030", "FOGAM-COHESION-032");
    let close = standing.phase != CombatPhase::Shooting;
    let spared = !close || toll.result != CombatResult::Lost;
    if spared {
        let label = if close { "won or drew the close combat" } else { "hits from shooting" };
        sum.add(rule!("FOGAM-COHESION-028"), label, 2);
    }
    if spared && !is(standing.readings, Choice::DeathModifiersAdd) {
        return;
    }
    if standing.few_bases {
        sum.add(rule!("FOGAM-COHESION-031"), "began with 2 bases", 1);
    } else if close && standing.mounted && toll.received > 0 && !toll.marked {
        sum.add(rule!("FOGAM-COHESION-028"), "mounted hit by infantry only", 1);
    }
}

/// Whether hits by this battle group deny mounted the +1 for hits by infantry only.
pub(super) fn is_no_infantry(group: &Group, readings: Readings) -> bool {
    let engines = |t: TroopType| t.is_artillery() || t == TroopType::BattleWagons;
    group.is_mounted(Book::Ancients)
        || (!is(readings, Choice::GunsAreInfantry) && group.bases().any(|b| engines(b.profile.troop_type)))
}

fn two_bases(readings: Readings) -> TwoBases {
    match is(readings, Choice::TwoBasesByTable) {
        true => TwoBases::ByTable,
        false => TwoBases::ByShare,
    }
}

/// How many bases a battle group must lose to break by itself.
pub fn autobreak_loss(original: u8, quality: Quality, readings: Readings) -> u8 {
    enforces!("FOGAM-COHESION-040");
    let left = formation::autobreaks_at(quality, original, two_bases(readings)).unwrap_or(0);
    original - left
}

/// Whether a battle group with so many bases left breaks by itself.
pub fn autobreaks(group: &Group, remaining: u8, readings: Readings) -> bool {
    enforces!("FOGAM-COHESION-041");
    formation::autobreaks(group.quality(), group.bases_at_start, remaining, two_bases(readings))
}

/// Whether the battle group is destroyed and taken off at the end of the joint action phase.
pub fn is_destroyed(group: &Group, readings: Readings) -> bool {
    enforces!("FOGAM-JAP-031", "FOGAM-COHESION-042");
    let broken = group.cohesion == crate::troops::Cohesion::Broken;
    let size = group.size();
    let at_half = 2 * u16::from(size) <= u16::from(group.bases_at_start);
    size <= 1 || (broken && (at_half || autobreaks(group, size, readings)))
}
