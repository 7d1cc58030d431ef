//! `caracole referee`: rulings on a position.

use super::odds::combat::lines;
use crate::{
    failure::{Done, Failure},
    files::read_text,
    output::Output,
    systems,
};
use caracole_referee::{
    CourseFile, FileKind, HexFile, Point, RefereeError, Rulings, Verdict, rule_on_course,
};
use caracole_systems::{rule_on_hexes, rule_on_position};
use owo_colors::OwoColorize;
use std::path::PathBuf;

/// The largest file that is read.
const LARGEST: usize = 1 << 20;

/// Ask for rulings on a position: what is legal, who fights, at what odds, and what dice do
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Position file with questions, or the course of a battle (TOML or JSON; - for standard input)
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

const EXAMPLES: &str = "Examples:
  caracole referee position.toml
  caracole referee position.toml --json
  caracole draw position.toml -o position.png      the same file as a picture

A position file ends with questions:
  [[question]]
  ask = \"charge\"                          # is it legal, and why not?
  group = \"cavaliers\"
  targets = [\"foot\"]
  wheel = { hand = \"left\", degrees = 10 }
  [[question]]
  ask = \"fight\"                           # what is rolled, at what advantage, with what odds
  phase = \"melee\"
  [[question]]
  ask = \"dice\"                            # what these dice do
  phase = \"shooting\"
  dice = [6, 5, 2, 1]
Others are contact, shoot, flank, support, move and legal: `caracole schema position`.

A position on hexes (mpbs) is a scenario and what has changed:
  system = \"mpbs\"
  scenario = \"learning\"                   # or a scenario file
  [[unit]]
  code = \"R1\"
  at = \"1204\"
  morale = \"shaken\"
  [[question]]
  ask = \"attack\"                          # is it legal, at what modifiers, with what odds
  units = [\"R1\"]
  target = \"B5\"
Others are sight, zones, command, fire, move and wing: `caracole schema hexes`.

The course of a battle of any system has `system`, `setup`, [[step]] and [[question]] with
`ask` awaiting, choices, legal, dice or report: `caracole schema course`.";

pub(crate) fn run(args: Args, out: &Output) -> Done {
    let text = read_text(&args.file, LARGEST)?;
    let place = args.file.display().to_string();
    let rulings = match FileKind::of(&text) {
        FileKind::Position => position(&text, &place, out)?,
        FileKind::Course => course(&text, &place)?,
        FileKind::Hexes => hexes(&text, &place)?,
    };
    match out.json() {
        true => out.print_json(&rulings),
        false => tell(&rulings, out),
    }
    Ok(())
}

fn position(text: &str, place: &str, out: &Output) -> Result<Rulings, Failure> {
    let position = caracole_systems::read_position(text).map_err(|e| super::draw::refuse(place, &e, out))?;
    if position.questions.is_empty() {
        return Err(Failure::new("the file asks nothing")
            .at(place)
            .remedy("add [[question]] entries; `caracole referee --help` shows some"));
    }
    rule_on_position(&position).map_err(|e| failure(e, place))
}

fn course(text: &str, place: &str) -> Result<Rulings, Failure> {
    let file: CourseFile = parsed(text, place, "course")?;
    rule_on_course(&file, systems::find(&file.system)?).map_err(|e| failure(e, place))
}

fn hexes(text: &str, place: &str) -> Result<Rulings, Failure> {
    let file: HexFile = parsed(text, place, "hexes")?;
    let scenario = match systems::scenario_text(&file.scenario) {
        Some(known) => known.to_owned(),
        None => read_text(file.scenario.as_ref(), LARGEST)?,
    };
    rule_on_hexes(&file, &scenario).map_err(|e| failure(e, place))
}

/// Reads a file of TOML or JSON.
fn parsed<T: serde::de::DeserializeOwned>(text: &str, place: &str, schema: &str) -> Result<T, Failure> {
    let unreadable = |line: usize, problem: String| {
        Failure::new(problem)
            .at(format!("{place}:{line}"))
            .remedy(format!("`caracole schema {schema}` prints every field"))
    };
    if text.trim_start().starts_with('{') {
        return serde_json::from_str(text).map_err(|e| unreadable(e.line(), e.to_string()));
    }
    toml::from_str(text).map_err(|e| {
        let before = e.span().and_then(|s| text.get(..s.start)).unwrap_or_default();
        unreadable(before.matches('\n').count() + 1, e.message().to_owned())
    })
}

fn failure(error: RefereeError, place: &str) -> Failure {
    match error {
        RefereeError::Refused { place: inner, refusal } => {
            let place = if inner.is_empty() { place.to_owned() } else { format!("{place}: {inner}") };
            let facts: Vec<String> =
                refusal.facts.iter().map(|f| format!("{}: {}", f.name, f.value)).collect();
            let facts = if facts.is_empty() { String::new() } else { format!(" ({})", facts.join(", ")) };
            Failure::new(format!("{}{facts}", refusal.problem))
                .at(place)
                .remedy(refusal.remedy.clone())
                .rule(refusal.rule.id())
        }
        RefereeError::Unusable { place: inner, problem, remedy } => {
            Failure::new(problem).at(format!("{place}: {inner}")).remedy(remedy)
        }
    }
}

fn tell(rulings: &Rulings, out: &Output) {
    if !rulings.title.is_empty() {
        out.line(&rulings.title);
    }
    for (n, ruling) in rulings.rulings.iter().enumerate() {
        if n > 0 || !rulings.title.is_empty() {
            out.line("");
        }
        let verdict = match ruling.verdict {
            Verdict::Legal => " Yes.",
            Verdict::Refused => " No.",
            Verdict::Answered => "",
        };
        let heading = format!("{}{verdict}", ruling.question);
        out.line(if out.colour() { heading.bold().to_string() } else { heading });
        for point in &ruling.points {
            tell_point(point, out);
        }
    }
}

fn tell_point(point: &Point, out: &Output) {
    let rules: Vec<&str> = point.rules.iter().map(|r| r.id()).collect();
    let rules = if rules.is_empty() { String::new() } else { format!("  {}", rules.join(", ")) };
    out.line(format!("  {}{rules}", point.text));
    for tally in &point.tallies {
        out.line(format!("    {}: {}", tally.of, tally.total()));
        lines(tally, out);
    }
}
