//! `caracole fuzz`: random battles with every invariant checked.

use crate::{
    failure::{Done, Failure},
    output::Output,
    players, systems,
};
use caracole_bots::{Broken, Fought, Fuzz, fuzz, fuzz_between};
use caracole_kernel::{AnySystem, BySide, Side};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use serde_json::json;
use std::{io::IsTerminal, path::PathBuf};

/// Play random battles and check every invariant after every step
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Every battle must end by its rules, keep its invariants after every step, refuse what others and
nonsense try, undo to the same state, and replay from its log to the same hash with every die verified. A failure
writes the log that leads to it.

Examples:
  caracole fuzz --system mpbs --battles 100 --seed 1
  caracole fuzz --system mpbs --battles 1 --seed 77 --log battle.log     keep one battle
  caracole fuzz --system mpbs --battles 20 --player marshal              every invariant under sensible play"
)]
pub(crate) struct Args {
    /// Which system
    #[arg(long)]
    system: String,
    /// How many battles
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    battles: u64,
    /// Seed of the first battle; the next have the numbers after it
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A battle longer than this counts as a failure
    #[arg(long, default_value_t = 200_000)]
    most_steps: u64,
    /// Check only the end and the log, not every step
    #[arg(long)]
    fast: bool,
    /// Who chooses on both sides
    #[arg(long, value_name = "PLAYER", default_value = "random")]
    player: String,
    /// Where the log goes: of the failure, or of the battle if there is only one
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
}

pub(crate) fn run(args: Args, out: &Output) -> Done {
    let system = systems::find(&args.system)?;
    players::enlist(system.code(), &args.player, 0)?;
    let bar = progress(args.battles, "battles", out);
    let seeds: Vec<u64> = (0..args.battles).map(|i| args.seed.wrapping_add(i)).collect();
    let fought: Result<Vec<Fought>, Box<Broken>> = seeds
        .par_iter()
        .map(|&seed| {
            let mut fought = fight(system, seed, &args);
            bar.inc(1);
            // Thousands of logs would fill the memory, and only that of a single battle is written.
            if let (Ok(fought), true) = (&mut fought, args.battles > 1) {
                fought.log = String::new();
            }
            fought
        })
        .collect();
    bar.finish_and_clear();
    match fought {
        Ok(battles) => report(&battles, &args, out),
        Err(broken) => {
            let path = args.log.clone().unwrap_or_else(|| format!("fuzz-{}.log", broken.seed).into());
            std::fs::write(&path, &broken.log)?;
            Err(Failure::new(format!("battle {}: {}", broken.seed, broken.what))
                .remedy(format!("the log is in {}; `caracole replay {0}` leads there again", path.display())))
        }
    }
}

fn fight(system: &dyn AnySystem, seed: u64, args: &Args) -> Result<Fought, Box<Broken>> {
    let setup = system.random_setup(seed).ok_or_else(|| {
        let what = format!("system `{}` makes no random setups", system.code());
        Box::new(Broken { seed, what, log: String::new() })
    })?;
    let options = Fuzz { seed, most_steps: args.most_steps, check_every_step: !args.fast };
    if args.player == "random" {
        return fuzz(system, setup, options);
    }
    let enlist = |side: Side| {
        players::enlist(system.code(), &args.player, seed.wrapping_add(side as u64))
            .map_err(|e| Box::new(Broken { seed, what: e.error, log: String::new() }))
    };
    let players = BySide { red: enlist(Side::Red)?, blue: enlist(Side::Blue)? };
    fuzz_between(system, setup, options, players)
}

fn report(battles: &[Fought], args: &Args, out: &Output) -> Done {
    if let (Some(path), [only]) = (&args.log, battles) {
        std::fs::write(path, &only.log)?;
    }
    let entries: u64 = battles.iter().map(|battle| battle.entries).sum();
    let won = |side| battles.iter().filter(|battle| battle.outcome.winner == side).count();
    let (red, blue) = (won(Some(Side::Red)), won(Some(Side::Blue)));
    let drawn = won(None);
    // Order does not matter in this sum: the same battles give the same figure on any number of threads.
    let hash = battles.iter().fold(0u128, |sum, battle| sum.wrapping_add(battle.hash.0));
    if out.json() {
        out.print_json(&json!({
            "system": args.system, "battles": battles.len(), "seed": args.seed, "entries": entries,
            "red": red, "blue": blue, "drawn": drawn, "hash": format!("{hash:032x}"),
        }));
    } else {
        let count = battles.len();
        out.line(format_args!("{count} battles, {entries} steps: every invariant held, every log replays"));
        out.line(format_args!("red won {red}, blue {blue}, nobody {drawn}; hash of all ends {hash:032x}"));
    }
    Ok(())
}

/// A progress bar for people; nothing for programs.
pub(crate) fn progress(length: u64, of: &str, out: &Output) -> ProgressBar {
    if out.json() || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(&format!("{{bar:40}} {{pos}}/{{len}} {of}, {{eta}} left"));
    ProgressBar::new(length).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
