//! Outcome moves among friends: right through, SuGs make room, or a stop.

use crate::support::*;
use caracole_kernel::{Session, Side};
use caracole_ledger::proves;
use caracole_renatio::battle::charging::{Decision as D, Event as E, Response, Toward};
use caracole_renatio::battle::outcomes::Event as O;
use caracole_renatio::battle::{Decision, Event, Presence, Renatio};
use caracole_renatio::kab::Cause;

const FOOT: &str = "6 foot, close, formed, protected";
const SKIRMISH: &str = "6 foot, skirmishers";
const EVADERS: &str = "4 mounted, loose, formed, evade";
const PLAIN_HORSE: &str = "4 mounted, loose, formed, protected";

/// Red's horse charges blue's light horse, whose front is at 11 BW; it runs away to its rear. Others of blue stand there.
fn run(others: &[Placed<'static>]) -> (Session<Renatio>, Vec<Event>) {
    let blue = [[(EVADERS, [1000, 1100], 2)].as_slice(), others, &RESERVE].concat();
    let setup = apart(setup(&[(PLAIN_HORSE, [1000, 800], 2)], &blue));
    let mut session = charging_with(&setup, &[Green, White, White], &[White, White, White]);
    does(&mut session, Side::Red, charge(1, Some(by(HORN, Green))));
    nothing_more(&mut session);
    let runs = D::Respond { how: Response::RunAway, toward: Some(Toward::Rear) };
    does(&mut session, Side::Blue, Decision::Charge(runs));
    // Loose mounted have 5 BW; a 3 changes nothing. Their rear was at 12.5 BW, so they would end at 17.5 BW.
    let events = throw(&mut session, &[&[3]]);
    (session, events)
}

fn went(events: &[Event]) -> Option<i64> {
    events.iter().find_map(|event| match event {
        Event::Charge(E::Away { went, .. }) => Some(i64::from(went.get()) / 400),
        _ => None,
    })
}

#[test]
fn evaders_who_enter_friends_go_right_through() {
    proves!("RETG-MOVE-044", "RETG-MOVE-046");
    assert_eq!(went(&run(&[]).1), Some(500));
    // Skirmishers from 17 to 18 BW: the horse ends beyond them.
    let (session, events) = run(&[(SKIRMISH, [1000, 1700], 3)]);
    assert_eq!(went(&events), Some(700));
    assert_eq!(corner(&session, 2)[1], 1950);
    assert_eq!(session.battle().world()[ug(3)].presence, Presence::OnTable);
}

#[test]
fn skirmishers_make_room_for_battle_troops() {
    proves!("RETG-MOVE-044");
    // Right behind the skirmishers stands a regiment: there is no room beyond them, and they step aside by the least.
    let (session, events) = run(&[(SKIRMISH, [1000, 1700], 3), (FOOT, [1000, 1810], 3)]);
    assert_eq!(went(&events), Some(500));
    assert_eq!(corner(&session, 2)[1], 1750);
    let made_room = Event::Displaced { ug: ug(3), by: ug(2) };
    assert!(events.contains(&made_room), "{events:?}");
    // 2 BW towards the charge are less than 2.5 BW to either side.
    assert_eq!(corner(&session, 3), [1150, 1500]);
}

#[test]
fn battle_troops_without_room_stop_and_both_are_tested() {
    proves!("RETG-MOVE-044", "RETG-MOVE-048", "RETG-KAB-006");
    let deep = [1700, 1801, 1902].map(|y| (FOOT, [1000, y], 3));
    let (mut session, events) = run(&deep);
    assert_eq!(went(&events), Some(450));
    assert_eq!(corner(&session, 2)[1], 1700);
    let mut events = throw_all(&mut session, 1);
    events.extend(throw_all(&mut session, 1));
    let tested: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            Event::Outcome(O::Tested { ug, cause: Cause::PassedThrough, .. }) => Some(ug.number()),
            _ => None,
        })
        .collect();
    assert_eq!(tested, [3, 2]);
}

#[test]
fn skirmishers_without_room_are_lost() {
    proves!("RETG-MOVE-044", "RETG-CHARGE-063");
    let deep = [1600, 1701, 1802].map(|y| (FOOT, [1000, y], 3));
    let blue = [[("6 foot, skirmishers", [1000, 1250], 3)].as_slice(), &deep, &RESERVE].concat();
    let setup = apart(setup(&[(PLAIN_HORSE, [1000, 800], 2)], &blue));
    let mut session = charging_with(&setup, &[Green, White, White], &[White, White, White]);
    does(&mut session, Side::Red, charge(1, Some(by(HORN, Green))));
    nothing_more(&mut session);
    let runs = D::Respond { how: Response::RunAway, toward: Some(Toward::Rear) };
    does(&mut session, Side::Blue, Decision::Charge(runs));
    // From 13.5 BW they would end at 17.5 BW, in the middle of the regiments.
    let events = throw(&mut session, &[&[3]]);
    assert!(events.contains(&Event::Charge(E::Lost { ug: ug(2) })));
    assert_eq!(session.battle().world()[ug(2)].presence, Presence::Broken);
}
