//! Chapter 11.7: pursuit.

use crate::common::{
    field::{field_of, scene},
    position::{Game, Position, hex, one},
};
use caracole_kernel::Side;
use caracole_ledger::proves;
use caracole_musketpike::{
    RollPurpose,
    hex::{Direction, Facing},
    messages::{Decision, Event, Reaction, Request},
    world::{Fate, Formation, MoraleState, Presence},
};

const HORSE: &str = "cuirassier 4 7";

const FOOT: &str = "heavy_infantry 8 7";

const LIGHT: &str = "class = \"light\", layer = \"bottom\"";

/// A breaks T, which runs to a hex two away; the dice for pursuit are awaited.
fn broken(position: Position) -> Game {
    let mut game = position.red_fights();
    game.attack("A", "0705").fight();
    game.die(9);
    game.run();
    game
}

fn chase(more: &[(&str, &str, &str, &str, &str)]) -> Position {
    let mut units = vec![("A", HORSE, "0605", "E", ""), ("T", HORSE, "0705", "W", "")];
    units.extend(more);
    field_of(&units)
}

/// Horse T beats three attackers: two in its front, one behind.
fn three_beaten() -> Game {
    let mut game = field_of(&[
        ("A", "cuirassier 1 7", "0605", "E", ""),
        ("B", "cuirassier 1 7", "0606", "E", ""),
        ("C", "cuirassier 1 7", "0704", "SE", ""),
        ("T", "cuirassier 12 8", "0705", "W", ""),
    ])
    .red_fights();
    game.attack("A", "0705").attack("B", "0705").attack("C", "0705").fight();
    game
}

const BROKEN: &str = "formation = \"broken\"";

/// Red A rides east; blue M in 1105 may Intercept.
fn ride(more: &[(&str, &str, &str, &str, &str)]) -> Game {
    let mut units = vec![
        ("A", HORSE, "0605", "E", ""),
        ("K", HORSE, "0505", "W", BROKEN),
        ("M", HORSE, "1105", "W", ""),
        ("Z", HORSE, "1405", "E", BROKEN),
    ];
    units.extend(more);
    scene(("charge", "0505"), ("charge", "1405"), &units).red_acts()
}

#[test]
fn nobody_pursues_a_unit_that_stands() {
    proves!("MPBS-11.7.1c");
    let shut = [("U", FOOT, "0805", "W", ""), ("V", FOOT, "0806", "W", ""), ("W", FOOT, "0706", "W", "")];
    let mut game = broken(chase(&shut));
    game.die(0).decide(Decision::Face(Facing::W));
    assert!(!game.rolls(RollPurpose::Pursuit));
    assert_eq!(game.unit("T").morale, MoraleState::Shaken);
    // A casualty for each hex instead: it is still broken, and is pursued where it stands.
    let mut game = broken(chase(&shut));
    game.die(3);
    assert!(game.rolls(RollPurpose::Pursuit));
}

#[test]
fn pursuit_is_compulsory_and_leaders_go_along_but_light_infantry_stays() {
    proves!("MPBS-11.7.2-2", "MPBS-11.7.3", "MPBS-8.2.1e", "MPBS-11.7.2B-1");
    let position = || {
        scene(
            ("receive_charge", "0605"),
            ("receive_charge", "1505"),
            &[
                ("A", HORSE, "0605", "E", ""),
                ("B", "musketeers 2 6", "0605", "E", ""),
                ("T", HORSE, "0705", "W", ""),
                ("Z", HORSE, "1505", "E", ""),
            ],
        )
        .army_commander("red", 0, "0605")
    };
    // The leader counts +1: 8 + 1 = 9.
    let mut game = position().red_fights();
    game.attack("A", "0705").fight();
    game.die(8).run();
    let end = game.at("T");
    let (wing, army) =
        (game.commander(0), game.field().army_commander(Side::Red).expect("an Army Commander"));
    game.die(3);
    let f = game.field();
    assert_eq!(game.at("A"), end, "nobody asked");
    assert_eq!((f.leader(wing).hex, f.leader(army).hex), (end, end));
    assert_eq!(game.at("B"), hex("0605"), "the light infantry is left behind");
    assert_eq!(game.unit("T").fate, Fate::Eliminated);
    // Off the map both leaders are gone with it, not as losses: they may come back.
    let mut game = position().red_fights();
    game.attack("A", "0705").fight();
    game.die(8).run().die(6);
    proves!("MPBS-11.7.2C-2", "MPBS-11.7.2C-1");
    for leader in [wing, army] {
        assert_eq!(game.battle.world().leader(leader).presence, Presence::Lost { pursuing: true });
    }
    assert_eq!(game.unit("A").fate, Fate::PursuedOffMap);
    assert_eq!(game.unit("B").fate, Fate::OnMap);
}

#[test]
fn a_loser_eliminated_by_the_result_leaves_a_normal_advance() {
    proves!("MPBS-11.7.2B-2", "MPBS-11.7.4");
    let mut game =
        field_of(&[("A", "cuirassier 8 8", "0605", "E", ""), ("T", "cuirassier 2 4", "0705", "W", "")])
            .red_fights();
    game.attack("A", "0705").fight();
    // 9 + 4 = 13: eliminated.
    game.die(9);
    assert!(game.rolls(RollPurpose::Pursuit), "eliminated units are pursued as well");
    game.die(3);
    let a = game.id("A");
    game.decide(Decision::Advance { unit: a, to: one("0705", Facing::E) }).decline();
    assert_eq!(
        (game.at("A"), game.unit("A").formation),
        (hex("0705"), Formation::Shaken),
        "not Formation Broken"
    );
}

#[test]
fn reaction_comes_at_the_end_of_a_pursuit_and_foot_must_try_hedgehog() {
    proves!("MPBS-11.7.2B-3", "MPBS-11.7.2B-5", "MPBS-11.7.2B-6", "MPBS-9.1.3b");
    // T runs past P (0904) to 1005 or so; Q stands by the end of the way, its flank to it.
    let mut game = chase(&[("P", FOOT, "0804", "E", ""), ("Q", FOOT, "0904", "E", "")]).red_fights();
    game.attack("A", "0705").fight();
    game.die(9);
    let t = game.id("T");
    assert_eq!(game.asked(), (Side::Blue, Request::Retreat(t)));
    game.decide(Decision::Toward(Direction::Ne));
    game.run();
    assert_eq!(game.at("T"), hex("0905"));
    let before = game.events.len();
    game.die(3);
    assert_eq!(game.unit("T").fate, Fate::Eliminated);
    assert_eq!(game.unit("A").formation, Formation::Broken);
    assert!(!game.rolls(RollPurpose::MoraleCheck), "P beside the way is not asked");
    game.decline();
    // At the end Q, next to the pursuer, must try: any adjacent heavy infantry, whatever its facing.
    assert!(game.rolls(RollPurpose::MoraleCheck));
    game.die(0);
    assert_eq!(game.unit("Q").formation, Formation::Hedgehog);
    assert_eq!(game.unit("P").formation, Formation::Normal);
    let checks =
        game.events[before..].iter().filter(|event| matches!(event, Event::MoraleCheck { .. })).count();
    assert_eq!(checks, 1);
}

#[test]
fn who_runs_off_the_map_is_eliminated_and_the_pursuer_goes_as_far_as_he_can() {
    proves!("MPBS-11.7.2B-4");
    let mut game = scene(
        ("receive_charge", "1605"),
        ("receive_charge", "1009"),
        &[
            ("A", HORSE, "1805", "E", ""),
            ("K", HORSE, "1605", "W", ""),
            ("T", HORSE, "1905", "W", ""),
            ("Z", HORSE, "1009", "E", ""),
        ],
    )
    .red_fights();
    game.attack("A", "1905").fight();
    game.die(9).run();
    assert_eq!(game.unit("T").fate, Fate::Eliminated, "over its own edge");
    assert!(game.rolls(RollPurpose::Pursuit));
    game.die(3);
    assert_eq!(game.at("A").column(), 20, "along the path, to the last hex of it");
    assert_eq!(game.unit("A").formation, Formation::Broken);
}

#[test]
fn a_pursuit_off_the_map_takes_the_guns_and_triggers_nothing() {
    proves!("MPBS-11.7.2C-3", "MPBS-11.7.2C-4");
    let mut game = broken(chase(&[
        ("N", "artillery - 7", "0705", "W", LIGHT),
        ("Q", FOOT, "0806", "W", ""),
        ("P", FOOT, "0706", "W", ""),
    ]));
    game.die(6);
    assert_eq!((game.unit("A").fate, game.unit("T").fate), (Fate::PursuedOffMap, Fate::Eliminated));
    assert_eq!(game.unit("N").fate, Fate::Captured);
    assert!(!matches!(game.asked().1, Request::React(_)), "{:?}", game.asked());
    assert_eq!(game.field().victory_points(Side::Blue).total(), 0, "no loss for the pursuer's side");
}

#[test]
fn of_several_beaten_units_one_in_the_front_is_pursued() {
    proves!("MPBS-11.7.5", "MPBS-11.7.2-1");
    for (die, off) in [(3, false), (6, true)] {
        let mut game = three_beaten();
        // Morale -1, 3:12 -2, one flank hex +1: 1 - 2 = -1, Attacker Morale Broken.
        game.die(1).run();
        assert_eq!(game.unit("C").morale, MoraleState::Broken);
        assert!(game.rolls(RollPurpose::Pursuit));
        game.die(die);
        let t = game.id("T");
        assert_eq!(game.asked(), (Side::Blue, Request::Quarry(t)));
        let (a, b, c) = (game.id("A"), game.id("B"), game.id("C"));
        assert_eq!(game.refused(Decision::Unit(c)), "MPBS-11.7.5", "C was on its flank");
        assert!(game.allowed(Decision::Unit(a)));
        game.decide(Decision::Unit(b));
        let fates = ["A", "B", "C"].map(|code| game.unit(code).fate);
        assert_eq!(fates, [Fate::OnMap, Fate::Eliminated, Fate::OnMap], "only the one pursued");
        assert_eq!(game.unit("T").fate == Fate::PursuedOffMap, off);
    }
}

#[test]
fn broken_horse_that_is_attacked_fights_and_pursues() {
    proves!("MPBS-12.4.3i", "MPBS-12.4.3b", "MPBS-12.4.3a", "MPBS-11.7.2-1");
    let mut game =
        field_of(&[("A", "cuirassier 1 7", "0704", "SE", ""), ("T", "cuirassier 8 7", "0705", "W", "")])
            .red_fights();
    game.morale_of("T", MoraleState::Broken);
    assert_eq!(game.field().morale(game.id("T")), 1);
    assert_eq!(game.field().flank_hexes(&[game.id("A")], game.id("T")), 0, "no facing, no flank");
    let (a, t) = (game.id("A"), game.id("T"));
    game.decide(Decision::Attack { unit: a, hex: hex("0705") }).quiet();
    while matches!(game.asked().1, Request::Designate) {
        game.decline();
    }
    game.decide(Decision::Pistols(smallvec::smallvec![]));
    // Morale 7 against 1, strength 1:8, and it may spend a pistol: +6 - 2 - 1.
    game.decide(Decision::Pistols(smallvec::smallvec![t]));
    assert_eq!(game.unit("T").shots, 1);
    // 0 + 3 = 3: the attacker is thrown back, the broken horse may advance.
    game.die(0).run();
    assert_eq!(game.asked(), (Side::Blue, Request::Advance));
    game.decide(Decision::Advance { unit: t, to: one("0704", Facing::W) });
    assert_eq!(game.at("T"), hex("0704"));
}

#[test]
fn a_pursuit_in_an_interception_forces_no_hedgehog() {
    // Unclear in 11.7.2B: the foot of the Active player cannot Reaction Move to it.
    proves!("MPBS-11.7.2B-5");
    let mut game = ride(
        &[("B", FOOT, "0505", "E", BROKEN)]
            .map(|(code, what, _, facing, more)| (code, what, "0504", facing, more)),
    );
    let m = game.id("M");
    game.set("B", |unit| unit.formation = Formation::Normal);
    game.start_move("A").step(Direction::Se).react(Reaction::Intercept(m)).die(0);
    game.step(Direction::Nw).step(Direction::Sw).step(Direction::Nw).decline();
    game.decline().decline().accept().no_pistols();
    // 7 + 2 = 9: broken, and pursued where it ran.
    game.die(7).run();
    assert!(game.rolls(RollPurpose::Pursuit));
    game.die(3).decline();
    assert_eq!(game.unit("A").fate, Fate::Eliminated);
    assert!(!game.rolls(RollPurpose::MoraleCheck));
    assert_eq!(game.unit("B").formation, Formation::Normal);
}
