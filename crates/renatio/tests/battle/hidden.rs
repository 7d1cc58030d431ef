//! Cards are hidden.

use crate::support::*;
use caracole_kernel::{AnySystem, Awaiting, Erased, Numbers, Rules, Session, Side, Viewer, Views};
use caracole_ledger::proves;
use caracole_renatio::battle::{Decision, Event, Renatio};
use caracole_renatio::cards::Cards;
use caracole_renatio::readings::Reading;

fn base() -> caracole_renatio::battle::Setup {
    setup(&[(PIKE_AND_SHOT, [1000, 800], 3)], &far())
}

#[test]
fn nobody_sees_what_the_other_is_dealt() {
    proves!("RETG-CMD-005");
    let mut session = start(&base());
    let Awaiting::Dice(roll) = session.battle().awaiting().clone() else { panic!("red is dealt cards") };
    let pools = |viewer| Renatio::roll_seen_by(&roll, viewer).pools.len();
    assert_eq!(Viewer::ALL.map(pools), [1, 0, 0]);
    let events = deal(&mut session, &[&[Red, Green, Black]]);
    let seen = |viewer| Renatio::event_seen_by(&events[0], viewer).unwrap();
    let Event::Dealt { cards, .. } = seen(Viewer::Red) else { panic!("a deal") };
    assert_eq!(cards, Some(Cards::of(&[Red, Green, Black])));
    let Event::Dealt { cards, count, .. } = seen(Viewer::Blue) else { panic!("a deal") };
    assert_eq!((cards, count), (None, 3));
}

#[test]
fn another_hand_changes_nothing_that_the_other_sees() {
    proves!("RETG-CMD-005");
    let dealt = |red: &[caracole_renatio::cards::Colour]| -> Session<Renatio> { moving(&base(), red) };
    let (one, two) = (dealt(&[Red, Red, Red]), dealt(&[Black, White, Green]));
    for viewer in [Viewer::Blue, Viewer::Spectator] {
        assert_eq!(Renatio::view(one.battle(), viewer), Renatio::view(two.battle(), viewer));
    }
    assert_ne!(Renatio::view(one.battle(), Viewer::Red), Renatio::view(two.battle(), Viewer::Red));
    // And so both are imagined alike.
    let imagined = |session: &Session<Renatio>| {
        let mut numbers = Numbers::new(7);
        let battle = Renatio::imagine(session.battle(), Side::Blue, &mut |n| numbers.below(n)).into_owned();
        Renatio::invariants(&battle).unwrap();
        (battle.world().hand_of(Side::Red), battle.world().hand_of(Side::Blue), battle.world().deck)
    };
    assert_eq!(imagined(&one), imagined(&two));
    assert_eq!(imagined(&one).1, Cards::of(&[Black, Black, Black]));
}

#[test]
fn by_option_hands_lie_open() {
    proves!("RETG-CMD-005");
    let mut session = start(&with_option(base(), Reading::OpenHands));
    let Awaiting::Dice(roll) = session.battle().awaiting().clone() else { panic!("red is dealt cards") };
    assert_eq!(Renatio::roll_seen_by(&roll, Viewer::Blue).pools.len(), 1);
    deal(&mut session, &[&[Red, Green, Black], &[Black, Black, Black]]);
    let view = Renatio::view(session.battle(), Viewer::Spectator);
    assert_eq!(view.commanders[0].hand, Some(Cards::of(&[Red, Green, Black])));
}

#[test]
fn every_choice_has_words_of_its_own() {
    let mut session = moving(&base(), &[Red, Yellow, Green]);
    let Awaiting::Decision { side, request } = session.battle().awaiting().clone() else {
        panic!("red moves")
    };
    let offers = caracole_kernel::offers(session.battle(), side, &request);
    // Moves, turns, discards and a pass at least.
    assert!(offers.len() > 10, "{}", offers.len());
    for offer in &offers {
        let read = <Renatio as caracole_kernel::Words>::read_command(
            session.battle(),
            side,
            &request,
            &offer.wording.command,
        );
        assert_eq!(read.unwrap(), offer.decision, "{}", offer.wording.command);
    }
    does(&mut session, Side::Red, Decision::Pass);
}

#[test]
fn setups_are_read_as_messages() {
    let system = Erased::<Renatio>::new();
    let setup = serde_json::to_value(base()).unwrap();
    assert!(system.start(setup).is_ok());
}
