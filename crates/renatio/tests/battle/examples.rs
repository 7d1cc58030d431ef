//! Worked examples of the rulebook that need a scene of their own.

use crate::support::*;
use caracole_kernel::{Awaiting, Side};
use caracole_ledger::proves;
use caracole_plane::Hand;
use caracole_renatio::battle::charging::{Decision as C, Event as E};
use caracole_renatio::battle::fights::Request as Rf;
use caracole_renatio::battle::{
    Action, Approach, Bw, CampPost, CommanderId, CommanderPost, Decision, Event, March, NewPost, Phase,
    Request, Second,
};
use caracole_renatio::charts::CampKind;

const FOOT: &str = "6 foot, close, formed, protected";
const DRILLED: &str = "6 foot, loose, drilled, protected";
const PLAIN_HORSE: &str = "4 mounted, loose, formed, protected";

#[test]
fn only_the_rear_line_makes_the_second_move() {
    proves!("RETG-MOVE-034", "RETG-MOVE-021");
    // RETG-EX-011: two regiments in front, 1 BW apart, and one behind the gap between them.
    let red = [(DRILLED, [1000, 900], 3), (DRILLED, [1800, 900], 3), (DRILLED, [1400, 600], 3)];
    let mut setup = setup(&red, &far());
    setup.start.red.commanders = vec![CommanderPost::At([1400, 300].map(Bw))];
    let mut session = moving(&setup, &[Red, Green, Green]);
    let twice = Action::March(March {
        ugs: vec![ug(1), ug(2), ug(3)],
        pulled: Vec::new(),
        legs: vec![forward(300)],
        second: Some(Second { ugs: vec![ug(3)], legs: vec![forward(300)] }),
    });
    does(&mut session, Side::Red, prompt(twice, pay_more(Red, &[Green])));
    // The lines are level.
    assert_eq!([1, 2, 3].map(|number| corner(&session, number)[1]), [1200, 1200, 1200]);
}

#[test]
fn a_commander_joins_a_unit_and_cannot_move_on_with_it() {
    proves!("RETG-UNIV-008", "RETG-UNIV-012");
    // RETG-EX-013: he joins a regiment in combat; his upgrade still serves to move its bases.
    let red = [(DRILLED, [1000, 1000], 3)];
    let blue = [[(FOOT, [1000, 1000], 3), (FOOT, [1300, 1000], 3)].as_slice(), &RESERVE].concat();
    let mut setup = setup(&red, &blue);
    setup.start.red.commanders = vec![CommanderPost::At([1000, 700].map(Bw))];
    setup.start.blue.commanders = vec![CommanderPost::At([1000, 1700].map(Bw))];
    let mut session = charging_with(&setup, &[White, White, White], &[White; 3]);
    while session.battle().world().when.phase < Phase::Movement {
        let Some((side, _)) = asked(&session) else { break };
        does(&mut session, side, Decision::Pass);
    }
    while let Some((side, Request::Combat(Rf::Align))) = asked(&session) {
        does(&mut session, side, Decision::Pass);
    }
    let join = Action::Commander(NewPost::With { ug: ug(1), file: 1, ahead: false });
    does(&mut session, Side::Red, prompt(join, pay(White)));
    does(&mut session, Side::Blue, Decision::Pass);
    // (a) Not again, alone or with it.
    let again = Action::Commander(NewPost::At([1000, 700].map(Bw)));
    assert_eq!(rule_of(&mut session, again, pay(White)), "RETG-UNIV-008");
    // (b) WHITE raised to GREEN pays for MF1.
    use caracole_renatio::battle::after_melee::{Act, Decision as A};
    let paid = caracole_renatio::battle::Paid { by: HORN, cards: raised(White) };
    does(
        &mut session,
        Side::Red,
        Decision::Fighting(A { act: Act::Shift { ug: ug(1), from: 0, bases: 1, to: 3 }, paid }),
    );
}

#[test]
fn a_unit_outruns_the_charge_on_its_rear() {
    proves!("RETG-CHARGE-080", "RETG-SEQ-013");
    // RETG-EX-020: red's horse charges; blue's declares a charge on its rear, 5 BW behind, and red moves first.
    let red = [(PLAIN_HORSE, [1000, 1000], 2)];
    let blue = [[(FOOT, [1000, 1400], 3), (PLAIN_HORSE, [1000, 400], 2)].as_slice(), &RESERVE].concat();
    let mut setup = setup(&red, &blue);
    setup.start.blue.units[1].facing = 0;
    setup.start.blue.commanders = vec![CommanderPost::At([1000, 200].map(Bw))];
    let mut session = charging_with(&setup, &[Green, White, White], &[Green, White, White]);
    does(&mut session, Side::Red, charge(1, Some(by(HORN, Green))));
    does(&mut session, Side::Blue, charge(3, Some(by(CommanderId(1), Green))));
    nothing_more(&mut session);
    let of = |number| Decision::Charge(C::Move { ug: ug(number), turn: None, paid: None });
    does(&mut session, Side::Red, of(1));
    let events = does(&mut session, Side::Blue, of(3));
    // From 4 BW on it goes its 5 BW; red's rear is at 12.5 BW by now.
    let missed = |event: &Event| matches!(event, Event::Charge(E::Charged { ug: by, contacted, .. }) if *by == ug(3) && contacted.is_empty());
    assert!(events.iter().any(missed), "{events:?}");
}

#[test]
fn pike_and_shot_that_miss_reform_at_once() {
    proves!("RETG-UNIV-005", "RETG-CHARGE-026", "RETG-FORM-004");
    // RETG-EX-029: a file drops back to get past a friend; the enemy runs away.
    let red = [(PIKE_AND_SHOT, [1000, 800], 3), (FOOT, [670, 950], 3)];
    let blue = [[("6 foot, skirmishers", [1020, 1000], 2)].as_slice(), &RESERVE].concat();
    let mut setup = setup(&red, &blue);
    setup.start.blue.commanders = vec![CommanderPost::At([1300, 2700].map(Bw))];
    setup.armies.blue.units[0].troops =
        caracole_renatio::troops::Troops::read("4 foot, skirmishers").unwrap();
    let mut session = charging_with(&setup, &[Green, White, White], &[White; 3]);
    let approach = Approach { contract: Some(Hand::Left), ..Approach::default() };
    let paid = Some(by(HORN, Green));
    does(&mut session, Side::Red, Decision::Charge(C::Declare { ugs: vec![ug(1)], approach, paid }));
    nothing_more(&mut session);
    let runs = C::Respond {
        how: caracole_renatio::battle::charging::Response::RunAway,
        toward: Some(caracole_renatio::battle::charging::Toward::Rear),
    };
    does(&mut session, Side::Blue, Decision::Charge(runs));
    throw(&mut session, &[&[6]]);
    // Its own shot may have fired; nobody else shoots.
    while let Awaiting::Dice(_) = session.battle().awaiting() {
        throw_all(&mut session, 1);
    }
    does(&mut session, Side::Red, Decision::Charge(C::Move { ug: ug(1), turn: None, paid: None }));
    let formation = session.battle().world().formation(ug(1)).clone();
    assert_eq!((formation.width(), formation.len()), (3, 6));
}

#[test]
fn a_mobile_camp_moves_for_a_red_card() {
    proves!("RETG-CAMP-012", "RETG-CAMP-017");
    let mut setup = setup(&[(DRILLED, [1000, 800], 3)], &far());
    setup.armies.red.camp.kind = CampKind::Mobile;
    setup.start.red.camp = Some(CampPost { at: [1000, 400].map(Bw), facing: 0 });
    let to = |x: i32, y: i32, cards| {
        let paid = caracole_renatio::battle::Paid { by: HORN, cards };
        Decision::Camp { to: [Bw(x), Bw(y)], paid }
    };
    let mut session = moving(&setup, &[Red, Yellow, White]);
    assert_eq!(refused(&mut session, to(1200, 400, pay(Yellow))).rule.id(), "RETG-MOVE-003");
    // He is with the regiment and not with the camp.
    assert_eq!(refused(&mut session, to(1200, 400, raised(Yellow))).rule.id(), "RETG-CAMP-012");
    // Battlewagons go 2 BW.
    assert_eq!(refused(&mut session, to(1210, 400, pay(Red))).rule.id(), "RETG-CAMP-012");
    does(&mut session, Side::Red, to(1200, 400, pay(Red)));
    let rect = session.battle().world().camp_rect(Side::Red).unwrap();
    let left = rect.corners().iter().map(|corner| corner.x.get() / 400).min();
    assert_eq!(left, Some(1050));
    // Standing beside the camp he raises a YELLOW.
    setup.start.red.commanders = vec![CommanderPost::At([1200, 400].map(Bw))];
    let mut with = moving(&setup, &[Yellow, White, White]);
    does(&mut with, Side::Red, to(1000, 300, raised(Yellow)));
    // A standard camp stays where it is.
    setup.armies.red.camp.kind = CampKind::Standard;
    let mut fixed = moving(&setup, &[Red, White, White]);
    assert_eq!(refused(&mut fixed, to(1000, 300, pay(Red))).rule.id(), "RETG-CAMP-012");
}
