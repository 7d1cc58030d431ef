//! Fragmented troops, portable defences, commanders, tercios, lines and divisions in the manoeuvre phase.

use crate::battle_common::*;
use caracole_fog::army::{CommanderLevel, GroupPermit};
use caracole_fog::battle::manoeuvre::{Action, Advance, CommanderGoes, Decision};
use caracole_fog::battle::world::{CommanderId, CommanderPlace, PortableDefences};
use caracole_fog::troops::{Cohesion, TroopType};
use caracole_kernel::{Awaiting, Side};
use caracole_ledger::{proves, rule};
use caracole_plane::{Angle, Hand, Point, Pose, Um};

fn ahead(millimetres: i32) -> Action {
    Action::Advance(Advance::straight(Um::from_mm(millimetres)))
}

#[test]
fn fragmented_troops_test_to_advance_but_not_to_retire() {
    proves!("FOGR-MOVE-026");
    // Facing away from an enemy 100 mm behind, and another battle group facing it.
    let scene = scene()
        .red(group("away", &[horse(4)]).at(900, 300, 180, 2).cohesion(Cohesion::Fragmented))
        .red(group("towards", &[horse(4)]).at(500, 300, 0, 2).cohesion(Cohesion::Fragmented))
        .blue(group("E", &[horse(4)]).at(900, 460, 180, 2))
        .blue(group("F", &[horse(4)]).at(500, 460, 180, 2));
    let mut play = scene.play();
    play.choose(Decision::Move { group: scene.id("away"), action: ahead(100) });
    assert_eq!(play.world().body(scene.id("away")).front_centre().at, Point::from_mm(900, 200));
    play.choose(Decision::Move { group: scene.id("towards"), action: ahead(50) });
    assert!(matches!(play.battle.awaiting(), Awaiting::Dice(_)));
    // 9 less 2 for being fragmented is 7: failed.
    play.dice(&[4, 5]);
    assert_eq!(play.world().body(scene.id("towards")).front_centre().at, Point::from_mm(500, 300));
}

#[test]
fn portable_defences_stand_where_the_front_was_and_are_lost_by_moving_off() {
    proves!("FOGR-SPECIAL-026", "FOGR-SPECIAL-030", "FOGR-SPECIAL-031", "FOGR-MANOEUVRE-003");
    let scene = scene()
        .red(group("A", &[shot(6)]).at(900, 300, 0, 3).portable_defences())
        .red(group("B", &[shot(6)]).at(500, 300, 0, 3));
    let mut play = scene.play();
    let none = play.refused(Decision::Move { group: scene.id("B"), action: Action::PlaceDefences });
    assert_eq!(none.rule, rule!("FOGR-SPECIAL-025"));
    play.choose(Decision::Move { group: scene.id("A"), action: Action::PlaceDefences });
    play.dice(&[4, 4]);
    let world = play.world();
    // 15 mm of defences; three stretches for six bases.
    assert_eq!(world.body(scene.id("A")).front_centre().at, Point::from_mm(900, 285));
    assert_eq!(world.field.fortifications.len(), 3);
    assert_eq!(world.field.fortifications[1].at.front.at, Point::from_mm(900, 300));
    // In red's next turn it walks off without them.
    play.choose(Decision::Done);
    play.choose(Decision::Done);
    let second = play.refused(Decision::Move { group: scene.id("A"), action: Action::PlaceDefences });
    assert_eq!(second.rule, rule!("FOGR-SPECIAL-031"));
    play.choose(Decision::Move {
        group: scene.id("A"),
        action: Action::TurnAbout { with: None, and_back: false },
    });
    assert!(play.world().field.fortifications.is_empty());
    assert_eq!(play.world()[scene.id("A")].portable, PortableDefences::LeftBehind);
}

#[test]
fn commanders_ride_6_mu_anywhere_and_join_by_contact() {
    proves!("FOGR-MOVE-089", "FOGR-MOVE-090", "FOGR-MOVE-091", "FOGR-MOVE-093");
    // An enemy 6 MU away: no second move.
    let scene = scene()
        .red(group("A", &[shot(6)]).at(900, 500, 0, 3))
        .blue(group("E", &[shot(6)]).at(500, 440, 180, 3))
        .lone_commander(Side::Red, CommanderLevel::Troop, 500, 300);
    let to = |x: i32, y: i32| Decision::MoveCommander {
        commander: CommanderId(0),
        goes: CommanderGoes::To(Pose::new(Point::from_mm(x, y), Angle::ZERO)),
    };
    let mut play = scene.play();
    assert_eq!(play.refused(to(651, 300)).rule, rule!("FOGR-MOVE-090"));
    let far = Decision::MoveCommander { commander: CommanderId(0), goes: CommanderGoes::Join(scene.id("A")) };
    assert_eq!(play.refused(far).rule, rule!("FOGR-MOVE-093"));
    play.choose(to(650, 300));
    assert_eq!(play.world().commanders[0].place, CommanderPlace::Alone);
    assert_eq!(play.refused(to(660, 300)).rule, rule!("FOGR-MOVE-089"));
}

#[test]
fn a_tercio_turns_by_a_change_of_formation_about_its_corner() {
    proves!("FOGR-MOVE-051", "FOGR-MOVE-066", "FOGR-MOVE-065");
    let scene =
        scene().red(group("T", &[pike(4), shot(4)]).says(GroupPermit::LaterTercio).at(900, 600, 0, 3));
    let mut play = scene.play();
    let plain = Action::TurnToFlank { hand: Hand::Right, files: None, with: None };
    let refusal = play.refused(Decision::Move { group: scene.id("T"), action: plain });
    assert_eq!(refusal.rule, rule!("FOGR-MOVE-051"));
    let turn = Action::ChangeFormation { turn: Some(Hand::Right), formation: None };
    play.choose(Decision::Move { group: scene.id("T"), action: turn });
    play.dice(&[6, 2]);
    let anchor = play.world().anchor(scene.id("T"));
    // The front right corner stays and is the left end of the new front.
    assert_eq!((anchor.at, anchor.facing), (Point::from_mm(960, 600), Angle::QUARTER));
    assert_eq!(play.world().formation(scene.id("T")).width(), 3);
}

#[test]
fn a_battle_group_wheels_out_of_a_line_past_its_neighbour() {
    proves!("FOGR-MOVE-050");
    // Side by side: when A wheels to the left its rear right corner swings into B, and out of it again.
    let scene =
        scene().red(group("A", &[pike(4)]).at(900, 300, 0, 2)).red(group("B", &[pike(4)]).at(980, 300, 0, 2));
    let out = |degrees: i32, then: i32| {
        Action::Advance(Advance::wheel(Hand::Left, Angle::from_degrees(degrees), Um::from_mm(then)))
    };
    let mut play = scene.play();
    // After 20 degrees that corner, 80 mm right of the pivot and 40 mm behind it, has come to 9 mm beyond B's side and
    // 10 mm behind B's front: it is not clear.
    let stuck = play.refused(Decision::Move { group: scene.id("A"), action: out(20, 0) });
    assert_eq!(stuck.rule, rule!("FOGR-MOVE-078"));
    // After 30 degrees and 30 mm more it is.
    play.choose(Decision::Move { group: scene.id("A"), action: out(30, 30) });
    assert_eq!(play.world().facing(scene.id("A")), Angle::from_degrees(-30));
}

#[test]
fn divisions_shut_out_guns_fragments_and_foot_with_mounted() {
    proves!("FOGR-COMMAND-014", "FOGR-COMMAND-015", "FOGR-COMMAND-016");
    let refused = |other: Who| {
        let scene = scene()
            .red(group("A", &[horse(4)]).at(800, 300, 0, 2))
            .red(other.at(920, 300, 0, 2))
            .commander(Side::Red, CommanderLevel::Great, "A");
        let groups = vec![scene.id("A"), scene.id("B")];
        let advance = Advance::straight(Um::from_mm(40));
        scene.play().refused(Decision::MoveDivision { groups, advance }).rule
    };
    assert_eq!(refused(group("B", &[pike(4)])), rule!("FOGR-COMMAND-014"));
    assert_eq!(refused(group("B", &[guns(2, TroopType::LightArtillery)])), rule!("FOGR-COMMAND-015"));
    assert_eq!(refused(group("B", &[horse(4)]).cohesion(Cohesion::Fragmented)), rule!("FOGR-COMMAND-016"));
}
