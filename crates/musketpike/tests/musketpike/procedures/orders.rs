//! Orders: the secret choice, change, and what each allows.

use crate::common::position::{Game, Position, hex, left, pistols};
use caracole_kernel::{Awaiting, Side, Viewer, Views};
use caracole_ledger::proves;
use caracole_musketpike::{
    MusketPike,
    counters::{Orders, WingId},
    engine::motion::Manoeuvre,
    hex::{Direction, Facing, Half, Placement, Turn},
    messages::{Decision, Event, Help, Manner, Reaction, Reform, Request, Shot, Target, Through, Volley},
    scenario::{Options, StartingOrders},
    world::{Fate, Formation, MoraleState, Opening},
};

fn secret() -> Options {
    Options { starting_orders: StartingOrders::Secret, ..Options::default() }
}

fn two_wings() -> Position {
    Position::new()
        .wing("ra", "make_ready", "0405")
        .wing("rb", "receive_charge", "0409")
        .wing("ba", "rally", "1905")
        .unit("A", "ra", "heavy_infantry 5 6", "0405", "E", "")
        .unit("B", "rb", "heavy_infantry 5 6", "0409", "E", "")
        .unit("G", "rb", "artillery - 5", "0408", "E", "class = \"light\"")
        .unit("S", "ba", "cuirassier 4 7", "1905", "E", "")
}

fn opening(orders: &[Orders], open_order: Vec<caracole_musketpike::counters::UnitId>) -> Decision {
    Decision::Opening(Opening { orders: orders.to_vec(), open_order })
}

/// Red's foot under Make Ready asked about its Orders; the commander is rated -1.
fn changing(army_commander: Option<&str>) -> Game {
    let mut position = Position::new()
        .wing_rated("ra", "make_ready", "0405", -1)
        .wing("ba", "rally", "1905")
        .unit("A", "ra", "heavy_infantry 5 6", "0405", "E", "")
        .unit("B", "ra", "heavy_infantry 5 6", "0406", "E", "")
        .unit("C", "ra", "heavy_infantry 5 6", "0404", "E", "")
        .unit("G", "ra", "artillery - 5", "0304", "E", "class = \"light\"")
        .unit("S", "ba", "cuirassier 4 7", "1905", "E", "");
    if let Some(at) = army_commander {
        position = position.army_commander("red", -1, at);
    }
    let mut game = position.play();
    game.decide(Decision::Activate(WingId(0)));
    game
}

fn change(to: Orders, help: Help) -> Decision {
    Decision::ChangeOrders { to, help }
}

fn skirmish(game: &Game, unit: &str, target: &str, manner: Manner) -> Decision {
    let shot = Shot { half: Half::Left, target: Target::Unit(game.id(target)) };
    Decision::Volley(Volley { unit: game.id(unit), manner, shots: smallvec::smallvec![shot] })
}

/// A two-hex unit in 0505 and 0506 that faces east.
fn brigade(orders: &str, enemies: &[&str]) -> Game {
    let mut position = Position::new()
        .wing_rated("ra", orders, "0405", -1)
        .wing("ba", "rally", "1905")
        .unit("C", "ra", "cuirassier 4 7", "0405", "E", "formation = \"broken\"")
        .unit("A", "ra", "heavy_infantry 10 6", "0505 0506", "E", "")
        .unit("S", "ba", "cuirassier 4 7", "1905", "E", "");
    for (n, at) in enemies.iter().enumerate() {
        position = position.unit(&format!("E{n}"), "ba", "heavy_infantry 5 6", at, "W", "");
    }
    let mut game = position.play();
    game.activate(0).start_move("A");
    game
}

/// Both sides have the same Orders, so dice decide: red goes first.
fn roll_for_initiative(game: &mut Game) {
    game.dice(&[9, 0]);
}

#[test]
fn every_wing_gets_one_of_the_four_orders_as_a_whole() {
    proves!("MPBS-5.5.1a", "MPBS-5.5.3b");
    let game = two_wings().start();
    use Orders::*;
    assert_eq!(game.refused(opening(&[MakeReady], vec![])), "MPBS-5.5.1a");
    assert_eq!(game.refused(opening(&[MakeReady, ReceiveCharge, Rally], vec![])), "MPBS-5.5.1a");
    // Historical Orders are what both agreed on, unless the option says otherwise.
    assert_eq!(game.refused(opening(&[Charge, ReceiveCharge], vec![])), "MPBS-5.5.3b");
    assert!(game.allowed(opening(&[MakeReady, ReceiveCharge], vec![])));
    let game = two_wings().options(secret()).start();
    assert!(game.allowed(opening(&[Charge, Charge], vec![])));
}

#[test]
fn starting_orders_are_chosen_in_secret_shown_together_and_open_from_then_on() {
    proves!("MPBS-5.5.3a", "MPBS-5.5.2b", "MPBS-6.3.3c");
    let mut game = two_wings().options(secret()).start();
    let (a, b, guns, enemy) = (game.id("A"), game.id("B"), game.id("G"), game.id("S"));
    use Orders::*;
    for wrong in [vec![enemy], vec![guns], vec![a, a]] {
        assert_eq!(game.refused(opening(&[Charge, Rally], wrong)), "MPBS-6.3.3c");
    }
    game.decide(opening(&[Charge, Rally], vec![b]));
    let shown = |game: &Game| game.events.iter().filter(|e| matches!(e, Event::OpeningShown { .. })).count();
    assert_eq!(shown(&game), 0, "nothing is shown before both have chosen");
    let blue = MusketPike::view(&game.battle, Viewer::Blue);
    assert_eq!((blue.wings[0].orders, blue.opening), (MakeReady, None));
    assert_eq!(game.unit("B").formation, Formation::Normal);
    game.decide(opening(&[MakeReady], vec![enemy]));
    assert_eq!(shown(&game), 2);
    for viewer in [Viewer::Red, Viewer::Blue, Viewer::Spectator] {
        let orders: Vec<Orders> =
            MusketPike::view(&game.battle, viewer).wings.iter().map(|w| w.orders).collect();
        assert_eq!(orders, [Charge, Rally, MakeReady]);
    }
    assert_eq!(game.unit("B").formation, Formation::OpenOrder);
    assert_eq!(game.unit("S").formation, Formation::OpenOrder);
    assert_eq!(game.unit("A").formation, Formation::Normal);
}

#[test]
fn orders_change_by_the_die_and_take_effect_at_once() {
    proves!("MPBS-5.5.2a", "MPBS-5.7.1b", "MPBS-5.7.2a", "MPBS-5.7.2b", "MPBS-CHART-ORDERS-CHANGE");
    // Make Ready to Charge needs 0-5: 6 - 1 for the Wing Commander.
    let mut game = changing(None);
    game.decide(change(Orders::Charge, Help::Alone)).die(6);
    assert_eq!(game.battle.world().wing(WingId(0)).orders, Orders::Charge);
    assert_eq!(game.asked().1, Request::Act(WingId(0)), "one attempt only");
    assert_eq!(game.refused(Decision::Decline), "MPBS-5.6.1a", "they charge in this very activation");
    // 7 - 1 is too much: the Wing goes on under its old Orders.
    let mut game = changing(None);
    game.decide(change(Orders::Charge, Help::Alone)).die(7);
    assert_eq!(game.battle.world().wing(WingId(0)).orders, Orders::MakeReady);
    assert_eq!(game.asked().1, Request::Act(WingId(0)), "one attempt only");
    assert!(game.allowed(Decision::Decline));
}

#[test]
fn the_army_commander_helps_from_the_same_or_the_next_hex() {
    proves!("MPBS-5.1.2c", "MPBS-5.5.2a", "MPBS-5.1.2b");
    for at in ["0405", "0504"] {
        let mut game = changing(Some(at));
        // 7 - 1 - 1 = 5.
        game.decide(change(Orders::Charge, Help::ArmyCommander)).die(7);
        assert_eq!(game.battle.world().wing(WingId(0)).orders, Orders::Charge, "{at}");
        let leader = game.field().army_commander(Side::Red).expect("there is one");
        let ride = Decision::MoveLeader { leader, to: hex("0305") };
        assert_eq!(game.refused(ride), "MPBS-5.2.2d", "that was his Action");
    }
    let game = changing(Some("0605"));
    assert_eq!(game.refused(change(Orders::Charge, Help::ArmyCommander)), "MPBS-5.1.2g", "two hexes away");
}

#[test]
fn changes_that_the_table_does_not_have_are_impossible() {
    proves!("MPBS-5.7.2c");
    let game = changing(None);
    assert_eq!(game.refused(change(Orders::MakeReady, Help::Alone)), "MPBS-5.7.2c");
    assert!(game.allowed(change(Orders::ReceiveCharge, Help::Alone)));
}

#[test]
fn a_wing_more_than_half_hurt_goes_under_rally_more_easily() {
    proves!("MPBS-5.7.3a", "MPBS-5.7.3b");
    let with = |hurt: &dyn Fn(&mut Game)| {
        let mut game = changing(None);
        hurt(&mut game);
        game.field().orders_change_tally(WingId(0), Orders::Rally, Help::Alone).total()
    };
    assert_eq!(with(&|_| {}), -1, "the commander's rating alone");
    let shaken = |game: &mut Game, code: &str| {
        game.change_unit(code, |unit| unit.morale = MoraleState::Shaken);
    };
    assert_eq!(with(&|game| shaken(game, "A")), -1, "one of three");
    // Two of three; the guns do not count, or it would be two of four.
    assert_eq!(
        with(&|game| {
            shaken(game, "A");
            shaken(game, "B");
        }),
        -3
    );
    assert_eq!(
        with(&|game| {
            shaken(game, "A");
            game.change_unit("B", |unit| unit.fate = Fate::PursuedOffMap);
        }),
        -3,
        "who rode off the map counts as eliminated"
    );
    assert_eq!(
        with(&|game| {
            shaken(game, "A");
            shaken(game, "G");
        }),
        -1,
        "guns count on neither side"
    );
    // Make Ready to Rally 0-6: with 9 - 1 - 2.
    let mut game = changing(None);
    shaken(&mut game, "A");
    shaken(&mut game, "B");
    game.decide(change(Orders::Rally, Help::Alone)).die(9);
    assert_eq!(game.battle.world().wing(WingId(0)).orders, Orders::Rally);
}

#[test]
fn a_wing_with_units_to_come_is_not_forced_under_rally() {
    proves!("MPBS-5.8d", "MPBS-7.4g");
    let position = |reserve: bool| {
        let mut position = Position::new();
        position = if reserve {
            position.wing_line("ra", "make_ready", "0405", "entries = [{ turn = 4, hexes = [\"0109\"] }]")
        } else {
            position.wing("ra", "make_ready", "0405")
        };
        position = position
            .wing("ba", "rally", "1905")
            .unit("A", "ra", "heavy_infantry 5 6", "0405", "E", "formation = \"broken\"")
            .unit("S", "ba", "cuirassier 4 7", "1905", "E", "");
        if reserve { position.reserve("Z", "ra", "heavy_infantry 5 6") } else { position }
    };
    let mut game = position(false).play();
    game.decide(Decision::Activate(WingId(0)));
    assert_eq!(game.battle.world().wing(WingId(0)).orders, Orders::Rally);
    let mut game = position(true).play();
    game.decide(Decision::Activate(WingId(0)));
    assert_eq!(game.asked().1, Request::ChangeOrders(WingId(0)));
    assert_eq!(game.battle.world().wing(WingId(0)).orders, Orders::MakeReady);
}

#[test]
fn advancing_fire_is_for_charge_orders_and_retreating_fire_for_all_others() {
    proves!("MPBS-5.6.1n", "MPBS-CHART-ORDERS-RESTRICTION", "MPBS-5.6.5a");
    for orders in ["charge", "make_ready", "receive_charge", "rally"] {
        let mut game = Position::new()
            .wing_rated("ra", orders, "0404", -1)
            .wing("ba", "rally", "1905")
            .unit("C", "ra", "cuirassier 4 7", "0404", "E", "formation = \"broken\"")
            .unit("F", "ra", "cuirassier 4 7", "0403", "E", "formation = \"open_order\"")
            .unit("A", "ra", "heavy_infantry 5 6", "0505", "E", "")
            .unit("B", "ra", "heavy_infantry 5 6", "0503", "E", "")
            .unit("E", "ba", "heavy_infantry 5 6", "0605", "W", "")
            .unit("D", "ba", "heavy_infantry 5 6", "0703", "W", "")
            .unit("S", "ba", "cuirassier 4 7", "1905", "E", "")
            .play();
        game.activate(0);
        let charge = orders == "charge";
        // B steps from 0503 to 0603 and fires at 0703.
        let advance = skirmish(&game, "B", "D", Manner::Advancing(Direction::Ne));
        let retreat = skirmish(&game, "A", "E", Manner::Retreating(Direction::Nw));
        assert_eq!(game.allowed(advance.clone()), charge, "{orders}");
        assert_eq!(game.allowed(retreat.clone()), !charge, "{orders}");
        let barred = if charge { retreat } else { advance };
        assert_eq!(game.refused(barred), "MPBS-CHART-ORDERS-RESTRICTION", "{orders}");
        assert!(
            game.allowed(skirmish(&game, "A", "E", Manner::Skirmishing)),
            "{orders}: fire without moving"
        );
        if !charge {
            game.end_actions();
            assert_eq!(
                game.asked(),
                (Side::Red, Request::Designate),
                "{orders}: Close Combat under any Orders"
            );
            assert!(game.allowed(Decision::Attack { unit: game.id("A"), hex: hex("0605") }));
        }
    }
}

#[test]
fn who_reforms_and_rallies_under_which_orders() {
    proves!("MPBS-5.6.2b", "MPBS-5.6.4b", "MPBS-6.4b", "MPBS-5.6.1l", "MPBS-5.6.3c", "MPBS-5.6.3d");
    // N is next to the commander, X two hexes from him; both are Morale Shaken and Formation Shaken.
    let game = |orders: &str| {
        let mut game = Position::new()
            .wing_rated("ra", orders, "0405", -1)
            .wing("ba", "rally", "1905")
            .unit("C", "ra", "cuirassier 4 7", "0405", "E", "")
            .unit("N", "ra", "cuirassier 4 7", "0404", "E", "formation = \"shaken\"")
            .unit("X", "ra", "cuirassier 4 7", "0407", "E", "formation = \"shaken\"")
            .unit("S", "ba", "cuirassier 4 7", "1905", "E", "")
            .play();
        game.activate(0);
        for code in ["N", "X"] {
            game.change_unit(code, |unit| unit.morale = MoraleState::Shaken);
        }
        game
    };
    let may = |game: &Game, code: &str| {
        let reform = game.allowed(game.reform(code, Reform::Formation, Through::Wing));
        (reform, game.allowed(game.rally(code, Through::Wing)))
    };
    for (orders, near, far) in [
        ("charge", (false, false), (false, false)),
        ("make_ready", (true, false), (false, false)),
        ("receive_charge", (true, true), (true, false)),
        ("rally", (true, true), (true, true)),
    ] {
        let game = game(orders);
        assert_eq!(may(&game, "N"), near, "{orders}, with the commander");
        assert_eq!(may(&game, "X"), far, "{orders}, away from him");
    }
    let game = game("make_ready");
    assert_eq!(game.refused(game.reform("X", Reform::Formation, Through::Wing)), "MPBS-13.2.3a");
    assert_eq!(game.refused(game.rally("N", Through::Wing)), "MPBS-13.2.4b");
}

#[test]
fn orders_bind_only_in_the_wings_own_activation() {
    proves!("MPBS-5.5.1b", "MPBS-5.6.1m", "MPBS-5.6.4c");
    // Heavy infantry comes within two hexes of cavalry under Charge and of cavalry under Rally.
    let mut game = Position::new()
        .wing_rated("ra", "charge", "0505", -1)
        .wing("ba", "charge", "0804")
        .wing("bb", "rally", "0807")
        .unit("A", "ra", "heavy_infantry 5 6", "0505", "E", "")
        .unit("C", "ba", "cuirassier 4 7", "0804", "W", "")
        .unit("D", "bb", "cuirassier 4 7", "0806", "W", "")
        .unit("E", "bb", "cuirassier 4 7", "0807", "W", "")
        .play();
    game.activate(0).start_move("A").step(Direction::Ne);
    assert_eq!(game.asked().1, Request::React(game.id("A")));
    let withdraw = |code: &str| Decision::React(Reaction::Withdraw(game.id(code)));
    assert!(game.allowed(withdraw("D")), "any unit under Rally Orders may");
    assert_eq!(game.refused(withdraw("C")), "MPBS-9.2.4d", "none under Charge Orders");
    // Orders keep nobody from Intercepting: Charge, or Rally as far as the table has a range.
    assert!(game.allowed(Decision::React(Reaction::Intercept(game.id("C")))));
    let rally = game.field().table.charts.interception.range(Orders::Rally).is_some();
    assert_eq!(game.allowed(Decision::React(Reaction::Intercept(game.id("D")))), rally);
}

#[test]
fn a_two_hex_unit_under_receive_charge_wheels_one_hex() {
    proves!("MPBS-5.6.3b");
    let wheel = Decision::Manoeuvre(Manoeuvre::Wheel(Turn::Right));
    let mut game = brigade("receive_charge", &[]);
    game.decide(wheel.clone()).quiet();
    // The left half has gone to the centre front hex, the right one stays: one half next to a hex it started in.
    assert!(game.unit("A").at.footprint().contains(hex("0506")));
    assert!(game.unit("A").at.footprint().contains(hex("0606")));
    assert_eq!(game.refused(wheel.clone()), "MPBS-5.6.3a", "no second hex");
    // Not next to an enemy it did not start next to.
    let game = brigade("receive_charge", &["0706"]);
    assert_eq!(game.refused(wheel), "MPBS-5.6.1e");
}

#[test]
fn a_two_hex_unit_half_engaged_may_pivot_to_bring_both_halves_to_bear() {
    proves!("MPBS-5.6.5e");
    // The enemy in 0605 touches the left half only; wheeling left brings the right half to 0606, next to it too.
    let wheel = Decision::Manoeuvre(Manoeuvre::Wheel(Turn::Left));
    for orders in ["make_ready", "receive_charge", "rally"] {
        let mut game = brigade(orders, &["0605"]);
        assert!(game.allowed(wheel.clone()), "{orders}");
        game.decide(wheel.clone()).quiet();
        let enemy = hex("0605");
        assert!(game.unit("A").at.footprint().iter().all(|half| half.distance(enemy) == 1), "{orders}");
        // A second, new enemy is another matter.
        let game = brigade(orders, &["0605", "0706"]);
        assert_eq!(game.refused(wheel.clone()), "MPBS-5.6.1e", "{orders}");
    }
    assert_eq!(brigade("rally", &[]).unit("A").at, left("0505", Facing::E));
}

#[test]
fn a_charging_unit_that_cannot_come_nearer_turns() {
    proves!("MPBS-5.6.1f");
    // Formation Shaken, two points: turned away it can turn about, no more.
    let mut game = Position::new()
        .wing("ra", "charge", "0405")
        .wing("ba", "rally", "1905")
        .unit("C", "ra", "cuirassier 4 7", "0405", "E", "formation = \"open_order\"")
        .unit("A", "ra", "heavy_infantry 5 6", "0505", "W", "formation = \"shaken\"")
        .unit("E", "ba", "heavy_infantry 5 6", "0905", "W", "")
        .unit("S", "ba", "cuirassier 4 7", "1905", "E", "")
        .play();
    game.activate(0).start_move("A");
    assert_eq!(game.refused(Decision::Decline), "MPBS-5.6.1f");
    game.manoeuvre(Manoeuvre::CounterMarch).quiet();
    assert!(game.allowed(Decision::Decline));
}

#[test]
fn orders_and_the_anti_suicide_clause_do_not_hold_back_an_advance() {
    proves!("MPBS-5.6.5d", "MPBS-5.6.1r");
    // Croats beat light infantry; behind it stands heavy infantry with its front to the hex they advance into.
    for orders in ["charge", "receive_charge"] {
        let mut game = Position::new()
            .wing_rated("ra", orders, "0405", -1)
            .wing("ba", "rally", "1905")
            .unit("C", "ra", "cuirassier 4 7", "0405", "E", "formation = \"broken\"")
            .unit("F", "ra", "artillery - 5", "0404", "E", "class = \"light\"")
            .unit("A", "ra", "croat 6 8", "0505", "E", "")
            .unit("L", "ba", "musketeers 1 4", "0605", "W", "")
            .unit("H", "ba", "heavy_infantry 8 6", "0705", "W", "")
            .unit("S", "ba", "cuirassier 4 7", "1905", "E", "")
            .play();
        game.activate(0);
        game.end_actions();
        game.decide(Decision::Attack { unit: game.id("A"), hex: hex("0605") }).quiet();
        // Whatever the combat asks for on the way, in the end red may advance.
        let asks = |game: &Game, request: Request| matches!(game.battle.awaiting(), Awaiting::Decision { request: asked, .. } if *asked == request);
        for _ in 0..8 {
            if asks(&game, Request::Advance) {
                break;
            }
            match game.battle.awaiting() {
                Awaiting::Dice(_) => game.die(9),
                _ if asks(&game, Request::Pistols) => game.decide(pistols(&[])),
                _ => game.decline(),
            };
        }
        assert!(asks(&game, Request::Advance), "{orders}: {:?}", game.battle.awaiting());
        let to = Placement::One { hex: hex("0605"), facing: Facing::E };
        let advance = Decision::Advance { unit: game.id("A"), to };
        assert!(game.allowed(advance), "{orders}");
    }
}

#[test]
fn a_wing_under_rally_orders_that_must_rally_neither_passes_nor_changes_orders() {
    proves!("MPBS-5.8b", "MPBS-5.8c");
    let mut game = Position::new()
        .wing("ra", "rally", "0404")
        .wing("ba", "rally", "1905")
        .unit("A", "ra", "cuirassier 4 7", "0404", "E", "")
        .unit("S", "ba", "cuirassier 4 7", "1905", "W", "")
        .play_with(|game, world| {
            for code in ["A", "S"] {
                world.units[usize::from(game.id(code).0)].morale = MoraleState::Shaken;
            }
        });
    roll_for_initiative(&mut game);
    let wing = WingId(0);
    assert_eq!(game.refused(Decision::Pass(wing)), "MPBS-5.8c");
    game.decide(Decision::Activate(wing));
    while matches!(game.asked().1, Request::Preempt(_)) {
        game.decline();
    }
    assert_eq!(game.asked().1, Request::Act(wing), "no Orders change is asked for");
    assert_eq!(game.battle.world().wing(wing).orders, Orders::Rally);
    assert!(!game.allowed(Decision::ChangeOrders { to: Orders::MakeReady, help: Help::Alone }));
}
