//! Faults in scenario and chart files.

use crate::common::position::Position;
use caracole_kernel::Battle;
use caracole_ledger::proves;
use caracole_musketpike::{
    MusketPike,
    engine::{ScenarioSource, Setup},
};

fn field() -> Position {
    Position::new()
        .wing_rated("ra", "make_ready", "0404", -1)
        .wing("ba", "rally", "1905")
        .unit("C", "ra", "cuirassier 4 7", "0404", "E", "")
        .unit("A", "ra", "heavy_infantry 5 6", "0505", "E", "")
        .unit("G", "ra", "artillery - 5", "0304", "E", "class = \"light\"")
        .unit("S", "ba", "cuirassier 4 7", "1905", "E", "")
}

/// The refusal of a battle with these files.
fn refused(scenario: &str, charts: Option<&str>) -> String {
    let setup = Setup {
        scenario: ScenarioSource::Text(scenario.to_owned()),
        charts: charts.map(str::to_owned),
        options: Default::default(),
    };
    let refusal = Battle::<MusketPike>::start(&setup).expect_err("the files have faults");
    assert_eq!(refusal.rule.id(), "TABLE-015");
    assert!(!refusal.remedy.is_empty());
    refusal.problem.to_string()
}

/// Line of the first place where `needle` stands.
fn line_of(text: &str, needle: &str) -> usize {
    text[..text.find(needle).expect("it is there")].matches('\n').count() + 1
}

#[test]
fn faulty_scenarios_are_refused_with_file_line_and_remedy() {
    proves!("TABLE-015");
    let sound = field().text();
    for (what, from, to, remedy) in [
        ("two units in one hex", "at = \"0505\"", "at = \"0404\"", "move one of them"),
        (
            "an unknown Wing",
            "wing = \"ba\", type = \"cuirassier\"",
            "wing = \"zz\", type = \"cuirassier\"",
            "ra, ba",
        ),
        ("a hex off the map", "at = \"0505\"", "at = \"9905\"", "0101"),
        ("an unknown facing", "facing = \"E\", class", "facing = \"X\", class", "NE"),
        ("no morale", "strength = 5, morale = 6, ", "strength = 5, ", "morale"),
        ("an unknown type", "type = \"heavy_infantry\"", "type = \"elephants\"", "heavy_infantry"),
    ] {
        let faulty = sound.replacen(from, to, 1);
        assert_ne!(faulty, sound, "{what}");
        let problem = refused(&faulty, None);
        let line = if what == "two units in one hex" || what == "no morale" {
            line_of(&faulty, "code = \"A\"")
        } else {
            line_of(&faulty, to)
        };
        assert!(problem.contains(&format!("scenario:{line}")), "{what}: {problem}");
        assert!(problem.contains(remedy), "{what}: {problem}");
    }
    let unknown = field()
        .victory("awards = [{ name = \"X\", army = \"red\", points = 1, units = [\"nobody\"], when = \"eliminated\" }]")
        .text();
    let problem = refused(&unknown, None);
    assert!(
        problem.contains("nobody") && problem.contains(&format!("scenario:{}", line_of(&unknown, "nobody"))),
        "{problem}"
    );
}

#[test]
fn faulty_charts_are_refused_with_file_line_and_remedy() {
    proves!("TABLE-015");
    let own = include_str!("../../../data/charts.toml");
    let chart = |key: &str| {
        let from = own.find(&format!("[chart.{key}]\n")).expect("the chart is there");
        let to = own[from + 1..].find("\n[chart.").map_or(own.len(), |n| from + 1 + n);
        own[from..to].to_owned()
    };
    let scenario = field().text();
    // A row of the Close Combat Table taken out leaves a gap; one too many overlaps.
    let combat = chart("close_combat");
    let row = combat.lines().find(|line| line.contains("from = 4,")).expect("a row").to_owned();
    let gap = combat.replacen(&format!("{row}\n"), "", 1);
    let problem = refused(&scenario, Some(&gap));
    assert!(problem.contains("charts:") && problem.contains("start this row at"), "{problem}");
    let twice = combat.replacen(&row, &format!("{row}\n{row}"), 1);
    assert!(refused(&scenario, Some(&twice)).contains("charts:"));
    // Nine results for ten faces.
    let casualty = chart("leader_casualty");
    let line = casualty.lines().find(|line| line.starts_with("results")).expect("results").to_owned();
    let short = casualty.replacen(
        &line,
        &line.replacen(&format!("{}, ", line.split(['[', ',']).nth(1).unwrap_or_default().trim()), "", 1),
        1,
    );
    assert_ne!(short, casualty);
    let problem = refused(&scenario, Some(&short));
    assert!(problem.contains(&format!("charts:{}", line_of(&short, "results"))), "{problem}");
    // A word that no chart knows, and a text that is no TOML.
    let word = combat.replacen("\"no_effect\"", "\"nothing\"", 1);
    assert!(refused(&scenario, Some(&word)).contains("no_effect"), "the known words are named");
    assert!(refused(&scenario, Some("[chart.close_combat\n")).contains("charts:1"));
    assert!(refused(&scenario, Some("[chart.sorcery]\n")).contains("sorcery"));
}
