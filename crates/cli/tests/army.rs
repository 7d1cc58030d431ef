//! `caracole army` as users and other programs call it.
#![allow(clippy::unwrap_used, clippy::panic)] // Helpers of tests fail by panicking.

use serde_json::Value;
use std::{
    path::PathBuf,
    process::{Command, Output},
};

fn army(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_caracole")).arg("army").args(args).env("NO_COLOR", "1").output().unwrap()
}

/// The answer of a command that succeeds.
fn told(args: &[&str]) -> String {
    let output = army(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn json(args: &[&str]) -> Value {
    let mut with_json = args.to_vec();
    with_json.push("--json");
    serde_json::from_str(&told(&with_json)).unwrap()
}

/// What a command that is refused says, and its exit code.
fn refused(args: &[&str]) -> (Option<i32>, String) {
    let output = army(args);
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// A place for a file of its own for each test.
fn path(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}

fn file(name: &str, content: &str) -> String {
    let path = path(name);
    std::fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

const IDS: [&str; 8] = [
    "fogr/french-1525",
    "fogr/imperialist-1525",
    "fogr/royalist-1645",
    "fogr/new-model-1645",
    "fogam/roman-218bc",
    "fogam/carthaginian-218bc",
    "fogam/french-1346",
    "fogam/english-1346",
];

#[test]
fn list_names_the_armies() {
    let listed = json(&["list"]);
    let ids: Vec<&str> =
        listed["armies"].as_array().unwrap().iter().map(|a| a["id"].as_str().unwrap()).collect();
    assert_eq!(ids, IDS);
    let text = told(&["list"]);
    assert!(IDS.iter().all(|id| text.contains(id)));
}

#[test]
fn prices_of_the_built_in_armies() {
    let totals: Vec<i64> = IDS.iter().map(|id| json(&["price", id])["total"].as_i64().unwrap()).collect();
    assert_eq!(totals, [601, 602, 619, 619, 628, 644, 658, 616]);
    let price = json(&["price", "fogr/new-model-1645"]);
    assert_eq!(price["battle_groups"][0]["bases"][0]["tally"]["total"], 21);
    assert_eq!(price["battle_groups"][0]["bases"][0]["tally"]["lines"][0]["rule"], "FOGR-POINTS-005");
    assert_eq!(price["readings"][0]["option"], "fogr.points.dragoons_pay_for_weapons");
    let other = json(&["price", "fogr/french-1525", "--option", "fogr.points.mounted_melee_swordsmen=1"]);
    assert_eq!(other["total"], 589);
    let text = told(&["price", "fogr/new-model-1645", "--rules"]);
    assert!(
        text.contains("84 = 4 x 21 (superior armoured determined horse 18 FOGR-POINTS-005 + impact pistol 1")
    );
    assert!(text.contains("  619  New Model Army"));
}

#[test]
fn built_in_armies_are_legal_and_shown() {
    for id in IDS {
        assert_eq!(json(&["check", id])["legal"], true);
        assert!(told(&["show", id]).contains("break point"));
    }
    let shown = json(&["show", "fogr/french-1525"]);
    assert_eq!(shown["break_point"]["total"], 9);
    assert_eq!(shown["batches"][0], serde_json::json!([1, 2, 3]));
}

#[test]
fn a_new_file_is_legal_and_not_overwritten() {
    for book in ["fogr", "fogam"] {
        let path = path(&format!("new-{book}.toml"));
        let name = path.to_str().unwrap();
        told(&["new", name, "--book", book]);
        assert_eq!(json(&["check", name])["legal"], true);
        let (code, message) = refused(&["new", name, "--book", book]);
        assert_eq!(code, Some(1));
        assert!(message.contains("--force"), "{message}");
        told(&["new", name, "--from", "fogr/french-1525", "--force"]);
        assert_eq!(json(&["price", name])["total"], 601);
    }
    assert_eq!(refused(&["new", "x.toml", "--from", "nobody"]).0, Some(2));
    assert_eq!(refused(&["new", "x.toml", "--book", "chess"]).0, Some(2));
}

#[test]
fn illegal_armies_are_refused_by_rule_and_marked_by_house_rules() {
    let path = path("odd.toml");
    let name = path.to_str().unwrap();
    told(&["new", name, "--book", "fogr"]);
    let odd = std::fs::read_to_string(&path)
        .unwrap()
        .replace("count = 4, type = \"horse\"", "count = 5, type = \"horse\"");
    std::fs::write(&path, odd).unwrap();
    let (code, message) = refused(&["check", name]);
    assert_eq!(code, Some(1));
    assert!(
        message.contains("battle group 1 (Horse, right wing)") && message.contains("FOGR-POINTS-013"),
        "{message}"
    );
    assert_eq!(refused(&["price", name]).0, Some(1));
    let allowed = json(&["check", name, "--house-rules"]);
    assert_eq!(allowed["legal"], false);
    assert_eq!(allowed["house_rules"].as_array().unwrap().len(), 2);
    assert!(told(&["price", name, "--house-rules"]).contains("House rule: battle group 1"));
}

#[test]
fn malformed_files_name_line_field_and_remedy() {
    let name = file("typo.toml", "book = \"fogr\"\nname = \"x\"\nbanners = 3\n");
    let (code, message) = refused(&["check", &name]);
    assert_eq!(code, Some(1));
    assert!(
        message.contains("typo.toml:3:1") && message.contains("`banners`") && message.contains("help:"),
        "{message}"
    );
    let name = file("broken.json", "{\"book\": \"fogr\",\n \"name\": }");
    assert!(refused(&["price", &name]).1.contains("broken.json:2:"));
    assert!(refused(&["check", "fogr/nobody"]).1.contains("fogr/french-1525"));
    let (code, message) = refused(&["price", "fogr/french-1525", "--option", "fogr.points.horses=2"]);
    assert_eq!(code, Some(2));
    assert!(message.contains("fogr.points.mounted_melee_swordsmen"), "{message}");
}

#[test]
fn sheets_are_written_as_svg_and_png() {
    let svg = path("sheet.svg");
    told(&["show", "fogr/imperialist-1525", "-o", svg.to_str().unwrap()]);
    let text = std::fs::read_to_string(&svg).unwrap();
    assert!(text.starts_with("<svg") && text.contains("Colunela foot") && text.contains("602 points"));
    let png = path("sheet.png");
    told(&["show", "fogam/roman-218bc", "-o", png.to_str().unwrap()]);
    assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG"));
    assert_eq!(refused(&["show", "fogam/roman-218bc", "-o", "sheet.pdf"]).0, Some(2));
}
