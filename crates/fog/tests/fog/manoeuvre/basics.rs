//! Basics on the table: contact, scale, turns that keep the front rank, portable defences, works, commanders.

use crate::battle_common::*;
use crate::manoeuvre::{ahead, at_moves, front, mm, moved, red, refused};
use caracole_fog::army::CommanderLevel;
use caracole_fog::battle::impact::intercept::depth_of_zone;
use caracole_fog::battle::manoeuvre::{Action, Decision, Order, Request};
use caracole_fog::battle::position::{contact, disorder};
use caracole_fog::battle::world::PortableDefences;
use caracole_fog::field::{Figures, Scale, TerrainKind};
use caracole_fog::troops::{Capability, Disorder, TroopType};
use caracole_kernel::Side;
use caracole_ledger::{proves, rule};
use caracole_plane::{Angle, Base, BaseRect, Fit, Hand, Point, Pose};

fn base(x: i32, y: i32, degrees: i32) -> BaseRect {
    Base::new(Pose::new(Point::from_mm(x, y), Angle::from_degrees(degrees)), mm(40), mm(20)).rect()
}

#[test]
fn edges_and_corners_in_contact() {
    proves!("FOGR-BASICS-007", "FOGR-GLOSSARY-027", "FOGR-BASICS-005");
    let one = base(900, 300, 0);
    let with = |other: BaseRect| one.contact(&other);
    let fit = |other: BaseRect| with(other).and_then(caracole_plane::Contact::edges).map(|e| e.fit);
    // Front against front, corners meeting: aligned. Half a base aside: edges in part. A whole base: corners only.
    assert_eq!(fit(base(900, 300, 180)), Some(Fit::Aligned));
    assert!(fit(base(920, 300, 180)).is_some_and(|f| f != Fit::Aligned));
    assert_eq!(fit(base(940, 300, 180)), None);
    assert!(with(base(940, 300, 180)).is_some_and(|c| !contact::is_fighting_contact(c)));
    // Side by side: side edges aligned and both face one way.
    assert_eq!(fit(base(940, 300, 0)), Some(Fit::Aligned));
    assert!(one.faces_as(&base(940, 300, 0)));
    assert!(with(base(941, 301, 0)).is_none());
}

#[test]
fn distances_are_the_same_for_figures_of_any_size() {
    proves!("FOGR-SCALE-002", "FOGR-SCALE-008");
    let small = Scale::default();
    let large = Scale { figures: Figures::TwentyEight, ..small };
    assert_eq!(small.mu(6), large.mu(6));
    assert!(large.base_width() > small.base_width());
    // A commander's base is at most 40 mm square, 60 mm for large figures.
    assert!(small.commander().0 <= mm(40) && small.commander().1 <= mm(40));
    assert!(large.commander().0 <= mm(60) && large.commander().1 <= mm(60));
}

#[test]
fn where_no_piece_lies_the_table_is_open() {
    proves!("FOGR-TERRAIN-001");
    let scene = scene().red(group("A", &[pike(4)]).at(900, 300, 0, 2)).terrain(
        TerrainKind::Forest,
        (100, 100),
        (300, 300),
    );
    assert_eq!(disorder::worst(&scene.world(), scene.id("A")), Disorder::None);
    moved(&scene, "A", ahead(75));
}

#[test]
fn the_zone_of_interception_is_2_mu_for_foot_and_4_for_mounted_and_elephants() {
    proves!("FOGR-GLOSSARY-046");
    let depth = |who: Who| {
        let scene = scene().red(who.at(900, 300, 0, 2));
        depth_of_zone(&scene.world(), scene.id("A"))
    };
    assert_eq!(depth(group("A", &[pike(4)])), mm(50));
    assert_eq!(depth(group("A", &[horse(4)])), mm(100));
    assert_eq!(depth(group("A", &[bases(2, TroopType::Elephants, None, &[])])), mm(100));
}

#[test]
fn turns_keep_the_type_of_the_front_rank() {
    proves!("FOGR-MOVE-058");
    // One pike behind five shot: the front rank is all shot, before and after a turn about and a turn to the flank.
    let scene = scene().red(group("A", &[pike(1), shot(5)]).at(900, 300, 0, 3));
    let a = scene.id("A");
    let turns = [
        Action::TurnAbout { with: None, and_back: false },
        Action::TurnToFlank { hand: Hand::Right, files: None, with: None },
    ];
    for turn in turns {
        let play = moved(&scene, "A", turn);
        let world = play.world();
        let front: Vec<bool> = world
            .bases_of(a)
            .iter()
            .filter(|b| b.at.rank == 0)
            .map(|b| b.profile.has(Capability::Pike))
            .collect();
        assert!(!front.is_empty() && !front.contains(&true));
    }
}

#[test]
fn portable_defences_are_picked_up_far_from_the_enemy_only() {
    proves!("FOGR-SPECIAL-029", "FOGR-SPECIAL-031");
    let at = |enemy: i32| {
        let scene = scene()
            .red(group("A", &[pike(2), shot(4)]).at(900, 300, 0, 3).portable_defences())
            .blue(group("E", &[horse(4)]).at(900, enemy, 180, 2));
        let mut world = scene.world();
        let a = scene.id("A");
        world[a].portable = PortableDefences::Placed;
        let go = |action| red(&world, &Request::Move, &Decision::Move { group: a, action });
        assert!(go(Action::PlaceDefences).is_err(), "there is one set only");
        go(Action::PickUpDefences)
    };
    // 6 MU are 150 mm.
    assert_eq!(at(450).unwrap_err().rule, rule!("FOGR-SPECIAL-029"));
    let Ok(Order::Move(plan)) = at(452) else { panic!("refused") };
    assert!(plan.needs_test, "it is a complex move");
    // It comes up level with where their front edge was, 15 mm on.
    let fronts: Vec<_> =
        plan.end.bases.iter().filter(|b| b.at.rank == 0).map(|b| b.base.front.at.y).collect();
    assert!(fronts.iter().all(|y| *y == mm(315)), "{fronts:?}");
}

#[test]
fn defenders_of_works_do_not_conform_to_those_who_attack_over_them() {
    proves!("FOGR-SPECIAL-019", "FOGR-MANOEUVRE-019");
    // Pike attack over works, 15 mm off the files of the shot behind them.
    let behind = |works: bool| {
        let mut scene = scene().red(group("A", &[shot(4)]).at(900, 300, 0, 2));
        let enemy = if works { 315 } else { 300 };
        scene = scene.blue(group("E", &[pike(4)]).at(915, enemy, 180, 2));
        if works {
            scene = scene.works(Side::Red, 880, 315, 0).works(Side::Red, 920, 315, 0);
        }
        front(at_moves(&scene).world(), &scene, "A")
    };
    assert_eq!(behind(false), Point::from_mm(915, 300), "without works they line up");
    assert_eq!(behind(true), Point::from_mm(900, 300));
}

#[test]
fn commanders_frighten_no_horses() {
    proves!("FOGR-SPECIAL-006");
    // A commander with elephants, himself nearer than a base width to horse; the elephants are further off.
    let scene = scene()
        .red(group("A", &[horse(4)]).at(900, 300, 0, 2))
        .red(group("N", &[bases(2, TroopType::Elephants, None, &[])]).at(900, 200, 0, 2))
        .lone_commander(Side::Red, CommanderLevel::Troop, 980, 300);
    assert_eq!(disorder::worst(&scene.world(), scene.id("A")), Disorder::None);
    assert!(refused(&scene, "A", ahead(126)).rule == rule!("FOGR-MOVE-005"));
}
