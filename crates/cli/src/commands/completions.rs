//! `caracole completions`: shell completions.

use crate::{failure::Done, output::Output};
use clap::CommandFactory;

/// Print the completion script for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  caracole completions bash > /etc/bash_completion.d/caracole")]
pub(crate) struct Args {
    /// The shell to complete for
    shell: clap_complete::Shell,
}

pub(crate) fn run(args: Args, _out: &Output) -> Done {
    clap_complete::generate(args.shell, &mut crate::Cli::command(), "caracole", &mut std::io::stdout());
    Ok(())
}
