//! Faults that were found by playing at a table with the rulebook open.

use crate::common::position::{Game, Position, hex};
use caracole_kernel::{Side, System};
use caracole_ledger::proves;
use caracole_musketpike::{
    MusketPike,
    counters::{Orders, WingId},
    engine::choice::{Decision, Help, Manner, Reaction, Request, Shot, Target, Volley},
    hex::Half,
    world::{Marks, MoraleState},
};

fn candidates(game: &Game) -> Vec<Decision> {
    let (side, request) = game.asked();
    let mut all = Vec::new();
    MusketPike::candidates(&game.battle, side, &request, &mut all);
    all
}

/// Both sides have the same Orders, so dice decide: red goes first.
fn roll_for_initiative(game: &mut Game) {
    game.dice(&[9, 0]);
}

fn volley(game: &Game, unit: &str, manner: Manner, shots: &[(Half, &str)]) -> Decision {
    let shots =
        shots.iter().map(|(half, at)| Shot { half: *half, target: Target::Unit(game.id(at)) }).collect();
    Decision::Volley(Volley { unit: game.id(unit), manner, shots })
}

/// Blue foot in 1008 with guns beneath it; red foot next to it, red guns four hexes away.
fn foot_on_guns() -> Game {
    let mut game = Position::new()
        .wing("ra", "make_ready", "0707")
        .wing("ba", "make_ready", "1008")
        .unit("G", "ba", "artillery - 6", "1008", "W", "class = \"medium\", layer = \"bottom\"")
        .unit("X", "ba", "heavy_infantry 6 6", "1008", "W", "")
        .unit("A", "ra", "heavy_infantry 6 6", "0908", "E", "")
        .unit("R", "ra", "cuirassier 4 7", "0707", "E", "")
        .unit("H", "ra", "artillery - 6", "0606", "E", "class = \"medium\"")
        .play();
    roll_for_initiative(&mut game);
    game.activate(0);
    game
}

#[test]
fn guns_beneath_a_unit_that_is_fired_on_may_restack() {
    proves!("MPBS-8.3.2b", "MPBS-9.4.3", "MPBS-9.4.4");
    let mut game = foot_on_guns();
    let restack = Decision::React(Reaction::Restack(game.id("G")));
    game.decide(volley(&game, "A", Manner::Skirmishing, &[(Half::Left, "X")])).die(0);
    assert_eq!(game.asked(), (Side::Blue, Request::React(game.id("A"))));
    assert!(candidates(&game).contains(&restack));
    game.decide(restack);
    assert!(game.field().gun_on_top(game.id("G")) && game.unit("G").is(Marks::FIRED));
    // Neither fires besides.
    assert!(!matches!(game.asked().1, Request::React(_)));
}

#[test]
fn guns_beneath_do_not_restack_after_the_unit_on_top_has_fired() {
    proves!("MPBS-8.3.2b");
    let mut game = foot_on_guns();
    game.decide(volley(&game, "A", Manner::Skirmishing, &[(Half::Left, "X")])).die(0);
    game.decide(Decision::React(Reaction::Fire { unit: game.id("X"), salvo: Default::default() })).die(0);
    assert!(!matches!(game.asked().1, Request::React(_)), "the stack has had its Reaction Fire");
}

#[test]
fn guns_beneath_a_unit_that_guns_fire_on_may_restack() {
    proves!("MPBS-8.3.2b", "MPBS-9.4.3");
    let mut game = Position::new()
        .wing("ra", "make_ready", "0707")
        .wing("ba", "make_ready", "1008")
        .unit("G", "ba", "artillery - 6", "1008", "W", "class = \"medium\", layer = \"bottom\"")
        .unit("X", "ba", "heavy_infantry 6 6", "1008", "W", "")
        .unit("R", "ra", "cuirassier 4 7", "0707", "E", "")
        .unit("H", "ra", "artillery - 6", "0208", "E", "class = \"medium\", grazing = 4, range = 10")
        .play();
    roll_for_initiative(&mut game);
    game.activate(0);
    let (gun, target) = (game.id("H"), Target::Unit(game.id("X")));
    // Beyond Grazing Fire Range only the unit on top is fired on.
    game.decide(Decision::Cannonade { gun, target, hex: hex("1008") }).die(0);
    assert_eq!(game.asked(), (Side::Blue, Request::React(gun)));
    assert!(game.allowed(Decision::React(Reaction::Restack(game.id("G")))));
}

#[test]
fn light_infantry_that_need_not_approach_heavy_infantry_may_stand() {
    proves!("MPBS-5.6.1p");
    let mut game = Position::new()
        .wing("ra", "charge", "0807")
        .wing("ba", "make_ready", "1207")
        .unit("A", "ra", "musketeers 2 5", "1007", "E", "formation = \"shaken\"")
        .unit("X", "ba", "heavy_infantry 6 6", "1207", "W", "")
        .unit("R", "ra", "cuirassier 4 7", "0807", "E", "")
        .play();
    game.activate(0);
    game.change_unit("R", |unit| unit.marks.set(Marks::ACTED));
    // One step more would be next to the front of X; A stands two hexes away and faces it.
    assert!(game.allowed(Decision::Decline));
    assert!(candidates(&game).contains(&Decision::Decline));
}

#[test]
fn a_wing_under_rally_orders_that_must_rally_neither_passes_nor_changes_orders() {
    proves!("MPBS-5.8b", "MPBS-5.8c");
    let mut game = Position::new()
        .wing("ra", "rally", "0404")
        .wing("ba", "rally", "1905")
        .unit("A", "ra", "cuirassier 4 7", "0404", "E", "")
        .unit("S", "ba", "cuirassier 4 7", "1905", "W", "")
        .play_with(|game, world| {
            for code in ["A", "S"] {
                world.units[usize::from(game.id(code).0)].morale = MoraleState::Shaken;
            }
        });
    roll_for_initiative(&mut game);
    let wing = WingId(0);
    assert_eq!(game.refused(Decision::Pass(wing)), "MPBS-5.8c");
    game.decide(Decision::Activate(wing));
    while matches!(game.asked().1, Request::Preempt(_)) {
        game.decline();
    }
    assert_eq!(game.asked().1, Request::Act(wing), "no Orders change is asked for");
    assert_eq!(game.battle.world().wing(wing).orders, Orders::Rally);
    assert!(!game.allowed(Decision::ChangeOrders { to: Orders::MakeReady, help: Help::Alone }));
}

#[test]
fn every_way_to_fire_with_one_half_or_both_is_offered() {
    proves!("MPBS-10.1.4b", "MPBS-10.4f");
    let mut game = Position::new()
        .wing("ra", "make_ready", "0404")
        .wing("ba", "make_ready", "1905")
        .unit("C", "ra", "cuirassier 4 7", "0404", "E", "")
        .unit("A", "ra", "heavy_infantry 10 6", "0504 0505", "E", "")
        .unit("E", "ba", "heavy_infantry 5 6", "0605", "W", "")
        .unit("D", "ba", "heavy_infantry 5 6", "0604", "W", "")
        .unit("S", "ba", "cuirassier 4 7", "1905", "W", "")
        .play();
    roll_for_initiative(&mut game);
    game.activate(0);
    let all = candidates(&game);
    // 0605 is the centre front hex, next to both halves; 0604 is next to the left half only.
    for manner in [Manner::Skirmishing, Manner::Salvo] {
        for shots in [
            &[(Half::Left, "E"), (Half::Right, "E")][..],
            &[(Half::Left, "D"), (Half::Right, "E")],
            &[(Half::Left, "D")],
            &[(Half::Left, "E")],
            &[(Half::Right, "E")],
        ] {
            let fire = volley(&game, "A", manner, shots);
            assert!(all.contains(&fire), "{manner:?} {shots:?} is not offered");
            assert!(game.allowed(fire));
        }
    }
}
