//! `caracole play`: a battle in the terminal, over a plain connection.

mod chart;
mod dice;
mod room;
#[cfg(all(test, feature = "trial"))]
mod tests;

use crate::{
    commands::scenario,
    failure::{Done, Failure},
    output::Output,
    players, systems,
};
use caracole_kernel::{
    BySide, Side,
    dice::{Bytes32, Seed},
};
use room::{Player, Room};
use std::{io::BufRead, path::PathBuf};

/// Play a battle in the terminal, against the computer or another person
#[derive(Debug, clap::Args)]
#[command(after_help = "At every prompt: a number or the words of a choice, or
  help            what can be said here
  table           the table drawn in the terminal
  hand            the cards that are held, as far as you may see them
  look NAME       a piece read out; look 3 reads battle group 3, look ground the terrain
  plan CHOICE     what a choice would do, and the odds of dice that follow, without making it
  all             every choice that is offered
  why             the numbers and rules behind what was said last
  rule ID         read a rule; rules WORDS finds some
  undo            take back your last choice, where that is allowed
  back            ask to go back to before your last choice, past dice as well
  save FILE       write the log so far
  resign, quit

Examples:
  caracole play                                       you are red, the computer is blue
  caracole play --scenario mill-field                 a small fight to learn fogr with; `caracole scenario list`
  caracole play --system mpbs --number 3 --side blue
  caracole play --against captain                     a stronger computer player
  caracole play --red person --blue person            two at one terminal
  caracole play --take-backs                          choices may be taken back past dice; the log says so
  caracole play --log battle.log                      keep the log; `caracole replay battle.log` tells it again")]
pub(crate) struct Args {
    /// Which system: mpbs unless you name one, or that of the scenario
    #[arg(long)]
    system: Option<String>,
    /// Which of the system's setups, by number
    #[arg(long, default_value_t = 1)]
    number: u64,
    /// A scenario by its id, or a file of your own (`caracole scenario list`)
    #[arg(long, value_name = "ID|FILE", conflicts_with_all = ["number", "setup"])]
    scenario: Option<String>,
    /// A setup of your own instead (JSON: `caracole schema SYSTEM/setup`)
    #[arg(long, value_name = "FILE", conflicts_with = "number")]
    setup: Option<PathBuf>,
    /// The side that you play against the computer
    #[arg(long, default_value = "red", value_parser = ["red", "blue"])]
    side: String,
    /// The computer player against you: random, marshal, captain ...; marshal where there is one
    #[arg(long, value_name = "PLAYER")]
    against: Option<String>,
    /// Who plays red: person or a computer player
    #[arg(long, value_name = "PLAYER")]
    red: Option<String>,
    /// Who plays blue: person or a computer player
    #[arg(long, value_name = "PLAYER")]
    blue: Option<String>,
    /// Seed of dice and computer players, for a battle that can be played again; otherwise by chance
    #[arg(long)]
    seed: Option<u64>,
    /// Allow taking back your last choice at any time, past dice as well; the log says so
    #[arg(long)]
    take_backs: bool,
    /// Where the log is written when the battle ends or is left
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
}

/// The largest setup file.
const LARGEST: usize = 1 << 20;

pub(crate) fn run(args: Args, out: &Output) -> Done {
    if out.json() {
        return Err(Failure::usage("`play` talks to people")
            .remedy("programs drive battles through `caracole serve`; leave --json out"));
    }
    let chosen = args.scenario.as_deref().map(scenario::setup_of).transpose()?;
    let code = match (args.system.as_deref(), &chosen) {
        (Some(named), Some((code, _))) if named != *code => {
            return Err(Failure::usage(format!("this scenario is of {code}, not of {named}"))
                .remedy("leave --system out: the scenario names it"));
        }
        (_, Some((code, _))) => code,
        (named, None) => named.unwrap_or(caracole_systems::USUAL),
    };
    let system = systems::find(code)?;
    let setup = match (&args.setup, chosen) {
        (_, Some((_, setup))) => setup,
        (Some(path), None) => {
            let text = crate::files::read_text(path, LARGEST)?;
            serde_json::from_str(&text).map_err(|e| {
                Failure::new(e.to_string())
                    .at(format!("{}:{}", path.display(), e.line()))
                    .remedy(format!("`caracole schema {}/setup` prints its shape", system.code()))
            })?
        }
        (None, None) => system.random_setup(args.number).ok_or_else(|| {
            Failure::new(format!("{} has no ready setups", system.title())).remedy("give one with --setup")
        })?,
    };
    let mine = if args.side == "red" { Side::Red } else { Side::Blue };
    let seed = match args.seed {
        Some(number) => Seed::from_number(number),
        None => Seed(Bytes32(random_bytes()?)),
    };
    let chance = u64::from_le_bytes(seed.0.0.first_chunk().copied().unwrap_or_default());
    let player = |side: Side, given: &Option<String>| match given.as_deref() {
        Some("person") => Ok(Player::Person),
        None if side == mine => Ok(Player::Person),
        named => {
            let name = players::named_or_usual(system.code(), named.or(args.against.as_deref()))?.to_string();
            players::enlist(system.code(), &name, chance ^ side as u64).map(Player::Computer)
        }
    };
    let players = BySide { red: player(Side::Red, &args.red)?, blue: player(Side::Blue, &args.blue)? };
    let mut room = Room::open(system, setup, players, seed, args.take_backs)?;
    let stdin = std::io::stdin();
    let played = room.play(&mut stdin.lock(), out);
    if let Some(path) = &args.log {
        room.save(path)?;
        out.line(format!("The log is in {}.", path.display()));
    }
    played
}

/// Chance from the machine: the seed must not be guessable.
fn random_bytes() -> Result<[u8; 32], Failure> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|e| {
        Failure::new(format!("the machine gives no random numbers: {e}")).remedy("name a seed with --seed")
    })?;
    Ok(bytes)
}

/// One line from a person; `None` when the input ends.
fn ask(input: &mut impl BufRead, prompt: &str) -> Result<Option<String>, Failure> {
    use std::io::Write;
    let mut stdout = std::io::stdout().lock();
    let _ = write!(stdout, "{prompt}");
    let _ = stdout.flush();
    drop(stdout);
    let mut line = String::new();
    let mut limited = std::io::Read::take(&mut *input, 4096);
    match limited.read_line(&mut line)? {
        0 => Ok(None),
        _ => Ok(Some(line.trim().to_owned())),
    }
}
