//! Where implementations go wrong: each line of the list of traps has its own scenario here.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "../common/mod.rs"]
mod common;

#[path = "../rules/scene.rs"]
#[allow(dead_code, reason = "the rules' tests use the rest")]
mod scene;
mod traps_artillery;
mod traps_charge;
mod traps_close_combat;
mod traps_command;
mod traps_fire;
mod traps_in_play;
mod traps_movement;
mod traps_nested;
mod traps_preemption;
mod traps_readings;
mod traps_two_hex;

/// Each line of the list of traps, in its order, with the tests that spring it: file and function.
const TRAPS: &[(&str, &[&str])] = &[
    (
        "nested interruption, and the move resumes with its points unless the unit is Formation Broken",
        &[
            "traps/traps_nested.rs a_move_resumes_with_its_points_after_interception_combat_advance_and_reaction",
            "traps/traps_nested.rs a_unit_that_a_reaction_breaks_stops_at_once",
        ],
    ),
    (
        "the two cases in which the Active side reacts",
        &[
            "traps/traps_nested.rs intercepted_cavalry_fires_at_the_interceptor_first",
            "traps/traps_nested.rs active_units_react_to_an_inactive_advance_in_the_close_combat_step",
            "traps/traps_readings.rs trap_active_units_do_not_react_to_an_interceptors_advance",
        ],
    ),
    (
        "Reaction Close Combat comes first, and a named attack is then compulsory",
        &["traps/traps_close_combat.rs \
             inactive_combats_come_first_and_a_named_attack_is_made_if_it_still_can_be"],
    ),
    (
        "Charge Orders: engaged enemies, one enemy holds one unit, the anti-suicide clause",
        &[
            "traps/traps_charge.rs an_enemy_in_a_friends_front_may_be_left_to_him",
            "traps/traps_charge.rs one_enemy_holds_one_unit_only",
            "traps/traps_charge.rs light_troops_need_not_approach_the_front_of_heavy_infantry",
        ],
    ),
    (
        "command at the instant of acting or reacting, by links of the tracing unit's type",
        &[
            "traps/traps_command.rs a_unit_that_moves_up_brings_another_into_command",
            "traps/traps_command.rs each_link_has_the_length_of_its_own_type",
            "rules/command.rs out_of_command_nobody_comes_next_to_an_enemy",
        ],
    ),
    (
        "two-hex units: hexsides twice, arcs of halves, centre front, retreat whole, bridges",
        &[
            "traps/traps_two_hex.rs a_hexside_crossed_half_by_half_is_paid_twice",
            "traps/traps_two_hex.rs each_half_fires_into_its_own_arc_and_both_before_any_answer",
            "traps/traps_two_hex.rs a_two_hex_unit_attacks_its_centre_front_only_unless_swedish",
            "traps/traps_two_hex.rs a_two_hex_unit_retreats_whole_though_one_half_was_attacked",
            "traps/traps_two_hex.rs a_two_hex_line_squeezes_across_a_bridge_and_breaks",
        ],
    ),
    (
        "a failed Rally or Hedgehog costs a level",
        &[
            "traps/traps_fire.rs a_failed_rally_costs_a_level",
            "traps/traps_fire.rs a_failed_hedgehog_costs_a_level_and_the_attempt_is_compulsory_in_the_rear",
        ],
    ),
    (
        "taking cover is chosen before the roll",
        &["traps/traps_fire.rs taking_cover_is_chosen_before_the_shot_it_cancels"],
    ),
    (
        "who came first to a reciprocal hexside",
        &[
            "traps/traps_fire.rs a_reciprocal_hexside_protects_whoever_came_first",
            "traps/traps_in_play.rs trap_a_reciprocal_hexside_remembers_who_came_first_in_play",
        ],
    ),
    (
        "preemption: No Continue, then Finished; immunity of the Bypassed; only he answers a continuation",
        &[
            "traps/traps_preemption.rs a_failure_costs_continuation_and_a_second_one_the_activation",
            "traps/traps_preemption.rs a_bypassed_wing_goes_next_and_cannot_be_preempted",
            "traps/traps_preemption.rs only_the_bypassed_leader_answers_the_preemptors_continuation",
        ],
    ),
    (
        "artillery: turning, restacking, reacting use the one shot; disabled guns change hands",
        &[
            "traps/traps_artillery.rs firing_and_turning_each_use_the_one_shot_of_the_turn",
            "traps/traps_in_play.rs trap_restacking_is_the_guns_one_shot_and_silences_the_stack",
            "traps/traps_artillery.rs a_gun_answers_movement_in_its_grazing_range_only",
            "traps/traps_artillery.rs lone_guns_are_captured_and_change_hands",
        ],
    ),
    (
        "the second gentle slope, Open Order to Formation Broken, the cap of four, Momentum lost in small ways",
        &[
            "traps/traps_movement.rs only_the_second_gentle_slope_disorders",
            "traps/traps_in_play.rs trap_open_order_goes_straight_to_formation_broken",
            "traps/traps_close_combat.rs modifiers_are_capped_at_four",
            "traps/traps_movement.rs momentum_is_won_in_two_clear_hexes_and_lost_in_many_small_ways",
        ],
    ),
];

#[test]
fn every_trap_has_its_tests() {
    assert_eq!(TRAPS.len(), 12);
    TRAPS.iter().flat_map(|(_, tests)| *tests).for_each(|test| common::is_a_test(test));
}
