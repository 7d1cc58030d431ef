//! Worked examples of the rulebook that need a table, and angles worked out from its numbers.

use super::{ahead, planned, refused, wheel};
use crate::battle_common::*;
use caracole_fog::ancients::Ancients;
use caracole_fog::army::BaseCount;
use caracole_fog::battle::position::disorder;
use caracole_fog::combat::TestPurpose;
use caracole_fog::field::TerrainKind;
use caracole_fog::troops::{Cohesion, Disorder, TroopType};
use caracole_ledger::{proves, rule};
use caracole_plane::Hand;

/// The bases that are out of order, by file and rank.
fn disordered(scene: &Scene<Ancients>, name: &str) -> Vec<(u8, u8)> {
    let (world, id) = (scene.world(), scene.id(name));
    let out = world.bases_of(id).into_iter().filter(|b| disorder::of_base(&world, id, b) != Disorder::None);
    let mut all: Vec<(u8, u8)> = out.map(|b| (b.at.file, b.at.rank)).collect();
    all.sort_unstable();
    all
}

/// Whether it goes so far straight ahead, and no further.
fn goes(scene: &Scene<Ancients>, name: &str, millimetres: i32) {
    planned(scene, name, ahead(millimetres));
    assert_eq!(refused(scene, name, ahead(millimetres + 1)).rule, rule!("FOGAM-MOVE-006"), "{name}");
}

#[test]
fn a_pike_block_half_in_a_wood() {
    proves!("FOGAM-BG-035", "FOGAM-BG-037");
    // Four files, x from 820 to 980; the wood covers the left half.
    let open = ancient_scene().red(group("P", &[phalangites(8)]).at(900, 300, 0, 4));
    goes(&open, "P", 100);
    let scene = open.terrain(TerrainKind::Forest, (700, 200), (899, 700));
    assert_eq!(disordered(&scene, "P"), [(0, 0), (0, 1), (1, 0), (1, 1)]);
    // Heavy foot go 2 MU in difficult ground, all of them.
    goes(&scene, "P", 50);
}

#[test]
fn a_roman_battle_group_partly_in_rough_ground() {
    proves!("FOGAM-BG-035", "FOGAM-BG-038", "FOGAM-BG-037", "FOGAM-MOVE-007");
    // The left file has both bases in it, the next its front base.
    let open = || ancient_scene().red(group("R", &[legionaries(8)]).at(900, 300, 0, 4));
    let scene = open().terrain(TerrainKind::Brush, (700, 200), (850, 700)).terrain(
        TerrainKind::Brush,
        (865, 285),
        (890, 700),
    );
    assert_eq!(disordered(&scene, "R"), [(0, 0), (0, 1), (1, 0)]);
    goes(&scene, "R", 50);
    // They count as disordered in any test.
    let modifier = |scene: &Scene<Ancients>| {
        let world = scene.world();
        world.book.move_test(&world, &[scene.id("R")], TestPurpose::Move).modifiers.total()
    };
    assert_eq!((modifier(&open()), modifier(&scene)), (0, -1));
}

#[test]
fn how_far_a_wheel_with_the_whole_move_turns() {
    proves!("FOGAM-MOVE-041", "FOGAM-MOVE-043", "FOGAM-MOVE-045");
    let wide = |who: BaseCount, files: u8, cohesion: Cohesion| {
        ancient_scene().red(group("A", &[who]).at(900, 400, 0, files).cohesion(cohesion))
    };
    // 160 mm wide: 3 MU give 27.1 degrees, 4 MU 36.4, 5 MU 46.0, 7 MU 66.3. Fragmented foot have 3 MU of their 4.
    for (who, cohesion, degrees) in [
        (militia(8), Cohesion::Fragmented, 27),
        (militia(8), Cohesion::Steady, 36),
        (cavalrymen(8), Cohesion::Steady, 45),
        (numidians(8), Cohesion::Steady, 66),
    ] {
        let scene = wide(who, 4, cohesion);
        planned(&scene, "A", wheel(Hand::Left, degrees, 0));
        let further = if degrees == 45 { 47 } else { degrees + 1 };
        assert_eq!(
            refused(&scene, "A", wheel(Hand::Left, further, 0)).rule,
            rule!("FOGAM-MOVE-006"),
            "{degrees}"
        );
    }
    // 80 mm wide it turns by 90 degrees at most, which costs 113.1 mm of its 125.
    let narrow = wide(cavalrymen(4), 2, Cohesion::Steady);
    planned(&narrow, "A", wheel(Hand::Left, 90, 11));
    assert_eq!(refused(&narrow, "A", wheel(Hand::Left, 90, 12)).rule, rule!("FOGAM-MOVE-006"));
    assert_eq!(refused(&narrow, "A", wheel(Hand::Left, 91, 0)).rule, rule!("FOGAM-MOVE-043"));
}

#[test]
fn formations_that_turn_by_90_degrees() {
    proves!("FOGAM-MOVE-048", "FOGAM-MOVE-049");
    // Width before, width after; none: they cannot.
    let wagons = || bases(2, TroopType::BattleWagons, None, &[]);
    for (who, files, after) in [
        (militia(8), 4, Some(1)),
        (cavalrymen(8), 4, Some(2)),
        (cavalrymen(6), 2, Some(3)),
        (archers(4), 1, Some(2)),
        (wagons(), 2, Some(2)),
        (wagons(), 1, None),
        (cavalrymen(2), 1, Some(2)),
    ] {
        let scene = ancient_scene().red(group("A", &[who]).at(900, 500, 0, files));
        let world = scene.world();
        let widths = world.book.width_after_turn(&world, scene.id("A")).ok();
        assert_eq!(widths, after.map(|w| vec![w]), "{files}");
    }
}
