//! Secret draws: two battles in which one side holds other cards are the same to everybody else, byte for byte, in everything
//! that can be asked of a session and in every forecast.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops at the first surprise")]

use caracole_kernel::{
    AnySession, AnySystem, Awaiting, BySide, Erased, Numbers, Side, Step, Viewer,
    dice::{Pool, Reading, Roll, Scripted, Throw, Thrown, throw_with},
    log::Act,
};
use caracole_ledger::proves;
use caracole_odds::Foresight;
use caracole_trial::{Card, Cards, Dealt, Decision, Field, Listed, Setup, Trial, UnitId};
use serde_json::{Value, json};
use std::convert::Infallible;

fn start(hands: BySide<u8>) -> Box<dyn AnySession> {
    let cards = Some(Dealt { hands, deck: Cards([5, 5, 5]) });
    let setup = Setup { cards, turns: 12, ..caracole_trial::example() };
    Erased::<Trial>::new().start(serde_json::to_value(setup).unwrap()).unwrap()
}

fn json_of(decision: &Decision) -> Value {
    serde_json::to_value(decision).unwrap()
}

/// Choices of every kind, most of them not legal.
fn anything() -> Vec<Value> {
    let mut all = vec![Decision::Done, Decision::Yes, Decision::No, Decision::Hide { field: Field(3) }];
    for card in Card::ALL {
        all.push(Decision::Play { card, unit: None });
        all.extend((0..6).map(|unit| Decision::Play { card, unit: Some(UnitId(unit)) }));
    }
    for unit in (0..6).map(UnitId) {
        all.push(Decision::Move { unit, by: 1 });
        all.extend((0..6).map(|at| Decision::Volley { unit, at: UnitId(at) }));
        all.extend((0..6).map(|at| Decision::Charge { unit, at: UnitId(at) }));
    }
    all.iter().map(json_of).collect()
}

/// Everything that a viewer can be told of a battle.
fn told(session: &dyn AnySession, viewer: Viewer) -> String {
    let mut all = vec![
        json!(session.awaiting(viewer)),
        session.view(viewer),
        json!(session.scene(viewer)),
        json!(session.prompt(viewer)),
        json!(session.report(viewer, 0)),
        json!(session.casts(viewer, 0)),
        json!(session.entries()),
        json!(Foresight::of_dice(session, viewer)),
    ];
    if let Some(side) = viewer.side() {
        all.push(json!([session.offers(side), session.candidates(side)]));
        all.push(json!([session.undo_to(side).ok(), session.rewind_to(side).ok()]));
        all.push(json!(session.pick(side, &mut |end| end / 2)));
        for decision in anything() {
            let plan = session.plan(side, &decision).map_err(|refusal| json!(refusal));
            let overlays = session.overlays(side, &decision).map_err(|refusal| json!(refusal));
            all.push(json!([plan, overlays, Foresight::of(session, side, &decision)]));
        }
        for text in ["play", "play the card powder", "play the card chaff", "done", "dance"] {
            all.push(json!(session.read_command(side, text)));
        }
        // What a computer player of this side gets: the whole state, as the side may imagine it.
        if matches!(session.awaiting(viewer), Awaiting::Decision { .. }) {
            all.push(json!(session.imagined(side).hash().to_string()));
        }
    }
    Value::from(all).to_string()
}

/// Dice that fall the same in both battles, but for the cards that `secret` draws.
fn throw(numbers: &mut Numbers, secret: Side, both: [&mut dyn AnySession; 2]) -> bool {
    let rolls = [0, 1].map(|n| both[n].roll().unwrap());
    let by_chance = |numbers: &mut Numbers, roll: &Roll| -> Throw {
        throw_with(roll, |next| Ok::<_, Infallible>(next.face(numbers.below(usize::from(next.sides())))))
            .unwrap()
    };
    let throws = if rolls[0].draws() && rolls[0].side == Some(secret) {
        rolls.map(|roll| by_chance(numbers, &roll))
    } else {
        let mut common = rolls[0].clone();
        if let (Reading::Draw { deck }, Reading::Draw { deck: other }) =
            (rolls[0].pools[0].reading, rolls[1].pools[0].reading)
        {
            // Cards that both decks have; if there are too few, the battles cannot go on alike.
            let both = std::array::from_fn(|kind| deck[kind].min(other[kind]));
            let Ok(pool) = Pool::draw(rolls[0].pools[0].dice, both) else { return false };
            common.pools[0] = pool;
        }
        let throw = by_chance(numbers, &common);
        [throw.clone(), throw]
    };
    for (session, throw) in both.into_iter().zip(throws) {
        session.act(Act::Step(Step::Dice(throw))).unwrap();
    }
    true
}

/// Plays two battles that differ in the cards of `secret`. Gives the steps compared, and those at which the side itself
/// could tell the two apart.
fn play(seed: u64, secret: Side) -> (u32, u32) {
    let mut numbers = Numbers::new(seed);
    let hands = BySide { red: 3, blue: 3 };
    let (mut one, mut two) = (start(hands), start(hands));
    let (mut compared, mut different) = (0, 0);
    while one.outcome().is_none() && compared < 60 {
        for viewer in [Viewer::from(secret.other()), Viewer::Spectator] {
            assert_eq!(
                told(&*one, viewer),
                told(&*two, viewer),
                "seed {seed}, {viewer:?}, entry {}",
                one.entries()
            );
        }
        compared += 1;
        different += u32::from(one.view(Viewer::from(secret)) != two.view(Viewer::from(secret)));
        let Awaiting::Decision { side, .. } = one.awaiting(Viewer::Spectator) else {
            if !throw(&mut numbers, secret, [&mut *one, &mut *two]) {
                break;
            }
            continue;
        };
        let others = two.candidates(side);
        let mut legal = one.candidates(side);
        legal.retain(|decision| others.contains(decision));
        let decision = &legal[numbers.below(legal.len())];
        one.choose(side, decision).unwrap();
        two.choose(side, decision).unwrap();
    }
    // The past as well, as it is looked back at.
    for entry in 0..=one.entries() {
        let (one, two) = (one.at(entry).unwrap(), two.at(entry).unwrap());
        for viewer in [Viewer::from(secret.other()), Viewer::Spectator] {
            let look = |session: &dyn AnySession| {
                json!([session.awaiting(viewer), session.view(viewer), session.scene(viewer)]).to_string()
            };
            assert_eq!(look(&*one), look(&*two), "seed {seed}, looking back at {entry}");
        }
    }
    (compared, different)
}

#[test]
fn nobody_else_can_tell_which_cards_a_side_holds() {
    proves!("TABLE-013", "TRIAL-011");
    let (mut compared, mut different) = (0, 0);
    for seed in 0..40 {
        let secret = if seed % 2 == 0 { Side::Red } else { Side::Blue };
        let (steps, apart) = play(seed, secret);
        compared += steps;
        different += apart;
    }
    assert!(compared > 1000 && different > 600, "{compared} steps compared, {different} of them different");
}

/// A draw may follow a choice at once. No forecast follows it: its odds would tell what is left in the deck.
#[test]
fn no_forecast_follows_a_draw() {
    let unit = |name: &str, ambush| Listed { name: name.to_owned(), strength: 3, veteran: false, ambush };
    let armies = BySide { red: vec![unit("R", true)], blue: vec![unit("B", false)] };
    let cards = Some(Dealt { hands: BySide { red: 2, blue: 2 }, deck: Cards([2, 2, 2]) });
    let setup = Setup { armies, turns: 9, cards };
    let mut session = Erased::<Trial>::new().start(serde_json::to_value(setup).unwrap()).unwrap();
    // Red hides and then draws: its own cards.
    let hide = json_of(&Decision::Hide { field: Field(4) });
    assert_eq!(Foresight::of(&*session, Side::Red, &hide), None);
    session.choose(Side::Red, &hide).unwrap();
    for viewer in Viewer::ALL {
        assert_eq!(Foresight::of_dice(&*session, viewer), None, "{viewer:?}");
    }
    session.throw(&mut Scripted::new([0, 1])).unwrap();
    // Red is done, and blue draws.
    assert_eq!(Foresight::of(&*session, Side::Red, &json_of(&Decision::Done)), None);
    session.choose(Side::Red, &json_of(&Decision::Done)).unwrap();
    let two = Throw([Thrown::plain(&[2, 2])].into_iter().collect());
    session.act(Act::Step(Step::Dice(two))).unwrap();
}

/// The surgeon's die, 2, 3 and 1 chances in 6; then the enemy draws, and there the forecast ends. It says nothing of the
/// draw, but what comes before is told.
#[test]
fn a_forecast_ends_where_a_draw_begins() {
    let unit = || Listed { name: "Line".to_owned(), strength: 4, veteran: false, ambush: false };
    let armies = BySide { red: vec![unit(), unit()], blue: vec![unit(), unit()] };
    let cards = Some(Dealt { hands: BySide { red: 1, blue: 2 }, deck: Cards([6, 0, 3]) });
    let setup = Setup { armies, turns: 9, cards };
    let mut session = Erased::<Trial>::new().start(serde_json::to_value(setup).unwrap()).unwrap();
    let throw = |session: &mut dyn AnySession, faces: &[u8]| {
        let mut source = Scripted::new(faces.iter().copied());
        while source.left() > 0 {
            session.throw(&mut source).unwrap();
        }
    };
    let (mine, theirs) = (UnitId(0), UnitId(2));
    let go = |unit, by| Decision::Move { unit, by };
    let chaff = Decision::Play { card: Card::Chaff, unit: None };
    throw(&mut *session, &[2]);
    // Blue fires with one hit, red throws 1 and 1 and is shaken; blue plays a card, so that it will draw another.
    let course: [(Side, Decision, &[u8]); 9] = [
        (Side::Red, go(mine, 2), &[]),
        (Side::Red, Decision::Done, &[0, 0]),
        (Side::Blue, go(theirs, -2), &[]),
        (Side::Blue, Decision::Done, &[]),
        (Side::Red, go(mine, 2), &[]),
        (Side::Red, Decision::Done, &[]),
        (Side::Blue, Decision::Volley { unit: theirs, at: mine }, &[5, 1, 1, 1, 1, 1]),
        (Side::Blue, chaff, &[]),
        (Side::Blue, Decision::Done, &[]),
    ];
    for (side, decision, faces) in course {
        session.choose(side, &json_of(&decision)).unwrap();
        throw(&mut *session, faces);
    }
    let surgeon = json_of(&Decision::Play { card: Card::Surgeon, unit: Some(mine) });
    let seen = Foresight::of(&*session, Side::Red, &surgeon).expect("the surgeon throws a die");
    let shares: Vec<&str> = seen.chances.iter().map(|chance| chance.exactly.as_str()).collect();
    assert_eq!(shares, ["1/2", "1/3", "1/6"]);
    assert!(seen.chances.iter().all(|chance| chance.then.is_none() && chance.next.is_none()));
    session.choose(Side::Red, &surgeon).unwrap();
    throw(&mut *session, &[4]);
    assert!(session.roll().unwrap().draws(), "blue draws");
}
