//! Readings chosen where the rulebook is unclear: each in a position of its own.

use super::scene::{charge_of, field_of, scene};
use crate::common::position::{Game, hex, one};
use caracole_kernel::{Awaiting, Side};
use caracole_ledger::{proves, rule};
use caracole_musketpike::RollPurpose;
use caracole_musketpike::{
    engine::motion::Manoeuvre,
    hex::{Direction, Facing, Turn},
    messages::{Decision, Manner, Reaction, Reform, Request, Target, Through},
    world::{Fate, Formation, Marks, MoraleState},
};

const HORSE: &str = "cuirassier 4 7";
const FOOT: &str = "heavy_infantry 8 7";
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
fn trap_a_turn_within_four_hexes_can_be_intercepted() {
    // Unclear in 9.3.1: every movement trigger inside the arc, a change of facing too.
    proves!("MPBS-9.3.1a", "MPBS-9.1.3c");
    let mut game = ride(&[]);
    let (a, m) = (game.id("A"), game.id("M"));
    game.start_move("A").step(Direction::Se);
    game.decline();
    game.manoeuvre(Manoeuvre::Face(1));
    assert_eq!(game.asked(), (Side::Blue, Request::React(a)));
    assert!(game.allowed(Decision::React(Reaction::Intercept(m))));
}

#[test]
fn trap_after_a_failed_interception_cavalry_reacts_to_later_triggers() {
    // Unclear in 9.3.2: "may still React" means to later triggers.
    proves!("MPBS-9.3.2b", "MPBS-9.1.1a-1");
    let mut game = ride(&[("N", HORSE, "0804", "W", "")]);
    let n = game.id("N");
    game.start_move("A").step(Direction::Se);
    game.react(Reaction::Intercept(n)).die(9);
    game.quiet();
    // A comes next to N: N may fire now, though its Interception is done.
    game.step(Direction::Ne);
    assert!(game.allowed(Decision::React(game.fires("N"))));
    assert_eq!(game.no(Reaction::Intercept(n)), "MPBS-9.3.1f");
}

#[test]
fn trap_active_units_do_not_react_to_an_interceptors_advance() {
    // Unclear in 11.2G: only in the Close Combat step, not while Actions are under way.
    proves!("MPBS-11.2G", "MPBS-9.1.1-5");
    let mut game = ride(&[("B", "musketeers 2 6", "0706", "NE", BROKEN)]);
    let (a, m) = (game.id("A"), game.id("M"));
    game.start_move("A").step(Direction::Se).react(Reaction::Intercept(m)).die(0);
    game.step(Direction::Nw).step(Direction::Sw).step(Direction::Nw).decline();
    game.decline().decline().accept().no_pistols();
    // Momentum +2: 5 + 2 = 7, A is thrown back two hexes; M advances next to B's front.
    game.die(5).run();
    assert_eq!(game.unit("A").morale, MoraleState::Shaken);
    game.decide(Decision::Advance { unit: m, to: one("0705", Facing::W) }).decline();
    assert_ne!(game.asked().1, Request::React(m), "B does not get to fire");
    let _ = a;
}

#[test]
fn trap_the_army_commander_draws_fire_on_a_unit_of_another_wing() {
    // Unclear in 9.1.3f: Rally or Reform by the Army Commander outside the active Wing triggers as well.
    proves!("MPBS-9.1.3f", "MPBS-13.2.2");
    let mut game = crate::common::position::Position::new()
        .wing("ra", "make_ready", "0404")
        .wing("rb", "receive_charge", "0505")
        .wing("ba", "rally", "1505")
        .army_commander("red", 0, "0504")
        .unit("K", "ra", HORSE, "0404", "W", "")
        .unit("L", "rb", HORSE, "0505", "W", "")
        .unit("A", "rb", FOOT, "0605", "E", "formation = \"shaken\"")
        .unit("T", "ba", FOOT, "0705", "W", "")
        .unit("Z", "ba", HORSE, "1505", "E", "")
        .red_acts();
    let unit = game.id("A");
    game.decide(Decision::Reform { unit, what: Reform::Formation, through: Through::ArmyCommander });
    assert_eq!(game.asked(), (Side::Blue, Request::React(unit)));
}

#[test]
fn trap_whoever_grazing_fire_rolled_for_may_answer() {
    // Unclear in 9.1.3g: units swept besides the one aimed at were fired on too. Wagons are not (14.1c).
    proves!("MPBS-9.1.3g", "MPBS-9.1.2b", "MPBS-14.1c");
    let guns = "class = \"heavy\"";
    let mut game = field_of(&[
        ("G", "artillery - 7", "0605", "SE", guns),
        ("T", "musketeers 3 8", "0606", "NW", ""),
        ("V", "wagon -", "0607", "", ""),
        ("N", "artillery - 7", "0608", "NW", guns),
    ])
    .red_acts();
    let (gun, target) = (game.id("G"), Target::Unit(game.id("T")));
    game.decide(Decision::Cannonade { gun, target, hex: hex("0606") });
    let mut dice = 0;
    while game.rolls(RollPurpose::ArtilleryFire) {
        game.die(0);
        dice += 1;
    }
    assert_eq!(dice, 2, "the light infantry and the guns beyond; not the Wagon");
    assert_eq!(game.asked(), (Side::Blue, Request::React(gun)));
    // T answers; N would, but its line of fire is not free.
    assert!(game.allowed(Decision::React(game.fires("T"))));
    assert_eq!(game.no(game.fires("N")), "MPBS-9.4.3");
}

#[test]
fn trap_guns_answer_a_reform_in_their_grazing_range() {
    // Unclear in 9.4.3: 9.1.2b with its "other triggers" is the fuller statement.
    proves!("MPBS-9.4.3", "MPBS-9.1.2b");
    let reform = |gun: &str| {
        let mut game = field_of(&[
            ("A", FOOT, "0605", "E", "formation = \"shaken\""),
            ("N", "artillery - 7", gun, "W", "class = \"medium\""),
        ])
        .red_acts();
        let unit = game.id("A");
        game.decide(Decision::Reform { unit, what: Reform::Formation, through: Through::Wing });
        game.asked().0
    };
    assert_eq!(reform("0905"), Side::Blue, "three hexes");
    assert_eq!(reform("1005"), Side::Red, "four");
}

#[test]
fn trap_a_unit_in_cover_does_not_fire_at_anything_in_that_activation() {
    // Unclear in 9.4.5: no Reaction Fire at other triggers either.
    proves!("MPBS-9.4.5b");
    let mut game = charge_of(&[
        ("A", FOOT, "0605", "E", ""),
        ("B", FOOT, "0506", "E", ""),
        ("T", FOOT, "0705", "W", ""),
        ("V", "musketeers 2 6", "0706", "W", ""),
    ])
    .terrain("0705", 'v')
    .red_acts();
    game.decide(game.volley("A", Manner::Skirmishing, "T")).accept().quiet();
    assert!(game.unit("T").is(Marks::COVER));
    // B comes before T and V: V may fire, T may not.
    game.start_move("B").step(Direction::Ne);
    assert!(game.allowed(Decision::React(game.fires("V"))));
    assert_eq!(game.no(game.fires("T")), "MPBS-9.4.5b");
}

#[test]
fn trap_infantry_of_one_point_is_halved_to_one() {
    // Unclear in 11.3.5: never less than one.
    proves!("MPBS-11.3.5");
    let game =
        field_of(&[("A", "cuirassier 3 7", "0605", "E", ""), ("T", "heavy_infantry 1 7", "0705", "W", "")])
            .red_fights();
    assert_eq!(game.combat_line(&["A"], "T", rule!("MPBS-11.3.4")), 1, "3:1");
}

#[test]
fn trap_momentum_of_horse_and_foot_together_is_that_of_foot() {
    // Unclear in 11.3.6: of the two the one better for the defender.
    proves!("MPBS-11.3.6-5");
    let mut game = field_of(&[
        ("A", HORSE, "0605", "E", ""),
        ("B", FOOT, "0606", "E", ""),
        ("T", FOOT, "0705", "W", ""),
    ])
    .red_fights();
    for code in ["A", "B"] {
        game.set(code, |unit| unit.marks.set(Marks::MOMENTUM));
    }
    assert_eq!(game.combat_line(&["A", "B"], "T", rule!("MPBS-11.3.6-3")), 1);
    game.set("B", |unit| unit.marks.clear(Marks::MOMENTUM));
    assert_eq!(game.combat_line(&["A", "B"], "T", rule!("MPBS-11.3.6-3")), 2);
}

#[test]
fn trap_a_pursuit_in_an_interception_forces_no_hedgehog() {
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

#[test]
fn trap_fire_at_one_half_exposes_only_the_leader_there() {
    // Unclear in 10.10: a leader with one half is exposed to fire at that half's hex.
    proves!("MPBS-10.10a");
    let fire = |leader: &str| {
        let mut game = scene(
            ("receive_charge", "0404"),
            ("receive_charge", leader),
            &[
                ("G", "artillery - 7", "0605", "E", "class = \"heavy\""),
                ("K", HORSE, "0404", "W", ""),
                ("T", "heavy_infantry 10 8", "0804 0805", "W", ""),
            ],
        )
        .red_acts();
        let (gun, target) = (game.id("G"), Target::Unit(game.id("T")));
        game.decide(Decision::Cannonade { gun, target, hex: hex("0804") });
        while matches!(game.battle.awaiting(), Awaiting::Decision { request: Request::Spine(_), .. }) {
            game.decide(Decision::Aside(Turn::Left));
        }
        game.die(4);
        game.rolls(RollPurpose::LeaderCasualty)
    };
    assert!(fire("0804"));
    assert!(!fire("0805"));
}

#[test]
fn trap_absorbing_cavalry_lifts_the_limit_of_the_threshold() {
    // Unclear in 12.5.2: above the threshold again, a unit may be rallied in full; the level is not given back.
    proves!("MPBS-12.5.2b", "MPBS-8.4b");
    let mut game = scene(
        ("make_ready", "0404"),
        ("rally", "1909"),
        &[
            ("A", HORSE, "0605", "E", ""),
            ("B", HORSE, "0705", "E", ""),
            ("K", HORSE, "0404", "W", ""),
            ("L", HORSE, "0504", "W", ""),
            ("Z", HORSE, "1909", "E", ""),
        ],
    )
    .red_acts();
    game.morale_of("A", MoraleState::Shaken).set("A", |unit| unit.casualties = 2);
    assert!(game.field().past_threshold(game.id("A")));
    game.start_move("A").step(Direction::Se);
    assert_eq!((game.unit("B").fate, game.unit("A").casualties), (Fate::Eliminated, 0));
    assert!(!game.field().past_threshold(game.id("A")));
    assert_eq!(game.unit("A").morale, MoraleState::Shaken);
}
