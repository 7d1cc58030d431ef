//! Who neither shoots nor is shot at.

use crate::battle_common::{cavalry, group, guns, horse, pike, scene, shot};
use crate::outcome::steps::{charge, each, pass_all, settle, tale};
use crate::shooting::aim::{aimed, at};
use caracole_fog::battle::shooting::targets::{may_be_shot_at, may_shoot, measured};
use caracole_fog::battle::world::Captor;
use caracole_fog::troops::{Cohesion, TroopType};
use caracole_kernel::Side;
use caracole_ledger::proves;
use caracole_plane::Um;

#[test]
fn routers_and_uncontrolled_guns_are_never_shot_at() {
    proves!("FOGR-SHOOT-017", "FOGR-COMBAT-103", "FOGR-COMBAT-003");
    let scene = scene()
        .red(group("A", &[shot(6)]).at(500, 300, 0, 3))
        .blue(group("Guns", &[guns(2, TroopType::MediumArtillery)]).at(460, 370, 180, 2))
        .blue(group("R", &[horse(4)]).at(560, 370, 180, 2).cohesion(Cohesion::Broken));
    let mut world = scene.world();
    let (a, battery, routers) = (scene.id("A"), scene.id("Guns"), scene.id("R"));
    assert!(at(&world, a, routers).is_empty());
    assert!(!at(&world, a, battery).is_empty());
    world[battery].captured = Some(Captor { side: Side::Blue, controls: false });
    assert!(at(&world, a, battery).is_empty());
    assert!(!may_shoot(&world, battery));
}

#[test]
fn pursuers_in_contact_and_looters_are_not_shot_at() {
    proves!("FOGR-SHOOT-041", "FOGR-SHOOT-042");
    let scene = scene()
        .red(group("A", &[cavalry(4)]).at(500, 300, 0, 2))
        .blue(group("B", &[cavalry(4)]).at(500, 360, 0, 2).cohesion(Cohesion::Broken))
        .blue(group("S", &[shot(6)]).at(600, 340, 180, 3));
    let mut world = scene.world();
    let a = scene.id("A");
    assert!(may_be_shot_at(&world, a));
    world[a].pursuing.push(scene.id("B"));
    assert!(!may_be_shot_at(&world, a));
    world[a].pursuing.clear();
    world[a].looting = true;
    assert!(!may_be_shot_at(&world, a));
}

#[test]
fn trap_the_first_two_ranks_of_a_file_in_melee_neither_shoot_nor_are_shot_at() {
    proves!("FOGR-SHOOT-039", "FOGR-SHOOT-040");
    // Three ranks deep in melee: the third may be shot at, and would shoot.
    let scene = scene()
        .red(group("A", &[shot(6)]).at(500, 300, 0, 2))
        .blue(group("B", &[cavalry(4)]).at(500, 300, 180, 2))
        .blue(group("S", &[shot(6)]).at(620, 280, 270, 3));
    let world = scene.world();
    let hit = at(&world, scene.id("S"), scene.id("A"));
    assert!(!hit.is_empty());
    assert!(hit.iter().all(|s| world[s.target.1].at.rank == 2));
}

#[test]
fn guns_whose_supporters_fight_neither_shoot_nor_are_shot_at() {
    proves!("FOGR-SHOOT-043", "FOGR-SHOOT-046");
    let scene = scene()
        .red(group("Guns", &[guns(2, TroopType::MediumArtillery)]).at(500, 340, 0, 2))
        .red(group("Foot", &[pike(4), shot(4)]).at(500, 300, 0, 4))
        .blue(group("B", &[pike(6)]).at(500, 340, 180, 2))
        .blue(group("S", &[shot(6)]).at(590, 420, 225, 3));
    let world = scene.world();
    let battery = scene.id("Guns");
    assert!(aimed(&world).iter().all(|s| s.group != battery && s.target.0 != battery));
    // The files behind the guns do not shoot either; the shot beside them may.
    let foot = scene.id("Foot");
    assert!(aimed(&world).iter().filter(|s| s.group == foot).all(|s| s.file == 0 || s.file == 3));
}

#[test]
fn those_who_moved_in_the_impact_phase_do_not_shoot() {
    proves!("FOGR-SHOOT-011");
    let mut play = scene()
        .red(group("A", &[shot(6)]).at(500, 300, 0, 3))
        .blue(group("B", &[shot(6)]).at(500, 350, 180, 3))
        .blue(group("C", &[shot(6)]).at(640, 380, 180, 3))
        .begin();
    let a = play.id("A");
    charge(&mut play, "A", &["B"]);
    settle(&mut play, |_| 3);
    assert!(!may_shoot(play.world(), a), "{}", tale(&play));
    pass_all(&mut play);
    each(&mut play, |_| 1);
    assert!(may_shoot(play.world(), play.id("C")) || play.world()[play.id("C")].is_broken());
}

#[test]
fn portable_defences_are_the_front_edge_of_those_behind_them() {
    proves!("FOGR-SPECIAL-026", "FOGR-SPECIAL-015");
    use caracole_fog::battle::world::PortableDefences;
    // Their front at 300, the defences 15 mm before it: enemy at 90 mm from the bases are within 3 MU.
    let scene = scene()
        .red(group("A", &[shot(4)]).at(500, 300, 0, 2).portable_defences())
        .blue(group("B", &[pike(4)]).at(500, 390, 180, 2));
    let mut world = scene.world();
    let (a, b) = (scene.id("A"), scene.id("B"));
    let ranges = |w: &caracole_fog::battle::World| -> Vec<caracole_fog::combat::Range> {
        at(w, a, b).iter().map(|s| s.range).collect()
    };
    assert_eq!(ranges(&world), [caracole_fog::combat::Range::Long; 2]);
    world[a].portable = PortableDefences::Placed;
    assert_eq!(ranges(&world), [caracole_fog::combat::Range::Short; 2]);
    let front = world.base_ids(a)[0];
    assert_eq!(measured(&world, a, front).front.at.y, Um::from_mm(315));
}
