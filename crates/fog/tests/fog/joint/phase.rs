//! The joint action phase on the table, with literal dice.

use crate::battle_common::{Play, Scene, cavalry, group, horse, light_horse, pike, scene, shot};
use caracole_fog::army::CommanderLevel;
use caracole_fog::battle::joint::break_off::{may_break_off, plan};
use caracole_fog::battle::joint::{Decision, Request};
use caracole_fog::battle::manoeuvre::{self, CommanderGoes};
use caracole_fog::battle::world::Presence;
use caracole_fog::battle::{Decision as Any, Phase, Request as Asked};
use caracole_fog::troops::Cohesion;
use caracole_kernel::{Awaiting, Side};
use caracole_ledger::proves;
use caracole_plane::Um;

/// Passes every question of the impact and manoeuvre phases until the joint action phase, or until dice are wanted.
fn to_joint_action(play: &mut Play) {
    for _ in 0..40 {
        if play.world().turn.phase == Phase::JointAction {
            return;
        }
        match play.battle.awaiting() {
            Awaiting::Decision { request: Asked::Manoeuvre(_), .. } => {
                play.choose(Any::Manoeuvre(manoeuvre::Decision::Done));
            }
            other => panic!("{other:?}"),
        }
    }
    panic!("the joint action phase does not come");
}

fn horse_against(cohesion: Cohesion) -> Scene {
    scene()
        .red(group("H", &[horse(4)]).at(500, 400, 0, 2).cohesion(cohesion))
        .blue(group("P", &[pike(4), shot(4)]).at(500, 400, 180, 4))
}

#[test]
fn mounted_may_break_off_from_steady_foot() {
    proves!("FOGR-JAP-005", "FOGR-JAP-007", "FOGR-JAP-009");
    let scene = horse_against(Cohesion::Steady);
    let world = scene.world();
    assert!(may_break_off(&world, scene.id("H")));
    // A full move of 5 MU separates them.
    let body = plan(&world, scene.id("H")).expect("room");
    assert_eq!(body.anchor.at.y, Um::from_mm(400 - 125));
    assert_eq!(body.facing(), world.facing(scene.id("H")));
    // Steady foot cannot break off, nor can anybody from enemy who are not steady.
    assert!(!may_break_off(&world, scene.id("P")));
    let mut shaken = world;
    shaken[scene.id("P")].cohesion = Cohesion::Disrupted;
    assert!(!may_break_off(&shaken, scene.id("H")));
}

#[test]
fn mounted_break_off_from_mounted_only_when_shaken() {
    proves!("FOGR-JAP-004");
    let fight = |cohesion| {
        let scene = scene()
            .red(group("A", &[cavalry(4)]).at(500, 400, 0, 2).cohesion(cohesion))
            .blue(group("B", &[light_horse(4)]).at(500, 400, 180, 2));
        may_break_off(&scene.world(), scene.id("A"))
    };
    assert!(!fight(Cohesion::Steady));
    assert!(fight(Cohesion::Disrupted));
    assert!(fight(Cohesion::Fragmented));
}

#[test]
fn a_break_off_stops_at_friends_and_is_cancelled_below_1_mu() {
    proves!("FOGR-JAP-012", "FOGR-JAP-016");
    // The horse are 60 mm deep: their rear edge stands at 340.
    let with_friends = |front: i32| {
        let scene = horse_against(Cohesion::Steady).red(group("F", &[shot(6)]).at(500, front, 0, 3));
        let world = scene.world();
        plan(&world, scene.id("H")).map(|b| b.anchor.at.y)
    };
    assert_eq!(with_friends(300), Some(Um::from_mm(360)));
    assert_eq!(with_friends(320), None);
}

#[test]
fn commanders_move_and_bolster_troops_that_did_not_drop_this_turn() {
    proves!("FOGR-JAP-046", "FOGR-JAP-047", "FOGR-JAP-050", "FOGR-JAP-051");
    let mut play = scene()
        .red(group("A", &[horse(4)]).at(800, 400, 0, 2).cohesion(Cohesion::Disrupted))
        .blue(group("B", &[horse(4)]).at(800, 1000, 180, 2))
        .lone_commander(Side::Red, CommanderLevel::Great, 800, 300)
        .play();
    to_joint_action(&mut play);
    let (side, asked) = play.asked();
    assert_eq!((side, asked), (Side::Red, Asked::Joint(Request::Commander)));
    let a = play.id("A");
    let commander = caracole_fog::battle::CommanderId(0);
    play.choose(Any::Joint(Decision::Commander { commander, goes: CommanderGoes::Join(a) }));
    assert!(matches!(play.asked().1, Asked::Joint(Request::Bolster { group, .. }) if group == a));
    play.choose(Any::Joint(Decision::Act));
    // Disrupted -1, commander +1, great commander +1: 6 makes 7.
    play.dice(&[3, 3]);
    assert_eq!(play.world()[a].cohesion, Cohesion::Steady);
}

#[test]
fn broken_troops_cannot_be_rallied_near_the_enemy() {
    proves!("FOGR-JAP-049");
    let rallies = |distance: i32| {
        let mut play = scene()
            .red(group("A", &[horse(4)]).at(800, 500, 180, 2).cohesion(Cohesion::Broken))
            .red(group("R", &[horse(4)]).at(300, 300, 0, 2))
            .blue(group("B", &[horse(4)]).at(800, 500 + 60 + distance, 90, 2))
            .commander(Side::Red, CommanderLevel::Great, "A")
            .play();
        to_joint_action(&mut play);
        assert_eq!(play.asked().1, Asked::Joint(Request::Commander));
        play.choose(Any::Joint(Decision::Pass));
        matches!(
            play.battle.awaiting(),
            Awaiting::Decision { request: Asked::Joint(Request::Bolster { .. }), .. }
        )
    };
    // Blue stand sideways, 40 mm to each side of their front: 6 MU are 150 mm.
    assert!(!rallies(150));
    assert!(rallies(300));
}

#[test]
fn routers_nobody_pursues_run_for_their_own_edge() {
    proves!("FOGR-JAP-019", "FOGR-JAP-021", "FOGR-JAP-022", "FOGR-COMBAT-123");
    let mut play = scene()
        .red(group("A", &[horse(4)]).at(800, 500, 0, 2).cohesion(Cohesion::Broken))
        .blue(group("B", &[horse(4)]).at(800, 1000, 180, 2))
        .play();
    let a = play.id("A");
    to_joint_action_or_next(&mut play);
    let world = play.world();
    assert_eq!(world[a].presence, Presence::OnTable);
    // Turned about, its front stands at 440; a normal move of 5 MU takes it to 315.
    assert_eq!(world.facing(a), caracole_plane::Angle::HALF);
    assert_eq!(world.anchor(a).at.y, Um::from_mm(440 - 125));
}

/// Passes everything until the second turn.
fn to_joint_action_or_next(play: &mut Play) {
    for _ in 0..60 {
        if play.world().turn.number == 2 {
            return;
        }
        match play.battle.awaiting() {
            Awaiting::Decision { request: Asked::Manoeuvre(_), .. } => {
                play.choose(Any::Manoeuvre(manoeuvre::Decision::Done));
            }
            Awaiting::Decision { request: Asked::Joint(_), .. } => {
                play.choose(Any::Joint(Decision::Pass));
            }
            other => panic!("{other:?}"),
        }
    }
    panic!("the second turn does not come");
}

#[test]
fn troops_set_up_at_their_autobreak_point_are_not_rallied() {
    proves!("FOGR-JAP-057");
    // Average troops autobreak when more than 40 % are lost: 3 of 6 are, 2 of 6 are not.
    let rallies = |lost: u8| {
        let mut play = scene()
            .red(group("A", &[shot(6)]).at(800, 500, 180, 3).lost(lost).cohesion(Cohesion::Broken))
            .red(group("R", &[horse(4)]).at(300, 300, 0, 2))
            .blue(group("B", &[horse(4)]).at(800, 1100, 180, 2))
            .commander(Side::Red, CommanderLevel::Field, "A")
            .play();
        let a = play.id("A");
        for _ in 0..40 {
            match play.battle.awaiting() {
                Awaiting::Decision { request: Asked::Joint(Request::Bolster { group, .. }), .. } => {
                    return *group == a;
                }
                Awaiting::Decision { request: Asked::Manoeuvre(_), .. } => {
                    play.choose(Any::Manoeuvre(manoeuvre::Decision::Done));
                }
                Awaiting::Decision { request: Asked::Joint(_), .. } if play.world().turn.number == 1 => {
                    play.choose(Any::Joint(Decision::Pass));
                }
                Awaiting::Dice(_) if play.world().turn.number == 1 => {
                    play.dice(&[3]);
                }
                _ => break,
            }
        }
        false
    };
    assert!(rallies(2));
    assert!(!rallies(3));
}
