//! The Card Phase.

use crate::support::*;
use caracole_kernel::{Awaiting, Side, dice::Pool};
use caracole_ledger::proves;
use caracole_renatio::army::Role;
use caracole_renatio::battle::{CommanderPost, Decision, Event, Phase, Request};
use caracole_renatio::cards::Cards;
use caracole_renatio::troops::{CommandType, Grade};

#[test]
fn hands_are_filled_up_and_kept_cards_count() {
    proves!(
        "RETG-SEQ-003",
        "RETG-CMD-002",
        "RETG-CMD-007",
        "RETG-CMD-010",
        "RETG-CMD-001",
        "RETG-TURN-005",
        "RETG-SEQ-036"
    );
    let mut session = start(&setup(&[(PIKE_AND_SHOT, [1000, 800], 3)], &far()));
    let Awaiting::Dice(roll) = session.battle().awaiting().clone() else { panic!("red is dealt cards") };
    // 8 BLACK, 12 WHITE, 14 GREEN, 10 YELLOW, 6 RED; a Competent Commander holds 3.
    assert_eq!(
        (roll.side, roll.pools[0]),
        (Some(Side::Red), Pool::draw(3, [8, 12, 14, 10, 6, 0, 0, 0]).unwrap())
    );
    deal(&mut session, &[&[Red, Green, Black], &[White, White, White]]);
    does(&mut session, Side::Red, Decision::Pass);
    does(&mut session, Side::Blue, Decision::Pass);
    // Nobody is wounded, so the next question is which cards are kept.
    assert_eq!(asked(&session), Some((Side::Red, Request::Keep)));
    does(&mut session, Side::Red, Decision::Discard { of: HORN, card: Black });
    assert_eq!(session.battle().world().deck.discards, Cards::of(&[Black]));
    does(&mut session, Side::Red, Decision::Pass);
    let events = does(&mut session, Side::Blue, Decision::Pass);
    // The deck has passed to blue, whose hand is full; red kept two cards and is dealt one of what is left.
    assert!(events.contains(&Event::TurnBegan { turn: 2, active: Side::Blue }));
    assert!(events.contains(&Event::Shuffled { left: 45 }));
    let Awaiting::Dice(roll) = session.battle().awaiting().clone() else { panic!("red is dealt a card") };
    assert_eq!(
        (roll.side, roll.pools[0]),
        (Some(Side::Red), Pool::draw(1, [8, 9, 13, 10, 5, 0, 0, 0]).unwrap())
    );
    deal(&mut session, &[&[Yellow]]);
    assert_eq!(session.battle().world().hand_of(Side::Red), Cards::of(&[Green, Yellow, Red]));
    assert_eq!(asked(&session), Some((Side::Blue, Request::Movement)));
}

/// Red has an Army Commander of a type at the left and two Sub-Commanders of the same type, 6 and 18 BW away.
fn with_subs(command_type: CommandType) -> caracole_renatio::battle::Setup {
    let mut setup = setup(&[(PIKE_AND_SHOT, [1000, 800], 3)], &far());
    let army = &mut setup.armies.red;
    army.commanders[0].command_type = command_type;
    for name in ["Near", "Far"] {
        army.commanders.push(commander(name, Role::Sub, Grade::Mediocre, command_type));
    }
    setup.start.red.commanders = [[500, 500], [1200, 500], [2400, 500]]
        .map(|at| CommanderPost::At(at.map(caracole_renatio::battle::Bw)))
        .to_vec();
    setup
}

const NEAR: caracole_renatio::battle::CommanderId = caracole_renatio::battle::CommanderId(1);
const FAR: caracole_renatio::battle::CommanderId = caracole_renatio::battle::CommanderId(2);

fn dealt(command_type: CommandType) -> caracole_kernel::Session<caracole_renatio::battle::Renatio> {
    let mut session = start(&with_subs(command_type));
    deal(&mut session, &[&[Red, Green, Black], &[White, White], &[White, White], &[Black, Black, Black]]);
    session
}

#[test]
fn a_professional_gives_any_number_of_cards() {
    proves!("RETG-SEQ-005", "RETG-CMD-012");
    let mut session = dealt(CommandType::Professional);
    assert_eq!(asked(&session), Some((Side::Red, Request::Gifts)));
    let refusal = refused(&mut session, Decision::Gift { to: NEAR, card: Yellow });
    assert_eq!(refusal.rule.id(), "RETG-CMD-004");
    // 18 BW between the bases is within 20.
    for (to, card) in [(FAR, Red), (FAR, Green), (NEAR, Black)] {
        does(&mut session, Side::Red, Decision::Gift { to, card });
    }
    // The last card is given: openly nothing is left to give, and play goes on.
    assert_eq!(session.battle().world().when.phase, Phase::Charge);
    nothing_more(&mut session);
    let world = session.battle().world();
    assert_eq!(world.commanders[2].hand, Cards::of(&[White, White, Green, Red]));
    assert_eq!((world.commanders[0].hand, world.when.phase), (Cards::NONE, Phase::Movement));
}

#[test]
fn an_instinctive_gives_one_card_to_each_within_ten() {
    proves!("RETG-CMD-013");
    let mut session = dealt(CommandType::Instinctive);
    assert_eq!(refused(&mut session, Decision::Gift { to: FAR, card: Red }).rule.id(), "RETG-CMD-013");
    does(&mut session, Side::Red, Decision::Gift { to: NEAR, card: Red });
    // Nobody else is in range, and he who is has got his card.
    nothing_more(&mut session);
    assert_eq!(asked(&session), Some((Side::Red, Request::Movement)));
}

#[test]
fn a_tribal_gives_nothing() {
    proves!("RETG-CMD-014");
    assert_eq!(asked(&dealt(CommandType::Tribal)), Some((Side::Red, Request::Movement)));
}
