//! More of the Charge Phase: groups, friends in the way, counter-charges and intercepts, flank charges.

use crate::support::*;
use caracole_kernel::{Session, Side};
use caracole_ledger::proves;
use caracole_plane::Hand;
use caracole_renatio::battle::charging::{Decision as D, Event as E, Request as R, Response, Toward};
use caracole_renatio::battle::outcomes::Event as O;
use caracole_renatio::battle::{
    Action, Approach, Bw, CommanderId, Decision, Event, Foe, Phase, Presence, Renatio, Request, Setup,
    Turned, Wheel,
};
use caracole_renatio::kab::Cause;

const FOOT: &str = "6 foot, close, formed, protected";
const PLAIN_HORSE: &str = "4 mounted, loose, formed, protected";
const DRILLED_HORSE: &str = "4 mounted, loose, drilled, protected";
const HOTHEADS: &str = "4 mounted, loose, formed, protected, impetuous";
const BANER: CommanderId = CommanderId(1);

fn against(red: &[Placed<'static>], blue: &[Placed<'static>]) -> Setup {
    apart(setup(red, &[blue, &RESERVE].concat()))
}

fn move_of(number: u16) -> Decision {
    Decision::Charge(D::Move { ug: ug(number), turn: None, paid: None })
}

fn approach(wheel: Option<(Hand, u8)>, shift: Option<(Hand, i32)>, contract: Option<Hand>) -> Approach {
    Approach {
        wheel: wheel.map(|(hand, degrees)| Wheel { hand, degrees }),
        shift: shift.map(|(hand, by)| (hand, Bw(by))),
        contract,
    }
}

fn declare(number: u16, approach: Approach, paid: Option<caracole_renatio::battle::Paid>) -> Decision {
    Decision::Charge(D::Declare { ugs: vec![ug(number)], approach, paid })
}

/// Everybody passes, the side that is asked first too, until counter-charges are asked of blue.
fn to_counter(session: &mut Session<Renatio>) {
    loop {
        match asked(session) {
            Some((side, Request::Charge(R::Clear | R::Declare))) => does(session, side, Decision::Pass),
            Some((Side::Red, Request::Charge(R::Counter))) => does(session, Side::Red, Decision::Pass),
            _ => return,
        };
    }
}

#[test]
fn a_group_charges_for_one_card_more() {
    proves!("RETG-CHARGE-007", "RETG-MOVE-031");
    let red = [(PLAIN_HORSE, [1000, 800], 2), (PLAIN_HORSE, [1200, 800], 2)];
    let mut setup = against(&red, &[(FOOT, [1100, 1200], 3)]);
    // The Commander is near, but not with them.
    setup.start.red.commanders = vec![caracole_renatio::battle::CommanderPost::At([1100, 500].map(Bw))];
    let mut session = charging_with(&setup, &[Green, Green, White], &[White, White, White]);
    let both = |cards| {
        let paid = Some(caracole_renatio::battle::Paid { by: HORN, cards });
        Decision::Charge(D::Declare { ugs: vec![ug(1), ug(2)], approach: Approach::default(), paid })
    };
    assert!(session.choose(Side::Red, both(pay(Green))).is_err());
    let events = does(&mut session, Side::Red, both(pay_more(Green, &[Green])));
    let declared = events.iter().filter(|event| matches!(event, Event::Charge(E::Declared { .. }))).count();
    assert_eq!(declared, 2);
}

#[test]
fn a_shift_takes_chargers_past_friends() {
    proves!("RETG-CHARGE-025", "RETG-UNIV-014", "RETG-CHARGE-026");
    // A friend's right edge reaches 0.3 BW into the way.
    let red = [(PLAIN_HORSE, [1000, 800], 2), (FOOT, [780, 1000], 3)];
    let start = || {
        charging_with(
            &against(&red, &[(FOOT, [1000, 1250], 3)]),
            &[Green, White, White],
            &[White, White, White],
        )
    };
    let paid = Some(by(HORN, Green));
    let mut session = start();
    assert_eq!(refused(&mut session, declare(1, Approach::default(), paid)).rule.id(), "RETG-UNIV-017");
    let too_far = declare(1, approach(None, Some((Hand::Right, 60)), None), paid);
    assert_eq!(refused(&mut session, too_far).rule.id(), "RETG-UNIV-014");
    does(&mut session, Side::Red, declare(1, approach(None, Some((Hand::Right, 50)), None), paid));
    // Or a file drops back; but two files must be left.
    let narrow = declare(1, approach(None, None, Some(Hand::Left)), paid);
    assert_eq!(refused(&mut start(), narrow.clone()).rule.id(), "RETG-CHARGE-026");
    let wide = [("6 mounted, loose, formed, protected", [1000, 800], 3), (FOOT, [780, 1000], 3)];
    let setup = against(&wide, &[(FOOT, [1000, 1250], 3)]);
    let mut wide = charging_with(&setup, &[Green, White, White], &[White, White, White]);
    does(&mut wide, Side::Red, narrow);
}

#[test]
fn forced_chargers_burst_through_friends() {
    proves!("RETG-CHARGE-028", "RETG-MOVE-050", "RETG-SEQ-007", "RETG-KAB-006");
    let through = |friend: Placed<'static>| {
        let setup = against(&[(HOTHEADS, [1000, 800], 2), friend], &[(FOOT, [1000, 1250], 3)]);
        let mut session = charging_with(&setup, &[White, White, White], &[White, White, White]);
        nothing_more(&mut session);
        // Nobody declared it: it must be made, friends or not.
        assert_eq!(asked(&session), Some((Side::Red, Request::Charge(R::Direct { ug: ug(1) }))));
        does(&mut session, Side::Red, charge(1, None));
        nothing_more(&mut session);
        let events = does(&mut session, Side::Red, move_of(1));
        (session, events)
    };
    let (session, events) = through(("6 foot, skirmishers", [1000, 1000], 3));
    assert!(events.contains(&Event::Charge(E::BurstThrough { ug: ug(1), friend: ug(2), destroyed: true })));
    assert_eq!(session.battle().world()[ug(2)].presence, Presence::Broken);
    let (mut session, mut events) = through((FOOT, [1000, 1000], 3));
    events.extend(throw_all(&mut session, 1));
    let tested = |event: &Event| matches!(event, Event::Outcome(O::Tested { ug, cause: Cause::PassedThrough, .. }) if ug.number() == 2);
    assert!(events.iter().any(tested), "{events:?}");
}

#[test]
fn a_counter_charge_wheels_and_an_intercept_does_not() {
    proves!("RETG-CHARGE-042", "RETG-CHARGE-045", "RETG-CHARGE-040", "RETG-SEQ-010");
    let counter = |number, wheel: Option<(Hand, u8)>, forward| {
        let wheel = wheel.map(|(hand, degrees)| Wheel { hand, degrees });
        Decision::Charge(D::Counter { ug: ug(number), wheel, forward: Bw(forward), paid: by(BANER, Green) })
    };
    // The drilled horse is charged itself: it counter-charges, with a wheel if it likes.
    let mut setup = against(&[(PLAIN_HORSE, [1000, 800], 2)], &[(DRILLED_HORSE, [1000, 1280], 2)]);
    setup.start.blue.commanders = vec![caracole_renatio::battle::CommanderPost::At([1000, 1500].map(Bw))];
    let mut session = charging_with(&setup, &[Green, White, White], &[Green, White, White]);
    does(&mut session, Side::Red, charge(1, Some(by(HORN, Green))));
    to_counter(&mut session);
    assert_eq!(
        session.choose(Side::Blue, counter(2, Some((Hand::Left, 95)), 100)).unwrap_err().rule.id(),
        "RETG-CHARGE-045"
    );
    let events = does(&mut session, Side::Blue, counter(2, Some((Hand::Left, 5)), 200));
    assert!(events.iter().any(|event| matches!(event, Event::Charge(E::Countered { charged: true, .. }))));
    // Nobody runs away from it: nothing but the charge is to be moved.
    nothing_more(&mut session);
    assert_eq!(asked(&session), Some((Side::Red, Request::Charge(R::Move))));
    // Who is not charged may only go straight ahead.
    let blue = [(FOOT, [1000, 1280], 3), (DRILLED_HORSE, [1200, 1480], 2)];
    let mut setup = against(&[(PLAIN_HORSE, [1000, 800], 2)], &blue);
    setup.start.blue.commanders = vec![caracole_renatio::battle::CommanderPost::At([1000, 1800].map(Bw))];
    let mut session = charging_with(&setup, &[Green, White, White], &[Green, White, White]);
    does(&mut session, Side::Red, charge(1, Some(by(HORN, Green))));
    to_counter(&mut session);
    assert_eq!(
        session.choose(Side::Blue, counter(3, Some((Hand::Left, 5)), 200)).unwrap_err().rule.id(),
        "RETG-CHARGE-045"
    );
    // And only where chargers will meet it.
    assert_eq!(session.choose(Side::Blue, counter(3, None, 100)).unwrap_err().rule.id(), "RETG-CHARGE-042");
}

#[test]
fn foot_do_not_intercept_mounted_and_foot_stop_before_mounted() {
    proves!("RETG-CHARGE-041", "RETG-SEQ-011", "RETG-CHARGE-040");
    let start = |red: Placed<'static>, blue: &[Placed<'static>]| {
        let mut setup = against(&[red], blue);
        setup.start.red.commanders = vec![caracole_renatio::battle::CommanderPost::At([1000, 500].map(Bw))];
        setup.start.blue.commanders = vec![caracole_renatio::battle::CommanderPost::At([1000, 1700].map(Bw))];
        let mut session = charging_with(&setup, &[Green, White, White], &[Green, Red, White]);
        does(&mut session, Side::Red, charge(1, Some(by(HORN, Green))));
        to_counter(&mut session);
        session
    };
    let counter = |number, forward| {
        Decision::Charge(D::Counter {
            ug: ug(number),
            wheel: None,
            forward: Bw(forward),
            paid: by(BANER, Green),
        })
    };
    // Foot that horse charge stand where they are.
    let mut mounted =
        start((PLAIN_HORSE, [1000, 800], 2), &[("6 foot, loose, drilled, protected", [1000, 1250], 3)]);
    assert_eq!(mounted.choose(Side::Blue, counter(2, 100)).unwrap_err().rule.id(), "RETG-CHARGE-041");
    // Horse come before charging foot from beside the regiment: these stop 1 BW away, and have charged.
    let blue = [(FOOT, [1000, 1200], 3), ("4 mounted, loose, drilled, protected", [1260, 1350], 2)];
    let mut foot = start(("6 foot, loose, formed, protected", [1100, 900], 3), &blue);
    does(&mut foot, Side::Blue, counter(3, 300));
    nothing_more(&mut foot);
    does(&mut foot, Side::Red, move_of(1));
    assert_eq!(corner(&foot, 1)[1], 950);
    assert!(foot.battle().world()[ug(1)].acted && foot.battle().world()[ug(1)].has_charged());
}

/// Red's second unit stands to the left of blue's, beyond the line of its front or before it.
fn from_the_flank(y: i32) -> (Session<Renatio>, Vec<Event>) {
    let red = [(PLAIN_HORSE, [600, y], 2)];
    let mut setup = against(&red, &[(FOOT, [1000, 1200], 3)]);
    setup.start.red.units[0].facing = 90;
    setup.start.red.commanders = vec![caracole_renatio::battle::CommanderPost::At([500, 900].map(Bw))];
    let mut session = charging_with(&setup, &[Green, White, White], &[White, White, White]);
    does(&mut session, Side::Red, charge(1, Some(by(HORN, Green))));
    nothing_more(&mut session);
    let events = does(&mut session, Side::Red, move_of(1));
    (session, events)
}

#[test]
fn a_base_claims_a_flank_charge_from_behind_the_front_line() {
    proves!("RETG-CHARGE-030", "RETG-CHARGE-031", "RETG-CHARGE-032");
    let claims = |y| {
        let (_, events) = from_the_flank(y);
        events.iter().find_map(|event| match event {
            Event::Charge(E::Charged { flank_claims, contacted, .. }) => {
                Some((*flank_claims, contacted.clone()))
            }
            _ => None,
        })
    };
    // The regiment faces down: its front line is at 12 BW and it reaches up to 13 BW.
    assert_eq!(claims(1310), Some((1, vec![Foe::Ug(ug(2))])));
    // A file whose front edge is not wholly behind that line claims nothing.
    assert_eq!(claims(1230).map(|(count, _)| count), Some(1));
    assert_eq!(claims(1190).map(|(count, _)| count), Some(0));
}

#[test]
fn skirmishers_make_way_and_the_charge_must_follow() {
    proves!("RETG-SEQ-006", "RETG-KAB-008");
    let red = [(PLAIN_HORSE, [1000, 800], 2), ("4 foot, skirmishers", [1000, 1000], 2)];
    let mut setup = against(&red, &[(FOOT, [1000, 1250], 3)]);
    setup.start.red.commanders = vec![caracole_renatio::battle::CommanderPost::At([1000, 500].map(Bw))];
    let mut session = start(&setup);
    for hand in [[Green, White, White], [White, White, White]] {
        throw(&mut session, &[&hand.map(|colour| colour as u8)]);
    }
    while let Some((side, Request::Gifts)) = asked(&session) {
        does(&mut session, side, Decision::Pass);
    }
    assert_eq!(asked(&session), Some((Side::Red, Request::Charge(R::Clear))));
    // They step aside to the left, out of the way of two files.
    let turn = Action::Turn(Turned { ug: ug(2), to: None, forward: None, move_first: false });
    let useless = Decision::Charge(D::Clear { action: turn, way_for: ug(1), paid: by(HORN, White) });
    assert_eq!(refused(&mut session, useless).rule.id(), "RETG-SEQ-006");
    let clears =
        offers(&session).into_iter().find(|offer| matches!(offer, Decision::Charge(D::Clear { .. })));
    if let Some(clear) = clears {
        does(&mut session, Side::Red, clear);
        nothing_more(&mut session);
        // The horse did not charge: it is tested.
        let events = throw_all(&mut session, 1);
        let tested =
            |event: &Event| matches!(event, Event::Outcome(O::Tested { cause: Cause::DidNotCharge, .. }));
        assert!(events.iter().any(tested));
    }
}

#[test]
fn chargers_lose_distance_to_fire_and_cards_win_it_back() {
    proves!("RETG-CHARGE-024", "RETG-SEQ-014", "RETG-CHARGE-073", "RETG-SHOOT-048");
    let muskets = "6 foot, close, formed, protected, musket";
    let mut setup = against(&[(PLAIN_HORSE, [1000, 800], 2)], &[(muskets, [1000, 1300], 3)]);
    setup.start.red.commanders = vec![caracole_renatio::battle::CommanderPost::At([1000, 500].map(Bw))];
    let shot = || {
        let mut session = charging_with(&setup, &[Green, Green, Yellow], &[White, White, White]);
        does(&mut session, Side::Red, charge(1, Some(by(HORN, Green))));
        nothing_more(&mut session);
        // Three S against two files: slowed by 2 BW. At effective range an S is a wound too.
        throw_all(&mut session, 4);
        while let Some((side, Request::Shooting(_))) = asked(&session) {
            let first = offers(&session)[0].clone();
            does(&mut session, side, first);
        }
        session
    };
    let mut slowed = shot();
    assert_eq!(slowed.battle().world()[ug(1)].slow.fire, 2);
    does(&mut slowed, Side::Red, move_of(1));
    // 5 BW less 2: it stops short, and what was shot stands.
    assert_eq!(corner(&slowed, 1)[1], 1100);
    let mut prompted = shot();
    let paid = Some(by(HORN, Yellow));
    does(&mut prompted, Side::Red, Decision::Charge(D::Move { ug: ug(1), turn: None, paid }));
    assert_eq!(corner(&prompted, 1)[1], 1300);
}

#[test]
fn who_charged_does_nothing_more() {
    proves!("RETG-SEQ-026", "RETG-GLOS-056");
    let mut setup = setup(
        &[(PLAIN_HORSE, [1000, 800], 2)],
        &[[("6 foot, skirmishers", [1000, 1100], 3)].as_slice(), &RESERVE].concat(),
    );
    setup.start.blue.commanders = vec![caracole_renatio::battle::CommanderPost::At([1300, 2700].map(Bw))];
    let mut session = charging_with(&setup, &[Green, White, White], &[White, White, White]);
    does(&mut session, Side::Red, charge(1, Some(by(HORN, Green))));
    nothing_more(&mut session);
    let runs = D::Respond { how: Response::RunAway, toward: Some(Toward::Rear) };
    does(&mut session, Side::Blue, Decision::Charge(runs));
    throw(&mut session, &[&[6]]);
    does(&mut session, Side::Red, move_of(1));
    // Horn went with his horse.
    assert_eq!(session.battle().world().commanders[0].post.ug(), Some(ug(1)));
    while session.battle().world().when.phase < Phase::Movement {
        let Some((side, _)) = asked(&session) else { break };
        does(&mut session, side, Decision::Pass);
    }
    assert_eq!(rule_of(&mut session, march(&[1], &[forward(100)]), pay(White)), "RETG-MOVE-006");
}

#[test]
fn who_ran_away_has_three_short_actions() {
    proves!("RETG-SEQ-027", "RETG-CHARGE-061", "RETG-MOVE-008");
    let mut setup = setup(
        &[("6 foot, skirmishers", [1000, 1100], 3)],
        &[[(PLAIN_HORSE, [1000, 1400], 2)].as_slice(), &RESERVE].concat(),
    );
    setup.active = Side::Blue;
    setup.start.blue.commanders = vec![caracole_renatio::battle::CommanderPost::At([1000, 1700].map(Bw))];
    let mut session = start(&setup);
    deal(&mut session, &[&[Green, White, White], &[White, White, Green]]);
    while let Some((Side::Red, Request::Charge(R::Declare))) = asked(&session) {
        does(&mut session, Side::Red, Decision::Pass);
    }
    does(&mut session, Side::Blue, charge(2, Some(by(BANER, Green))));
    nothing_more(&mut session);
    let runs = D::Respond { how: Response::RunAway, toward: Some(Toward::Rear) };
    does(&mut session, Side::Red, Decision::Charge(runs));
    throw(&mut session, &[&[5]]);
    while session.battle().world().when.phase < Phase::Movement {
        let Some((side, request)) = asked(&session) else { break };
        let decision = match request {
            Request::Charge(R::Move) => move_of(2),
            _ => Decision::Pass,
        };
        does(&mut session, side, decision);
    }
    does(&mut session, Side::Blue, Decision::Pass);
    let wheel = march(&[1], &[caracole_renatio::battle::Leg::Wheel { hand: Hand::Left, degrees: 10 }]);
    assert_eq!(rule_of(&mut session, wheel, pay(White)), "RETG-SEQ-027");
    assert_eq!(rule_of(&mut session, march(&[1], &[forward(210)]), pay(White)), "RETG-SEQ-027");
    let about = Action::Turn(Turned { ug: ug(1), to: None, forward: Some(Bw(200)), move_first: false });
    does(&mut session, Side::Red, prompt(about, pay(Green)));
}

#[test]
fn a_stopped_charge_leaves_the_unit_free_to_act() {
    proves!("RETG-MOVE-012", "RETG-CHARGE-004");
    let mut setup =
        setup(&[(HOTHEADS, [1000, 800], 2)], &[[(FOOT, [1000, 1250], 3)].as_slice(), &RESERVE].concat());
    setup.start.blue.commanders = vec![caracole_renatio::battle::CommanderPost::At([1300, 2700].map(Bw))];
    let mut session = charging_with(&setup, &[Yellow, White, White], &[White, White, White]);
    does(&mut session, Side::Red, Decision::Charge(D::Hold { ugs: vec![ug(1)], paid: by(HORN, Yellow) }));
    while session.battle().world().when.phase < Phase::Movement {
        let Some((side, _)) = asked(&session) else { break };
        does(&mut session, side, Decision::Pass);
    }
    does(&mut session, Side::Red, prompt(march(&[1], &[forward(100)]), pay(White)));
}

#[test]
fn free_files_of_a_unit_in_combat_charge() {
    proves!("RETG-CHARGE-016", "RETG-UNIV-018", "RETG-CHARGE-084");
    // Its left file fights; another regiment stands 0.6 BW before its right file.
    let red = [(FOOT, [1000, 1000], 3)];
    let blue = [("4 foot, loose, formed", [850, 1000], 2), (FOOT, [1250, 1060], 3)];
    let mut session = charging_with(&against(&red, &blue), &[Green, Green, White], &[White, White, White]);
    let events = does(&mut session, Side::Red, charge(1, Some(by(HORN, Green))));
    let targets = events.iter().find_map(|event| match event {
        Event::Charge(E::Declared { targets, .. }) => Some(targets.clone()),
        _ => None,
    });
    assert_eq!(targets, Some(vec![Foe::Ug(ug(3))]));
    nothing_more(&mut session);
    does(&mut session, Side::Red, move_of(1));
    let files = offers(&session)[0].clone();
    does(&mut session, Side::Red, files);
    let touches = session.battle().world();
    let near =
        touches.rects(ug(1)).iter().any(|own| touches.rects(ug(3)).iter().any(|b| own.contact(b).is_some()));
    assert!(near);
}
