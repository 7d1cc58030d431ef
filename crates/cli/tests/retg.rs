//! Armies, odds, questions and rulings of Renatio et Gloriam as users and other programs call them.
#![allow(clippy::unwrap_used, clippy::panic)] // Helpers of tests fail by panicking.

use serde_json::Value;
use std::{
    io::Write,
    path::PathBuf,
    process::{Command, Output, Stdio},
};

fn run(args: &[&str], input: &str) -> Output {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut child = Command::new(env!("CARGO_BIN_EXE_caracole"))
        .args(args)
        .current_dir(root)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn told(args: &[&str]) -> String {
    let output = run(args, "");
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn json(args: &[&str]) -> Value {
    let mut with_json = args.to_vec();
    with_json.push("--json");
    serde_json::from_str(&told(&with_json)).unwrap()
}

fn refused(args: &[&str]) -> String {
    let output = run(args, "");
    assert!(!output.status.success(), "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn armies_are_listed_shown_priced_and_checked() {
    assert!(told(&["army", "list"]).contains("retg/swedish-1632"));
    // The sums that the charts give: RETG-QRS-015.
    assert_eq!(json(&["army", "price", "retg/swedish-1632"])["total"], 991);
    assert!(told(&["army", "price", "retg/swedish-1632", "--rules"]).contains("RETG-QRS-015"));
    assert_eq!(json(&["army", "check", "retg/imperial-1632"])["legal"], true);
    assert!(told(&["army", "show", "retg/polish-1683"]).contains("breaks at"));
    let sheet = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("retg-sheet.svg");
    told(&["army", "show", "retg/polish-1683", "-o", sheet.to_str().unwrap()]);
    assert!(std::fs::read_to_string(sheet).unwrap().starts_with("<svg"));
}

#[test]
fn armies_are_built_from_files_and_by_chance() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (started, chance, wrong) = (path("retg-new.toml"), path("retg-chance.toml"), path("retg-wrong.toml"));
    told(&["army", "new", &started, "--book", "retg", "--force"]);
    assert_eq!(json(&["army", "check", &started])["legal"], true);
    told(&["army", "random", "retg", "--seed", "7", "-o", &chance]);
    assert_eq!(json(&["army", "check", &chance])["legal"], true);
    assert_eq!(told(&["army", "random", "retg"]), told(&["army", "random", "retg"]));
    let text = std::fs::read_to_string(&started).unwrap().replace("role = \"army\"", "role = \"sub\"");
    std::fs::write(&wrong, text).unwrap();
    assert!(refused(&["army", "check", &wrong]).contains("RETG-ARMY-009"));
    assert_eq!(json(&["army", "check", &wrong, "--house-rules"])["legal"], false);
    assert!(refused(&["army", "random", "chess"]).contains("retg"));
}

#[test]
fn a_fight_comes_with_its_claims_and_exact_odds() {
    let text = told(&["odds", "combat", "docs/examples/charge-retg.toml"]);
    assert!(text.contains("Hakkapeliita against German regiment"), "{text}");
    assert!(text.contains("fought to the end:"), "{text}");
    let answer = json(&["odds", "combat", "docs/examples/charge-retg.toml"]);
    let sum: f64 = answer["units"][0]["chances"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|chance| chance["result"] != "breaks")
        .map(|chance| chance["decimal"].as_f64().unwrap())
        .sum();
    assert!((sum - 1.0).abs() < 1e-9);
}

#[test]
fn tests_and_questions_are_answered() {
    // Poor troops are tested on RED; rear support takes two steps: GREEN.
    let poor = "troops=6 foot, close, formed, protected, poor, musket";
    let test = told(&["odds", "test", "kab", "--system", "retg", poor, "supported=yes"]);
    assert!(test.contains("dice: GREEN"), "{test}");
    assert!(refused(&["odds", "test", "cmt", "--system", "retg"]).contains("kab"));
    let lines = "{\"kind\": \"hand\", \"cards\": 1, \"id\": 7}\n{\"kind\": \"hand\", \"cards\": 99}\n\
                 {\"system\": \"fogr\", \"kind\": \"cmt\", \"quality\": \"superior\"}\n";
    let output = run(&["ask", "--system", "retg"], lines);
    let answers: Vec<Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    // 30 of 50 cards are green or better.
    assert_eq!(answers[0]["colours"][1]["at_least"][0]["chance"]["probability"], "3/5");
    assert_eq!((&answers[0]["id"], &answers[0]["system"]), (&Value::from(7), &Value::from("retg")));
    assert!(answers[1]["remedy"].is_string() && answers[2]["chances"].is_array(), "{answers:?}");
}

#[test]
fn the_referee_answers_the_example() {
    let rulings = json(&["referee", "docs/examples/rulings-retg.toml"]);
    assert_eq!(
        (&rulings["system"], rulings["rulings"].as_array().unwrap().len()),
        (&Value::from("retg"), 10)
    );
}
