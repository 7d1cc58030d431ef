//! The sequence of play: steps of an activation, initiative, continuation, preemption, markers, leaving the field.

use crate::common::position::{Game, Position, hex};
use caracole_kernel::{
    Awaiting, Side, Step,
    dice::{Throw, Thrown},
};
use caracole_ledger::proves;
use caracole_musketpike::{
    counters::{Orders, WingId},
    messages::{Decision, Event, Help, Request, Through},
    world::{Fate, LeaderAction, Marks, Presence},
};

/// One red horse under Make Ready against one blue that cannot preempt.
fn alone() -> Position {
    Position::new()
        .wing("ra", "make_ready", "0405")
        .wing("ba", "rally", "1905")
        .unit("A", "ra", "cuirassier 4 7", "0405", "E", "")
        .unit("B", "ra", "cuirassier 4 7", "0404", "E", "")
        .unit("S", "ba", "cuirassier 4 7", "1905", "E", "")
}

fn proceed(game: &mut Game, die: u8) {
    game.decide(Decision::Continue { help: Help::Alone }).die(die);
}

fn alone_guns() -> Game {
    Position::new()
        .wing("ra", "make_ready", "0405")
        .wing("ba", "rally", "1905")
        .unit("A", "ra", "artillery - 5", "0405", "E", "class = \"heavy\"")
        .unit("D", "ra", "artillery - 5", "0406", "E", "class = \"heavy\", double = true")
        .unit("S", "ba", "cuirassier 4 7", "1905", "E", "")
        .play()
}

#[test]
fn an_activation_goes_through_its_steps_and_a_wing_has_three_at_most() {
    proves!(
        "MPBS-3.2B",
        "MPBS-3.2C-1",
        "MPBS-3.2E",
        "MPBS-3.2F-1",
        "MPBS-4.3.1b",
        "MPBS-4.1.1c",
        "MPBS-5.7.1a"
    );
    let mut game = alone().play();
    game.decide(Decision::Activate(WingId(0)));
    for n in 1..=3 {
        assert_eq!(game.asked(), (Side::Red, Request::ChangeOrders(WingId(0))), "step B, activation {n}");
        assert!(!game.allowed(game.moving("A", Default::default())), "no Action before the Orders");
        game.decline();
        assert_eq!(game.asked(), (Side::Red, Request::Act(WingId(0))), "step C");
        let change = Decision::ChangeOrders { to: Orders::Charge, help: Help::Alone };
        assert!(!game.allowed(change), "Orders change only before the Actions");
        game.start_move("A").decline();
        assert_eq!(game.refused(game.moving("A", Default::default())), "MPBS-3.2C-1", "one Action");
        game.end_actions();
        if n < 3 {
            // Make Ready 0-2; a Cavalry Wing -1, the second attempt +1.
            assert_eq!(game.asked(), (Side::Red, Request::Continue(WingId(0))), "step E");
            proceed(&mut game, 2);
        }
    }
    assert!(game.battle.world().wing(WingId(0)).finished, "after the third activation");
    assert_eq!(game.asked(), (Side::Blue, Request::Activate(Orders::Rally)));
    let settled = game.events.iter().filter(|event| matches!(event, Event::Initiative { .. })).count();
    assert_eq!(settled, 1, "initiative is settled once a turn");
    assert_eq!(game.battle.world().initiative, Side::Red);
}

#[test]
fn a_failed_continuation_finishes_the_wing() {
    proves!("MPBS-4.3.2b", "MPBS-3.2F-1");
    let mut game = alone().play();
    game.activate(0).end_actions();
    // 4 - 1 = 3, above 2.
    proceed(&mut game, 4);
    assert!(game.battle.world().wing(WingId(0)).finished);
    assert_eq!(game.asked(), (Side::Blue, Request::Activate(Orders::Rally)));
    // Nobody has to try.
    let mut game = alone().play();
    game.activate(0).end_actions().decline();
    assert!(game.battle.world().wing(WingId(0)).finished);
}

#[test]
fn initiative_stays_although_orders_change() {
    proves!("MPBS-4.1.1c");
    let mut game = alone().play();
    game.decide(Decision::Activate(WingId(0)));
    // Make Ready to Rally: 0-6.
    game.decide(Decision::ChangeOrders { to: Orders::Rally, help: Help::Alone }).die(6);
    assert_eq!(game.battle.world().wing(WingId(0)).orders, Orders::Rally);
    assert_eq!(game.battle.world().initiative, Side::Red, "both sides are under Rally now");
    assert!(!game.events.iter().any(|event| matches!(event, Event::InitiativeRoll { .. })));
}

#[test]
fn units_act_in_any_order_and_mix_their_actions() {
    proves!("MPBS-3.2C-2", "MPBS-4.2.2a", "MPBS-3.2D");
    let mut game = Position::new()
        .wing("ra", "make_ready", "0405")
        .wing("ba", "rally", "1905")
        .unit("A", "ra", "cuirassier 4 7", "0405", "E", "")
        .unit("F", "ra", "heavy_infantry 5 6", "0404", "E", "formation = \"shaken\"")
        .unit("I", "ra", "heavy_infantry 5 6", "0505", "E", "")
        .unit("G", "ra", "artillery - 5", "0406", "E", "class = \"light\"")
        .unit("E", "ba", "heavy_infantry 5 6", "0605", "W", "")
        .unit("S", "ba", "cuirassier 4 7", "1905", "E", "")
        .play();
    game.activate(0);
    // Reform, turn the guns, fire, then move: or any other order.
    let facing = caracole_musketpike::hex::Facing::Ne;
    game.decide(Decision::TurnGun { gun: game.id("G"), facing }).quiet();
    game.decide(game.reform("F", caracole_musketpike::messages::Reform::Formation, Through::Wing)).quiet();
    let volley = caracole_musketpike::messages::Volley {
        unit: game.id("I"),
        manner: caracole_musketpike::messages::Manner::Skirmishing,
        shots: smallvec::smallvec![caracole_musketpike::messages::Shot {
            half: caracole_musketpike::hex::Half::Left,
            target: caracole_musketpike::messages::Target::Unit(game.id("E")),
        }],
    };
    game.decide(Decision::Volley(volley)).die(0).quiet();
    game.start_move("A").decline();
    for code in ["A", "F", "I", "G"] {
        assert!(game.unit(code).is(Marks::ACTED), "{code}");
    }
    // After all Actions come the Close Combats of adjacent units.
    game.end_actions();
    assert_eq!(game.asked(), (Side::Red, Request::Designate));
    assert!(game.allowed(Decision::Attack { unit: game.id("I"), hex: hex("0605") }));
}

#[test]
fn whoever_wins_the_tie_opens_with_any_wing() {
    proves!("MPBS-4.1.2b", "MPBS-4.1.2a");
    let game = Position::new()
        .wing_rated("ra", "make_ready", "0102", -2)
        .wing("rb", "make_ready", "0104")
        .wing_rated("ba", "make_ready", "2002", -1)
        .wing_rated("bb", "make_ready", "2004", -1)
        .unit("A", "ra", "cuirassier 4 7", "0102", "E", "")
        .unit("B", "rb", "cuirassier 4 7", "0104", "E", "")
        .unit("C", "ba", "cuirassier 4 7", "2002", "W", "")
        .unit("D", "bb", "cuirassier 4 7", "2004", "W", "")
        .play();
    assert_eq!(game.asked(), (Side::Red, Request::Activate(Orders::MakeReady)));
    assert!(game.allowed(Decision::Activate(WingId(0))));
    assert!(game.allowed(Decision::Activate(WingId(1))), "not only the Wing of the better commander");
}

#[test]
fn a_wing_without_units_takes_no_part() {
    proves!("MPBS-4.2.3");
    let position = || alone().wing("rb", "charge", "0410").unit("X", "rb", "cuirassier 4 7", "0410", "E", "");
    let game = position().play();
    assert_eq!(game.asked(), (Side::Red, Request::Activate(Orders::Charge)));
    let game = position().play_with(|game, world| {
        let id = usize::from(game.id("X").0);
        world.units[id].fate = Fate::PursuedOffMap;
    });
    // Its Orders do not count any more: the highest are Make Ready.
    assert_eq!(game.asked(), (Side::Red, Request::Activate(Orders::MakeReady)));
    assert_eq!(game.refused(Decision::Activate(WingId(2))), "MPBS-4.1.1d");
}

#[test]
fn who_may_try_to_preempt() {
    proves!("MPBS-4.4.1b", "MPBS-5.6.4d");
    let mut game = Position::new()
        .wing("ra", "charge", "0105")
        .wing("ba", "make_ready", "2002")
        .wing("bb", "rally", "2004")
        .wing("bc", "make_ready", "2006")
        .wing("bd", "make_ready", "2008")
        .unit("A", "ra", "cuirassier 4 7", "0105", "E", "")
        .unit("B", "ba", "cuirassier 4 7", "2002", "W", "")
        .unit("C", "bb", "cuirassier 4 7", "2004", "W", "")
        .unit("D", "bc", "cuirassier 4 7", "2006", "W", "")
        .unit("E", "bd", "cuirassier 4 7", "2008", "W", "")
        .play();
    let lost = game.commander(3);
    game.change(|world| {
        world.leaders[usize::from(lost.0)].presence = Presence::Lost { pursuing: false };
        world.wings[4].finished = true;
    });
    game.decide(Decision::Activate(WingId(0)));
    let with = |wing| Decision::Preempt { wing: WingId(wing), help: Help::Alone };
    assert_eq!(game.asked(), (Side::Blue, Request::Preempt(WingId(0))));
    assert!(game.allowed(with(1)));
    assert_eq!(game.refused(with(2)), "MPBS-4.4.1b", "under Rally Orders");
    assert_eq!(game.refused(with(3)), "MPBS-4.4.1b", "without its commander");
    assert_eq!(game.refused(with(4)), "MPBS-4.4.1b", "Finished");
    assert!(!game.allowed(with(0)), "the enemy's own Wing");
}

#[test]
fn rally_orders_allow_no_continuation() {
    proves!("MPBS-5.6.4d");
    let mut game = alone().play();
    game.activate(0).end_actions().decline();
    game.decide(Decision::Activate(WingId(1))).decline().end_actions();
    // Nobody is asked whether the Rally Wing goes on: the turn is over, and blue, all under Rally, leaves the field.
    assert!(matches!(game.battle.awaiting(), Awaiting::Nothing(_)));
}

#[test]
fn the_army_commander_acts_in_every_activation_but_not_in_a_pass() {
    proves!("MPBS-4.5c", "MPBS-5.1.1a", "MPBS-5.1.1b", "MPBS-5.1.1c");
    let mut game = Position::new()
        .wing("ra", "make_ready", "0405")
        .wing("rb", "make_ready", "0409")
        .wing("rc", "make_ready", "0411")
        .wing("ba", "rally", "1905")
        .army_commander("red", -1, "0405")
        .unit("A", "ra", "cuirassier 4 7", "0405", "E", "")
        .unit("B", "rb", "cuirassier 4 7", "0409", "E", "")
        .unit("C", "rc", "cuirassier 4 7", "0411", "E", "")
        .unit("S", "ba", "cuirassier 4 7", "1905", "E", "")
        .play();
    let army = game.field().army_commander(Side::Red).expect("there is one");
    let acted = |game: &Game| game.battle.world().leader(army).action;
    let ride = |to: &str| Decision::MoveLeader { leader: army, to: hex(to) };
    game.activate(0).decide(ride("0505"));
    assert_eq!(acted(&game), LeaderAction::Used);
    assert_eq!(game.refused(ride("0605")), "MPBS-5.2.2d", "one Action in an activation");
    game.end_actions();
    // A continuation activates him again.
    proceed(&mut game, 0);
    game.begin().decide(ride("0605"));
    game.end_actions().decline();
    assert_eq!(acted(&game), LeaderAction::Used);
    game.decide(Decision::Pass(WingId(1)));
    assert_eq!(acted(&game), LeaderAction::Used, "a pass does not activate him");
    game.activate(2);
    assert_eq!(acted(&game), LeaderAction::None, "a third time in one turn: he is never Finished");
    game.decide(ride("0705"));
}

#[test]
fn a_preempted_wing_does_not_activate_its_army_commander() {
    proves!("MPBS-5.1.1b");
    let mut game = Position::new()
        .wing("ra", "charge", "0405")
        .wing("ba", "make_ready", "1905")
        .army_commander("red", -1, "0405")
        .unit("A", "ra", "artillery - 5", "0405", "E", "class = \"light\"")
        .unit("B", "ba", "cuirassier 4 7", "1905", "E", "")
        .play();
    let army = game.field().army_commander(Side::Red).expect("there is one");
    game.change(|world| world.leaders[usize::from(army.0)].action = LeaderAction::Used);
    game.decide(Decision::Activate(WingId(0)));
    game.decide(Decision::Preempt { wing: WingId(1), help: Help::Alone }).die(0).begin();
    assert_eq!(game.battle.world().activation.map(|a| a.side), Some(Side::Blue));
    assert_eq!(game.battle.world().leader(army).action, LeaderAction::Used, "not while the enemy goes first");
    game.end_actions().decline();
    game.begin();
    assert_eq!(game.battle.world().leader(army).action, LeaderAction::None, "when his Wing really activates");
}

#[test]
fn both_sides_may_leave_the_field_and_wings_to_come_are_left_out() {
    proves!("MPBS-4.6b", "MPBS-4.6c");
    let end = |position: Position| {
        let mut game = position.play();
        if matches!(game.battle.awaiting(), Awaiting::Dice(_)) {
            game.dice(&[9, 0]);
        }
        game.decline_until(|game| {
            matches!(game.battle.awaiting(), Awaiting::Nothing(_)) || game.battle.world().turn > 1
        });
        game
    };
    let rally = || {
        Position::new()
            .wing("ra", "rally", "0105")
            .unit("A", "ra", "cuirassier 4 7", "0105", "W", "")
            .wing("ba", "rally", "2005")
            .unit("B", "ba", "cuirassier 4 7", "2005", "E", "")
    };
    let game = end(rally());
    let left = game.battle.world().surrendered;
    assert!(left.red && left.blue);
    let Awaiting::Nothing(outcome) = game.battle.awaiting() else { panic!("it is over") };
    assert_eq!(outcome.winner, None);
    // A Wing that is still to come under Make Ready does not keep blue on the field.
    let game = end(rally()
        .reinforcing_wing("bz", "{ turn = 3, hexes = [\"2008\"], commander = true }")
        .reserve("Z", "bz", "cuirassier 4 7"));
    assert!(game.battle.world().surrendered.blue);
    // A Wing under Make Ready that is there does.
    let game =
        end(rally().wing("bz", "make_ready", "2008").unit("Z", "bz", "cuirassier 4 7", "2008", "E", ""));
    assert!(!game.battle.world().surrendered.blue && game.battle.world().surrendered.red);
}

#[test]
fn markers_come_off_when_their_time_is_over() {
    proves!("MPBS-3.4A-1", "MPBS-3.4A-2");
    let mut game = alone()
        .wing("bz", "receive_charge", "1909")
        .unit("Z", "bz", "cuirassier 4 7", "1909", "E", "")
        .play();
    game.activate(0);
    game.change_unit("A", |unit| {
        for mark in [Marks::SALVO, Marks::FIRED, Marks::INTERCEPTED, Marks::MOMENTUM] {
            unit.marks.set(mark);
        }
    });
    game.change(|world| world.wings[0].no_continue = true);
    game.end_actions();
    assert!(game.battle.world().wing(WingId(0)).finished, "No Continue: no attempt");
    let unit = game.unit("A");
    assert!(!unit.is(Marks::INTERCEPTED) && !unit.is(Marks::MOMENTUM), "of the activation");
    assert!(unit.is(Marks::SALVO) && unit.is(Marks::FIRED), "of the turn");
    game.decline_until(|game| game.battle.world().turn == 2);
    let unit = game.unit("A");
    assert!(!unit.is(Marks::SALVO) && !unit.is(Marks::FIRED));
    let wing = game.battle.world().wing(WingId(0));
    assert!(!wing.finished && !wing.no_continue && !wing.bypassed);
}

#[test]
fn the_die_has_ten_faces_and_naught_is_zero() {
    proves!("MPBS-2.2a");
    let mut game = alone().play();
    game.decide(Decision::Activate(WingId(0)));
    game.decide(Decision::ChangeOrders { to: Orders::Charge, help: Help::Alone });
    let Awaiting::Dice(roll) = game.battle.awaiting() else { panic!("dice are awaited") };
    assert_eq!((roll.pools.len(), roll.pools[0].dice), (1, 1));
    let ten = Step::Dice(Throw([Thrown::plain(&[10])].into_iter().collect()));
    assert_eq!(game.battle.apply(&ten).expect_err("no such face").rule.id(), "TABLE-004");
    // Make Ready to Charge 0-5: a naught read as ten would fail.
    game.die(0);
    assert_eq!(game.battle.world().wing(WingId(0)).orders, Orders::Charge);
}

#[test]
fn a_double_battery_differs_in_its_points_only() {
    proves!("MPBS-2.1.2f", "MPBS-15.0e");
    let game = Position::new()
        .wing("ra", "make_ready", "0405")
        .wing("ba", "rally", "1905")
        .unit("A", "ra", "artillery - 5", "0405", "E", "class = \"heavy\"")
        .unit("D", "ra", "artillery - 5", "0406", "E", "class = \"heavy\", double = true")
        .unit("S", "ba", "cuirassier 4 7", "1905", "E", "")
        .play();
    let (single, double) = (game.id("A"), game.id("D"));
    let f = game.field();
    assert_eq!(f.gun_ranges(single), f.gun_ranges(double));
    assert_eq!((f.base_allowance(single), f.morale(single)), (f.base_allowance(double), f.morale(double)));
    for (code, fate, points) in
        [("A", Fate::Captured, 15), ("D", Fate::Captured, 30), ("D", Fate::Disabled, 10)]
    {
        let mut game = alone_guns();
        game.change_unit(code, |unit| unit.fate = fate);
        assert_eq!(game.field().victory_points(Side::Blue).total(), points, "{code} {fate:?}");
    }
}
