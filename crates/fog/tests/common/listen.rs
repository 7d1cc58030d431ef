//! Whole battles of chance: nothing that is said shows names of the program, every command means what it says, and every
//! rule is of the book that is played.

use super::random::{Chance, thrown};
use caracole_fog::battle::{Fog, Played, Setup, scene};
use caracole_fog::troops::Book;
use caracole_kernel::{
    Awaiting, Battle, Offer, Refusal, Rules, Scenery, Sentence, Side, Step, Viewer, Views, Words, offers,
};
use serde::Serialize;
use std::collections::BTreeMap;

/// What shows that a text was made by the program for itself: underscores, braces, words with capitals inside.
pub fn speaks_program(text: &str) -> bool {
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

/// A sentence of the report as it should be.
pub fn look_at(sentence: &Sentence) {
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

/// Fails if a message names a rule of the other book.
fn of_own_book<B: Played>(what: &str, message: &impl Serialize) {
    let other = match B::BOOK {
        Book::Renaissance => "FOGAM-",
        Book::Ancients => "FOGR-",
    };
    let text = serde_json::to_string(message).unwrap();
    assert!(!text.contains(other), "{what} of {}: {text}", B::CODE);
}

/// Commands that often make no sense where they are tried.
const TRIED: [&str; 30] = [
    "charge A at B",
    "charge A at B wheel left 20",
    "charge A at camp",
    "intercept B with A in flank",
    "intercept B with A ahead 3",
    "evade A to rear",
    "stand A",
    "move A forward 3",
    "move A forward 30",
    "move A forward 1 shift left 2",
    "wheel A left 30",
    "wheel A right 120 forward 1",
    "expand A left 1 right 1",
    "contract A left 1 then forward 3",
    "turn A left",
    "turn A about then forward 3 and back",
    "form A formation x/x",
    "form A",
    "square A",
    "leave square A to rear in 2 files",
    "move square A to rear 1",
    "pivot A left 20",
    "unlimber A",
    "place defences A",
    "pick up defences A",
    "man works A",
    "shift A left into melee",
    "turn A right into melee",
    "feed A expand left",
    "feed A shift right",
];

/// Listens to a battle.
struct Listener<B: Played> {
    battle: Battle<Fog<B>>,
    chance: Chance,
    number: u64,
    /// Choices of other moments, to be refused now.
    tried: Vec<<Fog<B> as Rules>::Decision>,
}

impl<B: Played> Listener<B> {
    fn tell(&self, events: &[<Fog<B> as Rules>::Event]) {
        for event in events {
            of_own_book::<B>("an event", event);
            let sentence = Fog::<B>::tell(self.battle.scenario(), event);
            of_own_book::<B>("a sentence", &sentence);
            look_at(&sentence);
        }
    }

    /// Tries what is probably refused, and looks at the reasons.
    fn be_refused(&mut self, side: Side, request: &<Fog<B> as Rules>::Request) {
        let groups = self.battle.world().groups().len();
        for _ in 0..4 {
            let command = TRIED[self.chance.below(TRIED.len())];
            let [a, b] = [(); 2].map(|()| (self.chance.below(groups) + 1).to_string());
            let command = command.replace('A', &a).replace('B', &b);
            let refused = match Fog::<B>::read_command(&self.battle, side, request, &command) {
                Ok(decision) => self.battle.clone().apply(&Step::Choose { side, decision }).err(),
                Err(refusal) => Some(refusal),
            };
            self.look_at_refusal(refused);
        }
        for _ in 0..self.tried.len().min(4) {
            let decision = self.tried[self.chance.below(self.tried.len())].clone();
            let refused = self.battle.clone().apply(&Step::Choose { side, decision }).err();
            self.look_at_refusal(refused);
        }
    }

    fn look_at_refusal(&self, refused: Option<Refusal>) {
        let Some(refusal) = refused else { return };
        of_own_book::<B>("a refusal", &Fog::<B>::refusal_seen_by(&self.battle, refusal, Viewer::Spectator));
    }

    /// What is drawn: layers, and what a choice would do.
    fn look_at_scene(
        &self,
        side: Side,
        request: &<Fog<B> as Rules>::Request,
        decision: &<Fog<B> as Rules>::Decision,
    ) {
        for layer in scene::LAYERS {
            of_own_book::<B>(&layer.id, &Fog::<B>::layer(&self.battle, Viewer::Spectator, &layer.id, None));
        }
        if let Ok(order) = Fog::<B>::check(&self.battle, side, request, decision) {
            of_own_book::<B>("an overlay", &Fog::<B>::overlays(&self.battle, &order));
        }
    }

    /// Looks at a question and its choices, and makes one of them.
    fn choose(
        &mut self,
        side: Side,
        request: &<Fog<B> as Rules>::Request,
    ) -> Step<<Fog<B> as Rules>::Decision> {
        let (battle, number) = (&self.battle, self.number);
        let prompt = Fog::<B>::prompt(battle, side, request);
        of_own_book::<B>("a prompt", &prompt);
        assert!(!speaks_program(&prompt.text), "{number}: {}", prompt.text);
        assert!(!prompt.rules.is_empty(), "{number}: {}", prompt.text);
        assert!(!prompt.commands.is_empty(), "{number}: {}", prompt.text);
        let offers = offers::<Fog<B>>(battle, side, request);
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
        let chosen = &offers[self.chance.below(offers.len())];
        let shown_alone = |o: &Offer<_>| {
            o.wording.text != chosen.wording.text || o.wording.command == chosen.wording.command
        };
        // By its command, and by the sentence that people see beside its number.
        let mut said = vec![&chosen.wording.command];
        said.extend(offers.iter().all(shown_alone).then_some(&chosen.wording.text));
        for words in said {
            let read = Fog::<B>::read_command(battle, side, request, words);
            let read = read.unwrap_or_else(|r| panic!("{number}: {words}: {r}"));
            let again = Fog::<B>::wording(battle, side, &read);
            assert_eq!(again, chosen.wording, "{number}: {read:?}");
        }
        let decision = chosen.decision.clone();
        if self.chance.below(8) == 0 {
            self.look_at_scene(side, request, &decision);
        }
        self.be_refused(side, request);
        self.tried.push(decision.clone());
        Step::Choose { side, decision }
    }
}

/// Plays a battle of chance and looks at everything that is said.
pub fn listen<B: Played>(setup: &Setup, number: u64, most: usize) {
    let (battle, events) = Battle::<Fog<B>>::start(setup).expect("it starts");
    let mut listener = Listener { battle, chance: Chance(number), number, tried: Vec::new() };
    listener.tell(&events);
    for _ in 0..most {
        let step = match listener.battle.awaiting().clone() {
            Awaiting::Nothing(outcome) => return of_own_book::<B>("the outcome", &outcome),
            Awaiting::Dice(roll) => {
                of_own_book::<B>("a roll", &roll.shown());
                thrown(&roll, &mut listener.chance)
            }
            Awaiting::Decision { side, request } => listener.choose(side, &request),
        };
        let events = listener.battle.apply(&step).unwrap_or_else(|r| panic!("{number}: {r}"));
        listener.tell(&events);
    }
}
