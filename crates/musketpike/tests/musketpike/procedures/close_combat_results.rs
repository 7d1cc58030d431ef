//! Close Combat: its order, light infantry, pistols, the limit of modifiers, ratios, Momentum, pursuit.

use crate::common::{
    field::field_of,
    position::{Game, Position, hex, one, pistols},
};
use caracole_kernel::{Effect, Side};
use caracole_ledger::{RuleId, proves, rule};
use caracole_musketpike::{
    RollPurpose,
    counters::UnitId,
    hex::Facing,
    messages::{Decision, Request},
    world::{Fate, Formation, Marks, MoraleState},
};

/// Red and blue units next to each other, red activated, Actions ended.
fn fight(units: &[(&str, &str, &str, &str)]) -> Game {
    let mut position = Position::new()
        .wing("ra", "receive_charge", "0305")
        .wing("ba", "receive_charge", "1505")
        .unit("R", "ra", "cuirassier 4 7", "0305", "E", "")
        .unit("S", "ba", "cuirassier 4 7", "1505", "E", "");
    for (code, what, at, facing) in units {
        let wing = if code.chars().next().is_some_and(|c| c < 'M') { "ra" } else { "ba" };
        position = position.unit(code, wing, what, at, facing, "");
    }
    let mut game = position.play();
    game.dice(&[9, 0]).activate(0);
    // Whoever is too far from the commander moves as he must; the tests put everybody within reach.
    game.end_actions();
    game
}

fn line(game: &Game, attackers: &[UnitId], defender: UnitId, rule: RuleId) -> i32 {
    let tally = game.field().close_combat_tally(attackers, defender, &[]);
    tally
        .lines
        .iter()
        .filter(|line| line.rule == rule)
        .map(|line| match line.effect {
            Effect::Add(n) => n,
            other => panic!("{other:?}"),
        })
        .sum()
}

fn fight_of(red: (&str, &str, &str), blue: (&str, &str, &str), more: &str) -> Game {
    let mut game = Position::new()
        .wing("ra", "receive_charge", "0305")
        .wing("ba", "receive_charge", "1505")
        .unit("R", "ra", "cuirassier 4 7", "0305", "E", "")
        .unit("S", "ba", "cuirassier 4 7", "1505", "E", "")
        .unit("A", "ra", red.0, red.1, red.2, "")
        .unit("Y", "ba", blue.0, blue.1, blue.2, more)
        .play();
    game.dice(&[9, 0]).activate(0).end_actions();
    game
}

const HORSE: &str = "cuirassier 4 7";

const FOOT: &str = "heavy_infantry 8 7";

#[test]
fn inactive_combats_come_first_and_a_named_attack_is_made_if_it_still_can_be() {
    proves!("MPBS-11.1.2g", "MPBS-11.2A", "MPBS-11.2B", "MPBS-11.2C", "MPBS-11.1.2f", "MPBS-11.3.6a-5");
    // A attacks Y; Z, not attacked, attacks A from the side.
    let mut game = fight(&[
        ("A", "cuirassier 4 7", "0505", "E"),
        ("Y", "cuirassier 4 7", "0605", "W"),
        ("Z", "cuirassier 4 7", "0504", "SE"),
    ]);
    let (a, y, z) = (game.id("A"), game.id("Y"), game.id("Z"));
    assert_eq!(game.asked(), (Side::Red, Request::Designate));
    game.decide(Decision::Attack { unit: a, hex: hex("0605") }).quiet();
    assert_eq!(game.asked(), (Side::Blue, Request::Designate));
    assert_eq!(game.refused(Decision::Attack { unit: y, hex: hex("0505") }), "MPBS-11.1.2b");
    game.decide(Decision::Attack { unit: z, hex: hex("0505") });
    // Z first: from A's flank, +1. 4 + 1 = 5, no effect; both are Formation Shaken.
    game.decide(pistols(&[])).decide(pistols(&[]));
    game.die(4);
    assert_eq!(game.unit("Z").formation, Formation::Shaken);
    assert_eq!(game.unit("A").formation, Formation::Shaken);
    // Nobody asks A whether it still wants to: its own combat follows.
    game.decide(pistols(&[])).decide(pistols(&[]));
    assert_eq!(game.purpose(), RollPurpose::CloseCombat);
    // Formation Shaken attacker -1: 5 - 1 = 4, no effect.
    game.die(5);
    assert_eq!(game.unit("A").formation, Formation::Broken);
    assert_eq!(game.unit("Y").formation, Formation::Shaken);
}

#[test]
fn modifiers_are_capped_at_four() {
    proves!("MPBS-11.3.1-3", "MPBS-11.3.3", "MPBS-11.3.4");
    let game = fight(&[("A", "cuirassier 8 8", "0505", "E"), ("Y", "cuirassier 2 4", "0605", "W")]);
    let (a, y) = (game.id("A"), game.id("Y"));
    // Morale 8 - 4 = +4, strength 8:2 = 4:1 = +2: six, held to four.
    assert_eq!(line(&game, &[a], y, rule!("MPBS-11.3.3")), 4);
    assert_eq!(line(&game, &[a], y, rule!("MPBS-11.3.4")), 2);
    assert_eq!(game.field().close_combat_tally(&[a], y, &[]).total(), 4);
    assert_eq!(game.field().close_combat_tally(&[y], a, &[]).total(), -4);
}

#[test]
fn cavalry_counts_half_the_strength_of_heavy_infantry() {
    proves!("MPBS-11.3.4", "MPBS-11.3.5");
    // 3 against 18: 3 to 9, one to three, -1.
    let game = fight(&[("A", "cuirassier 3 7", "0505", "E"), ("Y", "heavy_infantry 18 7", "0605", "W")]);
    assert_eq!(line(&game, &[game.id("A")], game.id("Y"), rule!("MPBS-11.3.4")), -1);
    // 5 against 9 on equal footing is rounded to 1:2.
    let game = fight(&[("A", "cuirassier 5 7", "0505", "E"), ("Y", "cuirassier 9 7", "0605", "W")]);
    assert_eq!(line(&game, &[game.id("A")], game.id("Y"), rule!("MPBS-11.3.4")), -1);
}

#[test]
fn momentum_counts_once() {
    proves!("MPBS-11.3.6-5", "MPBS-11.3.6-3", "MPBS-GLOSSARY-MOMENTUM");
    let mut game = fight(&[
        ("A", "cuirassier 4 7", "0505", "E"),
        ("B", "cuirassier 4 7", "0506", "E"),
        ("Y", "cuirassier 8 7", "0605", "W"),
    ]);
    let (a, b, y) = (game.id("A"), game.id("B"), game.id("Y"));
    for riders in [vec![a, b], vec![a]] {
        game.battle = game.battle.with_world(|world| {
            for unit in &mut world.units {
                unit.marks.clear(Marks::MOMENTUM);
            }
            for rider in &riders {
                world.units[usize::from(rider.0)].marks.set(Marks::MOMENTUM);
            }
        });
        assert_eq!(line(&game, &[a, b], y, rule!("MPBS-11.3.6-3")), 2);
    }
}

#[test]
fn each_flank_or_rear_hex_counts_and_a_two_hex_attacker_may_hold_two() {
    proves!("MPBS-11.3.7");
    // Y faces west in 0605; north of it 0604 is its flank, 0704 its rear.
    let game =
        fight(&[("A", "heavy_infantry 10 7", "0604 0704", "SW"), ("Y", "cuirassier 8 7", "0605", "W")]);
    assert_eq!(line(&game, &[game.id("A")], game.id("Y"), rule!("MPBS-11.3.7")), 2);
}

#[test]
fn a_hedgehog_uses_its_own_column() {
    proves!("MPBS-11.3.8", "MPBS-6.3.2a-3", "MPBS-CHART-CLOSE-COMBAT-MATRIX");
    let mut game = fight(&[("A", "cuirassier 4 7", "0505", "E"), ("Y", "heavy_infantry 8 7", "0605", "W")]);
    let (a, y) = (game.id("A"), game.id("Y"));
    assert_eq!(game.field().matrix(a, y), Some(-3));
    game.battle =
        game.battle.with_world(|world| world.units[usize::from(y.0)].formation = Formation::Hedgehog);
    assert_eq!(game.field().matrix(a, y), Some(-6));
    assert_eq!(game.field().flank_hexes(&[a], y), 0);
}

#[test]
fn three_pursuers_of_one_unit() {
    proves!(
        "MPBS-11.7.1a",
        "MPBS-11.7.2-1",
        "MPBS-11.7.2A",
        "MPBS-11.7.2B-1",
        "MPBS-11.7.2B-6",
        "MPBS-11.7.2C-1",
        "MPBS-11.7.4",
        "MPBS-11.4.1c",
        "MPBS-11.4.2b",
        "MPBS-CHART-CAVALRY-PURSUIT"
    );
    let mut game = fight(&[
        ("A", "cuirassier 4 7", "0605", "E"),
        ("B", "cuirassier 4 7", "0606", "E"),
        ("C", "cuirassier 4 7", "0704", "SE"),
        ("Y", "cuirassier 4 7", "0705", "W"),
    ]);
    let (a, b, c) = (game.id("A"), game.id("B"), game.id("C"));
    for unit in [a, b, c] {
        game.decide(Decision::Attack { unit, hex: hex("0705") }).quiet();
    }
    game.decide(pistols(&[])).decide(pistols(&[]));
    // 12 against 4 +1, one flank hex +1: 7 + 2 = 9, Defender Morale Broken.
    game.die(7);
    assert_eq!(game.unit("Y").at.footprint().first, hex("0906"), "two hexes away from all three");
    assert_eq!(game.purpose(), RollPurpose::Pursuit);
    game.die(3);
    assert_eq!(game.unit("Y").fate, Fate::Eliminated);
    assert_eq!(game.unit("A").at.footprint().first, hex("0906"), "along the retreat path");
    assert_eq!(game.unit("A").formation, Formation::Broken);
    game.decline();
    game.die(3);
    game.die(6);
    assert_eq!(game.unit("C").fate, Fate::PursuedOffMap);
    // B broke off and must make the normal advance.
    assert_eq!(game.refused(Decision::Decline), "MPBS-11.4.6a");
    game.decide(Decision::Advance { unit: b, to: one("0705", Facing::E) }).decline();
    assert_eq!(game.unit("B").formation, Formation::Shaken, "the hit of the combat and no more");
}

#[test]
fn light_infantry_attacks_only_its_like() {
    proves!("MPBS-11.6a");
    let mut game = fight_of(("musketeers 3 6", "0505", "E"), ("cuirassier 4 7", "0605", "W"), "");
    assert_eq!(game.asked(), (Side::Blue, Request::Designate), "nothing for the light infantry to attack");
    game.decline();
    let game = fight_of(("musketeers 3 6", "0505", "E"), ("dragoons 3 6", "0605", "W"), "");
    assert_eq!(game.asked(), (Side::Red, Request::Designate));
}

#[test]
fn light_infantry_of_one_point_is_swept_away() {
    proves!("MPBS-11.6b", "MPBS-11.6c", "MPBS-11.7.1b");
    let mut game = fight_of(("cuirassier 4 7", "0505", "E"), ("musketeers 1 6", "0605", "W"), "");
    let a = game.id("A");
    game.decide(Decision::Attack { unit: a, hex: hex("0605") }).quiet();
    assert_eq!(game.unit("Y").fate, Fate::Eliminated, "without a die");
    game.decide(Decision::Advance { unit: a, to: one("0605", Facing::E) }).decline();
    assert_eq!(game.unit("A").formation, Formation::Normal, "and without a formation hit");
}

#[test]
fn pistols_in_close_combat_are_spent_and_count_one_each() {
    proves!("MPBS-11.3.9a", "MPBS-10.1.3c", "MPBS-10.7.2", "MPBS-10.7.1");
    let mut game = fight_of(("cuirassier 4 7", "0505", "E"), ("cuirassier 4 7", "0605", "W"), "");
    let (a, y) = (game.id("A"), game.id("Y"));
    game.decide(Decision::Attack { unit: a, hex: hex("0605") }).quiet();
    assert_eq!(game.asked(), (Side::Red, Request::Pistols), "the attacker announces first");
    let with = game.field().close_combat_tally(&[a], y, &[a]).total();
    let both = game.field().close_combat_tally(&[a], y, &[a, y]).total();
    let none = game.field().close_combat_tally(&[a], y, &[]).total();
    assert_eq!((with, both, none), (1, 0, 0));
    game.decide(pistols(&[a]));
    assert_eq!(game.asked(), (Side::Blue, Request::Pistols));
    game.decide(pistols(&[]));
    assert_eq!((game.unit("A").shots, game.unit("Y").shots), (1, 0));
    // 5 + 1 = 6: Defender Morale Shaken.
    game.die(5);
    assert_eq!(game.unit("Y").morale, MoraleState::Shaken);
}

#[test]
fn infantry_of_one_point_is_halved_to_one() {
    // Unclear in 11.3.5: never less than one.
    proves!("MPBS-11.3.5");
    let game =
        field_of(&[("A", "cuirassier 3 7", "0605", "E", ""), ("T", "heavy_infantry 1 7", "0705", "W", "")])
            .red_fights();
    assert_eq!(game.combat_line(&["A"], "T", rule!("MPBS-11.3.4")), 1, "3:1");
}

#[test]
fn momentum_of_horse_and_foot_together_is_that_of_foot() {
    // Unclear in 11.3.6: of the two the one better for the defender.
    proves!("MPBS-11.3.6-5");
    let mut game = field_of(&[
        ("A", HORSE, "0605", "E", ""),
        ("B", FOOT, "0606", "E", ""),
        ("T", FOOT, "0705", "W", ""),
    ])
    .red_fights();
    for code in ["A", "B"] {
        game.set(code, |unit| unit.marks.set(Marks::MOMENTUM));
    }
    assert_eq!(game.combat_line(&["A", "B"], "T", rule!("MPBS-11.3.6-3")), 1);
    game.set("B", |unit| unit.marks.clear(Marks::MOMENTUM));
    assert_eq!(game.combat_line(&["A", "B"], "T", rule!("MPBS-11.3.6-3")), 2);
}
