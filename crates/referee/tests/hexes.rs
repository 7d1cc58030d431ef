//! Rulings on hexes. The numbers are worked out by hand from the program's charts.

use caracole_musketpike::scenario::text_of;
use caracole_referee::{FileKind, HexFile, RefereeError, Ruling, Rulings, Verdict, rule_on_hexes};

const HEAD: &str = "system = \"mpbs\"\nscenario = \"learning\"\n";

/// Blue's cuirassiers stand before Hollis and his; Harbin is with his other horse.
const HORSE: &str = "[[unit]]\ncode = \"B5\"\nat = \"0603\"\n[[leader]]\ncode = \"harbin\"\nat = \"1403\"\n";

/// Blue's foot stands front to front with Brandreth's; Tulloch is with another unit.
const FOOT: &str =
    "[[unit]]\ncode = \"B1\"\nat = \"0606 0607\"\n[[leader]]\ncode = \"tulloch\"\nat = \"1308\"\n";

fn rule(text: &str) -> Result<Rulings, RefereeError> {
    assert_eq!(FileKind::of(text), FileKind::Hexes);
    let file: HexFile = toml::from_str(text).unwrap_or_else(|e| panic!("{e}"));
    rule_on_hexes(&file, text_of(&file.scenario).expect("a scenario of ours"))
}

fn first(changes: &str, question: &str) -> Ruling {
    let text = format!("{HEAD}{changes}[[question]]\n{question}\n");
    rule(&text).unwrap_or_else(|e| panic!("{e:?}")).rulings.remove(0)
}

fn told(ruling: &Ruling) -> String {
    ruling.points.iter().map(|p| p.text.as_str()).collect::<Vec<_>>().join("\n")
}

fn refused_by(ruling: &Ruling) -> &str {
    assert_eq!(ruling.verdict, Verdict::Refused, "{ruling:?}");
    ruling.refusal.as_ref().map_or("", |refusal| refusal.rule.id())
}

#[test]
fn cuirassiers_attack_cuirassiers_with_their_leader() {
    let ruling = first(HORSE, "ask = \"attack\"\nunits = [\"R1\"]\ntarget = \"B5\"");
    assert_eq!(ruling.verdict, Verdict::Legal);
    let tally = &ruling.points[0].tallies[0];
    // Equal morale and strength; Hollis adds 1 (MPBS-11.3.2).
    assert_eq!(tally.total(), 1);
    assert_eq!(tally.lines[0].rule.id(), "MPBS-11.3.2");
    // A die of 0 comes to 1, of 9 to 10: rows 1-2, 3, 4-5, 6, 7-8, 9-11.
    let odds = ruling.odds.expect("odds");
    let shares: Vec<(&str, u64, &str)> = odds
        .as_array()
        .expect("a list")
        .iter()
        .map(|o| {
            let text = |key: &str| o[key].as_str().expect("text");
            (text("outcome"), o["retreat"].as_u64().expect("a number"), text("probability"))
        })
        .collect();
    assert_eq!(
        shares,
        [
            ("attacker_morale_shaken", 2, "2/10"),
            ("attacker_morale_shaken", 1, "1/10"),
            ("no_effect", 0, "2/10"),
            ("defender_morale_shaken", 1, "1/10"),
            ("defender_morale_shaken", 2, "2/10"),
            ("defender_morale_broken", 2, "2/10"),
        ]
    );
}

#[test]
fn pistols_morale_and_casualties_count() {
    let hurt = format!(
        "{HORSE}[[unit]]\ncode = \"B6\"\nat = \"0604\"\nmorale = \"shaken\"\ncasualties = 2\n[[leader]]\ncode = \"harbin\"\nat = \"0603\"\n"
    )
    .replacen("[[leader]]\ncode = \"harbin\"\nat = \"1403\"\n", "", 1);
    let ruling =
        first(&hurt, "ask = \"attack\"\nunits = [\"R1\"]\ntarget = \"B6\"\npistols = [\"R1\"]\ndie = 0");
    // Hollis +1; morale 7 against 6 less one for being shaken +2; strength 4 against 4 less 2 is 2:1, +1;
    // a pistol +1; cuirassiers against arquebusiers +1: 6, of which 4 count (MPBS-11.3.1-3).
    assert_eq!(ruling.points[0].tallies[0].total(), 4, "{ruling:?}");
    assert!(told(&ruling).contains("A 0 comes to 4: no effect."), "{}", told(&ruling));
}

#[test]
fn only_front_hexes_are_attacked() {
    let behind = HORSE.replace("0603", "0403");
    let ruling = first(&behind, "ask = \"attack\"\nunits = [\"R1\"]\ntarget = \"B5\"");
    assert_eq!(refused_by(&ruling), "MPBS-11.1.2c");
}

#[test]
fn both_halves_of_foot_fire_to_the_front() {
    let ruling = first(FOOT, "ask = \"fire\"\nunit = \"R4\"\ntarget = \"B1\"\ndie = 9");
    assert_eq!(ruling.verdict, Verdict::Legal, "{ruling:?}");
    let text = told(&ruling);
    // Front column: 6 to 8 a casualty, 9 a casualty and a formation hit.
    let line = "no effect 6/10, 1 casualty 3/10, 1 casualty and 1 formation hit 1/10.";
    assert_eq!(text.matches(line).count(), 2, "{text}");
    assert!(text.contains("A 9 comes to 9: 1 casualty and 1 formation hit."), "{text}");
}

#[test]
fn muskets_reach_one_hex() {
    let ruling = first("", "ask = \"fire\"\nunit = \"R4\"\ntarget = \"B1\"");
    assert_eq!(refused_by(&ruling), "MPBS-10.1.3a");
}

#[test]
fn woods_hide_and_open_ground_does_not() {
    let ruling = first("", "ask = \"sight\"\nfrom = \"0601\"\nto = \"1201\"");
    assert_eq!(refused_by(&ruling), "MPBS-10.9.2a");
    assert_eq!(first("", "ask = \"sight\"\nfrom = \"0105\"\nto = \"0605\"").verdict, Verdict::Legal);
}

#[test]
fn zones_name_who_stands_there() {
    // East of 0503, in a column that lies half a hex lower: 0603 and 0604 are its front.
    let text = told(&first(HORSE, "ask = \"zones\"\nunit = \"R1\""));
    assert!(text.contains("Front: 0603 (Harbin's Horse), 0604."), "{text}");
    // R2 stands in 0504, on the right.
    assert!(text.contains("0504 (Denny Horse)"), "{text}");
}

#[test]
fn a_move_is_followed_manoeuvre_by_manoeuvre() {
    let ruling = first("", "ask = \"move\"\nunit = \"R4\"\nby = [{ step = \"NE\" }]");
    assert_eq!(ruling.verdict, Verdict::Legal, "{ruling:?}");
    assert!(told(&ruling).contains("Step NE: to 0606 and 0607 facing E, 1 of"), "{}", told(&ruling));
    let back = first("", "ask = \"move\"\nunit = \"R4\"\nby = [{ step = \"SW\" }]");
    assert_eq!(refused_by(&back), "MPBS-7.1.1c");
}

#[test]
fn orders_bind_a_move() {
    // Make Ready: not next to an enemy (MPBS-5.6.1e).
    let near = FOOT.replace("0606 0607", "0706 0707");
    let step = "ask = \"move\"\nunit = \"R4\"\nby = [{ step = \"NE\" }]";
    assert_eq!(refused_by(&first(&near, step)), "MPBS-5.6.1e");
    let ordered = format!("[orders]\nrc = \"charge\"\n{near}");
    assert_eq!(first(&ordered, step).verdict, Verdict::Legal);
}

#[test]
fn command_is_judged() {
    assert_eq!(first("", "ask = \"command\"\nunit = \"R2\"").verdict, Verdict::Legal);
    let far = "[[unit]]\ncode = \"R3\"\nat = \"1712\"\n";
    assert_eq!(refused_by(&first(far, "ask = \"command\"\nunit = \"R3\"")), "MPBS-5.4.1a");
}

#[test]
fn a_wing_is_told_its_chances() {
    let ruling = first("", "ask = \"wing\"\nwing = \"rl\"");
    // Hollis -1, Cavalry Wing -1, Charge: preemption on 0-4 is 7 of 10, continuation on 0-3 is 6 of 10.
    let text = told(&ruling);
    assert!(text.contains("Preemption: 7 of 10."), "{text}");
    assert!(text.contains("Continuation: 6 of 10."), "{text}");
}

#[test]
fn what_makes_no_sense_is_refused_with_place_and_remedy() {
    let question = "[[question]]\nask = \"command\"\nunit = \"R2\"\n";
    for (changes, asked, expected) in [
        ("[[unit]]\ncode = \"X9\"\nat = \"0603\"\n", question, "unit 1: the scenario has no unit \"X9\""),
        ("[[unit]]\ncode = \"B5\"\nat = \"0503\"\n", question, "0503"),
        ("[[unit]]\ncode = \"R2\"\ncasualties = 3\n", question, "as many casualties"),
        ("[[unit]]\ncode = \"R2\"\npistols_fired = 3\n", question, "two pistol shots"),
        ("[orders]\nzz = \"charge\"\n", question, "no wing \"zz\""),
        ("", "[[question]]\nask = \"sight\"\nfrom = \"0503\"\nto = \"9999\"\n", "9999"),
        ("", "[[question]]\nask = \"attack\"\nunits = []\ntarget = \"B5\"\n", "nobody attacks"),
        ("", "[[question]]\nask = \"fire\"\nunit = \"R4\"\ntarget = \"B1\"\ndie = 10\n", "0 to 9"),
        ("", "[[question]]\nask = \"wing\"\nwing = \"rl\"\narmy_commander = true\n", "Army Commander"),
    ] {
        let said = match rule(&format!("{HEAD}{changes}{asked}")) {
            Err(RefereeError::Unusable { place, problem, remedy }) => format!("{place}: {problem}; {remedy}"),
            Err(RefereeError::Refused { place, refusal }) => format!("{place}: {refusal}"),
            Ok(rulings) => panic!("{changes}{asked}: {rulings:?}"),
        };
        assert!(said.contains(expected), "{changes}{asked}: {said}");
    }
}

#[test]
fn the_example_of_the_documentation_is_answered() {
    let text = include_str!("../../../docs/examples/hexes.toml");
    let rulings = rule(text).unwrap_or_else(|e| panic!("{e:?}"));
    assert!(rulings.rulings.iter().all(|r| r.verdict != Verdict::Refused || r.refusal.is_some()));
    assert_eq!(rulings.rulings.len(), 7);
}

#[test]
fn a_hedgehog_has_neither_flanks_nor_rear() {
    // MPBS-6.3.2a-3: front all round.
    let hedgehog = "[[unit]]\ncode = \"R5\"\nformation = \"hedgehog\"\n";
    let text = told(&first(hedgehog, "ask = \"zones\"\nunit = \"R5\""));
    assert!(
        text.contains("Front: ") && text.contains("Flanks: none.") && text.contains("Rear: none."),
        "{text}"
    );
}

#[test]
fn a_two_hex_column_has_one_front_hex() {
    // MPBS-6.3.4d: from 0507 with its tail in 0506 the hex ahead is 0508.
    let column = "[[unit]]\ncode = \"R4\"\nat = \"0507 0506\"\nformation = \"column\"\n";
    let text = told(&first(column, "ask = \"zones\"\nunit = \"R4\""));
    assert!(text.lines().any(|line| line.starts_with("Front: 0508") && !line.contains(',')), "{text}");
}

#[test]
fn a_unit_out_of_command_fires_only_in_reaction() {
    let apart = "[[unit]]\ncode = \"R2\"\nat = \"1303\"\n[[unit]]\ncode = \"R1\"\nat = \"1305\"\n\
                 [[leader]]\ncode = \"hollis\"\nat = \"0304\"\n";
    let ask = "ask = \"fire\"\nunit = \"R2\"\ntarget = \"B6\"";
    assert_eq!(refused_by(&first(apart, ask)), "MPBS-5.4.3g");
    let ruling = first(apart, &format!("{ask}\nby = \"reaction\""));
    assert_ne!(ruling.refusal.as_ref().map(|refusal| refusal.rule.id()), Some("MPBS-5.4.3g"));
}

#[test]
fn unlimbered_guns_turn_in_place_of_firing() {
    // MPBS-6.2.3a.
    let turn = first("", "ask = \"move\"\nunit = \"R7\"\nby = [{ face = 1 }]");
    assert_eq!(turn.verdict, Verdict::Legal, "{turn:?}");
    let step = first("", "ask = \"move\"\nunit = \"R7\"\nby = [{ step = \"NE\" }]");
    assert_eq!(step.verdict, Verdict::Refused);
}

#[test]
fn lone_guns_are_attacked_and_taken() {
    // MPBS-11.5.1: no dice, they are captured.
    let near = "[[unit]]\ncode = \"R1\"\nat = \"1305\"\n[[leader]]\ncode = \"hollis\"\nat = \"1305\"\n";
    let ruling = first(near, "ask = \"attack\"\nunits = [\"R1\"]\ntarget = \"B4\"");
    assert_eq!(ruling.verdict, Verdict::Legal, "{ruling:?}");
    assert!(ruling.odds.is_none());
}

#[test]
fn without_its_wing_commander_a_unit_does_not_even_turn() {
    // MPBS-5.4.3d: with him off the map it may not move at all.
    let turn = "ask = \"move\"\nunit = \"R1\"\nby = [{ face = 1 }]";
    let ready = "orders.rl = \"make_ready\"\n";
    assert_eq!(first(ready, turn).verdict, Verdict::Legal);
    let lost = &format!("{ready}[[leader]]\ncode = \"hollis\"\noff_map = true\n");
    assert_eq!(refused_by(&first(lost, turn)), "MPBS-5.4.3d");
    assert_eq!(first(lost, "ask = \"command\"\nunit = \"R1\"").verdict, Verdict::Refused);
    // In a hex or off the map, not both and not neither.
    for wrong in ["at = \"0503\"\noff_map = true\n", ""] {
        let text = format!("{HEAD}[[leader]]\ncode = \"hollis\"\n{wrong}[[question]]\n{turn}\n");
        assert!(rule(&text).is_err(), "{wrong}");
    }
}

#[test]
fn only_heavy_infantry_fires_salvoes() {
    // MPBS-10.4a.
    for unit in ["R1", "R7"] {
        let ask = format!("ask = \"fire\"\nunit = \"{unit}\"\ntarget = \"B5\"\nby = \"salvo\"");
        assert_eq!(refused_by(&first(HORSE, &ask)), "MPBS-10.4a", "{unit}");
    }
}

#[test]
fn a_wing_that_must_rally_is_offered_no_other_orders() {
    let hurt = "[[unit]]\ncode = \"R1\"\nmorale = \"shaken\"\n[[unit]]\ncode = \"R2\"\nmorale = \"shaken\"\n\
                [[unit]]\ncode = \"R3\"\nformation = \"broken\"\n";
    let ruling = first(hurt, "ask = \"wing\"\nwing = \"rl\"");
    let text = told(&ruling);
    assert!(text.contains("Rally Orders without a roll"), "{text}");
    assert!(!text.contains("Orders change to"), "{text}");
    // Under Rally Orders it does not continue (5.6.4).
    assert!(text.contains("Continuation: not allowed"), "{text}");
    assert!(ruling.points.iter().any(|point| point.rules.iter().any(|rule| rule.id() == "MPBS-5.8b")));
}
