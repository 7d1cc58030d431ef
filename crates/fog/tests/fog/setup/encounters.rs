//! The encounters that come with the program can be played.

use caracole_fog::battle::setup::encounters::{ENCOUNTERS, encounter, read_scenario};
use caracole_fog::battle::{Fogr, StartFrom};
use caracole_kernel::{Battle, Rules, Side};
use caracole_ledger::proves;

#[test]
fn every_encounter_begins() {
    proves!("FOGR-SETUP-001");
    for file in ENCOUNTERS.iter().filter(|f| f.id.starts_with("fogr/")) {
        let setup = read_scenario(file.text).unwrap_or_else(|e| panic!("{}: {e}", file.id));
        let (battle, _) = Battle::<Fogr>::start(&setup).unwrap_or_else(|r| panic!("{}: {r}", file.id));
        <Fogr as caracole_kernel::Rules>::invariants(&battle).unwrap();
    }
}

#[test]
fn in_the_meeting_everybody_is_deployed_and_blue_begins() {
    let setup = encounter("fogr/northamptonshire-1645").unwrap();
    assert!(matches!(setup.start, StartFrom::Position(_)));
    let start = Fogr::prepare(&setup, Fogr::RULES).unwrap();
    assert_eq!(start.world.on_table().count(), start.world.groups().len());
    assert!(start.world.commanders.iter().all(|c| c.is_on_table()));
    assert_eq!(start.world.turn.active, Side::Blue);
}

#[test]
fn a_file_that_is_no_scenario_is_refused() {
    assert!(read_scenario("turns = 3").is_err());
    assert!(read_scenario(&"#".repeat(2 << 20)).is_err());
    assert_eq!(encounter("fogr/nowhere"), None);
}
