//! Terrain: speed, disorder, roads, rivers, the restricted area across it.

use crate::battle_common::*;
use crate::manoeuvre::{ahead, front, moved, refused};
use caracole_fog::battle::GroupId;
use caracole_fog::battle::World;
use caracole_fog::battle::manoeuvre::{Action, Decision, Request};
use caracole_fog::battle::position::{disorder, restricted};
use caracole_fog::battle::setup::ambush::sees;
use caracole_fog::field::{Covering, Grade, Ground, Piece, TerrainKind};
use caracole_fog::troops::{Capability, Disorder, TroopType};
use caracole_ledger::{proves, rule};
use caracole_plane::{Angle, Base, BaseRect, Edge, Point, Pose, Strip, Um};

fn strip(kind: TerrainKind, from: (i32, i32), to: (i32, i32), width: i32) -> Piece {
    let line = vec![Point::from_mm(from.0, from.1), Point::from_mm(to.0, to.1)];
    Piece { kind, ground: Ground::Strip(Strip::new(line, Um::from_mm(width)).unwrap()) }
}

fn road() -> Piece {
    strip(TerrainKind::Road, (900, 0), (900, 1200), 40)
}

fn of_file(world: &World, group: GroupId, file: u8) -> Disorder {
    let base = world.bases_of(group).into_iter().find(|b| b.at.file == file).unwrap();
    disorder::of_base(world, group, &base)
}

/// A column along a road moves its open distance and 3 mu.
#[test]
fn reading_move_011() {
    proves!("FOGR-MOVE-011", "FOGR-TERRAIN-019");
    let on = |ground: Option<TerrainKind>, files: u8| {
        let mut scene = scene().piece(road()).red(group("A", &[horse(4)]).at(900, 300, 0, files));
        if let Some(kind) = ground {
            scene = scene.terrain(kind, (700, 100), (1100, 700));
        }
        scene
    };
    // 5 + 3 MU, in the open and through brush alike.
    for ground in [None, Some(TerrainKind::Brush)] {
        let scene = on(ground, 1);
        assert_eq!(front(moved(&scene, "A", ahead(200)).world(), &scene, "A"), Point::from_mm(900, 500));
        assert_eq!(refused(&scene, "A", ahead(201)).rule, rule!("FOGR-MOVE-005"));
    }
    // In a village the road is open ground, but there is no bonus.
    let village = on(Some(TerrainKind::Village), 1);
    moved(&village, "A", ahead(125));
    assert_eq!(refused(&village, "A", ahead(126)).rule, rule!("FOGR-MOVE-005"));
    // Two files are no column.
    assert_eq!(refused(&on(None, 2), "A", ahead(126)).rule, rule!("FOGR-MOVE-005"));
}

#[test]
fn the_file_on_the_road_is_in_the_open_and_its_neighbours_are_not() {
    proves!("FOGR-MOVE-016", "FOGR-BG-061", "FOGR-TERRAIN-031");
    // Three files of horse astride the road, in brush, which disorders horse.
    let scene = scene()
        .piece(road())
        .terrain(TerrainKind::Brush, (700, 100), (1100, 700))
        .red(group("A", &[horse(6)]).at(900, 300, 0, 3));
    let (world, a) = (scene.world(), scene.id("A"));
    assert_eq!(of_file(&world, a, 0), Disorder::Disordered);
    assert_eq!(of_file(&world, a, 1), Disorder::None);
    assert_eq!(of_file(&world, a, 2), Disorder::Disordered);
    // The others slow it: 3 MU for horse in rough ground.
    assert_eq!(refused(&scene, "A", ahead(76)).rule, rule!("FOGR-MOVE-005"));
    moved(&scene, "A", ahead(75));
}

#[test]
fn a_file_on_a_road_may_overhang_impassable_ground() {
    proves!("FOGR-MOVE-016");
    // The road runs from 880 to 920, and rocks begin at 925. The right file of two, from 890 to 930, overhangs them.
    let rocks = || scene().terrain(TerrainKind::Impassable, (925, 100), (1100, 700)).piece(road());
    // It may turn there.
    let turn = rocks().red(group("A", &[horse(4)]).at(890, 300, 0, 2));
    moved(&turn, "A", Action::TurnAbout { with: None, and_back: false });
    // And step forward: E stand 40 mm before its left file, F 60 before the right one.
    let mut play = turn
        .blue(group("E", &[horse(2)]).at(865, 340, 180, 1))
        .blue(group("F", &[horse(2)]).at(910, 360, 180, 1))
        .begin();
    let told = impact::charge_home(&mut play, "A", &["E"]);
    assert_eq!(impact::moved(&told).1, [(1, Um::from_mm(20))]);
}

#[test]
fn disorder_is_of_bases_partly_in_the_ground_and_ends_when_they_leave_it() {
    proves!(
        "FOGR-BG-061",
        "FOGR-BG-062",
        "FOGR-BG-064",
        "FOGR-BG-068",
        "FOGR-TERRAIN-031",
        "FOGR-TERRAIN-032",
        "FOGR-TERRAIN-035"
    );
    // Brush under the left file, and a strip of forest under a corner of it.
    let scene = scene()
        .terrain(TerrainKind::Brush, (800, 200), (870, 400))
        .red(group("A", &[horse(4)]).at(900, 300, 0, 2));
    let (world, a) = (scene.world(), scene.id("A"));
    assert_eq!((of_file(&world, a, 0), of_file(&world, a, 1)), (Disorder::Disordered, Disorder::None));
    assert_eq!(disorder::worst(&world, a), Disorder::Disordered);
    // In two kinds of ground the worse counts.
    let both = scene.clone().terrain(TerrainKind::Forest, (800, 280), (870, 400));
    let world = both.world();
    assert_eq!(disorder::worst(&world, a), Disorder::SeverelyDisordered);
    // Clear of it they are in order at once.
    let clear = crate::battle_common::scene()
        .terrain(TerrainKind::Brush, (800, 200), (859, 400))
        .red(group("A", &[horse(4)]).at(900, 300, 0, 2));
    assert_eq!(disorder::worst(&clear.world(), a), Disorder::None);
}

#[test]
fn trap_a_mixed_battle_group_is_slowed_by_its_slowest_and_disordered_only_by_those_affected() {
    // TRAPS: "a mixed group moves at its slowest type's rate even if that type is clear of the terrain".
    proves!("FOGR-BG-065", "FOGR-BG-066", "FOGR-BG-067", "FOGR-MOVE-013", "FOGR-MOVE-015");
    // Shot, pike, shot: brush under the left shot file only. Medium foot have 3 MU there, heavy foot 2.
    let scene = scene()
        .terrain(TerrainKind::Brush, (700, 200), (870, 600))
        .red(group("A", &[pike(2), shot(4)]).at(900, 300, 0, 3));
    let (world, a) = (scene.world(), scene.id("A"));
    assert_eq!(refused(&scene, "A", ahead(51)).rule, rule!("FOGR-MOVE-005"));
    moved(&scene, "A", ahead(50));
    // Medium foot are not disordered by rough ground, and the pike do not stand in it.
    assert_eq!(disorder::worst(&world, a), Disorder::None);
    let under_pike = crate::battle_common::scene()
        .terrain(TerrainKind::Brush, (890, 200), (910, 600))
        .red(group("A", &[pike(2), shot(4)]).at(900, 300, 0, 3));
    assert_eq!(disorder::worst(&under_pike.world(), a), Disorder::Disordered);
}

#[test]
fn every_kind_of_ground_has_its_grade() {
    proves!("FOGR-TERRAIN-002", "FOGR-TERRAIN-013", "FOGR-TERRAIN-014");
    use TerrainKind::*;
    let rows = [
        (Open, Grade::Open),
        (BrokenGround, Grade::Uneven),
        (Brush, Grade::Rough),
        (EnclosedFields, Grade::Rough),
        (Plantation, Grade::Rough),
        (Gully, Grade::Rough),
        (Forest, Grade::Difficult),
        (Vineyards, Grade::Difficult),
        (Marsh, Grade::Difficult),
        (SoftSand, Grade::Difficult),
        (Village, Grade::Difficult),
        (SteepHill(Covering::Clear), Grade::Difficult),
        (SteepHill(Covering::Brush), Grade::Difficult),
        (GentleHill(Covering::Clear), Grade::Open),
        (GentleHill(Covering::BrokenGround), Grade::Uneven),
        (GentleHill(Covering::Plantation), Grade::Rough),
        (GentleHill(Covering::Village), Grade::Difficult),
        (Impassable, Grade::Impassable),
        (Coastline, Grade::Impassable),
        (River(Grade::Rough), Grade::Rough),
    ];
    for (kind, grade) in rows {
        assert_eq!(kind.grade(), grade, "{kind:?}");
    }
}

#[test]
fn nobody_enters_the_sea() {
    proves!("FOGR-TERRAIN-020");
    let scene = scene()
        .terrain(TerrainKind::Coastline, (0, 400), (200, 900))
        .red(group("A", &[light_horse(4)]).at(100, 380, 0, 2));
    assert_eq!(refused(&scene, "A", ahead(50)).rule, rule!("FOGR-MOVE-008"));
    moved(&scene, "A", ahead(20));
}

#[test]
fn troops_in_a_river_keep_within_45_degrees_of_straight_across() {
    proves!("FOGR-TERRAIN-022");
    // A river 80 mm wide from south to north.
    let river = || strip(TerrainKind::River(Grade::Uneven), (900, 0), (900, 1200), 80);
    let facing =
        |degrees: i32| scene().piece(river()).red(group("A", &[light_horse(2)]).at(900, 300, degrees, 2));
    moved(&facing(90), "A", ahead(50));
    moved(&facing(50), "A", ahead(50));
    assert_eq!(refused(&facing(40), "A", ahead(50)).rule, rule!("FOGR-TERRAIN-022"));
    assert_eq!(refused(&facing(0), "A", ahead(50)).rule, rule!("FOGR-TERRAIN-022"));
}

#[test]
fn camels_are_at_home_in_soft_sand() {
    proves!("FOGR-TERRAIN-011");
    let camels =
        bases(4, TroopType::Camelry, Some(caracole_fog::troops::Armour::Armoured), &[Capability::Swordsmen]);
    let on = |who: caracole_fog::army::BaseCount| {
        scene()
            .terrain(TerrainKind::SoftSand, (700, 100), (1100, 700))
            .red(group("A", &[who]).at(900, 300, 0, 2))
    };
    // Rough for camelry: 3 MU; difficult for horse: 1 MU.
    moved(&on(camels.clone()), "A", ahead(75));
    assert_eq!(refused(&on(camels.clone()), "A", ahead(76)).rule, rule!("FOGR-MOVE-005"));
    assert_eq!(refused(&on(horse(4)), "A", ahead(26)).rule, rule!("FOGR-MOVE-005"));
    let scene = on(camels);
    assert_eq!(disorder::worst(&scene.world(), scene.id("A")), Disorder::Disordered);
}

/// A base of 40 by 20 mm with the middle of its front there, facing north.
fn base(x: i32, y: i32) -> BaseRect {
    Base::new(Pose::new(Point::from_mm(x, y), Angle::ZERO), Um::from_mm(40), Um::from_mm(20)).rect()
}

/// Whether somebody so many millimetres to the west of the edge of a piece 600 to 800 sees a base of such troops 10 mm
/// inside it.
fn seen(kind: TerrainKind, troops: TroopType, gap: i32) -> bool {
    let scene = scene().terrain(kind, (600, 300), (800, 700));
    let field = scene.world().field;
    let target = base(630, 500);
    // Right edge of the eye to left edge of the target: the gap.
    let eye = base(610 - gap - 20, 500);
    sees(&field, &eye, &Edge::ALL, &target, Some(troops))
}

#[test]
fn woods_and_villages_hide_what_is_in_them_beyond_their_distances() {
    proves!(
        "FOGR-TERRAIN-006",
        "FOGR-TERRAIN-008",
        "FOGR-TERRAIN-012",
        "FOGR-TERRAIN-007",
        "FOGR-TERRAIN-023"
    );
    use TerrainKind::*;
    for (kind, mu) in [(Plantation, 4), (Forest, 2), (Village, 2), (Gully, 1)] {
        assert!(seen(kind, TroopType::Horse, 25 * mu), "{kind:?}");
        assert!(!seen(kind, TroopType::Horse, 25 * mu + 1), "{kind:?}");
    }
    // Open and broken ground hide nobody.
    assert!(seen(BrokenGround, TroopType::Horse, 400));
    // Beyond a wood nothing is seen.
    let field = scene().terrain(Forest, (600, 300), (800, 700)).world().field;
    assert!(!sees(&field, &base(500, 500), &Edge::ALL, &base(900, 500), None));
    assert!(sees(&field, &base(500, 200), &Edge::ALL, &base(900, 200), None));
}

#[test]
fn those_in_woods_see_no_further_out() {
    proves!("FOGR-TERRAIN-024");
    let field = scene().terrain(TerrainKind::Plantation, (600, 300), (800, 700)).world().field;
    let inside = base(630, 500);
    // Looking out: 4 MU; and from inside to inside.
    assert!(sees(&field, &inside, &Edge::ALL, &base(490, 500), None));
    assert!(!sees(&field, &inside, &Edge::ALL, &base(489, 500), None));
    assert!(sees(&field, &inside, &Edge::ALL, &base(770, 500), None));
    assert!(!sees(&field, &inside, &Edge::ALL, &base(771, 500), None));
    // Out of a gully they see as far as anybody.
    let gully = scene().terrain(TerrainKind::Gully, (600, 300), (800, 700)).world().field;
    assert!(sees(&gully, &inside, &Edge::ALL, &base(300, 500), None));
}

#[test]
fn light_foot_and_dragoons_lurk() {
    proves!("FOGR-TERRAIN-026", "FOGR-TERRAIN-004", "FOGR-TERRAIN-009", "FOGR-TERRAIN-010");
    use TerrainKind::*;
    for (kind, mu) in [(Brush, 4), (EnclosedFields, 4), (Vineyards, 4), (Marsh, 4), (SoftSand, 6)] {
        assert!(seen(kind, TroopType::LightFoot, 25 * mu), "{kind:?}");
        assert!(!seen(kind, TroopType::LightFoot, 25 * mu + 1), "{kind:?}");
        // Others are seen there.
        assert!(seen(kind, TroopType::MediumFoot, 25 * mu + 1), "{kind:?}");
    }
    assert!(!seen(EnclosedFields, TroopType::Dragoons, 101));
    assert!(seen(Brush, TroopType::Dragoons, 101));
    // They themselves see out as usual.
    let field = scene().terrain(Brush, (600, 300), (800, 700)).world().field;
    assert!(sees(&field, &base(630, 500), &Edge::ALL, &base(300, 500), None));
}

/// The restricted area crosses troops of either side and passable ground, but no impassable ground.
#[test]
fn reading_manoeuvre_049() {
    proves!("FOGR-MANOEUVRE-049");
    let with = |kind: TerrainKind| {
        scene()
            .terrain(kind, (700, 310), (1100, 330))
            .red(group("A", &[horse(4)]).at(900, 300, 0, 2))
            .blue(group("E", &[horse(4)]).at(900, 340, 180, 2))
    };
    let pinned = |scene: &Scene| !restricted::pinned_by(&scene.world(), scene.id("A")).is_empty();
    assert!(pinned(&with(TerrainKind::Brush)));
    assert!(!pinned(&with(TerrainKind::Impassable)));
    // Light foot in between change nothing.
    let between = scene()
        .red(group("A", &[horse(4)]).at(900, 300, 0, 2))
        .red(group("L", &[light_foot(4)]).at(900, 325, 0, 4))
        .blue(group("E", &[horse(4)]).at(900, 345, 180, 2));
    assert!(pinned(&between));
    // Nor do light foot of the other side.
    let theirs = scene()
        .red(group("A", &[horse(4)]).at(900, 300, 0, 2))
        .blue(group("L", &[light_foot(4)]).at(900, 305, 180, 4))
        .blue(group("E", &[horse(4)]).at(900, 345, 180, 2));
    assert!(restricted::pinned_by(&theirs.world(), theirs.id("A")).contains(&theirs.id("E")));
}

#[test]
fn defenders_of_fortifications_are_not_disordered() {
    proves!("FOGR-TERRAIN-034");
    use caracole_fog::field::{Fortification, FortificationKind};
    let scene = scene()
        .terrain(TerrainKind::Brush, (700, 100), (1100, 700))
        .red(group("A", &[pike(4)]).at(900, 300, 0, 2));
    let (mut world, a) = (scene.world(), scene.id("A"));
    assert_eq!(disorder::worst(&world, a), Disorder::Disordered);
    for x in [880, 920] {
        let front = Pose::new(Point::from_mm(x, 315), Angle::ZERO);
        let at = Base::new(front, Um::from_mm(40), Um::from_mm(15));
        let side = caracole_kernel::Side::Red;
        world.field.fortifications.push(Fortification { side, at, kind: FortificationKind::Field });
    }
    assert_eq!(disorder::worst(&world, a), Disorder::None);
}

#[test]
fn limbers_go_only_where_their_guns_may() {
    proves!("FOGR-MOVE-008", "FOGR-MOVE-037");
    // Limbers stand before their guns: their front is at 400. 2 MU take them to 450, and the guns behind them to 410.
    let onto = |kind: TerrainKind, from: i32| {
        let scene = scene()
            .red(group("G", &[guns(2, TroopType::MediumArtillery)]).at(880, 400, 0, 2).limbered())
            .terrain(kind, (700, from), (1100, 700));
        let decision = Decision::Move { group: scene.id("G"), action: ahead(50) };
        crate::manoeuvre::red(&scene.world(), &Request::Move, &decision)
            .map(drop)
            .map_err(|refusal| refusal.rule)
    };
    assert_eq!(onto(TerrainKind::Impassable, 415), Err(rule!("FOGR-MOVE-008")));
    assert_eq!(onto(TerrainKind::Forest, 415), Err(rule!("FOGR-MOVE-008")));
    assert_eq!(onto(TerrainKind::Impassable, 451), Ok(()));
    // Ground that only slows guns does not slow them for their limbers' sake.
    assert_eq!(onto(TerrainKind::Brush, 415), Ok(()));
}
