//! Who fights in melee, and whom.

use crate::battle_common::{cavalry, group, pike, scene, shot};
use crate::outcome::steps::{charge, pass_all, settle, tale, told};
use caracole_fog::RollPurpose;
use caracole_fog::battle::Phase;
use caracole_fog::battle::melee::pairing::pairs;
use caracole_fog::battle::outcome::Event;
use caracole_fog::battle::position::command;
use caracole_fog::combat::Role;
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
    assert_eq!(roll.purpose, RollPurpose::Melee);
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
    use caracole_fog::battle::outcome::roster::commander_present;
    assert!(commander_present(&world, a).is_none());
}

#[test]
fn a_second_rank_base_that_could_not_turn_fights_to_the_flank_without_the_protection_of_its_front() {
    proves!("FOGR-COMBAT-091", "FOGR-IMPACT-046");
    use caracole_fog::battle::impact::{Decision as Impact, Request as ImpactAsked};
    use caracole_fog::battle::{Decision, Request};
    // Pike and shot in three files of two, faced by pikes; cavalry come upon the side of the shot on their right.
    let mut play = scene()
        .red(group("Front", &[pike(6)]).at(500, 300, 0, 3))
        .red(group("Cavalry", &[cavalry(2)]).at(400, 322, 90, 1))
        .blue(group("Foot", &[pike(2), shot(4)]).at(500, 300, 180, 3))
        .begin();
    let (cavalry, foot) = (play.id("Cavalry"), play.id("Foot"));
    charge(&mut play, "Cavalry", &["Foot"]);
    // One of the two bases on that side fights them at impact, as its owner chooses.
    if let Awaiting::Decision { request: Request::Impact(ImpactAsked::PairBases { contacts }), .. } =
        play.battle.awaiting()
    {
        let pairs = contacts[..1].to_vec();
        play.choose(Decision::Impact(Impact::Pair { pairs }));
    }
    settle(&mut play, |roll| if roll.purpose == RollPurpose::CohesionTest { 6 } else { 1 });
    pass_all(&mut play);
    if play.world().turn.phase == Phase::Shooting {
        settle(&mut play, |_| 1);
        pass_all(&mut play);
    }
    assert_eq!(play.world().turn.phase, Phase::Melee, "{}", tale(&play));
    let dice = told(&play.events).into_iter().rev().find_map(|e| match e {
        Event::Dice { dice } => Some(dice),
        _ => None,
    });
    let dice = dice.expect("dice are told");
    let of = |by, against| -> Vec<(i32, i32)> {
        let fought = dice.iter().filter(|d| d.by == Some(by) && d.against == against);
        fought.map(|d| (d.dice.total(), d.advantage.total())).collect()
    };
    // Swordsmen +, their enemies in two directions: ++. Protected shot would have had + against mounted themselves.
    assert_eq!(of(cavalry, foot), [(2, 2)], "{}", tale(&play));
    // The base of the second rank gives its die here, and not behind the file that fights to the front.
    assert_eq!(of(foot, cavalry), [(1, -2)]);
    let front: i32 = of(foot, play.id("Front")).iter().map(|d| d.0).sum();
    // Five bases before the loss of one in three dice of six in all for disruption: two, shared out.
    assert_eq!(front, 5 - 2);
}
