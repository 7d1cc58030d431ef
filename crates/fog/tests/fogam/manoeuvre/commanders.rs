//! Commanders on their own.

use super::{ahead, at_moves, mm, moved, red};
use crate::battle_common::*;
use caracole_fog::army::CommanderLevel;
use caracole_fog::battle::World;
use caracole_fog::battle::manoeuvre::{CommanderGoes, Decision, Request};
use caracole_fog::battle::position::command;
use caracole_fog::battle::world::{CommanderId, CommanderPlace};
use caracole_fog::field::TerrainKind;
use caracole_kernel::{Awaiting, Side};
use caracole_ledger::{proves, rule};
use caracole_plane::{Angle, Point, Pose};

const FIRST: CommanderId = CommanderId(0);

fn to(x: i32, y: i32) -> Decision {
    let pose = Pose::new(Point::from_mm(x, y), Angle::ZERO);
    Decision::MoveCommander { commander: FIRST, goes: CommanderGoes::To(pose) }
}

#[test]
fn a_commander_rides_seven_mu_in_any_direction_without_a_test() {
    proves!("FOGAM-MOVE-094", "FOGAM-MOVE-095", "FOGAM-MOVE-019", "FOGAM-MOVE-072", "FOGAM-MOVE-093");
    // His own troops stand in between.
    let scene = ancient_scene().red(group("A", &[militia(8)]).at(900, 380, 0, 4)).lone_commander(
        Side::Red,
        CommanderLevel::Field,
        900,
        450,
    );
    let mut play = at_moves(&scene);
    assert_eq!(play.refused(to(900, 274)).rule, rule!("FOGAM-MOVE-094"));
    play.choose(to(900, 275));
    assert!(matches!(play.battle.awaiting(), Awaiting::Decision { .. }));
    assert_eq!(play.world()[FIRST].base.front.at, Point::from_mm(900, 275));
    // The last of his two moves was clear of all enemy: he has another, and no more.
    play.choose(to(900, 200));
    assert_eq!(play.refused(to(900, 190)).rule, rule!("FOGAM-MOVE-093"));
    // In the rough 5 MU, in difficult ground 3.
    for (kind, reach) in
        [(TerrainKind::Brush, 125), (TerrainKind::Forest, 75), (TerrainKind::BrokenGround, 175)]
    {
        let slow = ancient_scene()
            .terrain(kind, (800, 400), (1000, 1000))
            .red(group("A", &[militia(8)]).at(300, 300, 0, 4))
            .lone_commander(Side::Red, CommanderLevel::Field, 900, 450);
        let world = slow.world();
        assert!(red(&world, &Request::Move, &to(900, 450 + reach)).is_ok(), "{kind:?}");
        let further = red(&world, &Request::Move, &to(900, 451 + reach)).unwrap_err();
        assert_eq!(further.rule, rule!("FOGAM-MOVE-094"));
    }
}

#[test]
fn on_his_own_a_commander_is_not_put_down_touching_troops() {
    proves!(
        "FOGAM-COMMAND-009",
        "FOGAM-MOVE-097",
        "FOGAM-MOVE-098",
        "FOGAM-COMMAND-006",
        "FOGAM-COMMAND-001"
    );
    let scene = ancient_scene().red(group("A", &[militia(8)]).at(900, 300, 0, 4)).lone_commander(
        Side::Red,
        CommanderLevel::Field,
        900,
        180,
    );
    let mut play = at_moves(&scene);
    // The rear of A is at 270.
    assert_eq!(play.refused(to(900, 270)).rule, rule!("FOGAM-COMMAND-009"));
    assert_eq!(play.refused(to(900, 280)).rule, rule!("FOGAM-MOVE-097"));
    let a = scene.id("A");
    play.choose(Decision::MoveCommander { commander: FIRST, goes: CommanderGoes::Join(a) });
    assert_eq!(play.world()[FIRST].place, CommanderPlace::With(a));
    assert_eq!(play.world()[FIRST].base.front.at.y, mm(270));
    // He goes where they go, in the same place to them.
    proves!("FOGAM-MOVE-092", "FOGAM-MOVE-101");
    let before = play.world()[FIRST].base.front.at;
    play.choose(Decision::Move { group: a, action: ahead(75) });
    assert_eq!(play.world()[FIRST].base.front.at, before.moved(Angle::ZERO, mm(75)));
    assert_eq!(play.refused(to(900, 200)).rule, rule!("FOGAM-MOVE-093"));
}

#[test]
fn only_a_charge_or_the_front_rank_holds_a_commander() {
    proves!("FOGAM-MANOEUVRE-004");
    let scene = ancient_scene().red(group("A", &[militia(8)]).at(900, 300, 0, 4)).commander(
        Side::Red,
        CommanderLevel::Field,
        "A",
    );
    let a = scene.id("A");
    let plain = scene.world();
    let with = |change: &dyn Fn(&mut World)| {
        let mut world = plain.clone();
        change(&mut world);
        red(&world, &Request::Move, &to(900, 200)).map(|_| ()).map_err(|r| r.rule)
    };
    assert_eq!(with(&|w| w[a].turn.charged = true), Err(rule!("FOGAM-MANOEUVRE-004")));
    assert_eq!(with(&|w| w[FIRST].place = CommanderPlace::FrontRank(a)), Err(rule!("FOGAM-MANOEUVRE-004")));
    // Not what holds him in the other book.
    assert_eq!(with(&|w| w[a].turn.pursued = true), Ok(()));
    assert_eq!(with(&|w| w[a].turn.evaded = true), Ok(()));
}

#[test]
fn enemies_drive_a_lone_commander_to_the_nearest_friends() {
    proves!("FOGAM-MOVE-103");
    // His base reaches from 565 to 595. Bowmen at 400 who advance 10 mm stay out of 6 MU (150 mm) of him; who advance 50
    // come within. He joins the nearest friends at once, without being asked where.
    let scene = |near: bool| {
        let scene = ancient_scene()
            .red(group("Bowmen", &[archers(8)]).drilled().at(900, 400, 0, 4))
            .blue(group("Far", &[cavalrymen(4)]).at(1100, 640, 180, 2))
            .lone_commander(Side::Blue, CommanderLevel::Troop, 900, 595);
        match near {
            true => scene.blue(group("Near", &[cavalrymen(4)]).at(760, 640, 180, 2)),
            false => scene,
        }
    };
    let both = scene(true);
    let still = moved(&both, "Bowmen", ahead(10));
    assert_eq!(still.world()[FIRST].place, CommanderPlace::Alone);
    let play = moved(&both, "Bowmen", ahead(50));
    assert_eq!(play.world()[FIRST].place, CommanderPlace::With(both.id("Near")));
    assert_eq!(play.asked().0, Side::Red);
    let one = scene(false);
    let play = moved(&one, "Bowmen", ahead(50));
    assert_eq!(play.world()[FIRST].place, CommanderPlace::With(one.id("Far")));
    // None within 7 MU: he is lost.
    let none = ancient_scene()
        .red(group("Bowmen", &[archers(8)]).drilled().at(900, 400, 0, 4))
        .blue(group("Far", &[cavalrymen(4)]).at(1400, 640, 180, 2))
        .lone_commander(Side::Blue, CommanderLevel::Troop, 900, 595);
    let play = moved(&none, "Bowmen", ahead(50));
    assert_eq!(play.world()[FIRST].place, CommanderPlace::Lost);
}

/// A commander for whom there is no room is measured from the whole base that bears his marker.
#[test]
fn reading_move_100() {
    proves!("FOGAM-MOVE-100", "FOGAM-COMMAND-004", "FOGAM-COMMAND-003", "FOGAM-GLOSSARY-016");
    let scene = ancient_scene()
        .red(group("A", &[militia(4)]).at(900, 300, 0, 2))
        .red(group("B", &[militia(4)]).at(900, 500, 0, 2))
        .commander(Side::Red, CommanderLevel::Troop, "A");
    let b = scene.id("B");
    let mut world = scene.world();
    // B's rear is at 470. With room behind A he stands from 270 to 240: 200 mm away, and 4 MU are 100.
    assert!(!command::in_range(&world, FIRST, b));
    // Without room he is marked at A's front base, from 300 to 285: 170 mm.
    let mut base = world[FIRST].base;
    base.front.at = Point::from_mm(900, 300);
    world[FIRST].base = base;
    let front = world.bases_of(scene.id("A"))[0].base;
    assert_eq!(world.book.measured_from(&world, FIRST, &base), front);
}

#[test]
fn command_range_is_measured_from_the_nearest_point_of_the_commanders_base() {
    proves!("FOGAM-GLOSSARY-016", "FOGAM-COMMAND-003", "FOGAM-COMMAND-004");
    // A troop commander reaches 4 MU, a field commander 8 and an inspired one 12. B's rear is 30 mm behind its front (two
    // ranks of heavy foot).
    use CommanderLevel::{Field, Inspired, Troop};
    for (level, reach) in [(Troop, 100), (Field, 200), (Inspired, 300)] {
        let reached = |beyond: i32| {
            let scene = ancient_scene()
                .red(group("B", &[militia(4)]).at(900, 300 + reach + 30 + beyond, 0, 2))
                .lone_commander(Side::Red, level, 900, 300);
            command::in_range(&scene.world(), FIRST, scene.id("B"))
        };
        assert!(reached(0) && !reached(1), "{level:?}");
    }
}

#[test]
fn troops_beside_a_commander_make_him_shift() {
    proves!("FOGAM-MOVE-099");
    // Friends come up behind A, where its commander stands: he goes to another place beside A.
    let scene = ancient_scene()
        .red(group("A", &[militia(4)]).at(900, 300, 0, 2))
        .red(group("B", &[militia(4)]).drilled().at(900, 200, 0, 2))
        .commander(Side::Red, CommanderLevel::Troop, "A");
    let play = moved(&scene, "B", ahead(60));
    let world = play.world();
    assert_eq!(world[FIRST].with(), Some(scene.id("A")));
    let rect = [world.commander_rect(FIRST)];
    assert!(!caracole_plane::any_overlap(&rect, world.rects(scene.id("B"))), "{:?}", world[FIRST].base);
}

#[test]
fn a_commander_moves_in_the_manoeuvre_phase_of_his_side_and_in_every_joint_action_phase() {
    proves!("FOGAM-MOVE-093", "FOGAM-JAP-032");
    use caracole_fog::battle::joint::{Decision as Joint, Request as JointAsked};
    use caracole_fog::battle::{Decision as Any, Phase, Request as Asked};
    let scene = ancient_scene()
        .red(group("A", &[militia(4)]).at(500, 200, 0, 2))
        .red(group("B", &[militia(4)]).at(600, 200, 0, 2))
        .blue(group("E", &[militia(4)]).at(500, 1000, 180, 2))
        .commander(Side::Red, CommanderLevel::Field, "A");
    let commander = FIRST;
    let mut play = at_moves(&scene);
    let goes = |play: &Play<caracole_fog::ancients::Ancients>, name: &str| CommanderGoes::Join(play.id(name));
    let to_b = goes(&play, "B");
    play.choose(Decision::MoveCommander { commander, goes: to_b });
    for turn in [1, 2] {
        for _ in 0..30 {
            if matches!(
                play.battle.awaiting(),
                caracole_kernel::Awaiting::Decision { request: Asked::Joint(JointAsked::Commander), .. }
            ) {
                break;
            }
            assert!(steps::pass(&mut play), "{}", steps::tale(&play));
        }
        assert_eq!((play.world().turn.number, play.world().turn.phase), (turn, Phase::JointAction));
        let to = goes(&play, if turn == 1 { "A" } else { "B" });
        play.choose(Any::Joint(Joint::Commander { commander, goes: to }));
    }
}

/// Nobody tests for a commander lost on his own.
#[test]
fn reading_move_103() {
    proves!("FOGAM-MOVE-103", "FOGAM-COHESION-008");
    use caracole_fog::battle::outcome::Event;
    let scene = ancient_scene()
        .red(group("Bowmen", &[archers(8)]).drilled().at(900, 400, 0, 4))
        .blue(group("Far", &[cavalrymen(4)]).at(1400, 640, 180, 2))
        .lone_commander(Side::Blue, CommanderLevel::Troop, 900, 595);
    let mut play = moved(&scene, "Bowmen", ahead(50));
    assert_eq!(play.world()[FIRST].place, CommanderPlace::Lost);
    steps::pass_all(&mut play);
    assert!(!steps::told(&play.events).iter().any(|e| matches!(e, Event::Tested { .. })));
}
