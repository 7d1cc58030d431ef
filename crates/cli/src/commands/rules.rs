//! `caracole rules`: look rules up and count coverage.

mod coverage;
mod list;
mod page;
mod search;
mod show;

use crate::{failure::Done, output::Output};
use caracole_ledger::{Citation, Coverage, System};
use clap::builder::{PossibleValuesParser, TypedValueParser};

/// Every place in this build's sources that cites a rule, found by the build script.
static CITATIONS: &[Citation] = include!(concat!(env!("OUT_DIR"), "/citations.rs"));

/// What this build enforces and proves.
fn this_build() -> Coverage<'static> {
    Coverage::new(CITATIONS)
}

/// Look rules up by id or by words, and see what is enforced
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "Examples:
  caracole rules show FOGR-IMPACT-021 MPBS-10.3.5A     read two rules
  caracole rules search wheel charge --system fogr     rules that speak of wheeling and charging
  caracole rules list --system mpbs --chapter morale   a chapter's rules
  caracole rules coverage --list                       what the engine does not enforce yet";

#[derive(Debug, clap::Subcommand)]
enum Command {
    Show(show::Args),
    Search(search::Args),
    List(list::Args),
    Coverage(coverage::Args),
}

/// The figures of one system in this build.
pub(crate) fn figures(system: System) -> caracole_ledger::Figures {
    this_build().figures(system)
}

pub(crate) fn run(args: Args, out: &Output) -> Done {
    match args.command {
        Command::Show(args) => show::run(&args, out),
        Command::Search(args) => search::run(&args, out),
        Command::List(args) => list::run(&args, out),
        Command::Coverage(args) => coverage::run(&args, out),
    }
}

/// Reads the short name, in capitals or not, of a published system or of the conventions of the table.
fn system_parser() -> impl TypedValueParser<Value = System> {
    let named = System::PUBLISHED.into_iter().chain([System::Table]);
    // Every possible value is a system's code, so the search always ends before the fallback.
    PossibleValuesParser::new(named.map(System::code))
        .map(|code| System::find(&code).unwrap_or(System::Table))
}
