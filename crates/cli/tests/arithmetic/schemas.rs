//! The printed schemas accept what the program ships and what it reads, and refuse what it refuses.

use super::{json, root};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Whether a value answers a schema, as far as the schemas of this program use the language.
fn fits(schema: &Value, value: &Value, whole: &Value) -> bool {
    if let Some(path) = schema.get("$ref").and_then(Value::as_str) {
        let found =
            whole.pointer(path.trim_start_matches('#')).unwrap_or_else(|| panic!("{path} leads nowhere"));
        if !fits(found, value, whole) {
            return false;
        }
    }
    let all = |key: &str| schema.get(key).and_then(Value::as_array);
    let kind = |name: &str| match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("unknown type {other}"),
    };
    let typed = match schema.get("type") {
        None => true,
        Some(Value::String(name)) => kind(name),
        Some(names) => names.as_array().unwrap().iter().any(|n| kind(n.as_str().unwrap())),
    };
    let number = value.as_f64();
    let bounded = |key: &str, keeps: fn(f64, f64) -> bool| {
        schema.get(key).and_then(Value::as_f64).is_none_or(|bound| number.is_none_or(|n| keeps(n, bound)))
    };
    typed
        && schema.get("const").is_none_or(|c| c == value)
        && all("enum").is_none_or(|words| words.contains(value))
        && all("anyOf").is_none_or(|of| of.iter().any(|s| fits(s, value, whole)))
        && all("oneOf").is_none_or(|of| of.iter().filter(|s| fits(s, value, whole)).count() == 1)
        && all("allOf").is_none_or(|of| of.iter().all(|s| fits(s, value, whole)))
        && bounded("minimum", |n, bound| n >= bound)
        && bounded("maximum", |n, bound| n <= bound)
        && value.as_array().is_none_or(|items| list_fits(schema, items, whole))
        && value.as_object().is_none_or(|fields| {
            all("required").is_none_or(|names| names.iter().all(|n| fields.contains_key(n.as_str().unwrap())))
                && fields.iter().all(|(name, field)| field_fits(schema, name, field, whole))
        })
}

fn list_fits(schema: &Value, items: &[Value], whole: &Value) -> bool {
    let first = schema.get("prefixItems").and_then(Value::as_array);
    let places = first.map_or(0, Vec::len);
    first.is_none_or(|of| of.iter().zip(items).all(|(s, item)| fits(s, item, whole)))
        && schema
            .get("items")
            .filter(|s| s.is_object())
            .is_none_or(|s| items.iter().skip(places).all(|item| fits(s, item, whole)))
}

fn field_fits(schema: &Value, name: &str, field: &Value, whole: &Value) -> bool {
    match schema.get("properties").and_then(|p| p.get(name)) {
        Some(known) => fits(known, field, whole),
        None => match schema.get("additionalProperties") {
            Some(Value::Bool(allowed)) => *allowed,
            Some(other) => fits(other, field, whole),
            None => true,
        },
    }
}

fn schema(name: &str) -> Value {
    json(&["schema", name])
}

fn toml_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            toml_files(&path, found);
        } else if path.extension().is_some_and(|e| e == "toml") {
            found.push(path);
        }
    }
}

/// A TOML file, or every one below a folder, answers the schema; a field that nobody knows makes it wrong.
fn all_fit(schema: &Value, place: &str, least: usize) {
    let (mut files, at) = (Vec::new(), root().join(place));
    match at.is_dir() {
        true => toml_files(&at, &mut files),
        false => files.push(at),
    }
    assert!(files.len() >= least, "{place}: {files:?}");
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        let mut value = serde_json::to_value(toml::from_str::<toml::Table>(&text).unwrap()).unwrap();
        assert!(fits(schema, &value, schema), "{}", path.display());
        value["banners"] = json!(3);
        assert!(!fits(schema, &value, schema), "{} with a field of no meaning", path.display());
    }
}

#[test]
fn shipped_armies_lists_and_fights_answer_their_schemas() {
    let army = schema("army");
    all_fit(&army, "crates/fog/data/armies", 8);
    all_fit(&army, "crates/fog/data/starter", 2);
    all_fit(&schema("army-list"), "crates/fog/data/lists", 2);
    all_fit(&schema("combat"), "docs/examples/charge.toml", 1);
    let wrong = json!({ "system": "fogr", "phase": "dancing", "group": [] });
    assert!(!fits(&schema("combat"), &wrong, &schema("combat")));
}

#[test]
fn questions_answer_theirs() {
    let ask = schema("ask");
    let party = json!({ "type": "heavy foot", "capabilities": ["pike"], "ranks": 4 });
    let good = [
        json!({ "kind": "cmt" }),
        json!({ "kind": "cmt", "id": 7, "system": "fogam", "options": { "fogam.x": true }, "quality": "elite" }),
        json!({ "kind": "poa", "phase": "impact", "own": party, "enemy": { "type": "gendarmes", "charge": "yes" } }),
        json!({ "kind": "dice", "phase": "melee", "group": [{ "type": "horse" }, { "type": "horse" }],
                "line": [{ "red": "red", "blue": "blue" }] }),
        json!({ "kind": "round", "phase": "melee", "group": [] }),
        json!({ "kind": "death", "hits": 3, "result": "lost" }),
        json!({ "kind": "points", "army": "fogr/french-1525" }),
        json!({ "kind": "victory", "red": { "groups": [{ "count": 9 }] }, "blue": {} }),
        json!({ "kind": "initiative", "red": {}, "blue": { "commander": "great" } }),
        json!({ "kind": "autobreak", "initial": 8 }),
        json!({ "kind": "hits", "dice": 3 }),
        json!({ "kind": "reroll", "for": "test" }),
        json!({ "kind": "vmd" }),
        json!({ "kind": "cohesion", "group": { "type": "horse" } }),
    ];
    for question in &good {
        assert!(fits(&ask, question, &ask), "{question}");
    }
    let bad = [
        json!({}),
        json!({ "kind": "chess" }),
        json!({ "kind": "cmt", "bravery": 3 }),
        json!({ "kind": "cmt", "quality": "heroic" }),
        json!({ "kind": "death" }),
        json!({ "kind": "hits", "dice": -1 }),
        json!({ "kind": "cmt", "system": "mpbs" }),
    ];
    for question in &bad {
        assert!(!fits(&ask, question, &ask), "{question}");
    }
}
