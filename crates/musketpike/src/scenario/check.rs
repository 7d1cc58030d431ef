//! What a well-formed scenario must still keep to: no unit or leader stands where the rules forbid it.

use super::*;
use crate::charts::{Charts, FormationState, MoveClass, MoveCost};
use crate::counters::{LeaderRole, UnitArm};
use crate::map::HexTerrain;
use caracole_document::{Node, Section};
use caracole_ledger::enforces;

/// A unit on the map.
#[derive(Clone, Copy)]
struct Standing {
    id: UnitId,
    placement: Placement,
    formation: FormationState,
    layer: Layer,
}

pub(super) fn check(
    root: &Section<'_, '_>,
    scenario: &Scenario,
    charts: &Charts,
    units: &[Node<'_, '_>],
    leaders: &[Node<'_, '_>],
) {
    let standing: Vec<Standing> = scenario
        .unit_ids()
        .zip(&scenario.unit_starts)
        .filter_map(|(id, start)| match *start {
            UnitStart::OnMap { placement, formation, layer, .. } => {
                Some(Standing { id, placement, formation, layer })
            }
            UnitStart::Reinforcement { .. } => None,
        })
        .collect();
    for (id, node) in scenario.unit_ids().zip(units) {
        check_unit(scenario, id, node);
    }
    for one in &standing {
        let Some(node) = units.get(usize::from(one.id.0)) else { continue };
        for hex in one.placement.footprint().iter() {
            let ground = scenario.map.terrain(hex);
            if charts.tec.hex(ground).cost(move_class(scenario.unit(one.id))) == MoveCost::Prohibited {
                node.fault(
                    format!("the unit stands in {hex}, a hex of {} which it may not enter", ground.key()),
                    "move it to another hex",
                );
            }
        }
        check_stack(scenario, &standing, one, node);
    }
    check_leaders(scenario, &standing, leaders);
    for (id, wing) in scenario.wing_ids().zip(&scenario.wings) {
        if !scenario.units.iter().any(|unit| unit.wing == id) {
            root.fault(format!("the wing \"{}\" has no unit", wing.code), "give it units or remove it");
        }
    }
    for location in &scenario.victory.locations {
        if location.hexes.iter().any(|hex| scenario.map.terrain(*hex) == HexTerrain::Pond) {
            root.fault(format!("no unit can enter \"{}\"", location.name), "name hexes that units can enter");
        }
    }
}

const fn move_class(unit: &ListedUnit) -> MoveClass {
    match unit.unit_type.arm() {
        UnitArm::LightInfantry => MoveClass::Li,
        UnitArm::Cavalry if unit.unit_type.is_mounted_cavalry() => MoveClass::Cav,
        _ => MoveClass::Hi,
    }
}

fn check_unit(scenario: &Scenario, id: UnitId, node: &Node<'_, '_>) {
    let unit = scenario.unit(id);
    let Some(start) = scenario.unit_starts.get(usize::from(id.0)) else { return };
    match *start {
        UnitStart::Reinforcement { entry } => {
            let entries = scenario.wing_starts.get(usize::from(unit.wing.0)).map_or(0, |w| w.entries.len());
            if usize::from(entry) >= entries {
                node.fault(
                    format!("the unit comes with entry {}, its wing has {entries}", entry + 1),
                    "add the entry to the wing, or name one that is there",
                );
            }
        }
        UnitStart::OnMap { limber: Limber::Limbered, .. }
            if scenario.special.limbering == Limbering::NotAllowed =>
        {
            node.fault("guns cannot limber in this battle", "remove limbered, or allow limbering in special");
        }
        UnitStart::OnMap { .. } => {}
    }
}

fn check_stack(scenario: &Scenario, standing: &[Standing], one: &Standing, node: &Node<'_, '_>) {
    enforces!("MPBS-8.1.1a", "MPBS-8.5b", "MPBS-8.5a", "MPBS-8.3.4a");
    let (unit, name) = (scenario.unit(one.id), |id| scenario.unit(id).code.as_str());
    for hex in one.placement.footprint().iter() {
        let others: Vec<&Standing> =
            standing.iter().filter(|o| o.id != one.id && o.placement.footprint().contains(hex)).collect();
        // Each stack is judged once, at its last unit.
        if others.iter().any(|other| other.id > one.id) {
            continue;
        }
        if others.len() > 1 {
            node.fault(
                format!(
                    "three units stand in {hex}: {}, {} and {}",
                    name(others[0].id),
                    name(others[1].id),
                    unit.code
                ),
                "move one of them",
            );
            continue;
        }
        if let Some(other) = others.first()
            && let Err(why) = may_share(scenario, one, other)
        {
            node.fault(
                format!("{} and {} may not share hex {hex}: {why}", name(other.id), unit.code),
                "move one of them",
            );
        }
    }
    if unit.unit_type.is_two_hex() {
        let layers: Vec<Layer> = standing
            .iter()
            .filter(|o| scenario.unit(o.id).unit_type.arm() == UnitArm::Artillery)
            .filter(|o| o.placement.footprint().iter().any(|hex| one.placement.footprint().contains(hex)))
            .map(|o| o.layer)
            .collect();
        if layers.contains(&Layer::Top) && layers.contains(&Layer::Bottom) {
            node.fault(
                "of two guns with a two-hex unit one is on top and one at the bottom",
                "give both the same layer",
            );
        }
    }
}

fn may_share(scenario: &Scenario, a: &Standing, b: &Standing) -> Result<(), String> {
    let (ua, ub) = (scenario.unit(a.id), scenario.unit(b.id));
    if ua.side != ub.side {
        return Err("they are enemies".to_owned());
    }
    let arms = [ua.unit_type.arm(), ub.unit_type.arm()];
    let is_train = |arm| matches!(arm, UnitArm::Artillery | UnitArm::Wagon);
    match (is_train(arms[0]), is_train(arms[1])) {
        (true, true) => return Err("guns and wagons do not share a hex".to_owned()),
        (true, false) | (false, true) => return Ok(()),
        (false, false) => {}
    }
    let (light, horse) = match arms {
        [UnitArm::LightInfantry, UnitArm::Cavalry] => ((a, ua), (b, ub)),
        [UnitArm::Cavalry, UnitArm::LightInfantry] => ((b, ub), (a, ua)),
        _ => return Err("a hex holds one unit of foot or horse".to_owned()),
    };
    if !horse.1.unit_type.is_mounted_cavalry() {
        return Err("dismounted cavalry counts as heavy infantry".to_owned());
    }
    let most = scenario.special.light_infantry_with_cavalry;
    if light.1.unit_type.strength().is_some_and(|strength| strength.0 > most) {
        return Err(format!("light infantry of more than {most} points does not stack with cavalry"));
    }
    if ua.wing != ub.wing {
        return Err("they belong to different wings".to_owned());
    }
    if light.0.placement.facing() != horse.0.placement.facing() || light.0.formation != horse.0.formation {
        return Err("their facing or formation differs".to_owned());
    }
    Ok(())
}

fn check_leaders(scenario: &Scenario, standing: &[Standing], nodes: &[Node<'_, '_>]) {
    enforces!("MPBS-5.0", "MPBS-5.2.1a");
    for ((leader, start), node) in scenario.leaders.iter().zip(&scenario.leader_starts).zip(nodes) {
        let waits = matches!(leader.role, LeaderRole::WingReplacement(_) | LeaderRole::ArmyReplacement);
        let Some(hex) = *start else {
            if leader.role == LeaderRole::ArmyCommander {
                node.fault("the Army Commander has no place on the map", "set the leader's `at`");
            }
            continue;
        };
        if waits {
            node.fault("a replacement is not on the map at the start", "remove `at`");
        }
        let with: Vec<&ListedUnit> = standing
            .iter()
            .filter(|one| one.placement.footprint().contains(hex))
            .map(|one| scenario.unit(one.id))
            .collect();
        if with.iter().any(|unit| unit.side != leader.side) {
            node.fault(format!("{} is in {hex} with enemy units", leader.name), "move the leader");
        }
        if let LeaderRole::WingCommander(wing) = leader.role
            && !with.iter().any(|unit| unit.wing == wing)
        {
            node.fault(
                format!("{} is in {hex} without a unit of the wing", leader.name),
                "put the leader with a unit of the wing",
            );
        }
    }
}
