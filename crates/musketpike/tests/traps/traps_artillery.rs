//! Artillery: one shot a turn however it is used, and guns that change hands.

use crate::common::position::{Position, hex};
use caracole_kernel::Side;
use caracole_ledger::proves;
use caracole_musketpike::RollPurpose;
use caracole_musketpike::{
    hex::{Direction, Facing},
    messages::{Decision, Reaction, Request, Salvoing, Target},
    world::{Fate, Marks},
};

fn battery() -> Position {
    Position::new()
        .wing("ra", "make_ready", "0505")
        .wing("ba", "receive_charge", "1505")
        .unit("R", "ra", "cuirassier 4 7", "0505", "E", "")
        .unit("G", "ra", "artillery - 5", "0605", "E", "class = \"medium\"")
        .unit("T", "ba", "heavy_infantry 8 7", "0905", "W", "")
        .unit("S", "ba", "cuirassier 4 7", "1505", "E", "")
}

#[test]
fn firing_and_turning_each_use_the_one_shot_of_the_turn() {
    proves!("MPBS-10.8.1a", "MPBS-6.2.3a", "MPBS-9.1.5");
    let mut game = battery().play();
    game.activate(0);
    let (gun, t) = (game.id("G"), game.id("T"));
    let shot = Decision::Cannonade { gun, target: Target::Unit(t), hex: hex("0905") };
    assert!(game.allowed(shot.clone()));
    game.decide(Decision::TurnGun { gun, facing: Facing::Ne }).quiet();
    assert!(game.unit("G").is(Marks::FIRED));
    assert!(game.field().gun_ready(gun).is_err(), "no reaction either");
    let mut game = battery().play();
    game.activate(0).decide(shot);
    assert_eq!(game.purpose(), RollPurpose::ArtilleryFire);
    game.die(0).quiet();
    assert!(game.unit("G").is(Marks::FIRED));
    assert!(game.field().gun_ready(gun).is_err());
}

#[test]
fn a_gun_answers_movement_in_its_grazing_range_only() {
    proves!("MPBS-9.1.2b", "MPBS-9.4.3");
    // Medium guns graze to three hexes. Blue foot steps from four hexes to three.
    let mut game = Position::new()
        .wing("ra", "rally", "0505")
        .wing("ba", "make_ready", "1205")
        .unit("R", "ra", "cuirassier 4 7", "0505", "W", "")
        .unit("G", "ra", "artillery - 5", "0605", "E", "class = \"medium\"")
        .unit("T", "ba", "heavy_infantry 8 7", "1105", "W", "")
        .unit("S", "ba", "cuirassier 4 7", "1205", "E", "")
        .play();
    game.activate(1).start_move("T").step(Direction::Nw);
    // Four hexes away: no reaction, the move goes on.
    let t = game.id("T");
    assert_eq!(game.asked(), (Side::Blue, Request::Manoeuvre(t)));
    game.step(Direction::Sw);
    assert_eq!(game.asked(), (Side::Red, Request::React(t)));
    let gun = game.id("G");
    game.decide(Decision::React(Reaction::Fire { unit: gun, salvo: Salvoing::No }));
    game.die(0);
    assert!(game.unit("G").is(Marks::FIRED));
}

#[test]
fn lone_guns_are_captured_and_change_hands() {
    proves!("MPBS-11.5.1a", "MPBS-10.8.9a", "MPBS-10.8.9b", "MPBS-10.8.9c", "MPBS-11.5.1b", "MPBS-15.0e");
    let mut game = Position::new()
        .wing("ra", "charge", "0505")
        .wing("ba", "charge", "0709")
        .unit("R", "ra", "cuirassier 4 7", "0505", "E", "formation = \"broken\"")
        .unit("A", "ra", "cuirassier 4 7", "0605", "E", "")
        .unit("G", "ba", "artillery - 5", "0705", "W", "class = \"light\", layer = \"bottom\"")
        .unit("B", "ba", "cuirassier 4 7", "0708", "NE", "")
        .unit("S", "ba", "cuirassier 4 7", "0709", "E", "formation = \"broken\"")
        .play();
    game.dice(&[9, 0]).activate(0).start_move("A").step(Direction::Se).quiet();
    assert_eq!(game.unit("G").fate, Fate::Captured);
    assert!(game.field().stack(hex("0705")).gun().is_none(), "captured guns are no unit");
    assert_eq!(game.field().victory_points(Side::Red).total(), 5, "3 lb guns captured");
    assert_eq!(game.unit("A").formation, caracole_musketpike::world::Formation::Normal, "no formation hit");
    // A rides on; blue horse comes back to the hex, and the guns are disabled, but nobody crews them again.
    game.step(Direction::Ne).quiet().step(Direction::Se).quiet().decline();
    game.end_actions();
    while !matches!(game.asked().1, Request::Activate(_)) {
        game.decline();
    }
    game.activate(1).start_move("B");
    for _ in 0..3 {
        game.step(Direction::N).quiet();
    }
    assert_eq!(game.unit("G").fate, Fate::Disabled);
    assert_eq!(game.field().victory_points(Side::Red).total(), 2, "3 lb guns disabled");
    assert!(game.field().gun_ready(game.id("G")).is_err());
}
