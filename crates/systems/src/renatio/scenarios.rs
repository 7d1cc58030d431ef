//! Scenario files of Renatio et Gloriam.

use crate::scenarios::{Block, ChartInfo, ChartTexts, Fault, Listed, Loaded, Scenarios, dated, told};
use caracole_kernel::{Battle, BySide, Rules, Side};
use caracole_picture::{Look, Picture, draw};
use caracole_renatio::{
    army::{price, strength},
    battle::{Game, Renatio, position},
    charts::Charts,
    scenarios::{LIBRARY, Ready, TEMPLATE, by_id, read, text_of},
};
use serde_json::{Value, json};

pub(super) struct Files;

impl Scenarios for Files {
    fn ids(&self) -> Vec<&'static str> {
        LIBRARY.iter().map(|file| file.id).collect()
    }

    fn text(&self, id: &str) -> Option<&'static str> {
        text_of(id)
    }

    fn template(&self) -> Option<&'static str> {
        Some(TEMPLATE)
    }

    /// The file names the system and says where units stand. Armies and positions name it too.
    fn owns(&self, text: &str) -> bool {
        let bare = |line: &str| line.chars().filter(|c| !c.is_whitespace()).collect::<String>();
        let mut lines = text.lines().map(bare);
        let named = lines.clone().any(|line| line.starts_with(&format!("system=\"{}\"", Renatio::CODE)));
        named && lines.any(|line| line.starts_with("deploy="))
    }

    fn load(&self, name: &str, text: &str, charts: ChartTexts<'_>) -> Result<Box<dyn Loaded>, Vec<Fault>> {
        let charts = Charts::read(charts).map_err(told)?;
        let ready = by_id(name).unwrap_or_else(|| read(name, text)).map_err(told)?;
        Ok(Box::new(Table { id: name.to_owned(), charts, ready }))
    }

    fn charts(&self, charts: ChartTexts<'_>) -> Result<Vec<ChartInfo>, Vec<Fault>> {
        let charts = Charts::read(charts).map_err(told)?;
        Ok(charts.sources.iter().map(|source| ChartInfo::of(source, source.key.rule())).collect())
    }
}

/// A scenario that was read.
struct Table {
    id: String,
    charts: Charts,
    ready: Ready,
}

impl Table {
    fn units(&self) -> BySide<u32> {
        let setup = &self.ready.setup;
        BySide::new_with(|side| strength(&self.charts, setup.options, &setup.armies[side]).units)
    }

    fn points(&self) -> BySide<i32> {
        BySide::new_with(|side| price(&self.charts, &self.ready.setup.armies[side]).total())
    }
}

impl Loaded for Table {
    fn setup(&self) -> Value {
        // Setups have string keys, so they can be written.
        serde_json::to_value(&self.ready.setup).unwrap_or_default()
    }

    fn listed(&self) -> Listed {
        let Ready { title, date, setup, .. } = &self.ready;
        let ([wide, deep], units, points) = (setup.table_bw, self.units(), self.points());
        Listed {
            title: dated(title, date),
            turns: setup.turns.to_string(),
            size: format!("{wide} x {deep} BW"),
            units: format!("{} + {} units", units.red, units.blue),
            strength: format!("{} + {} points", points.red, points.blue),
            json: json!({
                "id": self.id, "system": Renatio::CODE, "title": title, "date": date, "turns": setup.turns,
                "width": wide, "depth": deep, "units": [units.red, units.blue],
            }),
        }
    }

    fn shown(&self) -> Vec<Block> {
        let Ready { title, date, about, setup } = &self.ready;
        let mut blocks = vec![Block::Line(dated(title, date)), Block::Line(format!("\n{about}\n"))];
        for side in Side::BOTH {
            let army = &setup.armies[side];
            let commanders: Vec<&str> = army.commanders.iter().map(|c| c.name.as_str()).collect();
            blocks.push(Block::Line(format!("{} ({side}) under {}:", army.name, commanders.join(", "))));
            blocks.extend(army.units.iter().map(|unit| {
                Block::Line(format!("  {} x {}: {}", unit.count, unit.name, unit.troops.write()))
            }));
        }
        blocks.push(Block::Line(format!(
            "{} turns at most. An army breaks when it has lost half of its battle troops.",
            setup.turns
        )));
        blocks
    }

    fn shown_json(&self) -> Value {
        let Ready { title, date, about, setup } = &self.ready;
        json!({
            "system": Renatio::CODE, "title": title, "date": date, "about": about, "turns": setup.turns,
            "setup": setup,
        })
    }

    fn figures(&self) -> String {
        let units = self.units();
        format!(
            "{}, {} turns, {} and {} units",
            self.ready.title, self.ready.setup.turns, units.red, units.blue
        )
    }

    fn figures_json(&self) -> Value {
        json!({ "sound": true, "system": Renatio::CODE, "title": self.ready.title })
    }

    fn picture(&self, look: &Look, _: Option<u32>) -> Result<Picture, String> {
        let (battle, _) = Battle::<Renatio>::start(&self.ready.setup).map_err(|r| r.to_string())?;
        let mut position = position(Game::new(battle.scenario(), battle.world()), &self.ready.date);
        position.title.clone_from(&self.ready.title);
        Ok(draw(&position, look))
    }
}
