//! Command is judged unit by unit, at the instant it acts, with the link of the tracing unit's type.

use crate::common::position::Position;
use caracole_ledger::proves;
use caracole_musketpike::{hex::Direction, messages::Decision, world::Presence};

fn line(link: &str) -> Position {
    Position::new()
        .wing("ra", "make_ready", "0305")
        .wing("ba", "rally", "1905")
        .unit("U", "ra", "heavy_infantry 5 6", "0305", "E", "")
        .unit("L", "ra", link, "0405", "E", "")
        .unit("X", "ra", "heavy_infantry 5 6", "0805", "E", "")
        .unit("S", "ba", "cuirassier 4 7", "1905", "E", "")
}

#[test]
fn a_unit_that_moves_up_brings_another_into_command() {
    proves!("MPBS-5.4.2a", "MPBS-5.4.2b", "MPBS-5.4.2c", "MPBS-5.4.1a");
    // X at 0805 is five hexes from its commander, four from the cavalry L.
    let mut game = line("cuirassier 4 7").play();
    game.activate(0);
    assert!(!game.field().in_command(game.id("X")));
    game.start_move("L").step(Direction::Se).step(Direction::Ne).decline();
    // Now X reaches L with two hexes, and L, cavalry, its commander with three.
    assert!(game.field().in_command(game.id("X")));
}

#[test]
fn each_link_has_the_length_of_its_own_type() {
    proves!("MPBS-5.4.2b", "MPBS-5.4.2c");
    let mut game = line("musketeers 2 6").play();
    game.activate(0).start_move("L").step(Direction::Se).step(Direction::Ne).decline();
    // The same places, but light infantry reaches only two hexes: 0605 to 0305 is three.
    assert!(!game.field().in_command(game.id("L")));
    assert!(!game.field().in_command(game.id("X")));
}

#[test]
fn without_the_commander_nobody_moves() {
    proves!("MPBS-5.4.3d", "MPBS-5.4.2a");
    let mut game = line("cuirassier 4 7").play();
    game.activate(0);
    let commander = game.commander(0);
    game.battle = game.battle.with_world(|world| {
        world.leaders[usize::from(commander.0)].presence = Presence::Lost { pursuing: false }
    });
    let unit = game.id("L");
    let decision = Decision::Move { unit, company: Default::default(), escort: Default::default() };
    assert_eq!(game.refused(decision), "MPBS-5.4.3d");
}

#[test]
fn a_unit_out_of_command_must_take_the_quickest_way_back() {
    proves!("MPBS-5.4.3a", "MPBS-5.4.3c");
    let mut game = line("cuirassier 4 7").play();
    game.activate(0);
    assert_eq!(game.refused(Decision::Decline), "MPBS-5.4.3a", "X has to move");
    game.start_move("X");
    assert_eq!(game.refused(Decision::Decline), "MPBS-5.4.3a");
    assert_eq!(
        game.refused(Decision::Manoeuvre(caracole_musketpike::engine::motion::Manoeuvre::Step(
            Direction::Se
        ))),
        "MPBS-5.4.3a",
        "not away from its commander"
    );
    game.manoeuvre(caracole_musketpike::engine::motion::Manoeuvre::CounterMarch);
    game.step(Direction::Sw);
    game.step(Direction::Nw);
    assert!(game.field().in_command(game.id("X")), "two hexes from L");
}
