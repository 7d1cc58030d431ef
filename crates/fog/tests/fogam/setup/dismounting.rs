//! Dismounting: who may, when, and what they become.

use crate::battle_common::{
    Who, archers, bases, cavalrymen, chariots, elephants, group, knights, numidians, spearmen,
};
use crate::setup::play::*;
use caracole_fog::army::{self, ArmyReadings, BaseCount};
use caracole_fog::battle::setup::{Ambush, Ambushers, Decision, Deployment, Event, MarchOrder, Request};
use caracole_fog::battle::{CommanderId, Fogam, GroupId, Setup};
use caracole_fog::troops::{Armour, BaseProfile, Capability, TroopType};
use caracole_kernel::{Side, Viewer, Views};
use caracole_ledger::proves;
use caracole_plane::{Angle, Pose, TableEdge};

fn mounted(troops: TroopType, armour: Armour, can: &[Capability]) -> BaseCount {
    bases(4, troops, Some(armour), can)
}

/// Blue's riders against red's spears; red has works or not. Armies have four battle groups at least: red's are 0 to 3,
/// blue's 4 to 14.
fn riders(works: u8, red: Vec<Who>) -> Setup {
    use Capability::{Bow, Lancers, LightSpear, Swordsmen};
    let blue = vec![
        group("knights", &[knights(4)]),
        group("sergeants", &[mounted(TroopType::Knights, Armour::Armoured, &[Lancers, Swordsmen])]),
        group("cataphracts", &[mounted(TroopType::Cataphracts, Armour::HeavilyArmoured, &[Lancers])]),
        group("lancers", &[mounted(TroopType::Cavalry, Armour::Protected, &[Lancers, Swordsmen])]),
        group("archers", &[mounted(TroopType::Cavalry, Armour::Armoured, &[Bow])]),
        group("numidians", &[numidians(4)]),
        group("camels", &[mounted(TroopType::LightCamelry, Armour::Unprotected, &[LightSpear])]),
        group("chariots", &[chariots(4, TroopType::HeavyChariots)]),
        group("fast", &[chariots(4, TroopType::LightChariots)]),
        group("scythed", &[chariots(2, TroopType::ScythedChariots)]),
        group("beasts", &[elephants(2)]),
    ];
    let mut setup = armies_of(red, blue);
    army(&mut setup.armies.red).field_fortifications = works;
    setup
}

fn spears() -> Vec<Who> {
    vec![group("spears", &[spearmen(6)])]
}

fn foot(play: &Play, number: u16) -> BaseProfile {
    play.world().profiles(GroupId(number))[0]
}

#[test]
fn they_become_the_nearest_foot_where_the_enemy_has_works() {
    proves!("FOGAM-SETUP-041", "FOGAM-SETUP-042", "FOGAM-SETUP-043", "FOGAM-SETUP-003");
    use Capability::{Bow, HeavyWeapon, Javelins, LightSpear, OffensiveSpearmen, Swordsmen};
    let mut play = begun_of(&riders(4, spears()));
    // Red's works were placed before anybody deployed.
    play.until(|r| matches!(r, Request::Fortify));
    let works: Vec<Pose> = (0..4).map(|i| north(620 + 40 * i, 300)).collect();
    play.choose(Decision::Fortify(vec![works]));
    play.until(|r| matches!(r, Request::Dismount));
    // Blue has no initiative and decides first; all are down by now.
    assert_eq!(play.asked().0, Side::Blue);
    assert_eq!(play.events.iter().filter(|e| matches!(e, Event::Deployed { .. })).count(), 15);
    for never in [13, 14] {
        assert_eq!(play.refused(Decision::Dismount(vec![GroupId(never)])).rule.id(), "FOGAM-SETUP-041");
    }
    assert_eq!(play.refused(Decision::Dismount(vec![GroupId(0)])).rule.id(), "FOGAM-SETUP-042", "red's");
    let all: Vec<GroupId> = (4..=12).map(GroupId).collect();
    let stood: Vec<_> = all.iter().map(|g| play.world().anchor(*g)).collect();
    play.choose(Decision::Dismount(all.clone()));
    assert_eq!(all.iter().map(|g| play.world().anchor(*g)).collect::<Vec<_>>(), stood);
    use TroopType::{HeavyFoot, LightFoot, MediumFoot};
    let (shields, bare) = (Some(Armour::Protected), Some(Armour::Unprotected));
    let expected: [(u16, TroopType, Option<Armour>, &[Capability]); 9] = [
        (4, HeavyFoot, Some(Armour::HeavilyArmoured), &[HeavyWeapon, Swordsmen]),
        (5, HeavyFoot, Some(Armour::Armoured), &[OffensiveSpearmen, Swordsmen]),
        (6, HeavyFoot, Some(Armour::HeavilyArmoured), &[OffensiveSpearmen]),
        (7, MediumFoot, shields, &[OffensiveSpearmen, Swordsmen]),
        (8, MediumFoot, Some(Armour::Armoured), &[Bow]),
        (9, LightFoot, bare, &[Javelins, LightSpear]),
        (10, LightFoot, bare, &[LightSpear]),
        (11, MediumFoot, shields, &[]),
        (12, MediumFoot, shields, &[Bow, LightSpear]),
    ];
    for (number, troops, armour, can) in expected {
        let is = foot(&play, number);
        assert_eq!((is.troop_type, is.armour), (troops, armour), "{number}");
        assert_eq!(is.capabilities, caracole_fog::troops::Capabilities::of(can), "{number}");
        let depth = play.world().field.scale.base_depth(troops);
        assert!(play.world().bases_of(GroupId(number)).iter().all(|b| b.base.depth == depth), "{number}");
    }
    // Red has nobody to dismount and is not asked.
    assert!(matches!(play.asked(), (Side::Blue, Request::Commander { .. })));
}

#[test]
fn without_leave_works_or_wagons_nobody_dismounts() {
    proves!("FOGAM-SETUP-041", "FOGAM-SETUP-042");
    let mut play = begun_of(&riders(0, spears()));
    play.until(|r| matches!(r, Request::Deploy { group } if group.0 == 4));
    let on_foot = Decision::Deploy(Deployment { dismounted: true, ..Deployment::at(south(900, 950), 2) });
    assert_eq!(play.refused(on_foot.clone()).rule.id(), "FOGAM-SETUP-041");
    play.until(|r| matches!(r, Request::Dismount | Request::Commander { .. }));
    assert!(matches!(play.asked().1, Request::Commander { .. }), "nobody may");
    // With works they may as they are deployed.
    let mut play = begun_of(&riders(4, spears()));
    play.until(|r| matches!(r, Request::Deploy { group } if group.0 == 4));
    play.choose(on_foot);
    assert_eq!(foot(&play, 4).troop_type, TroopType::HeavyFoot);
    // Portable defences are no works: longbowmen with stakes give no leave.
    let stakes = vec![group("longbows", &[archers(6)]).portable_defences()];
    let mut play = begun_of(&riders(0, stakes));
    play.until(|r| matches!(r, Request::Dismount | Request::Commander { .. }));
    assert!(matches!(play.asked().1, Request::Commander { .. }));
    // Battle wagons do, once they are deployed.
    let wagons = vec![group("wagons", &[bases(2, TroopType::BattleWagons, None, &[])])];
    let mut play = begun_of(&riders(0, wagons));
    play.until(|r| matches!(r, Request::Dismount));
    play.choose(Decision::Dismount(vec![GroupId(7)]));
    assert_eq!(foot(&play, 7).troop_type, TroopType::MediumFoot);
}

#[test]
fn a_list_may_let_them_dismount_as_it_says() {
    proves!("FOGAM-SETUP-041", "FOGAM-SETUP-043");
    let mut setup = riders(0, spears());
    let listed = bases(4, TroopType::HeavyFoot, Some(Armour::Armoured), &[Capability::PoleArm]);
    army(&mut setup.armies.blue).battle_groups[3].dismounted = vec![listed.clone()];
    let mut play = begun_of(&setup);
    play.until(|r| matches!(r, Request::Dismount));
    assert_eq!(play.refused(Decision::Dismount(vec![GroupId(4)])).rule.id(), "FOGAM-SETUP-041");
    play.choose(Decision::Dismount(vec![GroupId(7)]));
    assert_eq!(foot(&play, 7).troop_type, TroopType::HeavyFoot);
    assert!(foot(&play, 7).has(Capability::PoleArm));
    // Base for base, foot for mounted troops.
    let problems = |army: &army::Army| -> usize {
        let all = army::check(army, &ArmyReadings::default());
        all.iter().filter(|p| p.refusal.rule.id() == "FOGAM-SETUP-041").count()
    };
    let mut blue = army(&mut setup.armies.blue).clone();
    assert_eq!(problems(&blue), 0);
    blue.battle_groups[3].dismounted = vec![BaseCount { count: 3, ..listed }];
    assert_eq!(problems(&blue), 1);
}

/// Blue notes it on the marker before red has laid works; as the ambush is revealed they may.
#[test]
fn ambushers_dismount_as_noted_once_they_may() {
    proves!("FOGAM-SETUP-042");
    let hidden = |works: u8, number: u16, dismounted: bool| {
        let blue = vec![group_of("cavalry"), group_of("more"), group("beasts", &[elephants(2)])];
        let mut setup = armies_of(spears(), blue);
        army(&mut setup.armies.red).field_fortifications = works;
        let mut play = begun_of(&setup);
        play.on_ground(vec![forest((350, 750), (550, 950))], |r| matches!(r, Request::Ambushes));
        let hides = Some(Ambushers { dismounted, ..Ambushers::of(GroupId(number)) });
        (play, Decision::Ambushes(vec![Ambush { at: south(450, 850), hides }]))
    };
    let (play, beasts) = hidden(4, 6, true);
    assert_eq!(play.refused(beasts).rule.id(), "FOGAM-SETUP-041");
    let revealed = |works: u8| {
        let (mut play, ambush) = hidden(works, 4, true);
        let (mut other, mounted) = hidden(works, 4, false);
        play.choose(ambush);
        other.choose(mounted);
        // Red sees no difference.
        let seen = |p: &Play| Fogam::view(&p.battle, Viewer::Red);
        assert_eq!(seen(&play), seen(&other));
        play.until_asked(|r| matches!(r, Request::RevealByChoice));
        play.choose(Decision::Reveal(Some(0)));
        assert!(matches!(play.asked(), (Side::Blue, Request::Reveal { .. })));
        foot(&play, 4).troop_type
    };
    assert_eq!(revealed(4), TroopType::MediumFoot);
    assert_eq!(revealed(0), TroopType::Cavalry);
}

fn group_of(name: &str) -> Who {
    group(name, &[cavalrymen(4)])
}

/// Flank marchers cannot dismount.
#[test]
fn reading_setup_042() {
    proves!("FOGAM-SETUP-042");
    let mut setup = armies();
    army(&mut setup.armies.red).battle_groups[2].dismounted =
        vec![bases(4, TroopType::MediumFoot, Some(Armour::Armoured), &[Capability::LightSpear])];
    let mut play = begun_of(&setup);
    play.until(|r| matches!(r, Request::Outflank));
    play.choose(Decision::Outflank(Vec::new()));
    let march = MarchOrder { edge: TableEdge::Left, commander: CommanderId(1), groups: vec![GroupId(2)] };
    play.choose(Decision::Outflank(vec![march]));
    play.until_roll("FOGAM-SETUP-027");
    play.dice(&[6, 6]);
    play.until_roll("FOGAM-SETUP-029");
    play.dice(&[5, 5]);
    play.until_asked(|r| matches!(r, Request::Arrive { .. }));
    let come = Deployment::at(Pose::new(mm(100, 700), Angle::QUARTER), 2);
    let on_foot = Decision::Deploy(Deployment { dismounted: true, ..come });
    assert_eq!(play.refused(on_foot).rule.id(), "FOGAM-SETUP-042");
}
