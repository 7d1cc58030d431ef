//! Chapter 13: Rally, Reform and Rout Movement.

use crate::common::{
    field::{field_of, scene},
    position::{Game, Position, hex},
};
use caracole_kernel::Awaiting;
use caracole_ledger::proves;
use caracole_musketpike::{
    RollPurpose,
    counters::{Orders, WingId},
    hex::{Direction, Facing},
    messages::{Decision, Reform, Request, Through},
    world::{Fate, Formation, LeaderAction, MoraleState, Phase},
};

const FOOT: &str = "heavy_infantry 8 7";

const HORSE: &str = "cuirassier 4 7";

/// Red A is Shaken in both ways, with the commander `near` or two hexes off.
fn shaken(orders: &str, near: bool) -> Game {
    let mut game = scene(
        (orders, if near { "0505" } else { "0404" }),
        ("rally", "1909"),
        &[
            ("A", FOOT, "0605", "E", "formation = \"shaken\""),
            ("B", FOOT, "0505", "E", ""),
            ("K", HORSE, "0404", "W", ""),
            ("Z", HORSE, "1909", "E", ""),
        ],
    )
    .red_acts();
    game.morale_of("A", MoraleState::Shaken);
    game
}

/// Plays to the first choice or die of the Rout Movement Phase, or to the next turn; X is Morale Broken.
fn rout(x: (&str, &str), change: impl FnOnce(Position) -> Position) -> Game {
    let mut game = change(
        scene(
            ("make_ready", "1512"),
            ("receive_charge", "2010"),
            &[
                ("A", FOOT, "1512", "E", ""),
                ("B", FOOT, "1511", "E", ""),
                ("C", FOOT, "1510", "E", ""),
                ("X", "cuirassier 4 7", "2010", "E", ""),
            ],
        )
        .unit("G", "ra", x.0, x.1, "E", ""),
    )
    .play_with(|game, world| {
        let unit = &mut world.units[usize::from(game.id("G").0)];
        unit.morale = MoraleState::Broken;
        unit.formation = Formation::Broken;
    });
    while game.battle.world().turn == 1 && game.battle.world().phase != Phase::Rout {
        match game.battle.awaiting() {
            Awaiting::Decision { request: Request::Activate(_), .. } => {
                let wing = (0..2).map(WingId).find(|wing| game.allowed(Decision::Activate(*wing)));
                game.decide(Decision::Activate(wing.expect("a Wing")));
            }
            Awaiting::Decision { .. } => {
                game.decline();
            }
            other => panic!("{other:?}"),
        }
    }
    game
}

fn routs(game: &mut Game) {
    while matches!(game.battle.awaiting(), Awaiting::Decision { request: Request::Rout(_), .. }) {
        game.first_way();
    }
}

fn rally_wing(more: &str) -> Position {
    Position::new()
        .wing("ra", "receive_charge", "1205")
        .wing("ba", "rally", "2010")
        .unit("R", "ra", "heavy_infantry 6 6", "1205", "E", "")
        .unit("X", "ra", "heavy_infantry 6 6", "1206", "E", more)
        .unit("S", "ba", "cuirassier 4 7", "2010", "E", "")
}

#[test]
fn orders_say_who_rallies_and_reforms() {
    proves!("MPBS-13.2.1a", "MPBS-13.2.3a", "MPBS-13.2.4b", "MPBS-5.6.2b", "MPBS-5.6.4b");
    for (orders, near, reform, rally) in [
        ("charge", true, false, false),
        ("make_ready", false, false, false),
        ("make_ready", true, true, false),
        ("receive_charge", false, true, false),
        ("receive_charge", true, true, true),
        ("rally", false, true, true),
    ] {
        let game = shaken(orders, near);
        let unit = game.id("A");
        let through = Through::Wing;
        let may = (
            game.allowed(Decision::Reform { unit, what: Reform::Formation, through }),
            game.allowed(Decision::Rally { unit, through }),
        );
        assert_eq!(may, (reform, rally), "{orders}, commander near: {near}");
    }
}

#[test]
fn a_commander_who_moved_allows_neither() {
    proves!("MPBS-13.2.1c");
    let mut game = shaken("rally", false);
    let (unit, leader) = (game.id("A"), game.commander(0));
    game.decide(Decision::MoveLeader { leader, to: hex("0505") });
    for decision in [
        Decision::Rally { unit, through: Through::Wing },
        Decision::Reform { unit, what: Reform::Formation, through: Through::Wing },
    ] {
        assert_eq!(game.refused(decision), "MPBS-13.2.1c");
    }
}

#[test]
fn the_army_commander_recovers_any_unit_near_him() {
    proves!("MPBS-13.1", "MPBS-13.2.1b", "MPBS-13.3.1", "MPBS-13.3.2", "MPBS-13.3.3");
    // A's Wing is Finished and under Charge Orders; the other Wing is active, the Army Commander next to A.
    let army = |at: &str| {
        let mut game = Position::new()
            .wing("ra", "make_ready", "0404")
            .wing("rb", "receive_charge", "0709")
            .wing("ba", "rally", "1909")
            .army_commander("red", -1, at)
            .unit("K", "ra", HORSE, "0404", "W", "")
            .unit("A", "rb", FOOT, "0605", "E", "formation = \"shaken\"")
            .unit("B", "ra", FOOT, "0505", "E", "")
            .unit("C", "rb", FOOT, "0709", "E", "")
            .unit("Z", "ba", HORSE, "1909", "E", "")
            .play();
        game.activate(0);
        game.battle = game.battle.with_world(|world| {
            world.wings[1].finished = true;
            world.wings[1].orders = Orders::Charge;
        });
        game.morale_of("A", MoraleState::Shaken);
        game
    };
    let through = Through::ArmyCommander;
    let mut game = army("0505");
    let unit = game.id("A");
    // Reform is automatic; it is his one Action.
    game.decide(Decision::Reform { unit, what: Reform::Formation, through }).quiet();
    assert_eq!((game.unit("A").formation, game.unit("A").morale), (Formation::Normal, MoraleState::Shaken));
    assert_eq!(game.refused(Decision::Rally { unit, through }), "MPBS-5.1.2b");
    // An adjacent unit Rallies by a check with his rating: 7 - 1 is not above 6.
    let mut game = army("0505");
    game.decide(Decision::Rally { unit, through }).die(7);
    assert_eq!((game.unit("A").morale, game.last_check()), (MoraleState::Normal, -1));
    assert_eq!(game.unit("A").formation, Formation::Shaken, "Rally mends no formation");
    // Stacked, without a die; two hexes away, not at all.
    let mut game = army("0605");
    game.decide(Decision::Rally { unit, through });
    assert_eq!(game.unit("A").morale, MoraleState::Normal);
    let game = army("0404");
    assert_eq!(game.refused(Decision::Rally { unit, through }), "MPBS-5.1.2e");
    let army_leader = game.field().army_commander(caracole_kernel::Side::Red).expect("an Army Commander");
    assert_eq!(game.battle.world().leader(army_leader).action, LeaderAction::None);
}

#[test]
fn open_order_and_column_by_reform() {
    proves!("MPBS-13.2.3e", "MPBS-13.2.3f", "MPBS-6.3.3b", "MPBS-6.3.4f");
    for (what, start, reform, end) in [
        (FOOT, "normal", Reform::OpenOrder, Formation::OpenOrder),
        (FOOT, "open_order", Reform::CloseOrder, Formation::Normal),
        (FOOT, "column", Reform::LeaveColumn(None), Formation::Broken),
        (HORSE, "column", Reform::LeaveColumn(None), Formation::Shaken),
    ] {
        let more = format!("formation = \"{start}\"");
        let mut game = field_of(&[("A", what, "0605", "E", &more)]).red_acts();
        let unit = game.id("A");
        game.decide(Decision::Reform { unit, what: reform, through: Through::Wing });
        assert_eq!(game.unit("A").formation, end, "{what} {start}");
    }
    // From Formation Shaken one does not go into Open Order.
    let game = field_of(&[("A", FOOT, "0605", "E", "formation = \"shaken\"")]).red_acts();
    let unit = game.id("A");
    let open = Decision::Reform { unit, what: Reform::OpenOrder, through: Through::Wing };
    assert_eq!(game.refused(open), "MPBS-13.2.3b");
}

#[test]
fn a_rallied_unit_faces_as_it_likes_and_keeps_its_pistol_state() {
    proves!("MPBS-13.2.5c", "MPBS-13.2.4a", "MPBS-12.4.3h");
    let mut game = scene(
        ("rally", "0605"),
        ("rally", "1909"),
        &[("A", HORSE, "0605", "E", ""), ("B", HORSE, "0505", "E", ""), ("Z", HORSE, "1909", "E", "")],
    )
    .red_acts();
    game.morale_of("A", MoraleState::Broken).set("A", |unit| unit.shots = 1);
    let unit = game.id("A");
    // Stacked with its commander: without a die.
    game.decide(Decision::Rally { unit, through: Through::Wing }).decide(Decision::Face(Facing::Sw));
    let a = game.unit("A");
    assert_eq!((a.morale, a.formation, a.shots), (MoraleState::Shaken, Formation::Broken, 1));
    assert_eq!(a.at.facing(), Some(Facing::Sw));
}

#[test]
fn rout_through_rough_ground_disorders_nobody_and_goes_round_what_is_dear() {
    proves!("MPBS-13.4.1d", "MPBS-13.4.1e", "MPBS-13.4.1b");
    // Woods ahead on both near ways: it goes round by the cheapest.
    let mut game = rout(("heavy_infantry 8 7", "1005"), |p| p.terrain("0904", 'w').terrain("0905", 'w'));
    routs(&mut game);
    assert_eq!(game.unit("G").casualties, 0, "four points used");
    assert!(![hex("0904"), hex("0905")].contains(&game.at("G")));
    // Broken ground everywhere: two hexes for four points, and the formation is no worse.
    let mut game = rout(("heavy_infantry 8 7", "1005"), |mut p| {
        for column in 1..=9 {
            for row in 1..=12 {
                p = p.terrain(&format!("{column:02}{row:02}"), ',');
            }
        }
        p
    });
    routs(&mut game);
    assert_eq!((game.at("G").column(), game.unit("G").casualties), (8, 0));
    assert_eq!(game.unit("G").formation, Formation::Broken, "none, as before");
}

#[test]
fn a_rout_cut_short_costs_a_point_for_each_movement_point() {
    proves!("MPBS-13.4.2a", "MPBS-13.4.2b");
    let island = |mut p: Position| {
        for at in ["1004", "1006", "0904", "0905", "1104", "1105"] {
            p = p.terrain(at, 'p');
        }
        p
    };
    // Ponds all round: four points unused, four casualties. Morale 8 of 12 points bears that.
    let game = rout(("heavy_infantry 12 8", "1005"), island);
    assert_eq!((game.unit("G").casualties, game.unit("G").fate), (4, Fate::OnMap));
    // Of morale 6 with 8 points it is the Casualty Threshold, which ends a Morale Broken unit.
    let game = rout(("heavy_infantry 8 6", "1005"), island);
    assert_eq!(game.unit("G").fate, Fate::Eliminated);
    // Too few points for the wood: it stops before it and loses the one point left over.
    let mut game = rout(("heavy_infantry 12 8", "1005"), |mut p| {
        for row in 1..=12 {
            p = p.terrain(&format!("06{row:02}"), 'w');
        }
        p
    });
    routs(&mut game);
    assert_eq!((game.at("G").column(), game.unit("G").casualties), (7, 1));
}

#[test]
fn friends_run_through_must_check() {
    proves!("MPBS-13.4.1f", "MPBS-12.3");
    // A line of friends three hexes deep in the way north and south: it runs through.
    let mut game = rout(("heavy_infantry 8 7", "1005"), |mut p| {
        for (i, row) in (1..=12).enumerate() {
            p = p.unit(
                &format!("D{i}"),
                "ra",
                "musketeers 3 6",
                &format!("09{row:02}"),
                "E",
                "formation = \"broken\"",
            );
        }
        p
    });
    while !game.rolls(RollPurpose::MoraleCheck) {
        game.first_way();
    }
    let through = game.events.iter().rev().find_map(|event| match event {
        caracole_musketpike::messages::Event::Moved { unit, to, .. } if *unit == game.id("G") => {
            Some(to.footprint().first)
        }
        _ => None,
    });
    assert_eq!(through.map(|hex| hex.column()), Some(8), "past them when they check");
    game.die(9);
    let shaken = (0..12).filter(|i| game.unit(&format!("D{i}")).morale == MoraleState::Shaken).count();
    assert_eq!(shaken, 1);
}

#[test]
fn a_two_hex_unit_pivots_through_a_gap() {
    proves!("MPBS-13.4.1g");
    // A wall of ponds in column 08 but for 0805.
    let mut game = rout(("heavy_infantry 10 7", "0905 0906"), |mut p| {
        for row in (1..=12).filter(|row| *row != 5) {
            p = p.terrain(&format!("08{row:02}"), 'p');
        }
        p
    });
    let pivot = game.field().unit(game.id("G")).at.pivoted(
        caracole_musketpike::hex::Half::Left,
        caracole_musketpike::hex::Turn::Left,
        1,
    );
    game.decide(Decision::Place(pivot.expect("a line")));
    routs(&mut game);
    let place = game.field().footprint(game.id("G"));
    assert!(place.iter().all(|hex| hex.column() <= 8), "{place:?}");
    assert_eq!(game.unit("G").casualties, 0);
}

#[test]
fn only_one_half_need_use_its_whole_allowance() {
    proves!("MPBS-13.4.1c");
    // Rough ground before the northern half only: it pays 2 and two points more, the southern half 3 in all.
    let mut game = rout(("heavy_infantry 10 7", "1005 1006"), |mut p| {
        for row in 1..=5 {
            p = p.terrain(&format!("09{row:02}"), ',');
        }
        p
    });
    let at = game.unit("G").at;
    game.decide(Decision::Place(at.shifted(Direction::Sw)));
    routs(&mut game);
    let place = game.field().footprint(game.id("G"));
    assert_eq!(game.unit("G").casualties, 0, "nothing is owed for the southern half");
    assert!(place.iter().all(|hex| hex.column() == 7), "three hexes: {place:?}");
}

#[test]
fn a_leader_in_the_way_of_a_rout_goes_along_if_he_likes() {
    proves!("MPBS-5.1.2a", "MPBS-5.2.2b");
    for goes in [true, false] {
        let mut game = rout(("cuirassier 4 7", "1005"), |p| p.army_commander("red", 0, "0905"));
        let army = game.field().army_commander(caracole_kernel::Side::Red).expect("an Army Commander");
        let g = game.id("G");
        assert_eq!(game.asked().1, Request::Rout(g));
        let mut ways = Vec::new();
        let (side, request) = game.asked();
        <caracole_musketpike::MusketPike as caracole_kernel::Rules>::candidates(
            &game.battle,
            side,
            &request,
            &mut ways,
        );
        let through = ways.into_iter().find(|way| match way {
            Decision::Place(at) => at.footprint().first == hex("0905"),
            _ => false,
        });
        game.decide(through.expect("a way through his hex"));
        assert_eq!(game.asked(), (side, Request::GoAlong(army)));
        game.decide(if goes { Decision::Accept } else { Decision::Decline });
        routs(&mut game);
        let (there, him) = (game.at("G"), game.leader_at(army));
        assert_eq!(there.column(), 2, "eight clear hexes");
        assert_eq!(him, if goes { there } else { hex("0905") });
    }
}

#[test]
fn each_reform_repairs_one_level() {
    proves!(
        "MPBS-6.4a",
        "MPBS-13.2.3a",
        "MPBS-13.2.3b",
        "MPBS-6.3.2c",
        "MPBS-13.2.3d",
        "MPBS-5.6.3c",
        "MPBS-5.2.2f"
    );
    for (start, what, end) in [
        ("broken", Reform::Formation, Formation::Shaken),
        ("shaken", Reform::Formation, Formation::Normal),
        ("hedgehog", Reform::LeaveHedgehog, Formation::Broken),
        ("open_order", Reform::CloseOrder, Formation::Normal),
        ("normal", Reform::OpenOrder, Formation::OpenOrder),
    ] {
        let mut game = rally_wing(&format!("formation = \"{start}\"")).play();
        game.activate(0);
        let unit = game.id("X");
        game.decide(Decision::Reform { unit, what, through: Through::Wing });
        assert_eq!(game.unit("X").formation, end, "{start}");
        let commander = game.commander(0);
        assert_eq!(game.battle.world().leader(commander).action, LeaderAction::Rallying);
        assert_eq!(
            game.refused(Decision::MoveLeader { leader: commander, to: hex("1206") }),
            "MPBS-5.2.2d",
            "who allows Reform does not move"
        );
    }
}

#[test]
fn a_rally_next_to_the_commander_is_a_check_with_his_rating() {
    proves!("MPBS-5.6.3d", "MPBS-13.2.4a", "MPBS-13.2.4b", "MPBS-13.2.5a", "MPBS-12.4.3h");
    let mut game = rally_wing("")
        .play_with(|game, world| world.units[usize::from(game.id("X").0)].morale = MoraleState::Shaken);
    game.activate(0);
    let unit = game.id("X");
    game.decide(Decision::Rally { unit, through: Through::Wing });
    assert_eq!(game.purpose(), RollPurpose::MoraleCheck);
    game.die(5);
    assert_eq!(game.unit("X").morale, MoraleState::Normal);
}

#[test]
fn a_unit_past_its_threshold_stays_shaken() {
    proves!("MPBS-12.5.1", "MPBS-12.5.2b", "MPBS-CHART-CASUALTY-THRESHOLD");
    let mut game = rally_wing("").play_with(|game, world| {
        let x = &mut world.units[usize::from(game.id("X").0)];
        x.morale = MoraleState::Shaken;
        // Strength 6, morale 6: three hits.
        x.casualties = 3;
    });
    game.activate(0);
    let unit = game.id("X");
    assert_eq!(game.refused(Decision::Rally { unit, through: Through::Wing }), "MPBS-12.5.2b");
    let table = game.battle.scenario();
    assert_eq!(table.threshold(8, 4), None, "small units of morale 8 have none");
    assert_eq!(table.threshold(6, 6), Some(3));
}

#[test]
fn broken_units_run_their_whole_allowance_and_off_the_map() {
    proves!("MPBS-3.3", "MPBS-13.4.1a", "MPBS-13.4.1b", "MPBS-13.4.3", "MPBS-12.4.3f");
    for (at, gone) in [("1205", false), ("0405", true)] {
        let mut game = Position::new()
            .wing("ra", "make_ready", "1509")
            .wing("ba", "receive_charge", "2010")
            .unit("R", "ra", "heavy_infantry 6 6", "1509", "E", "")
            .unit("X", "ra", "cuirassier 4 6", at, "E", "")
            .unit("S", "ba", "cuirassier 4 7", "2010", "E", "")
            .play_with(|game, world| {
                let x = &mut world.units[usize::from(game.id("X").0)];
                x.morale = MoraleState::Broken;
                x.formation = Formation::Broken;
            });
        while game.battle.world().turn == 1 {
            match game.battle.awaiting() {
                Awaiting::Decision { request: Request::Activate(_), .. } => {
                    let wing = (0..2).map(WingId).find(|wing| game.allowed(Decision::Activate(*wing)));
                    game.decide(Decision::Activate(wing.expect("a Wing")));
                }
                Awaiting::Decision { request: request @ Request::Rout(_), side } => {
                    let mut ways = Vec::new();
                    use caracole_kernel::Rules;
                    caracole_musketpike::MusketPike::candidates(&game.battle, *side, request, &mut ways);
                    game.decide(ways.swap_remove(0));
                }
                Awaiting::Decision { .. } => {
                    game.decline();
                }
                other => panic!("{other:?}"),
            }
        }
        if gone {
            assert_eq!(game.unit("X").fate, Fate::Eliminated);
        } else {
            assert_eq!(game.unit("X").at.footprint().first.column(), 4, "eight clear hexes westwards");
        }
    }
}
