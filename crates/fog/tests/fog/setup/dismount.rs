//! Dismounting.

use crate::battle_common::{bases, group, horse, scene, shot};
use crate::setup::play::*;
use caracole_fog::army::{self, ArmyReadings, CommanderLevel};
use caracole_fog::battle::setup::{Ambush, Ambushers, Decision, Deployment, Event, MarchOrder, Request};
use caracole_fog::battle::{CommanderId, Fogr, GroupId, Setup, StartFrom};
use caracole_fog::troops::{Armour, Capability, TroopType};
use caracole_kernel::{Battle, Side, Viewer};
use caracole_ledger::proves;
use caracole_plane::{Angle, Pose, TableEdge};
use std::sync::Arc;

fn on_foot(count: u8) -> army::BaseCount {
    bases(count, TroopType::HeavyFoot, Some(Armour::Armoured), &[Capability::HeavyWeapon])
}

/// Red: "reiters" whose list lets them dismount, "horse" whose list does not, and foot. Blue: reiters alike.
/// Numbers: red 0 to 3, blue 4 to 7.
fn riders() -> Setup {
    let mut setup = scene()
        .red(group("reiters", &[horse(4)]))
        .red(group("horse", &[horse(4)]))
        .red(group("shot", &[shot(6)]))
        .red(group("shot too", &[shot(6)]))
        .blue(group("riders", &[horse(4)]))
        .blue(group("b2", &[shot(6)]))
        .blue(group("b3", &[shot(6)]))
        .blue(group("b4", &[shot(6)]))
        .lone_commander(Side::Red, CommanderLevel::Great, 0, 0)
        .lone_commander(Side::Red, CommanderLevel::Field, 0, 0)
        .lone_commander(Side::Blue, CommanderLevel::Troop, 0, 0)
        .setup();
    setup.start = StartFrom::Deployment;
    army(&mut setup.armies.red).battle_groups[0].dismounted = vec![on_foot(4)];
    army(&mut setup.armies.blue).battle_groups[0].dismounted = vec![on_foot(4)];
    setup
}

fn begun() -> Play {
    let mut play = play(&riders());
    play.dice(&[6, 1]);
    play
}

fn is_on_foot(play: &Play, group: u16) -> bool {
    let world = play.world();
    let group = GroupId(group);
    let foot = |b: &caracole_fog::troops::BaseProfile| b.troop_type == TroopType::HeavyFoot;
    let depth = world.field.scale.base_depth(TroopType::HeavyFoot);
    world.profiles(group).iter().all(foot) && world.bases_of(group).iter().all(|b| b.base.depth == depth)
}

#[test]
fn a_list_lets_only_mounted_troops_dismount_base_for_base() {
    proves!("FOGR-SETUP-072");
    let mut red = army(&mut riders().armies.red).clone();
    let problems = |army: &army::Army| -> Vec<String> {
        let all = army::check(army, &ArmyReadings::default());
        all.into_iter().map(|p| p.refusal.rule.id().to_owned()).filter(|r| r == "FOGR-SETUP-072").collect()
    };
    assert!(problems(&red).is_empty());
    red.battle_groups[0].dismounted = vec![on_foot(3)];
    assert_eq!(problems(&red), ["FOGR-SETUP-072"]);
    red.battle_groups[0].dismounted = vec![horse(4)];
    assert_eq!(problems(&red), ["FOGR-SETUP-072"]);
    red.battle_groups[0].dismounted.clear();
    red.battle_groups[2].dismounted = vec![on_foot(6)];
    assert_eq!(problems(&red), ["FOGR-SETUP-072"]);
}

#[test]
fn troops_dismount_as_they_are_deployed_or_after_all_are_down() {
    proves!("FOGR-SETUP-072", "FOGR-SETUP-073", "FOGR-SETUP-003");
    let mut play = begun();
    play.until(|r| matches!(r, Request::Deploy { group } if group.0 == 0));
    let deploy = |x, y| Deployment { dismounted: true, ..Deployment::at(north(x, y), 2) };
    play.choose(Decision::Deploy(deploy(900, 250)));
    assert!(is_on_foot(&play, 0));
    // The other horse have no such leave.
    play.until(|r| matches!(r, Request::Deploy { group } if group.0 == 1));
    let refusal = play.refused(Decision::Deploy(deploy(1200, 250)));
    assert_eq!(refusal.rule.id(), "FOGR-SETUP-072");
    // Blue, without the initiative, decides first when all are down; red has nobody left to ask.
    play.until(|r| matches!(r, Request::Dismount));
    assert_eq!(play.asked().0, Side::Blue);
    let down = |e: &&Event| matches!(e, Event::Deployed { .. });
    assert_eq!(play.events.iter().filter(down).count(), 8);
    assert_eq!(play.refused(Decision::Dismount(vec![GroupId(1)])).rule.id(), "FOGR-SETUP-073");
    assert_eq!(play.refused(Decision::Dismount(vec![GroupId(5)])).rule.id(), "FOGR-SETUP-072");
    let before = play.world().anchor(GroupId(4));
    play.choose(Decision::Dismount(vec![GroupId(4)]));
    assert!(is_on_foot(&play, 4));
    assert_eq!(play.world().anchor(GroupId(4)), before);
    assert_eq!(play.events.last(), Some(&Event::Dismounted { side: Side::Blue, group: GroupId(4) }));
    assert!(matches!(play.asked(), (Side::Blue, Request::Commander { .. })));
}

#[test]
fn ambushers_dismount_as_noted_and_flank_marchers_never() {
    proves!("FOGR-SETUP-073");
    let mut play = begun();
    play.until(|r| matches!(r, Request::Camp));
    let woods = vec![forest((350, 400), (550, 600))];
    play.battle = play.battle.with_world(|w| Arc::make_mut(&mut w.field.terrain).pieces = woods);
    play.until(|r| matches!(r, Request::Ambushes));
    play.choose(Decision::Ambushes(Vec::new()));
    let hidden = |group, dismounted| {
        let hides = Some(Ambushers { dismounted, ..Ambushers::of(GroupId(group)) });
        Decision::Ambushes(vec![Ambush { at: north(450, 520), hides }])
    };
    assert_eq!(play.refused(hidden(1, true)).rule.id(), "FOGR-SETUP-072");
    let mut mounted = Play::of(play.battle.clone());
    play.choose(hidden(0, true));
    mounted.choose(hidden(0, false));
    assert!(is_on_foot(&play, 0));
    assert!(!is_on_foot(&mounted, 0));
    // Blue sees no difference.
    let seen = |b: &Battle<Fogr>| <Fogr as caracole_kernel::Views>::view(b, Viewer::Blue);
    assert_eq!(seen(&play.battle), seen(&mounted.battle));
    let come = Deployment::at(Pose::new(caracole_plane::Point::from_mm(100, 700), Angle::QUARTER), 2);
    let dismounting = Decision::Deploy(Deployment { dismounted: true, ..come });
    // The same refusal meets those who come on by the flank.
    let mut play = begun();
    play.until(|r| matches!(r, Request::Outflank));
    play.choose(Decision::Outflank(Vec::new()));
    let march = MarchOrder { edge: TableEdge::Left, commander: CommanderId(1), groups: vec![GroupId(0)] };
    play.choose(Decision::Outflank(vec![march]));
    play.until_roll("FOGR-SETUP-050");
    play.dice(&[6, 6]);
    play.until_roll("FOGR-SETUP-053");
    play.dice(&[5, 5]);
    assert_eq!(play.refused(dismounting).rule.id(), "FOGR-SETUP-073");
}
