//! Where implementations go wrong: each case has tests of its own.

use crate::common::is_a_test;

/// Each case with its tests: file and function.
const CASES: &[(&str, &[&str])] = &[
    (
        "nested interruption, and the move resumes with its points unless the unit is Formation Broken",
        &[
            "procedures/nested_reactions.rs a_move_resumes_with_its_points_after_interception_combat_advance_and_reaction",
            "procedures/nested_reactions.rs a_unit_that_a_reaction_breaks_stops_at_once",
        ],
    ),
    (
        "the two cases in which the Active side reacts",
        &[
            "procedures/nested_reactions.rs intercepted_cavalry_fires_at_the_interceptor_first",
            "procedures/nested_reactions.rs active_units_react_to_an_inactive_advance_in_the_close_combat_step",
            "procedures/nested_reactions.rs active_units_do_not_react_to_an_interceptors_advance",
        ],
    ),
    (
        "Reaction Close Combat comes first, and a named attack is then compulsory",
        &[
            "procedures/close_combat_results.rs inactive_combats_come_first_and_a_named_attack_is_made_if_it_still_can_be",
        ],
    ),
    (
        "Charge Orders: engaged enemies, one enemy holds one unit, the anti-suicide clause",
        &[
            "procedures/charge_orders.rs an_enemy_in_a_friends_front_may_be_left_to_him",
            "procedures/charge_orders.rs one_enemy_holds_one_unit_only",
            "procedures/charge_orders.rs light_troops_need_not_approach_the_front_of_heavy_infantry",
        ],
    ),
    (
        "command at the instant of acting or reacting, by links of the tracing unit's type",
        &[
            "procedures/command.rs a_unit_that_moves_up_brings_another_into_command",
            "procedures/command.rs each_link_has_the_length_of_its_own_type",
            "procedures/command.rs out_of_command_nobody_comes_next_to_an_enemy",
        ],
    ),
    (
        "two-hex units: hexsides twice, arcs of halves, centre front, retreat whole, bridges",
        &[
            "procedures/two_hex_units.rs a_hexside_crossed_half_by_half_is_paid_twice",
            "procedures/two_hex_units.rs each_half_fires_into_its_own_arc_and_both_before_any_answer",
            "procedures/two_hex_units.rs a_two_hex_unit_attacks_its_centre_front_only_unless_swedish",
            "procedures/two_hex_units.rs a_two_hex_unit_retreats_whole_though_one_half_was_attacked",
            "procedures/two_hex_units.rs a_two_hex_line_squeezes_across_a_bridge_and_breaks",
        ],
    ),
    (
        "a failed Rally or Hedgehog costs a level",
        &[
            "procedures/fire_and_morale.rs a_failed_rally_costs_a_level",
            "procedures/fire_and_morale.rs a_failed_hedgehog_costs_a_level_and_the_attempt_is_compulsory_in_the_rear",
        ],
    ),
    (
        "taking cover is chosen before the roll",
        &["procedures/fire_and_morale.rs taking_cover_is_chosen_before_the_shot_it_cancels"],
    ),
    (
        "who came first to a reciprocal hexside",
        &[
            "procedures/fire_and_morale.rs a_reciprocal_hexside_protects_whoever_came_first",
            "procedures/fire_and_morale.rs a_reciprocal_hexside_remembers_who_came_first_in_play",
        ],
    ),
    (
        "preemption: No Continue, then Finished; immunity of the Bypassed; only he answers a continuation",
        &[
            "procedures/preemption.rs a_failure_costs_continuation_and_a_second_one_the_activation",
            "procedures/preemption.rs a_bypassed_wing_goes_next_and_cannot_be_preempted",
            "procedures/preemption.rs only_the_bypassed_leader_answers_the_preemptors_continuation",
        ],
    ),
    (
        "artillery: turning, restacking, reacting use the one shot; disabled guns change hands",
        &[
            "procedures/artillery.rs firing_and_turning_each_use_the_one_shot_of_the_turn",
            "procedures/artillery.rs restacking_is_the_guns_one_shot_and_silences_the_stack",
            "procedures/artillery.rs a_gun_answers_movement_in_its_grazing_range_only",
            "procedures/artillery.rs lone_guns_are_captured_and_change_hands",
        ],
    ),
    (
        "the second gentle slope, Open Order to Formation Broken, the cap of four, Momentum lost in small ways",
        &[
            "procedures/movement.rs only_the_second_gentle_slope_disorders",
            "procedures/movement.rs open_order_goes_straight_to_formation_broken",
            "procedures/close_combat_results.rs modifiers_are_capped_at_four",
            "procedures/movement.rs momentum_is_won_in_two_clear_hexes_and_lost_in_many_small_ways",
        ],
    ),
];

#[test]
fn every_difficult_case_has_its_tests() {
    assert_eq!(CASES.len(), 12);
    CASES.iter().flat_map(|(_, tests)| *tests).for_each(|test| is_a_test(test));
}
