//! Leaders: what the Army Commander does, who goes along, how leaders are lost, replaced and come back.

use crate::common::position::{Game, Position, hex};
use caracole_kernel::{Awaiting, Rules, Side};
use caracole_ledger::proves;
use caracole_musketpike::{
    MusketPike, RollPurpose,
    counters::WingId,
    hex::Direction,
    messages::{Decision, Escort, Help, Reaction, Reform, Request, Target, Through},
    world::{Fate, Formation, LeaderAction, MoraleState, Origin, Post, Presence},
};

/// Red's commander is lost in turn 1; everything else is declined until dice or a placing come.
fn lost_commander() -> Game {
    let mut game = Position::new()
        .wing_rated("ra", "make_ready", "0305", -1)
        .wing("ba", "make_ready", "1805")
        .unit("A", "ra", "heavy_infantry 6 6", "0305", "E", "")
        .unit("B", "ba", "heavy_infantry 6 6", "1805", "W", "")
        .play();
    // A commander of -1 wins the initiative without dice.
    assert_eq!(game.battle.world().initiative, Side::Red);
    game.activate(0);
    game.battle =
        game.battle.with_world(|world| world.leaders[0].presence = Presence::Lost { pursuing: false });
    decline_to_dice(&mut game);
    assert_eq!(game.purpose(), RollPurpose::LeaderReplacement);
    game
}

fn decline_to_dice(game: &mut Game) {
    while let Awaiting::Decision { request, .. } = game.battle.awaiting() {
        match request {
            Request::PlaceLeader(_) => return,
            Request::Activate(_) => {
                let wing = (0..2).map(WingId).find(|wing| game.allowed(Decision::Activate(*wing)));
                game.decide(Decision::Activate(wing.expect("a Wing")));
            }
            _ => {
                game.decline();
            }
        }
    }
}

fn army(at: &str) -> Position {
    Position::new()
        .wing("ra", "make_ready", "0405")
        .wing("rb", "make_ready", "0409")
        .wing("ba", "rally", "1905")
        .army_commander("red", -1, at)
        .unit("A", "ra", "cuirassier 4 7", "0405", "E", "")
        .unit("B", "rb", "cuirassier 4 7", "0409", "E", "formation = \"shaken\"")
        .unit("C", "rb", "cuirassier 4 7", "0408", "E", "formation = \"shaken\"")
        .unit("S", "ba", "cuirassier 4 7", "1905", "E", "")
}

fn commander_of(game: &Game, side: Side) -> caracole_musketpike::counters::LeaderId {
    game.field().army_commander(side).expect("an Army Commander")
}

/// Blue foot comes up to red cavalry that has both leaders with it.
fn approached(reserve: bool) -> Game {
    let mut position = Position::new()
        .wing_rated("ra", "charge", "0505", -2)
        .wing("ba", "rally", "0805")
        .wing("bb", "receive_charge", "1905")
        .army_commander("blue", 0, "0805")
        .unit("F", "ra", "heavy_infantry 5 6", "0505", "E", "")
        .unit("H", "ba", "cuirassier 4 7", "0805", "W", "")
        .unit("S", "bb", "cuirassier 4 7", "1905", "E", "");
    if reserve {
        position =
            position.unit("G", "ba", "artillery - 5", "0805", "W", "class = \"light\", layer = \"bottom\"");
    }
    let mut game = position.play();
    game.activate(0).start_move("F").step(Direction::Ne);
    assert_eq!(game.asked(), (Side::Blue, Request::React(game.id("F"))));
    game
}

/// Plays to the rolls of the Marker Removal Phase of turn 1.
fn to_replacement(mut game: Game) -> Game {
    game.decline_until(|game| {
        !matches!(game.battle.awaiting(), Awaiting::Decision { .. }) || game.battle.world().turn > 1
    });
    game
}

fn lose(game: &mut Game, leader: caracole_musketpike::counters::LeaderId) {
    game.change(|world| world.leaders[usize::from(leader.0)].presence = Presence::Lost { pursuing: false });
}

/// An army whose commander is lost in turn 1.
fn headless(successor: &str) -> Game {
    let mut position = Position::new()
        .wing_rated("ra", "make_ready", "0405", -1)
        .wing_rated("rb", "make_ready", "0409", 0)
        .wing("ba", "receive_charge", "1905")
        .army_commander("red", -1, "0405")
        .army_line("red", successor)
        .unit("A", "ra", "cuirassier 4 7", "0405", "W", "")
        .unit("B", "rb", "cuirassier 4 7", "0409", "W", "")
        .unit("S", "ba", "cuirassier 4 7", "1905", "E", "");
    if successor.starts_with("successor") {
        position = position.waiting_leader("heir", "red", -2);
    }
    let mut game = position.play();
    let army = commander_of(&game, Side::Red);
    lose(&mut game, army);
    to_replacement(game)
}

#[test]
fn a_leader_out_for_a_turn_is_covered_and_comes_back() {
    proves!(
        "MPBS-3.4B",
        "MPBS-5.3.3a",
        "MPBS-5.3.3b",
        "MPBS-5.3.4a",
        "MPBS-5.3.4b",
        "MPBS-CHART-LEADER-REPLACEMENT"
    );
    let mut game = lost_commander();
    game.die(1);
    let stand_in = game.commander(0);
    assert_eq!(game.battle.world().leader(stand_in).origin, Origin::Generic);
    assert_eq!(game.asked(), (Side::Red, Request::PlaceLeader(stand_in)));
    assert_eq!(game.refused(Decision::Hex(hex("0404"))), "MPBS-5.3.4a");
    game.decide(Decision::Hex(hex("0305")));
    assert_eq!(game.battle.world().turn, 2);
    // Now both commanders are rated 0: the dice decide the initiative.
    game.dice(&[9, 0]);
    decline_to_dice(&mut game);
    let original = game.commander(0);
    assert_ne!(original, stand_in);
    assert_eq!(game.asked(), (Side::Red, Request::PlaceLeader(original)));
    game.decide(Decision::Hex(hex("0305")));
    assert_eq!(game.battle.world().leader(stand_in).presence, Presence::Gone);
    assert_eq!(game.battle.world().leader(original).rating, -1);
}

#[test]
fn a_leader_who_does_not_return_is_replaced_and_counts_for_the_enemy() {
    proves!("MPBS-5.3.3b", "MPBS-15.0f");
    let mut game = lost_commander();
    game.die(6);
    game.decide(Decision::Hex(hex("0305")));
    // A named Wing Commander of -1 is worth five points.
    assert_eq!(game.field().victory_points(Side::Blue).total(), 5);
    let mut game = lost_commander();
    game.die(0);
    let back = game.commander(0);
    assert_eq!(game.battle.world().leader(back).origin, Origin::Original);
    assert_eq!(game.asked(), (Side::Red, Request::PlaceLeader(back)));
}

#[test]
fn the_army_commander_rallies_a_charging_unit_with_its_action() {
    proves!(
        "MPBS-5.1.1d",
        "MPBS-5.1.1e",
        "MPBS-5.1.2b",
        "MPBS-5.1.2f",
        "MPBS-13.3.3",
        "MPBS-5.6.1l",
        "MPBS-5.6.5b"
    );
    let mut game = Position::new()
        .wing("ra", "charge", "0405")
        .wing("ba", "receive_charge", "1505")
        .army_commander("red", -1, "0505")
        .unit("R", "ra", "cuirassier 4 7", "0405", "E", "formation = \"broken\"")
        .unit("A", "ra", "cuirassier 4 7", "0505", "E", "")
        .unit("B", "ba", "cuirassier 4 7", "1505", "W", "")
        .play_with(|game, world| world.units[usize::from(game.id("A").0)].morale = MoraleState::Shaken);
    // The mandatory Rally looks at morale too, so a fit unit is needed: R is Formation Broken, A Shaken.
    game.decide(Decision::Activate(WingId(0)));
    while !matches!(game.asked().1, Request::Act(_)) {
        game.decline();
    }
    let unit = game.id("A");
    game.decide(Decision::Rally { unit, through: Through::ArmyCommander });
    assert_eq!(game.unit("A").morale, MoraleState::Normal, "stacked: automatic");
    let moving = Decision::Move { unit, company: Default::default(), escort: Default::default() };
    assert_eq!(game.refused(moving), "MPBS-3.2C-1", "the Rally was its Action");
    assert_eq!(
        game.refused(Decision::Rally { unit: game.id("R"), through: Through::ArmyCommander }),
        "MPBS-13.2.4a",
        "its morale is Normal"
    );
}

#[test]
fn the_army_commander_rides_eight_points_alone_or_with_a_unit() {
    proves!("MPBS-5.1.2d", "MPBS-7.1.1e");
    let mut game = army("0405").play();
    let leader = commander_of(&game, Side::Red);
    game.activate(0);
    let ride = |to: &str| Decision::MoveLeader { leader, to: hex(to) };
    assert!(game.allowed(ride("1205")), "eight clear hexes, and no unit need be there");
    assert_eq!(game.refused(ride("1305")), "MPBS-5.2.2e", "nine");
    game.decide(game.moving("A", Escort::ArmyCommander)).step(Direction::Ne).decline();
    assert_eq!(game.leader_at(leader), hex("0504"));
    assert_eq!(game.battle.world().leader(leader).action, LeaderAction::Used);
    // A hedge costs him what it costs cavalry: one more, so seven hexes.
    let game = army("0405").hexsides("hedge", &["0405 N NE SE S SW NW"]).play();
    let mut game = game;
    game.activate(0);
    assert!(game.allowed(ride("1104")) && !game.allowed(ride("1205")));
    // Where cavalry may not go he goes like light infantry.
    use caracole_musketpike::{
        charts::{MoveClass, MoveCost},
        map::HexTerrain,
    };
    let tec = &game.field().table.charts.tec;
    let grounds = [
        (HexTerrain::Woods, 'w'),
        (HexTerrain::Marsh, 'm'),
        (HexTerrain::Castle, 'k'),
        (HexTerrain::Town, 't'),
    ];
    let for_foot = grounds.into_iter().find(|(ground, _)| {
        let row = tec.hex(*ground);
        row.cost(MoveClass::Cav) == MoveCost::Prohibited
            && matches!(row.cost(MoveClass::Li), MoveCost::Points(_))
    });
    let (_, letter) = for_foot.expect("ground that only foot enters");
    let mut game = army("0405").terrain("0504", letter).play();
    game.activate(0);
    assert!(game.allowed(ride("0504")));
    assert!(!game.allowed(Decision::MoveLeader { leader, to: hex("0405") }), "he is there");
}

#[test]
fn the_army_commander_reforms_one_unit_of_any_wing() {
    proves!("MPBS-5.1.2e", "MPBS-5.1.2b", "MPBS-13.3.2");
    let mut game = army("0508").play();
    game.activate(0);
    // Wing ra is active; B and C of rb are next to him.
    game.decide(game.reform("B", Reform::Formation, Through::ArmyCommander)).quiet();
    assert_eq!(game.unit("B").formation, Formation::Normal);
    assert_eq!(game.refused(game.reform("C", Reform::Formation, Through::ArmyCommander)), "MPBS-5.1.2b");
    assert_eq!(game.refused(game.reform("C", Reform::Formation, Through::Wing)), "MPBS-GLOSSARY-ACTIVE");
}

#[test]
fn the_army_commander_helps_a_continuation_and_a_preemption() {
    proves!("MPBS-5.1.2g");
    let mut game = army("0405").play();
    game.activate(0).end_actions();
    // Make Ready 0-2, Cavalry Wing -1, Army Commander -1: a 4 will do.
    game.decide(Decision::Continue { help: Help::ArmyCommander }).die(4);
    assert_eq!(game.asked().1, Request::ChangeOrders(WingId(0)));
    // Without his Action he cannot help.
    let mut game = army("0405").play();
    game.activate(0);
    let leader = commander_of(&game, Side::Red);
    game.decide(Decision::MoveLeader { leader, to: hex("0406") }).end_actions();
    assert_eq!(game.refused(Decision::Continue { help: Help::ArmyCommander }), "MPBS-5.1.2b");
    // A preemption with his help uses his Action in the activation that it wins.
    let preempt = |die: u8| {
        let mut game = Position::new()
            .wing_rated("ra", "charge", "0405", -1)
            .wing("ba", "make_ready", "1905")
            .wing("bb", "make_ready", "1909")
            .army_commander("blue", -2, "1905")
            .unit("A", "ra", "artillery - 5", "0405", "E", "class = \"light\"")
            .unit("B", "ba", "heavy_infantry 5 6", "1905", "E", "")
            .unit("D", "bb", "heavy_infantry 5 6", "1909", "E", "")
            .play();
        game.decide(Decision::Activate(WingId(0)));
        // Make Ready 0-3; -2.
        game.decide(Decision::Preempt { wing: WingId(1), help: Help::ArmyCommander }).die(die);
        game
    };
    let game = preempt(5);
    assert_eq!(game.battle.world().activation.map(|a| a.wing), Some(WingId(1)));
    assert_eq!(game.battle.world().leader(commander_of(&game, Side::Blue)).action, LeaderAction::Used);
    let game = preempt(6);
    assert!(game.battle.world().wing(WingId(1)).no_continue, "a failure");
    let again = Decision::Preempt { wing: WingId(2), help: Help::ArmyCommander };
    assert!(["MPBS-5.1.2b", "MPBS-5.1.2g"].contains(&game.refused(again)), "he has helped once");
}

#[test]
fn leaders_with_a_unit_that_withdraws() {
    proves!("MPBS-5.2.2a", "MPBS-5.1.2a");
    // The Army Commander chooses; the Wing Commander would be alone and must go along.
    for goes in [true, false] {
        let mut game = approached(false);
        let (army, wing) = (commander_of(&game, Side::Blue), game.commander(1));
        game.decide(Decision::React(Reaction::Withdraw(game.id("H"))));
        assert_eq!(game.asked(), (Side::Blue, Request::GoAlong(army)));
        if goes {
            game.accept()
        } else {
            game.decline()
        };
        game.manoeuvre(caracole_musketpike::engine::motion::Manoeuvre::CounterMarch).step(Direction::Ne);
        let there = game.field().hex(game.id("H"));
        assert_eq!(game.leader_at(wing), there);
        assert_eq!(game.leader_at(army) == there, goes);
    }
    // With guns of his Wing in the hex the Wing Commander may stay.
    let mut game = approached(true);
    let wing = game.commander(1);
    game.decide(Decision::React(Reaction::Withdraw(game.id("H"))));
    let mut asked = Vec::new();
    while let (_, Request::GoAlong(leader)) = game.asked() {
        asked.push(leader);
        game.decline();
    }
    assert!(asked.contains(&wing) && asked.len() == 2);
    game.manoeuvre(caracole_musketpike::engine::motion::Manoeuvre::CounterMarch).step(Direction::Ne);
    assert_eq!(game.leader_at(wing), hex("0805"));
}

#[test]
fn leaders_with_a_unit_that_intercepts() {
    proves!("MPBS-5.1.2a", "MPBS-5.2.2a");
    let mut game = Position::new()
        .wing_rated("ra", "charge", "0505", -2)
        .wing("ba", "charge", "0905")
        .army_commander("blue", 0, "0905")
        .unit("F", "ra", "heavy_infantry 5 6", "0505", "E", "")
        .unit("H", "ba", "cuirassier 4 7", "0905", "W", "")
        .play();
    let (army, wing) = (commander_of(&game, Side::Blue), game.commander(1));
    game.activate(0).start_move("F").step(Direction::Ne);
    game.decide(Decision::React(Reaction::Intercept(game.id("H")))).die(0);
    assert_eq!(game.asked(), (Side::Blue, Request::GoAlong(army)), "only he is asked");
    game.decline();
    assert_eq!(game.asked().1, Request::Intercept(game.id("H")));
    let before = game.field().hex(game.id("H"));
    let step = [Direction::Nw, Direction::Sw]
        .map(|d| Decision::Manoeuvre(caracole_musketpike::engine::motion::Manoeuvre::Step(d)));
    let open = step.into_iter().find(|decision| game.allowed(decision.clone())).expect("a way");
    game.decide(open);
    let there = game.field().hex(game.id("H"));
    assert_ne!(there, before);
    assert_eq!((game.leader_at(wing), game.leader_at(army)), (there, before));
    assert_eq!(game.battle.world().leader(wing).action, LeaderAction::None, "it is no Action of his");
}

#[test]
fn a_wing_commander_need_not_rout_and_is_saved_from_the_edge() {
    proves!("MPBS-5.2.2b", "MPBS-5.2.2c", "MPBS-3.3");
    let rout = |at: &str, other: &str| {
        let mut game = Position::new()
            .wing("ra", "receive_charge", at)
            .wing("ba", "receive_charge", "1905")
            .unit("R", "ra", "cuirassier 4 7", at, "E", "")
            .unit("T", "ra", "cuirassier 4 7", other, "E", "")
            .unit("S", "ba", "cuirassier 4 7", "1905", "E", "")
            .play_with(|game, world| {
                let id = usize::from(game.id("R").0);
                world.units[id].morale = MoraleState::Broken;
                world.units[id].formation = Formation::Broken;
            });
        game.dice(&[9, 0]);
        game.decline_until(|game| {
            matches!(
                game.battle.awaiting(),
                Awaiting::Decision { request: Request::GoAlong(_) | Request::PlaceLeader(_), .. }
            )
        });
        game
    };
    // Nine hexes from the edge the unit stays on the map: he chooses.
    let mut game = rout("1005", "1007");
    let wing = game.commander(0);
    assert_eq!(game.asked(), (Side::Red, Request::GoAlong(wing)));
    game.decline();
    assert_eq!(game.leader_at(wing), hex("1005"));
    // Near it, it leaves the map; if he is with it he is put on another unit of his Wing.
    let mut game = rout("0305", "0307");
    let wing = game.commander(0);
    if game.asked().1 == Request::GoAlong(wing) {
        game.accept();
    }
    game.decline_until(|game| {
        matches!(game.battle.awaiting(), Awaiting::Decision { request: Request::PlaceLeader(_), .. })
    });
    assert_eq!(game.unit("R").fate, Fate::Eliminated);
    assert_eq!(game.refused(Decision::Hex(hex("1905"))), "MPBS-5.3.4a");
    game.decide(Decision::Hex(hex("0307")));
    assert!(game.battle.world().leader(wing).on_map());
    assert_eq!(game.leader_at(wing), hex("0307"));
}

#[test]
fn a_leader_is_lost_when_the_enemy_enters_his_hex_or_attacks_him_alone() {
    proves!("MPBS-5.3.1b", "MPBS-5.3.1c");
    let position = || {
        Position::new()
            .wing_rated("ra", "charge", "0505", -2)
            .wing("ba", "rally", "1905")
            .army_commander("blue", 0, "0605")
            .unit("H", "ra", "cuirassier 4 7", "0505", "E", "")
            .unit("S", "ba", "cuirassier 4 7", "1905", "E", "")
    };
    let mut game = position().play();
    let leader = commander_of(&game, Side::Blue);
    game.activate(0).start_move("H").step(Direction::Ne);
    assert_eq!(game.battle.world().leader(leader).presence, Presence::Lost { pursuing: false });
    // Guns cannot move away from their obligation, so the unit here is one that need not move: it attacks him.
    let mut game = position()
        .play_with(|_, world| world.wings[0].orders = caracole_musketpike::counters::Orders::ReceiveCharge);
    let leader = commander_of(&game, Side::Blue);
    game.activate(0).end_actions();
    assert_eq!(game.asked(), (Side::Red, Request::Designate));
    game.decide(Decision::Attack { unit: game.id("H"), hex: hex("0605") });
    game.quiet();
    while matches!(game.battle.awaiting(), Awaiting::Decision { request: Request::Designate, .. }) {
        game.decline();
    }
    assert_eq!(game.battle.world().leader(leader).presence, Presence::Lost { pursuing: false });
}

#[test]
fn a_leader_alone_under_fire_is_lost_on_a_nine_only() {
    proves!("MPBS-5.3.1a", "MPBS-10.10b");
    for (die, lost) in [(8, false), (9, true)] {
        let mut game = Position::new()
            .wing("ra", "make_ready", "0405")
            .wing("ba", "rally", "1905")
            .army_commander("blue", 0, "0605")
            .unit("C", "ra", "cuirassier 4 7", "0405", "E", "")
            .unit("H", "ra", "cuirassier 4 7", "0505", "E", "")
            .unit("S", "ba", "cuirassier 4 7", "1905", "E", "")
            .play();
        let leader = commander_of(&game, Side::Blue);
        game.activate(0).start_move("H").decide(Decision::Pistol(Target::Leader(leader)));
        // The shot tells on a 9; then the roll for the leader.
        game.die(9).die(die);
        assert_eq!(!game.battle.world().leader(leader).on_map(), lost, "a {die}");
    }
}

#[test]
fn a_leader_is_lost_with_his_last_unit() {
    proves!("MPBS-5.3.1d");
    // A unit of one strength point is shot away under its commander.
    let mut game = Position::new()
        .wing("ra", "make_ready", "0405")
        .wing("ba", "rally", "0605")
        .unit("C", "ra", "heavy_infantry 5 6", "0405", "E", "")
        .unit("A", "ra", "heavy_infantry 12 6", "0505", "E", "")
        .unit("H", "ba", "musketeers 1 4", "0605", "W", "")
        .unit("S", "ba", "cuirassier 4 7", "1905", "E", "")
        .play();
    let leader = game.commander(1);
    let shot = caracole_musketpike::messages::Shot {
        half: caracole_musketpike::hex::Half::Left,
        target: Target::Unit(game.id("H")),
    };
    let volley = caracole_musketpike::messages::Volley {
        unit: game.id("A"),
        manner: caracole_musketpike::messages::Manner::Skirmishing,
        shots: smallvec::smallvec![shot],
    };
    game.activate(0).decide(Decision::Volley(volley)).die(9);
    for _ in 0..4 {
        if game.unit("H").fate == Fate::Eliminated {
            break;
        }
        match game.battle.awaiting() {
            Awaiting::Dice(_) => game.die(9),
            _ => game.decline(),
        };
    }
    assert_eq!(game.unit("H").fate, Fate::Eliminated);
    assert!(!game.battle.world().leader(leader).on_map());
}

#[test]
fn the_commander_of_a_wing_that_is_no_more_gets_no_roll() {
    proves!("MPBS-5.3.3c", "MPBS-5.3.4c");
    let position = || {
        Position::new()
            .wing_rated("ra", "make_ready", "0405", -1)
            .wing_rated("rb", "make_ready", "0409", -1)
            .wing("ba", "receive_charge", "1905")
            .unit("A", "ra", "artillery - 5", "0405", "W", "class = \"light\"")
            .unit("B", "rb", "cuirassier 4 7", "0409", "W", "")
            .unit("S", "ba", "cuirassier 4 7", "1905", "E", "")
    };
    let mut game = position().play();
    let leader = game.commander(1);
    lose(&mut game, leader);
    game.change_unit("B", |unit| unit.fate = Fate::Eliminated);
    let game = to_replacement(game);
    assert_eq!(game.battle.world().turn, 2, "no dice");
    // Formed cavalry 10, its commander 5.
    assert_eq!(game.field().victory_points(Side::Blue).total(), 15);
    // Away for a turn, with nothing left to come back to: no loss.
    let mut game = position().play();
    let leader = game.commander(1);
    game.change(|world| world.leaders[usize::from(leader.0)].presence = Presence::Away);
    game.change_unit("B", |unit| unit.fate = Fate::Eliminated);
    let game = to_replacement(game);
    assert_eq!(game.battle.world().leader(leader).presence, Presence::Gone);
    assert_eq!(game.field().victory_points(Side::Blue).total(), 10, "the unit alone");
}

#[test]
fn the_army_commander_returns_to_any_unit() {
    proves!("MPBS-5.3.4d", "MPBS-5.3.3a");
    let mut game = headless("senior_wing = \"ra\"");
    game.die(0);
    assert!(matches!(game.asked(), (Side::Red, Request::PlaceLeader(_))));
    assert!(game.allowed(Decision::Hex(hex("0405"))) && game.allowed(Decision::Hex(hex("0409"))));
    assert_eq!(game.refused(Decision::Hex(hex("1905"))), "MPBS-5.3.4a");
    game.decide(Decision::Hex(hex("0409")));
    assert_eq!(game.leader_at(commander_of(&game, Side::Red)), hex("0409"));
}

#[test]
fn the_senior_wing_commander_takes_the_army_and_is_replaced_at_once() {
    proves!("MPBS-5.3.5a", "MPBS-5.3.5b");
    let mut game = headless("senior_wing = \"ra\"");
    let senior = game.commander(0);
    game.die(6);
    assert_eq!(game.battle.world().leader(senior).post, Post::Army);
    let stand_in = game.commander(0);
    assert_ne!(stand_in, senior);
    assert_eq!(game.asked(), (Side::Red, Request::PlaceLeader(stand_in)));
    assert_eq!(game.refused(Decision::Hex(hex("0409"))), "MPBS-5.3.4a", "on a unit of his Wing");
    game.decide(Decision::Hex(hex("0405")));
    let state = game.battle.world().leader(stand_in);
    assert_eq!((state.origin, state.rating, state.post), (Origin::Generic, 0, Post::Wing(WingId(0))));
    // The fallen general is worth 20; his successor would be worth a Wing Commander.
    assert_eq!(game.field().victory_points(Side::Blue).total(), 20);
}

#[test]
fn a_named_successor_is_placed_on_any_unit() {
    proves!("MPBS-5.3.5a", "MPBS-5.3.5c");
    let mut game = headless("successor = \"heir\"");
    let wings = [game.commander(0), game.commander(1)];
    game.die(6);
    let (_, Request::PlaceLeader(heir)) = game.asked() else { panic!("the heir is placed") };
    assert!(!wings.contains(&heir));
    for at in ["0405", "0409"] {
        assert!(game.allowed(Decision::Hex(hex(at))), "{at}");
    }
    game.decide(Decision::Hex(hex("0409")));
    assert_eq!(commander_of(&game, Side::Red), heir);
    assert_eq!(game.battle.world().leader(heir).rating, -2);
    assert_eq!([game.commander(0), game.commander(1)], wings, "the Wings keep theirs");
}

#[test]
fn leaders_in_the_way_of_a_retreat() {
    proves!("MPBS-5.1.2a");
    // A beaten unit goes back two hexes by 0504, where a leader is alone: 0505 is a pond.
    let beaten = || {
        let mut game = Position::new()
            .wing_rated("ra", "receive_charge", "0403", -1)
            .wing("ba", "rally", "1905")
            .army_commander("red", 0, "0504")
            .terrain("0505", 'p')
            .unit("C", "ra", "cuirassier 4 7", "0403", "E", "")
            .unit("L", "ra", "cuirassier 4 7", "0503", "E", "")
            .unit("A", "ra", "heavy_infantry 8 6", "0605", "E", "")
            .unit("E", "ba", "heavy_infantry 8 6", "0705", "W", "")
            .unit("S", "ba", "cuirassier 4 7", "1905", "E", "")
            .play();
        let (a, e) = (game.id("A"), game.id("E"));
        game.activate(0).end_actions().decide(Decision::Attack { unit: a, hex: hex("0705") }).quiet();
        while matches!(game.battle.awaiting(), Awaiting::Decision { request: Request::Designate, .. }) {
            game.decline();
        }
        // A total of 2 drives the attacker back two hexes.
        let die = 2 - game.field().close_combat_tally(&[a], e, &[]).total();
        game.die(u8::try_from(die).expect("a face"));
        (commander_of(&game, Side::Red), game)
    };
    for goes in [true, false] {
        let (army, mut game) = beaten();
        assert_eq!(game.asked(), (Side::Red, Request::GoAlong(army)), "the Army Commander chooses");
        if goes {
            game.accept()
        } else {
            game.decline()
        };
        game.decline_until(|game| {
            !matches!(game.battle.awaiting(), Awaiting::Decision { request: Request::Retreat(_), .. })
        });
        let unit = game.id("A");
        assert_eq!(game.field().footprint(unit).distance(hex("0605")), 2);
        let there = game.field().hex(unit);
        assert_eq!(game.leader_at(army), if goes { there } else { hex("0504") });
    }
}

#[test]
fn a_commander_cut_off_from_those_next_to_him_is_offered_a_longer_ride() {
    proves!("MPBS-5.2.1b");
    // The commander is alone in 1005; a river shuts him off from B, C, D and E, but not from F six hexes away.
    let mut position = Position::new()
        .wing_rated("ra", "receive_charge", "0405", -1)
        .wing("ba", "receive_charge", "1911")
        .unit("Z", "ba", "cuirassier 4 7", "1911", "E", "")
        .unit("F", "ra", "cuirassier 4 7", "0405", "W", "formation = \"broken\"");
    for (code, at) in [("B", "1205"), ("C", "1204"), ("D", "1203"), ("E", "1206")] {
        position = position.unit(code, "ra", "cuirassier 4 7", at, "W", "formation = \"broken\"");
    }
    // The river runs down the whole map between columns 11 and 12.
    let banks: Vec<String> =
        (1..=12).flat_map(|row| [format!("11{row:02} NE"), format!("11{row:02} SE")]).collect();
    // The last of them is the edge of the map.
    let banks: Vec<&str> = banks.iter().take(23).map(String::as_str).collect();
    let mut game = position.hexsides("river", &banks).play();
    if matches!(game.battle.awaiting(), Awaiting::Dice(_)) {
        game.dice(&[0, 9]);
    }
    game.activate(0);
    let leader = game.commander(0);
    game.change(|world| world.leaders[usize::from(leader.0)].hex = hex("1005"));
    assert_eq!(game.refused(Decision::Decline), "MPBS-5.2.1b", "he must join somebody");
    assert!(!game.allowed(Decision::MoveLeader { leader, to: hex("1205") }), "across the river");
    let mut offered = Vec::new();
    MusketPike::candidates(&game.battle, Side::Red, &game.asked().1, &mut offered);
    assert!(offered.contains(&Decision::MoveLeader { leader, to: hex("0405") }), "{offered:?}");
}
