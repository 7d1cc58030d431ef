//! Random play: 50 cards and all bases are there, nothing overlaps, and every choice that is offered is legal.

use caracole_kernel::{
    Awaiting, Battle, BySide, Numbers, Rules, Scenery, Session, Side, Viewer, Words,
    dice::{Seed, Verifiable},
};
use caracole_renatio::battle::{Event, Renatio};

fn play(number: u64, most: usize) -> Session<Renatio> {
    let setup = Renatio::random_setup(number).unwrap();
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
                // Passes end phases quickly: most of the time something is done.
                let chosen = numbers.below(all.len());
                session.choose(side, all.swap_remove(chosen)).unwrap_or_else(|e| panic!("{number}: {e}"))
            }
            Awaiting::Nothing(_) => break,
        };
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
        let own = viewer.side().map_or(0, |side: Side| usize::from(battle.world().hand_of(side).total()));
        assert_eq!(shown, own);
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
