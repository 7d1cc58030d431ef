//! Ranges, arcs, priority, edges.

use crate::battle_common::{bases, cavalry, group, guns, horse, pike, scene, shot};
use caracole_fog::army::GroupPermit;
use caracole_fog::battle::shooting::aim::{Arm, Shooting, aim};
use caracole_fog::battle::shooting::volleys::volleys;
use caracole_fog::battle::{GroupId, World};
use caracole_fog::combat::Range;
use caracole_fog::field::TerrainKind;
use caracole_fog::troops::{Armour, Capability, TroopType};
use caracole_ledger::proves;
use caracole_plane::Edge;

pub fn aimed(world: &World) -> Vec<Shooting> {
    aim(world, &[]).expect("no choice is open")
}

pub fn at(world: &World, by: GroupId, target: GroupId) -> Vec<Shooting> {
    aimed(world).into_iter().filter(|s| s.group == by && s.target.0 == target).collect()
}

#[test]
fn rear_bases_shoot_at_the_range_of_the_front_of_their_file() {
    proves!("FOGR-SHOOT-006", "FOGR-SHOOT-032");
    // Arquebus 3 MU: the front rank stands exactly at 75 mm, the second rank 20 mm behind it.
    let arquebus = |n| bases(n, TroopType::MediumFoot, Some(Armour::Unarmoured), &[Capability::Arquebus]);
    let scene = scene()
        .red(group("A", &[arquebus(4)]).at(500, 300, 0, 2))
        .blue(group("B", &[pike(4)]).at(500, 375, 180, 2));
    let world = scene.world();
    let shooting = at(&world, scene.id("A"), scene.id("B"));
    assert_eq!(shooting.len(), 2);
    assert!(shooting.iter().all(|s| s.range == Range::Short));
    // Four bases at one die each.
    let (_, fight) = volleys(&world, &shooting, &[]).expect("shooting");
    assert_eq!(fight.volleys[0].files.len(), 2);
}

#[test]
fn what_lies_behind_the_line_of_the_front_is_no_target() {
    proves!("FOGR-SHOOT-022");
    // Enemy beside them: 1 mm of it before the line of their front, or none.
    let enemy = |y: i32| {
        let scene = scene()
            .red(group("A", &[shot(2)]).at(500, 300, 0, 2))
            .blue(group("B", &[horse(2)]).at(570, y, 180, 1));
        at(&scene.world(), scene.id("A"), scene.id("B")).len()
    };
    // Horse facing south with their front at y: two bases deep to y + 60.
    assert!(enemy(241) > 0);
    assert_eq!(enemy(239), 0);
}

#[test]
fn a_target_out_of_sight_gives_way_to_the_next() {
    proves!("FOGR-SHOOT-016");
    // The nearer enemy stands deep in a forest, seen at 2 MU only; the further one in the open.
    let scene = scene()
        .red(group("A", &[shot(2)]).at(500, 300, 0, 1))
        .blue(group("Hidden", &[pike(2)]).at(500, 370, 180, 1))
        .blue(group("Open", &[pike(2)]).at(555, 390, 180, 1))
        .terrain(TerrainKind::Forest, (478, 368), (522, 440));
    let world = scene.world();
    assert!(at(&world, scene.id("A"), scene.id("Hidden")).is_empty());
    assert_eq!(at(&world, scene.id("A"), scene.id("Open")).len(), 1);
}

#[test]
fn trap_the_nearest_straight_ahead_beats_a_nearer_oblique_one() {
    proves!("FOGR-SHOOT-018", "FOGR-SHOOT-015");
    let scene = scene()
        .red(group("A", &[shot(2)]).at(500, 300, 0, 1))
        .blue(group("Ahead", &[pike(2)]).at(500, 370, 180, 1))
        .blue(group("Oblique", &[pike(2)]).at(545, 340, 180, 1));
    let world = scene.world();
    assert_eq!(at(&world, scene.id("A"), scene.id("Ahead")).len(), 1);
    assert!(at(&world, scene.id("A"), scene.id("Oblique")).is_empty());
}

#[test]
fn trap_the_arc_is_one_or_two_base_widths_by_the_short_range_of_the_whole_group() {
    proves!("FOGR-SHOOT-021");
    // An enemy 50 mm to the right of a base, at long range: within two base widths of 40 mm.
    let far = scene()
        .red(group("A", &[shot(2)]).at(500, 300, 0, 1))
        .blue(group("B", &[pike(2)]).at(590, 400, 180, 1));
    assert_eq!(at(&far.world(), far.id("A"), far.id("B")).len(), 1);
    // The same with another file of the group within 3 MU of that enemy: one base width for all.
    let near = scene()
        .red(group("A", &[shot(4)]).at(520, 300, 0, 2))
        .blue(group("B", &[pike(4)]).at(610, 360, 180, 2));
    let files: Vec<u8> = at(&near.world(), near.id("A"), near.id("B")).iter().map(|s| s.file).collect();
    assert_eq!(files, [1]);
}

#[test]
fn regimental_guns_shoot_with_the_central_file() {
    proves!("FOGR-SHOOT-023");
    let mut foot = group("A", &[pike(2), shot(4)]).at(500, 300, 0, 3);
    foot.listed.regimental_guns = true;
    // Only the left file has a target: the arc of the gun in the middle ends at x = 400.
    let left = scene().red(foot.clone()).blue(group("B", &[pike(2)]).at(375, 420, 180, 1));
    let world = left.world();
    let (_, fight) = volleys(&world, &aimed(&world), &[]).expect("shooting");
    assert_eq!(fight.volleys[0].regimental_gun, None);
    // A base width nearer the middle it comes into the arc of the gun, though the pikes around it do not shoot.
    let nearer = scene().red(foot.clone()).blue(group("B", &[pike(2)]).at(415, 420, 180, 1));
    let world = nearer.world();
    assert!(aimed(&world).iter().any(|s| s.arm == Arm::RegimentalGun && s.range == Range::Long));
    // Enemy before the whole front.
    let ahead = scene().red(foot).blue(group("B", &[pike(6)]).at(500, 420, 180, 3));
    let world = ahead.world();
    let (_, fight) = volleys(&world, &aimed(&world), &[]).expect("shooting");
    // The pikes of the middle file do not shoot; the gun does, with what shoots beside it: once.
    let guns: Vec<Range> = fight.volleys.iter().filter_map(|v| v.regimental_gun).collect();
    assert_eq!(guns, [Range::Long]);
}

#[test]
fn light_horse_with_bow_shoot_to_the_rear_from_their_last_rank() {
    proves!("FOGR-SHOOT-024", "FOGR-SHOOT-033");
    let bow = bases(4, TroopType::LightHorse, Some(Armour::Unarmoured), &[Capability::Bow]);
    // Two ranks of 30 mm; 4 MU from their rear edge, 160 mm from their front.
    let scene =
        scene().red(group("A", &[bow]).at(500, 500, 0, 2)).blue(group("B", &[cavalry(4)]).at(500, 340, 0, 2));
    let world = scene.world();
    let shooting = at(&world, scene.id("A"), scene.id("B"));
    assert_eq!(shooting.len(), 2);
    assert!(shooting.iter().all(|s| s.edge == Edge::Rear && s.range == Range::Short));
}

#[test]
fn tercio_shot_use_the_edge_that_faces_the_enemy() {
    proves!("FOGR-SHOOT-025", "FOGR-SHOOT-034");
    let tercio = group("T", &[pike(6), shot(4)]).says(GroupPermit::LaterTercio).at(500, 500, 0, 4);
    // Enemy to the right of the tercio, whose files reach to 580.
    let scene = scene().red(tercio).blue(group("B", &[cavalry(4)]).at(650, 490, 270, 2));
    let world = scene.world();
    let shooting = at(&world, scene.id("T"), scene.id("B"));
    assert!(!shooting.is_empty());
    assert!(shooting.iter().all(|s| s.edge == Edge::Right));
}

#[test]
fn there_is_no_shooting_at_impact_and_artillery_has_one_rank() {
    proves!("FOGR-SHOOT-012");
    let scene = scene()
        .red(group("G", &[guns(2, TroopType::LightArtillery)]).at(500, 300, 0, 2))
        .blue(group("B", &[pike(6)]).at(500, 420, 180, 3));
    let world = scene.world();
    let (_, fight) = volleys(&world, &at(&world, scene.id("G"), scene.id("B")), &[]).expect("shooting");
    assert_eq!(fight.volleys.len(), 1);
    let mut play = scene.play();
    crate::outcome::steps::pass_all(&mut play);
    // The first dice of the turn fall in the shooting phase.
    assert_eq!(play.world().turn.phase, caracole_fog::battle::Phase::Shooting);
}

#[test]
fn the_point_pike_of_a_swedish_brigade_does_not_count_for_range() {
    proves!("FOGR-SHOOT-007", "FOGR-SHOOT-035");
    // The shot of the brigade stand one base depth behind the point.
    let brigade = group("S", &[pike(3), shot(4)]).says(GroupPermit::SwedishBrigade).at(500, 400, 180, 3);
    let scene = scene().red(group("A", &[shot(6)]).at(500, 320, 0, 3)).blue(brigade);
    let world = scene.world();
    let s = scene.id("S");
    // 80 mm to the point, 100 to the others: long range.
    let ranks: Vec<u8> = world.bases_of(s).iter().map(|b| b.at.rank).collect();
    assert!(ranks.iter().filter(|r| **r == 0).count() == 1, "{ranks:?}");
    let shooting = at(&world, scene.id("A"), s);
    assert!(!shooting.is_empty());
    let point = world.base_ids(s).into_iter().find(|&b| world[b].at.rank == 0).expect("the point");
    assert!(shooting.iter().all(|f| f.target.1 != point && f.range == Range::Long));
}

#[test]
fn ex_205_the_third_rank_of_a_tercio_in_melee_shoots_from_its_side() {
    proves!("FOGR-SHOOT-034", "FOGR-SHOOT-039");
    // A later tercio fights to its front; enemy stand to the right of its third rank.
    let tercio = group("T", &[pike(6), shot(6)]).says(GroupPermit::LaterTercio).at(500, 500, 0, 4);
    let scene = scene()
        .red(tercio)
        .blue(group("F", &[pike(8)]).at(500, 500, 180, 4))
        .blue(group("B", &[cavalry(2)]).at(640, 450, 270, 1));
    let world = scene.world();
    let right: Vec<_> =
        world.bases_of(scene.id("T")).iter().filter(|b| b.at.file == 3).map(|b| b.at.rank).collect();
    assert_eq!(right, [0, 1, 2]);
    let shooting = at(&world, scene.id("T"), scene.id("B"));
    assert_eq!(shooting.len(), 1);
    assert_eq!((shooting[0].edge, shooting[0].barred), (Edge::Right, 2));
}
