//! What the tests of this crate share.

#![allow(dead_code, unreachable_pub, reason = "each test binary uses its part")]

pub mod position;

use caracole_kernel::Battle;
use caracole_musketpike::{
    MusketPike,
    counters::UnitId,
    engine::{ScenarioSource, Setup, field::Field},
    procedures::Procedure,
    scenario::Options,
    world::{Fate, Formation, MoraleState, Presence},
};

/// The setup of one of the program's own scenarios.
pub fn own(id: &str, options: Options) -> Setup {
    Setup { scenario: ScenarioSource::Id(id.to_owned()), charts: None, options }
}

/// What must be true after every step of any battle.
pub fn invariants(battle: &Battle<MusketPike>) {
    let f = Field::new(battle.scenario(), battle.world());
    let routing = battle.stack().iter().any(|procedure| matches!(procedure, Procedure::RoutMove(_)));
    let mut stacked = 0;
    for hex in f.table.scenario.map.hexes() {
        let stack = f.stack(hex);
        let sides: Vec<_> = stack.units().map(|unit| f.owner(unit)).collect();
        assert!(sides.windows(2).all(|pair| pair[0] == pair[1]), "both sides in {hex}");
        for unit in stack.units() {
            assert!(f.footprint(unit).contains(hex), "unit {unit:?} is not where its stack is: {hex}");
            let fate = f.unit(unit).fate;
            assert!(
                fate == Fate::OnMap || fate == Fate::Captured && f.is_wagon(unit),
                "{unit:?} is {fate:?} in {hex}"
            );
        }
        if let Some(light) = stack.light() {
            let Some(main) = stack.main() else { panic!("light infantry alone beneath nothing in {hex}") };
            assert!(f.is_light(light) && f.is_cavalry(main), "a stack that is none in {hex}");
            assert_eq!(f.unit(light).morale, f.unit(main).morale, "a stack with two morale states in {hex}");
            assert_eq!(
                f.unit(light).formation,
                f.unit(main).formation,
                "a stack with two formations in {hex}"
            );
        }
        if let Some(gun) = stack.gun() {
            assert!(f.is_train(gun));
        }
        stacked += stack.units().count();
    }
    let mut places = 0;
    for i in 0..f.world.units.len() {
        let unit = UnitId(i as u8);
        let state = f.unit(unit);
        if state.in_play() || state.fate == Fate::Captured && f.is_wagon(unit) {
            for hex in f.footprint(unit).iter() {
                assert!(f.table.index(hex).is_some(), "{unit:?} is off the map in {hex}");
                places += 1;
                if !routing {
                    assert!(
                        f.stack(hex).units().any(|other| other == unit),
                        "{unit:?} is missing from {hex}"
                    );
                }
            }
        }
        if state.in_play() && !f.is_train(unit) {
            assert!(f.strength(unit) > 0, "{unit:?} lives without strength");
            assert!(state.shots <= 2);
            if state.morale == MoraleState::Broken {
                assert_eq!(state.formation, Formation::Broken, "a Morale Broken unit keeps no formation");
            }
            let two = f.footprint(unit).second.is_some();
            assert_eq!(two, f.is_two_hex(unit), "{unit:?} has lost or won a half");
        }
        if state.fate == Fate::Eliminated {
            assert!(!f.is_train(unit), "guns and Wagons are never eliminated");
        }
    }
    if !routing {
        assert_eq!(stacked, places, "units are conserved");
    }
    for (id, leader) in f.leaders() {
        if leader.presence == Presence::OnMap {
            assert!(f.table.index(leader.hex).is_some(), "leader {id:?} is off the map");
            assert!(
                f.holder(leader.hex).is_none_or(|holder| holder == leader.side),
                "leader {id:?} is in a hex of the enemy"
            );
        }
    }
}
