//! Shot of different kinds detached together.

use crate::battle_common::{bases, group, horse, pike, scene};
use crate::setup::play::play;
use caracole_fog::army::CommanderLevel;
use caracole_fog::battle::setup::{Decision, Detaching, Request};
use caracole_fog::battle::{GroupId, StartFrom};
use caracole_fog::troops::{Armour, Capability, Quality, TroopType};
use caracole_kernel::Side;
use caracole_ledger::proves;

#[test]
fn shot_of_different_parents_have_the_worst_quality_and_the_worst_weapon() {
    proves!("FOGR-SETUP-031");
    let shot = |armour, weapon| bases(4, TroopType::MediumFoot, Some(armour), &[weapon]);
    let good = group("good", &[pike(2), shot(Armour::Armoured, Capability::Musket)]);
    let old = group("old", &[pike(2), shot(Armour::Unarmoured, Capability::Arquebus)]);
    let mut setup = scene()
        .red(good.clone())
        .red(old.clone())
        .red(group("third", &good.listed.bases))
        .red(group("fourth", &good.listed.bases))
        .blue(group("h", &[horse(4)]))
        .lone_commander(Side::Red, CommanderLevel::Great, 0, 0)
        .lone_commander(Side::Blue, CommanderLevel::Troop, 0, 0)
        .setup();
    setup.start = StartFrom::Deployment;
    let mut play = play(&setup);
    play.dice(&[6, 1]);
    play.until(|r| matches!(r, Request::Detach));
    let plan = Detaching {
        parties: vec![vec![(GroupId(0), 2), (GroupId(1), 2)]],
        composites: vec![vec![GroupId(0), GroupId(1)]],
    };
    let next = play.world().groups().len() as u16;
    play.choose(Decision::Detach(plan));
    let party = play.world().profiles(GroupId(next + 1));
    assert_eq!(party.len(), 4);
    for base in &party {
        assert_eq!(base.troop_type, TroopType::MediumFoot);
        assert_eq!((base.armour, base.quality), (Some(Armour::Unarmoured), Quality::Average));
        assert!(base.has(Capability::Arquebus) && !base.has(Capability::Musket));
    }
}
