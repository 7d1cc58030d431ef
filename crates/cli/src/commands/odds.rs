//! `caracole odds`: exact odds. One file a question.

mod chart;
pub(crate) mod combat;
mod pool;
mod test;
mod told;

use crate::{failure::Done, output::Output};

/// Exact odds, before the dice are thrown
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "Examples:
  caracole odds pool --dice 8 --hit 4 --reroll 1     hits of eight dice at 4+, ones thrown again
  caracole odds pool --dice 2 --sum                  the sum of two dice
  caracole odds combat charge.toml                   what can become of a fight
  caracole odds test cmt quality=superior            a single test
  caracole odds test kab --system retg grade=talented

Odds are exact: fractions in lowest terms, and decimals rounded from them.";

#[derive(Debug, clap::Subcommand)]
enum Command {
    Pool(pool::Args),
    Combat(combat::Args),
    Test(test::Args),
}

pub(crate) fn run(args: Args, out: &Output) -> Done {
    match args.command {
        Command::Pool(args) => pool::run(&args, out),
        Command::Combat(args) => combat::run(&args, out),
        Command::Test(args) => test::run(&args, out),
    }
}
