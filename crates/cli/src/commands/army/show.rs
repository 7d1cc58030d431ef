//! `caracole army show`: an army at a glance, or as a sheet to print.

use super::{Source, footnotes, of_problem, sheet};
use crate::{
    failure::{Done, Failure},
    output::Output,
};
use caracole_fog::army::{self, Army, Price, Problem};
use caracole_fog::strength;
use caracole_kernel::Tally;
use caracole_systems::fog::sheet::{COLUMNS, heading, rows};
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
    if let Some(chosen) = args.source.of_table()? {
        return chosen.show(&args.source, args.output.as_deref(), out);
    }
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
            break_point: strength::break_point(army),
            initiative: strength::initiative_modifier(army),
            batches: strength::batches(army).map(|batch| batch.iter().map(|i| i + 1).collect()),
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
