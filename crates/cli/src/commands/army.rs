//! `caracole army`: army lists.

mod check;
mod list;
mod new;
mod price;
mod random;
mod sheet;
mod show;
mod table;

use crate::{
    failure::{Done, Failure},
    files::read_text,
    output::Output,
};
use caracole_fog::army::{self, Army, ArmyReadings, Problem};
use std::path::Path;

/// List, show, build, check and price armies
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "Examples:
  caracole army list                                  the armies that come with the program
  caracole army price fogr/new-model-1645             what an army costs, and why
  caracole army new my-army.toml --book fogr          write a small army to start from
  caracole army check my-army.toml                    every rule it breaks, and how to mend it
  caracole army show my-army.toml -o my-army.svg      a sheet to print
  caracole army random retg -o by-chance.toml         an army by chance";

#[derive(Debug, clap::Subcommand)]
enum Command {
    List(list::Args),
    Show(show::Args),
    New(new::Args),
    Check(check::Args),
    Price(price::Args),
    Random(random::Args),
}

pub(crate) fn run(args: Args, out: &Output) -> Done {
    match args.command {
        Command::List(args) => list::run(&args, out),
        Command::Show(args) => show::run(&args, out),
        Command::New(args) => new::run(&args, out),
        Command::Check(args) => check::run(&args, out),
        Command::Price(args) => price::run(&args, out),
        Command::Random(args) => random::run(&args, out),
    }
}

/// Which army, and by which rules.
#[derive(Debug, clap::Args)]
struct Source {
    /// A built-in id such as fogr/new-model-1645, or a file (TOML or JSON; - for standard input)
    #[arg(value_name = "ID|FILE")]
    army: String,
    /// Allow what the rules forbid, and mark it
    #[arg(long)]
    house_rules: bool,
    /// Choose another reading of an unclear rule; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
}

/// An army that may be used: legal, or allowed by house rules.
struct Admitted {
    army: Army,
    readings: ArmyReadings,
    /// What only house rules allow.
    house_rules: Vec<Problem>,
}

/// The largest army file read.
const MOST_BYTES: usize = 1 << 20;

impl Source {
    fn readings(&self) -> Result<ArmyReadings, Failure> {
        let mut readings = ArmyReadings::default();
        for option in &self.options {
            readings.set(option).map_err(|e| {
                Failure::usage(format!("no reading is called {}", e.written))
                    .at("--option")
                    .remedy(format!("the options, defaults first: {}", e.choices.join("; ")))
            })?;
        }
        Ok(readings)
    }

    /// The army, if it belongs to a system whose armies the table builds.
    fn of_table(&self) -> Result<Option<table::Chosen>, Failure> {
        table::chosen(&self.army)
    }

    /// Reads the army; whether it is legal is another question.
    fn load(&self) -> Result<Army, Failure> {
        if let Some(army) = army::builtin(&self.army) {
            return Ok(army);
        }
        let path = Path::new(&self.army);
        if self.army != "-" && !path.exists() {
            let ids = table::every_id();
            return Err(Failure::new("there is neither a built-in army nor a file of this name")
                .at(self.army.chars().take(200).collect::<String>())
                .remedy(format!("built-in armies: {}", ids.join(", "))));
        }
        let text = read_text(path, MOST_BYTES)?;
        army::read_army(&text).map_err(|e| {
            let place = match (e.line, e.column) {
                (Some(line), Some(column)) => format!("{}:{line}:{column}", path.display()),
                _ => path.display().to_string(),
            };
            Failure::new(e.problem.lines().next().unwrap_or("malformed").to_owned())
                .at(place)
                .remedy(e.remedy)
        })
    }

    /// Reads the army and refuses it if it is illegal, unless house rules allow it.
    fn admit(&self) -> Result<Admitted, Failure> {
        let readings = self.readings()?;
        let army = self.load()?;
        let problems = army::check(&army, &readings);
        if !problems.is_empty() && !self.house_rules {
            return Err(refused(&self.army, &problems));
        }
        Ok(Admitted { army, readings, house_rules: problems })
    }
}

/// The failure that names every broken rule.
fn refused(source: &str, problems: &[Problem]) -> Failure {
    let Some(first) = problems.first() else { return Failure::new("the army is legal") };
    if let [only] = problems {
        return of_problem(source, only);
    }
    let all: Vec<String> = problems.iter().map(|p| format!("\n  {p}")).collect();
    Failure::new(format!("the army breaks {} rules, the first of them", problems.len()))
        .at(source.to_owned())
        .rule(first.refusal.rule.id())
        .remedy(format!("mend these, or allow them with --house-rules:{}", all.concat()))
}

fn of_problem(source: &str, problem: &Problem) -> Failure {
    let facts: Vec<String> =
        problem.refusal.facts.iter().map(|f| format!("{}: {}", f.name, f.value)).collect();
    let facts = if facts.is_empty() { String::new() } else { format!(" [{}]", facts.join(", ")) };
    Failure::new(format!("{}{facts}", problem.refusal.problem))
        .at(format!("{source}: {}", problem.place))
        .rule(problem.refusal.rule.id())
        .remedy(problem.refusal.remedy.to_string())
}

/// Tells which rules the army breaks by house rules, and on which readings its numbers rest.
fn footnotes(admitted: &Admitted, used: &[army::ReadingUsed], out: &Output) {
    for reading in used {
        out.line(format!("Reading: {} = {} ({})", reading.option, reading.value, reading.rule));
    }
    for problem in &admitted.house_rules {
        out.line(format!("House rule: {problem}"));
    }
}
