//! Chapter 9: reaction movement and reaction fire.

use crate::common::{
    field::{charge_of, field_of, scene},
    position::{Game, hex, left, one},
};
use caracole_kernel::Side;
use caracole_ledger::{proves, rule};
use caracole_musketpike::{
    RollPurpose,
    engine::motion::Manoeuvre,
    hex::{Direction, Facing, Turn},
    messages::{Decision, Event, Manner, Reaction, Reform, Request, Salvoing, Target, Through},
    scenario::Options,
    world::{Formation, Marks, MoraleState},
};

/// Red foot A comes to the flank of blue horse T, whom red foot C has in its front; V looks on from the east.
fn at_the_flank() -> Game {
    at_the_flank_with("0804")
}

fn at_the_flank_with(onlooker: &str) -> Game {
    let mut game = charge_of(&[
        ("A", "heavy_infantry 6 7", "0604", "E", ""),
        ("C", "heavy_infantry 6 7", "0605", "E", ""),
        ("T", "cuirassier 4 7", "0705", "W", ""),
        ("V", "musketeers 2 6", onlooker, "W", ""),
    ])
    .red_acts();
    game.start_move("A").step(Direction::Se);
    game
}

/// Red A comes to within two hexes of blue T, who faces away.
fn approach(mover: &str, target: &str, orders: &str) -> Game {
    let mut game = scene(
        ("charge", "0404"),
        (orders, "0905"),
        &[
            ("A", mover, "0405", "E", ""),
            ("K", "cuirassier 4 7", "0404", "W", "formation = \"broken\""),
            ("T", target, "0705", "E", ""),
            ("Z", "cuirassier 4 7", "0905", "E", "formation = \"broken\""),
        ],
    )
    .red_acts();
    game.start_move("A").step(Direction::Se);
    game
}

/// Two-hex P faces west; A rides to the hex ahead of both halves, from one hex off or from two.
fn before_two_halves(from: &str, options: Options) -> Game {
    let mut game = charge_of(&[
        ("A", "cuirassier 4 8", from, "E", ""),
        ("P", "heavy_infantry 10 7", "0705 0706", "W", ""),
    ])
    .options(options)
    .red_acts();
    game.start_move("A");
    if from == "0405" {
        game.step(Direction::Se).quiet();
    }
    game.step(Direction::Se);
    game
}

const HORSE: &str = "cuirassier 4 7";

const FOOT: &str = "heavy_infantry 8 7";

#[test]
fn a_unit_answers_a_trigger_once_by_fire_or_by_movement() {
    proves!(
        "MPBS-9.1.1-2",
        "MPBS-9.1.1-3",
        "MPBS-9.1.1a-1",
        "MPBS-9.1.1a-6",
        "MPBS-9.1.2a",
        "MPBS-9.1.3c",
        "MPBS-9.2.1b",
        "MPBS-9.2.1c",
        "MPBS-9.2.2a",
        "MPBS-9.2.2b",
        "MPBS-9.4.1-1"
    );
    let mut game = at_the_flank();
    let (a, c, t, v) = (game.id("A"), game.id("C"), game.id("T"), game.id("V"));
    assert_eq!(game.asked(), (Side::Blue, Request::React(a)));
    assert_eq!(game.no(Reaction::Fire { unit: c, salvo: Salvoing::No }), "TABLE-002", "red does not react");
    assert_eq!(game.no(Reaction::Face { unit: t, steps: 3 }), "MPBS-6.2.2a", "two vertices at most");
    // T turns to meet A, although it stands in the front of C.
    game.react(Reaction::Face { unit: t, steps: 1 });
    assert_eq!(game.unit("T").at, one("0705", Facing::Nw));
    assert_eq!(game.no(game.fires("T")), "MPBS-9.1.1a-1", "it has moved and does not fire");
    assert_eq!(game.no(Reaction::Face { unit: t, steps: 1 }), "MPBS-9.1.1a-1");
    game.answer("V").die(0);
    assert_eq!((game.last_fire().0, game.last_fire().1), (v, Target::Unit(a)));
    // The next trigger, a turn: both may answer again, T by fire, and at A alone.
    game.manoeuvre(Manoeuvre::Face(1));
    assert_eq!(game.asked(), (Side::Blue, Request::React(a)));
    assert_eq!(game.no(Reaction::Face { unit: t, steps: 1 }), "MPBS-9.2.2a", "nobody has moved next to it");
    game.answer("T").die(0);
    assert_eq!((game.last_fire().0, game.last_fire().1), (t, Target::Unit(a)));
    game.answer("V").die(0);
    assert_eq!(game.asked(), (Side::Red, Request::Manoeuvre(a)));
}

#[test]
fn a_unit_may_turn_at_every_trigger() {
    proves!("MPBS-9.2.1b", "MPBS-9.2.1e");
    // Nobody but T is near, whom C has in its front, so A may go on.
    let mut game = at_the_flank_with("1104");
    let t = game.id("T");
    game.react(Reaction::Face { unit: t, steps: 1 }).quiet();
    // A goes on round it, to 0805, now the flank of T.
    game.step(Direction::Se);
    game.react(Reaction::Face { unit: t, steps: 1 });
    assert_eq!(game.unit("T").at, one("0705", Facing::Ne));
}

#[test]
fn a_facing_change_needs_a_slower_enemy_and_the_points() {
    proves!("MPBS-9.2.2a", "MPBS-9.2.2b", "MPBS-9.2.1d", "MPBS-9.1.6b", "MPBS-9.1.2d");
    let foot = |mover: &str, formation: &str| {
        let mut game = charge_of(&[
            ("A", mover, "0604", "E", ""),
            ("C", "heavy_infantry 6 7", "0605", "E", ""),
            ("T", "heavy_infantry 6 7", "0705", "W", formation),
            ("V", "musketeers 2 6", "0804", "W", ""),
        ])
        .red_acts();
        game.start_move("A").step(Direction::Se);
        game
    };
    let game = foot("cuirassier 4 7", "");
    let t = game.id("T");
    assert_eq!(game.no(Reaction::Face { unit: t, steps: 1 }), "MPBS-9.2.2a", "8 points against 4");
    let game = foot("heavy_infantry 6 7", "");
    assert!(
        game.allowed(Decision::React(Reaction::Face { unit: t, steps: 2 })),
        "2 points a vertex, 4 in all"
    );
    // A Formation Shaken battalion has 2 points, fewer than the 4 of the mover.
    let game = foot("heavy_infantry 6 7", "formation = \"shaken\"");
    assert_eq!(game.no(Reaction::Face { unit: t, steps: 1 }), "MPBS-9.2.2a");
    // Against a mover no faster it can turn one vertex, not two; Formation Broken it cannot turn at all.
    let mut game = foot("heavy_infantry 6 7", "formation = \"shaken\"");
    game.set("A", |unit| unit.formation = Formation::Shaken);
    assert_eq!(game.no(Reaction::Face { unit: t, steps: 2 }), "MPBS-7.1.1d");
    assert!(game.allowed(Decision::React(Reaction::Face { unit: t, steps: 1 })));
    game.set("A", |unit| unit.formation = Formation::Broken);
    game.set("T", |unit| unit.formation = Formation::Broken);
    assert_eq!(game.no(Reaction::Face { unit: t, steps: 1 }), "MPBS-7.1.1d");
    // In its front nobody has come to flank or rear.
    let mut game = charge_of(&[
        ("A", "heavy_infantry 6 7", "0505", "E", ""),
        ("T", "heavy_infantry 6 7", "0705", "W", ""),
    ])
    .red_acts();
    game.start_move("A").step(Direction::Ne);
    assert_eq!(game.no(Reaction::Face { unit: game.id("T"), steps: 1 }), "MPBS-9.2.2a");
}

#[test]
fn a_two_hex_unit_pivots_one_half() {
    proves!("MPBS-9.2.2c");
    // P faces west in 0705 (right half) and 0706; A comes to its right flank.
    let pivot = |orders: &str, other: bool| {
        let mut position = scene(
            ("charge", "0404"),
            (orders, "0906"),
            &[
                ("A", "heavy_infantry 6 7", "0604", "E", ""),
                ("K", "cuirassier 4 7", "0404", "W", "formation = \"broken\""),
                ("P", "heavy_infantry 10 7", "0705 0706", "W", ""),
                ("Z", "cuirassier 4 7", "0906", "E", "formation = \"broken\""),
            ],
        );
        if other {
            position = position.unit("E", "ra", "heavy_infantry 6 7", "0505", "NW", "formation = \"broken\"");
        }
        let mut game = position.red_acts();
        game.start_move("A").step(Direction::Se);
        game
    };
    let mut game = pivot("receive_charge", false);
    let unit = game.id("P");
    // Two hexes bring the left half next to A, to whom the standing half is adjacent already: allowed.
    game.react(Reaction::Pivot { unit, turn: Turn::Right, hexes: 2 });
    assert_eq!(game.unit("P").at, left("0605", Facing::Ne));
    // One hex would bring it next to E as well: only under Charge Orders.
    let game = pivot("receive_charge", true);
    assert_eq!(game.no(Reaction::Pivot { unit, turn: Turn::Right, hexes: 1 }), "MPBS-9.2.2c");
    assert_eq!(game.no(Reaction::Pivot { unit, turn: Turn::Right, hexes: 3 }), "MPBS-9.2.2c");
    let mut game = pivot("charge", true);
    game.react(Reaction::Pivot { unit, turn: Turn::Right, hexes: 1 });
    assert_eq!(game.unit("P").at, left("0606", Facing::Nw));
}

#[test]
fn broken_columns_and_rear_hexes_do_not_answer() {
    proves!("MPBS-9.1.1a-4", "MPBS-9.1.2c", "MPBS-12.4.3c");
    let mut game = at_the_flank();
    game.morale_of("T", MoraleState::Broken);
    assert_eq!(game.no(game.fires("T")), "MPBS-9.1.1a-4");
    game.morale_of("T", MoraleState::Normal);
    game.set("T", |unit| unit.formation = Formation::Normal);
    // A is on T's right flank: fire is open. Facing away it has A in its rear: not.
    assert!(game.allowed(Decision::React(game.fires("T"))));
    game.set("T", |unit| unit.at = one("0705", Facing::Se));
    assert_eq!(game.no(game.fires("T")), "MPBS-9.1.2c");
}

#[test]
fn out_of_command_a_unit_reacts_but_does_not_come_adjacent() {
    proves!("MPBS-9.1.1a-5", "MPBS-5.4.3h", "MPBS-9.1.1a-3");
    // T is far from its commander in 1505 and has red foot C next to it.
    let mut game = charge_of(&[
        ("A", "cuirassier 4 7", "0503", "E", ""),
        ("C", "heavy_infantry 6 7", "0605", "E", ""),
        ("T", "cuirassier 4 7", "0705", "W", ""),
        ("V", "musketeers 2 6", "0704", "W", ""),
    ])
    .red_acts();
    let t = game.id("T");
    assert!(!game.field().in_command(t));
    game.start_move("A").step(Direction::Se);
    assert_eq!(game.asked().0, Side::Blue);
    assert_eq!(game.no(Reaction::Intercept(t)), "MPBS-5.4.3h");
    // With a commander at hand it may, next to an enemy and under Receive Charge Orders.
    let commander = game.commander(1);
    game.battle = game.battle.with_world(|world| world.leaders[usize::from(commander.0)].hex = hex("0705"));
    assert!(game.allowed(Decision::React(Reaction::Intercept(t))));
    // Fire never needed him.
    let mut game = at_the_flank();
    assert!(!game.field().in_command(game.id("T")));
    game.answer("T").die(0);
}

#[test]
fn declaring_close_combat_without_having_moved_is_a_trigger() {
    proves!("MPBS-9.1.3d");
    let mut game = field_of(&[
        ("A", "heavy_infantry 6 7", "0605", "E", ""),
        ("T", "heavy_infantry 6 7", "0705", "W", ""),
    ])
    .red_fights();
    let a = game.id("A");
    game.decide(Decision::Attack { unit: a, hex: hex("0705") });
    assert_eq!(game.asked(), (Side::Blue, Request::React(a)));
    game.answer("T").die(9);
    // 9: a casualty and a formation hit, and the attack still stands.
    assert_eq!((game.unit("A").casualties, game.unit("A").formation), (1, Formation::Shaken));
    assert!(game.rolls(RollPurpose::CloseCombat));
}

#[test]
fn changing_the_order_of_a_stack_is_a_trigger() {
    proves!("MPBS-9.1.3e");
    let mut game = field_of(&[
        ("A", "heavy_infantry 6 7", "0605", "E", ""),
        ("G", "artillery - 5", "0605", "E", "class = \"light\", layer = \"bottom\""),
        ("T", "heavy_infantry 6 7", "0705", "W", ""),
    ])
    .red_acts();
    game.start_move("A").decide(Decision::Restack);
    assert_eq!(game.asked(), (Side::Blue, Request::React(game.id("A"))));
    assert!(game.unit("G").is(Marks::ON_TOP));
}

#[test]
fn reform_and_a_successful_rally_next_to_the_enemy_draw_fire() {
    proves!("MPBS-9.1.3f", "MPBS-13.2.2");
    let scene = || {
        let mut game = scene(
            ("rally", "0505"),
            ("rally", "1505"),
            &[
                ("A", "heavy_infantry 6 7", "0605", "E", "formation = \"shaken\""),
                ("K", "cuirassier 4 7", "0505", "W", ""),
                ("T", "heavy_infantry 6 7", "0705", "W", ""),
                ("Z", "cuirassier 4 7", "1505", "E", ""),
            ],
        )
        .red_acts();
        game.morale_of("A", MoraleState::Shaken);
        game
    };
    let mut game = scene();
    let unit = game.id("A");
    game.decide(Decision::Reform { unit, what: Reform::Formation, through: Through::Wing });
    assert_eq!(game.asked(), (Side::Blue, Request::React(unit)));
    let mut game = scene();
    game.decide(Decision::Rally { unit, through: Through::Wing }).die(6);
    assert_eq!(game.unit("A").morale, MoraleState::Normal);
    assert_eq!(game.asked(), (Side::Blue, Request::React(unit)));
    // A failed Rally draws none: it breaks and runs.
    let mut game = scene();
    game.decide(Decision::Rally { unit, through: Through::Wing }).die(9).run();
    assert_eq!(game.unit("A").morale, MoraleState::Broken);
    assert!(matches!(game.asked().1, Request::Act(_)));
}

#[test]
fn hedgehog_is_tried_within_two_hexes_of_front_and_flank_and_in_sight() {
    proves!("MPBS-9.2.3a", "MPBS-9.1.3h", "MPBS-9.1.2d", "MPBS-9.2.1e");
    let ride = |from: &str, facing: &str, ground: char| {
        let mut game = charge_of(&[
            ("A", "cuirassier 4 7", from, "E", ""),
            ("T", "heavy_infantry 6 7", "0705", facing, ""),
        ])
        .terrain("0605", ground)
        .terrain("0606", ground)
        .red_acts();
        game.start_move("A").step(Direction::Se);
        game
    };
    // 0505 is two hexes ahead of T.
    let mut game = ride("0405", "W", '.');
    let (a, t) = (game.id("A"), game.id("T"));
    assert_eq!(game.asked(), (Side::Blue, Request::React(a)));
    game.react(Reaction::Hedgehog(t)).die(7);
    assert_eq!(game.unit("T").formation, Formation::Hedgehog);
    // A turn there spends points as well, but behind a Hedgehog's wood nobody sees.
    let game = ride("0405", "W", 'w');
    assert_eq!(game.asked(), (Side::Red, Request::Manoeuvre(a)), "woods on both sides of the line of sight");
    // Behind its back, two hexes away, no attempt.
    let game = ride("0405", "E", '.');
    assert_eq!(game.asked(), (Side::Red, Request::Manoeuvre(a)));
    // Three hexes away neither.
    let game = ride("0305", "W", '.');
    assert_eq!(game.asked(), (Side::Red, Request::Manoeuvre(a)));
}

#[test]
fn a_hedgehog_may_be_left_with_cavalry_behind_it() {
    proves!("MPBS-9.2.3d");
    let mut game = field_of(&[
        ("A", "heavy_infantry 6 7", "0605", "E", "formation = \"hedgehog\""),
        ("T", "cuirassier 4 7", "0505", "NE", ""),
    ])
    .red_acts();
    let unit = game.id("A");
    game.decide(Decision::Reform { unit, what: Reform::LeaveHedgehog, through: Through::Wing });
    assert_eq!(game.unit("A").formation, Formation::Broken);
}

#[test]
fn cavalry_not_under_charge_orders_withdraws_from_foot() {
    proves!("MPBS-9.2.4a", "MPBS-9.2.4b", "MPBS-9.2.4c", "MPBS-9.2.4d", "MPBS-9.2.1d", "MPBS-9.1.2d");
    let mut game = approach("heavy_infantry 6 7", "cuirassier 4 7", "make_ready");
    let (a, t) = (game.id("A"), game.id("T"));
    assert_eq!(game.asked(), (Side::Blue, Request::React(a)));
    game.react(Reaction::Withdraw(t));
    assert_eq!(game.asked(), (Side::Blue, Request::Manoeuvre(t)));
    assert_eq!(game.refused(Decision::Decline), "MPBS-9.2.4b", "it must end farther away");
    game.step(Direction::Ne).decline();
    assert_eq!(game.unit("T").at, one("0805", Facing::E));
    // A follows to two hexes: once in an activation is all.
    game.step(Direction::Ne);
    assert_eq!(game.asked(), (Side::Red, Request::Manoeuvre(a)));
    // Not from cavalry, which is neither heavy infantry nor slower; not under Charge Orders.
    for (mover, orders) in [("cuirassier 4 7", "make_ready"), ("heavy_infantry 6 7", "charge")] {
        let game = approach(mover, "cuirassier 4 7", orders);
        assert_eq!(game.asked(), (Side::Red, Request::Manoeuvre(a)), "{mover} {orders}");
    }
    // Under Rally Orders anybody, if the mover is no faster.
    let game = approach("heavy_infantry 6 7", "heavy_infantry 6 7", "rally");
    assert!(game.allowed(Decision::React(Reaction::Withdraw(t))));
    let game = approach("cuirassier 4 7", "musketeers 2 7", "rally");
    assert_eq!(game.asked(), (Side::Red, Request::Manoeuvre(a)), "8 points against 6");
}

#[test]
fn the_army_commander_goes_along_with_a_withdraw_if_he_likes() {
    proves!("MPBS-5.1.2a", "MPBS-9.2.4b");
    for goes in [false, true] {
        let mut game = scene(
            ("charge", "0404"),
            ("make_ready", "0905"),
            &[
                ("A", "heavy_infantry 6 7", "0405", "E", ""),
                ("K", "cuirassier 4 7", "0404", "W", "formation = \"broken\""),
                ("T", "cuirassier 4 7", "0705", "E", ""),
                ("Z", "cuirassier 4 7", "0905", "E", "formation = \"broken\""),
            ],
        )
        .army_commander("blue", 0, "0705")
        .red_acts();
        game.start_move("A").step(Direction::Se);
        let (t, army) = (game.id("T"), game.field().army_commander(Side::Blue).expect("an Army Commander"));
        game.react(Reaction::Withdraw(t));
        assert_eq!(game.asked(), (Side::Blue, Request::GoAlong(army)));
        game.decide(if goes { Decision::Accept } else { Decision::Decline });
        game.step(Direction::Ne).decline();
        let end = if goes { "0805" } else { "0705" };
        assert_eq!((game.at("T"), game.field().leader(army).hex), (hex("0805"), hex(end)));
    }
}

#[test]
fn a_withdraw_keeps_clear_of_every_enemy() {
    proves!("MPBS-9.2.4b");
    let mut game = scene(
        ("charge", "0404"),
        ("make_ready", "0908"),
        &[
            ("A", "heavy_infantry 6 7", "0405", "E", ""),
            ("B", "musketeers 2 6", "0903", "W", "formation = \"broken\""),
            ("K", "cuirassier 4 7", "0404", "W", "formation = \"broken\""),
            ("T", "cuirassier 4 7", "0705", "E", ""),
            ("Z", "cuirassier 4 7", "0908", "E", "formation = \"broken\""),
        ],
    )
    .red_acts();
    game.start_move("A").step(Direction::Se);
    let t = game.id("T");
    game.react(Reaction::Withdraw(t));
    game.step(Direction::Ne);
    // 0904 is next to B.
    assert_eq!(game.refused(Decision::Manoeuvre(Manoeuvre::Step(Direction::Ne))), "MPBS-9.2.4b");
    assert!(game.allowed(Decision::Manoeuvre(Manoeuvre::Step(Direction::Se))));
}

#[test]
fn a_leader_alone_withdraws() {
    proves!("MPBS-9.2.4d");
    let mut game =
        charge_of(&[("A", "cuirassier 4 7", "0405", "E", ""), ("T", "heavy_infantry 6 7", "1105", "E", "")])
            .army_commander("blue", 0, "0705")
            .red_acts();
    game.start_move("A").step(Direction::Se);
    let leader = game.field().army_commander(Side::Blue).expect("an Army Commander");
    let go = |to: &str| Reaction::WithdrawLeader { leader, to: hex(to) };
    assert_eq!(game.no(go("0605")), "MPBS-9.2.4b", "nearer");
    game.react(go("0905"));
    assert_eq!(game.battle.world().leader(leader).hex, hex("0905"));
    // Once in an activation.
    game.step(Direction::Ne).quiet();
    assert_eq!(game.asked().0, Side::Red);
}

#[test]
fn both_halves_answer_and_moving_cavalry_is_harder_to_hit() {
    proves!("MPBS-9.1.4", "MPBS-9.4.2", "MPBS-9.4.1-2");
    let mut game = before_two_halves("0405", Options::default());
    assert_eq!(game.at("A"), hex("0606"));
    game.answer("P").die(6);
    assert!(game.rolls(RollPurpose::MusketFire), "the other half fires too");
    assert_eq!(game.last_fire().2.modifiers.total(), -1, "it moved a hex before it came into the zone");
    assert!(game.last_fire().2.modifiers.cites(rule!("MPBS-9.4.2")));
    game.die(7);
    assert_eq!(game.unit("A").casualties, 1, "6 - 1 misses, 7 - 1 hits");
    // From the hex next to the zone: its first hex was in it.
    let mut game = before_two_halves("0505", Options::default());
    game.answer("P").die(6);
    assert_eq!(game.last_fire().2.modifiers.total(), 0);
    // A Salvo may be fired in reaction; light infantry has none.
    let mut game = before_two_halves("0405", Options::default());
    let unit = game.id("P");
    game.react(Reaction::Fire { unit, salvo: Salvoing::Yes });
    assert!(game.rolls(RollPurpose::Salvo));
    let game = at_the_flank();
    let unit = game.id("V");
    assert_eq!(game.no(Reaction::Fire { unit, salvo: Salvoing::Yes }), "MPBS-10.4a");
}

#[test]
fn cavalry_that_fires_in_its_move_is_still_moving_cavalry() {
    proves!("MPBS-9.4.2", "MPBS-10.2a");
    let mut game = before_two_halves("0405", Options::default());
    game.decline();
    let target = Target::Unit(game.id("P"));
    game.decide(Decision::Pistol(target)).die(0);
    game.answer("P").die(6);
    assert_eq!(game.last_fire().2.modifiers.total(), -1);
}

#[test]
fn exhausted_heavy_infantry_does_not_answer_again() {
    proves!("MPBS-9.4.1a-1", "MPBS-9.4.1a-2");
    let options = Options { reaction_fire_exhaustion: true, ..Options::default() };
    let mut game = before_two_halves("0505", options);
    // An unmodified 5 misses and exhausts; the other half still fires now.
    game.answer("P").die(5);
    assert!(game.rolls(RollPurpose::MusketFire));
    game.die(0);
    game.manoeuvre(Manoeuvre::Face(1)).quiet();
    let unit = game.id("P");
    assert!(game.unit("P").is(Marks::EXHAUSTED));
    assert!(game.events.iter().filter(|event| matches!(event, Event::Fired { .. })).count() == 2);
    // A low roll does not; nor does holding fire.
    let mut game = before_two_halves("0505", options);
    game.answer("P").dice(&[4]).die(4);
    game.manoeuvre(Manoeuvre::Face(1));
    assert!(game.allowed(Decision::React(Reaction::Fire { unit, salvo: Salvoing::No })));
    // Without the optional rule there is no limit.
    let mut game = before_two_halves("0505", Options::default());
    game.answer("P").die(5).die(5);
    game.manoeuvre(Manoeuvre::Face(1));
    assert!(game.allowed(Decision::React(Reaction::Fire { unit, salvo: Salvoing::No })));
}

#[test]
fn woods_give_no_place_to_take_cover() {
    proves!("MPBS-9.4.5c");
    for (ground, asked) in [('w', false), ('v', true), ('t', true), ('c', true), ('k', true), ('o', false)] {
        let mut game = field_of(&[
            ("A", "heavy_infantry 6 7", "0605", "E", ""),
            ("T", "heavy_infantry 6 7", "0705", "W", ""),
        ])
        .terrain("0705", ground)
        .red_acts();
        game.decide(game.volley("A", Manner::Skirmishing, "T"));
        assert_eq!(game.asks(Side::Blue, Request::TakeCover(game.id("T"))), asked, "{ground}");
    }
}

#[test]
fn a_stack_of_cavalry_and_light_infantry_reacts_as_one() {
    proves!("MPBS-8.2.1c", "MPBS-9.1.1a-1");
    let stack = || {
        let mut game = charge_of(&[
            ("A", "heavy_infantry 6 7", "0505", "E", ""),
            ("T", "arquebusier 4 7", "0705", "W", ""),
            ("U", "musketeers 2 6", "0705", "W", ""),
            ("V", "musketeers 2 6", "0704", "W", ""),
        ])
        .red_acts();
        game.start_move("A").step(Direction::Ne);
        game
    };
    // Both fires are thrown before anything is applied: two hits at morale 7 make a check, one would not.
    let mut game = stack();
    let t = game.id("T");
    game.react(Reaction::FireTogether(t)).die(7);
    assert_eq!(game.unit("A").casualties, 0);
    game.die(7);
    assert_eq!(game.unit("A").casualties, 2);
    assert!(game.rolls(RollPurpose::MoraleCheck));
    // Whoever fires alone speaks for both.
    let mut game = stack();
    game.answer("T").die(0);
    assert_eq!(game.no(game.fires("U")), "MPBS-9.1.1a-1");
}

#[test]
fn whoever_is_answered_cannot_take_cover_from_the_answer() {
    // Cover is taken in place of Reaction Fire, so the side whose activation it is has none to take.
    proves!("MPBS-9.4.5a");
    let mut game = field_of(&[
        ("A", "heavy_infantry 8 7", "0605", "E", ""),
        ("T", "heavy_infantry 8 7", "0705", "W", ""),
    ])
    .terrain("0605", 'v')
    .red_acts();
    game.decide(game.volley("A", Manner::Skirmishing, "T")).die(0).answer("T");
    assert_eq!(game.purpose(), RollPurpose::MusketFire, "A is not asked");
    assert!(!game.unit("A").is(Marks::COVER));
}

#[test]
fn the_army_commander_draws_fire_on_a_unit_of_another_wing() {
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
