//! Questions about the ancient and medieval book, as other programs ask them.

use caracole_fog::ask::{ask_line, combat};
use caracole_fog::combat::FightFile;
use caracole_fog::troops::Book;
use caracole_ledger::proves;
use serde_json::{Value, json};

fn ask(question: Value) -> Value {
    let answer = ask_line(&question.to_string(), Book::Ancients);
    assert!(answer.get("error").is_none(), "{answer}");
    answer
}

fn refused(question: Value) -> Value {
    let answer = ask_line(&question.to_string(), Book::Ancients);
    assert!(answer.get("error").is_some(), "{answer}");
    assert!(answer["remedy"].is_string(), "every error says how to mend it: {answer}");
    answer
}

fn probability(answer: &Value, result: &Value) -> String {
    let found = answer["chances"].as_array().and_then(|all| all.iter().find(|c| &c["result"] == result));
    found.and_then(|c| c["probability"].as_str()).unwrap_or("none").to_owned()
}

#[test]
fn points_of_advantage() {
    proves!("FOGAM-COMBAT-047", "FOGAM-COMBAT-058", "FOGAM-COMBAT-043");
    let answer = ask(json!({
        "id": 7, "kind": "poa", "phase": "impact",
        "own": { "type": "knights", "armour": "heavily armoured", "capabilities": ["lancers"], "charge": "yes" },
        "enemy": { "type": "medium foot", "armour": "protected", "capabilities": ["swordsmen"], "ranks": 2 },
    }));
    assert_eq!((&answer["id"], &answer["system"], &answer["net"]), (&json!(7), &json!("fogam"), &json!(2)));
    assert_eq!((&answer["score"], &answer["enemy"]["score"]), (&json!(3), &json!(5)));
    let rules: Vec<&str> = answer["advantage"]["lines"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|l| l["rule"].as_str())
        .collect();
    assert_eq!(rules, ["FOGAM-COMBAT-051", "FOGAM-COMBAT-052"]);
    let shot = ask(json!({
        "kind": "poa", "phase": "shooting",
        "own": { "type": "medium foot", "capabilities": ["longbow"] },
        "enemy": { "type": "knights", "armour": "armoured", "ranks": 2 },
    }));
    assert_eq!((&shot["net"], &shot["score"]), (&json!(1), &json!(3)));
    let support = ask(json!({
        "kind": "poa", "phase": "impact",
        "own": { "type": "heavy foot", "file": [{}, { "type": "light foot", "capabilities": ["bow"] }] },
        "enemy": { "type": "cavalry", "charge": "yes", "ranks": 2 },
    }));
    assert_eq!(
        support["support_shooting"]["score"],
        json!(3),
        "unprotected cavalry: + and no - for light foot"
    );
}

#[test]
fn readings_that_matter_are_shown() {
    let question = |on: bool| {
        json!({
            "kind": "poa", "phase": "melee",
            "options": { "fogam.melee.pikemen_use_swords": on },
            "own": { "type": "heavy foot", "capabilities": ["pikemen", "swordsmen"] },
            "enemy": { "type": "heavy foot" },
        })
    };
    let off = ask(question(false));
    assert_eq!(off["net"], json!(0));
    assert_eq!(off["options"][0]["option"], json!("fogam.melee.pikemen_use_swords"));
    assert_eq!(ask(question(true))["net"], json!(1));
    assert!(ask(json!({ "kind": "vmd" })).get("options").is_none());
    let unknown = refused(json!({ "kind": "vmd", "options": { "fogam.nonsense": true } }));
    assert!(unknown["error"].as_str().is_some_and(|e| e.contains("fogam.nonsense")));
}

#[test]
fn hits_and_re_rolls() {
    proves!("FOGAM-BG-021", "FOGAM-COMBAT-034", "FOGAM-RECKONER-005");
    let answer = ask(json!({
        "kind": "hits", "dice": 5, "net": 1, "quality": "superior", "bases": 7,
    }));
    assert_eq!(answer["mean"]["fraction"], json!("35/12"));
    assert_eq!((&answer["hits_for_1_per_2"], &answer["hits_for_1_per_3"]), (&json!(4), &json!(3)));
    let faces = |question: Value| ask(question)["reroll"]["faces"].clone();
    assert_eq!(
        faces(json!({ "kind": "reroll", "quality": "elite", "enemy_quality": "superior" })),
        json!([1])
    );
    assert_eq!(faces(json!({ "kind": "reroll", "quality": "poor", "enemy_quality": "elite" })), json!([]));
    assert_eq!(faces(json!({ "kind": "reroll", "quality": "poor", "for": "shooting" })), json!([6]));
    let led = json!({ "kind": "reroll", "quality": "superior", "commander_in_front_rank": true });
    assert_eq!(faces(led), json!([1, 2]));
    assert_eq!(faces(json!({ "kind": "reroll", "for": "death_roll", "quality": "elite" })), json!([]));
    let barred = json!({ "kind": "reroll", "type": "light foot", "commander_in_front_rank": true });
    assert_eq!(refused(barred)["rule"], json!("FOGAM-BG-026"));
}

#[test]
fn a_cohesion_test() {
    proves!("FOGAM-COHESION-012", "FOGAM-COHESION-020");
    // The Romans of the rulebook's example: -3, so 10 or more holds.
    let romans = json!({
        "type": "heavy foot", "armour": "armoured", "quality": "average", "training": "drilled",
        "capabilities": ["impact foot", "skilled swordsmen"], "wide": 4, "deep": 2,
    });
    let gauls = json!({ "type": "medium foot", "capabilities": ["impact foot", "swordsmen"] });
    let answer = ask(json!({
        "kind": "cohesion", "phase": "impact", "group": romans, "received": 5, "inflicted": 4,
        "enemies": [gauls],
    }));
    assert_eq!(answer["modifiers"]["total"], json!(-3));
    assert_eq!(answer["two_levels_at_2_or_less"], json!(false));
    assert_eq!(probability(&answer, &json!("steady")), "1/6");
    assert_eq!(probability(&answer, &json!("disrupted")), "5/6");
    // With the C-in-C lost beside them: -5, and two levels on 2 or less.
    let answer = ask(json!({
        "kind": "cohesion", "phase": "impact", "group": romans, "received": 5, "inflicted": 4,
        "enemies": [gauls], "commander_in_chief_lost": true,
    }));
    assert_eq!(answer["modifiers"]["total"], json!(-5));
    assert_eq!(answer["two_levels_at_2_or_less"], json!(true));
}

#[test]
fn complex_moves_deaths_and_variable_moves() {
    proves!("FOGAM-MOVE-034", "FOGAM-COHESION-028", "FOGAM-MOVE-069");
    let cmt = ask(json!({ "kind": "cmt", "quality": "elite", "training": "drilled" }));
    assert_eq!(probability(&cmt, &json!("pass")), "67/81");
    let undrilled = ask(json!({ "kind": "cmt", "commander": { "grade": "inspired", "place": "with" },
        "cohesion": "disrupted", "disorder": "severely disordered", "purpose": "avoid_charging", "quality": "elite" }));
    assert_eq!(probability(&undrilled, &json!("pass")), "7/12");
    let death = ask(json!({ "kind": "death", "hits": 3, "bases_at_start": 6 }));
    assert_eq!(probability(&death, &json!(1)), "1/6");
    let nine = ask(json!({ "kind": "death", "hits": 9, "bases_at_start": 8 }));
    assert_eq!((probability(&nine, &json!(1)), probability(&nine, &json!(2))), ("5/6".into(), "1/6".into()));
    let horse =
        ask(json!({ "kind": "death", "hits": 2, "result": "lost", "mounted_hit_by_foot_only": true }));
    assert_eq!(horse["survives_on"], json!(2));
    let moved = ask(json!({ "kind": "vmd", "distance": 7 }));
    assert_eq!(probability(&moved, &json!(7)), "1/3");
    assert_eq!(probability(&moved, &json!(9)), "1/6");
}

#[test]
fn points_autobreak_victory_and_initiative() {
    proves!("FOGAM-COHESION-040", "FOGAM-VICTORY-004", "FOGAM-TURN-006", "FOGAM-SETUP-005");
    assert_eq!(ask(json!({ "kind": "points", "army": "fogam/roman-218bc" }))["total"], json!(628));
    let answer = ask(json!({ "kind": "autobreak", "initial": 8, "quality": "superior", "remaining": 3 }));
    assert_eq!(
        (&answer["breaks_at_loss_of"], &answer["breaks_at"], &answer["autobreaks"]),
        (&json!(5), &json!(3), &json!(true))
    );
    let army = |lost: u16| {
        json!({ "groups": [
            { "fate": "broken", "count": lost }, { "count": 10 }, { "skirmishers": true, "count": 3 },
        ]})
    };
    let answer = ask(json!({ "kind": "victory", "red": army(0), "blue": army(3), "time_up": true }));
    assert_eq!(answer["victory"], json!({ "major": "red" }));
    assert_eq!(answer["blue"]["break_point"]["total"], json!(15));
    let running = ask(json!({ "kind": "victory", "red": army(0), "blue": army(3) }));
    assert_eq!(running["victory"], json!("undecided"));
    let routed =
        ask(json!({ "kind": "victory", "red": { "attrition": 10, "break_point": 10 }, "blue": army(3) }));
    assert_eq!(routed["victory"], json!({ "decisive": "blue" }));
    let initiative = ask(json!({ "kind": "initiative",
        "red": { "commander": "inspired", "mounted_bases": 12 }, "blue": { "commander": "troop" } }));
    assert_eq!(initiative["red"]["total"], json!(3));
    // Red leads with +3: of 36 throws 30 win, 3 tie and 3 lose.
    assert_eq!(initiative["red_has_initiative"]["probability"], json!("10/11"));
}

/// The combat of the rulebook as a fight file: impact, then melee.
const GAULS_AND_ROMANS: &str = r#"
system = "fogam"
phase = "impact"
[[group]]
name = "Gauls"
side = "red"
type = "medium foot"
armour = "protected"
capabilities = ["impact foot", "swordsmen"]
wide = 6
deep = 2
[[group]]
name = "Romans"
side = "blue"
quality = "superior"
type = "heavy foot"
armour = "armoured"
training = "drilled"
capabilities = ["impact foot", "skilled swordsmen"]
wide = 4
deep = 2
[[line]]
red = "Gauls"
blue = "Romans"
red_from = 2
charge = "red"
"#;

#[test]
fn a_fight_file_gives_the_odds_of_the_rulebooks_combat() {
    let file: FightFile = toml::from_str(GAULS_AND_ROMANS).expect("a fight file");
    let worked = combat(&file).expect("odds");
    let dice: Vec<(i32, u8)> = worked.parts.iter().map(|p| (p.dice.total(), p.score)).collect();
    assert_eq!(dice, [(12, 4), (12, 4)]);
    // The Romans re-roll 1s: 7/12 a die against 1/2. Their loss by hand from two binomials.
    let choose = |n: u128, k: u128| (1..=k).fold(1u128, |c, i| c * (n + 1 - i) / i);
    let (mut lost, mut all) = (0u128, 0u128);
    for g in 0..=12u128 {
        for r in 0..=12u128 {
            let weight = choose(12, g) * choose(12, r) * 7u128.pow(r as u32) * 5u128.pow(12 - r as u32);
            all += weight;
            lost += if g > r { weight } else { 0 };
        }
    }
    let told = worked.odds.probability_that(|c| c[1].result == caracole_fog::combat::CombatResult::Lost);
    let by_hand = caracole_odds::Distribution::weighted([(true, lost), (false, all - lost)])
        .expect("weights")
        .probability(&true);
    assert_eq!(told, by_hand);
    // And two rounds: the melee goes on with the Gauls overlapping both ends.
    let two = format!(
        "{GAULS_AND_ROMANS}[[round]]\nphase = \"melee\"\n[[round.line]]\nred = \"Gauls\"\nblue = \"Romans\"\nred_from = 2\n"
    );
    let file: FightFile = toml::from_str(&two).expect("a fight file");
    let worked = combat(&file).expect("odds");
    assert_eq!(worked.phases, 2);
    let total =
        worked.odds.probabilities().map(|(_, p)| p).fold(caracole_odds::Fraction::ZERO, |sum, p| &sum + &p);
    assert_eq!(total, caracole_odds::Fraction::ONE);
}

#[test]
fn dice_and_rounds_through_the_machine_interface() {
    let file: Value = toml::from_str(GAULS_AND_ROMANS).expect("a fight file");
    let mut question = file;
    question["kind"] = json!("dice");
    let answer = ask(question.clone());
    assert_eq!(answer["parts"][0]["dice"]["total"], json!(12));
    assert_eq!(answer["parts"][1]["reroll"]["faces"], json!([1]));
    question["kind"] = json!("round");
    let answer = ask(question);
    assert!(answer["groups"]["Romans"]["cohesion"]["disrupted"]["probability"].is_string());
}

#[test]
fn nonsense_is_refused_with_a_remedy() {
    refused(
        json!({ "kind": "poa", "phase": "melee", "own": { "type": "gendarmes" }, "enemy": { "type": "mob" } }),
    );
    refused(
        json!({ "kind": "poa", "phase": "shooting", "own": { "type": "knights" }, "enemy": { "type": "mob" } }),
    );
    refused(json!({ "kind": "hits", "net": 3 }));
    refused(json!({ "kind": "hits", "dice": 60000 }));
    refused(json!({ "kind": "autobreak", "initial": 0 }));
    refused(json!({ "kind": "cmt", "purpose": "dance" }));
    refused(json!({ "kind": "cohesion", "group": { "type": "warriors" } }));
    refused(json!({ "kind": "victory", "red": {}, "blue": {} }));
    refused(json!({ "kind": "points", "army": "fogr/new-model-1645" }));
    refused(json!({ "kind": "poa", "phase": "impact", "regimental_gun": true,
        "own": { "type": "mob" }, "enemy": { "type": "mob" } }));
    let answer = ask_line("{ not json", Book::Ancients);
    assert!(answer["error"].is_string());
}

#[test]
fn an_army_rout_ends_the_battle_at_once() {
    proves!("FOGAM-VICTORY-003");
    let army = |attrition: i32| json!({ "attrition": attrition, "break_point": 10 });
    let ask = |red: i32, time_up: bool| {
        let question =
            json!({ "kind": "victory", "red": army(red), "blue": army(9), "time_up": time_up }).to_string();
        ask_line(&question, Book::Ancients)["victory"].clone()
    };
    assert_eq!(ask(9, false), json!("undecided"));
    // No matter how much time is left, and how little attrition the winner suffered less.
    assert_eq!(ask(10, false), json!({ "decisive": "blue" }));
    assert_eq!(ask(10, true), json!({ "decisive": "blue" }));
}
