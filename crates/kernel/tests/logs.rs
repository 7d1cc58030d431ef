//! Malformed logs, each with its message, and what can still be read.

mod common;

use caracole_kernel::{
    Side,
    dice::Bytes32,
    log::{self, Dice, Hashes, Limits, Writer},
};
use caracole_trial::{Decision, Trial};
use common::{battle, choose, log_text, random_battle, seed_and_promise, unit};
use serde_json::{Value, json};

/// Lines of a sound finished log.
fn sound() -> Vec<String> {
    random_battle(3, 4).1.lines().map(str::to_owned).collect()
}

/// Writes lines again with sums that fit, after `change` has tampered with them: what a careful cheat would do.
fn resealed(change: impl FnOnce(&mut Vec<Value>)) -> String {
    let mut values: Vec<Value> = sound().iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    change(&mut values);
    for value in &mut values {
        value.as_object_mut().unwrap().remove("sum");
    }
    reseal(&values)
}

fn reseal(values: &[Value]) -> String {
    let mut text = String::new();
    let mut writer = Writer::resume("");
    for value in values {
        text += &writer.line_of(value);
        text.push('\n');
    }
    text
}

/// Reads and replays; the first thing found wrong, as a sentence.
fn complaint(text: &[u8], limits: Limits) -> String {
    match log::read(text, limits) {
        Err(damage) => damage.to_string(),
        Ok(log) => match (&log.damage.clone(), log::replay::<Trial>(log)) {
            (Some(damage), _) => damage.to_string(),
            (None, Err(fault)) => fault.to_string(),
            (None, Ok(replay)) => {
                replay.fault.map_or("nothing is wrong".to_owned(), |fault| fault.to_string())
            }
        },
    }
}

#[test]
fn malformed_logs_say_what_is_wrong_and_where() {
    let lines = sound();
    let whole = lines.join("\n") + "\n";
    let with = |n: usize, line: &str| {
        let mut lines = lines.clone();
        lines[n - 1] = line.to_owned();
        (lines.join("\n") + "\n").into_bytes()
    };
    let without = |n: usize| {
        let mut lines = lines.clone();
        lines.remove(n - 1);
        (lines.join("\n") + "\n").into_bytes()
    };
    let tamper = |change: fn(&mut Vec<Value>)| resealed(change).into_bytes();
    let last = lines.len();
    let first_dice = lines.iter().position(|l| l.contains("\"dice\":[{")).unwrap();
    let cases: Vec<(&str, Vec<u8>, String)> = vec![
        ("empty", vec![], "the log is empty".into()),
        ("not text", vec![0xff, 0xfe, b'\n'], "line 1 is not UTF-8 text".into()),
        ("not JSON", b"once upon a time\n".to_vec(), "line 1 is not the header of a log: expected value, column 1".into()),
        ("another JSON", b"{\"a\":1}\n".to_vec(), "line 1 is not the header of a log: it has no field `caracole`".into()),
        ("future format", b"{\"caracole\":9}\n".to_vec(), "line 1: the log has format 9, this program reads format 1".into()),
        ("header cut off", whole.as_bytes()[..40].to_vec(), "line 1 breaks off: the log is truncated there".into()),
        ("no sum in header", b"{\"caracole\":1}\n".to_vec(), "line 1 is not the header of a log: it has no checksum".into()),
        (
            "header without system",
            tamper(|v| drop(v[0].as_object_mut().unwrap().remove("system"))),
            "line 1 is not the header of a log: missing field `system`".into(),
        ),
        (
            "setup edited",
            tamper(|v| v[0]["setup"]["turns"] = json!(99)),
            "line 1: the setup was changed: `setup` does not match its digest".into(),
        ),
        (
            "setup against the rules",
            tamper(|v| {
                v[0]["setup"]["turns"] = json!(0);
                v[0]["digests"] = serde_json::to_value(log::digests(&v[0]["setup"])).unwrap();
            }),
            "line 1: the setup is refused: A battle has at least one turn (TRIAL-001). Give a number of turns above 0.".into(),
        ),
        ("another system", tamper(|v| v[0]["system"] = json!("chess")), "the log is of system `chess`, which is not this one".into()),
        (
            "newer rules",
            tamper(|v| v[0]["rules"] = json!(7)),
            "the log was made by rules version 7; this program knows versions up to 2".into(),
        ),
        ("last line cut off", whole.as_bytes()[..whole.len() - 30].to_vec(), format!("line {last} breaks off: the log is truncated there")),
        ("line not JSON", with(3, "{\"n\":2,nonsense"), "line 3 cannot be read: it does not close with its sum".into()),
        ("line changed", with(3, &lines[2].replace("\"n\":2", "\"n\":3")), "line 3 does not follow from the line before: one was changed, or lines are missing".into()),
        ("line missing", without(5), "line 5 does not follow from the line before: one was changed, or lines are missing".into()),
        (
            "line missing, sums mended",
            tamper(|v| drop(v.remove(4))),
            "line 5 is entry 5, but entry 4 should be there".into(),
        ),
        (
            "unknown act",
            tamper(|v| v[3]["act"] = json!({"dance": 1})),
            "line 4 cannot be read: unknown variant `dance`, expected one of `step`, `undo`, `rewind`, `resign`, `out_of_time`, `draw`".into(),
        ),
        (
            "unknown decision",
            tamper(|v| v[1]["act"] = json!({"step": {"choose": {"side": "red", "decision": {"fly": 1}}}})),
            "entry 1 (line 2): the decision cannot be read: unknown variant `fly`, expected one of `hide`, `move`, `volley`, `charge`, `done`, `yes`, `no`, `counter_charge`".into(),
        ),
        (
            "illegal decision",
            tamper(|v| v[1]["act"] = json!({"step": {"choose": {"side": "red", "decision": {"hide": {"field": 8}}}}})),
            "entry 1 (line 2) is against the rules: Nobody can hide there [field: 8] (TRIAL-002). Choose a field from 2 to 6.".into(),
        ),
        (
            "a die changed",
            {
                let change = move |v: &mut Vec<Value>| {
                    let die = &mut v[first_dice]["act"]["step"]["dice"][0]["dice"][0];
                    *die = json!(if die == &json!(6) { 5 } else { 6 });
                };
                resealed(change).into_bytes()
            },
            format!("entry {first_dice} (line {}): these are not the dice that seed and nonces give", first_dice + 1),
        ),
        (
            "another seed",
            tamper(|v| v.last_mut().unwrap()["end"]["seed"] = json!("00".repeat(32))),
            "the seed at the end is not the one promised in the header".into(),
        ),
        (
            "another winner",
            tamper(|v| {
                let winner = &mut v.last_mut().unwrap()["end"]["outcome"]["winner"];
                *winner = if *winner == json!("red") { json!("blue") } else { json!("red") };
            }),
            "the closing line does not fit: it says: ".into(),
        ),
        (
            "wrong count",
            tamper(|v| v.last_mut().unwrap()["end"]["entries"] = json!(1)),
            format!("line {last} closes a log of 1 entries, but there are {}", last - 2),
        ),
        (
            "something after the end",
            (whole.clone() + &lines[1] + "\n").into_bytes(),
            format!("line {} follows the end of the battle", last + 1),
        ),
    ];
    assert!(cases.len() >= 20);
    for (name, text, wanted) in cases {
        let found = complaint(&text, Limits::default());
        assert!(found.starts_with(&wanted), "{name}:\n  wanted {wanted}\n  found  {found}");
    }
}

#[test]
fn limits_are_kept() {
    let text = sound().join("\n");
    let small = |limits| complaint(text.as_bytes(), limits);
    let limits = Limits::default();
    assert_eq!(small(Limits { bytes: 100, ..limits }), "the log is too large: bytes in the file");
    assert_eq!(small(Limits { line: 100, ..limits }), "line 1 is too large: bytes in the line");
    assert_eq!(small(Limits { entries: 2, ..limits }), "line 4 is too large: entries in the log");
}

#[test]
fn a_changed_step_is_found_between_two_hashes() {
    // Blue's hiding place is moved by one field: legal, and only the hash can tell.
    let text = resealed(|v| {
        let field = &mut v[2]["act"]["step"]["choose"]["decision"]["hide"]["field"];
        *field = json!(if field == &json!(2) { 3 } else { 2 });
        v.truncate(6);
    });
    let found = complaint(text.as_bytes(), Limits::default());
    assert!(
        found.starts_with(
            "entry 4 (line 5): the state is not the recorded one, so a step after entry 0 was changed"
        ),
        "{found}"
    );
}

#[test]
fn everything_before_the_damage_is_readable() {
    let lines = sound();
    let cut = lines[..9].join("\n") + "\n" + &lines[9][..20];
    let log = log::read(cut.as_bytes(), Limits::default()).unwrap();
    assert_eq!(log.entries.len(), 8);
    let replay = log::replay::<Trial>(log).unwrap();
    assert_eq!(replay.session.entries().len(), 8);
    assert_eq!(replay.dice, Dice::Sealed, "the seed is not known before the end");
}

#[test]
fn a_log_of_another_layout_replays_without_its_hashes() {
    let text = resealed(|v| {
        v[0]["layout"] = json!(77);
        v[4]["hash"] = json!("0".repeat(32));
    });
    let replay = log::replay::<Trial>(log::read(text.as_bytes(), Limits::default()).unwrap()).unwrap();
    assert_eq!((replay.fault, replay.hashes), (None, Hashes::OtherLayout(77)));
}

/// A log as version 0 of the trial game wrote it, when `volley` was still called `fire`.
fn version_0() -> String {
    let mut session = battle(vec![unit("R", 1)], vec![unit("B", 1)]);
    for (side, unit, by) in [(Side::Red, 0, 2), (Side::Blue, 1, -2), (Side::Red, 0, 2), (Side::Blue, 1, -1)] {
        choose(&mut session, side, Decision::Move { unit: caracole_trial::UnitId(unit), by });
        choose(&mut session, side, Decision::Done);
    }
    let volley = Decision::Volley { unit: caracole_trial::UnitId(0), at: caracole_trial::UnitId(1) };
    choose(&mut session, Side::Red, volley);
    let text = log_text(&session, None).replace("\"volley\"", "\"fire\"");
    let mut values: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    values[0]["rules"] = json!(0);
    for value in &mut values {
        value.as_object_mut().unwrap().remove("sum");
    }
    reseal(&values)
}

#[test]
fn logs_older_than_any_rules_played_are_migrated() {
    let replay = log::replay::<Trial>(log::read(version_0().as_bytes(), Limits::default()).unwrap()).unwrap();
    assert_eq!(replay.fault, None);
    assert_eq!(replay.migrations, ["`fire` is called `volley`"]);
    assert_eq!(replay.hashes, Hashes::Migrated);
    assert_eq!(replay.battle().rules().0, 1);
}

#[test]
fn digests_are_of_sorted_json() {
    // If serde_json kept the order of keys, this digest would differ between two ways of writing one setup.
    let a: Value = serde_json::from_str(r#"{"b":1,"a":[true]}"#).unwrap();
    let b: Value = serde_json::from_str(r#"{"a":[true],"b":1}"#).unwrap();
    assert_eq!(log::digest(&a), log::digest(&b));
    // SHA-256 of {"a":[true],"b":1}, from another program.
    let known: Bytes32 = "708747538ba81fd60b5aac8c646370de5e24abf70ab1872f67458a5a4f3af05d".parse().unwrap();
    assert_eq!(log::digest(&a), known);
}

#[test]
fn the_header_names_digests_of_all_parts() {
    let (_, promise) = seed_and_promise(1);
    let session = battle(vec![unit("R", 1)], vec![unit("B", 1)]);
    let header = session.header(Some(promise));
    assert_eq!(header.digests.keys().collect::<Vec<_>>(), ["armies", "setup", "turns"]);
}
