//! Scenario files of the two Field of Glory books.

use crate::scenarios::{Block, ChartTexts, Fault, Listed, Loaded, Scenarios, dated};
use caracole_fog::{
    army::Army,
    battle::{
        Fog, Played,
        scenarios::{Ready, library, read},
        scene,
    },
};
use caracole_kernel::{Battle, BySide, Side};
use caracole_picture::{Look, Picture, draw};
use serde_json::{Value, json};
use std::marker::PhantomData;

/// The scenario files of a book.
pub(super) struct Files<B>(PhantomData<fn() -> B>);

impl<B> Files<B> {
    pub(super) const fn new() -> Self {
        Files(PhantomData)
    }
}

impl<B: Played> Scenarios for Files<B> {
    fn ids(&self) -> Vec<&'static str> {
        library(B::BOOK).iter().map(|file| file.id).collect()
    }

    fn text(&self, id: &str) -> Option<&'static str> {
        let bare = match id.split_once('/') {
            Some((code, bare)) if code.eq_ignore_ascii_case(B::CODE) => bare,
            Some(_) => return None,
            None => id,
        };
        library(B::BOOK).iter().find(|file| file.id.eq_ignore_ascii_case(bare)).map(|file| file.text)
    }

    /// The file names the system. Positions for pictures and rulings may do so too; their sides are a list.
    fn owns(&self, text: &str) -> bool {
        let bare = |line: &str| line.chars().filter(|c| !c.is_whitespace()).collect::<String>();
        let mut lines = text.lines().map(bare);
        let names = [format!("system=\"{}\"", B::CODE), format!("system='{}'", B::CODE)];
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
        if ready.book != B::BOOK {
            let remedy = format!("write system = \"{}\", or name its own system", B::CODE);
            return Err(vec![Fault::new(name, "this is a scenario of another system", remedy)]);
        }
        let (battle, _) = Battle::<Fog<B>>::start(&ready.setup)
            .map_err(|refusal| vec![Fault::new(name, refusal.to_string(), refusal.remedy.clone())])?;
        let armies = battle.scenario().armies.clone();
        Ok(Box::new(Table::<B> { id: name.to_owned(), armies, ready, book: PhantomData }))
    }
}

/// A scenario with its armies.
struct Table<B> {
    id: String,
    ready: Ready,
    armies: BySide<Army>,
    book: PhantomData<B>,
}

impl<B> Table<B> {
    fn groups(&self) -> BySide<usize> {
        BySide::new_with(|side| self.armies[side].battle_groups.len())
    }

    fn bases(&self) -> BySide<usize> {
        BySide::new_with(|side| self.armies[side].battle_groups.iter().map(|group| group.size()).sum())
    }
}

impl<B: Played> Loaded for Table<B> {
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
                "id": self.id, "system": B::CODE, "title": title, "date": date, "turns": setup.turns,
                "width": wide, "depth": deep, "groups": [groups.red, groups.blue],
            }),
        }
    }

    fn shown(&self) -> Vec<Block> {
        let Ready { title, date, about, setup, .. } = &self.ready;
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
        let Ready { title, date, about, setup, .. } = &self.ready;
        json!({
            "system": B::CODE, "title": title, "date": date, "about": about, "turns": setup.turns,
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
        json!({ "sound": true, "system": B::CODE, "title": self.ready.title })
    }

    fn picture(&self, look: &Look, _: Option<u32>) -> Result<Picture, String> {
        let (battle, _) = Battle::<Fog<B>>::start(&self.ready.setup).map_err(|r| r.to_string())?;
        let mut position = scene::picture::position(battle.seen(), &self.ready.date);
        position.title.clone_from(&self.ready.title);
        Ok(draw(&position, look))
    }
}
