//! Units that touch the enemy and do not fight yet, and files that come up to support.

use crate::support::*;
use caracole_kernel::Side;
use caracole_ledger::proves;
use caracole_plane::Hand;
use caracole_renatio::battle::{Action, Bw, Leg, Setup, Turned};

const FOOT: &str = "6 foot, loose, drilled, protected";

fn with_reserve(red: &[Placed<'static>], blue: &[Placed<'static>]) -> Setup {
    apart(setup(red, &[blue, &RESERVE].concat()))
}

#[test]
fn a_unit_in_corner_contact_aligns_before_the_enemy() {
    proves!("RETG-CHARGE-090", "RETG-CHARGE-091", "RETG-CHARGE-093");
    // Front corner to front corner at 11.5 BW.
    let setup = with_reserve(&[(FOOT, [1000, 1000], 3)], &[(FOOT, [1300, 1000], 3)]);
    let mut charging = charging_with(&setup, &[Green, Green, Green], &[White, White, White]);
    // It cannot charge the enemy whom it touches.
    let refused = charging.choose(Side::Red, charge(1, Some(by(HORN, Green))));
    assert!(refused.is_err());
    let mut session = moving(&setup, &[Green, Green, Green]);
    let shift = |by: i32| march(&[1], &[Leg::Shift { hand: Hand::Right, by: Bw(by) }]);
    does(&mut session, Side::Red, prompt(shift(100), pay(Green)));
    assert_eq!(corner(&session, 1), [950, 1000]);
    // One file fights one file now.
    let fights = session.battle().world();
    assert!(
        fights.rects(ug(1)).iter().any(|own| fights.rects(ug(2)).iter().any(|b| own.contact(b).is_some()))
    );
}

#[test]
fn a_unit_in_side_contact_turns_to_fight() {
    proves!("RETG-CHARGE-092");
    // Side by side, facing opposite ways.
    let setup = with_reserve(&[(FOOT, [1000, 1000], 3)], &[(FOOT, [1300, 900], 3)]);
    let mut session = moving(&setup, &[Green, Green, Green]);
    let turn = Action::Turn(Turned { ug: ug(1), to: Some(Hand::Right), forward: None, move_first: false });
    does(&mut session, Side::Red, prompt(turn, pay(Green)));
    assert_eq!(session.battle().world().facing(ug(1)).millidegrees(), 90_000);
}

#[test]
fn files_come_up_to_support_a_fight() {
    proves!("RETG-CHARGE-094", "RETG-CHARGE-093");
    let reds = [(FOOT, [1000, 1000], 3), (FOOT, [1300, 900], 3)];
    let mut session = moving(&with_reserve(&reds, &[(FOOT, [1000, 1000], 3)]), &[Green, Green, Green]);
    // Beside the first regiment, which fights: corner to corner with its enemy.
    does(&mut session, Side::Red, prompt(march(&[2], &[forward(100)]), pay(Green)));
    assert_eq!(corner(&session, 2), [1150, 1000]);
    // Without a fight to support a move does not end in contact.
    let reds = [(FOOT, [400, 500], 3), (FOOT, [1300, 900], 3)];
    let mut alone = moving(&with_reserve(&reds, &[(FOOT, [1000, 1000], 3)]), &[Green, Green, Green]);
    let rule = rule_of(&mut alone, march(&[2], &[forward(100)]), pay(Green));
    assert_eq!(rule, "RETG-CHARGE-093");
}
