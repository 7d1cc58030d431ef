//! Rolls before and around the battle: initiative, first turn, flank marches.

pub(super) mod dismounting;
pub(super) mod terrain_table;
pub(super) mod works;

use super::{Choice, readings::is, skirmishes};
use crate::combat::{Grade, Group, Readings, Reckon};
use crate::troops::TroopType;
use caracole_ledger::{enforces, rule};
use std::cmp::Ordering;

/// Types that scout: cavalry, light horse, camelry other than cataphracts, and light chariots.
pub const fn scouts(troop_type: TroopType) -> bool {
    use TroopType::{Camelry, Cavalry, LightCamelry, LightChariots, LightHorse};
    matches!(troop_type, Cavalry | LightHorse | Camelry | LightCamelry | LightChariots)
}

/// Bases that scout.
pub fn scouting_bases<'g>(army: impl IntoIterator<Item = &'g Group>) -> u16 {
    let of_group = |g: &Group| g.bases().filter(|b| scouts(b.profile.troop_type)).count() as u16;
    army.into_iter().map(of_group).sum()
}

/// What is added to the roll for initiative.
pub fn initiative_modifiers<R: Reckon>(in_chief: Grade, scouting_bases: u16, sum: &mut R) {
    enforces!("FOGAM-SETUP-004");
    match in_chief {
        Grade::Great => sum.add(rule!("FOGAM-SETUP-005"), "inspired commander-in-chief", 2),
        Grade::Field => sum.add(rule!("FOGAM-SETUP-005"), "field commander as commander-in-chief", 1),
        Grade::Troop => {}
    }
    match scouting_bases {
        0..10 => {}
        10..=24 => sum.add(rule!("FOGAM-SETUP-005"), "10 to 24 scouting bases", 1),
        _ => sum.add(rule!("FOGAM-SETUP-005"), "more than 24 scouting bases", 2),
    }
}

/// What is added to one's roll for the first turn.
pub fn first_turn_modifier<R: Reckon>(own: Grade, enemy: Grade, sum: &mut R) {
    if own > enemy {
        sum.add(rule!("FOGAM-SETUP-045"), "commander-in-chief of higher level", 1);
    }
}

/// What is added to the arrival roll of a flank march.
pub fn arrival_modifiers<R: Reckon>(leader: Grade, groups: &[&Group], readings: Readings, sum: &mut R) {
    match leader {
        Grade::Field => sum.add(rule!("FOGAM-SETUP-027"), "led by a field commander", 1),
        Grade::Great if is(readings, Choice::InspiredFlankMarch) => {
            sum.add(rule!("FOGAM-SETUP-027"), "led by an inspired commander", 1);
        }
        Grade::Great | Grade::Troop => {}
    }
    if groups.iter().any(|g| has_heavy_or_medium_foot(g)) {
        sum.add(rule!("FOGAM-SETUP-027"), "includes medium or heavy foot", -1);
    }
}

fn has_heavy_or_medium_foot(group: &Group) -> bool {
    group
        .bases()
        .any(|b| b.profile.troop_type == TroopType::HeavyFoot || b.profile.troop_type.is_medium_foot())
}

/// The score of two dice, never re-rolled, on which a flank march arrives.
pub const fn arrives_on() -> i32 {
    enforces!("FOGAM-SETUP-027");
    10
}

/// What is added to the straggling test of a battle group.
pub fn straggling_modifiers<R: Reckon>(group: &Group, sum: &mut R) {
    let drilled = group.size() > 0 && group.bases().all(|b| b.profile.is_drilled());
    if drilled || skirmishes(group) {
        sum.add(rule!("FOGAM-SETUP-029"), "drilled troops or skirmishers", 1);
    }
    if has_heavy_or_medium_foot(group) {
        sum.add(rule!("FOGAM-SETUP-029"), "medium or heavy foot", -1);
    }
}

/// The score of two dice with quality re-rolls below which a battle group straggles.
pub const fn straggles_below() -> i32 {
    enforces!("FOGAM-SETUP-029", "FOGAM-TURN-009");
    5
}

/// A flank march as the enemy's march on the same flank meets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlankMarch {
    /// Battle groups that are not entirely light foot or light horse.
    pub battle_troops: u8,
    /// All battle groups.
    pub groups: u8,
}

/// Which of two flank marches on one flank is driven back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meeting {
    /// The first drives the second back.
    SecondDrivenBack,
    /// The second drives the first back.
    FirstDrivenBack,
    /// Both are driven back.
    BothDrivenBack,
}

/// Compares two flank marches on one flank.
pub fn meeting(first: FlankMarch, second: FlankMarch) -> Meeting {
    enforces!("FOGAM-SETUP-030");
    let order = first.battle_troops.cmp(&second.battle_troops).then(first.groups.cmp(&second.groups));
    match order {
        Ordering::Greater => Meeting::SecondDrivenBack,
        Ordering::Less => Meeting::FirstDrivenBack,
        Ordering::Equal => Meeting::BothDrivenBack,
    }
}
