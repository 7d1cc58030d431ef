//! Field fortifications and supply camps.

use crate::setup::play::*;
use caracole_fog::battle::Fogam;
use caracole_fog::battle::setup::{Decision, Marker, Request};
use caracole_fog::field::{Piece, TerrainKind};
use caracole_kernel::{Side, Viewer, Views};
use caracole_ledger::proves;
use caracole_plane::{Angle, Pose};

/// A line of works from the left, their front edges looking at blue.
fn line(x: i32, y: i32, n: i32) -> Vec<Pose> {
    (0..n).map(|i| north(x + 40 * i, y)).collect()
}

fn piece(kind: TerrainKind, from: (i32, i32), to: (i32, i32)) -> Piece {
    Piece { kind, ground: rectangle(from, to) }
}

fn at_works() -> Play {
    at(|r| matches!(r, Request::Fortify), Vec::new())
}

#[test]
fn each_player_lays_works_camp_and_ambushes_before_the_next_does() {
    proves!("FOGAM-SETUP-020", "FOGAM-SETUP-003");
    let mut play = at(|r| matches!(r, Request::Camp), Vec::new());
    let mut asked = Vec::new();
    for _ in 0..6 {
        let (side, request) = play.asked();
        asked.push((side, request.clone()));
        let choice = match request {
            Request::Fortify => Decision::Fortify(vec![line(620, 375, 8)]),
            Request::Camp if side == Side::Blue => {
                Decision::Camp { camp: south(900, 1120), markers: Vec::new() }
            }
            Request::Camp => Decision::Camp { camp: north(900, 80), markers: Vec::new() },
            Request::Ambushes => Decision::Ambushes(Vec::new()),
            _ => Decision::Outflank(Vec::new()),
        };
        play.choose(choice);
    }
    use Request::{Ambushes, Camp, Fortify, Outflank};
    use Side::{Blue, Red};
    // Blue has no works and is not asked for them.
    assert_eq!(
        asked,
        [(Blue, Camp), (Blue, Ambushes), (Red, Fortify), (Red, Camp), (Red, Ambushes), (Blue, Outflank)]
    );
    assert_eq!(play.asked(), (Red, Outflank));
    // They lie there for all to see.
    let seen = Fogam::view(&play.battle, Viewer::Blue);
    assert_eq!(seen.field.fortifications.len(), 8);
    assert!(seen.setup.markers.red.is_empty());
}

#[test]
fn works_lie_up_to_12_mu_forward_or_15_in_the_central_third() {
    proves!("FOGAM-SETUP-018");
    let play = at_works();
    assert_eq!(play.asked().0, Side::Red);
    let refused = |works: Vec<Vec<Pose>>| play.refused(Decision::Fortify(works)).rule.id().to_owned();
    let fits = |works: Vec<Vec<Pose>>| play.battle.plan(Side::Red, &Decision::Fortify(works).into()).is_ok();
    // The table is 1800 mm wide: its central third lies between 600 and 1200; 15 MU are 375 mm, 12 are 300.
    assert!(fits(vec![line(620, 375, 8)]));
    assert_eq!(refused(vec![line(620, 376, 8)]), "FOGAM-SETUP-018");
    assert_eq!(refused(vec![line(600, 375, 8)]), "FOGAM-SETUP-018");
    assert!(fits(vec![line(20, 300, 4), line(1640, 300, 4)]));
    assert_eq!(refused(vec![line(20, 301, 4)]), "FOGAM-SETUP-018");
    // Nothing under markers.
    let mut at_camp = at_works();
    at_camp.choose(Decision::Fortify(Vec::new()));
    let markers = vec![Marker { front: north(900, 300), bases: 8 }];
    let camp = Decision::Camp { camp: north(900, 80), markers };
    assert_eq!(at_camp.refused(camp).rule.id(), "FOGAM-SETUP-018");
}

#[test]
fn works_are_paid_for_and_lie_in_groups_of_four_that_touch_at_right_angles() {
    proves!("FOGAM-SPECIAL-015", "FOGAM-SPECIAL-016");
    let play = at_works();
    let refused = |works: Vec<Vec<Pose>>| play.refused(Decision::Fortify(works)).rule.id().to_owned();
    let fits = |works: Vec<Vec<Pose>>| play.battle.plan(Side::Red, &Decision::Fortify(works).into()).is_ok();
    assert_eq!(refused(vec![line(620, 300, 9)]), "FOGAM-SPECIAL-015");
    assert_eq!(refused(vec![line(620, 300, 3)]), "FOGAM-SPECIAL-016");
    assert_eq!(refused(vec![line(620, 300, 5), line(900, 300, 3)]), "FOGAM-SPECIAL-016");
    // A gap of 5 mm, and a piece askew.
    let mut gap = line(620, 300, 4);
    gap[3] = north(745, 300);
    assert_eq!(refused(vec![gap]), "FOGAM-SPECIAL-016");
    let mut askew = line(620, 300, 4);
    askew[3].facing = Angle::from_degrees(45);
    assert_eq!(refused(vec![askew]), "FOGAM-SPECIAL-016");
    // The last looks east and touches the end of the line: it reaches from x = 720 to 735, from y = 260 to 300.
    let mut corner = line(620, 300, 4);
    corner[3] = Pose::new(mm(735, 280), Angle::QUARTER);
    assert!(fits(vec![corner]));
    // All, some or none of those paid for.
    assert!(fits(vec![line(620, 300, 8)]) && fits(vec![line(620, 300, 4)]) && fits(Vec::new()));
}

/// The whole camp lies within 12 MU of the rear edge.
#[test]
fn reading_setup_019() {
    proves!("FOGAM-SETUP-019");
    let pieces = vec![
        forest((300, 0), (500, 200)),
        piece(TerrainKind::Village, (1200, 0), (1400, 200)),
        piece(TerrainKind::Impassable, (600, 0), (700, 200)),
        piece(TerrainKind::Brush, (1500, 0), (1700, 200)),
    ];
    let mut play = begun_of(&armies());
    play.on_ground(pieces, |r| matches!(r, Request::Fortify));
    play.choose(Decision::Fortify(Vec::new()));
    let camp = |x, y| Decision::Camp { camp: north(x, y), markers: Vec::new() };
    let fits = |x, y| play.battle.plan(Side::Red, &camp(x, y).into()).is_ok();
    // 12 MU are 300 mm; a camp is 120 mm wide and 80 deep, its front edge where it is put.
    assert!(fits(900, 300));
    assert_eq!(play.refused(camp(900, 301)).rule.id(), "FOGAM-SETUP-019");
    assert_eq!(play.refused(camp(250, 150)).rule.id(), "FOGAM-SETUP-019", "its right end lies in the forest");
    assert_eq!(play.refused(camp(560, 150)).rule.id(), "FOGAM-SETUP-019", "impassable");
    assert!(fits(1300, 150), "a village");
    assert!(fits(1600, 150), "rough ground");
}
