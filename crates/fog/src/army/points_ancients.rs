//! Fogam: the points tables.

use super::points::{Row, by_quality, describe};
use super::{BaseCount, BattleGroup};
use crate::troops::{Armour, Capability, Training, TroopType};
use caracole_kernel::{Refusal, Tally};
use caracole_ledger::rule;

/// A row of the basic cost table.
struct BasicCost {
    name: &'static str,
    costs: Row,
    drilled: Drill,
}

/// The last column of the basic cost table.
enum Drill {
    /// So much more if drilled.
    Adds(i32),
    /// Drilled ones are not available.
    NotAvailable,
    /// Drill is never paid for.
    NotApplicable,
}

const fn row(name: &'static str, costs: [u8; 4], drilled: Drill) -> BasicCost {
    const fn cell(points: u8) -> Option<u8> {
        if points == 0 { None } else { Some(points) }
    }
    let [elite, superior, average, poor] = costs;
    BasicCost { name, costs: [cell(elite), cell(superior), cell(average), cell(poor)], drilled }
}

fn basic(bases: &BaseCount) -> Option<BasicCost> {
    use Armour::{Armoured, HeavilyArmoured, Protected, Unprotected};
    use Drill::{Adds, NotApplicable, NotAvailable};
    use TroopType as T;
    let guns = bases.capabilities.has(Capability::LightArtillery);
    Some(match (bases.troop_type, bases.armour) {
        (T::HeavyArtillery, _) => row("heavy artillery", [0, 0, 20, 0], NotAvailable),
        (T::LightArtillery, _) => row("light artillery", [0, 0, 15, 0], Adds(2)),
        (T::BattleWagons, _) if guns => {
            row("battle wagons with light artillery", [0, 0, 20, 14], NotApplicable)
        }
        (T::BattleWagons, _) => row("battle wagons", [0, 0, 14, 10], NotApplicable),
        (T::Knights, Some(HeavilyArmoured)) => row("heavily armoured knights", [27, 23, 15, 0], Adds(3)),
        (T::Knights, Some(Armoured)) => row("armoured knights", [23, 20, 13, 0], Adds(2)),
        (T::Cataphracts | T::CataphractCamelry, _) => row("cataphracts", [19, 16, 11, 8], Adds(2)),
        (T::LightHorse | T::Cavalry | T::Camelry | T::LightCamelry, Some(armour)) => match armour {
            Armoured => row("armoured light horse, cavalry or camelry", [17, 14, 9, 6], Adds(1)),
            Protected => row("protected light horse, cavalry or camelry", [12, 10, 6, 4], Adds(1)),
            Unprotected => row("unprotected light horse, cavalry or camelry", [10, 8, 5, 3], Adds(1)),
            _ => return None,
        },
        (T::HeavyChariots, _) => row("heavy chariots", [22, 19, 13, 0], Adds(2)),
        (T::LightChariots, _) => row("light chariots", [17, 15, 10, 0], Adds(1)),
        (T::ScythedChariots, _) => row("scythed chariots", [0, 0, 15, 0], NotApplicable),
        (T::Elephants, _) => row("elephants", [0, 35, 25, 20], NotApplicable),
        (kind, Some(armour)) if kind.is_foot() => match armour {
            HeavilyArmoured => row("heavily armoured foot", [16, 13, 9, 0], Adds(2)),
            Armoured => row("armoured foot", [13, 11, 7, 5], Adds(1)),
            Protected => row("protected foot", [10, 8, 5, 3], Adds(1)),
            Unprotected => row("unprotected foot", [7, 6, 4, 2], Adds(1)),
            Armour::FullyArmoured | Armour::Unarmoured => return None,
        },
        _ => return None,
    })
}

fn foot_capability(capability: Capability) -> i32 {
    use Capability::*;
    match capability {
        Swordsmen | DefensiveSpearmen | ImpactFoot | Bow | BowStar | Crossbow | Javelins | Firearm => 1,
        SkilledSwordsmen | OffensiveSpearmen | HeavyWeapon | PoleArm | Longbow => 2,
        _ => 0,
    }
}

/// None: the table gives the capability no price for mounted troops.
fn mounted_capability(capability: Capability) -> Option<i32> {
    use Capability::*;
    match capability {
        Lancers | LightSpear | Javelins | Firearm => Some(1),
        Swordsmen | BowStar | Crossbow => Some(2),
        Bow => Some(3),
        _ => None,
    }
}

/// The price of one base.
pub(super) fn base(group: &BattleGroup, bases: &BaseCount) -> Result<Tally, Refusal> {
    let basic_rule = rule!("FOGAM-POINTS-002");
    let cost = basic(bases).ok_or_else(|| {
        Refusal::new(
            basic_rule,
            format!("the points table has no row for {}", describe(bases)),
            "choose an armour class that the table prices for this troop type",
        )
    })?;
    let points = by_quality(cost.costs, group.quality).ok_or_else(|| {
        Refusal::new(
            basic_rule,
            format!("{} {} have no price", group.quality, cost.name),
            "choose a quality that the table prices for this row",
        )
    })?;
    let mut tally = Tally::new("points a base");
    tally.add(basic_rule, format!("{} {}", group.quality, cost.name), points);
    drill(group, bases, &cost, &mut tally)?;
    capabilities(bases, &mut tally)?;
    if bases.troop_type.is_camels() {
        tally.add(rule!("FOGAM-POINTS-003"), "mounted on camels", 2);
    }
    Ok(tally)
}

fn drill(group: &BattleGroup, bases: &BaseCount, cost: &BasicCost, tally: &mut Tally) -> Result<(), Refusal> {
    let rule = rule!("FOGAM-POINTS-002");
    let never_pays = bases.troop_type == TroopType::LightFoot || bases.troop_type.is_light_horse();
    if group.training != Some(Training::Drilled) || never_pays {
        return Ok(());
    }
    match cost.drilled {
        Drill::Adds(points) => tally.add(rule, "drilled", points),
        Drill::NotApplicable => {}
        Drill::NotAvailable => {
            return Err(Refusal::new(
                rule,
                format!("drilled {} have no price", cost.name),
                "make them undrilled",
            ));
        }
    }
    Ok(())
}

fn capabilities(bases: &BaseCount, tally: &mut Tally) -> Result<(), Refusal> {
    let rule = rule!("FOGAM-POINTS-003");
    let wagons = bases.troop_type == TroopType::BattleWagons;
    for capability in bases.capabilities.iter() {
        if bases.troop_type.is_foot() {
            let one = foot_capability(capability);
            if wagons {
                tally.add(rule, format!("{capability} on battle wagons, times 3"), one * 3);
            } else {
                tally.add(rule, capability.to_string(), one);
            }
            continue;
        }
        let one = mounted_capability(capability).ok_or_else(|| {
            Refusal::new(
                rule,
                format!("{capability} has no price for mounted troops"),
                format!("take {capability} away"),
            )
        })?;
        tally.add(rule, capability.to_string(), one);
    }
    Ok(())
}
