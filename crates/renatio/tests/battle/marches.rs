//! Moves of single units: cost, distance, what stands in the way.

use crate::support::*;
use caracole_kernel::Side;
use caracole_ledger::proves;
use caracole_plane::Hand;
use caracole_renatio::battle::{Action, Bw, CommanderPost, Decision, Event, Leg, March, Post, Second};
use caracole_renatio::readings::Reading;

fn wheel(hand: Hand, degrees: u8) -> Leg {
    Leg::Wheel { hand, degrees }
}

#[test]
fn an_advance_costs_white_and_goes_three() {
    proves!("RETG-MOVE-001", "RETG-MOVE-003", "RETG-MOVE-006", "RETG-TURN-007", "RETG-SEQ-025");
    let mut session = alone(PIKE_AND_SHOT, 3, &[Black, White, Green]);
    assert_eq!(rule_of(&mut session, march(&[1], &[forward(301)]), pay(White)), "RETG-MOVE-001");
    assert_eq!(rule_of(&mut session, march(&[1], &[forward(300)]), pay(Black)), "RETG-MOVE-003");
    assert_eq!(rule_of(&mut session, march(&[1], &[forward(300)]), pay(Red)), "RETG-CMD-004");
    // GREEN is better than needed.
    let events = does(&mut session, Side::Red, prompt(march(&[1], &[forward(300)]), pay(Green)));
    assert!(matches!(&events[1], Event::Moved { spent, .. } if spent.get() == 120_000));
    assert_eq!(corner(&session, 1), [850, 1100]);
    does(&mut session, Side::Blue, Decision::Pass);
    assert_eq!(rule_of(&mut session, march(&[1], &[forward(100)]), pay(White)), "RETG-MOVE-006");
}

#[test]
fn a_wheel_is_measured_at_the_outer_corner() {
    proves!("RETG-MOVE-002", "RETG-MOVE-001");
    // Three files wheel by 60 degrees: the corner goes 3 BW straight, which is all that Close foot have. YELLOW for Formed.
    let mut session = alone(PIKE_AND_SHOT, 3, &[Green, Yellow, Black]);
    let right = |degrees| march(&[1], &[wheel(Hand::Right, degrees)]);
    assert_eq!(rule_of(&mut session, right(61), pay(Yellow)), "RETG-MOVE-001");
    assert_eq!(rule_of(&mut session, right(91), pay(Yellow)), "RETG-QRS-002");
    assert_eq!(rule_of(&mut session, right(60), pay(Green)), "RETG-MOVE-003");
    does(&mut session, Side::Red, prompt(right(60), pay(Yellow)));
    assert_eq!(session.battle().world().facing(ug(1)).millidegrees(), 60_000);
    // Along the arc 60 degrees are 3.14 BW.
    let by_arc = with_option(setup(&[(PIKE_AND_SHOT, [1000, 800], 3)], &far()), Reading::WheelsByArc);
    let mut session = moving(&by_arc, &[Yellow, Black, Black]);
    assert_eq!(rule_of(&mut session, right(60), pay(Yellow)), "RETG-MOVE-001");
    does(&mut session, Side::Red, prompt(right(57), pay(Yellow)));
}

#[test]
fn a_commander_raises_a_card_for_troops_that_he_is_with() {
    proves!("RETG-MOVE-014", "RETG-MOVE-015", "RETG-UNIV-012");
    let turn = || march(&[1], &[wheel(Hand::Left, 10)]);
    let mut with = alone(PIKE_AND_SHOT, 3, &[Green, Green, White]);
    assert_eq!(rule_of(&mut with, turn(), pay(Green)), "RETG-MOVE-003");
    let leaving = Decision::Prompt { action: turn(), by: HORN, cards: raised(Green), leave: true };
    assert_eq!(refused(&mut with, leaving).rule.id(), "RETG-MOVE-015");
    does(&mut with, Side::Red, prompt(turn(), raised(Green)));
    let horn = with.battle().world().commanders[0];
    assert!(horn.upgraded && horn.moved && horn.post.ug() == Some(ug(1)));
    // He stands alone beside them.
    let mut away = setup(&[(PIKE_AND_SHOT, [1000, 800], 3)], &far());
    away.start.red.commanders = vec![CommanderPost::At([Bw(1300), Bw(800)])];
    let mut away = moving(&away, &[Green, Green, White]);
    assert_eq!(rule_of(&mut away, turn(), raised(Green)), "RETG-MOVE-015");
}

#[test]
fn a_commander_may_stay_behind() {
    proves!("RETG-MOVE-015", "RETG-UNIV-009", "RETG-UNIV-008");
    let mut session = alone(PIKE_AND_SHOT, 3, &[Green, Green, White]);
    let go = march(&[1], &[forward(200)]);
    does(&mut session, Side::Red, Decision::Prompt { action: go, by: HORN, cards: pay(White), leave: true });
    let horn = session.battle().world().commanders[0];
    // Behind the left file of a body 1 BW deep whose front was at 8 BW.
    let Post::Alone(base) = horn.post else { panic!("he stands alone") };
    assert_eq!((base.front.at.x.get(), base.front.at.y.get()), (900 * 400, 700 * 400));
    assert!(!horn.moved);
}

#[test]
fn out_of_command_costs_a_coloured_card_more() {
    proves!(
        "RETG-MOVE-037",
        "RETG-MOVE-038",
        "RETG-CMD-015",
        "RETG-CMD-003",
        "RETG-TURN-009",
        "RETG-GLOS-041"
    );
    let at = |x: i32| {
        let mut setup = setup(&[(PIKE_AND_SHOT, [1000, 800], 3)], &far());
        // The base is 1 BW wide; the unit's right edge is at 11.5 BW.
        setup.start.red.commanders = vec![CommanderPost::At([Bw(x), Bw(800)])];
        moving(&setup, &[White, White, Green])
    };
    let go = || march(&[1], &[forward(100)]);
    // An Instinctive Commander commands up to 10 BW.
    does(&mut at(2200), Side::Red, prompt(go(), pay(White)));
    let mut beyond = at(2210);
    assert_eq!(rule_of(&mut beyond, go(), pay(White)), "RETG-MOVE-037");
    assert_eq!(rule_of(&mut beyond, go(), pay_more(White, &[White])), "RETG-CMD-003");
    does(&mut beyond, Side::Red, prompt(go(), pay_more(White, &[Green])));
}

#[test]
fn a_keil_always_counts_as_a_group() {
    proves!("RETG-MOVE-036");
    let mut session = alone("12 foot, close, formed, pike, keil", 3, &[White, White, Green]);
    let go = || march(&[1], &[forward(100)]);
    assert_eq!(rule_of(&mut session, go(), pay(White)), "RETG-MOVE-036");
    does(&mut session, Side::Red, prompt(go(), pay_more(White, &[Green])));
}

#[test]
fn contact_is_made_by_charging() {
    proves!("RETG-CHARGE-093", "RETG-GLOS-095");
    // The fronts are 2 BW apart.
    let mut session = moving(
        &setup(&[(PIKE_AND_SHOT, [1000, 800], 3)], &[(PIKE_AND_SHOT, [1000, 1000], 3)]),
        &[White, White, White],
    );
    assert_eq!(rule_of(&mut session, march(&[1], &[forward(200)]), pay(White)), "RETG-CHARGE-093");
    does(&mut session, Side::Red, prompt(march(&[1], &[forward(199)]), pay(White)));
}

#[test]
fn the_line_of_an_enemy_file_is_not_crossed_within_its_zone() {
    proves!("RETG-MOVE-060", "RETG-MOVE-061");
    // Blue's right file holds the ground from 10.5 to 11.5 BW across and 9 to 10 BW up. Red's horse stands with half a
    // base width of its front in it, at 9.5 BW.
    let battle = |blue| {
        moving(&setup(&[(HORSE, [1200, 950], 2)], &[(blue, [1000, 1000], 3)]), &[Yellow, Yellow, Yellow])
    };
    let left = |degrees| march(&[1], &[wheel(Hand::Left, degrees)]);
    // 20 degrees bring the right corner to 9.5 + 2 sin 20 = 10.18 BW, 10 degrees to 9.85.
    let mut session = battle(PIKE_AND_SHOT);
    assert_eq!(rule_of(&mut session, left(20), pay(Yellow)), "RETG-MOVE-061");
    does(&mut session, Side::Red, prompt(left(10), pay(Yellow)));
    // The zone of skirmishers binds no battle troops.
    does(&mut battle(SKIRMISHERS), Side::Red, prompt(left(20), pay(Yellow)));
}

#[test]
fn beside_a_zone_everybody_goes_past() {
    proves!("RETG-MOVE-060", "RETG-MOVE-061");
    let mut session = moving(
        &setup(&[(HORSE, [1300, 800], 2)], &[(PIKE_AND_SHOT, [1000, 1000], 3)]),
        &[White, White, White],
    );
    does(&mut session, Side::Red, prompt(march(&[1], &[forward(500)]), pay(White)));
    assert_eq!(corner(&session, 1), [1200, 1300]);
}

#[test]
fn foot_skirmishers_pass_through_friends_that_they_clear() {
    proves!("RETG-MOVE-043", "RETG-MOVE-045", "RETG-MOVE-046", "RETG-UNIV-016");
    let battle = |behind| {
        let red = [(behind, [1000, 850], 3), (PIKE_AND_SHOT, [1000, 1050], 3)];
        moving(&setup(&red, &far()), &[White, White, White])
    };
    // Both are 1 BW deep: 3 BW bring the rear of the skirmishers up to the front that they pass.
    let mut session = battle(SKIRMISHERS);
    assert_eq!(rule_of(&mut session, march(&[1], &[forward(290)]), pay(White)), "RETG-MOVE-043");
    does(&mut session, Side::Red, prompt(march(&[1], &[forward(300)]), pay(White)));
    // Battle troops stop before each other.
    let mut session = battle(DRILLED);
    assert_eq!(rule_of(&mut session, march(&[1], &[forward(110)]), pay(White)), "RETG-MOVE-043");
    does(&mut session, Side::Red, prompt(march(&[1], &[forward(100)]), pay(White)));
}

#[test]
fn a_shift_is_free_only_for_a_purpose() {
    proves!("RETG-UNIV-014", "RETG-MOVE-040");
    let shift = |by| Leg::Shift { hand: Hand::Right, by: Bw(by) };
    let go = |ahead, by| march(&[1], &[shift(by), forward(ahead)]);
    // Nothing is in the way: a shift is M5, YELLOW for Formed troops, after 2 BW ahead at least.
    let mut free = alone(HORSE, 2, &[White, Yellow, Yellow]);
    assert_eq!(rule_of(&mut free, go(300, 50), pay(White)), "RETG-MOVE-003");
    assert_eq!(rule_of(&mut free, go(190, 50), pay(Yellow)), "RETG-MOVE-040");
    assert_eq!(rule_of(&mut free, go(300, 101), pay(Yellow)), "RETG-MOVE-040");
    does(&mut free, Side::Red, prompt(go(300, 100), pay(Yellow)));
    // A friend bars half a base width: going round him costs nothing.
    let red = [(HORSE, [1000, 800], 2), (PIKE_AND_SHOT, [800, 1100], 3)];
    let mut barred = moving(&setup(&red, &far()), &[White, White, White]);
    assert_eq!(rule_of(&mut barred, march(&[1], &[forward(300)]), pay(White)), "RETG-MOVE-043");
    does(&mut barred, Side::Red, prompt(go(300, 50), pay(White)));
}

#[test]
fn a_shift_keeps_four_from_enemy_battle_troops() {
    proves!("RETG-MOVE-040");
    let go = |ahead| march(&[1], &[forward(ahead), Leg::Shift { hand: Hand::Left, by: Bw(100) }]);
    // 7 BW apart: 3 ahead leave exactly 4.
    let battle = || {
        let red = [(HORSE, [1000, 800], 2)];
        moving(&setup(&red, &[(PIKE_AND_SHOT, [1000, 1500], 3)]), &[Yellow, Yellow, Yellow])
    };
    assert_eq!(rule_of(&mut battle(), go(310), pay(Yellow)), "RETG-MOVE-040");
    does(&mut battle(), Side::Red, prompt(go(300), pay(Yellow)));
}

#[test]
fn only_green_moves_are_made_twice_and_tribal_troops_never() {
    proves!("RETG-MOVE-041", "RETG-MOVE-034", "RETG-MOVE-035");
    let twice = |second: &[Leg]| {
        let second = Some(Second { ugs: vec![ug(1)], legs: second.to_vec() });
        Action::March(March { ugs: vec![ug(1)], pulled: vec![], legs: vec![forward(300)], second })
    };
    let mut session = alone(DRILLED, 3, &[Red, Green, Green]);
    assert_eq!(rule_of(&mut session, twice(&[forward(300)]), pay(Green)), "RETG-MOVE-003");
    let mixed = twice(&[wheel(Hand::Left, 10)]);
    assert_eq!(rule_of(&mut session, mixed, pay(Red)), "RETG-MOVE-033");
    does(&mut session, Side::Red, prompt(twice(&[forward(300)]), pay(Red)));
    assert_eq!(corner(&session, 1), [850, 1400]);
    let mut tribal = alone("6 foot, loose, tribal, bow", 3, &[Red, Red, Red]);
    assert_eq!(rule_of(&mut tribal, twice(&[forward(300)]), pay(Red)), "RETG-MOVE-041");
}

#[test]
fn heavy_guns_only_wheel() {
    proves!("RETG-MOVE-069", "RETG-MOVE-068");
    let mut guns = alone("2 heavy guns, formed", 2, &[Green, Green, Green]);
    assert_eq!(rule_of(&mut guns, march(&[1], &[forward(10)]), pay(Green)), "RETG-MOVE-069");
    // Two files: 1 BW at the outer corner is a wheel of 28.96 degrees.
    assert_eq!(rule_of(&mut guns, march(&[1], &[wheel(Hand::Left, 29)]), pay(Green)), "RETG-MOVE-069");
    does(&mut guns, Side::Red, prompt(march(&[1], &[wheel(Hand::Left, 28)]), pay(Green)));
    let mut light = alone("2 light guns, formed", 2, &[White, White, White]);
    does(&mut light, Side::Red, prompt(march(&[1], &[forward(100)]), pay(White)));
}

#[test]
fn a_commander_moves_once_for_a_white_card() {
    proves!("RETG-UNIV-008", "RETG-UNIV-011", "RETG-UNIV-012");
    use caracole_renatio::battle::NewPost;
    let red = [(PIKE_AND_SHOT, [1000, 800], 3), (PIKE_AND_SHOT, [1400, 800], 3)];
    let mut session = moving(&setup(&red, &far()), &[White, White, Green]);
    let to = |ug_number, file| Action::Commander(NewPost::With { ug: ug(ug_number), file, ahead: false });
    // From the left file of the first to the right file of the second: 6 BW, and 7 are too many.
    let right = Action::Commander(NewPost::At([Bw(1610), Bw(600)]));
    assert_eq!(rule_of(&mut session, right, pay(White)), "RETG-MOVE-001");
    does(&mut session, Side::Red, prompt(to(2, 2), pay(White)));
    does(&mut session, Side::Blue, Decision::Pass);
    assert_eq!(rule_of(&mut session, to(1, 0), pay(White)), "RETG-UNIV-008");
    // He has moved: the unit that he has joined leaves him behind, and he raises no card to move it.
    let go = march(&[2], &[wheel(Hand::Left, 5)]);
    assert_eq!(rule_of(&mut session, go, raised(Green)), "RETG-UNIV-012");
    does(&mut session, Side::Red, prompt(march(&[2], &[forward(100)]), pay(White)));
    assert!(matches!(session.battle().world().commanders[0].post, Post::Alone(_)));
}
