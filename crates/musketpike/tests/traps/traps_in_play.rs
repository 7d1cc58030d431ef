//! Lines of the list of traps that need a whole position to show.

use super::scene::{charge_of, field_of};
use crate::common::position::{Game, hex, one};
use caracole_kernel::Side;
use caracole_ledger::{proves, rule};
use caracole_musketpike::RollPurpose;
use caracole_musketpike::{
    engine::{fire::ShotKind, motion::Manoeuvre},
    hex::{Direction, Facing},
    messages::{Decision, Manner, Reaction, Request, Target},
    world::{Formation, Marks},
};

const HORSE: &str = "cuirassier 4 7";
const FOOT: &str = "heavy_infantry 8 7";
const GUNS: &str = "artillery - 7";
const HEAVY: &str = "class = \"heavy\"";
const SKIRMISH: ShotKind =
    ShotKind { manner: Manner::Skirmishing, at_retreating: false, at_moved_cavalry: false };

#[test]
fn trap_restacking_is_the_guns_one_shot_and_silences_the_stack() {
    // Trap: artillery's turning, restacking or reacting all use the one shot of the turn.
    proves!("MPBS-9.4.4", "MPBS-8.3.2b", "MPBS-9.1.5");
    let mut game = charge_of(&[
        ("A", "heavy_infantry 6 7", "0505", "E", ""),
        ("T", "heavy_infantry 6 7", "0705", "W", ""),
        ("N", "artillery - 5", "0705", "W", "class = \"light\", layer = \"bottom\""),
        ("V", "musketeers 2 6", "0704", "W", ""),
    ])
    .red_acts();
    game.start_move("A").step(Direction::Ne);
    let gun = game.id("N");
    assert_eq!(game.no(game.fires("N")), "MPBS-8.3.1b", "the guns lie beneath");
    game.react(Reaction::Restack(gun));
    assert!(game.unit("N").is(Marks::ON_TOP) && game.unit("N").is(Marks::FIRED));
    assert_eq!(game.no(game.fires("T")), "MPBS-8.3.2b", "neither does its mate fire");
    assert_eq!(game.no(game.fires("N")), "MPBS-9.1.1a-1");
    // Nor may the guns do anything more this turn.
    game.quiet().manoeuvre(Manoeuvre::Face(1));
    assert_eq!(game.no(Reaction::Restack(gun)), "MPBS-10.8.1a");
    assert_eq!(game.no(Reaction::TurnGun { gun, facing: Facing::Nw }), "MPBS-10.8.1a");
}

#[test]
fn trap_a_dead_zone_hides_from_guns_and_interceptors() {
    // Trap: line of sight with dead zones, in play.
    proves!("MPBS-10.9.3B-2", "MPBS-10.9.3B-3", "MPBS-9.3.1d");
    // High ground to column 07; the crest hex is 0705. Guns one hex behind it have one hex of dead zone below.
    let hill = |gun: &str, target: &str| {
        let mut position = field_of(&[("G", GUNS, gun, "E", HEAVY), ("T", FOOT, target, "W", "")]).steep();
        for column in 4..=7 {
            for row in 1..=12 {
                position = position.level(&format!("{column:02}{row:02}"), '1');
            }
        }
        position.red_acts()
    };
    let shot = |game: &Game, at: &str| Decision::Cannonade {
        gun: game.id("G"),
        target: Target::Unit(game.id("T")),
        hex: hex(at),
    };
    // From 0605 the line goes by 0704, the crest, to 0804 below it and 0904 beyond.
    let game = hill("0605", "0804");
    assert_eq!(game.refused(shot(&game, "0804")), "MPBS-10.9.3B-2", "just below the crest");
    let game = hill("0605", "0904");
    assert!(game.allowed(shot(&game, "0904")), "one hex farther it is seen");
    let game = hill("0704", "0804");
    assert!(game.allowed(shot(&game, "0804")), "from the crest itself nothing is hidden");
}

#[test]
fn trap_an_active_unit_that_reacts_loses_its_momentum() {
    // Trap: momentum is lost in many small ways; here by reacting to an Inactive advance.
    proves!("MPBS-11.3.6a-9", "MPBS-9.1.1-5");
    // M has Momentum. Z beats C in Reaction Close Combat and advances next to M, which turns to meet it.
    let mut game = field_of(&[
        ("C", HORSE, "0706", "E", ""),
        ("D", HORSE, "0707", "E", ""),
        ("T", HORSE, "0806", "W", ""),
        ("U", FOOT, "0807", "W", ""),
    ])
    .red_acts();
    game.set("D", |unit| unit.marks.set(Marks::MOMENTUM));
    game.end_actions();
    let (d, t) = (game.id("D"), game.id("T"));
    game.attack("D", "0807");
    game.decline();
    assert_eq!(game.asked(), (Side::Blue, Request::Designate));
    game.decide(Decision::Attack { unit: t, hex: hex("0706") }).fight();
    // 6: Defender Morale Shaken, one hex.
    game.die(6).run();
    game.decide(Decision::Advance { unit: t, to: one("0706", Facing::W) }).decline();
    assert_eq!(game.asked(), (Side::Red, Request::React(t)));
    assert!(game.unit("D").is(Marks::MOMENTUM));
    game.react(Reaction::Fire { unit: d, salvo: Default::default() }).die(0);
    assert!(!game.unit("D").is(Marks::MOMENTUM));
    // Its own attack is still made, without Momentum.
    game.quiet().no_pistols();
    assert!(game.rolls(RollPurpose::CloseCombat));
    assert_eq!(game.combat_line(&["D"], "U", rule!("MPBS-11.3.6-3")), 0);
}

#[test]
fn trap_a_reciprocal_hexside_remembers_who_came_first_in_play() {
    // Trap: reciprocal hexsides need a record of who came first.
    proves!("MPBS-14.4a", "MPBS-14.4d");
    let mut game = charge_of(&[("A", FOOT, "0505", "E", ""), ("T", FOOT, "0705", "W", "")])
        .hexsides("hedge", &["0605 SE"])
        .red_acts();
    let (a, t) = (game.id("A"), game.id("T"));
    game.start_move("A").step(Direction::Ne);
    let cover = |game: &Game, by, from: &str, at, to: &str| {
        game.field().fire_tally(by, hex(from), Target::Unit(at), hex(to), SKIRMISH).total()
    };
    // A came up to the hedge that T lined already: T has the cover, A has not.
    assert!(cover(&game, a, "0605", t, "0705") < 0);
    assert_eq!(cover(&game, t, "0705", a, "0605"), 0);
    game.answer("T").die(6);
    assert_eq!(game.unit("A").casualties, 1, "6 hits A in the open");
}

#[test]
fn trap_open_order_goes_straight_to_formation_broken() {
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
