//! `caracole dice`: verifiable dice.

use super::replay;
use crate::{
    failure::{Done, Failure},
    output::Output,
    systems,
};
use caracole_kernel::{
    BySide,
    dice::{Bytes32, Deck, DiceSource, Die, Pool, Roll, Seed, Verifiable},
    log,
};
use caracole_ledger::rule;
use serde_json::json;
use std::path::PathBuf;

/// Verify the dice of a finished battle, or recompute any die yourself
#[derive(Debug, clap::Args)]
#[command(
    after_help = "How the dice are made: before the battle the thrower publishes the SHA-256 of a secret seed, and each
player adds a nonce. Every die follows from seed, nonces and the number of its log entry. After the battle the
seed is in the last line of the log, and anybody can recompute any die. Cards are drawn the same way: each is one
of the cards left, counted kind by kind.

Examples:
  caracole dice verify battle.log
  caracole dice recompute --seed 00ff... --red nonce1 --blue nonce2 --entry 17 --count 8
  caracole dice recompute --seed 00ff... --red nonce1 --blue nonce2 --entry 3 --deck 8,12,14,10,6 --count 5"
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
        /// Cards instead of dice: how many of each kind the deck has, from kind 0 on, up to 8 kinds
        #[arg(long, value_name = "CARDS", value_parser = deck, conflicts_with = "die")]
        deck: Option<Deck>,
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
        What::Recompute { seed, red, blue, entry, count, die, deck } => {
            let mut source = Verifiable::new(&Seed(seed), &BySide { red, blue });
            let faces = match deck {
                Some(deck) => cards(&mut source, entry, count, deck)?,
                None => (0..count).map(|index| source.die(entry, index, die.into())).collect(),
            };
            if out.json() {
                let what = if deck.is_some() { "cards" } else { "dice" };
                out.print_json(
                    &json!({ "entry": entry, what: faces, "commitment": Seed(seed).commitment() }),
                );
            } else {
                let faces: Vec<_> = faces.iter().map(ToString::to_string).collect();
                out.line(faces.join(" "));
            }
            Ok(())
        }
    }
}

impl From<DieArg> for Die {
    fn from(die: DieArg) -> Die {
        match die {
            DieArg::D6 => Die::D6,
            DieArg::D10 => Die::D10,
        }
    }
}

/// A deck as it is typed: `8,12,14,10,6`.
fn deck(text: &str) -> Result<Deck, String> {
    let counts: Result<Vec<u8>, _> = text.split(',').map(|count| count.trim().parse()).collect();
    let counts = counts.map_err(|_| "a number from 0 to 255 for each kind is wanted".to_owned())?;
    let mut deck = Deck::default();
    let kinds = deck.get_mut(..counts.len()).ok_or("a deck has 8 kinds of cards at most")?;
    kinds.copy_from_slice(&counts);
    Ok(deck)
}

/// Draws cards as a battle does.
fn cards(source: &mut Verifiable, entry: u64, count: u32, deck: Deck) -> Result<Vec<u8>, Failure> {
    let count = u16::try_from(count).unwrap_or(u16::MAX);
    let pool = Pool::draw(count, deck).map_err(|e| {
        Failure::usage(e.to_string()).remedy("draw fewer cards with --count, or give a larger --deck")
    })?;
    let roll: Roll = Roll {
        side: None,
        rule: rule!("TABLE-004"),
        purpose: "cards".into(),
        pools: [pool].into_iter().collect(),
    };
    let throw = source.throw(entry, &roll).map_err(|e| Failure::new(e.to_string()))?;
    Ok(throw.0.first().map_or_else(Vec::new, |thrown| thrown.dice.to_vec()))
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
