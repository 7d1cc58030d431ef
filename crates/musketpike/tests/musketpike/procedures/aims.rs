//! Which hex of a two-hex unit is fired at or attacked.

use crate::common::{
    field::{charge_of, field_of, scene},
    position::{Game, hex},
};
use caracole_kernel::Side;
use caracole_ledger::proves;
use caracole_musketpike::{
    RollPurpose,
    engine::motion::Manoeuvre,
    hex::{Direction, Facing},
    messages::{Decision, Manner, Reaction, Request},
    world::{Formation, MoraleState},
};

const FOOT: &str = "heavy_infantry 8 7";

const LINE: &str = "heavy_infantry 10 7";

const HORSE: &str = "cuirassier 4 7";

/// Red A in 0605 has both hexes of the blue line T, 0704 and 0705, in its front; blue's commander is in this hex.
fn before_the_line(commander: &str) -> Game {
    scene(
        ("receive_charge", "0404"),
        ("receive_charge", commander),
        &[
            ("A", FOOT, "0605", "E", ""),
            ("K", HORSE, "0404", "W", "formation = \"broken\""),
            ("T", LINE, "0704 0705", "W", ""),
            ("Z", HORSE, "1505", "E", "formation = \"broken\""),
        ],
    )
    .red_acts()
}

#[test]
fn the_owner_of_a_shot_chooses_the_hex_that_it_is_aimed_at() {
    proves!("MPBS-10.1.4b", "MPBS-10.10a");
    for (at, endangers) in [("0705", true), ("0704", false)] {
        let mut game = before_the_line("0705");
        let a = game.id("A");
        game.decide(game.volley("A", Manner::Skirmishing, "T"));
        assert_eq!(game.asked(), (Side::Red, Request::Aim(a)));
        assert!(!game.allowed(Decision::Hex(hex("0706"))), "T is not there");
        assert!(!game.allowed(Decision::Decline));
        // 8: a casualty. A leader in the hex that was fired at is in danger, one in the other is not.
        game.decide(Decision::Hex(hex(at))).die(8);
        assert_eq!(game.rolls(RollPurpose::LeaderCasualty), endangers, "fire at {at}");
        assert_eq!(game.unit("T").casualties, 1);
    }
    // Where it makes no difference nobody is asked.
    let mut game = before_the_line("1505");
    game.decide(game.volley("A", Manner::Skirmishing, "T"));
    assert!(game.rolls(RollPurpose::MusketFire));
}

#[test]
fn ground_makes_a_difference_to_the_aim_and_so_it_does_in_reaction() {
    proves!("MPBS-10.1.4b", "MPBS-9.4.1-1");
    // The red line comes up to M, who has both of its hexes in front; 0706 is a wood and covers its half.
    let mut game = scene(
        ("charge", "0404"),
        ("receive_charge", "1505"),
        &[
            ("A", LINE, "0605 0606", "E", ""),
            ("K", HORSE, "0404", "W", "formation = \"broken\""),
            ("M", FOOT, "0806", "W", ""),
            ("Z", HORSE, "1505", "E", "formation = \"broken\""),
        ],
    )
    .terrain("0706", 'w')
    .red_acts();
    game.start_move("A").step(Direction::Se);
    let m = game.id("M");
    game.answer("M");
    assert_eq!(game.asked(), (Side::Blue, Request::Aim(m)));
    let mut wooded = game.battle.clone();
    game.decide(Decision::Hex(hex("0705"))).die(0);
    let clear = game.last_fire().2.modifiers.total();
    let step = caracole_kernel::Step::Choose { side: Side::Blue, decision: Decision::Hex(hex("0706")) };
    wooded.apply(&step).expect("the other hex may be chosen");
    let mut game = Game { battle: wooded, events: Vec::new() };
    game.die(0);
    assert!(game.last_fire().2.modifiers.total() < clear, "the wood covers");
}

#[test]
fn the_front_goes_before_the_flank() {
    proves!("MPBS-10.1.3a", "MPBS-10.5.1a");
    // T stands in 0604, on A's left flank, and in 0704, in its front: 6 hits on the front column only.
    let mut game = field_of(&[("A", FOOT, "0605", "E", ""), ("T", LINE, "0604 0704", "SW", "")]).red_acts();
    game.decide(game.volley("A", Manner::Skirmishing, "T"));
    assert!(game.rolls(RollPurpose::MusketFire), "there is nothing to choose");
    game.die(6);
    assert_eq!(game.unit("T").casualties, 1);
    // On the flank alone the same die misses.
    let mut game = field_of(&[("A", FOOT, "0605", "E", ""), ("T", FOOT, "0604", "SW", "")]).red_acts();
    game.decide(game.volley("A", Manner::Skirmishing, "T")).die(6);
    assert_eq!(game.unit("T").casualties, 0);
}

#[test]
fn a_column_beyond_a_bridge_hex_breaks_before_it_is_attacked() {
    proves!("MPBS-6.3.4h", "MPBS-11.1.2d");
    let mut game =
        field_of(&[("A", LINE, "0504 0505", "E", ""), ("T", FOOT, "0705", "E", "formation = \"column\"")])
            .terrain("0605", '=')
            .red_fights();
    let t = game.id("T");
    game.attack("A", "0705").fight();
    assert_eq!(game.asked(), (Side::Blue, Request::Face(t)), "its owner turns it as he likes");
    game.decide(Decision::Face(Facing::W));
    assert_eq!(game.unit("T").formation, Formation::Broken);
    assert!(game.rolls(RollPurpose::MoraleCheck));
    game.die(0);
    assert_eq!(game.unit("T").morale, MoraleState::Normal);
    assert!(game.rolls(RollPurpose::CloseCombat));
}

#[test]
fn an_interceptor_names_the_hex_that_it_attacks() {
    proves!("MPBS-11.1.2a", "MPBS-9.3.3e");
    // The red line goes to 0704 and 0705; M rides from 1105 to 0805 and has both hexes in its front.
    let mut game = scene(
        ("charge", "0404"),
        ("charge", "1406"),
        &[
            ("A", LINE, "0604 0605", "E", ""),
            ("K", HORSE, "0404", "W", "formation = \"broken\""),
            ("M", HORSE, "1105", "W", ""),
            ("Z", HORSE, "1406", "E", "formation = \"broken\""),
        ],
    )
    .red_acts();
    game.start_move("A").step(Direction::Se);
    let m = game.id("M");
    game.react(Reaction::Intercept(m)).die(0);
    for way in [Direction::Nw, Direction::Sw, Direction::Nw] {
        game.step(way);
    }
    game.decline();
    assert_eq!(game.at("M"), hex("0805"));
    while !game.asks(Side::Blue, Request::Engage(m)) {
        game.decline();
    }
    assert_eq!(game.refused(Decision::Accept), "MPBS-11.1.2a", "which hex?");
    assert!(!game.allowed(Decision::Hex(hex("0605"))), "A is there no more");
    assert!(game.allowed(Decision::Hex(hex("0704"))));
    game.decide(Decision::Hex(hex("0705"))).no_pistols();
    assert!(game.rolls(RollPurpose::CloseCombat));
}

#[test]
fn nobody_fires_in_reaction_at_a_wagon() {
    proves!("MPBS-14.1c");
    // Light infantry draws fire when it turns next to M; a Wagon that goes by does not.
    let comes = |what: &str, facing: &str| {
        let mut game = charge_of(&[("A", what, "0605", facing, ""), ("M", FOOT, "0705", "W", "")])
            .special("wagons_move = true")
            .red_acts();
        game.start_move("A");
        game
    };
    let mut game = comes("musketeers 2 6", "E");
    game.manoeuvre(Manoeuvre::Face(1));
    assert!(game.asks(Side::Blue, Request::React(game.id("A"))));
    assert!(game.allowed(Decision::React(game.fires("M"))));
    let mut game = comes("wagon -", "");
    game.step(Direction::N);
    assert_eq!(game.at("A"), hex("0604"), "still next to M");
    assert_eq!(game.asked().0, Side::Red, "blue has nothing to answer with");
}
