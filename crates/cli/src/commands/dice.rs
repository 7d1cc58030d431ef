//! `caracole dice`: verifiable dice.

use super::replay;
use crate::{
    failure::{Done, Failure},
    output::Output,
    systems,
};
use caracole_kernel::{
    BySide,
    dice::{Bytes32, Die, Seed, Verifiable},
    log,
};
use serde_json::json;
use std::path::PathBuf;

/// Verify the dice of a finished battle, or recompute any die yourself
#[derive(Debug, clap::Args)]
#[command(
    after_help = "How the dice are made: before the battle the thrower publishes the SHA-256 of a secret seed, and each
player adds a nonce. Every die follows from seed, nonces and the number of its log entry. After the battle the
seed is in the last line of the log, and anybody can recompute any die.

Examples:
  caracole dice verify battle.log
  caracole dice recompute --seed 00ff... --red nonce1 --blue nonce2 --entry 17 --count 8"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    /// Recompute every die of a finished battle
    Verify {
        /// The log (`-` for standard input)
        log: PathBuf,
    },
    /// Recompute the dice of one log entry
    Recompute {
        /// The seed, 64 hexadecimal digits
        #[arg(long)]
        seed: Bytes32,
        /// Red's nonce
        #[arg(long, default_value = "")]
        red: String,
        /// Blue's nonce
        #[arg(long, default_value = "")]
        blue: String,
        /// Number of the log entry, from 1
        #[arg(long)]
        entry: u64,
        /// How many dice
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=400))]
        count: u32,
        /// Which die
        #[arg(long, default_value = "d6")]
        die: DieArg,
    },
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum DieArg {
    D6,
    D10,
}

pub(crate) fn run(args: Args, out: &Output) -> Done {
    match args.what {
        What::Verify { log } => verify(log, out),
        What::Recompute { seed, red, blue, entry, count, die } => {
            let source = Verifiable::new(&Seed(seed), &BySide { red, blue });
            let die = match die {
                DieArg::D6 => Die::D6,
                DieArg::D10 => Die::D10,
            };
            let faces: Vec<_> = (0..count).map(|index| source.die(entry, index, die)).collect();
            if out.json() {
                out.print_json(
                    &json!({ "entry": entry, "dice": faces, "commitment": Seed(seed).commitment() }),
                );
            } else {
                let faces: Vec<_> = faces.iter().map(ToString::to_string).collect();
                out.line(faces.join(" "));
            }
            Ok(())
        }
    }
}

fn verify(path: PathBuf, out: &Output) -> Done {
    let place = path.display().to_string();
    let mut log = replay::read_log(&path)?;
    if let Some(damage) = log.damage.take() {
        return Err(Failure::new(damage.to_string()).at(place).remedy(damage.remedy()));
    }
    if log.header.dice.is_none() {
        return Err(Failure::new("the header promises no verifiable dice")
            .at(place)
            .remedy("only battles thrown by caracole itself can be verified"));
    }
    let system = systems::find(&log.header.system)?;
    let replay = system.replay(log).map_err(|fault| Failure::new(fault.to_string()).at(place.clone()))?;
    if let Some(fault) = replay.fault {
        return Err(Failure::new(fault.to_string()).at(place));
    }
    let log::Dice::Verified(throws) = replay.dice else {
        return Err(Failure::new("the seed has not been shown yet")
            .at(place)
            .remedy("the seed is in the last line once the battle is over"));
    };
    if out.json() {
        out.print_json(&json!({ "verified": true, "throws": throws }));
    } else {
        out.line(replay::dice(replay.dice));
    }
    Ok(())
}
