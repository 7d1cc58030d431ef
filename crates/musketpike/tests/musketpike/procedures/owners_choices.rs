//! Choices that belong to the owner and not to the program: who goes along, which half fires, what a move must do.

use crate::common::{
    field::{charge_of, field_of, scene},
    position::{Game, Position, hex, left},
};
use caracole_kernel::{Awaiting, Side};
use caracole_ledger::proves;
use caracole_musketpike::{
    RollPurpose,
    counters::{LeaderId, WingId},
    hex::{Direction, Facing, Half, Turn},
    messages::{Decision, Event, Manner, Reaction, Request, Salvoing},
    world::{Formation, LeaderAction, MoraleState, Presence},
};

const FOOT: &str = "heavy_infantry 8 7";

const HORSE: &str = "cuirassier 4 7";

/// P faces west in 0705 (right half) and 0706 and pivots to the right by two hexes; A comes to its right flank.
fn pivot(commander: &str, army: Option<&str>) -> Game {
    let mut position = scene(
        ("charge", "0404"),
        ("receive_charge", commander),
        &[
            ("A", "heavy_infantry 6 7", "0604", "E", ""),
            ("K", HORSE, "0404", "W", "formation = \"broken\""),
            ("P", "heavy_infantry 10 7", "0705 0706", "W", ""),
            ("Z", HORSE, "0906", "E", "formation = \"broken\""),
        ],
    );
    if let Some(at) = army {
        position = position.army_commander("blue", 0, at);
    }
    let mut game = position.red_acts();
    game.start_move("A").step(Direction::Se);
    let unit = game.id("P");
    game.react(Reaction::Pivot { unit, turn: Turn::Right, hexes: 2 });
    game
}

fn lose(game: &mut Game, leader: LeaderId) {
    game.change(|world| world.leaders[usize::from(leader.0)].presence = Presence::Lost { pursuing: false });
}

/// Plays on to the dice or the placing of a leader.
fn to_leaders(game: &mut Game) {
    game.decline_until(|game| {
        matches!(
            game.battle.awaiting(),
            Awaiting::Dice(_) | Awaiting::Decision { request: Request::PlaceLeader(_), .. }
        )
    });
}

#[test]
fn leaders_choose_whether_to_advance_with_the_fire() {
    proves!("MPBS-5.2.2e", "MPBS-5.1.2d", "MPBS-10.3.2a", "MPBS-5.2.1b");
    let advance = |goes: bool| {
        let mut game = scene(
            ("charge", "0605"),
            ("receive_charge", "1505"),
            &[("A", FOOT, "0605", "E", ""), ("T", FOOT, "0805", "W", ""), ("Z", HORSE, "1505", "E", "")],
        )
        .red_acts();
        let wing = game.commander(0);
        game.decide(game.volley("A", Manner::Advancing(Direction::Se), "T"));
        assert_eq!(game.asked(), (Side::Red, Request::GoAlong(wing)));
        assert_eq!(game.at("A"), hex("0605"), "asked before the step");
        game.decide(if goes { Decision::Accept } else { Decision::Decline }).die(0).quiet();
        assert_eq!(game.at("A"), hex("0705"));
        (game, wing)
    };
    let (game, wing) = advance(true);
    assert_eq!(game.leader_at(wing), hex("0705"));
    assert_eq!(game.battle.world().leader(wing).action, LeaderAction::Used, "it is his Move");
    let (game, wing) = advance(false);
    assert_eq!(game.leader_at(wing), hex("0605"));
    assert_eq!(game.battle.world().leader(wing).action, LeaderAction::None);
    // He is alone now and has to use his Action to come up.
    assert_eq!(game.refused(Decision::Decline), "MPBS-5.2.1b");
    assert!(game.allowed(Decision::MoveLeader { leader: wing, to: hex("0705") }));
}

#[test]
fn leaders_choose_whether_to_step_back_with_the_fire() {
    proves!("MPBS-5.2.2e", "MPBS-10.3.4c");
    for (goes, end) in [(true, "0504"), (false, "0605")] {
        let mut game = scene(
            ("receive_charge", "0605"),
            ("receive_charge", "1505"),
            &[("A", FOOT, "0605", "E", ""), ("T", FOOT, "0705", "W", ""), ("Z", HORSE, "1505", "E", "")],
        )
        .red_acts();
        let wing = game.commander(0);
        game.decide(game.volley("A", Manner::Retreating(Direction::Nw), "T")).die(0).quiet();
        assert_eq!(game.asked(), (Side::Red, Request::GoAlong(wing)), "after the answer to the fire");
        game.decide(if goes { Decision::Accept } else { Decision::Decline });
        assert_eq!((game.at("A"), game.leader_at(wing)), (hex("0504"), hex(end)));
    }
}

#[test]
fn a_step_back_of_fire_comes_next_to_no_other_enemy() {
    proves!("MPBS-5.6.1e", "MPBS-10.3.4c");
    let game =
        field_of(&[("A", FOOT, "0605", "E", ""), ("T", FOOT, "0705", "W", ""), ("U", FOOT, "0406", "W", "")])
            .red_acts();
    // 0505 is next to U in 0406, 0504 is not.
    assert_eq!(game.refused(game.volley("A", Manner::Retreating(Direction::Sw), "T")), "MPBS-5.6.1e");
    assert!(game.allowed(game.volley("A", Manner::Retreating(Direction::Nw), "T")));
}

#[test]
fn leaders_in_the_half_that_pivots() {
    proves!("MPBS-5.1.2a", "MPBS-5.2.2a", "MPBS-9.2.2c");
    // The Army Commander says whether he goes along.
    for (goes, end) in [(true, "0605"), (false, "0706")] {
        let mut game = pivot("0906", Some("0706"));
        let army = game.field().army_commander(Side::Blue).expect("an Army Commander");
        assert_eq!(game.asked(), (Side::Blue, Request::GoAlong(army)));
        game.decide(if goes { Decision::Accept } else { Decision::Decline });
        assert_eq!(game.unit("P").at, left("0605", Facing::Ne));
        assert_eq!(game.leader_at(army), hex(end));
    }
    // With the half that stands he is not concerned, and a Wing Commander who would be left alone goes along.
    let game = pivot("0906", Some("0705"));
    assert_eq!(game.unit("P").at, left("0605", Facing::Ne), "nobody is asked");
    let game = pivot("0706", None);
    assert_eq!(game.leader_at(game.commander(1)), hex("0605"));
}

#[test]
fn one_half_may_hold_its_reaction_fire() {
    proves!("MPBS-10.1.1a", "MPBS-10.1.4b", "MPBS-9.1.4");
    let ride = |from: &str| {
        let mut game =
            charge_of(&[("A", HORSE, from, "E", ""), ("P", "heavy_infantry 10 7", "0705 0706", "W", "")])
                .red_acts();
        game.start_move("A").step(Direction::Ne);
        game
    };
    // A in the centre front hex, next to both halves.
    let mut game = ride("0506");
    let unit = game.id("P");
    let half = |half| Reaction::FireHalf { unit, half, salvo: Salvoing::No };
    game.react(half(Half::Left)).die(0);
    let shots = game.events.iter().filter(|event| matches!(event, Event::Fired { .. })).count();
    assert_eq!(shots, 1);
    assert!(!matches!(game.battle.awaiting(), Awaiting::Dice(_)));
    // Next to the right half only there is nothing to choose.
    let game = ride("0505");
    assert_eq!(game.no(half(Half::Right)), "MPBS-10.1.4b");
    assert_eq!(game.no(half(Half::Left)), "MPBS-10.1.4b");
}

#[test]
fn a_charge_is_not_shirked_by_forming_hedgehog() {
    proves!("MPBS-5.6.1a");
    let mut game = charge_of(&[("A", FOOT, "0505", "E", ""), ("T", FOOT, "1005", "W", "")]).red_acts();
    game.start_move("A");
    assert_eq!(game.refused(Decision::FormHedgehog), "MPBS-5.6.1a");
    // Next to the enemy it may.
    let mut game = charge_of(&[("A", FOOT, "0605", "E", ""), ("T", FOOT, "0705", "W", "")]).red_acts();
    game.start_move("A").decide(Decision::FormHedgehog);
    assert_eq!(game.unit("A").formation, Formation::Hedgehog);
}

#[test]
fn the_closest_enemy_is_found_anew_when_one_withdraws() {
    proves!("MPBS-5.6.1c");
    let mut game = scene(
        ("charge", "0404"),
        ("make_ready", "0905"),
        &[
            ("A", "heavy_infantry 6 7", "0405", "E", ""),
            ("K", HORSE, "0404", "W", "formation = \"broken\""),
            ("T", HORSE, "0705", "E", ""),
            ("Z", HORSE, "0905", "E", "formation = \"broken\""),
        ],
    )
    .red_acts();
    game.start_move("A").step(Direction::Se);
    let t = game.id("T");
    game.react(Reaction::Withdraw(t));
    for _ in 0..4 {
        game.step(Direction::Ne);
    }
    game.decline();
    assert_eq!(game.at("T"), hex("1103"));
    // T is out of reach, but Z in 0905 is the closest now, four hexes from A in 0505.
    assert_eq!(game.refused(Decision::Decline), "MPBS-5.6.1a");
    game.step(Direction::Ne).decline();
}

#[test]
fn cavalry_that_absorbs_a_broken_unit_breaks() {
    proves!("MPBS-8.4c", "MPBS-12.4.3d");
    let mut game =
        field_of(&[("A", HORSE, "0605", "E", ""), ("B", HORSE, "0705", "E", "")]).play_with(|game, world| {
            world.units[usize::from(game.id("A").0)].casualties = 2;
            let b = &mut world.units[usize::from(game.id("B").0)];
            (b.morale, b.formation) = (MoraleState::Broken, Formation::Broken);
        });
    if matches!(game.battle.awaiting(), Awaiting::Dice(_)) {
        game.dice(&[9, 0]);
    }
    game.activate(0).start_move("A").step(Direction::Se).run();
    assert_eq!((game.unit("A").casualties, game.unit("A").morale), (0, MoraleState::Broken));
    assert_eq!(game.at("A").column(), 5, "two hexes towards its edge in the west");
}

#[test]
fn a_named_replacement_serves_whenever_he_is_needed() {
    proves!("MPBS-5.3.3b", "MPBS-5.3.4b");
    let mut game = Position::new()
        .wing_line("ra", "make_ready", "0405", "replacement = \"heir\"")
        .wing("ba", "receive_charge", "1905")
        .waiting_leader("heir", "red", -2)
        .unit("A", "ra", HORSE, "0405", "W", "")
        .unit("B", "ra", HORSE, "0406", "W", "")
        .unit("S", "ba", HORSE, "1905", "E", "")
        .play();
    let (original, heir) = (game.commander(0), LeaderId(2));
    for turn in [1, 3] {
        // Lost in this turn, away for the next, with his replacement in his place.
        lose(&mut game, original);
        to_leaders(&mut game);
        assert_eq!((game.battle.world().turn, game.purpose()), (turn, RollPurpose::LeaderReplacement));
        game.die(1);
        assert_eq!(game.asked().1, Request::PlaceLeader(heir), "turn {turn}");
        game.decide(Decision::Hex(hex("0405")));
        assert_eq!(game.battle.world().wing(WingId(0)).commander, Some(heir));
        to_leaders(&mut game);
        assert_eq!(game.asked().1, Request::PlaceLeader(original), "back after turn {}", turn + 1);
        game.decide(Decision::Hex(hex("0406")));
        assert!(!game.battle.world().leader(heir).on_map());
    }
}
