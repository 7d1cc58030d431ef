//! The scenarios of the program, and faults with their lines.

use super::*;
use crate::readings::Reading;

fn ready(id: &str) -> Ready {
    by_id(id).expect("it comes with the program").unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn every_scenario_can_be_fought() {
    for file in LIBRARY {
        let ready = ready(file.id);
        assert!(!ready.title.is_empty() && !ready.about.is_empty(), "{}", file.id);
        assert!(ready.setup.turns >= 8, "{}", file.id);
    }
}

#[test]
fn the_lesson_has_five_units_a_side_and_open_hands() {
    let setup = ready(LESSON).setup;
    let units =
        [&setup.start.red, &setup.start.blue].map(|lineup| (lineup.units.len(), lineup.commanders.len()));
    assert_eq!(units, [(5, 2), (5, 2)]);
    assert!(setup.options.has(Reading::OpenHands));
}

/// The first fault of the lesson with one replacement.
fn fault(from: &str, to: &str) -> caracole_document::Fault {
    assert!(TEMPLATE.contains(from), "{from}");
    let text = TEMPLATE.replacen(from, to, 1);
    read("mine.toml", &text).expect_err("the file has a fault").0.remove(0)
}

fn line_of(text: &str) -> usize {
    TEMPLATE.lines().position(|line| line.contains(text)).expect("the line is there") + 1
}

#[test]
fn faults_say_their_line() {
    let horse = "unit = \"Swedish horse 1\"";
    assert_eq!(fault("system = \"retg\"", "system = \"fogr\"").line, line_of("system = \"retg\""));
    assert_eq!(fault(horse, "unit = \"Swedish hoarse 1\"").line, line_of("[red]"));
    assert_eq!(fault("command = \"Torstensson\"", "command = \"Banner\"").line, line_of("Torstensson"));
    assert_eq!(fault("kind = \"village\"", "kind = \"castle\"").line, line_of("kind = \"village\""));
    // Two units on the same ground: the battle refuses, the reader finds the line of one of them.
    let stacked = fault("at = [8, 6]", "at = [4, 6]");
    assert!([line_of(horse), line_of("unit = \"Swedish regiment 1\"")].contains(&stacked.line), "{stacked}");
    assert!(!stacked.remedy.is_empty());
    let flat = fault("area = [[10.5, 9], [13.5, 9], [13.5, 11], [10.5, 11]]", "area = [[1, 1]]");
    assert_eq!(flat.line, line_of("# the mill"));
}

#[test]
fn ids_are_known_with_and_without_their_system() {
    assert_eq!(text_of("lutzen-1632"), text_of("retg/lutzen-1632"));
    assert!(text_of("retg/naseby").is_none());
}
