//! Orb, stakes, heavy guns.

use super::{ahead, moved, plan, planned, refused};
use crate::battle_common::*;
use caracole_fog::army::BaseCount;
use caracole_fog::battle::manoeuvre::{Action, Decision, Difficulty};
use caracole_fog::battle::position::restricted;
use caracole_fog::battle::world::{PortableDefences, Posture};
use caracole_fog::formation::Facing;
use caracole_fog::troops::TroopType;
use caracole_kernel::Awaiting;
use caracole_ledger::{proves, rule};
use caracole_plane::{Angle, Edge, Hand, Point, Um};

/// Foot of this kind with an enemy so far from them.
fn threatened(who: BaseCount, files: u8, gap: i32) -> Scene<caracole_fog::ancients::Ancients> {
    ancient_scene().red(group("A", &[who]).at(900, 300, 0, files)).blue(group("E", &[cavalrymen(4)]).at(
        900,
        300 + gap,
        180,
        2,
    ))
}

#[test]
fn an_orb_has_two_files_half_its_ranks_turned() {
    proves!("FOGAM-SPECIAL-029", "FOGAM-SPECIAL-030", "FOGAM-SPECIAL-031", "FOGAM-BG-013");
    let scene = threatened(phalangites(8), 4, 150);
    let a = scene.id("A");
    let mut play = moved(&scene, "A", Action::FormSquare);
    // Undrilled: 8 passes.
    assert!(matches!(play.battle.awaiting(), Awaiting::Dice(_)));
    play.dice(&[4, 4]);
    let world = play.world();
    assert_eq!(world[a].posture, Posture::Square);
    assert_eq!(world.formation(a).width(), 2);
    let turned = world.bases_of(a).iter().filter(|b| b.facing == Facing::Rear).count();
    assert_eq!(turned, 4);
    // The middle of its front rank is where it was: two files from 860.
    assert_eq!(world.anchor(a).at, Point::from_mm(860, 300));
    // It is a full move; and it exerts no restricted area.
    assert_eq!(play.refused(Decision::Move { group: a, action: ahead(1) }).rule, rule!("FOGAM-MOVE-003"));
    assert!(restricted::area(world, a).is_none());
    let failed = {
        let mut play = moved(&scene, "A", Action::FormSquare);
        play.dice(&[3, 4]);
        play
    };
    assert_eq!(failed.world()[a].posture, Posture::Normal);
    // Not without enemy within 6 MU, wider than 4 files, of fewer than 4 bases or of other troops.
    planned(&threatened(spearmen(8), 4, 150), "A", Action::FormSquare);
    assert_eq!(
        refused(&threatened(phalangites(8), 4, 151), "A", Action::FormSquare).rule,
        rule!("FOGAM-SPECIAL-031")
    );
    assert_eq!(
        refused(&threatened(phalangites(10), 5, 100), "A", Action::FormSquare).rule,
        rule!("FOGAM-SPECIAL-029")
    );
    assert_eq!(
        refused(&threatened(phalangites(2), 2, 100), "A", Action::FormSquare).rule,
        rule!("FOGAM-SPECIAL-029")
    );
    assert_eq!(
        refused(&threatened(legionaries(8), 4, 100), "A", Action::FormSquare).rule,
        rule!("FOGAM-SPECIAL-029")
    );
    // Nor in close combat.
    assert!(plan(&threatened(phalangites(8), 4, 0).world(), a, Action::FormSquare).is_err());
}

#[test]
fn an_orb_moves_a_little_to_front_or_rear_and_opens_to_any_edge() {
    proves!("FOGAM-SPECIAL-031", "FOGAM-SPECIAL-032");
    let in_orb = |gap: i32| {
        let scene = threatened(phalangites(8), 4, gap);
        let a = scene.id("A");
        let formed = planned(&scene, "A", Action::FormSquare);
        let mut world = scene.world().supposing(|w| formed.end.carry_out(w));
        world[a].phase = Default::default();
        (world, a)
    };
    let (world, a) = in_orb(150);
    let shuffle = |over, n| Action::MoveSquare { over, distance: super::mm(n) };
    assert_eq!(plan(&world, a, shuffle(Edge::Front, 25)).unwrap().difficulty, Difficulty::Simple);
    assert!(plan(&world, a, shuffle(Edge::Rear, 25)).is_ok());
    assert_eq!(plan(&world, a, shuffle(Edge::Front, 26)).unwrap_err().rule, rule!("FOGAM-SPECIAL-032"));
    assert_eq!(plan(&world, a, shuffle(Edge::Left, 10)).unwrap_err().rule, rule!("FOGAM-SPECIAL-032"));
    assert_eq!(plan(&world, a, ahead(10)).unwrap_err().rule, rule!("FOGAM-SPECIAL-032"));
    // Not in the restricted area of battle troops.
    let (pinned, b) = in_orb(50);
    assert_eq!(plan(&pinned, b, shuffle(Edge::Rear, 10)).unwrap_err().rule, rule!("FOGAM-SPECIAL-032"));
    // It opens after a test, in two files to its front or rear, as by a turn to a flank.
    let leave = |front, files| Action::LeaveSquare { front, files };
    let open = plan(&world, a, leave(Edge::Front, 2)).unwrap();
    assert!(open.needs_test);
    let opened = world.supposing(|w| open.end.carry_out(w));
    assert_eq!((opened[a].posture, opened.anchor(a).at), (Posture::Normal, Point::from_mm(860, 300)));
    assert!(opened.bases_of(a).iter().all(|b| b.facing == Facing::Front));
    assert_eq!(plan(&world, a, leave(Edge::Front, 3)).unwrap_err().rule, rule!("FOGAM-SPECIAL-031"));
    let back = plan(&world, a, leave(Edge::Rear, 2)).unwrap();
    let opened = world.supposing(|w| back.end.carry_out(w));
    // Four ranks of 15 mm: its rear edge at 240 is the new front.
    assert_eq!((opened.facing(a), opened.anchor(a).at), (Angle::HALF, Point::from_mm(940, 240)));
    // 60 mm deep: two bases cover it.
    let flank = plan(&world, a, leave(Edge::Right, 2)).unwrap();
    let opened = world.supposing(|w| flank.end.carry_out(w));
    assert_eq!((opened.facing(a), opened.anchor(a).at), (Angle::QUARTER, Point::from_mm(940, 300)));
}

#[test]
fn stakes_go_down_early_stand_where_the_front_was_and_stay_there() {
    proves!("FOGAM-SPECIAL-024", "FOGAM-SPECIAL-025", "FOGAM-SPECIAL-028", "FOGAM-MANOEUVRE-003");
    let scene = ancient_scene()
        .red(group("A", &[archers(6)]).drilled().at(900, 300, 0, 3).portable_defences())
        .red(group("B", &[archers(6)]).at(500, 300, 0, 3));
    assert_eq!(refused(&scene, "B", Action::PlaceDefences).rule, rule!("FOGAM-SPECIAL-025"));
    let a = scene.id("A");
    let mut play = moved(&scene, "A", Action::PlaceDefences);
    play.dice(&[3, 4]);
    let world = play.world();
    assert_eq!(world[a].portable, PortableDefences::Placed);
    // 15 mm of stakes where the front was; as many as cover six bases two deep.
    assert_eq!(super::front(world, &scene, "A"), Point::from_mm(900, 285));
    assert_eq!(world.field.fortifications.len(), 3);
    assert_eq!(play.refused(Decision::Move { group: a, action: ahead(10) }).rule, rule!("FOGAM-MOVE-003"));
    // They cannot be picked up; who moves off leaves them, and they are gone.
    let mut later = world.clone();
    later[a].phase = Default::default();
    assert_eq!(plan(&later, a, Action::PickUpDefences).unwrap_err().rule, rule!("FOGAM-SPECIAL-028"));
    let off = plan(&later, a, Action::TurnAbout { with: None, and_back: false }).unwrap();
    assert_eq!(off.end.portable, PortableDefences::LeftBehind);
    // Three turns of each side, and no later.
    let mut late = scene.world();
    late.turn.number = 6;
    assert!(plan(&late, a, Action::PlaceDefences).is_ok());
    late.turn.number = 7;
    assert_eq!(plan(&late, a, Action::PlaceDefences).unwrap_err().rule, rule!("FOGAM-SPECIAL-024"));
}

#[test]
fn heavy_guns_pivot_forwards_or_backwards_after_a_test() {
    proves!("FOGAM-MOVE-010", "FOGAM-MOVE-022");
    let scene = ancient_scene().red(group("G", &[engines(2, TroopType::HeavyArtillery)]).at(900, 300, 0, 2));
    // Two guns are 80 mm wide: 18 degrees move the other corner 25.03 mm, 17 degrees 23.65.
    let forward = |degrees| Action::Pivot {
        hand: Hand::Left,
        by: Angle::from_degrees(degrees),
        with_supporters: false,
    };
    let back = |degrees| Action::PivotBack { hand: Hand::Left, by: Angle::from_degrees(degrees) };
    for action in [forward(17), back(17)] {
        let plan = planned(&scene, "G", action);
        assert!(plan.needs_test && plan.difficulty == Difficulty::Complex);
    }
    assert_eq!(refused(&scene, "G", forward(19)).rule, rule!("FOGAM-MOVE-010"));
    assert_eq!(refused(&scene, "G", back(19)).rule, rule!("FOGAM-MOVE-010"));
    let g = scene.id("G");
    for (action, turned) in [(forward(17), -17), (back(17), 17)] {
        let mut play = moved(&scene, "G", action);
        play.dice(&[4, 4]);
        // The left front corner has stayed.
        let anchor = play.world().anchor(g);
        assert!(anchor.at.distance(Point::from_mm(860, 300)) <= Um::new(2));
        assert!(anchor.facing.shortest_turn(Angle::from_degrees(turned)).1.millidegrees() <= 1);
    }
    // Nothing else: no move, no turn, no expansion. Light artillery moves as others do and does not pivot.
    for action in [ahead(10), Action::TurnAbout { with: None, and_back: false }] {
        assert_eq!(refused(&scene, "G", action).rule, rule!("FOGAM-MOVE-010"));
    }
    let contract = Action::Contract { left: 1, right: 0, formation: None, with: None };
    assert_eq!(refused(&scene, "G", contract).rule, rule!("FOGAM-MOVE-010"));
    let light = ancient_scene().red(group("G", &[engines(2, TroopType::LightArtillery)]).at(900, 300, 0, 2));
    assert_eq!(refused(&light, "G", forward(10)).rule, rule!("FOGAM-MOVE-010"));
}

#[test]
fn the_base_left_over_in_an_orb_stands_at_the_preferred_hand() {
    proves!("FOGAM-SPECIAL-030");
    for (right, longer) in [(false, 0), (true, 1)] {
        let scene = threatened(spearmen(7), 4, 100).option("fogam.formation.right_where_equal", right);
        let (world, a) = (scene.world(), scene.id("A"));
        let orb = plan(&world, a, Action::FormSquare).unwrap();
        let formed = world.supposing(|w| orb.end.carry_out(w));
        let of_file = |file: u8| formed.bases_of(a).iter().filter(|b| b.at.file == file).count();
        assert_eq!((of_file(longer), of_file(1 - longer)), (4, 3));
    }
}
