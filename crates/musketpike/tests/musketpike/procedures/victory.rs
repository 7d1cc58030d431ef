//! Victory points, and what a scenario may change about them.

use crate::common::position::{Game, Position, hex};
use caracole_kernel::Side;
use caracole_ledger::proves;
use caracole_musketpike::{
    hex::Direction,
    world::{Fate, Presence},
};

fn field() -> Position {
    Position::new()
        .wing_rated("ra", "make_ready", "0404", -1)
        .wing("ba", "rally", "1905")
        .unit("C", "ra", "cuirassier 4 7", "0404", "E", "")
        .unit("A", "ra", "heavy_infantry 5 6", "0505", "E", "")
        .unit("G", "ra", "artillery - 5", "0304", "E", "class = \"light\"")
        .unit("S", "ba", "cuirassier 4 7", "1905", "E", "")
}

fn points(game: &Game, side: Side) -> i32 {
    game.field().victory_points(side).total()
}

const TABLE: &str = "points = { eliminated = { formed_cavalry = 12, unformed_cavalry = 5, heavy_infantry_two_hex = 10, \
    heavy_infantry_one_hex = 6, light_infantry = 1 }, per_casualty_on_map = { formed_cavalry = 3, unformed_cavalry = 1, \
    heavy_infantry = 1, light_infantry = 0 }, captured = { heavy_double = 30, medium_double = 20, light_double = 10, \
    heavy = 15, medium = 10, light = 4, wagon = 10 }, disabled = { heavy_double = 10, medium_double = 10, \
    light_double = 5, heavy = 10, medium = 10, light = 2 }, leaders = { army_commander = 20, king_charles = 50, \
    named_wing_commander_per_rating = 5, replacement = 0 } }";

#[test]
fn pursuers_off_the_map_are_no_loss() {
    proves!("MPBS-15.0g", "MPBS-15.0d");
    let mut game = field().play();
    let leader = game.commander(0);
    game.change_unit("C", |unit| unit.casualties = 3);
    assert_eq!(points(&game, Side::Blue), 6, "two for each point on cavalry that is there");
    game.change_unit("C", |unit| unit.fate = Fate::PursuedOffMap);
    game.change(|world| world.leaders[usize::from(leader.0)].presence = Presence::Gone);
    assert_eq!(points(&game, Side::Blue), 0, "neither the unit, nor its casualties, nor its leader");
}

#[test]
fn whoever_passed_last_holds_a_place() {
    proves!("MPBS-15.0i");
    let mut game = field()
        .victory(
            "locations = [{ name = \"Hill\", hexes = [\"0605\"], red = 7, blue = 3, held_by = \"blue\" }]",
        )
        .play();
    assert_eq!((points(&game, Side::Red), points(&game, Side::Blue)), (0, 3));
    game.activate(0).start_move("A").step(Direction::Ne).step(Direction::Ne).decline();
    assert_ne!(game.field().hex(game.id("A")), hex("0605"), "nobody need stay");
    assert_eq!((points(&game, Side::Red), points(&game, Side::Blue)), (7, 0));
}

#[test]
fn a_scenario_adds_awards_and_replaces_points() {
    proves!("MPBS-15.0h", "MPBS-1.0d");
    let lose = |position: Position| {
        let mut game = position.play();
        game.change_unit("C", |unit| unit.fate = Fate::Eliminated);
        game.change_unit("G", |unit| unit.fate = Fate::Captured);
        points(&game, Side::Blue)
    };
    assert_eq!(lose(field()), 10 + 5);
    assert_eq!(lose(field().victory(TABLE)), 12 + 4, "the battle's own table goes before the chart");
    let award = |when: &str, units: &str| {
        field().victory(&format!(
            "awards = [{{ name = \"Standard\", army = \"blue\", points = 8, units = [{units}], when = \"{when}\" }}]"
        ))
    };
    assert_eq!(lose(award("eliminated", "\"C\"")), 15 + 8);
    assert_eq!(lose(award("eliminated", "\"C\", \"A\"")), 15, "both must be");
    assert_eq!(lose(award("captured", "\"G\"")), 15 + 8);
    assert_eq!(lose(award("on_map", "\"A\"")), 15 + 8);
    assert_eq!(lose(award("on_map", "\"C\"")), 15);
}
