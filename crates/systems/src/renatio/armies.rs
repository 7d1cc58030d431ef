//! Armies of Renatio et Gloriam, for those who build them.

use caracole_document::Word;
use caracole_kernel::{Armies, ArmyInfo, ArmyProblem, Judgement, Tally, Unreadable};
use caracole_ledger::rule;
use caracole_picture::svg::{Svg, ViewBox};
use caracole_renatio::{
    army::{self, Army, BUILT_IN, Role, builtin, map_cards, price, read_army, scouting_cards, strength},
    charts::{CampKind, CampQuality, Charts, Territory},
    readings::Readings,
    troops::{CommandType, Grade},
};
use serde_json::Value;
use std::collections::BTreeMap;

pub(super) struct RenatioArmies;

fn charts() -> Result<Charts, Unreadable> {
    Charts::standard().map_err(|faults| Unreadable {
        problem: faults.to_string(),
        remedy: "Mend the charts of the program.".to_owned(),
    })
}

fn read(army: &Value) -> Result<Army, Unreadable> {
    read_army("army", &army.to_string()).map_err(|faults| {
        let first = faults.0.into_iter().next();
        first.map_or_else(
            || Unreadable { problem: "The army cannot be read".to_owned(), remedy: String::new() },
            |fault| Unreadable { problem: fault.wrong, remedy: fault.remedy },
        )
    })
}

fn words<T: Word>() -> Vec<String> {
    T::ALL.iter().map(|word| word.key().to_owned()).collect()
}

impl Armies for RenatioArmies {
    fn list(&self) -> Vec<ArmyInfo> {
        let Ok(charts) = Charts::standard() else { return Vec::new() };
        let of = |file: &army::BuiltIn| {
            let army = builtin(file.id)?;
            let points = price(&charts, &army).total();
            let date = army.date.as_ref().map_or(String::new(), |date| format!(", {date}"));
            Some(ArmyInfo { id: file.id.to_owned(), name: format!("{}{date}", army.name), points })
        };
        BUILT_IN.iter().filter_map(of).collect()
    }

    fn army(&self, id: &str) -> Option<Value> {
        serde_json::to_value(builtin(id)?).ok()
    }

    fn words(&self) -> BTreeMap<String, Vec<String>> {
        let all = [
            ("role", words::<Role>()),
            ("grade", words::<Grade>()),
            ("type", words::<CommandType>()),
            ("territories", words::<Territory>()),
            ("kind", words::<CampKind>()),
            ("quality", words::<CampQuality>()),
        ];
        all.into_iter().map(|(field, words)| (field.to_owned(), words)).collect()
    }

    fn judge(&self, army: &Value) -> Result<Judgement, Unreadable> {
        let (charts, army) = (charts()?, read(army)?);
        let price = price(&charts, &army);
        let mut total = Tally::new("points of the army");
        for (unit, cost) in army.units.iter().zip(&price.units) {
            total.add(rule!("RETG-QRS-015"), unit.name.clone(), cost.total());
        }
        for (commander, cost) in army.commanders.iter().zip(&price.commanders) {
            total.add(rule!("RETG-QRS-015"), commander.name.clone(), cost.total());
        }
        total.add(rule!("RETG-CAMP-004"), "camp", price.camp.total());
        let problems = army::check(&charts, &army, i32::from(charts.army_builder.standard_army));
        let place = |name: &str| army.units.iter().position(|unit| unit.name == name);
        Ok(Judgement {
            total: Some(total),
            groups: price.units.iter().map(|unit| unit.unit.clone()).collect(),
            figures: vec![map_cards(&charts, &army), scouting_cards(&charts, &army)],
            problems: problems
                .into_iter()
                .map(|problem| ArmyProblem {
                    group: place(&problem.place),
                    place: problem.place,
                    refusal: problem.refusal,
                })
                .collect(),
        })
    }

    fn can_fight(&self) -> bool {
        true
    }

    fn sheet(&self, army: &Value) -> Result<String, Unreadable> {
        let (charts, army) = (charts()?, read(army)?);
        Ok(sheet(&charts, &army))
    }

    fn lines(&self, army: &Value) -> Result<Vec<String>, Unreadable> {
        let (charts, army) = (charts()?, read(army)?);
        Ok(lines(&charts, &army))
    }

    fn text(&self, id: Option<&str>) -> Option<&'static str> {
        match id {
            None => Some(army::starter()),
            Some(id) => BUILT_IN.iter().find(|file| file.id.eq_ignore_ascii_case(id)).map(|file| file.text),
        }
    }

    fn random(&self, below: &mut dyn FnMut(usize) -> usize) -> Option<Value> {
        let charts = Charts::standard().ok()?;
        serde_json::to_value(army::random(&charts, below)).ok()
    }
}

/// The sheet is as wide as a page of A4 in points.
const WIDTH: f64 = 595.0;
const LINE: f64 = 14.0;

/// The army in lines: Commanders and units, with a box to tick for each base.
fn lines(charts: &Charts, army: &Army) -> Vec<String> {
    let price = price(charts, army);
    let whole = strength(charts, Readings::default(), army);
    let mut lines = vec![format!(
        "{}: {} points, {} units, weight {}, breaks at {}",
        army.name,
        price.total(),
        whole.units,
        whole.weight,
        whole.weight.div_ceil(2)
    )];
    lines.extend(army.commanders.iter().map(|commander| {
        format!(
            "{}: {}, {}, {}",
            commander.name,
            commander.role.key(),
            commander.grade.key(),
            commander.command_type.key()
        )
    }));
    for (unit, cost) in army.units.iter().zip(&price.units) {
        let boxes = "□".repeat(usize::from(unit.troops.bases));
        for _ in 0..unit.count {
            lines.push(format!(
                "{boxes}  {} ({} points): {}",
                unit.name,
                cost.unit.total(),
                unit.troops.write()
            ));
        }
    }
    lines
}

/// A page to print.
fn sheet(charts: &Charts, army: &Army) -> String {
    let lines = lines(charts, army);
    let height = (LINE * (lines.len() as f64 + 4.0)).max(842.0);
    let view = ViewBox { x: 0.0, y: 0.0, width: WIDTH, height };
    let mut svg = Svg::new(view, WIDTH as u32, &format!("Army sheet: {}", army.name));
    svg.element("rect").num("width", WIDTH).num("height", height).fill("#ffffff").empty();
    svg.element("g").attr("font-family", "DejaVu Sans, Verdana, sans-serif").attr("font-size", "8").open();
    for (n, line) in lines.iter().enumerate() {
        svg.element("text").num("x", 36.0).num("y", 40.0 + LINE * n as f64).text(line);
    }
    svg.close();
    svg.finish()
}
