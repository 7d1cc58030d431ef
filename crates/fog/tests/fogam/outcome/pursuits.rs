//! Who pursues, and what pursuers meet.

use super::break_blue;
use crate::battle_common::*;
use caracole_fog::ancients::Ancients;
use caracole_fog::battle::charge::evade::must_evade;
use caracole_fog::battle::charge::{Charge, ChargeState};
use caracole_fog::battle::customs::Pursues;
use caracole_fog::battle::outcome::pursuit::is_wild;
use caracole_fog::battle::outcome::{Decision, Event, Freedom};
use caracole_fog::troops::{Cohesion, TroopType};
use caracole_ledger::proves;

fn pursued(play: &Play<Ancients>, name: &str) -> bool {
    let who = play.id(name);
    steps::told(&play.events).iter().any(|e| matches!(e, Event::Pursued { group, .. } if *group == who))
}

#[test]
fn who_must_who_may_and_who_does_not_pursue() {
    proves!("FOGAM-COMBAT-100", "FOGAM-COMBAT-101", "FOGAM-COMBAT-102", "FOGAM-COMBAT-103");
    let pursues = |who: Who, after: Who| {
        let scene = ancient_scene().red(who.at(500, 300, 0, 2)).blue(after.at(500, 300, 180, 2));
        let world = scene.world();
        world.book.pursues(&world, scene.id("A"), &[scene.id("B")])
    };
    let (foot, horse) = (|| group("B", &[militia(4)]), || group("B", &[cavalrymen(4)]));
    let light = || group("B", &[velites(4)]);
    assert_eq!(pursues(group("A", &[cavalrymen(4)]), foot()), Pursues::Must);
    assert_eq!(pursues(group("A", &[militia(4)]), horse()), Pursues::ByTest);
    assert_eq!(pursues(group("A", &[legionaries(4)]), horse()), Pursues::UnlessTest);
    assert_eq!(pursues(group("A", &[militia(4)]), light()), Pursues::UnlessTest);
    assert_eq!(pursues(group("A", &[elephants(2)]), light()), Pursues::UnlessTest);
    assert_eq!(pursues(group("A", &[legionaries(4)]), light()), Pursues::Must);
    assert_eq!(pursues(group("A", &[cavalrymen(4)]).cohesion(Cohesion::Fragmented), foot()), Pursues::Never);
    assert_eq!(pursues(group("A", &[engines(2, TroopType::LightArtillery)]), foot()), Pursues::Never);
}

#[test]
fn foot_stay_unless_they_wish_to_pursue_mounted_and_pass() {
    proves!("FOGAM-COMBAT-102");
    let broken = || {
        let mut play = ancient_scene()
            .red(group("A", &[militia(4)]).drilled().at(500, 300, 0, 2))
            .blue(group("B", &[cavalrymen(4)]).at(500, 300, 180, 2).cohesion(Cohesion::Fragmented))
            .play();
        break_blue(&mut play, 3);
        let a = play.id("A");
        assert_eq!(
            steps::pursuit_asked(&play),
            Some((a, Freedom::MayPursueByTest)),
            "{}",
            steps::tale(&play)
        );
        play
    };
    // Drilled troops pass on 7.
    for (dice, goes) in [([3, 3], false), ([3, 4], true)] {
        let mut play = broken();
        steps::outcome(&mut play, Decision::GoOn);
        play.dice(&dice);
        if goes {
            play.dice(&[3]);
        }
        assert_eq!(pursued(&play, "A"), goes, "{}", steps::tale(&play));
    }
    let mut play = broken();
    steps::outcome(&mut play, Decision::Halt);
    assert!(!pursued(&play, "A"));
}

#[test]
fn those_who_must_pursue_stay_only_by_passing_a_test() {
    proves!("FOGAM-COMBAT-103");
    for (dice, stays) in [([3, 4], true), ([3, 3], false)] {
        let mut play = ancient_scene()
            .red(group("A", &[militia(4)]).drilled().at(500, 300, 0, 2))
            .blue(group("B", &[velites(4)]).at(500, 300, 180, 2).cohesion(Cohesion::Fragmented))
            .play();
        break_blue(&mut play, 3);
        let a = play.id("A");
        assert_eq!(steps::pursuit_asked(&play), Some((a, Freedom::MayStayByTest)), "{}", steps::tale(&play));
        steps::outcome(&mut play, Decision::Halt);
        play.dice(&dice);
        if !stays {
            play.dice(&[3]);
        }
        assert_eq!(pursued(&play, "A"), !stays, "{}", steps::tale(&play));
    }
}

#[test]
fn heavy_foot_pursue_a_fourth_mu_where_no_enemy_is_near() {
    proves!("FOGAM-MOVE-009", "FOGAM-COMBAT-103");
    // Light horse run 7 MU, and 2 further for a 6: their rear comes to 525, more than 3 MU beyond the 400 to which 4 MU
    // lead. So the pursuers go 4 MU and 2.
    let goes = |die: u8| {
        let mut play = ancient_scene()
            .red(group("A", &[legionaries(4)]).at(500, 300, 0, 2))
            .blue(group("B", &[numidians(4)]).at(500, 300, 180, 2).cohesion(Cohesion::Fragmented))
            .play();
        break_blue(&mut play, die);
        steps::outcome(&mut play, Decision::GoOn);
        play.dice(&[die]);
        assert!(pursued(&play, "A"), "{}", steps::tale(&play));
        play.world().anchor(play.id("A")).at.y.get() / 1000 - 300
    };
    assert_eq!(goes(6), 150);
    // With 3 they come to 475, 3 MU beyond 400, which is not more: 3 MU.
    assert_eq!(goes(3), 75);
}

#[test]
fn nobody_goes_on_without_contact() {
    proves!("FOGAM-JAP-023");
    for troops in [knights(4), warband(4), cavalrymen(4)] {
        let scene = ancient_scene().red(group("A", &[troops]).at(500, 300, 0, 2));
        assert!(!is_wild(&scene.world(), scene.id("A")));
    }
}

#[test]
fn pursuers_give_up_two_files_at_most_to_pass_friends() {
    proves!("FOGAM-JAP-021");
    let world = ancient_scene().red(group("A", &[militia(4)]).at(500, 300, 0, 2)).world();
    assert_eq!(world.book.most_files_given_up(), 2);
}

#[test]
fn only_skirmishers_halt_freely_before_fresh_enemy() {
    proves!("FOGAM-JAP-025");
    let scene = ancient_scene()
        .red(group("Foot", &[militia(4)]).at(300, 300, 0, 2))
        .red(group("Light", &[numidians(4)]).at(700, 300, 0, 2))
        .blue(group("Horse", &[cavalrymen(4)]).at(300, 600, 180, 2))
        .blue(group("Velites", &[velites(4)]).at(700, 600, 180, 2));
    let world = scene.world();
    let freely = |a: &str, b: &str| world.book.halts_freely(&world, scene.id(a), scene.id(b));
    // Foot before mounted as well: no freedom of theirs in this book.
    assert!(!freely("Foot", "Horse") && !freely("Foot", "Velites"));
    assert!(freely("Light", "Horse") && !freely("Light", "Velites"));
}

#[test]
fn skirmishers_in_the_open_must_evade_pursuing_battle_troops() {
    proves!("FOGAM-JAP-027", "FOGAM-JAP-028");
    let scene = ancient_scene()
        .terrain(caracole_fog::field::TerrainKind::Forest, (1000, 500), (1200, 700))
        .red(group("Foot", &[militia(4)]).at(300, 300, 0, 2))
        .red(group("Light", &[numidians(4)]).at(700, 300, 0, 2))
        .blue(group("Open", &[velites(4)]).at(700, 600, 180, 2))
        .blue(group("Hidden", &[velites(4)]).at(1100, 600, 180, 2))
        .blue(group("Horse", &[cavalrymen(4)]).at(300, 600, 180, 4));
    let world = scene.world();
    let must = |a: &str, b: &str| {
        let comes = Charge {
            group: scene.id(a),
            wheel: None,
            targets: vec![scene.id(b)],
            evaded: Vec::new(),
            tests: Vec::new(),
            passed: false,
            state: ChargeState::Declared,
        };
        must_evade(&world, scene.id(b), &[comes]).is_some()
    };
    assert!(must("Foot", "Open"));
    assert!(!must("Light", "Open") && !must("Foot", "Hidden") && !must("Foot", "Horse"));
}

#[test]
fn skirmishers_caught_in_rear_by_battle_troops_are_destroyed_and_the_pursuit_goes_on() {
    proves!("FOGAM-COMBAT-107");
    use caracole_fog::RollPurpose;
    use caracole_kernel::Side;
    let mut play = ancient_scene()
        .red(group("A", &[cavalrymen(4)]).at(500, 300, 0, 2))
        .blue(group("B", &[velites(4)]).at(500, 300, 180, 2).cohesion(Cohesion::Fragmented))
        .play();
    let (a, b) = (play.id("A"), play.id("B"));
    steps::pass_all(&mut play);
    // They rout 5 MU; the cavalry goes 5 and 2 more.
    steps::settle(&mut play, |roll| match (roll.side, roll.purpose) {
        (Some(Side::Red), RollPurpose::Melee) => 5,
        (Some(Side::Red), RollPurpose::VariableMove) => 6,
        (_, RollPurpose::VariableMove) => 3,
        (_, RollPurpose::DeathRoll) => 6,
        _ => 1,
    });
    assert_eq!(
        play.world()[b].presence,
        caracole_fog::battle::world::Presence::Destroyed,
        "{}",
        steps::tale(&play)
    );
    assert_eq!(play.world().anchor(a).at.y, caracole_plane::Um::from_mm(300 + 175), "{}", steps::tale(&play));
}
