//! Typed commands: every choice can be said, and refusals cite the rule.

use crate::support::*;
use caracole_kernel::{Awaiting, Refusal, Session, Side, Words};
use caracole_plane::Hand;
use caracole_renatio::battle::charging::{Decision as D, Request as R};
use caracole_renatio::battle::{
    Action, Approach, Bw, Decision, Leg, NewPost, Renatio, Request, Switch, Turned, Wheel,
};
use caracole_renatio::cards::Payment;
use caracole_renatio::troops::Form;

/// What red's words mean.
fn read(session: &Session<Renatio>, text: &str) -> Result<Decision, Refusal> {
    let Awaiting::Decision { side, request } = session.battle().awaiting() else {
        panic!("nothing is asked")
    };
    Renatio::read_command(session.battle(), *side, request, text)
}

fn read_action(session: &Session<Renatio>, text: &str) -> (Action, Payment) {
    match read(session, text).unwrap_or_else(|e| panic!("{text}: {e}")) {
        Decision::Prompt { action, cards, .. } => (action, cards),
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn moves_are_said_in_legs_and_the_cheapest_card_pays() {
    let session = alone(PIKE_AND_SHOT, 3, &[White, Green, Red]);
    let (action, cards) = read_action(&session, "move 1 forward 2.5");
    assert_eq!((action, cards), (march(&[1], &[forward(250)]), pay(White)));
    let wheel = Leg::Wheel { hand: Hand::Left, degrees: 20 };
    let (action, cards) = read_action(&session, "move 1 wheel left 20 forward 1");
    // YELLOW for Formed troops; RED is the only card that is good enough.
    assert_eq!((action, cards), (march(&[1], &[wheel, forward(100)]), pay(Red)));
    let (_, cards) = read_action(&session, "move 1 forward 2 with green of Horn");
    assert_eq!(cards, pay(Green));
    let about = Turned { ug: ug(1), to: None, forward: None, move_first: false };
    assert_eq!(read_action(&session, "turn 1 about").0, Action::Turn(about));
    let (action, _) = read_action(&session, "go to 12 7.5");
    assert_eq!(action, Action::Commander(NewPost::At([Bw(1200), Bw(750)])));
}

#[test]
fn every_choice_that_is_offered_can_be_typed_as_its_own_command() {
    let session = alone(DRILLED, 3, &[White, Green, Red]);
    let battle = session.battle();
    let Awaiting::Decision { side, request } = battle.awaiting() else { panic!("nothing is asked") };
    for offer in caracole_kernel::offers::<Renatio>(battle, *side, request) {
        let said = &offer.wording.command;
        let read = Renatio::read_command(battle, *side, request, said);
        assert_eq!(read.as_ref(), Ok(&offer.decision), "{said}");
    }
}

#[test]
fn what_is_not_offered_is_refused_by_its_rule() {
    let session = alone(PIKE_AND_SHOT, 3, &[Black, White, Green]);
    let rule = |text: &str| {
        let read = read(&session, text);
        let checked = read.and_then(|decision| session.battle().plan(Side::Red, &decision));
        checked.map(|_| ()).unwrap_err().rule.id()
    };
    assert_eq!(rule("move 1 forward 4"), "RETG-MOVE-001");
    // YELLOW is needed; GREEN is enough if Horn raises it.
    assert_eq!(rule("move 1 wheel left 20 with green of Horn"), "RETG-MOVE-003");
    assert_eq!(rule("move 1 forward 2 with red of Horn"), "RETG-CMD-004");
    assert_eq!(rule("form 1 4 wide"), "RETG-FORM-001");
    assert_eq!(rule("move 9 forward 1"), "TABLE-009");
    assert_eq!(rule("move 1 sideways"), "TABLE-010");
    assert_eq!(rule("move 1 forward much"), "TABLE-010");
    assert_eq!(rule("move 1 forward 2 with green of Baner"), "TABLE-010");
}

#[test]
fn charges_are_said_with_their_target_and_their_wheel() {
    let horse = "4 mounted, loose, formed, protected";
    let foot = "6 foot, close, formed, protected, musket";
    let session = charging_with(
        &setup(&[(horse, [1000, 800], 2)], &[(foot, [1000, 1200], 3)]),
        &[Green, White, White],
        &[Green, White, White],
    );
    assert_eq!(asked(&session), Some((Side::Red, Request::Charge(R::Declare))));
    let declared = |approach: Approach| {
        let paid = Some(by(HORN, Green));
        Decision::Charge(D::Declare { ugs: vec![ug(1)], approach, paid })
    };
    assert_eq!(read(&session, "charge 1").unwrap(), declared(Approach::default()));
    assert_eq!(read(&session, "charge 1 at 2").unwrap(), declared(Approach::default()));
    let wheel = Some(Wheel { hand: Hand::Left, degrees: 5 });
    let said = read(&session, "charge 1 at 2 wheel left 5 with green of Horn").unwrap();
    assert_eq!(said, declared(Approach { wheel, ..Approach::default() }));
    assert_eq!(read(&session, "charge 1 at 9").unwrap_err().rule.id(), "RETG-CHARGE-020");
    assert_eq!(read(&session, "charge 1 wheel left").unwrap_err().rule.id(), "TABLE-010");
}

#[test]
fn switches_name_what_changes() {
    let flexible = "6 foot, loose or skirmishers, drilled, musket";
    let Ok(troops) = caracole_renatio::troops::Troops::read(flexible) else { return };
    assert!(troops.profile.is_flexible());
    let session = alone(flexible, 3, &[White, Green, Red]);
    let switch = Action::Switch { ug: ug(1), to: Switch::Form(Form::Skirmish) };
    assert_eq!(read_action(&session, "switch 1 skirmish").0, switch);
}
