//! Players of Field of Glory Renaissance: that all of their army comes on, and that temperaments can be told apart.
#![allow(clippy::unwrap_used)] // Helpers of tests fail by panicking.

use caracole_bots::{Account, Match, PlayerName, Roster, Temperament, Terms, Wish, arena};
use caracole_fog::renaissance::battle::Fogr;
use caracole_kernel::{
    Battle, BySide, Side, System,
    log::{Limits, read, replay},
};

fn bout(seed: u64, red: PlayerName, blue: PlayerName) -> Match {
    Match { number: 0, seed, players: BySide { red, blue }, swapped: false }
}

#[test]
fn foot_before_ground_that_slows_them_go_on_all_the_same() {
    // Two regiments stand before enclosed fields, where they go 2 MU instead of 3.
    let setup = Fogr::setup(&Wish::default()).unwrap();
    let bout = bout(200_014, PlayerName::Marshal(Temperament::Balanced), PlayerName::Random);
    let (_, log) = arena::fight_with_log::<Fogr>(&setup, &bout, &Terms::default()).unwrap();
    let replay = replay::<Fogr>(read(log.as_bytes(), Limits::default()).unwrap()).unwrap();
    let scenario = replay.session.battle().scenario();
    let told = replay.happened.iter().map(|(_, event)| Fogr::tell(scenario, event).text.to_string());
    let early: Vec<String> = told.take_while(|text| !text.starts_with("Turn 8:")).collect();
    assert!(early.iter().any(|text| text.starts_with("Turn 2: Red")), "{early:?}");
    for foot in ["5 Foot ", "6 Foot ", "7 Foot ", "8 Foot "] {
        let goes = |text: &String| text.starts_with(foot) && text.contains("advance");
        assert!(early.iter().any(goes), "{foot}stand for three turns: {early:#?}");
    }
}

/// Two battles of a temperament against `marshal`.
fn against_marshal(temperament: Temperament) -> Vec<Account> {
    let (start, _) = Battle::<Fogr>::start(&Fogr::setup(&Wish::default()).unwrap()).unwrap();
    let (own, marshal) = (PlayerName::Marshal(temperament), PlayerName::Marshal(Temperament::Balanced));
    (0..2)
        .map(|seed| arena::fight(&start, &bout(700_000 + seed, own, marshal), &Terms::default()).unwrap())
        .collect()
}

#[test]
fn the_cautious_let_the_enemy_come_and_the_bold_charge() {
    let (cautious, bold) = (against_marshal(Temperament::Cautious), against_marshal(Temperament::Bold));
    let turns = |all: &[Account]| all.iter().map(|a| u32::from(a.turns)).sum::<u32>();
    let charges = |all: &[Account]| all.iter().map(|a| a.deeds["charges"][Side::Red]).sum::<u32>();
    assert!(turns(&cautious) > turns(&bold) + 6, "{} turns against {}", turns(&cautious), turns(&bold));
    let a_turn = |all: &[Account]| charges(all) * 1_000 / turns(all);
    assert!(a_turn(&bold) > a_turn(&cautious), "{} a turn against {}", a_turn(&bold), a_turn(&cautious));
}
