//! The frame of turns and phases, taking back a move, the order within the manoeuvre phase, the movement unit.

use crate::battle_common::*;
use crate::manoeuvre::{ahead, front, mm, red};
use caracole_fog::battle::impact::Decision as Impact;
use caracole_fog::battle::manoeuvre::{Action, Advance, Decision, Event, Request};
use caracole_fog::battle::turn::Event as Turned;
use caracole_fog::battle::{Decision as Whole, Event as Told, Fogr, Phase, Request as Asked};
use caracole_kernel::{Awaiting, Rules, Session, Side};
use caracole_ledger::{proves, rule};
use caracole_plane::{Angle, Point, Pose, Um};

/// Whoever is asked chooses what ends his part; until the battle is over or dice fall.
fn to_the_end(play: &mut Play) {
    while let Awaiting::Decision { side, request } = play.battle.awaiting().clone() {
        let mut out = Vec::new();
        Fogr::candidates(&play.battle, side, &request, &mut out);
        play.choose(out.pop().unwrap());
    }
}

/// Five phases in order the sides in turn and no last joint action.
#[test]
fn reading_turn_010() {
    proves!("FOGR-TURN-002", "FOGR-TURN-010", "FOGR-TURN-016", "FOGR-TURN-003", "FOGR-GLOSSARY-002");
    let scene = scene()
        .red(group("A", &[horse(4)]).at(900, 200, 0, 2))
        .blue(group("E", &[horse(4)]).at(900, 1000, 180, 2))
        .turns(3);
    let mut play = scene.begin();
    to_the_end(&mut play);
    assert!(matches!(play.battle.awaiting(), Awaiting::Nothing(_)));
    let mut turns: Vec<(Side, Vec<Phase>)> = Vec::new();
    for event in &play.events {
        match event {
            Told::Turn(Turned::TurnBegan { active, .. }) => turns.push((*active, Vec::new())),
            Told::Turn(Turned::PhaseBegan { phase }) => turns.last_mut().unwrap().1.push(*phase),
            _ => {}
        }
    }
    let whole = vec![Phase::Impact, Phase::Manoeuvre, Phase::Shooting, Phase::Melee, Phase::JointAction];
    let last = whole[..4].to_vec();
    assert_eq!(turns, [(Side::Red, whole.clone()), (Side::Blue, whole), (Side::Red, last)]);
}

#[test]
fn a_move_is_taken_back_until_it_is_over() {
    proves!("FOGR-MOVE-002");
    let scene = scene().red(group("A", &[horse(4)]).at(900, 300, 0, 2));
    let mut session = Session::<Fogr>::start(scene.setup()).unwrap();
    let before = session.battle().hash();
    let go = |n| Whole::Manoeuvre(Decision::Move { group: scene.id("A"), action: ahead(n) });
    session.choose(Side::Red, go(125)).unwrap();
    assert_eq!(front(session.battle().world(), &scene, "A"), Point::from_mm(900, 425));
    session.undo(Side::Red).unwrap();
    assert_eq!(session.battle().hash(), before);
    session.choose(Side::Red, go(50)).unwrap();
    assert_eq!(front(session.battle().world(), &scene, "A"), Point::from_mm(900, 350));
}

#[test]
fn reform_and_conform_then_feed_then_move() {
    proves!("FOGR-MANOEUVRE-001", "FOGR-TURN-017");
    // A and E fight, 15 mm out of line, with ranks to spare; R and Q have a file that stepped forward.
    let scene = scene()
        .red(group("A", &[horse(6)]).at(900, 300, 0, 2))
        .blue(group("E", &[horse(6)]).at(915, 300, 180, 2))
        .red(group("R", &[horse(4)]).at(400, 300, 0, 2))
        .blue(group("Q", &[horse(4)]).at(1400, 900, 180, 2))
        .red(group("C", &[horse(4)]).at(200, 300, 0, 2))
        .blue(group("D", &[horse(4)]).at(200, 400, 180, 2));
    let mut play = scene.begin();
    let stepped = [(scene.id("R"), Angle::ZERO), (scene.id("Q"), Angle::from_degrees(180))];
    play.battle = play.battle.with_world(|world| {
        for (group, ahead) in stepped {
            for id in world.base_ids(group) {
                if world[id].at.file == 1 {
                    let pose = world[id].base.front;
                    world[id].base.front = Pose::new(pose.at.moved(ahead, mm(20)), pose.facing);
                }
            }
        }
    });
    play.choose(Whole::Impact(Impact::EndDeclarations));
    let conformed = |p: &Play| p.events.iter().any(|e| matches!(e, Told::Manoeuvre(Event::Conformed { .. })));
    for side in [Side::Red, Side::Blue] {
        assert_eq!(play.asked(), (side, Asked::Manoeuvre(Request::Reform)));
        assert!(!conformed(&play));
        play.choose(Decision::Done);
    }
    assert!(conformed(&play));
    assert_eq!(play.asked(), (Side::Red, Asked::Manoeuvre(Request::Feed)));
    play.choose(Decision::Done);
    assert_eq!(play.asked(), (Side::Red, Asked::Manoeuvre(Request::Move)));
}

#[test]
fn a_movement_unit_is_25_mm_or_an_inch_as_agreed() {
    proves!("FOGR-SCALE-003", "FOGR-GLOSSARY-025");
    let scene = scene().red(group("A", &[pike(4)]).at(900, 300, 0, 2));
    let with = |mu: i64| {
        let mut setup = scene.setup();
        setup.scale.mu = Um::new(mu);
        Fogr::prepare(&setup, Fogr::RULES).map(|start| start.world)
    };
    // Heavy foot move 3 MU: three inches.
    let inch = with(25_400).unwrap();
    let go = |distance: i64| {
        let action = Action::Advance(Advance::straight(Um::new(distance)));
        red(&inch, &Request::Move, &Decision::Move { group: scene.id("A"), action })
    };
    assert!(go(76_200).is_ok());
    assert_eq!(go(76_400).unwrap_err().rule, rule!("FOGR-MOVE-005"));
    // Nothing else is a movement unit.
    assert!(with(30_000).is_err());
}
