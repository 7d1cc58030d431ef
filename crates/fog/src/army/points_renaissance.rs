//! Fogr: the points tables.

use super::points::{Row, by_quality, swedish_brigade};
use super::{ArmyReadings, BaseCount, BattleGroup, GroupPermit, ReadingUsed, WagonMultiplier};
use crate::troops::{Armour, Book, Capability, TroopType};
use caracole_kernel::{Refusal, Tally};
use caracole_ledger::rule;

const fn row(elite: u8, superior: u8, average: u8, poor: u8) -> Row {
    const fn cell(points: u8) -> Option<u8> {
        if points == 0 { None } else { Some(points) }
    }
    [cell(elite), cell(superior), cell(average), cell(poor)]
}

/// The basic cost by type and armour. None: the table has no such row.
fn basic(bases: &BaseCount) -> Option<(&'static str, Row)> {
    use Armour::{Armoured, FullyArmoured, HeavilyArmoured, Unarmoured};
    use TroopType as T;
    let guns = bases.capabilities.has(Capability::LightArtillery);
    Some(match (bases.troop_type, bases.armour) {
        (T::Dragoons, _) => ("dragoons", row(10, 8, 5, 3)),
        (T::HeavyArtillery, _) => ("heavy artillery", row(0, 32, 25, 17)),
        (T::MediumArtillery, _) => ("medium artillery", row(0, 26, 20, 14)),
        (T::LightArtillery, _) => ("light artillery", row(0, 16, 12, 9)),
        (T::BattleWagons, _) if guns => ("battle wagons with light artillery", row(0, 0, 20, 14)),
        (T::BattleWagons, _) => ("battle wagons", row(0, 0, 14, 8)),
        (T::Elephants, _) => ("elephants", row(0, 0, 25, 0)),
        (T::DeterminedHorse, Some(Armoured)) => ("armoured determined horse", row(22, 18, 12, 8)),
        (T::DeterminedHorse, Some(Unarmoured)) => ("unarmoured determined horse", row(18, 15, 9, 6)),
        (T::Gendarmes, Some(FullyArmoured | HeavilyArmoured)) => {
            ("fully or heavily armoured gendarmes", row(22, 18, 12, 8))
        }
        (T::Cavaliers, Some(Armoured)) => ("armoured cavaliers", row(19, 16, 11, 7)),
        (T::Cavaliers, Some(Unarmoured)) => ("unarmoured cavaliers", row(16, 13, 8, 5)),
        (T::Cavalry | T::Camelry, Some(HeavilyArmoured)) => {
            ("heavily armoured cavalry or camelry", row(18, 15, 10, 6))
        }
        (T::Cavalry | T::Camelry, Some(Armoured)) => ("armoured cavalry or camelry", row(15, 12, 8, 5)),
        (T::Cavalry | T::Camelry, Some(Unarmoured)) => ("unarmoured cavalry or camelry", row(11, 9, 6, 4)),
        (T::Horse, Some(HeavilyArmoured)) => ("heavily armoured horse", row(16, 13, 9, 5)),
        (T::Horse | T::LightHorse, Some(Armoured)) => ("armoured horse or light horse", row(12, 10, 7, 4)),
        (T::Horse | T::LightHorse, Some(Unarmoured)) => ("unarmoured horse or light horse", row(10, 8, 5, 3)),
        (kind, Some(armour)) if kind.is_foot() => match armour {
            FullyArmoured => ("fully armoured foot", row(12, 10, 7, 0)),
            HeavilyArmoured => ("heavily armoured foot", row(11, 9, 6, 4)),
            Armoured => ("armoured foot", row(10, 8, 5, 3)),
            Unarmoured => ("unarmoured foot", row(9, 7, 4, 2)),
            Armour::Protected | Armour::Unprotected => return None,
        },
        _ => return None,
    })
}

/// What a capability adds to a foot base.
fn foot_capability(capability: Capability) -> i32 {
    use Capability::*;
    match capability {
        Bow | BowStar | Bombs => 1,
        Arquebus | MusketStar => 2,
        Musket | Salvo => 3,
        ImpactFoot | Pike | HeavyWeapon | Swordsmen => 1,
        _ => 0,
    }
}

/// What a capability adds to a mounted base.
fn mounted_capability(capability: Capability, readings: &ArmyReadings) -> i32 {
    use Capability::*;
    match capability {
        HeavyLancers | LightLancers | ImpactPistol | BowStar => 1,
        ImpactMounted => 3,
        Swordsmen => i32::from(readings.mounted_melee_swordsmen),
        ShootingPistol | Carbine | MeleePistol | Bow => 2,
        _ => 0,
    }
}

/// The price of one base.
pub(super) fn base(
    group: &BattleGroup,
    bases: &BaseCount,
    readings: &ArmyReadings,
    used: &mut Vec<ReadingUsed>,
) -> Result<Tally, Refusal> {
    let (basic_rule, extra) = if bases.troop_type.is_foot() {
        (rule!("FOGR-POINTS-004"), rule!("FOGR-POINTS-007"))
    } else if bases.troop_type == TroopType::Elephants {
        (rule!("FOGR-POINTS-006"), rule!("FOGR-POINTS-007"))
    } else {
        (rule!("FOGR-POINTS-005"), rule!("FOGR-POINTS-007"))
    };
    let not_sold = |what: String, remedy: &'static str| Refusal::new(basic_rule, what, remedy);
    let (name, costs) = basic(bases).ok_or_else(|| {
        not_sold(
            format!("the points table has no row for {}", super::points::describe(bases)),
            "choose an armour class that the table prices for this troop type",
        )
    })?;
    let points = by_quality(costs, group.quality).ok_or_else(|| {
        not_sold(
            format!("{} {name} have no price", group.quality),
            "choose a quality that the table prices for this row",
        )
    })?;
    let mut tally = Tally::new("points a base");
    tally.add(basic_rule, format!("{} {name}", group.quality), points);

    let wagons = bases.troop_type == TroopType::BattleWagons;
    let times = if wagons { 3 } else { 1 };
    let mut capabilities = 0;
    for capability in bases.capabilities.iter() {
        let one = if bases.troop_type.is_foot() {
            foot_capability(capability)
        } else {
            mounted_capability(capability, readings)
        };
        if bases.troop_type.is_mounted(Book::Renaissance) && capability == Capability::Swordsmen {
            used.push(readings.swordsmen_used());
        }
        if bases.troop_type == TroopType::Dragoons && one > 0 {
            used.push(readings.dragoons_used());
            if !readings.dragoons_pay_for_weapons {
                continue;
            }
        }
        capabilities += one;
        if !wagons {
            tally.add(extra, capability.to_string(), one);
        }
    }
    if wagons && capabilities > 0 {
        used.push(readings.wagons_used());
        match readings.wagons_multiply {
            WagonMultiplier::Capabilities => {
                tally.add(extra, format!("{} times 3", bases.capabilities), capabilities * times);
            }
            WagonMultiplier::WholeCost => {
                tally.add(extra, bases.capabilities.to_string(), capabilities);
                tally.push(extra, "battle wagons, times 3", caracole_kernel::Effect::Times(3));
            }
        }
    }
    attributes(group, bases, &mut tally);
    Ok(tally)
}

/// Costs that depend on the troop type or on the rest of the battle group.
fn attributes(group: &BattleGroup, bases: &BaseCount, tally: &mut Tally) {
    let rule = rule!("FOGR-POINTS-007");
    let is_shot = group.profile(bases).is_shot();
    if bases.troop_type == TroopType::DeterminedFoot {
        tally.add(rule, "determined foot", 1);
    }
    if bases.troop_type == TroopType::Camelry {
        tally.add(rule, "camelry", 1);
    }
    if bases.capabilities.has(Capability::Bayonet) && !group.has_pikemen() {
        tally.add(rule, "bayonet, no pikemen in the battle group", 2);
    }
    if is_shot && group.has_pikemen() {
        tally.add(rule, "shot with pikemen", 1);
    } else if is_shot && group.is(GroupPermit::CommandedShot) {
        tally.add(rule, "commanded shot", 1);
    }
}

/// Costs of the battle group as a whole: Swedish brigade and regimental guns.
pub(super) fn markers(group: &BattleGroup, tally: &mut Tally) -> Result<(), Refusal> {
    tally.add(rule!("FOGR-POINTS-007"), "Swedish brigade", swedish_brigade(group));
    if group.regimental_guns {
        let points = by_quality(row(14, 12, 9, 7), group.quality).unwrap_or(0);
        tally.add(rule!("FOGR-POINTS-004"), format!("{} regimental guns", group.quality), points);
    }
    Ok(())
}
