//! `caracole`: the command line program.
//!
//! ```text
//! caracole rules show FOGR-IMPACT-021      read a rule
//! caracole play                            play against the computer in the terminal
//! caracole serve                           hold rooms for browsers and programs
//! ```
//!
//! Every command is a file under `commands`, with its arguments, its help and its output as text and as JSON. `systems`
//! and `players` look things up in the table of systems; `failure` says what is wrong, where, and how to mend it.

mod commands;
mod failure;
mod files;
mod opponents;
mod output;
mod players;
mod systems;

use clap::{Parser, Subcommand};
use commands as c;
use output::Output;
use std::process::ExitCode;

/// A referee for tabletop battles: rules by id, exact odds, verifiable dice, armies, pictures and battles.
#[derive(Debug, Parser)]
#[command(name = "caracole", version, max_term_width = 110, after_help = EXAMPLES)]
struct Cli {
    /// Answer in JSON, for other programs
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

const EXAMPLES: &str = "Examples:
  caracole rules show FOGR-IMPACT-021          read a rule
  caracole rules search wheel charge           find rules by words
  caracole rules coverage                      what the engine enforces and what tests prove
  caracole odds pool --dice 8 --hit 4 --reroll 1
  caracole dice verify battle.log              recompute every die of a finished battle

Exit codes: 0 done, 1 refused or invalid (with reasons), 2 wrong usage.";

#[derive(Debug, Subcommand)]
enum Command {
    Rules(c::rules::Args),
    Odds(c::odds::Args),
    Dice(c::dice::Args),
    Replay(c::replay::Args),
    Schema(c::schema::Args),
    Draw(c::draw::Args),
    Army(c::army::Args),
    Ask(c::ask::Args),
    Scenario(c::scenario::Args),
    Fuzz(c::fuzz::Args),
    Play(c::play::Args),
    Simulate(c::simulate::Args),
    Ladder(c::ladder::Args),
    Balance(c::balance::Args),
    Serve(c::serve::Args),
    Backup(c::serve::BackupArgs),
    Referee(c::referee::Args),
    Completions(c::completions::Args),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let out = Output::new(cli.json);
    let Some(command) = cli.command else { return finish(c::welcome::run(&out), &out) };
    let done = match command {
        Command::Rules(a) => c::rules::run(a, &out),
        Command::Odds(a) => c::odds::run(a, &out),
        Command::Dice(a) => c::dice::run(a, &out),
        Command::Replay(a) => c::replay::run(a, &out),
        Command::Schema(a) => c::schema::run(a, &out),
        Command::Draw(a) => c::draw::run(a, &out),
        Command::Army(a) => c::army::run(a, &out),
        Command::Ask(a) => c::ask::run(a, &out),
        Command::Scenario(a) => c::scenario::run(a, &out),
        Command::Fuzz(a) => c::fuzz::run(a, &out),
        Command::Play(a) => c::play::run(a, &out),
        Command::Simulate(a) => c::simulate::run(a, &out),
        Command::Ladder(a) => c::ladder::run(a, &out),
        Command::Balance(a) => c::balance::run(a, &out),
        Command::Serve(a) => c::serve::run(a, &out),
        Command::Backup(a) => c::serve::back_up(a, &out),
        Command::Referee(a) => c::referee::run(a, &out),
        Command::Completions(a) => c::completions::run(a, &out),
    };
    finish(done, &out)
}

fn finish(done: failure::Done, out: &Output) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(out),
    }
}
