//! Camps and impassable ground leave no room; found by chance, in random battles 293, 467 and others.

use crate::battle_common::*;
use crate::manoeuvre::red;
use caracole_fog::battle::manoeuvre::{Action, Decision, Feeding, Order, Request};
use caracole_fog::field::TerrainKind;
use caracole_fog::troops::TroopType;
use caracole_kernel::Side;
use caracole_ledger::{proves, rule};
use caracole_plane::{Angle, Hand, Point, Pose, Um};

#[test]
fn nobody_is_fed_onto_a_camp_or_into_impassable_ground() {
    proves!("FOGR-MANOEUVRE-020", "FOGR-MOVE-008");
    // Two files three deep against four: there is room on both sides, from 420 to 460 and from 540 to 580.
    let fight = || {
        scene()
            .red(group("A", &[horse(6)]).at(500, 300, 0, 2))
            .blue(group("E", &[horse(8)]).at(500, 300, 180, 4))
    };
    let may = |scene: Scene, hand: Hand| {
        let how = Feeding::Expand { hand, formation: None };
        red(&scene.world(), &Request::Feed, &Decision::Feed { group: scene.id("A"), how }).is_ok()
    };
    // The camp reaches from 330 to 450 and from 200 to 280.
    for side in [Side::Red, Side::Blue] {
        assert!(!may(fight().camp(side, 390, 280, 0), Hand::Left));
        assert!(may(fight().camp(side, 390, 280, 0), Hand::Right));
        // Ten millimetres further off it is in nobody's way.
        assert!(may(fight().camp(side, 359, 280, 0), Hand::Left));
    }
    let rocks = || fight().terrain(TerrainKind::Impassable, (550, 200), (600, 280));
    assert!(!may(rocks(), Hand::Right));
    assert!(may(rocks(), Hand::Left));
}

/// Found by chance, in random battle 500995.
#[test]
fn guns_do_not_pivot_into_ground_that_they_may_not_enter() {
    proves!("FOGR-MOVE-008", "FOGR-MOVE-005", "FOGR-MOVE-040");
    use TerrainKind::{Brush, Forest, Impassable};
    use TroopType::{HeavyArtillery, MediumArtillery};
    // The pivot turns about (860, 300); at x = 925 the front goes 11 mm forward, over a patch of ground ahead of it.
    let pivot = |hand| Action::Pivot { hand, by: Angle::from_degrees(10), with_supporters: false };
    let may = |troops: TroopType, kind: TerrainKind, hand: Hand| {
        let scene = scene().red(group("G", &[guns(2, troops)]).at(900, 300, 0, 2)).terrain(
            kind,
            (920, 305),
            (930, 308),
        );
        let move_it = Decision::Move { group: scene.id("G"), action: pivot(hand) };
        match red(&scene.world(), &Request::Move, &move_it) {
            Ok(_) => true,
            Err(refusal) => {
                assert_eq!(refusal.rule, rule!("FOGR-MOVE-008"));
                false
            }
        }
    };
    let cases =
        [(Brush, MediumArtillery, true), (Brush, HeavyArtillery, false), (Forest, MediumArtillery, false)];
    for (kind, troops, allowed) in cases.into_iter().chain([(Impassable, MediumArtillery, false)]) {
        assert_eq!(may(troops, kind, Hand::Left), allowed, "{troops} {kind:?}");
        // The other way the front stays behind y = 303 there.
        assert!(may(troops, kind, Hand::Right), "{troops} {kind:?}");
    }
}

#[test]
fn nobody_reforms_onto_a_camp() {
    proves!("FOGR-MANOEUVRE-007");
    // The right file has stepped 20 mm forward; the left one would come up beside it, to 320.
    let reform = |camp: i32| {
        let scene = scene().red(group("A", &[horse(4)]).at(900, 300, 0, 2)).camp(Side::Blue, 830, camp, 180);
        let (mut world, a) = (scene.world(), scene.id("A"));
        for id in world.base_ids(a) {
            if world[id].at.file == 1 {
                let pose = world[id].base.front;
                world[id].base.front = Pose::new(pose.at.moved(Angle::ZERO, Um::from_mm(20)), pose.facing);
            }
        }
        let reform = Decision::Reform { group: a, as_base: 0, files: 2 };
        let Ok(Order::Reform(place)) = red(&world, &Request::Reform, &reform) else { panic!("refused") };
        place.carry_out(&mut world);
        world.body(a).front_centre().at
    };
    assert_eq!(reform(321), Point::from_mm(900, 320));
    // The camp reaches from 770 to 890: the next place is that of its right file, where it is clear of it.
    assert_eq!(reform(310), Point::from_mm(940, 320));
}
