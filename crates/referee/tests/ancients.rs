//! Rulings on positions of the ancient and medieval book, checked against the rulebook by hand.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use caracole_fog::ancients::Ancients;
use caracole_position::Position;
use caracole_referee::{RefereeError, Ruling, Rulings, Verdict, fog};

fn rule(text: &str) -> Result<Rulings, RefereeError> {
    fog::rule::<Ancients>(&Position::parse(text, &[]).unwrap_or_else(|e| panic!("{e}")))
}

/// A position of two groups on open ground with one question.
fn ruling(groups: &str, question: &str) -> Ruling {
    let head = "schema = 1\nsystem = \"fogam\"\n[[side]]\nname = \"Red\"\n[[side]]\nname = \"Blue\"\n";
    let text = format!("{head}{groups}\n[[question]]\n{question}\n");
    rule(&text).unwrap_or_else(|e| panic!("{e}: {text}")).rulings.remove(0)
}

fn group(name: &str, side: &str, at: (f64, f64), troops: &str) -> String {
    let facing = if side == "Red" { 0 } else { 180 };
    let (x, y) = at;
    format!(
        "[[group]]\nname = \"{name}\"\nside = \"{side}\"\nat = [{x}, {y}]\nfacing = {facing}\nfiles = 2\nbases = 4\n{troops}\n"
    )
}

const KNIGHTS: &str = r#"troop = "knights"
armour = "heavily armoured"
capabilities = ["lancers", "swordsmen"]"#;
const LEGION: &str = r#"marks = ["drilled"]
troop = "heavy foot"
armour = "armoured"
capabilities = ["impact foot", "skilled swordsmen"]"#;
const SPEARMEN: &str = r#"troop = "heavy foot"
armour = "protected"
capabilities = ["offensive spearmen"]"#;

fn says(ruling: &Ruling, words: &str) -> bool {
    ruling.points.iter().any(|p| p.text.contains(words))
}

/// Knights move 4 MU in the open (FOGAM-MOVE-006).
#[test]
fn knights_charge_what_their_move_reaches() {
    let at = |apart: f64| {
        let groups = group("Alencon", "Red", (20.0, 20.0), KNIGHTS)
            + &group("Spears", "Blue", (20.0, 20.0 + apart), SPEARMEN);
        ruling(&groups, "ask = \"charge\"\ngroup = \"Alencon\"\ntargets = [\"Spears\"]")
    };
    let near = at(4.0);
    assert_eq!(near.verdict, Verdict::Legal, "{near:?}");
    let distance = near.points.iter().flat_map(|p| &p.tallies).next().expect("the distance is explained");
    assert_eq!((distance.total(), distance.lines[0].rule.id()), (4, "FOGAM-MOVE-006"));
    let far = at(4.1);
    assert_eq!(far.verdict, Verdict::Refused);
    assert!(far.refusal.expect("a reason").rule.id().starts_with("FOGAM-IMPACT-"));
}

/// One die for each base of the first two ranks (FOGAM-COMBAT-029).
#[test]
fn a_melee_is_explained_with_exact_odds() {
    let groups =
        group("Hastati", "Red", (20.0, 20.0), LEGION) + &group("Principes", "Blue", (20.0, 20.0), LEGION);
    let ruling = ruling(&groups, "ask = \"fight\"\nphase = \"melee\"");
    assert!(says(&ruling, "1 Hastati roll 4 dice against 2 Principes, hitting on 4 or more"), "{ruling:?}");
    let odds = ruling.odds.expect("odds");
    let wins = |name: &str| odds[0]["groups"][name]["wins_last_combat"]["probability"].clone();
    assert!(wins("Hastati").is_string());
    assert_eq!(wins("Hastati"), wins("Principes"), "equals have equal odds");
}

#[test]
fn marks_of_the_other_book_are_refused() {
    let guns = LEGION.replace("drilled", "regimental guns");
    let groups = group("A", "Red", (20.0, 20.0), &guns) + &group("B", "Blue", (20.0, 24.0), SPEARMEN);
    let head = "schema = 1\nsystem = \"fogam\"\n[[side]]\nname = \"Red\"\n[[side]]\nname = \"Blue\"\n";
    let refused = rule(&format!("{head}{groups}")).expect_err("a mark of fogr").to_string();
    assert!(refused.contains("regimental guns"), "{refused}");
}

/// The example of the documents: every ruling rests on rules of this book.
#[test]
fn the_example_is_judged_by_this_book() {
    let rulings = rule(include_str!("../../../docs/examples/rulings-ancient.toml")).unwrap();
    let text = serde_json::to_string(&rulings).unwrap();
    assert!(!text.contains("FOGR-"), "{text}");
    let [contact, _, support, shoot, charge, _] = rulings.rulings.as_slice() else {
        panic!("{} rulings", rulings.rulings.len())
    };
    assert!(says(contact, "Hastati touch Gauls"));
    // Two of the two bases that a group of four needs (FOGAM-GLOSSARY-031).
    assert!(says(support, "Triarii stand behind with 2 bases, and 2 are needed"));
    // Javelins reach 2 MU (FOGAM-SHOOT-007).
    assert!(says(shoot, "Velites shoot at Numidians with 2 files"));
    assert_eq!(charge.verdict, Verdict::Legal);
}
