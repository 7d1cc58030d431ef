//! Restricted areas.

use super::{after, ahead, at_moves, mm, plan, planned, refused, wheel};
use crate::battle_common::*;
use caracole_fog::ancients::Ancients;
use caracole_fog::battle::Decision as Whole;
use caracole_fog::battle::impact::Decision as Impact;
use caracole_fog::battle::manoeuvre::{Action, Decision};
use caracole_fog::battle::position::restricted;
use caracole_fog::field::TerrainKind;
use caracole_fog::troops::{Capability, Cohesion, TroopType};
use caracole_kernel::Side;
use caracole_ledger::{proves, rule};
use caracole_plane::{Hand, Um};

const ABOUT: Action = Action::TurnAbout { with: None, and_back: false };

/// Red cavalry facing north, an enemy before them with so many millimetres between.
fn before(enemy: Who, gap: i32) -> Scene<Ancients> {
    ancient_scene().red(group("A", &[cavalrymen(6)]).drilled().at(900, 300, 0, 3)).blue(enemy.at(
        900,
        300 + gap,
        180,
        3,
    ))
}

fn foot() -> Who {
    group("E", &[militia(6)])
}

#[test]
fn within_two_mu_they_go_straight_on_wheel_parallel_stay_or_leave() {
    proves!(
        "FOGAM-MANOEUVRE-033",
        "FOGAM-MANOEUVRE-034",
        "FOGAM-MANOEUVRE-035",
        "FOGAM-MANOEUVRE-036",
        "FOGAM-MANOEUVRE-037"
    );
    let scene = before(foot(), 50);
    planned(&scene, "A", ahead(30));
    let off = refused(&scene, "A", wheel(Hand::Left, 10, 0));
    assert_eq!(off.rule, rule!("FOGAM-MANOEUVRE-033"));
    // At 51 mm they are free.
    planned(&before(foot(), 51), "A", wheel(Hand::Left, 10, 0));
    // In place they turn and expand.
    planned(&scene, "A", ABOUT);
    planned(&scene, "A", Action::Expand { left: 0, right: 1, formation: None, then: None });
    // Out of line they wheel until they are parallel, and then go on.
    let askew = ancient_scene()
        .red(group("A", &[cavalrymen(6)]).at(900, 300, 10, 3))
        .blue(foot().at(900, 340, 180, 3));
    planned(&askew, "A", wheel(Hand::Left, 10, 5));
    planned(&askew, "A", wheel(Hand::Left, 5, 0));
    assert_eq!(refused(&askew, "A", wheel(Hand::Left, 5, 3)).rule, rule!("FOGAM-MANOEUVRE-033"));
    // Foot that turn about and skirmishers that retire get further away, the enemy's front behind them still.
    let light =
        ancient_scene().red(group("A", &[velites(6)]).at(900, 300, 0, 3)).blue(foot().at(900, 340, 180, 3));
    planned(&light, "A", Action::TurnAbout { with: after(60), and_back: false });
}

#[test]
fn who_exerts_none_and_who_ignores_it() {
    proves!("FOGAM-MANOEUVRE-042", "FOGAM-MANOEUVRE-043");
    let off = || wheel(Hand::Left, 10, 0);
    let wagons = bases(2, TroopType::BattleWagons, None, &[Capability::Bow]);
    for enemy in [
        group("E", &[velites(6)]),
        group("E", &[engines(2, TroopType::HeavyArtillery)]),
        group("E", &[wagons]),
    ] {
        let scene = ancient_scene()
            .red(group("A", &[cavalrymen(6)]).drilled().at(900, 300, 0, 3))
            .blue(enemy.at(900, 350, 180, 2));
        planned(&scene, "A", off());
    }
    // Skirmishers pin skirmishers.
    let light = ancient_scene()
        .red(group("A", &[velites(6)]).at(900, 300, 0, 3))
        .blue(group("E", &[velites(6)]).at(900, 350, 180, 3));
    assert_eq!(refused(&light, "A", off()).rule, rule!("FOGAM-MANOEUVRE-033"));
}

#[test]
fn bases_in_front_edge_contact_pin_nobody_and_overlaps_do() {
    proves!("FOGAM-MANOEUVRE-044");
    // E is four bases wide, 820 to 980; red F fights its left two, from 900 to 980. Red L stands before the others.
    let scene = ancient_scene()
        .red(group("F", &[militia(4)]).at(940, 300, 0, 2))
        .red(group("L", &[cavalrymen(4)]).drilled().at(840, 260, 0, 2))
        .red(group("R", &[cavalrymen(2)]).drilled().at(960, 260, 0, 1))
        .blue(group("E", &[militia(8)]).at(900, 300, 180, 4));
    let (world, e) = (scene.world(), scene.id("E"));
    let areas = world.book.restricted_areas(&world, e);
    assert_eq!(areas.len(), 2);
    assert_eq!(restricted::pinned_by(&world, scene.id("L")).as_slice(), [e]);
    // R stands behind F, where E's bases have their hands full.
    assert!(restricted::pinned_by(&world, scene.id("R")).is_empty());
}

#[test]
fn friends_works_and_passable_ground_do_not_block_it() {
    proves!("FOGAM-MANOEUVRE-045");
    let pinned = |scene: &Scene<Ancients>| !restricted::pinned_by(&scene.world(), scene.id("A")).is_empty();
    let scene = || before(foot(), 45);
    assert!(pinned(&scene().terrain(TerrainKind::Forest, (700, 305), (1100, 340))));
    assert!(pinned(&scene().works(Side::Red, 900, 325, 0)));
    assert!(!pinned(&scene().terrain(TerrainKind::Impassable, (700, 305), (1100, 340))));
}

#[test]
fn straight_back_or_on_even_if_not_before_him_any_more() {
    proves!("FOGAM-MANOEUVRE-039");
    // Turned 90 degrees away from him, at the edge of his front: straight back leads out of it.
    let scene = ancient_scene()
        .red(group("A", &[numidians(2)]).at(955, 300, 270, 2))
        .blue(foot().at(900, 350, 180, 3));
    let (world, a) = (scene.world(), scene.id("A"));
    assert!(!restricted::pinned_by(&world, a).is_empty());
    let back = planned(&scene, "A", Action::TurnAbout { with: after(120), and_back: false });
    let gone = world.supposing(|w| back.end.carry_out(w));
    assert!(restricted::pinned_by(&gone, a).is_empty());
    // Enemy behind: straight on, out of his front.
    let behind = ancient_scene()
        .red(group("A", &[cavalrymen(4)]).at(960, 400, 90, 2))
        .blue(group("E", &[militia(6)]).at(900, 340, 0, 3));
    assert!(!restricted::pinned_by(&behind.world(), behind.id("A")).is_empty());
    planned(&behind, "A", ahead(125));
}

#[test]
fn files_outside_every_restricted_area_may_be_given_up() {
    proves!("FOGAM-MANOEUVRE-041");
    // A stands from 840 to 960, E before its right half from 910 on.
    let scene = ancient_scene()
        .red(group("A", &[cavalrymen(6)]).drilled().at(900, 300, 0, 3))
        .blue(group("E", &[militia(6)]).at(970, 340, 180, 3));
    let contract = |left, right| Action::Contract { left, right, formation: None, with: None };
    planned(&scene, "A", contract(1, 0));
    assert_eq!(refused(&scene, "A", contract(0, 1)).rule, rule!("FOGAM-MANOEUVRE-041"));
    // Getting narrower by a turn is no contraction.
    planned(&scene, "A", Action::TurnToFlank { hand: Hand::Left, files: None, with: None });
}

#[test]
fn pinned_by_two_they_answer_one() {
    proves!("FOGAM-MANOEUVRE-040");
    // E ahead, F to the left rear faces their flank. Straight on towards E is allowed whatever F thinks.
    let scene = ancient_scene()
        .red(group("A", &[cavalrymen(6)]).drilled().at(900, 300, 0, 3))
        .blue(foot().at(900, 345, 180, 3))
        .blue(group("F", &[militia(6)]).at(800, 270, 90, 3));
    let world = scene.world();
    assert_eq!(restricted::pinned_by(&world, scene.id("A")).len(), 2);
    planned(&scene, "A", ahead(20));
    assert!(plan(&world, scene.id("A"), wheel(Hand::Right, 30, 0)).is_err());
}

#[test]
fn a_move_into_overlap_heeds_no_restricted_area() {
    proves!("FOGAM-MANOEUVRE-038", "FOGAM-MANOEUVRE-057");
    // C fights E. U is pinned by P, which faces it, and still comes up beside C, a shift included.
    let scene = ancient_scene()
        .red(group("C", &[militia(4)]).at(900, 300, 0, 2))
        .red(group("U", &[militia(4)]).drilled().at(985, 260, 0, 2))
        .blue(group("E", &[militia(4)]).at(900, 300, 180, 2))
        .blue(group("P", &[militia(4)]).at(1000, 305, 180, 2));
    let world = scene.world();
    assert!(restricted::pinned_by(&world, scene.id("U")).contains(&scene.id("P")));
    let mut play = at_moves(&scene);
    play.choose(Decision::Move { group: scene.id("U"), action: super::shifted(40, Hand::Left, mm(5)) });
    assert_eq!(super::front(play.world(), &scene, "U").y, mm(300));
    assert_eq!(
        refused(&scene, "U", super::shifted(20, Hand::Left, Um::from_mm(5))).rule,
        rule!("FOGAM-MOVE-060")
    );
}

#[test]
fn it_does_not_hinder_charges() {
    proves!("FOGAM-MANOEUVRE-046");
    // Pinned from the side only; 60 mm ahead another enemy, whom it may charge but not approach by a normal move.
    let scene = ancient_scene()
        .red(group("A", &[cavalrymen(4)]).at(900, 300, 0, 2))
        .blue(group("E", &[cavalrymen(4)]).at(900, 360, 180, 2))
        .blue(group("beside", &[cavalrymen(4)]).at(975, 285, 270, 2));
    let begun = scene.begin();
    let charge = Impact::Charge { group: scene.id("A"), wheel: None, targets: vec![scene.id("E")] };
    let declared = begun.battle.plan(Side::Red, &Whole::Impact(charge));
    assert!(declared.is_ok(), "{:?}", declared.err());
    assert_eq!(refused(&scene, "A", ahead(20)).rule, rule!("FOGAM-MANOEUVRE-033"));
}

/// Broken troops exert no restricted area.
#[test]
fn reading_manoeuvre_044() {
    proves!("FOGAM-MANOEUVRE-044");
    let scene = |cohesion: Cohesion| {
        ancient_scene()
            .red(group("A", &[cavalrymen(6)]).drilled().at(900, 300, 0, 3))
            .blue(group("E", &[militia(6)]).at(900, 350, 180, 3).cohesion(cohesion))
    };
    let off = || wheel(Hand::Left, 10, 0);
    assert_eq!(refused(&scene(Cohesion::Fragmented), "A", off()).rule, rule!("FOGAM-MANOEUVRE-033"));
    planned(&scene(Cohesion::Broken), "A", off());
}
