//! Interceptions: who, whom, and how.

use super::*;
use crate::battle_common::*;
use caracole_fog::battle::impact::intercept::{depth_of_zone, may_intercept};
use caracole_fog::battle::impact::{Cancelled, Interception};
use caracole_fog::field::TerrainKind;
use caracole_fog::troops::Cohesion;
use caracole_ledger::{proves, rule};

/// Red charge blue's shot past a blue battle group that faces across their path from the east.
fn past(charger: Who, interceptor: Who) -> Scene {
    scene()
        .red(charger.at(900, 600, 0, 2))
        .blue(group("Shot", &[shot(6)]).at(900, 710, 180, 2))
        .blue(interceptor.at(970, 660, 270, 2))
}

fn able(charger: Who, interceptor: Who) -> bool {
    let scene = past(charger, interceptor);
    may_intercept(&scene.world(), scene.id("Guard"), scene.id("Chargers"), &[])
}

#[test]
fn who_intercepts_whom() {
    proves!("FOGR-IMPACT-067", "FOGR-IMPACT-088");
    let on_horse = |guard: Who| able(group("Chargers", &[horse(4)]), guard);
    let on_foot = |guard: Who| able(group("Chargers", &[pike(8)]), guard);
    let on_light = |guard: Who| able(group("Chargers", &[light_horse(4)]), guard);
    assert!(!on_horse(group("Guard", &[pike(8)])) && on_foot(group("Guard", &[pike(8)])));
    assert!(on_light(group("Guard", &[pike(8)])), "light horse are no battle troops");
    assert!(!on_horse(group("Guard", &[light_horse(4)])) && on_light(group("Guard", &[light_horse(4)])));
    assert!(!on_foot(group("Guard", &[dragoons(4)])) && !on_foot(group("Guard", &[light_foot(4)])));
    assert!(on_horse(group("Guard", &[horse(4)])));
    assert!(!on_horse(group("Guard", &[horse(4)]).cohesion(Cohesion::Fragmented)));
}

#[test]
fn nobody_intercepts_whom_he_does_not_see() {
    proves!("FOGR-IMPACT-085", "FOGR-IMPACT-084");
    let scene = scene()
        .red(group("Chargers", &[horse(4)]).at(900, 600, 0, 2))
        .blue(group("Guard", &[horse(4)]).at(1000, 660, 270, 2));
    let seen = scene.clone().world();
    assert!(may_intercept(&seen, scene.id("Guard"), scene.id("Chargers"), &[]));
    assert_eq!(depth_of_zone(&seen, scene.id("Guard")), mm(100));
    // A wood between them; the nearest bases are 60 mm apart, more than the 2 MU that one sees through it.
    let hidden = scene.clone().terrain(TerrainKind::Forest, (942, 400), (990, 800));
    let world = hidden.world();
    assert!(!may_intercept(&world, scene.id("Guard"), scene.id("Chargers"), &[]));
    // And it ends their zone 10 mm before their front.
    assert_eq!(depth_of_zone(&world, scene.id("Guard")), mm(10));
}

#[test]
fn disrupted_interceptors_test_and_a_failure_leaves_the_charge_alone() {
    proves!("FOGR-IMPACT-087");
    // Cavalry are not shock troops by themselves; disrupted they test.
    let mut play = scene()
        .red(group("Chargers", &[horse(2)]).at(900, 560, 0, 1))
        .blue(group("Shot", &[shot(6)]).at(900, 684, 180, 2))
        .blue(group("Guard", &[cavalry(2)]).at(935, 620, 270, 1).cohesion(Cohesion::Disrupted))
        .begin();
    let (guard, chargers) = (play.id("Guard"), play.id("Chargers"));
    charge(&mut play, "Chargers", None, &["Shot"]);
    end(&mut play);
    let Some(Asked::Intercept { able }) = asked(&play) else { panic!("nobody may intercept") };
    assert_eq!(able, [(guard, chargers)]);
    let how = Interception::AcrossPath { distance: mm(35), wheel: wheel(Hand::Left, 60) };
    choose(&mut play, Impact::Intercept { group: guard, charger: chargers, how });
    let told = super::told(&play.dice(&[1, 1]));
    assert!(told.contains(&Told::InterceptionCancelled { group: guard, why: Cancelled::TestFailed }));
    // It may not try again; the charge goes on.
    assert!(matches!(asked(&play), Some(Asked::MoveCharge { .. })));
}

/// The guard come from the east, ahead of the chargers: going straight across, their left side is in the way.
fn from_the_side() -> Scene {
    scene()
        .red(group("Chargers", &[horse(2)]).at(900, 560, 0, 1))
        .blue(group("Shot", &[shot(6)]).at(900, 684, 180, 2))
        .blue(group("Guard", &[horse(2)]).at(935, 620, 270, 1))
}

fn across(play: &Play, wheel: Option<Wheel>) -> Impact {
    let how = Interception::AcrossPath { distance: mm(35), wheel };
    Impact::Intercept { group: play.id("Guard"), charger: play.id("Chargers"), how }
}

#[test]
fn no_interceptor_wheels_over_impassable_ground() {
    proves!("FOGR-MOVE-008");
    // The wheel turns about (900, 600) and takes the right rear corner from (960, 640) to (895, 672): over these rocks,
    // which lie neither in their zone (y from 600 to 640) nor in the way of the chargers (x from 880 to 920).
    let mut play = from_the_side().terrain(TerrainKind::Impassable, (926, 652), (932, 656)).begin();
    charge(&mut play, "Chargers", None, &["Shot"]);
    end(&mut play);
    let wheeled = Decision::Impact(across(&play, wheel(Hand::Left, 60)));
    assert_eq!(play.refused(wheeled).rule, rule!("FOGR-MOVE-008"));
}

#[test]
fn an_interceptor_wheels_so_as_not_to_be_hit_in_flank() {
    proves!("FOGR-IMPACT-092", "FOGR-IMPACT-091", "FOGR-IMPACT-095", "FOGR-IMPACT-094");
    let mut play = from_the_side().begin();
    charge(&mut play, "Chargers", None, &["Shot"]);
    end(&mut play);
    let guard = play.id("Guard");
    assert_eq!(play.refused(Decision::Impact(across(&play, None))).rule, rule!("FOGR-IMPACT-092"));
    let wheeled = across(&play, wheel(Hand::Left, 60));
    choose(&mut play, wheeled);
    // Interceptors are not intercepted: blue has nobody else, and red is not asked.
    let told = advance(&mut play, "Chargers");
    assert_eq!(moved(&told).2, [(guard, Approach::Front)]);
    sound(&play);
}

#[test]
fn nobody_is_asked_to_intercept_who_finds_no_way_to() {
    proves!("FOGR-IMPACT-086", "FOGR-IMPACT-091");
    // The guard looks west across the way of the chargers; in one case pikes of its own side fill its zone.
    let asked_for = |barred: bool| {
        let mut scene = scene()
            .red(group("Chargers", &[horse(2)]).at(900, 560, 0, 1))
            .blue(group("Shot", &[shot(6)]).at(900, 684, 180, 2))
            .blue(group("Guard", &[horse(2)]).at(965, 630, 270, 1));
        if barred {
            scene = scene.blue(group("Friends", &[pike(2)]).at(944, 630, 270, 2));
        }
        let mut play = scene.begin();
        charge(&mut play, "Chargers", None, &["Shot"]);
        end(&mut play);
        let guard = play.id("Guard");
        matches!(asked(&play), Some(Asked::Intercept { able }) if able.iter().any(|(g, _)| *g == guard))
    };
    assert!(asked_for(false));
    assert!(!asked_for(true));
}
