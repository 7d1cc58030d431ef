//! Lines of sight, and shooting over others.

use super::at;
use crate::battle_common::*;
use caracole_fog::ancients::Ancients;
use caracole_fog::battle::Phase;
use caracole_fog::battle::shooting::sight::{Look, sees};
use caracole_fog::field::{Covering, Ground, Piece, TerrainKind};
use caracole_fog::troops::TroopType;
use caracole_kernel::Awaiting;
use caracole_ledger::proves;
use caracole_plane::{Hill, Point, Polygon};

/// Whether the first base of one battle group sees the first base of another.
fn sees_first(scene: &Scene<Ancients>, by: &str, at: &str) -> bool {
    let world = scene.world();
    let first = |name: &str| world.base_ids(scene.id(name))[0];
    let (own, target) = (first(by), first(at));
    let (from, rect) = (world[own].base.rect(), world[target].base.rect());
    let look = Look {
        group: scene.id(by),
        from: &from,
        target_group: scene.id(at),
        base: target,
        target: &rect,
        betrayed: &[],
    };
    sees(&world, &look)
}

fn hill() -> Piece {
    let corners = [(380, 150), (620, 150), (620, 320), (380, 320)];
    let outline = Polygon::new(corners.map(|(x, y)| Point::from_mm(x, y)).to_vec()).unwrap();
    let crest = vec![Point::from_mm(400, 200), Point::from_mm(600, 200)];
    Piece { kind: TerrainKind::GentleHill(Covering::Clear), ground: Ground::Hill(Hill { outline, crest }) }
}

#[test]
fn friends_hide_a_target_and_enemies_do_not() {
    proves!("FOGAM-SHOOT-022");
    let between = |red: bool| {
        let scene = ancient_scene()
            .red(group("A", &[archers(2)]).at(500, 300, 0, 1))
            .blue(group("B", &[militia(2)]).at(500, 400, 180, 1));
        let others = group("Between", &[militia(6)]).at(500, 350, 0, 6);
        if red { scene.red(others) } else { scene.blue(others) }
    };
    assert!(!sees_first(&between(true), "A", "B"));
    assert!(sees_first(&between(false), "A", "B"));
}

#[test]
fn all_troops_on_higher_ground_shoot_over_friends_1_mu_from_both() {
    proves!("FOGAM-SHOOT-027", "FOGAM-TERRAIN-014");
    let over = |y: i32, on_hill: bool| {
        let scene = ancient_scene()
            .red(group("A", &[archers(2)]).at(500, 310, 0, 1))
            .red(group("F", &[militia(6)]).at(500, y, 0, 6))
            .blue(group("B", &[militia(2)]).at(500, 450, 180, 1));
        sees_first(&if on_hill { scene.piece(hill()) } else { scene }, "A", "B")
    };
    // From 310 to 450, 1 MU being 25 mm: friends between 335 and 425 are shot over.
    assert!(over(400, true));
    assert!(!over(400, false));
    assert!(!over(430, true), "less than 1 MU from the target");
    assert!(!over(344, true), "less than 1 MU from the shooters");
}

#[test]
fn artillery_on_higher_ground_shoots_over_light_foot_wherever_they_stand() {
    proves!("FOGAM-SHOOT-028");
    let over = |kind: &str, on_hill: bool| {
        let friends = if kind == "velites" { velites(6) } else { militia(6) };
        let scene = ancient_scene()
            .red(group("G", &[engines(2, TroopType::HeavyArtillery)]).at(500, 310, 0, 2))
            .red(group("F", &[friends]).at(500, 344, 0, 6))
            .blue(group("B", &[militia(2)]).at(500, 450, 180, 1));
        sees_first(&if on_hill { scene.piece(hill()) } else { scene }, "G", "B")
    };
    assert!(over("velites", true));
    assert!(!over("velites", false));
    assert!(!over("militia", true));
}

/// The whole distance counts, however little of it lies in the trees.
#[test]
fn visibility_limits_the_whole_shooting_distance() {
    proves!("FOGAM-TERRAIN-003", "FOGAM-TERRAIN-001");
    let shoots = |kind: TerrainKind, y: i32| {
        let scene = ancient_scene()
            // The target stands wholly inside, right behind the near edge at 400.
            .terrain(kind, (400, 400), (600, 600))
            .red(group("A", &[archers(2)]).at(500, y, 0, 1))
            .blue(group("B", &[militia(2)]).at(500, 401, 180, 1));
        sees_first(&scene, "A", "B")
    };
    // Forest: 2 MU, 50 mm from the shooters' front edge to the target. Plantation: 4 MU.
    assert!(shoots(TerrainKind::Forest, 351));
    assert!(!shoots(TerrainKind::Forest, 350));
    assert!(shoots(TerrainKind::Plantation, 301));
    assert!(!shoots(TerrainKind::Plantation, 300));
    assert!(shoots(TerrainKind::Brush, 300));
}

#[test]
fn inside_woods_and_villages_only_the_front_rank_shoots() {
    proves!("FOGAM-TERRAIN-022");
    let dice = |kind: TerrainKind| {
        let mut play = ancient_scene()
            .terrain(kind, (400, 200), (600, 400))
            .red(group("A", &[archers(4)]).at(500, 390, 0, 2))
            .blue(group("B", &[militia(2)]).at(500, 430, 180, 2))
            .play();
        steps::pass_to(&mut play, Phase::Shooting);
        let Awaiting::Dice(roll) = play.battle.awaiting() else { panic!("{:?}", play.battle.awaiting()) };
        roll.pools.iter().map(|p| p.dice).sum::<u16>()
    };
    // Two files of two: a die for each base of the front rank, one for two of the second.
    assert_eq!(dice(TerrainKind::Brush), 3);
    for kind in [TerrainKind::Plantation, TerrainKind::Forest, TerrainKind::Village] {
        assert_eq!(dice(kind), 2, "{kind:?}");
    }
}

/// Shooters see right through a village if the whole distance is within 2 MU.
#[test]
fn reading_terrain_013() {
    proves!("FOGAM-TERRAIN-013");
    // The village is 30 mm deep, from 500 to 530; B stand 5 mm beyond it. 40 mm, or 60.
    let shots_of = |kind: TerrainKind, y: i32| {
        let scene = ancient_scene()
            .terrain(kind, (300, 500), (700, 530))
            .red(group("A", &[archers(2)]).at(500, y, 0, 2))
            .blue(group("B", &[militia(4)]).at(500, 535, 180, 2));
        at(&scene.world(), scene.id("A"), scene.id("B")).len()
    };
    assert_eq!((shots_of(TerrainKind::Village, 495), shots_of(TerrainKind::Village, 475)), (2, 0));
    assert_eq!(shots_of(TerrainKind::Forest, 495), 0);
}
