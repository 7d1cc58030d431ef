//! Groups.

use crate::support::*;
use caracole_kernel::Side;
use caracole_ledger::proves;
use caracole_plane::Hand;
use caracole_renatio::battle::{Action, Leg, March, Second};
use caracole_renatio::troops::Grade;

/// Two units 3 files wide whose facing edges are so far apart, in hundredths of a BW.
fn pair(troops: &'static str, gap: i32) -> [Placed<'static>; 2] {
    [(troops, [1000, 800], 3), (troops, [1300 + gap, 800], 3)]
}

fn go(ugs: &[u16]) -> Action {
    march(ugs, &[forward(100)])
}

#[test]
fn a_group_costs_a_coloured_card_more() {
    proves!("RETG-MOVE-020", "RETG-CMD-017");
    let mut session = moving(&setup(&pair(PIKE_AND_SHOT, 100), &far()), &[White, White, Green]);
    assert_eq!(rule_of(&mut session, go(&[1, 2]), pay(White)), "RETG-MOVE-020");
    does(&mut session, Side::Red, prompt(go(&[1, 2]), pay_more(White, &[Green])));
    assert_eq!([corner(&session, 1), corner(&session, 2)], [[850, 900], [1250, 900]]);
}

#[test]
fn most_troops_keep_their_distance_in_a_group() {
    proves!("RETG-MOVE-021", "RETG-MOVE-022");
    let rule = |troops, gap| {
        let mut session = moving(&setup(&pair(troops, gap), &far()), &[White, White, Green]);
        let decision = prompt(go(&[1, 2]), pay_more(White, &[Green]));
        session.choose(Side::Red, decision).err().map(|refusal| refusal.rule.id())
    };
    assert_eq!(rule(PIKE_AND_SHOT, 90), Some("RETG-MOVE-021"));
    assert_eq!((rule(DRILLED, 0), rule(DRILLED, 50)), (None, Some("RETG-MOVE-021")));
    // Mounted stand edge to edge.
    assert_eq!(
        (rule("6 mounted, loose, formed", 0), rule("6 mounted, loose, formed", 100)),
        (None, Some("RETG-MOVE-021"))
    );
    assert_eq!(rule(PIKE_AND_SHOT, 310), Some("RETG-MOVE-023"));
}

#[test]
fn a_group_belongs_to_one_command_faces_one_way_and_has_its_size() {
    proves!("RETG-MOVE-023", "RETG-MOVE-024", "RETG-MOVE-030");
    let cards = || pay_more(White, &[Green]);
    let mut turned = setup(&pair(PIKE_AND_SHOT, 100), &far());
    turned.start.red.units[1].facing = 1;
    let mut turned = moving(&turned, &[White, White, Green]);
    assert_eq!(rule_of(&mut turned, go(&[1, 2]), cards()), "RETG-MOVE-024");
    let mut three = pair(PIKE_AND_SHOT, 100).to_vec();
    three.push((PIKE_AND_SHOT, [1800, 800], 3));
    let mut setup = setup(&three, &far());
    setup.armies.red.commanders[0].grade = Grade::Mediocre;
    let mut session = moving(&setup, &[White, Green]);
    assert_eq!(rule_of(&mut session, go(&[1, 2, 3]), cards()), "RETG-MOVE-030");
    assert_eq!(rule_of(&mut session, go(&[1, 1]), cards()), "RETG-MOVE-006");
}

#[test]
fn mounted_do_not_form_groups_with_foot() {
    proves!("RETG-MOVE-029");
    let red = [(HORSE, [1000, 800], 2), (DRILLED, [1350, 800], 3)];
    let mut session = moving(&setup(&red, &far()), &[White, White, Green]);
    assert_eq!(rule_of(&mut session, go(&[1, 2]), pay_more(White, &[Green])), "RETG-MOVE-029");
}

#[test]
fn a_group_wheels_about_its_outer_corner_and_nobody_outruns_his_move() {
    proves!("RETG-MOVE-033");
    // 7 BW from corner to corner: Close foot has 3, a chord of 24.75 degrees.
    let mut session = moving(&setup(&pair(PIKE_AND_SHOT, 100), &far()), &[Yellow, Green, Green]);
    let wheel = |degrees| march(&[1, 2], &[Leg::Wheel { hand: Hand::Left, degrees }]);
    assert_eq!(rule_of(&mut session, wheel(25), pay_more(Yellow, &[Green])), "RETG-MOVE-001");
    does(&mut session, Side::Red, prompt(wheel(24), pay_more(Yellow, &[Green])));
    assert_eq!(corner(&session, 1), [850, 800]);
}

#[test]
fn a_part_of_a_group_makes_the_second_move() {
    proves!("RETG-MOVE-034");
    let second = Some(Second { ugs: vec![ug(2)], legs: vec![forward(100)] });
    let action =
        Action::March(March { ugs: vec![ug(1), ug(2)], pulled: vec![], legs: vec![forward(100)], second });
    let mut session = moving(&setup(&pair(DRILLED, 100), &far()), &[Red, Green, Green]);
    does(&mut session, Side::Red, prompt(action, pay_more(Red, &[Green])));
    assert_eq!([corner(&session, 1), corner(&session, 2)], [[850, 900], [1250, 1000]]);
}

#[test]
fn battle_troops_take_skirmishers_along() {
    proves!("RETG-MOVE-010", "RETG-MOVE-032");
    let taking = || {
        Action::March(March { ugs: vec![ug(1)], pulled: vec![ug(2)], legs: vec![forward(300)], second: None })
    };
    let battle = |ahead| {
        let red = [(PIKE_AND_SHOT, [1000, 800], 3), (SKIRMISHERS, [1000, 900 + ahead], 3)];
        moving(&setup(&red, &far()), &[White, White, White])
    };
    // One WHITE card moves both.
    let mut session = battle(0);
    does(&mut session, Side::Red, prompt(taking(), pay(White)));
    assert_eq!([corner(&session, 1), corner(&session, 2)], [[850, 1100], [850, 1200]]);
    assert_eq!(rule_of(&mut battle(10), taking(), pay(White)), "RETG-MOVE-010");
}
