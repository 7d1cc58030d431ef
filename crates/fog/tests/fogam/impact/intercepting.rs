//! Interceptions: who, whom, by what test, and how.

use super::*;
use crate::battle_common::*;
use caracole_fog::battle::impact::intercept::{depth_of_zone, may_intercept};
use caracole_fog::battle::impact::{Cancelled, Interception};
use caracole_fog::field::TerrainKind;
use caracole_fog::troops::{Cohesion, TroopType};
use caracole_ledger::{proves, rule};

/// Red charge blue's foot past a blue battle group that faces across their path from the east.
fn past(charger: Who, guard: Who) -> Scene<Ancients> {
    ancient_scene()
        .red(charger.at(900, 600, 0, 2))
        .blue(group("Foot", &[militia(6)]).at(900, 670, 180, 2))
        .blue(guard.at(970, 640, 270, 2))
}

fn able(charger: Who, guard: Who) -> bool {
    let scene = past(charger, guard);
    may_intercept(&scene.world(), scene.id("Guard"), scene.id("Chargers"), &[])
}

#[test]
fn who_intercepts_whom() {
    proves!("FOGAM-IMPACT-087", "FOGAM-IMPACT-090", "FOGAM-IMPACT-046", "FOGAM-IMPACT-047");
    let guard = |troops| group("Guard", &[troops]);
    let on = |troops, who: Who| able(group("Chargers", &[troops]), who);
    // Foot intercept mounted, which the other book forbids.
    assert!(on(cavalrymen(4), guard(militia(6))));
    assert!(!on(cavalrymen(4), guard(numidians(4))) && !on(militia(6), guard(velites(4))));
    // Skirmishers intercept skirmishers, light foot too.
    assert!(on(numidians(4), guard(velites(4))) && on(velites(4), guard(numidians(4))));
    assert!(!on(cavalrymen(4), guard(cavalrymen(4)).cohesion(Cohesion::Fragmented)));
    assert!(!on(cavalrymen(4), guard(engines(2, TroopType::LightArtillery))));
}

#[test]
fn orbs_and_kinked_columns_do_not_intercept() {
    proves!("FOGAM-IMPACT-090", "FOGAM-IMPACT-073");
    use caracole_fog::battle::world::Posture;
    let scene = past(group("Chargers", &[cavalrymen(4)]), group("Guard", &[spearmen(8)]));
    let (mut world, guard, chargers) = (scene.world(), scene.id("Guard"), scene.id("Chargers"));
    assert!(may_intercept(&world, guard, chargers, &[]));
    world[guard].posture = Posture::Square;
    assert!(!may_intercept(&world, guard, chargers, &[]));
}

#[test]
fn the_zone_is_not_cut_off_by_ground_but_interceptors_keep_clear_of_it() {
    proves!("FOGAM-IMPACT-082", "FOGAM-IMPACT-083");
    let guard = |troops| group("Guard", &[troops]);
    let scene = past(group("Chargers", &[cavalrymen(4)]), guard(cavalrymen(4)));
    assert_eq!(depth_of_zone(&scene.world(), scene.id("Guard")), mm(100));
    let foot = past(group("Chargers", &[cavalrymen(4)]), guard(militia(6)));
    assert_eq!(depth_of_zone(&foot.world(), foot.id("Guard")), mm(50));
    let beasts = past(group("Chargers", &[cavalrymen(4)]), guard(elephants(2)));
    assert_eq!(depth_of_zone(&beasts.world(), beasts.id("Guard")), mm(100));
    // Brush under a part of them: they stay. Before them: the zone is as deep, and the move is refused.
    let within = scene.clone().terrain(TerrainKind::Brush, (980, 500), (1100, 800));
    assert!(!may_intercept(&within.world(), scene.id("Guard"), scene.id("Chargers"), &[]));
    let before = scene.terrain(TerrainKind::Brush, (940, 500), (960, 800));
    let world = before.world();
    assert!(may_intercept(&world, before.id("Guard"), before.id("Chargers"), &[]));
    assert_eq!(depth_of_zone(&world, before.id("Guard")), mm(100));
    let mut play = before.begin();
    charge(&mut play, "Chargers", None, &["Foot"]);
    end(&mut play);
    assert!(
        matches!(asked(&play), Some(Asked::MoveCharge { .. })),
        "no interception keeps clear of the brush"
    );
}

#[test]
fn nobody_intercepts_whom_he_does_not_see() {
    proves!("FOGAM-IMPACT-084", "FOGAM-TERRAIN-001", "FOGAM-TERRAIN-002");
    let scene = ancient_scene()
        .red(group("Chargers", &[cavalrymen(4)]).at(900, 600, 0, 2))
        .blue(group("Guard", &[cavalrymen(4)]).at(1000, 660, 270, 2));
    assert!(may_intercept(&scene.world(), scene.id("Guard"), scene.id("Chargers"), &[]));
    // The nearest bases are 60 mm apart, more than the 2 MU that one sees through a forest.
    let hidden = scene.terrain(TerrainKind::Forest, (942, 400), (990, 800));
    assert!(!may_intercept(&hidden.world(), hidden.id("Guard"), hidden.id("Chargers"), &[]));
}

/// The guard come from the east, ahead of the chargers: going straight across, their left side is in the way.
fn from_the_side(guard: Who) -> Scene<Ancients> {
    ancient_scene()
        .red(group("Chargers", &[cavalrymen(2)]).at(900, 560, 0, 1))
        .blue(group("Foot", &[militia(6)]).at(900, 684, 180, 2))
        .blue(guard.at(935, 620, 270, 1))
}

fn across(play: &Play<Ancients>, distance: i32, wheel: Option<Wheel>) -> Impact {
    let how = Interception::AcrossPath { distance: mm(distance), wheel };
    Impact::Intercept { group: play.id("Guard"), charger: play.id("Chargers"), how }
}

#[test]
fn an_interceptor_wheels_so_as_not_to_be_hit_in_flank() {
    proves!("FOGAM-IMPACT-085", "FOGAM-IMPACT-091", "FOGAM-IMPACT-092", "FOGAM-IMPACT-093");
    proves!("FOGAM-IMPACT-095", "FOGAM-IMPACT-096", "FOGAM-IMPACT-097", "FOGAM-SEQUENCE-008");
    let mut play = from_the_side(group("Guard", &[cavalrymen(2)])).begin();
    charge(&mut play, "Chargers", None, &["Foot"]);
    end(&mut play);
    let guard = play.id("Guard");
    let refused = |wheel, distance| play.refused(Decision::Impact(across(&play, distance, wheel))).rule;
    assert_eq!(refused(None, 35), rule!("FOGAM-IMPACT-093"));
    // No further than the zone of 4 MU, the wheel included; and it must come into their way.
    assert_eq!(refused(None, 101), rule!("FOGAM-IMPACT-091"));
    assert_eq!(refused(None, 5), rule!("FOGAM-IMPACT-092"));
    let wheeled = across(&play, 35, wheel(Hand::Left, 60));
    choose(&mut play, wheeled);
    let told = advance(&mut play, "Chargers");
    assert_eq!(moved(&told).2, [(guard, Approach::Front)]);
    // Both count as charging.
    use caracole_fog::battle::impact::Onset;
    let pairs =
        told.iter().find_map(|t| if let Told::Paired { pairs } = t { Some(pairs.clone()) } else { None });
    assert!(pairs.expect("pairs").iter().all(|p| p.blue == Onset::Charges));
    sound(&play);
}

#[test]
fn disrupted_troops_and_archers_test_to_intercept() {
    proves!("FOGAM-IMPACT-086", "FOGAM-IMPACT-088");
    let tries = |guard: Who| {
        let mut play = from_the_side(guard).begin();
        charge(&mut play, "Chargers", None, &["Foot"]);
        end(&mut play);
        let wheeled = across(&play, 35, wheel(Hand::Left, 60));
        choose(&mut play, wheeled);
        play
    };
    assert!(matches!(asked(&tries(group("Guard", &[cavalrymen(2)]))), Some(Asked::MoveCharge { .. })));
    let mut play = tries(group("Guard", &[cavalrymen(2)]).cohesion(Cohesion::Disrupted));
    assert_eq!(dice_for(&play), Some(caracole_fog::RollPurpose::ComplexMoveTest));
    let told = super::told(&play.dice(&[1, 1]));
    assert!(
        told.contains(&Told::InterceptionCancelled { group: play.id("Guard"), why: Cancelled::TestFailed })
    );
    assert!(matches!(asked(&play), Some(Asked::MoveCharge { .. })));
    // Medium foot with bows, in front: by a test, for they face battle troops.
    use caracole_fog::battle::customs::Answering;
    let scene = past(group("Chargers", &[cavalrymen(4)]), group("Guard", &[archers(4)]));
    let (world, guard, chargers) = (scene.world(), scene.id("Guard"), scene.id("Chargers"));
    let how = Interception::AcrossPath { distance: mm(10), wheel: None };
    let tests = |how| Ancients.tests_to_intercept(&world, guard, chargers, how);
    assert_eq!(tests(how), [rule!("FOGAM-IMPACT-088")]);
    assert_eq!(tests(Interception::FlankOrRear), []);
}

/// Chargers four files wide, their target before the left two; a guard before the right two, so far back.
fn beside_the_target(guard_at: i32) -> Play<Ancients> {
    let mut play = ancient_scene()
        .red(group("Chargers", &[cavalrymen(8)]).at(900, 600, 0, 4))
        .blue(group("Foot", &[militia(4)]).at(860, 700, 180, 2))
        .blue(group("Guard", &[cavalrymen(4)]).at(940, guard_at, 180, 2))
        .begin();
    charge(&mut play, "Chargers", None, &["Foot"]);
    end(&mut play);
    play
}

#[test]
fn troops_in_the_path_of_a_charge_are_charged_and_do_not_intercept() {
    proves!("FOGAM-IMPACT-089");
    // 40 mm behind the target's front they are met by a step: charged, though not named.
    assert!(matches!(asked(&beside_the_target(740)), Some(Asked::MoveCharge { .. })));
    assert!(matches!(asked(&beside_the_target(760)), Some(Asked::Intercept { .. })));
}

#[test]
fn a_block_meets_the_chargers_before_their_target_or_keeps_a_base_from_it() {
    proves!("FOGAM-IMPACT-092");
    let play = beside_the_target(760);
    let refused = |distance| play.refused(Decision::Impact(across(&play, distance, None))).rule;
    // 20 mm behind the front of the target they would only be stepped into, and no base misses its target.
    assert_eq!(refused(40), rule!("FOGAM-IMPACT-092"));
    let mut play = beside_the_target(760);
    let before = across(&play, 65, None);
    choose(&mut play, before);
    let told = advance(&mut play, "Chargers");
    assert!(moved(&told).2.iter().any(|(g, _)| *g == play.id("Guard")));
}

#[test]
fn an_interception_in_flank_cancels_the_charge() {
    proves!("FOGAM-IMPACT-094", "FOGAM-IMPACT-038");
    let mut play = ancient_scene()
        .red(group("Chargers", &[cavalrymen(4)]).at(900, 500, 0, 2))
        .blue(group("Foot", &[militia(6)]).at(900, 590, 180, 2))
        .blue(group("Guard", &[cavalrymen(4)]).at(1000, 460, 270, 1))
        .begin();
    charge(&mut play, "Chargers", None, &["Foot"]);
    end(&mut play);
    let (chargers, guard) = (play.id("Chargers"), play.id("Guard"));
    let how = Interception::FlankOrRear;
    let told = choose(&mut play, Impact::Intercept { group: guard, charger: chargers, how });
    assert!(told.contains(&Told::ChargeCancelled { group: chargers, why: Cancelled::Intercepted }));
    assert_eq!(play.world()[chargers].cohesion, Cohesion::Disrupted);
}

#[test]
fn no_interceptor_wheels_over_impassable_ground() {
    proves!("FOGAM-TERRAIN-017");
    // The wheel takes the right rear corner over these rocks, which lie neither in their zone nor in the way of the
    // chargers.
    let guard = group("Guard", &[cavalrymen(2)]);
    let mut play = from_the_side(guard).terrain(TerrainKind::Impassable, (926, 652), (932, 656)).begin();
    charge(&mut play, "Chargers", None, &["Foot"]);
    end(&mut play);
    let wheeled = Decision::Impact(across(&play, 35, wheel(Hand::Left, 60)));
    assert_eq!(play.refused(wheeled).rule, rule!("FOGAM-TERRAIN-017"));
}

/// Troops in close combat do not intercept.
#[test]
fn reading_impact_090() {
    proves!("FOGAM-IMPACT-090");
    // Enemies at the rear of the guard, which ends 60 mm behind its front (two ranks of horse).
    let scene = past(group("Chargers", &[cavalrymen(4)]), group("Guard", &[cavalrymen(4)]));
    let may =
        |scene: &Scene<Ancients>| may_intercept(&scene.world(), scene.id("Guard"), scene.id("Chargers"), &[]);
    assert!(may(&scene));
    assert!(!may(&scene.red(group("Holders", &[militia(4)]).at(1030, 640, 270, 2))));
}
