//! Ambushes seen on the way of a move.

use crate::battle_common::*;
use crate::manoeuvre::{ahead, at_moves, front};
use caracole_fog::army::CommanderLevel;
use caracole_fog::battle::manoeuvre::{Decision, Event, Request};
use caracole_fog::battle::setup::{Ambush, Ambushers, Request as Setup};
use caracole_fog::battle::world::Presence;
use caracole_fog::battle::{Event as Told, Fogr, Request as Asked};
use caracole_fog::field::TerrainKind;
use caracole_kernel::{Awaiting, Rules, Side};
use caracole_ledger::proves;
use caracole_plane::{Angle, Point, Pose, Um};

/// Horse under a commander at y, on their way past a wood in which a marker lies 30 mm beside their path, its rear edge
/// at y = 520. What lies in a wood is seen from 2 MU: when their front is at 480.
fn past_the_wood(y: i32, dummy: bool) -> (Scene, Play) {
    let scene = scene()
        .terrain(TerrainKind::Forest, (960, 480), (1200, 740))
        .red(group("A", &[horse(4)]).at(900, y, 0, 2))
        .blue(group("E", &[horse(4)]).at(300, 1100, 180, 2))
        .blue(group("H", &[shot(6)]))
        .commander(Side::Red, CommanderLevel::Field, "A");
    let mut play = at_moves(&scene);
    let hidden = scene.id("H");
    let at = Pose::new(Point::from_mm(990, 560), Angle::ZERO);
    let hides = (!dummy).then_some(Ambushers { group: hidden, commander: None, dismounted: false });
    play.battle = play.battle.with_world(|world| {
        world[hidden].presence = Presence::Ambush;
        world.setup.ambushes.blue = vec![Ambush { at, hides }];
    });
    (scene, play)
}

fn advance(scene: &Scene, play: &mut Play, millimetres: i32) {
    play.choose(Decision::Move { group: scene.id("A"), action: ahead(millimetres) });
}

/// Blue puts his ambushers down at the first place that the rules allow.
fn reveal(play: &mut Play) {
    let Awaiting::Decision { side: Side::Blue, request } = play.battle.awaiting().clone() else {
        panic!("{:?}", play.battle.awaiting())
    };
    assert!(matches!(request, Asked::Setup(Setup::Reveal { .. })), "{request:?}");
    let mut places = Vec::new();
    Fogr::candidates(&play.battle, Side::Blue, &request, &mut places);
    play.choose(places.remove(0));
}

fn halted(play: &Play) -> bool {
    play.events.iter().any(|e| matches!(e, Told::Manoeuvre(Event::Halted { .. })))
}

fn near(point: Point, x: i32, y: i32) -> bool {
    point.distance(Point::from_mm(x, y)) <= Um::new(100)
}

#[test]
fn a_second_move_stops_where_it_sees_ambushers() {
    proves!("FOGR-MANOEUVRE-056");
    let (scene, mut play) = past_the_wood(300, false);
    advance(&scene, &mut play, 125);
    assert!(matches!(play.asked().1, Asked::Manoeuvre(Request::MoveAgain { .. })));
    advance(&scene, &mut play, 125);
    assert!(near(front(play.world(), &scene, "A"), 900, 480), "{:?}", front(play.world(), &scene, "A"));
    reveal(&mut play);
    assert_eq!(play.world()[scene.id("H")].presence, Presence::OnTable);
    assert!(halted(&play));
    assert!(near(front(play.world(), &scene, "A"), 900, 480));
    assert_eq!(play.asked(), (Side::Red, Asked::Manoeuvre(Request::Move)));
}

#[test]
fn a_dummy_stops_nobody() {
    proves!("FOGR-MANOEUVRE-056");
    let (scene, mut play) = past_the_wood(300, true);
    advance(&scene, &mut play, 125);
    advance(&scene, &mut play, 125);
    assert_eq!(front(play.world(), &scene, "A"), Point::from_mm(900, 550));
    assert!(play.world().setup.ambushes.blue.is_empty());
    assert!(!halted(&play));
}

#[test]
fn a_third_move_stops_where_it_sees_ambushers() {
    proves!("FOGR-MANOEUVRE-062", "FOGR-MANOEUVRE-059", "FOGR-MANOEUVRE-060");
    let (scene, mut play) = past_the_wood(200, false);
    for _ in 0..3 {
        advance(&scene, &mut play, 120);
    }
    // 200 + 120 + 120 = 440, and then only as far as 480.
    assert!(near(front(play.world(), &scene, "A"), 900, 480));
    reveal(&mut play);
    assert!(halted(&play));
    assert!(near(front(play.world(), &scene, "A"), 900, 480));
}

#[test]
fn a_first_move_reveals_at_once_and_is_completed_if_nobody_bars_it() {
    let (scene, mut play) = past_the_wood(400, false);
    advance(&scene, &mut play, 90);
    assert!(near(front(play.world(), &scene, "A"), 900, 480));
    reveal(&mut play);
    let end = front(play.world(), &scene, "A");
    assert!(near(end, 900, 490) || halted(&play), "{end:?}");
}
