//! The rulebook's worked examples of chapters 9 to 12, and where each is shown.
//!
//! | example | test |
//! |---|---|
//! | EX-9.1.3 | `examples::fire_is_answered_at_every_trigger` |
//! | EX-9.3.3 | `interceptions::heavy_infantry_is_met_in_its_rear` |
//! | EX-9.4.1a | `reactions::exhausted_heavy_infantry_does_not_answer_again` |
//! | EX-10.1.4, EX-10.2 | `fire::the_long_example_of_three_lines` |
//! | EX-10.6.5 | `traps_fire::two_hits_by_a_salvo_at_morale_seven_are_one_roll_at_plus_one` |
//! | EX-10.8.5 | `guns::grazing_fire_sweeps_whoever_is_on_its_line` |
//! | EX-10.8.7 | `combat::a_formation_hit_with_a_check_is_one_check_at_plus_one_for_guns` |
//! | EX-10.9.3-1, EX-10.9.3-2 | `examples::guns_above_a_steep_slope_and_without_it` |
//! | EX-11.1.4 | `melee::the_example_of_two_lines` |
//! | EX-11.3.5 | `traps_close_combat::cavalry_counts_half_the_strength_of_heavy_infantry` |
//! | EX-11.3.6 | `traps_close_combat::momentum_counts_once` |
//! | EX-11.3.7 | `traps_close_combat::each_flank_or_rear_hex_counts_and_a_two_hex_attacker_may_hold_two` |
//! | EX-11.3.8 | `traps_close_combat::a_hedgehog_uses_its_own_column` |
//! | EX-11.7.4 | `traps_close_combat::three_pursuers_of_one_unit` |
//! | EX-12.2 | `examples::morale_seven_passes_on_seven` |
//! | EX-12.4.2 | `morale::printed_morale_is_four_to_eight` |
//! | EX-12.5 | `morale::reaching_the_threshold_costs_a_level_before_the_check` |

use super::scene::{charge_of, field_of};
use crate::common::position::{Game, hex, one};
use caracole_kernel::Side;
use caracole_ledger::proves;
use caracole_musketpike::{
    engine::choice::{Decision, Manner, Request, Target},
    hex::{Direction, Facing},
    world::MoraleState,
};

#[test]
fn fire_is_answered_at_every_trigger() {
    // EX-9.1.3: horse of 3-8 rides at horse of 4-6, fires, wins and advances next to dragoons.
    proves!("MPBS-9.1.3a", "MPBS-9.1.3b", "MPBS-9.1.3g", "MPBS-10.2a", "MPBS-11.4.9");
    let mut game = charge_of(&[
        ("A", "cuirassier 3 8", "0505", "E", ""),
        ("T", "cuirassier 4 6", "0705", "W", ""),
        ("V", "dragoons 2 6", "0805", "W", ""),
    ])
    .red_acts();
    let (a, t) = (game.id("A"), game.id("T"));
    game.start_move("A").step(Direction::Ne);
    game.answer("T").die(0);
    game.decide(Decision::Pistol(Target::Unit(t))).die(0);
    game.answer("T").die(0);
    assert_eq!(game.unit("T").shots, 2, "once for the ride, once for the shot");
    game.decline().end_actions();
    game.attack("A", "0705").fight();
    // Morale +2, 3 against 4 -1: 5 + 1 = 6.
    game.die(5).run();
    game.decide(Decision::Advance { unit: a, to: one("0705", Facing::E) }).decline();
    assert_eq!(game.asked(), (Side::Blue, Request::React(a)));
    game.answer("V").die(0);
}

#[test]
fn guns_above_a_steep_slope_and_without_it() {
    // EX-10.9.3-1 and -2 on a map of our own: the dead zone below the slope, and a wood that the line only clips.
    proves!("MPBS-10.9.3B-2", "MPBS-10.9.4a", "MPBS-10.9.5a");
    let guns = |steep: bool, target: &str, wood: Option<&str>| {
        let mut position = field_of(&[
            ("G", "artillery - 7", "0605", "E", "class = \"heavy\""),
            ("T", "heavy_infantry 8 7", target, "W", ""),
        ]);
        if steep {
            position = position.steep();
            for column in 1..=7 {
                for row in 1..=12 {
                    position = position.level(&format!("{column:02}{row:02}"), '1');
                }
            }
        }
        if let Some(wood) = wood {
            position = position.terrain(wood, 'w');
        }
        let game = position.red_acts();
        let shot =
            Decision::Cannonade { gun: game.id("G"), target: Target::Unit(game.id("T")), hex: hex(target) };
        let (side, _) = game.asked();
        game.battle.plan(side, &shot).err().map(|refusal| refusal.rule.id())
    };
    // One hex behind the crest: one hex hidden below it, with the slope; none without.
    assert_eq!(guns(true, "0804", None), Some("MPBS-10.9.3B-2"));
    assert_eq!(guns(false, "0804", None), None);
    assert_eq!(guns(true, "1003", None), None, "beyond the dead zone");
    // The line to 1004 goes through a part of 0804: a wood there is enough.
    assert_eq!(guns(false, "1004", None), None);
    assert_eq!(guns(false, "1004", Some("0804")), Some("MPBS-10.9.2a"));
    assert_eq!(guns(false, "1004", Some("1004")), None, "into a wood one sees");
}

#[test]
fn morale_seven_passes_on_seven() {
    // EX-12.2: 0 to 7 pass, 8 and 9 fail.
    proves!("MPBS-12.2a", "MPBS-12.2c");
    let check = |die: u8| -> Game {
        let mut game = field_of(&[
            ("A", "heavy_infantry 8 7", "0605", "E", ""),
            ("T", "heavy_infantry 8 7", "0705", "W", ""),
        ])
        .red_acts();
        game.decide(game.volley("A", Manner::Salvo, "T")).die(0).die(die);
        game
    };
    for die in 0..=9 {
        let expected = if die <= 7 { MoraleState::Normal } else { MoraleState::Shaken };
        assert_eq!(check(die).unit("T").morale, expected, "{die}");
    }
}
