//! Every reading that the ledger marks as unclear, and every place where programs go wrong, has its own scenario.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use caracole_ledger::{Example, Kind, System};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The tests of this crate: names with their bodies, and the files in which they stand.
struct Tests(BTreeMap<String, Vec<(String, String)>>);

impl Tests {
    fn all() -> Self {
        let mut tests = Tests(BTreeMap::new());
        tests.read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fog"), "");
        tests
    }

    fn read(&mut self, folder: &Path, within: &str) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = format!("{within}{}", path.file_name().unwrap().to_string_lossy());
            if path.is_dir() {
                self.read(&path, &format!("{name}/"));
            } else if name.ends_with(".rs") {
                let text = fs::read_to_string(&path).unwrap();
                for part in text.split("#[test]\nfn ").skip(1) {
                    let (function, rest) = part.split_once('(').unwrap();
                    let body = rest.split("\n}\n").next().unwrap_or_default();
                    self.0.entry(function.to_owned()).or_default().push((name.clone(), body.to_owned()));
                }
            }
        }
    }

    /// The tests of a reading: `reading_` with the chapter and number of the rule, and perhaps words.
    fn of_reading(&self, id: &str) -> Vec<&str> {
        let name = format!("reading_{}", id.trim_start_matches("FOGR-").to_lowercase().replace('-', "_"));
        let own = |n: &str| n == name || n.strip_prefix(&*name).is_some_and(|rest| rest.starts_with('_'));
        let found = self.0.iter().filter(|(n, _)| own(n));
        found.flat_map(|(_, all)| all.iter().map(|(_, body)| body.as_str())).collect()
    }
}

#[test]
fn every_unclear_rule_has_a_scenario_for_its_reading() {
    let tests = Tests::all();
    let mut missing = Vec::new();
    for rule in System::Fogr.rules().filter(|r| r.unclear.is_some()) {
        let id = rule.id.id();
        let found = tests.of_reading(id);
        // Advice is not proved by itself, only what it is about.
        let proved = |body: &&str| rule.kind == Kind::Advice || body.contains(&format!("\"{id}\""));
        if !found.iter().any(proved) {
            missing.push(id);
        }
    }
    let examples = Example::all().iter().filter(|e| e.system == System::Fogr && e.unclear.is_some());
    missing.extend(examples.map(|e| e.id).filter(|id| tests.of_reading(id).is_empty()));
    assert_eq!(missing, Vec::<&str>::new(), "no test proves the reading of these");
}

#[test]
fn no_scenario_is_named_after_a_reading_that_the_ledger_does_not_have() {
    let unclear: Vec<String> = System::Fogr
        .rules()
        .filter(|r| r.unclear.is_some())
        .map(|r| r.id.id())
        .chain(Example::all().iter().filter(|e| e.unclear.is_some()).map(|e| e.id))
        .map(|id| format!("reading_{}", id.trim_start_matches("FOGR-").to_lowercase().replace('-', "_")))
        .collect();
    let known = |name: &str| unclear.iter().any(|u| name == u || name.starts_with(&format!("{u}_")));
    let ancients = |files: &[(String, String)]| files.iter().all(|(f, _)| f.starts_with("ancients/"));
    let stale: Vec<String> = Tests::all()
        .0
        .into_iter()
        .filter(|(n, files)| n.starts_with("reading_") && !ancients(files) && !known(n))
        .map(|(n, _)| n)
        .collect();
    assert_eq!(stale, Vec::<String>::new());
}

/// Each line of the list of traps, clause by clause, with the tests that spring it: file and function.
const TRAPS: &[(&str, &[&str])] = &[
    ("cavalry is one troop type", &["manoeuvre/traps.rs trap_cavalry_is_one_troop_type"]),
    (
        "elephants are neither foot nor mounted; dragoons are foot and light",
        &["outcome/traps.rs trap_elephants_are_neither_foot_nor_mounted_and_dragoons_are_foot_and_light"],
    ),
    (
        "tercios, keils and brigades rearrange themselves inside their footprint",
        &[
            "impact/tercios.rs trap_pike_of_an_early_tercio_come_between_the_horns",
            "impact/tercios.rs trap_a_keil_turns_pike_and_does_not_count_as_charged_in_flank",
            "impact/tercios.rs trap_a_swedish_brigade_levels_its_front_when_charged",
            "impact/tercios.rs a_later_tercio_faces_its_flank_with_shot_and_pike",
        ],
    ),
    (
        "an early tercio without a horn becomes a later one; a grand battle group stays one",
        &[
            "outcome/traps.rs trap_an_early_tercio_without_a_horn_is_a_later_one_for_good",
            "outcome/traps.rs trap_a_grand_battle_group_stays_one",
        ],
    ),
    (
        "ranks are counted file by file; pike mixed with halberds is the exception",
        &[
            "outcome/traps.rs trap_ranks_are_counted_file_by_file",
            "outcome/traps.rs trap_halberds_among_pike_count_as_ranks_of_pike",
        ],
    ),
    (
        "the lowest speed for the whole move, and a mixed group by its slowest",
        &[
            "manoeuvre/traps.rs trap_the_lowest_speed_applies_to_the_whole_move",
            "manoeuvre/ground.rs \
             trap_a_mixed_battle_group_is_slowed_by_its_slowest_and_disordered_only_by_those_affected",
        ],
    ),
    (
        "a commander in place since the start of the phase",
        &["manoeuvre/command.rs trap_a_commander_counts_only_if_in_place_since_the_start_of_the_phase"],
    ),
    (
        "a blocked turn shifts enemies, never friends",
        &["manoeuvre/traps.rs trap_a_blocked_turn_shifts_enemies_and_never_friends"],
    ),
    (
        "second and third moves keep 6 MU along the whole path",
        &["manoeuvre/traps.rs trap_further_moves_keep_6_mu_from_the_enemy_except_squares_and_commanders"],
    ),
    (
        "enemy in the path, by stepping forward, uncovered by evaders or routers",
        &[
            "impact/phase.rs trap_enemy_in_the_path_are_charged_too_even_if_only_by_stepping_forward",
            "impact/declaring.rs trap_enemy_uncovered_by_evaders_become_targets",
            "impact/declaring.rs trap_enemy_uncovered_by_routers_become_targets",
        ],
    ),
    (
        "steps are compulsory; a wheel does not reduce those who fight; the variable distance",
        &[
            "impact/chargers.rs trap_whole_files_step_forward_beyond_their_move",
            "impact/declaring.rs trap_a_wheel_may_not_reduce_the_bases_that_fight",
            "impact/phase.rs trap_chargers_whose_targets_all_evaded_throw_for_their_distance",
        ],
    ),
    (
        "a flank charge needs its starting position, its first edge and no wheel from within 1 MU",
        &[
            "impact/phase.rs trap_a_side_contact_from_before_the_front_line_counts_as_frontal",
            "impact/flanks.rs trap_a_flank_charge_wheels_only_from_one_movement_unit_away",
            "impact/readings.rs trap_a_side_contact_on_free_bases_turns_nobody_and_is_no_second_direction",
            "impact/phase.rs trap_evaders_who_are_caught_count_as_charged_in_flank_or_rear",
        ],
    ),
    (
        "light troops test to stand, except foot in hard ground, and halt 1 MU short",
        &[
            "impact/phase.rs trap_light_troops_test_to_stand_against_battle_troops_and_evade_if_they_fail",
            "impact/evading.rs trap_light_troops_stand_freely_in_hard_ground_but_light_horse_do_not",
            "impact/chargers.rs trap_light_troops_halt_before_enemy_they_may_not_charge",
        ],
    ),
    (
        "impact: equal numbers over the whole combat, every enemy base paired",
        &[
            "outcome/special.rs trap_impact_numbers_are_equal_over_the_whole_combat",
            "outcome/traps.rs trap_the_side_with_more_sits_out_but_every_enemy_base_stays_paired",
        ],
    ),
    (
        "+ needs 4 like 0, - - needs 5 like -; shooting is different",
        &[
            "outcome/traps.rs trap_plus_needs_4_like_nothing_and_two_minus_need_5_like_one",
            "renaissance/poa.rs scores_to_hit",
        ],
    ),
    (
        "protected horse last; flank charges and overlaps by swordsmen are a final ++",
        &[
            "outcome/traps.rs trap_protected_horse_gain_their_point_last",
            "impact/examples.rs trap_flank_chargers_hit_on_three_and_the_charged_on_five",
            "outcome/traps.rs trap_swordsmen_who_overlap_hit_on_3_whatever_else",
        ],
    ),
    ("bayonets only deny", &["outcome/traps.rs trap_bayonets_only_deny"]),
    (
        "three bases of each file count for hits",
        &["outcome/traps.rs trap_three_bases_of_a_file_count_for_hits"],
    ),
    (
        "mixed foot test as their heaviest; modifiers stay in their own test; one test, none repeated",
        &[
            "outcome/traps.rs trap_mixed_foot_test_as_their_heaviest_type",
            "renaissance/shooting.rs trap_modifiers_for_shooting_belong_to_tests_for_shooting_alone",
            "outcome/tests_of_cohesion.rs trap_several_reasons_are_one_test_at_minus_1_and_nobody_tests_twice",
        ],
    ),
    (
        "disorder by base for dice, for the whole in tests, never added to cohesion",
        &[
            "outcome/traps.rs trap_disorder_is_by_base_for_dice_and_never_adds_to_cohesion",
            "renaissance/rules.rs one_severely_disordered_base_is_enough_for_tests",
        ],
    ),
    (
        "losses in proportion, the front refilled, the point pike first",
        &[
            "renaissance/examples.rs losses_of_a_mixed_group_keep_its_proportions",
            "armies/formation_depth.rs refilling_a_rectangle",
            "outcome/traps.rs trap_the_point_pike_goes_first_under_frontal_fire",
        ],
    ),
    (
        "the first two ranks in melee neither shoot nor are shot at; the rest at -",
        &[
            "shooting/closed.rs trap_the_first_two_ranks_of_a_file_in_melee_neither_shoot_nor_are_shot_at",
            "shooting/readings.rs trap_deeper_bases_of_a_file_in_melee_shoot_at_minus",
        ],
    ),
    (
        "the arc by the short range of the whole group; straight ahead before oblique; no useless dice",
        &[
            "shooting/aim.rs trap_the_arc_is_one_or_two_base_widths_by_the_short_range_of_the_whole_group",
            "shooting/aim.rs trap_the_nearest_straight_ahead_beats_a_nearer_oblique_one",
            "shooting/readings.rs trap_no_dice_where_no_test_could_follow",
        ],
    ),
    (
        "guns: supporters at their front edge, who controls them, Poor and at - afterwards",
        &[
            "outcome/guns.rs trap_foot_behind_guns_fight_for_them_and_the_guns_stay",
            "outcome/guns.rs trap_pike_and_shot_who_capture_guns_control_them_at_once",
            "outcome/guns.rs trap_unsupported_guns_are_captured_whole_on_contact_and_friends_near_them_test",
            "renaissance/shooting.rs one_minus_for_the_situation",
        ],
    ),
    (
        "who conforms, matches, reforms and may not contract",
        &[
            "manoeuvre/traps.rs trap_only_the_active_side_conforms",
            "manoeuvre/traps.rs trap_the_other_side_only_matches_when_it_feeds_bases_in",
            "manoeuvre/traps.rs trap_both_sides_may_reform",
            "manoeuvre/traps.rs trap_pinned_battle_groups_cannot_contract",
        ],
    ),
    (
        "threatened flank: four causes; tests, charges and shooting",
        &[
            "manoeuvre/traps.rs trap_a_flank_is_threatened_by_each_of_four_causes_alone",
            "outcome/traps.rs trap_a_threatened_flank_tells_on_every_cohesion_test",
            "impact/declaring.rs trap_foot_with_a_threatened_flank_test_to_charge",
            "shooting/readings.rs trap_a_threatened_flank_tells_on_shooting_at_foot",
        ],
    ),
    (
        "gendarmes keep pursuing and test to stop without re-rolls",
        &["outcome/pursuits.rs trap_others_stop_when_they_lose_contact_but_gendarmes_go_on"],
    ),
    (
        "no bolstering in the turn of a drop; army rout at the end of every phase",
        &[
            "joint/commanders.rs trap_no_bolstering_in_the_turn_of_a_drop",
            "turn.rs \
             trap_an_army_whose_attrition_reaches_its_break_point_routs_at_the_end_of_a_phase",
        ],
    ),
];

#[test]
fn every_trap_has_its_scenarios() {
    let tests = Tests::all();
    assert_eq!(TRAPS.len(), 28, "25 lines of the list, the longer ones by their clauses");
    for test in TRAPS.iter().flat_map(|(_, tests)| *tests) {
        let (file, function) = test.split_once(' ').unwrap();
        let found = tests.0.get(function).is_some_and(|all| all.iter().any(|(f, _)| f == file));
        assert!(found, "{file} has no test {function}");
    }
    // And whatever calls itself a trap is on the list, or another file springs the same one.
    let listed = |name: &str| {
        TRAPS.iter().flat_map(|(_, tests)| *tests).any(|t| t.split_once(' ').is_some_and(|(_, f)| f == name))
    };
    let extra: Vec<&String> = tests
        .0
        .iter()
        .filter(|(n, files)| n.starts_with("trap_") && !files.iter().all(|(f, _)| f.starts_with("ancients/")))
        .map(|(n, _)| n)
        .filter(|n| !listed(n))
        .collect();
    assert_eq!(extra, EXTRA, "a trap that is not on the list");
}

/// Traps sprung besides those of the list.
const EXTRA: &[&str] = &[
    "trap_elephants_are_neither_foot_nor_mounted_and_dragoons_are_light_foot",
    "trap_evaders_who_can_neither_pass_nor_shift_burst_through",
    "trap_light_troops_in_contact_lose_half_first",
];
