//! Whole battles of chance: nothing that is said shows names of the program, and every command means what it says.

use caracole_bots::Numbers;
use caracole_fog::renaissance::battle::Fogr;
use caracole_kernel::dice::{Throw, Thrown};
use caracole_kernel::{Awaiting, Battle, Offer, Step, System, offers};
use std::collections::BTreeMap;

/// What shows that a text was made by the program for itself: underscores, braces, words with capitals inside.
fn speaks_program(text: &str) -> bool {
    let mut letters = text.chars().peekable();
    let mut before = ' ';
    while let Some(c) = letters.next() {
        let camel = before.is_lowercase() && c.is_uppercase();
        if camel || "_{}[]\\".contains(c) || (c == ':' && letters.peek() == Some(&':')) {
            return true;
        }
        before = c;
    }
    text.contains("Some(") || text.contains("None") || text.trim().is_empty()
}

fn thrown(battle: &Battle<Fogr>, numbers: &mut Numbers) -> Step<caracole_fog::renaissance::battle::Decision> {
    let Awaiting::Dice(roll) = battle.awaiting() else { panic!("no dice are awaited") };
    let mut throw = Throw::default();
    for pool in &roll.pools {
        let mut face = || pool.die.lowest + numbers.below(usize::from(pool.die.sides())) as u8;
        let mut thrown = Thrown::default();
        for _ in 0..pool.dice {
            thrown.dice.push(face());
        }
        let again = thrown.dice.iter().filter(|f| pool.reroll.faces.has(**f)).count();
        for _ in 0..again {
            thrown.again.push(face());
        }
        throw.0.push(thrown);
    }
    Step::Dice(throw)
}

/// Plays a battle of chance and looks at everything that is said.
fn listen(number: u64, most: usize) {
    let setup = Fogr::random_setup(number).expect("a setup");
    let (mut battle, events) = Battle::<Fogr>::start(&setup).expect("it starts");
    let mut numbers = Numbers::new(number);
    let tell = |battle: &Battle<Fogr>, events: &[_]| {
        for event in events {
            let sentence = Fogr::tell(battle.scenario(), event);
            assert!(!speaks_program(&sentence.text), "{number}: {}\n{event:?}", sentence.text);
            assert!(sentence.text.ends_with(['.', '!', '?']), "{number}: {}", sentence.text);
            assert!(!sentence.rules.is_empty(), "{number}: {}", sentence.text);
            for tally in &sentence.tallies {
                assert!(!speaks_program(&tally.of), "{number}: {}", tally.of);
                for line in &tally.lines {
                    assert!(!speaks_program(&line.label), "{number}: {}", line.label);
                }
            }
        }
    };
    tell(&battle, &events);
    for _ in 0..most {
        let step = match battle.awaiting() {
            Awaiting::Nothing(_) => return,
            Awaiting::Dice(_) => thrown(&battle, &mut numbers),
            Awaiting::Decision { side, request } => {
                let side = *side;
                let prompt = Fogr::prompt(&battle, side, request);
                assert!(!speaks_program(&prompt.text), "{number}: {}", prompt.text);
                assert!(!prompt.rules.is_empty(), "{number}: {}", prompt.text);
                assert!(!prompt.commands.is_empty(), "{number}: {}", prompt.text);
                let offers = offers::<Fogr>(&battle, side, request);
                let mut known: BTreeMap<String, &Offer<_>> = BTreeMap::new();
                for offer in &offers {
                    let words = &offer.wording;
                    assert!(!speaks_program(&words.text), "{number}: {}", words.text);
                    assert!(!speaks_program(&words.command), "{number}: {}", words.command);
                    // Measures are said to two decimals; what differs by less is the same to people.
                    if let Some(other) = known.insert(words.command.to_lowercase(), offer) {
                        assert_eq!(other.wording, offer.wording, "{number}: {}", words.command);
                    }
                }
                let chosen = &offers[numbers.below(offers.len())];
                let read = Fogr::read_command(&battle, side, request, &chosen.wording.command);
                let read = read.unwrap_or_else(|r| panic!("{number}: {}: {r}", chosen.wording.command));
                let again = Fogr::wording(&battle, side, &read);
                assert_eq!(again, chosen.wording, "{number}: {read:?}");
                Step::Choose { side, decision: chosen.decision.clone() }
            }
        };
        let events = battle.apply(&step).unwrap_or_else(|r| panic!("{number}: {r}"));
        tell(&battle, &events);
    }
}

#[test]
fn battles_of_chance_are_told_in_words_and_read_back() {
    for number in 1..7 {
        listen(number, 600);
    }
}
