//! Cells that the rules fix, and charts with faults.

use super::*;
use crate::cards::{Colour, Surcharge};
use crate::dice::{CombatDice, Face};
use crate::troops::{CommandType, Quality, Shape};
use caracole_document::Fault;
use caracole_ledger::proves;

fn standard() -> Charts {
    Charts::standard().unwrap_or_else(|faults| panic!("{faults}"))
}

fn with(text: &str) -> Charts {
    Charts::read(&[("mine.toml", text)]).unwrap_or_else(|faults| panic!("{faults}"))
}

/// The faults of a user's file.
fn faults_of(text: &str) -> Vec<Fault> {
    Charts::read(&[("mine.toml", text)]).expect_err("the file has a fault").0
}

#[test]
fn the_pack_and_the_commanders_are_as_printed() {
    proves!("RETG-CMD-002", "RETG-CMD-010", "RETG-CMD-015", "RETG-MOVE-030", "RETG-OVR-005");
    let charts = standard();
    assert_eq!(charts.command_cards.pack.0, [8, 12, 14, 10, 6]);
    assert_eq!(charts.command_cards.pack.total(), 50);
    assert_eq!((charts.command_cards.ambush_cards, charts.command_cards.flank_march_cards), (3, 2));
    // RETG-EX-004: the Legendary Commander holds 5 cards, the Mediocre one 2.
    assert_eq!(Grade::ALL.iter().map(|g| charts.commanders.cards.get(*g)).collect::<Vec<_>>(), [2, 3, 4, 5]);
    assert_eq!(
        Grade::ALL.iter().map(|g| charts.commanders.group_size.get(*g)).collect::<Vec<_>>(),
        [2, 3, 4, 5]
    );
    let [range, shorter] = &charts.commanders.command_range;
    assert_eq!(CommandType::ALL.iter().map(|t| range.get(*t)).collect::<Vec<_>>(), [12, 10, 8]);
    assert_eq!(CommandType::ALL.iter().map(|t| shorter.get(*t)).collect::<Vec<_>>(), [10, 8, 8]);
}

#[test]
fn death_dice_have_the_faces_that_the_text_tells() {
    proves!("RETG-OVR-006", "RETG-OVR-007", "RETG-OVR-008", "RETG-PROV-001");
    let charts = standard();
    let faces = |colour| {
        Face::ALL.iter().map(|face| charts.death_dice.faces(colour).count(*face)).collect::<Vec<_>>()
    };
    assert_eq!(faces(Colour::Black), [4, 1, 1, 0]);
    assert_eq!(faces(Colour::White), [3, 1, 2, 0]);
    assert_eq!(faces(Colour::Red), [0, 1, 3, 2]);
    assert_eq!(charts.death_dice.basis(Colour::Red), Basis::Rules);
    assert_eq!(charts.death_dice.basis(Colour::Green), Basis::Proposed);
    // RETG-EX-015: wounds in six throws.
    let damage = |colour| -> u8 {
        Face::ALL.iter().map(|face| face.half_bases() * charts.death_dice.faces(colour).count(*face)).sum()
    };
    assert_eq!(Colour::ALL.iter().map(|c| damage(*c)).collect::<Vec<_>>(), [1, 2, 4, 5, 7]);
}

#[test]
fn action_costs_that_the_text_reveals() {
    proves!("RETG-QRS-002", "RETG-PROV-005");
    let charts = standard();
    let cost = |code, column| charts.prompted_actions.action(code).cost(column);
    use ActionCode as A;
    use Column::{Drilled, Formed, Sug, Tribal};
    for column in Column::ALL.iter().copied() {
        assert_eq!(cost(A::C2, column), Some(Colour::Green));
    }
    assert_eq!((cost(A::M3, Formed), cost(A::M3, Tribal)), (Some(Colour::Yellow), Some(Colour::Yellow)));
    assert_eq!(cost(A::M5, Drilled), Some(Colour::Green));
    assert_eq!(cost(A::M14, Tribal), None);
    assert_eq!(cost(A::C1, Sug), Some(Colour::White));
    assert_eq!((cost(A::E1, Formed), cost(A::E1Combat, Formed)), (Some(Colour::Yellow), Some(Colour::Red)));
    assert_eq!(charts.prompted_actions.action(A::Cm2).regain_bw, [0, 0, 1, 2, 3]);
    assert_eq!(charts.prompted_actions.surcharges.get(Surcharge::Group), 1);
    assert_eq!(charts.prompted_actions.action(A::M3).basis[Formed as usize], Basis::Rules);
    assert_eq!(charts.prompted_actions.action(A::M4).basis[0], Basis::Proposed);
    assert!(charts.prompted_actions.action(A::F4).kab[Drilled as usize]);
}

#[test]
fn other_values_that_the_text_gives() {
    proves!(
        "RETG-SHOOT-041",
        "RETG-KAB-010",
        "RETG-KAB-021",
        "RETG-PBS-030",
        "RETG-FLANK-018",
        "RETG-TOURN-004",
        "RETG-ARMY-006"
    );
    let charts = standard();
    let by_quality: Vec<_> = Quality::ALL.iter().map(|q| charts.kab.by_quality.get(*q)).collect();
    assert_eq!(by_quality, [Colour::Red, Colour::Yellow, Colour::Green, Colour::White]);
    let by_grade: Vec<_> = Grade::ALL.iter().map(|g| charts.kab.by_grade.get(*g)).collect();
    assert_eq!(by_grade, [Colour::Red, Colour::Yellow, Colour::Green, Colour::White]);
    assert_eq!(charts.outscouting.percent.get(Colour::Red), 40);
    assert_eq!(charts.outscouting.table_bw, [45, 30]);
    assert_eq!(charts.flank_march.red_cards.get(MarchKind::Other), 3);
    assert_eq!(charts.scoring.triumph, 15);
    let sizes = |shape| charts.formations.of(shape).bases.clone();
    assert_eq!((sizes(Shape::PikeAndShot), sizes(Shape::EarlyPikeAndShot)), (vec![6], vec![9]));
    assert_eq!((sizes(Shape::Keil), sizes(Shape::Tercio)), (vec![12], vec![16]));
    assert_eq!(charts.general_claims.of(GeneralClaim::FlankOrRearCharge).value.charge, 4);
    assert_eq!(charts.general_claims.of(GeneralClaim::NeighbourOfShatter).value.charge, 2);
    assert_eq!(charts.general_claims.of(GeneralClaim::NeighbourOfShove).value.melee, 1);
    assert_eq!(charts.combat_dice.row(0).value.better, CombatDice::Green);
    assert_eq!(charts.combat_dice.row(9).value, charts.combat_dice.row(4).value);
}

#[test]
fn the_map_of_the_pre_battle_has_25_squares_and_every_territory() {
    let charts = standard();
    assert_eq!(charts.pbs_map.squares.len(), 25);
    for territory in Territory::ALL {
        assert!(charts.pbs_map.squares.iter().any(|square| square.territories.contains(territory)));
    }
    // RETG-EX-033: two steps better move one square, straight or along a diagonal.
    assert_eq!(charts.pbs_map.marker_move(2), Some(MarkerMove { straight: 1, diagonal: 1 }));
    assert_eq!(charts.pbs_map.marker_move(0), None);
    // RETG-EX-027: 2 pieces of the flank, 4 compulsory and 2 times 3 optional ones.
    let most = charts.pbs_terrain.pieces(Density::VeryDense);
    assert_eq!(2 + most.rough + most.difficult + most.any + 2 * most.optional_each, 12);
    assert_eq!(charts.terrain.row(TerrainKind::SoftSand).camels, Some(Going::Good));
}

#[test]
fn a_users_file_changes_a_part_of_a_chart_and_leaves_the_rest() {
    let charts = with(
        "[chart.general_claims]\nclaims = [{ key = \"uphill\", charge = 2, melee = 1, to_flank = true }]\n",
    );
    let own = standard();
    let uphill = charts.general_claims.of(GeneralClaim::Uphill);
    assert_eq!((uphill.value.charge, uphill.basis), (2, Basis::User));
    let commander = GeneralClaim::Commander;
    assert_eq!(charts.general_claims.of(commander), own.general_claims.of(commander));
    assert_eq!(charts.combat_dice, own.combat_dice);
    let source = charts.source(ChartKey::GeneralClaims).expect("every chart has a source");
    assert_eq!((source.basis, source.file.as_deref()), (Basis::User, Some("mine.toml")));
    assert!(source.why[0].contains("mine.toml"));
}

#[test]
fn a_users_file_may_change_single_words_numbers_and_whole_lists() {
    let charts = with("[chart.commanders]\ncards = { mediocre = 3 }\n[chart.kab]\nwithin_bw = 4\n");
    assert_eq!(charts.commanders.cards.get(Grade::Mediocre), 3);
    assert_eq!(charts.commanders.cards.get(Grade::Legendary), 5);
    assert_eq!(charts.kab.within_bw, 4);
    let melee =
        "[chart.preferred_opponent_claims]\nmelee = [{ weapon = \"pike\", against = [\"any\"], add = 3 }]\n";
    let charts = with(melee);
    assert_eq!(charts.preferred_claims.lines(CombatKind::Melee).len(), 1);
    assert_eq!(
        charts.preferred_claims.lines(CombatKind::Charge).len(),
        standard().preferred_claims.lines(CombatKind::Charge).len()
    );
    // A longer table of dice.
    let dice = "[chart.combat_dice]\nrows = [{ difference = 5, better = [\"RED\", \"RED\"], worse = [\"BLACK\"] }]\n";
    assert_eq!(with(dice).combat_dice.row(5).basis, Basis::User);
}

#[test]
fn every_chart_says_what_it_rests_on() {
    let charts = standard();
    assert_eq!(charts.sources.len(), ChartKey::ALL.len());
    assert_eq!(charts.listing().len(), ChartKey::ALL.len());
    for (key, source) in ChartKey::ALL.iter().zip(&charts.sources) {
        assert_eq!(source.key, *key);
        let proposed = source.basis == Basis::Proposed;
        assert!(!proposed || !source.why.is_empty(), "{} gives no reason", source.title);
        assert!(key.rule().id().starts_with("RETG-"));
    }
    assert!(charts.listing()[0].contains("Command card pack (command_cards): rules, confidence high"));
}

#[test]
fn each_kind_of_fault_is_refused_with_line_and_remedy() {
    let cases = [
        ("[chart.dice]\n", "\"dice\" is not known here"),
        ("[chart.commanders]\ncards = { genius = 6 }\n", "\"genius\" is not known here"),
        ("[chart.commanders]\ncards = { mediocre = 60 }\n", "60 is out of range"),
        (
            "[chart.command_cards]\npack = { BLACK = 0, WHITE = 0, GREEN = 0, YELLOW = 0, RED = 0 }\n",
            "the pack is empty",
        ),
        ("[chart.command_cards]\nvalue = { RED = 3 }\n", "RED has the value 3"),
        ("[chart.command_cards]\ncoloured = [\"RED\"]\n", "GREEN is on the wrong side"),
        (
            "[chart.death_dice]\nfaces = [{ colour = \"RED\", skull = 3, wound = 3, s = 1, blank = 0 }]\n",
            "the dice has 7 faces",
        ),
        (
            "[chart.prompted_actions]\nactions = [{ code = \"M3\", phase = [\"movement\"], name = \"x\", cost = [\"WHITE\"] }]\n",
            "the list has 1 entries",
        ),
        (
            "[chart.combat_dice]\nrows = [{ difference = 0, better = [\"RED\"], worse = [\"GREEN\"] }]\n",
            "an even fight is not even",
        ),
        (
            "[chart.combat_dice]\nrows = [{ difference = 2, better = [\"BLACK\"], worse = [\"GREEN\"] }]\n",
            "the better side has the lower dice",
        ),
        (
            "[chart.combat_dice]\nrows = [{ difference = 1, better = [\"GREEN\", \"GREEN\"], worse = [\"GREEN\"] }]\n",
            "no rung of the ladder",
        ),
        (
            "[chart.combat_dice]\nrows = [{ difference = 8, better = [\"RED\"], worse = [\"BLACK\"] }]\n",
            "has no entry for 5, 6, 7",
        ),
        (
            "[chart.general_claims]\nclaims = [{ key = \"up\", charge = 1, melee = 1, to_flank = true }]\n",
            "\"up\" is not a word known here",
        ),
        (
            "[chart.shooting_ranges]\nweapons = [{ key = \"bow\", effective = 4, long = 3, depth = 2 }]\n",
            "long range does not reach",
        ),
        (
            "[chart.slowing]\nslows = [{ half_frontages = 2, bw = 2 }, { half_frontages = 1, bw = 1 }]\n",
            "the lines do not rise",
        ),
        ("[chart.break_points]\ntug = [3, 2]\n", "more than the whole"),
        (
            "[chart.formations]\nrows = [{ key = \"keil\", bases = [], wide = 3, counts_as = 2 }]\n",
            "the sizes do not rise",
        ),
        ("[chart.kab]\nwithin_bw = \"three\"\n", "this is a text"),
        ("[chart.kab\n", "not valid TOML"),
    ];
    for (text, message) in cases {
        let faults = faults_of(text);
        assert!(faults.iter().any(|fault| fault.wrong.contains(message)), "{text}: {faults:#?}");
        for fault in &faults {
            assert_eq!(fault.file, "mine.toml", "{fault}");
            assert!(fault.line >= 1 && !fault.remedy.is_empty(), "{fault}");
        }
    }
}

#[test]
fn rows_given_twice_are_refused() {
    let row = "{ key = \"uphill\", charge = 1, melee = 1, to_flank = true }";
    let faults = faults_of(&format!("[chart.general_claims]\nclaims = [{row}, {row}]\n"));
    assert!(faults[0].wrong.contains("twice") && faults[0].line == 2, "{faults:#?}");
}
