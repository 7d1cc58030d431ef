//! The books' own armies: prices, break points, initiative, batches.

use caracole_fog::army::{self, Army, ArmyReadings};
use caracole_fog::strength;
use caracole_fog::troops::{Book, TroopType};
use caracole_kernel::{BySide, Tally};
use caracole_ledger::proves;

const RENAISSANCE: [&str; 4] =
    ["fogr/french-1525", "fogr/imperialist-1525", "fogr/royalist-1645", "fogr/new-model-1645"];
const ANCIENTS: [&str; 4] =
    ["fogam/roman-218bc", "fogam/carthaginian-218bc", "fogam/french-1346", "fogam/english-1346"];

fn army(id: &str) -> Army {
    army::builtin(id).unwrap_or_else(|| panic!("{id} does not load"))
}

fn points(id: &str) -> i32 {
    army::price(&army(id), &ArmyReadings::default()).unwrap().total()
}

fn totals(ids: [&str; 4], of: fn(&Army) -> Tally) -> Vec<i32> {
    ids.iter().map(|id| of(&army(id)).total()).collect()
}

#[test]
fn every_built_in_file_loads_and_is_legal() {
    proves!("FOGR-ARMY-001", "FOGAM-ARMY-001", "FOGAM-ARMY-006");
    assert_eq!(army::BUILT_IN.len(), 8);
    for file in army::BUILT_IN {
        let army = army::read_army(file.text).unwrap_or_else(|e| panic!("{}: {e}", file.id));
        assert_eq!(army::check(&army, &ArmyReadings::default()), [], "{}", file.id);
        assert!(army.territories.is_empty(), "the books give these armies no territories");
    }
    for file in army::BUILT_IN_LISTS {
        army::read_list(file.text).unwrap_or_else(|e| panic!("{}: {e}", file.id));
    }
    for book in [Book::Renaissance, Book::Ancients] {
        let army = army::read_army(army::starter(book)).unwrap();
        assert_eq!(army::check(&army, &ArmyReadings::default()), []);
    }
}

#[test]
fn renaissance_starter_armies_cost_what_the_ledger_says() {
    // Examples FOGR-EX-241 and FOGR-EXA-018.
    proves!("FOGR-ARMY-002", "FOGR-ARMY-003", "FOGR-ARMY-004", "FOGR-ARMY-005");
    proves!("FOGR-POINTS-002", "FOGR-POINTS-003", "FOGR-POINTS-004", "FOGR-POINTS-005", "FOGR-POINTS-007");
    assert_eq!(RENAISSANCE.map(points), [601, 602, 619, 619]);
    let mut cheap = ArmyReadings::default();
    cheap.set("fogr.points.mounted_melee_swordsmen=1").unwrap();
    assert_eq!(army::price(&army("fogr/french-1525"), &cheap).unwrap().total(), 589);
    assert_eq!(army::price(&army("fogr/imperialist-1525"), &cheap).unwrap().total(), 594);
}

#[test]
fn the_price_names_the_readings_it_rests_on() {
    let options = |id: &str| -> Vec<&str> {
        army::price(&army(id), &ArmyReadings::default()).unwrap().readings.iter().map(|r| r.option).collect()
    };
    assert_eq!(options("fogr/french-1525"), ["fogr.points.mounted_melee_swordsmen"]);
    assert_eq!(options("fogr/new-model-1645"), ["fogr.points.dragoons_pay_for_weapons"]);
    assert!(options("fogr/royalist-1645").is_empty());
}

#[test]
fn parts_of_the_civil_war_prices() {
    // FOGR-EXA-018, FOGR-EX-239, FOGR-EX-240.
    let royalist = army::price(&army("fogr/royalist-1645"), &ArmyReadings::default()).unwrap();
    let groups: Vec<i32> = royalist.battle_groups.iter().map(|g| g.tally.total()).collect();
    assert_eq!(groups, [76, 76, 64, 64, 60, 60, 42, 42]);
    let new_model = army::price(&army("fogr/new-model-1645"), &ArmyReadings::default()).unwrap();
    let groups: Vec<i32> = new_model.battle_groups.iter().map(|g| g.tally.total()).collect();
    assert_eq!(groups, [84, 60, 60, 60, 24, 42, 42, 42, 30, 40]);
    let horse = new_model.battle_groups.first().unwrap().bases.first().unwrap();
    let labels: Vec<&str> = horse.tally.lines.iter().map(|l| l.label.as_ref()).collect();
    assert_eq!(labels, ["superior armoured determined horse", "impact pistol", "melee pistol"]);
    assert_eq!(horse.tally.total(), 18 + 1 + 2);
}

#[test]
fn ancient_armies_cost_what_the_ledger_says() {
    // Example FOGAM-EXAMPLE-A09.
    proves!("FOGAM-ARMY-002", "FOGAM-ARMY-003", "FOGAM-ARMY-004", "FOGAM-ARMY-005");
    proves!("FOGAM-POINTS-002", "FOGAM-POINTS-003", "FOGAM-POINTS-004", "FOGAM-POINTS-005");
    assert_eq!(ANCIENTS.map(points), [628, 644, 658, 616]);
}

#[test]
fn break_points() {
    // Examples FOGR-EXA-017, FOGR-EX-242, FOGAM-EXAMPLE-A08.
    proves!("FOGR-TURN-005", "FOGR-VICTORY-002", "FOGAM-TURN-006", "FOGAM-GLOSSARY-004");
    assert_eq!(totals(RENAISSANCE, strength::break_point), [9, 10, 8, 10]);
    assert_eq!(totals(ANCIENTS, strength::break_point), [10, 9, 8, 8]);
}

#[test]
fn initiative_modifiers() {
    // Example FOGR-EX-242. Ancients by hand: Rome FC +1, 8 cavalry +0; Carthage IC +2, 16 cavalry and light horse
    // +1; France TC 0, knights do not scout; England FC +1.
    proves!("FOGR-SETUP-006", "FOGAM-SETUP-005");
    assert_eq!(totals(RENAISSANCE, strength::initiative_modifier), [0, 1, 2, 2]);
    assert_eq!(totals(ANCIENTS, strength::initiative_modifier), [1, 3, 0, 1]);
}

#[test]
fn many_scouts_give_two() {
    proves!("FOGR-SETUP-006");
    let mut army = army("fogr/royalist-1645");
    let with_scouts = |army: &mut Army, count: u8| {
        army.battle_groups.truncate(1);
        army.battle_groups[0].bases[0].count = count;
        strength::initiative_modifier(army).total()
    };
    // The field commander gives 1.
    assert_eq!([9, 10, 24, 25].map(|n| with_scouts(&mut army, n)), [1, 2, 2, 3]);
}

/// An army of so many alike battle groups, the first `grand` of them of 16 bases.
fn of_groups(id: &str, count: usize, grand: usize) -> Army {
    let mut army = army(id);
    let group = army.battle_groups.last().unwrap().clone();
    army.battle_groups = vec![group; count];
    for group in army.battle_groups.iter_mut().take(grand) {
        group.bases[0].count = 16;
    }
    army
}

fn sizes(army: &Army) -> Vec<usize> {
    strength::batches(army).iter().map(Vec::len).collect()
}

#[test]
fn batches_of_both_books() {
    // Examples FOGR-EX-238, FOGAM-EXAMPLE-B23, FOGR-EX-242.
    proves!("FOGR-SETUP-063", "FOGAM-SETUP-035");
    for id in ["fogr/french-1525", "fogam/french-1346"] {
        assert_eq!(sizes(&of_groups(id, 8, 0)), [2, 2, 2, 2]);
        assert_eq!(sizes(&of_groups(id, 9, 0)), [3, 2, 2, 2]);
        assert_eq!(sizes(&of_groups(id, 10, 0)), [3, 3, 2, 2]);
        assert_eq!(sizes(&of_groups(id, 15, 0)), [4, 4, 4, 3]);
        assert_eq!(sizes(&of_groups(id, 2, 0)), [1, 1, 0, 0]);
    }
}

#[test]
fn grand_battle_groups_count_twice_and_take_two_places() {
    proves!("FOGR-TURN-006", "FOGR-GLOSSARY-020", "FOGR-SETUP-065");
    // Example FOGR-EXA-010: 2 grand battle groups and 9 others have a break point of 13.
    assert_eq!(strength::break_point(&of_groups("fogr/french-1525", 11, 2)).total(), 13);
    let mut eleven = of_groups("fogr/french-1525", 11, 0);
    eleven.battle_groups[0].bases[0].count = 12;
    assert_eq!(strength::break_point(&eleven).total(), 11);
    eleven.battle_groups[0].bases[0].count = 13;
    assert_eq!(strength::break_point(&eleven).total(), 12);
    // 13 places: batches of 4, 3, 3, 3 places. Two grand ones fill the first batch.
    assert_eq!(sizes(&of_groups("fogr/french-1525", 11, 2)), [2, 3, 3, 3]);
    // One grand battle group on places 4 and 5 of 4-3-3-3 deploys in the first batch; the second has 2 left.
    let mut army = of_groups("fogr/french-1525", 12, 1);
    army.order_of_march = vec![2, 3, 4, 1, 5, 6, 7, 8, 9, 10, 11, 12];
    assert_eq!(strength::batches(&army), [vec![1, 2, 3, 0], vec![4, 5], vec![6, 7, 8], vec![9, 10, 11]]);
}

#[test]
fn half_points_of_skirmishers_round_up() {
    // Example FOGAM-EXAMPLE-A07: 12.5 becomes 13.
    proves!("FOGAM-TURN-006");
    let mut army = army("fogam/roman-218bc");
    let named = |name: &str| army.battle_groups.iter().find(|g| g.name == name).unwrap().clone();
    let mut groups = vec![named("Triarii"); 10];
    groups.extend(vec![named("Velites"); 5]);
    army.battle_groups = groups;
    assert_eq!(strength::break_point(&army).total(), 13);
}

#[test]
fn scythed_chariots_do_not_count_for_the_break_point() {
    proves!("FOGAM-TURN-008", "FOGAM-SPECIAL-013");
    let mut army = army("fogam/carthaginian-218bc");
    let mut chariots = army.battle_groups[0].clone();
    chariots.bases[0].troop_type = TroopType::ScythedChariots;
    army.battle_groups.push(chariots);
    assert_eq!(strength::break_point(&army).total(), 9);
}

#[test]
fn naval_units_cancel() {
    // Example FOGR-EX-235.
    proves!("FOGR-SPECIAL-009", "FOGR-SPECIAL-011");
    assert_eq!(strength::naval_units_deployed(BySide { red: 2, blue: 1 }), BySide { red: 1, blue: 0 });
    assert_eq!(strength::naval_units_deployed(BySide { red: 1, blue: 1 }), BySide { red: 0, blue: 0 });
    let mut army = army("fogr/french-1525");
    army.naval_units = 2;
    assert_eq!(strength::break_point(&army).total(), 9);
    // 30 points each.
    assert_eq!(army::price(&army, &ArmyReadings::default()).unwrap().total(), 601 + 60);
}

#[test]
fn lines_of_command() {
    proves!("FOGR-COMMAND-008", "FOGR-COMMAND-009", "FOGR-GLOSSARY-023");
    proves!("FOGAM-COMMAND-010", "FOGAM-COMMAND-011", "FOGAM-GLOSSARY-024");
    let mut army = army("fogam/carthaginian-218bc");
    army.commanders[2].role = army::CommanderRole::AllyCommander;
    army.commanders[2].contingent = Some("Numidians".to_owned());
    army.battle_groups[2].contingent = Some("Numidians".to_owned());
    army.battle_groups[3].contingent = Some("Gauls".to_owned());
    let commands = |c: usize, g: usize| army.commanders[c].commands(&army.battle_groups[g]);
    assert!(commands(0, 0) && commands(1, 0) && !commands(2, 0));
    assert!(!commands(0, 2) && !commands(1, 2) && commands(2, 2));
    assert!(!commands(0, 3) && !commands(2, 3));
}

#[test]
fn armies_used_to_their_beasts() {
    proves!("FOGAM-SPECIAL-003");
    let mut army = army("fogam/carthaginian-218bc");
    let elephants = army.battle_groups.iter().find(|g| g.name == "Elephants").unwrap().clone();
    army.battle_groups.push(elephants.clone());
    assert!(!strength::is_used_to(&army, strength::Beasts::Elephants), "two battle groups");
    army.battle_groups.push(elephants);
    assert!(strength::is_used_to(&army, strength::Beasts::Elephants));
    assert!(!strength::is_used_to(&army, strength::Beasts::Camels));
    for (group, kind) in army.battle_groups.iter_mut().zip([
        TroopType::Camelry,
        TroopType::LightCamelry,
        TroopType::CataphractCamelry,
    ]) {
        group.bases[0].troop_type = kind;
    }
    assert!(strength::is_used_to(&army, strength::Beasts::Camels));
}

/// The starter armies of each pair cost nearly the same by the table of points.
#[test]
fn reading_army_001() {
    proves!("FOGR-ARMY-001");
    let [french, imperialist, royalist, parliament] = RENAISSANCE.map(points);
    assert_eq!(royalist, parliament);
    assert_eq!((french - imperialist).abs(), 1);
}
