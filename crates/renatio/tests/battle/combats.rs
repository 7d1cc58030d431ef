//! Combats file by file, with literal dice.

use crate::support::*;
use caracole_kernel::{Session, Side};
use caracole_ledger::proves;
use caracole_renatio::battle::charging::Decision as C;
use caracole_renatio::battle::fights::{Decision as D, Event as E, Fight, Rank, Request as R};
use caracole_renatio::battle::outcomes::Event as O;
use caracole_renatio::battle::{CommanderPost, Decision, Event, Presence, Renatio, Request};

const FOOT: &str = "6 foot, close, formed, protected";
const PLAIN_HORSE: &str = "4 mounted, loose, formed, protected";
const CUIRASSIERS: &str = "4 mounted, loose, formed, protected, superior, charging pistol";

/// Faces of an ordinary dice as GREEN reads them: 1 and 2 nothing, 3 S, 4 and 5 a wound, 6 a Skull.
const NOTHING: u8 = 1;
const S: u8 = 3;
const WOUND: u8 = 4;
const SKULL: u8 = 6;

/// Red's unit charges blue's from 2 BW away and both stand in contact, at the first question or dice of the combat.
fn charged(red: &'static str, red_wide: u8, blue: &'static str, blue_wide: u8) -> Session<Renatio> {
    // In the middle of the table, where nobody is Nervous, files opposite files.
    let right = 2000 + 50 * i32::from((red_wide + blue_wide) % 2);
    let red = [(red, [right, 800], red_wide)];
    // Three more of blue's stand far away, so that the loss of one does not break the army.
    let far = [2600, 3300, 4000].map(|right| (FOOT, [right, 2900], 3));
    let blue = [[(blue, [2000, 1000], blue_wide)].as_slice(), &far].concat();
    let mut setup = setup(&red, &blue);
    // Commanders stand apart.
    setup.start.red.commanders = vec![CommanderPost::At([1300, 300].map(caracole_renatio::battle::Bw))];
    setup.start.blue.commanders = vec![CommanderPost::At([1300, 2700].map(caracole_renatio::battle::Bw))];
    launch(&setup)
}

fn launch(setup: &caracole_renatio::battle::Setup) -> Session<Renatio> {
    let mut session = charging_with(setup, &[Green, Red, White], &[Black, White, White]);
    let free = session.choose(Side::Red, charge(1, None)).is_ok();
    if !free {
        let paid = caracole_renatio::battle::Paid { by: HORN, cards: pay_or_more(&session) };
        does(&mut session, Side::Red, charge(1, Some(paid)));
    }
    nothing_more(&mut session);
    does(&mut session, Side::Red, Decision::Charge(C::Move { ug: ug(1), turn: None, paid: None }));
    while let Some((side, R::Align)) = asks(&session) {
        does(&mut session, side, Decision::Pass);
    }
    session
}

/// GREEN, and RED besides where the unit is far from its Commander.
fn pay_or_more(_: &Session<Renatio>) -> caracole_renatio::cards::Payment {
    pay(Green)
}

fn asks(session: &Session<Renatio>) -> Option<(Side, R)> {
    match asked(session) {
        Some((side, Request::Combat(request))) => Some((side, request)),
        _ => None,
    }
}

/// The fights that may be chosen now.
fn fights(session: &Session<Renatio>) -> Vec<Fight> {
    let Some((side, request)) = asked(session) else { return Vec::new() };
    let offers = caracole_kernel::offers(session.battle(), side, &request);
    let fight = |decision: &Decision| match decision {
        Decision::Combat(D::Fight(fight)) => Some(*fight),
        _ => None,
    };
    offers.iter().filter_map(|offer| fight(&offer.decision)).collect()
}

/// Chooses the fight of this file of red's.
fn fight_with(session: &mut Session<Renatio>, file: u8) -> Vec<Event> {
    let side = asks(session).unwrap().0;
    let chosen = fights(session).into_iter().find(|fight| fight.red.file == file).unwrap();
    does(session, side, Decision::Combat(D::Fight(chosen)))
}

fn size(session: &Session<Renatio>, number: u16) -> (usize, bool) {
    let world = session.battle().world();
    (world.size(ug(number)), world[ug(number)].wound)
}

#[test]
fn even_files_throw_green() {
    proves!(
        "RETG-COMBAT-010",
        "RETG-COMBAT-012",
        "RETG-COMBAT-016",
        "RETG-SEQ-016",
        "RETG-COMBAT-023",
        "RETG-COMBAT-024"
    );
    let mut session = charged(FOOT, 3, FOOT, 3);
    // Three files meet three: the Active Player chooses the first, the other the second.
    assert_eq!(asks(&session), Some((Side::Red, R::NextFile)));
    assert_eq!(fights(&session).len(), 3);
    fight_with(&mut session, 0);
    // GREEN has one S, two wounds and a Skull; S mean nothing here, for neither can Shatter or Shove.
    assert_eq!(awaited(&session), [(1, [3, 0, 2, 1])]);
    throw(&mut session, &[&[NOTHING], &[WOUND]]);
    assert_eq!((size(&session, 1), size(&session, 2)), ((6, true), (6, false)));
    assert_eq!(asks(&session), Some((Side::Blue, R::NextFile)));
    assert_eq!(fights(&session).len(), 2);
}

#[test]
fn a_second_wound_kills_in_the_file_thrown_at() {
    proves!("RETG-COMBAT-050", "RETG-OVR-008", "RETG-COMBAT-055");
    // RETG-EX-018.
    let mut session = charged(FOOT, 3, FOOT, 3);
    fight_with(&mut session, 0);
    throw(&mut session, &[&[WOUND], &[NOTHING]]);
    assert_eq!(size(&session, 2), (6, true));
    fight_with(&mut session, 1);
    throw(&mut session, &[&[WOUND], &[NOTHING]]);
    assert_eq!(size(&session, 2), (5, false));
    let world = session.battle().world();
    let depth: Vec<usize> = (0..3).map(|file| world.formation(ug(2)).file_depth(file)).collect();
    assert_eq!(depth, [2, 1, 2]);
}

#[test]
fn both_dice_of_a_fight_fall_together() {
    proves!("RETG-COMBAT-010", "RETG-COMBAT-055");
    let mut session = charged(FOOT, 3, FOOT, 3);
    fight_with(&mut session, 0);
    throw(&mut session, &[&[SKULL], &[SKULL]]);
    assert_eq!((size(&session, 1), size(&session, 2)), ((5, false), (5, false)));
}

#[test]
fn better_claims_throw_better_dice() {
    proves!("RETG-COMBAT-012", "RETG-COMBAT-016", "RETG-COMBAT-015");
    // Superior 2 and charging pistols 1 against Average 1: a difference of 2 is RED against WHITE. Pistols can Shatter.
    let mut session = charged(CUIRASSIERS, 2, FOOT, 3);
    fight_with(&mut session, 0);
    assert_eq!(awaited(&session), [(1, [0, 1, 3, 2])]);
    throw(&mut session, &[&[2]]);
    assert_eq!(awaited(&session), [(1, [4, 0, 2, 0])]);
}

#[test]
fn a_shatter_helps_the_neighbour_who_fights_next() {
    proves!(
        "RETG-COMBAT-030",
        "RETG-COMBAT-032",
        "RETG-COMBAT-033",
        "RETG-COMBAT-034",
        "RETG-COMBAT-025",
        "RETG-COMBAT-029"
    );
    let mut session = charged(CUIRASSIERS, 2, FOOT, 3);
    fight_with(&mut session, 0);
    // RED: 1 is an S. That shatters, and the second file fights at once with +2: a difference of 4, two RED against BLACK.
    let events = throw(&mut session, &[&[1], &[NOTHING]]);
    assert!(
        events
            .iter()
            .any(|event| matches!(event, Event::Combat(E::Effect { side: Side::Red, shatter: true, .. })))
    );
    assert_eq!(awaited(&session), [(2, [0, 1, 3, 2])]);
    throw(&mut session, &[&[1, 1]]);
    assert_eq!(awaited(&session), [(1, [5, 0, 1, 0])]);
}

#[test]
fn an_even_shatter_is_cancelled() {
    proves!("RETG-COMBAT-032");
    let mut session = charged(CUIRASSIERS, 2, CUIRASSIERS, 2);
    fight_with(&mut session, 0);
    let events = throw(&mut session, &[&[S], &[S]]);
    assert!(!events.iter().any(|event| matches!(event, Event::Combat(E::Effect { .. }))));
}

#[test]
fn a_unit_that_breaks_stops_fighting() {
    proves!("RETG-UNIV-004", "RETG-COMBAT-058", "RETG-ROUT-002");
    // Four bases break on two and a wound.
    let mut session = charged(CUIRASSIERS, 2, PLAIN_HORSE, 2);
    fight_with(&mut session, 0);
    // Difference 2: RED and WHITE. RED: a Skull kills one; its effect makes the next file two RED.
    throw(&mut session, &[&[6], &[1]]);
    let events = throw(&mut session, &[&[6, 2], &[1]]);
    assert!(
        events
            .iter()
            .any(|event| matches!(event, Event::Outcome(O::Broke { ug: broken, .. }) if *broken == ug(2)))
    );
}

#[test]
fn foot_shove_loose_foot_in_melee() {
    proves!("RETG-COMBAT-036", "RETG-COMBAT-037", "RETG-COMBAT-039");
    let mut session = charged(FOOT, 3, "6 foot, loose, formed, protected", 3);
    fight_with(&mut session, 0);
    // Even, GREEN each; red reads its S, blue does not.
    assert_eq!(awaited(&session), [(1, [2, 1, 2, 1])]);
    throw(&mut session, &[&[S]]);
    assert_eq!(awaited(&session), [(1, [3, 0, 2, 1])]);
    let events = throw(&mut session, &[&[NOTHING]]);
    assert!(
        events
            .iter()
            .any(|event| matches!(event, Event::Combat(E::Effect { side: Side::Red, shove: true, .. })))
    );
    // The neighbour has +1: YELLOW against WHITE, and it fights next without being chosen.
    assert_eq!(awaited(&session), [(1, [1, 1, 3, 1])]);
}

#[test]
fn in_melee_a_file_beside_supports() {
    proves!("RETG-COMBAT-044", "RETG-COMBAT-045", "RETG-COMBAT-046", "RETG-COMBAT-047", "RETG-SEQ-029");
    // Three files against two: red's third file stands beside them and touches blue at a corner.
    let mut session = charged(FOOT, 3, "4 foot, loose, formed, protected, commanded shot", 2);
    fight_with(&mut session, 1);
    // In the charge it adds nothing.
    assert_eq!(awaited(&session), [(1, [2, 1, 2, 1])]);
    throw(&mut session, &[&[NOTHING], &[NOTHING]]);
    throw(&mut session, &[&[NOTHING], &[NOTHING]]);
    pass_on(&mut session);
    // In the melee it adds a dice one level lower: GREEN with WHITE.
    assert_eq!(asks(&session), Some((Side::Red, R::NextFile)));
    fight_with(&mut session, 1);
    assert_eq!(awaited(&session), [(1, [2, 1, 2, 1]), (1, [3, 1, 2, 0])]);
    throw(&mut session, &[&[NOTHING, NOTHING], &[NOTHING]]);
    // It supports once only.
    assert_eq!(awaited(&session), [(1, [2, 1, 2, 1])]);
}

#[test]
fn a_commander_in_the_front_rank_claims_and_is_at_risk() {
    proves!("RETG-GLOS-057", "RETG-KAB-020", "RETG-KAB-021", "RETG-CMD-025", "RETG-COMBAT-020");
    let red = [(FOOT, [2000, 800], 3)];
    let mut session = launch(&setup(&red, &[(FOOT, [2000, 1000], 3)]));
    // Horn is behind file 0 of red's unit, Baner behind file 0 of blue's, which meets red's file 2.
    fight_with(&mut session, 0);
    assert_eq!(asks(&session), Some((Side::Red, R::InFront { commander: HORN })));
    does(&mut session, Side::Red, Decision::Combat(D::Rank(Rank::Front)));
    // +1: YELLOW against WHITE.
    assert_eq!(awaited(&session), [(1, [2, 0, 3, 1])]);
    throw(&mut session, &[&[1]]);
    assert_eq!(awaited(&session), [(1, [4, 0, 2, 0])]);
    // A wound takes no base: no test. The second wound does.
    throw(&mut session, &[&[6]]);
    assert!(asks(&session).is_some());
    assert_eq!(size(&session, 1), (6, true));
}

#[test]
fn the_broken_are_removed_after_one_rout_move() {
    proves!("RETG-ROUT-011", "RETG-ROUT-015", "RETG-SEQ-018", "RETG-ROUT-023", "RETG-ROUT-030");
    let mut session = charged(CUIRASSIERS, 2, PLAIN_HORSE, 2);
    fight_with(&mut session, 0);
    throw(&mut session, &[&[6], &[1]]);
    throw(&mut session, &[&[6, 2], &[1]]);
    // Nobody is near: no KaB test. The rout is thrown: 5 BW and nothing.
    let events = throw(&mut session, &[&[3]]);
    assert!(
        events
            .iter()
            .any(|event| matches!(event, Event::Outcome(O::Routed { went, .. }) if went.get() == 5 * 40_000))
    );
    assert!(
        events.iter().any(
            |event| matches!(event, Event::Outcome(O::Pursued { went, .. }) if went.get() == 5 * 40_000)
        )
    );
    assert_eq!(session.battle().world()[ug(2)].presence, Presence::Broken);
}

#[test]
fn a_combat_is_foretold_before_its_first_dice() {
    use caracole_kernel::Chances;
    let mut session = charged(FOOT, 3, FOOT, 3);
    fight_with(&mut session, 0);
    let told = Renatio::prospects(session.battle());
    assert_eq!(told.len(), 2);
    for prospect in &told {
        // Three GREEN, each blank or S on three faces of six, and neither side can claim an effect.
        let nothing = prospect.chances.iter().find(|likely| likely.what == "suffer nothing").unwrap();
        assert_eq!((nothing.exactly.as_str(), nothing.basis_points), ("1/8", 1250));
        // Six bases break on seven half bases; three Skulls take six.
        assert!(prospect.chances.iter().all(|likely| likely.what != "break"));
    }
    throw(&mut session, &[&[NOTHING], &[NOTHING]]);
    fight_with(&mut session, 1);
    assert!(Renatio::prospects(session.battle()).is_empty());
}
