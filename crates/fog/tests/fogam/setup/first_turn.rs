//! The roll for the first turn, and turns by turns.

use crate::battle_common::{cavalrymen, group, spearmen};
use crate::setup::play::*;
use caracole_fog::army::CommanderLevel;
use caracole_fog::battle::setup::{Event, Request};
use caracole_fog::battle::turn::Event as Turn;
use caracole_fog::battle::{self, Setup};
use caracole_kernel::{Awaiting, Side};
use caracole_ledger::proves;

fn about_to_roll(setup: &Setup) -> Play {
    let mut play = begun_of(setup);
    play.until_roll("FOGAM-SETUP-045");
    play
}

fn last_roll(play: &Play) -> (i32, i32, Option<Side>) {
    let rolled = play.events.iter().rev().find_map(|e| match e {
        Event::FirstTurnRolled { scores, winner } => Some((scores.red.total(), scores.blue.total(), *winner)),
        _ => None,
    });
    rolled.expect("a roll")
}

#[test]
fn who_is_active_first_is_rolled_for_with_one_for_the_better_commander_in_chief() {
    proves!("FOGAM-SETUP-045", "FOGAM-SETUP-003", "FOGAM-SETUP-006", "FOGAM-TURN-002");
    let mut play = about_to_roll(&armies());
    // Red's inspired commander against a troop commander: 3 and 1 against 4 is a tie.
    play.dice(&[3, 4]);
    assert_eq!(last_roll(&play), (4, 4, None));
    assert!(matches!(play.battle.awaiting(), Awaiting::Dice(r) if r.rule.id() == "FOGAM-SETUP-045"));
    // Red has the initiative; blue moves first all the same.
    play.dice(&[2, 4]);
    assert_eq!(last_roll(&play), (3, 4, Some(Side::Blue)));
    assert_eq!(play.world().setup.initiative, Some(Side::Red));
    assert_eq!((play.world().turn.number, play.world().turn.active), (1, Side::Blue));
    let mut play = about_to_roll(&armies());
    play.dice(&[4, 4]);
    assert_eq!(last_roll(&play), (5, 4, Some(Side::Red)));
    assert_eq!(play.world().turn.active, Side::Red);
    // From then on they take turns.
    play.until_asked(|_| false);
    let active: Vec<Side> = play
        .told
        .iter()
        .filter_map(|e| match e {
            battle::Event::Turn(Turn::TurnBegan { active, .. }) => Some(*active),
            _ => None,
        })
        .collect();
    assert!(active.len() > 3);
    let by_turns = [Side::Red, Side::Blue].into_iter().cycle().take(active.len());
    assert_eq!(active, by_turns.collect::<Vec<_>>());
}

#[test]
fn equal_commanders_in_chief_add_nothing() {
    proves!("FOGAM-SETUP-045");
    let mut setup = armies_of(vec![group("a", &[spearmen(6)])], vec![group("b", &[cavalrymen(4)])]);
    army(&mut setup.armies.red).commanders[0].level = CommanderLevel::Field;
    army(&mut setup.armies.blue).commanders[0].level = CommanderLevel::Field;
    let mut play = play(&setup);
    play.dice(&[6, 1]);
    play.until(|r| matches!(r, Request::Commander { .. }));
    play.until_roll("FOGAM-SETUP-045");
    play.dice(&[3, 3]);
    assert_eq!(last_roll(&play), (3, 3, None));
    play.dice(&[3, 4]);
    assert_eq!(last_roll(&play), (3, 4, Some(Side::Blue)));
}
