#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
use super::*;

const FOOT: &str = "6 foot, loose, formed, protected, average, musket";

fn probability(answer: &Value) -> String {
    answer["probability"].as_str().unwrap().to_owned()
}

fn fight_of(red: &str, blue: &str, phase: &str, facts: &Value) -> Value {
    let unit = |name: &str, troops: &str| json!({ "name": name, "side": name, "troops": troops });
    let mut file = json!({ "unit": "red" });
    file.as_object_mut().unwrap().extend(facts.as_object().unwrap().clone());
    json!({
        "kind": "fight", "phase": phase,
        "unit": [unit("red", red), unit("blue", blue)],
        "file": [{ "red": file, "blue": { "unit": "blue" } }],
    })
}

#[test]
fn equal_files_throw_green_and_the_chances_are_those_of_its_faces() {
    let answer = ask(fight_of(FOOT, FOOT, "melee", &json!({}))).unwrap();
    // GREEN has two blanks, an S that means nothing here, two wounds and a Skull.
    assert_eq!(answer["files"][0]["red"]["dice"], json!(["GREEN"]));
    let chances: Vec<(&str, String)> = answer["units"][1]["chances"]
        .as_array()
        .unwrap()
        .iter()
        .map(|chance| (chance["result"].as_str().unwrap(), probability(chance)))
        .collect();
    let expected = [("loses nothing", "1/2"), ("takes a wound", "1/3"), ("loses a base", "1/6")];
    assert_eq!(chances, expected.map(|(what, p)| (what, p.to_owned())));
}

#[test]
fn claims_and_dice_are_those_of_the_battle() {
    let horse = "4 mounted, loose, formed, protected, superior, charging pistol";
    let foot = "6 foot, loose, formed, unprotected, average, musket";
    let answer = ask(fight_of(horse, foot, "charge", &json!({ "charged": true }))).unwrap();
    let file = &answer["files"][0];
    // Superior 2 and charging pistols 1 against Average 1; a charge into the flank would add four.
    assert_eq!((file["red"]["claims"]["lines"].as_array().unwrap().len()), 2);
    assert_eq!((&file["red"]["dice"], &file["blue"]["dice"]), (&json!(["RED"]), &json!(["WHITE"])));
    // RED: two Skulls, three wounds, an S.
    let first = &answer["units"][1]["chances"][0];
    assert_eq!((first["result"].as_str().unwrap(), probability(first)), ("loses nothing", "1/6".to_owned()));
    assert!(answer["to_the_end"]["red_breaks_blue"]["decimal"].as_f64().unwrap() > 0.5);
}

#[test]
fn later_phases_go_on_from_the_losses_before() {
    let mut question = fight_of(FOOT, FOOT, "melee", &json!({}));
    question["round"] = json!([{ "phase": "melee" }]);
    let answer = ask(question).unwrap();
    let nothing = &answer["units"][0]["chances"][0];
    assert_eq!((answer["phases"].as_u64(), probability(nothing)), (Some(2), "1/4".to_owned()));
}

#[test]
fn volleys_tests_hands_and_costs_are_answered() {
    let volley = json!({
        "kind": "volley",
        "shots": [{ "troops": FOOT, "files": 3, "range": "effective" }],
        "target": { "troops": FOOT, "wide": 3 },
    });
    // WHITE+ shows three blanks of six, and there are three dice.
    let answer = ask(volley).unwrap();
    assert_eq!(answer["shots"][0]["dice"], json!(["WHITE+"]));
    assert_eq!(probability(&answer["half_bases"][0]), "1/8");
    let test = json!({ "kind": "kab", "grade": "legendary" });
    assert_eq!(ask(test).unwrap()["dice"], json!("WHITE"));
    // 30 of 50 cards are green or better.
    let hand = ask(json!({ "kind": "hand", "cards": 1 })).unwrap();
    assert_eq!(probability(&hand["colours"][1]["at_least"][0]["chance"]), "3/5");
    let cost = |troops: &str, group: bool| {
        ask(json!({ "kind": "cost", "action": "M3", "troops": troops, "group": group }))
    };
    let formed = cost(FOOT, true).unwrap();
    assert_eq!((&formed["card"], formed["coloured_cards"].as_array().unwrap().len()), (&json!("YELLOW"), 1));
    assert_eq!(cost("4 foot, close, tribal, protected, poor", false).unwrap()["card"], json!("YELLOW"));
}

#[test]
fn bad_questions_get_a_remedy() {
    let wrong = [
        json!({ "kind": "melee" }),
        json!({ "kind": "kab" }),
        json!({ "kind": "hand", "cards": 0 }),
        json!({ "kind": "hand", "cards": 2, "out": [0, 0, 0, 0, 9] }),
        json!({ "kind": "fight", "phase": "melee", "unit": [], "file": [] }),
        json!({ "kind": "cost", "action": "M3", "troops": "some foot" }),
    ];
    for question in wrong {
        assert!(ask(question).unwrap_err().remedy.is_some());
    }
    let mut nobody = fight_of(FOOT, FOOT, "melee", &json!({}));
    nobody["file"][0]["red"]["unit"] = json!("Tilly");
    assert!(ask(nobody).unwrap_err().error.contains("Tilly"));
}
