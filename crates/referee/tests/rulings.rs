//! Rulings on positions, checked against the rulebook by hand.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use caracole_fog::renaissance::Renaissance;
use caracole_position::Position;
use caracole_referee::{RefereeError, Ruling, Rulings, Verdict, fog};

const HEAD: &str = r#"
schema = 1
system = "fogr"
[[side]]
name = "Red"
[[side]]
name = "Blue"
"#;

fn horse(name: &str, side: &str, at: (f64, f64), facing: i32) -> String {
    format!(
        r#"
[[group]]
name = "{name}"
side = "{side}"
at = [{}, {}]
facing = {facing}
files = 2
bases = 4
troop = "horse"
armour = "armoured"
capabilities = ["impact pistol", "melee pistol"]
"#,
        at.0, at.1
    )
}

fn rule(text: &str) -> Result<Rulings, RefereeError> {
    fog::rule::<Renaissance>(&Position::parse(text, &[]).unwrap_or_else(|e| panic!("{e}")))
}

fn first(text: &str) -> Ruling {
    rule(text).unwrap_or_else(|e| panic!("{e}")).rulings.remove(0)
}

fn says(ruling: &Ruling, words: &str) -> bool {
    ruling.points.iter().any(|p| p.text.contains(words))
}

/// Two bodies of horse of four bases each, `apart` movement units between their fronts.
fn facing(apart: f64, question: &str) -> String {
    let red = horse("Rupert", "Red", (20.0, 20.0), 0);
    let blue = horse("Ireton", "Blue", (20.0, 20.0 + apart), 180);
    format!("{HEAD}{red}{blue}\n[[question]]\n{question}")
}

#[test]
fn a_charge_within_the_move_of_horse_is_legal() {
    // Horse move 5 MU in the open (FOGR-MOVE-005).
    let ruling = first(&facing(5.0, "ask = \"charge\"\ngroup = \"Rupert\"\ntargets = [\"Ireton\"]"));
    assert_eq!(ruling.verdict, Verdict::Legal);
    let distance = ruling.points.iter().flat_map(|p| &p.tallies).next().expect("the distance is explained");
    assert_eq!(distance.total(), 5);
    assert_eq!(distance.lines[0].rule.id(), "FOGR-MOVE-005");
}

#[test]
fn a_charge_beyond_reach_is_refused_with_its_rule() {
    let ruling = first(&facing(5.1, "ask = \"charge\"\ngroup = \"Rupert\"\ntargets = [\"Ireton\"]"));
    assert_eq!(ruling.verdict, Verdict::Refused);
    assert_eq!(ruling.refusal.expect("a reason").rule.id(), "FOGR-IMPACT-005");
}

#[test]
fn troops_in_melee_do_not_charge() {
    let ruling = first(&facing(0.0, "ask = \"charge\"\ngroup = \"Rupert\"\ntargets = [\"Ireton\"]"));
    assert_eq!(ruling.refusal.expect("a reason").rule.id(), "FOGR-MOVE-099");
}

#[test]
fn contact_is_seen_exactly() {
    assert!(says(&first(&facing(0.0, "ask = \"contact\"")), "front edge to front edge"));
    assert!(says(&first(&facing(0.1, "ask = \"contact\"")), "Nobody"));
}

#[test]
fn a_melee_of_equals_is_explained_with_exact_odds() {
    let ruling = first(&facing(0.0, "ask = \"fight\"\nphase = \"melee\""));
    // Two files, two ranks: one die for each base of the first two ranks (FOGR-COMBAT-022), hitting on 4.
    assert!(says(&ruling, "1 Rupert roll 4 dice against 2 Ireton, hitting on 4 or more"), "{ruling:?}");
    let odds = ruling.odds.expect("odds");
    let group = |name: &str| odds[0]["groups"][name]["wins_last_combat"]["probability"].clone();
    assert!(group("Rupert").is_string());
    assert_eq!(group("Rupert"), group("Ireton"), "equals have equal odds");
}

#[test]
fn dice_are_read_as_the_battle_reads_them() {
    let ruling = first(&facing(0.0, "ask = \"dice\"\nphase = \"melee\"\ndice = [6, 5, 4, 1, 4, 3, 2, 1]"));
    assert!(says(&ruling, "1 Rupert hit 2 Ireton 3 times"), "{ruling:?}");
    assert!(says(&ruling, "2 Ireton hit 1 Rupert once"), "{ruling:?}");
}

#[test]
fn a_move_is_measured() {
    let far =
        |ahead: f64| first(&facing(25.0, &format!("ask = \"move\"\ngroup = \"Rupert\"\nahead = {ahead}")));
    assert_eq!(far(5.0).verdict, Verdict::Legal);
    assert_eq!(far(5.1).verdict, Verdict::Refused);
}

#[test]
fn a_choice_may_be_written_as_the_messages_write_it() {
    let text = facing(
        5.0,
        "ask = \"legal\"\nphase = \"impact\"\ndecision = { impact = { charge = { group = \"Rupert\", targets = [\"Ireton\"] } } }",
    );
    assert_eq!(first(&text).verdict, Verdict::Legal);
}

#[test]
fn flanks_are_threatened_by_mounted_troops_beside_them() {
    // Ireton's horse stands within 12 MU of Rupert's flank, with no friend on that side (FOGR-GLOSSARY-041).
    let red = horse("Rupert", "Red", (20.0, 20.0), 0)
        .replace("horse", "medium foot")
        .replace("\"impact pistol\", \"melee pistol\"", "\"musket\"");
    let blue = horse("Ireton", "Blue", (28.0, 20.0), 270);
    let ask = |who: &str| format!("{HEAD}{red}{blue}\n[[question]]\nask = \"flank\"\ngroup = \"{who}\"");
    // Mounted troops have no flank that can be threatened (FOGR-GLOSSARY-038).
    assert!(first(&ask("Ireton")).points.iter().all(|p| p.rules.is_empty()));
    let ruling = first(&ask("Rupert"));
    let rules: Vec<&str> = ruling.points.iter().flat_map(|p| &p.rules).map(|r| r.id()).collect();
    assert!(rules.contains(&"FOGR-GLOSSARY-041"), "{ruling:?}");
}

fn error(text: &str) -> String {
    match rule(text) {
        Err(RefereeError::Unusable { place, problem, remedy }) => format!("{place}: {problem}; {remedy}"),
        Err(RefereeError::Refused { place, refusal }) => format!("{place}: {refusal}"),
        Ok(rulings) => panic!("{rulings:?}"),
    }
}

#[test]
fn what_cannot_be_judged_is_refused_with_place_and_remedy() {
    let plain = facing(5.0, "ask = \"contact\"");
    for (wrong, right, expected) in [
        ("troop = \"warriors on ostriches\"", "troop = \"horse\"", "ostriches"),
        ("armour = \"tin\"", "armour = \"armoured\"", "tin"),
        ("quality = \"legendary\"\nfiles = 2", "files = 2", "legendary"),
        ("capabilities = [\"lasers\"]", "capabilities = [\"impact pistol\", \"melee pistol\"]", "lasers"),
        ("marks = [\"asleep\"]\nfiles = 2", "files = 2", "asleep"),
        ("formation = \"phalanx\"\nfiles = 2", "files = 2", "phalanx"),
        ("[[side]]\nname = \"Green\"\n[[side]]\nname = \"Blue\"", "[[side]]\nname = \"Blue\"", "3 sides"),
        ("marks = [\"limbered\"]\nfiles = 2", "files = 2", "no limbers"),
    ] {
        // Unknown troop types have no usual depth: the position itself is refused then.
        let text = plain.replacen(right, wrong, 1);
        let said = match Position::parse(&text, &[]) {
            Ok(_) => error(&text),
            Err(e) => e.to_string(),
        };
        assert!(said.contains(expected), "{wrong}: {said}");
    }
}

#[test]
fn leftover_and_missing_dice_are_refused() {
    let dice =
        |dice: &str| error(&facing(0.0, &format!("ask = \"dice\"\nphase = \"melee\"\ndice = [{dice}]")));
    assert!(dice("6, 5, 4").contains("question 1: dice"));
    assert!(dice("6, 5, 4, 9").contains("question 1: dice"));
}

#[test]
fn the_example_of_the_documentation_is_answered() {
    let text = include_str!("../../../docs/examples/rulings.toml");
    let rulings = rule(text).unwrap_or_else(|e| panic!("{e}"));
    let verdicts: Vec<Verdict> = rulings.rulings.iter().map(|r| r.verdict).collect();
    use Verdict::{Answered, Legal, Refused};
    assert_eq!(verdicts, [Answered, Answered, Answered, Legal, Refused, Answered, Answered, Answered]);
}

fn troops(name: &str, side: &str, at: (f64, f64), words: &str) -> String {
    format!("\n[[group]]\nname = \"{name}\"\nside = \"{side}\"\nat = [{}, {}]\n{words}\n", at.0, at.1)
}

#[test]
fn a_position_is_a_part_of_a_battle_unless_it_says_otherwise() {
    let broken = "facing = 180\nfiles = 2\nbases = 4\ntroop = \"horse\"\ncohesion = \"fragmented\"\n\
        armour = \"armoured\"\ncapabilities = [\"impact pistol\", \"melee pistol\"]";
    let fight = "\n[[question]]\nask = \"fight\"\nphase = \"melee\"\n";
    let red = horse("Rupert", "Red", (20.0, 20.0), 0);
    let blue = troops("Ireton", "Blue", (20.0, 20.0), broken);
    let part = first(&format!("{HEAD}{red}{blue}{fight}"));
    assert!(part.odds.is_some(), "a lone fragmented group is no routed army");
    // As whole armies blue, with one attrition point of one, has routed before the melee.
    let whole =
        format!("{HEAD}{red}{blue}{fight}").replacen("schema = 1", "schema = 1\nwhole_armies = true", 1);
    assert!(first(&whole).odds.is_none());
}

#[test]
fn support_is_answered_by_the_rule() {
    let shot = |bases: u8, files: u8| {
        format!(
            "facing = 0\nfiles = {files}\nbases = {bases}\ntroop = \"medium foot\"\narmour = \"unarmoured\"\n\
             capabilities = [\"musket\"]"
        )
    };
    let enemy = horse("Ireton", "Blue", (60.0, 40.0), 180);
    let ask = "\n[[question]]\nask = \"support\"\ngroup = \"A\"\n";
    let with = |behind: u8| {
        let a = troops("A", "Red", (30.0, 20.0), &shot(6, 3));
        let s = troops("S", "Red", (30.0, 16.0), &shot(behind, 2));
        first(&format!("{HEAD}{a}{s}{enemy}{ask}"))
    };
    assert!(says(&with(2), "A do not count as supported: S stand behind with 2 bases, and 3 are needed"));
    assert!(says(&with(4), "A count as supported: S stand behind with 4 bases"));
    let wagons = "facing = 0\nfiles = 2\nbases = 2\ntroop = \"battle wagons\"\ncapabilities = [\"arquebus\"]";
    let a = troops("A", "Red", (30.0, 26.0), wagons);
    let s = troops("S", "Red", (30.0, 20.0), &shot(4, 2));
    let never = first(&format!("{HEAD}{a}{s}{enemy}{ask}"));
    assert!(says(&never, "A do not count as supported: battle wagons never do"));
}

#[test]
fn a_commander_is_placed_by_the_middle_of_his_base() {
    // A troop commander reaches 4 MU, 100 mm; his base is 30 mm deep, of which 15 lie before its middle.
    let enemy = horse("Ireton", "Blue", (60.0, 40.0), 180);
    let a = horse("A", "Red", (30.0, 24.0), 0);
    // The rear of two ranks of horse is 60 or 80 mm behind 600; he stands so that his front is 100 mm behind it.
    let ask = |y: f64| {
        let he = format!(
            "\n[[commander]]\nname = \"C\"\nside = \"Red\"\nrank = \"troop commander\"\nat = [30.0, {y}]\n"
        );
        first(&format!("{HEAD}{a}{enemy}{he}\n[[question]]\nask = \"support\"\ngroup = \"A\"\n"))
    };
    let depth = 60.0;
    let just = (600.0 - depth - 100.0 - 15.0) / 25.0;
    assert!(says(&ask(just), "A can be influenced by C"));
    assert!(says(&ask(just - 0.04), "A can be influenced by nobody"));
}

#[test]
fn a_position_is_judged_as_it_stands_also_where_nobody_has_a_choice() {
    let shot = |facing: u16| {
        format!(
            "facing = {facing}\nfiles = 3\nbases = 6\ntroop = \"medium foot\"\narmour = \"unarmoured\"\n\
             capabilities = [\"musket\"]"
        )
    };
    // Routers in front of blue's shot, who see nothing past them. Nobody shoots or fights, so that the battle would go on
    // to the rout; but that comes after the phase that is asked about.
    let routers = "facing = 0\nfiles = 3\nbases = 6\ntroop = \"horse\"\narmour = \"armoured\"\n\
        cohesion = \"broken\"\ncapabilities = [\"impact pistol\", \"melee pistol\"]";
    let red = troops("A", "Red", (30.0, 20.0), &shot(0));
    let blue = troops("E", "Blue", (30.0, 24.5), &shot(180)) + &troops("C", "Blue", (30.0, 24.2), routers);
    let ask = |question: &str| first(&format!("{HEAD}{red}{blue}\n[[question]]\n{question}\n"));
    let shoot = ask("ask = \"shoot\"");
    for who in ["A", "E"] {
        assert!(says(&shoot, &format!("{who} have nobody to shoot at")), "{shoot:?}");
    }
    for phase in ["shooting", "melee"] {
        let fight = ask(&format!("ask = \"fight\"\nphase = \"{phase}\""));
        assert!(says(&fight, "Nobody fights in this phase"), "{fight:?}");
        assert!(fight.odds.is_none());
    }
    // Two bodies of two files, 10 mm out of line: three pairs of bases touch. They conform in the manoeuvre phase only.
    let offset = horse("Rupert", "Red", (20.0, 20.0), 0) + &horse("Ireton", "Blue", (20.4, 20.0), 180);
    let contact = first(&format!("{HEAD}{offset}\n[[question]]\nask = \"contact\"\n"));
    assert!(says(&contact, "front edge to front edge and at 2 more places"), "{contact:?}");
}
