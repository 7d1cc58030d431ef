//! Scenario files: those of the program are sound, faulty ones are refused with line and remedy.

use caracole_fog::battle::Fogr;
use caracole_fog::battle::scenarios::{Fault, by_id, library, read, text_of};
use caracole_fog::troops::Book;
use caracole_kernel::{Awaiting, Battle, Side};

#[test]
fn the_scenarios_of_the_program_are_sound_and_begin() {
    for file in library(Book::Renaissance) {
        let ready = read(file.text).unwrap_or_else(|faults| panic!("{}: {faults:#?}", file.id));
        let (battle, _) = Battle::<Fogr>::start(&ready.setup).unwrap_or_else(|r| panic!("{}: {r}", file.id));
        let world = battle.world();
        assert_eq!(world.turn.number, 1, "{}", file.id);
        assert!(matches!(battle.awaiting(), Awaiting::Decision { .. }), "{}", file.id);
        for side in Side::BOTH {
            let there = world.of_side(side).count();
            assert_eq!(there, battle.scenario().armies[side].battle_groups.len(), "{}", file.id);
            assert!(world.sides[side].camp.is_some(), "{}", file.id);
        }
        assert!(world.commanders.iter().all(caracole_fog::battle::world::CommanderState::is_on_table));
    }
    assert!(by_id("fogr/Mill-Field").is_some());
    assert!(by_id("nowhere").is_none());
}

/// The learning fight with one text in place of another, and what is found wrong with it.
fn spoiled(from: &str, to: &str) -> Vec<Fault> {
    let text = text_of("mill-field").expect("the scenario");
    assert!(text.contains(from), "{from}");
    read(&text.replacen(from, to, 1)).expect_err(to)
}

/// The line of a text, from 1.
fn line_of(part: &str) -> Option<usize> {
    let text = text_of("mill-field").expect("the scenario");
    let at = text.find(part).unwrap_or_else(|| panic!("{part}"));
    Some(text[..at].matches('\n').count() + 1)
}

#[test]
fn what_is_wrong_is_found_at_its_line() {
    let second = "{ group = 2, at = [15, 9], files = 3 }";
    for (from, to, line, wrong) in [
        (
            "kind = \"village\"",
            "kind = \"castle\"",
            line_of("[[terrain]]\nkind = \"village\""),
            "no terrain \"castle\"",
        ),
        (second, "{ group = 12, at = [15, 9], files = 3 }", line_of(second), "no battle group 12"),
        (second, "{ group = \"Blue regiment\", at = [15, 9], files = 3 }", line_of(second), "Blue regiment"),
        (second, "{ group = 2, at = [15, 9], files = 9 }", line_of(second), "no legal formation"),
        (second, "{ group = 2, at = [15, 90], files = 3 }", line_of(second), ""),
        (second, "{ group = 2, at = [33, 9], files = 3 }", line_of(second), ""),
        (second, "{ group = 2, at = [15, 9] }", line_of(second), "missing field `files`"),
        ("with = 2", "with = 7", line_of("{ commander = \"Colonel Okey\""), "no battle group 7"),
        ("turns = 16", "turns = \"many\"", line_of("turns = 16"), "invalid type"),
        ("schema = 1", "schema = 2", line_of("schema = 1"), "format is not known"),
    ] {
        let faults = spoiled(from, to);
        let first = faults.first().expect("a fault");
        assert!(first.wrong.contains(wrong), "{to}: {first}");
        assert_eq!(first.line, line, "{to}: {first}");
        assert!(!first.remedy.is_empty(), "{to}");
    }
}

#[test]
fn armies_of_the_other_book_are_refused() {
    let file = r#"
        schema = 1
        system = "fogr"
        title = "Trebia"
        turns = 10
        [red]
        army = "fogam/roman-218bc"
        deploy = [{ group = 1, at = [33, 9], files = 2 }]
        [blue]
        army = "fogam/carthaginian-218bc"
        deploy = [{ group = 1, at = [33, 29], files = 2 }]
    "#;
    let faults = read(file).expect_err("armies of the second book");
    assert!(faults.iter().any(|f| f.wrong.contains("another book")), "{faults:#?}");
}

#[test]
fn a_battle_group_left_out_is_missed() {
    let faults = spoiled("  { group = 2, at = [15, 9], files = 3 },\n", "");
    assert!(faults.iter().any(|f| f.wrong.contains("Orange regiment")), "{faults:#?}");
}

#[test]
fn every_fault_of_a_file_is_told() {
    let text = text_of("mill-field").expect("the scenario");
    let text = text.replacen("kind = \"village\"", "kind = \"castle\"", 1);
    let text = text.replacen(
        "{ group = 3, at = [21.5, 9], files = 3 }",
        "{ group = 3, at = [21.5, 9], files = 9 }",
        1,
    );
    let faults = read(&text).expect_err("two faults");
    assert_eq!(faults.len(), 2, "{faults:#?}");
}

#[test]
fn no_text_breaks_the_reader() {
    let text = text_of("mill-field").expect("the scenario");
    for (n, _) in text.char_indices().step_by(97) {
        let _ = read(&text[..n]);
    }
    for odd in ["nan", "inf", "-1e300", "1e308", "99999999999999999999"] {
        let _ = read(&text.replacen("[15, 9]", &format!("[{odd}, 9]"), 1)).expect_err(odd);
        let _ = read(&text.replacen("width = 44", &format!("width = {odd}"), 1)).expect_err(odd);
        let _ = read(&text.replacen("depth = 32", &format!("depth = 32\nmu = {odd}"), 1)).expect_err(odd);
    }
    let _ = read(&"[".repeat(5000)).expect_err("brackets");
    let _ = read(&" ".repeat(2_000_000)).expect_err("too long");
}
