//! Files press forward after contact; those whom they newly reach respond.

use crate::support::*;
use caracole_kernel::{Session, Side};
use caracole_ledger::proves;
use caracole_plane::Hand;
use caracole_renatio::battle::charging::{Decision as D, Event as E, Request as R, Response, Toward};
use caracole_renatio::battle::fights::Request as Rc;
use caracole_renatio::battle::{Approach, Bw, Decision, Event, Presence, Renatio, Request};

const FOOT: &str = "6 foot, close, formed, protected";
const PLAIN_HORSE: &str = "4 mounted, loose, formed, protected";

/// Red's horse charges dragoons, who run away. Behind them stand a regiment, a little to the right, and skirmishers.
fn uncovered() -> Session<Renatio> {
    let blue = [
        ("4 dragoons, formed", [1000, 1000], 2),
        (FOOT, [1260, 1170], 3),
        ("6 foot, skirmishers", [950, 1220], 3),
    ];
    let blue = [blue.as_slice(), &RESERVE].concat();
    let setup = apart(setup(&[(PLAIN_HORSE, [1000, 800], 2)], &blue));
    let mut session = charging_with(&setup, &[Green, White, White], &[White, White, White]);
    does(&mut session, Side::Red, charge(1, Some(by(HORN, Green))));
    nothing_more(&mut session);
    assert_eq!(asked(&session), Some((Side::Blue, Request::Charge(R::Respond { ug: ug(2) }))));
    let runs = D::Respond { how: Response::RunAway, toward: Some(Toward::Rear) };
    does(&mut session, Side::Blue, Decision::Charge(runs));
    throw(&mut session, &[&[3]]);
    // The horse shifts by half a base width to catch whom it can.
    let turn = Some(Approach { shift: Some((Hand::Right, Bw(50))), ..Approach::default() });
    does(&mut session, Side::Red, Decision::Charge(D::Move { ug: ug(1), turn, paid: None }));
    session
}

fn press(session: &mut Session<Renatio>, files: &[u8]) -> Vec<Event> {
    assert_eq!(asked(session), Some((Side::Red, Request::Combat(Rc::Press { ug: ug(1) }))));
    does(session, Side::Red, Decision::Charge(D::Press { files: files.to_vec() }))
}

#[test]
fn skirmishers_reached_by_files_that_press_forward_respond_late() {
    proves!("RETG-SEQ-015", "RETG-CHARGE-083", "RETG-CHARGE-027", "RETG-CHARGE-023", "RETG-CHARGE-085");
    let mut session = uncovered();
    // The right file is in contact at 11.7 BW; the left one has the skirmishers half a base width ahead.
    press(&mut session, &[0]);
    assert_eq!(asked(&session), Some((Side::Blue, Request::Charge(R::Respond { ug: ug(4) }))));
    let runs = D::Respond { how: Response::RunAway, toward: Some(Toward::Rear) };
    does(&mut session, Side::Blue, Decision::Charge(runs));
    let events = throw(&mut session, &[&[3]]);
    // They get away, so the file stays in line.
    assert!(!events.iter().any(|event| matches!(event, Event::Charge(E::Caught { .. }))));
    assert_eq!(session.battle().world()[ug(4)].presence, Presence::OnTable);
    assert_eq!(corner(&session, 1), [950, 1170]);
}

#[test]
fn files_that_press_forward_sweep_skirmishers_away() {
    proves!("RETG-SEQ-015", "RETG-CHARGE-081", "RETG-CHARGE-083");
    let mut session = uncovered();
    press(&mut session, &[0]);
    let skirmish = D::Respond { how: Response::Skirmish, toward: Some(Toward::Rear) };
    does(&mut session, Side::Blue, Decision::Charge(skirmish));
    // 4 BW less 2, and a 1 takes 2 more: they do not get away.
    let events = throw(&mut session, &[&[1]]);
    assert!(events.contains(&Event::Charge(E::Caught { ug: ug(4), by: ug(1) })));
    assert_eq!(session.battle().world()[ug(4)].presence, Presence::Broken);
}

#[test]
fn nobody_must_press_forward() {
    proves!("RETG-CHARGE-083");
    let mut session = uncovered();
    let wrong = Decision::Charge(D::Press { files: vec![1] });
    assert_eq!(refused(&mut session, wrong).rule.id(), "RETG-CHARGE-083");
    press(&mut session, &[]);
    // The skirmishers were not reached and are not asked.
    assert!(!matches!(asked(&session), Some((_, Request::Charge(R::Respond { .. })))));
    assert_eq!(session.battle().world()[ug(4)].presence, Presence::OnTable);
}
