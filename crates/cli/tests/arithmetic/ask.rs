//! `caracole ask`: every kind of question to both books, and whatever else a line can hold.

use super::{add_up_to_one, fed, text};
use serde_json::{Value, json};

/// Asks lines and reads the lines that come back.
fn ask(system: &str, lines: &str) -> Vec<Value> {
    let output = fed(&["ask", "--system", system], lines.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn one(system: &str, question: &Value) -> Value {
    let mut answers = ask(system, &format!("{question}\n"));
    assert_eq!(answers.len(), 1);
    let answer = answers.remove(0);
    assert_eq!(answer.get("error"), None, "{question}: {answer}");
    assert_eq!((&answer["system"], &answer["kind"]), (&json!(system), &question["kind"]));
    answer
}

fn chance<'v>(answer: &'v Value, result: &Value) -> &'v Value {
    let chances = answer["chances"].as_array().unwrap();
    &chances.iter().find(|c| c["result"] == *result).unwrap()["probability"]
}

/// What other fields of the answer must be, by their paths.
fn check(system: &str, question: Value, wanted: &[(&str, Value)]) {
    let answer = one(system, &question);
    for (path, value) in wanted {
        assert_eq!(answer.pointer(path), Some(value), "{path} of {answer}");
    }
}

fn horse_against_cavalry() -> Value {
    json!([{ "type": "horse", "wide": 2, "deep": 2 }, { "type": "cavalry", "wide": 2 }])
}

#[test]
fn every_kind_of_the_renaissance() {
    let lines = json!([{ "red": "red", "blue": "blue" }]);
    check(
        "fogr",
        json!({ "kind": "poa", "phase": "impact",
                "own": { "type": "cavaliers", "capabilities": ["impact pistol"], "charge": "yes" },
                "enemy": { "type": "medium foot", "capabilities": ["musket"], "ranks": 2 } }),
        &[
            ("/net", json!(2)),
            ("/score", json!(3)),
            ("/enemy/score", json!(5)),
            ("/options/0/option", json!("fogr.impact.vulnerable_foot_adds")),
        ],
    );
    // Two ranks of horse give two dice a file, one rank of cavalry one.
    check(
        "fogr",
        json!({ "kind": "dice", "phase": "melee", "group": horse_against_cavalry(), "line": lines }),
        &[("/parts/0/dice/total", json!(4)), ("/parts/1/dice/total", json!(2))],
    );
    check(
        "fogr",
        json!({ "kind": "hits", "dice": 3, "bases": 8 }),
        &[
            ("/score", json!(4)),
            ("/mean/fraction", json!("3/2")),
            ("/hits_for_1_per_2", json!(4)),
            ("/hits_for_1_per_3", json!(3)),
        ],
    );
    check(
        "fogr",
        json!({ "kind": "reroll", "quality": "elite", "commander_in_front_rank": true }),
        &[
            ("/reroll/faces", json!([1, 2, 3])),
            ("/rule", json!("FOGR-BG-053")),
            ("/compulsory", json!(false)),
        ],
    );
    check(
        "fogr",
        json!({ "kind": "reroll", "quality": "poor" }),
        &[("/reroll/faces", json!([6])), ("/compulsory", json!(true))],
    );
    // Two hits on four bases, lost by two: -1 and -1.
    check(
        "fogr",
        json!({ "kind": "cohesion", "group": { "type": "horse", "wide": 2, "deep": 2 }, "received": 2, "inflicted": 0 }),
        &[("/modifiers/total", json!(-2)), ("/two_levels_at_2_or_less", json!(true))],
    );
    let cmt = one(
        "fogr",
        &json!({ "kind": "cmt", "quality": "superior", "cohesion": "disrupted",
                                   "commander": { "grade": "great" } }),
    );
    assert_eq!(chance(&cmt, &json!("pass")), "553/648");
    check(
        "fogr",
        json!({ "kind": "death", "hits": 3, "result": "lost", "bases_at_start": 6 }),
        &[("/survives_on", json!(4)), ("/chances/0/probability", json!("1/2"))],
    );
    let vmd = one("fogr", &json!({ "kind": "vmd", "distance": 5 }));
    assert_eq!(chance(&vmd, &json!(5)), "1/3");
    check("fogr", json!({ "kind": "points", "army": "fogr/new-model-1645" }), &[("/total", json!(619))]);
    check(
        "fogr",
        json!({ "kind": "autobreak", "initial": 8, "remaining": 4 }),
        &[("/breaks_at", json!(4)), ("/autobreaks", json!(true))],
    );
    check(
        "fogr",
        json!({ "kind": "victory", "red": { "groups": [{ "count": 9 }] },
                "blue": { "groups": [{ "fate": "broken", "count": 3 }] } }),
        &[
            ("/victory/decisive", json!("red")),
            ("/blue/attrition/total", json!(6)),
            ("/blue/break_point/total", json!(3)),
        ],
    );
    // Great commander +2 and 10 swift bases +1 against nothing: of 36 throws 30 are above, 3 equal and thrown again.
    check(
        "fogr",
        json!({ "kind": "initiative", "red": { "commander": "great", "mounted_bases": 10 }, "blue": {} }),
        &[
            ("/red/total", json!(3)),
            ("/blue/total", json!(0)),
            ("/red_has_initiative/probability", json!("10/11")),
        ],
    );
    let round = one(
        "fogr",
        &json!({ "kind": "round", "phase": "impact", "group": horse_against_cavalry(),
        "line": [{ "red": "red", "blue": "blue", "charge": "red" }], "round": [{ "phase": "melee" }] }),
    );
    assert!(add_up_to_one(round["outcomes"].as_array().unwrap().iter().map(|o| &o["probability"])));
}

#[test]
fn every_kind_of_the_ancients() {
    let gauls = json!({ "type": "medium foot", "armour": "protected",
                        "capabilities": ["impact foot", "swordsmen"], "charge": "yes" });
    let romans = json!({ "type": "heavy foot", "armour": "armoured", "quality": "superior",
                         "capabilities": ["impact foot", "skilled swordsmen"] });
    check(
        "fogam",
        json!({ "kind": "poa", "phase": "impact", "own": gauls, "enemy": romans }),
        &[("/net", json!(0)), ("/score", json!(4)), ("/advantage/lines/0/effect/add", json!(2))],
    );
    let foot = json!({ "type": "heavy foot", "wide": 2, "deep": 2 });
    let line = json!([{ "red": "red", "blue": "blue", "charge": "red" }]);
    check(
        "fogam",
        json!({ "kind": "dice", "phase": "impact", "group": [foot, foot], "line": line }),
        &[("/parts/0/dice/total", json!(6)), ("/parts/1/dice/total", json!(6))],
    );
    // Superior against average throw 1s again: 3 x (1/2 + 1/12).
    check(
        "fogam",
        json!({ "kind": "hits", "dice": 3, "quality": "superior" }),
        &[("/mean/fraction", json!("7/4"))],
    );
    check(
        "fogam",
        json!({ "kind": "reroll", "quality": "superior", "enemy_quality": "superior" }),
        &[("/reroll/faces", json!([]))],
    );
    check(
        "fogam",
        json!({ "kind": "cohesion", "phase": "impact", "group": { "type": "heavy foot", "wide": 4, "deep": 2 },
                "received": 5, "inflicted": 4 }),
        &[("/modifiers/total", json!(-2)), ("/chances/0/probability", json!("5/18"))],
    );
    let cmt = one("fogam", &json!({ "kind": "cmt", "training": "drilled" }));
    assert_eq!(chance(&cmt, &json!("pass")), "7/12");
    check("fogam", json!({ "kind": "death", "hits": 3 }), &[("/survives_on", json!(2))]);
    let vmd = one("fogam", &json!({ "kind": "vmd", "distance": 7 }));
    assert_eq!(chance(&vmd, &json!(9)), "1/6");
    check("fogam", json!({ "kind": "points", "army": "fogam/roman-218bc" }), &[("/total", json!(628))]);
    check(
        "fogam",
        json!({ "kind": "autobreak", "initial": 12 }),
        &[("/breaks_at", json!(7)), ("/breaks_at_loss_of", json!(5))],
    );
    let army = |attrition: i32| json!({ "attrition": attrition, "break_point": 12 });
    check(
        "fogam",
        json!({ "kind": "victory", "red": army(3), "blue": army(9), "time_up": true }),
        &[("/victory/major", json!("red"))],
    );
    check(
        "fogam",
        json!({ "kind": "initiative", "red": {}, "blue": {} }),
        &[("/red_has_initiative/probability", json!("1/2"))],
    );
    let round =
        one("fogam", &json!({ "kind": "round", "phase": "impact", "group": [foot, foot], "line": line }));
    assert!(add_up_to_one(round["outcomes"].as_array().unwrap().iter().map(|o| &o["probability"])));
}

/// Twenty lines that cannot be answered, and a word that each error must hold.
const BAD: [(&str, &str); 20] = [
    ("{", "JSON"),
    ("[]", "object"),
    ("7", "object"),
    ("hello", "JSON"),
    ("{}", "kind"),
    (r#"{"kind":"chess"}"#, "chess"),
    (r#"{"kind":7}"#, "kind"),
    (r#"{"kind":"cmt","quality":"heroic"}"#, "heroic"),
    (r#"{"kind":"cmt","bravery":3}"#, "bravery"),
    (r#"{"kind":"cmt","system":"mpbs"}"#, "mpbs"),
    (r#"{"kind":"hits","dice":-1}"#, "-1"),
    (r#"{"kind":"hits","dice":99999}"#, "99999"),
    (r#"{"kind":"hits","net":9}"#, "out of bounds"),
    (r#"{"kind":"death"}"#, "hits"),
    (r#"{"kind":"points","army":"fogr/nobody"}"#, "fogr/nobody"),
    (r#"{"kind":"points"}"#, "one army"),
    (r#"{"kind":"autobreak","initial":99}"#, "bases"),
    (r#"{"kind":"round","phase":"melee","group":[]}"#, ""),
    (r#"{"kind":"cmt","options":{"fogr.no.such":true}}"#, "fogr.no.such"),
    (r#"{"kind":"poa","phase":"melee","own":{"type":"knights"},"enemy":{"type":"horse"}}"#, "knights"),
];

#[test]
fn bad_lines_get_an_error_and_the_next_is_read() {
    for system in ["fogr", "fogam"] {
        let lines: String =
            BAD.iter().map(|(bad, _)| format!("{bad}\n{{\"kind\":\"cmt\",\"id\":1}}\n")).collect();
        let answers = ask(system, &lines);
        assert_eq!(answers.len(), 2 * BAD.len());
        for ((bad, word), pair) in BAD.iter().zip(answers.chunks(2)) {
            // Knights are troops of the other book.
            if system == "fogam" && *word == "knights" {
                continue;
            }
            let error = pair[0].to_string();
            assert!(pair[0]["error"].is_string() && pair[0]["remedy"].is_string(), "{bad}: {error}");
            assert!(error.contains(word), "{bad}: `{word}` is wanted in {error}");
            assert_eq!((&pair[1]["id"], &pair[1]["kind"]), (&json!(1), &json!("cmt")), "after {bad}");
        }
    }
}

#[test]
fn lines_that_are_no_text_or_too_long_are_passed_over() {
    let mut input = vec![0xff, 0xfe, b'\n'];
    input.extend(vec![b'x'; (1 << 20) + 10]);
    input.extend(b"\n\n   \n{\"kind\":\"cmt\"}");
    let output = fed(&["ask"], &input);
    assert_eq!(output.status.code(), Some(0));
    let answers: Vec<Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), 3, "empty lines are no questions, and the last needs no line end");
    assert!(answers[0]["error"].as_str().unwrap().contains("UTF-8"));
    assert!(answers[1]["error"].as_str().unwrap().contains("too long"));
    assert_eq!(answers[2]["kind"], "cmt");
}

#[test]
fn a_question_may_name_the_other_book() {
    let answers = ask("fogr", "{\"kind\":\"reroll\",\"system\":\"fogam\"}\n");
    assert_eq!(answers[0]["system"], "fogam");
    assert_eq!(super::caracole(&["ask", "--system", "chess"]).status.code(), Some(2));
}
