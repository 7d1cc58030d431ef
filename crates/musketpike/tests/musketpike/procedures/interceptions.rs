//! Chapter 9.3: Interception, and the Momentum that it costs.

use crate::common::{
    field::scene,
    position::{Game, Position, hex, one},
};
use caracole_kernel::Side;
use caracole_ledger::{proves, rule};
use caracole_musketpike::{
    engine::motion::Manoeuvre,
    hex::{Direction, Facing},
    messages::{Company, Decision, Escort, Reaction, Request},
    world::{Fate, Formation, Marks, MoraleState},
};

/// Red A in 0605 rides east; blue M in 1105 looks west, four hexes from A's first step.
fn ride(mover: &str, more: &str) -> Position {
    scene(
        ("charge", "0505"),
        ("charge", "1405"),
        &[
            ("A", mover, "0605", "E", ""),
            ("K", "cuirassier 4 7", "0505", "W", "formation = \"broken\""),
            ("M", "cuirassier 4 7", "1105", "W", more),
            ("Z", "cuirassier 4 7", "1405", "E", "formation = \"broken\""),
        ],
    )
}

fn first_step(position: Position) -> Game {
    let mut game = position.red_acts();
    game.start_move("A").step(Direction::Se);
    game
}

fn may_intercept(game: &Game, code: &str) -> bool {
    let unit = game.id(code);
    game.asked().0 == Side::Blue && game.allowed(Decision::React(Reaction::Intercept(unit)))
}

/// M has failed to break A in an Interception and stands in 0806, in the front of B; A is in 0705.
fn after_interception(happens: bool) -> Game {
    let mut game = first_step(ride("cuirassier 4 7", "").unit(
        "B",
        "ra",
        "cuirassier 4 7",
        "0706",
        "E",
        "formation = \"broken\"",
    ));
    let m = game.id("M");
    if !happens {
        game.quiet();
        return game;
    }
    game.react(Reaction::Intercept(m)).die(0);
    for way in [Direction::Sw, Direction::Nw, Direction::Sw] {
        game.step(way);
    }
    game.decline();
    assert_eq!(game.at("M"), hex("0806"));
    while !matches!(game.asked().1, Request::Manoeuvre(_)) {
        game.decline();
    }
    game
}

const HORSE: &str = "cuirassier 4 7";

const BROKEN: &str = "formation = \"broken\"";

/// Red A rides east; blue M in 1105 may Intercept.
fn ride_past(more: &[(&str, &str, &str, &str, &str)]) -> Game {
    let mut units = vec![
        ("A", HORSE, "0605", "E", ""),
        ("K", HORSE, "0505", "W", BROKEN),
        ("M", HORSE, "1105", "W", ""),
        ("Z", HORSE, "1405", "E", BROKEN),
    ];
    units.extend(more);
    scene(("charge", "0505"), ("charge", "1405"), &units).red_acts()
}

#[test]
fn who_may_intercept() {
    proves!("MPBS-9.3.1c", "MPBS-9.3.1d", "MPBS-9.1.2d");
    let horse = "cuirassier 4 7";
    assert!(may_intercept(&first_step(ride(horse, "")), "M"));
    // Not when Formation Broken, in Column or on foot; not five hexes away.
    for more in ["formation = \"broken\"", "formation = \"column\"", "dismounted = true"] {
        assert_eq!(first_step(ride(horse, more)).asked().0, Side::Red, "{more}");
    }
    let mut game = first_step(ride(horse, ""));
    game.morale_of("M", MoraleState::Broken);
    assert_eq!(game.no(Reaction::Intercept(game.id("M"))), "MPBS-9.1.1a-4");
    let mut game = first_step(ride(horse, ""));
    game.set("M", |unit| unit.at = one("1205", Facing::W));
    assert_eq!(game.no(Reaction::Intercept(game.id("M"))), "MPBS-9.3.1a");
    // Not through a wood, nor past enemy guns, though guns hide nothing else.
    assert_eq!(first_step(ride(horse, "").terrain("0905", 'w')).asked().0, Side::Red);
    let guns = ride(horse, "").unit("G", "ra", "artillery - 5", "0905", "W", "class = \"light\"");
    assert_eq!(first_step(guns).asked().0, Side::Red);
    let guns = ride(horse, "").unit("N", "ba", "artillery - 5", "0905", "E", "class = \"light\"");
    assert!(may_intercept(&first_step(guns), "M"));
}

#[test]
fn it_must_come_adjacent_unbroken() {
    proves!("MPBS-9.3.1e");
    // Broken ground in both hexes ahead: a formation hit and two points. A Shaken unit would break there.
    let foot = "heavy_infantry 6 7";
    let rough = |more: &str| first_step(ride(foot, more).terrain("1005", ',').terrain("1006", ','));
    assert!(may_intercept(&rough(""), "M"));
    assert_eq!(rough("formation = \"shaken\"").asked().0, Side::Red);
    assert!(
        may_intercept(&first_step(ride(foot, "formation = \"shaken\"")), "M"),
        "4 points for three hexes"
    );
}

#[test]
fn nobody_intercepts_an_interception() {
    proves!("MPBS-9.3.2c", "MPBS-9.3.3c");
    let mut game =
        first_step(ride("heavy_infantry 6 7", "").unit("B", "ra", "cuirassier 4 7", "0804", "E", ""));
    let m = game.id("M");
    game.react(Reaction::Intercept(m)).die(0);
    for way in [Direction::Sw, Direction::Nw, Direction::Sw] {
        assert_eq!(
            game.asked(),
            (Side::Blue, Request::Intercept(m)),
            "red horse beside the way is not asked"
        );
        game.step(way);
    }
    game.decline();
    // The intercepted foot neither fires nor forms Hedgehog: the interceptor goes on.
    assert_eq!(game.asked(), (Side::Blue, Request::PistolFirst(m)));
}

#[test]
fn several_try_one_after_the_other() {
    proves!("MPBS-9.3.2d", "MPBS-9.3.2b");
    let mut game = first_step(ride("cuirassier 4 7", "").unit("N", "ba", "cuirassier 4 7", "1104", "W", ""));
    let (a, m, n) = (game.id("A"), game.id("M"), game.id("N"));
    game.react(Reaction::Intercept(m)).die(6);
    assert_eq!(
        game.asked(),
        (Side::Blue, Request::React(a)),
        "the first has failed before the second is named"
    );
    assert_eq!(game.no(Reaction::Intercept(m)), "MPBS-9.1.1a-1");
    game.react(Reaction::Intercept(n)).die(5);
    assert_eq!(game.asked(), (Side::Blue, Request::Intercept(n)));
}

#[test]
fn heavy_infantry_is_met_in_its_rear() {
    // EX-9.3.3: morale 8 under Charge Orders, a modified 0 to 5.
    proves!("MPBS-9.3.3b", "MPBS-9.3.2a", "MPBS-9.3.3a", "MPBS-9.3.1b");
    let march = || {
        let mut game = scene(
            ("charge", "0206"),
            ("charge", "0302"),
            &[
                ("A", "heavy_infantry 10 7", "0406 0407", "E", ""),
                ("K", "cuirassier 4 7", "0206", "W", "formation = \"broken\""),
                ("M", "cuirassier 4 8", "0402", "SE", ""),
                ("T", "heavy_infantry 6 7", "1006", "W", "formation = \"broken\""),
                ("Z", "cuirassier 4 7", "0302", "W", "formation = \"broken\""),
            ],
        )
        .red_acts();
        let m = game.id("M");
        game.start_move("A").step(Direction::Ne).react(Reaction::Intercept(m));
        game
    };
    let mut game = march();
    game.die(7);
    assert_eq!(game.asked().0, Side::Red, "7 - 1 is above 5");
    let mut game = march();
    game.die(6);
    let m = game.id("M");
    assert_eq!(game.refused(Decision::Decline), "MPBS-9.3.3a", "it must come adjacent");
    assert_eq!(
        game.refused(Decision::Manoeuvre(Manoeuvre::Step(Direction::N))),
        "MPBS-7.1.1c",
        "forward only"
    );
    for _ in 0..3 {
        game.step(Direction::S);
    }
    game.decline();
    assert_eq!(game.at("M"), hex("0405"), "a rear hex of the line in 0505 and 0506");
    game.decline();
    assert_eq!(game.asked(), (Side::Blue, Request::Engage(m)));
    assert_eq!(game.combat_line(&["M"], "A", rule!("MPBS-11.3.7")), 1);
}

#[test]
fn an_intercepted_unit_begins_its_momentum_anew() {
    proves!("MPBS-9.3.4b", "MPBS-11.3.6a-4");
    // One hex before, one after: two in a row without the Interception, not with it.
    for (intercepted, expected) in [(false, true), (true, false)] {
        let mut game = after_interception(intercepted);
        game.step(Direction::Ne).quiet().decline();
        assert_eq!(game.unit("A").is(Marks::MOMENTUM), expected, "intercepted: {intercepted}");
    }
    let mut game = after_interception(true);
    game.step(Direction::Ne).quiet().step(Direction::Ne).quiet().decline();
    assert!(game.unit("A").is(Marks::MOMENTUM), "two hexes after it");
}

#[test]
fn an_advance_does_not_count_towards_momentum() {
    proves!("MPBS-11.3.6a-2");
    let mut game = first_step(ride("cuirassier 4 7", ""));
    let (a, m) = (game.id("A"), game.id("M"));
    game.react(Reaction::Intercept(m)).die(0);
    game.step(Direction::Nw).step(Direction::Sw).step(Direction::Nw).decline();
    game.decline().decline().accept().no_pistols();
    // 0 + 2 for Momentum: Attacker Morale Shaken, two hexes back.
    game.die(0).decide(Decision::Toward(Direction::Se)).decide(Decision::Toward(Direction::Ne));
    game.decide(Decision::Advance { unit: a, to: one("0805", Facing::E) }).decline().quiet();
    game.step(Direction::Se).quiet().decline();
    assert_eq!((game.at("A"), game.at("M")), (hex("0905"), hex("1005")));
    assert!(!game.unit("A").is(Marks::MOMENTUM), "the advance and one hex are not two hexes");
}

#[test]
fn intercepting_costs_no_action_and_a_finished_wing_may() {
    proves!("MPBS-9.3.5a", "MPBS-9.3.5b");
    let mut game = ride("cuirassier 4 7", "").red_acts();
    game.battle = game.battle.with_world(|world| world.wings[1].finished = true);
    game.start_move("A").step(Direction::Se);
    assert!(may_intercept(&game, "M"));
    let mut game = first_step(ride("cuirassier 4 7", ""));
    let unit = game.id("M");
    game.react(Reaction::Intercept(unit)).die(9);
    game.quiet().decline().end_actions();
    while !matches!(game.asked().1, Request::Activate(_)) {
        game.decline();
    }
    game.activate(1);
    assert!(game.allowed(Decision::Move { unit, company: Company::Stack, escort: Escort::None }));
}

#[test]
fn guns_on_the_way() {
    proves!("MPBS-9.3.7a", "MPBS-9.3.7b", "MPBS-11.3.6a-8");
    let path = [Direction::Nw, Direction::Sw, Direction::Nw];
    // Its own guns in 0905 cost it the Momentum that the clear way gives.
    for (guns, expected) in [(false, true), (true, false)] {
        let mut position = ride("cuirassier 4 7", "");
        if guns {
            position = position.unit("N", "ba", "artillery - 5", "0905", "E", "class = \"light\"");
        }
        let mut game = first_step(position);
        let m = game.id("M");
        game.react(Reaction::Intercept(m)).die(0);
        for way in path {
            game.step(way);
        }
        game.decline();
        assert_eq!(game.unit("M").is(Marks::MOMENTUM), expected, "guns: {guns}");
    }
    // Enemy guns beside the line of sight may not be ridden through.
    let mut game = first_step(ride("cuirassier 4 7", "").unit(
        "G",
        "ra",
        "artillery - 5",
        "1005",
        "W",
        "class = \"light\"",
    ));
    let m = game.id("M");
    game.react(Reaction::Intercept(m)).die(0);
    assert_eq!(game.refused(Decision::Manoeuvre(Manoeuvre::Step(Direction::Nw))), "MPBS-9.3.7b");
    game.step(Direction::Sw);
}

#[test]
fn momentum_unused_in_the_interception_is_gone() {
    proves!("MPBS-11.3.6-4");
    let mut game = first_step(ride("cuirassier 4 7", ""));
    let m = game.id("M");
    game.react(Reaction::Intercept(m)).die(0);
    game.step(Direction::Nw).step(Direction::Sw).step(Direction::Nw).decline();
    assert!(game.unit("M").is(Marks::MOMENTUM));
    game.decline().decline();
    assert_eq!(game.asked(), (Side::Blue, Request::Engage(m)));
    game.decline();
    assert!(!game.unit("M").is(Marks::MOMENTUM), "it does not serve a later Reaction Close Combat");
    assert_eq!((game.unit("M").fate, game.unit("M").formation), (Fate::OnMap, Formation::Normal));
}

#[test]
fn a_turn_within_four_hexes_can_be_intercepted() {
    // Unclear in 9.3.1: every movement trigger inside the arc, a change of facing too.
    proves!("MPBS-9.3.1a", "MPBS-9.1.3c");
    let mut game = ride_past(&[]);
    let (a, m) = (game.id("A"), game.id("M"));
    game.start_move("A").step(Direction::Se);
    game.decline();
    game.manoeuvre(Manoeuvre::Face(1));
    assert_eq!(game.asked(), (Side::Blue, Request::React(a)));
    assert!(game.allowed(Decision::React(Reaction::Intercept(m))));
}

#[test]
fn after_a_failed_interception_cavalry_reacts_to_later_triggers() {
    // Unclear in 9.3.2: "may still React" means to later triggers.
    proves!("MPBS-9.3.2b", "MPBS-9.1.1a-1");
    let mut game = ride_past(&[("N", HORSE, "0804", "W", "")]);
    let n = game.id("N");
    game.start_move("A").step(Direction::Se);
    game.react(Reaction::Intercept(n)).die(9);
    game.quiet();
    // A comes next to N: N may fire now, though its Interception is done.
    game.step(Direction::Ne);
    assert!(game.allowed(Decision::React(game.fires("N"))));
    assert_eq!(game.no(Reaction::Intercept(n)), "MPBS-9.3.1f");
}
