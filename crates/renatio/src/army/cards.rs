//! Map Cards and Scouting Cards of an army.

use super::{Army, Role};
use crate::charts::{Charts, Scouting};
use crate::troops::{Arm, Characteristic, Grade, Name, Order, Profile};
use caracole_kernel::Tally;
use caracole_ledger::{enforces, rule};

/// How a unit scouts; `None` if it does not.
fn scouting(profile: &Profile) -> Option<Scouting> {
    let caracole = [Characteristic::CaracoleEarly, Characteristic::CaracoleLater];
    match (profile.arm, profile.order) {
        (Arm::Dragoons, _) => Some(Scouting::Dragoons),
        (Arm::Foot, Order::Skirmish) => Some(Scouting::FootSkirmishers),
        (Arm::Mounted, Order::Skirmish) => Some(Scouting::MountedSkirmishers),
        (Arm::Mounted, Order::LooseSkirmish) => Some(Scouting::FlexibleMounted),
        (Arm::Mounted, _) if profile.characteristics.has_any(&caracole) => Some(Scouting::Caracole),
        (Arm::Mounted, _) => Some(Scouting::OtherMounted),
        _ => None,
    }
}

/// Scouting of all units, in half points.
fn half_points(charts: &Charts, army: &Army) -> i32 {
    enforces!("RETG-PROV-011");
    let builder = &charts.army_builder;
    let of = |profile: &Profile| {
        let half = scouting(profile).map_or(0, |kind| i32::from(builder.scouting_half_points.get(kind)));
        let scouts = profile.is(Characteristic::Scouts);
        half * if scouts { i32::from(builder.scouts_factor) } else { 1 }
    };
    army.each_unit().map(|unit| of(&unit.troops.profile)).sum()
}

fn hand(charts: &Charts, army: &Army) -> i32 {
    army.army_commander().map_or(0, |commander| i32::from(charts.commanders.cards.get(commander.grade)))
}

/// Map Cards of the pre-battle.
pub fn map_cards(charts: &Charts, army: &Army) -> Tally {
    enforces!("RETG-PBS-001", "RETG-PBS-002");
    let rule = rule!("RETG-PBS-002");
    let mut tally = Tally::new("Map Cards");
    tally.add(rule, "cards of the Army Commander", hand(charts, army));
    let others = army.commanders.iter().filter(|c| c.role != Role::Army && c.grade >= Grade::Talented);
    for commander in others {
        tally.add(rule, format!("a {} Commander", commander.grade.name()), 1);
    }
    let scouts = half_points(charts, army) / i32::from(charts.army_builder.half_points_for_map_card);
    tally.add(rule, "scouting", scouts);
    tally
}

/// Scouting Cards of the pre-battle.
pub fn scouting_cards(charts: &Charts, army: &Army) -> Tally {
    enforces!("RETG-PBS-003");
    let rule = rule!("RETG-PBS-003");
    let builder = &charts.army_builder;
    let mut tally = Tally::new("Scouting Cards");
    tally.add(rule, "every army", 1);
    tally.add(rule, "half the cards of the Army Commander", (hand(charts, army) + 1) / 2);
    tally.add(rule, "scouting", half_points(charts, army) / i32::from(builder.half_points_for_scouting_card));
    tally.at_least(rule, "the fewest", i32::from(builder.least_scouting_cards));
    tally
}
