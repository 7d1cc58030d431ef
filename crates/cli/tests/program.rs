//! The program as users and other programs call it.
#![cfg(feature = "trial")]
#![allow(clippy::unwrap_used, reason = "helpers of tests fail the test")]

use caracole_kernel::{
    Awaiting, BySide, Rules, Session,
    dice::{Commitment, Seed, Verifiable},
    log::Writer,
};
use caracole_trial::Trial;
use serde_json::Value;
use std::{
    path::PathBuf,
    process::{Command, Output},
};

fn caracole(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_caracole")).args(args).env("NO_COLOR", "1").output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A file of its own for each test.
fn file(name: &str, content: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).unwrap();
    path
}

/// The log of a trial battle in which both sides always take their first choice.
fn log() -> String {
    let mut session = Session::<Trial>::start(caracole_trial::example()).unwrap();
    let seed = Seed::from_number(11);
    let nonces = BySide { red: "r".to_owned(), blue: "b".to_owned() };
    let mut source = Verifiable::new(&seed, &nonces);
    loop {
        match session.battle().awaiting().clone() {
            Awaiting::Nothing(_) => break,
            Awaiting::Dice(_) => drop(session.throw(&mut source).unwrap()),
            Awaiting::Decision { side, request } => {
                let mut decisions = Vec::new();
                Trial::candidates(session.battle(), side, &request, &mut decisions);
                session.choose(side, decisions.swap_remove(0)).unwrap();
            }
        }
    }
    let promise = Commitment { commitment: seed.commitment(), nonces };
    let (mut writer, mut text) = Writer::begin(&session.header(Some(promise)));
    for entry in session.entries() {
        text += &format!("\n{}", writer.entry(entry));
    }
    text + "\n" + &writer.end(&session.end(Some(seed)).unwrap()) + "\n"
}

#[test]
fn replay_tells_and_verifies_a_battle() {
    let path = file("whole.log", log().as_bytes());
    let path = path.to_str().unwrap();
    let told = caracole(&["replay", path]);
    assert_eq!(told.status.code(), Some(0), "{}", text(&told.stderr));
    assert!(text(&told.stdout).contains("red hides an ambusher."), "{}", text(&told.stdout));
    let verdict = caracole(&["replay", path, "--verify", "--json"]);
    let verdict: Value = serde_json::from_slice(&verdict.stdout).unwrap();
    assert_eq!(verdict["fault"], Value::Null);
    assert!(verdict["hashes"].as_str().unwrap().ends_with("all equal"));
    let dice = caracole(&["dice", "verify", path, "--json"]);
    assert_eq!(dice.status.code(), Some(0));
    let dice: Value = serde_json::from_slice(&dice.stdout).unwrap();
    assert_eq!(dice["verified"], true);
}

#[test]
fn replay_stops_where_it_is_told() {
    let path = file("to.log", log().as_bytes());
    let state = caracole(&["replay", path.to_str().unwrap(), "--to", "2", "--json"]);
    let state: Value = serde_json::from_slice(&state.stdout).unwrap();
    assert_eq!(state["entries"], 2);
    assert_eq!(state["outcome"], Value::Null);
}

#[test]
fn a_damaged_log_is_reported_and_the_rest_told() {
    let whole = log();
    let path = file("cut.log", &whole.as_bytes()[..whole.len() - 10]);
    let told = caracole(&["replay", path.to_str().unwrap()]);
    assert_eq!(told.status.code(), Some(1));
    assert!(text(&told.stdout).contains("entries replayed"));
    assert!(text(&told.stderr).contains("the log is truncated there"), "{}", text(&told.stderr));
}

#[test]
fn malformed_command_lines_get_clear_messages() {
    let bad_log = file("bad.log", b"hello\n");
    let bad_log = bad_log.to_str().unwrap();
    let not_utf8 = file("bytes.log", &[0xff, 0x00, b'\n']);
    let not_utf8 = not_utf8.to_str().unwrap();
    let (short, long) = ("ab".repeat(31), "ab".repeat(32));
    let cases: &[(&[&str], i32, &str)] = &[
        (&["dance"], 2, "unrecognized subcommand 'dance'"),
        (&["rules"], 2, "Usage: caracole rules"),
        (&["rules", "show"], 2, "required"),
        (&["rules", "show", "FOGR-IMPACT-999"], 1, "FOGR-IMPACT-999"),
        (&["rules", "show", "nonsense"], 1, "nonsense"),
        (&["rules", "show", "FOGR-IMPACT-021", "--colour"], 2, "unexpected argument '--colour'"),
        (&["rules", "search"], 2, "required"),
        (&["rules", "search", "wheel", "--limit", "many"], 2, "invalid value 'many'"),
        (&["rules", "coverage", "--system", "chess"], 2, "chess"),
        (&["replay"], 2, "required"),
        (&["replay", "no-such-file.log"], 1, "no-such-file.log: cannot be opened: there is no such file"),
        (&["replay", "."], 1, "this is a folder, not a file"),
        (&["replay", bad_log], 1, "line 1 is not the header of a log"),
        (&["replay", not_utf8], 1, "line 1 is not UTF-8 text"),
        (&["replay", bad_log, "--to", "-3"], 2, "unexpected argument '-3'"),
        (&["replay", bad_log, "--viewer", "green"], 2, "invalid value 'green'"),
        (&["dice", "verify"], 2, "required"),
        (&["dice", "verify", bad_log], 1, "line 1 is not the header of a log"),
        (&["dice", "recompute", "--seed", "xyz", "--entry", "1"], 2, "64 hexadecimal digits are wanted"),
        (&["dice", "recompute", "--seed", &short, "--entry", "1"], 2, "64 hexadecimal digits are wanted"),
        (&["dice", "recompute", "--entry", "1", "--count", "9999"], 2, "9999 is not in 1..=400"),
        (&["schema", "everything"], 2, "there is no schema `everything`"),
        (&["completions", "cobol"], 2, "invalid value 'cobol'"),
        (
            &["dice", "recompute", "--seed", &long, "--entry", "1", "--deck", "1,2", "--count", "4"],
            2,
            "deck of 3",
        ),
        (&["dice", "recompute", "--seed", &long, "--entry", "1", "--deck", "1,300"], 2, "from 0 to 255"),
        (
            &["dice", "recompute", "--seed", &long, "--entry", "1", "--deck", "1,1,1,1,1,1,1,1,1"],
            2,
            "8 kinds",
        ),
        (&["odds", "pool", "--dice", "8", "--hit", "4", "--reroll", "9"], 2, "9"),
        (&["odds", "pool", "--dice", "100000", "--hit", "4"], 2, "100000"),
        (&["odds", "pool", "--dice", "-1", "--hit", "4"], 2, "-1"),
    ];
    for (args, code, wanted) in cases {
        let output = caracole(args);
        let said = text(&output.stderr) + &text(&output.stdout);
        assert_eq!(output.status.code(), Some(*code), "{args:?}: {said}");
        assert!(said.contains(wanted), "{args:?}: wanted `{wanted}` in: {said}");
    }
}

#[test]
fn failures_are_json_too() {
    let output = caracole(&["replay", "no-such-file.log", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let failure: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(failure["place"], "no-such-file.log");
    assert!(failure["remedy"].is_string());
}

#[test]
fn help_shows_examples_and_every_schema_prints() {
    for command in ["rules", "odds", "dice", "replay", "schema"] {
        let help = text(&caracole(&[command, "--help"]).stdout);
        assert!(help.contains("Example"), "{command}: {help}");
    }
    let names = caracole(&["schema", "--json"]);
    let names: Value = serde_json::from_slice(&names.stdout).unwrap();
    for name in names["schemas"].as_array().unwrap() {
        let schema = caracole(&["schema", name.as_str().unwrap(), "--json"]);
        let schema: Value = serde_json::from_slice(&schema.stdout).unwrap();
        assert!(schema.is_object(), "{name}");
    }
}

#[test]
fn recomputed_dice_are_those_of_the_frozen_drawing() {
    let seed: String = (0..32).map(|i| format!("{i:02x}")).collect();
    let args = ["dice", "recompute", "--seed", &seed, "--red", "red nonce", "--blue", "blue nonce"];
    let output = caracole(&[&args[..], &["--entry", "1", "--count", "12"]].concat());
    assert_eq!(text(&output.stdout), "4 2 2 2 4 3 6 6 5 3 5 2\n");
    // Cards: the vector of the kernel's test, computed by another program.
    let deck = ["--entry", "1", "--count", "12", "--deck", "8,12,14,10,6"];
    let output = caracole(&[&args[..], &deck].concat());
    assert_eq!(text(&output.stdout), "2 1 3 2 3 1 2 4 3 0 0 0\n");
    let output = caracole(&[&args[..], &deck, &["--json"]].concat());
    let drawn: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(drawn["cards"].as_array().map(Vec::len), Some(12));
}
