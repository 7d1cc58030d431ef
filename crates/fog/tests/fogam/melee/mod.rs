//! Who fights hand to hand, who leads, who sacks camps.

mod overlaps;

use crate::battle_common::*;
use caracole_fog::army::CommanderLevel;
use caracole_fog::battle::melee::{camps, melee};
use caracole_fog::battle::outcome::Event;
use caracole_fog::battle::position::command::commanders_at_blows;
use caracole_fog::battle::{CommanderId, Phase};
use caracole_fog::troops::TroopType;
use caracole_kernel::Side;
use caracole_ledger::proves;

#[test]
fn guns_fight_and_are_not_captured() {
    proves!("FOGAM-COMBAT-029", "FOGAM-MELEE-001", "FOGAM-MELEE-002");
    let mut play = ancient_scene()
        .red(group("M", &[militia(4)]).drilled().at(500, 400, 0, 2))
        .blue(group("G", &[engines(2, TroopType::LightArtillery)]).at(500, 400, 180, 2))
        .play();
    let combat = melee(play.world(), &[]).expect("a melee");
    assert_eq!(combat.fight.duels.len(), 2);
    steps::pass_to(&mut play, Phase::Melee);
    steps::settle(&mut play, |_| 3);
    let told = steps::told(&play.events);
    assert!(!told.iter().any(|e| matches!(e, Event::GunsTaken { .. })), "{}", steps::tale(&play));
    let guns = play.id("G");
    assert!(told.iter().any(|e| matches!(e, Event::Hit(h) if h.by == Some(guns))), "{}", steps::tale(&play));
}

#[test]
fn the_side_that_is_not_active_commits_its_commanders_first() {
    proves!("FOGAM-COMBAT-003", "FOGAM-COMBAT-079", "FOGAM-MELEE-014");
    let scene = ancient_scene()
        .red(group("A", &[militia(4)]).at(500, 400, 0, 2))
        .red(group("V", &[velites(4)]).at(900, 400, 0, 2))
        .blue(group("B", &[militia(4)]).at(500, 400, 180, 2))
        .blue(group("C", &[militia(4)]).at(900, 400, 180, 2))
        .commander(Side::Red, CommanderLevel::Field, "A")
        .commander(Side::Red, CommanderLevel::Field, "V")
        .commander(Side::Blue, CommanderLevel::Field, "B");
    // Red is active; nobody fights in the front rank of light foot.
    assert_eq!(commanders_at_blows(&scene.world()), [CommanderId(2), CommanderId(0)]);
    assert_eq!(commanders_at_blows(&scene.active(Side::Blue).world()), [CommanderId(0), CommanderId(2)]);
}

#[test]
fn only_foot_battle_troops_and_elephants_roll_for_a_fortified_camp() {
    proves!("FOGAM-MELEE-016", "FOGAM-MELEE-017");
    let assailed = |troops| {
        let scene = ancient_scene()
            .fortified_camp(Side::Blue, 900, 600, 180)
            .red(group("A", &[troops]).at(900, 600, 0, 2))
            .blue(group("B", &[militia(4)]).at(300, 1000, 180, 2));
        camps::assailants(&scene.world()) == [scene.id("A")]
    };
    assert!(assailed(militia(4)) && assailed(elephants(2)));
    assert!(!assailed(cavalrymen(4)) && !assailed(velites(4)));
}

#[test]
fn five_or_six_sacks_a_fortified_camp_and_the_assailants_loot_it() {
    proves!("FOGAM-MELEE-016", "FOGAM-MELEE-018", "FOGAM-SHOOT-033");
    for (die, sacked) in [(4, false), (5, true)] {
        let mut play = ancient_scene()
            .fortified_camp(Side::Blue, 900, 600, 180)
            .red(group("A", &[militia(4)]).at(900, 600, 0, 2))
            .blue(group("B", &[militia(4)]).at(300, 1000, 180, 2))
            .play();
        steps::pass_all(&mut play);
        play.dice(&[die]);
        assert_eq!(play.world()[play.id("A")].looting, sacked, "{}", steps::tale(&play));
    }
}

#[test]
fn a_camp_is_come_upon_by_any_point_of_a_front_edge() {
    proves!("FOGAM-MELEE-015");
    use caracole_plane::{Angle, Base, Point, Pose, Um};
    let at = |x: i32, y: i32| {
        Base::new(Pose::new(Point::from_mm(x, y), Angle::ZERO), Um::from_mm(40), Um::from_mm(20)).rect()
    };
    // A camp of 100 by 50 whose lower left corner lies at (500, 500).
    let camp =
        Base::new(Pose::new(Point::from_mm(550, 550), Angle::ZERO), Um::from_mm(100), Um::from_mm(50)).rect();
    let world = ancient_scene().red(group("A", &[militia(4)]).at(900, 300, 0, 2)).world();
    let comes_upon = |x: i32, y: i32| world.book.comes_upon_camp(&at(x, y), &camp);
    assert!(comes_upon(520, 500), "by its front edge");
    assert!(comes_upon(480, 500), "by a corner alone");
    assert!(!comes_upon(480, 499) && !comes_upon(479, 500));
    // Its rear edge on the upper edge of the camp.
    assert!(!comes_upon(520, 570));
}
