//! Close Combat of light infantry, pistols, artillery fire and what it does.

use crate::common::position::{Game, Position, hex, one, pistols};
use caracole_kernel::Side;
use caracole_ledger::proves;
use caracole_musketpike::RollPurpose;
use caracole_musketpike::{
    hex::{Facing, Turn},
    messages::{Decision, Request, Target},
    world::{Fate, Formation, MoraleState},
};

fn fight(red: (&str, &str, &str), blue: (&str, &str, &str), more: &str) -> Game {
    let mut game = Position::new()
        .wing("ra", "receive_charge", "0305")
        .wing("ba", "receive_charge", "1505")
        .unit("R", "ra", "cuirassier 4 7", "0305", "E", "")
        .unit("S", "ba", "cuirassier 4 7", "1505", "E", "")
        .unit("A", "ra", red.0, red.1, red.2, "")
        .unit("Y", "ba", blue.0, blue.1, blue.2, more)
        .play();
    game.dice(&[9, 0]).activate(0).end_actions();
    game
}

#[test]
fn light_infantry_attacks_only_its_like() {
    proves!("MPBS-11.6a");
    let mut game = fight(("musketeers 3 6", "0505", "E"), ("cuirassier 4 7", "0605", "W"), "");
    assert_eq!(game.asked(), (Side::Blue, Request::Designate), "nothing for the light infantry to attack");
    game.decline();
    let game = fight(("musketeers 3 6", "0505", "E"), ("dragoons 3 6", "0605", "W"), "");
    assert_eq!(game.asked(), (Side::Red, Request::Designate));
}

#[test]
fn light_infantry_of_one_point_is_swept_away() {
    proves!("MPBS-11.6b", "MPBS-11.6c", "MPBS-11.7.1b");
    let mut game = fight(("cuirassier 4 7", "0505", "E"), ("musketeers 1 6", "0605", "W"), "");
    let a = game.id("A");
    game.decide(Decision::Attack { unit: a, hex: hex("0605") }).quiet();
    assert_eq!(game.unit("Y").fate, Fate::Eliminated, "without a die");
    game.decide(Decision::Advance { unit: a, to: one("0605", Facing::E) }).decline();
    assert_eq!(game.unit("A").formation, Formation::Normal, "and without a formation hit");
}

#[test]
fn pistols_in_close_combat_are_spent_and_count_one_each() {
    proves!("MPBS-11.3.9a", "MPBS-10.1.3c", "MPBS-10.7.2", "MPBS-10.7.1");
    let mut game = fight(("cuirassier 4 7", "0505", "E"), ("cuirassier 4 7", "0605", "W"), "");
    let (a, y) = (game.id("A"), game.id("Y"));
    game.decide(Decision::Attack { unit: a, hex: hex("0605") }).quiet();
    assert_eq!(game.asked(), (Side::Red, Request::Pistols), "the attacker announces first");
    let with = game.field().close_combat_tally(&[a], y, &[a]).total();
    let both = game.field().close_combat_tally(&[a], y, &[a, y]).total();
    let none = game.field().close_combat_tally(&[a], y, &[]).total();
    assert_eq!((with, both, none), (1, 0, 0));
    game.decide(pistols(&[a]));
    assert_eq!(game.asked(), (Side::Blue, Request::Pistols));
    game.decide(pistols(&[]));
    assert_eq!((game.unit("A").shots, game.unit("Y").shots), (1, 0));
    // 5 + 1 = 6: Defender Morale Shaken.
    game.die(5);
    assert_eq!(game.unit("Y").morale, MoraleState::Shaken);
}

#[test]
fn morale_shaken_twice_is_morale_broken() {
    proves!("MPBS-12.4.6a", "MPBS-11.4.1c");
    let mut game = fight(("cuirassier 4 7", "0505", "E"), ("cuirassier 4 7", "0605", "W"), "");
    let (a, y) = (game.id("A"), game.id("Y"));
    game.battle = game.battle.with_world(|world| world.units[usize::from(y.0)].morale = MoraleState::Shaken);
    game.decide(Decision::Attack { unit: a, hex: hex("0605") }).quiet();
    game.decide(pistols(&[])).decide(pistols(&[]));
    // Morale 7 against 6: +1; 5 + 1 = 6 is a Shaken result.
    game.die(5);
    assert_eq!(game.unit("Y").morale, MoraleState::Broken);
}

fn guns_at(target: &str) -> Game {
    let mut game = Position::new()
        .wing("ra", "make_ready", "0405")
        .wing("ba", "receive_charge", "1505")
        .unit("R", "ra", "cuirassier 4 7", "0405", "W", "")
        .unit("G", "ra", "artillery - 5", "0505", "E", "class = \"heavy\"")
        .unit(
            "T",
            "ba",
            target,
            "0705",
            "W",
            if target.starts_with("art") { "class = \"medium\"" } else { "" },
        )
        .unit("S", "ba", "cuirassier 4 7", "1505", "E", "")
        .play();
    game.activate(0);
    let (gun, t) = (game.id("G"), game.id("T"));
    game.decide(Decision::Cannonade { gun, target: Target::Unit(t), hex: hex("0705") });
    if matches!(
        game.battle.awaiting(),
        caracole_kernel::Awaiting::Decision { request: Request::Spine(_), .. }
    ) {
        game.decide(Decision::Aside(Turn::Left));
    }
    game
}

#[test]
fn cavalry_may_step_aside_from_the_guns() {
    proves!("MPBS-10.8.2", "MPBS-10.8.6a", "MPBS-10.8.6b", "MPBS-CHART-ARTILLERY-RANGE");
    // Heavy guns at two hexes: +2. 4 + 2 = 6 is a formation hit.
    let mut game = guns_at("cuirassier 4 7");
    game.die(4);
    let t = game.id("T");
    assert_eq!(game.asked(), (Side::Blue, Request::Displace(t)));
    game.decide(Decision::Aside(Turn::Left)).quiet();
    assert_eq!(game.unit("T").formation, Formation::Normal);
    assert_eq!(game.unit("T").at, one("0706", Facing::W), "its left hand is south");
    let mut game = guns_at("cuirassier 4 7");
    game.die(4).decline();
    assert_eq!(game.unit("T").formation, Formation::Shaken);
}

#[test]
fn a_formation_hit_with_a_check_is_one_check_at_plus_one_for_guns() {
    proves!("MPBS-10.8.7", "MPBS-12.3");
    // Against guns -1: 7 + 2 - 1 = 8 is FH + MC.
    let mut game = guns_at("artillery - 7");
    game.die(7);
    assert_eq!(game.purpose(), RollPurpose::MoraleCheck);
    game.die(7);
    let modifier = game.events.iter().rev().find_map(|event| match event {
        caracole_musketpike::messages::Event::MoraleCheck { rolled, .. } => Some(rolled.modifiers.total()),
        _ => None,
    });
    assert_eq!(modifier, Some(1));
    assert_eq!(game.unit("T").morale, MoraleState::Shaken, "7 + 1 is above 7");
}

#[test]
fn one_hit_disables_guns() {
    proves!("MPBS-10.6.1b", "MPBS-10.8.9a");
    let mut game = guns_at("artillery - 7");
    // 8 + 2 - 1 = 9: a casualty, a formation hit and a check.
    game.die(8);
    assert_eq!(game.unit("T").fate, Fate::Disabled);
    assert_eq!(game.field().victory_points(Side::Red).total(), 10, "4-8 lb guns disabled");
}
