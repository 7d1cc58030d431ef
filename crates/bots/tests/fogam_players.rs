//! Players of the ancient and medieval book.
#![allow(clippy::unwrap_used)] // Helpers of tests fail by panicking.

use caracole_bots::{Account, BadWish, Match, PlayerName, Roster, Temperament, Terms, Wish, arena};
use caracole_fog::battle::Fogam;
use caracole_kernel::{Battle, BySide, Side};

fn start(scenario: &str) -> Battle<Fogam> {
    let wish = Wish { scenario: Some(scenario.to_owned()), ..Wish::default() };
    Battle::start(&Fogam::setup(&wish).unwrap()).unwrap().0
}

fn fight(start: &Battle<Fogam>, seed: u64, players: BySide<PlayerName>) -> Account {
    arena::fight(start, &Match { number: 0, seed, players, swapped: false }, &Terms::default()).unwrap()
}

/// Battles won by the first player and by the second, each seed fought twice with sides changed.
fn matched(scenario: &str, first: PlayerName, second: PlayerName, seeds: u64) -> [u32; 2] {
    let start = start(scenario);
    let mut won = [0; 2];
    for seed in 0..seeds {
        for (of_first, players) in [
            (Side::Red, BySide { red: first, blue: second }),
            (Side::Blue, BySide { red: second, blue: first }),
        ] {
            match fight(&start, 900_000 + seed, players).winner {
                Some(side) if side == of_first => won[0] += 1,
                Some(_) => won[1] += 1,
                None => {}
            }
        }
    }
    won
}

const MARSHAL: PlayerName = PlayerName::Marshal(Temperament::Balanced);

#[test]
fn a_marshal_beats_chance_whichever_side_it_has() {
    for scenario in ["quick-218bc", "quick-1346"] {
        let [won, lost] = matched(scenario, MARSHAL, PlayerName::Random, 20);
        assert!(won > 2 * lost, "{scenario}: {won} won, {lost} lost");
    }
}

#[test]
fn every_player_fights_every_scenario_of_the_book_to_its_end() {
    for file in caracole_fog::battle::scenarios::library(caracole_fog::troops::Book::Ancients) {
        let start = start(file.id);
        let account = fight(&start, 7, BySide { red: MARSHAL, blue: PlayerName::Marshal(Temperament::Bold) });
        assert_eq!((account.late, account.refused), (BySide::default(), BySide::default()), "{}", file.id);
    }
    let account = fight(&start("foragers"), 7, BySide { red: PlayerName::Captain(8), blue: MARSHAL });
    assert_eq!(account.refused, BySide::default());
}

#[test]
fn the_wishes_of_users_are_of_this_book() {
    let army = |id: &str| Fogam::setup(&Wish { red: Some(id.to_owned()), ..Wish::default() });
    assert!(army("french-1346").is_ok() && army("fogam/french-1346").is_ok());
    for wrong in ["fogr/royalist-1645", "royalist-1645", "nobody"] {
        let BadWish { remedy, .. } = army(wrong).unwrap_err();
        assert!(remedy.contains("fogam/roman-218bc") && !remedy.contains("fogr/"), "{remedy}");
    }
    let scenario = Wish { scenario: Some("mill-field".to_owned()), ..Wish::default() };
    assert!(Fogam::setup(&scenario).unwrap_err().remedy.contains("foragers"));
}
