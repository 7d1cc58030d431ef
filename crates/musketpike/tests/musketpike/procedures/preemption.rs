//! Preemption bookkeeping.

use crate::common::position::{Game, Position};
use caracole_kernel::Side;
use caracole_ledger::proves;
use caracole_musketpike::{
    counters::WingId,
    messages::{Decision, Help, Request},
};

/// Two Wings a side, all under Make Ready, far apart; red has the initiative.
fn four_wings() -> Game {
    let mut game = Position::new()
        .wing("ra", "make_ready", "0303")
        .wing("rb", "make_ready", "0309")
        .wing("ba", "make_ready", "1803")
        .wing("bb", "make_ready", "1809")
        .unit("A", "ra", "heavy_infantry 6 6", "0303", "E", "")
        .unit("B", "rb", "heavy_infantry 6 6", "0309", "E", "")
        .unit("X", "ba", "heavy_infantry 6 6", "1803", "W", "")
        .unit("Y", "bb", "heavy_infantry 6 6", "1809", "W", "")
        .play();
    game.dice(&[9, 0]);
    game
}

const RA: WingId = WingId(0);

const RB: WingId = WingId(1);

const BA: WingId = WingId(2);

const BB: WingId = WingId(3);

const fn preempt(wing: WingId) -> Decision {
    Decision::Preempt { wing, help: Help::Alone }
}

#[test]
fn a_failure_costs_continuation_and_a_second_one_the_activation() {
    proves!(
        "MPBS-4.4.1a",
        "MPBS-4.4.2a",
        "MPBS-4.4.2f",
        "MPBS-4.4.2g",
        "MPBS-4.4.2h",
        "MPBS-4.3.1a",
        "MPBS-CHART-PREEMPTION"
    );
    let mut game = four_wings();
    game.decide(Decision::Activate(RA));
    // Make Ready preempts on 0 to 3. One leader fails, another may try.
    game.decide(preempt(BA)).die(4);
    assert!(game.battle.world().wing(BA).no_continue);
    assert_eq!(game.refused(preempt(BA)), "MPBS-4.4.1b", "not twice against the same activation");
    game.decide(preempt(BB)).die(9);
    assert!(game.battle.world().wing(BB).no_continue);
    game.decline().end_actions();
    assert_eq!(game.asked(), (Side::Red, Request::Continue(RA)));
    game.decline();
    // Blue activates: no continuation for a Wing marked so.
    game.decide(Decision::Activate(BA)).decline().decline().end_actions();
    assert!(game.battle.world().wing(BA).finished);
    // The second failure of BB: 3 + 1 for its marker is outside the range, and it is Finished.
    game.decide(Decision::Activate(RB)).decide(preempt(BB)).die(3);
    assert!(game.battle.world().wing(BB).finished);
    game.decline().end_actions().decline();
    // Nobody is left: the turn ends without BB.
    assert_eq!(game.battle.world().turn, 2);
}

#[test]
fn a_bypassed_wing_goes_next_and_cannot_be_preempted() {
    proves!(
        "MPBS-4.4.1c",
        "MPBS-4.4.1d",
        "MPBS-4.4.2b",
        "MPBS-4.4.2d",
        "MPBS-4.4.2e",
        "MPBS-3.2F-2",
        "MPBS-3.2A"
    );
    let mut game = four_wings();
    game.decide(Decision::Activate(RA)).decide(preempt(BA)).die(3);
    assert!(game.battle.world().wing(RA).bypassed);
    // The preempting Wing acts at once; nobody may preempt it.
    assert_eq!(game.asked(), (Side::Blue, Request::ChangeOrders(BA)));
    game.decline().end_actions();
    assert_eq!(game.asked(), (Side::Blue, Request::Continue(BA)));
    game.decline();
    // Then the Bypassed Wing, from its Orders on: BB is not asked.
    assert_eq!(game.asked(), (Side::Red, Request::ChangeOrders(RA)));
}

#[test]
fn only_the_bypassed_leader_answers_the_preemptors_continuation() {
    proves!("MPBS-4.4.4a", "MPBS-4.4.4b", "MPBS-4.4.2c", "MPBS-4.3.2a", "MPBS-CHART-CONTINUATION");
    let mut game = four_wings();
    game.decide(Decision::Activate(RA)).decide(preempt(BA)).die(0).decline().end_actions();
    // Make Ready continues on 0 to 2.
    game.decide(Decision::Continue { help: Help::Alone }).die(2);
    assert_eq!(game.asked(), (Side::Red, Request::Preempt(BA)));
    assert_eq!(game.refused(preempt(RB)), "MPBS-4.4.4a");
    game.decide(preempt(RA)).die(0);
    assert!(game.battle.world().wing(BA).finished);
    assert_eq!(game.asked(), (Side::Red, Request::ChangeOrders(RA)));
}

#[test]
fn a_bypassed_leader_who_fails_twice_loses_what_is_owed_to_him() {
    proves!("MPBS-4.4.4c");
    let mut game = four_wings();
    game.decide(Decision::Activate(RA)).decide(preempt(BA)).die(0).decline().end_actions();
    game.decide(Decision::Continue { help: Help::Alone }).die(0);
    game.decide(preempt(RA)).die(9);
    assert!(game.battle.world().wing(RA).no_continue);
    game.decline().end_actions();
    // Second continuation attempt: +1, so 1 succeeds.
    game.decide(Decision::Continue { help: Help::Alone }).die(1);
    game.decide(preempt(RA)).die(9);
    assert!(game.battle.world().wing(RA).finished);
    game.decline().end_actions();
    // Three activations are the most; then RA, Finished, does not activate, and red's other Wing is next.
    assert_eq!(
        game.asked(),
        (Side::Red, Request::Activate(caracole_musketpike::counters::Orders::MakeReady))
    );
    assert_eq!(game.refused(Decision::Activate(RA)), "MPBS-GLOSSARY-FINISHED");
}

#[test]
fn preempting_a_continuation_ends_the_wing_without_a_bypass() {
    proves!("MPBS-4.4.3a", "MPBS-4.4.3b", "MPBS-4.4.3c");
    let mut game = four_wings();
    game.decide(Decision::Activate(RA)).decline().decline().end_actions();
    game.decide(Decision::Continue { help: Help::Alone }).die(0);
    assert_eq!(game.asked(), (Side::Blue, Request::Preempt(RA)));
    game.decide(preempt(BB)).die(0);
    let world = game.battle.world();
    assert!(world.wing(RA).finished && !world.wing(RA).bypassed);
    assert_eq!(game.asked(), (Side::Blue, Request::ChangeOrders(BB)));
}
