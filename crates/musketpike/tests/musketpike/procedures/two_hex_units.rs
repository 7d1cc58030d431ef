//! Two-hex units: wheeling, hexsides half by half, arcs of each half, the centre front, retreat as a whole, bridges.

use crate::common::position::{Game, Position, hex, left};
use caracole_kernel::Side;
use caracole_ledger::proves;
use caracole_musketpike::{
    RollPurpose,
    engine::motion::Manoeuvre,
    hex::{Direction, Facing, Half, Turn},
    messages::{Decision, Manner, Request, Shot, Target, Volley},
    world::{Formation, MoraleState},
};
use smallvec::smallvec;

fn foot(more: &str) -> Position {
    Position::new()
        .wing("ra", "make_ready", "0405")
        .wing("ba", "rally", "1910")
        .unit("A", "ra", "heavy_infantry 10 6", "0405 0406", "E", more)
        .unit("S", "ba", "cuirassier 4 7", "1910", "E", "")
}

/// Two-hex A faces E1 in its left front hex and E2 in its right front hex.
fn facing_two(more: &str) -> Game {
    let mut game = Position::new()
        .wing("ra", "make_ready", "0405")
        .wing("ba", "receive_charge", "1005")
        .unit("A", "ra", "heavy_infantry 10 6", "0405 0406", "E", more)
        .unit("E1", "ba", "heavy_infantry 5 8", "0504", "W", "")
        .unit("E2", "ba", "heavy_infantry 5 8", "0506", "W", "")
        .unit("S", "ba", "cuirassier 4 7", "1005", "E", "")
        .play();
    game.activate(0);
    game
}

#[test]
fn wheeling_one_hex_costs_one_point_and_the_ground() {
    proves!("MPBS-6.2.1c", "MPBS-6.1c");
    let mut game = foot("").play();
    game.activate(0).start_move("A").manoeuvre(Manoeuvre::Wheel(Turn::Right));
    // The right half stays in 0406, the left half has come forward to 0505.
    assert_eq!(game.unit("A").at, left("0505", Facing::Se));
    game.manoeuvre(Manoeuvre::Wheel(Turn::Right));
    assert_eq!(
        game.refused(Decision::Manoeuvre(Manoeuvre::Wheel(Turn::Right))),
        "MPBS-7.1.1d",
        "4 points are spent"
    );
    assert_eq!(game.refused(Decision::Manoeuvre(Manoeuvre::Face(1))), "MPBS-6.2.1c");
}

#[test]
fn counter_march_and_two_hexes_take_the_whole_allowance() {
    proves!("MPBS-6.2.2a", "MPBS-7.1.1a");
    let mut game = foot("").play();
    game.activate(0)
        .start_move("A")
        .manoeuvre(Manoeuvre::CounterMarch)
        .step(Direction::Nw)
        .step(Direction::Sw);
    assert_eq!(game.refused(Decision::Manoeuvre(Manoeuvre::Step(Direction::Nw))), "MPBS-7.1.1d");
}

#[test]
fn a_hexside_crossed_half_by_half_is_paid_twice() {
    proves!("MPBS-7.1.2b", "MPBS-7.3.2", "MPBS-7.1.2a");
    // The left half crosses the stream first, the right half a hex later: 2 + 2 points, two formation hits.
    let mut game = foot("").hexsides("stream", &["0405 SE", "0506 NE"]).play();
    game.activate(0).start_move("A").step(Direction::Se);
    assert_eq!(game.unit("A").formation, Formation::Shaken);
    game.step(Direction::Ne);
    assert_eq!(game.unit("A").formation, Formation::Broken);
    // Both halves at once: paid and suffered once.
    let mut game = foot("").hexsides("stream", &["0405 SE", "0406 SE"]).play();
    game.activate(0).start_move("A").step(Direction::Se).step(Direction::Ne).step(Direction::Se);
    assert_eq!(game.unit("A").formation, Formation::Shaken);
}

#[test]
fn each_half_fires_into_its_own_arc_and_both_before_any_answer() {
    proves!("MPBS-10.1.3b", "MPBS-10.1.4b", "MPBS-10.1.4c", "MPBS-9.4.1-3", "MPBS-9.1.3g", "MPBS-10.3.3a");
    let mut game = facing_two("");
    let (a, e1, e2) = (game.id("A"), game.id("E1"), game.id("E2"));
    let volley = |shots| Decision::Volley(Volley { unit: a, manner: Manner::Skirmishing, shots });
    let shot = |half, target| Shot { half, target: Target::Unit(target) };
    assert_eq!(game.refused(volley(smallvec![shot(Half::Right, e1)])), "MPBS-10.1.3a");
    assert_eq!(game.refused(volley(smallvec![shot(Half::Left, e2)])), "MPBS-10.1.3a");
    game.decide(volley(smallvec![shot(Half::Left, e1), shot(Half::Right, e2)]));
    // Two dice before anybody answers: front fire hits on 6.
    game.die(6);
    assert_eq!(game.purpose(), RollPurpose::MusketFire);
    game.die(5);
    assert_eq!((game.unit("E1").casualties, game.unit("E2").casualties), (1, 0));
    assert_eq!(game.asked(), (Side::Blue, Request::React(a)), "only now may the targets answer");
}

#[test]
fn a_two_hex_unit_attacks_its_centre_front_only_unless_swedish() {
    proves!("MPBS-11.1.3a", "MPBS-14.5", "MPBS-11.1.2c");
    let mut game = facing_two("");
    game.end_actions();
    // The enemies stand left and right of the centre front: nothing to attack; blue may attack instead.
    assert_eq!(game.asked(), (Side::Blue, Request::Designate));
    let mut game = facing_two("swedish = true");
    game.end_actions();
    assert_eq!(game.asked(), (Side::Red, Request::Designate));
    let a = game.id("A");
    assert!(game.allowed(Decision::Attack { unit: a, hex: hex("0504") }));
    assert!(game.allowed(Decision::Attack { unit: a, hex: hex("0506") }));
}

#[test]
fn a_two_hex_unit_retreats_whole_though_one_half_was_attacked() {
    proves!("MPBS-11.4.4", "MPBS-11.1.3b", "MPBS-11.4.1d", "MPBS-11.1.4a");
    let mut game = Position::new()
        .wing("ra", "receive_charge", "0405")
        .wing("ba", "receive_charge", "1005")
        .unit("R", "ra", "cuirassier 4 7", "0405", "E", "")
        .unit("A", "ra", "heavy_infantry 6 6", "0604", "E", "")
        .unit("H", "ba", "heavy_infantry 6 6", "0704 0705", "W", "")
        .unit("S", "ba", "cuirassier 4 7", "1005", "E", "")
        .play();
    game.dice(&[9, 0]).activate(0).end_actions();
    let (a, h) = (game.id("A"), game.id("H"));
    // H faces west with its right half north in 0704; A attacks 0704 only.
    game.decide(Decision::Attack { unit: a, hex: hex("0704") }).quiet();
    // H was attacked: it names no attack of its own. Even strength and morale: 6 is Shaken, one hex.
    game.die(6);
    assert_eq!(game.unit("H").morale, MoraleState::Shaken);
    assert_eq!(game.asked(), (Side::Blue, Request::Retreat(h)));
    game.decide(Decision::Toward(Direction::Se));
    let place = game.field().footprint(h);
    assert!(!place.contains(hex("0704")) && !place.contains(hex("0705")), "both halves are gone: {place:?}");
}

#[test]
fn a_two_hex_line_squeezes_across_a_bridge_and_breaks() {
    proves!("MPBS-7.3.5c", "MPBS-7.3.5d", "MPBS-7.3.5a");
    let mut game = Position::new()
        .wing("ra", "make_ready", "0505")
        .wing("ba", "rally", "1910")
        .unit("A", "ra", "heavy_infantry 10 6", "0505 0506", "E", "")
        .unit("S", "ba", "cuirassier 4 7", "1910", "E", "")
        .hexsides("river", &["0504 SE", "0505 NE SE", "0506 NE SE"])
        .hexsides("bridge", &["0505 NE"])
        .play();
    game.activate(0).start_move("A");
    assert_eq!(
        game.refused(Decision::Manoeuvre(Manoeuvre::Step(Direction::Ne))),
        "MPBS-CHART-TEC",
        "not in line"
    );
    game.manoeuvre(Manoeuvre::Squeeze(left("0605", Facing::E)));
    assert_eq!(game.unit("A").at, left("0605", Facing::E));
    assert_eq!(game.unit("A").formation, Formation::Broken);
}
