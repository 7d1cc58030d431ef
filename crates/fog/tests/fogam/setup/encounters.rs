//! The encounters that come with the program can be played.

use caracole_fog::battle::setup::encounters::{ENCOUNTERS, encounter, read_scenario};
use caracole_fog::battle::{Fogam, StartFrom};
use caracole_kernel::{Battle, Rules};
use caracole_ledger::proves;

#[test]
fn every_encounter_begins_with_the_choice_of_the_ground() {
    proves!("FOGAM-SETUP-001");
    let own: Vec<_> = ENCOUNTERS.iter().filter(|f| f.id.starts_with("fogam/")).collect();
    assert_eq!(own.len(), 2);
    for file in own {
        let setup = read_scenario(file.text).unwrap_or_else(|e| panic!("{}: {e}", file.id));
        assert_eq!(setup.start, StartFrom::Deployment);
        let (battle, _) = Battle::<Fogam>::start(&setup).unwrap_or_else(|r| panic!("{}: {r}", file.id));
        Fogam::invariants(&battle).unwrap();
        assert_eq!(battle.world().on_table().count(), 0);
        assert_eq!(encounter(file.id), Some(setup));
    }
}
