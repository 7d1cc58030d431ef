//! Turns blocked by enemy.

use crate::battle_common::*;
use crate::manoeuvre::{front, mm, moved, refused};
use caracole_fog::battle::manoeuvre::{Action, Decision, Request};
use caracole_fog::battle::position::contact;
use caracole_fog::battle::{Fogr, Request as Asked};
use caracole_fog::formation::Position;
use caracole_fog::troops::{Armour, Capability, TroopType};
use caracole_kernel::{Rules, Side};
use caracole_ledger::{proves, rule};
use caracole_plane::{Angle, CONTACT_TOLERANCE, Hand, Kink, Point, Pose, Um};

fn right() -> Action {
    Action::TurnToFlank { hand: Hand::Right, files: None, with: None }
}

#[test]
fn the_owner_chooses_the_direction_and_the_turn_follows() {
    proves!("FOGR-MOVE-069", "FOGR-MOVE-071", "FOGR-MOVE-072");
    // A line of six horse, 240 wide (780 to 1020) and 30 deep (270 to 300), turns right. Depth 30 rounds up to one file:
    // a column of six, 40 wide and 180 deep, its front right corner at (1020, 300): x 840 to 1020, y 260 to 300.
    // E stands behind A's right end facing north, its front 35 mm behind A's front line at 265: 5 mm in the way.
    let scene = scene()
        .red(group("A", &[horse(6)]).at(900, 300, 0, 6))
        .blue(group("E", &[horse(2)]).at(1000, 265, 0, 2));
    let e = scene.id("E");
    assert!(!contact::touch(&scene.world(), scene.id("A"), e));
    let mut play = moved(&scene, "A", right());
    let (side, asked) = play.asked();
    assert_eq!(side, Side::Blue);
    assert!(matches!(asked, Asked::Manoeuvre(Request::GiveWay { group, .. }) if group == e), "{asked:?}");
    // North through A's ground is 40 mm and more; east, 60 mm and a hair, is within twice the shortest only if that is
    // longer than 30 mm: to the south 5 mm suffice.
    let north = play.refused(Decision::GiveWay(Angle::ZERO));
    assert_eq!(north.rule, rule!("FOGR-MOVE-071"));
    let east = play.refused(Decision::GiveWay(Angle::from_degrees(90)));
    assert_eq!(east.rule, rule!("FOGR-MOVE-071"));
    play.choose(Decision::GiveWay(Angle::from_degrees(180)));
    let world = play.world();
    // Just clear: 5 mm and no more than the contact tolerance asks; its facing is as it was.
    let at = world.body(e).front_centre();
    assert_eq!(at.facing, Angle::ZERO);
    assert!((at.at.distance(Point::from_mm(1000, 260))) <= CONTACT_TOLERANCE * 4, "{:?}", at.at);
    assert!(!contact::touch(world, scene.id("A"), e));
    assert_eq!(world.facing(scene.id("A")), Angle::from_degrees(90));
    assert_eq!(world.formation(scene.id("A")).width(), 1);
}

/// Found by chance, in random battle 901158: the enemy had gone where the turn came from, which then seemed to lie in the
/// area that they restrict; it was not made, and they stood upon each other.
#[test]
fn a_turn_that_was_begun_is_made_wherever_the_enemy_gives_way_to() {
    proves!("FOGR-MOVE-069", "FOGR-MOVE-071");
    let wagons = bases(2, TroopType::BattleWagons, None, &[Capability::Musket]);
    let mob = bases(7, TroopType::Mob, Some(Armour::Unarmoured), &[]);
    let mut play = scene()
        .red(group("Wagons", &[wagons]).at(900, 350, 0, 1))
        .blue(group("Mob", &[mob]).at(1100, 600, 180, 3))
        .play();
    while !matches!(play.asked().1, Asked::Manoeuvre(Request::Move)) {
        play.choose(Decision::Done);
    }
    let (red, blue) = (play.id("Wagons"), play.id("Mob"));
    // A column bent by 74 degrees to its right, and the mob 20 mm off its outer side.
    let bent = Angle(879_508_766);
    let theirs = Angle(2_397_708_411);
    let at = |x: i64, y: i64, facing: Angle| Pose::new(Point::new(Um::new(x), Um::new(y)), facing);
    play.battle = play.battle.with_world(|w| {
        let ids = w.base_ids(red);
        w[ids[0]].base.front = at(936_581, 388_178, bent);
        w[ids[1]].base.front = at(900_000, 350_818, Angle::ZERO);
        w[red].kinks = [Kink { front: at(900_000, 362_500, Angle::ZERO), hand: Hand::Right, by: bent }]
            .into_iter()
            .collect();
        let places = [
            (0, 0, 1_034_104, 339_511),
            (0, 1, 1_044_842, 367_523),
            (1, 0, 996_754, 353_828),
            (1, 1, 1_007_492, 381_841),
            (1, 2, 1_018_231, 409_853),
            (2, 0, 959_404, 368_146),
            (2, 1, 970_143, 396_158),
        ];
        for (id, (file, rank, x, y)) in w.base_ids(blue).into_iter().zip(places) {
            w[id].at = Position { file, rank };
            w[id].base.front = at(x, y, theirs);
        }
    });
    let action = Action::TurnAbout { and_back: false, with: None };
    play.choose(Decision::Move { group: red, action });
    play.dice(&[6, 6]);
    play.choose(Decision::GiveWay(theirs));
    Fogr::invariants(&play.battle).unwrap();
    let first = play.world().base_ids(red)[0];
    assert_eq!(play.world()[first].base.facing(), bent + Angle::HALF);
}

#[test]
fn those_behind_go_the_same_way() {
    proves!("FOGR-MOVE-073");
    // E faces north: its body reaches from 265 back to 235. F stands 2 mm behind it.
    let scene = scene()
        .red(group("A", &[horse(6)]).at(900, 300, 0, 6))
        .blue(group("E", &[horse(2)]).at(1000, 265, 0, 2))
        .blue(group("F", &[horse(2)]).at(1000, 233, 0, 2));
    let before = front(&scene.world(), &scene, "F");
    let mut play = moved(&scene, "A", right());
    play.choose(Decision::GiveWay(Angle::from_degrees(180)));
    let world = play.world();
    // E goes 5 mm and a hair south; F, in its way by 3 mm, goes south as well and does not turn.
    let after = front(world, &scene, "F");
    let went = before.distance(after);
    assert!(went > mm(2) && went < mm(4), "{went:?}");
    assert_eq!(after.x, before.x);
    assert_eq!(world.facing(scene.id("F")), Angle::ZERO);
    assert!(!contact::touch(world, scene.id("A"), scene.id("E")));
}

#[test]
fn friends_and_enemies_in_contact_are_not_shifted_and_the_turn_is_cancelled() {
    proves!("FOGR-MOVE-070", "FOGR-MOVE-074", "FOGR-MOVE-057");
    // A friend in the same place blocks the turn.
    let friend = scene()
        .red(group("A", &[horse(6)]).at(900, 300, 0, 6))
        .red(group("F", &[horse(2)]).at(1000, 265, 0, 2));
    assert_eq!(refused(&friend, "A", right()).rule, rule!("FOGR-MOVE-057"));
    // An enemy in contact with a friend of A, whose front touches its rear at 235, stays where it is.
    let held = scene()
        .red(group("A", &[horse(6)]).at(900, 300, 0, 6))
        .red(group("G", &[horse(2)]).at(1000, 235, 0, 2))
        .blue(group("E", &[horse(2)]).at(1000, 265, 0, 2));
    assert_eq!(refused(&held, "A", right()).rule, rule!("FOGR-MOVE-074"));
}

#[test]
fn nobody_is_shifted_off_the_table() {
    proves!("FOGR-MOVE-103", "FOGR-MOVE-071");
    // E is 60 mm deep, its rear 4 mm from the edge of the table: to the south 5 mm are too far.
    let scene = scene()
        .red(group("A", &[horse(6)]).at(900, 99, 0, 6))
        .blue(group("E", &[horse(4)]).at(1000, 64, 0, 2));
    let mut play = moved(&scene, "A", right());
    let south = play.refused(Decision::GiveWay(Angle::from_degrees(180)));
    assert_eq!(south.rule, rule!("FOGR-MOVE-071"));
    // A's column reaches to x = 1020; E's left side is at 960.
    play.choose(Decision::GiveWay(Angle::from_degrees(90)));
    let at = front(play.world(), &scene, "E");
    assert!(at.distance(Point::from_mm(1060, 64)) <= CONTACT_TOLERANCE * 4, "{at:?}");
}
