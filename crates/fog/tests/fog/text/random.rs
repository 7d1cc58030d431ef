//! Whole battles of chance: nothing that is said shows names of the program, and every command means what it says.

use crate::battle_common::listen::{listen, look_at};
use caracole_bots::{Fuzz, fuzz};
use caracole_fog::battle::Fogr;
use caracole_fog::battle::scenarios::by_id;
use caracole_fog::renaissance::Renaissance;
use caracole_kernel::{AnySystem, Erased, Rules, Viewer, log};

#[test]
fn battles_of_chance_are_told_in_words_and_read_back() {
    for number in 1..4 {
        listen::<Renaissance>(&Fogr::random_setup(number).expect("a setup"), number, 400);
    }
}

#[test]
fn the_learning_fight_is_told_in_words_and_read_back() {
    for number in 1..3 {
        listen::<Renaissance>(&by_id("mill-field").expect("the scenario").setup, number, 500);
    }
}

/// Whole battles, from the first turn to the end, and one from the choice of the ground.
#[test]
fn whole_battles_are_told_in_sentences() {
    let system = Erased::<Fogr>::new();
    let learning = serde_json::to_value(by_id("mill-field").expect("the scenario").setup).expect("a message");
    let deployed = system.random_setup(5).expect("a setup");
    for (seed, setup) in [(1, learning.clone()), (2, learning), (3, deployed)] {
        let options = Fuzz { seed, most_steps: 60_000, check_every_step: false };
        let fought = fuzz(&system, setup, options).unwrap_or_else(|broken| panic!("{broken:?}"));
        let log = log::read(fought.log.as_bytes(), log::Limits::default()).expect("a sound log");
        let replay = system.replay(log).expect("it replays");
        let report = replay.session.report(Viewer::Spectator, 0);
        report.iter().for_each(|seen| look_at(&seen.sentence));
        assert!(report.len() > 100, "{} sentences", report.len());
        let last = report.last().expect("a last sentence");
        assert!(last.sentence.text.contains("Attrition: red "), "{}", last.sentence.text);
    }
}
