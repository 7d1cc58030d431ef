//! The words of the set-up: every rule that they name is of this book, and every command means what it says.

use crate::battle_common::screen::{Chance, choice};
use caracole_fog::ancients::random_setup;
use caracole_fog::battle::{Event, Fogam, Request};
use caracole_kernel::{Awaiting, Battle, Sentence, Step, Viewer, Words, offers};
use caracole_ledger::{RuleId, proves};

/// Rules of this book, and of the table, which both have.
fn of_the_book(rules: &[RuleId]) -> bool {
    !rules.is_empty() && rules.iter().all(|r| r.id().starts_with("FOGAM-") || r.id().starts_with("TABLE-"))
}

fn check(sentence: &Sentence) {
    assert!(of_the_book(&sentence.rules), "{}: {:?}", sentence.text, sentence.rules);
    for line in sentence.tallies.iter().flat_map(|t| &t.lines) {
        assert!(of_the_book(&[line.rule]), "{}: {}", sentence.text, line.label);
    }
    assert!(sentence.text.ends_with(['.', '!', '?']), "{}", sentence.text);
}

#[test]
fn prompts_offers_and_events_of_the_set_up_are_in_the_words_of_this_book() {
    proves!("FOGAM-SETUP-003");
    for number in 0..16 {
        let mut chance = Chance(number);
        let (mut battle, _) = Battle::<Fogam>::start(&random_setup(number)).unwrap_or_else(|r| panic!("{r}"));
        while battle.world().turn.number == 0 {
            let step = match battle.awaiting() {
                Awaiting::Nothing(_) => break,
                Awaiting::Dice(roll) => {
                    assert!(roll.rule.id().starts_with("FOGAM-"), "{roll:?}");
                    Step::Dice(chance.throw(roll))
                }
                Awaiting::Decision { side, request } => {
                    let prompt = Fogam::prompt(&battle, *side, request);
                    assert!(of_the_book(&prompt.rules), "{}: {:?}", prompt.text, prompt.rules);
                    assert!(!prompt.commands.is_empty(), "{}", prompt.text);
                    for offer in offers(&battle, *side, request).into_iter().take(12) {
                        let command = &offer.wording.command;
                        let read = Fogam::read_command(&battle, *side, request, command)
                            .unwrap_or_else(|r| panic!("{number}: {command}: {r}"));
                        assert_eq!(read, offer.decision, "{number}: {command}");
                    }
                    assert!(matches!(request, Request::Setup(_)));
                    Step::Choose { side: *side, decision: choice(&mut chance, &battle, *side, request) }
                }
            };
            let events = battle.apply(&step).unwrap_or_else(|r| panic!("{number}: {step:?}: {r}"));
            for event in events.iter().filter(|e| matches!(e, Event::Setup(_))) {
                check(&Fogam::tell(battle.scenario(), event));
                let seen = <Fogam as caracole_kernel::Views>::event_seen_by(event, Viewer::Blue);
                if let Some(seen) = seen {
                    check(&Fogam::tell(battle.scenario(), &seen));
                }
            }
        }
    }
}
