//! Chapter 11.1 to 11.3: who attacks whom in Close Combat, in which order, and the modifiers.

use crate::common::{
    field::{field_of, scene},
    position::{Game, Position, hex, one, pistols},
};
use caracole_kernel::Side;
use caracole_ledger::{proves, rule};
use caracole_musketpike::{
    RollPurpose,
    hex::{Direction, Facing},
    messages::{Company, Decision, Escort, Event, Request},
    world::{Formation, Marks, MoraleState},
};

const HORSE: &str = "cuirassier 4 7";

const FOOT: &str = "heavy_infantry 8 7";

#[test]
fn close_combat_comes_after_the_actions_and_only_with_the_active_wing() {
    proves!("MPBS-11.1.1a", "MPBS-11.1.2a", "MPBS-5.3.1c");
    let mut game = Position::new()
        .wing("ra", "receive_charge", "0404")
        .wing("rb", "receive_charge", "0408")
        .wing("ba", "receive_charge", "1505")
        .unit("K", "ra", HORSE, "0404", "W", "")
        .unit("A", "ra", FOOT, "0605", "E", "")
        .unit("L", "rb", HORSE, "0408", "W", "")
        .unit("B", "rb", FOOT, "0606", "E", "")
        .unit("T", "ba", FOOT, "0705", "W", "")
        .unit("Z", "ba", HORSE, "1505", "E", "")
        .army_commander("blue", 0, "0704")
        .red_acts();
    let (a, b) = (game.id("A"), game.id("B"));
    assert_eq!(
        game.refused(Decision::Attack { unit: a, hex: hex("0705") }),
        "TABLE-002",
        "Actions come first"
    );
    // Having acted does not keep A from attacking.
    game.start_move("A").decline();
    game.end_actions();
    assert_eq!(game.asked(), (Side::Red, Request::Designate));
    assert_eq!(game.refused(Decision::Attack { unit: b, hex: hex("0705") }), "MPBS-11.1.2a", "another Wing");
    // A hex with nobody but a leader may be attacked: he is taken.
    let leader = game.field().army_commander(Side::Blue).expect("an Army Commander");
    game.attack("A", "0704").fight();
    assert!(!game.battle.world().leader(leader).on_map());
}

#[test]
fn a_leader_alone_is_attacked_though_no_unit_is_near() {
    proves!("MPBS-11.1.2a", "MPBS-5.3.1c");
    let mut game = field_of(&[("A", FOOT, "0605", "E", ""), ("T", FOOT, "1205", "W", "")])
        .army_commander("blue", 0, "0705")
        .red_fights();
    let leader = game.field().army_commander(Side::Blue).expect("an Army Commander");
    assert_eq!(game.asked(), (Side::Red, Request::Designate));
    game.attack("A", "0705").fight();
    assert!(!game.battle.world().leader(leader).on_map());
}

#[test]
fn a_unit_does_not_attack_where_it_may_not_go() {
    proves!("MPBS-11.1.2e");
    let fight = |a: &str| field_of(&[("A", a, "0605", "E", ""), ("T", FOOT, "0705", "W", "")]);
    // Cavalry may not enter a castle; foot may.
    let game = fight(HORSE).terrain("0705", 'k').red_fights();
    assert_eq!(game.asked().0, Side::Blue, "nothing for the horse to attack");
    let game = fight(FOOT).terrain("0705", 'k').red_fights();
    assert_eq!(game.asked(), (Side::Red, Request::Designate));
    let game = fight(FOOT).hexsides("river", &["0605 SE"]).red_fights();
    assert!(game.field().may_attack(game.id("A"), hex("0705")).is_err(), "nor across a river");
}

#[test]
fn a_two_hex_line_fights_through_a_bridge_hex_as_formation_broken() {
    proves!("MPBS-11.1.2d", "MPBS-11.3.1a-3", "MPBS-7.3.5e");
    // The bridge hex 0605 lies ahead of the line; T beyond it in 0705 is not adjacent.
    let mut game = field_of(&[
        ("A", "heavy_infantry 10 7", "0504 0505", "E", ""),
        ("T", "heavy_infantry 10 7", "0705", "W", ""),
    ])
    .terrain("0605", '=')
    .red_fights();
    assert_eq!(game.asked(), (Side::Red, Request::Designate));
    assert_eq!(game.combat_line(&["A"], "T", rule!("MPBS-11.3.1-2")), -2, "counts as Formation Broken");
    game.attack("A", "0705").fight();
    assert!(game.rolls(RollPurpose::CloseCombat));
}

#[test]
fn the_other_half_makes_no_reaction_of_its_own() {
    proves!("MPBS-11.1.3c", "MPBS-11.1.2b");
    // T is attacked in its northern hex; B stands before its southern half and T may not attack it.
    let mut game = field_of(&[
        ("A", FOOT, "0604", "E", ""),
        ("B", HORSE, "0606", "E", ""),
        ("T", "heavy_infantry 10 7", "0704 0705", "W", ""),
    ])
    .red_fights();
    let t = game.id("T");
    assert!(game.field().may_attack(t, hex("0605")).is_err());
    game.attack("A", "0704");
    game.decline();
    // Nobody else could attack: blue is not even asked.
    assert!(!game.asks(Side::Blue, Request::Designate));
    assert!(game.rolls(RollPurpose::CloseCombat));
}

#[test]
fn attacks_on_both_hexes_are_one_combat_with_the_modifiers_that_favour_the_defender() {
    proves!("MPBS-11.1.4b", "MPBS-11.1.4c", "MPBS-11.1.4a", "MPBS-11.3.1-1", "MPBS-11.3.5");
    let mut game = field_of(&[
        ("A", "heavy_infantry 8 7", "0604", "E", ""),
        ("B", "cuirassier 4 7", "0606", "E", ""),
        ("T", "heavy_infantry 12 7", "0704 0705", "W", ""),
    ])
    .hexsides("stream", &["0606 NE"])
    .red_fights();
    // Horse alone: half of 12 against 4, matrix -3. Foot alone: matrix 0.
    assert_eq!(game.combat_line(&["B"], "T", rule!("MPBS-11.3.8")), -3);
    assert_eq!(game.combat_line(&["A"], "T", rule!("MPBS-11.3.8")), 0);
    assert_eq!(game.combat_line(&["A", "B"], "T", rule!("MPBS-11.3.8")), -3, "the worse for the attackers");
    // 8 + 4 against the whole 12: no halving in mixed company.
    assert_eq!(game.combat_line(&["A", "B"], "T", rule!("MPBS-11.3.4")), 0);
    let stream = game.combat_line(&["B"], "T", rule!("MPBS-CHART-TEC"));
    assert!(stream < 0, "B attacks across the stream");
    assert_eq!(game.combat_line(&["A"], "T", rule!("MPBS-CHART-TEC")), 0);
    assert_eq!(game.combat_line(&["A", "B"], "T", rule!("MPBS-CHART-TEC")), stream);
    game.attack("A", "0704").attack("B", "0705").fight();
    assert!(game.rolls(RollPurpose::CloseCombat));
    assert_eq!(game.combat_total(&["A", "B"], "T"), -4, "-3 and the stream");
    game.die(9);
    assert!(!game.rolls(RollPurpose::CloseCombat), "one combat");
    for code in ["A", "B", "T"] {
        assert_eq!(game.unit(code).formation, Formation::Shaken, "{code} took part");
    }
}

#[test]
fn the_example_of_two_lines() {
    // EX-11.1.4: A attacks X, B attacks Y and not V (the example's Z); V, no target, attacks B first.
    proves!("MPBS-11.1.2b", "MPBS-11.1.3a", "MPBS-11.2C", "MPBS-11.2D", "MPBS-11.2E", "MPBS-11.4.1a");
    let line = "heavy_infantry 10 7";
    let mut game = field_of(&[
        ("A", line, "0604 0605", "E", ""),
        ("B", line, "0607 0608", "E", ""),
        ("X", line, "0704 0703", "W", ""),
        ("Y", FOOT, "0707", "W", ""),
        ("V", line, "0708", "W", ""),
    ])
    .red_fights();
    let (a, b, v) = (game.id("A"), game.id("B"), game.id("V"));
    assert_eq!(game.refused(Decision::Attack { unit: b, hex: hex("0708") }), "MPBS-11.1.2c");
    game.decide(Decision::Attack { unit: a, hex: hex("0704") }).quiet();
    game.decide(Decision::Attack { unit: b, hex: hex("0707") }).quiet();
    assert_eq!(game.asked(), (Side::Blue, Request::Designate));
    game.decide(Decision::Attack { unit: v, hex: hex("0608") }).fight();
    let fought = |game: &Game| {
        let combats = game.events.iter().filter_map(|event| match event {
            Event::CloseCombat { defender, .. } => Some(*defender),
            _ => None,
        });
        combats.collect::<Vec<_>>()
    };
    // V against B first, 10 against 10: no effect on 4.
    game.die(4);
    assert_eq!(fought(&game), [b]);
    // Then the Active player's two, in the order he likes.
    assert_eq!(game.asked(), (Side::Red, Request::NextCombat));
    game.decide(Decision::Hex(hex("0704"))).die(4);
    assert_eq!(fought(&game), [b, game.id("X")]);
    // B is still there and must attack: Formation Shaken -1, 6 - 1 = 5, no effect.
    game.die(6);
    assert_eq!(fought(&game), [b, game.id("X"), game.id("Y")]);
    assert_eq!((game.unit("B").formation, game.unit("Y").formation), (Formation::Broken, Formation::Shaken));
}

#[test]
fn a_leader_counts_one_whatever_his_rating() {
    proves!("MPBS-11.3.2");
    let fight = |red: &str, blue: &str, rating: i8| {
        Position::new()
            .wing_rated("ra", "receive_charge", red, rating)
            .wing_rated("ba", "receive_charge", blue, rating)
            .unit("K", "ra", HORSE, "0404", "W", "")
            .unit("A", "ra", FOOT, "0605", "E", "")
            .unit("T", "ba", FOOT, "0705", "W", "")
            .unit("Z", "ba", HORSE, "1505", "E", "")
            .red_fights()
    };
    for rating in [0, -2] {
        let line = |game: Game| game.combat_line(&["A"], "T", rule!("MPBS-11.3.2"));
        assert_eq!(line(fight("0404", "1505", rating)), 0);
        assert_eq!(line(fight("0605", "1505", rating)), 1);
        assert_eq!(line(fight("0404", "0705", rating)), -1);
        assert_eq!(line(fight("0605", "0705", rating)), 0);
    }
    // Two leaders with one unit count as one.
    let game = Position::new()
        .wing("ra", "receive_charge", "0605")
        .wing("ba", "receive_charge", "1505")
        .army_commander("red", -1, "0605")
        .unit("A", "ra", FOOT, "0605", "E", "")
        .unit("T", "ba", FOOT, "0705", "W", "")
        .unit("Z", "ba", HORSE, "1505", "E", "")
        .red_fights();
    assert_eq!(game.combat_line(&["A"], "T", rule!("MPBS-11.3.2")), 1);
}

#[test]
fn formation_counts_once_and_terrain_by_the_chart() {
    proves!("MPBS-11.3.1-2", "MPBS-11.3.1-1", "MPBS-11.3.1a-1", "MPBS-14.4e");
    let mut game = field_of(&[
        ("A", FOOT, "0605", "E", "formation = \"shaken\""),
        ("B", FOOT, "0606", "E", "formation = \"shaken\""),
        ("T", FOOT, "0705", "W", ""),
    ])
    .red_fights();
    let line = |game: &Game| game.combat_line(&["A", "B"], "T", rule!("MPBS-11.3.1-2"));
    assert_eq!(line(&game), -1, "two Shaken attackers count once");
    game.set("B", |unit| unit.formation = Formation::Broken);
    assert_eq!(line(&game), -2, "the worst of them, and not both");
    game.set("T", |unit| unit.formation = Formation::Shaken);
    assert_eq!(line(&game), -1, "the defender's is another modifier");
    // A hedge counts against whoever attacks across it, whoever came first.
    let game = field_of(&[("A", FOOT, "0605", "E", ""), ("T", FOOT, "0705", "W", "")])
        .hexsides("hedge", &["0605 SE"])
        .red_fights();
    let (there, back) = (
        game.combat_line(&["A"], "T", rule!("MPBS-CHART-TEC")),
        game.combat_line(&["T"], "A", rule!("MPBS-CHART-TEC")),
    );
    assert!(there < 0);
    assert_eq!(there, back);
}

#[test]
fn a_hexside_disorders_only_who_advances_across_it() {
    proves!("MPBS-11.3.1a-2", "MPBS-11.4.10", "MPBS-11.4.6d", "MPBS-11.4.7b");
    let mut game = field_of(&[("A", HORSE, "0605", "E", ""), ("T", HORSE, "0705", "W", "")])
        .hexsides("hedge", &["0605 SE"])
        .red_fights();
    game.attack("A", "0705").fight();
    // Whatever the hedge takes, 9 with its -1 throws T back.
    game.die(8).run();
    let a = game.id("A");
    assert_eq!(game.unit("A").formation, Formation::Normal, "not yet");
    game.decide(Decision::Advance { unit: a, to: one("0705", Facing::E) });
    assert_eq!(game.unit("A").formation, Formation::Shaken, "the hedge");
    // It may turn by one vertex, before anybody reacts.
    assert!(!game.allowed(Decision::Face(Facing::Sw)), "three vertices are too many");
    game.decide(Decision::Face(Facing::Se));
    assert_eq!(game.unit("A").at, one("0705", Facing::Se));
    assert_eq!(game.unit("A").formation, Formation::Broken, "and the combat itself");
}

#[test]
fn momentum_with_light_infantry_and_in_open_order() {
    proves!("MPBS-11.3.6a-6", "MPBS-11.3.6a-7", "MPBS-11.3.9b");
    let ride = |more: &str, light: bool| {
        let mut position = scene(
            ("charge", "0404"),
            ("receive_charge", "1505"),
            &[
                ("A", HORSE, "0505", "E", more),
                ("K", HORSE, "0404", "W", "formation = \"broken\""),
                ("T", FOOT, "0805", "W", ""),
                ("Z", HORSE, "1505", "E", "formation = \"broken\""),
            ],
        );
        if light {
            position = position.unit("B", "ra", "musketeers 2 6", "0505", "E", "");
        }
        let mut game = position.red_acts();
        game.start_move("A").step(Direction::Ne).quiet().step(Direction::Se).quiet().decline();
        game
    };
    let mut game = ride("", true);
    assert!(game.unit("A").is(Marks::MOMENTUM), "with light infantry");
    assert!(ride("formation = \"open_order\"", false).unit("A").is(Marks::MOMENTUM), "in Open Order");
    // A pistol spent in the combat leaves Momentum alone.
    let (a, t) = (game.id("A"), game.id("T"));
    game.end_actions();
    game.attack("A", "0805");
    while matches!(game.asked().1, Request::Designate) {
        game.decline();
    }
    game.decide(pistols(&[a]));
    assert!(game.unit("A").is(Marks::MOMENTUM));
    let tally = game.field().close_combat_tally(&[a], t, &[a]);
    assert!(tally.cites(rule!("MPBS-11.3.6-3")) && tally.cites(rule!("MPBS-11.3.9a")));
}

#[test]
fn moving_with_the_stack_left_behind_is_a_choice() {
    proves!("MPBS-11.1.5");
    // Orders do not bind in Close Combat: a Wing under Rally Orders attacks.
    let mut game = scene(
        ("rally", "0404"),
        ("rally", "1505"),
        &[
            ("A", HORSE, "0605", "E", ""),
            ("K", HORSE, "0404", "W", ""),
            ("T", HORSE, "0705", "W", ""),
            ("Z", HORSE, "1505", "E", ""),
        ],
    )
    .red_acts();
    let unit = game.id("A");
    game.decide(Decision::Move { unit, company: Company::Stack, escort: Escort::None }).decline();
    game.end_actions();
    game.attack("A", "0705").fight();
    assert!(game.rolls(RollPurpose::CloseCombat));
    game.die(4);
    assert_eq!(game.unit("A").morale, MoraleState::Normal);
}
