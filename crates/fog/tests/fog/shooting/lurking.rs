//! Who hides, and how shooting gives lurkers away; shooting over those below a hill.

use crate::battle_common::{Scene, Who, bases, group, pike, scene, shot};
use crate::outcome::steps::{pass_to, settle};
use crate::shooting::aim::at;
use caracole_fog::battle::Phase;
use caracole_fog::field::{Covering, Ground, Piece, TerrainKind};
use caracole_fog::troops::{Armour, Capability, TroopType};
use caracole_ledger::proves;
use caracole_plane::{Angle, Base, Hill, Point, Polygon, Pose, Um};

fn light(name: &str, weapon: Capability) -> Who {
    group(name, &[bases(4, TroopType::LightFoot, Some(Armour::Unarmoured), &[weapon])])
}

/// A wall 160 mm long whose front looks south: its front edge at y = 400, its rear at 415.
fn wall() -> Piece {
    let front = Pose::new(Point::from_mm(500, 400), Angle::HALF);
    Piece {
        kind: TerrainKind::Obstacle,
        ground: Ground::Line(Base::new(front, Um::from_mm(160), Um::from_mm(15))),
    }
}

/// Red muskets so far south of a wall that light foot or dragoons defend.
fn before_wall(y: i32, lurkers: Who) -> Scene {
    scene().red(group("A", &[shot(4)]).at(500, y, 0, 2)).blue(lurkers.at(500, 415, 180, 2)).piece(wall())
}

#[test]
fn light_foot_and_dragoons_behind_an_obstacle_are_seen_within_4_mu_only() {
    proves!("FOGR-TERRAIN-018", "FOGR-TERRAIN-026");
    let seen = |y: i32, troops: TroopType| {
        let who = group("B", &[bases(4, troops, Some(Armour::Unarmoured), &[Capability::Arquebus])]);
        let scene = before_wall(y, who);
        at(&scene.world(), scene.id("A"), scene.id("B")).len()
    };
    // The front edge of the wall counts as theirs: 100 mm are 4 MU.
    for troops in [TroopType::LightFoot, TroopType::Dragoons] {
        assert_eq!(seen(300, troops), 2);
        assert_eq!(seen(299, troops), 0);
    }
    // Others who defend it are seen from afar.
    assert_eq!(seen(299, TroopType::MediumFoot), 2);
}

#[test]
fn those_behind_the_line_of_the_obstacle_see_who_lurks_there() {
    proves!("FOGR-TERRAIN-018");
    // B from x = 460 to 540; the muskets 140 mm from its flank, wholly behind the line of the wall's rear, or not.
    let from = |y: i32| {
        let scene = scene()
            .red(group("A", &[shot(2)]).at(680, y, 270, 1))
            .blue(light("B", Capability::Arquebus).at(500, 415, 180, 2))
            .piece(wall());
        at(&scene.world(), scene.id("A"), scene.id("B")).len()
    };
    assert_eq!(from(436), 1);
    assert_eq!(from(420), 0);
}

#[test]
fn lurkers_who_shoot_are_seen_by_those_they_shoot_at_from_then_on() {
    proves!("FOGR-TERRAIN-027");
    // Light foot with muskets reach 6 MU; nobody sees them at 101 mm until they shoot.
    let scene =
        before_wall(299, light("B", Capability::Musket)).red(group("C", &[shot(2)]).at(600, 299, 0, 1));
    let world = scene.world();
    let (a, b, c) = (scene.id("A"), scene.id("B"), scene.id("C"));
    assert_eq!(at(&world, b, a).len(), 2, "they shoot at A");
    assert_eq!(at(&world, a, b).len(), 2, "A shoots back");
    assert!(at(&world, b, c).is_empty());
    assert!(at(&world, c, b).is_empty(), "C, not shot at, does not see them");
    let mut play = scene.play();
    pass_to(&mut play, Phase::Shooting);
    settle(&mut play, |_| 3);
    assert_eq!(play.world()[b].betrayed_to.as_slice(), [a]);
}

#[test]
fn lurkers_in_terrain_are_seen_out_of_it_as_usual_but_not_into_it() {
    proves!("FOGR-TERRAIN-026", "FOGR-TERRAIN-005");
    let field = |weapon| {
        let scene = scene()
            .red(group("A", &[shot(4)]).at(500, 299, 0, 2))
            .blue(light("B", weapon).at(500, 400, 180, 2))
            .terrain(TerrainKind::EnclosedFields, (420, 395), (580, 480));
        let world = scene.world();
        (at(&world, scene.id("A"), scene.id("B")).len(), at(&world, scene.id("B"), scene.id("A")).len())
    };
    assert_eq!(field(Capability::Arquebus), (0, 0));
    assert_eq!(field(Capability::Musket), (2, 2));
}

/// Shot on a hill shoot over those below it.
#[test]
fn reading_terrain_015() {
    proves!("FOGR-TERRAIN-015");
    let hill = || {
        let corners = [(380, 150), (620, 150), (620, 320), (380, 320)];
        let outline = Polygon::new(corners.map(|(x, y)| Point::from_mm(x, y)).to_vec()).unwrap();
        let crest = vec![Point::from_mm(400, 200), Point::from_mm(600, 200)];
        Piece {
            kind: TerrainKind::GentleHill(Covering::Clear),
            ground: Ground::Hill(Hill { outline, crest }),
        }
    };
    let over = |friends: i32, on_hill: bool| {
        let mut scene = scene()
            .red(group("A", &[shot(4)]).at(500, 290, 0, 2))
            .red(group("F", &[pike(4)]).at(500, friends, 0, 4))
            .blue(group("B", &[pike(4)]).at(500, 430, 180, 2));
        if on_hill {
            scene = scene.piece(hill());
        }
        at(&scene.world(), scene.id("A"), scene.id("B")).len()
    };
    assert_eq!(over(380, true), 2);
    assert_eq!(over(380, false), 0, "no hill");
    assert_eq!(over(318, true), 0, "friends on the hill with them");
}

/// A village hides what lies beyond it.
#[test]
fn reading_terrain_012() {
    proves!("FOGR-TERRAIN-012");
    let through = |kind: TerrainKind| {
        let scene = scene()
            .red(group("A", &[shot(4)]).at(500, 300, 0, 2))
            .blue(group("B", &[pike(4)]).at(500, 430, 180, 2))
            .terrain(kind, (300, 330), (700, 400));
        at(&scene.world(), scene.id("A"), scene.id("B")).len()
    };
    assert_eq!(through(TerrainKind::Village), 0);
    assert_eq!(through(TerrainKind::Vineyards), 2);
}

#[test]
fn visibility_is_measured_from_the_shooting_file_over_the_whole_distance() {
    proves!("FOGR-TERRAIN-025", "FOGR-TERRAIN-008");
    // The wood begins 49 mm before the target, which stands 1 mm inside it: what counts are the 2 MU to the shooters.
    let scene = |y: i32| {
        let scene = scene()
            .red(group("A", &[shot(4)]).at(500, y, 0, 2))
            .blue(group("B", &[pike(4)]).at(500, 401, 180, 2))
            .terrain(TerrainKind::Forest, (400, 400), (600, 500));
        at(&scene.world(), scene.id("A"), scene.id("B")).len()
    };
    assert_eq!(scene(351), 2);
    assert_eq!(scene(350), 0);
}
