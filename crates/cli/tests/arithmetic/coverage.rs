//! The rules of the chapters that the arithmetic of a fight serves are enforced and proved.

use super::json;
use serde_json::Value;
use std::collections::BTreeSet;

const CHAPTERS: [&str; 10] =
    ["BASICS", "TROOPS", "BG", "SCALE", "POINTS", "ARMY", "COMBAT", "COHESION", "RECKONER", "VICTORY"];

fn ids(list: &Value) -> BTreeSet<String> {
    list.as_array().unwrap().iter().map(|id| id.as_str().unwrap().to_owned()).collect()
}

#[test]
fn rules_of_troops_formations_and_combat_are_enforced_and_proved() {
    let figures = json(&["rules", "coverage", "--system", "fogr"]);
    let open: BTreeSet<String> =
        &ids(&figures["systems"][0]["unenforced"]) | &ids(&figures["systems"][0]["unproved"]);
    let rules = json(&["rules", "list", "--system", "fogr"]);
    let ours = |rule: &&Value| {
        let chapter = rule["id"].as_str().unwrap().split('-').nth(1).unwrap();
        let kinds = ["mechanic", "table", "points", "victory"];
        CHAPTERS.contains(&chapter) && kinds.contains(&rule["kind"].as_str().unwrap())
    };
    let rules: Vec<&str> =
        rules["rules"].as_array().unwrap().iter().filter(ours).map(|r| r["id"].as_str().unwrap()).collect();
    assert!(rules.len() > 150, "{}", rules.len());
    let missing: Vec<&&str> = rules.iter().filter(|id| open.contains(**id)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
