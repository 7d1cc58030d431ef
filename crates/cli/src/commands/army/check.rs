//! `caracole army check`: whether an army is legal.

use super::{Source, footnotes, of_problem};
use crate::{failure::Done, output::Output};
use caracole_fog::army::{self, Problem};
use caracole_fog::strength;
use serde::Serialize;

/// Check an army against the composition rules, and against its list
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    source: Source,
}

#[derive(Serialize)]
struct Answer<'a> {
    legal: bool,
    army: &'a str,
    total: Option<i32>,
    break_point: i32,
    initiative: i32,
    house_rules: &'a [Problem],
}

pub(super) fn run(args: &Args, out: &Output) -> Done {
    if let Some(chosen) = args.source.of_table()? {
        return chosen.check(&args.source, out);
    }
    let admitted = args.source.admit()?;
    let price = army::price(&admitted.army, &admitted.readings);
    let legal = admitted.house_rules.is_empty();
    if out.json() {
        out.print_json(&Answer {
            legal,
            army: &admitted.army.name,
            total: price.as_ref().ok().map(army::Price::total),
            break_point: strength::break_point(&admitted.army).total(),
            initiative: strength::initiative_modifier(&admitted.army).total(),
            house_rules: &admitted.house_rules,
        });
        return Ok(());
    }
    let verdict = if legal { "is legal" } else { "is allowed by house rules only" };
    let army = &admitted.army;
    match &price {
        Ok(price) => out.line(format!(
            "{} {verdict}: {} points, {} battle groups, break point {}, initiative {:+}",
            army.name,
            price.total(),
            army.battle_groups.len(),
            strength::break_point(army).total(),
            strength::initiative_modifier(army).total()
        )),
        Err(problem) => {
            out.line(format!("{} {verdict}; it has no price: {}", army.name, of_problem("", problem).error));
        }
    }
    footnotes(&admitted, price.as_ref().map_or(&[], |p| &p.readings), out);
    Ok(())
}
