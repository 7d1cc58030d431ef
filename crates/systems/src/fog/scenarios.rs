//! Scenario files of Field of Glory Renaissance.

use crate::scenarios::{Block, ChartTexts, Fault, Listed, Loaded, Scenarios, dated};
use caracole_fog::{
    army::Army,
    battle::{
        Fogr,
        scenarios::{LIBRARY, Ready, read, text_of},
        scene,
    },
};
use caracole_kernel::{Battle, BySide, Rules, Side};
use caracole_picture::{Look, Picture, draw};
use serde_json::{Value, json};

pub(super) struct Files;

impl Scenarios for Files {
    fn ids(&self) -> Vec<&'static str> {
        LIBRARY.iter().map(|file| file.id).collect()
    }

    fn text(&self, id: &str) -> Option<&'static str> {
        text_of(id)
    }

    /// The file names the system. Positions for pictures and rulings may do so too; their sides are a list.
    fn owns(&self, text: &str) -> bool {
        let bare = |line: &str| line.chars().filter(|c| !c.is_whitespace()).collect::<String>();
        let mut lines = text.lines().map(bare);
        let names = [format!("system=\"{}\"", Fogr::CODE), format!("system='{}'", Fogr::CODE)];
        let named = lines.clone().any(|line| names.iter().any(|name| line.starts_with(name)));
        named && !lines.any(|line| line.starts_with("[[side]]"))
    }

    fn load(&self, name: &str, text: &str, _: ChartTexts<'_>) -> Result<Box<dyn Loaded>, Vec<Fault>> {
        let at = |line: Option<usize>| match line {
            Some(line) => format!("{name}:{line}"),
            None => name.to_owned(),
        };
        let ready = read(text).map_err(|faults| {
            faults.into_iter().map(|f| Fault::new(at(f.line), f.wrong, f.remedy)).collect::<Vec<_>>()
        })?;
        let (battle, _) = Battle::<Fogr>::start(&ready.setup)
            .map_err(|refusal| vec![Fault::new(name, refusal.to_string(), refusal.remedy.clone())])?;
        Ok(Box::new(Table { id: name.to_owned(), armies: battle.scenario().armies.clone(), ready }))
    }
}

/// A scenario with its armies.
struct Table {
    id: String,
    ready: Ready,
    armies: BySide<Army>,
}

impl Table {
    fn groups(&self) -> BySide<usize> {
        BySide::new_with(|side| self.armies[side].battle_groups.len())
    }

    fn bases(&self) -> BySide<usize> {
        BySide::new_with(|side| self.armies[side].battle_groups.iter().map(|group| group.size()).sum())
    }
}

impl Loaded for Table {
    fn setup(&self) -> Value {
        // Setups have string keys, so they can be written.
        serde_json::to_value(&self.ready.setup).unwrap_or_default()
    }

    fn listed(&self) -> Listed {
        let Ready { title, date, setup, .. } = &self.ready;
        let ((wide, deep), groups, bases) = (setup.table_mu, self.groups(), self.bases());
        Listed {
            title: dated(title, date),
            turns: setup.turns.to_string(),
            size: format!("{wide} x {deep} MU"),
            units: format!("{} + {} groups", groups.red, groups.blue),
            strength: format!("{} + {} bases", bases.red, bases.blue),
            json: json!({
                "id": self.id, "system": Fogr::CODE, "title": title, "date": date, "turns": setup.turns,
                "width": wide, "depth": deep, "groups": [groups.red, groups.blue],
            }),
        }
    }

    fn shown(&self) -> Vec<Block> {
        let Ready { title, date, about, setup } = &self.ready;
        let mut blocks = vec![Block::Line(dated(title, date))];
        if !about.is_empty() {
            blocks.push(Block::Line(format!("\n{about}\n")));
        }
        for side in Side::BOTH {
            let army = &self.armies[side];
            let commanders: Vec<&str> = army.commanders.iter().map(|c| c.name.as_str()).collect();
            blocks.push(Block::Line(format!("{} ({side}) under {}:", army.name, commanders.join(", "))));
            blocks.extend(army.battle_groups.iter().map(|group| {
                Block::Line(format!("  {}, {} bases, {}", group.name, group.size(), group.quality))
            }));
        }
        blocks.push(Block::Line(format!(
            "{} turns at most. An army routs when its attrition points reach its battle groups (grand ones twice).",
            setup.turns
        )));
        blocks
    }

    fn shown_json(&self) -> Value {
        let Ready { title, date, about, setup } = &self.ready;
        json!({
            "system": Fogr::CODE, "title": title, "date": date, "about": about, "turns": setup.turns,
            "setup": setup,
        })
    }

    fn figures(&self) -> String {
        let groups = self.groups();
        format!(
            "{}, {} turns, {} and {} battle groups",
            self.ready.title, self.ready.setup.turns, groups.red, groups.blue
        )
    }

    fn figures_json(&self) -> Value {
        json!({ "sound": true, "system": Fogr::CODE, "title": self.ready.title })
    }

    fn picture(&self, look: &Look, _: Option<u32>) -> Result<Picture, String> {
        let (battle, _) = Battle::<Fogr>::start(&self.ready.setup).map_err(|r| r.to_string())?;
        let mut position = scene::picture::position(battle.seen(), &self.ready.date);
        position.title.clone_from(&self.ready.title);
        Ok(draw(&position, look))
    }
}
