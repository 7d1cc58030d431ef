//! The End of Turn Phase, and the end of the battle.

use crate::support::*;
use caracole_kernel::{BySide, Side};
use caracole_ledger::proves;
use caracole_renatio::battle::{Action, Decision, Event, Phase, Request};

fn recover() -> Action {
    Action::Recover { ug: ug(1) }
}

/// Red's unit carries a wound and both have passed in the Movement Phase.
fn wounded(
    hand: &[caracole_renatio::cards::Colour],
) -> caracole_kernel::Session<caracole_renatio::battle::Renatio> {
    let mut setup = setup(&[(PIKE_AND_SHOT, [1000, 800], 3)], &far());
    setup.start.red.units[0].wound = true;
    let mut session = moving(&setup, hand);
    assert_eq!(rule_of(&mut session, recover(), pay(hand[0])), "RETG-SEQ-033");
    does(&mut session, Side::Red, Decision::Pass);
    does(&mut session, Side::Blue, Decision::Pass);
    session
}

#[test]
fn a_wound_is_recovered_for_yellow() {
    proves!("RETG-SEQ-033", "RETG-KAB-031");
    let mut session = wounded(&[Yellow, Green, White]);
    assert_eq!(asked(&session), Some((Side::Red, Request::Recover)));
    assert_eq!(rule_of(&mut session, recover(), pay(Green)), "RETG-MOVE-003");
    let events = does(&mut session, Side::Red, prompt(recover(), pay(Yellow)));
    assert!(events.contains(&Event::Recovered { ug: ug(1) }));
    assert!(!session.battle().world()[ug(1)].wound);
    // Nobody is wounded any more.
    assert_eq!(asked(&session), Some((Side::Red, Request::Keep)));
}

#[test]
fn his_upgrade_serves_a_commander_who_is_with_the_wounded() {
    proves!("RETG-SEQ-033", "RETG-UNIV-012");
    let mut session = wounded(&[Green, Green, White]);
    does(&mut session, Side::Red, prompt(recover(), raised(Green)));
    assert!(!session.battle().world()[ug(1)].wound);
}

#[test]
fn an_action_of_the_turn_does_not_keep_from_recovering() {
    proves!("RETG-MOVE-011");
    let mut setup = setup(&[(PIKE_AND_SHOT, [1000, 800], 3)], &far());
    setup.start.red.units[0].wound = true;
    let mut session = moving(&setup, &[Yellow, White, White]);
    does(&mut session, Side::Red, prompt(march(&[1], &[forward(100)]), pay(White)));
    does(&mut session, Side::Blue, Decision::Pass);
    does(&mut session, Side::Red, Decision::Pass);
    does(&mut session, Side::Red, prompt(recover(), pay(Yellow)));
}

#[test]
fn phases_come_in_order() {
    proves!("RETG-SEQ-001", "RETG-TURN-002", "RETG-TURN-003", "RETG-TURN-004");
    let mut session = start(&setup(&[(PIKE_AND_SHOT, [1000, 800], 3)], &far()));
    let mut events = session.opening().to_vec();
    events.extend(deal(&mut session, &[&[White, White, White], &[Black, Black, Black]]));
    events.extend(does(&mut session, Side::Red, Decision::Pass));
    events.extend(does(&mut session, Side::Blue, Decision::Pass));
    let phases: Vec<Phase> = events
        .iter()
        .filter_map(|event| if let Event::PhaseBegan { phase } = event { Some(*phase) } else { None })
        .collect();
    let expected =
        [Phase::Card, Phase::Charge, Phase::Shooting, Phase::Movement, Phase::Fighting, Phase::EndOfTurn];
    assert_eq!(phases, expected);
}

#[test]
fn a_new_turn_gives_every_unit_its_action_again() {
    proves!("RETG-MOVE-006", "RETG-TURN-005");
    let mut session = alone(PIKE_AND_SHOT, 3, &[White, White, White]);
    does(&mut session, Side::Red, prompt(march(&[1], &[forward(100)]), pay(White)));
    for side in [Side::Blue, Side::Red, Side::Red, Side::Blue] {
        does(&mut session, side, Decision::Pass);
    }
    deal(&mut session, &[&[White]]);
    assert_eq!(asked(&session), Some((Side::Blue, Request::Movement)));
    does(&mut session, Side::Blue, Decision::Pass);
    does(&mut session, Side::Red, prompt(march(&[1], &[forward(100)]), pay(White)));
    assert_eq!(corner(&session, 1), [850, 1000]);
}

#[test]
fn without_a_fight_both_score_two() {
    proves!("RETG-TOURN-006", "RETG-TURN-002");
    let mut setup = setup(&[(PIKE_AND_SHOT, [1000, 800], 3)], &far());
    setup.turns = 1;
    let mut session = moving(&setup, &[White, White, White]);
    for side in [Side::Red, Side::Blue, Side::Red, Side::Blue] {
        does(&mut session, side, Decision::Pass);
    }
    let outcome = session.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.score), (None, BySide { red: 2, blue: 2 }));
}
