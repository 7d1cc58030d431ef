//! How far and how advances go.

use super::{ahead, mm, moved, planned, refused, wheel};
use crate::battle_common::*;
use caracole_fog::ancients::Ancients;
use caracole_fog::army::CommanderLevel;
use caracole_fog::battle::manoeuvre::{Action, Advance, Difficulty, Leg};
use caracole_fog::battle::position::disorder;
use caracole_fog::field::{Grade, Ground, Piece, TerrainKind};
use caracole_fog::troops::{Cohesion, Disorder, TroopType};
use caracole_kernel::Side;
use caracole_ledger::{proves, rule};
use caracole_plane::{Angle, Hand, Point, Strip, Um};

fn strip(kind: TerrainKind, from: (i32, i32), to: (i32, i32), width: i32) -> Piece {
    let line = vec![Point::from_mm(from.0, from.1), Point::from_mm(to.0, to.1)];
    Piece { kind, ground: Ground::Strip(Strip::new(line, Um::from_mm(width)).unwrap()) }
}

/// A battle group goes this far straight ahead and not a millimetre more.
fn goes(scene: &Scene<Ancients>, name: &str, millimetres: i32) {
    planned(scene, name, ahead(millimetres));
    assert_eq!(refused(scene, name, ahead(millimetres + 1)).rule, rule!("FOGAM-MOVE-006"), "{name}");
}

#[test]
fn heavy_foot_and_archers_go_a_fourth_mu_far_from_the_enemy() {
    proves!("FOGAM-MOVE-009", "FOGAM-MOVE-006");
    let with =
        |foot: caracole_fog::army::BaseCount| ancient_scene().red(group("A", &[foot]).at(900, 300, 0, 4));
    for foot in [militia(8), archers(8), warband(8)] {
        goes(&with(foot), "A", 100);
    }
    // In uneven ground 3 MU; medium foot without bows 4.
    let uneven = |foot| with(foot).terrain(TerrainKind::BrokenGround, (700, 200), (1100, 700));
    goes(&uneven(militia(8)), "A", 75);
    goes(&uneven(archers(8)), "A", 75);
    goes(&uneven(warband(8)), "A", 100);
    // The whole move is more than 5 MU (125 mm) from battle troops: 525 is too near for the last step, 527 is not.
    let enemy = |who: Who, y: i32| with(militia(8)).blue(who.at(900, y, 180, 2));
    assert_eq!(
        refused(&enemy(group("E", &[militia(4)]), 525), "A", ahead(100)).rule,
        rule!("FOGAM-MOVE-006")
    );
    goes(&enemy(group("E", &[militia(4)]), 527), "A", 100);
    // Starting within it they go 3 MU even if they march off.
    let behind = with(militia(8)).blue(group("E", &[militia(4)]).at(900, 150, 0, 2));
    goes(&behind, "A", 75);
    // More than 3 MU (75 mm) from skirmishers, and from a camp that is not fortified.
    assert_eq!(
        refused(&enemy(group("E", &[velites(4)]), 475), "A", ahead(100)).rule,
        rule!("FOGAM-MOVE-006")
    );
    goes(&enemy(group("E", &[velites(4)]), 477), "A", 100);
    goes(&with(militia(8)).camp(Side::Blue, 900, 477, 180), "A", 100);
    let fortified = with(militia(8)).fortified_camp(Side::Blue, 900, 477, 180);
    assert_eq!(refused(&fortified, "A", ahead(100)).rule, rule!("FOGAM-MOVE-006"));
}

#[test]
fn fragmented_troops_go_one_mu_less_and_need_no_test() {
    proves!("FOGAM-MANOEUVRE-070");
    let scene = ancient_scene()
        .red(group("far", &[militia(8)]).drilled().at(300, 300, 0, 4).cohesion(Cohesion::Fragmented))
        .red(group("near", &[cavalrymen(4)]).at(900, 300, 0, 2).cohesion(Cohesion::Fragmented))
        .blue(group("E", &[militia(8)]).at(900, 440, 180, 4));
    // The fourth MU and all else come before: 4 less 1, and 5 less 1.
    goes(&scene, "far", 75);
    goes(&scene, "near", 100);
    // The other book's test of fragmented troops does not bite.
    let plan = planned(&scene, "near", ahead(100));
    assert!(!plan.needs_test && plan.difficulty == Difficulty::Simple);
}

#[test]
fn the_shorter_distance_is_the_limit_of_the_whole_move() {
    proves!("FOGAM-MOVE-011", "FOGAM-MOVE-014", "FOGAM-BG-037");
    // Brush from 376 on: cavalry have 5 MU in the open and 3 in the rough. They reach its edge and cannot enter.
    let scene = ancient_scene()
        .terrain(TerrainKind::Brush, (700, 376), (1100, 700))
        .red(group("A", &[cavalrymen(4)]).at(900, 300, 0, 2));
    planned(&scene, "A", ahead(76));
    assert_eq!(refused(&scene, "A", ahead(77)).rule, rule!("FOGAM-MOVE-006"));
    // One base in it slows them all.
    let partly = ancient_scene()
        .terrain(TerrainKind::Brush, (700, 250), (870, 700))
        .red(group("A", &[cavalrymen(4)]).at(900, 300, 0, 2));
    goes(&partly, "A", 75);
    // Broken ground and then brush: the shortest of all.
    let both = ancient_scene()
        .terrain(TerrainKind::BrokenGround, (700, 310), (1100, 330))
        .terrain(TerrainKind::Brush, (700, 340), (1100, 700))
        .red(group("A", &[cavalrymen(4)]).at(900, 300, 0, 2));
    goes(&both, "A", 75);
}

#[test]
fn a_mixed_battle_group_goes_at_the_pace_of_its_slowest() {
    proves!("FOGAM-MOVE-012");
    // Heavy foot have 2 MU in brush, although only light foot stand in it: the rear rank, from 260 to 280.
    let scene = ancient_scene()
        .terrain(TerrainKind::Brush, (700, 200), (1100, 270))
        .red(group("A", &[militia(4), velites(4)]).at(900, 300, 0, 4));
    goes(&scene, "A", 50);
}

#[test]
fn columns_on_a_road_wheel_freely_and_go_no_further() {
    proves!("FOGAM-MOVE-016", "FOGAM-MOVE-042", "FOGAM-MOVE-043");
    let road = || strip(TerrainKind::Road, (900, 0), (900, 1200), 60);
    let on = |files: u8| {
        ancient_scene()
            .piece(road())
            .terrain(TerrainKind::Brush, (700, 100), (1100, 700))
            .red(group("A", &[cavalrymen(4)]).at(900, 300, 0, files))
    };
    // A column is in the open on the road, with no more than its open distance: no bonus of the other book.
    goes(&on(1), "A", 125);
    // Two files are in the brush, road or not: 3 MU, and disordered, both of them.
    let two = on(2);
    goes(&two, "A", 75);
    let (world, a) = (two.world(), two.id("A"));
    assert!(world.bases_of(a).iter().all(|b| disorder::of_base(&world, a, b) == Disorder::Disordered));
    let one = on(1);
    assert_eq!(disorder::worst(&one.world(), one.id("A")), Disorder::None);
    // Three small wheels along it, simple all the same; off the road two are the most.
    let wheel = |hand| Leg::Wheel { hand, by: Angle::from_degrees(2) };
    let three = || {
        let legs = vec![
            wheel(Hand::Left),
            Leg::Ahead(mm(5)),
            wheel(Hand::Right),
            Leg::Ahead(mm(5)),
            wheel(Hand::Left),
        ];
        Action::Advance(Advance { legs, shift: None })
    };
    assert_eq!(planned(&one, "A", three()).difficulty, Difficulty::Simple);
    let off = ancient_scene().red(group("A", &[cavalrymen(4)]).at(900, 300, 0, 1));
    assert_eq!(refused(&off, "A", three()).rule, rule!("FOGAM-MOVE-042"));
    // Columns that are slowed have no bonus either: 3 MU in the rough.
    let rough = ancient_scene()
        .terrain(TerrainKind::Brush, (700, 100), (1100, 700))
        .red(group("A", &[cavalrymen(4)]).at(900, 300, 0, 1));
    goes(&rough, "A", 75);
}

#[test]
fn wheels_and_straight_parts_add_up() {
    proves!("FOGAM-MOVE-041", "FOGAM-MOVE-045", "FOGAM-MOVE-043", "FOGAM-MOVE-042", "FOGAM-MOVE-030");
    // Two files are 80 mm wide: a wheel of 60 degrees takes the outer corner 80 mm, straight from old place to new.
    let scene = ancient_scene().red(group("A", &[cavalrymen(4)]).at(900, 300, 0, 2));
    planned(&scene, "A", wheel(Hand::Left, 60, 45));
    assert_eq!(refused(&scene, "A", wheel(Hand::Left, 60, 46)).rule, rule!("FOGAM-MOVE-006"));
    let play = moved(&scene, "A", wheel(Hand::Left, 90, 0));
    // The left corner (860, 300) stays; the front runs from there to the north.
    assert_eq!(super::front(play.world(), &scene, "A"), Point::from_mm(860, 340));
    let two = |degrees| {
        let wheel = |hand, by| Leg::Wheel { hand, by: Angle::from_degrees(by) };
        let legs = vec![wheel(Hand::Left, 20), Leg::Ahead(mm(10)), wheel(Hand::Right, degrees)];
        Action::Advance(Advance { legs, shift: None })
    };
    planned(&scene, "A", two(20));
    assert_eq!(refused(&scene, "A", two(71)).rule, rule!("FOGAM-MOVE-043"));
    assert_eq!(refused(&scene, "A", ahead(0)).rule, rule!("FOGAM-MOVE-030"));
}

#[test]
fn heavy_chariots_and_engines_keep_out_of_difficult_ground() {
    proves!("FOGAM-MOVE-006", "FOGAM-TERRAIN-017", "FOGAM-TERRAIN-019");
    let into = |kind: TerrainKind, who: caracole_fog::army::BaseCount| {
        ancient_scene().terrain(kind, (700, 310), (1100, 700)).red(group("A", &[who]).at(900, 300, 0, 2))
    };
    for kind in [TroopType::HeavyChariots, TroopType::ScythedChariots] {
        assert_eq!(
            refused(&into(TerrainKind::Forest, chariots(4, kind)), "A", ahead(20)).rule,
            rule!("FOGAM-MOVE-006")
        );
    }
    assert_eq!(
        refused(&into(TerrainKind::Impassable, cavalrymen(4)), "A", ahead(20)).rule,
        rule!("FOGAM-TERRAIN-017")
    );
    assert_eq!(
        refused(&into(TerrainKind::Coastline, cavalrymen(4)), "A", ahead(20)).rule,
        rule!("FOGAM-TERRAIN-017")
    );
    // Light chariots go 1 MU there.
    planned(&into(TerrainKind::Forest, chariots(4, TroopType::LightChariots)), "A", ahead(25));
}

#[test]
fn troops_in_a_river_keep_within_45_degrees_of_straight_across() {
    proves!("FOGAM-TERRAIN-021");
    let facing = |degrees: i32| {
        ancient_scene()
            .piece(strip(TerrainKind::River(Grade::Uneven), (900, 0), (900, 1200), 80))
            .red(group("A", &[numidians(2)]).at(900, 300, degrees, 2))
    };
    planned(&facing(90), "A", ahead(50));
    planned(&facing(50), "A", ahead(50));
    assert_eq!(refused(&facing(40), "A", ahead(50)).rule, rule!("FOGAM-TERRAIN-021"));
}

#[test]
fn nobody_leaves_the_table_by_choice() {
    proves!("FOGAM-MOVE-107");
    let scene = ancient_scene().red(group("A", &[cavalrymen(4)]).at(900, 1180, 0, 2));
    planned(&scene, "A", ahead(19));
    assert_eq!(refused(&scene, "A", ahead(60)).rule, rule!("FOGAM-MOVE-107"));
}

#[test]
fn a_column_bends_where_it_wheels() {
    proves!("FOGAM-BG-014", "FOGAM-BG-002");
    let scene = ancient_scene()
        .red(group("A", &[cavalrymen(4)]).at(900, 300, 0, 1))
        .red(group("pair", &[cavalrymen(2)]).at(400, 300, 0, 1));
    let play = moved(&scene, "A", wheel(Hand::Left, 30, 40));
    let a = scene.id("A");
    assert!(!play.world().stands_in_order(a) && play.world()[a].kinks.len() == 1);
    assert_eq!(play.world().size(a), 4);
    // Cavalry that began with two bases never count as a column: they wheel as one body.
    proves!("FOGAM-BG-017");
    let play = moved(&scene, "pair", wheel(Hand::Left, 30, 40));
    assert!(play.world().stands_in_order(scene.id("pair")));
}

#[test]
fn the_camp_is_no_battle_group() {
    proves!("FOGAM-BG-010");
    // Cavalry go along the front of the enemy camp, 10 mm before it: it restricts nobody.
    let scene = |camp: bool| {
        let scene = ancient_scene()
            .red(group("A", &[cavalrymen(4)]).at(900, 300, 90, 2))
            .blue(group("E", &[militia(4)]).at(300, 900, 180, 2));
        if camp { scene.camp(Side::Blue, 930, 350, 180) } else { scene }
    };
    let (with, without) = (scene(true), scene(false));
    planned(&with, "A", ahead(125));
    let (with, without) = (with.world(), without.world());
    assert_eq!(with.sides.blue.break_point, without.sides.blue.break_point);
    assert_eq!(with.of_side(Side::Blue).count(), without.of_side(Side::Blue).count());
}

/// Enemy commanders on their own keep nobody from a fourth movement unit.
#[test]
fn reading_move_009() {
    proves!("FOGAM-MOVE-009");
    let scene = ancient_scene().red(group("A", &[militia(8)]).at(900, 300, 0, 4));
    let scene = scene.blue(group("E", &[cavalrymen(4)]).at(900, 1000, 180, 2));
    goes(&scene.lone_commander(Side::Blue, CommanderLevel::Troop, 900, 480), "A", 100);
}
