//! Movement: slopes, streams, hedges, Open Order, and Momentum.

use crate::common::{
    field::{charge_of, field_of},
    position::{Game, Position},
};
use caracole_kernel::{Awaiting, Rules};
use caracole_ledger::proves;
use caracole_musketpike::{
    MusketPike,
    engine::motion::Manoeuvre,
    hex::Direction,
    messages::{Company, Decision, Escort, Event, Manner, Reaction, Salvoing},
    world::{Formation, Marks, MoraleState},
};

fn quiet_field(what: &str, more: &str) -> Position {
    Position::new()
        .wing("ra", "make_ready", "0405")
        .wing("ba", "rally", "1910")
        .unit("A", "ra", what, "0405", "E", more)
        .unit("S", "ba", "cuirassier 4 7", "1910", "E", "")
}

fn two_steps(mut game: Game) -> Game {
    game.activate(0).start_move("A").step(Direction::Se);
    game
}

/// Down a steep slope, then across a stream.
fn slope_and_stream(what: &str, more: &str) -> Game {
    let position = quiet_field(what, more).steep().level("0405", '1').hexsides("stream", &["0505 NE"]);
    two_steps(position.play())
}

/// A cavalry unit that rides at an enemy five hexes away and ends next to it.
fn momentum(position: Position, ride: impl FnOnce(&mut Game)) -> bool {
    let mut game = position
        .wing("ra", "charge", "0305")
        .wing("ba", "receive_charge", "1505")
        .unit("A", "ra", "cuirassier 4 7", "0405", "E", "")
        .unit("R", "ra", "cuirassier 4 7", "0305", "E", "formation = \"broken\"")
        .unit("E", "ba", "cuirassier 4 6", "0805", "E", "")
        .unit("S", "ba", "cuirassier 4 7", "1505", "E", "")
        .play();
    game.activate(0).start_move("A");
    ride(&mut game);
    game.quiet();
    if matches!(game.asked().1, caracole_musketpike::messages::Request::Manoeuvre(_)) {
        game.decline();
    }
    game.unit("A").is(Marks::MOMENTUM)
}

fn candidates(game: &Game) -> Vec<Decision> {
    let (side, request) = game.asked();
    let mut all = Vec::new();
    MusketPike::candidates(&game.battle, side, &request, &mut all);
    all
}

/// Both sides have the same Orders, so dice decide: red goes first.
fn roll_for_initiative(game: &mut Game) {
    game.dice(&[9, 0]);
}

const FOOT: &str = "heavy_infantry 8 7";

#[test]
fn only_the_second_gentle_slope_disorders() {
    proves!("MPBS-7.3.1h", "MPBS-10.9.3B-1");
    let hill = |what: &str| {
        // Column 5 is one level up, everything east of it two.
        let mut position = quiet_field(what, "");
        for row in 1..=12 {
            position = position.level(&format!("05{row:02}"), '1');
            for column in 6..=20 {
                position = position.level(&format!("{column:02}{row:02}"), '2');
            }
        }
        two_steps(position.play())
    };
    let mut game = hill("cuirassier 4 7");
    assert_eq!(game.unit("A").formation, Formation::Normal, "the first slope does nothing");
    game.step(Direction::Ne);
    assert_eq!(game.unit("A").formation, Formation::Shaken);
    for light in ["musketeers 3 6", "croat 4 6"] {
        let mut game = hill(light);
        game.step(Direction::Ne);
        assert_eq!(game.unit("A").formation, Formation::Normal, "{light}");
    }
}

#[test]
fn steep_slope_and_stream_break_a_formed_unit_and_it_stops() {
    proves!("MPBS-7.3.1a", "MPBS-7.3.1d", "MPBS-7.3.1f", "MPBS-CHART-TEC", "MPBS-CHART-FORMATION-MOVEMENT");
    let mut game = slope_and_stream("cuirassier 4 7", "");
    assert_eq!(game.unit("A").formation, Formation::Shaken);
    game.step(Direction::Ne);
    assert_eq!(game.unit("A").formation, Formation::Broken);
    assert!(matches!(game.asked().1, caracole_musketpike::messages::Request::Act(_)), "it has stopped");
}

#[test]
fn open_order_takes_no_hits_from_the_ground() {
    proves!("MPBS-6.3.3a", "MPBS-7.3.1a");
    // Both pay four points: 1 + 1 down the slope, 1 + 1 across the stream.
    for (more, expected) in [("", Formation::Broken), ("formation = \"open_order\"", Formation::OpenOrder)] {
        let mut game = slope_and_stream("heavy_infantry 5 6", more);
        game.step(Direction::Ne);
        assert_eq!(game.unit("A").formation, expected);
        if expected == Formation::OpenOrder {
            assert_eq!(game.refused(Decision::Manoeuvre(Manoeuvre::Step(Direction::Se))), "MPBS-7.1.1d");
        }
    }
}

#[test]
fn a_hedge_costs_a_point_and_disorders_cavalry_only() {
    proves!("MPBS-6.2.1a", "MPBS-7.3.1a", "MPBS-7.1.1a");
    for (what, allowance, expected) in
        [("cuirassier 4 7", 8, Formation::Shaken), ("musketeers 3 6", 6, Formation::Normal)]
    {
        let mut game = two_steps(quiet_field(what, "").hexsides("hedge", &["0405 SE"]).play());
        assert_eq!(game.unit("A").formation, expected);
        // Two points for hex and hedge; each vertex costs one.
        for _ in 0..allowance - 2 {
            game.manoeuvre(Manoeuvre::Face(1));
        }
        assert_eq!(game.refused(Decision::Manoeuvre(Manoeuvre::Face(1))), "MPBS-7.1.1d", "{what}");
    }
}

#[test]
fn a_formation_hit_of_combat_or_fire_breaks_open_order_at_once() {
    proves!("MPBS-6.3.3d", "MPBS-CHART-FORMATION-MOVEMENT");
    let effects = Position::new()
        .wing("ra", "make_ready", "0405")
        .wing("ba", "rally", "1910")
        .unit("A", "ra", "heavy_infantry 5 6", "0405", "E", "formation = \"open_order\"")
        .unit("S", "ba", "cuirassier 4 7", "1910", "E", "")
        .play();
    use caracole_musketpike::charts::FormationHit;
    let effect = effects.field().effect(effects.id("A"));
    assert_eq!(effect.hit_by_fire, FormationHit::Broken);
    assert_eq!(effect.hit_in_close_combat, FormationHit::Broken);
    assert!(!effect.terrain_hits);
}

#[test]
fn momentum_is_won_in_two_clear_hexes_and_lost_in_many_small_ways() {
    proves!(
        "MPBS-11.3.6-1",
        "MPBS-11.3.6-2",
        "MPBS-11.3.6-4",
        "MPBS-11.3.6a-1",
        "MPBS-11.3.6a-8",
        "MPBS-14.4d"
    );
    let straight = |game: &mut Game| {
        game.step(Direction::Se).quiet().step(Direction::Ne).quiet().step(Direction::Se).quiet();
    };
    assert!(momentum(Position::new(), straight), "clear ground");
    assert!(
        momentum(Position::new().level("0605", '1').level("0705", '1'), straight),
        "slopes do not prevent it"
    );
    assert!(!momentum(Position::new().terrain("0605", ','), straight), "broken ground in the last two hexes");
    assert!(
        !momentum(Position::new().hexsides("stream", &["0605 SE"]), straight),
        "a reciprocal hexside crossed"
    );
    let turning = |game: &mut Game| {
        game.step(Direction::Se).quiet().step(Direction::Ne).quiet();
        game.manoeuvre(Manoeuvre::Face(1)).quiet().manoeuvre(Manoeuvre::Face(-1)).quiet();
        game.step(Direction::Se).quiet();
    };
    assert!(!momentum(Position::new(), turning), "a turn");
}

#[test]
fn riding_through_guns_costs_cavalry_its_momentum() {
    proves!("MPBS-11.3.6a-8", "MPBS-8.1.2b");
    let guns = Position::new();
    let straight = |game: &mut Game| {
        game.step(Direction::Se).quiet().step(Direction::Ne).quiet().step(Direction::Se).quiet();
    };
    let mut game = guns
        .wing("ra", "charge", "0305")
        .wing("ba", "receive_charge", "1505")
        .unit("A", "ra", "cuirassier 4 7", "0405", "E", "")
        .unit("R", "ra", "cuirassier 4 7", "0305", "E", "formation = \"broken\"")
        .unit("G", "ra", "artillery - 5", "0605", "E", "class = \"light\"")
        .unit("E", "ba", "cuirassier 4 6", "0805", "E", "")
        .unit("S", "ba", "cuirassier 4 7", "1505", "E", "")
        .play();
    game.activate(0).start_move("A");
    straight(&mut game);
    game.decline();
    assert!(!game.unit("A").is(Marks::MOMENTUM));
}

#[test]
fn whoever_breaks_and_runs_has_no_momentum() {
    proves!("MPBS-11.3.6-2", "MPBS-12.4.3d");
    // Two hexes at a run bring A before the guns, whose fire breaks it: it runs away and gains nothing.
    let mut game = Position::new()
        .wing("ra", "charge", "0606")
        .wing("ba", "make_ready", "1905")
        .unit("A", "ra", "heavy_infantry 8 5", "0606", "E", "")
        .unit("R", "ra", "cuirassier 4 7", "0405", "E", "")
        .unit("X", "ba", "heavy_infantry 6 6", "0907", "W", "")
        .unit("S", "ba", "cuirassier 4 7", "1905", "W", "")
        .play_with(|game, world| {
            world.units[usize::from(game.id("A").0)].morale = MoraleState::Shaken;
        });
    game.activate(0);
    game.start_move("A").step(Direction::Se);
    game.quiet().step(Direction::Se);
    let fire = Reaction::Fire { unit: game.id("X"), salvo: Salvoing::Yes };
    game.decide(Decision::React(fire));
    // The Salvo hits, and the check that it forces is failed.
    while matches!(game.battle.awaiting(), Awaiting::Dice(_)) {
        game.die(9);
    }
    assert_eq!(game.unit("A").morale, MoraleState::Broken);
    assert!(!game.events.iter().any(|event| matches!(event, Event::Momentum { .. })));
    assert!(!game.unit("A").is(Marks::MOMENTUM));
}

#[test]
fn a_unit_without_an_allowance_moves_only_to_do_something_where_it_stands() {
    proves!("MPBS-7.2.1b", "MPBS-8.3.2d", "MPBS-10.2b");
    let moved = |code: &str, game: &Game| Decision::Move {
        unit: game.id(code),
        company: Company::Stack,
        escort: Escort::None,
    };
    let mut game = Position::new()
        .wing("ra", "make_ready", "0404")
        .wing("ba", "make_ready", "1905")
        .unit("C", "ra", "cuirassier 4 7", "0404", "E", "formation = \"broken\"")
        .unit("P", "ra", "cuirassier 4 7", "0405", "E", "formation = \"broken\"")
        .unit("F", "ra", "heavy_infantry 5 6", "0304", "E", "formation = \"broken\"")
        .unit("B", "ra", "heavy_infantry 5 6", "0303", "E", "formation = \"broken\"")
        .unit("G", "ra", "artillery - 6", "0303", "E", "class = \"light\"")
        .unit("E", "ba", "heavy_infantry 5 6", "0505", "W", "")
        .unit("S", "ba", "cuirassier 4 7", "1905", "W", "")
        .play();
    roll_for_initiative(&mut game);
    game.activate(0);
    // P has E in its front and fires, B changes places with its guns; C and F could do nothing.
    for (code, may) in [("C", false), ("P", true), ("F", false), ("B", true)] {
        let decision = moved(code, &game);
        assert_eq!(candidates(&game).contains(&decision), may, "{code}");
        assert_eq!(game.allowed(decision), may, "{code}");
    }
    // Without loaded pistols P has nothing to do either.
    game.change_unit("P", |unit| unit.shots = 2);
    assert_eq!(game.refused(moved("P", &game)), "MPBS-7.2.1b");
}

#[test]
fn open_order_goes_straight_to_formation_broken() {
    // Trap: Open Order goes straight to Formation Broken, by fire and by Close Combat; the ground does nothing.
    proves!("MPBS-6.3.3d", "MPBS-6.3.3a");
    let open = "formation = \"open_order\"";
    let mut game =
        field_of(&[("A", "musketeers 3 7", "0605", "E", ""), ("T", FOOT, "0705", "W", open)]).red_acts();
    // A 6 of commanded muskets is one formation hit.
    game.decide(game.volley("A", Manner::Skirmishing, "T")).die(6);
    assert_eq!(game.unit("T").formation, Formation::Broken);
    let mut game = field_of(&[("A", FOOT, "0605", "E", ""), ("T", FOOT, "0705", "W", open)]).red_fights();
    game.attack("A", "0705").fight();
    // +1 against Open Order: 4 + 1 = 5, no effect but the hit of every combat.
    game.die(4);
    assert_eq!((game.unit("A").formation, game.unit("T").formation), (Formation::Shaken, Formation::Broken));
    let mut game = charge_of(&[("A", FOOT, "0505", "E", open), ("T", FOOT, "0905", "W", "")])
        .terrain("0605", ',')
        .red_acts();
    game.start_move("A").step(Direction::Ne);
    assert_eq!(game.unit("A").formation, Formation::OpenOrder);
}
