//! Chapter 14: Wagons, foot without pikes, dismounted cavalry, Croats, limbered guns.

use crate::common::{
    field::{charge_of, field_of},
    position::{Game, Position, hex, one},
};
use caracole_kernel::Side;
use caracole_ledger::{proves, rule};
use caracole_musketpike::{
    charts::{MatrixType, MoveClass},
    counters::WingId,
    engine::{fire::ShotKind, motion::Manoeuvre},
    hex::{Direction, Facing},
    messages::{Decision, Manner, Reaction, Request, Target},
    scenario::Options,
    world::{Fate, Formation},
};

const FOOT: &str = "heavy_infantry 8 7";

const HORSE: &str = "cuirassier 4 7";

const SKIRMISH: ShotKind =
    ShotKind { manner: Manner::Skirmishing, at_retreating: false, at_moved_cavalry: false };

#[test]
fn wagons_move_only_where_the_scenario_lets_them() {
    proves!("MPBS-14.1a");
    for (line, points) in [("", 0), ("wagons_move = true", 2)] {
        let game = field_of(&[("A", "wagon -", "0605", "", ""), ("T", FOOT, "1205", "W", "")])
            .special(line)
            .red_acts();
        let a = game.id("A");
        assert_eq!(game.field().allowance(a), points);
        assert_eq!(game.field().column(a), MoveClass::Hi);
        let go = Decision::Move { unit: a, company: Default::default(), escort: Default::default() };
        assert_eq!(game.allowed(go), points > 0, "{line}");
    }
    let units =
        [("A", "wagon -", "0605", "", ""), ("B", FOOT, "0505", "E", ""), ("T", FOOT, "1205", "W", "")];
    let mut game = field_of(&units).special("wagons_move = true").terrain("0705", ',').red_acts();
    // Two points, any direction, no formation hit of the broken ground.
    game.start_move("A").step(Direction::Se);
    assert_eq!((game.at("A"), game.unit("A").formation), (hex("0705"), Formation::Normal));
}

#[test]
fn a_wagon_shelters_and_is_taken_and_retaken() {
    proves!("MPBS-14.1b", "MPBS-14.1c", "MPBS-14.1d", "MPBS-14.1e");
    let with = field_of(&[
        ("A", FOOT, "0605", "E", ""),
        ("T", FOOT, "0705", "W", ""),
        ("N", "wagon -", "0705", "", ""),
    ]);
    let mut game = with.red_fights();
    let (a, t) = (game.id("A"), game.id("T"));
    assert_eq!(game.combat_line(&["A"], "T", rule!("MPBS-14.1b")), -1);
    let tally = game.field().fire_tally(a, hex("0605"), Target::Unit(t), hex("0705"), SKIRMISH);
    assert_eq!(tally.total(), -1, "and -1 to fire");
    assert!(tally.cites(rule!("MPBS-14.1e")));
    // T is driven off, the Wagon cannot retreat and is taken by the advance.
    game.attack("A", "0705").fight();
    game.die(7).run();
    assert_eq!(game.at("N"), hex("0705"));
    game.decide(Decision::Advance { unit: a, to: one("0705", Facing::E) });
    assert_eq!(game.unit("N").fate, Fate::Captured);
    // A lone Wagon is taken by attacking it, and won back by entering its hex.
    let mut game = field_of(&[
        ("A", FOOT, "0605", "E", ""),
        ("N", "wagon -", "0705", "", ""),
        ("T", FOOT, "0905", "W", ""),
    ])
    .red_fights();
    game.attack("A", "0705").fight();
    game.decide(Decision::Advance { unit: a, to: one("0705", Facing::E) }).decline();
    assert_eq!((game.unit("N").fate, game.unit("A").formation), (Fate::Captured, Formation::Normal));
    let mut game = charge_of(&[
        ("A", FOOT, "0605", "E", ""),
        ("B", "wagon -", "0705", "", ""),
        ("T", FOOT, "0905", "W", ""),
    ])
    .red_acts();
    game.set("B", |wagon| wagon.fate = Fate::Captured);
    game.start_move("A").step(Direction::Se);
    assert_eq!(game.unit("B").fate, Fate::OnMap);
}

#[test]
fn foot_without_pikes() {
    proves!("MPBS-14.2a");
    let game = field_of(&[
        ("A", FOOT, "0605", "E", "pikes = false"),
        ("B", FOOT, "0606", "E", ""),
        ("T", HORSE, "0705", "W", ""),
    ])
    .red_acts();
    assert_eq!(game.field().matrix(game.id("A"), game.id("T")), Some(-2));
    assert_eq!(game.field().matrix(game.id("B"), game.id("T")), Some(0));
    assert_eq!(game.field().matrix(game.id("T"), game.id("A")), Some(0));
    assert_eq!(game.field().allowance(game.id("A")), 4, "heavy infantry in all else");
    assert!(game.allowed(game.volley("A", Manner::Salvo, "T")));
    let mut game = game;
    game.start_move("A");
    assert_eq!(game.refused(Decision::FormHedgehog), "MPBS-6.3.2-1");
}

#[test]
fn dismounted_cavalry_is_cavalry_by_fire_and_foot_in_all_else() {
    proves!("MPBS-14.3a", "MPBS-14.3b", "MPBS-14.3c");
    let mut game =
        field_of(&[("A", "arquebusier 4 7", "0605", "E", "dismounted = true"), ("T", FOOT, "0705", "W", "")])
            .red_acts();
    let (a, t) = (game.id("A"), game.id("T"));
    let f = game.field();
    assert_eq!((f.allowance(a), f.column(a), f.matrix_type(a)), (4, MoveClass::Hi, MatrixType::HiNoPikes));
    assert!(!f.is_cavalry(a) && f.is_heavy(a) && !f.has_pikes(a) && f.has_shot(a));
    for manner in [Manner::Skirmishing, Manner::Salvo, Manner::Retreating(Direction::Sw)] {
        assert_eq!(game.refused(game.volley("A", manner, "T")), "MPBS-14.3b");
    }
    // It may fire in its move, with the cavalry table: 7 and a carbine's +1 hits.
    game.start_move("A").decide(Decision::Pistol(Target::Unit(t))).die(7);
    assert_eq!((game.unit("T").casualties, game.unit("A").shots), (1, 1));
    game.quiet();
    assert_eq!(game.refused(Decision::FormHedgehog), "MPBS-6.3.2-1");
    // Worth cavalry points when it is gone.
    let points = |dismounted: bool| {
        let more = if dismounted { "dismounted = true" } else { "" };
        let mut game =
            field_of(&[("A", "arquebusier 4 7", "0605", "E", more), ("T", FOOT, "0705", "W", "")]).red_acts();
        game.set("A", |unit| unit.fate = Fate::Eliminated);
        game.field().victory_points(Side::Blue).total()
    };
    assert_eq!(points(true), points(false));
    // No Interception, and no Hedgehog because of it.
    let game =
        charge_of(&[("A", FOOT, "0505", "E", ""), ("T", HORSE, "0805", "W", "dismounted = true")]).red_acts();
    let mut game = game;
    game.start_move("A").step(Direction::Ne);
    assert_eq!(game.asked().0, Side::Red);
}

#[test]
fn croats() {
    proves!("MPBS-14.6a", "MPBS-14.6b", "MPBS-14.6d");
    let ride = |options: Options| {
        let mut game = charge_of(&[
            ("A", "croat 3 6", "0405", "E", ""),
            ("B", FOOT, "0406", "E", "formation = \"broken\""),
            ("T", FOOT, "0705", "W", ""),
        ])
        .terrain("0505", ',')
        .options(options)
        .red_acts();
        game.start_move("A").step(Direction::Se);
        game
    };
    let mut game = ride(Options::default());
    let (a, t) = (game.id("A"), game.id("T"));
    let f = game.field();
    assert_eq!((f.base_allowance(a), f.column(a), f.matrix_type(a)), (8, MoveClass::Cav, MatrixType::Croat));
    assert_eq!(game.unit("A").formation, Formation::Normal, "broken ground does not disorder Croats");
    // Foot may form Hedgehog against them; they fire pistols at +1 and spend them in Close Combat.
    assert_eq!(game.asked(), (Side::Blue, Request::React(a)));
    assert!(game.allowed(Decision::React(Reaction::Hedgehog(t))));
    assert!(f.has_shot(a));
    let fire =
        |game: &Game| game.field().fire_tally(a, hex("0605"), Target::Unit(t), hex("0705"), SKIRMISH).total();
    assert_eq!(fire(&game), 1);
    game.quiet();
    // As arquebusiers, by the optional rule, they are disordered like anybody.
    proves!("MPBS-14.6e");
    let game = ride(Options { croats_as_arquebusiers: true, ..Options::default() });
    assert_eq!(game.unit("A").formation, Formation::Shaken);
    assert_eq!(game.field().matrix_type(a), MatrixType::Arquebusier);
    assert!(!game.field().is_croat(a));
}

#[test]
fn croats_intercept_withdraw_and_displace() {
    proves!("MPBS-14.6b");
    let mut game = charge_of(&[("A", FOOT, "0605", "E", ""), ("T", "croat 3 6", "1105", "W", "")]).red_acts();
    let t = game.id("T");
    let commander = game.commander(1);
    game.battle = game.battle.with_world(|world| world.leaders[usize::from(commander.0)].hex = hex("1105"));
    game.start_move("A").step(Direction::Se);
    assert!(game.allowed(Decision::React(Reaction::Intercept(t))));
    let mut game = charge_of(&[("A", FOOT, "0505", "E", ""), ("T", "croat 3 6", "0805", "E", "")]).red_acts();
    game.start_move("A").step(Direction::Ne);
    assert!(game.allowed(Decision::React(Reaction::Withdraw(t))), "cavalry from heavy infantry");
    let mut game = field_of(&[
        ("G", "artillery - 7", "0605", "SE", "class = \"heavy\""),
        ("T", "croat 3 6", "0607", "NW", ""),
    ])
    .red_acts();
    let (gun, target) = (game.id("G"), Target::Unit(game.id("T")));
    game.decide(Decision::Cannonade { gun, target, hex: hex("0607") });
    // Dispersed targets: 5 + 2 - 1 = 6, a formation hit.
    game.die(5);
    assert!(matches!(game.asked().1, Request::Displace(_)));
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
