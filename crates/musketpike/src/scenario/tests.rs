//! The scenarios of the program are sound, and files with faults are refused.

use super::*;
use crate::charts::Charts;
use crate::counters::UnitArm;
use crate::document::Fault;
use crate::map::{HexTerrain, MapEdge, SlopeKind};
use caracole_ledger::proves;

fn charts() -> Charts {
    Charts::standard().expect("sound charts")
}

fn library(id: &str) -> Scenario {
    Scenario::by_id(id, &charts()).expect("it is there").unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn every_scenario_of_the_program_is_sound() {
    for (id, _) in LIBRARY {
        let scenario = library(id);
        assert_eq!(scenario.id, id);
    }
}
