//! Who fights in melee, and whom.

use crate::battle_common::{cavalry, group, pike, scene, shot};
use crate::steps::{charge, pass_all, settle, tale, told};
use caracole_fog::core::Role;
use caracole_fog::renaissance::battle::Phase;
use caracole_fog::renaissance::battle::melee::pairing::pairs;
use caracole_fog::renaissance::battle::outcome::Event;
use caracole_fog::renaissance::battle::position::command;
use caracole_kernel::Awaiting;
use caracole_ledger::proves;

#[test]
fn of_two_who_would_conform_to_one_enemy_the_nearer_fights_it() {
    proves!("FOGR-MELEE-015", "FOGR-MELEE-016", "FOGR-COMBAT-019");
    // Blue stands 10 mm to the right of red's left file: that one is nearer, the other overlaps.
    let scene = scene()
        .red(group("A", &[cavalry(4)]).at(500, 300, 0, 2))
        .blue(group("B", &[cavalry(2)]).at(490, 300, 180, 1));
    let world = scene.world();
    let found = pairs(&world, &[]);
    let front: Vec<u8> =
        found.iter().filter(|p| p.role == Role::Front).map(|p| world[p.own.1].at.file).collect();
    assert_eq!(front, [0]);
    let overlap: Vec<u8> =
        found.iter().filter(|p| p.role == Role::Overlap).map(|p| world[p.own.1].at.file).collect();
    assert_eq!(overlap, [1]);
}

#[test]
fn those_who_fought_at_impact_fight_again() {
    proves!("FOGR-MELEE-007");
    let mut play = scene()
        .red(group("A", &[cavalry(4)]).at(500, 300, 0, 2))
        .blue(group("B", &[cavalry(4)]).at(500, 350, 180, 2))
        .begin();
    charge(&mut play, "A", &["B"]);
    settle(&mut play, |_| 1);
    pass_all(&mut play);
    assert_eq!(play.world().turn.phase, Phase::Melee, "{}", tale(&play));
    let Awaiting::Dice(roll) = play.battle.awaiting() else { panic!("{}", tale(&play)) };
    assert_eq!(&*roll.purpose, "melee to hit");
    let hits = told(&play.events).iter().filter(|e| matches!(e, Event::Hit(_))).count();
    assert_eq!(hits, 2);
}

#[test]
fn only_commanders_in_line_of_command_bolster() {
    proves!("FOGR-JAP-054");
    let scene = scene()
        .red(group("A", &[shot(6)]).at(500, 300, 0, 3))
        .blue(group("B", &[pike(4)]).at(900, 900, 180, 2))
        .commander(caracole_kernel::Side::Red, caracole_fog::army::CommanderLevel::Field, "A");
    let mut world = scene.world();
    let a = scene.id("A");
    let c = world.commander_ids().next().expect("a commander");
    assert!(command::in_line_of_command(&world, c, a));
    // A commander of the other contingent.
    world[c].role = caracole_fog::army::CommanderRole::AllyCommander;
    world[c].contingent = 1;
    assert!(!command::in_line_of_command(&world, c, a));
    use caracole_fog::renaissance::battle::outcome::roster::commander_present;
    assert!(commander_present(&world, a).is_none());
}
