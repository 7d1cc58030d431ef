//! Which test proves which worked example of the two books. An example that needs a position on a table says so.

use caracole_ledger::{Example, System};
use std::path::Path;

/// Where an example is proved.
enum Proof {
    /// A test of this file, below the crate's folder.
    Test(&'static str, &'static str),
    /// It asks where bases stand or how far they move.
    Table(&'static str),
}

use Proof::{Table, Test};

const TERCIO: &str = "tests/fog/renaissance/tercio_example.rs";
const REN: &str = "tests/fog/renaissance/examples.rs";
const TESTS: &str = "tests/fog/renaissance/tests.rs";
const FIGHT: &str = "tests/fog/outcome/examples.rs";
const IMPACT: &str = "tests/fog/impact/examples.rs";
const ASK: &str = "tests/fog/renaissance/ask.rs";
const DEPTH: &str = "tests/fog/armies/formation_depth.rs";
const LEGAL: &str = "tests/fog/armies/formation_legal.rs";
const ARMIES: &str = "tests/fog/armies/books.rs";
const POINTS: &str = "tests/fog/armies/points.rs";
const GAULS: &str = "tests/fog/ancients/gauls_and_romans.rs";
const ADVANTAGE: &str = "tests/fog/ancients/advantage.rs";
const DICE: &str = "tests/fog/ancients/dice.rs";
const LOSSES: &str = "tests/fog/ancients/losses.rs";
const AROUND: &str = "tests/fog/ancients/around.rs";
const COHESION: &str = "tests/fog/ancients/cohesion.rs";
const ON_TABLE: &str = "tests/fogam/manoeuvre/examples.rs";
const TARGETS: &str = "tests/fogam/shooting/targets.rs";

const PROOFS: &[(&str, Proof)] = &[
    ("FOGR-EX-201", Test(TERCIO, "step_1_dice_and_points_of_advantage_at_impact")),
    ("FOGR-EX-202", Test(TERCIO, "step_2_the_dutch_lose_by_three_hits_to_two")),
    ("FOGR-EX-203", Test(TERCIO, "step_3_the_dutch_test_at_minus_one_and_are_disrupted")),
    ("FOGR-EX-204", Test(TERCIO, "step_4_death_rolls_after_the_impact")),
    (
        "FOGR-EX-205",
        Test("tests/fog/shooting/aim.rs", "ex_205_the_third_rank_of_a_tercio_in_melee_shoots_from_its_side"),
    ),
    ("FOGR-EX-206", Test(TERCIO, "step_6_melee_dice")),
    ("FOGR-EX-207", Test(TERCIO, "step_7_the_dutch_are_fragmented")),
    ("FOGR-EX-208", Test(TERCIO, "step_8_melee_death_rolls_and_proportional_loss")),
    ("FOGR-EX-209", Test(TERCIO, "steps_9_and_10_a_tercio_attacked_in_the_side_is_not_torn")),
    ("FOGR-EX-210", Test(TERCIO, "steps_9_and_10_a_tercio_attacked_in_the_side_is_not_torn")),
    ("FOGR-EX-211", Test(REN, "example_of_three_points_against_one")),
    ("FOGR-EX-212", Test(REN, "examples_of_mixed_armour_and_of_protection")),
    ("FOGR-EX-213", Test(DEPTH, "pike_ranks_with_halberds")),
    ("FOGR-EX-214", Test(REN, "example_of_a_single_rank_of_spearmen")),
    ("FOGR-EX-215", Test(DEPTH, "protection")),
    ("FOGR-EX-216", Test(REN, "examples_of_mixed_armour_and_of_protection")),
    ("FOGR-EX-217", Test(FIGHT, "ex_217_commanded_shot_beside_horse")),
    ("FOGR-EX-218", Test(FIGHT, "ex_218_no_overlap_at_a_corner_between_two_contacted_edges")),
    ("FOGR-EX-219", Test(FIGHT, "ex_219_a_file_that_could_overlap_two_enemies_fights_one")),
    (
        "FOGR-EX-220",
        Test("tests/fog/outcome/guns.rs", "trap_foot_behind_guns_fight_for_them_and_the_guns_stay"),
    ),
    ("FOGR-EX-221", Test(FIGHT, "ex_221_partly_supported_guns_captured_by_pike_and_shot")),
    ("FOGR-EX-222", Test(FIGHT, "ex_222_to_225_who_may_break_off")),
    ("FOGR-EX-223", Test(FIGHT, "ex_222_to_225_who_may_break_off")),
    ("FOGR-EX-224", Test(FIGHT, "ex_222_to_225_who_may_break_off")),
    ("FOGR-EX-225", Test(FIGHT, "ex_222_to_225_who_may_break_off")),
    ("FOGR-EX-226", Test(TESTS, "death_rolls")),
    ("FOGR-EX-227", Test(DEPTH, "proportional_losses")),
    ("FOGR-EX-228", Test("src/combat/share.rs", "the_ready_reckoner")),
    ("FOGR-EX-229", Test("tests/fog/renaissance/dice.rs", "light_troops_lose_half_first")),
    ("FOGR-EX-230", Test("tests/fog/renaissance/dice.rs", "light_troops_lose_half_first")),
    ("FOGR-EX-231", Test(REN, "example_of_an_early_tercio_counting_twelve_bases")),
    ("FOGR-EX-232", Test(DEPTH, "footprints")),
    ("FOGR-EX-233", Test(FIGHT, "ex_233_average_troops_support_superior_ones_but_not_elite")),
    ("FOGR-EX-234", Test(FIGHT, "ex_234_one_end_of_a_line_in_bad_ground")),
    ("FOGR-EX-235", Test(ARMIES, "naval_units_cancel")),
    ("FOGR-EX-236", Table("shot are detached at deployment")),
    ("FOGR-EX-237", Table("an ambush is seen")),
    ("FOGR-EX-238", Test(ARMIES, "batches_of_both_books")),
    ("FOGR-EX-239", Test(ARMIES, "parts_of_the_civil_war_prices")),
    ("FOGR-EX-240", Test(POINTS, "renaissance_shot_with_pike_and_bayonets")),
    ("FOGR-EX-241", Test(ARMIES, "renaissance_starter_armies_cost_what_the_ledger_says")),
    ("FOGR-EX-242", Test(ARMIES, "break_points")),
    ("FOGR-EX-243", Test(DEPTH, "autobreak_tables")),
    ("FOGR-EX-244", Test(ASK, "a_pike_block_receiving_lancers")),
    ("FOGR-EX-245", Test(ASK, "cavaliers_catch_unprotected_musketeers")),
    ("FOGR-EX-246", Test(REN, "example_of_reiters_shooting")),
    ("FOGR-EXA-001", Test(LEGAL, "shapes_of_eight_bases")),
    ("FOGR-EXA-002", Test(LEGAL, "early_tercio_after_losses")),
    ("FOGR-EXA-003", Test(DEPTH, "an_early_tercio_loses_shot")),
    ("FOGR-EXA-004", Test(REN, "example_of_a_re_roll_that_never_lowers")),
    ("FOGR-EXA-005", Table("half a pike block lies in a forest")),
    ("FOGR-EXA-006", Table("shot lie in an enclosed field")),
    ("FOGR-EXA-007", Table("shot and pike lie in an enclosed field")),
    ("FOGR-EXA-008", Table("cavaliers move up to rough ground")),
    ("FOGR-EXA-009", Table("a mixed battle group moves through rough ground")),
    ("FOGR-EXA-010", Test(TESTS, "attrition_and_army_rout")),
    ("FOGR-EXA-011", Table("reiters turn on the table")),
    (
        "FOGR-EXA-012",
        Test(IMPACT, "the_third_rank_of_a_deep_pike_file_is_touched_by_a_charge_that_is_none_in_flank"),
    ),
    ("FOGR-EXA-013", Test(IMPACT, "trap_flank_chargers_hit_on_three_and_the_charged_on_five")),
    ("FOGR-EXA-014", Test(IMPACT, "light_horse_evade_with_a_quarter_turn_first")),
    ("FOGR-EXA-015", Test(IMPACT, "a_later_tercio_is_charged_in_its_right_side")),
    ("FOGR-EXA-016", Test(IMPACT, "a_later_tercio_is_charged_in_both_sides")),
    ("FOGR-EXA-017", Test(ARMIES, "break_points")),
    ("FOGR-EXA-018", Test(ARMIES, "parts_of_the_civil_war_prices")),
    ("FOGR-EXA-019", Test(TESTS, "reading_move_028")),
    ("FOGAM-EXAMPLE-B01", Test("tests/fog/ancients/shooting.rs", "the_first_shooting_rank")),
    ("FOGAM-EXAMPLE-B02", Test(ADVANTAGE, "two_pluses_against_one")),
    ("FOGAM-EXAMPLE-B03", Test(ADVANTAGE, "a_fourth_rank_of_pikes")),
    ("FOGAM-EXAMPLE-B04", Test(GAULS, "four_bases_fight_on_each_side_with_three_dice")),
    ("FOGAM-EXAMPLE-B05", Test(GAULS, "impact_foot_cancel_one_another")),
    ("FOGAM-EXAMPLE-B06", Test(GAULS, "the_romans_lose_the_impact_by_five_hits_to_four")),
    ("FOGAM-EXAMPLE-B07", Test(GAULS, "death_rolls_come_before_the_cohesion_test")),
    ("FOGAM-EXAMPLE-B08", Test(GAULS, "the_romans_test_at_minus_three")),
    ("FOGAM-EXAMPLE-B09", Test(GAULS, "a_combat_lost_by_one_hit_never_costs_two_levels")),
    ("FOGAM-EXAMPLE-B10", Test(GAULS, "a_commander_and_rear_support_would_have_saved_them")),
    ("FOGAM-EXAMPLE-B11", Test(GAULS, "three_ranks_of_gauls_would_have_fought_as_superior")),
    ("FOGAM-EXAMPLE-B12", Test(GAULS, "twelve_dice_against_five_in_the_melee")),
    ("FOGAM-EXAMPLE-B13", Test(GAULS, "skilled_swordsmen_but_no_armour_in_the_melee")),
    ("FOGAM-EXAMPLE-B14", Test(GAULS, "hits_to_be_expected_in_the_melee")),
    ("FOGAM-EXAMPLE-B15", Test(GAULS, "the_gauls_lose_the_melee_by_two")),
    ("FOGAM-EXAMPLE-B16", Test(GAULS, "the_gauls_drop_two_levels_and_the_romans_lose_a_base")),
    ("FOGAM-EXAMPLE-B17", Test(GAULS, "the_gauls_drop_two_levels_and_the_romans_lose_a_base")),
    ("FOGAM-EXAMPLE-B18", Test(GAULS, "the_gauls_drop_two_levels_and_the_romans_lose_a_base")),
    ("FOGAM-EXAMPLE-B19", Test(DICE, "dice_lost_by_threes_and_twos")),
    ("FOGAM-EXAMPLE-B20", Test(DICE, "light_horse_lose_half_and_then_for_disruption")),
    ("FOGAM-EXAMPLE-B21", Test(DICE, "light_horse_lose_half_and_then_for_disruption")),
    ("FOGAM-EXAMPLE-B22", Test(LOSSES, "death_rolls_for_shooting")),
    ("FOGAM-EXAMPLE-B23", Test(ARMIES, "batches_of_both_books")),
    ("FOGAM-EXAMPLE-B24", Test(POINTS, "ancient_list_prices")),
    ("FOGAM-EXAMPLE-B25", Test(DICE, "support_shooting_dice")),
    ("FOGAM-EXAMPLE-B26", Test(ADVANTAGE, "lancers_in_the_open")),
    ("FOGAM-EXAMPLE-B27", Test(ADVANTAGE, "mounted_light_spear_is_worked_out_last")),
    ("FOGAM-EXAMPLE-B28", Test(LOSSES, "death_rolls_for_shooting")),
    ("FOGAM-EXAMPLE-B29", Test(DEPTH, "bases_that_count_for_hits")),
    ("FOGAM-EXAMPLE-B30", Test(AROUND, "victory_at_the_time_limit")),
    ("FOGAM-EXAMPLE-B31", Test(COHESION, "losses_flank_support_and_state")),
    ("FOGAM-EXAMPLE-B32", Test(COHESION, "a_commander_in_danger")),
    ("FOGAM-EXAMPLE-B33", Test(AROUND, "who_pursues")),
    ("FOGAM-EXAMPLE-A01", Test(DICE, "quality_re_rolls_by_own_quality")),
    ("FOGAM-EXAMPLE-A02", Test(DICE, "re_rolls_by_difference_of_quality")),
    ("FOGAM-EXAMPLE-A03", Test(DICE, "a_commander_in_the_front_rank_raises_re_rolls")),
    ("FOGAM-EXAMPLE-A04", Test(LEGAL, "shapes_of_eight_bases")),
    ("FOGAM-EXAMPLE-A05", Test(ON_TABLE, "a_pike_block_half_in_a_wood")),
    ("FOGAM-EXAMPLE-A06", Test(ON_TABLE, "a_roman_battle_group_partly_in_rough_ground")),
    ("FOGAM-EXAMPLE-A07", Test(ARMIES, "half_points_of_skirmishers_round_up")),
    ("FOGAM-EXAMPLE-A08", Test(ARMIES, "break_points")),
    ("FOGAM-EXAMPLE-A09", Test(ARMIES, "ancient_armies_cost_what_the_ledger_says")),
    (
        "FOGAM-EXAMPLE-A10",
        Test("tests/fogam/manoeuvre/advance.rs", "the_shorter_distance_is_the_limit_of_the_whole_move"),
    ),
    ("FOGAM-EXAMPLE-A11", Test(AROUND, "variable_moves")),
    (
        "FOGAM-EXAMPLE-A12",
        Test("tests/fogam/manoeuvre/turns.rs", "a_turn_gives_the_least_width_that_covers_the_old_depth"),
    ),
    ("FOGAM-EXAMPLE-A13", Test(ON_TABLE, "formations_that_turn_by_90_degrees")),
    ("FOGAM-EXAMPLE-A14", Test(ON_TABLE, "how_far_a_wheel_with_the_whole_move_turns")),
    ("FOGAM-EXAMPLE-A15", Test(AROUND, "complex_move_tests_by_quality")),
    ("FOGAM-EXAMPLE-A16", Test(AROUND, "modifiers_and_scores_of_complex_move_tests")),
    ("FOGAM-EXAMPLE-A17", Test(AROUND, "variable_moves")),
    ("FOGAM-EXAMPLE-A18", Test(ADVANTAGE, "flank_and_rear_charges")),
    ("FOGAM-EXAMPLE-A19", Test(AROUND, "simple_complex_and_impossible_moves")),
    ("FOGAM-EXAMPLE-A20", Test(TARGETS, "archers_choose_among_pikes_and_knights_in_melee")),
    ("FOGAM-EXAMPLE-A21", Test(TARGETS, "out_of_effective_range_the_arc_is_two_base_widths_wide")),
    ("FOGAM-EXAMPLE-A22", Test(AROUND, "sacking_a_fortified_camp")),
];

#[test]
fn every_worked_example_has_its_test_or_needs_a_table() {
    let books = [System::Fogr, System::Fogam];
    let examples: Vec<&str> =
        Example::all().iter().filter(|e| books.contains(&e.system)).map(|e| e.id).collect();
    for id in &examples {
        let proofs = PROOFS.iter().filter(|(known, _)| known == id).count();
        assert_eq!(proofs, 1, "{id}");
    }
    assert_eq!(PROOFS.len(), examples.len(), "no proof of an example that does not exist");
}

#[test]
fn the_tests_that_prove_examples_exist() {
    for (id, proof) in PROOFS {
        match proof {
            Test(file, name) => {
                let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
                let text = std::fs::read_to_string(&path).unwrap_or_default();
                let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
                assert!(
                    words.contains(&format!("#[test] fn {name}() {{")),
                    "{id}: {file} has no test {name}"
                );
            }
            Table(why) => assert!(why.len() > 10, "{id} says why it needs a table"),
        }
    }
}
