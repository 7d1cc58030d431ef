//! The scenarios of the program are sound, and files with faults are refused.

use super::*;
use crate::charts::Charts;
use crate::counters::{ArtilleryClass, UnitArm, UnitType, WingType};
use crate::hex::{Direction, Facing};
use crate::map::{HexTerrain, HexsideFeature, SlopeKind};
use caracole_ledger::proves;

fn charts() -> Charts {
    Charts::standard().expect("sound charts")
}

fn library(id: &str) -> Scenario {
    Scenario::by_id(id, &charts()).expect("it is there").unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn every_scenario_of_the_program_is_sound() {
    proves!("MPBS-8.1.1a", "MPBS-5.0", "MPBS-5.2.1a", "MPBS-GLOSSARY-WING");
    for (id, _) in LIBRARY {
        let scenario = library(id);
        assert_eq!(scenario.id, id);
        for side in Side::BOTH {
            assert!(scenario.armies[side].commander.is_some(), "{id}: {side} has an Army Commander");
            assert!(!scenario.map.friendly_edges[side].is_empty());
        }
        for wing in scenario.wing_ids() {
            let has_foot = scenario
                .units
                .iter()
                .any(|unit| unit.wing == wing && unit.unit_type.arm() == UnitArm::HeavyInfantry);
            assert_eq!(scenario.wing(wing).wing_type == WingType::Cavalry, !has_foot);
        }
    }
}

#[test]
fn units_keep_to_the_scale_of_the_series() {
    proves!("MPBS-2.4", "MPBS-2.1.2b", "MPBS-2.1.2d");
    // A point is 80 to 100 men: cavalry 200 to 500 men, heavy infantry 400 to 2000, light infantry 100 to 300.
    for (id, _) in LIBRARY {
        for unit in library(id).units {
            let points = unit.unit_type.strength().map(|strength| strength.0);
            let range = match unit.unit_type.arm() {
                UnitArm::Cavalry => 2..=6,
                UnitArm::HeavyInfantry => 4..=20,
                UnitArm::LightInfantry => 1..=3,
                UnitArm::Artillery | UnitArm::Wagon => {
                    assert_eq!(points, None);
                    continue;
                }
            };
            assert!(
                points.is_some_and(|points| range.contains(&points)),
                "{id}: {} has {points:?}",
                unit.name
            );
            assert!((4..=8).contains(&unit.morale.0));
        }
    }
}

#[test]
fn the_battles_have_about_as_many_men_as_they_had() {
    // Foot and horse of both armies as historians give them, in thousands, with a fifth of doubt.
    let expected = [("naseby", 9_500, 14_000), ("edgehill", 13_500, 14_000), ("breitenfeld", 33_000, 38_000)];
    for (id, red, blue) in expected {
        let scenario = library(id);
        for (side, men) in [(Side::Red, red), (Side::Blue, blue)] {
            let points: i32 = scenario
                .units
                .iter()
                .filter(|unit| unit.side == side)
                .filter_map(|unit| unit.unit_type.strength())
                .map(|strength| i32::from(strength.0))
                .sum();
            let (least, most) = (men * 8 / 10, men * 12 / 10);
            assert!((least..=most).contains(&(points * 90)), "{id} {side}: {points} points for {men} men");
        }
    }
}

#[test]
fn differentials_are_counted_as_the_series_counts_them() {
    proves!("MPBS-15.0b", "MPBS-15.0j", "MPBS-BATTLE-BREITENFELD-1", "MPBS-7.3.3c");
    for id in ["edgehill", "naseby"] {
        let scenario = library(id);
        assert_eq!(scenario.title_column, TitleColumn::Tacw);
        assert_eq!(scenario.armies[scenario.victory.first].name, "Parliament");
        assert_eq!(scenario.special.limbering, Limbering::NotAllowed);
    }
    let breitenfeld = library("breitenfeld");
    assert!(breitenfeld.armies[breitenfeld.victory.first].name.starts_with("Swedes"));
    assert_eq!(breitenfeld.special.light_infantry_with_cavalry, 3);
    for (id, _) in LIBRARY {
        let scenario = library(id);
        let levels: Vec<Level> = scenario.victory.levels.iter().map(|level| level.level).collect();
        let (first, other) = (scenario.victory.first, scenario.victory.first.other());
        let expected = [
            Level::Decisive(first),
            Level::Marginal(first),
            Level::Draw,
            Level::Marginal(other),
            Level::Decisive(other),
        ];
        assert_eq!(levels, expected, "{id}");
        for level in &scenario.victory.levels[..4] {
            assert_eq!(scenario.level(level.least), level.level);
            assert_ne!(scenario.level(level.least - 1), level.level);
        }
    }
}

#[test]
fn the_template_is_sound() {
    let template =
        Scenario::read("template.toml", TEMPLATE, &charts()).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(template.units.len(), 4);
}

/// A small sound file, to be spoilt.
const SMALL: &str = r#"
id = "small"
title = "Small"
turns = 3
wings = [
    { code = "r", name = "R", army = "red", commander = "a", orders = "charge" },
    { code = "b", name = "B", army = "blue", commander = "c", orders = "rally" },
]
leaders = [
    { code = "a", name = "A", army = "red", rating = -1, at = "0202" },
    { code = "c", name = "C", army = "blue", rating = 0, at = "0702" },
]
units = [
    { code = "R1", name = "Foot", wing = "r", type = "heavy_infantry", strength = 10, morale = 7, at = "0202 0203", facing = "E" },
    { code = "R2", name = "Guns", wing = "r", type = "artillery", class = "heavy", at = "0303", facing = "E" },
    { code = "B1", name = "Horse", wing = "b", type = "cuirassier", strength = 4, morale = 6, at = "0702", facing = "W" },
    { code = "B2", name = "Shot", wing = "b", type = "musketeers", strength = 2, morale = 5, at = "0702", facing = "W" },
]
[army.red]
name = "Red"
commander = "x"
retreat_edges = ["west"]
[army.blue]
name = "Blue"
retreat_edges = ["east", "south"]
[victory]
first = "red"
levels = [{ least = 5, level = "decisive red" }, { level = "draw" }]
[map]
hexes = """
.w.p....
........
........
........
"""
levels = """
00000000
00000000
11000000
11000000
"""
steep = ["0202 S"]
roads = ["0104 0204 0303"]
[map.hexsides]
hedge = ["0502 N NE"]
"#;

fn small() -> String {
    SMALL.replace("commander = \"x\"\n", "")
}

#[test]
fn a_file_says_what_it_says() {
    let scenario =
        Scenario::read("small.toml", &small(), &charts()).unwrap_or_else(|faults| panic!("{faults}"));
    let map = &scenario.map;
    let hex = |text: &str| text.parse::<Hex>().expect("a hex");
    assert_eq!((map.columns(), map.rows()), ((1, 8), (1, 4)));
    assert_eq!((map.terrain(hex("0201")), map.terrain(hex("0401"))), (HexTerrain::Woods, HexTerrain::Pond));
    assert_eq!((map.elevation(hex("0203")), map.elevation(hex("0202"))), (1, 0));
    assert_eq!(map.hexside(hex("0203"), Direction::N).slope, Some(SlopeKind::Steep));
    assert_eq!(map.hexside(hex("0103"), Direction::N).slope, Some(SlopeKind::Gentle));
    assert_eq!(map.hexside(hex("0202"), Direction::N).slope, None);
    assert!(map.hexside(hex("0501"), Direction::S).features.contains(HexsideFeature::Hedge));
    assert!(map.has_road(hex("0204"), Direction::Ne) && map.has_road(hex("0303"), Direction::Sw));
    assert!(
        map.is_on_friendly_edge(hex("0504"), Side::Blue) && !map.is_on_friendly_edge(hex("0504"), Side::Red)
    );
    assert_eq!(
        scenario.unit_starts.first(),
        Some(&UnitStart::OnMap {
            placement: Placement::Line { left: hex("0202"), facing: Facing::E },
            formation: FormationState::Normal,
            layer: Layer::Top,
            limber: Limber::Unlimbered,
        })
    );
    // What the guns' counter says comes from the chart.
    let heavy = charts().artillery_counters.ranges(ArtilleryClass::Heavy);
    assert!(matches!(scenario.units[1].unit_type,
        UnitType::Artillery { grazing, range, .. } if (grazing, range) == heavy));
    assert_eq!(scenario.level(5), Level::Decisive(Side::Red));
    assert_eq!(scenario.level(-100), Level::Draw);
}

#[test]
fn each_kind_of_fault_is_refused_with_line_and_remedy() {
    proves!("MPBS-8.1.1a", "MPBS-8.2.1a");
    let at = |line: &str| {
        SMALL.replace("commander = \"x\"\n", "").lines().position(|l| l.contains(line)).map(|n| n + 1)
    };
    // (what to spoil, with what, a piece of the message, the line that must be named)
    let cases = [
        (
            "wing = \"b\", type = \"cuirassier\"",
            "wing = \"z\", type = \"cuirassier\"",
            "\"z\" is not a word",
            "\"B1\"",
        ),
        ("type = \"cuirassier\"", "type = \"knight\"", "\"knight\"", "\"B1\""),
        ("code = \"B2\"", "code = \"B1\"", "two units have the code", "\"B2\""),
        ("code = \"B2\"", "code = \"B 2\"", "not a code", "\"B2\""),
        ("strength = 2, morale = 5", "strength = 3, morale = 5", "more than 2 points", "\"B2\""),
        (
            "morale = 5, at = \"0702\", facing = \"W\"",
            "morale = 5, at = \"0702\", facing = \"NW\"",
            "facing or formation",
            "\"B2\"",
        ),
        (
            "morale = 5, at = \"0702\", facing",
            "morale = 5, at = \"0203\", facing",
            "they are enemies",
            "\"B2\"",
        ),
        ("type = \"musketeers\"", "type = \"croat\"", "one unit of foot or horse", "\"B2\""),
        ("at = \"0303\", facing", "at = \"0401\", facing", "pond", "\"R2\""),
        ("at = \"0303\", facing", "at = \"0901\", facing", "not on the map", "\"R2\""),
        ("at = \"0303\", facing", "at = \"303\", facing", "not a hex", "\"R2\""),
        ("at = \"0202 0203\"", "at = \"0202 0204\"", "not adjacent", "\"R1\""),
        (
            "at = \"0202 0203\", facing = \"E\"",
            "at = \"0202 0203\", facing = \"NE\"",
            "cannot face NE",
            "\"R1\"",
        ),
        ("morale = 7", "morale = 9", "out of range", "\"R1\""),
        ("morale = 7", "morale = 7, double = true", "means nothing", "\"R1\""),
        (
            "class = \"heavy\"",
            "class = \"heavy\", limbered = true, grazing = 9, range = 4",
            "longer than",
            "\"R2\"",
        ),
        ("commander = \"a\"", "commander = \"q\"", "no leader has the code", "code = \"r\""),
        ("commander = \"a\"", "commander = \"c\"", "other army", "code = \"r\""),
        ("rating = -1", "rating = -3", "out of range", "code = \"a\""),
        ("rating = -1, at = \"0202\"", "rating = -1, at = \"0303\"", "", ""),
        (
            "rating = -1, at = \"0202\"",
            "rating = -1, at = \"0501\"",
            "without a unit of the wing",
            "code = \"a\"",
        ),
        ("rating = -1, at = \"0202\"", "rating = -1", "on the map or come with one entry", "code = \"r\""),
        ("orders = \"rally\"", "orders = \"flee\"", "not a word", "code = \"b\""),
        ("\n........\n", "\n.......\n", "row 2 of the grid has 7", "hexes = "),
        (".w.p....", ".w.p..#.", "not a terrain", "hexes = "),
        ("11000000", "13000000", "falls", "levels = \"\"\""),
        ("11000000", "1x000000", "not a digit", "levels = \"\"\""),
        ("\"0202 S\"", "\"0202 N\"", "is no slope", "[map]"),
        ("\"0202 S\"", "\"0202 Q\"", "not a hexside", "steep"),
        ("0104 0204 0303", "0104 0303", "jumps", "roads"),
        ("hedge = [\"0502 N NE\"]", "fence = [\"0502 N\"]", "\"fence\" is not known", "hedge"),
        ("hedge = [\"0502 N NE\"]", "hedge = [\"0501 N\"]", "edge of the map", "hedge"),
        ("[\"west\"]", "[]", "no edge to retreat to", "[\"west\"]"),
        ("turns = 3", "turns = 0", "out of range", "turns"),
        ("turns = 3", "turns = \"three\"", "this is a text", "turns"),
        ("turns = 3", "turns = 3\nweather = \"fog\"", "\"weather\" is not known", ""),
        (
            "{ least = 5, level = \"decisive red\" }",
            "{ level = \"decisive red\" }",
            "\"least\" is missing",
            "levels = [{",
        ),
        ("name = \"Red\"", "name = \"Red\"\ncommander = \"a\"", "leads something else", ""),
        ("title = \"Small\"", "title = ", "TOML", "title"),
    ];
    for (good, bad, message, line) in cases {
        let text = small();
        assert!(text.contains(good), "{good:?} is not in the file");
        let read = Scenario::read("small.toml", &text.replacen(good, bad, 1), &charts());
        if message.is_empty() {
            assert!(read.is_ok(), "{bad}: {read:?}");
            continue;
        }
        let faults = read.expect_err(bad).0;
        let fault = faults.iter().find(|fault| fault.wrong.contains(message));
        let fault = fault.unwrap_or_else(|| panic!("{bad}: {faults:#?}"));
        assert!(!fault.remedy.is_empty() && fault.file == "small.toml");
        if !line.is_empty() {
            assert_eq!(Some(fault.line), at(line), "{fault}");
        }
    }
}

#[test]
fn guns_and_wagons_stack_as_the_rules_say() {
    proves!("MPBS-8.5b", "MPBS-8.3.4a", "MPBS-8.1.1a");
    let with = |more: &str| {
        let text = small().replacen("units = [\n", &format!("units = [\n{more}\n"), 1);
        Scenario::read("small.toml", &text, &charts()).map_err(|faults| faults.to_string())
    };
    let wagon = |hex: &str| {
        format!("{{ code = \"W\", name = \"Train\", wing = \"r\", type = \"wagon\", at = \"{hex}\" }},")
    };
    let gun = |code: &str, hex: &str, layer: &str| {
        format!(
            "{{ code = \"{code}\", name = \"Gun\", wing = \"r\", type = \"artillery\", class = \"light\", \
             at = \"{hex}\", facing = \"E\", layer = \"{layer}\" }},"
        )
    };
    assert!(with(&wagon("0202")).is_ok(), "a wagon with foot");
    assert!(with(&wagon("0303")).is_err_and(|e| e.contains("guns and wagons")), "a wagon with guns");
    assert!(with(&gun("G", "0202", "bottom")).is_ok());
    let two = |one: &str, other: &str| with(&(gun("G", "0202", one) + "\n" + &gun("H", "0203", other)));
    assert!(
        two("top", "top").is_ok() && two("bottom", "bottom").is_ok(),
        "a gun in each hex of a two-hex unit"
    );
    assert!(two("top", "bottom").is_err_and(|e| e.contains("same layer")));
    let three = with(&(gun("G", "0202", "top") + "\n" + &wagon("0202")));
    assert!(three.is_err_and(|e| e.contains("three units")));
}

#[test]
fn where_guns_cannot_limber_none_starts_limbered() {
    proves!("MPBS-7.3.3c");
    let text = small().replacen("class = \"heavy\"", "class = \"heavy\", limbered = true", 1);
    assert!(Scenario::read("small.toml", &text, &charts()).is_ok());
    let text = format!("{text}\n[special]\nlimbering = false\n");
    let faults = Scenario::read("small.toml", &text, &charts()).expect_err("it cannot limber");
    assert!(faults.to_string().contains("cannot limber"), "{faults}");
}

#[test]
fn reinforcements_come_with_an_entry_of_their_wing() {
    let later = |entry: &str, unit: &str| {
        let text = small()
            .replacen("orders = \"rally\"", &format!("orders = \"rally\", entries = [{entry}]"), 1)
            .replacen("strength = 2, morale = 5, at = \"0702\", facing = \"W\"", unit, 1);
        Scenario::read("small.toml", &text, &charts()).map_err(|faults| faults.to_string())
    };
    let entry = "{ turn = 2, hexes = [\"0803\"] }";
    let scenario = later(entry, "strength = 2, morale = 5, entry = 1").unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(scenario.unit_starts.last(), Some(&UnitStart::Reinforcement { entry: 0 }));
    assert_eq!(scenario.wing_starts[1].entries[0].turn, 2);
    assert!(later(entry, "strength = 2, morale = 5, entry = 2").is_err_and(|e| e.contains("its wing has 1")));
    let placed = "strength = 2, morale = 5, entry = 1, at = \"0702\"";
    assert!(later(entry, placed).is_err_and(|e| e.contains("has no place yet")));
    let inland = "{ turn = 2, hexes = [\"0502\"] }";
    assert!(
        later(inland, "strength = 2, morale = 5, entry = 1").is_err_and(|e| e.contains("not at the edge"))
    );
}

#[test]
fn spoilt_files_are_refused_and_nothing_breaks() {
    // Every piece of a file cut out or doubled: an answer, whatever it is, and never a panic.
    let text = small();
    let charts = charts();
    let (mut refused, mut read) = (0, 0);
    for from in (0..text.len()).step_by(7) {
        for to in [from + 1, from + 5, from + 40] {
            let Some(piece) = text.get(from..to.min(text.len())) else { continue };
            for spoilt in [text.replacen(piece, "", 1), text.replacen(piece, &piece.repeat(2), 1)] {
                match Scenario::read("spoilt.toml", &spoilt, &charts) {
                    Ok(_) => read += 1,
                    Err(faults) => {
                        assert!(!faults.0.is_empty());
                        refused += 1;
                    }
                }
            }
        }
    }
    assert!(refused > 500 && read > 20, "{refused} refused, {read} read");
}
