//! `caracole replay`: replay a recorded battle and check it.

use crate::{
    commands::odds::combat::effect,
    failure::{Done, Failure},
    files,
    output::Output,
    systems,
};
use caracole_kernel::{
    AnyReplay, Viewer,
    log::{self, Dice, Hashes, Limits, Log},
};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Replay a recorded battle: every step is checked against the rules, every state hash compared
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  caracole replay battle.log                 tell the battle
  caracole replay battle.log --verify        only check it
  caracole replay battle.log --viewer red    tell it as red saw it
  caracole replay battle.log --to 40 --json  the state after entry 40")]
pub(crate) struct Args {
    /// The log (`-` for standard input)
    log: PathBuf,
    /// Check the log and print only the verdict
    #[arg(long)]
    verify: bool,
    /// Stop after this entry
    #[arg(long, value_name = "ENTRY")]
    to: Option<usize>,
    /// Whose eyes to see it with; a finished battle has no secrets left, an unfinished one does
    #[arg(long, default_value = "spectator")]
    viewer: ViewerArg,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum ViewerArg {
    Red,
    Blue,
    Spectator,
}

impl From<ViewerArg> for Viewer {
    fn from(viewer: ViewerArg) -> Self {
        match viewer {
            ViewerArg::Red => Viewer::Red,
            ViewerArg::Blue => Viewer::Blue,
            ViewerArg::Spectator => Viewer::Spectator,
        }
    }
}

pub(crate) fn run(args: Args, out: &Output) -> Done {
    let mut log = read_log(&args.log)?;
    if let Some(to) = args.to
        && to < log.entries.len()
    {
        log.entries.truncate(to);
        log.end = None;
        log.damage = None;
    }
    let damage = log.damage.take();
    let system = systems::find(&log.header.system)?;
    let replay = system.replay(log).map_err(|fault| Failure::new(fault.to_string()).at(shown(&args.log)))?;
    if out.json() {
        out.print_json(&report_json(&replay, &args));
    } else {
        report_text(&replay, &args, out);
    }
    let place = shown(&args.log);
    if let Some(fault) = &replay.fault {
        return Err(Failure::new(fault.to_string())
            .at(place)
            .remedy("everything before that entry was replayed and is sound"));
    }
    match damage {
        Some(damage) => Err(Failure::new(damage.to_string()).at(place).remedy(damage.remedy())),
        None => Ok(()),
    }
}

/// Reads a log file; what is wrong with it beyond the header stays in the log's `damage`.
pub(crate) fn read_log(path: &Path) -> Result<Log, Failure> {
    let limits = Limits::default();
    let bytes = files::read_bytes(path, limits.bytes)?;
    log::read(&bytes, limits)
        .map_err(|damage| Failure::new(damage.to_string()).at(shown(path)).remedy(damage.remedy()))
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// What was made of the hashes, in words.
fn hashes(hashes: Hashes) -> String {
    match hashes {
        Hashes::Equal(n) => format!("{n} state hashes compared, all equal"),
        Hashes::OtherLayout(layout) => format!(
            "hashes not compared: they were made with layout {layout} of the state; every step was checked"
        ),
        Hashes::Migrated => "hashes not compared: the log was brought up from older rules".to_owned(),
    }
}

/// What was made of the dice, in words.
pub(crate) fn dice(dice: Dice) -> String {
    match dice {
        Dice::Verified(n) => format!("{n} throws recomputed from seed and nonces, all equal"),
        Dice::Sealed => {
            "the seed has not been shown yet; the dice can be verified after the battle".to_owned()
        }
        Dice::Unpromised => "the dice came from elsewhere and cannot be verified".to_owned(),
    }
}

fn report_json(replay: &AnyReplay, args: &Args) -> Value {
    let viewer = args.viewer.into();
    let session = &replay.session;
    let mut report = json!({
        "system": session.system(),
        "entries": session.entries(),
        "hash": session.hash(),
        "hashes": hashes(replay.hashes),
        "dice": dice(replay.dice),
        "migrations": replay.migrations,
        "outcome": session.outcome(),
        "fault": replay.fault.as_ref().map(ToString::to_string),
    });
    if !args.verify {
        report["awaiting"] = json!(session.awaiting(viewer));
        report["view"] = session.view(viewer);
        report["report"] = json!(session.report(viewer, 0));
    }
    report
}

fn report_text(replay: &AnyReplay, args: &Args, out: &Output) {
    let session = &replay.session;
    if !args.verify {
        for seen in session.report(args.viewer.into(), 0) {
            let rules: Vec<_> = seen.sentence.rules.iter().map(ToString::to_string).collect();
            out.line(format_args!("{:>6}  {}  [{}]", seen.entry, seen.sentence.text, rules.join(", ")));
            for tally in seen.sentence.tallies.iter().filter(|t| !t.lines.is_empty()) {
                out.line(format_args!("          {}: {}", tally.of, tally.total()));
                for line in &tally.lines {
                    out.line(format_args!(
                        "            {} {} ({})",
                        effect(line.effect),
                        line.label,
                        line.rule
                    ));
                }
            }
        }
    }
    out.line(format_args!("{} entries replayed; {}", session.entries(), hashes(replay.hashes)));
    out.line(dice(replay.dice));
    for note in &replay.migrations {
        out.line(format_args!("migrated: {note}"));
    }
    match session.outcome() {
        Some(outcome) => {
            let winner = outcome.winner.map_or("nobody".to_owned(), |side| side.to_string());
            out.line(format_args!("{winner} won: {} ({})", outcome.how, outcome.rule));
        }
        None => out.line("the battle is not over"),
    }
}
