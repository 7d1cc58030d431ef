//! `caracole army random`: an army by chance.

use super::table::builders;
use crate::{
    failure::{Done, Failure},
    output::Output,
};
use caracole_kernel::Numbers;
use std::path::PathBuf;

/// Make an army by chance
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  caracole army random retg
  caracole army random retg --seed 7 -o by-chance.toml")]
pub(super) struct Args {
    /// The system
    #[arg(value_name = "SYSTEM")]
    system: String,
    /// The same seed makes the same army
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write it to a file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn run(args: &Args, out: &Output) -> Done {
    let mut numbers = Numbers::new(args.seed);
    let made = builders()
        .find(|(entry, _)| entry.code() == args.system)
        .and_then(|(_, armies)| armies.random(&mut |end| numbers.below(end)));
    let Some(army) = made else {
        let codes: Vec<&str> = builders().map(|(entry, _)| entry.code()).collect();
        return Err(Failure::usage(format!("no armies of \"{}\" are made by chance", args.system))
            .remedy(format!("choose {}", codes.join(", "))));
    };
    if out.json() {
        out.print_json(&army);
        return Ok(());
    }
    let text = toml::to_string(&army).map_err(|e| Failure::new(e.to_string()))?;
    match &args.output {
        None => out.line(text.trim_end()),
        Some(path) => {
            let shown = path.display().to_string();
            std::fs::write(path, text)
                .map_err(|e| Failure::new(format!("cannot be written: {e}")).at(shown.clone()))?;
            out.line(format!("{shown} written"));
        }
    }
    Ok(())
}
