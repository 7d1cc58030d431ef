//! One battle group shooting at several: regimental guns, battle wagons, the sides of tercios.

use crate::battle_common::{Scene, bases, cavalry, dragoons, group, horse, light_foot, pike, scene, shot};
use crate::outcome::steps::{pass_to, settle, tale};
use crate::shooting::aim::{aimed, at};
use caracole_fog::army::GroupPermit;
use caracole_fog::battle::shooting::aim::{Arm, aim};
use caracole_fog::battle::shooting::volleys::volleys;
use caracole_fog::battle::shooting::{Choice, Decision, Request, naval};
use caracole_fog::battle::{Decision as Any, Phase, World};
use caracole_fog::combat::{Arithmetic, ShotBy};
use caracole_fog::field::TerrainKind;
use caracole_fog::renaissance::Renaissance;
use caracole_fog::troops::{Capability, Cohesion, TroopType};
use caracole_kernel::Side;
use caracole_ledger::proves;
use caracole_plane::{Angle, Edge, Hand, Um};

#[test]
fn of_two_central_files_the_owner_picks_the_one_of_the_regimental_gun() {
    proves!("FOGR-SHOOT-023", "FOGR-BG-056");
    let mut foot = group("A", &[pike(4), shot(4)]).at(500, 300, 0, 4);
    foot.listed.regimental_guns = true;
    // B straight before the second file, C before the third.
    let scene = scene()
        .red(foot)
        .blue(group("B", &[pike(2)]).at(480, 360, 180, 1))
        .blue(group("C", &[pike(2)]).at(520, 365, 180, 1));
    let (world, a) = (scene.world(), scene.id("A"));
    assert_eq!(aim(&world, &[]), Err((a, Request::GunFile { group: a, files: vec![1, 2] })));
    for (file, target) in [(1, "B"), (2, "C")] {
        let aimed = aim(&world, &[Choice::GunFile { group: a, file }]).expect("all is chosen");
        let gun = aimed.iter().find(|s| s.arm == Arm::RegimentalGun).expect("the gun shoots");
        assert_eq!((gun.target.0, gun.file), (scene.id(target), file));
    }
}

fn wagons(files: u8) -> crate::battle_common::Who {
    let wagon = bases(2 * files, TroopType::BattleWagons, None, &[Capability::Musket]);
    group("W", &[wagon]).at(500, 500, 0, files)
}

/// The dice that one battle group throws at another.
fn dice(scene: &Scene, world: &World, choices: &[Choice], by: &str, at: &str) -> u16 {
    let shooting = aim(world, choices).expect("all is chosen");
    let (roster, fight) = volleys(world, &shooting, &[]).expect("shooting");
    let pair = (roster.index(scene.id(by)), roster.index(scene.id(at)));
    let muster = Renaissance::muster(&fight, world.readings);
    muster.parts.iter().filter(|p| (Some(p.by), Some(p.against)) == pair).map(|p| p.dice()).sum()
}

#[test]
fn the_halves_of_a_battle_wagon_have_targets_of_their_own() {
    proves!("FOGR-SHOOT-026", "FOGR-SHOOT-028", "FOGR-COMBAT-006");
    // Two wagons, one behind the other: their right long edges at x = 520, from y = 340 to 500. Enemies opposite the
    // two halves of the first, 60 mm away.
    let scene = scene()
        .red(wagons(1))
        .blue(group("Fore", &[cavalry(2)]).at(580, 480, 270, 1))
        .blue(group("Hind", &[cavalry(2)]).at(580, 440, 270, 1));
    let world = scene.world();
    let w = scene.id("W");
    let halves = |target: &str| -> Vec<ShotBy> {
        let shots = at(&world, w, scene.id(target));
        assert!(shots.iter().all(|s| s.edge == Edge::Right));
        shots.iter().filter_map(|s| if let Arm::Bases(by) = s.arm { Some(by) } else { None }).collect()
    };
    assert_eq!(halves("Fore"), [ShotBy::HalfWagon(0)]);
    assert_eq!(halves("Hind").first(), Some(&ShotBy::HalfWagon(0)));
    assert_eq!(dice(&scene, &world, &[], "W", "Fore"), 1);
}

#[test]
fn a_wagon_shoots_from_the_long_edge_that_its_player_chooses_and_never_from_a_short_one() {
    proves!("FOGR-SHOOT-026");
    let both = scene()
        .red(wagons(1))
        .blue(group("R", &[cavalry(2)]).at(580, 460, 270, 1))
        .blue(group("L", &[cavalry(2)]).at(420, 460, 90, 1));
    let (world, w) = (both.world(), both.id("W"));
    let first = world.base_ids(w)[0];
    assert_eq!(aim(&world, &[]), Err((w, Request::WagonEdge { group: w, base: first })));
    let second = world.base_ids(w)[1];
    let choices =
        |a, b| [Choice::WagonEdge { base: first, hand: a }, Choice::WagonEdge { base: second, hand: b }];
    assert_eq!(dice(&both, &world, &choices(Hand::Right, Hand::Right), "W", "L"), 0);
    assert!(dice(&both, &world, &choices(Hand::Left, Hand::Left), "W", "L") >= 2);
    // Nobody beside them, enemy close before their short edge.
    let ahead = scene().red(wagons(1)).blue(group("B", &[cavalry(2)]).at(500, 540, 180, 1));
    assert!(at(&ahead.world(), ahead.id("W"), ahead.id("B")).is_empty());
}

#[test]
fn battle_wagons_shoot_with_one_file_that_their_player_chooses() {
    proves!("FOGR-SHOOT-030");
    let scene = scene()
        .red(wagons(2))
        .blue(group("R", &[cavalry(2)]).at(600, 460, 270, 1))
        .blue(group("L", &[cavalry(2)]).at(400, 460, 90, 1));
    let (world, w) = (scene.world(), scene.id("W"));
    // The wagons of one file hide what lies beyond them from the other.
    assert_eq!(aim(&world, &[]), Err((w, Request::WagonFile { group: w, files: vec![0, 1] })));
    let right = [Choice::WagonFile { group: w, file: 1 }];
    assert!(dice(&scene, &world, &right, "W", "R") >= 2);
    assert_eq!(dice(&scene, &world, &right, "W", "L"), 0);
}

#[test]
fn a_wagon_that_overlaps_neither_shoots_nor_is_shot_at_with_either_half() {
    proves!("FOGR-SHOOT-044");
    // Foot fight to their front; the first wagon beside them touches the side of the enemy and overlaps, the second is
    // free. Enemy shot stand off the right long edges of both.
    let scene = scene()
        .red(group("F", &[pike(4)]).at(440, 460, 0, 2))
        .red(wagons(1))
        .blue(group("E", &[pike(4)]).at(440, 460, 180, 2))
        .blue(group("S", &[shot(8)]).at(580, 420, 270, 4));
    let world = scene.world();
    let w = scene.id("W");
    let first = world.base_ids(w)[0];
    let shots = aimed(&world);
    assert!(shots.iter().filter(|s| s.group == w).all(|s| s.arm == Arm::Bases(ShotBy::HalfWagon(1))));
    assert!(shots.iter().any(|s| s.group == w), "the second wagon shoots");
    assert!(shots.iter().all(|s| s.target.1 != first));
}

#[test]
fn each_base_on_the_side_of_a_tercio_has_its_own_target() {
    proves!("FOGR-SHOOT-025", "FOGR-SHOOT-034");
    // The right file of shot: three bases whose side edges lie at x = 580, y = 480 to 500, 460 to 480, 440 to 460.
    let tercio = group("T", &[pike(6), shot(6)]).says(GroupPermit::LaterTercio).at(500, 500, 0, 4);
    let scene = scene()
        .red(tercio)
        .blue(group("Fore", &[cavalry(2)]).at(640, 515, 270, 1))
        .blue(group("Hind", &[cavalry(2)]).at(640, 445, 270, 1));
    let world = scene.world();
    let shots = |target: &str| -> Vec<(Edge, Arm)> {
        at(&world, scene.id("T"), scene.id(target)).iter().map(|s| (s.edge, s.arm)).collect()
    };
    assert_eq!(shots("Fore"), [(Edge::Right, Arm::Bases(ShotBy::Places(0b001)))]);
    assert_eq!(shots("Hind"), [(Edge::Right, Arm::Bases(ShotBy::Places(0b110)))]);
    assert_eq!(dice(&scene, &world, &[], "T", "Fore"), 1);
    assert_eq!(dice(&scene, &world, &[], "T", "Hind"), 2);
}

#[test]
fn cover_is_that_of_the_base_shot_at() {
    proves!("FOGR-TERRAIN-028", "FOGR-COMBAT-047");
    // The left half of the target stands wholly in vineyards, the right half in the open: two dice each.
    let scene = scene()
        .red(group("A", &[shot(8)]).at(500, 300, 0, 4))
        .blue(group("B", &[pike(8)]).at(500, 360, 180, 4))
        .terrain(TerrainKind::Vineyards, (400, 355), (501, 450));
    let world = scene.world();
    let shooting: Vec<_> = at(&world, scene.id("A"), scene.id("B"));
    let (_, fight) = volleys(&world, &shooting, &[]).expect("shooting");
    let muster = Renaissance::muster(&fight, world.readings);
    let mut parts: Vec<(i8, u16)> = muster.parts.iter().map(|p| (p.net, p.dice())).collect();
    parts.sort_unstable();
    // Muskets at short range at armoured foot: none; - in cover.
    assert_eq!(parts, [(-1, 4), (0, 4)]);
}

#[test]
fn the_point_of_a_swedish_brigade_is_lost_to_most_dice_not_most_bases() {
    proves!("FOGR-COHESION-049");
    // Six light foot straight ahead give three dice, three dragoons off its flank, nearer to it, give three: not most.
    let brigade = group("S", &[pike(3), shot(4)]).says(GroupPermit::SwedishBrigade).at(500, 400, 180, 3);
    let pikes_left = |flank: bool| {
        let mut scene = scene().red(group("L", &[light_foot(6)]).at(500, 328, 0, 3));
        if flank {
            scene = scene.red(group("D", &[dragoons(4)]).at(600, 440, 270, 4));
        }
        let mut play = scene.blue(brigade.clone()).play();
        let s = play.id("S");
        pass_to(&mut play, Phase::Shooting);
        // Everything hits, no test fails; the death roll of the brigade is 1, which no hits survive.
        settle(&mut play, |roll| if format!("{roll:?}").contains("eath") { 1 } else { 6 });
        let left = play.world().profiles(s).iter().filter(|b| b.has(Capability::Pike)).count();
        (left, play.world().size(s), tale(&play))
    };
    let (pikes, all, tale) = pikes_left(true);
    assert_eq!((pikes, all), (3, 6), "{tale}");
    let (pikes, all, tale) = pikes_left(false);
    assert_eq!((pikes, all), (2, 6), "{tale}");
}

#[test]
fn troops_broken_by_ships_alone_run_from_the_coast() {
    proves!("FOGR-COMBAT-122", "FOGR-SPECIAL-008");
    // The sea along the left edge to x = 100; B stands 150 mm from it and faces the near edge.
    let mut play = scene()
        .red(group("A", &[horse(4)]).at(900, 300, 0, 2))
        .blue(group("B", &[pike(6)]).at(310, 700, 180, 3).cohesion(Cohesion::Fragmented))
        .terrain(TerrainKind::Coastline, (0, 0), (100, 1200))
        .naval_units(Side::Red, 1)
        // The last turn ends before the joint action phase, in which they would turn for their own edge.
        .turns(1)
        .play();
    let b = play.id("B");
    pass_to(&mut play, Phase::Shooting);
    play.choose(Any::Shooting(Decision::Naval { at: Some(b) }));
    play.dice(&[6, 6, 6]);
    play.dice(&[1, 1]);
    play.dice(&[6]);
    assert!(play.world()[b].is_broken(), "{}", tale(&play));
    let before = play.world().body(b).footprint().centre();
    play.dice(&[3]);
    let inland = play.world().body(b).footprint().centre().x - before.x;
    assert_eq!(play.world().facing(b), Angle::QUARTER, "{}", tale(&play));
    assert!(inland > Um::ZERO, "{inland} {}", tale(&play));
}

#[test]
fn ships_shoot_at_the_base_nearest_to_the_coast() {
    proves!("FOGR-SPECIAL-008");
    // Only the file nearest to the sea stands in vineyards, or only the furthest.
    let covered = |from: i32, to: i32| {
        let scene = scene()
            .red(group("A", &[horse(4)]).at(900, 300, 0, 2))
            .blue(group("B", &[pike(6)]).at(310, 700, 180, 3))
            .terrain(TerrainKind::Coastline, (0, 0), (100, 1200))
            .terrain(TerrainKind::Vineyards, (from, 690), (to, 800));
        naval::is_in_cover(&scene.world(), scene.id("B"))
    };
    assert!(covered(240, 291));
    assert!(!covered(329, 400));
}
