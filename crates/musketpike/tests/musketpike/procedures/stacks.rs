//! Stacks of cavalry with light infantry, and Cavalry Incorporation.

use crate::common::{
    field::scene,
    position::{Game, Position},
};
use caracole_kernel::Side;
use caracole_ledger::proves;
use caracole_musketpike::{
    hex::Direction,
    messages::{Decision, Reaction, Request},
    world::{Fate, Formation, Marks, MoraleState},
};

fn horse(units: &[(&str, &str, &str, &str)]) -> Position {
    let mut position = Position::new().wing("ra", "make_ready", "0405").wing("ba", "rally", "1910").unit(
        "S",
        "ba",
        "cuirassier 4 7",
        "1910",
        "E",
        "",
    );
    for (code, what, at, facing) in units {
        position = position.unit(code, "ra", what, at, facing, "");
    }
    position
}

fn joined() -> Game {
    // F keeps the Wing from going under Rally Orders.
    let units = [
        ("A", "arquebusier 4 7", "0405", "E"),
        ("L", "musketeers 2 6", "0505", "E"),
        ("F", "cuirassier 4 7", "0404", "E"),
    ];
    let mut game = horse(&units).play_with(|game, world| {
        world.units[usize::from(game.id("A").0)].morale = MoraleState::Shaken;
        world.units[usize::from(game.id("L").0)].formation = Formation::Shaken;
    });
    game.decide(Decision::Activate(caracole_musketpike::counters::WingId(0)));
    while !matches!(game.asked().1, Request::Act(_)) {
        game.decline();
    }
    game
}

const HORSE: &str = "cuirassier 4 7";

#[test]
fn cavalry_absorbs_cavalry() {
    proves!("MPBS-8.4a", "MPBS-8.4b", "MPBS-8.4c", "MPBS-15.0d");
    let mut game = horse(&[("A", "arquebusier 4 8", "0405", "E"), ("B", "arquebusier 4 7", "0505", "E")])
        .play_with(|game, world| {
            for code in ["A", "B"] {
                world.units[usize::from(game.id(code).0)].casualties = 2;
            }
        });
    game.activate(0).start_move("A").step(Direction::Se);
    assert_eq!(game.unit("A").casualties, 0, "two points of the other fill its ranks");
    assert_eq!(game.unit("B").fate, Fate::Eliminated);
    assert!(matches!(game.asked().1, Request::Act(_)), "its move is over");
    assert_eq!(
        game.field().victory_points(Side::Blue).total(),
        10,
        "formed cavalry eliminated, no casualties left"
    );
}

#[test]
fn cavalry_without_casualties_may_not_enter_the_hex_of_cavalry() {
    proves!("MPBS-8.1.1a", "MPBS-8.1.2a", "MPBS-8.4a");
    let mut game =
        horse(&[("A", "arquebusier 4 8", "0405", "E"), ("B", "arquebusier 4 7", "0505", "E")]).play();
    game.activate(0).start_move("A");
    let step = Decision::Manoeuvre(caracole_musketpike::engine::motion::Manoeuvre::Step(Direction::Se));
    assert_eq!(game.refused(step), "MPBS-8.1.1a");
}

#[test]
fn a_stack_takes_the_worse_states_of_the_two() {
    proves!("MPBS-8.2.1a", "MPBS-8.2.2a", "MPBS-8.2.2c", "MPBS-8.2.2d", "MPBS-8.2.1b", "MPBS-8.2.1g");
    let mut game = joined();
    game.start_move("A").step(Direction::Se);
    for code in ["A", "L"] {
        assert_eq!(game.unit(code).morale, MoraleState::Shaken, "{code}");
        assert_eq!(game.unit(code).formation, Formation::Shaken, "{code}");
    }
    assert!(game.unit("L").is(Marks::ACTED), "the other loses its move");
    let (a, l) = (game.id("A"), game.id("L"));
    let f = game.field();
    assert_eq!(f.partner(a), Some(l));
    assert_eq!(f.base_allowance(a), 6);
    assert_eq!(f.morale(l), 6, "the cavalry's printed 7 less one");
}

#[test]
fn whoever_joins_the_broken_breaks_with_them_and_runs() {
    proves!("MPBS-8.2.2d", "MPBS-12.4.3d");
    let units = [
        ("A", "arquebusier 4 7", "0405", "E"),
        ("L", "musketeers 2 6", "0505", "E"),
        ("F", "cuirassier 4 7", "0404", "E"),
    ];
    // Broken ground shakes the cavalry as it comes in; the light infantry stays worse than that.
    let mut game = horse(&units).terrain("0505", ',').play_with(|game, world| {
        let light = &mut world.units[usize::from(game.id("L").0)];
        (light.morale, light.formation) = (MoraleState::Broken, Formation::Broken);
    });
    game.decide(Decision::Activate(caracole_musketpike::counters::WingId(0)));
    while !matches!(game.asked().1, Request::Act(_)) {
        game.decline();
    }
    game.start_move("A").step(Direction::Se);
    for code in ["A", "L"] {
        assert_eq!(game.unit(code).morale, MoraleState::Broken, "{code}");
        assert_eq!(game.unit(code).formation, Formation::Broken, "{code}");
    }
    // They run at once: the owner is asked for the way.
    assert_eq!(game.asked(), (Side::Red, Request::Retreat(game.id("A"))));
}

#[test]
fn a_stack_is_too_slow_to_intercept_cavalry() {
    proves!("MPBS-8.2.1j", "MPBS-9.3.1g");
    let mut game = Position::new()
        .wing("ra", "make_ready", "0505")
        .wing("ba", "receive_charge", "1405")
        .unit("A", "ra", "cuirassier 4 7", "0605", "E", "")
        .unit("R", "ra", "cuirassier 4 7", "0505", "E", "")
        .unit("B", "ba", "cuirassier 4 7", "1105", "W", "")
        .unit("L", "ba", "musketeers 2 6", "1105", "W", "")
        .unit("C", "ba", "cuirassier 4 7", "1103", "W", "")
        .unit("S", "ba", "cuirassier 4 7", "1405", "E", "")
        .play();
    let (a, b) = (game.id("A"), game.id("B"));
    game.activate(0).start_move("A").step(Direction::Se);
    game.quiet();
    game.step(Direction::Ne);
    // C alone has 8 points and may try; B with its light infantry has 6.
    assert_eq!(game.asked(), (Side::Blue, Request::React(a)));
    assert_eq!(game.refused(Decision::React(Reaction::Intercept(b))), "MPBS-9.3.1g");
    assert!(game.allowed(Decision::React(Reaction::Intercept(game.id("C")))));
}

#[test]
fn absorbing_cavalry_lifts_the_limit_of_the_threshold() {
    // Unclear in 12.5.2: above the threshold again, a unit may be rallied in full; the level is not given back.
    proves!("MPBS-12.5.2b", "MPBS-8.4b");
    let mut game = scene(
        ("make_ready", "0404"),
        ("rally", "1909"),
        &[
            ("A", HORSE, "0605", "E", ""),
            ("B", HORSE, "0705", "E", ""),
            ("K", HORSE, "0404", "W", ""),
            ("L", HORSE, "0504", "W", ""),
            ("Z", HORSE, "1909", "E", ""),
        ],
    )
    .red_acts();
    game.morale_of("A", MoraleState::Shaken).set("A", |unit| unit.casualties = 2);
    assert!(game.field().past_threshold(game.id("A")));
    game.start_move("A").step(Direction::Se);
    assert_eq!((game.unit("B").fate, game.unit("A").casualties), (Fate::Eliminated, 0));
    assert!(!game.field().past_threshold(game.id("A")));
    assert_eq!(game.unit("A").morale, MoraleState::Shaken);
}
