//! Nested interruption, and the Active side reacting.

use crate::common::{
    field::{field_of, scene},
    position::{Game, Position, hex, one, pistols},
};
use caracole_kernel::Side;
use caracole_ledger::{proves, rule};
use caracole_musketpike::{
    RollPurpose,
    engine::motion::Manoeuvre,
    hex::{Direction, Facing},
    messages::{Decision, Reaction, Request, Salvoing},
    world::{Formation, Marks, MoraleState},
};

/// Red cavalry A rides at blue cavalry B; blue musketeers D stand where A would advance.
fn ride() -> Game {
    let mut game = Position::new()
        .wing("ra", "charge", "0505")
        .wing("ba", "charge", "1405")
        .unit("R", "ra", "cuirassier 4 7", "0505", "E", "")
        .unit("A", "ra", "cuirassier 4 7", "0605", "E", "")
        .unit("B", "ba", "cuirassier 4 7", "1105", "W", "")
        .unit("D", "ba", "musketeers 2 6", "0904", "W", "")
        .unit("S", "ba", "cuirassier 4 7", "1405", "E", "")
        .play();
    // Both sides have one Wing under Charge and commanders of equal rating: the dice decide.
    game.dice(&[7, 3]).activate(0);
    game
}

/// A steps into B's zone, B Intercepts, attacks with Momentum and is beaten; A advances next to D.
fn beaten_interception(game: &mut Game) {
    let (a, b) = (game.id("A"), game.id("B"));
    game.start_move("A").step(Direction::Se);
    assert_eq!(game.asked(), (Side::Blue, Request::React(a)));
    game.decide(Decision::React(Reaction::Intercept(b)));
    assert_eq!(game.purpose(), RollPurpose::Interception);
    // Charge Orders: 0 to 5, no modifier for morale 7.
    game.die(5);
    assert_eq!(game.asked(), (Side::Blue, Request::Intercept(b)));
    game.step(Direction::Nw).step(Direction::Sw).step(Direction::Nw);
    game.decline();
    assert_eq!(game.unit("B").at, one("0805", Facing::W));
    assert!(game.unit("B").is(Marks::MOMENTUM), "three clear hexes without a turn");
    // The intercepted cavalry may fire first, then the interceptor.
    assert_eq!(game.asked(), (Side::Red, Request::PistolFirst(a)));
    game.decline();
    assert_eq!(game.asked(), (Side::Blue, Request::PistolFirst(b)));
    game.decline();
    assert_eq!(game.asked(), (Side::Blue, Request::Engage(b)));
    game.accept().decide(pistols(&[])).decide(pistols(&[]));
    // Momentum +2, all else even: 0 + 2 is Attacker Morale Shaken, two hexes.
    assert_eq!(game.purpose(), RollPurpose::CloseCombat);
    game.die(0);
    assert_eq!(game.unit("B").morale, MoraleState::Shaken);
    // Straight back to 0905, then two equal ways.
    assert_eq!(game.asked(), (Side::Blue, Request::Retreat(b)));
    game.decide(Decision::Toward(Direction::Ne));
    assert_eq!(game.unit("B").at, one("1005", Facing::W), "an orderly retreat keeps its facing");
    assert_eq!(game.asked(), (Side::Red, Request::Advance));
    game.decide(Decision::Advance { unit: a, to: one("0805", Facing::E) });
    assert_eq!(game.asked(), (Side::Red, Request::FaceAdvance(a)));
    game.decline();
    assert_eq!(game.unit("A").formation, Formation::Shaken, "every Close Combat costs a formation hit");
    assert_eq!(game.unit("B").formation, Formation::Shaken);
}

const HORSE: &str = "cuirassier 4 7";

const FOOT: &str = "heavy_infantry 8 7";

const BROKEN: &str = "formation = \"broken\"";

/// Red A rides east; blue M in 1105 may Intercept.
fn ride_past(more: &[(&str, &str, &str, &str, &str)]) -> Game {
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
fn a_move_resumes_with_its_points_after_interception_combat_advance_and_reaction() {
    proves!(
        "MPBS-4.2.2b",
        "MPBS-7.3.1d",
        "MPBS-9.1.1-1",
        "MPBS-9.1.1a-2",
        "MPBS-9.1.3a",
        "MPBS-9.1.3b",
        "MPBS-9.1.6a",
        "MPBS-9.2.1a",
        "MPBS-9.3.1a",
        "MPBS-9.3.2a",
        "MPBS-9.3.3a",
        "MPBS-9.3.3d",
        "MPBS-9.3.3e",
        "MPBS-9.3.4a",
        "MPBS-11.1.1b",
        "MPBS-11.2F",
        "MPBS-11.3.6-1",
        "MPBS-11.3.6-3",
        "MPBS-11.3.6a-3",
        "MPBS-11.4.1d",
        "MPBS-11.4.6a",
        "MPBS-11.4.7a",
        "MPBS-11.4.9"
    );
    let mut game = ride();
    beaten_interception(&mut game);
    let (a, d) = (game.id("A"), game.id("D"));
    // D did not fight: it may react to the advance. B did, and may not.
    assert_eq!(game.asked(), (Side::Blue, Request::React(a)));
    assert_eq!(
        game.refused(Decision::React(Reaction::Fire { unit: game.id("B"), salvo: Salvoing::No })),
        "MPBS-9.1.1a-1"
    );
    game.decide(Decision::React(Reaction::Fire { unit: d, salvo: Salvoing::No }));
    game.die(0);
    // The move goes on: 8 points less the one spent, though a Formation Shaken unit has only 4.
    for turns in 0..7 {
        game.quiet();
        assert_eq!(game.asked(), (Side::Red, Request::Manoeuvre(a)), "after {turns} turns");
        game.manoeuvre(Manoeuvre::Face(1));
    }
    game.quiet();
    assert_eq!(game.refused(Decision::Manoeuvre(Manoeuvre::Face(1))), "MPBS-7.1.1d");
}

#[test]
fn a_unit_that_a_reaction_breaks_stops_at_once() {
    proves!("MPBS-7.3.1f", "MPBS-9.1.6a", "MPBS-6.3.1d");
    let mut game = ride();
    beaten_interception(&mut game);
    let d = game.id("D");
    game.decide(Decision::React(Reaction::Fire { unit: d, salvo: Salvoing::No }));
    // Commanded muskets: 6 is a formation hit; the Formation Shaken cavalry is Formation Broken.
    game.die(6);
    assert_eq!(game.unit("A").formation, Formation::Broken);
    // It moves no more; the pistol at the enemy next to it is all that is left of its Action.
    assert_eq!(game.refused(Decision::Manoeuvre(Manoeuvre::Face(1))), "MPBS-7.3.1f");
    assert_eq!(game.refused(Decision::Manoeuvre(Manoeuvre::Step(Direction::Se))), "MPBS-7.3.1f");
    game.decline();
    assert!(matches!(game.asked().1, Request::Act(_)), "the move is over");
}

#[test]
fn interception_needs_the_dice_and_is_tried_once_in_an_activation() {
    proves!("MPBS-9.3.1f", "MPBS-9.3.2b", "MPBS-9.3.6", "MPBS-CHART-INTERCEPTION");
    let mut game = ride();
    let (a, b) = (game.id("A"), game.id("B"));
    game.start_move("A").step(Direction::Se);
    game.decide(Decision::React(Reaction::Intercept(b))).die(6);
    assert!(game.unit("B").is(Marks::INTERCEPTED));
    assert_eq!(game.unit("B").at, one("1105", Facing::W));
    // Nobody else can react, so the move goes on; the next hex, next to D, finds B marked.
    assert_eq!(game.asked(), (Side::Red, Request::Manoeuvre(a)));
    game.step(Direction::Ne);
    assert_eq!(game.asked(), (Side::Blue, Request::React(a)));
    assert_eq!(game.refused(Decision::React(Reaction::Intercept(b))), "MPBS-9.3.1f");
}

#[test]
fn intercepted_cavalry_fires_at_the_interceptor_first() {
    proves!("MPBS-9.1.1-4", "MPBS-9.1.1a-7", "MPBS-9.3.3d", "MPBS-10.5.3", "MPBS-10.7.2", "MPBS-11.3.6-2");
    let mut game = ride();
    let b = game.id("B");
    game.start_move("A").step(Direction::Se);
    game.decide(Decision::React(Reaction::Intercept(b))).die(0);
    game.step(Direction::Nw).step(Direction::Sw).step(Direction::Nw).decline();
    game.accept();
    // Pistols hit on 8 and 9; a casualty on current morale 7 brings no check.
    game.die(8);
    assert_eq!(game.unit("A").shots, 1);
    assert_eq!(game.unit("B").casualties, 1);
    assert_eq!(game.asked(), (Side::Blue, Request::PistolFirst(b)));
    game.accept().die(0);
    assert!(!game.unit("B").is(Marks::MOMENTUM), "the interceptor's own shot costs Momentum");
    assert_eq!(game.asked(), (Side::Blue, Request::Engage(b)));
    assert_eq!(game.unit("A").at, one("0705", Facing::E));
}

#[test]
fn active_units_react_to_an_inactive_advance_in_the_close_combat_step() {
    proves!("MPBS-9.1.1-5", "MPBS-11.2G", "MPBS-11.2C", "MPBS-11.1.2b", "MPBS-11.4.9", "MPBS-11.1.5");
    let mut game = Position::new()
        .wing("ra", "receive_charge", "0707")
        .wing("ba", "receive_charge", "1105")
        .unit("C", "ra", "cuirassier 4 7", "0706", "E", "")
        .unit("M", "ra", "musketeers 2 6", "0707", "E", "")
        .unit("K", "ra", "cuirassier 4 7", "0705", "E", "")
        .unit("Z", "ba", "cuirassier 4 7", "0806", "W", "")
        .unit("S", "ba", "cuirassier 4 7", "1105", "W", "")
        .play();
    game.dice(&[9, 0]).activate(0).end_actions();
    let (c, m, k, z) = (game.id("C"), game.id("M"), game.id("K"), game.id("Z"));
    // C could attack Z and does not; Z, not attacked, attacks C.
    assert_eq!(game.asked(), (Side::Red, Request::Designate));
    game.decline();
    assert_eq!(game.asked(), (Side::Blue, Request::Designate));
    game.decide(Decision::Attack { unit: z, hex: hex("0706") });
    game.decide(pistols(&[])).decide(pistols(&[]));
    // Everything even: 6 is Defender Morale Shaken, one hex.
    game.die(6);
    assert_eq!(game.asked(), (Side::Red, Request::Retreat(c)));
    game.decide(Decision::Toward(Direction::Nw));
    game.decide(Decision::Advance { unit: z, to: one("0706", Facing::W) }).decline();
    assert_eq!(game.asked(), (Side::Red, Request::React(z)), "the Active side reacts to the advance");
    assert_eq!(game.refused(Decision::React(Reaction::Intercept(k))), "MPBS-9.1.1-5");
    assert_eq!(
        game.refused(Decision::React(Reaction::Fire { unit: c, salvo: Salvoing::No })),
        "MPBS-9.1.1a-1",
        "C took part in the combat"
    );
    game.decide(Decision::React(Reaction::Fire { unit: m, salvo: Salvoing::No })).die(7);
    assert_eq!(game.unit("Z").casualties, 1);
}

#[test]
fn an_active_unit_that_reacts_loses_its_momentum() {
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
fn active_units_do_not_react_to_an_interceptors_advance() {
    // Unclear in 11.2G: only in the Close Combat step, not while Actions are under way.
    proves!("MPBS-11.2G", "MPBS-9.1.1-5");
    let mut game = ride_past(&[("B", "musketeers 2 6", "0706", "NE", BROKEN)]);
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
