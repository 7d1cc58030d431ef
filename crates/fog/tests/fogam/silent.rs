//! Rules of the Renaissance book that would bite on things which both books have: none of them does here. The list is
//! that of the design's map, each line with the tests that show it.

use crate::battle_common::impact::{asked, charge, choose, declared, end};
use crate::battle_common::*;
use caracole_fog::RollPurpose;
use caracole_fog::ancients::Ancients;
use caracole_fog::battle::customs::{BreaksOff, Charging, Flight};
use caracole_fog::battle::impact::{Decision as Impact, Request as Asked};
use caracole_fog::battle::manoeuvre::{Action, Movers, keeps_clear_of_enemy};
use caracole_fog::battle::outcome::Event;
use caracole_fog::battle::position::{kinds, support};
use caracole_fog::battle::world::Posture;
use caracole_fog::battle::{Phase, World};
use caracole_fog::combat::TestPurpose;
use caracole_fog::troops::{Cohesion, TroopType};
use caracole_kernel::{Awaiting, Side};
use caracole_plane::{Angle, Hand, Path};

/// What the other book would do, and the tests that show that nothing of the kind happens: file and name. Lines without a
/// test belong to the set-up, or are kept by a reading.
const LINES: &[(&str, &[&str])] = &[
    (
        "halting and charging from 1 MU before works",
        &[
            "impact/declaring.rs works_are_charged_over_from_anywhere",
            "manoeuvre/passing.rs undefended_works_hinder_nobody_and_held_ones_are_the_enemys_front",
        ],
    ),
    (
        "tests of foot to charge mounted or with a threatened flank",
        &["silent.rs foot_charge_mounted_without_a_test"],
    ),
    ("foot that never intercept mounted", &["impact/intercepting.rs who_intercepts_whom"]),
    ("tests of light troops to stand", &["silent.rs light_troops_stand_before_light_troops_without_a_test"]),
    (
        "evaders turning along a table edge",
        &["impact/evading.rs evaders_never_run_along_the_edge_of_the_table"],
    ),
    (
        "distance for columns and roads",
        &["manoeuvre/advance.rs columns_on_a_road_wheel_freely_and_go_no_further"],
    ),
    ("third moves", &["silent.rs nobody_moves_a_third_time"]),
    (
        "shifts and the held second rank when feeding a melee",
        &["silent.rs bases_are_not_fed_by_a_shift_nor_held_in_the_second_rank"],
    ),
    (
        "guns choosing targets freely, over light foot or enemy guns",
        &[
            "shooting/targets.rs guns_take_the_nearest_and_at_long_range_their_player_decides_whether",
            "shooting/sight.rs artillery_on_higher_ground_shoots_over_light_foot_wherever_they_stand",
        ],
    ),
    ("mounted on a flank as a threat", &["impact/flanks.rs threatened_flanks"]),
    ("pursuit out of contact", &["outcome/pursuits.rs nobody_goes_on_without_contact"]),
    (
        "foot breaking off, disrupted mounted not",
        &["joint/leaving.rs who_never_breaks_off", "silent.rs disrupted_mounted_break_off_like_others"],
    ),
    ("places closed near the side edges", &[]),
    (
        "fragmented troops that test to move",
        &["manoeuvre/advance.rs fragmented_troops_go_one_mu_less_and_need_no_test"],
    ),
    (
        "guns captured on contact, without dice, fought over by supporters",
        &[
            "melee/mod.rs guns_fight_and_are_not_captured",
            "outcome/routs.rs artillery_is_destroyed_when_it_breaks_and_nobody_pursues",
        ],
    ),
    (
        "losses in proportion and by kind",
        &[
            "outcome/sequence.rs any_base_that_faces_the_enemy_or_the_nearest_or_the_furthest_is_lost_whatever_its_kind",
        ],
    ),
    (
        "autobroken groups that stay while pursued",
        &["silent.rs those_broken_for_their_losses_go_even_while_pursued"],
    ),
    (
        "breaking off as a choice, staying without a price",
        &[
            "joint/leaving.rs mounted_break_off_from_steady_foot_without_being_asked",
            "joint/leaving.rs those_who_cannot_break_off_drop_a_level_and_stay",
        ],
    ),
    (
        "fragmented troops that cease to be shock troops",
        &["silent.rs fragmented_shock_troops_are_still_shock_troops"],
    ),
    (
        "an overlapping file contributes one base",
        &["silent.rs an_overlapping_file_fights_with_all_its_ranks"],
    ),
    ("rearranging bases as a move", &["silent.rs bases_are_not_rearranged_by_a_move"]),
    ("files astride a road are in the open", &["silent.rs a_road_serves_columns_only"]),
    (
        "-1 to tests to stop pursuing or looting, or to halt",
        &["silent.rs tests_to_stop_have_no_modifier_of_their_own"],
    ),
    (
        "no pivot behind works, supporters shifting with their guns",
        &["silent.rs guns_pivot_behind_works_and_alone"],
    ),
    (
        "guns and wagons out of every line, light foot out of those of mounted",
        &["manoeuvre/lines.rs who_goes_with_whom"],
    ),
    ("mounted ignore enemies in square", &["silent.rs mounted_do_not_ignore_an_orb"]),
    (
        "a second-rank base fights to the flank",
        &["impact/flanks.rs it_drops_the_target_a_level_and_only_bases_touched_turn"],
    ),
    (
        "all evades ordered and fixed before the first die",
        &["impact/evading.rs each_evade_is_made_before_the_next_is_chosen"],
    ),
    (
        "no charge on routers by those who chase them out of contact",
        &["silent.rs those_who_lost_contact_charge_routers_again"],
    ),
    (
        "mounted and elephants never defend works, defenders never intercept",
        &[
            "outcome/support.rs works_are_held_by_front_or_side_and_by_mounted_too",
            "silent.rs defenders_of_works_intercept",
        ],
    ),
    (
        "guns never support, overlapping groups do",
        &[
            "silent.rs guns_give_rear_support",
            "outcome/support.rs no_support_past_enemies_nor_from_a_fight_and_none_for_wagons",
        ],
    ),
    (
        "everybody shoots at long range",
        &["shooting/targets.rs guns_take_the_nearest_and_at_long_range_their_player_decides_whether"],
    ),
    (
        "foot 10 MU out man works in their first turn",
        &["manoeuvre/table.rs moves_that_this_book_does_not_have"],
    ),
    ("shooters of mixed foot detached before deployment", &[]),
    ("camps shut in, works off the side edges, wagons and guns never in ambush", &[]),
    ("chargers make room for bases that turn: kept by a reading", &[]),
];

#[test]
fn every_line_of_the_list_names_tests_that_exist() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fogam");
    for (line, tests) in LINES {
        for test in *tests {
            let (file, name) = test.split_once(' ').expect("file and name");
            let text = std::fs::read_to_string(folder.join(file)).unwrap_or_default();
            assert!(text.contains(&format!("fn {name}()")), "{line}: {file} has no test {name}");
        }
    }
}

#[test]
fn foot_charge_mounted_without_a_test() {
    // In the open, with the edge of the table 20 mm from their left flank.
    for x in [900, 60] {
        let mut play = ancient_scene()
            .red(group("Foot", &[legionaries(4)]).at(x, 600, 0, 2))
            .blue(group("Horse", &[cavalrymen(4)]).at(x, 660, 180, 2))
            .begin();
        assert_eq!(declared(&charge(&mut play, "Foot", None, &["Horse"])).1, [], "{x}");
    }
}

#[test]
fn light_troops_stand_before_light_troops_without_a_test() {
    let mut play = ancient_scene()
        .red(group("Own", &[numidians(4)]).at(900, 600, 0, 2))
        .blue(group("Light", &[numidians(4)]).at(900, 700, 180, 2))
        .begin();
    charge(&mut play, "Own", None, &["Light"]);
    end(&mut play);
    assert!(matches!(asked(&play), Some(Asked::EvadeOrStand { .. })));
    let group = play.id("Light");
    choose(&mut play, Impact::Stand { group });
    let tests = matches!(play.battle.awaiting(), Awaiting::Dice(roll) if roll.purpose == RollPurpose::ComplexMoveTest);
    assert!(!tests, "{}", steps::tale(&play));
}

#[test]
fn nobody_moves_a_third_time() {
    let world = ancient_scene().world();
    for movers in [Movers::Riders, Movers::WithFoot] {
        assert_eq!(world.book.most_moves(movers), 2);
    }
}

#[test]
fn bases_are_not_fed_by_a_shift_nor_held_in_the_second_rank() {
    use caracole_fog::battle::manoeuvre::Feeding;
    let scene = ancient_scene().red(group("A", &[militia(4)]).at(500, 300, 0, 2));
    let world = scene.world();
    assert!(world.book.feeds(&world, scene.id("A"), &Feeding::Shift { hand: Hand::Left }).is_err());
    assert!(!world.book.holds_second_rank());
}

#[test]
fn disrupted_mounted_break_off_like_others() {
    for cohesion in [Cohesion::Steady, Cohesion::Disrupted, Cohesion::Fragmented] {
        let scene = ancient_scene()
            .red(group("K", &[knights(4)]).at(500, 500, 0, 2).cohesion(cohesion))
            .blue(group("S", &[militia(8)]).at(500, 500, 180, 4));
        let world = scene.world();
        assert_eq!(world.book.breaks_off(&world, scene.id("K")), BreaksOff::Must, "{cohesion:?}");
    }
}

#[test]
fn those_broken_for_their_losses_go_even_while_pursued() {
    let scene = ancient_scene()
        .red(group("A", &[militia(4)]).at(500, 300, 0, 2))
        .blue(group("R", &[militia(8)]).drilled().at(500, 340, 0, 2).lost(4).cohesion(Cohesion::Broken));
    let mut world = scene.world();
    let r = scene.id("R");
    world[scene.id("A")].pursuing.push(r);
    assert!(world.book.is_removed(&world, r));
}

#[test]
fn fragmented_shock_troops_are_still_shock_troops() {
    let scene =
        ancient_scene().red(group("A", &[legionaries(4)]).at(500, 300, 0, 2).cohesion(Cohesion::Fragmented));
    assert!(kinds::is_shock(&scene.world(), scene.id("A")));
}

#[test]
fn an_overlapping_file_fights_with_all_its_ranks() {
    // Two files of four overlap, at either end: two ranks of each give dice as the others do.
    let mut play = ancient_scene()
        .red(group("A", &[militia(8)]).at(500, 300, 0, 4))
        .blue(group("B", &[militia(4)]).at(500, 300, 180, 2))
        .play();
    steps::pass_to(&mut play, Phase::Melee);
    steps::pass_all(&mut play);
    let a = play.id("A");
    let told = steps::told(&play.events);
    let dice = told.iter().find_map(|e| match e {
        Event::Dice { dice } => dice.iter().find(|d| d.by == Some(a)).map(|d| d.dice.total()),
        _ => None,
    });
    assert_eq!(dice, Some(8), "{}", steps::tale(&play));
}

#[test]
fn bases_are_not_rearranged_by_a_move() {
    // The same four bases in two files: nothing is expanded, contracted or turned.
    let scene = ancient_scene().red(group("A", &[militia(4)]).at(500, 300, 0, 2));
    let world = scene.world();
    let formation = world.formation(scene.id("A")).clone();
    assert!(
        world.book.has_move(&Action::ChangeFormation { turn: None, formation: Some(formation) }).is_err()
    );
}

#[test]
fn a_road_serves_columns_only() {
    let world = ancient_scene().world();
    assert!(world.book.road_serves(1));
    assert!(!world.book.road_serves(2) && !world.book.road_serves(4));
}

#[test]
fn tests_to_stop_have_no_modifier_of_their_own() {
    let scene = ancient_scene().red(group("A", &[militia(4)]).at(500, 300, 0, 2));
    let world = scene.world();
    for purpose in [
        TestPurpose::StopPursuing,
        TestPurpose::StopLooting,
        TestPurpose::HaltBeforeFreshEnemy,
        TestPurpose::Move,
    ] {
        let test = world.book.move_test(&world, &[scene.id("A")], purpose);
        assert_eq!(test.modifiers.total(), 0, "{purpose:?}");
    }
}

#[test]
fn guns_pivot_behind_works_and_alone() {
    use caracole_fog::battle::manoeuvre::{Decision, Request, look};
    let scene = ancient_scene()
        .works(Side::Red, 900, 305, 0)
        .red(group("G", &[engines(1, TroopType::HeavyArtillery)]).at(900, 300, 0, 1));
    let pivot = |with_supporters| Decision::Move {
        group: scene.id("G"),
        action: Action::Pivot { hand: Hand::Left, by: Angle::from_degrees(5), with_supporters },
    };
    let allowed = |decision: Decision| look(&scene.world(), Side::Red, &Request::Move, &decision).is_ok();
    assert!(allowed(pivot(false)));
    assert!(!allowed(pivot(true)));
}

/// Whether knights 4 MU from this enemy keep clear of it: 5 MU are wanted.
fn is_clear(posture: Posture) -> bool {
    let scene = ancient_scene()
        .red(group("K", &[knights(4)]).at(500, 300, 0, 2))
        .blue(group("O", &[spearmen(4)]).at(500, 400, 180, 2));
    let mut world: World = scene.world();
    world[scene.id("O")].posture = posture;
    let path = Path::from(world.body(scene.id("K")));
    keeps_clear_of_enemy(&world, scene.id("K"), &path).is_ok()
}

#[test]
fn mounted_do_not_ignore_an_orb() {
    assert!(!is_clear(Posture::Normal));
    assert!(!is_clear(Posture::Square));
}

#[test]
fn those_who_lost_contact_charge_routers_again() {
    // They pursued until now; nobody touches the routers.
    let scene = ancient_scene()
        .red(group("A", &[cavalrymen(4)]).at(500, 300, 0, 2))
        .blue(group("R", &[militia(4)]).at(500, 380, 0, 2).cohesion(Cohesion::Broken));
    let world = scene.world();
    assert!(Ancients.bars_to_charging(&world, scene.id("A")).is_ok());
    assert!(!Ancients.goes_on_without_contact(&world, scene.id("A")));
    let mut play = scene.begin();
    charge(&mut play, "A", None, &["R"]);
}

#[test]
fn defenders_of_works_intercept() {
    let scene = ancient_scene()
        .red(group("Chargers", &[militia(4)]).at(900, 600, 0, 2))
        .works(Side::Blue, 970, 640, 270)
        .blue(group("Guard", &[militia(4)]).at(975, 640, 270, 2));
    let world = scene.world();
    assert!(world.book.intercepts(&world, scene.id("Guard"), scene.id("Chargers")));
}

#[test]
fn guns_give_rear_support() {
    let scene = ancient_scene()
        .red(group("Line", &[militia(4)]).at(500, 500, 0, 2))
        .red(group("Guns", &[engines(2, TroopType::LightArtillery)]).at(500, 420, 0, 2));
    assert_eq!(support::bases_behind(&scene.world(), scene.id("Line")), (2, 2));
}
