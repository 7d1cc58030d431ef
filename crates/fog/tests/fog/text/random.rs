//! Whole battles of chance: nothing that is said shows names of the program, and every command means what it says.

use caracole_bots::{Fuzz, Numbers, fuzz};
use caracole_fog::battle::scenarios::by_id;
use caracole_fog::battle::{Fogr, Setup};
use caracole_kernel::dice::{Throw, Thrown};
use caracole_kernel::{
    AnySystem, Awaiting, Battle, Erased, Offer, Rules, Sentence, Step, Viewer, Words, log, offers,
};
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

fn thrown(battle: &Battle<Fogr>, numbers: &mut Numbers) -> Step<caracole_fog::battle::Decision> {
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

fn look_at(sentence: &Sentence) {
    assert!(!speaks_program(&sentence.text), "{}", sentence.text);
    assert!(sentence.text.ends_with(['.', '!', '?']), "{}", sentence.text);
    assert!(!sentence.text.contains("  ") && !sentence.text.contains(" ."), "{}", sentence.text);
    assert!(!sentence.rules.is_empty(), "{}", sentence.text);
    for tally in &sentence.tallies {
        assert!(!speaks_program(&tally.of), "{}", tally.of);
        for line in &tally.lines {
            assert!(!speaks_program(&line.label), "{}: {}", tally.of, line.label);
        }
    }
}

/// Plays a battle of chance and looks at everything that is said.
fn listen(setup: &Setup, number: u64, most: usize) {
    let (mut battle, events) = Battle::<Fogr>::start(setup).expect("it starts");
    let mut numbers = Numbers::new(number);
    let tell = |battle: &Battle<Fogr>, events: &[_]| {
        for event in events {
            look_at(&Fogr::tell(battle.scenario(), event));
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
                let shown_alone = |o: &Offer<_>| {
                    o.wording.text != chosen.wording.text || o.wording.command == chosen.wording.command
                };
                // By its command, and by the sentence that people see beside its number.
                let mut said = vec![&chosen.wording.command];
                said.extend(offers.iter().all(shown_alone).then_some(&chosen.wording.text));
                for words in said {
                    let read = Fogr::read_command(&battle, side, request, words);
                    let read = read.unwrap_or_else(|r| panic!("{number}: {words}: {r}"));
                    let again = Fogr::wording(&battle, side, &read);
                    assert_eq!(again, chosen.wording, "{number}: {read:?}");
                }
                Step::Choose { side, decision: chosen.decision.clone() }
            }
        };
        let events = battle.apply(&step).unwrap_or_else(|r| panic!("{number}: {r}"));
        tell(&battle, &events);
    }
}

#[test]
fn battles_of_chance_are_told_in_words_and_read_back() {
    for number in 1..4 {
        listen(&Fogr::random_setup(number).expect("a setup"), number, 400);
    }
}

#[test]
fn the_learning_fight_is_told_in_words_and_read_back() {
    for number in 1..3 {
        listen(&by_id("mill-field").expect("the scenario").setup, number, 500);
    }
}

/// Whole battles, from the first turn to the end, and one from the choice of the ground.
#[test]
fn whole_battles_are_told_in_sentences() {
    let system = Erased::<Fogr>::new();
    let learning = serde_json::to_value(by_id("mill-field").expect("the scenario").setup).expect("a message");
    let deployed = system.random_setup(5).expect("a setup");
    for (seed, setup) in [(1, learning.clone()), (2, learning), (3, deployed)] {
        let options = Fuzz { seed, most_steps: 60_000, check_every_step: false };
        let fought = fuzz(&system, setup, options).unwrap_or_else(|broken| panic!("{broken:?}"));
        let log = log::read(fought.log.as_bytes(), log::Limits::default()).expect("a sound log");
        let replay = system.replay(log).expect("it replays");
        let report = replay.session.report(Viewer::Spectator, 0);
        report.iter().for_each(|seen| look_at(&seen.sentence));
        assert!(report.len() > 100, "{} sentences", report.len());
        let last = report.last().expect("a last sentence");
        assert!(last.sentence.text.contains("Attrition: red "), "{}", last.sentence.text);
    }
}
