//! What ground gives to those who fight and shoot.

use crate::battle_common::*;
use caracole_fog::battle::outcome::ground;
use caracole_fog::battle::shooting::sight::in_cover;
use caracole_fog::battle::shooting::targets::measured;
use caracole_fog::combat::Defence;
use caracole_fog::field::{Covering, Grade, Ground, Piece, TerrainKind};
use caracole_kernel::Side;
use caracole_ledger::proves;
use caracole_plane::{Angle, Base, BaseRect, Hill, Point, Polygon, Pose, Um};

fn base(x: i32, y: i32, degrees: i32) -> BaseRect {
    let pose = Pose::new(Point::from_mm(x, y), Angle::from_degrees(degrees));
    Base::new(pose, Um::from_mm(40), Um::from_mm(20)).rect()
}

#[test]
fn woods_villages_vineyards_and_enclosed_fields_are_cover() {
    proves!("FOGAM-GLOSSARY-017");
    use TerrainKind::{BrokenGround, EnclosedFields, Forest, Plantation, Village, Vineyards};
    let covers = |kind: TerrainKind, x: i32| {
        let world = ancient_scene().terrain(kind, (400, 400), (600, 600)).world();
        in_cover(&world, &base(x, 500, 0))
    };
    for kind in [Plantation, Forest, Village, Vineyards, EnclosedFields] {
        assert!(covers(kind, 500), "{kind:?}");
        assert!(!covers(kind, 400), "{kind:?}: not wholly within");
    }
    assert!(!covers(BrokenGround, 500));
}

#[test]
fn uphill_is_who_has_the_crest_behind_him() {
    proves!("FOGAM-GLOSSARY-041");
    let corners = [(700, 500), (1100, 500), (1100, 900), (700, 900)];
    let outline = Polygon::new(corners.map(|(x, y)| Point::from_mm(x, y)).to_vec()).unwrap();
    for crest in [vec![Point::from_mm(900, 700)], Vec::new()] {
        let hill = Ground::Hill(Hill { outline: outline.clone(), crest });
        let world = ancient_scene()
            .piece(Piece { kind: TerrainKind::GentleHill(Covering::Clear), ground: hill })
            .world();
        let (north, south) = (base(900, 750, 0), base(900, 750, 180));
        assert!(ground::is_uphill(&world, &north, &south) && !ground::is_uphill(&world, &south, &north));
        let (north, south) = (base(900, 700, 0), base(900, 700, 180));
        assert!(!ground::is_uphill(&world, &north, &south) && !ground::is_uphill(&world, &south, &north));
    }
}

#[test]
fn a_riverbank_is_held_by_the_whole_front_within_1_mu_of_it() {
    proves!("FOGAM-GLOSSARY-018");
    // The water reaches from 360 to 440.
    let line = vec![Point::from_mm(0, 400), Point::from_mm(1800, 400)];
    let strip = caracole_plane::Strip::new(line, Um::from_mm(80)).unwrap();
    let river = Piece { kind: TerrainKind::River(Grade::Uneven), ground: Ground::Strip(strip) };
    let defence = |y: i32, enemy: i32| {
        let scene = ancient_scene().piece(river.clone()).red(group("A", &[militia(2)]).at(900, y, 0, 2));
        let (world, a) = (scene.world(), scene.id("A"));
        ground::defended(&world, a, world.base_ids(a)[0], &base(880, enemy, 180))
    };
    let held = |y: i32| defence(y, 390) == Defence::Riverbank;
    // 1 MU is 25 mm.
    assert!(held(350) && held(335));
    assert!(!held(334), "further than 1 MU");
    assert!(!held(361), "in the water");
    assert_eq!(defence(350, 450), Defence::None, "the enemy is out of it");
}

#[test]
fn ranges_are_measured_from_the_front_of_works() {
    proves!("FOGAM-SPECIAL-018");
    let scene =
        ancient_scene().red(group("A", &[militia(4)]).at(500, 490, 0, 2)).works(Side::Red, 500, 500, 0);
    let mut world = scene.world();
    let a = scene.id("A");
    let behind = Um::from_mm(500) - world.field.scale.fortification_depth();
    let anchor = world.anchor(a);
    let body = world.body(a).placed(anchor.offset(Um::ZERO, behind - anchor.at.y));
    world.put(a, &body);
    // Works are as wide as a stretch: a base behind their middle is measured from their front edge.
    let fronts: Vec<Um> =
        world.base_ids(a).into_iter().take(4).map(|b| measured(&world, a, b).front.at.y).collect();
    assert!(fronts.contains(&Um::from_mm(500)), "{fronts:?}");
}
