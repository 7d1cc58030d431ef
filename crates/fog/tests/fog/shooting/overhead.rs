//! Sight, and shooting over others.

use crate::battle_common::{group, guns, light_foot, pike, scene, shot};
use crate::shooting::aim::at;
use caracole_fog::troops::TroopType;
use caracole_ledger::proves;

#[test]
fn friends_in_between_block_the_line_of_sight() {
    proves!("FOGR-SHOOT-027");
    let scene = scene()
        .red(group("A", &[shot(2)]).at(500, 300, 0, 1))
        .red(group("F", &[pike(6)]).at(500, 340, 0, 3))
        .blue(group("B", &[pike(2)]).at(500, 400, 180, 1));
    assert!(at(&scene.world(), scene.id("A"), scene.id("B")).is_empty());
}

#[test]
fn artillery_shoots_over_light_foot_more_than_3_mu_away() {
    proves!("FOGR-SHOOT-037");
    let over = |y: i32| {
        let scene = scene()
            .red(group("G", &[guns(2, TroopType::MediumArtillery)]).at(500, 300, 0, 2))
            .red(group("L", &[light_foot(8)]).at(500, y, 0, 8))
            .blue(group("B", &[pike(4)]).at(500, 700, 180, 2));
        at(&scene.world(), scene.id("G"), scene.id("B")).len()
    };
    // Their rear edge is 20 mm behind their front: 3 MU are 75 mm.
    assert_eq!(over(396), 2);
    assert_eq!(over(394), 0);
}

#[test]
fn heavy_guns_shoot_over_enemy_guns_and_light_ones_do_not() {
    proves!("FOGR-SHOOT-038");
    let over = |kind: TroopType| {
        let scene = scene()
            .red(group("G", &[guns(2, kind)]).at(500, 300, 0, 2))
            .blue(group("E", &[guns(4, TroopType::LightArtillery)]).at(500, 380, 180, 4))
            .blue(group("B", &[pike(4)]).at(500, 470, 180, 2));
        let world = scene.world();
        let look = |t| {
            let base = world.base_ids(scene.id("G"))[0];
            let target = world.base_ids(scene.id(t))[0];
            let (from, rect) = (world[base].base.rect(), world[target].base.rect());
            caracole_fog::battle::shooting::sight::sees(
                &world,
                &caracole_fog::battle::shooting::sight::Look {
                    group: scene.id("G"),
                    from: &from,
                    target_group: scene.id(t),
                    base: target,
                    target: &rect,
                    betrayed: &[],
                },
            )
        };
        look("B")
    };
    assert!(over(TroopType::MediumArtillery));
    assert!(!over(TroopType::LightArtillery));
}

#[test]
fn guns_on_a_hill_shoot_over_friends_1_mu_from_them_and_3_mu_from_the_target() {
    proves!("FOGR-SHOOT-036");
    use caracole_fog::field::{Covering, Ground, Piece, TerrainKind};
    use caracole_plane::{Hill, Point, Polygon};
    let hill = || {
        let corners = [(380, 150), (620, 150), (620, 320), (380, 320)];
        let outline = Polygon::new(corners.map(|(x, y)| Point::from_mm(x, y)).to_vec()).unwrap();
        Piece {
            kind: TerrainKind::GentleHill(Covering::Clear),
            ground: Ground::Hill(Hill {
                outline,
                crest: vec![Point::from_mm(400, 200), Point::from_mm(600, 200)],
            }),
        }
    };
    let over = |y: i32, on_hill: bool| {
        let mut scene = scene()
            .red(group("G", &[guns(2, TroopType::MediumArtillery)]).at(500, 300, 0, 2))
            .red(group("F", &[pike(8)]).at(500, y, 0, 8))
            .blue(group("B", &[pike(2)]).at(500, 700, 180, 2));
        if on_hill {
            scene = scene.piece(hill());
        }
        at(&scene.world(), scene.id("G"), scene.id("B")).len()
    };
    // One rank of 20 mm: its rear edge more than 25 mm from the guns, its front more than 75 from the target.
    assert_eq!(over(400, true), 2);
    assert_eq!(over(400, false), 0);
    assert_eq!(over(344, true), 0);
    assert_eq!(over(626, true), 0);
}

#[test]
fn friends_keep_3_mu_from_the_front_rank_whichever_rank_is_shot_at() {
    proves!("FOGR-SHOOT-036");
    use caracole_fog::field::{Covering, Ground, Piece, TerrainKind};
    use caracole_plane::{Hill, Point, Polygon};
    let guns_shoot = |friends: i32, rear_ranks: bool| {
        let corners = [(380, 150), (620, 150), (620, 320), (380, 320)];
        let outline = Polygon::new(corners.map(|(x, y)| Point::from_mm(x, y)).to_vec()).unwrap();
        let crest = vec![Point::from_mm(400, 200), Point::from_mm(600, 200)];
        let hill = Ground::Hill(Hill { outline, crest });
        let scene = scene()
            .red(group("G", &[guns(2, TroopType::MediumArtillery)]).at(500, 300, 0, 2))
            .red(group("F", &[pike(8)]).at(500, friends, 0, 8))
            .blue(group("B", &[pike(4)]).at(500, 700, 180, 2))
            .piece(Piece { kind: TerrainKind::GentleHill(Covering::Clear), ground: hill })
            .option("fogr.shooting.overhead_to_rear_ranks", rear_ranks);
        at(&scene.world(), scene.id("G"), scene.id("B")).len()
    };
    // From 640 it is 60 mm to the front rank and 80 to the second; 3 MU are 75.
    assert_eq!(guns_shoot(640, false), 0);
    assert_eq!(guns_shoot(640, true), 2);
    assert_eq!(guns_shoot(624, false), 2);
}
