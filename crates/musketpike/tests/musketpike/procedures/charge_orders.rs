//! Charge Orders: the obligation, engaged enemies, who sticks to whom, and light troops before heavy infantry.

use crate::common::position::{Game, Position, hex, one};
use caracole_kernel::{Awaiting, Rules};
use caracole_ledger::proves;
use caracole_musketpike::{
    MusketPike,
    engine::motion::Manoeuvre,
    hex::{Direction, Facing, Turn},
    messages::{Decision, Reaction, Request},
    world::Marks,
};

fn charge() -> Position {
    Position::new()
        .wing("ra", "charge", "0305")
        .wing("ba", "receive_charge", "1505")
        .unit("R", "ra", "cuirassier 4 7", "0305", "E", "formation = \"broken\"")
        .unit("S", "ba", "cuirassier 4 7", "1505", "E", "")
}

fn candidates(game: &Game) -> Vec<Decision> {
    let (side, request) = game.asked();
    let mut all = Vec::new();
    MusketPike::candidates(&game.battle, side, &request, &mut all);
    all
}

#[test]
fn a_charging_unit_must_end_nearer_to_the_nearest_enemy() {
    proves!("MPBS-5.6.1a", "MPBS-5.6.1c", "MPBS-5.6.1g", "MPBS-5.6a", "MPBS-5.6.1e");
    let mut game = charge()
        .unit("A", "ra", "cuirassier 4 7", "0405", "E", "")
        .unit("E", "ba", "cuirassier 4 6", "0705", "E", "")
        .play();
    game.activate(0);
    assert_eq!(game.refused(Decision::Decline), "MPBS-5.6.1a", "the step does not end before A has moved");
    game.start_move("A");
    assert_eq!(game.refused(Decision::Decline), "MPBS-5.6.1a");
    game.step(Direction::Se).quiet();
    assert!(game.allowed(Decision::Decline), "one hex nearer is enough");
    // Charge Orders allow it to go next to the enemy.
    game.step(Direction::Ne).quiet().decline();
    assert_eq!(game.unit("A").at, one("0605", Facing::E));
    game.end_actions();
}

#[test]
fn an_enemy_in_a_friends_front_may_be_left_to_him() {
    proves!("MPBS-5.6.1b", "MPBS-5.6.1d");
    let position = |friend: &str| {
        charge()
            .unit("A", "ra", "cuirassier 4 7", "0405", "E", "")
            .unit("F", "ra", "cuirassier 4 7", "0605", friend, "")
            .unit("E1", "ba", "heavy_infantry 5 6", "0705", "E", "")
            .unit("E2", "ba", "heavy_infantry 5 6", "0409", "E", "")
            .play()
    };
    // F looks at E1: A may go for E2, four hexes away, instead of E1 at three.
    let mut game = position("E");
    game.activate(0).start_move("A").manoeuvre(Manoeuvre::Face(2)).step(Direction::S);
    game.quiet();
    assert!(game.allowed(Decision::Decline));
    // F looks the other way: E1 is not engaged and A must close with it.
    let mut game = position("W");
    game.activate(0).start_move("A").manoeuvre(Manoeuvre::Face(2)).step(Direction::S);
    game.quiet();
    assert_eq!(game.refused(Decision::Decline), "MPBS-5.6.1a");
}

#[test]
fn one_enemy_holds_one_unit_only() {
    proves!("MPBS-5.6.1h", "MPBS-5.6.1j", "MPBS-5.6.5c");
    let position = || {
        charge().unit("A", "ra", "cuirassier 4 7", "0605", "E", "").unit(
            "E1",
            "ba",
            "cuirassier 4 6",
            "0705",
            "E",
            "",
        )
    };
    let mut game = position().play();
    game.activate(0).start_move("A");
    assert_eq!(game.refused(Decision::Manoeuvre(Manoeuvre::Step(Direction::Ne))), "MPBS-5.6.1h");
    assert!(game.allowed(Decision::Manoeuvre(Manoeuvre::Face(1))), "it may turn");
    // F at 0706 faces north-east and has E1 in its front: A is free.
    let mut game = position().unit("F", "ra", "cuirassier 4 7", "0706", "NE", "").play();
    game.activate(0).start_move("A");
    assert!(game.allowed(Decision::Manoeuvre(Manoeuvre::Step(Direction::Ne))));
    // F holds E1 for A, but nobody holds it for F but A, who has it in front as well: both are free, and of two
    // units that face E1 either may leave the other to it.
    game.step(Direction::Ne).quiet();
}

#[test]
fn lone_guns_do_not_hold_a_charging_unit() {
    proves!("MPBS-5.6.1i");
    let mut game = charge()
        .unit("A", "ra", "cuirassier 4 7", "0605", "E", "")
        .unit("G", "ba", "artillery - 5", "0705", "W", "class = \"light\"")
        .play();
    game.activate(0).start_move("A");
    assert!(game.allowed(Decision::Manoeuvre(Manoeuvre::Step(Direction::Ne))), "past the guns");
    assert!(game.allowed(Decision::Manoeuvre(Manoeuvre::Step(Direction::Se))), "or into them");
}

#[test]
fn light_troops_need_not_approach_the_front_of_heavy_infantry() {
    proves!("MPBS-5.6.1p", "MPBS-5.6.1q", "MPBS-14.6c");
    let position = |what: &str| {
        charge()
            .unit("F", "ra", "cuirassier 4 7", "0303", "E", "")
            .unit("A", "ra", what, "0405", "E", "")
            .unit("H", "ba", "heavy_infantry 8 6", "0605", "W", "")
            .play()
    };
    for light in ["musketeers 2 6", "croat 3 6"] {
        let mut game = position(light);
        game.activate(0).start_move("A").decline();
    }
    let mut game = position("arquebusier 4 6");
    game.activate(0).start_move("A");
    assert_eq!(game.refused(Decision::Decline), "MPBS-5.6.1a");
    // From three hexes they still have to come on.
    let mut game = charge()
        .unit("F", "ra", "cuirassier 4 7", "0303", "E", "")
        .unit("A", "ra", "musketeers 2 6", "0306", "E", "")
        .unit("H", "ba", "heavy_infantry 8 6", "0606", "W", "")
        .play();
    game.activate(0).start_move("A");
    assert_eq!(game.refused(Decision::Decline), "MPBS-5.6.1a");
}

#[test]
fn make_ready_keeps_away_and_receive_charge_moves_one_hex() {
    proves!("MPBS-5.6.2a", "MPBS-5.6.3a", "MPBS-5.6.1e");
    let position = |orders: &str| {
        Position::new()
            .wing("ra", orders, "0405")
            .wing("ba", "rally", "1505")
            .unit("A", "ra", "cuirassier 4 7", "0405", "E", "")
            .unit("E", "ba", "heavy_infantry 5 6", "0705", "E", "")
            .unit("S", "ba", "cuirassier 4 7", "1505", "E", "")
            .play()
    };
    let mut game = position("make_ready");
    game.activate(0).start_move("A").step(Direction::Se).quiet();
    assert_eq!(game.refused(Decision::Manoeuvre(Manoeuvre::Step(Direction::Ne))), "MPBS-5.6.1e");
    let mut game = position("receive_charge");
    game.activate(0).start_move("A").step(Direction::Ne).quiet();
    assert_eq!(game.refused(Decision::Manoeuvre(Manoeuvre::Step(Direction::Ne))), "MPBS-5.6.3a");
}

#[test]
fn under_rally_orders_a_unit_ends_no_nearer_to_any_enemy() {
    proves!("MPBS-5.6.4a");
    let mut game = Position::new()
        .wing("ra", "rally", "0405")
        .wing("ba", "rally", "1505")
        .unit("A", "ra", "cuirassier 4 7", "0405", "E", "")
        .unit("E", "ba", "heavy_infantry 5 6", "0805", "E", "")
        .unit("S", "ba", "cuirassier 4 7", "1505", "E", "")
        .play();
    game.dice(&[9, 0]).activate(0).start_move("A").step(Direction::Se).quiet();
    assert_eq!(game.refused(Decision::Decline), "MPBS-5.6.4a");
    // It may turn about and go back: 1 + 2 + 1 of 8 points.
    game.manoeuvre(Manoeuvre::CounterMarch).quiet().step(Direction::Nw).quiet().decline();
}

#[test]
fn light_infantry_that_need_not_approach_heavy_infantry_may_stand() {
    proves!("MPBS-5.6.1p");
    let mut game = Position::new()
        .wing("ra", "charge", "0807")
        .wing("ba", "make_ready", "1207")
        .unit("A", "ra", "musketeers 2 5", "1007", "E", "formation = \"shaken\"")
        .unit("X", "ba", "heavy_infantry 6 6", "1207", "W", "")
        .unit("R", "ra", "cuirassier 4 7", "0807", "E", "")
        .play();
    game.activate(0);
    game.change_unit("R", |unit| unit.marks.set(Marks::ACTED));
    // One step more would be next to the front of X; A stands two hexes away and faces it.
    assert!(game.allowed(Decision::Decline));
    assert!(candidates(&game).contains(&Decision::Decline));
}

#[test]
fn a_charge_keeps_its_target_when_guns_drive_the_unit_aside() {
    proves!("MPBS-5.6.1c", "MPBS-10.8.6a");
    let mut game = Position::new()
        .wing("ra", "charge", "0806")
        .wing("ba", "make_ready", "1905")
        .unit("A", "ra", "cuirassier 4 7", "0806", "E", "")
        .unit("G", "ba", "artillery - 6", "1206", "W", "class = \"heavy\"")
        .unit("S", "ba", "cuirassier 4 7", "1905", "W", "")
        .play();
    game.activate(0);
    // The guns are four hexes away: the charge must end within three.
    game.start_move("A").step(Direction::Se);
    game.decide(Decision::React(Reaction::Fire { unit: game.id("G"), salvo: Default::default() }));
    while matches!(game.battle.awaiting(), Awaiting::Decision { request: Request::Spine(_), .. }) {
        game.decide(Decision::Aside(Turn::Left));
    }
    // Heavy guns add 1 at three hexes, and 6 is a formation hit.
    game.die(5);
    assert!(matches!(game.asked().1, Request::Displace(_)), "{:?}", game.asked());
    game.decide(Decision::Aside(Turn::Right));
    assert_eq!(game.at("A"), hex("0907"));
    game.quiet();
    assert_eq!(game.asked().1, Request::Manoeuvre(game.id("A")));
    // From 0907 the guns are three hexes away: nearer than when the unit began to move, so it may stop.
    assert!(game.allowed(Decision::Decline));
}
