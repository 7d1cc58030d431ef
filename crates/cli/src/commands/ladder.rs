//! `caracole ladder`: who is stronger, by many battles of all against all.

use super::{
    fuzz::progress,
    simulate::{self, Fought},
};
use crate::{
    failure::{Done, Failure},
    files,
    output::Output,
    players, systems,
};
use caracole_bots::{Ladder, Pairing, Plan, PlayerName, Summary};
use caracole_kernel::BySide;
use clap::Subcommand;
use serde_json::json;
use std::path::{Path, PathBuf};

/// Rate computer players by battles of all against all
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Every pair fights --battles battles, half of them on each side with the same dice. Results go to a file
that can be kept; a pairing fought again with the same version of the program takes the place of the old one. Elo
points come from all pairings together, a draw counting half.

Examples:
  caracole ladder --system mpbs --battles 500 --file docs/ladder.toml
  caracole ladder --system mpbs --players random,marshal,captain:200
  caracole ladder show docs/ladder.toml --markdown"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    fought: Fought,
    /// Who fights, with commas between; all players of the system unless named
    #[arg(long, value_name = "PLAYERS", value_delimiter = ',')]
    players: Vec<String>,
    /// Where results are kept
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Show a ladder that was kept
    Show {
        /// The file
        file: PathBuf,
        /// As tables for a README
        #[arg(long)]
        markdown: bool,
    },
}

/// Largest file of results.
const LARGEST: usize = 1 << 22;

pub(crate) fn run(args: Args, out: &Output) -> Done {
    match &args.command {
        Some(Command::Show { file, markdown }) => {
            show(&read(file)?, if *markdown { Shape::Markdown } else { Shape::Text }, out)
        }
        None => fight(&args, out),
    }
}

fn read(path: &Path) -> Result<Ladder, Failure> {
    let text = files::read_text(path, LARGEST)?;
    toml::from_str(&text).map_err(|e| {
        Failure::new(e.message().to_owned())
            .at(path.display().to_string())
            .remedy("give a file that `caracole ladder --file` wrote")
    })
}

fn fight(args: &Args, out: &Output) -> Done {
    let fought = &args.fought;
    let system = fought.system.as_str();
    let mut names: Vec<PlayerName> = match args.players.is_empty() {
        true => players::names(system).to_vec(),
        false => args.players.iter().map(|name| players::named(system, name)).collect::<Result<_, _>>()?,
    };
    let mut seen = Vec::new();
    names.retain(|name| {
        let new = !seen.contains(name);
        seen.push(*name);
        new
    });
    if names.len() < 2 {
        return Err(Failure::usage("a ladder needs two players").remedy("name some with --players"));
    }
    let setup = simulate::setup(fought)?;
    let ground = simulate::lay_out(system, setup.clone())?;
    let mut ladder = match &args.file {
        Some(path) if path.exists() => read(path)?,
        _ => Ladder::default(),
    };
    let rules = systems::find(system)?.rules().0;
    let field = simulate::field(&setup);
    let pairs = names.len() * (names.len() - 1) / 2;
    let bar = progress(pairs as u64 * fought.battles, "battles", out);
    for (i, first) in names.iter().enumerate() {
        for second in &names[i + 1..] {
            let plan = Plan {
                system: system.to_owned(),
                rules,
                setup: setup.clone(),
                players: BySide { red: *first, blue: *second },
                battles: fought.battles,
                seed: fought.effort.seed,
                swap: true,
            };
            let numbers: Vec<u64> = (0..plan.battles).collect();
            let accounts = simulate::fight_all(&*ground, &plan, &numbers, &fought.effort, &bar)?;
            let summary = Summary::of(&accounts);
            ladder.record(Pairing {
                system: system.to_owned(),
                field: field.clone(),
                version: env!("CARGO_PKG_VERSION").to_owned(),
                first: first.to_string(),
                second: second.to_string(),
                seed: fought.effort.seed,
                battles: summary.battles,
                first_won: summary.won.first,
                second_won: summary.won.second,
                hash: summary.hash,
            });
            // Kept after each pairing: a long ladder that is stopped is not lost.
            if let Some(path) = &args.file {
                write(path, &ladder)?;
            }
        }
    }
    bar.finish_and_clear();
    show(&ladder, Shape::Text, out)
}

fn write(path: &Path, ladder: &Ladder) -> Done {
    let text = toml::to_string(ladder)
        .map_err(|e| Failure::new(e.to_string()).remedy("seeds above 9223372036854775807 cannot be kept"))?;
    let head = "# Battles between computer players, written by `caracole ladder`; `caracole ladder show` reads it.\n\n";
    std::fs::write(path, format!("{head}{text}")).map_err(|e| {
        Failure::new(format!("cannot be written: {e}"))
            .at(path.display().to_string())
            .remedy("name a file in a folder that you may write to")
    })
}

/// How a ladder is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Text,
    Markdown,
}

fn show(ladder: &Ladder, shape: Shape, out: &Output) -> Done {
    if out.json() {
        let fields: Vec<_> = ladder
            .fields()
            .into_iter()
            .map(|(system, field)| {
                json!({ "system": system, "field": field, "ratings": ladder.ratings(system, field) })
            })
            .collect();
        out.print_json(&json!({ "fields": fields, "pairings": ladder.pairings }));
        return Ok(());
    }
    for (system, field) in ladder.fields() {
        let pairings = ladder.pairings.iter().filter(|p| p.system == system && p.field == field);
        match shape {
            Shape::Text => {
                out.line(format_args!("{system}, {field}\n"));
                out.line(format_args!(
                    "  {:<20} {:>6} {:>6} {:>8} {:>8}",
                    "player", "Elo", "±", "battles", "points"
                ));
                for r in ladder.ratings(system, field) {
                    out.line(format_args!(
                        "  {:<20} {:>6.0} {:>6.0} {:>8} {:>7.1}%",
                        r.player,
                        r.elo,
                        r.interval,
                        r.battles,
                        100.0 * r.points / r.battles.max(1) as f64
                    ));
                }
                out.line("");
                for p in pairings {
                    out.line(format_args!(
                        "  {} {} – {} {}, {} drawn (seed {}, version {})",
                        p.first,
                        p.first_won,
                        p.second_won,
                        p.second,
                        p.drawn(),
                        p.seed,
                        p.version
                    ));
                }
                out.line("");
            }
            Shape::Markdown => {
                out.line(format_args!("| {system}, {field} | Elo | 95 % | points |\n|---|---|---|---|"));
                for r in ladder.ratings(system, field) {
                    out.line(format_args!(
                        "| `{}` | {:.0} | ± {:.0} | {:.1} % of {} |",
                        r.player,
                        r.elo,
                        r.interval,
                        100.0 * r.points / r.battles.max(1) as f64,
                        r.battles
                    ));
                }
                out.line("");
            }
        }
    }
    Ok(())
}
