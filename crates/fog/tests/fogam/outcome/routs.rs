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

#[test]
fn pursuers_in_contact_cost_a_base_and_endanger_the_commander_who_runs_along() {
    proves!("FOGAM-COMBAT-083", "FOGAM-COMBAT-098", "FOGAM-COMBAT-105", "FOGAM-JAP-029", "FOGAM-JAP-030");
    use caracole_fog::army::CommanderLevel;
    let mut play = pressed(300).commander(Side::Blue, CommanderLevel::Field, "B").play();
    break_blue(&mut play, 3);
    let b = play.id("B");
    let told = steps::told(&play.events);
    let lost = told.iter().position(|e| matches!(e, Event::BaseLost { group, left: 5 } if *group == b));
    let risked = told.iter().position(
        |e| matches!(e, Event::CommanderRisked { group, falls_on: 10, lost: false, .. } if *group == b),
    );
    assert!(lost.is_some() && lost < risked, "{}", steps::tale(&play));
    // He has come along.
    let commander = &play.world()[caracole_fog::battle::CommanderId(0)];
    assert_eq!(commander.with(), Some(b));
    assert!(play.world().rects(b).iter().any(|r| r.distance(&commander.base.rect()) < Um::from_mm(60)));
}

#[test]
fn those_held_by_another_enemy_do_not_pursue() {
    proves!("FOGAM-COMBAT-104");
    let mut play = ancient_scene()
        .red(group("A", &[cavalrymen(8)]).at(500, 300, 0, 4))
        .blue(group("B", &[cavalrymen(4)]).at(460, 300, 180, 2).cohesion(Cohesion::Fragmented))
        .blue(group("C", &[cavalrymen(4)]).at(540, 300, 180, 2))
        .play();
    steps::pass_all(&mut play);
    let (a, b, c) = (play.id("A"), play.id("B"), play.id("C"));
    steps::settle(&mut play, |roll| match (roll.side, roll.purpose) {
        (Some(Side::Red), caracole_fog::RollPurpose::Melee) => 5,
        (_, caracole_fog::RollPurpose::VariableMove) => 3,
        (_, caracole_fog::RollPurpose::DeathRoll) => 6,
        (_, caracole_fog::RollPurpose::CohesionTest) => 3,
        _ => 1,
    });
    assert!(play.world()[b].is_broken() && !play.world()[c].is_broken(), "{}", steps::tale(&play));
    let pursued = |e: &Event| matches!(e, Event::Pursued { group, .. } if *group == a);
    assert!(!steps::told(&play.events).iter().any(pursued));
}

#[test]
fn routers_without_enemies_to_run_from_go_home() {
    proves!("FOGAM-COMBAT-089");
    let scene = pressed(300);
    let world = scene.world();
    let direction =
        |name: &str| caracole_fog::battle::outcome::rout::direction(&world, scene.id(name), &[], None);
    assert_eq!(direction("B"), Angle::ZERO);
    assert_eq!(direction("A"), Angle::HALF);
}

#[test]
fn friends_are_burst_through_and_drop_but_not_light_foot() {
    proves!("FOGAM-COMBAT-090", "FOGAM-COMBAT-092");
    let dropped = |friends: Who| {
        let mut play = pressed(300).blue(friends).play();
        break_blue(&mut play, 3);
        play.world()[play.id("F")].turn.dropped || play.world()[play.id("F")].cohesion != Cohesion::Steady
    };
    // Further than 3 MU from those who break at 390, so that they do not test for it, and nearer than 5.
    assert!(dropped(group("F", &[militia(12)]).at(500, 480, 180, 6)));
    assert!(!dropped(group("F", &[velites(6)]).at(500, 480, 180, 6)));
}
