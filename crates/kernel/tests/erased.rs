//! Driving a battle through JSON alone, as clients do.

mod common;

use caracole_kernel::{
    AnySystem, Awaiting, Erased, Numbers, Side, Viewer,
    dice::Verifiable,
    log::{self, Act, Limits, Writer},
};
use caracole_ledger::rule;
use caracole_trial::Trial;
use common::seed_and_promise;
use serde_json::json;
use std::collections::BTreeMap;

#[test]
fn a_whole_battle_through_json() {
    let system: &dyn AnySystem = &Erased::<Trial>::new();
    let setup = serde_json::to_value(caracole_trial::example()).unwrap();
    let mut session = system.start(setup).unwrap();
    let (seed, promise) = seed_and_promise(5);
    let mut source = Verifiable::new(&seed, &promise.nonces);
    let mut numbers = Numbers::new(5);
    loop {
        match session.awaiting(Viewer::Spectator) {
            Awaiting::Nothing(_) => break,
            Awaiting::Dice(_) => session.throw(&mut source).unwrap(),
            Awaiting::Decision { side, .. } => {
                let candidates = session.candidates(side);
                assert!(session.candidates(side.other()).is_empty());
                let decision = &candidates[numbers.below(candidates.len())];
                session.plan(side, decision).unwrap();
                session.choose(side, decision).unwrap();
            }
        }
    }
    let (mut writer, mut text) = Writer::begin(&session.header(Some(promise)));
    for entry in session.record(0) {
        text += &format!("\n{}", writer.entry(&entry));
    }
    text += &format!("\n{}\n", writer.end(&session.end(Some(seed)).unwrap()));
    let replay = system.replay(log::read(text.as_bytes(), Limits::default()).unwrap()).unwrap();
    assert_eq!(replay.fault, None);
    assert_eq!(replay.session.hash(), session.hash());
    for viewer in Viewer::ALL {
        assert_eq!(replay.session.report(viewer, 0), session.report(viewer, 0));
        assert_eq!(replay.session.view(viewer), session.view(viewer));
    }
    // The report tells the battle: it opens with the hiding and no viewer reads a place he may not know.
    let told = session.report(Viewer::Spectator, 0);
    assert_eq!(told[0].sentence.text, "red hides an ambusher.");
    assert!(session.report(Viewer::Red, 0)[0].sentence.text.starts_with("red hides Rangers on field"));
}

#[test]
fn bad_json_is_refused_as_malformed() {
    let system: &dyn AnySystem = &Erased::<Trial>::new();
    let refused = system.start(json!({"turns": 3})).err().unwrap();
    assert_eq!(refused.rule, rule!("TABLE-010"));
    let setup = serde_json::to_value(caracole_trial::example()).unwrap();
    let mut session = system.start(setup).unwrap();
    for decision in [json!(null), json!({"hide": {}}), json!({"hide": {"field": 300}}), json!({"fly": 1})] {
        let refusal = session.choose(Side::Red, &decision).unwrap_err();
        assert_eq!(refusal.rule, rule!("TABLE-010"), "{refusal}");
    }
    assert_eq!(session.entries(), 0);
}

#[test]
fn taking_back_removes_what_was_told() {
    let system: &dyn AnySystem = &Erased::<Trial>::new();
    let setup = serde_json::to_value(caracole_trial::example()).unwrap();
    let mut session = system.start(setup).unwrap();
    session.choose(Side::Red, &json!({"hide": {"field": 3}})).unwrap();
    assert_eq!(session.report(Viewer::Red, 0).len(), 1);
    let to = session.undo_to(Side::Red).unwrap();
    session.act(Act::Undo { side: Side::Red, to }).unwrap();
    assert_eq!(session.report(Viewer::Red, 0), []);
}

#[test]
fn schemas_describe_every_message() {
    let system: &dyn AnySystem = &Erased::<Trial>::new();
    let names: Vec<_> = system.schemas().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["setup", "decision", "request", "event", "view"]);
}

/// What is worked out elsewhere, from whatever states are known already, is what the session itself would say.
#[test]
fn the_way_back_leads_to_the_same_state() {
    let system: &dyn AnySystem = &Erased::<Trial>::new();
    let mut session = system.start(serde_json::to_value(caracole_trial::example()).unwrap()).unwrap();
    let (seed, promise) = seed_and_promise(9);
    let mut source = Verifiable::new(&seed, &promise.nonces);
    let mut numbers = Numbers::new(9);
    let mut undone = 0;
    while session.entries() < 120 {
        match session.awaiting(Viewer::Spectator) {
            Awaiting::Nothing(_) => break,
            Awaiting::Dice(_) => session.throw(&mut source).unwrap(),
            Awaiting::Decision { side, .. } => {
                let candidates = session.candidates(side);
                session.choose(side, &candidates[numbers.below(candidates.len())]).unwrap();
                if numbers.below(4) == 0
                    && let Ok(to) = session.undo_to(side)
                {
                    session.act(Act::Undo { side, to }).unwrap();
                    undone += 1;
                }
            }
        }
    }
    assert!(undone > 3, "{undone} choices were taken back");
    let last = session.entries();
    let mut known = BTreeMap::new();
    for entry in (0..=last).rev().step_by(3).chain(0..=last) {
        let there = session.way_back(entry, &known).unwrap()().unwrap();
        assert_eq!(there.hash(), session.at(entry).unwrap().hash(), "after entry {entry}");
        assert_eq!(there.entries(), 0, "with an empty record");
        if entry % 7 == 0 {
            known.insert(entry, there);
        }
    }
    assert_eq!(session.way_back(last + 1, &known).err().unwrap().rule, rule!("TABLE-008"));
}
