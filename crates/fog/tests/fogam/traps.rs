//! Where programs go wrong with this book: every place has its scenarios, named by file (below `tests`) and function.
//! What lines say about the set-up is proved there.

use std::path::Path;

const TRAPS: &[(&str, &[&str])] = &[
    (
        "Close combat re-rolls go by the difference",
        &[
            "fog/ancients/dice.rs re_rolls_by_difference_of_quality",
            "fog/ancients/dice.rs quality_re_rolls_by_own_quality",
            "fogam/impact/holding_back.rs shock_troops_that_fail_to_hold_back_charge",
        ],
    ),
    (
        "Death rolls come before cohesion tests",
        &[
            "fogam/outcome/sequence.rs commander_death_roll_and_only_then_the_test",
            "fogam/outcome/sequence.rs shooting_death_roll_before_test",
            "fog/ancients/losses.rs a_base_just_lost_counts_in_the_test",
        ],
    ),
    (
        "Mounted light spear is worked out after",
        &[
            "fog/ancients/advantage.rs mounted_light_spear_is_worked_out_last",
            "fog/ancients/advantage.rs better_armour",
            "fog/ancients/advantage.rs mounted_against_loose_foot",
        ],
    ),
    (
        "STEADY is judged per base",
        &[
            "fogam/position/ground.rs horses_fear_elephants_and_camels_and_camels_elephants",
            "fog/ancients/advantage.rs standing_spears_and_pikes",
        ],
    ),
    (
        "Impact: equal numbers over the whole combat",
        &[
            "fog/ancients/dice.rs pairing_at_impact",
            "fog/ancients/lost_dice.rs the_whole_loss_comes_first_and_is_shared_out_once",
            "fog/ancients/dice.rs support_shooting_dice",
        ],
    ),
    (
        "Charging without orders",
        &[
            "fogam/impact/holding_back.rs whom_shock_troops_are_tempted_by",
            "fogam/impact/holding_back.rs ground_that_excuses_them",
            "fogam/impact/holding_back.rs they_burst_through_friends_and_set_them_back",
            "fogam/impact/holding_back.rs without_room_for_the_friends_they_stay_and_drop_a_level",
        ],
    ),
    (
        "Any enemy contactable in the path",
        &[
            "fogam/impact/declaring.rs files_step_forward_into_enemy_in_their_path",
            "fogam/impact/declaring.rs a_test_to_charge_is_due_for_anybody_who_can_be_contacted",
            "fogam/impact/fragmented.rs fragmented_troops_behind_friends_test_when_uncovered",
        ],
    ),
    (
        "A flank contact that does not qualify",
        &[
            "fogam/impact/declaring.rs no_charge_on_the_side_of_bases_held_to_their_front_unless_it_is_a_flank_charge",
            "fogam/impact/flanks.rs close_chargers_who_wheel_make_no_flank_charge",
            "fogam/manoeuvre/melee.rs files_step_up_and_flanks_met_without_a_flank_charge_are_fought_in_front",
        ],
    ),
    (
        "Evades: the 90",
        &[
            "fogam/impact/evading.rs charged_in_flank_they_evade_only_with_the_charge",
            "fogam/impact/evading.rs evaders_shift_drop_back_or_burst_through",
            "fogam/impact/evading.rs evaders_who_can_neither_pass_nor_shift_burst_through",
            "fogam/impact/evading.rs skirmishers_caught_in_rear_by_battle_troops_are_destroyed_and_the_charge_goes_on",
        ],
    ),
    (
        "Chargers roll a variable distance only if",
        &[
            "fogam/impact/evading.rs chargers_throw_for_distance_only_if_nobody_else_is_in_reach",
            "fogam/impact/evading.rs those_whom_only_the_die_of_a_charge_reaches_evade_late",
        ],
    ),
    (
        "Break-offs are compulsory",
        &[
            "fogam/joint/leaving.rs mounted_break_off_from_steady_foot_without_being_asked",
            "fogam/joint/leaving.rs those_who_cannot_break_off_drop_a_level_and_stay",
        ],
    ),
    (
        "Losing and seeing a commander lost",
        &[
            "fog/ancients/cohesion.rs commanders_fall_before_the_tests",
            "fog/ancients/cohesion.rs commanders_in_tests",
        ],
    ),
    ("Being shot at by artillery or firearms", &["fog/ancients/cohesion.rs tests_for_shooting"]),
    (
        "Scythed chariots have two removal rules",
        &[
            "fogam/joint/leaving.rs scythed_chariots_at_unbroken_enemy_leave_when_the_phase_begins",
            "fogam/joint/leaving.rs scythed_chariots_that_have_charged_leave_when_it_ends_and_others_stay",
        ],
    ),
    (
        "Routers and pursuers: different slide",
        &[
            "fogam/joint/routers.rs routers_slide_up_to_two_base_widths_past_enemy",
            "fogam/joint/routers.rs routers_whom_nobody_touches_reform_and_run_home_without_a_die",
            "fogam/outcome/after_pursuit.rs fresh_enemy_hit_in_the_melee_phase_are_fought_in_the_next_impact_phase",
        ],
    ),
    (
        "Pikemen use the undrilled-with-commander column",
        &[
            "fogam/options.rs undrilled_pikemen_pass_on_7_or_on_8",
            "fogam/manoeuvre/table.rs the_table_of_moves",
            "fogam/manoeuvre/table.rs undrilled_foot_close_to_the_enemy_go_straight_on_or_test",
            "fogam/manoeuvre/advance.rs heavy_foot_and_archers_go_a_fourth_mu_far_from_the_enemy",
            "fogam/manoeuvre/turns.rs a_turn_gives_the_least_width_that_covers_the_old_depth",
        ],
    ),
    (
        "Restricted area: bases in front edge contact",
        &[
            "fogam/manoeuvre/pinned.rs bases_in_front_edge_contact_pin_nobody_and_overlaps_do",
            "fogam/manoeuvre/pinned.rs files_outside_every_restricted_area_may_be_given_up",
            "fogam/manoeuvre/feeding.rs idle_rear_ranks_widen_the_front_by_one_file",
        ],
    ),
    (
        "Shooting: long range is optional",
        &[
            "fogam/shooting/targets.rs guns_take_the_nearest_and_at_long_range_their_player_decides_whether",
            "fog/ancients/shooting.rs shooting_that_cannot_matter_is_not_rolled",
            "fogam/shooting/targets.rs moves_that_silence_shooters",
            "fogam/shooting/targets.rs archers_choose_among_pikes_and_knights_in_melee",
        ],
    ),
    (
        "Camps: contact is a charge",
        &[
            "fogam/impact/declaring.rs the_enemy_camp_is_charged_without_a_test",
            "fogam/melee/mod.rs only_foot_battle_troops_and_elephants_roll_for_a_fortified_camp",
        ],
    ),
    ("Set-up: territory comes from the opponent", &["fog/ancients/around.rs initiative_and_first_turn"]),
];

#[test]
fn every_trap_has_its_tests() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    for (line, named) in TRAPS {
        for test in *named {
            let (file, name) = test.split_once(' ').expect("file and name");
            let text = std::fs::read_to_string(tests.join(file)).unwrap_or_default();
            assert!(text.contains(&format!("fn {name}()")), "{line}: {file} has no test {name}");
        }
    }
}
