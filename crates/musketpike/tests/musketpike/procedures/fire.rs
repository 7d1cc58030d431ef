//! Chapter 10.1 to 10.7: fire of infantry and cavalry.

use crate::common::{
    field::{charge_of, field_of, scene},
    position::{Game, Position, hex},
};
use caracole_kernel::Side;
use caracole_ledger::{proves, rule};
use caracole_musketpike::{
    RollPurpose,
    hex::Direction,
    messages::{Decision, Event, Manner, Reaction, Reform, Request, Salvoing, Target, Through},
    world::{Fate, Formation, Marks, MoraleState},
};

/// Red A in 0605 and blue T in 0705 face each other.
fn two(a: &str, more: &str, t: &str) -> Position {
    field_of(&[("A", a, "0605", "E", more), ("T", t, "0705", "W", "")])
}

const FOOT: &str = "heavy_infantry 8 7";

/// Two-hex A in 0605 and 0606 has T before both halves.
fn double(more: &str, t: &str) -> Game {
    field_of(&[("A", "heavy_infantry 10 7", "0605 0606", "E", more), ("T", t, "0705", "W", "")]).red_acts()
}

/// A comes up to T by Advancing Fire; blue horse M could ride it down from the flank.
fn advancing() -> Game {
    scene(
        ("charge", "0404"),
        ("charge", "1003"),
        &[
            ("A", FOOT, "0505", "E", ""),
            ("K", "cuirassier 4 7", "0404", "W", "formation = \"broken\""),
            ("T", FOOT, "0705", "W", ""),
            ("M", "cuirassier 4 7", "0903", "W", ""),
            ("Z", "cuirassier 4 7", "1003", "E", "formation = \"broken\""),
        ],
    )
    .red_acts()
}

/// Infantry A with guns in its hex, on top or beneath, before T.
fn gun_position(layer: &str, orders: &str) -> Game {
    scene(
        (orders, "0404"),
        ("receive_charge", "1505"),
        &[
            ("A", FOOT, "0605", "E", ""),
            ("G", "artillery - 5", "0605", "E", &format!("class = \"light\", layer = \"{layer}\"")),
            ("K", "cuirassier 4 7", "0404", "W", "formation = \"broken\""),
            ("T", FOOT, "0705", "W", ""),
            ("Z", "cuirassier 4 7", "1505", "E", "formation = \"broken\""),
        ],
    )
    .red_acts()
}

#[test]
fn infantry_fires_as_its_own_action() {
    proves!("MPBS-10.1.1a", "MPBS-10.3.1a");
    let mut game = two(FOOT, "", FOOT).red_acts();
    let shot = game.volley("A", Manner::Skirmishing, "T");
    game.decide(shot.clone()).die(0);
    assert_eq!(
        game.asked(),
        (Side::Blue, Request::React(game.id("A"))),
        "the other side answers in reaction"
    );
    game.quiet();
    assert_eq!(game.refused(shot.clone()), "MPBS-3.2C-1", "one Action");
    // After a move it does not fire; and it need not fire at all.
    let mut game = two(FOOT, "", FOOT).red_acts();
    game.start_move("A").decline();
    assert_eq!(game.refused(shot), "MPBS-3.2C-1");
    assert!(game.allowed(Decision::Decline));
}

#[test]
fn whom_one_may_fire_at() {
    proves!("MPBS-10.1.1b", "MPBS-14.1c", "MPBS-10.1.2b", "MPBS-10.1.3a");
    let game = field_of(&[
        ("A", FOOT, "0605", "E", ""),
        ("B", FOOT, "0606", "E", ""),
        ("T", FOOT, "0705", "W", ""),
        ("N", "artillery - 5", "0705", "W", "class = \"light\", layer = \"bottom\""),
        ("O", "wagon -", "0704", "", ""),
        ("P", FOOT, "0805", "W", ""),
        ("Q", FOOT, "0505", "E", ""),
        ("R", FOOT, "0604", "E", ""),
    ])
    .red_acts();
    let at = |code: &str| game.volley("A", Manner::Skirmishing, code);
    assert!(game.allowed(at("T")));
    assert_eq!(game.refused(at("N")), "MPBS-8.3.1b", "the guns lie beneath");
    assert_eq!(game.refused(at("O")), "MPBS-14.1c", "a Wagon is no target");
    assert_eq!(game.refused(at("B")), "MPBS-10.1.1b", "a friend");
    assert_eq!(game.refused(at("P")), "MPBS-10.1.3a", "two hexes away");
    assert_eq!(game.refused(at("Q")), "MPBS-10.1.3a", "behind");
    assert!(game.allowed(at("R")), "on the flank");
    assert_eq!(
        game.refused(game.volley("A", Manner::Salvo, "R")),
        "MPBS-10.1.3a",
        "a Salvo to the front only"
    );
}

#[test]
fn guns_fire_through_their_front_as_far_as_they_reach() {
    proves!("MPBS-10.1.2b", "MPBS-10.1.3a", "MPBS-10.8.2");
    let game = field_of(&[
        ("G", "artillery - 5", "0605", "E", "class = \"light\", range = 6"),
        ("T", FOOT, "1205", "W", ""),
        ("U", FOOT, "1306", "W", ""),
        ("V", FOOT, "0603", "W", ""),
    ])
    .red_acts();
    let gun = game.id("G");
    let at =
        |code: &str| Decision::Cannonade { gun, target: Target::Unit(game.id(code)), hex: game.at(code) };
    assert!(game.allowed(at("T")), "six hexes");
    assert_eq!(game.refused(at("U")), "MPBS-10.1.2b", "seven");
    assert_eq!(game.refused(at("V")), "MPBS-10.1.3a", "straight out of the flank");
}

#[test]
fn each_fire_is_applied_before_the_next() {
    proves!("MPBS-10.1.4a", "MPBS-10.6", "MPBS-10.6.1a", "MPBS-10.6.6a");
    let mut game = field_of(&[
        ("A", FOOT, "0605", "E", ""),
        ("B", FOOT, "0606", "E", ""),
        ("T", "heavy_infantry 2 8", "0705", "W", "formation = \"shaken\""),
    ])
    .red_acts();
    // 9: a casualty and a formation hit; the Shaken unit is Formation Broken before B fires.
    game.decide(game.volley("A", Manner::Skirmishing, "T")).die(9).quiet();
    assert_eq!((game.unit("T").casualties, game.unit("T").formation), (1, Formation::Broken));
    assert_eq!(game.field().strength(game.id("T")), 1);
    // Again 9: the formation hit is a casualty now; two hits or more on a strength of 2 and it is gone.
    game.decide(game.volley("B", Manner::Skirmishing, "T")).die(9);
    assert_eq!(game.unit("T").fate, Fate::Eliminated);
}

#[test]
fn both_halves_at_one_target_add_up_to_one_check() {
    proves!("MPBS-10.1.4d", "MPBS-10.6.2e", "MPBS-10.6.6b", "MPBS-10.1.5a");
    // With regimental guns an 8 is a casualty and a check: two hits at morale 7 make a third.
    let mut game = double("guns = true", FOOT);
    game.decide(game.volleys("A", Manner::Skirmishing, ["T", "T"])).die(8).die(8);
    assert_eq!(game.unit("T").casualties, 2);
    game.die(5);
    assert_eq!(game.last_check(), 2, "three checks, one roll at +2");
    assert_eq!(game.unit("T").morale, MoraleState::Normal);
    assert!(!game.rolls(RollPurpose::MoraleCheck), "only one");
    // Without guns one hit each: neither alone, but both together make morale 7 check.
    let mut game = double("", FOOT);
    game.decide(game.volleys("A", Manner::Skirmishing, ["T", "T"])).die(6).die(6);
    game.die(7);
    assert_eq!(game.last_check(), 0);
    // Two formation hits: from Formation Normal to Broken.
    let mut game = double("", "heavy_infantry 8 8");
    game.decide(game.volleys("A", Manner::Skirmishing, ["T", "T"])).die(9).die(9);
    assert_eq!((game.unit("T").formation, game.unit("T").casualties), (Formation::Broken, 2));
}

#[test]
fn regimental_guns_have_a_table_of_their_own_at_every_fire() {
    proves!("MPBS-10.1.5a", "MPBS-10.5.1a");
    for (more, hits) in [("guns = true", 1), ("", 0)] {
        let mut game = two(FOOT, more, FOOT).red_acts();
        game.decide(game.volley("A", Manner::Skirmishing, "T")).die(5).quiet();
        assert_eq!(game.unit("T").casualties, hits, "5 hits only with guns: {more}");
    }
    // Again and again in one turn, unlike artillery: here three answers in one activation.
    let mut game =
        charge_of(&[("A", "cuirassier 4 8", "0505", "E", ""), ("T", FOOT, "0705", "W", "guns = true")])
            .red_acts();
    game.start_move("A").step(Direction::Ne);
    for hits in 1..=2 {
        game.answer("T").die(6);
        assert_eq!(game.unit("A").casualties, hits);
        game.manoeuvre(caracole_musketpike::engine::motion::Manoeuvre::Face(1));
    }
}

#[test]
fn cavalry_fires_moving_or_not_once_in_an_action_and_twice_before_it_reloads() {
    proves!(
        "MPBS-10.2a",
        "MPBS-10.2b",
        "MPBS-10.2c",
        "MPBS-10.7.3",
        "MPBS-10.7.4",
        "MPBS-13.2.3c",
        "MPBS-10.5.3"
    );
    let mut game = two("cuirassier 4 7", "", FOOT).red_acts();
    let (unit, target) = (game.id("A"), Target::Unit(game.id("T")));
    // Without moving.
    game.start_move("A").decide(Decision::Pistol(target)).die(0).quiet();
    assert_eq!(game.unit("A").shots, 1);
    assert_eq!(game.refused(Decision::Pistol(target)), "MPBS-10.2b");
    // The second shot another time; then nothing is left, in an Action or in reaction.
    game.set("A", |unit| unit.shots = 2);
    assert!(game.field().may_shoot(unit).is_err());
    let mut game = two("cuirassier 4 7", "", FOOT).red_acts();
    game.set("A", |unit| unit.shots = 2).start_move("A");
    assert_eq!(game.refused(Decision::Pistol(target)), "MPBS-10.7.3");
    assert!(!game.field().has_shot(unit), "nor in Close Combat");
    // One Reform Action loads one pistol.
    for left in [1, 0] {
        let mut game = two("cuirassier 4 7", "", FOOT).red_acts();
        game.set("A", |unit| unit.shots = left + 1);
        game.decide(Decision::Reform { unit, what: Reform::Pistols, through: Through::Wing }).quiet();
        assert_eq!(game.unit("A").shots, left);
    }
    let game = two("cuirassier 4 7", "", FOOT).red_acts();
    assert_eq!(
        game.refused(Decision::Reform { unit, what: Reform::Pistols, through: Through::Wing }),
        "MPBS-13.2.3b",
        "nothing to load"
    );
}

#[test]
fn intercepted_cavalry_may_shoot_again_in_its_own_attack() {
    proves!("MPBS-10.2b");
    // A fires on the move; intercepted, it fires a second time; it may not a third time.
    let mut game = scene(
        ("charge", "0505"),
        ("charge", "1005"),
        &[
            ("A", "cuirassier 4 7", "0605", "E", ""),
            ("K", "cuirassier 4 7", "0505", "W", "formation = \"broken\""),
            ("M", "cuirassier 4 7", "0905", "W", ""),
            ("Z", "cuirassier 4 7", "1005", "E", "formation = \"broken\""),
        ],
    )
    .red_acts();
    let (a, m) = (game.id("A"), game.id("M"));
    game.start_move("A").step(Direction::Se).react(Reaction::Intercept(m)).die(0);
    game.step(Direction::Nw).decline();
    assert_eq!(game.asked(), (Side::Red, Request::PistolFirst(a)));
    game.accept().die(0).decline().decline();
    assert_eq!(game.unit("A").shots, 1);
    // The move goes on, next to M, and the pistol of the Movement Action is still there.
    assert_eq!(game.asked(), (Side::Red, Request::Manoeuvre(a)));
    assert!(game.allowed(Decision::Pistol(Target::Unit(m))));
}

#[test]
fn out_of_command_cavalry_does_not_fire_in_its_action() {
    proves!("MPBS-5.4.3g");
    let mut game = scene(
        ("receive_charge", "0104"),
        ("receive_charge", "1505"),
        &[
            ("A", "cuirassier 4 7", "0605", "E", ""),
            ("K", "cuirassier 4 7", "0104", "W", ""),
            ("T", FOOT, "0705", "W", ""),
            ("Z", "cuirassier 4 7", "1505", "E", ""),
        ],
    )
    .red_acts();
    game.start_move("A");
    assert_eq!(game.refused(Decision::Pistol(Target::Unit(game.id("T")))), "MPBS-5.4.3g");
}

#[test]
fn light_infantry_has_the_three_kinds_of_fire_and_its_own_column() {
    proves!("MPBS-10.3.1b", "MPBS-10.5.2", "MPBS-10.4a");
    let light = "musketeers 3 6";
    let game = two(light, "", FOOT).red_acts();
    for manner in [Manner::Skirmishing, Manner::Retreating(Direction::Sw)] {
        assert!(game.allowed(game.volley("A", manner, "T")), "{manner:?}");
    }
    assert_eq!(game.refused(game.volley("A", Manner::Salvo, "T")), "MPBS-10.4a");
    let game = charge_of(&[
        ("A", light, "0505", "E", ""),
        ("B", FOOT, "0506", "E", ""),
        ("T", FOOT, "0705", "W", ""),
    ])
    .red_acts();
    game.permits(game.volley("A", Manner::Advancing(Direction::Ne), "T"));
    // A 6 of commanded muskets is a formation hit and no casualty.
    let mut game = two(light, "", FOOT).red_acts();
    game.decide(game.volley("A", Manner::Skirmishing, "T")).die(6);
    assert_eq!((game.unit("T").casualties, game.unit("T").formation), (0, Formation::Shaken));
}

#[test]
fn advancing_fire_steps_fires_and_only_then_is_answered() {
    proves!("MPBS-10.3.2a", "MPBS-10.3.2b", "MPBS-10.3.2c", "MPBS-10.3.2d");
    let mut game = advancing();
    let (a, m) = (game.id("A"), game.id("M"));
    assert_eq!(
        game.refused(game.volley("A", Manner::Advancing(Direction::N), "T")),
        "MPBS-10.3.2d",
        "not to the side"
    );
    game.decide(game.volley("A", Manner::Advancing(Direction::Ne), "T"));
    assert_eq!(game.at("A"), hex("0605"));
    assert!(game.rolls(RollPurpose::MusketFire), "nobody reacts between the step and the fire");
    game.die(9);
    let (_, _, rolled, result) = game.last_fire();
    assert_eq!((rolled.modifiers.total(), result.casualties), (-3, 1), "9 - 3 = 6 hits");
    assert_eq!(game.asked(), (Side::Blue, Request::React(a)));
    assert!(game.allowed(Decision::React(Reaction::Intercept(m))), "now the horse may come");
    game.answer("T").die(6);
    assert_eq!(game.last_fire().2.modifiers.total(), 0, "the answer has no -3");
    assert_eq!(game.unit("A").casualties, 1);
    // Not when Formation Broken; the step takes the ground's formation hit.
    let mut game = advancing();
    game.set("A", |unit| unit.formation = Formation::Broken);
    assert_eq!(game.refused(game.volley("A", Manner::Advancing(Direction::Ne), "T")), "MPBS-10.3.2d");
}

#[test]
fn advancing_fire_into_rough_ground_disorders() {
    proves!("MPBS-10.3.2a");
    let mut game = charge_of(&[("A", FOOT, "0505", "E", ""), ("T", FOOT, "0705", "W", "")])
        .terrain("0605", ',')
        .red_acts();
    game.decide(game.volley("A", Manner::Advancing(Direction::Ne), "T"));
    assert_eq!(game.unit("A").formation, Formation::Shaken);
}

#[test]
fn retreating_fire_has_its_conditions() {
    proves!("MPBS-10.3.4e");
    let back = Manner::Retreating(Direction::Sw);
    let mut game = two(FOOT, "", FOOT).red_acts();
    game.set("A", |unit| unit.formation = Formation::Broken);
    assert_eq!(game.refused(game.volley("A", back, "T")), "MPBS-10.3.4e");
    let game = charge_of(&[("A", FOOT, "0605", "E", ""), ("T", FOOT, "0705", "W", "")]).red_acts();
    assert_eq!(game.refused(game.volley("A", back, "T")), "MPBS-CHART-ORDERS-RESTRICTION");
    let game = two(FOOT, "", FOOT).terrain("0505", 'p').red_acts();
    assert_eq!(game.refused(game.volley("A", back, "T")), "MPBS-CHART-TEC", "a pond behind");
    let game = two(FOOT, "", FOOT).unit("B", "ra", FOOT, "0505", "E", "").red_acts();
    assert_eq!(game.refused(game.volley("A", back, "T")), "MPBS-8.1.1a", "a friend behind");
}

#[test]
fn infantry_on_a_gun_position_fires_without_leaving_it() {
    proves!("MPBS-10.3.5-1", "MPBS-10.3.5A", "MPBS-10.3.5B", "MPBS-10.3.5C");
    // From beneath: on top, -3, under any Orders; the answer is not spoiled.
    for orders in ["make_ready", "charge"] {
        let mut game = gun_position("top", orders);
        game.set("G", |gun| gun.marks.set(Marks::FIRED));
        game.decide(game.volley("A", Manner::AdvancingInPlace, "T")).die(9);
        assert_eq!(game.last_fire().2.modifiers.total(), -3);
        assert!(!game.unit("G").is(Marks::ON_TOP));
        game.answer("T").die(0);
        assert_eq!(game.last_fire().2.modifiers.total(), 0, "{orders}");
        assert_eq!(game.at("A"), hex("0605"));
    }
    // From on top: -3 both ways, then beneath; not under Charge Orders.
    let mut game = gun_position("bottom", "make_ready");
    assert_eq!(game.refused(game.volley("A", Manner::AdvancingInPlace, "T")), "MPBS-10.3.5A");
    game.decide(game.volley("A", Manner::RetreatingInPlace, "T")).die(0);
    assert_eq!(game.last_fire().2.modifiers.total(), -3);
    game.answer("T").die(0);
    assert_eq!(game.last_fire().2.modifiers.total(), -3);
    assert!(game.unit("G").is(Marks::ON_TOP));
    let game = gun_position("bottom", "charge");
    assert_eq!(
        game.refused(game.volley("A", Manner::RetreatingInPlace, "T")),
        "MPBS-CHART-ORDERS-RESTRICTION"
    );
    // Not with disabled guns, not away from the enemy.
    let mut game = gun_position("top", "make_ready");
    game.set("G", |gun| gun.fate = Fate::Disabled);
    let i = game.battle.world().stacks.iter().position(|stack| stack.gun().is_some()).expect("guns");
    let a = game.id("A");
    game.battle = game.battle.with_world(|world| {
        world.stacks[i] = Default::default();
        world.units[usize::from(a.0)].fate = Fate::OnMap;
    });
    assert_eq!(game.refused(game.volley("A", Manner::RetreatingInPlace, "T")), "MPBS-10.3.5A");
}

#[test]
fn a_salvo_once_a_turn_and_the_rest_at_minus_one() {
    proves!("MPBS-10.4a", "MPBS-10.4b", "MPBS-10.4c", "MPBS-10.4e", "MPBS-10.4f");
    let mut game = double("", FOOT);
    let (a, t) = (game.id("A"), game.id("T"));
    // Both halves fire the Salvo at one opportunity: neither takes the -1.
    game.decide(game.volleys("A", Manner::Salvo, ["T", "T"])).die(0);
    assert!(game.rolls(RollPurpose::Salvo));
    game.die(0);
    assert_eq!(game.last_fire().2.modifiers.total(), 0);
    assert!(game.unit("A").is(Marks::SALVO));
    assert!(game.field().may_salvo(a).is_err(), "once a turn");
    assert_eq!(game.at("A"), hex("0605"), "no movement in it");
    game.die(0);
    // The target answers, even with a Salvo of its own, which makes A check.
    game.react(Reaction::Fire { unit: t, salvo: Salvoing::Yes }).die(0);
    assert!(game.rolls(RollPurpose::MoraleCheck));
    game.die(0);
    // One half only: the whole unit is marked, and fires at -1 later in the turn.
    let mut game = double("", FOOT);
    game.decide(game.volley("A", Manner::Salvo, "T")).die(0);
    game.die(0).quiet();
    assert!(game.field().may_salvo(a).is_err());
    let kind = caracole_musketpike::engine::fire::ShotKind {
        manner: Manner::Skirmishing,
        at_retreating: false,
        at_moved_cavalry: false,
    };
    let tally = game.field().fire_tally(a, hex("0606"), Target::Unit(t), hex("0705"), kind);
    assert_eq!(tally.total(), -1);
    assert!(tally.cites(rule!("MPBS-10.4b")));
    // Scenario rules may take the Salvo away.
    let game = two(FOOT, "salvo = false", FOOT).red_acts();
    assert_eq!(game.refused(game.volley("A", Manner::Salvo, "T")), "MPBS-10.4a");
}

#[test]
fn a_salvo_at_two_targets_helps_against_both() {
    proves!("MPBS-11.3.1-2", "MPBS-10.4f");
    let mut game = field_of(&[
        ("A", "heavy_infantry 10 7", "0605 0606", "E", "swedish = true"),
        ("T", FOOT, "0704", "W", ""),
        ("U", FOOT, "0706", "W", ""),
    ])
    .red_acts();
    for target in ["T", "U"] {
        assert_eq!(game.combat_line(&["A"], target, rule!("MPBS-11.3.1-2")), 0);
    }
    game.decide(game.volleys("A", Manner::Salvo, ["T", "U"])).die(0).die(0).die(0).die(0).quiet();
    for target in ["T", "U"] {
        assert_eq!(game.combat_line(&["A"], target, rule!("MPBS-11.3.1-2")), 1, "{target}");
    }
}

#[test]
fn a_salvo_at_a_unit_in_cover_is_spent() {
    proves!("MPBS-10.4b", "MPBS-9.4.5b");
    let mut game = two(FOOT, "", FOOT).terrain("0705", 'v').red_acts();
    game.decide(game.volley("A", Manner::Salvo, "T")).accept();
    assert!(game.unit("A").is(Marks::SALVO));
    assert!(!game.events.iter().any(|event| matches!(event, Event::MoraleCheck { .. })), "no effect at all");
}

#[test]
fn front_and_flank_columns_and_strength_that_does_not_matter() {
    proves!("MPBS-10.5.1a", "MPBS-10.5.1b", "MPBS-10.3.3a");
    // 6 hits to the front; into A's flank, though from T's flank too (+1), 7 misses. With 1 point as with 12.
    for (strength, at, hits) in [(12, "0705", 1), (1, "0705", 1), (12, "0604", 0), (1, "0604", 0)] {
        let a = format!("heavy_infantry {strength} 7");
        let mut game =
            field_of(&[("A", &a, "0605", "E", ""), ("T", "heavy_infantry 8 8", at, "W", "")]).red_acts();
        game.decide(game.volley("A", Manner::Skirmishing, "T")).die(6).quiet();
        let modifiers = game.last_fire().2.modifiers.total();
        assert_eq!(
            (game.unit("T").casualties, modifiers),
            (hits, i32::from(at == "0604")),
            "{strength} {at}"
        );
    }
}

#[test]
fn how_many_hits_make_a_unit_check() {
    proves!("MPBS-10.6.2a", "MPBS-10.6.2b", "MPBS-10.6.2c", "MPBS-10.6.2d");
    // Two-hex A hits with each half: 6 is one hit, a miss is 0.
    for (morale, dice, checks) in
        [(6, [6, 0], true), (7, [6, 0], false), (7, [6, 6], true), (8, [6, 6], false)]
    {
        let mut game = double("", &format!("heavy_infantry 12 {morale}"));
        game.decide(game.volleys("A", Manner::Skirmishing, ["T", "T"])).die(dice[0]).die(dice[1]);
        assert_eq!(game.rolls(RollPurpose::MoraleCheck), checks, "{morale} {dice:?}");
    }
    // Three at morale 8: 9 on a Formation Broken unit is two casualties.
    let mut game = double("", "heavy_infantry 12 8");
    game.set("T", |unit| unit.formation = Formation::Broken);
    game.decide(game.volleys("A", Manner::Skirmishing, ["T", "T"])).die(9).die(6);
    assert_eq!(game.unit("T").casualties, 3);
    assert!(game.rolls(RollPurpose::MoraleCheck));
}

#[test]
fn salvo_hits_and_table_checks_add_up_to_plus_three_at_most() {
    proves!("MPBS-10.6.3b", "MPBS-10.6.5a", "MPBS-10.6.4", "MPBS-12.5.2c");
    // Salvo with guns: 6 is a casualty and a check, from each half. Salvo 1, hits 1, table 2: four checks.
    let mut game = double("guns = true", "heavy_infantry 12 7");
    game.decide(game.volleys("A", Manner::Salvo, ["T", "T"])).die(6).die(6).die(0);
    assert_eq!(game.last_check(), 3);
    // Past its threshold the unit owes a fifth, which adds nothing more.
    let mut game = double("guns = true", "heavy_infantry 12 7");
    game.set("T", |unit| unit.casualties = 6);
    game.decide(game.volleys("A", Manner::Salvo, ["T", "T"])).die(6).die(6).die(0);
    assert_eq!(game.last_check(), 3);
    // A single hit on a unit past its threshold: a check at morale 8, which one hit alone does not make.
    for (before, checks) in [(0, false), (7, true)] {
        let mut game = two(FOOT, "", "heavy_infantry 12 8").red_acts();
        game.set("T", |unit| unit.casualties = before);
        game.decide(game.volley("A", Manner::Skirmishing, "T")).die(6);
        assert_eq!(game.rolls(RollPurpose::MoraleCheck), checks, "{before} casualties before");
    }
}

#[test]
fn cavalry_and_light_infantry_fire_together_as_one_action() {
    proves!("MPBS-8.2.1c", "MPBS-10.6");
    let stack = || {
        field_of(&[
            ("A", "arquebusier 4 7", "0605", "E", ""),
            ("B", "musketeers 2 6", "0605", "E", ""),
            ("T", FOOT, "0705", "W", ""),
        ])
        .red_acts()
    };
    let mut game = stack();
    let (unit, t) = (game.id("A"), Target::Unit(game.id("T")));
    let both = Decision::VolleyTogether { unit, pistols: t, muskets: t };
    game.decide(both.clone());
    assert!(game.rolls(RollPurpose::PistolFire));
    // Carbines: 7 + 1 hits; commanded muskets hit on 7. Nothing is applied before both are thrown.
    game.die(7);
    assert!(game.rolls(RollPurpose::MusketFire));
    assert_eq!(game.unit("T").casualties, 0);
    game.die(7);
    assert_eq!(game.unit("T").casualties, 2);
    assert!(game.rolls(RollPurpose::MoraleCheck), "two hits at morale 7");
    game.die(0).quiet();
    assert!(game.unit("A").is(Marks::ACTED) && game.unit("B").is(Marks::ACTED));
    assert_eq!(game.unit("A").shots, 1);
    // One after the other is not allowed.
    let mut game = stack();
    game.decide(game.volley("B", Manner::Skirmishing, "T")).die(0).quiet();
    assert_eq!(game.refused(both), "MPBS-3.2C-1");
    let company = caracole_musketpike::messages::Company::Alone;
    game.decide(Decision::Move { unit, company, escort: Default::default() });
    assert_eq!(game.refused(Decision::Pistol(t)), "MPBS-8.2.1c");
}

#[test]
fn the_long_example_of_three_lines() {
    // EX-10.1.4 and EX-10.2: A advances firing, B skirmishes at two targets, C retires firing.
    proves!(
        "MPBS-10.1.4c",
        "MPBS-10.3.2a",
        "MPBS-10.3.2b",
        "MPBS-10.3.3a",
        "MPBS-10.3.4a",
        "MPBS-10.3.4b",
        "MPBS-10.3.4c",
        "MPBS-10.5.1b",
        "MPBS-9.1.2c"
    );
    let line = "heavy_infantry 10 7";
    let horse = "cuirassier 4 7";
    let broken = "formation = \"broken\"";
    let mut game = Position::new()
        .wing("ra", "charge", "0305")
        .wing("rb", "make_ready", "0309")
        .wing("ba", "receive_charge", "1505")
        .unit("K1", "ra", horse, "0305", "W", broken)
        .unit("A", "ra", line, "0405 0406", "E", "")
        .unit("K2", "rb", horse, "0309", "W", "")
        .unit("B", "rb", line, "0508 0509", "E", "")
        .unit("C", "rb", line, "0510 0511", "E", "")
        .unit("X", "ba", line, "0605 0606", "W", "")
        .unit("Y", "ba", line, "0607 0608", "W", "")
        .unit("Z", "ba", line, "0609 0610", "W", "")
        .unit("S", "ba", horse, "1505", "E", "")
        .play();
    game.activate(0);
    let modifiers = |game: &Game| game.last_fire().2.modifiers.total();
    // A moves up and fires twice at X at -3; X answers twice without a modifier.
    game.decide(game.volleys("A", Manner::Advancing(Direction::Se), ["X", "X"]));
    assert_eq!(game.at("A"), hex("0505"));
    for _ in 0..2 {
        game.die(0);
        assert_eq!(modifiers(&game), -3);
    }
    game.answer("X");
    for _ in 0..2 {
        game.die(0);
        assert_eq!(modifiers(&game), 0);
    }
    game.quiet().end_actions();
    while !matches!(game.asked().1, Request::Activate(_)) {
        game.decline();
    }
    game.activate(1);
    // B fires at Y and at Z before either answers: Y once, Z with both halves.
    game.decide(game.volleys("B", Manner::Skirmishing, ["Y", "Z"])).die(0).die(0);
    let b = game.id("B");
    assert_eq!(game.asked(), (Side::Blue, Request::React(b)));
    game.answer("Y").die(0);
    assert_eq!(game.asked(), (Side::Blue, Request::React(b)), "one half of Y bears");
    game.answer("Z").die(0);
    assert!(game.rolls(RollPurpose::MusketFire), "both halves of Z bear");
    game.die(0);
    // C fires once at Z at -3; Z answers with the one half that is adjacent, at -3; C steps back.
    game.decide(game.volley("C", Manner::Retreating(Direction::Nw), "Z")).die(0);
    assert_eq!(modifiers(&game), -3);
    game.answer("Z").die(0);
    assert_eq!(modifiers(&game), -3);
    assert!(!game.rolls(RollPurpose::MusketFire));
    game.quiet();
    assert_eq!(game.at("C"), hex("0410"));
}
