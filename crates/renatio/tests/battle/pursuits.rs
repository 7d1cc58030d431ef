//! Pursuits: who pursues, how far, and what stops it.

use crate::support::*;
use caracole_kernel::{Session, Side};
use caracole_ledger::proves;
use caracole_plane::{Point, Polygon};
use caracole_renatio::battle::charging::{Decision as C, Request as Rc, Response, Toward};
use caracole_renatio::battle::fights::Event as F;
use caracole_renatio::battle::outcomes::{Decision as Od, Event as O, Request as Or};
use caracole_renatio::battle::{Decision, Event, Foe, Presence, Renatio, Request, Setup};
use caracole_renatio::charts::TerrainKind;
use caracole_renatio::kab::Cause;
use caracole_tabletop::{Ground, Piece};

const FOOT: &str = "6 foot, close, formed, protected";
const WEAK: &str = "4 mounted, loose, formed, protected";
const CUIRASSIERS: &str = "4 mounted, loose, formed, protected, superior, charging pistol";
const HOTHEADS: &str = "4 mounted, loose, formed, protected, superior, charging pistol, impetuous";
const STORMERS: &str = "6 foot, loose, formed, protected, superior, aggressive";

/// Red's first unit stands at 8 BW and blue's at 10 BW with one wound to go until it breaks; others stand where they are
/// put.
fn facing(
    red: &'static str,
    wide: u8,
    blue: (&'static str, u8),
    reds: &[Placed<'static>],
    blues: &[Placed<'static>],
) -> Setup {
    let reds = [[(red, [2000, 800], wide)].as_slice(), reds].concat();
    let blues = [[(blue.0, [2000, 1000], blue.1)].as_slice(), blues, &RESERVE].concat();
    let mut setup = apart(setup(&reds, &blues));
    let bases: u8 = blue.0[..1].parse().unwrap();
    setup.start.blue.units[0].lost = bases / 2;
    setup
}

/// Red charges and breaks blue's unit with a wound.
fn rout(setup: &Setup, cards: &[caracole_renatio::cards::Colour]) -> (Session<Renatio>, Vec<Event>) {
    let mut session = charging_with(setup, cards, &[White, White, White]);
    does(&mut session, Side::Red, charge(1, None));
    nothing_more(&mut session);
    let mut events =
        does(&mut session, Side::Red, Decision::Charge(C::Move { ug: ug(1), turn: None, paid: None }));
    while let Some((side, Request::Combat(_))) = asked(&session) {
        let first = offers(&session)[0].clone();
        does(&mut session, side, first);
    }
    // Red has the better dice: a wound on any of them, and nothing for blue.
    events.extend(throw_all(&mut session, 4));
    events.extend(throw_all(&mut session, 1));
    events.extend(tests(&mut session));
    (session, events)
}

/// KaB tests that do nothing, or only slow.
fn tests(session: &mut Session<Renatio>) -> Vec<Event> {
    use caracole_kernel::{Awaiting, dice::Reading};
    let mut events = Vec::new();
    while let Awaiting::Dice(roll) = session.battle().awaiting() {
        if !matches!(roll.pools[0].reading, Reading::Classes(_)) {
            break;
        }
        events.extend(throw_all(session, 1));
    }
    events
}

fn pursued(events: &[Event]) -> Vec<i64> {
    let of = |event: &Event| match event {
        Event::Outcome(O::Pursued { went, .. }) => Some(i64::from(went.get()) / 400),
        _ => None,
    };
    events.iter().filter_map(of).collect()
}

#[test]
fn foot_may_always_stay() {
    proves!("RETG-ROUT-025", "RETG-ROUT-021", "RETG-SEQ-018");
    let setup = facing(STORMERS, 3, ("6 foot, loose, formed", 3), &[], &[]);
    let asked_to = || {
        let (mut session, _) = rout(&setup, &[White, White, White]);
        throw(&mut session, &[&[3]]);
        assert_eq!(asked(&session), Some((Side::Red, Request::Outcome(Or::Pursue { ug: ug(1) }))));
        session
    };
    let (mut session, mut goes) = (asked_to(), asked_to());
    does(&mut session, Side::Red, Decision::Outcome(Od::Stay));
    assert_eq!(corner(&session, 1)[1], 1000);
    let events = does(&mut goes, Side::Red, Decision::Outcome(Od::Pursue { after: ug(2) }));
    // As far as the routers went: loose foot, 3 BW.
    assert_eq!(pursued(&events), [300]);
}

#[test]
fn the_impetuous_pursue_three_times_unless_cards_stop_them() {
    proves!("RETG-ROUT-024", "RETG-ROUT-036", "RETG-ROUT-023");
    let setup = facing(HOTHEADS, 2, (WEAK, 2), &[], &[]);
    let once = || {
        let (mut session, _) = rout(&setup, &[Yellow, Green, White]);
        // 5 BW and, with a 1, two less: the first pursuit cannot be held.
        let events = throw(&mut session, &[&[1]]);
        assert_eq!(pursued(&events), [300]);
        assert_eq!(asked(&session), Some((Side::Red, Request::Outcome(Or::Pursue { ug: ug(1) }))));
        session
    };
    let (mut session, mut held) = (once(), once());
    // Then full moves at the routers' original speed.
    let on = Decision::Outcome(Od::Pursue { after: ug(2) });
    let mut events = does(&mut session, Side::Red, on.clone());
    assert_eq!(refused(&mut session, Decision::Outcome(Od::Stay)).rule.id(), "RETG-ROUT-023");
    events.extend(does(&mut session, Side::Red, on));
    assert_eq!(pursued(&events), [500, 500]);
    assert_eq!(corner(&session, 1)[1], 1000 + 300 + 500 + 500);
    // A YELLOW stops Formed troops, and their Commander is out of range: one card more.
    let paid = caracole_renatio::battle::Paid { by: HORN, cards: pay_more(Yellow, &[Green]) };
    does(&mut held, Side::Red, Decision::Outcome(Od::Hold(paid)));
    assert_eq!(corner(&held, 1)[1], 1300);
}

#[test]
fn pursuers_who_meet_enemy_stop_and_fight_at_once() {
    proves!("RETG-ROUT-033", "RETG-ROUT-035", "RETG-ROUT-027", "RETG-SEQ-018");
    // Another regiment stands 4 BW behind the horse.
    let setup = facing(HOTHEADS, 2, (WEAK, 2), &[], &[(FOOT, [2000, 1500], 3)]);
    let (mut session, _) = rout(&setup, &[White, White, White]);
    let mut events = throw(&mut session, &[&[3]]);
    events.extend(tests(&mut session));
    let met =
        |event: &Event| matches!(event, Event::Outcome(O::Pursued { met, .. }) if *met == [Foe::Ug(ug(3))]);
    assert!(events.iter().any(met), "{events:?}");
    assert_eq!(corner(&session, 1)[1], 1500);
    // They fight in this very phase.
    while let Some((side, Request::Combat(_))) = asked(&session) {
        let first = offers(&session)[0].clone();
        events.extend(does(&mut session, side, first));
    }
    let fights =
        |event: &Event| matches!(event, Event::Combat(F::Fights { fight, .. }) if fight.has(Foe::Ug(ug(3))));
    assert!(events.iter().any(fights));
}

#[test]
fn new_enemy_who_can_evade_do_and_the_pursuers_stop() {
    proves!("RETG-ROUT-034", "RETG-ROUT-028");
    let setup = facing(HOTHEADS, 2, (WEAK, 2), &[], &[("6 foot, skirmishers", [2000, 1500], 3)]);
    let (mut session, _) = rout(&setup, &[White, White, White]);
    throw(&mut session, &[&[3]]);
    tests(&mut session);
    assert_eq!(asked(&session), Some((Side::Blue, Request::Charge(Rc::Respond { ug: ug(3) }))));
    let runs = C::Respond { how: Response::RunAway, toward: Some(Toward::Rear) };
    does(&mut session, Side::Blue, Decision::Charge(runs));
    // They do not shoot, and go 4 BW.
    throw(&mut session, &[&[3]]);
    assert_eq!(session.battle().world()[ug(3)].presence, Presence::OnTable);
}

#[test]
fn pursuers_burst_through_friends() {
    proves!("RETG-ROUT-026", "RETG-ROUT-032", "RETG-KAB-006");
    // A regiment of red's own stands beyond the routers.
    let setup = facing(HOTHEADS, 2, (WEAK, 2), &[(FOOT, [2000, 1300], 3)], &[]);
    let (mut session, _) = rout(&setup, &[White, White, White]);
    throw(&mut session, &[&[3]]);
    let mut all = Vec::new();
    for _ in 0..4 {
        all.extend(tests(&mut session));
        match asked(&session) {
            Some((side, Request::Outcome(Or::Pursue { .. }))) => {
                let first = offers(&session)[0].clone();
                all.extend(does(&mut session, side, first));
            }
            _ => break,
        }
    }
    let tested = |event: &Event| matches!(event, Event::Outcome(O::Tested { ug, cause: Cause::PassedThrough, .. }) if ug.number() == 2);
    assert!(all.iter().any(tested), "{all:?}");
    assert!(corner(&session, 1)[1] >= 1300 + 100);
}

#[test]
fn the_table_edge_stops_pursuers() {
    proves!("RETG-ROUT-029", "RETG-ROUT-033", "RETG-ROUT-017");
    let mut setup = facing(HOTHEADS, 2, (WEAK, 2), &[], &[]);
    (setup.start.red.units[0].at[1].0, setup.start.blue.units[0].at[1].0) = (2500, 2700);
    let (mut session, _) = rout(&setup, &[White, White, White]);
    let events = throw(&mut session, &[&[3]]);
    // The routers go as far as the edge at 30 BW, and their pursuers no further.
    let routed =
        |event: &Event| matches!(event, Event::Outcome(O::Routed { went, .. }) if went.get() <= 3 * 40_000);
    assert!(events.iter().any(routed));
    assert!(corner(&session, 1)[1] <= 3000);
}

#[test]
fn hampering_ground_stops_those_who_are_not_impetuous() {
    proves!("RETG-ROUT-033");
    let wood = |setup: &mut Setup| {
        let corners = [(700, 480), (900, 480), (900, 700), (700, 700)].map(|(x, y)| Point::from_mm(x, y));
        let outline = Polygon::new(corners.to_vec()).unwrap();
        setup.terrain = vec![Piece { kind: TerrainKind::Brush, ground: Ground::Area(outline) }];
    };
    let ends = |troops| {
        let mut setup = facing(troops, 2, (WEAK, 2), &[], &[]);
        wood(&mut setup);
        let (mut session, _) = rout(&setup, &[White, White, White]);
        throw(&mut session, &[&[3]]);
        corner(&session, 1)[1]
    };
    // Brush from 12 BW on affects loose horse.
    assert!(ends(CUIRASSIERS) <= 1200);
    assert!(ends(HOTHEADS) > 1200);
}

#[test]
fn wide_pursuers_take_the_width_of_the_routers() {
    proves!("RETG-ROUT-031", "RETG-FORM-010", "RETG-UNIV-013");
    // Six bases three wide pursue two files past a friend who stands beside the lane.
    let six = "6 mounted, loose, formed, protected, superior, charging pistol";
    let setup = facing(six, 3, (WEAK, 2), &[(FOOT, [2260, 1400], 3)], &[]);
    let (mut session, _) = rout(&setup, &[White, White, White]);
    let events = throw(&mut session, &[&[3]]);
    assert_eq!(pursued(&events), [500]);
    // Three files would have met the regiment: its left edge is at 21.1 BW, the right file's at 21.5 BW.
    let tested = |event: &Event| matches!(event, Event::Outcome(O::Tested { .. }));
    assert!(!events.iter().any(tested));
}

#[test]
fn a_unit_that_still_fights_does_not_pursue() {
    proves!("RETG-ROUT-020");
    // A second regiment fights the right file of the foot.
    let setup = facing(STORMERS, 3, ("4 foot, loose, formed", 2), &[], &[(FOOT, [2250, 1000], 3)]);
    let (mut session, _) = rout(&setup, &[White, White, White]);
    while let Some((side, Request::Combat(_))) = asked(&session) {
        let first = offers(&session)[0].clone();
        does(&mut session, side, first);
        while let caracole_kernel::Awaiting::Dice(_) = session.battle().awaiting() {
            if asked(&session).is_none() && session.battle().world()[ug(2)].presence != Presence::Routing {
                break;
            }
            throw_all(&mut session, 1);
        }
    }
    assert!(!matches!(asked(&session), Some((_, Request::Outcome(Or::Pursue { .. })))));
    assert_eq!(corner(&session, 1)[1], 1000);
}

#[test]
fn routers_turn_before_they_go() {
    proves!("RETG-ROUT-013", "RETG-ROUT-015");
    // The horse stands at an angle of 20 degrees to the charge: it turns about and wheels, and the wheel costs distance.
    let mut setup = facing(CUIRASSIERS, 2, (WEAK, 2), &[], &[]);
    setup.start.blue.units[0].facing = 200;
    setup.start.blue.units[0].at = [2000, 1010].map(caracole_renatio::battle::Bw);
    let (mut session, _) = rout(&setup, &[White, White, White]);
    let events = throw(&mut session, &[&[3]]);
    let went = events.iter().find_map(|event| match event {
        Event::Outcome(O::Routed { went, .. }) => Some(i64::from(went.get()) / 400),
        _ => None,
    });
    // 5 BW altogether.
    assert!(matches!(went, Some(495..=500)), "{went:?}");
}
