//! KaB tests, routs and pursuits.

use crate::support::*;
use caracole_kernel::{Session, Side};
use caracole_ledger::proves;
use caracole_renatio::battle::charging::Decision as C;
use caracole_renatio::battle::fights::{Decision as D, Rank, Request as R};
use caracole_renatio::battle::outcomes::{Decision as Od, Event as O, Request as Or, TestResult};
use caracole_renatio::battle::{BrokenBy, CommanderPost, Decision, Event, Post, Presence, Renatio, Request};
use caracole_renatio::kab::Cause;

const FOOT: &str = "6 foot, close, formed, protected";
const PLAIN_HORSE: &str = "4 mounted, loose, formed, protected";
const CUIRASSIERS: &str = "4 mounted, loose, formed, protected, superior, charging pistol";

/// The faces of GREEN, YELLOW, RED and WHITE: blanks, S, wounds, Skulls.
const YELLOW_DICE: [usize; 4] = [1, 1, 3, 1];
const RED_DICE: [usize; 4] = [0, 1, 3, 2];
const WHITE_DICE: [usize; 4] = [3, 1, 2, 0];

/// Red's cuirassiers break blue's horse in the charge; other units of blue stand at these places.
fn broken(others: &[Placed<'static>], baner_apart: bool) -> (Session<Renatio>, Vec<Event>) {
    let far = [2600, 3300, 4000].map(|right| (FOOT, [right, 2900], 3));
    let blue = [[(PLAIN_HORSE, [2000, 1000], 2)].as_slice(), others, &far].concat();
    let mut setup = setup(&[(CUIRASSIERS, [2000, 800], 2)], &blue);
    let apart = |y| vec![CommanderPost::At([1300, y].map(caracole_renatio::battle::Bw))];
    setup.start.red.commanders = apart(300);
    if baner_apart {
        setup.start.blue.commanders = apart(2700);
    }
    let mut session = charging_with(&setup, &[White, White, White], &[White, White, White]);
    does(&mut session, Side::Red, charge(1, None));
    nothing_more(&mut session);
    does(&mut session, Side::Red, Decision::Charge(C::Move { ug: ug(1), turn: None, paid: None }));
    let Some((Side::Red, request)) = asked(&session) else { panic!("red chooses the first file") };
    let offers = caracole_kernel::offers(session.battle(), Side::Red, &request);
    does(&mut session, Side::Red, offers[0].decision.clone());
    behind(&mut session);
    // RED against WHITE: a Skull. It shatters, so the neighbour throws two RED: a Skull and a wound break four bases.
    throw(&mut session, &[&[6], &[1]]);
    behind(&mut session);
    let events = throw(&mut session, &[&[6, 2], &[1]]);
    (session, events)
}

/// Commanders stay behind their files.
fn behind(session: &mut Session<Renatio>) {
    while let Some((side, Request::Combat(R::InFront { .. }))) = asked(session) {
        does(session, side, Decision::Combat(D::Rank(Rank::Behind)));
    }
}

fn tested(events: &[Event]) -> Vec<(u32, Cause, TestResult)> {
    let test = |event: &Event| match event {
        Event::Outcome(O::Tested { ug, cause, result, .. }) => Some((ug.number(), *cause, *result)),
        _ => None,
    };
    events.iter().filter_map(test).collect()
}

#[test]
fn an_army_breaks_at_once() {
    proves!("RETG-UNIV-001", "RETG-ROUT-004", "RETG-ROUT-005");
    // Blue has two units of battle troops; the loss of one is half.
    let mut setup =
        setup(&[(CUIRASSIERS, [2000, 800], 2)], &[(PLAIN_HORSE, [2000, 1000], 2), (FOOT, [3300, 2900], 3)]);
    setup.start.blue.units[0].lost = 2;
    setup.start.red.commanders = vec![CommanderPost::At([1300, 300].map(caracole_renatio::battle::Bw))];
    setup.start.blue.commanders = vec![CommanderPost::At([1300, 2700].map(caracole_renatio::battle::Bw))];
    let mut session = charging_with(&setup, &[White, White, White], &[White, White, White]);
    does(&mut session, Side::Red, charge(1, None));
    nothing_more(&mut session);
    does(&mut session, Side::Red, Decision::Charge(C::Move { ug: ug(1), turn: None, paid: None }));
    while let Some((side, request)) = asked(&session) {
        let first = caracole_kernel::offers(session.battle(), side, &request)[0].decision.clone();
        does(&mut session, side, first);
    }
    // One wound more than two of four bases.
    throw(&mut session, &[&[2], &[1]]);
    let outcome = session.outcome().expect("the battle is over in the middle of the combat");
    assert_eq!((outcome.winner, outcome.rule.id()), (Some(Side::Red), "RETG-UNIV-001"));
}

#[test]
fn friends_within_three_are_tested_when_battle_troops_break() {
    proves!("RETG-KAB-002", "RETG-KAB-003", "RETG-KAB-010", "RETG-KAB-017", "RETG-SEQ-018", "RETG-ROUT-006");
    // Two BW to the right of the horse, which stood from 19 to 21 BW; and one 3.1 BW to its left.
    let others = [(FOOT, [2450, 1000], 3), (FOOT, [1440, 1000], 3)];
    let (mut session, events) = broken(&others, true);
    let broke = Event::Outcome(O::Broke { ug: ug(2), by: BrokenBy::Combat });
    assert!(events.contains(&broke));
    // Average: YELLOW, thrown by the enemy.
    assert_eq!(awaited(&session), [(1, YELLOW_DICE)]);
    let events = throw(&mut session, &[&[2]]);
    assert_eq!(tested(&events), [(3, Cause::TugBroke, TestResult::Slowed)]);
    assert_eq!(session.battle().world()[ug(3)].slow.kab, 1);
    assert_eq!(session.battle().world()[ug(4)].slow.kab, 0);
}

#[test]
fn a_skull_kills_a_base_of_the_owners_choice() {
    proves!("RETG-KAB-015", "RETG-KAB-016", "RETG-COMBAT-057");
    let (mut session, _) = broken(&[(FOOT, [2450, 1000], 3)], true);
    throw(&mut session, &[&[6]]);
    assert_eq!(asked(&session), Some((Side::Blue, Request::Outcome(Or::Lose { ug: ug(3) }))));
    does(&mut session, Side::Blue, Decision::Outcome(Od::Lose { file: 1 }));
    assert_eq!(session.battle().world().size(ug(3)), 5);
}

#[test]
fn rear_support_lowers_the_dice_by_two() {
    proves!("RETG-KAB-011", "RETG-GLOS-065");
    // A regiment 4 BW behind the one that is tested, which faces down the table with its rear at 11 BW.
    let (session, _) = broken(&[(FOOT, [2450, 1000], 3), (FOOT, [2450, 1500], 3)], true);
    assert_eq!(awaited(&session), [(1, WHITE_DICE)]);
    // Beside it instead of behind it there is none.
    let (session, _) = broken(&[(FOOT, [2450, 1000], 3), (FOOT, [3000, 1000], 3)], true);
    assert_eq!(awaited(&session), [(1, YELLOW_DICE)]);
}

#[test]
fn every_cause_is_a_test_of_its_own() {
    proves!(
        "RETG-KAB-009",
        "RETG-KAB-005",
        "RETG-KAB-012",
        "RETG-KAB-020",
        "RETG-KAB-021",
        "RETG-KAB-022",
        "RETG-CMD-025",
        "RETG-CMD-026"
    );
    // RETG-EX-022: Baner, the Army Commander, is with the horse that breaks; a regiment stands near.
    let (mut session, _) = broken(&[(FOOT, [2450, 1000], 3)], false);
    // Competent: YELLOW. A Skull kills him.
    assert_eq!(awaited(&session), [(1, YELLOW_DICE)]);
    throw(&mut session, &[&[6]]);
    let baner = session.battle().world().commanders[1];
    assert_eq!((baner.post, baner.dead_since), (Post::Gone, Some(1)));
    // The regiment is tested for the broken horse, and one level higher for the Army Commander.
    assert_eq!(awaited(&session), [(1, YELLOW_DICE)]);
    throw(&mut session, &[&[1]]);
    assert_eq!(awaited(&session), [(1, RED_DICE)]);
    let events = throw(&mut session, &[&[1]]);
    assert_eq!(tested(&events), [(3, Cause::CommanderKilled, TestResult::Slowed)]);
}

#[test]
fn a_commander_is_hurt_or_stunned_by_his_test_and_gets_away() {
    proves!("RETG-KAB-023", "RETG-KAB-024", "RETG-KAB-025", "RETG-CMD-027", "RETG-GLOS-024");
    use caracole_renatio::cards::Cards;
    use caracole_renatio::troops::Grade;
    let after = |dice: u8| {
        let (mut session, _) = broken(&[], false);
        throw(&mut session, &[&[dice]]);
        let world = session.battle().world();
        let baner = world.commanders[1];
        assert!(matches!(asked(&session), Some((Side::Blue, Request::Outcome(Or::Flee { .. })))));
        (baner.grade, baner.hand)
    };
    // YELLOW: 1 nothing, 2 an S, 3 to 5 a wound.
    assert_eq!(after(1), (Grade::Competent, Cards::of(&[White, White, White])));
    assert_eq!(after(2), (Grade::Competent, Cards::NONE));
    assert_eq!(after(3), (Grade::Mediocre, Cards::of(&[White, White, White])));
}

#[test]
fn routers_go_once_and_mounted_pursue() {
    proves!(
        "RETG-ROUT-010",
        "RETG-ROUT-011",
        "RETG-ROUT-012",
        "RETG-ROUT-015",
        "RETG-ROUT-021",
        "RETG-ROUT-023",
        "RETG-ROUT-030",
        "RETG-SEQ-020"
    );
    let (mut session, _) = broken(&[], true);
    // Loose mounted have 5 BW; a 5 adds 1.
    let events = throw(&mut session, &[&[5]]);
    let six = 6 * 40_000;
    assert!(events.iter().any(|e| matches!(e, Event::Outcome(O::Routed { went, .. }) if went.get() == six)));
    assert!(events.iter().any(|e| matches!(e, Event::Outcome(O::Pursued { went, .. }) if went.get() == six)));
    assert_eq!(session.battle().world()[ug(2)].presence, Presence::Broken);
    // Red stood at 10 BW after its charge.
    assert_eq!(corner(&session, 1), [1900, 1600]);
}

#[test]
fn routers_test_the_friends_they_pass_through() {
    proves!("RETG-MOVE-049", "RETG-KAB-006", "RETG-SEQ-019", "RETG-ROUT-017");
    // A regiment stands 4 BW behind the horse, whose rear is at 11.5 BW: out of reach of the first tests.
    let (mut session, _) = broken(&[(FOOT, [2000, 1500], 3)], true);
    let events = throw(&mut session, &[&[6]]);
    assert!(events.iter().any(|e| matches!(e, Event::Outcome(O::Routed { .. }))));
    let events = throw(&mut session, &[&[1]]);
    assert_eq!(tested(&events), [(3, Cause::PassedThrough, TestResult::Nothing)]);
}
