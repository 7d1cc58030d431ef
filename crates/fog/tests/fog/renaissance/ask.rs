//! Questions in JSON lines.

use caracole_fog::ask::{ask_line, ask_schema};
use caracole_fog::troops::Book;
use caracole_ledger::proves;
use serde_json::{Value, json};

fn ask(question: Value) -> Value {
    ask_line(&question.to_string(), Book::Renaissance)
}

#[test]
fn a_pike_block_receiving_lancers() {
    proves!("FOGR-COMBAT-051", "FOGR-COMBAT-060", "FOGR-COMBAT-063", "FOGR-COMBAT-071", "FOGR-COMBAT-077");
    let question = |phase: &str, charge: &str| {
        json!({
            "id": "block", "kind": "poa", "phase": phase,
            "own": { "type": "heavy foot", "capabilities": ["pike"], "ranks": 4 },
            "enemy": { "type": "gendarmes", "armour": "unarmoured", "capabilities": ["heavy lancers", "swordsmen"],
                       "charge": charge },
        })
    };
    let answer = ask(question("impact", "yes"));
    assert_eq!((&answer["id"], &answer["net"], &answer["score"]), (&json!("block"), &json!(2), &json!(3)));
    assert_eq!(answer["enemy"]["score"], json!(5));
    assert_eq!(
        answer["options"][0]["option"],
        json!("fogr.impact.pike_four_ranks_adds"),
        "the reading that mattered"
    );
    assert_eq!(ask(question("melee", "no"))["net"], json!(2));
    let mut other = question("impact", "yes");
    other["options"] = json!({ "fogr.impact.pike_four_ranks_adds": false });
    assert_eq!(ask(other)["net"], json!(1));
}

#[test]
fn cavaliers_catch_unprotected_musketeers() {
    proves!("FOGR-COMBAT-059", "FOGR-COMBAT-064");
    let answer = ask(json!({
        "kind": "poa", "phase": "impact",
        "own": { "type": "cavaliers", "capabilities": ["impact pistol"], "charge": "yes" },
        "enemy": { "type": "medium foot", "capabilities": ["musket"], "ranks": 2 },
    }));
    assert_eq!(
        (&answer["net"], &answer["score"], &answer["enemy"]["score"]),
        (&json!(2), &json!(3), &json!(5))
    );
    let rules: Vec<&Value> =
        answer["advantage"]["lines"].as_array().into_iter().flatten().map(|l| &l["rule"]).collect();
    assert_eq!(rules, [&json!("FOGR-COMBAT-059"), &json!("FOGR-COMBAT-064")]);
}

#[test]
fn every_kind_answers() {
    let group = json!({ "type": "horse", "wide": 2, "deep": 2 });
    let questions = [
        json!({ "kind": "poa", "phase": "shooting", "own": { "type": "medium foot", "capabilities": ["musket"] },
                "enemy": { "type": "horse" }, "range": "long" }),
        json!({ "kind": "dice", "phase": "melee", "group": [group, { "type": "cavalry", "wide": 2 }],
                "line": [{ "red": "red", "blue": "blue" }] }),
        json!({ "kind": "hits", "dice": 3 }),
        json!({ "kind": "reroll", "quality": "poor" }),
        json!({ "kind": "cohesion", "group": group, "received": 2, "inflicted": 0 }),
        json!({ "kind": "cmt" }),
        json!({ "kind": "death", "hits": 2, "result": "lost" }),
        json!({ "kind": "vmd" }),
        json!({ "kind": "points", "army": "fogr/new-model-1645" }),
        json!({ "kind": "autobreak", "initial": 8 }),
        json!({ "kind": "victory", "red": { "groups": [{ "count": 9 }] }, "blue": { "groups": [{ "fate": "broken", "count": 3 }] } }),
        json!({ "kind": "initiative", "red": {}, "blue": {} }),
        json!({ "kind": "round", "phase": "impact", "group": [group, { "type": "cavalry", "wide": 2 }],
                "line": [{ "red": "red", "blue": "blue", "charge": "red" }], "round": [{ "phase": "melee" }] }),
    ];
    for question in questions {
        let answer = ask(question.clone());
        assert!(answer.get("error").is_none(), "{question} -> {answer}");
        assert_eq!(answer["kind"], question["kind"]);
    }
    assert_eq!(ask(json!({ "kind": "points", "army": "fogr/new-model-1645" }))["total"], json!(619));
}

#[test]
fn malformed_lines_get_error_lines() {
    let lines = [
        "",
        "nonsense",
        "[]",
        "{}",
        r#"{"kind": "prophecy"}"#,
        r#"{"kind": "cmt", "quality": "heroic"}"#,
        r#"{"kind": "cmt", "colour": "red"}"#,
        r#"{"kind": "death"}"#,
        r#"{"kind": "cmt", "system": "chess"}"#,
        r#"{"kind": "cmt", "options": {"fogr.nothing": true}}"#,
        r#"{"kind": "hits", "dice": 65535}"#,
        r#"{"kind": "hits", "net": 9}"#,
        r#"{"kind": "autobreak", "initial": 0}"#,
        r#"{"kind": "poa", "phase": "impact", "own": {"type": "knights"}, "enemy": {"type": "horse"}}"#,
        r#"{"kind": "poa", "phase": "impact", "own": {"type": "horse", "ranks": 200}, "enemy": {"type": "horse"}}"#,
        r#"{"kind": "round", "phase": "melee", "group": []}"#,
        r#"{"kind": "dice", "phase": "melee", "group": [{"files": ["pike*99"]}]}"#,
        r#"{"kind": "dice", "phase": "melee", "group": [{"type": "horse"}, {"type": "horse"}], "contact": [{"red": "red/9", "blue": "blue/1"}]}"#,
        r#"{"kind": "points"}"#,
        r#"{"kind": "victory", "red": {}, "blue": {}}"#,
    ];
    for line in lines {
        let answer = ask_line(line, Book::Renaissance);
        assert!(answer["error"].is_string(), "{line} -> {answer}");
        assert!(answer["remedy"].is_string(), "{line} -> {answer}");
    }
    let answer = ask_line(r#"{"id": 3, "kind": "cmt", "quality": "heroic"}"#, Book::Renaissance);
    assert_eq!(answer["id"], json!(3), "the id comes back with the error");
}

#[test]
fn odds_of_a_round_add_up_to_certainty() {
    let answer = ask(json!({
        "kind": "round", "phase": "impact",
        "group": [{ "type": "horse", "wide": 2, "deep": 2, "capabilities": ["impact pistol"] },
                  { "type": "cavalry", "wide": 3, "commander": { "grade": "field", "place": "front rank" } }],
        "line": [{ "red": "red", "blue": "blue", "charge": "red" }],
        "round": [{ "phase": "melee" }, { "phase": "melee" }],
    }));
    let sum: caracole_odds::Fraction = answer["outcomes"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|o| o["probability"].as_str().and_then(|p| p.parse().ok()).expect("a fraction"))
        .sum();
    assert_eq!(sum, caracole_odds::Fraction::ONE);
}

#[test]
fn the_schema_names_every_kind() {
    let schema = serde_json::to_value(ask_schema()).expect("JSON");
    let kinds = schema["kinds"].as_object().expect("kinds");
    assert_eq!(kinds.len(), 13);
    assert_eq!(kinds["poa"]["$ref"], json!("#/$defs/PoaQuestion"));
    assert!(schema["$defs"]["PartySpec"]["properties"]["uphill"].is_object());
    assert_eq!(schema["$defs"]["FightFile"]["properties"]["kind"]["enum"], json!(["dice", "round"]));
}
