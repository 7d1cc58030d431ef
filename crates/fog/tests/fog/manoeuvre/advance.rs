//! Advances, wheels, distances by ground, shifts, restricted areas, contact.

use crate::battle_common::*;
use caracole_fog::army::CommanderLevel;
use caracole_fog::battle::manoeuvre::{Action, Advance, Decision, Leg, Shift, When, WithAdvance};
use caracole_fog::field::TerrainKind;
use caracole_fog::troops::TroopType;
use caracole_kernel::{Refusal, Side};
use caracole_ledger::{proves, rule};
use caracole_plane::{Angle, Hand, Point, Um};

fn mm(n: i32) -> Um {
    Um::from_mm(n)
}

fn ahead(millimetres: i32) -> Action {
    Action::Advance(Advance::straight(mm(millimetres)))
}

fn wheel(hand: Hand, degrees: i32, then: i32) -> Action {
    Action::Advance(Advance::wheel(hand, Angle::from_degrees(degrees), mm(then)))
}

fn refused(scene: &Scene, name: &str, action: Action) -> Refusal {
    scene.play().refused(Decision::Move { group: scene.id(name), action })
}

fn moved(scene: &Scene, name: &str, action: Action) -> Play {
    let mut play = scene.play();
    play.choose(Decision::Move { group: scene.id(name), action });
    play
}

fn front(play: &Play, name: &str) -> Point {
    play.world().body(play.id(name)).front_centre().at
}

#[test]
fn heavy_foot_advance_3_mu_in_the_open_and_not_a_hair_more() {
    proves!("FOGR-MOVE-005", "FOGR-MOVE-022", "FOGR-SEQUENCE-019");
    let scene = scene().red(group("A", &[pike(4)]).at(900, 300, 0, 2));
    // 3 MU of 25 mm.
    assert_eq!(front(&moved(&scene, "A", ahead(75)), "A"), Point::from_mm(900, 375));
    assert_eq!(refused(&scene, "A", ahead(76)).rule, rule!("FOGR-MOVE-005"));
}

/// A wheel costs the straight line of the outer corner.
#[test]
fn reading_move_046() {
    proves!("FOGR-MOVE-046");
    // Two files are 80 mm wide. A wheel of 60 degrees moves the outer corner 80 mm in a straight line: more than 3 MU.
    // One of 54 degrees costs 2 * 80 * sin 27 = 72.64 mm.
    let scene = scene().red(group("A", &[pike(4)]).at(900, 300, 0, 2));
    assert_eq!(refused(&scene, "A", wheel(Hand::Left, 60, 0)).rule, rule!("FOGR-MOVE-005"));
    let play = moved(&scene, "A", wheel(Hand::Left, 54, 2));
    assert_eq!(play.world().facing(play.id("A")), Angle::from_degrees(-54));
    assert_eq!(refused(&scene, "A", wheel(Hand::Left, 54, 3)).rule, rule!("FOGR-MOVE-005"));
}

#[test]
fn wheels_of_one_move_turn_90_degrees_at_most() {
    proves!("FOGR-MOVE-047", "FOGR-MOVE-048", "FOGR-MOVE-023");
    let two = |a: i32, b: i32| {
        Action::Advance(Advance {
            legs: vec![
                Leg::Wheel { hand: Hand::Left, by: Angle::from_degrees(a) },
                Leg::Ahead(mm(10)),
                Leg::Wheel { hand: Hand::Right, by: Angle::from_degrees(b) },
                Leg::Ahead(mm(10)),
            ],
            shift: None,
        })
    };
    let scene = scene()
        .red(group("light", &[light_horse(4)]).at(900, 300, 0, 2))
        .red(group("horse", &[horse(4)]).at(500, 300, 0, 2));
    assert_eq!(refused(&scene, "light", two(46, 45)).rule, rule!("FOGR-MOVE-047"));
    moved(&scene, "light", two(20, 20));
    // Two wheels are for light troops.
    assert_eq!(refused(&scene, "horse", two(20, 20)).rule, rule!("FOGR-MOVE-023"));
}

#[test]
fn the_lowest_distance_on_the_way_holds_for_the_whole_move() {
    proves!("FOGR-MOVE-009", "FOGR-MOVE-015", "FOGR-MOVE-007", "FOGR-TERRAIN-002");
    // Brush (rough) begins 50 mm ahead. Heavy foot have 3 MU in the open, 2 MU in rough.
    let scene = scene()
        .terrain(TerrainKind::Brush, (700, 350), (1100, 500))
        .red(group("A", &[pike(4)]).at(900, 300, 0, 2));
    // 50 mm bring it up to the edge; into it, it may move 50 mm in all, which it has used up.
    assert_eq!(front(&moved(&scene, "A", ahead(50)), "A"), Point::from_mm(900, 350));
    let refusal = refused(&scene, "A", ahead(51));
    assert_eq!(refusal.rule, rule!("FOGR-MOVE-005"));
}

#[test]
fn a_mixed_battle_group_moves_at_its_slowest_types_rate() {
    proves!("FOGR-MOVE-013");
    // Medium foot shot would have 3 MU in rough; the pike with them 2 MU.
    let scene = scene()
        .terrain(TerrainKind::Brush, (700, 200), (1100, 500))
        .red(group("A", &[pike(2), shot(4)]).at(900, 300, 0, 3));
    moved(&scene, "A", ahead(50));
    assert_eq!(refused(&scene, "A", ahead(51)).rule, rule!("FOGR-MOVE-005"));
}

#[test]
fn a_column_has_a_bonus_in_slow_ground_only() {
    proves!("FOGR-MOVE-010", "FOGR-MOVE-012");
    let scene = scene()
        .terrain(TerrainKind::Brush, (700, 100), (1100, 700))
        .red(group("A", &[pike(4)]).at(900, 300, 0, 1))
        .red(group("B", &[pike(4)]).at(300, 300, 0, 1));
    moved(&scene, "A", ahead(75));
    assert_eq!(refused(&scene, "A", ahead(76)).rule, rule!("FOGR-MOVE-005"));
    assert_eq!(refused(&scene, "B", ahead(76)).rule, rule!("FOGR-MOVE-005"));
}

#[test]
fn nobody_enters_impassable_ground_and_wagons_no_difficult_ground() {
    proves!("FOGR-MOVE-008", "FOGR-TERRAIN-017");
    let scene = scene()
        .terrain(TerrainKind::Impassable, (700, 340), (1100, 500))
        .red(group("A", &[pike(4)]).at(900, 300, 0, 2));
    assert_eq!(refused(&scene, "A", ahead(41)).rule, rule!("FOGR-MOVE-008"));
    moved(&scene, "A", ahead(40));
}

#[test]
fn troops_do_not_walk_off_the_table() {
    proves!("FOGR-MOVE-101");
    let scene = scene().red(group("A", &[pike(4)]).at(900, 1150, 0, 2));
    assert_eq!(refused(&scene, "A", ahead(51)).rule, rule!("FOGR-MOVE-101"));
    moved(&scene, "A", ahead(50));
}

#[test]
fn contact_with_the_enemy_waits_for_a_charge() {
    proves!("FOGR-MANOEUVRE-063");
    let scene = scene()
        .red(group("A", &[pike(4)]).at(900, 300, 0, 2))
        .blue(group("E", &[pike(4)]).at(900, 370, 180, 2));
    assert_eq!(refused(&scene, "A", ahead(70)).rule, rule!("FOGR-MANOEUVRE-063"));
    // Half a millimetre short of it is no contact.
    let short = Action::Advance(Advance::straight(Um::new(69_500)));
    moved(&scene, "A", short);
}

#[test]
fn each_battle_group_moves_once() {
    proves!("FOGR-MOVE-003", "FOGR-MANOEUVRE-051");
    let scene = scene().red(group("A", &[pike(4)]).at(900, 300, 0, 2));
    let mut play = moved(&scene, "A", ahead(10));
    let again = play.refused(Decision::Move { group: scene.id("A"), action: ahead(10) });
    assert_eq!(again.rule, rule!("FOGR-MOVE-003"));
    play.choose(Decision::Done);
}

#[test]
fn a_second_and_third_move_follow_at_once_under_a_commander_far_from_the_enemy() {
    proves!(
        "FOGR-MANOEUVRE-051",
        "FOGR-MANOEUVRE-052",
        "FOGR-MANOEUVRE-053",
        "FOGR-MANOEUVRE-054",
        "FOGR-MANOEUVRE-057",
        "FOGR-MANOEUVRE-058"
    );
    let scene = scene()
        .red(group("foot", &[pike(4)]).at(500, 200, 0, 2))
        .red(group("horse", &[horse(4)]).at(900, 200, 0, 2))
        .blue(group("E", &[pike(4)]).at(900, 720, 180, 2))
        .commander(Side::Red, CommanderLevel::Field, "foot")
        .commander(Side::Red, CommanderLevel::Troop, "horse");
    let mut play = scene.play();
    play.choose(Decision::Move { group: scene.id("foot"), action: ahead(75) });
    // The second move must be an advance.
    let about = Action::TurnAbout { with: None, and_back: false };
    let refusal = play.refused(Decision::Move { group: scene.id("foot"), action: about });
    assert_eq!(refusal.rule, rule!("FOGR-MANOEUVRE-054"));
    play.choose(Decision::Move { group: scene.id("foot"), action: ahead(75) });
    assert_eq!(front(&play, "foot"), Point::from_mm(500, 350));
    // Foot have no third move: the phase goes on. 5 MU each for the horse: 200 -> 325 -> 450 -> 569 at most, since
    // the enemy front at 720 mm keeps it at 6 MU = 150 mm.
    play.choose(Decision::Move { group: scene.id("horse"), action: ahead(125) });
    play.choose(Decision::Move { group: scene.id("horse"), action: ahead(125) });
    let too_near = play.refused(Decision::Move { group: scene.id("horse"), action: ahead(120) });
    assert_eq!(too_near.rule, rule!("FOGR-MANOEUVRE-052"));
    play.choose(Decision::Move { group: scene.id("horse"), action: ahead(119) });
    assert_eq!(front(&play, "horse"), Point::from_mm(900, 569));
    // The commander went with them.
    let c = &play.world().commanders[1];
    assert_eq!(c.with(), Some(scene.id("horse")));
    play.choose(Decision::Done);
}

#[test]
fn without_a_commander_there_is_no_second_move() {
    proves!("FOGR-MANOEUVRE-053");
    let scene = scene().red(group("A", &[horse(4)]).at(900, 200, 0, 2));
    let play = moved(&scene, "A", ahead(125));
    assert!(matches!(
        play.asked().1,
        caracole_fog::battle::Request::Manoeuvre(caracole_fog::battle::manoeuvre::Request::Move)
    ));
}

#[test]
fn a_pinned_battle_group_goes_straight_parallel_back_or_stays() {
    proves!("FOGR-MANOEUVRE-041", "FOGR-MANOEUVRE-042", "FOGR-MANOEUVRE-043", "FOGR-MANOEUVRE-044");
    // Fronts 40 mm apart: inside the 2 MU (50 mm) of the enemy's restricted area.
    let scene = scene()
        .red(group("A", &[horse(4)]).at(900, 300, 0, 2))
        .blue(group("E", &[pike(4)]).at(900, 340, 180, 2));
    moved(&scene, "A", ahead(30));
    // Parallel already: no wheel.
    assert_eq!(refused(&scene, "A", wheel(Hand::Left, 10, 0)).rule, rule!("FOGR-MANOEUVRE-042"));
    moved(&scene, "A", Action::TurnAbout { with: None, and_back: false });
    let narrower = Action::Contract { left: 1, right: 0, formation: None, with: None };
    assert_eq!(refused(&scene, "A", narrower).rule, rule!("FOGR-MANOEUVRE-044"));
}

#[test]
fn battle_troops_ignore_the_restricted_area_of_light_troops() {
    proves!("FOGR-MANOEUVRE-046");
    let scene = scene()
        .red(group("A", &[horse(4)]).at(900, 300, 0, 2))
        .red(group("L", &[light_horse(4)]).at(500, 300, 0, 2))
        .blue(group("E", &[light_foot(4)]).at(900, 345, 180, 2))
        .blue(group("F", &[light_foot(4)]).at(500, 345, 180, 2));
    let scene_wheel = wheel(Hand::Left, 5, 0);
    moved(&scene, "A", scene_wheel.clone());
    assert_eq!(refused(&scene, "L", scene_wheel).rule, rule!("FOGR-MANOEUVRE-042"));
}

#[test]
fn friends_are_passed_through_only_as_the_list_allows() {
    proves!("FOGR-MOVE-077", "FOGR-MOVE-078", "FOGR-MOVE-079");
    let scene = scene()
        .red(group("horse", &[horse(4)]).at(900, 300, 0, 2))
        .red(group("cavalry", &[cavalry(2)]).at(500, 300, 0, 2))
        .red(group("screen1", &[light_foot(2)]).at(900, 360, 0, 2))
        .red(group("screen2", &[light_foot(2)]).at(500, 360, 0, 2));
    // Horse cannot pass light foot; cavalry can: its rear at 300 - 30 + 125 = 395 is beyond the screen's front at 360.
    assert_eq!(refused(&scene, "horse", ahead(125)).rule, rule!("FOGR-MOVE-078"));
    let play = moved(&scene, "cavalry", ahead(125));
    assert_eq!(front(&play, "cavalry"), Point::from_mm(500, 425));
    // Without enough move to pass completely it cannot pass at all: 80 mm would leave it on the screen.
    assert_eq!(refused(&scene, "cavalry", ahead(80)).rule, rule!("FOGR-MOVE-079"));
}

#[test]
fn a_shift_needs_a_purpose_and_is_of_half_a_base_at_most() {
    proves!("FOGR-MOVE-060");
    let shifted = |by: i32| {
        let shift = Some(Shift { hand: Hand::Right, by: mm(by), when: When::Before });
        Action::Advance(Advance { legs: vec![Leg::Ahead(mm(75))], shift })
    };
    let open = scene().red(group("A", &[pike(4)]).at(900, 300, 0, 2));
    assert_eq!(refused(&open, "A", shifted(10)).rule, rule!("FOGR-MOVE-060"));
    // A wood 10 mm into its left file: 10 mm to the right clear it, and no more than is needed.
    let wood = open.clone().terrain(TerrainKind::Forest, (700, 310), (870, 600));
    moved(&wood, "A", shifted(10));
    assert_eq!(refused(&wood, "A", shifted(15)).rule, rule!("FOGR-MOVE-060"));
    assert_eq!(refused(&wood, "A", shifted(21)).rule, rule!("FOGR-MOVE-060"));
}

#[test]
fn an_advance_ends_further_forward() {
    proves!("FOGR-MOVE-022", "FOGR-GLOSSARY-003");
    let scene = scene().red(group("A", &[pike(4)]).at(900, 300, 0, 2));
    assert_eq!(refused(&scene, "A", ahead(0)).rule, rule!("FOGR-MOVE-022"));
}

#[test]
fn expansions_are_complex_for_battle_troops_and_simple_for_light_troops() {
    proves!("FOGR-MOVE-020", "FOGR-MOVE-027", "FOGR-MOVE-030", "FOGR-MOVE-062", "FOGR-MOVE-031");
    let wider = Action::Expand { left: 1, right: 1, formation: None, then: None };
    let scene = scene()
        .red(group("A", &[horse(4)]).at(900, 300, 0, 2))
        .red(group("L", &[light_horse(4)]).at(500, 300, 0, 2));
    let play = moved(&scene, "L", wider.clone());
    assert_eq!(play.world().formation(scene.id("L")).width(), 4);
    assert_eq!(front(&play, "L"), Point::from_mm(500, 300));
    // The horse test: 3 + 4 fails, and a simple move remains.
    let mut play = scene.play();
    play.choose(Decision::Move { group: scene.id("A"), action: wider.clone() });
    play.dice(&[3, 4]);
    let again = play.refused(Decision::Move { group: scene.id("A"), action: wider.clone() });
    assert_eq!(again.rule, rule!("FOGR-MOVE-030"));
    play.choose(Decision::Move { group: scene.id("A"), action: ahead(125) });
    assert_eq!(front(&play, "A"), Point::from_mm(900, 425));
    // 3 + 5 passes.
    let mut play = scene.play();
    play.choose(Decision::Move { group: scene.id("A"), action: wider });
    play.dice(&[3, 5]);
    assert_eq!(play.world().formation(scene.id("A")).width(), 4);
}

/// A contraction with 3 mu of advance is simple.
#[test]
fn reading_move_064() {
    proves!("FOGR-MOVE-063", "FOGR-MOVE-064");
    let narrower = |millimetres: i32| Action::Contract {
        left: 1,
        right: 0,
        formation: None,
        with: Some(WithAdvance { advance: Advance::straight(mm(millimetres)), when: When::After }),
    };
    let scene = scene().red(group("A", &[horse(4)]).at(900, 300, 0, 2));
    let play = moved(&scene, "A", narrower(75));
    // The right file stands at 900 to 940; its front went 75 mm.
    assert_eq!(front(&play, "A"), Point::from_mm(920, 375));
    let mut play = scene.play();
    play.choose(Decision::Move { group: scene.id("A"), action: narrower(74) });
    play.dice(&[6, 6]);
    assert_eq!(front(&play, "A"), Point::from_mm(920, 374));
}

#[test]
fn commanders_in_place_since_the_phase_began_help_a_test() {
    proves!("FOGR-MOVE-028", "FOGR-MOVE-032", "FOGR-MOVE-034", "FOGR-COMMAND-003");
    let wider = Action::Expand { left: 1, right: 1, formation: None, then: None };
    let scene = scene().red(group("A", &[horse(4)]).at(900, 300, 0, 2)).commander(
        Side::Red,
        CommanderLevel::Great,
        "A",
    );
    // +1 in range, +1 with it, +1 great commander: 5 on two dice pass.
    let mut play = scene.play();
    play.choose(Decision::Move { group: scene.id("A"), action: wider });
    play.dice(&[2, 3]);
    assert_eq!(play.world().formation(scene.id("A")).width(), 4);
}

#[test]
fn turns_to_the_flank_take_their_frontage_from_the_depth() {
    proves!("FOGR-MOVE-052", "FOGR-MOVE-053", "FOGR-MOVE-055", "FOGR-MOVE-056");
    let turn = |files| Action::TurnToFlank { hand: Hand::Right, files, with: None };
    let scene = scene()
        .red(group("horse", &[horse(4)]).at(900, 300, 0, 2))
        .red(group("foot", &[shot(6)]).at(500, 300, 0, 3));
    // Two ranks of 30 mm are 60 mm deep: 1 or 2 bases of 40 mm.
    assert_eq!(refused(&scene, "horse", turn(Some(3))).rule, rule!("FOGR-MOVE-055"));
    let play = moved(&scene, "horse", turn(Some(2)));
    let anchor = play.world().anchor(scene.id("horse"));
    // The front right corner (940, 300) stays and is now the left end of the front.
    assert_eq!((anchor.at, anchor.facing), (Point::from_mm(940, 300), Angle::QUARTER));
    // Foot battle troops form a column.
    let play = moved(&scene, "foot", turn(None));
    assert_eq!(play.world().formation(scene.id("foot")).width(), 1);
}

#[test]
fn a_turn_about_keeps_the_ground() {
    proves!("FOGR-MOVE-059", "FOGR-MOVE-025");
    let scene = scene().red(group("A", &[horse(4)]).at(900, 300, 0, 2));
    let play = moved(&scene, "A", Action::TurnAbout { with: None, and_back: false });
    let front = play.world().body(scene.id("A")).front_centre();
    // Two ranks of 30 mm: the new front lies where the rear edge was.
    assert_eq!((front.at, front.facing), (Point::from_mm(900, 240), Angle::HALF));
}

#[test]
fn unlimbered_guns_only_pivot_and_heavy_ones_test_for_it() {
    proves!("FOGR-MOVE-037", "FOGR-MOVE-039", "FOGR-MOVE-040", "FOGR-MOVE-030");
    let pivot = |degrees: i32| Action::Pivot {
        hand: Hand::Left,
        by: Angle::from_degrees(degrees),
        with_supporters: false,
    };
    let scene = scene()
        .red(group("medium", &[guns(2, TroopType::MediumArtillery)]).at(900, 300, 0, 2))
        .red(group("heavy", &[guns(2, TroopType::HeavyArtillery)]).at(600, 300, 0, 2))
        .red(group("train", &[guns(2, TroopType::HeavyArtillery)]).at(300, 300, 0, 2).limbered());
    assert_eq!(refused(&scene, "medium", ahead(25)).rule, rule!("FOGR-MOVE-040"));
    // 80 mm of front: 1 MU is a chord of 25 mm, about 18 degrees.
    moved(&scene, "medium", pivot(17));
    assert_eq!(refused(&scene, "medium", pivot(19)).rule, rule!("FOGR-MOVE-040"));
    let mut play = scene.play();
    play.choose(Decision::Move { group: scene.id("heavy"), action: pivot(17) });
    play.dice(&[1, 2]);
    // Artillery that fails does not move at all.
    assert_eq!(play.world().facing(scene.id("heavy")), Angle::ZERO);
    let again = play.refused(Decision::Move { group: scene.id("heavy"), action: pivot(5) });
    assert_eq!(again.rule, rule!("FOGR-MOVE-003"));
    // Limbered guns move 2 MU and unlimber after a test, the guns where the limbers were.
    moved(&scene, "train", ahead(50));
    play.choose(Decision::Move { group: scene.id("train"), action: Action::Unlimber });
    play.dice(&[6, 2]);
    let world = play.world();
    let front = world.body(scene.id("train")).front_centre();
    assert_eq!((front.at, front.facing), (Point::from_mm(300, 300), Angle::ZERO));
    assert!(world.bases_of(scene.id("train")).iter().all(|b| b.base.facing() == Angle::ZERO));
}

#[test]
fn square_needs_pike_four_files_an_enemy_near_and_a_test() {
    proves!(
        "FOGR-SPECIAL-032",
        "FOGR-SPECIAL-033",
        "FOGR-SPECIAL-034",
        "FOGR-SPECIAL-035",
        "FOGR-SPECIAL-039"
    );
    let far = scene()
        .red(group("A", &[pike(2), shot(6)]).at(900, 300, 0, 3))
        .blue(group("E", &[horse(4)]).at(900, 460, 180, 2));
    assert_eq!(refused(&far, "A", Action::FormSquare).rule, rule!("FOGR-SPECIAL-035"));
    let near = scene()
        .red(group("A", &[pike(2), shot(6)]).at(900, 300, 0, 3))
        .blue(group("E", &[horse(4)]).at(900, 440, 180, 2));
    let mut play = near.play();
    play.choose(Decision::Move { group: near.id("A"), action: Action::FormSquare });
    play.dice(&[4, 4]);
    let facings: Vec<u32> =
        play.world().bases_of(near.id("A")).iter().map(|b| b.base.facing().millidegrees()).collect();
    for way in [0, 90_000, 180_000, 270_000] {
        assert_eq!(facings.iter().filter(|f| **f == way).count(), 2, "{facings:?}");
    }
}

#[test]
fn a_division_keeps_its_places_and_needs_gaps_and_a_commander() {
    proves!(
        "FOGR-COMMAND-010",
        "FOGR-COMMAND-011",
        "FOGR-COMMAND-012",
        "FOGR-COMMAND-019",
        "FOGR-COMMAND-021",
        "FOGR-COMMAND-022"
    );
    // 80 mm wide each, 40 mm (a base width) between them.
    let scene = scene()
        .red(group("A", &[horse(4)]).at(800, 300, 0, 2))
        .red(group("B", &[horse(4)]).at(920, 300, 0, 2))
        .red(group("C", &[horse(4)]).at(1030, 300, 0, 2))
        .blue(group("E", &[horse(4)]).at(900, 600, 180, 2))
        .commander(Side::Red, CommanderLevel::Field, "A");
    let together = |names: &[&str], advance: Advance| Decision::MoveDivision {
        groups: names.iter().map(|n| scene.id(n)).collect(),
        advance,
    };
    let play = scene.play();
    // C is 30 mm from B.
    let crowded = play.refused(together(&["A", "B", "C"], Advance::straight(mm(100))));
    assert_eq!(crowded.rule, rule!("FOGR-COMMAND-011"));
    let mut apart = scene.clone().play();
    let crowded = apart.refused(together(&["A", "B"], Advance::straight(mm(100))));
    assert_eq!(crowded.rule, rule!("FOGR-COMMAND-011"));
    // C moves off first.
    apart.choose(Decision::Move { group: scene.id("C"), action: ahead(125) });
    apart.choose(together(&["A", "B"], Advance::wheel(Hand::Left, Angle::from_degrees(30), Um::ZERO)));
    let (a, b) = (apart.world().anchor(scene.id("A")), apart.world().anchor(scene.id("B")));
    assert_eq!(a.facing, b.facing);
    // The left corner of A is the pivot and stays; B's left corner was 120 mm from it and still is.
    assert_eq!(a.at, Point::from_mm(760, 300));
    assert!((a.at.distance(b.at) - mm(120)).abs() <= Um::new(2));
}

/// A lone commander in the way joins troops of his player's choice, or is lost.
#[test]
fn reading_move_098() {
    proves!("FOGR-MOVE-098");
    let scene = scene()
        .red(group("A", &[horse(4)]).at(900, 300, 0, 2))
        .blue(group("E", &[horse(4)]).at(900, 460, 180, 2))
        .lone_commander(Side::Blue, CommanderLevel::Field, 900, 380);
    let mut play = moved(&scene, "A", ahead(100));
    assert_eq!(play.asked().0, Side::Blue);
    assert_eq!(play.refused(Decision::Join(scene.id("A"))).rule, rule!("FOGR-MOVE-098"));
    play.choose(Decision::Join(scene.id("E")));
    assert_eq!(play.world().commanders[0].with(), Some(scene.id("E")));
}
