//! The moves offered to computer players.

use crate::battle_common::*;
use crate::manoeuvre::at_moves;
use caracole_fog::army::CommanderLevel;
use caracole_fog::battle::manoeuvre::{Action, Decision, Leg};
use caracole_fog::battle::position::overlap;
use caracole_fog::battle::{Decision as Whole, Fogr};
use caracole_kernel::{Awaiting, Rules, Side};
use caracole_plane::Um;

fn offered(play: &Play) -> Vec<Decision> {
    let Awaiting::Decision { side, request } = play.battle.awaiting() else { panic!("no decision") };
    let mut out = Vec::new();
    Fogr::candidates(&play.battle, *side, request, &mut out);
    let manoeuvre = |d| if let Whole::Manoeuvre(d) = d { d } else { panic!("another phase") };
    out.into_iter().map(manoeuvre).collect()
}

fn army() -> Scene {
    let mut scene = scene().commander(Side::Red, CommanderLevel::Field, "B0");
    for n in 0..6 {
        scene = scene
            .red(group(&format!("B{n}"), &[horse(4)]).at(400 + n * 160, 300, 0, 2))
            .blue(group(&format!("E{n}"), &[pike(2), shot(4)]).at(400 + n * 160, 560, 180, 3));
    }
    scene
}

#[test]
fn every_battle_group_that_may_act_is_offered_moves_all_of_them_legal() {
    let play = at_moves(&army());
    let offered = offered(&play);
    assert!(offered.len() <= 33, "{}", offered.len());
    assert_eq!(offered.last(), Some(&Decision::Done));
    for n in 0..6 {
        let id = play.id(&format!("B{n}"));
        let own =
            offered.iter().filter(|d| matches!(d, Decision::Move { group, .. } if *group == id)).count();
        assert!(own >= 3, "B{n} has {own}");
    }
    let divisions = offered.iter().filter(|d| matches!(d, Decision::MoveDivision { .. })).count();
    assert!(divisions >= 1);
    for decision in &offered {
        play.battle.plan(Side::Red, &decision.clone().into()).unwrap_or_else(|r| panic!("{decision:?}: {r}"));
    }
}

#[test]
fn the_same_position_gives_the_same_moves() {
    let play = at_moves(&army());
    assert_eq!(offered(&play), offered(&play));
}

#[test]
fn shot_are_offered_the_advance_to_where_they_shoot() {
    // Muskets reach 6 MU and 3 MU; the enemy is 8 MU ahead, so 2 MU (and a hair) bring it into reach.
    let scene = scene()
        .red(group("S", &[shot(6)]).at(900, 300, 0, 3))
        .blue(group("E", &[horse(4)]).at(900, 500, 180, 2));
    let play = at_moves(&scene);
    let reaches = offered(&play).iter().any(|d| match d {
        Decision::Move { action: Action::Advance(a), .. } => match a.legs.as_slice() {
            [Leg::Ahead(d)] => *d >= Um::from_mm(50) && *d < Um::from_mm(55),
            _ => false,
        },
        _ => false,
    });
    assert!(reaches);
}

#[test]
fn the_way_into_an_overlap_is_offered() {
    let scene = scene()
        .red(group("A", &[horse(4)]).at(900, 300, 0, 2))
        .red(group("F", &[horse(4)]).at(990, 240, 0, 2))
        .blue(group("E", &[horse(4)]).at(900, 300, 180, 2));
    let mut play = at_moves(&scene);
    let f = scene.id("F");
    let way = offered(&play).into_iter().find(|d| {
        matches!(d, Decision::Move { group, action: Action::Advance(a) } if *group == f && a.shift.is_some())
    });
    play.choose(way.expect("the overlap"));
    assert_eq!(overlap::overlapped_groups(play.world(), f).as_slice(), [scene.id("E")]);
}
