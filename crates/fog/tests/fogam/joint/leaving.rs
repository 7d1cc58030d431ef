//! Breaking off, and scythed chariots that leave.

use super::to_turn_two;
use crate::battle_common::*;
use caracole_fog::ancients::Ancients;
use caracole_fog::battle::customs::BreaksOff;
use caracole_fog::battle::joint::Event;
use caracole_fog::battle::world::{Posture, Presence};
use caracole_fog::battle::{Event as Any, Phase};
use caracole_fog::troops::{Cohesion, TroopType};
use caracole_kernel::Side;
use caracole_ledger::proves;
use caracole_plane::Um;

/// Knights against steady spearmen, both lines at this height.
fn knights_at(y: i32) -> Scene<Ancients> {
    ancient_scene()
        .red(group("K", &[knights(4)]).at(500, y, 0, 2))
        .blue(group("S", &[militia(8)]).drilled().at(500, y, 180, 4))
}

/// Plays to the joint action phase without a hit and on until the turn is over.
fn fight_in_vain(play: &mut Play<Ancients>) {
    steps::pass_to(play, Phase::Melee);
    steps::settle(play, |_| 1);
    to_turn_two(play);
}

fn told(play: &Play<Ancients>) -> Vec<Event> {
    play.events.iter().filter_map(|e| if let Any::Joint(e) = e { Some(e.clone()) } else { None }).collect()
}

#[test]
fn mounted_break_off_from_steady_foot_without_being_asked() {
    proves!("FOGAM-JAP-005", "FOGAM-JAP-007");
    let mut play = knights_at(500).play();
    let k = play.id("K");
    fight_in_vain(&mut play);
    assert!(told(&play).contains(&Event::BrokeOff { group: k }), "{}", steps::tale(&play));
    // Heavily armoured knights: 4 MU between the two fronts.
    assert_eq!(play.world().anchor(k).at.y, Um::from_mm(400));
    assert_eq!(play.world()[k].cohesion, Cohesion::Steady);
}

#[test]
fn those_who_cannot_break_off_drop_a_level_and_stay() {
    proves!("FOGAM-JAP-008", "FOGAM-JAP-010");
    // Friends at their heels, through whom nobody breaks off.
    let depth = {
        let scene = knights_at(500);
        let world = scene.world();
        world.bases_of(scene.id("K"))[0].base.depth.get() / 1000
    };
    let mut play = knights_at(500).red(group("F", &[militia(4)]).at(500, 500 - 2 * depth, 0, 2)).play();
    let k = play.id("K");
    fight_in_vain(&mut play);
    assert!(told(&play).contains(&Event::HeldFast { group: k }), "{}", steps::tale(&play));
    assert_eq!(play.world()[k].cohesion, Cohesion::Disrupted);
    assert_eq!(play.world().anchor(k).at.y, Um::from_mm(500));
}

#[test]
fn who_never_breaks_off() {
    proves!("FOGAM-JAP-005", "FOGAM-JAP-006");
    let breaks_off = |own: Who, enemy: Who| {
        let scene = ancient_scene().red(own.at(500, 500, 0, 2)).blue(enemy.at(500, 500, 180, 2));
        let world = scene.world();
        world.book.breaks_off(&world, scene.id("K")) == BreaksOff::Must
    };
    let (k, s) = (|| group("K", &[cavalrymen(4)]), || group("S", &[militia(4)]));
    assert!(breaks_off(k(), s()));
    assert!(!breaks_off(k(), s().cohesion(Cohesion::Disrupted)));
    assert!(!breaks_off(k(), group("S", &[cavalrymen(4)])));
    assert!(!breaks_off(group("K", &[elephants(2)]), s()));
    assert!(!breaks_off(group("K", &[militia(4)]).cohesion(Cohesion::Fragmented), s()), "foot never do");
    // Pursuers into fresh enemy, and these, have not fought yet.
    let scene = ancient_scene().red(k().at(500, 500, 0, 2)).blue(s().at(500, 500, 180, 2));
    let mut world = scene.world();
    let front = caracole_fog::battle::world::Approach::Front;
    caracole_fog::battle::position::contact::note_pursuit(&mut world, scene.id("S"), scene.id("K"), front);
    assert_eq!(world.book.breaks_off(&world, scene.id("K")), BreaksOff::No);
}

#[test]
fn scythed_chariots_at_unbroken_enemy_leave_when_the_phase_begins() {
    proves!("FOGAM-JAP-004", "FOGAM-SPECIAL-013", "FOGAM-TURN-008");
    let mut play = ancient_scene()
        .red(group("C", &[chariots(2, TroopType::ScythedChariots)]).at(500, 500, 0, 2))
        .red(group("F", &[militia(4)]).at(600, 480, 0, 2))
        .blue(group("S", &[militia(8)]).drilled().at(500, 500, 180, 4))
        .play();
    let (c, f) = (play.id("C"), play.id("F"));
    fight_in_vain(&mut play);
    assert_eq!(play.world()[c].presence, Presence::Destroyed, "{}", steps::tale(&play));
    // Nobody tests for it, and it costs nothing.
    let tested = |e: &caracole_fog::battle::outcome::Event| matches!(e, caracole_fog::battle::outcome::Event::Tested { group, .. } if *group == f);
    assert!(!steps::told(&play.events).iter().any(tested));
    assert_eq!(steps::attrition(&play, Side::Red), 0);
}

#[test]
fn scythed_chariots_that_have_charged_leave_when_it_ends_and_others_stay() {
    proves!("FOGAM-SPECIAL-012");
    for (posture, left) in [(Posture::Normal, false), (Posture::Loosed, true)] {
        let scene = ancient_scene()
            .red(group("C", &[chariots(2, TroopType::ScythedChariots)]).at(500, 200, 0, 2))
            .blue(group("S", &[militia(8)]).at(500, 1000, 180, 4));
        let mut world = scene.world();
        let c = scene.id("C");
        world[c].posture = posture;
        assert_eq!(world.book.leave_at_end(&world), if left { vec![c] } else { Vec::new() });
        assert!(world.book.leave_at_start(&world).is_empty());
    }
}

/// Where knights who break off come to.
fn back_to(scene: &Scene<Ancients>) -> Option<Um> {
    caracole_fog::battle::joint::break_off::plan(&scene.world(), scene.id("K")).map(|b| b.anchor.at.y)
}

#[test]
fn edges_enemies_and_ground_cut_a_break_off_short() {
    proves!("FOGAM-JAP-008", "FOGAM-JAP-009");
    let depth = {
        let scene = knights_at(500);
        scene.world().bases_of(scene.id("K"))[0].base.depth.get() / 1000
    };
    let rear = 500 - 2 * depth;
    assert_eq!(back_to(&knights_at(500)), Some(Um::from_mm(400)));
    // 40 mm of table behind them.
    assert_eq!(back_to(&knights_at(2 * depth + 40)), Some(Um::from_mm(2 * depth)));
    // Enemy whose front stands 100 mm behind their rear: back by 75, 1 MU short of them.
    let enemy = knights_at(500).blue(group("E", &[militia(4)]).at(500, rear - 100, 0, 2));
    assert_eq!(back_to(&enemy), Some(Um::from_mm(425)));
    // Marsh, in which they move 1 MU: 70 mm behind them they halt at its edge, 20 mm behind them they go 1 MU.
    let marsh = |from: i32| {
        knights_at(500).terrain(caracole_fog::field::TerrainKind::Marsh, (400, 200), (600, rear - from))
    };
    assert_eq!(back_to(&marsh(70)), Some(Um::from_mm(430)));
    assert_eq!(back_to(&marsh(20)), Some(Um::from_mm(475)));
}
