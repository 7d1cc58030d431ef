//! Every reading that the ledger marks as unclear has its scenarios, named by file (below `tests`) and function.

use caracole_ledger::{Kind, System};
use std::collections::BTreeSet;
use std::path::Path;

/// Diagrams are lost with the printed page: what they show is stated by other rules.
const LOST: &str = "FOGAM-DIAGRAM-";

#[rustfmt::skip]
const READINGS: &[(&str, &[&str])] = &[
    ("FOGAM-BASICS-006", &["fogam/turn.rs bases_are_all_as_wide_and_a_movement_unit_is_what_was_agreed"]),
    ("FOGAM-TROOPS-005", &["fog/armies/troops.rs borrowed_rules"]),
    ("FOGAM-TROOPS-006", &["fog/armies/troops.rs skirmishers"]),
    ("FOGAM-TROOPS-015", &["fog/armies/troops.rs shock_troops_of_the_ancients"]),
    ("FOGAM-TROOPS-018", &["fog/armies/troops.rs shock_troops_of_the_ancients"]),
    ("FOGAM-BG-008", &["fog/armies/composition.rs sizes_of_the_ancients"]),
    ("FOGAM-BG-012", &[
        "fog/armies/formation_legal.rs reading_bg_007_a_short_rear_rank_may_stand_anywhere_behind",
        "fog/armies/formation_legal.rs shapes_of_eight_bases",
    ]),
    ("FOGAM-BG-013", &["fogam/manoeuvre/formations.rs an_orb_has_two_files_half_its_ranks_turned"]),
    ("FOGAM-BG-017", &[
        "fogam/manoeuvre/advance.rs a_column_bends_where_it_wheels",
        "fog/armies/formation_depth.rs ancient_columns",
    ]),
    ("FOGAM-BG-021", &[
        "fog/ancients/gauls_and_romans.rs the_romans_lose_the_impact_by_five_hits_to_four",
        "fog/ancients/dice.rs re_rolls_by_difference_of_quality",
        "fog/ancients/ask.rs hits_and_re_rolls",
    ]),
    ("FOGAM-BG-022", &["fog/ancients/dice.rs re_rolls_by_difference_of_quality"]),
    ("FOGAM-BG-024", &["fog/ancients/dice.rs quality_re_rolls_by_own_quality"]),
    ("FOGAM-BG-029", &["fog/ancients/dice.rs upgrades_at_impact"]),
    ("FOGAM-BG-030", &[
        "fog/ancients/gauls_and_romans.rs three_ranks_of_gauls_would_have_fought_as_superior",
        "fog/ancients/dice.rs upgrades_at_impact",
    ]),
    ("FOGAM-BG-031", &[
        "fog/ancients/gauls_and_romans.rs three_ranks_of_gauls_would_have_fought_as_superior",
        "fog/ancients/dice.rs a_commander_in_the_front_rank_raises_re_rolls",
    ]),
    ("FOGAM-BG-038", &[
        "fogam/manoeuvre/examples.rs a_roman_battle_group_partly_in_rough_ground",
        "fog/ancients/around.rs modifiers_and_scores_of_complex_move_tests",
    ]),
    ("FOGAM-COMMAND-004", &[
        "fogam/manoeuvre/commanders.rs reading_move_100",
        "fogam/manoeuvre/commanders.rs command_range_is_measured_from_the_nearest_point_of_the_commanders_base",
    ]),
    ("FOGAM-COMMAND-015", &[
        "fogam/manoeuvre/lines.rs who_goes_with_whom",
        "fog/armies/troops.rs battle_lines",
    ]),
    ("FOGAM-COMMAND-017", &[
        "fogam/manoeuvre/lines.rs who_goes_with_whom",
        "fog/armies/troops.rs battle_lines",
    ]),
    ("FOGAM-ARMY-002", &["fog/armies/books.rs ancient_armies_cost_what_the_ledger_says"]),
    ("FOGAM-ARMY-005", &["fog/armies/books.rs ancient_armies_cost_what_the_ledger_says"]),
    ("FOGAM-ARMY-006", &["fog/armies/books.rs every_built_in_file_loads_and_is_legal"]),
    ("FOGAM-TURN-007", &[
        "fogam/joint/routers.rs broken_troops_at_half_their_bases_are_removed_and_lose_2_points",
        "fog/ancients/around.rs attrition_and_army_rout",
    ]),
    ("FOGAM-TURN-010", &["fog/ancients/around.rs descriptions_that_make_no_sense_are_refused"]),
    ("FOGAM-TURN-013", &["fog/ancients/shooting.rs shooting_dice_by_troops_and_range"]),
    ("FOGAM-MOVE-002", &["fogam/turn.rs a_move_can_be_taken_back_until_the_next_and_hides_nothing"]),
    ("FOGAM-MOVE-006", &[
        "fogam/manoeuvre/advance.rs heavy_foot_and_archers_go_a_fourth_mu_far_from_the_enemy",
        "fogam/manoeuvre/advance.rs heavy_chariots_and_engines_keep_out_of_difficult_ground",
        "fogam/position/ground.rs every_kind_of_ground_has_its_grade_and_rates_go_by_it",
    ]),
    ("FOGAM-MOVE-007", &[
        "fogam/manoeuvre/examples.rs a_roman_battle_group_partly_in_rough_ground",
        "fogam/position/ground.rs the_table_of_disorder",
    ]),
    ("FOGAM-MOVE-009", &[
        "fogam/manoeuvre/advance.rs reading_move_009",
        "fogam/joint/routers.rs heavy_foot_who_rout_far_from_the_enemy_go_a_fourth_mu",
        "fogam/outcome/pursuits.rs heavy_foot_pursue_a_fourth_mu_where_no_enemy_is_near",
    ]),
    ("FOGAM-MOVE-010", &["fogam/manoeuvre/formations.rs heavy_guns_pivot_forwards_or_backwards_after_a_test"]),
    ("FOGAM-MOVE-016", &["fogam/manoeuvre/advance.rs columns_on_a_road_wheel_freely_and_go_no_further"]),
    ("FOGAM-MOVE-023", &[
        "fogam/options.rs undrilled_pikemen_pass_on_7_or_on_8",
        "fogam/manoeuvre/table.rs the_table_of_moves",
        "fog/ancients/around.rs modifiers_and_scores_of_complex_move_tests",
    ]),
    ("FOGAM-MOVE-025", &[
        "fogam/manoeuvre/table.rs the_table_of_moves",
        "fogam/manoeuvre/table.rs battle_troops_that_can_evade_turn_retire_and_turn_back",
        "fogam/manoeuvre/table.rs an_advance_with_a_turn_or_an_expansion_is_two_mu_shorter",
    ]),
    ("FOGAM-MOVE-031", &["fogam/manoeuvre/table.rs undrilled_foot_close_to_the_enemy_go_straight_on_or_test"]),
    ("FOGAM-MOVE-034", &[
        "fogam/manoeuvre/table.rs who_fails_makes_a_simple_move_at_once",
        "fog/ancients/around.rs modifiers_and_scores_of_complex_move_tests",
        "fog/ancients/ask.rs complex_moves_deaths_and_variable_moves",
    ]),
    ("FOGAM-MOVE-035", &[
        "fogam/manoeuvre/table.rs reading_move_035",
        "fogam/manoeuvre/lines.rs a_line_that_fails_makes_a_simple_move_together",
        "fogam/manoeuvre/table.rs who_fails_makes_a_simple_move_at_once",
    ]),
    ("FOGAM-MOVE-038", &["fogam/manoeuvre/table.rs reading_move_038"]),
    ("FOGAM-MOVE-044", &["fogam/manoeuvre/lines.rs a_line_only_advances_with_one_wheel_at_the_pace_of_its_slowest"]),
    ("FOGAM-MOVE-046", &["fogam/manoeuvre/passing.rs friends_beside_do_not_hinder_a_wheel_out_of_line"]),
    ("FOGAM-MOVE-059", &[
        "fogam/manoeuvre/turns.rs reading_move_059",
        "fogam/manoeuvre/turns.rs friends_that_have_moved_hold_their_ground",
        "fogam/manoeuvre/turns.rs nobody_is_shifted_by_more_than_a_base_width",
    ]),
    ("FOGAM-MOVE-060", &["fogam/manoeuvre/shifts.rs a_base_width_goes_with_the_full_distance_and_no_enemy_close"]),
    ("FOGAM-MOVE-068", &["fogam/manoeuvre/turns.rs expansions_and_contractions"]),
    ("FOGAM-MOVE-069", &[
        "fogam/outcome/routs.rs the_initial_rout_is_the_normal_move_and_the_die",
        "fog/ancients/around.rs variable_moves",
        "fog/ancients/ask.rs complex_moves_deaths_and_variable_moves",
    ]),
    ("FOGAM-MOVE-083", &[
        "fogam/impact/evading.rs evaders_shift_drop_back_or_burst_through",
        "fogam/manoeuvre/passing.rs only_light_foot_change_shape_and_pass",
    ]),
    ("FOGAM-MOVE-086", &["fogam/impact/holding_back.rs without_room_for_the_friends_they_stay_and_drop_a_level"]),
    ("FOGAM-MOVE-088", &[
        "fogam/impact/evading.rs evaders_without_room_beyond_friends_halt_before_them",
        "fogam/outcome/stopped.rs routers_stopped_by_friends_halt_and_the_first_of_these_drop",
    ]),
    ("FOGAM-MOVE-102", &["fogam/melee/mod.rs a_commander_in_front_fights_where_the_enemy_is_touched_and_is_bound_there"]),
    ("FOGAM-MOVE-103", &[
        "fogam/manoeuvre/commanders.rs reading_move_103",
        "fogam/manoeuvre/commanders.rs enemies_drive_a_lone_commander_to_the_nearest_friends",
    ]),
    ("FOGAM-IMPACT-002", &["fogam/impact/evading.rs each_evade_is_made_before_the_next_is_chosen"]),
    ("FOGAM-IMPACT-011", &["fogam/impact/declaring.rs a_test_to_charge_is_due_for_anybody_who_can_be_contacted"]),
    ("FOGAM-IMPACT-012", &["fogam/impact/declaring.rs chargers_drop_a_base_back_for_friends_and_ground_but_not_for_enemy"]),
    ("FOGAM-IMPACT-018", &[
        "fogam/impact/declaring.rs a_wheel_costs_no_dice_and_at_most_ninety_degrees",
        "fogam/impact/declaring.rs a_wheel_is_measured_by_dice_and_not_by_bases",
    ]),
    ("FOGAM-IMPACT-021", &["fogam/impact/fighting.rs who_drops_back_a_base_in_the_charge_is_no_column"]),
    ("FOGAM-IMPACT-041", &["fogam/impact/flanks.rs if_all_bases_contacted_are_held_one_turns"]),
    ("FOGAM-IMPACT-042", &["fogam/impact/flanks.rs it_drops_the_target_a_level_and_only_bases_touched_turn"]),
    ("FOGAM-IMPACT-051", &[
        "fogam/impact/holding_back.rs whom_shock_troops_are_tempted_by",
        "fog/ancients/around.rs shock_troops_must_hold_back",
    ]),
    ("FOGAM-IMPACT-063", &[
        "fogam/impact/holding_back.rs they_wheel_as_little_as_they_can",
        "fogam/impact/holding_back.rs they_drop_a_base_back_if_they_must",
    ]),
    ("FOGAM-IMPACT-067", &[
        "fogam/impact/declaring.rs light_foot_charge_battle_troops_in_terrain_by_a_test",
        "fog/ancients/around.rs tests_before_charges",
    ]),
    ("FOGAM-IMPACT-070", &[
        "fogam/impact/evading.rs skirmishers_must_evade_battle_troops",
        "fogam/impact/evading.rs those_who_must_evade_may_have_a_choice_of_ways_but_not_to_stand",
    ]),
    ("FOGAM-IMPACT-087", &["fogam/impact/intercepting.rs who_intercepts_whom"]),
    ("FOGAM-IMPACT-090", &[
        "fogam/impact/intercepting.rs reading_impact_090",
        "fogam/impact/intercepting.rs who_intercepts_whom",
        "fogam/impact/intercepting.rs orbs_and_kinked_columns_do_not_intercept",
    ]),
    ("FOGAM-IMPACT-098", &[
        "fogam/impact/evading.rs who_can_evade",
        "fog/ancients/around.rs simple_complex_and_impossible_moves",
    ]),
    ("FOGAM-IMPACT-116", &["fogam/impact/evading.rs only_fortified_camps_and_impassable_ground_are_shifted_round"]),
    ("FOGAM-IMPACT-119", &["fogam/impact/evading.rs chargers_throw_for_distance_only_if_nobody_else_is_in_reach"]),
    ("FOGAM-IMPACT-120", &[
        "fogam/impact/declaring.rs the_direction_is_fixed_before_responses",
        "fogam/impact/evading.rs chargers_wheel_anew_after_evaders_who_left_their_path",
    ]),
    ("FOGAM-IMPACT-123", &["fogam/impact/evading.rs skirmishers_caught_in_rear_by_battle_troops_are_destroyed_and_the_charge_goes_on"]),
    ("FOGAM-IMPACT-125", &[
        "fogam/impact/holding_back.rs reading_impact_125",
        "fogam/impact/declaring.rs the_enemy_camp_is_charged_without_a_test",
        "fogam/manoeuvre/shifts.rs a_camp_is_reached_by_a_charge_alone",
    ]),
    ("FOGAM-IMPACT-126", &["fogam/impact/evading.rs each_evade_is_made_before_the_next_is_chosen"]),
    ("FOGAM-MANOEUVRE-002", &[
        "fogam/manoeuvre/melee.rs the_active_side_slides_into_line_at_the_start_of_the_phase",
        "fogam/manoeuvre/melee.rs who_only_overlapped_is_free_to_go",
    ]),
    ("FOGAM-MANOEUVRE-003", &["fogam/manoeuvre/formations.rs stakes_go_down_early_stand_where_the_front_was_and_stay_there"]),
    ("FOGAM-MANOEUVRE-007", &["fogam/manoeuvre/melee.rs reforming_keeps_contacts_and_faces_who_fights"]),
    ("FOGAM-MANOEUVRE-016", &[
        "fogam/manoeuvre/melee.rs reading_manoeuvre_016",
        "fogam/manoeuvre/melee.rs who_cannot_conform_fights_on_offset",
        "fogam/manoeuvre/melee.rs friends_make_room_by_a_base_width_at_most",
    ]),
    ("FOGAM-MANOEUVRE-018", &["fogam/manoeuvre/melee.rs only_those_who_did_not_charge_stay_out_of_danger"]),
    ("FOGAM-MANOEUVRE-025", &[
        "fogam/manoeuvre/feeding.rs reading_manoeuvre_025",
        "fogam/manoeuvre/feeding.rs skirmishers_and_routers_make_room_for_those_who_meet_an_overlap",
    ]),
    ("FOGAM-MANOEUVRE-033", &["fogam/manoeuvre/pinned.rs within_two_mu_they_go_straight_on_wheel_parallel_stay_or_leave"]),
    ("FOGAM-MANOEUVRE-038", &["fogam/manoeuvre/pinned.rs a_move_into_overlap_heeds_no_restricted_area"]),
    ("FOGAM-MANOEUVRE-044", &[
        "fogam/manoeuvre/pinned.rs reading_manoeuvre_044",
        "fogam/manoeuvre/pinned.rs bases_in_front_edge_contact_pin_nobody_and_overlaps_do",
    ]),
    ("FOGAM-MANOEUVRE-052", &[
        "fogam/setup/ambush.rs reading_setup_023",
        "fogam/manoeuvre/ambush.rs a_second_move_stops_where_it_sees_ambushers",
        "fogam/setup/ambush.rs an_approach_reveals_the_ambush_at_once_and_then_the_move_is_completed",
    ]),
    ("FOGAM-MANOEUVRE-056", &[
        "fogam/manoeuvre/shifts.rs reading_manoeuvre_056",
        "fogam/manoeuvre/shifts.rs wagons_come_into_contact_only_as_an_overlap",
    ]),
    ("FOGAM-SHOOT-004", &["fog/ancients/shooting.rs shooting_that_cannot_matter_is_not_rolled"]),
    ("FOGAM-SHOOT-006", &[
        "fogam/shooting/targets.rs the_arc_is_a_base_width_to_each_side_and_ahead_of_the_front",
        "fog/ancients/around.rs descriptions_that_make_no_sense_are_refused",
    ]),
    ("FOGAM-SHOOT-007", &["fog/ancients/shooting.rs shooting_dice_by_troops_and_range"]),
    ("FOGAM-SHOOT-020", &[
        "fogam/shooting/targets.rs light_horse_and_light_chariots_with_bow_shoot_to_their_rear",
        "fog/ancients/around.rs descriptions_that_make_no_sense_are_refused",
    ]),
    ("FOGAM-SHOOT-021", &["fog/ancients/shooting.rs shooting_dice_by_troops_and_range"]),
    ("FOGAM-SHOOT-022", &["fogam/shooting/sight.rs friends_hide_a_target_and_enemies_do_not"]),
    ("FOGAM-SHOOT-024", &["fog/ancients/shooting.rs shooting_dice_by_troops_and_range"]),
    ("FOGAM-SHOOT-030", &[
        "fogam/shooting/targets.rs second_rank_knights_in_melee_are_targets_and_spearmen_only_from_the_third_rank",
        "fogam/shooting/targets.rs archers_choose_among_pikes_and_knights_in_melee",
        "fogam/shooting/targets.rs troops_are_in_melee_as_soon_as_their_impact_combat_is_over",
    ]),
    ("FOGAM-MELEE-010", &[
        "fogam/melee/overlaps.rs one_file_overlaps_at_each_end_and_the_overlapped_do_not_fight_back",
        "fog/ancients/gauls_and_romans.rs twelve_dice_against_five_in_the_melee",
        "fog/ancients/dice.rs overlaps_roll_like_files_in_contact_but_not_at_impact",
    ]),
    ("FOGAM-MELEE-015", &[
        "fogam/melee/mod.rs reading_melee_015",
        "fogam/melee/mod.rs a_camp_is_come_upon_by_any_point_of_a_front_edge",
        "fogam/melee/mod.rs an_unfortified_camp_is_sacked_at_once_by_those_who_charge_it",
    ]),
    ("FOGAM-MELEE-018", &[
        "fogam/melee/mod.rs reading_melee_018",
        "fogam/melee/mod.rs five_or_six_sacks_a_fortified_camp_and_the_assailants_loot_it",
    ]),
    ("FOGAM-COMBAT-002", &[
        "fogam/outcome/sequence.rs commander_death_roll_and_only_then_the_test",
        "fog/ancients/gauls_and_romans.rs death_rolls_come_before_the_cohesion_test",
        "fog/ancients/cohesion.rs friends_who_break_are_seen",
    ]),
    ("FOGAM-COMBAT-005", &[
        "fogam/options.rs bow_star_shoots_from_three_ranks_or_two",
        "fogam/options.rs battle_troops_with_sling_shoot_like_javelins_or_not_at_all",
        "fog/ancients/shooting.rs shooting_dice_by_troops_and_range",
    ]),
    ("FOGAM-COMBAT-012", &[
        "fog/ancients/shooting.rs dice_lost_by_shaken_shooters",
        "fog/ancients/lost_dice.rs bases_in_different_states_lose_apart",
        "fog/ancients/dice.rs only_the_worst_loss_counts_and_only_for_the_bases_concerned",
    ]),
    ("FOGAM-COMBAT-020", &[
        "fog/ancients/gauls_and_romans.rs four_bases_fight_on_each_side_with_three_dice",
        "fog/ancients/dice.rs dice_at_impact",
        "fog/ancients/dice.rs support_shooting_dice",
    ]),
    ("FOGAM-COMBAT-023", &[
        "fog/ancients/lost_dice.rs the_whole_loss_comes_first_and_is_shared_out_once",
        "fog/ancients/dice.rs light_horse_lose_half_and_then_for_disruption",
        "fog/ancients/dice.rs who_is_spared_the_loss_of_light_troops",
    ]),
    ("FOGAM-COMBAT-031", &[
        "fog/ancients/shooting.rs several_groups_at_one_target",
        "fog/ancients/lost_dice.rs fractions_of_one_group_at_two_ranges_lose_with_the_rest",
        "fog/ancients/dice.rs groups_fighting_one_enemy_lose_dice_together",
    ]),
    ("FOGAM-COMBAT-032", &[
        "fog/ancients/lost_dice.rs the_whole_loss_comes_first_and_is_shared_out_once",
        "fog/ancients/lost_dice.rs a_die_is_left_against_each_enemy_and_each_part_of_one",
        "fog/ancients/lost_dice.rs bases_whose_fraction_gives_no_die_count_too",
    ]),
    ("FOGAM-COMBAT-033", &[
        "fog/ancients/lost_dice.rs a_die_is_left_against_each_enemy_and_each_part_of_one",
        "fog/ancients/lost_dice.rs supporters_share_the_loss_by_bases",
        "fog/ancients/lost_dice.rs pooled_losses_leave_a_die_against_each_part",
    ]),
    ("FOGAM-COMBAT-041", &[
        "fog/ancients/gauls_and_romans.rs the_romans_lose_the_impact_by_five_hits_to_four",
        "fog/ancients/gauls_and_romans.rs the_gauls_lose_the_melee_by_two",
        "fog/ancients/dice.rs re_rolls_by_difference_of_quality",
    ]),
    ("FOGAM-COMBAT-043", &[
        "fog/ancients/shooting.rs the_shooting_table",
        "fog/ancients/ask.rs points_of_advantage",
    ]),
    ("FOGAM-COMBAT-045", &[
        "fog/ancients/shooting.rs situation_and_cover",
        "fog/ancients/dice.rs support_shooting_scores_and_re_rolls",
    ]),
    ("FOGAM-COMBAT-047", &[
        "fog/ancients/gauls_and_romans.rs impact_foot_cancel_one_another",
        "fog/ancients/advantage.rs impact_foot",
        "fog/ancients/advantage.rs standing_spears_and_pikes",
    ]),
    ("FOGAM-COMBAT-049", &[
        "fog/ancients/advantage.rs standing_spears_and_pikes",
        "fog/ancients/advantage.rs charging_spears_and_pikes",
    ]),
    ("FOGAM-COMBAT-050", &["fog/ancients/advantage.rs mounted_light_spear_is_worked_out_last"]),
    ("FOGAM-COMBAT-051", &[
        "fog/ancients/advantage.rs lancers_in_the_open",
        "fog/ancients/advantage.rs chariots_in_the_open",
    ]),
    ("FOGAM-COMBAT-053", &["fog/ancients/advantage.rs a_fourth_rank_of_pikes"]),
    ("FOGAM-COMBAT-056", &["fog/ancients/advantage.rs uphill_and_defending"]),
    ("FOGAM-COMBAT-058", &[
        "fog/ancients/gauls_and_romans.rs skilled_swordsmen_but_no_armour_in_the_melee",
        "fog/ancients/advantage.rs failing_spears_and_pikes",
        "fog/ancients/advantage.rs elephants_and_wagons",
    ]),
    ("FOGAM-COMBAT-060", &[
        "fog/ancients/advantage.rs swords_in_melee",
        "fog/ancients/advantage.rs other_rows_of_the_melee_table",
    ]),
    ("FOGAM-COMBAT-070", &["fog/ancients/dice.rs support_shooting_dice"]),
    ("FOGAM-COMBAT-075", &[
        "fog/ancients/lost_dice.rs supporters_share_the_loss_by_bases",
        "fog/ancients/dice.rs support_shooting_dice",
        "fog/ancients/dice.rs support_dice_lose_with_the_rest",
    ]),
    ("FOGAM-COMBAT-078", &["fog/ancients/dice.rs support_shooting_scores_and_re_rolls"]),
    ("FOGAM-COMBAT-079", &[
        "fogam/melee/mod.rs the_side_that_is_not_active_commits_its_commanders_first",
        "fog/ancients/dice.rs a_commander_in_the_front_rank_raises_re_rolls",
        "fog/ancients/around.rs descriptions_that_make_no_sense_are_refused",
    ]),
    ("FOGAM-COMBAT-095", &["fogam/outcome/routs.rs broken_elephants_burst_through_friends_where_others_shift"]),
    ("FOGAM-COMBAT-096", &[
        "fogam/outcome/stopped.rs routers_with_no_way_along_closed_ground_are_destroyed_at_the_end_of_the_phase",
        "fogam/outcome/stopped.rs routers_stopped_by_friends_halt_and_the_first_of_these_drop",
    ]),
    ("FOGAM-JAP-001", &["fogam/joint/steps_of_phase.rs the_side_that_is_not_active_moves_its_commanders_first"]),
    ("FOGAM-JAP-005", &[
        "fogam/joint/leaving.rs mounted_break_off_from_steady_foot_without_being_asked",
        "fogam/joint/leaving.rs who_never_breaks_off",
        "fog/ancients/around.rs mounted_break_off",
    ]),
    ("FOGAM-JAP-015", &["fogam/joint/routers.rs routers_in_contact_run_away_from_the_enemy_with_a_die"]),
    ("FOGAM-JAP-031", &[
        "fogam/joint/routers.rs broken_troops_at_half_their_bases_are_removed_and_lose_2_points",
        "fog/ancients/losses.rs destroyed_groups",
    ]),
    ("FOGAM-JAP-032", &[
        "fogam/joint/steps_of_phase.rs the_side_that_is_not_active_moves_its_commanders_first",
        "fogam/joint/steps_of_phase.rs commanders_with_pursuers_do_not_ride",
        "fogam/manoeuvre/commanders.rs a_commander_moves_in_the_manoeuvre_phase_of_his_side_and_in_every_joint_action_phase",
    ]),
    ("FOGAM-COHESION-008", &[
        "fogam/manoeuvre/commanders.rs reading_move_103",
        "fogam/outcome/sequence.rs friends_mind_a_commander_within_3_mu_and_the_commander_in_chief_within_6",
        "fog/ancients/cohesion.rs commanders_fall_before_the_tests",
    ]),
    ("FOGAM-COHESION-012", &[
        "fog/ancients/gauls_and_romans.rs the_romans_test_at_minus_three",
        "fog/ancients/gauls_and_romans.rs the_gauls_drop_two_levels_and_the_romans_lose_a_base",
        "fog/ancients/ask.rs a_cohesion_test",
    ]),
    ("FOGAM-COHESION-015", &[
        "fog/ancients/gauls_and_romans.rs the_gauls_drop_two_levels_and_the_romans_lose_a_base",
        "fog/ancients/cohesion.rs medium_foot_beaten_in_the_open",
    ]),
    ("FOGAM-COHESION-017", &[
        "fog/ancients/cohesion.rs several_breaks_are_one_test_at_minus_one",
        "fog/ancients/cohesion.rs commanders_fall_before_the_tests",
    ]),
    ("FOGAM-COHESION-025", &["fog/ancients/advantage.rs readings_of_the_tables"]),
    ("FOGAM-COHESION-027", &["fog/ancients/losses.rs autobreak_by_table_and_percentage"]),
    ("FOGAM-COHESION-028", &[
        "fog/ancients/gauls_and_romans.rs death_rolls_come_before_the_cohesion_test",
        "fog/ancients/gauls_and_romans.rs the_gauls_drop_two_levels_and_the_romans_lose_a_base",
        "fog/ancients/ask.rs complex_moves_deaths_and_variable_moves",
    ]),
    ("FOGAM-COHESION-040", &[
        "fog/ancients/ask.rs points_autobreak_victory_and_initiative",
        "fog/ancients/losses.rs autobreak_by_table_and_percentage",
        "fog/armies/formation_depth.rs autobreak_tables",
    ]),
    ("FOGAM-VICTORY-005", &["fog/ancients/around.rs victory_at_the_time_limit"]),
    ("FOGAM-VICTORY-006", &["fog/ancients/around.rs attrition_and_army_rout"]),
    ("FOGAM-SPECIAL-001", &["fogam/position/ground.rs horses_fear_elephants_and_camels_and_camels_elephants"]),
    ("FOGAM-SPECIAL-003", &[
        "fogam/position/ground.rs reading_special_003",
        "fogam/position/ground.rs an_army_with_three_battle_groups_of_beasts_is_used_to_them",
        "fog/armies/books.rs armies_used_to_their_beasts",
    ]),
    ("FOGAM-SPECIAL-005", &["fogam/position/ground.rs camels_are_at_home_in_soft_sand_but_not_in_plate"]),
    ("FOGAM-SPECIAL-012", &["fogam/joint/leaving.rs scythed_chariots_that_have_charged_leave_when_it_ends_and_others_stay"]),
    ("FOGAM-SPECIAL-024", &["fogam/manoeuvre/formations.rs stakes_go_down_early_stand_where_the_front_was_and_stay_there"]),
    ("FOGAM-SPECIAL-028", &[
        "fogam/manoeuvre/formations.rs stakes_go_down_early_stand_where_the_front_was_and_stay_there",
        "fogam/manoeuvre/melee.rs who_does_not_conform",
    ]),
    ("FOGAM-SPECIAL-035", &[
        "fog/ancients/dice.rs an_orb_fights_with_little_width",
        "fog/armies/formation_depth.rs orbs",
    ]),
    ("FOGAM-SPECIAL-037", &["fog/ancients/advantage.rs an_orb_has_no_points_of_spear_or_pike"]),
    ("FOGAM-SPECIAL-038", &[
        "fog/ancients/losses.rs hits_per_bases",
        "fog/armies/formation_depth.rs bases_that_count_for_hits",
    ]),
    ("FOGAM-SCALE-005", &["fog/armies/troops.rs sizes_of_bases"]),
    ("FOGAM-SCALE-017", &[
        "fog/armies/troops.rs phases_of_capabilities",
        "fog/armies/troops.rs bases_that_no_list_can_have",
    ]),
    ("FOGAM-TERRAIN-005", &["fogam/position/ground.rs the_table_of_disorder"]),
    ("FOGAM-TERRAIN-009", &["fogam/position/ground.rs only_bases_partly_in_the_ground_are_disordered_and_only_while_they_are"]),
    ("FOGAM-TERRAIN-013", &[
        "fogam/shooting/sight.rs reading_terrain_013",
        "fogam/setup/ground.rs pieces_are_placed_by_turns_where_the_dice_say_and_a_road_comes_last",
    ]),
    ("FOGAM-TERRAIN-018", &[
        "fogam/setup/ground.rs pieces_are_placed_by_turns_where_the_dice_say_and_a_road_comes_last",
        "fogam/setup/ground.rs a_road_is_optional_and_needs_a_village",
    ]),
    ("FOGAM-GLOSSARY-008", &["fog/armies/troops.rs skirmishers"]),
    ("FOGAM-GLOSSARY-015", &[
        "fog/ancients/advantage.rs columns_at_impact",
        "fog/armies/formation_depth.rs ancient_columns",
    ]),
    ("FOGAM-GLOSSARY-031", &[
        "fogam/outcome/support.rs reading_glossary_031",
        "fogam/outcome/support.rs steady_foot_8_mu_behind_support",
        "fogam/outcome/support.rs no_support_by_shaken_worse_or_skirmishing_troops_nor_by_those_aside",
    ]),
    ("FOGAM-GLOSSARY-040", &[
        "fogam/impact/flanks.rs reading_glossary_040",
        "fogam/impact/flanks.rs threatened_flanks",
    ]),
    ("FOGAM-SETUP-005", &[
        "fogam/setup/ground.rs initiative_is_a_die_and_the_modifier_of_the_army_and_ties_are_thrown_again",
        "fog/ancients/around.rs initiative_and_first_turn",
        "fog/ancients/ask.rs points_autobreak_victory_and_initiative",
    ]),
    ("FOGAM-SETUP-008", &[
        "fogam/setup/ground.rs reading_setup_008",
        "fogam/setup/ground.rs pieces_are_chosen_by_the_other_player_first_within_the_row_of_the_territory",
    ]),
    ("FOGAM-SETUP-009", &[
        "fogam/setup/ground.rs reading_setup_009",
        "fogam/setup/ground.rs pieces_are_chosen_by_the_other_player_first_within_the_row_of_the_territory",
    ]),
    ("FOGAM-SETUP-010", &["fogam/setup/ground.rs pieces_are_chosen_by_the_other_player_first_within_the_row_of_the_territory"]),
    ("FOGAM-SETUP-011", &[
        "fogam/setup/ground.rs reading_setup_011",
        "fogam/setup/ground.rs pieces_are_chosen_by_the_other_player_first_within_the_row_of_the_territory",
    ]),
    ("FOGAM-SETUP-015", &[
        "fogam/setup/ground.rs pieces_are_placed_by_turns_where_the_dice_say_and_a_road_comes_last",
        "fogam/setup/ground.rs a_river_counts_as_an_edge_for_threes_and_fours",
    ]),
    ("FOGAM-SETUP-016", &[
        "fogam/setup/ground.rs reading_setup_016",
        "fogam/setup/ground.rs pieces_are_placed_by_turns_where_the_dice_say_and_a_road_comes_last",
        "fogam/setup/ground.rs a_river_is_graded_and_may_only_be_removed",
    ]),
    ("FOGAM-SETUP-019", &["fogam/setup/works.rs reading_setup_019"]),
    ("FOGAM-SETUP-023", &[
        "fogam/setup/ambush.rs reading_setup_023",
        "fogam/setup/ambush.rs an_approach_reveals_the_ambush_at_once_and_then_the_move_is_completed",
    ]),
    ("FOGAM-SETUP-024", &["fogam/setup/ambush.rs ambushers_who_lose_too_many_bases_for_want_of_room_break_at_once"]),
    ("FOGAM-SETUP-027", &[
        "fogam/setup/marches.rs reading_setup_029",
        "fogam/setup/hidden.rs dice_of_marches_show_only_what_came_of_them",
        "fogam/setup/marches.rs quality_rerolls_hold_for_stragglers_and_not_for_arrivals",
    ]),
    ("FOGAM-SETUP-029", &[
        "fogam/setup/marches.rs reading_setup_029",
        "fogam/setup/arrival.rs reading_setup_034",
        "fogam/setup/hidden.rs dice_of_marches_show_only_what_came_of_them",
    ]),
    ("FOGAM-SETUP-043", &[
        "fogam/setup/dismounting.rs they_become_the_nearest_foot_where_the_enemy_has_works",
        "fogam/setup/dismounting.rs a_list_may_let_them_dismount_as_it_says",
    ]),
    ("FOGAM-POINTS-002", &[
        "fog/armies/books.rs ancient_armies_cost_what_the_ledger_says",
        "fog/armies/points.rs ancient_list_prices",
        "fog/armies/points.rs ancient_prices_by_hand",
    ]),
    ("FOGAM-POINTS-007", &[
        "fog/armies/composition.rs the_later_carthaginian_list",
        "fog/armies/points.rs ancient_list_prices",
    ]),
    ("FOGAM-POINTS-009", &[
        "fog/armies/composition.rs sizes_of_the_ancients",
        "fog/armies/composition.rs the_later_carthaginian_list",
    ]),
    ("FOGAM-UNUSUAL-002", &["fogam/impact/evading.rs evaders_shift_drop_back_or_burst_through"]),
    ("FOGAM-UNUSUAL-003", &["fogam/impact/evading.rs evaders_who_can_neither_pass_nor_shift_burst_through"]),
    ("FOGAM-UNUSUAL-004", &["fogam/impact/evading.rs evaders_shift_drop_back_or_burst_through"]),
    ("FOGAM-UNUSUAL-005", &["fogam/impact/evading.rs evaders_shift_drop_back_or_burst_through"]),
    ("FOGAM-UNUSUAL-006", &["fogam/impact/flanks.rs it_drops_the_target_a_level_and_only_bases_touched_turn"]),
    ("FOGAM-RECKONER-004", &[
        "fog/ancients/lost_dice.rs pooled_losses_leave_a_die_against_each_part",
        "fog/ancients/dice.rs groups_fighting_one_enemy_lose_dice_together",
    ]),
    ("FOGAM-SEQUENCE-011", &["fogam/impact/evading.rs those_whom_only_the_die_of_a_charge_reaches_evade_late"]),
];

#[test]
fn every_reading_has_its_tests() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    for (rule, named) in READINGS {
        assert!(!named.is_empty(), "{rule} has no test");
        for test in *named {
            let (file, name) = test.split_once(' ').expect("file and name");
            let text = std::fs::read_to_string(tests.join(file)).unwrap_or_default();
            assert!(text.contains(&format!("fn {name}()")), "{rule}: {file} has no test {name}");
        }
    }
}

#[test]
fn every_unclear_rule_is_in_the_list_and_no_other() {
    let unclear: BTreeSet<&str> = System::Fogam
        .rules()
        .filter(|r| r.unclear.is_some() && r.kind != Kind::Advice && !r.id.id().starts_with(LOST))
        .map(|r| r.id.id())
        .collect();
    let listed: BTreeSet<&str> = READINGS.iter().map(|(rule, _)| *rule).collect();
    assert_eq!(listed, unclear);
}
