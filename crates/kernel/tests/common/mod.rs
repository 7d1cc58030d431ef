//! Playing the trial game in tests.
#![allow(dead_code)]

use caracole_kernel::{
    Awaiting, BySide, Numbers, Session, Side,
    dice::{Commitment, Scripted, Seed, Verifiable},
    log::Writer,
};
use caracole_trial::{Decision, Event, Listed, Setup, Trial};

/// A unit for a list.
pub fn unit(name: &str, strength: u8) -> Listed {
    Listed { name: name.to_owned(), strength, veteran: false, ambush: false }
}

pub fn veteran(name: &str, strength: u8) -> Listed {
    Listed { veteran: true, ..unit(name, strength) }
}

pub fn ambush(name: &str, strength: u8) -> Listed {
    Listed { ambush: true, ..unit(name, strength) }
}

pub fn battle(red: Vec<Listed>, blue: Vec<Listed>) -> Session<Trial> {
    Session::start(Setup { armies: BySide { red, blue }, turns: 40, cards: None }).unwrap()
}

/// A choice that must be legal.
pub fn choose(session: &mut Session<Trial>, side: Side, decision: Decision) -> Vec<Event> {
    session.choose(side, decision).unwrap()
}

/// Throws literal dice for as many rolls as are awaited in a row; all must be used.
pub fn dice(session: &mut Session<Trial>, faces: &[u8]) -> Vec<Event> {
    let mut source = Scripted::new(faces.iter().copied());
    let mut events = Vec::new();
    while matches!(session.battle().awaiting(), Awaiting::Dice(_)) && source.left() > 0 {
        events.extend(session.throw(&mut source).unwrap());
    }
    events
}

pub fn seed_and_promise(number: u64) -> (Seed, Commitment) {
    let seed = Seed::from_number(number);
    let nonces = BySide { red: "red".to_owned(), blue: "blue".to_owned() };
    (seed, Commitment { commitment: seed.commitment(), nonces })
}

/// Battles by number: every other one is played with cards.
pub fn setup_of(number: u64) -> Setup {
    if number.is_multiple_of(2) { caracole_trial::example_with_cards() } else { caracole_trial::example() }
}

/// Plays a battle at random to its end and returns it with its log.
pub fn random_battle(number: u64, hash_every: u64) -> (Session<Trial>, String) {
    let mut session = Session::<Trial>::start(setup_of(number)).unwrap().hash_every(hash_every);
    let (seed, promise) = seed_and_promise(number);
    let mut source = Verifiable::new(&seed, &promise.nonces);
    let mut numbers = Numbers::new(number);
    while session.outcome().is_none() {
        random_step(&mut session, &mut source, &mut numbers);
    }
    let log = log_text(&session, Some((seed, promise)));
    (session, log)
}

pub fn random_step(session: &mut Session<Trial>, source: &mut Verifiable, numbers: &mut Numbers) {
    match session.battle().awaiting().clone() {
        Awaiting::Dice(_) => drop(session.throw(source).unwrap()),
        Awaiting::Decision { side, request } => {
            let mut decisions = Vec::new();
            <Trial as caracole_kernel::Rules>::candidates(session.battle(), side, &request, &mut decisions);
            let decision = decisions.swap_remove(numbers.below(decisions.len()));
            session.choose(side, decision).unwrap();
        }
        Awaiting::Nothing(_) => {}
    }
}

/// The log of a session as text.
pub fn log_text(session: &Session<Trial>, dice: Option<(Seed, Commitment)>) -> String {
    let (seed, promise) = dice.unzip();
    let (mut writer, first) = Writer::begin(&session.header(promise));
    let mut lines = vec![first];
    lines.extend(session.entries().iter().map(|entry| writer.entry(entry)));
    lines.extend(session.end(seed).map(|end| writer.end(&end)));
    lines.join("\n") + "\n"
}
