//! Routers and pursuers, and who is removed.

use super::to_turn_two;
use crate::battle_common::*;
use caracole_fog::ancients::Ancients;
use caracole_fog::battle::customs::Stops;
use caracole_fog::battle::outcome::Event;
use caracole_fog::battle::world::Presence;
use caracole_fog::combat::TestPurpose;
use caracole_fog::troops::Cohesion;
use caracole_kernel::Side;
use caracole_ledger::proves;
use caracole_plane::{Angle, Um};

fn broken(name: &str, troops: caracole_fog::army::BaseCount) -> Who {
    group(name, &[troops]).cohesion(Cohesion::Broken)
}

#[test]
fn routers_whom_nobody_touches_reform_and_run_home_without_a_die() {
    proves!("FOGAM-JAP-012", "FOGAM-JAP-013", "FOGAM-JAP-014");
    for (bases, files, reformed) in [(6, 6, 4), (8, 4, 3), (6, 1, 2), (6, 3, 3)] {
        let mut play = ancient_scene()
            .red(group("A", &[militia(4)]).at(1500, 200, 0, 2))
            .blue(broken("R", militia(bases)).at(500, 500, 90, files))
            .blue(group("B", &[militia(4)]).at(1500, 1000, 180, 2))
            .play();
        let r = play.id("R");
        let before = play.world().body(r).footprint().centre();
        to_turn_two(&mut play);
        let world = play.world();
        assert_eq!(world.formation(r).width(), reformed, "{bases} in {files}");
        assert_eq!(world.facing(r), Angle::ZERO);
        // 4 MU home, no enemy being close, squarely, from where their middle was.
        let after = world.body(r).footprint().centre();
        assert!((after.x - before.x).abs() < Um::from_mm(1), "{before:?} {after:?}");
        assert!((after.y - before.y - Um::from_mm(100)).abs() < Um::from_mm(1), "{before:?} {after:?}");
        assert!(!steps::tale(&play).contains("variable move"));
    }
}

#[test]
fn routers_in_contact_run_away_from_the_enemy_with_a_die() {
    proves!("FOGAM-JAP-015", "FOGAM-JAP-002");
    let mut play = ancient_scene()
        .red(group("A", &[cavalrymen(4)]).at(460, 400, 90, 2))
        .blue(broken("R", cavalrymen(4)).at(500, 380, 180, 2))
        .blue(broken("Free", cavalrymen(6)).at(1200, 700, 0, 3))
        .blue(group("X", &[militia(4)]).at(1000, 1000, 180, 2))
        .blue(group("Y", &[militia(4)]).at(1200, 1000, 180, 2))
        .blue(group("Z", &[militia(4)]).at(1400, 1000, 180, 2))
        .play();
    let (r, free) = (play.id("R"), play.id("Free"));
    to_turn_two(&mut play);
    assert_eq!(play.world().facing(r), Angle::QUARTER, "{}", steps::tale(&play));
    // Those whom nobody touches move first.
    let order: Vec<_> = steps::told(&play.events)
        .into_iter()
        .filter_map(|e| if let Event::Routed { group, .. } = e { Some(group) } else { None })
        .collect();
    assert_eq!(order, [free, r]);
}

#[test]
fn routers_who_cannot_complete_their_move_in_the_joint_action_phase_are_destroyed() {
    proves!("FOGAM-JAP-018");
    let mut play = ancient_scene()
        .red(group("Wall", &[militia(16)]).at(500, 560, 180, 8))
        .blue(broken("R", cavalrymen(6)).at(500, 440, 0, 3))
        .blue(group("C", &[cavalrymen(4)]).at(900, 900, 180, 2))
        .play();
    let r = play.id("R");
    to_turn_two(&mut play);
    assert_eq!(play.world()[r].presence, Presence::Destroyed, "{}", steps::tale(&play));
}

#[test]
fn routers_slide_up_to_two_base_widths_past_enemy() {
    proves!("FOGAM-JAP-014");
    // Two files of routers; the wall reaches 70 mm past their left end: more than one base width, less than two.
    let mut play = ancient_scene()
        .red(group("Wall", &[militia(8)]).at(390, 560, 180, 4))
        .blue(broken("R", cavalrymen(6)).at(440, 440, 0, 2))
        .blue(group("C", &[cavalrymen(4)]).at(900, 900, 180, 2))
        .play();
    let r = play.id("R");
    for _ in 0..60 {
        if play.world().turn.number > 1 {
            break;
        }
        if let caracole_kernel::Awaiting::Decision {
            request:
                caracole_fog::battle::Request::Impact(caracole_fog::battle::impact::Request::EvadeOn {
                    ways, ..
                }),
            ..
        } = play.battle.awaiting()
        {
            let way = ways[0];
            play.choose(caracole_fog::battle::Decision::Impact(
                caracole_fog::battle::impact::Decision::EvadeOn { way },
            ));
        } else if !steps::pass(&mut play) {
            steps::each(&mut play, |_| 3);
        }
    }
    assert_eq!(play.world()[r].presence, Presence::OnTable, "{}", steps::tale(&play));
    // The wall ends at 470: their left end comes to it or beyond.
    assert!(play.world().body(r).rects().iter().all(|b| b.corners().iter().all(|c| c.x >= Um::from_mm(469))));
}

#[test]
fn routers_pass_drilled_friends_by_their_front() {
    proves!("FOGAM-JAP-017");
    let harmed = |drilled: bool| {
        let friends = group("F", &[militia(6)]).at(500, 520, 180, 6);
        let friends = if drilled { friends.drilled() } else { friends };
        let mut play = ancient_scene()
            .red(group("A", &[militia(4)]).at(1500, 200, 0, 2))
            .blue(broken("R", cavalrymen(4)).at(500, 480, 0, 2))
            .blue(friends)
            .play();
        let f = play.id("F");
        to_turn_two(&mut play);
        play.world()[f].cohesion != Cohesion::Steady
    };
    assert!(!harmed(true));
    assert!(harmed(false));
}

#[test]
fn who_stops_pursuing_and_how() {
    proves!("FOGAM-JAP-020", "FOGAM-JAP-011");
    let stops = |troops, routers, looting: bool| {
        let scene = ancient_scene()
            .red(group("A", &[troops]).at(500, 300, 0, 2))
            .blue(broken("R", routers).at(500, 360, 0, 2));
        let mut world = scene.world();
        let (a, r) = (scene.id("A"), scene.id("R"));
        match looting {
            true => world[a].looting = true,
            false => world[a].pursuing.push(r),
        }
        world.book.stops(&world, a)
    };
    let test = TestPurpose::StopPursuing;
    assert_eq!(stops(militia(4), cavalrymen(4), false), Stops::UnlessTest(test));
    assert_eq!(stops(militia(4), militia(4), false), Stops::ByTest(test));
    assert_eq!(stops(legionaries(4), cavalrymen(4), false), Stops::ByTest(test));
    assert_eq!(stops(knights(4), militia(4), false), Stops::ByTest(test));
    assert_eq!(stops(militia(4), militia(4), true), Stops::ByTest(TestPurpose::StopLooting));
}

#[test]
fn broken_troops_at_half_their_bases_are_removed_and_lose_2_points() {
    proves!("FOGAM-JAP-031", "FOGAM-COHESION-026", "FOGAM-COHESION-042", "FOGAM-TURN-007");
    let removed = |lost: u8, pursued: bool| {
        let scene = ancient_scene()
            .red(group("A", &[cavalrymen(4)]).at(500, 300, 0, 2))
            .blue(broken("R", militia(8)).drilled().lost(lost).at(500, 500, 0, 2))
            .blue(group("C", &[cavalrymen(4)]).at(900, 900, 180, 2));
        let mut world = scene.world();
        if pursued {
            world[scene.id("A")].pursuing.push(scene.id("R"));
        }
        world.book.is_removed(&world, scene.id("R"))
    };
    // Average troops break by themselves having lost more than 40 %: 4 of 8; three are 37 %.
    assert!(!removed(3, false));
    assert!(removed(4, false) && removed(4, true), "pursued or not");
    let scene = ancient_scene()
        .red(group("A", &[militia(4)]).at(500, 300, 0, 2))
        .blue(broken("R", militia(8)).at(500, 900, 0, 2))
        .blue(group("F", &[militia(8)]).at(900, 900, 0, 2).cohesion(Cohesion::Fragmented));
    let play = scene.play();
    // 2 for the broken, 1 for the fragmented.
    assert_eq!(steps::attrition(&play, Side::Blue), 3);
}

#[test]
fn an_army_routs_at_the_end_of_the_phase_in_which_its_attrition_reaches_its_break_point() {
    proves!("FOGAM-TURN-005", "FOGAM-TURN-006", "FOGAM-SEQUENCE-020", "FOGAM-VICTORY-002");
    // Four battle groups of battle troops on the table: two broken are 4 points.
    let over = |second: Cohesion| {
        let play = ancient_scene()
            .red(group("A", &[militia(4)]).at(1500, 200, 0, 2))
            .blue(broken("R", militia(4)).at(500, 500, 0, 2))
            .blue(group("S", &[militia(4)]).at(800, 500, 0, 2).cohesion(second))
            .blue(group("T", &[militia(4)]).at(500, 1000, 180, 2))
            .blue(group("U", &[militia(4)]).at(800, 1000, 180, 2))
            .play();
        match play.battle.awaiting() {
            caracole_kernel::Awaiting::Nothing(outcome) => outcome.winner,
            _ => None,
        }
    };
    assert_eq!(over(Cohesion::Broken), Some(Side::Red));
    assert_eq!(over(Cohesion::Fragmented), None);
}

#[test]
fn broken_skirmishers_still_touched_by_battle_troops_are_lost_when_the_phase_ends() {
    proves!("FOGAM-COMBAT-107");
    let lost = |own: caracole_fog::army::BaseCount, routers: caracole_fog::army::BaseCount| {
        let scene: Scene<Ancients> = ancient_scene()
            .red(group("A", &[own]).at(500, 300, 0, 2))
            .blue(broken("R", routers).at(500, 400, 0, 2));
        let mut world = scene.world();
        let (a, r) = (scene.id("A"), scene.id("R"));
        // Their rear touches the front of those behind them.
        let front = world.body(r).footprint();
        let gap = front.front.at.y - front.depth - Um::from_mm(300);
        let anchor = world.anchor(r);
        let body = world.body(r).placed(anchor.offset(Um::ZERO, -gap));
        world.put(r, &body);
        assert!(caracole_fog::battle::position::contact::touch(&world, a, r));
        world.book.lost_at_end(&world) == [r]
    };
    assert!(lost(militia(4), velites(4)));
    assert!(!lost(velites(4), velites(4)));
    assert!(!lost(militia(4), militia(4)));
}

#[test]
fn broken_elephants_burst_through_friends_in_the_joint_action_phase_too() {
    proves!("FOGAM-JAP-016");
    let harmed = |troops: caracole_fog::army::BaseCount| {
        let mut play = ancient_scene()
            .red(group("A", &[militia(4)]).at(1500, 200, 0, 2))
            .blue(broken("R", troops).at(500, 480, 0, 2))
            .blue(group("F", &[militia(2)]).at(450, 540, 180, 1))
            .blue(group("G", &[militia(2)]).at(1500, 1000, 180, 1))
            .play();
        let f = play.id("F");
        for _ in 0..60 {
            if play.world().turn.number > 1 {
                break;
            }
            if let caracole_kernel::Awaiting::Decision {
                request:
                    caracole_fog::battle::Request::Impact(caracole_fog::battle::impact::Request::EvadeOn {
                        ways,
                        ..
                    }),
                ..
            } = play.battle.awaiting()
            {
                let way = ways[0];
                play.choose(caracole_fog::battle::Decision::Impact(
                    caracole_fog::battle::impact::Decision::EvadeOn { way },
                ));
            } else if !steps::pass(&mut play) {
                steps::each(&mut play, |_| 3);
            }
        }
        play.world()[f].cohesion != Cohesion::Steady
    };
    assert!(harmed(elephants(2)));
    assert!(!harmed(cavalrymen(4)));
}

#[test]
fn drilled_friends_are_burst_through_in_an_initial_rout() {
    proves!("FOGAM-MOVE-076", "FOGAM-JAP-017");
    // The same friends as after it, their front towards those who run.
    let mut play = ancient_scene()
        .red(group("A", &[cavalrymen(4)]).at(500, 300, 0, 2))
        .blue(group("B", &[cavalrymen(6)]).at(500, 300, 180, 2).cohesion(Cohesion::Fragmented))
        .blue(group("F", &[militia(12)]).drilled().at(500, 480, 180, 6))
        .play();
    crate::outcome::break_blue(&mut play, 3);
    let (b, f) = (play.id("B"), play.id("F"));
    let burst = caracole_fog::battle::outcome::Event::BurstThrough { group: b, through: f };
    assert!(steps::told(&play.events).contains(&burst), "{}", steps::tale(&play));
}

#[test]
fn heavy_foot_who_rout_far_from_the_enemy_go_a_fourth_mu() {
    proves!("FOGAM-MOVE-009", "FOGAM-JAP-013");
    // Home is the far edge. 3 MU are 75 mm, 4 MU 100; enemies within 5 MU of the way cost the fourth.
    let run = |enemy: i32| {
        let mut play = ancient_scene()
            .red(group("A", &[militia(4)]).at(500, enemy, 0, 2))
            .blue(broken("R", militia(4)).at(500, 600, 0, 2))
            .blue(group("C", &[cavalrymen(4)]).at(1500, 900, 180, 2))
            .play();
        let r = play.id("R");
        let from = play.world().body(r).footprint().centre().y;
        to_turn_two(&mut play);
        (play.world().body(r).footprint().centre().y - from).get() / 1000
    };
    assert_eq!(run(200), 100);
    // Their rear edge stands at 570: 124 mm from these.
    assert_eq!(run(446), 75);
}
