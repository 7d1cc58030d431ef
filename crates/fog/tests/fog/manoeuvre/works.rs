//! Foot deployed behind field fortifications go forward to man them.

use crate::battle_common::*;
use crate::manoeuvre::{ahead, red};
use caracole_fog::battle::manoeuvre::{Action, Decision, Order, Request, Shift, When};
use caracole_fog::battle::position::defence;
use caracole_fog::troops::TroopType;
use caracole_kernel::Side;
use caracole_ledger::proves;
use caracole_plane::{Hand, Um};

/// Works with their rear edge at y = 355, from x = 440 to 560; troops of one kind whose front is at y.
fn behind(who: Who, x: i32, y: i32) -> Scene {
    let works = [460, 500, 540].into_iter().fold(scene(), |s, x| s.works(Side::Red, x, 370, 0));
    works.red(who.at(x, y, 0, 3)).blue(group("E", &[horse(4)]).at(900, 900, 180, 2))
}

#[test]
fn foot_deployed_10_mu_from_their_edge_man_the_works_in_their_first_turn() {
    proves!("FOGR-SETUP-030");
    let man = |shift| Action::ManWorks { shift };
    let look = |scene: &Scene, action: Action, turn: u16| {
        let mut world = scene.world();
        world.turn.number = turn;
        red(&world, &Request::Move, &Decision::Move { group: scene.id("A"), action })
    };
    // 10 MU are 250 mm; the works are 105 mm further on, beyond the 75 mm of medium foot.
    let scene = behind(group("A", &[shot(6)]), 500, 250);
    assert_eq!(look(&scene, ahead(105), 1).unwrap_err().rule.id(), "FOGR-MOVE-005");
    let Ok(Order::Move(plan)) = look(&scene, man(None), 1) else { panic!("refused") };
    assert!(!plan.needs_test);
    let mut world = scene.world();
    plan.end.carry_out(&mut world);
    let a = scene.id("A");
    let fronts = world.base_ids(a).into_iter().filter(|b| world[*b].at.rank == 0);
    assert_eq!(fronts.clone().count(), 3);
    assert!(fronts.into_iter().all(|b| defence::is_defender(&world, b)));
    // Not in a later turn, not from elsewhere, not by guns.
    assert_eq!(look(&scene, man(None), 3).unwrap_err().rule.id(), "FOGR-SETUP-030");
    let off = behind(group("A", &[shot(6)]), 500, 249);
    assert_eq!(look(&off, man(None), 1).unwrap_err().rule.id(), "FOGR-SETUP-030");
    let battery = behind(group("A", &[guns(3, TroopType::LightArtillery)]), 500, 250);
    assert_eq!(look(&battery, man(None), 1).unwrap_err().rule.id(), "FOGR-SETUP-030");
    // Every base of the front rank must defend: half a base to the side needs a shift.
    let aside = behind(group("A", &[shot(6)]), 555, 250);
    assert_eq!(look(&aside, man(None), 1).unwrap_err().rule.id(), "FOGR-SETUP-030");
    let shift = |mm: i32| Some(Shift { hand: Hand::Left, by: Um::from_mm(mm), when: When::Before });
    assert_eq!(look(&aside, man(shift(55)), 1).unwrap_err().rule.id(), "FOGR-SETUP-030");
    let near = behind(group("A", &[shot(6)]), 520, 250);
    assert!(look(&near, man(shift(20)), 1).is_ok());
    assert_eq!(look(&near, man(shift(21)), 1).unwrap_err().rule.id(), "FOGR-SETUP-030");
}
