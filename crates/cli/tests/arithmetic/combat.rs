//! `caracole odds combat`: text, picture and JSON of one phase and of several.

use super::{add_up_to_one, caracole, file, json, text, told};
use serde_json::{Value, json};

/// One base of average heavy foot against another: a die each at 4 or more.
const DUEL: &str = r#"
system = "fogr"
phase = "melee"
[[group]]
type = "heavy foot"
[[group]]
type = "heavy foot"
[[line]]
red = "red"
blue = "blue"
"#;

fn refused(name: &str, content: &str) -> (Option<i32>, String) {
    let output = caracole(&["odds", "combat", &file(name, content)]);
    (output.status.code(), text(&output.stderr))
}

fn exact(odds: &Value) -> bool {
    add_up_to_one(odds["outcomes"].as_array().unwrap().iter().map(|o| &o["probability"]))
}

#[test]
fn one_die_each_by_hand() {
    let odds = json(&["odds", "combat", &file("duel.toml", DUEL)]);
    assert!(exact(&odds));
    assert_eq!(
        (&odds["phases"], &odds["kind"], &odds["system"]),
        (&json!(1), &json!("round"), &json!("fogr"))
    );
    for side in ["red", "blue"] {
        let group = &odds["groups"][side];
        // Each hits half the time: both or neither draw.
        assert_eq!(group["wins_last_combat"]["probability"], "1/4");
        assert_eq!(group["draws_last_combat"]["probability"], "1/2");
        assert_eq!(group["loses_last_combat"]["probability"], "1/4");
        // The loser, one hit on one base (-1), drops a level at 7 or less: 21 of 36 throws; its death roll of 1
        // takes the one base, which breaks it: (1/4) x (21/36 x 5/6) are disrupted.
        assert_eq!(group["cohesion"]["disrupted"]["probability"], "35/288", "{group}");
        assert_eq!(group["breaks"]["probability"], "1/24");
        assert_eq!(group["bases_lost"][1]["probability"], "1/24");
    }
    assert_eq!(odds["dice"][0]["dice"]["total"], 1);
}

#[test]
fn text_has_dice_rules_and_bars() {
    let text = told(&["odds", "combat", "docs/examples/charge.toml"]);
    for wanted in [
        "first of 2 phases",
        "cavaliers against foot: 6 dice at - (5+), 1 thrown again",
        "+6 2 per front rank base at impact, 3 times  FOGR-COMBAT-014",
        "FOGR-COMBAT-051",
        "0 bases lost",
        "wins its last combat",
        "█████",
    ] {
        assert!(text.contains(wanted), "`{wanted}` is wanted in: {text}");
    }
}

#[test]
fn pictures_are_svg_or_png() {
    let fight = file("drawn.toml", DUEL);
    let svg = file("drawn.svg", "");
    told(&["odds", "combat", &fight, "-o", &svg]);
    let drawn = std::fs::read_to_string(&svg).unwrap();
    assert!(drawn.starts_with("<svg") && drawn.contains("red: wins the combat") && drawn.contains("25.00%"));
    let png = file("drawn.png", "");
    told(&["odds", "combat", &fight, "-o", &png]);
    assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG"));
    let output = caracole(&["odds", "combat", &fight, "-o", "drawn.pdf"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("odds.svg"));
}

/// Two battle groups shoot at a third.
const VOLLEYS: &str = r#"
system = "SYSTEM"
phase = "shooting"
[[group]]
name = "left"
side = "red"
type = "medium foot"
capabilities = ["WEAPON"]
wide = 2
deep = 1
[[group]]
name = "right"
side = "red"
type = "medium foot"
capabilities = ["WEAPON"]
wide = 2
deep = 1
[[group]]
name = "target"
side = "blue"
type = "horse or cavalry"
wide = 2
deep = 1
[[shot]]
by = "left"
at = "target"
[[shot]]
by = "right"
at = "target"
"#;

#[test]
fn several_groups_shoot_at_one() {
    for (system, weapon, target) in [("fogr", "musket", "horse"), ("fogam", "bow", "cavalry")] {
        let content =
            VOLLEYS.replace("SYSTEM", system).replace("WEAPON", weapon).replace("horse or cavalry", target);
        let odds = json(&["odds", "combat", &file(&format!("volleys-{system}.toml"), &content)]);
        assert!(exact(&odds));
        let by: Vec<&Value> = odds["dice"].as_array().unwrap().iter().map(|p| &p["by"]).collect();
        assert_eq!(by, ["left", "right"], "{odds}");
        assert!(odds["dice"].as_array().unwrap().iter().all(|p| p["dice"]["total"] == 2));
        assert_eq!(odds["groups"]["left"]["cohesion"]["steady"]["probability"], "1/1");
        assert_ne!(odds["groups"]["target"]["cohesion"]["steady"]["probability"], "1/1");
        assert_eq!(
            odds["groups"]["target"]["wins_last_combat"]["probability"], "0/1",
            "shooting is no combat"
        );
    }
}

#[test]
fn rounds_follow_one_another_and_changes_last() {
    let base = r#"
system = "fogam"
phase = "impact"
[[group]]
name = "gauls"
side = "red"
type = "medium foot"
armour = "protected"
capabilities = ["impact foot", "swordsmen"]
wide = 3
deep = 2
[[group]]
name = "romans"
side = "blue"
quality = "superior"
training = "drilled"
type = "heavy foot"
armour = "armoured"
capabilities = ["impact foot", "skilled swordsmen"]
wide = 2
deep = 2
[[line]]
red = "gauls"
blue = "romans"
charge = "red"
"#;
    let round = "[[round]]\nphase = \"melee\"\n";
    let led = format!(
        "{round}[[round.change]]\ngroup = \"romans\"\nsupported = true\ncommander = {{ grade = \"inspired\", place = \"with\" }}\n"
    );
    let odds = |name: &str, more: &str| json(&["odds", "combat", &file(name, &format!("{base}{more}"))]);
    let (once, twice, helped) =
        (odds("once.toml", ""), odds("twice.toml", round), odds("led.toml", &format!("{led}{round}")));
    let thrice = odds("thrice.toml", &format!("{round}{round}"));
    assert_eq!([&once, &twice, &thrice].map(|o| o["phases"].as_u64()), [Some(1), Some(2), Some(3)]);
    assert!(exact(&once) && exact(&twice));
    let steady = |odds: &Value| odds["groups"]["romans"]["cohesion"]["steady"]["decimal"].as_f64().unwrap();
    assert!(steady(&twice) < steady(&once), "a second round can only wear them down");
    assert!(steady(&helped) > steady(&thrice), "a commander and rear support help in both melees");
    let broke = |odds: &Value| odds["groups"]["romans"]["breaks"]["decimal"].as_f64().unwrap();
    assert!(broke(&thrice) > broke(&twice));
}

#[test]
fn bad_fights_name_place_rule_and_remedy() {
    let cases = [
        ("typo.toml", "system = \"fogr\"\nphase = \"melee\"\nbanners = 3\n", "typo.toml:3"),
        ("no-phase.toml", "system = \"fogr\"\n", "phase"),
        ("no-book.toml", "phase = \"melee\"\n", "system"),
        ("no-groups.toml", "system = \"fogr\"\nphase = \"melee\"\ngroup = []\n", "help:"),
    ];
    for (name, content, wanted) in cases {
        let (code, message) = refused(name, content);
        assert_eq!(code, Some(1), "{name}: {message}");
        assert!(message.contains(wanted), "{name}: `{wanted}` is wanted in {message}");
    }
    let swap = |from: &str, to: &str| DUEL.replacen(from, to, 1);
    let (_, message) = refused("nobody.toml", &swap("blue = \"blue\"", "blue = \"nobody\""));
    assert!(message.contains("nobody") && message.contains("help:"), "{message}");
    let (_, message) = refused("knights.toml", &swap("heavy foot", "knights"));
    assert!(message.contains("knights"), "troops of the other book: {message}");
    let many = format!("{DUEL}{}", "[[round]]\nphase = \"melee\"\n".repeat(12));
    assert!(refused("many.toml", &many).1.contains("at most 12"));
    let (_, message) = refused("option.toml", &format!("options = {{ \"fogr.x\" = true }}\n{DUEL}"));
    assert!(message.contains("fogr.x"), "{message}");
    let artillery =
        swap("type = \"heavy foot\"", "type = \"medium artillery\"\ncapabilities = [\"medium artillery\"]");
    let (_, message) = refused("guns.toml", &format!("{artillery}uphill = \"sideways\"\n"));
    assert!(message.contains("sideways"), "{message}");
}

#[test]
fn a_fight_may_come_from_standard_input() {
    let output = super::fed(&["odds", "combat", "-", "--json"], DUEL.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let odds: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(exact(&odds));
}
