//! `caracole army show`: an army at a glance, or as a sheet to print.

use super::{Source, footnotes, of_problem, sheet};
use crate::{
    failure::{Done, Failure},
    output::Output,
};
use caracole_fog::army::{self, Army, BattleGroup, Price, Problem};
use caracole_kernel::Tally;
use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use serde::Serialize;
use std::path::PathBuf;

/// Show an army, or write its sheet as a picture
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    source: Source,
    /// Write a printable sheet instead: sheet.svg or sheet.png
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Serialize)]
struct Answer<'a> {
    army: &'a Army,
    total: i32,
    break_point: Tally,
    initiative: Tally,
    batches: [Vec<usize>; 4],
    price: &'a Price,
    house_rules: &'a [Problem],
}

pub(super) fn run(args: &Args, out: &Output) -> Done {
    let admitted = args.source.admit()?;
    let army = &admitted.army;
    let price =
        army::price(army, &admitted.readings).map_err(|problem| of_problem(&args.source.army, &problem))?;
    if let Some(path) = &args.output {
        return sheet::write(army, &price, &admitted.house_rules, path, out);
    }
    if out.json() {
        out.print_json(&Answer {
            army,
            total: price.total(),
            break_point: army::break_point(army),
            initiative: army::initiative_modifier(army),
            batches: army::batches(army).map(|batch| batch.iter().map(|i| i + 1).collect()),
            price: &price,
            house_rules: &admitted.house_rules,
        });
        return Ok(());
    }
    for line in heading(army, &price) {
        out.line(line);
    }
    out.line(table(army, &price)?);
    footnotes(&admitted, &price.readings, out);
    Ok(())
}

/// What stands above the battle groups.
pub(super) fn heading(army: &Army, price: &Price) -> Vec<String> {
    let date = army.date.as_ref().map(|d| format!(", {d}")).unwrap_or_default();
    let mut lines = vec![
        format!("{}{date} ({})", army.name, army.book.system().title()),
        format!(
            "{} points, {} battle groups, {} bases, break point {}, initiative {:+}",
            price.total(),
            army.battle_groups.len(),
            army.battle_groups.iter().map(BattleGroup::size).sum::<usize>(),
            army::break_point(army).total(),
            army::initiative_modifier(army).total()
        ),
    ];
    for commander in &army.commanders {
        let contingent = commander.contingent.as_ref().map(|c| format!(" of {c}")).unwrap_or_default();
        lines.push(format!(
            "{}: {}, {} (command range {} MU){contingent}",
            role(commander.role),
            commander.name,
            commander.level,
            commander.level.command_range()
        ));
    }
    let mut baggage =
        vec![if army.camp.fortified { "fortified camp" } else { "unfortified camp" }.to_owned()];
    if army.field_fortifications > 0 {
        baggage.push(format!("{} base widths of field fortifications", army.field_fortifications));
    }
    if army.naval_units > 0 {
        baggage.push(format!("{} naval units", army.naval_units));
    }
    lines.push(baggage.join(", "));
    lines
}

fn role(role: army::CommanderRole) -> &'static str {
    match role {
        army::CommanderRole::CInC => "C-in-C",
        army::CommanderRole::SubCommander => "Sub-commander",
        army::CommanderRole::AllyCommander => "Ally commander",
    }
}

/// One row of the sheet: a kind of base of a battle group.
pub(super) struct Row {
    /// Place of the battle group in the army, from 0.
    pub(super) index: usize,
    /// Number, name, quality and training; empty below the first row of a battle group.
    pub(super) group: String,
    /// Batch, from 1.
    pub(super) batch: String,
    /// What its list says of it.
    pub(super) notes: String,
    pub(super) count: String,
    pub(super) base: String,
    pub(super) each: String,
    pub(super) points: String,
}

pub(super) const COLUMNS: [&str; 6] = ["battle group", "batch", "bases", "troops", "each", "points"];

/// The battle groups in order of march.
pub(super) fn rows(army: &Army, price: &Price) -> Vec<Row> {
    let mut rows = Vec::new();
    for (batch, groups) in army::batches(army).iter().enumerate() {
        for index in groups {
            let (Some(group), Some(cost)) = (army.battle_groups.get(*index), price.battle_groups.get(*index))
            else {
                continue;
            };
            for (i, bases) in cost.bases.iter().enumerate() {
                let first = i == 0;
                rows.push(Row {
                    index: *index,
                    group: if first { title(index + 1, group) } else { String::new() },
                    batch: if first { (batch + 1).to_string() } else { String::new() },
                    notes: if first { notes(group) } else { String::new() },
                    count: bases.count.to_string(),
                    base: bases.base.clone(),
                    each: bases.tally.total().to_string(),
                    points: if first { cost.tally.total().to_string() } else { String::new() },
                });
            }
        }
    }
    rows
}

fn title(number: usize, group: &BattleGroup) -> String {
    let training = group.training.map(|t| format!(", {t}")).unwrap_or_default();
    format!("{number}. {}, {}{training}", group.name, group.quality)
}

fn notes(group: &BattleGroup) -> String {
    let mut notes: Vec<String> = group
        .list_says
        .iter()
        .filter(|p| {
            !matches!(
                p,
                army::GroupPermit::Mixed
                    | army::GroupPermit::PortableDefences
                    | army::GroupPermit::RegimentalGuns
            )
        })
        .map(ToString::to_string)
        .collect();
    notes.extend(group.regimental_guns.then(|| "regimental guns".to_owned()));
    notes.extend(group.portable_defences.then(|| "portable defences".to_owned()));
    notes.extend(group.contingent.as_ref().map(|c| format!("contingent {c}")));
    notes.join(", ")
}

fn table(army: &Army, price: &Price) -> Result<Table, Failure> {
    let mut table = Table::new();
    table.load_style(presets::UTF8_FULL_CONDENSED).set_content_arrangement(ContentArrangement::Dynamic);
    table.set_header(COLUMNS);
    for row in rows(army, price) {
        let notes = if row.notes.is_empty() { String::new() } else { format!(" ({})", row.notes) };
        table.add_row([
            format!("{}{notes}", row.group),
            row.batch,
            row.count,
            row.base,
            row.each,
            row.points,
        ]);
    }
    for index in [1, 2, 4, 5] {
        if let Some(column) = table.column_mut(index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    Ok(table)
}
