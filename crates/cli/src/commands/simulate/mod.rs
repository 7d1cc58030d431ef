//! `caracole simulate`: battles between computer players by the thousand.

mod charts;
mod report;

pub(super) use report::field;

use super::{fuzz::progress, scenario};
use crate::{
    failure::{Done, Failure},
    files,
    output::Output,
    players, systems,
};
use caracole_bots::{Account, AnyGround, Plan, Run, Terms, Unfinished, Wish};
use caracole_kernel::BySide;
use clap::Subcommand;
use indicatif::ProgressBar;
use rayon::prelude::*;
use std::{
    path::{Path, PathBuf},
    str::FromStr,
    time::Duration,
};

/// Fight battles between computer players and see what decides them
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "The same seed gives the same battles on any number of threads and machines. A run can be split:
each part keeps its battles with --output, and `caracole simulate merge` puts all parts together.

Examples:
  caracole simulate --system mpbs --battles 200
  caracole simulate --system mpbs --scenario edgehill --red-player marshal --blue-player random --swap
  caracole simulate --system fogr --red fogr/french-1525 --blue fogr/imperialist-1525 --charts pictures
  caracole simulate --system mpbs --battles 1000 --shard 1/4 --output part1.json
  caracole simulate merge part1.json part2.json part3.json part4.json"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    fought: Fought,
    #[command(flatten)]
    told: Told,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Put the parts of a run together and report on the whole
    Merge {
        /// The files that the parts were kept in
        #[arg(required = true, value_name = "FILE")]
        parts: Vec<PathBuf>,
        #[command(flatten)]
        told: Told,
    },
}

/// What is fought.
#[derive(Debug, clap::Args)]
pub(super) struct Fought {
    /// Which system
    #[arg(long, default_value = caracole_systems::USUAL)]
    pub(super) system: String,
    /// Red's army, of systems with armies; the usual pair if neither is named
    #[arg(long, value_name = "ARMY")]
    pub(super) red: Option<String>,
    /// Blue's army
    #[arg(long, value_name = "ARMY")]
    pub(super) blue: Option<String>,
    /// A scenario by its id, or a file of your own (`caracole scenario list`); mpbs has naseby unless named
    #[arg(long, value_name = "SCENARIO", conflicts_with_all = ["red", "blue"])]
    pub(super) scenario: Option<String>,
    /// A setup of your own instead (JSON: `caracole schema SYSTEM/setup`)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["red", "blue", "scenario"])]
    pub(super) setup: Option<PathBuf>,
    /// How many battles
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub(super) battles: u64,
    #[command(flatten)]
    pub(super) effort: Effort,
    /// Who plays red; marshal where there is one
    #[arg(long, value_name = "PLAYER")]
    red_player: Option<String>,
    /// Who plays blue; the same
    #[arg(long, value_name = "PLAYER")]
    blue_player: Option<String>,
    /// Fight battles in pairs with the same dice, the players changing sides
    #[arg(long)]
    swap: bool,
    /// Fight only one part of the run: 1/4 is the first of four
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
}

/// With what seed and on how many threads battles are fought.
#[derive(Debug, clap::Args)]
pub(super) struct Effort {
    /// Seed of the first battle; the next have the numbers after it
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// How many threads; one for each processor unless said
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The longest that a player may think about one choice, in milliseconds; then the first legal one is made
    #[arg(long, default_value_t = 30_000, value_name = "MS")]
    limit: u64,
    /// Keep the log of every battle in this folder
    #[arg(long, value_name = "DIR")]
    logs: Option<PathBuf>,
}

/// How it is told.
#[derive(Debug, clap::Args)]
struct Told {
    /// Keep all battles in a file (JSON), to be merged or looked into
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// A table of all battles, one line each
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Draw charts into this folder
    #[arg(long, value_name = "DIR")]
    charts: Option<PathBuf>,
    /// Charts as svg or png
    #[arg(long, default_value = "svg", value_parser = ["svg", "png"])]
    chart_format: String,
}

/// One part of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shard {
    part: u64,
    of: u64,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is no part of a run; 2/5 is the second of five");
        let (part, of) = text.split_once('/').ok_or_else(wrong)?;
        let (part, of) = (part.parse().map_err(|_| wrong())?, of.parse().map_err(|_| wrong())?);
        if part == 0 || part > of || of > 1_000_000 { Err(wrong()) } else { Ok(Shard { part, of }) }
    }
}

/// Largest setup file.
const LARGEST_SETUP: usize = 1 << 20;
/// Largest part of a run.
const LARGEST_PART: usize = 1 << 30;

pub(crate) fn run(args: Args, out: &Output) -> Done {
    match args.command {
        Some(Command::Merge { parts, told }) => {
            let parts = parts.iter().map(|path| read_part(path)).collect::<Result<Vec<Run>, Failure>>()?;
            let whole = Run::merge(parts).map_err(|e| {
                Failure::new(e.to_string())
                    .remedy("give every part of one run, each once, as --output kept it")
            })?;
            tell(&whole, &told, out)
        }
        None => {
            if args.fought.shard.is_some() && args.told.output.is_none() {
                return Err(
                    Failure::usage("a part of a run must be kept").remedy("name a file with --output")
                );
            }
            let run = simulate(&args.fought, out)?;
            tell(&run, &args.told, out)
        }
    }
}

fn read_part(path: &Path) -> Result<Run, Failure> {
    let text = files::read_text(path, LARGEST_PART)?;
    serde_json::from_str(&text).map_err(|e| {
        Failure::new(e.to_string())
            .at(format!("{}:{}", path.display(), e.line()))
            .remedy("give files that `caracole simulate --output` wrote")
    })
}

/// The setup that is fought.
pub(super) fn setup(fought: &Fought) -> Result<serde_json::Value, Failure> {
    let arena = players::arena(&fought.system)?;
    match &fought.setup {
        Some(path) => {
            let text = files::read_text(path, LARGEST_SETUP)?;
            serde_json::from_str(&text).map_err(|e| {
                Failure::new(e.to_string())
                    .at(format!("{}:{}", path.display(), e.line()))
                    .remedy(format!("`caracole schema {}/setup` prints its shape", arena.code()))
            })
        }
        None => {
            if let Some(file) = fought.scenario.as_deref().filter(|source| Path::new(source).is_file()) {
                let (system, setup) = scenario::setup_of(file)?;
                return match system == arena.code() {
                    true => Ok(setup),
                    false => Err(Failure::new(format!("this is a scenario of {system}"))
                        .at(file)
                        .remedy(format!("fight it with --system {system}"))),
                };
            }
            let wish = Wish {
                scenario: fought.scenario.clone(),
                red: fought.red.clone(),
                blue: fought.blue.clone(),
            };
            arena.setup(&wish).map_err(players::bad_wish)
        }
    }
}

/// Lays the battle out, once for all.
pub(super) fn lay_out(system: &str, setup: serde_json::Value) -> Result<Box<dyn AnyGround>, Failure> {
    players::arena(system)?
        .lay_out(setup)
        .map_err(|r| Failure::new(r.problem.clone()).remedy(r.remedy.clone()).rule(r.rule.id()))
}

fn simulate(fought: &Fought, out: &Output) -> Result<Run, Failure> {
    let setup = setup(fought)?;
    let ground = lay_out(&fought.system, setup.clone())?;
    let player = |given: &Option<String>| players::named_or_usual(&fought.system, given.as_deref());
    let plan = Plan {
        system: fought.system.clone(),
        rules: systems::find(&fought.system)?.rules().0,
        setup,
        players: BySide { red: player(&fought.red_player)?, blue: player(&fought.blue_player)? },
        battles: fought.battles,
        seed: fought.effort.seed,
        swap: fought.swap,
    };
    let Shard { part, of } = fought.shard.unwrap_or(Shard { part: 1, of: 1 });
    let numbers: Vec<u64> = (part - 1..plan.battles).step_by(of as usize).collect();
    let bar = progress(numbers.len() as u64, "battles", out);
    let accounts = fight_all(&*ground, &plan, &numbers, &fought.effort, &bar)?;
    bar.finish_and_clear();
    Ok(Run { plan, accounts })
}

/// Fights the battles of these numbers on as many threads as wanted; the accounts come in order.
pub(super) fn fight_all(
    ground: &dyn AnyGround,
    plan: &Plan,
    numbers: &[u64],
    effort: &Effort,
    bar: &ProgressBar,
) -> Result<Vec<Account>, Failure> {
    if let Some(folder) = &effort.logs {
        std::fs::create_dir_all(folder).map_err(|e| unwritten(folder, &e))?;
    }
    let terms = Terms { limit: Duration::from_millis(effort.limit), ..Terms::default() };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(effort.threads.map_or(0, usize::from))
        .build()
        .map_err(|e| Failure::new(format!("no threads: {e}")))?;
    let fight = |number: &u64| -> Result<Account, Failure> {
        let bout = plan.bout(*number);
        let failed = |e: Unfinished| {
            Failure::new(e.to_string())
                .remedy("this should not happen: report it with the command that led to it")
        };
        let account = match &effort.logs {
            None => ground.fight(&bout, &terms).map_err(failed)?,
            Some(folder) => {
                let (account, log) = ground.fight_with_log(&bout, &terms).map_err(failed)?;
                let path = folder.join(format!("battle-{number:06}.log"));
                std::fs::write(&path, log).map_err(|e| unwritten(&path, &e))?;
                account
            }
        };
        bar.inc(1);
        Ok(account)
    };
    pool.install(|| numbers.par_iter().map(fight).collect())
}

pub(super) fn unwritten(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("cannot be written: {error}"))
        .at(path.display().to_string())
        .remedy("name a file in a folder that you may write to")
}

fn tell(run: &Run, told: &Told, out: &Output) -> Done {
    if let Some(path) = &told.output {
        let text = serde_json::to_string(run).map_err(|e| Failure::new(e.to_string()))?;
        std::fs::write(path, text).map_err(|e| unwritten(path, &e))?;
    }
    if let Some(path) = &told.csv {
        std::fs::write(path, report::csv(&run.accounts)).map_err(|e| unwritten(path, &e))?;
    }
    let summary = caracole_bots::Summary::of(&run.accounts);
    if let Some(folder) = &told.charts {
        std::fs::create_dir_all(folder).map_err(|e| unwritten(folder, &e))?;
        charts::draw(&run.plan, &summary, folder, &told.chart_format)?;
    }
    if out.json() {
        out.print_json(&serde_json::json!({ "plan": run.plan, "summary": summary }));
    } else {
        out.line(report::text(&run.plan, &summary));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_run_are_named_as_fractions() {
        assert_eq!("2/5".parse(), Ok(Shard { part: 2, of: 5 }));
        for wrong in ["", "2", "0/3", "4/3", "a/b", "1/0", "1/99999999"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
