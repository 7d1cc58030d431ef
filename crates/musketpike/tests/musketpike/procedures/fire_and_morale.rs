//! Fire and morale: checks that add up, checks that cost a level, cover, reciprocal hexsides.

use crate::common::{
    field::{charge_of, scene},
    position::{Game, Position, hex},
};
use caracole_kernel::{Awaiting, Rules, Side};
use caracole_ledger::{proves, rule};
use caracole_musketpike::{
    MusketPike, RollPurpose,
    engine::fire::ShotKind,
    hex::{Direction, Half, Turn},
    messages::{Decision, Event, Manner, Reaction, Request, Salvoing, Shot, Target, Through, Volley},
    world::{Formation, Marks, MoraleState},
};
use smallvec::smallvec;

/// Any of the retreats that are open.
fn run(game: &mut Game) {
    while let caracole_kernel::Awaiting::Decision { side, request: request @ Request::Retreat(_) } =
        game.battle.awaiting()
    {
        let mut ways = Vec::new();
        MusketPike::candidates(&game.battle, *side, request, &mut ways);
        game.decide(ways.swap_remove(0));
    }
}

fn two_lines(target: &str, terrain: char) -> Game {
    let mut game = Position::new()
        .wing("ra", "make_ready", "0605")
        .wing("ba", "receive_charge", "1005")
        .unit("A", "ra", "heavy_infantry 8 7", "0605", "E", "")
        .unit("T", "ba", target, "0705", "W", "")
        .unit("S", "ba", "cuirassier 4 7", "1005", "E", "")
        .terrain("0705", terrain)
        .play();
    game.activate(0);
    game
}

fn volley(game: &Game, manner: Manner) -> Decision {
    let target = Target::Unit(game.id("T"));
    Decision::Volley(Volley {
        unit: game.id("A"),
        manner,
        shots: smallvec![Shot { half: Half::Left, target }],
    })
}

const FOOT: &str = "heavy_infantry 8 7";

const SKIRMISH: ShotKind =
    ShotKind { manner: Manner::Skirmishing, at_retreating: false, at_moved_cavalry: false };

const HORSE: &str = "cuirassier 4 7";

#[test]
fn a_failed_rally_costs_a_level() {
    proves!(
        "MPBS-13.2.5a",
        "MPBS-13.2.5b",
        "MPBS-12.2a",
        "MPBS-12.2c",
        "MPBS-12.4.1a",
        "MPBS-12.4.2",
        "MPBS-12.4.3d"
    );
    let mut game = Position::new()
        .wing("ra", "rally", "0505")
        .wing("ba", "make_ready", "1505")
        .unit("R", "ra", "heavy_infantry 6 6", "0505", "E", "")
        .unit("X", "ra", "heavy_infantry 6 7", "0507", "E", "")
        .unit("S", "ba", "cuirassier 4 7", "1505", "E", "")
        .play_with(|game, world| world.units[usize::from(game.id("X").0)].morale = MoraleState::Shaken);
    game.activate(1).end_actions().decline();
    game.activate(0);
    let unit = game.id("X");
    game.decide(Decision::Rally { unit, through: Through::Wing });
    // Current morale 7 - 1 = 6: a 7 fails.
    game.die(7);
    run(&mut game);
    assert_eq!(game.unit("X").morale, MoraleState::Broken);
    assert_eq!(game.unit("X").at.footprint().first.column(), 3, "two hexes towards its own edge");
}

#[test]
fn a_failed_hedgehog_costs_a_level_and_the_attempt_is_compulsory_in_the_rear() {
    proves!("MPBS-9.2.3b", "MPBS-9.2.3c", "MPBS-9.1.1a-2", "MPBS-6.3.2b-2");
    let position = || {
        let mut game = Position::new()
            .wing("ra", "charge", "0604")
            .wing("ba", "receive_charge", "1505")
            .unit("R", "ra", "cuirassier 4 7", "0604", "E", "formation = \"broken\"")
            .unit("A", "ra", "cuirassier 4 7", "0804", "SE", "")
            .unit("H", "ba", "heavy_infantry 8 7", "0705", "W", "formation = \"shaken\"")
            .unit("S", "ba", "cuirassier 4 7", "1505", "E", "")
            .play();
        game.activate(0).start_move("A").step(Direction::S);
        game
    };
    let mut game = position();
    assert_eq!(game.purpose(), RollPurpose::MoraleCheck, "0805 is a rear hex: nobody is asked");
    game.die(8);
    assert_eq!(game.unit("H").morale, MoraleState::Shaken);
    assert_eq!(game.unit("H").formation, Formation::Shaken);
    let mut game = position();
    game.die(7);
    assert_eq!(game.unit("H").morale, MoraleState::Normal);
    assert_eq!(game.unit("H").formation, Formation::Hedgehog, "also from Formation Shaken");
}

#[test]
fn taking_cover_is_chosen_before_the_shot_it_cancels() {
    proves!("MPBS-9.4.5a", "MPBS-9.4.5b");
    let mut game = two_lines("heavy_infantry 8 7", 'v');
    game.decide(volley(&game, Manner::Skirmishing));
    let t = game.id("T");
    assert_eq!(game.asked(), (Side::Blue, Request::TakeCover(t)), "before any die is thrown");
    game.accept();
    assert!(game.unit("T").is(Marks::COVER));
    assert!(game.events.iter().any(|event| matches!(event, Event::NoEffect { .. })));
    // No die was thrown, and the unit in cover does not answer.
    assert!(matches!(game.asked().1, Request::Act(_)), "{:?}", game.asked());
    // In the open nobody is asked.
    let mut game = two_lines("heavy_infantry 8 7", '.');
    game.decide(volley(&game, Manner::Skirmishing));
    assert_eq!(game.purpose(), RollPurpose::MusketFire);
}

#[test]
fn two_hits_by_a_salvo_at_morale_seven_are_one_roll_at_plus_one() {
    proves!("MPBS-10.6.2b", "MPBS-10.6.3a", "MPBS-10.6.5a", "MPBS-10.4d", "MPBS-10.4b", "MPBS-10.6.6a");
    let mut game = two_lines("heavy_infantry 8 7", '.');
    game.decide(volley(&game, Manner::Salvo));
    assert_eq!(game.purpose(), RollPurpose::Salvo);
    // 9 on the Salvo column: two casualties and a formation hit.
    game.die(9);
    assert_eq!(game.unit("T").casualties, 2);
    assert_eq!(game.unit("T").formation, Formation::Shaken);
    assert!(game.unit("A").is(Marks::SALVO));
    assert_eq!(game.purpose(), RollPurpose::MoraleCheck);
    game.die(6);
    let checked = game.events.iter().rev().find_map(|event| match event {
        Event::MoraleCheck { rolled, .. } => Some(rolled.modifiers.total()),
        _ => None,
    });
    assert_eq!(checked, Some(1), "two checks owed, one roll");
    assert_eq!(game.unit("T").morale, MoraleState::Normal, "6 + 1 is not above 7");
}

#[test]
fn a_morale_check_passes_at_the_rating_and_fails_above() {
    proves!("MPBS-12.2a", "MPBS-GLOSSARY-MC");
    for (die, expected) in [(6, MoraleState::Normal), (7, MoraleState::Shaken)] {
        let mut game = two_lines("heavy_infantry 8 7", '.');
        game.decide(volley(&game, Manner::Salvo)).die(0);
        // Missed, but a Salvo always tests: no further checks, so the bare roll counts against 7.
        assert_eq!(game.purpose(), RollPurpose::MoraleCheck);
        game.die(die + 1);
        assert_eq!(game.unit("T").morale, expected, "{die} + 1");
    }
}

#[test]
fn a_reciprocal_hexside_protects_whoever_came_first() {
    proves!("MPBS-14.4a", "MPBS-14.4f");
    let mut game = Position::new()
        .wing("ra", "make_ready", "0605")
        .wing("ba", "receive_charge", "1005")
        .unit("A", "ra", "heavy_infantry 8 7", "0605", "E", "")
        .unit("T", "ba", "heavy_infantry 8 7", "0705", "W", "")
        .unit("S", "ba", "cuirassier 4 7", "1005", "E", "")
        .hexsides("hedge", &["0605 SE"])
        .play();
    game.activate(0);
    let (a, t) = (game.id("A"), game.id("T"));
    let kind = ShotKind { manner: Manner::Skirmishing, at_retreating: false, at_moved_cavalry: false };
    let cover = |game: &Game, from: &str, to: &str, firer, target| {
        game.field()
            .fire_tally(firer, hex(from), Target::Unit(target), hex(to), kind)
            .cites(rule!("MPBS-CHART-TEC"))
    };
    // Set up on both sides: each has the benefit.
    assert!(cover(&game, "0605", "0705", a, t) && cover(&game, "0705", "0605", t, a));
    // Red came later: only blue has it.
    game.battle = game.battle.with_world(|world| world.units[usize::from(a.0)].since = [5, 5]);
    assert!(cover(&game, "0605", "0705", a, t));
    assert!(!cover(&game, "0705", "0605", t, a));
    // Blue came later still: now only red.
    game.battle = game.battle.with_world(|world| world.units[usize::from(t.0)].since = [9, 9]);
    assert!(!cover(&game, "0605", "0705", a, t));
    assert!(cover(&game, "0705", "0605", t, a));
}

#[test]
fn retreating_fire_spoils_both_shots_and_ends_with_a_step_back() {
    proves!("MPBS-10.3.4a", "MPBS-10.3.4b", "MPBS-10.3.4c", "MPBS-10.3.4d", "MPBS-10.3.2d");
    let mut game = two_lines("heavy_infantry 8 7", '.');
    assert_eq!(
        game.refused(volley(&game, Manner::Advancing(Direction::Ne))),
        "MPBS-CHART-ORDERS-RESTRICTION"
    );
    game.decide(volley(&game, Manner::Retreating(Direction::Sw)));
    // 8 - 3 = 5 misses where 6 hits.
    game.die(8);
    assert_eq!(game.unit("T").casualties, 0);
    let t = game.id("T");
    game.decide(Decision::React(Reaction::Fire { unit: t, salvo: Salvoing::No }));
    game.die(8);
    assert_eq!(game.unit("A").casualties, 0, "the answer takes -3 as well");
    // Its Wing Commander, who still has his Action, goes along.
    game.quiet().accept().quiet();
    assert_eq!(game.unit("A").at.footprint().first, hex("0505"));
    assert_eq!(game.unit("A").at.facing(), Some(caracole_musketpike::hex::Facing::E));
}

#[test]
fn a_reciprocal_hexside_remembers_who_came_first_in_play() {
    // Trap: reciprocal hexsides need a record of who came first.
    proves!("MPBS-14.4a", "MPBS-14.4d");
    let mut game = charge_of(&[("A", FOOT, "0505", "E", ""), ("T", FOOT, "0705", "W", "")])
        .hexsides("hedge", &["0605 SE"])
        .red_acts();
    let (a, t) = (game.id("A"), game.id("T"));
    game.start_move("A").step(Direction::Ne);
    let cover = |game: &Game, by, from: &str, at, to: &str| {
        game.field().fire_tally(by, hex(from), Target::Unit(at), hex(to), SKIRMISH).total()
    };
    // A came up to the hedge that T lined already: T has the cover, A has not.
    assert!(cover(&game, a, "0605", t, "0705") < 0);
    assert_eq!(cover(&game, t, "0705", a, "0605"), 0);
    game.answer("T").die(6);
    assert_eq!(game.unit("A").casualties, 1, "6 hits A in the open");
}

#[test]
fn a_unit_in_cover_does_not_fire_at_anything_in_that_activation() {
    // Unclear in 9.4.5: no Reaction Fire at other triggers either.
    proves!("MPBS-9.4.5b");
    let mut game = charge_of(&[
        ("A", FOOT, "0605", "E", ""),
        ("B", FOOT, "0506", "E", ""),
        ("T", FOOT, "0705", "W", ""),
        ("V", "musketeers 2 6", "0706", "W", ""),
    ])
    .terrain("0705", 'v')
    .red_acts();
    game.decide(game.volley("A", Manner::Skirmishing, "T")).accept().quiet();
    assert!(game.unit("T").is(Marks::COVER));
    // B comes before T and V: V may fire, T may not.
    game.start_move("B").step(Direction::Ne);
    assert!(game.allowed(Decision::React(game.fires("V"))));
    assert_eq!(game.no(game.fires("T")), "MPBS-9.4.5b");
}

#[test]
fn fire_at_one_half_exposes_only_the_leader_there() {
    // Unclear in 10.10: a leader with one half is exposed to fire at that half's hex.
    proves!("MPBS-10.10a");
    let fire = |leader: &str| {
        let mut game = scene(
            ("receive_charge", "0404"),
            ("receive_charge", leader),
            &[
                ("G", "artillery - 7", "0605", "E", "class = \"heavy\""),
                ("K", HORSE, "0404", "W", ""),
                ("T", "heavy_infantry 10 8", "0804 0805", "W", ""),
            ],
        )
        .red_acts();
        let (gun, target) = (game.id("G"), Target::Unit(game.id("T")));
        game.decide(Decision::Cannonade { gun, target, hex: hex("0804") });
        while matches!(game.battle.awaiting(), Awaiting::Decision { request: Request::Spine(_), .. }) {
            game.decide(Decision::Aside(Turn::Left));
        }
        game.die(4);
        game.rolls(RollPurpose::LeaderCasualty)
    };
    assert!(fire("0804"));
    assert!(!fire("0805"));
}
