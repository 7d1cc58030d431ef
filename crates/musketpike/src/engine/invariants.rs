//! What must hold of any state that can be reached.

use super::{MusketPike, field::Field};
use crate::{
    counters::UnitId,
    procedures::Procedure,
    world::{Fate, Formation, MoraleState, Presence},
};
use caracole_kernel::Battle;

/// Says what does not hold, and stops looking.
macro_rules! hold {
    ($holds:expr, $($otherwise:tt)+) => {
        if !$holds {
            return Err(format!($($otherwise)+));
        }
    };
}

pub(super) fn invariants(battle: &Battle<MusketPike>) -> Result<(), String> {
    let f = Field::new(battle.scenario(), battle.world());
    let routing = battle.stack().iter().any(|procedure| matches!(procedure, Procedure::RoutMove(_)));
    let mut stacked = 0;
    for hex in f.table.scenario.map.hexes() {
        let stack = f.stack(hex);
        let sides: Vec<_> = stack.units().map(|unit| f.owner(unit)).collect();
        hold!(sides.windows(2).all(|pair| pair[0] == pair[1]), "both sides in {hex}");
        for unit in stack.units() {
            hold!(f.footprint(unit).contains(hex), "unit {unit:?} is not where its stack is: {hex}");
            let fate = f.unit(unit).fate;
            hold!(
                fate == Fate::OnMap || fate == Fate::Captured && f.is_wagon(unit),
                "{unit:?} is {fate:?} in {hex}"
            );
        }
        if let Some(light) = stack.light() {
            let Some(main) = stack.main() else {
                return Err(format!("light infantry alone beneath nothing in {hex}"));
            };
            hold!(f.is_light(light) && f.is_cavalry(main), "a stack that is none in {hex}");
            hold!(f.unit(light).morale == f.unit(main).morale, "a stack with two morale states in {hex}");
            hold!(f.unit(light).formation == f.unit(main).formation, "a stack with two formations in {hex}");
        }
        if let Some(gun) = stack.gun() {
            hold!(f.is_train(gun), "something that is no gun is in a gun's place in {hex}");
        }
        stacked += stack.units().count();
    }
    let mut places = 0;
    for i in 0..f.world.units.len() {
        let unit = UnitId(i as u8);
        let state = f.unit(unit);
        if state.in_play() || state.fate == Fate::Captured && f.is_wagon(unit) {
            for hex in f.footprint(unit).iter() {
                hold!(f.table.index(hex).is_some(), "{unit:?} is off the map in {hex}");
                places += 1;
                if !routing {
                    hold!(f.stack(hex).units().any(|other| other == unit), "{unit:?} is missing from {hex}");
                }
            }
        }
        if state.in_play() && !f.is_train(unit) {
            hold!(f.strength(unit) > 0, "{unit:?} lives without strength");
            hold!(state.shots <= 2, "{unit:?} has more than two shots");
            if state.morale == MoraleState::Broken {
                hold!(
                    state.formation == Formation::Broken,
                    "{unit:?} is Morale Broken and {:?}",
                    state.formation
                );
            }
            let two = f.footprint(unit).second.is_some();
            hold!(two == f.is_two_hex(unit), "{unit:?} has lost or won a half");
        }
        if state.fate == Fate::Eliminated {
            hold!(!f.is_train(unit), "guns and Wagons are never eliminated");
        }
    }
    if !routing {
        hold!(stacked == places, "units are conserved");
    }
    for (id, leader) in f.leaders() {
        if leader.presence == Presence::OnMap {
            hold!(f.table.index(leader.hex).is_some(), "leader {id:?} is off the map");
            hold!(
                f.holder(leader.hex).is_none_or(|holder| holder == leader.side),
                "leader {id:?} is in a hex of the enemy"
            );
        }
    }
    Ok(())
}
