//! Chapter 12: morale, thresholds and what Morale Broken units are.

use crate::common::{
    field::field_of,
    position::{Game, Position, hex, pistols},
};
use caracole_kernel::{Battle, Side};
use caracole_ledger::proves;
use caracole_musketpike::{
    MusketPike, RollPurpose,
    engine::{ScenarioSource, Setup},
    messages::{Decision, Manner, Reform, Request, Target, Through},
    scenario::Options,
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

const FOOT: &str = "heavy_infantry 8 7";

const HORSE: &str = "cuirassier 4 7";

/// A fires at T with this die.
fn shot(t: &str, change: impl FnOnce(&mut Game), die: u8) -> Game {
    let mut game = field_of(&[("A", FOOT, "0605", "E", ""), ("T", t, "0705", "W", "")]).red_acts();
    change(&mut game);
    game.decide(game.volley("A", Manner::Skirmishing, "T")).die(die);
    game
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

#[test]
fn printed_morale_is_four_to_eight() {
    proves!("MPBS-12.1a");
    for (morale, fits) in [(3, false), (4, true), (8, true), (9, false)] {
        let foot = format!("heavy_infantry 8 {morale}");
        let text = field_of(&[("A", &foot, "0605", "E", ""), ("T", FOOT, "0705", "W", "")]).text();
        let setup = Setup { scenario: ScenarioSource::Text(text), charts: None, options: Options::default() };
        assert_eq!(Battle::<MusketPike>::start(&setup).is_ok(), fits, "{morale}");
    }
    // Normal, Shaken, Broken, eliminated: each step down by one failure.
    let mut game =
        field_of(&[("A", "heavy_infantry 10 7", "0605", "E", ""), ("T", FOOT, "0705", "W", "")]).red_acts();
    let states = [MoraleState::Normal, MoraleState::Shaken, MoraleState::Broken];
    for (state, current) in states.into_iter().zip([7, 6, 1]) {
        game.morale_of("T", state);
        assert_eq!(game.field().morale(game.id("T")), current);
    }
}

#[test]
fn a_broken_unit_may_only_rally() {
    proves!("MPBS-12.4.3c", "MPBS-12.4.3a");
    let mut game = field_of(&[
        ("A", FOOT, "0605", "E", ""),
        ("B", HORSE, "0505", "E", ""),
        ("C", HORSE, "0506", "E", ""),
        ("T", FOOT, "0705", "W", ""),
    ])
    .red_acts();
    game.morale_of("A", MoraleState::Broken);
    let unit = game.id("A");
    assert_eq!(game.refused(game.volley("A", Manner::Skirmishing, "T")), "MPBS-CHART-FORMATION-MOVEMENT");
    let go = Decision::Move { unit, company: Default::default(), escort: Default::default() };
    assert_eq!(game.refused(go), "MPBS-12.4.3c");
    let reform = Decision::Reform { unit, what: Reform::Formation, through: Through::Wing };
    assert_eq!(game.refused(reform), "MPBS-13.2.3b", "it has no formation to reform");
    assert!(game.field().may_attack(unit, hex("0705")).is_err());
}

#[test]
fn formation_hits_on_a_broken_unit_are_casualties_and_its_next_failure_the_end() {
    proves!("MPBS-12.4.3g", "MPBS-12.4.6b");
    let mut game = shot(
        FOOT,
        |game| {
            game.morale_of("T", MoraleState::Broken);
        },
        9,
    );
    assert_eq!(game.unit("T").casualties, 2, "a casualty and a formation hit");
    assert!(game.rolls(RollPurpose::MoraleCheck), "morale 1 checks at the first hit");
    game.die(2);
    assert_eq!(game.unit("T").fate, Fate::Eliminated, "2 is above 1");
    // In Close Combat any adverse result does it: here the one that throws a steady unit back.
    let mut game =
        field_of(&[("A", FOOT, "0605", "E", ""), ("T", "heavy_infantry 8 7", "0705", "W", "")]).red_fights();
    game.morale_of("T", MoraleState::Broken);
    game.attack("A", "0705").fight();
    game.die(2);
    assert_eq!(game.unit("T").fate, Fate::Eliminated, "2 + 4 = 6");
}

#[test]
fn reaching_the_threshold_costs_a_level_before_the_check() {
    proves!("MPBS-12.5.2a", "MPBS-12.5.2d", "MPBS-12.5.1");
    // Strength 4, morale 7: two hits. The second brings no check at morale 7, but the level is lost.
    let game = shot(
        "heavy_infantry 4 7",
        |game| {
            game.set("T", |unit| unit.casualties = 1);
        },
        6,
    );
    assert_eq!(game.unit("T").morale, MoraleState::Shaken);
    assert!(!game.rolls(RollPurpose::MoraleCheck));
    // Morale 6: the hit makes it check, against the lowered 5.
    for (die, end) in [(5, MoraleState::Shaken), (6, MoraleState::Broken)] {
        let mut game = shot(
            "heavy_infantry 4 6",
            |game| {
                game.set("T", |unit| unit.casualties = 1);
            },
            6,
        );
        assert_eq!(game.unit("T").morale, MoraleState::Shaken, "first the level");
        game.die(die);
        game.run();
        assert_eq!(game.unit("T").morale, end, "{die}");
    }
    // Small units of morale 8 have no threshold.
    let game = shot(
        "heavy_infantry 4 8",
        |game| {
            game.set("T", |unit| unit.casualties = 2);
        },
        6,
    );
    assert_eq!((game.unit("T").morale, game.unit("T").casualties), (MoraleState::Normal, 3));
}

#[test]
fn a_stack_checks_with_the_morale_of_its_cavalry() {
    proves!("MPBS-12.4.5a", "MPBS-8.2.1f");
    let mut game = field_of(&[
        ("A", FOOT, "0605", "E", ""),
        ("T", "cuirassier 4 7", "0705", "W", ""),
        ("U", "musketeers 2 5", "0705", "W", ""),
    ])
    .red_acts();
    game.decide(game.volley("A", Manner::Skirmishing, "T")).die(6);
    // One of the two takes the hit, as the owner likes.
    let (t, u) = (game.id("T"), game.id("U"));
    assert_eq!(game.asked(), (Side::Blue, Request::TakeHit(t)));
    game.decide(Decision::Unit(u));
    assert_eq!((game.unit("T").casualties, game.unit("U").casualties), (0, 1));
    // One hit at morale 7 makes no check, though light infantry of morale 5 alone would; but its threshold is
    // reached, and the whole stack loses the level.
    assert!(!game.rolls(RollPurpose::MoraleCheck));
    assert_eq!((game.unit("T").morale, game.unit("U").morale), (MoraleState::Shaken, MoraleState::Shaken));
    assert_eq!(game.field().morale(u), 6);
}

#[test]
fn guns_and_their_stack_mate_fail_apart() {
    proves!("MPBS-12.4.5b", "MPBS-8.3.3a");
    let mut game = field_of(&[
        ("G", "artillery - 7", "0605", "SE", "class = \"heavy\""),
        ("T", FOOT, "0607", "NW", ""),
        ("N", "artillery - 5", "0607", "NW", "class = \"light\", layer = \"top\""),
    ])
    .red_acts();
    let (gun, target) = (game.id("G"), Target::Unit(game.id("N")));
    game.decide(Decision::Cannonade { gun, target, hex: hex("0607") });
    // Both are on the line and each has its own die. The unit first: a miss. The guns: 6 + 2 - 1 = 7, a check.
    game.die(0).die(6);
    assert!(game.rolls(RollPurpose::MoraleCheck));
    game.die(9);
    assert_eq!((game.unit("N").morale, game.unit("T").morale), (MoraleState::Shaken, MoraleState::Normal));
    assert_eq!(game.unit("T").formation, Formation::Normal);
}
