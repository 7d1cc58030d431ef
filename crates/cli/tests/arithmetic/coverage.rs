//! The rules that need no table are enforced and proved; those that need one are listed.

use super::{json, told};
use serde_json::Value;
use std::collections::BTreeSet;

const CHAPTERS: [&str; 10] =
    ["BASICS", "TROOPS", "BG", "SCALE", "POINTS", "ARMY", "COMBAT", "COHESION", "RECKONER", "VICTORY"];

fn ids(list: &Value) -> BTreeSet<String> {
    list.as_array().unwrap().iter().map(|id| id.as_str().unwrap().to_owned()).collect()
}

#[test]
fn rules_that_need_no_position_are_enforced_and_proved() {
    for system in ["fogr", "fogam"] {
        let waiting = json(&["rules", "coverage", "--system", system, "--needs-position"]);
        let waiting = waiting["needs_position"].as_array().unwrap();
        let excused: BTreeSet<&str> = waiting.iter().map(|w| w["rule"].as_str().unwrap()).collect();
        assert!(waiting.iter().all(|w| w["because"].as_str().is_some_and(|b| b.len() > 10)));
        let figures = json(&["rules", "coverage", "--system", system]);
        let open: BTreeSet<String> =
            &ids(&figures["systems"][0]["unenforced"]) | &ids(&figures["systems"][0]["unproved"]);
        let rules = json(&["rules", "list", "--system", system]);
        let ours = |rule: &&Value| {
            let chapter = rule["id"].as_str().unwrap().split('-').nth(1).unwrap();
            let kinds = ["mechanic", "table", "points", "victory"];
            CHAPTERS.contains(&chapter) && kinds.contains(&rule["kind"].as_str().unwrap())
        };
        let rules: Vec<&str> = rules["rules"]
            .as_array()
            .unwrap()
            .iter()
            .filter(ours)
            .map(|r| r["id"].as_str().unwrap())
            .collect();
        assert!(rules.len() > 150, "{system}: {}", rules.len());
        let missing: Vec<&&str> =
            rules.iter().filter(|id| open.contains(**id) && !excused.contains(**id)).collect();
        assert!(missing.is_empty(), "{system}: {missing:?}");
        assert!(excused.iter().all(|id| rules.contains(id)), "only rules of these chapters wait for a table");
    }
}

#[test]
fn the_list_says_why() {
    let text = told(&["rules", "coverage", "--system", "fogam", "--needs-position"]);
    assert!(text.contains("need a position on a table") && text.contains("FOGAM-COMBAT-088"), "{text}");
    assert!(text.contains("a rout has a direction"));
    let list = told(&["rules", "coverage", "--system", "fogam", "--list"]);
    assert!(list.contains("need a position on a table"));
}
