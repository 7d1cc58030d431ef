//! `caracole balance`: how armies compare when all fight all.

mod report;

use super::{
    fuzz::progress,
    simulate::{self, Effort, unwritten},
};
use crate::{
    failure::{Done, Failure},
    output::Output,
    players, systems,
};
use caracole_bots::{Balance, Encounter, Plan, Summary, Wish};
use caracole_kernel::BySide;
use caracole_systems::{Entry, TABLE};
use report::{Report, charts};
use std::path::PathBuf;

/// Let armies fight each other and see how they compare
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Every army meets every other, half of the battles on each side with the same seeds; the same
computer player leads both. The same command gives the same figures on any machine and any number of threads.

Examples:
  caracole balance --battles 2000
  caracole balance --armies fogr/royalist-1645,fogr/new-model-1645 --player marshal:bold
  caracole balance --battles 2000 --report docs/balance      balance.md with its charts"
)]
pub(crate) struct Args {
    /// Which system
    #[arg(long, default_value = with_armies().first().copied(), value_parser = with_armies())]
    system: String,
    /// The armies, with commas between; all that come with the program unless named
    #[arg(long, value_name = "ARMIES", value_delimiter = ',')]
    armies: Vec<String>,
    /// How many battles in all, at least; every army fights as many as any other
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    battles: u64,
    /// Who leads the armies; marshal where there is one
    #[arg(long, value_name = "PLAYER")]
    player: Option<String>,
    #[command(flatten)]
    effort: Effort,
    /// Write a report with its charts into this folder
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
}

/// Systems in which armies of one's choice can fight.
fn with_armies() -> Vec<&'static str> {
    let can_fight = |entry: &&Entry| entry.library().armies().is_some_and(|armies| armies.can_fight());
    TABLE.iter().filter(can_fight).map(Entry::code).collect()
}

/// The armies of a system that come with the program.
fn built_in(system: &str) -> Vec<String> {
    let armies = caracole_systems::find(system).and_then(|entry| entry.library().armies());
    armies.map(|armies| armies.list().into_iter().map(|army| army.id).collect()).unwrap_or_default()
}

/// The most armies.
const MOST_ARMIES: usize = 40;

pub(crate) fn run(args: Args, out: &Output) -> Done {
    let player = players::named_or_usual(&args.system, args.player.as_deref())?;
    let armies: Vec<String> = match args.armies.is_empty() {
        true => built_in(&args.system),
        false => args.armies.clone(),
    };
    if armies.len() < 2 || armies.len() > MOST_ARMIES {
        return Err(Failure::usage("two to forty armies can be compared").remedy("name them with --armies"));
    }
    let mut meetings = Vec::new();
    for red in 0..armies.len() {
        meetings.extend((0..armies.len()).filter(|blue| *blue != red).map(|blue| BySide { red, blue }));
    }
    let each = args.battles.div_ceil(meetings.len() as u64);
    let rules = systems::find(&args.system)?.rules().0;
    let bar = progress(each * meetings.len() as u64, "battles", out);
    let mut balance = Balance { armies: armies.clone(), encounters: Vec::new() };
    for pair in meetings {
        let wish = Wish {
            scenario: None,
            red: Some(armies[pair.red].clone()),
            blue: Some(armies[pair.blue].clone()),
        };
        let setup = players::arena(&args.system)?.setup(&wish).map_err(players::bad_wish)?;
        let ground = simulate::lay_out(&args.system, setup.clone())?;
        let plan = Plan {
            system: args.system.clone(),
            rules,
            setup,
            players: BySide { red: player, blue: player },
            battles: each,
            seed: args.effort.seed,
            swap: false,
        };
        let numbers: Vec<u64> = (0..each).collect();
        let accounts = simulate::fight_all(&*ground, &plan, &numbers, &args.effort, &bar)?;
        balance.encounters.push(Encounter { armies: pair, summary: Summary::of(&accounts) });
    }
    bar.finish_and_clear();
    let report = Report { balance: &balance, player: &player.to_string(), seed: args.effort.seed };
    if let Some(folder) = &args.report {
        std::fs::create_dir_all(folder).map_err(|e| unwritten(folder, &e))?;
        let mut files = charts(&balance);
        files.push(("balance.md", report.markdown(args.battles, &args.armies)));
        for (name, text) in files {
            let path = folder.join(name);
            std::fs::write(&path, text).map_err(|e| unwritten(&path, &e))?;
        }
    }
    match out.json() {
        true => out.print_json(&report.json()),
        false => out.line(report.text()),
    }
    Ok(())
}
