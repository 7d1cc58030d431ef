//! Goes, discards and passes.

use crate::support::*;
use caracole_kernel::Side::{self, Blue, Red as Crimson};
use caracole_ledger::proves;
use caracole_renatio::battle::{CommanderId, Decision, Event, Request};
use caracole_renatio::readings::Reading;

const BANER: CommanderId = CommanderId(1);

fn throws_away(of: CommanderId) -> Decision {
    Decision::Discard { of, card: Black }
}

fn battle(option: Option<Reading>) -> caracole_kernel::Session<caracole_renatio::battle::Renatio> {
    let setup = setup(&[(PIKE_AND_SHOT, [1000, 800], 3)], &far());
    let setup = match option {
        Some(reading) => with_option(setup, reading),
        None => setup,
    };
    moving(&setup, &[Black, Black, Black])
}

fn to_move(side: Side) -> Option<(Side, Request)> {
    Some((side, Request::Movement))
}

#[test]
fn two_passes_in_a_row_end_a_sub_phase() {
    proves!("RETG-TURN-008", "RETG-TURN-010", "RETG-TURN-006", "RETG-SEQ-025");
    let mut session = battle(None);
    assert_eq!(asked(&session), to_move(Crimson));
    does(&mut session, Crimson, throws_away(HORN));
    assert_eq!(asked(&session), to_move(Blue));
    does(&mut session, Blue, Decision::Pass);
    assert_eq!(asked(&session), to_move(Crimson));
    does(&mut session, Crimson, Decision::Pass);
    assert_eq!(asked(&session), Some((Crimson, Request::Keep)));
}

#[test]
fn who_has_passed_once_may_act_again_and_who_has_passed_twice_may_not() {
    proves!("RETG-TURN-011", "RETG-TURN-012");
    // RETG-EX-030.
    let mut session = battle(None);
    does(&mut session, Crimson, Decision::Pass);
    does(&mut session, Blue, throws_away(BANER));
    assert_eq!(asked(&session), to_move(Crimson));
    let events = does(&mut session, Crimson, Decision::Pass);
    assert_eq!(events, [Event::Passed { side: Crimson, finished: true }]);
    // Blue goes on alone as long as he likes.
    does(&mut session, Blue, throws_away(BANER));
    assert_eq!(asked(&session), to_move(Blue));
    does(&mut session, Blue, Decision::Pass);
    assert_eq!(asked(&session), Some((Crimson, Request::Keep)));
}

#[test]
fn by_option_a_go_of_the_other_gives_the_second_pass_back() {
    proves!("RETG-TURN-011");
    let mut session = battle(Some(Reading::AnyActionReopensPass));
    for _ in 0..2 {
        does(&mut session, Crimson, Decision::Pass);
        does(&mut session, Blue, throws_away(BANER));
    }
    assert_eq!(asked(&session), to_move(Crimson));
}

#[test]
fn a_side_without_cards_is_passed_over() {
    proves!("RETG-TURN-008");
    let mut session = battle(None);
    for _ in 0..3 {
        does(&mut session, Crimson, throws_away(HORN));
        if asked(&session) == to_move(Blue) {
            does(&mut session, Blue, Decision::Pass);
        }
    }
    // Blue has passed twice, red has thrown everything away: both are through with it.
    assert_eq!(asked(&session), Some((Blue, Request::Keep)));
}

#[test]
fn nobody_throws_away_what_he_does_not_hold() {
    proves!("RETG-TURN-006", "RETG-CMD-004");
    let mut session = battle(None);
    let refusal = refused(&mut session, Decision::Discard { of: HORN, card: Red });
    assert_eq!(refusal.rule.id(), "RETG-CMD-004");
    assert_eq!(refused(&mut session, throws_away(BANER)).rule.id(), "TABLE-009");
}
