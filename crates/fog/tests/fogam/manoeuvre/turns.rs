//! Turns, expansions, contractions, and who gives way to them.

use super::{after, ahead, at_moves, mm, moved, planned, refused};
use crate::battle_common::*;
use caracole_fog::ancients::Ancients;
use caracole_fog::army::BaseCount;
use caracole_fog::battle::Request as Asked;
use caracole_fog::battle::manoeuvre::{Action, Decision, Request};
use caracole_fog::battle::position::contact;
use caracole_fog::field::TerrainKind;
use caracole_fog::troops::TroopType;
use caracole_kernel::Side;
use caracole_ledger::{proves, rule};
use caracole_plane::{Angle, Hand, Point};

const RIGHT: Action = Action::TurnToFlank { hand: Hand::Right, files: None, with: None };
const ABOUT: Action = Action::TurnAbout { with: None, and_back: false };

fn alone(who: BaseCount, files: u8) -> Scene<Ancients> {
    ancient_scene().red(group("A", &[who]).drilled().at(900, 600, 0, files))
}

/// How many files a battle group has after a turn to the right.
fn width(who: BaseCount, files: u8) -> usize {
    let scene = alone(who, files);
    let plan = planned(&scene, "A", RIGHT);
    scene.world().supposing(|w| plan.end.carry_out(w)).formation(scene.id("A")).width()
}

#[test]
fn a_turn_gives_the_least_width_that_covers_the_old_depth() {
    proves!("FOGAM-MOVE-048", "FOGAM-MOVE-049");
    // Heavy foot are 15 mm deep, bases 40 wide: two ranks make one file, three (45 mm) make two, four (60) make two.
    assert_eq!(width(militia(8), 4), 1);
    assert_eq!(width(militia(6), 2), 2);
    assert_eq!(width(militia(8), 2), 2);
    // Horse are 30 mm deep: one rank makes one file, two (60 mm) make two, four (120) three.
    assert_eq!(width(cavalrymen(4), 4), 1);
    assert_eq!(width(cavalrymen(4), 2), 2);
    assert_eq!(width(cavalrymen(4), 1), 3);
    // No choice of another width, as there is in the other book.
    let two = Action::TurnToFlank { hand: Hand::Right, files: Some(2), with: None };
    assert_eq!(refused(&alone(militia(8), 4), "A", two).rule, rule!("FOGAM-MOVE-048"));
    // Wagons are 80 mm deep. Two abreast make two files; two in a row would need four.
    let wagons = || bases(2, TroopType::BattleWagons, None, &[]);
    assert_eq!(width(wagons(), 2), 2);
    assert_eq!(refused(&alone(wagons(), 1), "A", RIGHT).rule, rule!("FOGAM-MOVE-049"));
}

#[test]
fn turns_keep_the_corner_and_the_front_rank() {
    proves!("FOGAM-MOVE-047", "FOGAM-MOVE-051", "FOGAM-MOVE-052");
    let scene = alone(cavalrymen(4), 2);
    let play = moved(&scene, "A", RIGHT);
    let anchor = play.world().anchor(scene.id("A"));
    // The right front corner is the left end of the new front.
    assert_eq!((anchor.at, anchor.facing), (Point::from_mm(940, 600), Angle::QUARTER));
    // About: the rear edge is the new front, 60 mm back, and who was in front is so again.
    let mixed = ancient_scene().red(group("A", &[militia(4), archers(4)]).drilled().at(900, 600, 0, 4));
    let a = mixed.id("A");
    let rank = |world: &caracole_fog::battle::World| -> Vec<_> {
        world.formation(a).front_rank().map(|p| p.base).collect()
    };
    let before = rank(&mixed.world());
    let play = moved(&mixed, "A", ABOUT);
    assert_eq!(play.world().anchor(a).at, Point::from_mm(980, 560));
    assert_eq!(play.world().facing(a), Angle::HALF);
    assert_eq!(rank(play.world()), before);
    // To the flank the kinds of the old front stand in the new one, as far as can be.
    let play = moved(&mixed, "A", RIGHT);
    let front = rank(play.world());
    assert!(before.contains(&front[0]), "{front:?}");
}

#[test]
fn expansions_and_contractions() {
    proves!("FOGAM-MOVE-066", "FOGAM-MOVE-067", "FOGAM-MOVE-068");
    let scene = alone(militia(8), 4);
    let expand = |left, right| Action::Expand { left, right, formation: None, then: None };
    let contract = |left, right, with| Action::Contract { left, right, formation: None, with };
    assert_eq!(refused(&scene, "A", expand(2, 1)).rule, rule!("FOGAM-MOVE-066"));
    let play = moved(&scene, "A", expand(1, 1));
    let a = scene.id("A");
    assert_eq!(play.world().formation(a).width(), 6);
    // From 820 one base further left.
    assert_eq!(play.world().anchor(a).at, Point::from_mm(780, 600));
    assert_eq!(refused(&scene, "A", contract(2, 1, None)).rule, rule!("FOGAM-MOVE-067"));
    // Both end files go, with 3 MU ahead: simple for drilled troops. 74 mm are too few.
    assert!(!planned(&scene, "A", contract(1, 1, after(75))).needs_test);
    assert!(planned(&scene, "A", contract(1, 1, after(74))).needs_test);
    let play = moved(&scene, "A", contract(1, 1, after(75)));
    assert_eq!(play.world().formation(a).width(), 2);
    assert_eq!(play.world().anchor(a).at, Point::from_mm(860, 675));
}

/// A line of six turns right where friends stand behind its right end: its column will stand from x = 930 to 1020 and
/// from y = 260 to 300.
fn crowded(friend: Who) -> Scene<Ancients> {
    ancient_scene().red(group("A", &[militia(6)]).drilled().at(900, 300, 0, 6)).red(friend)
}

#[test]
fn friends_in_the_way_of_a_turn_are_shifted_and_move_no_more() {
    proves!("FOGAM-MOVE-053", "FOGAM-MOVE-054", "FOGAM-MOVE-056", "FOGAM-MOVE-058");
    let scene = crowded(group("F", &[militia(4)]).at(960, 275, 0, 2));
    let f = scene.id("F");
    let mut play = moved(&scene, "A", RIGHT);
    let (side, asked) = play.asked();
    assert_eq!(side, Side::Red);
    assert!(matches!(asked, Asked::Manoeuvre(Request::GiveWay { group, .. }) if group == f), "{asked:?}");
    play.choose(Decision::GiveWay(Angle::from_degrees(180)));
    // 15 mm and no more than makes it clear; it faces as it did.
    let at = play.world().body(f).front_centre();
    assert_eq!(at.facing, Angle::ZERO);
    assert!((at.at.y - mm(260)).abs() <= mm(1) && at.at.x == mm(960), "{at:?}");
    assert!(!contact::touch(play.world(), scene.id("A"), f));
    assert_eq!(play.world().facing(scene.id("A")), Angle::QUARTER);
    let refusal = play.refused(Decision::Move { group: f, action: ahead(1) });
    assert_eq!(refusal.rule, rule!("FOGAM-MOVE-056"));
}

#[test]
fn friends_that_have_moved_hold_their_ground() {
    proves!("FOGAM-MOVE-056", "FOGAM-MOVE-059");
    let scene = crowded(group("F", &[militia(4)]).drilled().at(960, 265, 0, 2));
    let mut play = at_moves(&scene);
    play.choose(Decision::Move { group: scene.id("F"), action: ahead(10) });
    let refusal = play.refused(Decision::Move { group: scene.id("A"), action: RIGHT });
    assert_eq!(refusal.rule, rule!("FOGAM-MOVE-059"));
}

#[test]
fn nobody_is_shifted_by_more_than_a_base_width() {
    proves!("FOGAM-MOVE-053", "FOGAM-MOVE-059", "FOGAM-MOVE-050", "FOGAM-MOVE-109");
    // Impassable ground behind F: sideways it would have to go 60 mm and more.
    let blocked = crowded(group("F", &[militia(4)]).at(960, 275, 0, 2)).terrain(
        TerrainKind::Impassable,
        (700, 100),
        (1200, 230),
    );
    assert_eq!(refused(&blocked, "A", RIGHT).rule, rule!("FOGAM-MOVE-059"));
    // Beside A's right end only a corner of F is in the way: 40 mm to the right are enough, 41 are not.
    let corner = |x: i32| {
        crowded(group("F", &[militia(4)]).at(x, 275, 0, 2)).terrain(
            TerrainKind::Impassable,
            (700, 100),
            (1200, 230),
        )
    };
    planned(&corner(1021), "A", RIGHT);
    assert_eq!(refused(&corner(1018), "A", RIGHT).rule, rule!("FOGAM-MOVE-059"));
}

#[test]
fn enemies_give_way_too_and_their_friends_with_them() {
    proves!("FOGAM-MOVE-055", "FOGAM-MOVE-057");
    // 5 mm south suffices for E; F, 2 mm behind it, goes with it.
    let scene = ancient_scene()
        .red(group("A", &[militia(6)]).drilled().at(900, 300, 0, 6))
        .blue(group("E", &[cavalrymen(2)]).at(980, 265, 0, 2))
        .blue(group("F", &[cavalrymen(2)]).at(980, 233, 0, 2));
    let mut play = moved(&scene, "A", RIGHT);
    assert_eq!(play.asked().0, Side::Blue);
    // Twice the shortest and more than 1 MU: not to the east, 80 mm.
    assert_eq!(play.refused(Decision::GiveWay(Angle::QUARTER)).rule, rule!("FOGAM-MOVE-057"));
    play.choose(Decision::GiveWay(Angle::HALF));
    let at = |name: &str| super::front(play.world(), &scene, name);
    assert!((at("E").y - mm(260)).abs() <= mm(1));
    assert!(at("F").y < mm(231) && at("F").y > mm(228), "{:?}", at("F"));
}

/// Friends in close combat are not shifted for a turn.
#[test]
fn reading_move_059() {
    proves!("FOGAM-MOVE-059");
    // An enemy base stands at F's left edge.
    let scene = crowded(group("F", &[militia(4)]).drilled().at(960, 265, 0, 2))
        .blue(group("E", &[cavalrymen(2)]).at(920, 245, 90, 1));
    assert_eq!(refused(&scene, "A", RIGHT).rule, rule!("FOGAM-MOVE-059"));
}
