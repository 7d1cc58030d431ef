//! Chapter 11.4 to 11.6: results, retreats, advances, guns and light infantry in Close Combat.

use crate::common::{
    field::{field_of, scene},
    position::{Game, Position, hex, left, one},
};
use caracole_kernel::{Awaiting, Side};
use caracole_ledger::proves;
use caracole_musketpike::{
    RollPurpose,
    hex::{Direction, Facing},
    messages::{Decision, Event, Request},
    world::{Fate, Formation, MoraleState, Presence},
};

const HORSE: &str = "cuirassier 4 7";

const FOOT: &str = "heavy_infantry 8 7";

const GUNS: &str = "artillery - 7";

const LIGHT: &str = "class = \"light\", layer = \"bottom\"";

/// A in 0605 attacks T in 0705, die as given; everything even, so 6 is Shaken by one hex, 7 by two, 9 Broken.
fn beaten(position: Position, die: u8) -> Game {
    let mut game = position.red_fights();
    game.attack("A", "0705").fight();
    game.die(die);
    game
}

fn duel(more: &str) -> Position {
    field_of(&[("A", FOOT, "0605", "E", ""), ("T", FOOT, "0705", "W", more)])
}

/// The ways in which a unit may retreat now.
fn ways(game: &Game) -> Vec<Direction> {
    let all = Direction::ALL.into_iter().filter(|way| game.allowed(Decision::Toward(*way)));
    all.collect()
}

/// T has friends in every hex that is not next to A.
fn shut_in(die: u8) -> Game {
    let mut position = duel("");
    for (code, at) in [("U", "0805"), ("V", "0806"), ("W", "0706")] {
        position = position.unit(code, "ba", FOOT, at, "W", "");
    }
    beaten(position, die)
}

#[test]
fn a_retreat_costs_no_points_and_nobody_reacts_to_it() {
    proves!("MPBS-11.4.1b", "MPBS-11.4.1a", "MPBS-11.4.2b");
    // T is Formation Broken, without any movement points, and runs past red B's front.
    let position =
        duel("formation = \"broken\"").unit("B", "ra", FOOT, "0807", "NE", "formation = \"broken\"");
    let mut game = beaten(position, 5);
    // 5 + 2 against a Formation Broken unit: Shaken, two hexes back, never next to A.
    assert_eq!(game.unit("T").morale, MoraleState::Shaken);
    assert!(ways(&game).iter().all(|way| game.at("T").step(*way).distance(hex("0605")) == 2));
    game.run();
    assert_eq!(game.at("T").distance(hex("0605")), 3);
    assert_eq!(game.asked(), (Side::Red, Request::Advance), "red did not get to react");
}

#[test]
fn retreat_goes_away_then_to_the_edge_then_the_cheap_way() {
    proves!("MPBS-11.4.2a", "MPBS-11.4.2c", "MPBS-11.4.2e");
    // Broken: away from A first. 0805 and 0806 are both a hex farther and as near to the east edge.
    let mut game = beaten(duel(""), 9);
    assert_eq!(game.unit("T").morale, MoraleState::Broken);
    assert_eq!(ways(&game), [Direction::Ne, Direction::Se]);
    // A wood on one way makes the other cheaper.
    let mut woods = duel("");
    for at in ["0805", "0904", "0905"] {
        woods = woods.terrain(at, 'w');
    }
    game = beaten(woods, 9);
    assert!(!matches!(game.asked().1, Request::Retreat(_)), "one way is best");
    assert_eq!(game.at("T"), hex("0906"), "round the wood");
    // It may come next to other enemies.
    let mut game = beaten(duel("").unit("B", "ra", FOOT, "0906", "E", "formation = \"broken\""), 9);
    assert!(ways(&game).contains(&Direction::Se), "0806 is next to B");
    game.run();
}

#[test]
fn who_retreats_over_his_own_edge_is_gone() {
    proves!("MPBS-11.4.2d", "MPBS-5.2.2c");
    let mut game = scene(
        ("receive_charge", "1705"),
        ("receive_charge", "1009"),
        &[
            ("A", FOOT, "1905", "E", ""),
            ("K", HORSE, "1705", "W", ""),
            ("T", FOOT, "2005", "W", ""),
            ("Z", HORSE, "1009", "E", ""),
        ],
    )
    .red_fights();
    game.attack("A", "2005").fight();
    // Shaken, one hex: there is no hex east of 2005.
    game.die(6);
    assert_eq!(game.unit("T").fate, Fate::Eliminated);
}

#[test]
fn friends_bar_a_retreat_and_guns_and_wagons_do_not() {
    proves!("MPBS-11.4.3a", "MPBS-11.4.3b", "MPBS-11.4.3d", "MPBS-10.8.9a");
    let with = |units: &[(&str, &str, &str)]| {
        let mut position = duel("");
        for (code, what, at) in units {
            let more = if what.starts_with("art") { LIGHT } else { "" };
            let facing = if what.starts_with("wag") { "" } else { "W" };
            position = position.unit(code, "ba", what, at, facing, more);
        }
        position
    };
    // A friend in 0805: only 0806 is left.
    let game = beaten(with(&[("U", FOOT, "0805"), ("V", FOOT, "0905")]), 6);
    assert_eq!(game.at("T"), hex("0806"));
    // Guns in both: it goes through, and they are disabled; the guns it leaves behind too.
    let mut game = beaten(with(&[("N", GUNS, "0805"), ("O", GUNS, "0806"), ("P", GUNS, "0705")]), 6);
    game.run();
    let gone = if game.at("T") == hex("0805") { "N" } else { "O" };
    assert_eq!(game.unit(gone).fate, Fate::Disabled);
    assert_ne!(game.unit(if gone == "N" { "O" } else { "N" }).fate, Fate::Disabled);
    assert_eq!(game.unit("P").fate, Fate::Disabled);
    // Wagons do not mind.
    let mut game = beaten(with(&[("N", "wagon -", "0805"), ("O", "wagon -", "0806")]), 6);
    game.run();
    assert!(["N", "O"].iter().all(|code| game.unit(code).fate == Fate::OnMap));
    assert_eq!(game.at("T").column(), 8);
}

#[test]
fn cavalry_and_light_infantry_retreat_together_and_take_each_other_in() {
    proves!("MPBS-11.4.3c", "MPBS-8.2.1e", "MPBS-8.2.1d", "MPBS-8.2.1f");
    let mut game = beaten(
        field_of(&[
            ("A", HORSE, "0605", "E", ""),
            ("T", HORSE, "0705", "W", ""),
            ("U", "musketeers 2 6", "0705", "W", ""),
        ]),
        6,
    );
    game.run();
    assert_eq!(game.at("T"), game.at("U"));
    assert_eq!((game.unit("T").morale, game.unit("U").morale), (MoraleState::Shaken, MoraleState::Shaken));
    // Horse with nowhere else to go stops with light infantry, and pays for the hex it falls short.
    let shut = field_of(&[
        ("A", HORSE, "0605", "E", ""),
        ("T", HORSE, "0705", "W", ""),
        ("U", "musketeers 2 6", "0805", "W", ""),
        ("V", FOOT, "0806", "W", ""),
        ("W", FOOT, "0706", "W", ""),
    ]);
    let mut game = beaten(shut, 7);
    let t = game.id("T");
    assert_eq!(game.asked(), (Side::Blue, Request::Retreat(t)));
    game.decide(Decision::Toward(Direction::Ne));
    // One of the two takes the casualty, as their owner likes.
    assert_eq!(game.asked(), (Side::Blue, Request::TakeHit(t)));
    let mut other = Game { battle: game.battle.clone(), events: Vec::new() };
    other.decide(Decision::Unit(other.id("U")));
    assert_eq!((other.unit("T").casualties, other.unit("U").casualties), (0, 1));
    game.decide(Decision::Unit(t));
    assert_eq!((game.at("T"), game.unit("T").casualties), (hex("0805"), 1));
    assert_eq!(game.field().partner(t), Some(game.id("U")));
}

#[test]
fn a_unit_that_cannot_retreat() {
    proves!("MPBS-11.4.5a", "MPBS-11.4.5b", "MPBS-11.4.5c", "MPBS-12.4.3e", "MPBS-CHART-UNABLE-TO-RETREAT");
    // Shaken by two hexes: a casualty for each.
    let game = shut_in(7);
    assert_eq!((game.unit("T").casualties, game.at("T")), (2, hex("0705")));
    assert_eq!(game.unit("T").morale, MoraleState::Shaken);
    // Broken: 0 to 2 it stands, Morale Shaken and Formation Broken, faced as its owner likes.
    let mut game = shut_in(9);
    assert!(game.rolls(RollPurpose::UnableToRetreat));
    game.die(2).decide(Decision::Face(Facing::Ne));
    let t = game.unit("T");
    assert_eq!(
        (t.morale, t.formation, t.at),
        (MoraleState::Shaken, Formation::Broken, one("0705", Facing::Ne))
    );
    // 3 to 6: a casualty for each hex; 7 and more: eliminated.
    let mut game = shut_in(9);
    game.die(6);
    assert_eq!((game.unit("T").casualties, game.unit("T").morale), (2, MoraleState::Broken));
    let mut game = shut_in(9);
    game.die(7);
    assert_eq!(game.unit("T").fate, Fate::Eliminated);
    // One of two hexes is retreated first.
    let half = duel("")
        .unit("U", "ba", FOOT, "0805", "W", "")
        .unit("V", "ba", "heavy_infantry 10 7", "0905 0906", "W", "")
        .unit("W", "ba", FOOT, "0807", "W", "")
        .unit("X", "ba", FOOT, "0706", "W", "");
    let mut game = beaten(half, 9);
    game.run();
    assert_eq!(game.at("T"), hex("0806"));
    assert!(game.rolls(RollPurpose::UnableToRetreat));
    game.die(4);
    assert_eq!(game.unit("T").casualties, 1, "one hex short");
}

#[test]
fn the_highest_morale_advances_and_only_one_into_a_hex() {
    proves!("MPBS-11.4.6b", "MPBS-11.4.6d");
    let mut game = field_of(&[
        ("A", FOOT, "0605", "E", "formation = \"broken\""),
        ("B", "heavy_infantry 8 8", "0606", "E", "formation = \"broken\""),
        ("C", "heavy_infantry 8 8", "0704", "SE", "formation = \"broken\""),
        ("T", FOOT, "0705", "W", ""),
    ])
    .red_fights();
    game.attack("A", "0705").attack("B", "0705").attack("C", "0705").fight();
    // Morale +1, 24:8 +1, flank +1, Formation Broken -2: 6 + 1 = 7.
    game.die(6).run();
    let (a, b, c) = (game.id("A"), game.id("B"), game.id("C"));
    let to = |unit, facing| Decision::Advance { unit, to: one("0705", facing) };
    assert_eq!(game.refused(to(a, Facing::E)), "MPBS-11.4.6b", "morale 7 stands back");
    assert!(
        game.allowed(to(b, Facing::E)) && game.allowed(to(c, Facing::Se)),
        "among equals the owner chooses"
    );
    // Without any movement allowance it goes.
    game.decide(to(b, Facing::E)).decline();
    assert_eq!(game.at("B"), hex("0705"));
    assert!(!matches!(game.asked().1, Request::Advance), "one unit");
}

#[test]
fn two_vacated_hexes_take_one_victor_or_two() {
    proves!("MPBS-11.4.6c");
    let fight = || {
        let mut game = field_of(&[
            ("A", FOOT, "0605", "E", ""),
            ("B", FOOT, "0607", "E", ""),
            ("T", FOOT, "0705 0706", "W", ""),
        ])
        .red_fights();
        game.attack("A", "0705").attack("B", "0706").fight();
        // 16:8 +1: 5 + 1 = 6.
        game.die(5).run();
        game
    };
    let mut game = fight();
    let (a, b) = (game.id("A"), game.id("B"));
    game.decide(Decision::Advance { unit: a, to: one("0705", Facing::E) }).decline();
    assert_eq!(game.asked(), (Side::Red, Request::Advance), "the other hex is open still");
    game.decide(Decision::Advance { unit: b, to: one("0706", Facing::E) }).decline();
    let mut game = fight();
    assert_eq!(game.refused(Decision::Decline), "MPBS-11.4.6a", "one of them must");
    game.decide(Decision::Advance { unit: a, to: one("0705", Facing::E) }).decline();
    assert!(game.allowed(Decision::Decline), "the second may stay");
}

#[test]
fn a_two_hex_victor_goes_whole_or_wheels() {
    proves!("MPBS-11.4.8a", "MPBS-11.4.8b");
    let line = |more: &[(&str, &str)]| {
        let mut position =
            field_of(&[("A", "heavy_infantry 16 7", "0605 0606", "E", ""), ("T", FOOT, "0705", "W", "")]);
        for (code, at) in more {
            position = position.unit(code, "ba", FOOT, at, "W", "");
        }
        let mut game = position.red_fights();
        game.attack("A", "0705").fight();
        // 16:8 +1: 5 + 1 = 6.
        game.die(5).run();
        game
    };
    let mut game = line(&[]);
    let unit = game.id("A");
    assert!(game.allowed(Decision::Advance { unit, to: left("0704", Facing::E) }));
    game.decide(Decision::Advance { unit, to: left("0705", Facing::E) });
    assert!(!matches!(game.asked().1, Request::FaceAdvance(_)), "its facing stays");
    assert_eq!(game.unit("A").at, left("0705", Facing::E));
    // Friends of T on both sides leave room for one hex only: a wheel.
    let mut game = line(&[("U", "0704"), ("V", "0706")]);
    assert!(!game.allowed(Decision::Advance { unit, to: left("0705", Facing::E) }));
    game.decide(Decision::Advance { unit, to: left("0705", Facing::Se) });
    assert_eq!(game.unit("A").at, left("0705", Facing::Se));
}

#[test]
fn retreat_over_rough_ground_disorders_too() {
    proves!("MPBS-11.4.10");
    let mut game = beaten(duel("").terrain("0805", ',').terrain("0806", ','), 6);
    game.run();
    assert_eq!(game.unit("T").formation, Formation::Shaken, "the ground, before the combat's own hit");
    let a = game.id("A");
    game.decide(Decision::Advance { unit: a, to: one("0705", Facing::E) }).decline();
    assert_eq!(game.unit("T").formation, Formation::Broken, "and the combat's");
}

#[test]
fn guns_with_a_beaten_unit() {
    proves!("MPBS-11.5.2a", "MPBS-11.5.2b");
    // Ignored in the combat; disabled by the retreat from their hex, and taken by whoever enters.
    let guns = duel("").unit("N", "ba", GUNS, "0705", "W", LIGHT);
    let mut game = beaten(guns, 6);
    game.run();
    let a = game.id("A");
    game.decide(Decision::Advance { unit: a, to: one("0705", Facing::E) });
    assert_eq!(game.unit("N").fate, Fate::Captured);
    // With the half that was not attacked they stay behind, disabled.
    let line = field_of(&[
        ("A", "heavy_infantry 10 7", "0605", "E", ""),
        ("T", "heavy_infantry 10 7", "0705 0706", "W", ""),
    ])
    .unit("N", "ba", GUNS, "0706", "W", LIGHT);
    let mut game = beaten(line, 6);
    game.run();
    assert_eq!((game.unit("N").fate, game.at("N")), (Fate::Disabled, hex("0706")));
    // A unit destroyed on the spot: guns in the attacked hex are there for the taking, the others are disabled.
    let line = field_of(&[
        ("A", "heavy_infantry 20 8", "0605", "E", ""),
        ("T", "heavy_infantry 5 4", "0705 0706", "W", ""),
    ])
    .unit("N", "ba", GUNS, "0705", "W", LIGHT)
    .unit("O", "ba", GUNS, "0706", "W", LIGHT);
    let mut game = beaten(line, 9);
    // 9 + 4 = 13: eliminated.
    assert_eq!(game.unit("T").fate, Fate::Eliminated);
    assert_eq!((game.unit("N").fate, game.unit("O").fate), (Fate::OnMap, Fate::Disabled));
    game.decide(Decision::Advance { unit: a, to: one("0705", Facing::E) });
    assert_eq!(game.unit("N").fate, Fate::Captured);
}

#[test]
fn guns_ridden_through_cost_horse_its_momentum_and_foot_keeps_it() {
    proves!("MPBS-11.5.1c");
    for (what, keeps) in [("cuirassier 4 7", false), ("heavy_infantry 8 7", true)] {
        let mut game = scene(
            ("charge", "0404"),
            ("receive_charge", "1505"),
            &[
                ("A", what, "0505", "E", ""),
                ("K", HORSE, "0404", "W", "formation = \"broken\""),
                ("N", GUNS, "0605", "E", "class = \"light\""),
                ("T", FOOT, "0805", "W", ""),
                ("Z", HORSE, "1505", "E", "formation = \"broken\""),
            ],
        )
        .red_acts();
        game.start_move("A").step(Direction::Ne).quiet().step(Direction::Se).quiet();
        assert_eq!(game.unit("N").fate, Fate::Captured);
        game.decline();
        assert_eq!(game.unit("A").is(caracole_musketpike::world::Marks::MOMENTUM), keeps, "{what}");
    }
}

#[test]
fn light_infantry_with_guns_is_not_alone() {
    proves!("MPBS-11.6d");
    for (guns, swept) in [(false, true), (true, false)] {
        let mut position =
            field_of(&[("A", HORSE, "0605", "E", ""), ("T", "musketeers 1 6", "0705", "W", "")]);
        if guns {
            position = position.unit("N", "ba", GUNS, "0705", "W", LIGHT);
        }
        let mut game = position.red_fights();
        game.attack("A", "0705").fight();
        assert_eq!(game.unit("T").fate == Fate::Eliminated, swept, "guns: {guns}");
        assert_eq!(game.rolls(RollPurpose::CloseCombat), !swept);
    }
}

#[test]
fn eliminated_units_are_removed_with_their_leaders() {
    proves!("MPBS-11.4.1e", "MPBS-11.8b", "MPBS-11.8a");
    let fight = |blue: &str| {
        let mut game = scene(
            ("receive_charge", "0605"),
            ("receive_charge", blue),
            &[
                ("A", "heavy_infantry 20 8", "0605", "E", ""),
                ("T", "heavy_infantry 5 4", "0705", "W", ""),
                ("Z", HORSE, "1505", "E", ""),
            ],
        )
        .red_fights();
        game.attack("A", "0705").fight();
        game.die(9);
        game
    };
    let mut game = fight("0705");
    let (red, blue) = (game.commander(0), game.commander(1));
    assert_eq!(game.unit("T").fate, Fate::Eliminated);
    assert!(matches!(game.battle.world().leader(blue).presence, Presence::Lost { .. }), "without a roll");
    let a = game.id("A");
    game.decide(Decision::Advance { unit: a, to: one("0705", Facing::E) }).decline();
    // At the end one die for each leader who fought and is left: 9 removes him.
    assert!(game.rolls(RollPurpose::LeaderCasualty));
    game.die(9);
    assert!(!game.battle.world().leader(red).on_map());
    let dice = game.events.iter().filter(|event| matches!(event, Event::LeaderCasualty { .. })).count();
    assert_eq!(dice, 1);
    let mut game = fight("1505");
    game.decide(Decision::Advance { unit: a, to: one("0705", Facing::E) }).decline().die(8);
    assert!(game.battle.world().leader(red).on_map());
}

#[test]
fn a_retreat_goes_on_through_ground_that_breaks_the_unit() {
    proves!("MPBS-7.3.1g", "MPBS-7.3.1b");
    let mut game = Position::new()
        .wing_rated("ra", "receive_charge", "0403", -1)
        .wing("ba", "rally", "1905")
        .terrain("0504", 'w')
        .terrain("0505", 'w')
        .unit("C", "ra", "cuirassier 4 7", "0403", "E", "")
        .unit("L", "ra", "cuirassier 4 7", "0503", "E", "")
        .unit("A", "ra", "heavy_infantry 8 6", "0605", "E", "formation = \"shaken\"")
        .unit("E", "ba", "heavy_infantry 8 6", "0705", "W", "")
        .unit("S", "ba", "cuirassier 4 7", "1905", "E", "")
        .play();
    let (a, e) = (game.id("A"), game.id("E"));
    game.activate(0).end_actions();
    game.decide(Decision::Attack { unit: a, hex: hex("0705") }).quiet();
    while matches!(game.battle.awaiting(), Awaiting::Decision { request: Request::Designate, .. }) {
        game.decline();
    }
    // A total of 2: the attacker is Morale Shaken and retreats two hexes. Formation Shaken already, it breaks in the
    // woods of the first hex, and goes on to the second.
    let die = 2 - game.field().close_combat_tally(&[a], e, &[]).total();
    game.die(u8::try_from(die).expect("a face"));
    for _ in 0..4 {
        if let Awaiting::Decision { request: Request::Retreat(_), .. } = game.battle.awaiting() {
            let way = [Direction::Nw, Direction::Sw]
                .map(Decision::Toward)
                .into_iter()
                .find(|way| game.allowed(way.clone()));
            game.decide(way.expect("a way back"));
        }
    }
    assert_eq!((game.unit("A").morale, game.unit("A").formation), (MoraleState::Shaken, Formation::Broken));
    assert_eq!(game.field().footprint(a).distance(hex("0605")), 2);
}
