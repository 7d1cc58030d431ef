//! Leaders: loss, replacement, return, and what the Army Commander does.

use crate::common::position::{Game, Position, hex};
use caracole_kernel::{Awaiting, Side};
use caracole_ledger::proves;
use caracole_musketpike::RollPurpose;
use caracole_musketpike::{
    counters::WingId,
    messages::{Decision, Request, Through},
    world::{MoraleState, Origin, Presence},
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
