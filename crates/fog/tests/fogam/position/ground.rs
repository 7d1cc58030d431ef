//! Disorder by ground and beasts.

use crate::battle_common::*;
use caracole_fog::ancients::Ancients;
use caracole_fog::army::BaseCount;
use caracole_fog::battle::customs::Rate;
use caracole_fog::battle::position::disorder;
use caracole_fog::battle::world::Posture;
use caracole_fog::battle::{GroupId, World};
use caracole_fog::combat::Order;
use caracole_fog::field::{Covering, Grade, TerrainKind};
use caracole_fog::troops::{
    Armour, BaseProfile, Capabilities, Capability, Cohesion, Disorder, Quality, Training, TroopType,
};
use caracole_kernel::Side;
use caracole_ledger::proves;

fn of_file(world: &World, group: GroupId, file: u8) -> Disorder {
    let base = world.bases_of(group).into_iter().find(|b| b.at.file == file).unwrap();
    disorder::of_base(world, group, &base)
}

#[test]
fn the_table_of_disorder() {
    proves!("FOGAM-MOVE-007", "FOGAM-TERRAIN-005");
    use TroopType::*;
    let world = ancient_scene().world();
    let row = |troops: TroopType| -> String {
        let letter = |grade| match disorder::by_terrain(&world, troops, Posture::Normal, grade) {
            Disorder::None => '-',
            Disorder::Disordered => 'd',
            Disorder::SeverelyDisordered => 's',
        };
        [Grade::Open, Grade::Uneven, Grade::Rough, Grade::Difficult].into_iter().map(letter).collect()
    };
    for (troops, expected) in [
        (LightFoot, "----"),
        (MediumFoot, "---d"),
        (Mob, "---d"),
        (HeavyFoot, "--ds"),
        (LightHorse, "--ds"),
        (LightCamelry, "--ds"),
        (Cavalry, "-dds"),
        (Camelry, "-dds"),
        (Knights, "-dds"),
        (Cataphracts, "-dds"),
        (CataphractCamelry, "-dds"),
        (Elephants, "--ds"),
        (LightChariots, "-dss"),
    ] {
        assert_eq!(row(troops), expected, "{troops:?}");
    }
    // Those that never enter difficult ground.
    for (troops, expected) in
        [(HeavyChariots, "-ds"), (ScythedChariots, "-ds"), (BattleWagons, "-dd"), (HeavyArtillery, "---")]
    {
        assert_eq!(row(troops)[..3], *expected, "{troops:?}");
    }
}

#[test]
fn every_kind_of_ground_has_its_grade_and_rates_go_by_it() {
    proves!("FOGAM-TERRAIN-015", "FOGAM-MOVE-006", "FOGAM-MOVE-094");
    use TerrainKind::{GentleHill, SteepHill};
    for (kind, grade) in [
        (SteepHill(Covering::Clear), Grade::Difficult),
        (SteepHill(Covering::Brush), Grade::Difficult),
        (GentleHill(Covering::Clear), Grade::Open),
        (GentleHill(Covering::BrokenGround), Grade::Uneven),
        (GentleHill(Covering::Brush), Grade::Rough),
        (GentleHill(Covering::Plantation), Grade::Rough),
        (GentleHill(Covering::Vineyards), Grade::Difficult),
        (GentleHill(Covering::Forest), Grade::Difficult),
        (GentleHill(Covering::Village), Grade::Difficult),
    ] {
        assert_eq!(kind.grade(), grade, "{kind:?}");
    }
    let world = ancient_scene().world();
    assert_eq!(world.book.commander_rate(Grade::Rough), Rate::Mu(5));
}

#[test]
fn only_bases_partly_in_the_ground_are_disordered_and_only_while_they_are() {
    proves!(
        "FOGAM-TERRAIN-007",
        "FOGAM-TERRAIN-008",
        "FOGAM-TERRAIN-009",
        "FOGAM-TERRAIN-011",
        "FOGAM-BG-036",
        "FOGAM-BG-039"
    );
    // Brush under the left file of cavalry; and a strip of forest under a corner of it.
    let scene = ancient_scene()
        .terrain(TerrainKind::Brush, (800, 200), (870, 400))
        .red(group("A", &[cavalrymen(4)]).at(900, 300, 0, 2));
    let (world, a) = (scene.world(), scene.id("A"));
    assert_eq!((of_file(&world, a, 0), of_file(&world, a, 1)), (Disorder::Disordered, Disorder::None));
    // For tests one base is all.
    assert_eq!(disorder::worst(&world, a), Disorder::Disordered);
    let both = scene.clone().terrain(TerrainKind::Forest, (800, 280), (870, 400));
    assert_eq!(disorder::worst(&both.world(), a), Disorder::SeverelyDisordered);
    let clear = ancient_scene()
        .terrain(TerrainKind::Brush, (800, 200), (859, 400))
        .red(group("A", &[cavalrymen(4)]).at(900, 300, 0, 2));
    assert_eq!(disorder::worst(&clear.world(), a), Disorder::None);
}

#[test]
fn camels_are_at_home_in_soft_sand_but_not_in_plate() {
    proves!("FOGAM-MOVE-015", "FOGAM-SPECIAL-005", "FOGAM-TERRAIN-023");
    let world = ancient_scene().world();
    let in_sand = |troop_type| {
        let grade = disorder::grade_for(&world, TerrainKind::SoftSand, troop_type);
        let base = BaseProfile {
            troop_type,
            armour: Some(Armour::Protected),
            quality: Quality::Average,
            training: Some(Training::Undrilled),
            capabilities: Capabilities::of(&[Capability::Swordsmen]),
        };
        (
            world.book.rate(&base, Posture::Normal, grade),
            disorder::by_terrain(&world, troop_type, Posture::Normal, grade),
        )
    };
    assert_eq!(in_sand(TroopType::Camelry), (Rate::Mu(5), Disorder::None));
    assert_eq!(in_sand(TroopType::LightCamelry), (Rate::Mu(7), Disorder::None));
    assert_eq!(in_sand(TroopType::CataphractCamelry), (Rate::Mu(1), Disorder::SeverelyDisordered));
    assert_eq!(in_sand(TroopType::Cavalry), (Rate::Mu(1), Disorder::SeverelyDisordered));
}

#[test]
fn a_file_whose_front_base_defends_works_is_in_order() {
    proves!("FOGAM-SPECIAL-019", "FOGAM-TERRAIN-012");
    // Works before the left file only, in brush.
    let scene = ancient_scene()
        .terrain(TerrainKind::Brush, (800, 200), (1000, 400))
        .works(Side::Red, 880, 315, 0)
        .red(group("A", &[militia(4)]).at(900, 300, 0, 2));
    let (world, a) = (scene.world(), scene.id("A"));
    // File by file, where the other book spares the whole battle group.
    assert_eq!((of_file(&world, a, 0), of_file(&world, a, 1)), (Disorder::None, Disorder::Disordered));
    let rear = world.bases_of(a).into_iter().find(|b| b.at.file == 0 && b.at.rank == 1).unwrap();
    assert_eq!(disorder::of_base(&world, a, &rear), Disorder::None);
}

fn camels(troop_type: TroopType) -> BaseCount {
    bases(2, troop_type, Some(Armour::Protected), &[Capability::Swordsmen])
}

/// The disorder of both files of a pair that stands so far to the left of beasts of either side.
fn beside(who: BaseCount, beasts: BaseCount, gap: i32, side: Side) -> [Disorder; 2] {
    let beasts = group("beasts", &[beasts]).at(940 + gap + 40, 300, 0, 2);
    let scene: Scene<Ancients> = ancient_scene().red(group("A", &[who]).at(900, 300, 0, 2));
    let scene = if side == Side::Red { scene.red(beasts) } else { scene.blue(beasts) };
    let world = scene.world();
    [0, 1].map(|file| of_file(&world, scene.id("A"), file))
}

#[test]
fn horses_fear_elephants_and_camels_and_camels_elephants() {
    proves!("FOGAM-SPECIAL-001", "FOGAM-SPECIAL-004", "FOGAM-SPECIAL-007");
    use Disorder::{Disordered, None};
    // Less than a base width, 40 mm, and only the bases within it; friends as well as enemies.
    for side in Side::BOTH {
        assert_eq!(beside(cavalrymen(2), elephants(2), 39, side), [None, Disordered]);
        assert_eq!(beside(cavalrymen(2), elephants(2), 40, side), [None, None]);
    }
    let camelry = || camels(TroopType::Camelry);
    let chariots_of = |t| chariots(2, t);
    for who in [
        knights(2),
        numidians(2),
        cavalrymen(2),
        chariots_of(TroopType::LightChariots),
        chariots_of(TroopType::HeavyChariots),
        chariots_of(TroopType::ScythedChariots),
    ] {
        for beasts in [elephants(2), camelry(), camels(TroopType::CataphractCamelry)] {
            assert_eq!(beside(who.clone(), beasts, 20, Side::Blue), [None, Disordered], "{who:?}");
        }
    }
    // Camels of any kind fear elephants, and not camels. Foot and elephants fear nothing.
    for who in [camelry(), camels(TroopType::CataphractCamelry), camels(TroopType::LightCamelry)] {
        assert_eq!(beside(who.clone(), elephants(2), 20, Side::Blue), [None, Disordered], "{who:?}");
        assert_eq!(beside(who, camelry(), 20, Side::Blue), [None, None]);
    }
    for who in [militia(2), velites(2), elephants(2)] {
        assert_eq!(beside(who, camelry(), 20, Side::Blue), [None, None]);
    }
}

#[test]
fn light_camelry_frighten_only_whom_they_touch_by_their_front() {
    proves!("FOGAM-SPECIAL-002");
    use Disorder::{Disordered, None};
    let light = || camels(TroopType::LightCamelry);
    assert_eq!(beside(cavalrymen(2), light(), 5, Side::Blue), [None, None]);
    // Fronts touch along y = 300, two bases to two; or corner to corner only.
    let met = |x: i32| {
        let scene = ancient_scene()
            .red(group("A", &[cavalrymen(2)]).at(900, 300, 0, 2))
            .blue(group("camels", &[light()]).at(x, 300, 180, 2));
        let world = scene.world();
        [0, 1].map(|file| of_file(&world, scene.id("A"), file))
    };
    assert_eq!(met(900), [Disordered, Disordered]);
    assert_eq!(met(980), [None, None]);
}

#[test]
fn an_army_with_three_battle_groups_of_beasts_is_used_to_them() {
    proves!("FOGAM-SPECIAL-003");
    let scene = |groups: usize| {
        let mut scene = ancient_scene()
            .red(group("A", &[cavalrymen(2)]).at(900, 300, 0, 2))
            .blue(group("E", &[elephants(2)]).at(900, 330, 180, 2));
        for n in 0..groups {
            scene =
                scene.red(group(&format!("beasts {n}"), &[elephants(2)]).at(200 + 200 * n as i32, 600, 0, 2));
        }
        scene
    };
    let worst = |scene: &Scene<Ancients>| disorder::worst(&scene.world(), scene.id("A"));
    assert_eq!(worst(&scene(2)), Disorder::Disordered);
    assert_eq!(worst(&scene(3)), Disorder::None);
}

/// Grades of disorder and states of cohesion lose dice alike, and never both.
#[test]
fn the_worst_of_disorder_and_cohesion_loses_dice() {
    proves!("FOGAM-TERRAIN-006", "FOGAM-TERRAIN-010");
    use Cohesion::{Disrupted, Fragmented, Steady};
    use Disorder::{Disordered, None, SeverelyDisordered};
    let one_in = |cohesion, disorder| Order::of(cohesion, disorder).one_lost_in();
    assert_eq!(one_in(Steady, None), Option::None);
    assert_eq!(one_in(Steady, Disordered), Some(3));
    assert_eq!(one_in(Steady, SeverelyDisordered), Some(2));
    // Both together are no worse than the worse of them.
    assert_eq!(one_in(Disrupted, Disordered), Some(3));
    assert_eq!(one_in(Disrupted, SeverelyDisordered), Some(2));
    assert_eq!(one_in(Fragmented, Disordered), Some(2));
    assert_eq!(one_in(Fragmented, SeverelyDisordered), Some(2));
}

/// Light camelry are camels, and the battle groups are counted as the game begins.
#[test]
fn reading_special_003() {
    proves!("FOGAM-SPECIAL-003");
    let riders = |kind: TroopType| bases(4, kind, Some(Armour::Protected), &[Capability::Bow]);
    let scene = |groups: usize| {
        let mut scene = ancient_scene()
            .red(group("A", &[cavalrymen(2)]).at(900, 300, 0, 2))
            .blue(group("E", &[riders(TroopType::Camelry)]).at(900, 330, 180, 2));
        for n in 0..groups {
            let light = group(&format!("beasts {n}"), &[riders(TroopType::LightCamelry)]);
            scene = scene.red(light.at(200 + 200 * n as i32, 600, 0, 2));
        }
        scene
    };
    assert_eq!(disorder::worst(&scene(2).world(), scene(2).id("A")), Disorder::Disordered);
    let three = scene(3);
    let mut world = three.world();
    assert_eq!(disorder::worst(&world, three.id("A")), Disorder::None);
    world.leave(three.id("beasts 0"), caracole_fog::battle::world::Presence::RoutedOff);
    assert_eq!(disorder::worst(&world, three.id("A")), Disorder::None);
}
