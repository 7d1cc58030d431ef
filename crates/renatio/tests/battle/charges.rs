//! The Charge Phase: declaring, answering, responding, moving.

use crate::support::*;
use caracole_kernel::{Session, Side};
use caracole_ledger::proves;
use caracole_plane::Hand;
use caracole_renatio::battle::charging::{Decision as D, Event as E, Request as R, Response, Toward};
use caracole_renatio::battle::{
    Approach, Bw, ChargeKind, CommanderId, Decision, Event, Foe, Presence, Renatio, Request, Wheel,
};

const BANER: CommanderId = CommanderId(1);
/// Horse that charge freely, and foot.
const FOOT: &str = "6 foot, close, formed, protected, musket";
const PLAIN_HORSE: &str = "4 mounted, loose, formed, protected";
const HOTHEADS: &str = "4 mounted, loose, formed, protected, impetuous";

/// Red's unit at the middle, its front at 8 BW; blue's so far ahead of it, facing it.
fn facing(red: &'static str, red_wide: u8, blue: &'static str, blue_wide: u8, gap: i32) -> Session<Renatio> {
    let blue = [(blue, [1000, 800 + gap], blue_wide)];
    charging_with(
        &setup(&[(red, [1000, 800], red_wide)], &blue),
        &[Green, White, White],
        &[Green, White, White],
    )
}

/// The same, with another pair far to the right that could charge, so that red is asked in any case.
fn busy(red: &'static str, red_wide: u8, blue: &'static str, blue_wide: u8, gap: i32) -> Session<Renatio> {
    let reds = [(red, [1000, 800], red_wide), (PLAIN_HORSE, [3000, 800], 2)];
    let blues = [(blue, [1000, 800 + gap], blue_wide), (FOOT, [3000, 1200], 3)];
    charging_with(&setup(&reds, &blues), &[Green, White, White], &[Green, White, White])
}

fn kinds(events: &[Event]) -> Vec<(ChargeKind, Vec<Foe>)> {
    let kind = |event: &Event| match event {
        Event::Charge(E::Declared { kind, targets, .. }) => Some((*kind, targets.clone())),
        _ => None,
    };
    events.iter().filter_map(kind).collect()
}

fn respond(how: Response, toward: Option<Toward>) -> Decision {
    Decision::Charge(D::Respond { how, toward })
}

fn asks(session: &Session<Renatio>) -> Option<(Side, R)> {
    match asked(session) {
        Some((side, Request::Charge(request))) => Some((side, request)),
        _ => None,
    }
}

#[test]
fn a_prompted_charge_costs_green() {
    proves!("RETG-CHARGE-006", "RETG-CHARGE-010", "RETG-SEQ-008", "RETG-CHARGE-001", "RETG-CHARGE-020");
    let mut session = facing(PLAIN_HORSE, 2, FOOT, 3, 400);
    assert_eq!(asks(&session), Some((Side::Red, R::Declare)));
    assert_eq!(refused(&mut session, charge(1, None)).rule.id(), "RETG-CHARGE-006");
    assert_eq!(refused(&mut session, charge(1, Some(by(HORN, White)))).rule.id(), "RETG-MOVE-003");
    let before = corner(&session, 1);
    let events = does(&mut session, Side::Red, charge(1, Some(by(HORN, Green))));
    assert_eq!(kinds(&events), [(ChargeKind::Prompted, vec![Foe::Ug(ug(2))])]);
    // No base moves before SP2.6.
    assert_eq!(corner(&session, 1), before);
}

#[test]
fn some_troops_charge_freely_within_three() {
    proves!("RETG-CHARGE-005", "RETG-GLOS-028", "RETG-GLOS-031");
    for troops in ["4 mounted, loose, formed, charging pistol", "4 mounted, loose, formed, elan"] {
        let mut near = facing(troops, 2, FOOT, 3, 300);
        let events = does(&mut near, Side::Red, charge(1, None));
        assert_eq!(kinds(&events)[0].0, ChargeKind::Free);
        let mut far = facing(troops, 2, FOOT, 3, 310);
        assert_eq!(refused(&mut far, charge(1, None)).rule.id(), "RETG-CHARGE-006");
    }
}

#[test]
fn the_impetuous_must_charge_unless_they_are_stopped() {
    proves!("RETG-CHARGE-002", "RETG-CHARGE-004", "RETG-CHARGE-022", "RETG-SEQ-009", "RETG-GLOS-042");
    let hold = |card| Decision::Charge(D::Hold { ugs: vec![ug(1)], paid: by(HORN, card) });
    let mut session = facing(HOTHEADS, 2, FOOT, 3, 450);
    // C3 costs Formed troops YELLOW.
    assert_eq!(refused(&mut session, hold(Green)).rule.id(), "RETG-MOVE-003");
    nothing_more(&mut session);
    // Nobody declared it or stopped it: it is marked now, and its owner chooses the direction.
    assert_eq!(asks(&session), Some((Side::Red, R::Direct { ug: ug(1) })));
    let events = does(&mut session, Side::Red, charge(1, None));
    assert_eq!(kinds(&events)[0].0, ChargeKind::Forced);
    let blue = [(FOOT, [1000, 1250], 3)];
    let setup = setup(&[(HOTHEADS, [1000, 800], 2)], &blue);
    let mut held = charging_with(&setup, &[Yellow, White, White], &[White, White, White]);
    let events = does(&mut held, Side::Red, hold(Yellow));
    assert!(events.contains(&Event::Charge(E::Held { ug: ug(1) })));
    nothing_more(&mut held);
    assert!(!matches!(asks(&held), Some((_, R::Direct { .. }))));
}

#[test]
fn a_forced_charge_is_free_against_pikes() {
    proves!("RETG-CHARGE-003");
    let mut session = facing(HOTHEADS, 2, PIKE_AND_SHOT, 3, 450);
    nothing_more(&mut session);
    assert!(!matches!(asks(&session), Some((_, R::Direct { .. }))));
    let mut session = facing(HOTHEADS, 2, PIKE_AND_SHOT, 3, 450);
    assert_eq!(kinds(&does(&mut session, Side::Red, charge(1, None)))[0].0, ChargeKind::Free);
}

#[test]
fn foot_do_not_charge_mounted() {
    proves!("RETG-CHARGE-013", "RETG-UNIV-006");
    let rule = |red, wide, blue| {
        let mut session = busy(red, wide, blue, 2, 250);
        refused_by(&mut session)
    };
    fn refused_by(session: &mut Session<Renatio>) -> Option<&'static str> {
        session.choose(Side::Red, charge(1, Some(by(HORN, Green)))).err().map(|e| e.rule.id())
    }
    assert_eq!(rule(FOOT, 3, PLAIN_HORSE), Some("RETG-CHARGE-013"));
    assert_eq!(rule(FOOT, 3, "4 dragoons, formed, musket"), None);
    assert_eq!(rule(FOOT, 3, FOOT), None);
}

#[test]
fn guns_do_not_charge_and_skirmishers_only_finish_off() {
    proves!("RETG-CHARGE-012", "RETG-CHARGE-014");
    let mut guns = busy("3 light guns, formed", 3, FOOT, 3, 150);
    assert_eq!(refused(&mut guns, charge(1, Some(by(HORN, Green)))).rule.id(), "RETG-CHARGE-012");
    let mut shot = busy(SKIRMISHERS, 3, FOOT, 3, 350);
    assert_eq!(refused(&mut shot, charge(1, Some(by(HORN, Green)))).rule.id(), "RETG-CHARGE-014");
    let mut sugs = facing(SKIRMISHERS, 3, SKIRMISHERS, 3, 350);
    does(&mut sugs, Side::Red, charge(1, Some(by(HORN, Green))));
    // Six bases break above three: after three lost the next base breaks them.
    let mut weak = setup(&[(SKIRMISHERS, [1000, 800], 3)], &[(FOOT, [1000, 1150], 3)]);
    weak.start.blue.units[0].lost = 3;
    let mut weak = charging_with(&weak, &[Green, White, White], &[White, White, White]);
    does(&mut weak, Side::Red, charge(1, Some(by(HORN, Green))));
}

#[test]
fn a_charge_begins_with_one_wheel_that_costs_distance() {
    proves!("RETG-CHARGE-021", "RETG-UNIV-017");
    // Blue stands to the right and ahead: straight ahead nobody is met.
    let blue = [(FOOT, [1350, 1050], 3)];
    let setup = setup(&[(PLAIN_HORSE, [1000, 800], 2)], &blue);
    let mut session = charging_with(&setup, &[Green, White, White], &[White, White, White]);
    assert_eq!(refused(&mut session, charge(1, Some(by(HORN, Green)))).rule.id(), "RETG-CHARGE-006");
    let wheel = |degrees| {
        let approach = Approach { wheel: Some(Wheel { hand: Hand::Right, degrees }), ..Approach::default() };
        Decision::Charge(D::Declare { ugs: vec![ug(1)], approach, paid: Some(by(HORN, Green)) })
    };
    assert_eq!(refused(&mut session, wheel(91)).rule.id(), "RETG-CHARGE-021");
    does(&mut session, Side::Red, wheel(45));
}

#[test]
fn friends_bar_a_charge() {
    proves!("RETG-UNIV-017", "RETG-CHARGE-025");
    let red = [(PLAIN_HORSE, [1000, 800], 2), (FOOT, [1000, 1000], 3)];
    let setup = setup(&red, &[(FOOT, [1000, 1200], 3)]);
    let mut session = charging_with(&setup, &[Green, White, White], &[White, White, White]);
    assert_eq!(refused(&mut session, charge(1, Some(by(HORN, Green)))).rule.id(), "RETG-UNIV-017");
}

#[test]
fn skirmishers_must_go_before_battle_troops() {
    proves!(
        "RETG-CHARGE-051",
        "RETG-CHARGE-050",
        "RETG-CHARGE-055",
        "RETG-CHARGE-059",
        "RETG-SEQ-012",
        "RETG-MOVE-056"
    );
    let mut session = facing(PLAIN_HORSE, 2, "6 foot, skirmishers, javelin", 3, 400);
    does(&mut session, Side::Red, charge(1, Some(by(HORN, Green))));
    nothing_more(&mut session);
    assert_eq!(asks(&session), Some((Side::Blue, R::Respond { ug: ug(2) })));
    let stand = session.choose(Side::Blue, respond(Response::Stand, None)).unwrap_err();
    assert_eq!(stand.rule.id(), "RETG-CHARGE-051");
    does(&mut session, Side::Blue, respond(Response::RunAway, Some(Toward::Rear)));
}

#[test]
fn evaders_go_by_the_dice_and_face_away() {
    proves!("RETG-CHARGE-058", "RETG-CHARGE-060", "RETG-MOVE-066", "RETG-QRS-004");
    // Slings reach no charger: unarmed skirmishers do not shoot.
    let mut session = facing(PLAIN_HORSE, 2, "6 foot, skirmishers", 3, 490);
    does(&mut session, Side::Red, charge(1, Some(by(HORN, Green))));
    nothing_more(&mut session);
    does(&mut session, Side::Blue, respond(Response::RunAway, Some(Toward::Rear)));
    // 4 BW, and a 5 adds 1.
    let events = throw(&mut session, &[&[5]]);
    let went = events.iter().find_map(|event| match event {
        Event::Charge(E::Away { went, .. }) => Some(went.get()),
        _ => None,
    });
    assert_eq!(went, Some(5 * 40_000));
    assert_eq!(session.battle().world().facing(ug(2)).millidegrees(), 0);
    // They stood at 12.9 BW facing red, 1 BW deep; their new front is 5 BW beyond their old rear.
    assert_eq!(corner(&session, 2)[1], 1290 + 100 + 500);
}

#[test]
fn a_skirmish_response_goes_two_less_and_faces_the_charge() {
    proves!("RETG-CHARGE-058", "RETG-CHARGE-060");
    let mut session = facing(PLAIN_HORSE, 2, "6 foot, skirmishers", 3, 490);
    does(&mut session, Side::Red, charge(1, Some(by(HORN, Green))));
    nothing_more(&mut session);
    does(&mut session, Side::Blue, respond(Response::Skirmish, Some(Toward::Rear)));
    // RETG-EX-021: 4 BW less 2, and a 1 takes 2 more: they do not move.
    throw(&mut session, &[&[1]]);
    assert_eq!(session.battle().world().facing(ug(2)).millidegrees(), 180_000);
    assert_eq!(corner(&session, 2)[1], 1290);
}

#[test]
fn skirmishers_who_are_caught_are_removed_and_the_charge_goes_on() {
    proves!("RETG-CHARGE-081", "RETG-CHARGE-080", "RETG-SEQ-013");
    let mut session = facing(PLAIN_HORSE, 2, "6 foot, skirmishers", 3, 200);
    does(&mut session, Side::Red, charge(1, Some(by(HORN, Green))));
    nothing_more(&mut session);
    does(&mut session, Side::Blue, respond(Response::Skirmish, Some(Toward::Rear)));
    // They go 1 BW at most with a 3 (2 BW less than 4 is 2): horse with 5 BW reach them at 3 or 4 BW.
    let mut events = throw(&mut session, &[&[3]]);
    events.extend(does(
        &mut session,
        Side::Red,
        Decision::Charge(D::Move { ug: ug(1), turn: None, paid: None }),
    ));
    assert!(events.contains(&Event::Charge(E::Caught { ug: ug(2), by: ug(1) })));
    assert_eq!(session.battle().world()[ug(2)].presence, Presence::Broken);
    // The full 5 BW from 8 BW.
    assert_eq!(corner(&session, 1)[1], 1300);
}

#[test]
fn battle_troops_stand_unless_they_can_evade() {
    proves!(
        "RETG-CHARGE-052",
        "RETG-CHARGE-053",
        "RETG-GLOS-033",
        "RETG-GLOS-077",
        "RETG-GLOS-083",
        "RETG-CHARGE-054"
    );
    let answers = |red: &'static str, blue: &'static str| {
        let mut session = facing(red, 2, blue, 2, 300);
        does(&mut session, Side::Red, charge(1, Some(by(HORN, Green))));
        nothing_more(&mut session);
        if !matches!(asks(&session), Some((Side::Blue, R::Respond { .. }))) {
            return vec![Response::Stand];
        }
        let open = |how: &Response| {
            let toward = (*how != Response::Stand).then_some(Toward::Rear);
            let before = session.battle().clone();
            let legal =
                caracole_kernel::offers(&before, Side::Blue, &Request::Charge(R::Respond { ug: ug(2) }));
            legal.iter().any(|offer| offer.decision == respond(*how, toward))
        };
        [Response::Stand, Response::RunAway, Response::Skirmish].into_iter().filter(open).collect()
    };
    let all = vec![Response::Stand, Response::RunAway, Response::Skirmish];
    assert_eq!(answers(PLAIN_HORSE, "4 mounted, loose, formed"), [Response::Stand]);
    assert_eq!(answers(PLAIN_HORSE, "4 mounted, loose, formed, evade"), all);
    assert_eq!(answers(PLAIN_HORSE, "4 dragoons, formed"), all);
    assert_eq!(
        answers(PLAIN_HORSE, "4 mounted, loose, formed, caracole (later)"),
        [Response::Stand, Response::Skirmish]
    );
    assert_eq!(answers("6 mounted, skirmishers", "6 mounted, skirmishers"), all);
}

#[test]
fn a_counter_charge_meets_the_charge_further_ahead() {
    proves!(
        "RETG-CHARGE-040",
        "RETG-CHARGE-042",
        "RETG-CHARGE-043",
        "RETG-CHARGE-044",
        "RETG-CHARGE-045",
        "RETG-SEQ-010"
    );
    let mut session = facing(PLAIN_HORSE, 2, PLAIN_HORSE, 2, 480);
    does(&mut session, Side::Red, charge(1, Some(by(HORN, Green))));
    while matches!(asks(&session), Some((_, R::Declare))) {
        let side = asks(&session).unwrap().0;
        does(&mut session, side, Decision::Pass);
    }
    let side = asks(&session).unwrap();
    assert_eq!(side.1, R::Counter);
    if side.0 == Side::Red {
        does(&mut session, Side::Red, Decision::Pass);
    }
    let counter = |forward| {
        let paid = by(BANER, Green);
        Decision::Charge(D::Counter { ug: ug(2), wheel: None, forward: Bw(forward), paid })
    };
    // C4 costs Formed troops YELLOW; blue holds GREEN only.
    let refusal = session.choose(Side::Blue, counter(200)).unwrap_err();
    assert_eq!(refusal.rule.id(), "RETG-MOVE-003");
    // Loose mounted have 5 BW, less 1; and not nearer than 1 BW to the chargers 4.8 BW away.
    assert_eq!(session.choose(Side::Blue, counter(410)).unwrap_err().rule.id(), "RETG-CHARGE-043");
    assert_eq!(session.choose(Side::Blue, counter(390)).unwrap_err().rule.id(), "RETG-CHARGE-044");
}

#[test]
fn shooting_at_chargers_slows_them() {
    proves!("RETG-CHARGE-070", "RETG-CHARGE-056", "RETG-CHARGE-057", "RETG-CHARGE-024", "RETG-SHOOT-048");
    let mut session = facing(PLAIN_HORSE, 2, FOOT, 3, 450);
    does(&mut session, Side::Red, charge(1, Some(by(HORN, Green))));
    nothing_more(&mut session);
    // Three files of musketeers; the way of two files of horse comes within 1 BW of all of them. They throw what the tables
    // say; S on two dice make two results against a frontage of 2: slowed by 2 BW.
    let dice = awaited(&session);
    let count: u16 = dice.iter().map(|(count, _)| count).sum();
    assert_eq!(count, 3);
}

#[test]
fn shaken_off_by_slowing_a_charge_falls_short() {
    proves!("RETG-CHARGE-024", "RETG-SHOOT-046", "RETG-SEQ-014", "RETG-CHARGE-073");
    let mut setup =
        setup(&[(PLAIN_HORSE, [1000, 800], 2)], &[("6 foot, close, formed, protected", [1000, 1250], 3)]);
    setup.active = Side::Red;
    let mut session = charging_with(&setup, &[Green, Green, Yellow], &[White, White, White]);
    does(&mut session, Side::Red, charge(1, Some(by(HORN, Green))));
    nothing_more(&mut session);
    // Nobody shoots, so the unit is not slowed and cannot be prompted through fire.
    let regain = Decision::Charge(D::Move { ug: ug(1), turn: None, paid: Some(by(HORN, Green)) });
    assert_eq!(refused(&mut session, regain).rule.id(), "RETG-SHOOT-046");
    does(&mut session, Side::Red, Decision::Charge(D::Move { ug: ug(1), turn: None, paid: None }));
    assert_eq!(corner(&session, 1)[1], 1250);
}
