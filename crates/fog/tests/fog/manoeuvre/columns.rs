//! Columns that kink: the way of every base counts, limbered guns among them.

use crate::battle_common::*;
use crate::manoeuvre::{ahead, mm, red, wheel};
use caracole_fog::battle::World;
use caracole_fog::battle::manoeuvre::{Action, Decision, Order, Request};
use caracole_fog::troops::TroopType;
use caracole_ledger::proves;
use caracole_plane::{Angle, Base, Hand, Point, Pose};

/// Makes a move of red in a world by itself.
fn make(world: &mut World, group: caracole_fog::battle::GroupId, action: Action) {
    match red(world, &Request::Move, &Decision::Move { group, action }) {
        Ok(Order::Move(plan)) => plan.end.carry_out(world),
        other => panic!("{other:?}"),
    }
}

#[test]
fn bases_behind_the_head_need_room_where_they_wheel() {
    proves!("FOGR-BG-045", "FOGR-MOVE-079");
    // A column of four horse wheels right by 45 degrees about (520, 300) and goes on.
    let scene = scene()
        .red(group("A", &[horse(4)]).at(500, 300, 0, 1))
        .red(group("F", &[horse(2)]).at(200, 200, 0, 1));
    let (a, f) = (scene.id("A"), scene.id("F"));
    let mut world = scene.world();
    make(&mut world, a, wheel(Hand::Right, 45, 60));
    assert!(!world[a].kinks.is_empty());
    let on = |world: &World| red(world, &Request::Move, &Decision::Move { group: a, action: ahead(60) });
    assert!(on(&world).is_ok());
    // Friends up to x = 475 beside the place of the wheel: the rear left corner of a base that wheels there swings out
    // to x = 470. The head is far from them.
    for (id, y) in world.base_ids(f).into_iter().zip([315, 285]) {
        let front = Pose::new(Point::from_mm(455, y), Angle::ZERO);
        world[id].base = Base::new(front, mm(40), mm(30));
    }
    let refusal = on(&world).unwrap_err();
    assert_eq!(refusal.rule.id(), "FOGR-MOVE-078", "{refusal}");
}

#[test]
fn bases_behind_the_head_are_slowed_by_what_they_cross() {
    proves!("FOGR-MOVE-009", "FOGR-BG-045");
    // Brush beside the place of the wheel, where no base starts or ends: a base that wheels there swings through it.
    let scene = scene().red(group("A", &[horse(4)]).at(500, 300, 0, 1)).terrain(
        caracole_fog::field::TerrainKind::Brush,
        (440, 290),
        (478, 312),
    );
    let a = scene.id("A");
    let mut world = scene.world();
    world.field.terrain = std::sync::Arc::default();
    make(&mut world, a, wheel(Hand::Right, 45, 60));
    let open = world.clone();
    world.field.terrain = scene.world().field.terrain;
    // 5 MU in the open, 3 in rough going and one more in column.
    let far =
        |w: &World, n: i32| red(w, &Request::Move, &Decision::Move { group: a, action: ahead(n) }).is_ok();
    assert!(far(&open, 125));
    assert!(!far(&world, 125));
    assert!(far(&world, 100));
}

#[test]
fn a_column_of_limbered_guns_wheels_gun_by_gun() {
    proves!("FOGR-BG-010", "FOGR-MOVE-038");
    let scene = scene().red(group("G", &[guns(2, TroopType::MediumArtillery)]).at(500, 400, 0, 1).limbered());
    let g = scene.id("G");
    let mut world = scene.world();
    let facings = |w: &World| -> Vec<i32> {
        w.bases_of(g).iter().map(|b| b.base.facing().millidegrees() as i32 / 1000).collect()
    };
    // Guns face to the rear behind their limbers.
    assert_eq!(facings(&world), [180, 180]);
    // A wheel by 30 degrees is 20.7 mm at the outer corner, of the 50 mm that they have.
    make(&mut world, g, wheel(Hand::Right, 30, 20));
    assert_eq!(facings(&world), [210, 180]);
    let rects = world.obstruction(g).to_vec();
    assert_eq!(rects.len(), 4, "two guns and two limbers");
    for (i, one) in rects.iter().enumerate() {
        assert!(rects.iter().skip(i + 1).all(|other| !one.overlaps(other)));
    }
    assert!(caracole_plane::connected(&rects));
    // The head goes on along its new facing; further than 2 MU it does not.
    let on = |n: i32| red(&world, &Request::Move, &Decision::Move { group: g, action: ahead(n) });
    assert!(on(50).is_ok());
    assert_eq!(on(51).unwrap_err().rule.id(), "FOGR-MOVE-005");
}
