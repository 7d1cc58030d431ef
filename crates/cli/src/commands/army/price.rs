//! `caracole army price`: what an army costs, line by line.

use super::{Source, footnotes, of_problem};
use crate::{failure::Done, output::Output};
use caracole_fog::army::{self, GroupPrice, Price, Problem};
use caracole_kernel::{Effect, Tally};
use serde::Serialize;

/// Price an army, with every cost and its rule
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    source: Source,
    /// Name the rule behind every cost
    #[arg(long)]
    rules: bool,
}

#[derive(Serialize)]
struct Answer<'a> {
    total: i32,
    army: &'a str,
    #[serde(flatten)]
    price: &'a Price,
    house_rules: &'a [Problem],
}

pub(super) fn run(args: &Args, out: &Output) -> Done {
    if let Some(chosen) = args.source.of_table()? {
        return chosen.price(&args.source, args.rules, out);
    }
    let admitted = args.source.admit()?;
    let price = army::price(&admitted.army, &admitted.readings)
        .map_err(|problem| of_problem(&args.source.army, &problem))?;
    if out.json() {
        out.print_json(&Answer {
            total: price.total(),
            army: &admitted.army.name,
            price: &price,
            house_rules: &admitted.house_rules,
        });
        return Ok(());
    }
    let mut groups = price.battle_groups.iter();
    let commanders = admitted.army.commanders.len() + allies(&admitted.army);
    for (i, line) in price.tally.lines.iter().enumerate() {
        let after_commanders = i.checked_sub(commanders);
        let rule = if args.rules { format!("  ({})", line.rule) } else { String::new() };
        match after_commanders.and_then(|_| groups.next()) {
            Some(group) => print_group(group, args.rules, out),
            None => out.line(format!("{:>5}  {}{rule}", points(line.effect), line.label)),
        }
    }
    out.line(format!("{:>5}  {}", price.total(), admitted.army.name));
    footnotes(&admitted, &price.readings, out);
    Ok(())
}

/// Ally commanders have a second line, for what they cost less.
fn allies(army: &army::Army) -> usize {
    army.commanders.iter().filter(|c| c.role == army::CommanderRole::AllyCommander).count()
}

fn print_group(group: &GroupPrice, rules: bool, out: &Output) {
    out.line(format!("{:>5}  {}", group.tally.total(), group.name));
    for bases in &group.bases {
        let all = i32::from(bases.count) * bases.tally.total();
        let sum = parts(&bases.tally, rules);
        out.line(format!("         {all:>4} = {} x {} ({sum})", bases.count, bases.tally.total()));
    }
    for line in group.tally.lines.iter().skip(group.bases.len()) {
        let rule = if rules { format!(" ({})", line.rule) } else { String::new() };
        out.line(format!("         {:>4} = {}{rule}", points(line.effect), line.label));
    }
}

/// `superior armoured foot 8 + pike 1`.
fn parts(tally: &Tally, rules: bool) -> String {
    let part = |line: &caracole_kernel::Line| {
        let rule = if rules { format!(" {}", line.rule) } else { String::new() };
        format!("{} {}{rule}", line.label, points(line.effect))
    };
    tally.lines.iter().map(part).collect::<Vec<_>>().join(" + ")
}

fn points(effect: Effect) -> String {
    match effect {
        Effect::Add(n) | Effect::Set(n) => n.to_string(),
        Effect::Times(n) => format!("x{n}"),
        Effect::AtMost(n) | Effect::AtLeast(n) => n.to_string(),
    }
}
