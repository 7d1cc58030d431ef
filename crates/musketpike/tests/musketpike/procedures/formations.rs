//! Facing and formation: what turning costs, Hedgehog, Open Order, Column.

use crate::common::position::{Game, Position, hex, one};
use caracole_kernel::{Awaiting, Side};
use caracole_ledger::proves;
use caracole_musketpike::{
    charts::FormationState,
    counters::WingId,
    engine::motion::Manoeuvre,
    hex::{Direction, Facing, Half, Placement, Turn},
    messages::{Decision, Manner, Reaction, Reform, Request, Shot, Target, Through, Volley},
    world::{Formation, Marks, MoraleState},
};

/// Unit A in 0505 with its commander in 0405; red activated.
fn field(orders: &str, what: &str, more: &str) -> Position {
    Position::new()
        .wing_rated("ra", orders, "0405", -1)
        .wing("ba", "rally", "1905")
        .unit("C", "ra", "cuirassier 4 7", "0405", "E", "formation = \"open_order\"")
        .unit("A", "ra", what, "0505", "E", more)
        .unit("S", "ba", "cuirassier 4 7", "1905", "E", "")
}

fn begun(position: Position) -> Game {
    let mut game = position.play();
    game.activate(0).start_move("A");
    game
}

/// How often a manoeuvre can be made one after the other.
fn times(mut game: Game, manoeuvre: Manoeuvre) -> usize {
    let mut n = 0;
    while matches!(game.asked().1, Request::Manoeuvre(_)) && game.allowed(Decision::Manoeuvre(manoeuvre)) {
        game.manoeuvre(manoeuvre).quiet();
        n += 1;
    }
    n
}

fn fire_at(game: &Game, unit: &str, target: &str) -> Decision {
    let shot = Shot { half: Half::Left, target: Target::Unit(game.id(target)) };
    Decision::Volley(Volley {
        unit: game.id(unit),
        manner: Manner::Skirmishing,
        shots: smallvec::smallvec![shot],
    })
}

/// Fire of `B` at `A` with this die: what becomes of A.
fn shot_at(more: &str, die: u8) -> Game {
    let mut game = field("make_ready", "heavy_infantry 12 7", more)
        .wing("bb", "charge", "0605")
        .unit("B", "bb", "heavy_infantry 5 6", "0605", "W", "guns = true")
        .play();
    game.activate(2);
    game.decide(fire_at(&game, "B", "A")).die(die);
    game
}

#[test]
fn what_it_costs_to_turn() {
    proves!("MPBS-6.2.1b", "MPBS-6.2.1d", "MPBS-6.2.1a", "MPBS-6.2.2a");
    let turn = |what: &str, more: &str| times(begun(field("make_ready", what, more)), Manoeuvre::Face(1));
    assert_eq!(turn("heavy_infantry 5 6", ""), 2, "four points, two a vertex");
    assert_eq!(turn("heavy_infantry 5 6", "formation = \"column\""), 3, "six points, two a vertex");
    assert_eq!(turn("cuirassier 4 7", ""), 8);
    assert_eq!(turn("musketeers 3 6", ""), 6);
    let about = |what: &str| times(begun(field("make_ready", what, "")), Manoeuvre::CounterMarch);
    assert_eq!((about("heavy_infantry 5 6"), about("cuirassier 4 7")), (2, 4), "two points a Counter March");
    // A two-hex unit in Column turns by hexsides, at the same price.
    let column = Position::new()
        .wing_rated("ra", "make_ready", "0405", -1)
        .wing("ba", "rally", "1905")
        .unit("C", "ra", "cuirassier 4 7", "0405", "E", "formation = \"open_order\"")
        .unit("A", "ra", "heavy_infantry 9 6", "0505 0506", "", "formation = \"column\"")
        .unit("S", "ba", "cuirassier 4 7", "1905", "E", "");
    assert_eq!(times(begun(column), Manoeuvre::Face(-1)), 3);
}

#[test]
fn a_wheel_and_a_counter_march_of_a_two_hex_unit() {
    proves!("MPBS-6.2.1c", "MPBS-6.2.2a", "MPBS-7.1.1a");
    let brigade = || {
        begun(
            Position::new()
                .wing_rated("ra", "make_ready", "0405", -1)
                .wing("ba", "rally", "1905")
                .unit("C", "ra", "cuirassier 4 7", "0405", "E", "formation = \"open_order\"")
                .unit("A", "ra", "heavy_infantry 9 6", "0505 0506", "E", "")
                .unit("S", "ba", "cuirassier 4 7", "1905", "E", ""),
        )
    };
    assert_eq!(
        times(brigade(), Manoeuvre::Wheel(Turn::Right)),
        2,
        "one for the wheel, one for the clear hex"
    );
    // The example: about, then two clear hexes forward, four points in all.
    let mut game = brigade();
    game.manoeuvre(Manoeuvre::CounterMarch).step(Direction::Sw).step(Direction::Sw);
    assert_eq!(game.refused(Decision::Manoeuvre(Manoeuvre::Step(Direction::Sw))), "MPBS-7.1.1d");
}

#[test]
fn nobody_steps_back_or_sideways() {
    proves!("MPBS-6.2.2b", "MPBS-7.1.1c");
    let game = begun(field("make_ready", "cuirassier 4 7", ""));
    for direction in [Direction::N, Direction::S, Direction::Nw, Direction::Sw] {
        let step = Decision::Manoeuvre(Manoeuvre::Step(direction));
        assert_eq!(game.refused(step), "MPBS-7.1.1c", "{direction:?}");
    }
    for direction in [Direction::Ne, Direction::Se] {
        assert!(game.allowed(Decision::Manoeuvre(Manoeuvre::Step(direction))));
    }
}

#[test]
fn limbered_guns_have_no_facing() {
    proves!("MPBS-6.2.3b", "MPBS-6.1d", "MPBS-7.3.3d", "MPBS-7.3.3b");
    let mut game = begun(field("make_ready", "artillery - 5", "class = \"light\", limbered = true"));
    assert_eq!(game.refused(Decision::Manoeuvre(Manoeuvre::Face(1))), "MPBS-6.1d");
    // Two points, any direction, nothing to pay for turning.
    game.step(Direction::N);
    game.step(Direction::S);
    assert_eq!(game.refused(Decision::Manoeuvre(Manoeuvre::Step(Direction::S))), "MPBS-7.1.1d");
    game.decline();
    assert_eq!(game.refused(game.reform("A", Reform::OpenOrder, Through::Wing)), "MPBS-3.2C-1");
    let mut game = field("rally", "artillery - 5", "class = \"light\", limbered = true").play();
    game.activate(0);
    assert_eq!(
        game.refused(game.reform("A", Reform::OpenOrder, Through::Wing)),
        "MPBS-13.2.3b",
        "no Open Order"
    );
}

#[test]
fn turning_next_to_the_enemy_draws_fire() {
    proves!("MPBS-6.2.4");
    let mut game = begun(field("make_ready", "cuirassier 4 7", "").unit(
        "E",
        "ba",
        "heavy_infantry 5 6",
        "0605",
        "W",
        "",
    ));
    game.manoeuvre(Manoeuvre::Face(1));
    assert_eq!(game.asked(), (Side::Blue, Request::React(game.id("A"))));
    let fire = Reaction::Fire { unit: game.id("E"), salvo: Default::default() };
    assert!(game.allowed(Decision::React(fire)));
}

#[test]
fn formation_sets_the_allowance() {
    proves!(
        "MPBS-7.2.1b",
        "MPBS-6.3.1a",
        "MPBS-6.3.1f",
        "MPBS-6.3.1g",
        "MPBS-6.3.1h",
        "MPBS-6.3.4b",
        "MPBS-6.3.2a-1"
    );
    for (formation, allowance, state) in [
        ("normal", 4, FormationState::Normal),
        ("shaken", 2, FormationState::Shaken),
        ("broken", 0, FormationState::Broken),
        ("hedgehog", 0, FormationState::Hedgehog),
        ("open_order", 4, FormationState::OpenOrder),
        ("column", 6, FormationState::Column),
    ] {
        let game = field("make_ready", "heavy_infantry 5 6", &format!("formation = \"{formation}\"")).play();
        let f = game.field();
        assert_eq!((f.allowance(game.id("A")), f.state(game.id("A"))), (allowance, state), "{formation}");
    }
    // Morale Broken is the seventh state and has no formation; it does not move by itself.
    let mut game = field("make_ready", "heavy_infantry 5 6", "").play();
    game.change_unit("A", |unit| (unit.morale, unit.formation) = (MoraleState::Broken, Formation::Broken));
    assert_eq!(game.field().state(game.id("A")), FormationState::MoraleBroken);
    assert_eq!(game.field().allowance(game.id("A")), 0);
    for formation in ["broken", "hedgehog"] {
        let mut game =
            field("make_ready", "heavy_infantry 5 6", &format!("formation = \"{formation}\"")).play();
        game.activate(0);
        let moving = game.moving("A", Default::default());
        assert_eq!(game.refused(moving), "MPBS-7.2.1b", "{formation}");
    }
    let modifier = |formation: &str| {
        let game = field("make_ready", "heavy_infantry 5 6", &format!("formation = \"{formation}\""))
            .unit("E", "ba", "heavy_infantry 5 6", "0605", "W", "")
            .play();
        let (a, e) = (game.id("A"), game.id("E"));
        game.field().close_combat_tally(&[a], e, &[]).total()
    };
    assert!(modifier("shaken") < modifier("normal") && modifier("broken") < modifier("shaken"));
}

#[test]
fn hedgehog_is_for_pikes_and_takes_the_whole_move() {
    proves!("MPBS-6.3.2-1", "MPBS-6.3.2b-1");
    for (what, more, expected) in [
        ("heavy_infantry 5 6", "", None),
        ("heavy_infantry 5 6", "formation = \"open_order\"", None),
        ("heavy_infantry 5 6", "formation = \"column\"", None),
        ("heavy_infantry 5 6", "formation = \"shaken\"", Some("MPBS-6.3.2b-1")),
        ("heavy_infantry 5 6", "pikes = false", Some("MPBS-6.3.2-1")),
        ("musketeers 3 6", "", Some("MPBS-6.3.2-1")),
    ] {
        let mut game = begun(field("make_ready", what, more));
        match expected {
            Some(rule) => assert_eq!(game.refused(Decision::FormHedgehog), rule, "{what} {more}"),
            None => {
                game.decide(Decision::FormHedgehog);
                assert_eq!(game.unit("A").formation, Formation::Hedgehog, "{more}");
                assert_eq!(game.asked().1, Request::Act(WingId(0)), "its move is over");
            }
        }
    }
    let mut game = begun(field("make_ready", "heavy_infantry 5 6", ""));
    game.step(Direction::Ne);
    assert_eq!(game.refused(Decision::FormHedgehog), "MPBS-7.1.1d", "four points, and three are left");
}

#[test]
fn a_hedgehog_neither_fires_nor_attacks_and_silences_the_guns_with_it() {
    proves!("MPBS-6.3.2a-1", "MPBS-6.3.2a-2", "MPBS-6.3.4i");
    for (formation, silenced) in [("hedgehog", true), ("normal", false)] {
        let mut game = field("make_ready", "heavy_infantry 5 6", &format!("formation = \"{formation}\""))
            .unit("G", "ra", "artillery - 5", "0505", "E", "class = \"light\", layer = \"top\"")
            .unit("E", "ba", "heavy_infantry 5 6", "0605", "W", "")
            .unit("D", "ba", "heavy_infantry 5 6", "0604", "W", "")
            .play();
        game.activate(0);
        let cannon =
            Decision::Cannonade { gun: game.id("G"), target: Target::Unit(game.id("E")), hex: hex("0605") };
        assert_eq!(game.allowed(cannon.clone()), !silenced, "{formation}");
        if silenced {
            assert_eq!(game.refused(cannon), "MPBS-6.3.2a-2");
        }
    }
    for formation in ["hedgehog", "column"] {
        let mut game = field("make_ready", "heavy_infantry 5 6", &format!("formation = \"{formation}\""))
            .unit("F", "ra", "heavy_infantry 5 6", "0504", "E", "")
            .unit("E", "ba", "heavy_infantry 5 6", "0605", "W", "")
            .play();
        game.activate(0);
        assert_eq!(game.refused(fire_at(&game, "A", "E")), "MPBS-CHART-FORMATION-MOVEMENT", "{formation}");
        game.end_actions();
        assert_eq!(game.asked(), (Side::Red, Request::Designate), "F may attack");
        let attack = Decision::Attack { unit: game.id("A"), hex: hex("0605") };
        assert_eq!(game.refused(attack), "MPBS-CHART-FORMATION-MOVEMENT", "{formation}");
    }
    // Nor does a Column react.
    let mut game = field("receive_charge", "heavy_infantry 5 6", "formation = \"column\"")
        .wing("bb", "charge", "0705")
        .unit("F", "ra", "heavy_infantry 5 6", "0504", "E", "")
        .unit("E", "bb", "heavy_infantry 5 6", "0705", "W", "")
        .play();
    game.activate(2).start_move("E").step(Direction::Nw);
    assert_eq!(game.asked().0, Side::Red);
    let fire = Decision::React(Reaction::Fire { unit: game.id("A"), salvo: Default::default() });
    assert_eq!(game.refused(fire), "MPBS-6.3.4i");
}

#[test]
fn formation_hits_of_fire_on_a_hedgehog_and_on_a_broken_unit_are_casualties() {
    proves!("MPBS-6.3.1e", "MPBS-6.3.2e-2");
    // Find a die that gives a unit in Formation Normal a formation hit.
    let die = (0..10).find(|die| shot_at("", *die).unit("A").formation == Formation::Shaken);
    let die = die.expect("some fire gives a formation hit");
    let plain = shot_at("", die).unit("A").casualties;
    for formation in ["hedgehog", "broken"] {
        let more = format!("formation = \"{formation}\"");
        let game = shot_at(&more, die);
        let before = if formation == "hedgehog" { Formation::Hedgehog } else { Formation::Broken };
        assert_eq!(game.unit("A").formation, before, "{formation}");
        assert!(game.unit("A").casualties > plain, "{formation}: the hit is a casualty");
    }
}

#[test]
fn a_hedgehog_keeps_its_formation_in_combat_until_its_morale_breaks() {
    proves!("MPBS-6.3.2d", "MPBS-6.3.2e-1", "MPBS-6.3.2e-3", "MPBS-6.3.1e");
    let fight = |die: u8| {
        let mut game = field("make_ready", "heavy_infantry 5 5", "formation = \"hedgehog\"")
            .wing("bb", "receive_charge", "0605")
            .unit("B", "bb", "heavy_infantry 12 8", "0605", "W", "")
            .unit("T", "ra", "cuirassier 4 7", "0403", "E", "")
            .play();
        game.activate(0).end_actions().decline_until(|game| matches!(game.asked().1, Request::Activate(_)));
        game.decide(Decision::Activate(WingId(2))).begin().end_actions();
        game.decide(Decision::Attack { unit: game.id("B"), hex: hex("0505") }).quiet();
        while matches!(game.battle.awaiting(), Awaiting::Decision { request: Request::Designate, .. }) {
            game.decline();
        }
        game.die(die);
        game
    };
    // A close fight: both sides have taken a formation hit, the Hedgehog none.
    let even = (0..10).map(fight).find(|game| game.unit("A").morale == MoraleState::Normal);
    let even = even.expect("some die has no loser");
    assert_eq!(even.unit("A").formation, Formation::Hedgehog);
    assert_eq!(even.unit("B").formation, Formation::Shaken);
    // A lost one: it retreats like anybody else, as a Hedgehog still, and when it breaks it is no Hedgehog any more.
    for die in 0..10 {
        let game = fight(die);
        let unit = game.unit("A");
        match unit.morale {
            MoraleState::Broken => assert_eq!(unit.formation, Formation::Broken, "{die}"),
            MoraleState::Shaken if unit.in_play() => {
                assert_eq!(unit.formation, Formation::Hedgehog, "{die}");
                assert_ne!(unit.at, one("0505", Facing::E), "{die}: it has retreated");
            }
            _ => {}
        }
    }
    assert!((0..10).any(|die| fight(die).unit("A").morale == MoraleState::Shaken));
}

#[test]
fn open_order_is_taken_and_left_by_reforming() {
    proves!("MPBS-6.3.3b");
    let mut game = field("rally", "heavy_infantry 5 6", "").play();
    game.activate(0);
    assert_eq!(game.refused(game.reform("A", Reform::CloseOrder, Through::Wing)), "MPBS-13.2.3b");
    game.decide(game.reform("A", Reform::OpenOrder, Through::Wing)).quiet();
    assert_eq!(game.unit("A").formation, Formation::OpenOrder);
    assert!(game.unit("A").is(Marks::ACTED), "one Action");
    let mut game = field("rally", "heavy_infantry 5 6", "formation = \"open_order\"").play();
    game.activate(0);
    game.decide(game.reform("A", Reform::CloseOrder, Through::Wing)).quiet();
    assert_eq!(game.unit("A").formation, Formation::Normal);
    let mut game = field("rally", "heavy_infantry 5 6", "formation = \"shaken\"").play();
    game.activate(0);
    assert_eq!(
        game.refused(game.reform("A", Reform::OpenOrder, Through::Wing)),
        "MPBS-13.2.3b",
        "from Normal only"
    );
}

#[test]
fn a_column_is_left_by_reforming_and_never_entered() {
    proves!("MPBS-6.3.4a", "MPBS-6.3.4c", "MPBS-6.3.4f");
    let column = "formation = \"column\"";
    for (what, expected) in [
        ("heavy_infantry 5 6", Formation::Broken),
        ("cuirassier 4 7", Formation::Shaken),
        ("musketeers 3 6", Formation::Broken),
    ] {
        let mut game = field("rally", what, column).play();
        game.activate(0);
        game.decide(game.reform("A", Reform::LeaveColumn(None), Through::Wing)).quiet();
        assert_eq!(game.unit("A").formation, expected, "{what}");
    }
    // A single-hex Column faces a vertex and moves into its two front hexes.
    let game = begun(field("make_ready", "heavy_infantry 5 6", column));
    assert_eq!(game.unit("A").at, one("0505", Facing::E));
    for direction in [Direction::Ne, Direction::Se] {
        assert!(game.allowed(Decision::Manoeuvre(Manoeuvre::Step(direction))));
    }
    assert_eq!(game.refused(Decision::Manoeuvre(Manoeuvre::Step(Direction::N))), "MPBS-7.1.1c");
    // No Reform leads into it.
    let mut game = field("rally", "heavy_infantry 5 6", "").play();
    game.activate(0);
    assert_eq!(game.refused(game.reform("A", Reform::LeaveColumn(None), Through::Wing)), "MPBS-13.2.3b");
    let mut offers = Vec::new();
    let (side, request) = game.asked();
    <caracole_musketpike::MusketPike as caracole_kernel::Rules>::candidates(
        &game.battle,
        side,
        &request,
        &mut offers,
    );
    for decision in offers {
        let mut battle = game.battle.clone();
        if battle.apply(&caracole_kernel::Step::Choose { side, decision }).is_ok() {
            assert!(battle.world().units.iter().all(|unit| unit.formation != Formation::Column));
        }
    }
}

#[test]
fn a_column_attacked_breaks_before_the_combat() {
    proves!("MPBS-6.3.4h");
    let mut game = field("make_ready", "heavy_infantry 5 8", "formation = \"column\"")
        .wing("bb", "charge", "0605")
        .unit("B", "bb", "heavy_infantry 5 6", "0605", "W", "")
        .play();
    game.activate(2);
    game.decide(fire_at(&game, "B", "A"));
    // Its owner faces it as he likes and throws a Morale Check; only then does the fire tell.
    let mut seen = Vec::new();
    for _ in 0..4 {
        match game.battle.awaiting() {
            Awaiting::Decision { request: Request::Face(_), side } => {
                assert_eq!(*side, Side::Red);
                seen.push("face");
                game.decide(Decision::Face(Facing::W));
            }
            Awaiting::Dice(roll) => {
                seen.push(if roll.side == Some(Side::Red) { "check" } else { "fire" });
                game.die(0);
            }
            _ => break,
        }
        if seen.last() == Some(&"fire") {
            break;
        }
    }
    assert_eq!(seen, ["face", "check", "fire"]);
    assert_eq!(game.unit("A").formation, Formation::Broken);
    assert_eq!(game.unit("A").at, Placement::One { hex: hex("0505"), facing: Facing::W });
}

#[test]
fn the_ground_takes_the_ranks_one_hit_at_a_time() {
    use Formation::{Broken, Column, Hedgehog, Normal, OpenOrder, Shaken};
    let after =
        |hits: u8| [Normal, Shaken, Broken, OpenOrder, Column, Hedgehog].map(|f| f.after_ground_hits(hits));
    assert_eq!(after(0), [Normal, Shaken, Broken, OpenOrder, Column, Hedgehog]);
    assert_eq!(after(1), [Shaken, Broken, Broken, OpenOrder, Column, Hedgehog]);
    assert_eq!(after(2), [Broken, Broken, Broken, OpenOrder, Column, Hedgehog]);
    assert_eq!(after(u8::MAX), after(2));
}
