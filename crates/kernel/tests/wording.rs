//! Choices in words: what is offered, and what is read from what people type.

mod common;

use caracole_kernel::{AnySession, AnySystem, Awaiting, Erased, Side, Viewer};
use caracole_ledger::rule;
use caracole_trial::Trial;

fn session() -> Box<dyn AnySession> {
    let system: &dyn AnySystem = &Erased::<Trial>::new();
    system.start(serde_json::to_value(caracole_trial::example()).unwrap()).unwrap()
}

fn asked(session: &dyn AnySession) -> Side {
    match session.awaiting(Viewer::Spectator) {
        Awaiting::Decision { side, .. } => side,
        other => panic!("no choice is awaited but {other:?}"),
    }
}

#[test]
fn every_offer_is_read_back_from_its_command_its_sentence_and_its_number() {
    let mut session = session();
    for _ in 0..6 {
        let side = asked(session.as_ref());
        let offers = session.offers(side);
        assert_eq!(offers.iter().map(|o| o.decision.clone()).collect::<Vec<_>>(), session.candidates(side));
        for (n, offer) in offers.iter().enumerate() {
            let read = |text: &str| session.read_command(side, text).unwrap();
            assert_eq!(read(&offer.wording.command), offer.decision);
            assert_eq!(read(&offer.wording.text), offer.decision);
            assert_eq!(read(&format!("  {} ", offer.wording.command.to_uppercase())), offer.decision);
            assert_eq!(read(&(n + 1).to_string()), offer.decision);
            assert_eq!(read(&offer.decision.to_string()), offer.decision);
        }
        session.choose(side, &offers[0].decision).unwrap();
        if !matches!(session.awaiting(Viewer::Spectator), Awaiting::Decision { .. }) {
            break;
        }
    }
}

#[test]
fn words_that_are_no_whole_choice_are_refused_with_the_nearest() {
    let session = session();
    let side = asked(session.as_ref());
    // Units hide on the fields of the road: "hide" alone could mean any of them.
    let refused = session.read_command(side, "hide").unwrap_err();
    assert_eq!(refused.rule, rule!("TABLE-010"));
    assert!(refused.problem.contains("could mean"), "{refused}");
    assert!(refused.remedy.contains("\"hide on"), "{refused}");
    // A part is refused even if only one choice has it: the rest may be what was not meant.
    let first = session.offers(side).swap_remove(0);
    let field = first.wording.text.strip_prefix("Hide on ").unwrap();
    for part in [format!("on {field}"), format!("hide {field}"), first.wording.command[..6].to_owned()] {
        let refused = session.read_command(side, &part).unwrap_err();
        assert_eq!(refused.rule, rule!("TABLE-010"), "{part}");
    }
    let refused = session.read_command(side, &format!("hide {field}")).unwrap_err();
    assert!(refused.problem.contains("only a part of a choice"), "{refused}");
    let nearest = format!("Say one of: \"{}\"", first.wording.command);
    assert!(refused.remedy.starts_with(&nearest), "{refused}");
    assert!(session.read_command(side, &format!("{field} on")).is_err());
    // Stops after words do not matter.
    assert_eq!(session.read_command(side, &format!("{}.", first.wording.text)).unwrap(), first.decision);
}

#[test]
fn what_cannot_be_read_is_refused_with_what_could() {
    let session = session();
    let side = asked(session.as_ref());
    for (text, problem) in [
        ("", "Nothing was said"),
        ("   ", "Nothing was said"),
        ("0", "no choice 0"),
        ("99", "no choice 99"),
        ("dance", "is not a choice"),
        ("{\"hide\"", "cannot be read"),
        (&"x".repeat(2000), "too long"),
    ] {
        let refused = session.read_command(side, text).unwrap_err();
        assert_eq!(refused.rule, rule!("TABLE-010"), "{text}");
        assert!(refused.problem.contains(problem), "{text}: {refused}");
    }
    assert_eq!(session.read_command(side.other(), "1").unwrap_err().rule, rule!("TABLE-001"));
    assert!(session.offers(side.other()).is_empty());
}

#[test]
fn a_secret_request_is_put_into_words_only_for_its_own_side() {
    let session = session();
    let side = asked(session.as_ref());
    assert!(session.prompt(Viewer::from(side)).unwrap().text.contains("hide"));
    assert_eq!(session.prompt(Viewer::from(side.other())), None);
    assert_eq!(session.prompt(Viewer::Spectator), None);
}
