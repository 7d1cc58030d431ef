//! Movement over ground, bridges, limbering, reinforcements.

use crate::common::position::{Game, Position, hex, left, one};
use caracole_kernel::Side;
use caracole_ledger::proves;
use caracole_musketpike::{
    counters::{Orders, UnitId, WingId},
    engine::motion::Manoeuvre,
    hex::{Direction, Facing, Placement},
    messages::{Decision, Escort, Help, Request, Target},
    world::{Fate, Formation, Marks, Presence},
};

fn field(orders: &str, what: &str, at: &str, more: &str) -> Position {
    Position::new()
        .wing_rated("ra", orders, "0404", -1)
        .wing("ba", "rally", "1905")
        .unit("C", "ra", "cuirassier 4 7", "0404", "E", "formation = \"open_order\"")
        .unit("A", "ra", what, at, "E", more)
        .unit("S", "ba", "cuirassier 4 7", "1905", "E", "")
}

fn begun(position: Position) -> Game {
    let mut game = position.play();
    game.activate(0).start_move("A");
    game
}

fn step(direction: Direction) -> Decision {
    Decision::Manoeuvre(Manoeuvre::Step(direction))
}

/// A red Wing that comes on in turn 2 at the edge hexes given.
fn column(entry: &str, units: &[(&str, &str)]) -> Position {
    let mut position = Position::new()
        .wing("ra", "rally", "0105")
        .unit("A", "ra", "cuirassier 4 7", "0105", "W", "")
        .wing("ba", "receive_charge", "2005")
        .unit("S", "ba", "cuirassier 4 7", "2005", "E", "")
        .reinforcing_wing("rz", entry);
    for (code, what) in units {
        position = position.reserve(code, "rz", what);
    }
    position
}

const SINGLE: &str = "{ turn = 2, hexes = [\"0109\"], commander = true }";

fn second_turn(position: Position) -> Game {
    let mut game = position.play();
    assert!(!game.battle.world().wing(WingId(2)).arrived);
    assert!(!game.allowed(Decision::Activate(WingId(2))), "ignored before its turn");
    // Red has a Wing under Rally only, blue one under Receive Charge: red would leave the field but for the new Wing.
    game.decline_until(|game| game.battle.world().turn == 2);
    game
}

fn enter(unit: UnitId, at: Placement, formation: Formation, escort: Escort) -> Decision {
    Decision::Enter { unit, at, formation, escort }
}

#[test]
fn coming_next_to_an_enemy_costs_nothing_extra() {
    proves!("MPBS-7.1.1b", "MPBS-7.1.1d");
    // Four points, the last hexes next to E.
    let mut game = begun(field("charge", "heavy_infantry 5 6", "0505", "").unit(
        "E",
        "ba",
        "artillery - 5",
        "0904",
        "W",
        "class = \"light\"",
    ));
    for direction in [Direction::Ne, Direction::Ne, Direction::Se] {
        game.step(direction).quiet();
    }
    assert_eq!(game.unit("A").at, one("0805", Facing::E), "next to the guns with three points");
    assert!(game.allowed(step(Direction::Ne)), "and a fourth to spend");
    game.step(Direction::Ne).quiet();
    assert_eq!(game.refused(step(Direction::Ne)), "MPBS-7.1.1d", "no hex without the points for it");
}

#[test]
fn the_ground_disorders_who_comes_not_who_is_there() {
    proves!("MPBS-7.3.1b", "MPBS-7.3.1c");
    // Broken ground under the unit: no hit at the start, none for turning.
    let mut game = begun(
        field("make_ready", "heavy_infantry 5 6", "0505", "").terrain("0505", 'w').terrain("0504", 'w'),
    );
    assert_eq!(game.unit("A").formation, Formation::Normal);
    game.manoeuvre(Manoeuvre::CounterMarch);
    assert_eq!(game.unit("A").formation, Formation::Normal, "turning on the spot");
    // Entering woods does it, by Retreating Fire as well as by a move.
    let mut game = begun(field("make_ready", "heavy_infantry 5 6", "0505", "").terrain("0605", 'w'));
    game.step(Direction::Ne);
    assert_ne!(game.unit("A").formation, Formation::Normal);
    let mut game = field("make_ready", "heavy_infantry 5 6", "0505", "")
        .terrain("0405", 'w')
        .unit("E", "ba", "heavy_infantry 5 6", "0605", "W", "")
        .play();
    game.activate(0);
    use caracole_musketpike::messages::{Manner, Shot, Target, Volley};
    let shot = Shot { half: caracole_musketpike::hex::Half::Left, target: Target::Unit(game.id("E")) };
    let volley = Volley {
        unit: game.id("A"),
        manner: Manner::Retreating(Direction::Nw),
        shots: smallvec::smallvec![shot],
    };
    game.decide(Decision::Volley(volley)).die(0).quiet();
    assert_eq!(game.field().hex(game.id("A")), hex("0405"));
    assert_ne!(game.unit("A").formation, Formation::Normal);
}

#[test]
fn cavalry_that_leaves_its_light_infantry_keeps_the_slower_pace() {
    proves!("MPBS-7.3.1e");
    let mut game = field("make_ready", "cuirassier 4 7", "0505", "")
        .unit("L", "ra", "musketeers 2 6", "0505", "E", "")
        .play();
    game.activate(0);
    let company = caracole_musketpike::messages::Company::Alone;
    game.decide(Decision::Move { unit: game.id("A"), company, escort: Escort::None });
    for direction in
        [Direction::Ne, Direction::Se, Direction::Ne, Direction::Se, Direction::Ne, Direction::Se]
    {
        game.step(direction);
    }
    assert_eq!(game.refused(step(Direction::Ne)), "MPBS-7.1.1d", "six points, not eight");
    assert_eq!(game.field().hex(game.id("L")), hex("0505"));
}

#[test]
fn guns_take_a_turn_to_limber_and_stop_with_friends() {
    proves!("MPBS-7.3.3a", "MPBS-7.3.3e", "MPBS-8.3.1a", "MPBS-8.3.3b");
    let mut game = field("make_ready", "artillery - 5", "0505", "class = \"light\"").play();
    game.activate(0);
    game.decide(Decision::Limber { gun: game.id("A"), facing: None });
    let moving = |game: &Game| game.moving("A", Escort::None);
    assert!(["MPBS-3.2C-1", "MPBS-7.3.3a"].contains(&game.refused(moving(&game))));
    // Limbered guns enter a friend's hex, of whatever Wing, and stop there.
    let mut game = field("make_ready", "artillery - 5", "0505", "class = \"light\", limbered = true")
        .wing("rb", "make_ready", "0605")
        .unit("F", "rb", "heavy_infantry 5 6", "0605", "E", "")
        .play();
    game.activate(0).start_move("A").step(Direction::Ne);
    assert_eq!(game.field().hex(game.id("A")), hex("0605"));
    assert_eq!(game.asked().1, Request::GunsOnTop(game.id("F")), "their owner says who is on top");
    game.accept();
    assert!(game.field().gun_on_top(game.id("A")));
    assert!(
        matches!(game.asked().1, Request::Act(_)),
        "its move is over with a point left: {:?}",
        game.asked()
    );
    // Later either may leave, never both together: the foot goes alone.
    let mut game = field("make_ready", "heavy_infantry 5 6", "0505", "")
        .unit("G", "ra", "artillery - 5", "0505", "E", "class = \"light\", limbered = true")
        .play();
    game.activate(0).start_move("A").step(Direction::Ne);
    assert_eq!(game.field().hex(game.id("G")), hex("0505"));
}

#[test]
fn guns_with_infantry_bring_the_limits_of_guns() {
    proves!("MPBS-7.3.4");
    use caracole_musketpike::charts::ArtilleryTerrain;
    let game = field("make_ready", "heavy_infantry 5 6", "0505", "").play();
    let tec = &game.field().table.charts.tec;
    let grounds = [
        (caracole_musketpike::map::HexTerrain::Woods, 'w'),
        (caracole_musketpike::map::HexTerrain::Marsh, 'm'),
    ];
    let (_, letter) = grounds
        .into_iter()
        .find(|(ground, _)| tec.hex(*ground).artillery == ArtilleryTerrain::Prohibited)
        .expect("ground that guns may not enter");
    let enter = |more: &str| {
        let game = begun(field("make_ready", "heavy_infantry 5 6", "0505", more).terrain("0605", letter));
        game.allowed(step(Direction::Ne))
    };
    assert!(enter("") && !enter("guns = true"));
}

#[test]
fn a_two_hex_column_may_not_end_on_a_bridge() {
    proves!("MPBS-7.3.5b", "MPBS-7.3.5a");
    // A stream between columns 5 and 6 with a bridge at 0505 NE: the Column comes up the road.
    let mut game = Position::new()
        .wing_rated("ra", "make_ready", "0404", -1)
        .wing("ba", "rally", "1905")
        .hexsides("stream", &["0505 NE SE"])
        .hexsides("bridge", &["0505 NE"])
        .unit("C", "ra", "cuirassier 4 7", "0404", "E", "formation = \"open_order\"")
        .unit("A", "ra", "heavy_infantry 9 6", "0505 0406", "", "formation = \"column\"")
        .unit("S", "ba", "cuirassier 4 7", "1905", "E", "")
        .play();
    game.activate(0).start_move("A").step(Direction::Ne);
    assert_eq!(game.refused(Decision::Decline), "MPBS-7.3.5b", "astride the bridge");
    game.step(Direction::Ne);
    assert!(game.allowed(Decision::Decline), "clear of it");
    // A single-hex unit crosses and stays as it likes.
    let mut game = begun(
        field("make_ready", "cuirassier 4 7", "0505", "")
            .hexsides("stream", &["0505 NE SE"])
            .hexsides("bridge", &["0505 NE"]),
    );
    game.step(Direction::Ne);
    assert_eq!(game.unit("A").formation, Formation::Normal, "the bridge spares it the stream");
    assert!(game.allowed(Decision::Decline));
}

#[test]
fn a_two_hex_unit_fights_across_a_bridge_as_if_broken() {
    proves!("MPBS-7.3.5e");
    let tally = |formation: &str| {
        let more = format!("formation = \"{formation}\"");
        let position = field("receive_charge", "heavy_infantry 9 6", "0505 0506", &more)
            .hexsides("river", &["0505 SE", "0506 NE"])
            .unit("E", "ba", "heavy_infantry 9 6", "0606", "W", "");
        let game = position.hexsides("bridge", &["0506 NE"]).play();
        game.field().close_combat_tally(&[game.id("A")], game.id("E"), &[]).total()
    };
    let plain = |formation: &str| {
        let more = format!("formation = \"{formation}\"");
        let game = field("receive_charge", "heavy_infantry 9 6", "0505 0506", &more)
            .unit("E", "ba", "heavy_infantry 9 6", "0606", "W", "")
            .play();
        game.field().close_combat_tally(&[game.id("A")], game.id("E"), &[]).total()
    };
    assert!(plain("broken") < plain("normal"), "a broken unit fights worse");
    assert_eq!(tally("broken"), tally("normal"), "across the bridge it counts as broken");
    // The bridge is in its centre front: it may attack.
    let mut game = field("receive_charge", "heavy_infantry 9 6", "0505 0506", "")
        .hexsides("river", &["0505 SE", "0506 NE"])
        .hexsides("bridge", &["0506 NE"])
        .unit("E", "ba", "heavy_infantry 9 6", "0606", "W", "")
        .play();
    game.activate(0).end_actions();
    assert!(game.allowed(Decision::Attack { unit: game.id("A"), hex: hex("0606") }));
}

#[test]
fn a_reinforcing_wing_comes_on_under_make_ready_in_its_place() {
    proves!("MPBS-7.4a", "MPBS-7.4b", "MPBS-7.4d", "MPBS-3.2A");
    let position = || column(SINGLE, &[("X", "heavy_infantry 5 6"), ("Y", "heavy_infantry 5 6")]).red_stays();
    let mut game = second_turn(position());
    let wing = game.battle.world().wing(WingId(2));
    assert!(wing.arrived && wing.orders == Orders::MakeReady);
    // It counts for initiative: the only Wing under Make Ready, the highest Orders in play.
    assert_eq!(game.battle.world().initiative, Side::Red);
    game.decide(Decision::Activate(WingId(2)));
    while matches!(game.asked().1, Request::Preempt(_)) {
        game.decline();
    }
    // Before anybody enters it may change its Orders.
    assert_eq!(game.asked().1, Request::ChangeOrders(WingId(2)));
    assert!(game.allowed(Decision::ChangeOrders { to: Orders::Charge, help: Help::Alone }));
    game.decline();
    let (x, y) = (game.id("X"), game.id("Y"));
    let at = one("0109", Facing::E);
    for formation in [Formation::Normal, Formation::OpenOrder, Formation::Column] {
        assert!(game.allowed(enter(x, at, formation, Escort::WingCommander)), "{formation:?}");
    }
    assert_eq!(game.refused(enter(x, at, Formation::Shaken, Escort::WingCommander)), "MPBS-7.4d");
    assert_eq!(
        game.refused(enter(x, at, Formation::Normal, Escort::None)),
        "MPBS-5.4.3d",
        "he comes on first"
    );
    game.decide(enter(x, at, Formation::Normal, Escort::WingCommander)).quiet().step(Direction::Ne).quiet();
    game.step(Direction::Se).quiet().decline();
    let leader = game.commander(2);
    assert_eq!(game.battle.world().leader(leader).presence, Presence::OnMap);
    assert_eq!(game.leader_at(leader), game.field().hex(x));
    game.decide(enter(y, at, Formation::Column, Escort::None)).quiet();
    assert_eq!(game.unit("Y").formation, Formation::Column);
}

#[test]
fn a_wing_to_come_may_preempt_before_it_enters() {
    proves!("MPBS-7.4b");
    let mut game = second_turn(
        column(SINGLE, &[("X", "heavy_infantry 5 6")]).red_stays().wing("bb", "charge", "2009").unit(
            "T",
            "bb",
            "artillery - 5",
            "2009",
            "E",
            "class = \"light\"",
        ),
    );
    game.decline_until(|game| matches!(game.asked(), (Side::Red, Request::Preempt(_))));
    assert!(game.allowed(Decision::Preempt { wing: WingId(2), help: Help::Alone }));
}

#[test]
fn units_queue_at_a_single_entry_hex() {
    proves!("MPBS-7.4e", "MPBS-7.4f");
    // The rulebook's example: 4, 3, 2 and 1 points.
    let units = ["X1", "X2", "X3", "X4"];
    let foot: Vec<(&str, &str)> = units.iter().map(|code| (*code, "heavy_infantry 5 6")).collect();
    let mut game = second_turn(column(SINGLE, &foot).red_stays());
    game.decide(Decision::Activate(WingId(2))).begin();
    let lanes = [Direction::Ne, Direction::Se, Direction::Ne];
    for (n, code) in units.iter().enumerate() {
        let escort = if n == 0 { Escort::WingCommander } else { Escort::None };
        let unit = game.id(code);
        game.decide(enter(unit, one("0109", Facing::E), Formation::Normal, escort)).quiet();
        // The entry hex costs one; the rest is spent going straight ahead.
        let mut steps = 0;
        while steps < 3 && game.allowed(step(lanes[steps])) {
            game.step(lanes[steps]).quiet();
            steps += 1;
        }
        assert_eq!(steps, 3 - n, "{code} has {} points", 4 - n);
        if matches!(game.asked().1, Request::Manoeuvre(_)) {
            game.decline();
        }
    }
    // A two-hex unit comes on in that hex and a neighbour.
    let mut game = second_turn(column(SINGLE, &[("X", "heavy_infantry 9 6 two")]).red_stays());
    game.decide(Decision::Activate(WingId(2))).begin();
    let unit = game.id("X");
    assert!(game.allowed(enter(unit, left("0109", Facing::E), Formation::Normal, Escort::WingCommander)));
    assert_eq!(
        game.refused(enter(unit, left("0110", Facing::E), Formation::Normal, Escort::WingCommander)),
        "MPBS-7.4c",
        "0110 and 0111 are not the entry hex"
    );
}

#[test]
fn a_blocked_entry_hex_is_passed_by() {
    proves!("MPBS-7.4c");
    let mut game = second_turn(column(SINGLE, &[("X", "cuirassier 4 7")]).red_stays().unit(
        "E",
        "ba",
        "artillery - 5",
        "0109",
        "E",
        "class = \"light\"",
    ));
    game.change(|world| world.wings[2].orders = Orders::Charge);
    game.decide(Decision::Activate(WingId(2)));
    while !matches!(game.asked().1, Request::Act(_)) {
        game.decline();
    }
    let unit = game.id("X");
    let at = |hex: &str| enter(unit, one(hex, Facing::E), Formation::Normal, Escort::WingCommander);
    assert_eq!(game.refused(at("0109")), "MPBS-7.4c");
    assert!(game.allowed(at("0108")) && game.allowed(at("0110")), "the nearest of the edge");
    assert_eq!(game.refused(at("0107")), "MPBS-7.4c");
    assert_eq!(game.unit("X").fate, Fate::ToCome);
}

#[test]
fn guns_limber_instead_of_firing() {
    proves!("MPBS-7.3.3a", "MPBS-7.3.3b", "MPBS-7.3.3c", "MPBS-7.2.1a");
    let position = |special: &str| {
        Position::new()
            .wing("ra", "make_ready", "0505")
            .wing("ba", "rally", "1005")
            .unit("R", "ra", "cuirassier 4 7", "0505", "E", "")
            .unit("G", "ra", "artillery - 5", "0605", "E", "class = \"heavy\"")
            .unit("T", "ba", "heavy_infantry 8 7", "1005", "W", "")
            .special(special)
            .play()
    };
    let mut game = position("limbering = false");
    game.activate(0);
    let gun = game.id("G");
    assert_eq!(game.refused(Decision::Limber { gun, facing: None }), "MPBS-7.3.3c");
    let mut game = position("limbering = true");
    game.activate(0).decide(Decision::Limber { gun, facing: None });
    assert!(game.unit("G").is(Marks::LIMBERED) && game.unit("G").is(Marks::LIMBERING));
    assert!(game.field().gun_ready(gun).is_err());
    assert_eq!(game.field().allowance(gun), 2);
    let shot = Decision::Cannonade { gun, target: Target::Unit(game.id("T")), hex: hex("1005") };
    assert_eq!(game.refused(shot), "MPBS-3.2C-1");
}

#[test]
fn a_high_wall_takes_the_whole_move_and_breaks_the_unit() {
    proves!("MPBS-BATTLE-WHITEMOUNTAIN-3");
    let climb = |what: &str, more: &str| {
        let mut game = Position::new()
            .wing_rated("ra", "make_ready", "0404", -1)
            .wing("ba", "rally", "1905")
            .hexsides("high_wall", &["0505 NE"])
            .unit("C", "ra", "cuirassier 4 7", "0404", "E", "")
            .unit("A", "ra", what, "0505", "E", more)
            .unit("S", "ba", "cuirassier 4 7", "1905", "E", "")
            .play();
        game.activate(0).start_move("A");
        game
    };
    let over = Decision::Manoeuvre(Manoeuvre::Step(Direction::Ne));
    for what in ["heavy_infantry 5 6", "musketeers 3 6"] {
        let mut game = climb(what, "");
        game.decide(over.clone());
        assert_eq!(game.unit("A").formation, Formation::Broken, "{what}");
        assert!(matches!(game.asked().1, Request::Act(_)), "{what}: nothing is left of its move");
        let game = climb(what, "formation = \"open_order\"");
        assert_eq!(game.refused(over.clone()), "MPBS-BATTLE-WHITEMOUNTAIN-3", "{what}");
        // The whole allowance: not after another point is spent.
        let mut game = climb(what, "");
        if game.allowed(Decision::Manoeuvre(Manoeuvre::Face(1))) && what.starts_with("musk") {
            game.manoeuvre(Manoeuvre::Face(1)).manoeuvre(Manoeuvre::Face(-1));
            assert_eq!(game.refused(over.clone()), "MPBS-7.1.1d", "{what}");
        }
    }
}
