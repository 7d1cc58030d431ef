//! Points, strength and limits of the armies that come with the program.

use super::*;
use crate::charts::Charts;
use crate::readings::{Reading, Readings};
use caracole_ledger::proves;

fn charts() -> Charts {
    Charts::standard().unwrap_or_else(|faults| panic!("{faults}"))
}

fn army(id: &str) -> Army {
    let file = BUILT_IN.iter().find(|file| file.id == id).expect("the army is there");
    read_army(file.id, file.text).unwrap_or_else(|faults| panic!("{faults}"))
}

/// The army of a text with one replacement, judged at the standard points.
fn problems(from: &str, to: &str) -> Vec<Problem> {
    let text = starter().replacen(from, to, 1);
    assert_ne!(text, starter(), "{from} is not in the starter");
    let army = read_army("mine.toml", &text).unwrap_or_else(|faults| panic!("{faults}"));
    check(&charts(), &army, 1000)
}

#[test]
fn the_eight_armies_cost_and_weigh_what_the_design_says() {
    proves!("RETG-QRS-015", "RETG-PROV-012", "RETG-ROUT-005", "RETG-CAMP-011", "RETG-ARMY-005");
    // Points, units, bases and weight by hand from the formula of the chart.
    let table = [
        ("retg/swedish-1632", 991, 11, 50, 11),
        ("retg/imperial-1632", 1000, 11, 59, 11),
        ("retg/french-1525", 989, 10, 66, 11),
        ("retg/imperialist-1525", 987, 11, 70, 11),
        ("retg/royalist-1642", 993, 13, 62, 13),
        ("retg/parliament-1642", 973, 12, 56, 12),
        ("retg/polish-1683", 991, 11, 50, 11),
        ("retg/ottoman-1683", 986, 12, 59, 10),
    ];
    let charts = charts();
    assert_eq!(table.len(), BUILT_IN.len());
    for (id, points, units, bases, weight) in table {
        let army = army(id);
        assert_eq!(price(&charts, &army).total(), points, "{id}");
        let strength = strength(&charts, Readings::default(), &army);
        assert_eq!((strength.units, strength.bases, strength.weight), (units, bases, weight), "{id}");
        let problems = check(&charts, &army, i32::from(charts.army_builder.standard_army));
        assert!(problems.is_empty(), "{id}: {problems:#?}");
    }
}

#[test]
fn every_base_of_the_armies_costs_what_the_design_says() {
    let charts = charts();
    let each =
        |id: &str| -> Vec<i32> { price(&charts, &army(id)).units.iter().map(|unit| unit.per_base).collect() };
    assert_eq!(each("retg/swedish-1632"), [18, 14, 11, 30, 16, 11, 12, 10]);
    assert_eq!(each("retg/imperial-1632"), [15, 13, 11, 19, 14, 13, 12, 18]);
    assert_eq!(each("retg/french-1525"), [22, 15, 14, 9, 6, 10]);
    assert_eq!(each("retg/imperialist-1525"), [9, 16, 13, 18, 8, 6, 15]);
    assert_eq!(each("retg/royalist-1642"), [21, 15, 10, 15, 12, 10]);
    assert_eq!(each("retg/parliament-1642"), [17, 22, 13, 12, 15]);
    assert_eq!(each("retg/polish-1683"), [27, 23, 10, 13, 12, 9, 10]);
    assert_eq!(each("retg/ottoman-1683"), [18, 22, 17, 10, 4, 18]);
}

#[test]
fn quality_multiplies_the_body_and_not_the_shooting() {
    // Blue Brigade: (foot 5 + protected 1 + pike and shot 2 + elan 1 + shoot and charge 1) times 1.3, musket 4, formed 1.
    let price = price(&charts(), &army("retg/swedish-1632"));
    let blue = &price.units[0];
    assert_eq!(blue.base.total(), 1300 + 400 + 100);
    // Six bases at 18 and regimental guns at 10.
    assert_eq!(blue.unit.total(), 6 * 18 + 10);
}

#[test]
fn map_and_scouting_cards_follow_commanders_and_scouts() {
    proves!("RETG-PBS-002", "RETG-PBS-003", "RETG-PROV-011");
    let charts = charts();
    let cards = |id: &str| {
        let army = army(id);
        (map_cards(&charts, &army).total(), scouting_cards(&charts, &army).total())
    };
    // Swedes: Legendary 5; scouting 4 horse at 1/2 and dragoons 2 = 4 points: 5 + 1, and 1 + 3 + 2.
    assert_eq!(cards("retg/swedish-1632"), (6, 6));
    // Imperials: Talented 4; 2 Kurassiere 1, 2 caracole 4, Croats 2, dragoons 2 = 9 points: 4 + 2, and 1 + 2 + 4.
    assert_eq!(cards("retg/imperial-1632"), (6, 7));
    // Royalists: Competent 3, one other Talented; 5 horse 2.5, dragoons 2 = 4.5 points: 3 + 1 + 1, and 1 + 2 + 2.
    assert_eq!(cards("retg/royalist-1642"), (5, 5));
}

#[test]
fn scouts_count_double() {
    let charts = charts();
    let mut army = army("retg/swedish-1632");
    let plain = scouting_cards(&charts, &army).total();
    let dragoons = army.units.iter_mut().find(|unit| unit.name == "Dragoons").expect("dragoons");
    let profile = &mut dragoons.troops.profile;
    profile.characteristics = profile.characteristics.with(crate::troops::Characteristic::Scouts);
    // Two points more make one card more.
    assert_eq!(scouting_cards(&charts, &army).total(), plain + 1);
}

#[test]
fn an_army_breaks_at_half_its_weight_and_a_camp_counts_as_one() {
    proves!("RETG-ROUT-004", "RETG-CAMP-025", "RETG-CAMP-016");
    let points = charts().break_points;
    // 5 of 9 and not 4 of 9; 5 of 10; 4 of 9 and the camp.
    assert!(!army_breaks(&points, 9, 4, false));
    assert!(army_breaks(&points, 9, 5, false));
    assert!(army_breaks(&points, 10, 5, false));
    assert!(army_breaks(&points, 9, 4, true));
    assert!(!army_breaks(&points, 9, 3, true));
}

#[test]
fn double_units_weigh_two_and_skirmishers_nothing() {
    proves!("RETG-GLOS-109", "RETG-ROUT-005", "RETG-GLOS-114");
    let charts = charts();
    let army = army("retg/french-1525");
    let of = |name: &str, readings| {
        let unit = army.units.iter().find(|unit| unit.name == name).expect("the unit is there");
        weight(&charts, readings, &unit.troops.profile)
    };
    let none = Readings::default();
    assert_eq!((of("Swiss keil", none), of("Gendarmes", none), of("Crossbowmen", none)), (2, 1, 0));
    assert_eq!(of("Swiss keil", Readings::of(&[Reading::DoubleUnitsCountOnce])), 1);
    // Flexible troops count whatever they do.
    let bande = self::army("retg/imperialist-1525").units[2].clone();
    assert!(bande.troops.profile.is_flexible());
    assert_eq!(weight(&charts, none, &bande.troops.profile), 1);
}

#[test]
fn the_starter_is_legal() {
    let army = read_army("starter.toml", starter()).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(check(&charts(), &army, 1000), []);
}

#[test]
fn limits_are_refused_with_their_rule() {
    proves!(
        "RETG-ARMY-006",
        "RETG-ARMY-009",
        "RETG-ARMY-010",
        "RETG-ARMY-011",
        "RETG-CMD-037",
        "RETG-TROOP-013",
        "RETG-GLOS-020"
    );
    let rule = |from: &str, to: &str| {
        let found = problems(from, to);
        assert_eq!(found.len(), 1, "{from} -> {to}: {found:#?}");
        found[0].refusal.rule.id()
    };
    // RETG-EX-005: a Legendary Sub-Commander; a second Army Commander; too many of them.
    assert_eq!(rule("grade = \"competent\"", "grade = \"legendary\""), "RETG-ARMY-010");
    assert_eq!(rule("role = \"sub\"", "role = \"army\""), "RETG-ARMY-009");
    assert_eq!(rule("role = \"sub\"", "role = \"ally\""), "RETG-CMD-037");
    assert_eq!(rule("\"4 dragoons", "\"6 dragoons"), "RETG-ARMY-006");
    assert_eq!(rule("\"6 foot", "\"7 foot"), "RETG-ARMY-006");
    assert_eq!(rule("charging pistol, melee pistol", "later caracole"), "RETG-GLOS-020");
    assert_eq!(rule("count = 4", "count = 40"), "RETG-TOURN-002");
}

#[test]
fn every_grade_goes_with_every_type() {
    proves!("RETG-ARMY-010", "RETG-ARMY-011");
    // RETG-EX-005, the legal ones.
    assert_eq!(problems("type = \"instinctive\"", "type = \"professional\""), []);
    assert_eq!(problems("type = \"professional\"", "type = \"instinctive\""), []);
    let allied = starter()
        .replacen(
            "role = \"sub\"\ngrade = \"competent\"\ntype = \"instinctive\"",
            "role = \"ally\"\ngrade = \"mediocre\"\ntype = \"tribal\"",
            1,
        )
        .replacen("name = \"Horse\"", "name = \"Horse\"\nally = true", 1);
    let army = read_army("mine.toml", &allied).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(check(&charts(), &army, 1000), []);
    // Three Talented Commanders are one too many.
    let mut army = read_army("mine.toml", starter()).expect("the starter reads");
    army.commanders[1].grade = crate::troops::Grade::Talented;
    army.commanders.push(army.commanders[1].clone());
    assert_eq!(check(&charts(), &army, 1000)[0].refusal.rule.id(), "RETG-ARMY-010");
}

#[test]
fn army_files_are_refused_with_line_and_remedy() {
    let fault = |from: &str, to: &str| {
        let text = starter().replacen(from, to, 1);
        read_army("mine.toml", &text).expect_err("the file has a fault").0.remove(0)
    };
    let line_of = |text: &str| starter().lines().position(|line| line.contains(text)).expect("the line") + 1;
    let musket = fault("average, musket, pike", "average, musquet, pike");
    assert_eq!(musket.line, line_of("average, musket, pike"));
    assert!(musket.wrong.contains("did you mean \"musket\"?"), "{musket}");
    let kind = fault("kind = \"standard\"", "kind = \"castle\"");
    assert_eq!(kind.line, line_of("kind = \"standard\""));
    assert!(fault("system = \"retg\"", "system = \"fogr\"").remedy.contains("retg"));
    assert!(fault("count = 4", "count = 99").wrong.contains("units"));
    assert!(!fault("name = \"Regiment\"", "name = \"\"").remedy.is_empty());
    assert_eq!(fault("count = 4", "number = 4").line, line_of("count = 4"));
}

#[test]
fn armies_go_through_json_unchanged() {
    for file in BUILT_IN {
        let army = army(file.id);
        let json = serde_json::to_string(&army).expect("an army can be written");
        assert_eq!(read_army("army.json", &json), Ok(army), "{}", file.id);
    }
}

#[test]
fn camps_depend_on_who_invades() {
    proves!("RETG-CAMP-003", "RETG-CAMP-010", "RETG-CAMP-011");
    use crate::charts::{CampKind as K, CampQuality};
    use crate::troops::{Armour, Form, Quality};
    use CampState::{Absent, Fortified, Mobile, Plain};
    // Defending, then invading, as the table of camps has it.
    let both = |kind| [camp_state(kind, false), camp_state(kind, true)];
    assert_eq!(both(K::Standard), [Plain, Plain]);
    assert_eq!(both(K::Fortified), [Fortified, Fortified]);
    assert_eq!(both(K::Mobile), [Mobile, Mobile]);
    assert_eq!(both(K::Flexible), [Fortified, Mobile]);
    assert_eq!(both(K::NoCamp), [Mobile, Absent]);
    let troops = camp_troops(&charts(), Camp { kind: K::Standard, quality: CampQuality::Average });
    assert_eq!((troops.quality, troops.armour), (Quality::Average, Armour::Unprotected));
    assert_eq!(troops.forms(), [Form::Loose]);
    assert!(troops.weapons.is_empty() && troops.characteristics.is_empty() && troops.shooting.is_none());
}

#[test]
fn armies_by_chance_are_legal_and_nearly_as_large_as_allowed() {
    let charts = Charts::standard().unwrap();
    for seed in 0..24usize {
        let mut state = seed;
        let mut below = |end: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % end.max(1)
        };
        let army = random(&charts, &mut below);
        assert_eq!(check(&charts, &army, 1000), Vec::new(), "{seed}: {army:?}");
        assert!(price(&charts, &army).total() > 900, "{seed}");
        let text = serde_json::to_string(&army).unwrap();
        assert_eq!(read_army("by chance", &text).unwrap(), army);
    }
}
