//! Every question and every answer of a battle in words that a player understands.

use crate::common::own;
use caracole_kernel::{Awaiting, Battle, Rules, Scenery, Viewer, Words};
use caracole_musketpike::{MusketPike, bots::Random, scenario::Options};
use std::collections::BTreeMap;

/// Words of the program that no player should read.
fn speaks_plainly(text: &str) -> bool {
    text.len() > 1
        && !text.contains(['{', '}', '_', '(', '"'])
        && !text.contains("Some")
        && !text.contains("UnitId")
        && text.starts_with(|c: char| c.is_uppercase() || c.is_numeric())
}

/// Plays a battle and looks at every question with all its answers; says how often each kind of question came.
fn read_through(scenario: &str, seed: u64) -> BTreeMap<String, u32> {
    let (mut battle, _) = Battle::<MusketPike>::start(&own(scenario, Options::default())).expect("a start");
    let mut player = Random::new(seed);
    let (mut kinds, mut offered, mut n) = (BTreeMap::new(), Vec::new(), 0);
    while let Some(step) = player.step(&battle) {
        if let Awaiting::Decision { side, request } = battle.awaiting() {
            let prompt = MusketPike::prompt(&battle, *side, request);
            assert!(prompt.text.ends_with(['?', '.']) && speaks_plainly(&prompt.text), "{}", prompt.text);
            let kind = format!("{request:?}");
            let kind = kind.split('(').next().unwrap_or_default().to_owned();
            let seen = kinds.entry(kind).or_insert(0);
            *seen += 1;
            // The rare questions always, the common ones now and then.
            if *seen <= 30 || n % 50 == 0 {
                offered.clear();
                MusketPike::candidates(&battle, *side, request, &mut offered);
                let mut commands = BTreeMap::new();
                for decision in &offered {
                    let wording = MusketPike::wording(&battle, *side, decision);
                    assert!(speaks_plainly(&wording.text), "{request:?}: {}", wording.text);
                    let other = commands.insert(wording.command.clone(), decision);
                    assert!(other.is_none(), "{request:?}: {:?} has two meanings", wording.command);
                }
            }
        }
        if n % 200 == 0 {
            let scene = MusketPike::scene(&battle, Viewer::Spectator).expect("a scene");
            assert!(scene.items.iter().all(|item| speaks_plainly(&item.says.replace(['(', '_'], " "))));
        }
        battle.apply(&step).expect("a legal step");
        n += 1;
    }
    kinds
}

#[test]
fn every_question_is_asked_in_words_and_every_answer_has_a_command_of_its_own() {
    let mut kinds = BTreeMap::new();
    for seed in 0..12 {
        for (kind, count) in read_through("learning", seed) {
            *kinds.entry(kind).or_insert(0) += count;
        }
    }
    for kind in ["Act", "Manoeuvre", "React", "Designate", "Retreat", "GoAlong", "Rout", "PlaceLeader"] {
        assert!(kinds.contains_key(kind), "no battle asked {kind}: {kinds:?}");
    }
}
