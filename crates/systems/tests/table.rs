//! The table: every system answers through it, and one line is enough for a new one.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use caracole_bots::{Fuzz, fuzz_between};
use caracole_kernel::{
    BySide, Viewer,
    log::{self, Limits},
};
use caracole_position::Position;
use caracole_systems::{Entry, TABLE, find, of_template, owner_of, rule_on_position, usual, with_scenario};
use caracole_trial::Trial;
use std::collections::BTreeSet;

#[test]
fn codes_and_scenarios_are_named_once() {
    let mut codes = BTreeSet::new();
    let mut ids = BTreeSet::new();
    for entry in TABLE {
        assert!(codes.insert(entry.code()), "{} stands twice in the table", entry.code());
        assert!(caracole_ledger::System::find(entry.code()).is_some(), "the ledger knows {}", entry.code());
        for id in entry.scenarios().ids() {
            assert!(ids.insert(id), "two systems have a scenario {id}");
            assert_eq!(with_scenario(id).unwrap().code(), entry.code());
        }
    }
    assert!(find("chess").is_none());
}

/// What a list offers can be read, shown, drawn and fought.
#[test]
fn every_scenario_of_the_program_is_sound() {
    for entry in TABLE {
        for id in entry.scenarios().ids() {
            let text = entry.scenarios().text(id).unwrap();
            assert_eq!(owner_of(text).unwrap().code(), entry.code(), "{id} belongs to its system");
            let loaded =
                entry.scenarios().load(id, text, &[]).map_err(|faults| format!("{id}: {faults:?}")).unwrap();
            assert!(!loaded.shown().is_empty() && !loaded.figures().is_empty(), "{id}");
            entry.engine().unwrap().start(loaded.setup()).unwrap();
        }
        for offered in entry.library().scenarios() {
            let setup = entry.library().setup(&offered.id).unwrap();
            entry.engine().unwrap().start(setup).unwrap();
        }
        if let Some(armies) = entry.library().armies() {
            for army in armies.list() {
                let judged = armies.judge(&armies.army(&army.id).unwrap()).unwrap();
                assert_eq!(judged.total.unwrap().total(), army.points, "{}", army.id);
            }
        }
    }
    let (entry, template) = of_template().unwrap();
    assert!(entry.scenarios().load("template", template, &[]).is_ok());
}

/// Newcomers find a system that is played, with a scenario for them and a computer player that thinks.
#[test]
fn the_usual_system_has_all_that_a_newcomer_needs() {
    let usual = usual();
    assert!(usual.engine().is_some());
    assert!(usual.library().scenarios().iter().any(|scenario| scenario.easy));
    assert!(usual.players().len() > 1);
    assert!(usual.enlist("napoleon", 1).is_err());
}

/// The line that the table needs for the kernel's test-only game: everything else follows from its crate.
#[test]
fn one_line_makes_a_system_playable() {
    let entry = Entry::of::<Trial>();
    let system = entry.engine().unwrap();
    let players =
        BySide { red: entry.enlist("random", 1).unwrap(), blue: entry.enlist("random", 2).unwrap() };
    let options = Fuzz { seed: 1, most_steps: 10_000, check_every_step: true };
    let fought = fuzz_between(system, system.random_setup(1).unwrap(), options, players).unwrap();
    let log = log::read(fought.log.as_bytes(), Limits::default()).unwrap();
    assert_eq!(log.header.system, entry.code());
    let replayed = system.replay(log).unwrap();
    assert!(replayed.fault.is_none());
    assert!(!replayed.session.report(Viewer::Spectator, 0).is_empty(), "it tells its battles");
    assert!(entry.library().scenarios().is_empty() && entry.library().armies().is_none());
    assert!(entry.scenarios().ids().is_empty() && !entry.can_draw());
}

/// Nothing but the table's line names the test-only game.
#[test]
fn the_table_has_one_line_for_the_test_game() {
    let table = include_str!("../src/table.rs");
    assert_eq!(table.matches("caracole_trial").count(), 1);
}

#[test]
fn a_position_of_a_system_that_does_not_judge_positions_is_refused() {
    let position = |system: &str| {
        let text = format!("schema = 1\n{system}\n[[side]]\nname = \"Red\"\n[[side]]\nname = \"Blue\"\n");
        rule_on_position(&Position::parse(&text, &[]).unwrap()).unwrap_err().to_string()
    };
    assert!(position("system = \"mpbs\"").contains("does not know positions of bases"));
    assert!(position("").contains("by which rules"));
}
