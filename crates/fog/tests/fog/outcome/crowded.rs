//! Where there is no room: closing up beside enemies, bursting through several friends, bodies that stay in place.

use crate::battle_common::{Play, cavalry, group, pike, scene, shot};
use crate::outcome::steps::pass_all;
use caracole_fog::battle::Fogr;
use caracole_fog::battle::outcome::{LossCause, Removal, losses};
use caracole_fog::formation::{Facing, Position};
use caracole_fog::troops::Cohesion;
use caracole_kernel::{Awaiting, Rules};
use caracole_ledger::proves;
use caracole_plane::{Angle, Base, Point, Pose, Um};

/// Eight shot on five files, the third and the fourth one deep. Horse stand at the rear of these two; the base of the
/// third file has turned to face them and is lost.
#[test]
fn nobody_closes_up_into_the_place_of_an_enemy() {
    proves!("FOGR-COHESION-058");
    let scene = scene()
        .red(group("A", &[shot(8)]).at(480, 400, 0, 4))
        .blue(group("B", &[cavalry(4)]).at(500, 200, 0, 2));
    let (a, b) = (scene.id("A"), scene.id("B"));
    let mut world = scene.world();
    let places = [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (3, 0), (4, 0), (4, 1)];
    for (id, (file, rank)) in world.base_ids(a).into_iter().zip(places) {
        let at = Point::from_mm(400 + 40 * i32::from(file), 400 - 20 * i32::from(rank));
        let base = &mut world[id];
        base.at = Position { file, rank };
        base.base = Base::new(Pose::new(at, Angle::ZERO), Um::from_mm(40), Um::from_mm(20));
        if file == 2 {
            base.facing = Facing::Rear;
            base.base.front = Pose::new(Point::from_mm(480, 380), Angle::HALF);
        }
    }
    for id in world.base_ids(b) {
        world[id].base.front.at.y += Um::from_mm(180);
    }
    let removal = Removal { group: a, cause: LossCause::CloseCombat { worst: vec![b] } };
    let choices = losses::choices(&world, &removal);
    assert!(!choices.is_empty());
    for choice in choices {
        // Behind the third and the fourth file stand the horse.
        let taken = choice.formation.placed().find(|p| p.at.rank > 0 && (2..4).contains(&p.at.file));
        assert_eq!(taken, None);
    }
}

/// The melee in which blue breaks: two hits to none; 7 less 4 is 3; the death roll of 3 saves its base.
fn break_blue(play: &mut Play) {
    pass_all(play);
    play.dice(&[4, 5, 1, 1]);
    play.dice(&[1, 1]);
    play.dice(&[3, 4]);
    play.dice(&[3]);
}

#[test]
fn all_whom_routers_burst_through_and_break_rout() {
    proves!("FOGR-MOVE-086", "FOGR-IMPACT-109");
    // Two fragmented friends side by side 4 MU behind it, twice as wide as it is: no base can get past.
    let mut play = scene()
        .red(group("A", &[cavalry(4)]).at(500, 300, 0, 2))
        .blue(group("B", &[cavalry(6)]).at(500, 300, 180, 2).cohesion(Cohesion::Fragmented))
        .blue(group("C", &[pike(4)]).at(460, 500, 180, 2).cohesion(Cohesion::Fragmented))
        .blue(group("D", &[pike(4)]).at(540, 500, 180, 2).cohesion(Cohesion::Fragmented))
        .play();
    break_blue(&mut play);
    let runs = |play: &Play, name: &str| {
        let group = &play.world()[play.id(name)];
        group.is_broken() && group.turn.routed
    };
    // The variable moves of all three, and where C and D get round B the way that their owner chooses.
    for _ in 0..8 {
        if ["B", "C", "D"].iter().all(|name| runs(&play, name)) {
            break;
        }
        match play.battle.awaiting().clone() {
            Awaiting::Decision { side, request } => {
                let first = Fogr::pick(&play.battle, side, &request, &mut |_| 0).expect("a choice");
                play.choose(first);
            }
            _ => {
                play.dice(&[3]);
            }
        }
    }
    for name in ["B", "C", "D"] {
        assert!(runs(&play, name), "{name}");
    }
}

#[test]
fn a_body_that_stays_is_not_moved_by_rounding() {
    for degrees in [0, 7, 33, 91, 163, 181, 269, 301] {
        let scene = scene().red(group("A", &[cavalry(6)]).at(500, 500, degrees, 3));
        let mut world = scene.world();
        let a = scene.id("A");
        for id in world.base_ids(a) {
            world[id].base.front.at.x += Um::new(1);
        }
        let before = world.clone();
        let body = world.body(a).clone();
        world.put(a, &body);
        assert_eq!(world, before, "{degrees}");
    }
}
