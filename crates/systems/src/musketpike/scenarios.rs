//! Scenario files of the Musket & Pike Battle Series.

use crate::scenarios::{Block, ChartInfo, ChartTexts, Fault, Listed, Loaded, Scenarios, dated, told};
use caracole_kernel::{BySide, Rules, Side};
use caracole_musketpike::{
    MusketPike,
    charts::Charts,
    counters::UnitArm,
    scenario::{LIBRARY, Scenario, TEMPLATE, UnitStart, WingStart, text_of},
    scene::{Moment, scene_picture, usual_pixels},
};
use caracole_picture::{Look, Picture};
use serde::Serialize;
use serde_json::{Value, json};

pub(super) struct Files;

impl Scenarios for Files {
    fn ids(&self) -> Vec<&'static str> {
        LIBRARY.iter().map(|(id, _)| *id).collect()
    }

    fn text(&self, id: &str) -> Option<&'static str> {
        text_of(id)
    }

    fn template(&self) -> Option<&'static str> {
        Some(TEMPLATE)
    }

    /// Scenarios have wings; nothing else does.
    fn owns(&self, text: &str) -> bool {
        let mut lines = text.lines().map(str::trim_start);
        lines.any(|line| line.starts_with("wings") || line.starts_with("[[wings]]"))
    }

    fn load(&self, name: &str, text: &str, charts: ChartTexts<'_>) -> Result<Box<dyn Loaded>, Vec<Fault>> {
        let charts = Charts::read(charts).map_err(told)?;
        let (setup, read) = match Scenario::by_id(name, &charts) {
            Some(known) => (json!({ "id": name }), known),
            None => (json!({ "text": text }), Scenario::read(name, text, &charts)),
        };
        let scenario = read.map_err(told)?;
        Ok(Box::new(Battle { setup: json!({ "scenario": setup }), scenario }))
    }

    fn charts(&self, charts: ChartTexts<'_>) -> Result<Vec<ChartInfo>, Vec<Fault>> {
        let charts = Charts::read(charts).map_err(told)?;
        Ok(charts.sources.iter().map(|source| ChartInfo::of(source, source.key.rule())).collect())
    }
}

/// A scenario that was read.
struct Battle {
    setup: Value,
    scenario: Scenario,
}

/// A side in figures.
#[derive(Debug, Clone, Copy, Default, Serialize)]
struct Figures {
    units: usize,
    strength: u32,
    guns: usize,
}

/// A wing as it is shown.
#[derive(Debug, Serialize)]
struct WingLine {
    army: Side,
    wing: String,
    commander: String,
    rating: i8,
    orders: &'static str,
    units: usize,
    strength: u32,
    reinforcements: usize,
}

impl Battle {
    fn of_sides(&self) -> BySide<Figures> {
        BySide::new_with(|side| {
            let mut figures = Figures::default();
            for unit in self.scenario.units.iter().filter(|unit| unit.side == side) {
                figures.units += 1;
                figures.strength += unit.unit_type.strength().map_or(0, |strength| u32::from(strength.0));
                figures.guns += usize::from(unit.unit_type.arm() == UnitArm::Artillery);
            }
            figures
        })
    }

    fn wings(&self) -> Vec<WingLine> {
        let scenario = &self.scenario;
        let line = |(id, start): (_, &WingStart)| {
            let wing = scenario.wing(id);
            let leader = scenario.leader(wing.commander);
            let mut line = WingLine {
                army: wing.side,
                wing: wing.name.clone(),
                commander: leader.name.clone(),
                rating: leader.rating.0,
                orders: start.orders.name(),
                units: 0,
                strength: 0,
                reinforcements: 0,
            };
            let units = scenario.units.iter().zip(&scenario.unit_starts);
            for (unit, start) in units.filter(|(unit, _)| unit.wing == id) {
                line.units += 1;
                line.strength += unit.unit_type.strength().map_or(0, |strength| u32::from(strength.0));
                line.reinforcements += usize::from(matches!(start, UnitStart::Reinforcement { .. }));
            }
            line
        };
        scenario.wing_ids().zip(&scenario.wing_starts).map(line).collect()
    }

    fn army_line(&self, side: Side, figures: Figures) -> String {
        let army = &self.scenario.armies[side];
        let commander = army.commander.map_or_else(String::new, |id| {
            let leader = self.scenario.leader(id);
            format!(" under {} ({})", leader.name, leader.rating.0)
        });
        format!(
            "{} ({side}){commander}: {} units, {} points, {} batteries",
            army.name, figures.units, figures.strength, figures.guns
        )
    }
}

fn wing_row(wing: WingLine) -> Vec<String> {
    let units = match wing.reinforcements {
        0 => wing.units.to_string(),
        later => format!("{} ({later} later)", wing.units),
    };
    vec![
        wing.army.to_string(),
        wing.wing,
        format!("{} ({})", wing.commander, wing.rating),
        wing.orders.to_owned(),
        units,
        wing.strength.to_string(),
    ]
}

impl Loaded for Battle {
    fn setup(&self) -> Value {
        self.setup.clone()
    }

    fn listed(&self) -> Listed {
        let scenario = &self.scenario;
        let (columns, rows) = (scenario.map.columns(), scenario.map.rows());
        let (wide, high) = (columns.1 - columns.0 + 1, rows.1 - rows.0 + 1);
        let both = self.of_sides();
        Listed {
            title: dated(&scenario.title, &scenario.date),
            turns: scenario.turns.to_string(),
            size: format!("{wide} x {high} hexes"),
            units: format!("{} + {}", both.red.units, both.blue.units),
            strength: format!("{} + {}", both.red.strength, both.blue.strength),
            json: json!({
                "id": scenario.id, "system": MusketPike::CODE, "title": scenario.title, "date": scenario.date,
                "turns": scenario.turns, "columns": wide, "rows": high, "armies": both,
            }),
        }
    }

    fn shown(&self) -> Vec<Block> {
        let scenario = &self.scenario;
        let mut blocks = vec![Block::Line(dated(&scenario.title, &scenario.date))];
        if !scenario.about.trim().is_empty() {
            blocks.push(Block::Line(format!("\n{}\n", scenario.about.trim())));
        }
        let both = self.of_sides();
        blocks.extend(Side::BOTH.map(|side| Block::Line(self.army_line(side, both[side]))));
        let head = vec!["army", "wing", "commander", "historical orders", "units", "points"];
        blocks.push(Block::Table(head, self.wings().into_iter().map(wing_row).collect()));
        blocks.push(Block::Line(format!(
            "{} turns. Victory: the points of {} less those of {}.",
            scenario.turns,
            scenario.armies[scenario.victory.first].name,
            scenario.armies[scenario.victory.first.other()].name
        )));
        blocks
    }

    fn shown_json(&self) -> Value {
        let scenario = &self.scenario;
        json!({
            "id": scenario.id, "title": scenario.title, "date": scenario.date, "about": scenario.about.trim(),
            "turns": scenario.turns, "armies": self.of_sides(), "wings": self.wings(),
        })
    }

    fn figures(&self) -> String {
        let (scenario, both) = (&self.scenario, self.of_sides());
        format!(
            "{}, {} turns, {} hexes, {} and {} units",
            scenario.title,
            scenario.turns,
            scenario.map.len(),
            both.red.units,
            both.blue.units
        )
    }

    fn figures_json(&self) -> Value {
        json!({ "sound": true, "id": self.scenario.id, "armies": self.of_sides() })
    }

    fn picture(&self, _: &Look, width: Option<u32>) -> Result<Picture, String> {
        let pixels = width.unwrap_or_else(|| usual_pixels(&self.scenario));
        Ok(scene_picture(&self.scenario, &Moment::opening(&self.scenario), pixels))
    }
}
