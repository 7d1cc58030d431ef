//! Victory points, what a scenario may change, single battles, and the files a battle is laid out from.

use crate::common::position::{Game, Position, hex};
use caracole_kernel::{Awaiting, Battle, Side};
use caracole_ledger::proves;
use caracole_musketpike::{
    MusketPike,
    counters::WingId,
    engine::{ScenarioSource, Setup, motion::Manoeuvre},
    hex::Direction,
    messages::{Decision, Request},
    world::{Fate, Formation, MoraleState, Presence},
};

fn field() -> Position {
    Position::new()
        .wing_rated("ra", "make_ready", "0404", -1)
        .wing("ba", "rally", "1905")
        .unit("C", "ra", "cuirassier 4 7", "0404", "E", "")
        .unit("A", "ra", "heavy_infantry 5 6", "0505", "E", "")
        .unit("G", "ra", "artillery - 5", "0304", "E", "class = \"light\"")
        .unit("S", "ba", "cuirassier 4 7", "1905", "E", "")
}

fn points(game: &Game, side: Side) -> i32 {
    game.field().victory_points(side).total()
}

#[test]
fn pursuers_off_the_map_are_no_loss() {
    proves!("MPBS-15.0g", "MPBS-15.0d");
    let mut game = field().play();
    let leader = game.commander(0);
    game.change_unit("C", |unit| unit.casualties = 3);
    assert_eq!(points(&game, Side::Blue), 6, "two for each point on cavalry that is there");
    game.change_unit("C", |unit| unit.fate = Fate::PursuedOffMap);
    game.change(|world| world.leaders[usize::from(leader.0)].presence = Presence::Gone);
    assert_eq!(points(&game, Side::Blue), 0, "neither the unit, nor its casualties, nor its leader");
}

#[test]
fn whoever_passed_last_holds_a_place() {
    proves!("MPBS-15.0i");
    let mut game = field()
        .victory(
            "locations = [{ name = \"Hill\", hexes = [\"0605\"], red = 7, blue = 3, held_by = \"blue\" }]",
        )
        .play();
    assert_eq!((points(&game, Side::Red), points(&game, Side::Blue)), (0, 3));
    game.activate(0).start_move("A").step(Direction::Ne).step(Direction::Ne).decline();
    assert_ne!(game.field().hex(game.id("A")), hex("0605"), "nobody need stay");
    assert_eq!((points(&game, Side::Red), points(&game, Side::Blue)), (7, 0));
}

const TABLE: &str = "points = { eliminated = { formed_cavalry = 12, unformed_cavalry = 5, heavy_infantry_two_hex = 10, \
    heavy_infantry_one_hex = 6, light_infantry = 1 }, per_casualty_on_map = { formed_cavalry = 3, unformed_cavalry = 1, \
    heavy_infantry = 1, light_infantry = 0 }, captured = { heavy_double = 30, medium_double = 20, light_double = 10, \
    heavy = 15, medium = 10, light = 4, wagon = 10 }, disabled = { heavy_double = 10, medium_double = 10, \
    light_double = 5, heavy = 10, medium = 10, light = 2 }, leaders = { army_commander = 20, king_charles = 50, \
    named_wing_commander_per_rating = 5, replacement = 0 } }";

#[test]
fn a_scenario_adds_awards_and_replaces_points() {
    proves!("MPBS-15.0h", "MPBS-1.0d");
    let lose = |position: Position| {
        let mut game = position.play();
        game.change_unit("C", |unit| unit.fate = Fate::Eliminated);
        game.change_unit("G", |unit| unit.fate = Fate::Captured);
        points(&game, Side::Blue)
    };
    assert_eq!(lose(field()), 10 + 5);
    assert_eq!(lose(field().victory(TABLE)), 12 + 4, "the battle's own table goes before the chart");
    let award = |when: &str, units: &str| {
        field().victory(&format!(
            "awards = [{{ name = \"Standard\", army = \"blue\", points = 8, units = [{units}], when = \"{when}\" }}]"
        ))
    };
    assert_eq!(lose(award("eliminated", "\"C\"")), 15 + 8);
    assert_eq!(lose(award("eliminated", "\"C\", \"A\"")), 15, "both must be");
    assert_eq!(lose(award("captured", "\"G\"")), 15 + 8);
    assert_eq!(lose(award("on_map", "\"A\"")), 15 + 8);
    assert_eq!(lose(award("on_map", "\"C\"")), 15);
}

#[test]
fn a_wing_of_wagons_is_a_wing_and_not_forced_under_rally() {
    proves!("MPBS-BATTLE-STADTLOHN-2");
    let mut game = Position::new()
        .wing("ra", "make_ready", "0405")
        .wing("ba", "rally", "1905")
        .special("wagons_move = true")
        .unit("W", "ra", "wagon - 5", "0405", "", "")
        .unit("S", "ba", "cuirassier 4 7", "1905", "E", "")
        .play();
    game.decide(Decision::Activate(WingId(0)));
    assert_eq!(game.asked().1, Request::ChangeOrders(WingId(0)), "no mandatory Rally, Orders may change");
    game.decline().start_move("W").step(Direction::Ne).decline();
    let leader = game.commander(0);
    game.decide(Decision::MoveLeader { leader, to: hex("0504") }).end_actions();
    assert_eq!(game.asked().1, Request::Continue(WingId(0)), "and it may continue");
}

#[test]
fn wagons_and_limbered_guns_obey_orders() {
    proves!("MPBS-5.5.4b");
    let step = |direction| Decision::Manoeuvre(Manoeuvre::Step(direction));
    let train = |orders: &str, what: &str, more: &str, enemy: &str| {
        let mut game = Position::new()
            .wing_rated("ra", orders, "0404", -1)
            .wing("ba", "rally", "1905")
            .special("wagons_move = true")
            .unit("C", "ra", "cuirassier 4 7", "0404", "E", "formation = \"broken\"")
            .unit("D", "ra", "cuirassier 4 7", "0403", "E", "formation = \"open_order\"")
            .unit("A", "ra", what, "0505", if what.starts_with("wagon") { "" } else { "E" }, more)
            .unit("E", "ba", "heavy_infantry 5 6", enemy, "W", "")
            .unit("S", "ba", "cuirassier 4 7", "1905", "E", "")
            .play();
        game.activate(0).start_move("A");
        game
    };
    let guns = "class = \"light\", limbered = true";
    for (what, more) in [("artillery - 5", guns), ("wagon - 5", "")] {
        let mut game = train("receive_charge", what, more, "1305");
        game.step(Direction::Ne);
        assert_eq!(game.refused(step(Direction::Ne)), "MPBS-5.6.3a", "{what}: one hex");
        let game = train("make_ready", what, more, "0705");
        assert_eq!(game.refused(step(Direction::Ne)), "MPBS-5.6.1e", "{what}: not next to an enemy");
        // Two hexes before the front of heavy infantry even Charge Orders do not drive them on.
        let game = train("charge", what, more, "0705");
        assert!(game.allowed(Decision::Decline), "{what}: the Anti-Suicide Clause");
        let game = train("charge", what, more, "1305");
        assert_eq!(
            game.refused(Decision::Decline),
            "MPBS-5.6.1a",
            "{what}: from farther off they must come on"
        );
    }
}

#[test]
fn a_retreat_goes_on_through_ground_that_breaks_the_unit() {
    proves!("MPBS-7.3.1g", "MPBS-7.3.1b");
    let mut game = Position::new()
        .wing_rated("ra", "receive_charge", "0403", -1)
        .wing("ba", "rally", "1905")
        .terrain("0504", 'w')
        .terrain("0505", 'w')
        .unit("C", "ra", "cuirassier 4 7", "0403", "E", "")
        .unit("L", "ra", "cuirassier 4 7", "0503", "E", "")
        .unit("A", "ra", "heavy_infantry 8 6", "0605", "E", "formation = \"shaken\"")
        .unit("E", "ba", "heavy_infantry 8 6", "0705", "W", "")
        .unit("S", "ba", "cuirassier 4 7", "1905", "E", "")
        .play();
    let (a, e) = (game.id("A"), game.id("E"));
    game.activate(0).end_actions();
    game.decide(Decision::Attack { unit: a, hex: hex("0705") }).quiet();
    while matches!(game.battle.awaiting(), Awaiting::Decision { request: Request::Designate, .. }) {
        game.decline();
    }
    // A total of 2: the attacker is Morale Shaken and retreats two hexes. Formation Shaken already, it breaks in the
    // woods of the first hex, and goes on to the second.
    let die = 2 - game.field().close_combat_tally(&[a], e, &[]).total();
    game.die(u8::try_from(die).expect("a face"));
    for _ in 0..4 {
        if let Awaiting::Decision { request: Request::Retreat(_), .. } = game.battle.awaiting() {
            let way = [Direction::Nw, Direction::Sw]
                .map(Decision::Toward)
                .into_iter()
                .find(|way| game.allowed(way.clone()));
            game.decide(way.expect("a way back"));
        }
    }
    assert_eq!((game.unit("A").morale, game.unit("A").formation), (MoraleState::Shaken, Formation::Broken));
    assert_eq!(game.field().footprint(a).distance(hex("0605")), 2);
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

/// The refusal of a battle with these files.
fn refused(scenario: &str, charts: Option<&str>) -> String {
    let setup = Setup {
        scenario: ScenarioSource::Text(scenario.to_owned()),
        charts: charts.map(str::to_owned),
        options: Default::default(),
    };
    let refusal = Battle::<MusketPike>::start(&setup).expect_err("the files have faults");
    assert_eq!(refusal.rule.id(), "TABLE-015");
    assert!(!refusal.remedy.is_empty());
    refusal.problem.to_string()
}

/// Line of the first place where `needle` stands.
fn line_of(text: &str, needle: &str) -> usize {
    text[..text.find(needle).expect("it is there")].matches('\n').count() + 1
}

#[test]
fn faulty_scenarios_are_refused_with_file_line_and_remedy() {
    proves!("TABLE-015");
    let sound = field().text();
    for (what, from, to, remedy) in [
        ("two units in one hex", "at = \"0505\"", "at = \"0404\"", "move one of them"),
        (
            "an unknown Wing",
            "wing = \"ba\", type = \"cuirassier\"",
            "wing = \"zz\", type = \"cuirassier\"",
            "ra, ba",
        ),
        ("a hex off the map", "at = \"0505\"", "at = \"9905\"", "0101"),
        ("an unknown facing", "facing = \"E\", class", "facing = \"X\", class", "NE"),
        ("no morale", "strength = 5, morale = 6, ", "strength = 5, ", "morale"),
        ("an unknown type", "type = \"heavy_infantry\"", "type = \"elephants\"", "heavy_infantry"),
    ] {
        let faulty = sound.replacen(from, to, 1);
        assert_ne!(faulty, sound, "{what}");
        let problem = refused(&faulty, None);
        let line = if what == "two units in one hex" || what == "no morale" {
            line_of(&faulty, "code = \"A\"")
        } else {
            line_of(&faulty, to)
        };
        assert!(problem.contains(&format!("scenario:{line}")), "{what}: {problem}");
        assert!(problem.contains(remedy), "{what}: {problem}");
    }
    let unknown = field()
        .victory("awards = [{ name = \"X\", army = \"red\", points = 1, units = [\"nobody\"], when = \"eliminated\" }]")
        .text();
    let problem = refused(&unknown, None);
    assert!(
        problem.contains("nobody") && problem.contains(&format!("scenario:{}", line_of(&unknown, "nobody"))),
        "{problem}"
    );
}

#[test]
fn faulty_charts_are_refused_with_file_line_and_remedy() {
    proves!("TABLE-015");
    let own = include_str!("../../data/charts.toml");
    let chart = |key: &str| {
        let from = own.find(&format!("[chart.{key}]\n")).expect("the chart is there");
        let to = own[from + 1..].find("\n[chart.").map_or(own.len(), |n| from + 1 + n);
        own[from..to].to_owned()
    };
    let scenario = field().text();
    // A row of the Close Combat Table taken out leaves a gap; one too many overlaps.
    let combat = chart("close_combat");
    let row = combat.lines().find(|line| line.contains("from = 4,")).expect("a row").to_owned();
    let gap = combat.replacen(&format!("{row}\n"), "", 1);
    let problem = refused(&scenario, Some(&gap));
    assert!(problem.contains("charts:") && problem.contains("start this row at"), "{problem}");
    let twice = combat.replacen(&row, &format!("{row}\n{row}"), 1);
    assert!(refused(&scenario, Some(&twice)).contains("charts:"));
    // Nine results for ten faces.
    let casualty = chart("leader_casualty");
    let line = casualty.lines().find(|line| line.starts_with("results")).expect("results").to_owned();
    let short = casualty.replacen(
        &line,
        &line.replacen(&format!("{}, ", line.split(['[', ',']).nth(1).unwrap_or_default().trim()), "", 1),
        1,
    );
    assert_ne!(short, casualty);
    let problem = refused(&scenario, Some(&short));
    assert!(problem.contains(&format!("charts:{}", line_of(&short, "results"))), "{problem}");
    // A word that no chart knows, and a text that is no TOML.
    let word = combat.replacen("\"no_effect\"", "\"nothing\"", 1);
    assert!(refused(&scenario, Some(&word)).contains("no_effect"), "the known words are named");
    assert!(refused(&scenario, Some("[chart.close_combat\n")).contains("charts:1"));
    assert!(refused(&scenario, Some("[chart.sorcery]\n")).contains("sorcery"));
}
