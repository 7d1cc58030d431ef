//! Ambushes seen on the way of a second move.

use super::{ahead, at_moves, front, mm};
use crate::battle_common::*;
use caracole_fog::ancients::Ancients;
use caracole_fog::army::CommanderLevel;
use caracole_fog::battle::manoeuvre::{Decision, Event, Request};
use caracole_fog::battle::setup::{Ambush, Ambushers, Request as Setup};
use caracole_fog::battle::world::Presence;
use caracole_fog::battle::{Event as Told, Fogam, Request as Asked};
use caracole_fog::field::TerrainKind;
use caracole_kernel::{Awaiting, Rules, Side};
use caracole_ledger::proves;
use caracole_plane::{Angle, Point, Pose, Um};

/// Cavalry under a commander on their way past a wood in which a marker lies 30 mm beside their path, its rear edge at
/// y = 520. What lies in a wood is seen from 2 MU: when their front is at 480.
fn past_the_wood(dummy: bool) -> (Scene<Ancients>, Play<Ancients>) {
    let scene = ancient_scene()
        .terrain(TerrainKind::Forest, (960, 480), (1200, 740))
        .red(group("A", &[cavalrymen(4)]).at(900, 300, 0, 2))
        .blue(group("E", &[cavalrymen(4)]).at(300, 1100, 180, 2))
        .blue(group("H", &[archers(6)]))
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

#[test]
fn a_second_move_stops_where_it_sees_ambushers() {
    proves!("FOGAM-MANOEUVRE-052");
    let (scene, mut play) = past_the_wood(false);
    let advance =
        |play: &mut Play<Ancients>| play.choose(Decision::Move { group: scene.id("A"), action: ahead(125) });
    advance(&mut play);
    assert!(matches!(play.asked().1, Asked::Manoeuvre(Request::MoveAgain { .. })));
    advance(&mut play);
    let near = |play: &Play<Ancients>| {
        front(play.world(), &scene, "A").distance(Point::from_mm(900, 480)) <= Um::new(100)
    };
    assert!(near(&play));
    let Awaiting::Decision { side: Side::Blue, request } = play.battle.awaiting().clone() else { panic!() };
    assert!(matches!(request, Asked::Setup(Setup::Reveal { .. })), "{request:?}");
    let mut places = Vec::new();
    Fogam::candidates(&play.battle, Side::Blue, &request, &mut places);
    play.choose(places.remove(0));
    // They stand within 5 MU: the move ends there.
    assert!(play.events.iter().any(|e| matches!(e, Told::Manoeuvre(Event::Halted { .. }))));
    assert!(near(&play));
    let world = play.world();
    let limit = world.book.distance_from_ambush();
    assert_eq!(limit, 5);
    assert!(caracole_plane::any_within(
        world.rects(scene.id("A")),
        world.rects(scene.id("H")),
        mm(25 * limit)
    ));
    // A dummy stops nobody.
    let (scene, mut play) = past_the_wood(true);
    for _ in 0..2 {
        play.choose(Decision::Move { group: scene.id("A"), action: ahead(125) });
    }
    assert_eq!(front(play.world(), &scene, "A"), Point::from_mm(900, 550));
}
