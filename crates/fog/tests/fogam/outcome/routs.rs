//! Initial routs.

use super::break_blue;
use crate::battle_common::*;
use caracole_fog::ancients::Ancients;
use caracole_fog::battle::outcome::Event;
use caracole_fog::battle::world::Presence;
use caracole_fog::troops::{Cohesion, TroopType};
use caracole_kernel::Side;
use caracole_ledger::proves;
use caracole_plane::{Angle, Um};

/// Red cavalry in two files against six fragmented bases of blue, whose front stands at this height.
fn pressed(y: i32) -> Scene<Ancients> {
    ancient_scene()
        .red(group("A", &[cavalrymen(4)]).at(500, y, 0, 2))
        .blue(group("B", &[cavalrymen(6)]).at(500, y, 180, 2).cohesion(Cohesion::Fragmented))
}

#[test]
fn the_initial_rout_is_the_normal_move_and_the_die() {
    proves!("FOGAM-COMBAT-086", "FOGAM-COMBAT-087", "FOGAM-COMBAT-088", "FOGAM-MOVE-069");
    for (die, mu) in [(1, 3), (2, 4), (3, 5), (4, 5), (5, 6), (6, 7)] {
        let mut play = pressed(300).play();
        let b = play.id("B");
        steps::pass_all(&mut play);
        // Stop before the pursuers throw.
        let mut thrown = false;
        while !thrown {
            use caracole_fog::RollPurpose;
            let caracole_kernel::Awaiting::Dice(roll) = play.battle.awaiting() else { panic!("dice") };
            let (side, purpose) = (roll.side, roll.purpose);
            let dice: usize = roll.pools.iter().map(|p| usize::from(p.dice)).sum();
            let face = match (side, purpose) {
                (Some(Side::Red), RollPurpose::Melee) => 5,
                (_, RollPurpose::DeathRoll) => 6,
                (_, RollPurpose::VariableMove) => die,
                _ => 1,
            };
            thrown = purpose == RollPurpose::VariableMove;
            play.dice(&vec![face; dice]);
        }
        // Three ranks of 30 mm turned about: their front was at 390, and they run north, away from red.
        assert_eq!(play.world().facing(b), Angle::ZERO);
        assert_eq!(play.world().anchor(b).at.y, Um::from_mm(390 + 25 * mu), "die {die}");
    }
}

#[test]
fn routers_halt_1_mu_before_enemy_in_their_way_and_live() {
    proves!("FOGAM-COMBAT-093");
    let mut play = pressed(300).red(group("Wall", &[militia(12)]).at(500, 470, 180, 6)).play();
    break_blue(&mut play, 3);
    let b = play.id("B");
    // From 390 to 445: the pursuers catch them; they lose a base, and are not destroyed.
    let told = steps::told(&play.events);
    let stopped = |e: &Event| matches!(e, Event::Routed { group, distance } if *group == b && *distance == Um::from_mm(55));
    assert!(told.iter().any(stopped), "{}", steps::tale(&play));
    let destroyed_in_melee = told.iter().any(|e| matches!(e, Event::Destroyed { group } if *group == b));
    let in_joint_action = play.events.iter().position(|e| {
        matches!(
            e,
            caracole_fog::battle::Event::Turn(caracole_fog::battle::turn::Event::PhaseBegan {
                phase: caracole_fog::battle::Phase::JointAction
            })
        )
    });
    let end = in_joint_action.unwrap_or(play.events.len());
    let early = steps::told(&play.events[..end]);
    assert!(
        !early.iter().any(|e| matches!(e, Event::Destroyed { group } if *group == b)),
        "{destroyed_in_melee}"
    );
}

#[test]
fn routers_leave_the_table_and_never_shift_to_stay() {
    proves!("FOGAM-COMBAT-097");
    let mut play = pressed(1050).play();
    break_blue(&mut play, 3);
    assert_eq!(play.world()[play.id("B")].presence, Presence::RoutedOff);
}

#[test]
fn artillery_is_destroyed_when_it_breaks_and_nobody_pursues() {
    proves!("FOGAM-COMBAT-099");
    let mut play = ancient_scene()
        .red(group("A", &[cavalrymen(4)]).at(500, 300, 0, 2))
        .blue(
            group("G", &[engines(4, TroopType::LightArtillery)])
                .at(500, 300, 180, 4)
                .cohesion(Cohesion::Fragmented),
        )
        .play();
    break_blue(&mut play, 3);
    let (a, g) = (play.id("A"), play.id("G"));
    assert_eq!(play.world()[g].presence, Presence::Destroyed, "{}", steps::tale(&play));
    let pursued = |e: &Event| matches!(e, Event::Pursued { group, .. } if *group == a);
    assert!(!steps::told(&play.events).iter().any(pursued));
    assert_eq!(steps::attrition(&play, Side::Blue), 2);
}

#[test]
fn broken_elephants_burst_through_friends_where_others_shift() {
    proves!("FOGAM-COMBAT-091", "FOGAM-COMBAT-095");
    // Friends before the left half of those who run.
    let burst = |who: Who| {
        let mut play = ancient_scene()
            .red(group("A", &[militia(4)]).at(500, 300, 0, 2))
            .blue(who.at(500, 300, 180, 2).cohesion(Cohesion::Fragmented))
            .blue(group("Post", &[militia(2)]).at(450, 420, 180, 1))
            .play();
        break_blue(&mut play, 4);
        while let Some(caracole_fog::battle::impact::Request::EvadeOn { ways, .. }) = evade_on(&play) {
            play.choose(caracole_fog::battle::Decision::Impact(
                caracole_fog::battle::impact::Decision::EvadeOn { way: ways[0] },
            ));
            steps::settle(&mut play, |_| 4);
        }
        let (b, post) = (play.id("B"), play.id("Post"));
        steps::told(&play.events).contains(&Event::BurstThrough { group: b, through: post })
    };
    assert!(burst(group("B", &[elephants(2)])));
    assert!(!burst(group("B", &[cavalrymen(4)])));
}

fn evade_on(play: &Play<Ancients>) -> Option<caracole_fog::battle::impact::Request> {
    match play.battle.awaiting() {
        caracole_kernel::Awaiting::Decision { request: caracole_fog::battle::Request::Impact(r), .. } => {
            Some(r.clone()).filter(|r| matches!(r, caracole_fog::battle::impact::Request::EvadeOn { .. }))
        }
        _ => None,
    }
}
