//! `caracole simulate` and `caracole ladder` as they are called.
#![allow(clippy::unwrap_used, clippy::panic)] // Helpers of tests fail by panicking.

use serde_json::Value;
use std::{
    path::PathBuf,
    process::{Command, Output},
};

fn run(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_caracole")).args(args).env("NO_COLOR", "1").output().unwrap()
}

fn told(args: &[&str]) -> String {
    let output = run(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn refused(args: &[&str], code: i32, words: &str) {
    let output = run(args);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{args:?}: {text}");
    assert!(text.contains(words), "{args:?}: {text}");
}

fn place(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    let _ = std::fs::remove_dir_all(&path);
    path
}

const FIGHT: [&str; 11] = [
    "simulate",
    "--system",
    "mpbs",
    "--scenario",
    "learning",
    "--battles",
    "6",
    "--red-player",
    "random",
    "--blue-player",
    "random",
];

fn fight<'a>(more: &[&'a str]) -> Vec<&'a str> {
    FIGHT.iter().copied().chain(more.iter().copied()).collect()
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let one: Value = serde_json::from_str(&told(&fight(&["--threads", "1", "--json"]))).unwrap();
    let two: Value = serde_json::from_str(&told(&fight(&["--threads", "2", "--json"]))).unwrap();
    assert_eq!(one, two);
    assert_eq!(one["summary"]["battles"], 6);
    let other: Value = serde_json::from_str(&told(&fight(&["--seed", "100", "--json"]))).unwrap();
    assert_ne!(one["summary"]["hash"], other["summary"]["hash"]);
}

#[test]
fn parts_put_together_are_the_whole() {
    let whole = told(&fight(&["--swap", "--json"]));
    let parts = [place("part1.json"), place("part2.json")];
    for (shard, part) in ["1/2", "2/2"].into_iter().zip(&parts) {
        told(&fight(&["--swap", "--shard", shard, "--output", part.to_str().unwrap()]));
    }
    let [first, second] = parts.each_ref().map(|part| part.to_str().unwrap());
    assert_eq!(told(&["simulate", "merge", second, first, "--json"]), whole);
    refused(&["simulate", "merge", first], 1, "is in no part");
    refused(&["simulate", "merge", first, first], 1, "is there twice");
    refused(&fight(&["--shard", "1/2"]), 2, "must be kept");
    refused(&fight(&["--shard", "3/2"]), 2, "is no part of a run");
}

#[test]
fn battles_are_told_as_text_table_charts_and_logs() {
    let (csv, charts, logs) = (place("battles.csv"), place("charts"), place("logs"));
    let text = told(&fight(&[
        "--csv",
        csv.to_str().unwrap(),
        "--charts",
        charts.to_str().unwrap(),
        "--chart-format",
        "png",
        "--logs",
        logs.to_str().unwrap(),
    ]));
    assert!(
        text.starts_with("6 battles of mpbs (learning), random (red) against random (blue), seed 1"),
        "{text}"
    );
    assert!(text.contains("cavalry"), "{text}");
    assert_eq!(std::fs::read_to_string(csv).unwrap().lines().count(), 7);
    for chart in ["won", "length", "margin", "troops"] {
        let png = std::fs::read(charts.join(format!("{chart}.png"))).unwrap();
        assert_eq!(&png[..4], b"\x89PNG");
    }
    let log = logs.join("battle-000003.log");
    let verified = told(&["dice", "verify", log.to_str().unwrap()]);
    assert!(!verified.is_empty());
    told(&["replay", log.to_str().unwrap()]);
}

#[test]
fn a_ladder_is_kept_and_shown() {
    let file = place("ladder.toml");
    let file = file.to_str().unwrap();
    let fought = told(&[
        "ladder",
        "--system",
        "mpbs",
        "--scenario",
        "learning",
        "--battles",
        "2",
        "--players",
        "random,marshal",
        "--file",
        file,
    ]);
    assert!(fought.contains("Elo"), "{fought}");
    let shown = told(&["ladder", "show", file, "--markdown"]);
    assert!(shown.contains("| mpbs, learning | Elo |"), "{shown}");
    assert!(shown.contains("`marshal`"), "{shown}");
    refused(&["ladder", "--system", "mpbs", "--players", "random"], 2, "needs two players");
    std::fs::write(file, "pairings = 3").unwrap();
    refused(&["ladder", "show", file], 1, "ladder");
}

#[test]
fn what_is_not_there_is_refused_with_what_is() {
    refused(&["simulate", "--system", "chess"], 1, "mpbs");
    refused(&["simulate", "--system", "mpbs", "--scenario", "waterloo"], 1, "naseby");
    refused(&["simulate", "--system", "mpbs", "--red-player", "napoleon"], 1, "marshal:bold");
    refused(&["simulate", "--system", "fogr", "--red", "martians"], 1, "fogr/french-1525");
    refused(&["play", "--against", "napoleon"], 1, "marshal");
    refused(&["fuzz", "--system", "mpbs", "--player", "napoleon"], 1, "random");
}

#[test]
fn armies_meet_each_other_on_both_sides_and_a_page_tells_it() {
    let folder = place("balance");
    let armies = "fogr/royalist-1645,fogr/new-model-1645";
    let common = ["balance", "--armies", armies, "--battles", "2", "--player", "random"];
    let told_as =
        |more: &[&str]| told(&common.iter().copied().chain(more.iter().copied()).collect::<Vec<_>>());
    let value: Value =
        serde_json::from_str(&told_as(&["--json", "--report", folder.to_str().unwrap()])).unwrap();
    // One battle each way round: every army has fought both.
    assert_eq!(value["battles"], 2);
    for army in value["armies"].as_array().unwrap() {
        assert_eq!(army["battles"], 2);
    }
    let page = std::fs::read_to_string(folder.join("balance.md")).unwrap();
    assert!(page.contains("--battles 2 --player random --seed 1"), "{page}");
    for chart in ["won.svg", "pairs.svg", "troops.svg"] {
        assert!(page.contains(chart), "{page}");
        assert!(std::fs::read_to_string(folder.join(chart)).unwrap().starts_with("<svg"));
    }
    refused(&["balance", "--armies", "fogr/royalist-1645"], 2, "two to forty armies");
    refused(&["balance", "--armies", "fogr/royalist-1645,fogr/martians"], 1, "martians");
}
