//! Random play: 50 cards and all bases are there, nothing overlaps, and every choice that is offered is legal.

use caracole_kernel::{
    Awaiting, Battle, BySide, Numbers, Rules, Scenery, Session, Side, Viewer, Words,
    dice::{Seed, Verifiable},
};
use caracole_renatio::battle::{Decision, Event, Renatio, Setup, charging, fights, outcomes};

/// The armies of a random setup, their front lines so near that they fight.
fn close_by(number: u64) -> Setup {
    let mut setup = Renatio::random_setup(number).unwrap();
    for unit in &mut setup.start.blue.units {
        unit.at[1].0 -= 700 + 100 * (number % 3) as i32;
    }
    setup.turns = 8;
    setup
}

/// What fights: charges, tests, routs and the like that were reported.
#[derive(Default)]
struct Seen {
    fights: usize,
    charges: usize,
    routs: usize,
    tests: usize,
    pursuits: usize,
    volleys: usize,
}

impl Seen {
    fn note(&mut self, events: &[Event]) {
        for event in events {
            match event {
                Event::Combat(fights::Event::Fights { .. }) => self.fights += 1,
                Event::Charge(charging::Event::Charged { .. }) => self.charges += 1,
                Event::Outcome(outcomes::Event::Routed { .. }) => self.routs += 1,
                Event::Outcome(outcomes::Event::Tested { .. }) => self.tests += 1,
                Event::Outcome(outcomes::Event::Pursued { .. }) => self.pursuits += 1,
                Event::Shooting(_) => self.volleys += 1,
                _ => {}
            }
        }
    }
}

fn play(number: u64, most: usize) -> Session<Renatio> {
    play_from(Renatio::random_setup(number).unwrap(), number, most, &mut Seen::default())
}

fn play_from(setup: Setup, number: u64, most: usize, seen: &mut Seen) -> Session<Renatio> {
    let mut session = Session::<Renatio>::start(setup.clone()).unwrap_or_else(|e| panic!("{number}: {e}"));
    let nonces = BySide { red: "red".to_owned(), blue: "blue".to_owned() };
    let mut dice = Verifiable::new(&Seed::from_number(number), &nonces);
    let mut numbers = Numbers::new(number);
    for step in 0..most {
        let events = match session.battle().awaiting().clone() {
            Awaiting::Dice(_) => session.throw(&mut dice).unwrap(),
            Awaiting::Decision { side, request } => {
                let mut all = Vec::new();
                Renatio::candidates(session.battle(), side, &request, &mut all);
                if step % 16 == 0 {
                    for decision in &all {
                        let legal = Renatio::check(session.battle(), side, &request, decision);
                        assert!(legal.is_ok(), "{number}, step {step}: {decision:?}: {:?}", legal.err());
                    }
                    look(&setup, session.battle());
                }
                // Throwing cards away leads nowhere: it is done seldom.
                if numbers.below(8) > 0 && all.iter().any(|d| !matches!(d, Decision::Discard { .. })) {
                    all.retain(|decision| !matches!(decision, Decision::Discard { .. }));
                }
                let chosen = numbers.below(all.len());
                session.choose(side, all.swap_remove(chosen)).unwrap_or_else(|e| panic!("{number}: {e}"))
            }
            Awaiting::Nothing(_) => break,
        };
        seen.note(&events);
        tell(&session, &events);
        Renatio::invariants(session.battle()).unwrap_or_else(|e| panic!("{number}, step {step}: {e}"));
    }
    session
}

fn tell(session: &Session<Renatio>, events: &[Event]) {
    for event in events {
        let sentence = Renatio::tell(session.battle().scenario(), event);
        assert!(!sentence.text.is_empty() && !sentence.rules.is_empty(), "{event:?}");
    }
}

fn look(setup: &caracole_renatio::battle::Setup, battle: &Battle<Renatio>) {
    let again = Battle::<Renatio>::restore(setup, Renatio::RULES, &battle.snapshot().unwrap()).unwrap();
    assert_eq!(again.hash(), battle.hash());
    for viewer in Viewer::ALL {
        let scene = Renatio::scene(battle, viewer).unwrap();
        let shown: usize = scene.hands.iter().map(|hand| hand.cards.len()).sum();
        let world = battle.world();
        let before = |side: Side| world.before.as_ref().map_or(0, |pre| pre.hands[side].total());
        // One's own cards, and those of the other that lie face up.
        let own = |side: Side| match viewer.knows(side) {
            true => world.hand_of(side).total() + before(side),
            false => world.commanders_of(side).map(|id| world.commander(id).unwrap().shown.total()).sum(),
        };
        assert_eq!(shown, Side::BOTH.into_iter().map(|side| usize::from(own(side))).sum::<usize>());
    }
}

#[test]
fn random_battles_lose_nothing() {
    let mut ended = 0;
    for number in 0..12 {
        ended += usize::from(play(number, 400).outcome().is_some());
    }
    assert!(ended > 6, "{ended} battles came to an end");
}

#[test]
fn random_battles_at_close_quarters_are_fought_out() {
    let mut seen = Seen::default();
    let mut ended = 0;
    for number in 0..8 {
        ended += usize::from(play_from(close_by(number), number, 1500, &mut seen).outcome().is_some());
    }
    assert!(ended >= 6, "{ended} battles came to an end");
    assert!(
        seen.charges > 10 && seen.fights > 50 && seen.routs > 3,
        "{} {} {}",
        seen.charges,
        seen.fights,
        seen.routs
    );
    assert!(
        seen.tests > 10 && seen.pursuits > 0 && seen.volleys > 0,
        "{} {} {}",
        seen.tests,
        seen.pursuits,
        seen.volleys
    );
}
