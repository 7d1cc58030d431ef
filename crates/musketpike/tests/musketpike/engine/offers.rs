//! What is offered to choose from is what is accepted.

use crate::common::position::{Game, Position, hex};
use caracole_kernel::{Rules, Side};
use caracole_ledger::proves;
use caracole_musketpike::{
    MusketPike,
    hex::{Direction, Half},
    messages::{Decision, Manner, Reaction, Request, Salvoing, Shot, Target, Volley},
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

#[test]
fn choices_that_were_accepted_but_never_offered_are_offered_or_refused() {
    // Each was found by the check that what is offered is just what is accepted.
    proves!("MPBS-10.4a", "MPBS-8.3.2a", "MPBS-8.2.1c");
    let mut game = Position::new()
        .wing("ra", "charge", "0606")
        .wing("ba", "make_ready", "1905")
        .unit("A", "ra", "heavy_infantry 6 6", "0606", "E", "")
        .unit("G", "ba", "artillery - 6", "0906", "W", "class = \"heavy\"")
        .unit("C", "ba", "cuirassier 4 7", "0807", "W", "")
        .unit("L", "ba", "musketeers 2 6", "0807", "W", "")
        .unit("S", "ba", "cuirassier 4 7", "1905", "W", "")
        .play();
    game.activate(0);
    game.start_move("A").step(Direction::Se);
    assert_eq!(game.asked(), (Side::Blue, Request::React(game.id("A"))));
    // Guns fire no Salvo.
    let fire = |salvo| Decision::React(Reaction::Fire { unit: game.id("G"), salvo });
    assert!(candidates(&game).contains(&fire(Salvoing::No)));
    assert_eq!(game.refused(fire(Salvoing::Yes)), "MPBS-10.4a");
    // Fire together is named by the cavalry.
    assert!(candidates(&game).contains(&Decision::React(Reaction::FireTogether(game.id("C")))));
    assert!(!game.allowed(Decision::React(Reaction::FireTogether(game.id("L")))));

    // A unit out of command may change places with its guns before it goes back.
    let mut game = Position::new()
        .wing("ra", "make_ready", "0404")
        .wing("ba", "make_ready", "1905")
        .unit("R", "ra", "cuirassier 4 7", "0404", "E", "")
        .unit("A", "ra", "heavy_infantry 6 6", "1010", "E", "")
        .unit("G", "ra", "artillery - 6", "1010", "E", "class = \"light\"")
        .unit("S", "ba", "cuirassier 4 7", "1905", "W", "")
        .play();
    roll_for_initiative(&mut game);
    game.activate(0);
    assert!(!game.field().in_command(game.id("A")));
    game.start_move("A");
    assert!(game.allowed(Decision::Restack) && candidates(&game).contains(&Decision::Restack));
}

#[test]
fn a_commander_who_reaches_no_unit_is_offered_a_ride_towards_one() {
    proves!("MPBS-5.2.1b");
    let mut game = Position::new()
        .wing("ra", "make_ready", "0202")
        .wing("ba", "make_ready", "1905")
        .army_commander("red", 0, "0212")
        .unit("R", "ra", "cuirassier 4 7", "0202", "E", "")
        .unit("F", "ra", "heavy_infantry 6 6", "2001", "E", "")
        .unit("S", "ba", "cuirassier 4 7", "1905", "W", "")
        .play();
    roll_for_initiative(&mut game);
    game.activate(0);
    let f = game.field();
    let army = f.army_commander(Side::Red).expect("he is on the map");
    let reach = i32::from(f.table.movement().leader);
    assert!(hex("0212").distance(hex("0202")) > reach, "R is too far away");
    let rides: Vec<_> = candidates(&game)
        .into_iter()
        .filter_map(|decision| match decision {
            Decision::MoveLeader { leader, to } if leader == army => Some(to),
            _ => None,
        })
        .collect();
    assert!(!rides.is_empty());
    // As near to R as he comes.
    assert!(rides.iter().all(|to| to.distance(hex("0202")) == hex("0212").distance(hex("0202")) - reach));
}

#[test]
fn limbered_guns_under_rally_orders_are_offered_a_withdraw() {
    proves!("MPBS-9.2.4a", "MPBS-9.2.4d");
    let limbered = "class = \"light\", limbered = true";
    // Red guns, no faster than those of blue, come within two hexes.
    let mut game = Position::new()
        .wing("ra", "make_ready", "0303")
        .wing("ba", "rally", "0909")
        .unit("A", "ra", "artillery - 5", "0405", "E", limbered)
        .unit("R", "ra", "cuirassier 4 7", "0303", "E", "")
        .unit("T", "ba", "artillery - 5", "0705", "E", limbered)
        .unit("B", "ba", "cuirassier 4 7", "0909", "E", "")
        .play();
    game.activate(0);
    game.start_move("A").step(Direction::Se);
    let withdraw = Decision::React(Reaction::Withdraw(game.id("T")));
    assert_eq!(game.asked(), (Side::Blue, Request::React(game.id("A"))));
    assert!(candidates(&game).contains(&withdraw));
    assert!(game.allowed(withdraw));
}
