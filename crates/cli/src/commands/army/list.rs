//! `caracole army list`: the armies that come with the program.

use super::table::builders;
use crate::{
    failure::{Done, Failure},
    output::Output,
};
use caracole_fog::army::{self, ArmyReadings};
use caracole_fog::strength;
use caracole_fog::troops::Book;
use caracole_kernel::ArmyInfo;
use comfy_table::{CellAlignment, Table, presets};
use serde::Serialize;

/// List the built-in armies and army lists
#[derive(Debug, clap::Args)]
pub(super) struct Args {}

#[derive(Serialize)]
struct Answer {
    armies: Vec<Line>,
    lists: Vec<ListLine>,
    others: Vec<ArmyInfo>,
}

#[derive(Serialize)]
struct Line {
    id: &'static str,
    book: Book,
    name: String,
    date: Option<String>,
    points: i32,
    battle_groups: usize,
    bases: usize,
    break_point: i32,
}

#[derive(Serialize)]
struct ListLine {
    id: &'static str,
    book: Book,
    name: String,
    complete: bool,
}

pub(super) fn run(_: &Args, out: &Output) -> Done {
    let answer = answer()?;
    if out.json() {
        out.print_json(&answer);
        return Ok(());
    }
    let mut table = Table::new();
    table.load_style(presets::UTF8_FULL_CONDENSED);
    table.set_header(["id", "army", "date", "points", "battle groups", "bases", "break point"]);
    for line in &answer.armies {
        table.add_row([
            line.id.to_owned(),
            line.name.clone(),
            line.date.clone().unwrap_or_default(),
            line.points.to_string(),
            line.battle_groups.to_string(),
            line.bases.to_string(),
            line.break_point.to_string(),
        ]);
    }
    for column in table.column_iter_mut().skip(3) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    out.line(table);
    out.line("Armies of other systems:");
    for army in &answer.others {
        out.line(format!("  {:<24} {:>5} points  {}", army.id, army.points, army.name));
    }
    out.line("Army lists to check against (`list = \"...\"` in an army file):");
    for list in &answer.lists {
        let extent = if list.complete { "" } else { ", opening only" };
        out.line(format!("  {}  {}{extent}", list.id, list.name));
    }
    Ok(())
}

fn answer() -> Result<Answer, Failure> {
    let broken = |id: &str| Failure::new(format!("the built-in file {id} cannot be used"));
    let mut armies = Vec::new();
    for file in army::BUILT_IN {
        let army = army::builtin(file.id).ok_or_else(|| broken(file.id))?;
        let price = army::price(&army, &ArmyReadings::default()).map_err(|_| broken(file.id))?;
        armies.push(Line {
            id: file.id,
            book: army.book,
            points: price.total(),
            battle_groups: army.battle_groups.len(),
            bases: army.battle_groups.iter().map(|g| g.size()).sum(),
            break_point: strength::break_point(&army).total(),
            name: army.name,
            date: army.date,
        });
    }
    let mut lists = Vec::new();
    for file in army::BUILT_IN_LISTS {
        let list = army::builtin_list(file.id).ok_or_else(|| broken(file.id))?;
        lists.push(ListLine { id: file.id, book: list.book, name: list.name, complete: list.complete });
    }
    let others = builders().flat_map(|(_, armies)| armies.list()).collect();
    Ok(Answer { armies, lists, others })
}
