//! The rulebook's worked examples, and where each is shown.

use crate::common::{
    field::{charge_of, field_of},
    is_a_test,
    position::{Game, Position, hex, one},
};
use caracole_kernel::Side;
use caracole_ledger::{Example, proves};
use caracole_musketpike::{
    hex::{Direction, Facing},
    messages::{Decision, Manner, Reform, Request, Target, Through},
    world::{Formation, MoraleState},
};

/// Each worked example of the ledger, and the tests that play it: file and function.
const EXAMPLES: &[(&str, &[&str])] = &[
    ("MPBS-EX-4.2.1-1", &["procedures/activation.rs wings_alternate_within_a_level_of_orders"]),
    ("MPBS-EX-4.2.1-2", &["procedures/activation.rs wings_alternate_within_a_level_of_orders"]),
    ("MPBS-EX-5.1.1", &["procedures/leaders.rs the_army_commander_rallies_a_charging_unit_with_its_action"]),
    (
        "MPBS-EX-5.3.4-1",
        &[
            "procedures/leaders.rs a_leader_out_for_a_turn_is_covered_and_comes_back",
            "procedures/leaders.rs the_commander_of_a_wing_that_is_no_more_gets_no_roll",
        ],
    ),
    (
        "MPBS-EX-5.3.4-2",
        &[
            "procedures/leaders.rs a_leader_who_does_not_return_is_replaced_and_counts_for_the_enemy",
            "procedures/leaders.rs the_commander_of_a_wing_that_is_no_more_gets_no_roll",
        ],
    ),
    ("MPBS-EX-5.4.3", &["procedures/command.rs one_hex_out_of_command_it_comes_back_and_goes_on"]),
    ("MPBS-EX-6.2.1", &["procedures/two_hex_units.rs wheeling_one_hex_costs_one_point_and_the_ground"]),
    (
        "MPBS-EX-6.3.3",
        &[
            "procedures/movement.rs open_order_takes_no_hits_from_the_ground",
            "examples.rs two_reforms_near_the_leader_undo_a_slope_and_a_stream",
        ],
    ),
    ("MPBS-EX-7.3.1", &["procedures/movement.rs steep_slope_and_stream_break_a_formed_unit_and_it_stops"]),
    ("MPBS-EX-7.3.2-1", &["procedures/movement.rs a_hedge_costs_a_point_and_disorders_cavalry_only"]),
    (
        "MPBS-EX-7.3.2-2",
        &["procedures/two_hex_units.rs counter_march_and_two_hexes_take_the_whole_allowance"],
    ),
    ("MPBS-EX-7.4", &["procedures/ground.rs units_queue_at_a_single_entry_hex"]),
    ("MPBS-EX-8.2.1", &["procedures/stacks.rs a_stack_is_too_slow_to_intercept_cavalry"]),
    ("MPBS-EX-8.2.2", &["procedures/stacks.rs a_stack_takes_the_worse_states_of_the_two"]),
    ("MPBS-EX-8.4", &["procedures/stacks.rs cavalry_absorbs_cavalry"]),
    ("MPBS-EX-9.1.3", &["examples.rs fire_is_answered_at_every_trigger"]),
    ("MPBS-EX-9.3.3", &["procedures/interceptions.rs heavy_infantry_is_met_in_its_rear"]),
    ("MPBS-EX-9.4.1a", &["procedures/reactions.rs exhausted_heavy_infantry_does_not_answer_again"]),
    ("MPBS-EX-10.1.4", &["procedures/fire.rs the_long_example_of_three_lines"]),
    ("MPBS-EX-10.2", &["procedures/fire.rs the_long_example_of_three_lines"]),
    (
        "MPBS-EX-10.6.5",
        &["procedures/fire_and_morale.rs two_hits_by_a_salvo_at_morale_seven_are_one_roll_at_plus_one"],
    ),
    ("MPBS-EX-10.8.5", &["procedures/artillery.rs grazing_fire_sweeps_whoever_is_on_its_line"]),
    (
        "MPBS-EX-10.8.7",
        &["procedures/artillery.rs a_formation_hit_with_a_check_is_one_check_at_plus_one_for_guns"],
    ),
    ("MPBS-EX-10.9.3-1", &["examples.rs guns_above_a_steep_slope_and_without_it"]),
    ("MPBS-EX-10.9.3-2", &["examples.rs guns_above_a_steep_slope_and_without_it"]),
    ("MPBS-EX-11.1.4", &["procedures/close_combat.rs the_example_of_two_lines"]),
    (
        "MPBS-EX-11.3.5",
        &["procedures/close_combat_results.rs cavalry_counts_half_the_strength_of_heavy_infantry"],
    ),
    ("MPBS-EX-11.3.6", &["procedures/close_combat_results.rs momentum_counts_once"]),
    (
        "MPBS-EX-11.3.7",
        &[
            "procedures/close_combat_results.rs each_flank_or_rear_hex_counts_and_a_two_hex_attacker_may_hold_two",
        ],
    ),
    ("MPBS-EX-11.3.8", &["procedures/close_combat_results.rs a_hedgehog_uses_its_own_column"]),
    ("MPBS-EX-11.7.4", &["procedures/close_combat_results.rs three_pursuers_of_one_unit"]),
    ("MPBS-EX-12.2", &["examples.rs morale_seven_passes_on_seven"]),
    ("MPBS-EX-12.4.2", &["procedures/morale.rs printed_morale_is_four_to_eight"]),
    ("MPBS-EX-12.5", &["procedures/morale.rs reaching_the_threshold_costs_a_level_before_the_check"]),
];

#[test]
fn every_worked_example_has_its_test() {
    let stated: Vec<&str> =
        Example::all().iter().map(|example| example.id).filter(|id| id.starts_with("MPBS-")).collect();
    let shown: Vec<&str> = EXAMPLES.iter().map(|(id, _)| *id).collect();
    assert_eq!(shown, stated, "the table keeps to the order of the ledger");
    EXAMPLES.iter().flat_map(|(_, tests)| *tests).for_each(|test| is_a_test(test));
}

#[test]
fn two_reforms_near_the_leader_undo_a_slope_and_a_stream() {
    // EX-6.3.3, its end: from Formation Broken two Reforms, under Make Ready only with the leader next to the unit.
    proves!("MPBS-5.6.2b", "MPBS-6.4a", "MPBS-13.2.3b");
    let foot = |commander: &str| {
        let mut game = Position::new()
            .wing("ra", "make_ready", commander)
            .wing("ba", "rally", "1910")
            .unit("A", "ra", "heavy_infantry 5 6", "0605", "E", "formation = \"broken\"")
            .unit("K", "ra", "cuirassier 4 7", commander, "E", "")
            .unit("S", "ba", "cuirassier 4 7", "1910", "E", "")
            .play();
        game.activate(0);
        game
    };
    let away = foot("0405");
    assert_eq!(away.refused(away.reform("A", Reform::Formation, Through::Wing)), "MPBS-13.2.3a");
    let mut game = foot("0505");
    game.decide(game.reform("A", Reform::Formation, Through::Wing));
    assert_eq!(game.unit("A").formation, Formation::Shaken);
    // The second needs another activation: here a continuation.
    game.end_actions().decide(Decision::Continue { help: Default::default() }).die(0);
    game.begin();
    game.decide(game.reform("A", Reform::Formation, Through::Wing));
    assert_eq!(game.unit("A").formation, Formation::Normal);
}

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
