//! Initiative, the order of activation, passing, mandatory Rally, leaving the field.

use crate::common::position::{Game, Position};
use caracole_kernel::{Awaiting, Side};
use caracole_ledger::proves;
use caracole_musketpike::{
    counters::{Orders, WingId},
    messages::{Decision, Event, Request},
    world::Presence,
};

/// Declines everything until `turn`; activates Wings in the order of the list. Says who was activated.
fn play_through(game: &mut Game, turn: u8) -> Vec<u8> {
    while game.battle.world().turn < turn {
        match game.battle.awaiting() {
            Awaiting::Decision { request: Request::Activate(_), .. } => {
                let wings = game.battle.world().wings.len() as u8;
                let next = (0..wings).map(WingId).find(|wing| game.allowed(Decision::Activate(*wing)));
                game.decide(Decision::Activate(next.expect("a Wing to activate")));
            }
            Awaiting::Decision { .. } => {
                game.decline();
            }
            other => panic!("{other:?}"),
        }
    }
    game.events
        .iter()
        .filter_map(|event| match event {
            Event::Activated { wing, .. } => Some(wing.0),
            _ => None,
        })
        .collect()
}

/// Wings of one battery each: guns are bound by no Orders, so nobody has to move.
fn batteries(wings: &[(&str, &str)]) -> Position {
    let mut position = Position::new();
    let mut count = [0, 0];
    for (code, orders) in wings {
        let red = code.starts_with('r');
        let n = &mut count[usize::from(!red)];
        *n += 1;
        let at = if red { format!("01{:02}", 2 * *n) } else { format!("20{:02}", 2 * *n) };
        let facing = if red { "W" } else { "E" };
        position = position.wing(code, orders, &at).unit(
            &format!("G{code}"),
            code,
            "artillery - 5",
            &at,
            facing,
            "class = \"light\"",
        );
    }
    position
}

#[test]
fn wings_alternate_within_a_level_of_orders() {
    proves!(
        "MPBS-3.0",
        "MPBS-3.1",
        "MPBS-3.2-1",
        "MPBS-3.2-2",
        "MPBS-3.2F-3",
        "MPBS-4.1.1a",
        "MPBS-4.1.1b",
        "MPBS-4.2.1a",
        "MPBS-4.2.1b",
        "MPBS-4.2.1c",
        "MPBS-5.5.4a"
    );
    // Two Charge and two Make Ready against one Charge, one Make Ready, one Rally.
    let mut game = batteries(&[
        ("ra", "charge"),
        ("rb", "charge"),
        ("rc", "make_ready"),
        ("rd", "make_ready"),
        ("ba", "charge"),
        ("bb", "make_ready"),
        ("bc", "rally"),
    ])
    .play();
    assert_eq!(play_through(&mut game, 2), [0, 4, 1, 5, 2, 3, 6]);
    // Two Charge, one Rally against one Charge, one Make Ready, one Rally.
    let mut game = batteries(&[
        ("ra", "charge"),
        ("rb", "charge"),
        ("rc", "rally"),
        ("ba", "charge"),
        ("bb", "make_ready"),
        ("bc", "rally"),
    ])
    .play();
    let order = play_through(&mut game, 2);
    assert_eq!(&order[..4], [0, 3, 1, 4], "Rally Wings last: {order:?}");
}

#[test]
fn the_better_commander_breaks_a_tie_and_then_the_die() {
    proves!("MPBS-4.1.2a", "MPBS-4.1.2c");
    let game = Position::new()
        .wing("ra", "make_ready", "0102")
        .wing_rated("ba", "make_ready", "2002", -1)
        .unit("A", "ra", "artillery - 5", "0102", "W", "class = \"light\"")
        .unit("B", "ba", "artillery - 5", "2002", "E", "class = \"light\"")
        .play();
    assert_eq!(game.battle.world().initiative, Side::Blue);
    let mut game = batteries(&[("ra", "make_ready"), ("ba", "make_ready")]).play();
    // Equal dice are thrown again.
    game.dice(&[4, 4]).dice(&[4, 5]);
    assert_eq!(game.battle.world().initiative, Side::Blue);
}

#[test]
fn a_pass_finishes_the_wing_and_two_in_a_row_end_the_phase() {
    proves!("MPBS-4.5a", "MPBS-4.5b", "MPBS-5.6.1k", "MPBS-3.2-3", "MPBS-GLOSSARY-PASS");
    let mut game =
        batteries(&[("ra", "charge"), ("rb", "make_ready"), ("ba", "make_ready"), ("bb", "make_ready")])
            .play();
    assert_eq!(game.refused(Decision::Pass(WingId(0))), "MPBS-4.5b");
    assert_eq!(game.refused(Decision::Activate(WingId(1))), "MPBS-4.2.1b");
    game.activate(0).end_actions().decline();
    game.decide(Decision::Pass(WingId(2)));
    assert!(game.battle.world().wing(WingId(2)).finished);
    game.decide(Decision::Pass(WingId(1)));
    assert_eq!(game.battle.world().turn, 2, "the other blue Wing does not activate any more");
}

#[test]
fn a_wing_without_a_fit_unit_goes_under_rally() {
    proves!("MPBS-5.8a", "MPBS-5.8b", "MPBS-5.8c");
    let mut game = Position::new()
        .wing("ra", "make_ready", "0105")
        .wing("ba", "rally", "2005")
        .unit("A", "ra", "heavy_infantry 5 6", "0105", "E", "formation = \"broken\"")
        .unit("M", "ra", "musketeers 2 6", "0106", "E", "")
        .unit("B", "ba", "artillery - 5", "2005", "E", "class = \"light\"")
        .play();
    assert_eq!(game.refused(Decision::Pass(WingId(0))), "MPBS-5.8c");
    game.decide(Decision::Activate(WingId(0)));
    // No preemptor, no question about Orders: Actions at once.
    assert_eq!(game.asked(), (Side::Red, Request::Act(WingId(0))));
    assert_eq!(game.battle.world().wing(WingId(0)).orders, Orders::Rally);
}

#[test]
fn a_side_all_under_rally_leaves_the_field_and_cannot_win() {
    proves!("MPBS-4.6a", "MPBS-4.6d", "MPBS-3.4C", "MPBS-15.0a", "MPBS-15.0j");
    let mut game = batteries(&[("ra", "rally"), ("ba", "make_ready"), ("bb", "make_ready")]).play();
    loop {
        match game.battle.awaiting() {
            Awaiting::Nothing(outcome) => {
                assert_eq!(outcome.winner, None);
                assert_eq!(outcome.rule.id(), "MPBS-4.6a");
                assert!(game.battle.world().surrendered.red && !game.battle.world().surrendered.blue);
                break;
            }
            Awaiting::Decision { request: Request::Activate(_), .. } => {
                let wing = (0..3).map(WingId).find(|wing| game.allowed(Decision::Activate(*wing)));
                game.decide(Decision::Activate(wing.expect("a Wing")));
            }
            _ => {
                game.decline();
            }
        }
    }
    assert_eq!(game.battle.world().turn, 1);
}

#[test]
fn a_wing_whose_commander_is_off_the_map_does_not_activate() {
    proves!("MPBS-4.1.1d", "MPBS-5.3.2");
    let mut game = batteries(&[("ra", "make_ready"), ("rb", "make_ready"), ("ba", "rally")]).play();
    game.battle =
        game.battle.with_world(|world| world.leaders[0].presence = Presence::Lost { pursuing: false });
    assert_eq!(game.refused(Decision::Activate(WingId(0))), "MPBS-4.1.1d");
}
