//! Cards of the trial game, with literal draws: who sees them, and that secret draws can be verified afterwards.

mod common;

use caracole_kernel::{
    AnySession, AnySystem, Awaiting, BySide, Colour, Erased, Face, Session, Side, Step, ThrowFailed, Viewer,
    Views,
    dice::{BadThrow, NoDice, Pool, Reading, Scripted, Throw, Thrown},
    log::{self, Fault, Limits, Writer},
};
use caracole_ledger::{proves, rule};
use caracole_trial::{Card, Cards, Dealt, Decision, Event, Field, Level, Setup, Trial, UnitId, View};
use common::{choose, dice, random_battle, unit};
use serde_json::{Value, json};

const RED: UnitId = UnitId(0);
const BLUE: UnitId = UnitId(1);
const CHAFF: u8 = 0;
const POWDER: u8 = 1;
const SURGEON: u8 = 2;

fn setup(red: u8, blue: u8, deck: [u8; 3]) -> Setup {
    let cards = Some(Dealt { hands: BySide { red, blue }, deck: Cards(deck) });
    Setup { armies: BySide { red: vec![unit("R", 4)], blue: vec![unit("B", 4)] }, turns: 40, cards }
}

fn dealt(red: u8, blue: u8, deck: [u8; 3]) -> Session<Trial> {
    Session::start(setup(red, blue, deck)).unwrap()
}

fn erased(red: u8, blue: u8, deck: [u8; 3]) -> Box<dyn AnySession> {
    Erased::<Trial>::new().start(serde_json::to_value(setup(red, blue, deck)).unwrap()).unwrap()
}

fn throw(session: &mut dyn AnySession, faces: &[u8]) {
    session.throw(&mut Scripted::new(faces.iter().copied())).unwrap();
}

fn play(session: &mut Session<Trial>, card: Card) {
    choose(session, Side::Red, Decision::Play { card, unit: None });
}

#[test]
fn a_hand_is_filled_from_what_is_left() {
    proves!("TRIAL-011");
    let mut session = dealt(3, 2, [2, 2, 2]);
    let Awaiting::Dice(roll) = session.battle().awaiting().clone() else { panic!("red draws") };
    assert_eq!(roll.pools.as_slice(), [Pool::draw(3, [2, 2, 2, 0, 0, 0, 0, 0]).unwrap()]);
    let events = dice(&mut session, &[POWDER, CHAFF, POWDER]);
    let cards = Some(vec![Card::Chaff, Card::Powder, Card::Powder]);
    assert_eq!(events, [Event::Drew { side: Side::Red, count: 3, cards }]);
    choose(&mut session, Side::Red, Decision::Done);
    // Red holds both powder cards: there is none for blue.
    let none = NoDice::NoSuchCard { purpose: "cards for the hand".to_owned(), kind: POWDER };
    let refused = session.throw(&mut Scripted::new([POWDER])).unwrap_err();
    assert_eq!(refused, ThrowFailed::NoDice(none));
    dice(&mut session, &[SURGEON, SURGEON]);
    choose(&mut session, Side::Blue, Decision::Done);
    // Red's hand is full: nothing is drawn.
    play(&mut session, Card::Powder);
    play(&mut session, Card::Chaff);
    choose(&mut session, Side::Red, Decision::Done);
    choose(&mut session, Side::Blue, Decision::Done);
    // One chaff is left and two are wanted: what was played is shuffled in.
    let stock = session.battle().world().stock;
    assert_eq!((stock.deck, stock.played), (Cards([2, 1, 0]), Cards([0, 0, 0])));
    dice(&mut session, &[CHAFF, POWDER]);
    assert_eq!(session.battle().world().stock.hands.red, Cards([1, 2, 0]));
}

#[test]
fn what_the_deck_lacks_is_not_drawn() {
    proves!("TRIAL-011");
    let mut session = dealt(3, 2, [1, 3, 0]);
    dice(&mut session, &[POWDER, POWDER, POWDER]);
    choose(&mut session, Side::Red, Decision::Done);
    assert_eq!(dice(&mut session, &[CHAFF]).len(), 1, "one card is left");
    choose(&mut session, Side::Blue, Decision::Done);
    choose(&mut session, Side::Red, Decision::Done);
    assert!(matches!(session.battle().awaiting(), Awaiting::Decision { side: Side::Blue, .. }));
}

#[test]
fn powder_makes_volleys_hit_at_one_less() {
    proves!("TRIAL-012");
    let mut session = dealt(1, 0, [0, 1, 0]);
    let march = |session: &mut Session<Trial>, side, unit, by| {
        choose(session, side, Decision::Move { unit, by });
        choose(session, side, Decision::Done);
    };
    dice(&mut session, &[POWDER]);
    march(&mut session, Side::Red, RED, 2);
    march(&mut session, Side::Blue, BLUE, -2);
    march(&mut session, Side::Red, RED, 2);
    march(&mut session, Side::Blue, BLUE, -1);
    play(&mut session, Card::Powder);
    choose(&mut session, Side::Red, Decision::Volley { unit: RED, at: BLUE });
    assert_eq!(dice(&mut session, &[3, 3, 2, 1]), [Event::Hits { unit: RED, at: BLUE, hits: 2 }]);
    dice(&mut session, &[6, 6]);
    // The enemy's volleys are as before.
    choose(&mut session, Side::Blue, Decision::Yes);
    assert_eq!(dice(&mut session, &[3, 3, 4, 1]), [Event::Hits { unit: BLUE, at: RED, hits: 1 }]);
}

#[test]
fn the_surgeon_treats_shaken_units_only() {
    proves!("TRIAL-012");
    let mut session = dealt(1, 0, [0, 0, 1]);
    dice(&mut session, &[SURGEON]);
    let surgeon = |unit| Decision::Play { card: Card::Surgeon, unit };
    for unit in [None, Some(RED), Some(BLUE), Some(UnitId(99))] {
        let refusal = session.choose(Side::Red, surgeon(unit)).unwrap_err();
        assert_eq!(refusal.rule, rule!("TRIAL-012"), "{unit:?}");
    }
    let refusal = session.choose(Side::Red, Decision::Play { card: Card::Powder, unit: None }).unwrap_err();
    assert!(refusal.to_string().contains("You hold no powder card [you hold: surgeon]"), "{refusal}");
    // 1 to 2: nothing; 3 to 5: steady; 6: steady and stronger.
    for (die, level, strength) in
        [(2, Level::Shaken, 4), (3, Level::Steady, 4), (5, Level::Steady, 4), (6, Level::Steady, 5)]
    {
        let mut battle = session.battle().with_world(|world| world.units[0].level = Level::Shaken);
        let step = Step::Choose { side: Side::Red, decision: surgeon(Some(RED)) };
        battle.apply(&step).unwrap();
        let throw = Throw([Thrown::plain(&[die])].into_iter().collect());
        let events = battle.apply(&Step::Dice(throw)).unwrap();
        assert_eq!(events, [Event::Treated { unit: RED, level, strength }], "{die}");
    }
}

#[test]
fn a_draw_is_seen_by_its_own_side_and_the_deck_by_nobody() {
    proves!("TABLE-013", "TRIAL-011");
    let mut session = erased(3, 3, [4, 4, 4]);
    let roll = |session: &dyn AnySession, viewer| match session.awaiting(viewer) {
        Awaiting::Dice(roll) => roll,
        other => panic!("cards are awaited and not {other:?}"),
    };
    let own = roll(&*session, Viewer::Red);
    assert_eq!((own.pools[0].dice, own.pools[0].reading), (3, Reading::Draw { deck: [0; 8] }));
    for other in [Viewer::Blue, Viewer::Spectator] {
        let seen = roll(&*session, other);
        assert!(seen.pools.is_empty() && seen.purpose == "cards for the hand", "{seen:?}");
    }
    throw(&mut *session, &[SURGEON, CHAFF, SURGEON]);
    let own = session.casts(Viewer::Red, 0).remove(0);
    assert_eq!(own.throw.0[0].dice.as_slice(), [SURGEON, CHAFF, SURGEON]);
    assert_eq!(own.roll.pools[0].reading, Reading::Draw { deck: [0; 8] });
    // What each kind shows comes once, in the order of the kinds.
    let shown: Vec<_> = own.faces.iter().map(|s| (s.pool, s.face, s.shows.colour, &*s.shows.name)).collect();
    assert_eq!(shown, [(0, CHAFF, Colour::Black, "chaff"), (0, SURGEON, Colour::Green, "surgeon")]);
    for other in [Viewer::Blue, Viewer::Spectator] {
        let seen = session.casts(other, 0).remove(0);
        assert!(seen.roll.pools.is_empty() && seen.throw.0.is_empty() && seen.faces.is_empty(), "{seen:?}");
        let told = session.report(other, 0).pop().unwrap();
        assert_eq!(told.sentence.text, "red draws 3 cards.");
    }
    let told = session.report(Viewer::Red, 0).pop().unwrap();
    assert_eq!(told.sentence.text, "red draws 3 cards: chaff, surgeon, surgeon.");
}

#[test]
fn a_scene_shows_ones_own_hand_and_the_backs_of_the_others() {
    let mut session = erased(3, 2, [4, 4, 4]);
    throw(&mut *session, &[SURGEON, CHAFF, SURGEON]);
    let hands = |session: &dyn AnySession, viewer| -> Vec<(Side, Vec<String>, u16)> {
        let hands = session.scene(viewer).unwrap().hands.into_iter();
        let names = |cards: Vec<Face>| cards.into_iter().map(|c| c.name.to_string()).collect();
        hands.map(|hand| (hand.side, names(hand.cards), hand.hidden)).collect()
    };
    let own = ["chaff", "surgeon", "surgeon"].map(str::to_owned).to_vec();
    assert_eq!(hands(&*session, Viewer::Red), [(Side::Red, own, 0), (Side::Blue, vec![], 0)]);
    for viewer in [Viewer::Blue, Viewer::Spectator] {
        assert_eq!(hands(&*session, viewer), [(Side::Red, vec![], 3), (Side::Blue, vec![], 0)]);
    }
    assert_eq!(hands(&*erased(0, 0, [4, 4, 4]), Viewer::Red), []);
}

/// Both players check the dice of a battle with secret draws once it is over: every draw is recomputed from the seed, and
/// one that was changed is found, even if everything after it fits.
#[test]
fn secret_draws_are_verified_after_the_battle() {
    let (session, text) = random_battle(6, 1);
    let draws = session.rolled().iter().filter(|rolled| rolled.roll.draws()).count();
    assert!(draws > 3, "{draws} draws");
    let replay =
        |text: &str| log::replay::<Trial>(log::read(text.as_bytes(), Limits::default()).unwrap()).unwrap();
    let sound = replay(&text);
    assert_eq!((sound.fault, sound.dice), (None, log::Dice::Verified(session.rolled().len() as u64)));
    // The first draw is made another one: two cards of it change places.
    let mut lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let cards = |line: &Value| line["act"]["step"]["dice"][0]["dice"].as_array().cloned();
    let changed = |cards: &[Value]| cards.iter().any(|card| *card != cards[0]);
    let draw = session.rolled().iter().find(|rolled| {
        rolled.roll.draws() && cards(&lines[rolled.entry as usize]).is_some_and(|cards| changed(&cards))
    });
    let entry = draw.unwrap().entry;
    let mut drawn = cards(&lines[entry as usize]).unwrap();
    drawn.sort_by_key(|card| std::cmp::Reverse(card.as_u64()));
    if drawn == cards(&lines[entry as usize]).unwrap() {
        drawn.reverse();
    }
    lines[entry as usize]["act"]["step"]["dice"][0]["dice"] = json!(drawn);
    let (mut writer, mut forged) = (Writer::resume(""), String::new());
    for line in &mut lines {
        line.as_object_mut().unwrap().remove("sum");
        forged += &writer.line_of(line);
        forged.push('\n');
    }
    assert_eq!(replay(&forged).fault, Some(Fault::Dice { entry }));
}

#[test]
fn cards_that_are_not_in_the_deck_are_refused() {
    let mut session = dealt(2, 0, [1, 1, 0]);
    let step = |cards: &[u8]| {
        let throw = Throw([Thrown::plain(cards)].into_iter().collect());
        Step::Dice(throw)
    };
    let refusal = session.step(step(&[POWDER, POWDER])).unwrap_err();
    assert_eq!(refusal.rule, rule!("TABLE-004"));
    let card = BadThrow::Card { kind: POWDER, cards: 1, got: 2 }.to_string();
    assert!(refusal.problem.contains(&card), "{refusal}");
    session.step(step(&[POWDER, CHAFF])).unwrap();
}

#[test]
fn hands_are_bounded() {
    let refusal = Session::<Trial>::start(setup(9, 0, [9, 9, 9])).unwrap_err();
    assert_eq!(refusal.rule, rule!("TRIAL-011"));
}

/// The view of the trial game keeps its promise, too.
#[test]
fn a_view_has_ones_own_cards() {
    let mut session = dealt(2, 2, [2, 2, 2]);
    dice(&mut session, &[POWDER, CHAFF]);
    let view = |viewer| -> View { Trial::view(session.battle(), viewer) };
    assert_eq!(view(Viewer::Red).cards.hand, [Card::Chaff, Card::Powder]);
    assert!(view(Viewer::Blue).cards.hand.is_empty() && view(Viewer::Spectator).cards.hand.is_empty());
    assert_eq!(view(Viewer::Blue).cards.held, BySide { red: 2, blue: 0 });
    assert_eq!(view(Viewer::Blue).units[0].field, Some(Field(0)));
}
