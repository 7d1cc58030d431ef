//! Targets, long range, and who shoots at all.

use super::{at, shots};
use crate::battle_common::*;
use caracole_fog::battle::shooting::aim::aim;
use caracole_fog::battle::shooting::targets::{may_be_shot_at, may_shoot};
use caracole_fog::battle::shooting::{Choice, Decision, Request};
use caracole_fog::battle::{Decision as Any, Phase, Request as Asked, turn};
use caracole_fog::combat::Range;
use caracole_fog::troops::{Cohesion, TroopType};
use caracole_kernel::Side;
use caracole_ledger::proves;
use caracole_plane::{Edge, Hand};

#[test]
fn guns_take_the_nearest_and_at_long_range_their_player_decides_whether() {
    proves!("FOGAM-SHOOT-003", "FOGAM-SHOOT-002", "FOGAM-SHOOT-013", "FOGAM-SHOOT-015");
    // 9 and 10 MU away, straight ahead: beyond 6 MU guns shoot at long range, and have no choice between the two.
    let scene = ancient_scene()
        .red(group("G", &[engines(2, TroopType::HeavyArtillery)]).at(500, 300, 0, 2))
        .blue(group("Near", &[militia(4)]).at(500, 525, 180, 4))
        .blue(group("Far", &[militia(4)]).at(560, 550, 180, 2));
    let (world, g, near) = (scene.world(), scene.id("G"), scene.id("Near"));
    assert_eq!(aim(&world, &[]), Err((g, Request::LongRange { group: g, at: near })));
    let choice = |shoots| Choice::LongRange { group: g, at: near, shoots };
    let shot = shots(&world, &[choice(true)]);
    assert_eq!(shot.len(), 2);
    assert!(shot.iter().all(|s| s.target.0 == near && s.range == Range::Long));
    assert!(shots(&world, &[choice(false)]).is_empty());
    // The question comes up in the phase, and both answers are taken.
    let mut play = scene.play();
    steps::pass_to(&mut play, Phase::Shooting);
    assert_eq!(play.asked(), (Side::Red, Asked::Shooting(Request::LongRange { group: g, at: near })));
    play.choose(Any::Shooting(Decision::HoldFire));
    assert!(play.world().turn.phase != Phase::Shooting);
}

#[test]
fn of_two_equal_targets_the_player_takes_the_left_or_the_right() {
    proves!("FOGAM-SHOOT-014", "FOGAM-SHOOT-016");
    // One base between two that stand as far off and as far aside.
    let scene = ancient_scene()
        .red(group("A", &[archers(2)]).at(500, 300, 0, 1))
        .blue(group("L", &[militia(2)]).at(470, 350, 180, 1))
        .blue(group("R", &[militia(2)]).at(530, 350, 180, 1));
    let (world, a) = (scene.world(), scene.id("A"));
    assert_eq!(aim(&world, &[]), Err((a, Request::Side { group: a })));
    let right = shots(&world, &[Choice::Side { group: a, hand: Hand::Right }]);
    assert!(right.iter().all(|s| s.target.0 == scene.id("R")) && !right.is_empty());
}

#[test]
fn the_arc_is_a_base_width_to_each_side_and_ahead_of_the_front() {
    proves!("FOGAM-SHOOT-018", "FOGAM-SHOOT-019", "FOGAM-SHOOT-006");
    let shoot_at = |x: i32, y: i32, degrees: i32| {
        let scene = ancient_scene()
            .red(group("A", &[archers(2)]).at(500, 300, 0, 1))
            .blue(group("B", &[militia(2)]).at(x, y, degrees, 1));
        at(&scene.world(), scene.id("A"), scene.id("B")).len()
    };
    // Bases are 40 mm wide: the strip ends at 560, and theirs begins 20 mm left of its middle.
    assert_eq!(shoot_at(579, 350, 180), 1);
    assert_eq!(shoot_at(581, 350, 180), 0);
    // Behind the line of the front edge.
    assert_eq!(shoot_at(560, 299, 0), 0);
    // Bow of foot: 4 MU are 100 mm, measured from the front rank.
    assert_eq!(at_range(400), 1);
    assert_eq!(at_range(402), 0);
}

fn at_range(y: i32) -> usize {
    let scene = ancient_scene()
        .red(group("A", &[archers(2)]).at(500, 300, 0, 1))
        .blue(group("B", &[militia(2)]).at(500, y, 180, 1));
    let (a, b) = (scene.id("A"), scene.id("B"));
    let hold = Choice::LongRange { group: a, at: b, shoots: false };
    shots(&scene.world(), &[hold]).len()
}

#[test]
fn light_horse_and_light_chariots_with_bow_shoot_to_their_rear() {
    proves!("FOGAM-SHOOT-020", "FOGAM-SHOOT-025");
    let scene = ancient_scene()
        .red(group("C", &[chariots(4, TroopType::LightChariots)]).at(500, 300, 0, 4))
        .blue(group("B", &[militia(4)]).at(500, 230, 0, 4));
    let shot = at(&scene.world(), scene.id("C"), scene.id("B"));
    assert_eq!(shot.len(), 4);
    assert!(shot.iter().all(|s| s.edge == Edge::Rear));
}

#[test]
fn second_rank_knights_in_melee_are_targets_and_spearmen_only_from_the_third_rank() {
    proves!("FOGAM-SHOOT-029", "FOGAM-SHOOT-030", "FOGAM-SHOOT-031");
    // Archers on the flank of a melee, level with the ranks behind the front.
    let rank_hit = |fighters: Who, y: i32| {
        let scene = ancient_scene()
            .red(group("Line", &[militia(4)]).at(500, 400, 0, 2))
            .red(group("A", &[archers(2)]).at(600, y, 270, 1))
            .blue(fighters);
        let world = scene.world();
        let shot = at(&world, scene.id("A"), scene.id("B"));
        shot.first().map(|s| world[s.target.1].at.rank)
    };
    let riders = group("B", &[knights(4)]).at(500, 400, 180, 2);
    let foot = |n| group("B", &[spearmen(n)]).at(500, 400, 180, 2);
    let (depth, rider) = {
        let world =
            ancient_scene().blue(foot(6)).blue(group("K", &[knights(4)]).at(900, 400, 180, 2)).world();
        let deep = |g: usize| world.bases_of(world.on_table().nth(g).unwrap())[0].base.depth.get() / 1000;
        (deep(0), deep(1))
    };
    assert_eq!(rank_hit(riders, 400 + rider + rider / 2), Some(1));
    assert_eq!(rank_hit(foot(4), 400 + depth + depth / 2), None);
    assert_eq!(rank_hit(foot(6), 400 + 2 * depth), Some(2));
}

#[test]
fn moves_that_silence_shooters() {
    proves!("FOGAM-SHOOT-009", "FOGAM-SHOOT-010", "FOGAM-SHOOT-011");
    let scene = ancient_scene()
        .red(group("G", &[engines(2, TroopType::LightArtillery)]).at(700, 300, 0, 2))
        .red(group("A", &[archers(4)]).at(500, 300, 0, 2));
    let after = |name: &str, moves: u8, charged: bool| {
        let (mut world, group) = (scene.world(), scene.id(name));
        world.turn.phase = Phase::Manoeuvre;
        world[group].phase.moves = moves;
        world[group].turn.charged = charged;
        turn::begin_phase(&mut world, Phase::Shooting);
        may_shoot(&world, group)
    };
    assert!(after("A", 1, false) && after("G", 0, false));
    assert!(!after("G", 1, false), "artillery that moved");
    assert!(!after("A", 2, false), "a second move");
    assert!(!after("A", 0, true), "a charge");
}

#[test]
fn routers_looters_and_those_at_their_heels_are_not_shot_at() {
    proves!("FOGAM-SHOOT-032", "FOGAM-SHOOT-033", "FOGAM-SHOOT-034");
    let scene = ancient_scene()
        .red(group("P", &[cavalrymen(4)]).at(500, 300, 0, 2))
        .blue(group("R", &[militia(4)]).at(500, 330, 0, 2).cohesion(Cohesion::Broken));
    let (mut world, p, r) = (scene.world(), scene.id("P"), scene.id("R"));
    assert!(may_be_shot_at(&world, p) && !may_be_shot_at(&world, r));
    world[p].pursuing.push(r);
    assert!(caracole_fog::battle::position::contact::touch(&world, p, r));
    assert!(!may_be_shot_at(&world, p));
    world[p].pursuing.clear();
    world[p].looting = true;
    assert!(!may_be_shot_at(&world, p));
}

#[test]
fn a_target_out_of_sight_leaves_the_next_best() {
    proves!("FOGAM-SHOOT-017", "FOGAM-GLOSSARY-043");
    let target = |hidden: bool| {
        let scene = ancient_scene()
            .red(group("A", &[archers(2)]).at(500, 300, 0, 1))
            .red(group("F", &[militia(2)]).at(if hidden { 500 } else { 900 }, 388, 0, 1))
            .blue(group("Ahead", &[militia(2)]).at(500, 395, 180, 1))
            .blue(group("Aside", &[militia(2)]).at(575, 380, 180, 1));
        let shot = shots(&scene.world(), &[]);
        shot.iter().find(|s| s.group == scene.id("A")).map(|s| s.target.0) == Some(scene.id("Aside"))
    };
    assert!(target(true));
    assert!(!target(false));
}

#[test]
fn archers_choose_among_pikes_and_knights_in_melee() {
    proves!("FOGAM-SHOOT-030");
    // The melee stands at 400; from the flank each height shows what is nearest to it.
    let hit = |fighters: Who, y: i32| {
        let scene = ancient_scene()
            .red(group("Line", &[militia(4)]).at(500, 400, 0, 2))
            .red(group("A", &[archers(2)]).at(600, y, 270, 1))
            .blue(fighters);
        let world = scene.world();
        at(&world, scene.id("A"), scene.id("B")).first().map(|s| world[s.target.1].at.rank)
    };
    // Pikes 15 mm deep: the third and the fourth rank can be shot at, the first and the second cannot.
    let pikes = || group("B", &[phalangites(8)]).at(500, 400, 180, 2);
    for y in (405..=475).step_by(10) {
        assert!(hit(pikes(), y).is_none_or(|rank| rank >= 2), "{y}");
    }
    assert_eq!((hit(pikes(), 450), hit(pikes(), 481)), (Some(2), Some(3)));
    // Knights 30 mm deep: not the first rank, but the second, which does not fight.
    let riders = || group("B", &[knights(4)]).at(500, 400, 180, 2);
    assert_eq!(hit(riders(), 445), Some(1));
    assert_ne!(hit(riders(), 415), Some(0));
}

#[test]
fn out_of_effective_range_the_arc_is_two_base_widths_wide() {
    proves!("FOGAM-SHOOT-018", "FOGAM-SHOOT-015");
    // Two files, x from 480 to 560; the enemy base begins at 570, 50 mm outside the left file.
    let shooters = |y: i32| {
        let scene = ancient_scene()
            .red(group("A", &[archers(2)]).at(520, 300, 0, 2))
            .blue(group("B", &[militia(2)]).at(590, y, 180, 1));
        let (a, b) = (scene.id("A"), scene.id("B"));
        let shoots = Choice::LongRange { group: a, at: b, shoots: true };
        let found = shots(&scene.world(), &[shoots]);
        (found.len(), found.iter().all(|s| s.range == Range::Long))
    };
    // 125 mm away: beyond 4 MU for all of them, so both files have it in their arc, at long range.
    assert_eq!(shooters(425), (2, true));
    // 90 mm away from the right file, which is near enough: only that one shoots.
    assert_eq!(shooters(390), (1, false));
}

#[test]
fn troops_are_in_melee_as_soon_as_their_impact_combat_is_over() {
    proves!("FOGAM-MELEE-003", "FOGAM-GLOSSARY-025", "FOGAM-SHOOT-030");
    // Horse charge bowmen, two ranks deep; other bowmen stand on the flank of both, level with the second rank.
    let mut play = ancient_scene()
        .red(group("Horse", &[cavalrymen(4)]).at(500, 340, 0, 2))
        .red(group("Aside", &[archers(2)]).at(600, 430, 270, 1))
        .blue(group("Bows", &[archers(4)]).at(500, 400, 180, 2))
        .begin();
    let (aside, bows) = (play.id("Aside"), play.id("Bows"));
    let shoots = |p: &Play<caracole_fog::ancients::Ancients>| {
        let found = shots(p.world(), &[]);
        (found.iter().any(|s| s.group == bows), found.iter().any(|s| s.group == aside))
    };
    assert_eq!(shoots(&play), (true, true));
    impact::charge_home(&mut play, "Horse", &["Bows"]);
    // Threes hit nobody.
    steps::each(&mut play, |_| 3);
    assert_eq!(play.world().turn.phase, Phase::Manoeuvre, "{}", steps::tale(&play));
    assert_eq!(shoots(&play), (false, false));
}
