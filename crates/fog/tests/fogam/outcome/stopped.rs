//! Routers who come upon what stops them.

use super::break_blue;
use crate::battle_common::*;
use caracole_fog::ancients::Ancients;
use caracole_fog::battle::impact::{Decision as Impact, EvadeWay, Request as Asked};
use caracole_fog::battle::outcome::Event;
use caracole_fog::battle::world::Presence;
use caracole_fog::battle::{Decision, Phase, Request};
use caracole_fog::field::TerrainKind;
use caracole_fog::troops::Cohesion;
use caracole_kernel::{Awaiting, Side};
use caracole_ledger::proves;
use caracole_plane::{Angle, Hand, Um};

/// Six fragmented bases of blue cavalry in two files, whose rear is at 390; broken they run north, 5 MU with a 3.
fn pressed() -> Scene<Ancients> {
    ancient_scene()
        .red(group("A", &[militia(4)]).at(500, 300, 0, 2))
        .blue(group("B", &[cavalrymen(6)]).at(500, 300, 180, 2).cohesion(Cohesion::Fragmented))
}

fn ways(play: &Play<Ancients>) -> Vec<EvadeWay> {
    match play.battle.awaiting() {
        Awaiting::Decision { request: Request::Impact(Asked::EvadeOn { ways, .. }), .. } => ways.clone(),
        _ => Vec::new(),
    }
}

/// How far they routed, and where to in millimetres.
fn routed(play: &Play<Ancients>) -> Um {
    let b = play.id("B");
    let told = steps::told(&play.events);
    told.iter()
        .find_map(|e| match e {
            Event::Routed { group, distance } if *group == b => Some(*distance),
            _ => None,
        })
        .unwrap_or_else(|| panic!("{}", steps::tale(play)))
}

/// Whether they are destroyed when the melee phase ends.
fn destroyed_at_once(play: &Play<Ancients>) -> bool {
    let b = play.id("B");
    play.world()[b].presence == Presence::Destroyed && play.world().turn.phase == Phase::JointAction
        || told_before_joint_action(play).contains(&Event::Destroyed { group: b })
}

/// Breaks them; their enemies do not pursue. Stops where their player has to choose a way.
fn run(scene: Scene<Ancients>) -> Play<Ancients> {
    let mut play = scene.play();
    break_blue(&mut play, 3);
    if steps::pursuit_asked(&play).is_some() {
        steps::outcome(&mut play, caracole_fog::battle::outcome::Decision::Halt);
        steps::settle(&mut play, |_| 3);
    }
    play
}

fn told_before_joint_action(play: &Play<Ancients>) -> Vec<Event> {
    use caracole_fog::battle::{Event as Any, turn::Event as Turn};
    let begins = |e: &Any| matches!(e, Any::Turn(Turn::PhaseBegan { phase: Phase::JointAction }));
    let end = play.events.iter().position(begins).unwrap_or(play.events.len());
    steps::told(&play.events[..end])
}

#[test]
fn routers_turn_along_ground_that_is_closed_and_too_wide_to_shift_past() {
    proves!("FOGAM-COMBAT-094");
    // Impassable ground, or a river too slow to enter, from 300 to 700, 30 mm behind them.
    for kind in [TerrainKind::Impassable, TerrainKind::Marsh] {
        let mut play = pressed().terrain(kind, (300, 420), (700, 640)).play();
        break_blue(&mut play, 3);
        let b = play.id("B");
        let found = ways(&play);
        let both = Hand::BOTH.into_iter().all(|hand| found.contains(&EvadeWay::Along(hand)));
        assert!(both && found.len() == 2, "{kind:?}: {found:?}");
        play.choose(Decision::Impact(Impact::EvadeOn { way: EvadeWay::Along(Hand::Right) }));
        assert_eq!(routed(&play), Um::from_mm(125), "{kind:?}: {}", steps::tale(&play));
        assert_eq!(play.world().facing(b), Angle::QUARTER);
        assert!(!destroyed_at_once(&play));
    }
}

#[test]
fn routers_go_along_a_fortified_camp_through_their_own_and_halt_before_an_enemy_one() {
    proves!("FOGAM-COMBAT-094", "FOGAM-COMBAT-092", "FOGAM-COMBAT-093");
    let along = run(pressed().fortified_camp(Side::Blue, 500, 420, 180));
    assert!(ways(&along).iter().any(|w| matches!(w, EvadeWay::Along(_))), "{}", steps::tale(&along));
    // Through their own unfortified camp, beyond which they are placed.
    let through = run(pressed().camp(Side::Blue, 500, 450, 180));
    assert!(ways(&through).is_empty(), "{:?}", ways(&through));
    assert!(routed(&through) >= Um::from_mm(125), "{}", steps::tale(&through));
    // 1 MU short of the enemy's, no shift being allowed round it, and alive.
    let halted = run(pressed().camp(Side::Red, 500, 450, 180));
    let camp = halted.world().sides[Side::Red].camp.expect("a camp").at.rect();
    let nearest = halted.world().rects(halted.id("B")).iter().map(|r| r.distance(&camp)).min();
    assert!(
        nearest.is_some_and(|d| (d - Um::from_mm(25)).abs() <= Um::from_mm(1)),
        "{}",
        steps::tale(&halted)
    );
    assert!(!destroyed_at_once(&halted));
}

#[test]
fn routers_with_no_way_along_closed_ground_are_destroyed_at_the_end_of_the_phase() {
    proves!("FOGAM-COMBAT-096");
    // The ground begins 1 mm behind them; there is no room to turn beside the militia who fight them.
    let play = run(pressed().terrain(TerrainKind::Impassable, (300, 391), (700, 640)));
    assert!(destroyed_at_once(&play), "{}", steps::tale(&play));
}

#[test]
fn routers_stopped_by_friends_halt_and_the_first_of_these_drop() {
    proves!("FOGAM-COMBAT-096", "FOGAM-MOVE-088");
    // Three battle groups, one behind the other, from 410 to 590 without a gap: no room beyond them within 125 mm.
    let mass = |name: &str, y: i32| group(name, &[cavalrymen(12)]).at(500, y, 0, 6);
    let play = run(pressed().blue(mass("F", 470)).blue(mass("G", 530)).blue(mass("H", 590)));
    let b = play.id("B");
    assert!(
        !told_before_joint_action(&play).contains(&Event::Destroyed { group: b }),
        "{}",
        steps::tale(&play)
    );
    let burst = |name: &str| {
        told_before_joint_action(&play).contains(&Event::BurstThrough { group: b, through: play.id(name) })
    };
    assert!(burst("F") && !burst("G") && !burst("H"), "{}", steps::tale(&play));
}

#[test]
fn who_leaves_the_table_is_gone_and_costs_1_or_2() {
    proves!("FOGAM-MOVE-105", "FOGAM-MOVE-106", "FOGAM-BG-034");
    for (troops, points) in [(cavalrymen(6), 2), (numidians(6), 1), (velites(6), 1), (militia(6), 2)] {
        let mut play = ancient_scene()
            .red(group("A", &[militia(4)]).at(500, 1080, 0, 2))
            .blue(group("B", &[troops]).at(500, 1080, 180, 2).cohesion(Cohesion::Fragmented))
            .play();
        break_blue(&mut play, 3);
        let b = play.id("B");
        assert_eq!(play.world()[b].presence, Presence::RoutedOff, "{}", steps::tale(&play));
        assert_eq!(steps::attrition(&play, Side::Blue), points);
        assert!(!play.world().on_table().any(|g| g == b));
    }
}

#[test]
fn close_combat_ends_when_the_broken_have_routed() {
    proves!("FOGAM-COMBAT-004", "FOGAM-BG-034");
    use caracole_fog::battle::position::contact::in_close_combat;
    let scene = pressed();
    let before = scene.world();
    let (a, b) = (scene.id("A"), scene.id("B"));
    assert!(in_close_combat(&before, a) && in_close_combat(&before, b));
    assert_eq!(before.facing(b), Angle::HALF);
    let mut play = scene.play();
    break_blue(&mut play, 3);
    // They have turned about and gone; the foot need not pursue mounted.
    assert_eq!(play.world().facing(b), Angle::ZERO);
    assert!(!in_close_combat(play.world(), a) && !in_close_combat(play.world(), b));
}
