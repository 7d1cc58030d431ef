//! Readings chosen where the rules are unclear: one scenario each.

use crate::battle_common::*;
use crate::manoeuvre::{ahead, at_moves, front, mm, moved, refused};
use caracole_fog::army::{BaseCount, CommanderLevel, GroupPermit};
use caracole_fog::battle::Request as Asked;
use caracole_fog::battle::manoeuvre::{
    Action, Advance, CommanderGoes, Decision, EvadeTo, Leg, Request, When, WithAdvance,
};
use caracole_fog::battle::position::restricted;
use caracole_fog::battle::world::CommanderId;
use caracole_fog::troops::{Armour, Capability, Cohesion, Quality, TroopType};
use caracole_kernel::{Awaiting, Side};
use caracole_ledger::{proves, rule};
use caracole_plane::{Angle, Hand, Point, Pose};

fn elephants(count: u8) -> BaseCount {
    bases(count, TroopType::Elephants, None, &[])
}

fn camels(count: u8) -> BaseCount {
    bases(count, TroopType::Camelry, Some(Armour::Armoured), &[Capability::Swordsmen])
}

/// Troops in close combat pin and broken troops do not.
#[test]
fn reading_manoeuvre_048() {
    proves!("FOGR-MANOEUVRE-048");
    // E, three files wide, fights B; A stands 40 mm before its free file.
    let scene = |cohesion| {
        scene()
            .red(group("B", &[horse(4)]).at(880, 300, 0, 2))
            .red(group("A", &[horse(2)]).at(960, 260, 0, 1))
            .blue(group("E", &[horse(6)]).at(900, 300, 180, 3).cohesion(cohesion))
    };
    let pinned = |scene: &Scene| restricted::pinned_by(&scene.world(), scene.id("A")).len();
    assert_eq!(pinned(&scene(Cohesion::Steady)), 1);
    assert_eq!(pinned(&scene(Cohesion::Broken)), 0);
    // Guns and wagons have no such area.
    let battery = crate::battle_common::scene()
        .red(group("A", &[horse(4)]).at(900, 300, 0, 2))
        .blue(group("G", &[guns(2, TroopType::LightArtillery)]).at(900, 340, 180, 2));
    assert_eq!(pinned(&battery), 0);
}

/// A failed test does not bar a second move after a simple first.
#[test]
fn reading_manoeuvre_054() {
    proves!("FOGR-MANOEUVRE-054", "FOGR-MOVE-030");
    let scene = scene().red(group("A", &[horse(4)]).at(900, 300, 0, 2)).commander(
        Side::Red,
        CommanderLevel::Troop,
        "A",
    );
    let expand = Action::Expand { left: 0, right: 1, formation: None, then: None };
    let mut play = moved(&scene, "A", expand);
    // 2 and 3, with a commander among them +2: 7.
    play.dice(&[2, 3]);
    assert_eq!(play.asked().1, Asked::Manoeuvre(Request::SimpleInstead { group: scene.id("A") }));
    play.choose(Decision::Move { group: scene.id("A"), action: ahead(100) });
    assert!(matches!(play.asked().1, Asked::Manoeuvre(Request::MoveAgain { .. })));
}

/// Fragmented troops that fail may still retire.
#[test]
fn reading_move_026() {
    proves!("FOGR-MOVE-026");
    // Facing the enemy 100 mm away: it cannot retire by going forward; turned about it can.
    let scene = scene()
        .red(group("A", &[horse(4)]).at(900, 300, 180, 2).cohesion(Cohesion::Fragmented))
        .blue(group("E", &[horse(4)]).at(900, 400, 180, 2));
    let mut play = moved(&scene, "A", Action::TurnAbout { with: None, and_back: false });
    // The turn about does not retire: a test, 4 + 4 - 2 = 6.
    play.dice(&[4, 4]);
    assert_eq!(play.asked().1, Asked::Manoeuvre(Request::SimpleInstead { group: scene.id("A") }));
    play.choose(Decision::Move { group: scene.id("A"), action: ahead(100) });
    assert_eq!(front(play.world(), &scene, "A"), Point::from_mm(900, 200));
}

/// A lone commander moves twice far from the enemy and once near him.
#[test]
fn reading_manoeuvre_051() {
    proves!("FOGR-MANOEUVRE-051", "FOGR-MANOEUVRE-052");
    let with = |enemy: i32| {
        scene().blue(group("E", &[horse(4)]).at(900, enemy, 180, 2)).lone_commander(
            Side::Red,
            CommanderLevel::Troop,
            900,
            200,
        )
    };
    let to = |y: i32| Decision::MoveCommander {
        commander: CommanderId(0),
        goes: CommanderGoes::To(Pose::new(Point::from_mm(900, y), Angle::ZERO)),
    };
    let mut far = at_moves(&with(900));
    far.choose(to(350));
    far.choose(to(500));
    assert_eq!(far.refused(to(510)).rule, rule!("FOGR-MOVE-089"), "never a third");
    let mut near = at_moves(&with(480));
    near.choose(to(340));
    assert_eq!(near.refused(to(350)).rule, rule!("FOGR-MOVE-089"), "140 mm from the enemy");
}

/// Two wheels together turn 90 degrees whatever their hands.
#[test]
fn reading_move_047() {
    proves!("FOGR-MOVE-047");
    let two = |a: i32, b: i32| {
        let leg = |hand, degrees| Leg::Wheel { hand, by: Angle::from_degrees(degrees) };
        Action::Advance(Advance {
            legs: vec![leg(Hand::Left, a), Leg::Ahead(mm(5)), leg(Hand::Right, b)],
            shift: None,
        })
    };
    // One base wide: 45 degrees cost 30.6 mm.
    let scene = scene().red(group("A", &[light_horse(2)]).at(900, 300, 0, 2));
    assert_eq!(refused(&scene, "A", two(46, 45)).rule, rule!("FOGR-MOVE-047"));
    let fine = refused(&scene, "A", two(80, 20));
    assert_eq!(fine.rule, rule!("FOGR-MOVE-047"));
    moved(&scene, "A", two(40, 40));
}

/// Elephants beside other troops, under a commander.
fn beside_elephants(who: BaseCount) -> Scene {
    scene()
        .red(group("A", &[who]).at(800, 300, 0, 2))
        .red(group("N", &[elephants(2)]).at(920, 300, 0, 2))
        .commander(Side::Red, CommanderLevel::Field, "A")
}

/// Elephants are not mounted and cannot turn 90 degrees with an advance; double wheels have 90 degrees together.
#[test]
fn reading_move_020() {
    proves!("FOGR-MOVE-020", "FOGR-MOVE-024");
    let turn = |advance| Action::TurnToFlank {
        hand: Hand::Left,
        files: None,
        with: Some(WithAdvance { advance: Advance::straight(mm(advance)), when: When::After }),
    };
    let scene = beside_elephants(horse(4));
    assert_eq!(refused(&scene, "N", turn(25)).rule, rule!("FOGR-MOVE-024"));
    moved(&scene, "N", Action::TurnToFlank { hand: Hand::Left, files: None, with: None });
    // Mounted may, by a test.
    assert!(matches!(moved(&scene, "A", turn(25)).battle.awaiting(), Awaiting::Dice(_)));
    let two = |a: i32, b: i32| {
        let leg = |degrees| Leg::Wheel { hand: Hand::Left, by: Angle::from_degrees(degrees) };
        Action::Advance(Advance { legs: vec![leg(a), leg(b)], shift: None })
    };
    let light = crate::battle_common::scene().red(group("A", &[light_horse(2)]).at(900, 300, 0, 2));
    assert_eq!(refused(&light, "A", two(50, 50)).rule, rule!("FOGR-MOVE-047"));
}

/// Elephants may be in a division with foot and with mounted.
#[test]
fn reading_command_014() {
    proves!("FOGR-COMMAND-014");
    // Elephants frighten horses nearer than a base width only.
    for who in [pike(4), horse(4)] {
        let scene = beside_elephants(who);
        let groups = vec![scene.id("A"), scene.id("N")];
        at_moves(&scene).choose(Decision::MoveDivision { groups, advance: Advance::straight(mm(50)) });
    }
}

/// Two pairs make a division by the letter.
#[test]
fn reading_command_010() {
    proves!("FOGR-COMMAND-010");
    // A and B are 40 mm apart, C and D too; between the pairs are 150 mm, more than 4 MU.
    let mut scene = scene().commander(Side::Red, CommanderLevel::Great, "B");
    for (name, x) in [("A", 500), ("B", 620), ("C", 850), ("D", 970)] {
        scene = scene.red(group(name, &[horse(4)]).at(x, 300, 0, 2));
    }
    let groups = |names: &[&str]| names.iter().map(|n| scene.id(n)).collect::<Vec<_>>();
    let advance = Advance::straight(mm(50));
    let all = Decision::MoveDivision { groups: groups(&["A", "B", "C", "D"]), advance: advance.clone() };
    let lonely = Decision::MoveDivision { groups: groups(&["A", "B", "C"]), advance };
    let mut play = at_moves(&scene);
    assert_eq!(play.refused(lonely).rule, rule!("FOGR-COMMAND-010"));
    play.choose(all);
}

/// Guns and light foot need no gap.
#[test]
fn reading_command_011() {
    proves!("FOGR-COMMAND-011");
    let with = |neighbour: BaseCount| {
        scene()
            .red(group("A", &[pike(4)]).at(800, 300, 0, 2))
            .red(group("B", &[pike(4)]).at(920, 300, 0, 2))
            .red(group("N", &[neighbour]).at(1010, 300, 0, 2))
            .commander(Side::Red, CommanderLevel::Field, "A")
    };
    let go = |scene: &Scene| Decision::MoveDivision {
        groups: vec![scene.id("A"), scene.id("B")],
        advance: Advance::straight(mm(50)),
    };
    // N is 10 mm from B.
    for neighbour in [guns(2, TroopType::LightArtillery), light_foot(4)] {
        let scene = with(neighbour);
        at_moves(&scene).choose(go(&scene));
    }
    let crowded = with(pike(4));
    assert_eq!(at_moves(&crowded).refused(go(&crowded)).rule, rule!("FOGR-COMMAND-011"));
}

/// Camels pass through light foot and guns not through guns.
#[test]
fn reading_move_078() {
    proves!("FOGR-MOVE-078");
    let with =
        |who: Who| scene().red(who.at(900, 260, 0, 2)).red(group("L", &[light_foot(2)]).at(900, 300, 0, 2));
    moved(&with(group("A", &[camels(2)])), "A", ahead(100));
    assert_eq!(refused(&with(group("A", &[horse(2)])), "A", ahead(100)).rule, rule!("FOGR-MOVE-078"));
    // Medium guns 40 mm deep, 10 mm before light ones.
    let scene = scene()
        .red(group("A", &[guns(2, TroopType::LightArtillery)]).at(900, 270, 0, 2))
        .red(group("G", &[guns(2, TroopType::MediumArtillery)]).at(900, 320, 0, 2));
    assert_eq!(refused(&scene, "A", ahead(50)).rule, rule!("FOGR-MOVE-078"));
}

#[test]
fn quality_throws_again_once_in_tests_and_never_in_variable_moves() {
    proves!("FOGR-BG-050", "FOGR-BG-051");
    let first = scene().red(group("A", &[horse(4)]).quality(Quality::Superior).at(900, 300, 0, 2));
    let expand = Action::Expand { left: 0, right: 1, formation: None, then: None };
    let mut play = moved(&first, "A", expand);
    // The 1 of superior troops is thrown again; it is a 1 again and stands: 6 in all.
    play.dice(&[1, 5, 1]);
    assert_eq!(play.world().formation(first.id("A")).width(), 2);
    let second = scene()
        .red(group("A", &[horse(4)]).at(900, 300, 0, 2))
        .blue(group("E", &[light_horse(4)]).quality(Quality::Superior).at(980, 300, 180, 2));
    let mut play = moved(&second, "A", Action::ShiftIntoMelee { hand: Hand::Right });
    play.choose(Decision::Evade(EvadeTo::Rear));
    // Two MU less than 6, and no second throw.
    play.dice(&[1]);
    assert_eq!(front(play.world(), &second, "E"), Point::from_mm(980, 360 + 100));
}

#[test]
fn a_regimental_gun_is_no_base_and_in_nobodys_way() {
    proves!("FOGR-BG-057");
    let with = |guns: bool| {
        let mut who = group("A", &[pike(2), shot(4)]).says(GroupPermit::RegimentalGuns).at(900, 300, 0, 3);
        who.listed.regimental_guns = guns;
        let scene = scene().red(who);
        let (world, a) = (scene.world(), scene.id("A"));
        assert_eq!(world[a].regimental_guns, guns);
        (world.size(a), world.obstruction(a).to_vec())
    };
    assert_eq!(with(true), with(false));
}
