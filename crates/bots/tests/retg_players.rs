//! Players of Renatio et Gloriam.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use caracole_bots::{AnyArena, Arena, Match, PlayerName, Temperament, Terms, Wish};
use caracole_kernel::BySide;
use caracole_renatio::battle::Renatio;

const MARSHAL: PlayerName = PlayerName::Marshal(Temperament::Balanced);

fn lesson() -> Box<dyn caracole_bots::AnyGround> {
    let arena = Arena::<Renatio>::new();
    let setup = arena.setup(&Wish { scenario: Some("the-mill".to_owned()), ..Wish::default() }).unwrap();
    arena.lay_out(setup).unwrap()
}

#[test]
fn battles_end_and_a_seed_gives_the_same_battle() {
    let ground = lesson();
    let players = BySide { red: MARSHAL, blue: PlayerName::Random };
    let bout = Match { number: 0, seed: 1632, players, swapped: false };
    let account = ground.fight(&bout, &Terms::default()).unwrap();
    assert_eq!(ground.fight(&bout, &Terms::default()), Ok(account.clone()));
    assert_eq!((account.late, account.refused), (BySide::default(), BySide::default()));
}

#[test]
fn a_captain_looks_ahead_and_finishes_in_time() {
    let ground = lesson();
    let players = BySide { red: PlayerName::Random, blue: PlayerName::Captain(4) };
    let account =
        ground.fight(&Match { number: 0, seed: 7, players, swapped: false }, &Terms::default()).unwrap();
    assert_eq!((account.late, account.refused), (BySide::default(), BySide::default()));
}

#[test]
fn a_marshal_beats_a_random_player_in_most_battles() {
    let ground = lesson();
    let players = |swapped| match swapped {
        false => BySide { red: MARSHAL, blue: PlayerName::Random },
        true => BySide { red: PlayerName::Random, blue: MARSHAL },
    };
    let ahead = (0..6u64).map(|number| {
        let swapped = number % 2 == 1;
        let bout = Match { number, seed: 40 + number, players: players(swapped), swapped };
        let score = ground.fight(&bout, &Terms::default()).unwrap().score;
        if swapped { score.blue - score.red } else { score.red - score.blue }
    });
    assert!(ahead.sum::<i32>() > 0);
}

#[test]
fn wishes_are_met_or_refused_with_a_remedy() {
    let arena = Arena::<Renatio>::new();
    let wish = |scenario: Option<&str>, red: Option<&str>| Wish {
        scenario: scenario.map(str::to_owned),
        red: red.map(str::to_owned),
        blue: None,
    };
    assert!(arena.setup(&wish(None, None)).is_ok());
    assert!(arena.setup(&wish(None, Some("polish-1683"))).is_ok());
    assert!(arena.setup(&wish(Some("naseby"), None)).unwrap_err().remedy.contains("the-mill"));
    assert!(arena.setup(&wish(None, Some("nobody"))).unwrap_err().remedy.contains("retg/swedish-1632"));
    assert!(!arena.setup(&wish(Some("the-mill"), Some("polish-1683"))).unwrap_err().remedy.is_empty());
}
