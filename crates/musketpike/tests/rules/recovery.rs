//! Rally, Reform, rout, limbering.

use crate::common::position::{Position, hex};
use caracole_kernel::Awaiting;
use caracole_ledger::proves;
use caracole_musketpike::RollPurpose;
use caracole_musketpike::{
    counters::WingId,
    messages::{Decision, Reform, Request, Target, Through},
    world::{Fate, Formation, LeaderAction, Marks, MoraleState},
};

fn rally_wing(more: &str) -> Position {
    Position::new()
        .wing("ra", "receive_charge", "1205")
        .wing("ba", "rally", "2010")
        .unit("R", "ra", "heavy_infantry 6 6", "1205", "E", "")
        .unit("X", "ra", "heavy_infantry 6 6", "1206", "E", more)
        .unit("S", "ba", "cuirassier 4 7", "2010", "E", "")
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
