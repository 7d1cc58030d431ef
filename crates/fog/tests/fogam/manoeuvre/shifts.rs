//! Sideways shifts of advances.

use super::{ahead, at_moves, mm, moved, planned, refused, shifted};
use crate::battle_common::*;
use caracole_fog::army::CommanderLevel;
use caracole_fog::battle::Request as Asked;
use caracole_fog::battle::manoeuvre::{Action, Advance, Decision, Leg, Request, Shift, When, WithAdvance};
use caracole_fog::troops::TroopType;
use caracole_kernel::Side;
use caracole_ledger::{proves, rule};
use caracole_plane::{Angle, Hand, Point, Um};

#[test]
fn a_base_width_goes_with_the_full_distance_and_no_enemy_close() {
    proves!("FOGAM-MOVE-060");
    let scene = || ancient_scene().red(group("A", &[cavalrymen(4)]).at(900, 300, 0, 2));
    let alone = scene();
    let play = moved(&alone, "A", shifted(125, Hand::Right, mm(40)));
    assert_eq!(super::front(play.world(), &alone, "A"), Point::from_mm(940, 425));
    assert_eq!(refused(&alone, "A", shifted(125, Hand::Right, mm(41))).rule, rule!("FOGAM-MOVE-060"));
    // Less than the full distance, or a wheel: no shift without a need.
    assert_eq!(refused(&alone, "A", shifted(124, Hand::Right, mm(40))).rule, rule!("FOGAM-MOVE-060"));
    assert_eq!(refused(&alone, "A", shifted(100, Hand::Right, mm(10))).rule, rule!("FOGAM-MOVE-060"));
    // The whole move keeps more than 5 MU from battle troops, 3 from skirmishers: 550 less 425 are exactly 5 MU.
    let near = |who: Who, y: i32| scene().blue(who.at(900, y, 180, 2));
    let full = || shifted(125, Hand::Right, mm(40));
    assert_eq!(refused(&near(group("E", &[militia(4)]), 550), "A", full()).rule, rule!("FOGAM-MOVE-060"));
    planned(&near(group("E", &[militia(4)]), 552), "A", full());
    assert_eq!(refused(&near(group("E", &[velites(4)]), 500), "A", full()).rule, rule!("FOGAM-MOVE-060"));
    planned(&near(group("E", &[velites(4)]), 502), "A", full());
    let commander = scene().lone_commander(Side::Blue, CommanderLevel::Troop, 1100, 450);
    planned(&commander, "A", full());
}

#[test]
fn half_a_base_width_avoids_clipping_and_no_more_than_needed() {
    proves!("FOGAM-MOVE-061");
    // A's right side is at x = 940; friends stand ahead of it from x = 930 on. An enemy is close.
    let scene = ancient_scene()
        .red(group("A", &[cavalrymen(4)]).at(900, 300, 0, 2))
        .red(group("F", &[militia(4)]).at(970, 390, 0, 2))
        .blue(group("E", &[militia(4)]).at(500, 400, 180, 2));
    assert_eq!(refused(&scene, "A", ahead(70)).rule, rule!("FOGAM-MOVE-074"));
    planned(&scene, "A", shifted_first(120, Hand::Left, mm(10)));
    assert_eq!(refused(&scene, "A", shifted_first(120, Hand::Left, mm(12))).rule, rule!("FOGAM-MOVE-060"));
    // At least 1 MU ahead.
    let close = ancient_scene()
        .red(group("A", &[cavalrymen(4)]).at(900, 300, 0, 2))
        .red(group("F", &[militia(4)]).at(970, 345, 0, 2))
        .blue(group("E", &[militia(4)]).at(500, 400, 180, 2));
    planned(&close, "A", shifted_first(25, Hand::Left, mm(10)));
    assert_eq!(refused(&close, "A", shifted_first(24, Hand::Left, mm(10))).rule, rule!("FOGAM-MOVE-060"));
    // More than half a base width is too much even where it is needed.
    let wide = ancient_scene()
        .red(group("A", &[cavalrymen(4)]).at(900, 300, 0, 2))
        .red(group("F", &[militia(4)]).at(955, 400, 0, 2))
        .blue(group("E", &[militia(4)]).at(500, 400, 180, 2));
    assert_eq!(refused(&wide, "A", shifted_first(120, Hand::Left, mm(25))).rule, rule!("FOGAM-MOVE-060"));
}

fn shifted_first(forward: i32, hand: Hand, by: Um) -> Action {
    let shift = Some(Shift { hand, by, when: When::Before });
    Action::Advance(Advance { legs: vec![Leg::Ahead(mm(forward))], shift })
}

#[test]
fn the_table_edge_is_avoided_however_short_the_move() {
    proves!("FOGAM-MOVE-062", "FOGAM-MOVE-061");
    // Facing 20 degrees to the left, its left front corner is 2.4 mm from the left edge of the table; 20 mm ahead it would
    // be 4.4 mm over it. 5 mm to the right are 4.7 along the front, enough; 6 mm are more than needed.
    let scene = ancient_scene()
        .red(group("A", &[cavalrymen(4)]).at(40, 300, -20, 2))
        .blue(group("E", &[militia(4)]).at(300, 300, 270, 2));
    assert_eq!(refused(&scene, "A", ahead(20)).rule, rule!("FOGAM-MOVE-107"));
    planned(&scene, "A", shifted_first(20, Hand::Right, mm(5)));
    assert_eq!(refused(&scene, "A", shifted_first(20, Hand::Right, mm(6))).rule, rule!("FOGAM-MOVE-060"));
}

#[test]
fn half_a_base_width_leads_into_an_overlap_without_a_test() {
    proves!("FOGAM-MOVE-063", "FOGAM-MANOEUVRE-055", "FOGAM-MANOEUVRE-057", "FOGAM-MANOEUVRE-058");
    // F fights E front to front; U comes up beside F, 15 mm out of place, less than its full distance and close to the
    // enemy: no test for all that.
    let scene = ancient_scene()
        .red(group("F", &[militia(4)]).at(900, 300, 0, 2))
        .red(group("U", &[militia(4)]).at(995, 260, 0, 2))
        .blue(group("E", &[militia(4)]).at(900, 300, 180, 2));
    let joins = planned(&scene, "U", shifted(40, Hand::Left, mm(15)));
    assert!(!joins.needs_test);
    let play = moved(&scene, "U", shifted(40, Hand::Left, mm(15)));
    let u = scene.id("U");
    assert_eq!(super::front(play.world(), &scene, "U"), Point::from_mm(980, 300));
    let overlapped = caracole_fog::battle::position::overlap::overlapped_groups(play.world(), u);
    assert_eq!(overlapped.as_slice(), [scene.id("E")]);
    // Short of it the move is close to the enemy: a test.
    assert!(planned(&scene, "U", ahead(30)).needs_test);
    // Front edge to front edge must wait for a charge.
    let straight = ancient_scene()
        .red(group("U", &[militia(4)]).at(900, 260, 0, 2))
        .blue(group("E", &[militia(4)]).at(900, 300, 180, 2));
    assert_eq!(refused(&straight, "U", ahead(40)).rule, rule!("FOGAM-MANOEUVRE-055"));
}

#[test]
fn no_shift_with_second_moves_double_wheels_or_changes_of_shape() {
    proves!("FOGAM-MOVE-064");
    let scene = ancient_scene()
        .red(group("A", &[cavalrymen(4)]).drilled().at(900, 300, 0, 2))
        .red(group("S", &[velites(6)]).at(300, 300, 0, 3))
        .commander(Side::Red, CommanderLevel::Field, "A");
    let shift = Some(Shift { hand: Hand::Left, by: mm(20), when: When::After });
    let wheel = |hand| Leg::Wheel { hand, by: Angle::from_degrees(5) };
    let double = Advance { legs: vec![wheel(Hand::Left), wheel(Hand::Right)], shift };
    assert_eq!(refused(&scene, "A", Action::Advance(double)).rule, rule!("FOGAM-MOVE-064"));
    let advance = Advance { legs: vec![Leg::Ahead(mm(75))], shift };
    let turned = Action::TurnToFlank {
        hand: Hand::Left,
        files: None,
        with: Some(WithAdvance { advance: advance.clone(), when: When::After }),
    };
    assert_eq!(refused(&scene, "S", turned).rule, rule!("FOGAM-MOVE-064"));
    let widened = Action::Expand { left: 1, right: 0, formation: None, then: Some(advance) };
    assert_eq!(refused(&scene, "S", widened).rule, rule!("FOGAM-MOVE-064"));
    let mut play = at_moves(&scene);
    let a = scene.id("A");
    play.choose(Decision::Move { group: a, action: ahead(125) });
    assert_eq!(play.asked().1, Asked::Manoeuvre(Request::MoveAgain { groups: vec![a] }));
    let again = play.refused(Decision::Move { group: a, action: shifted(125, Hand::Left, mm(20)) });
    assert_eq!(again.rule, rule!("FOGAM-MOVE-064"));
}

#[test]
fn wagons_come_into_contact_only_as_an_overlap() {
    proves!("FOGAM-MANOEUVRE-056", "FOGAM-MANOEUVRE-055");
    let wagons = || bases(2, TroopType::BattleWagons, None, &[]);
    let beside = ancient_scene()
        .red(group("F", &[militia(4)]).at(900, 300, 0, 2))
        .red(group("W", &[wagons()]).at(980, 260, 0, 2))
        .blue(group("E", &[militia(4)]).at(900, 300, 180, 2));
    // After the test of every move of theirs.
    assert!(planned(&beside, "W", ahead(40)).needs_test);
    let before = ancient_scene()
        .red(group("W", &[wagons()]).at(900, 260, 0, 2))
        .blue(group("E", &[militia(4)]).at(900, 300, 180, 2));
    assert_eq!(refused(&before, "W", ahead(40)).rule, rule!("FOGAM-MANOEUVRE-055"));
}

#[test]
fn a_camp_is_reached_by_a_charge_alone() {
    proves!("FOGAM-IMPACT-125");
    let scene =
        ancient_scene().red(group("A", &[cavalrymen(4)]).at(900, 300, 0, 2)).camp(Side::Blue, 900, 380, 180);
    planned(&scene, "A", ahead(79));
    assert_eq!(refused(&scene, "A", ahead(100)).rule, rule!("FOGAM-IMPACT-125"));
}

/// Light artillery may move into an overlap, after the test of every move of it.
#[test]
fn reading_manoeuvre_056() {
    proves!("FOGAM-MANOEUVRE-056");
    let scene = ancient_scene()
        .red(group("F", &[militia(4)]).at(900, 300, 0, 2))
        .red(group("G", &[engines(2, TroopType::LightArtillery)]).at(980, 260, 0, 2))
        .blue(group("E", &[militia(4)]).at(900, 300, 180, 2));
    assert!(planned(&scene, "G", ahead(40)).needs_test);
}
