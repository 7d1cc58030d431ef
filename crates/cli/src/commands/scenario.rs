//! `caracole scenario`: scenarios of whichever system, and the charts that a system is played by.

use crate::{
    failure::{Done, Failure},
    files::read_text,
    output::Output,
    systems::{scenario_ids, scenario_text},
};
use caracole_systems::{Block, Entry, Fault, Listed, Loaded, TABLE, of_template, owner_of, with_scenario};
use comfy_table::{
    Table,
    presets::{NOTHING, UTF8_HORIZONTAL_ONLY},
};
use serde_json::json;
use std::{
    fs::OpenOptions,
    io::Write,
    path::{Path, PathBuf},
};

/// List, show, check and write scenarios, and see what charts rest on
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Replace charts by those of a file; may be given several times
    #[arg(long, value_name = "FILE", global = true)]
    charts: Vec<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "Examples:
  caracole scenario list                        the scenarios that come with the program
  caracole scenario show naseby                 armies, wings, orders and victory
  caracole scenario new my-battle.toml          write a small scenario to start from
  caracole scenario new my.toml --from naseby   start from one of the program's
  caracole scenario check my-battle.toml        every fault, with its line and how to mend it
  caracole scenario new fight.toml --from mill-field     a battle of Field of Glory Renaissance to start from
  caracole scenario charts --charts card.toml   what each chart rests on, with yours in place
  caracole scenario charts SYSTEM --why         the charts of another system, with the reasons";

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// The scenarios that come with the program
    List,
    /// Armies, wings, orders and victory of a scenario
    Show(Source),
    /// Check a scenario file
    Check(Source),
    /// Write a new scenario file
    New(New),
    /// The charts and what their values rest on
    Charts(ChartList),
}

/// Which scenario.
#[derive(Debug, clap::Args)]
struct Source {
    /// An id such as naseby, or a file (- for standard input)
    #[arg(value_name = "ID|FILE")]
    scenario: String,
}

#[derive(Debug, clap::Args)]
struct New {
    /// The file to write
    file: PathBuf,
    /// Start from a scenario of the program instead of the small one
    #[arg(long, value_name = "ID")]
    from: Option<String>,
    /// Overwrite a file that is there
    #[arg(long)]
    force: bool,
}

#[derive(Debug, clap::Args)]
struct ChartList {
    /// System whose charts are listed; the one that newcomers are offered if left out
    system: Option<String>,
    /// Say also why the values are what they are
    #[arg(long)]
    why: bool,
}

/// The largest file that is read.
const MOST_BYTES: usize = 4_000_000;

pub(crate) fn run(args: Args, out: &Output) -> Done {
    let charts = Charts::read(&args.charts)?;
    match args.command {
        Command::List => list(&charts, out),
        Command::Show(source) => show(&*load(&source.scenario, &charts)?.1, out),
        Command::Check(source) => check(&source.scenario, &*load(&source.scenario, &charts)?.1, out),
        Command::New(new) => write_new(&new, out),
        Command::Charts(wish) => list_charts(&charts, &wish, out),
    }
}

/// Files of charts that take the place of the program's: name and text.
#[derive(Debug, Default)]
pub(crate) struct Charts(Vec<(String, String)>);

impl Charts {
    pub(crate) fn read(files: &[PathBuf]) -> Result<Self, Failure> {
        let read = |file: &PathBuf| Ok((file.display().to_string(), read_text(file, MOST_BYTES)?));
        files.iter().map(read).collect::<Result<_, Failure>>().map(Charts)
    }

    fn texts(&self) -> Vec<(&str, &str)> {
        self.0.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect()
    }
}

type Found = (&'static Entry, Box<dyn Loaded>);

/// A scenario of the program; `None` if there is none with this id.
pub(crate) fn of_program(id: &str, charts: &Charts) -> Option<Result<Found, Failure>> {
    let entry = with_scenario(id)?;
    let text = entry.scenarios().text(id)?;
    Some(load_text(entry, id, text, charts))
}

/// The scenario of a text, by the rules of the system that it belongs to.
pub(crate) fn load_text(
    entry: &'static Entry,
    name: &str,
    text: &str,
    charts: &Charts,
) -> Result<Found, Failure> {
    let loaded = entry.scenarios().load(name, text, &charts.texts());
    loaded.map(|loaded| (entry, loaded)).map_err(|faults| refused(name, &faults))
}

/// A scenario by its id, or from a file. A file of no known shape is read as a new scenario would be written.
pub(crate) fn load(source: &str, charts: &Charts) -> Result<Found, Failure> {
    if let Some(known) = of_program(source, charts) {
        return known;
    }
    let path = Path::new(source);
    if source != "-" && !source.contains(['.', '/']) && !path.exists() {
        return Err(Failure::new(format!("there is no scenario \"{source}\""))
            .remedy(format!("one of: {}; or name a file", scenario_ids().join(", "))));
    }
    let text = read_text(path, MOST_BYTES)?;
    let entry = owner_of(&text).or_else(|| of_template().map(|(entry, _)| entry));
    let entry = entry.ok_or_else(|| Failure::new("no system has scenarios"))?;
    load_text(entry, source, &text, charts)
}

/// One failure that names every fault.
fn refused(source: &str, faults: &[Fault]) -> Failure {
    match faults {
        [only] => Failure::new(only.wrong.clone()).at(only.place.clone()).remedy(only.remedy.clone()),
        all => {
            let line = |f: &Fault| format!("  {}: {}\n    help: {}", f.place, f.wrong, f.remedy);
            let lines: Vec<String> = all.iter().map(line).collect();
            Failure::new(format!("{} faults:\n{}", all.len(), lines.join("\n")))
                .at(source)
                .remedy("mend them one by one and check again")
        }
    }
}

/// The system of a scenario and the setup that it starts from.
pub(crate) fn setup_of(source: &str) -> Result<(&'static str, serde_json::Value), Failure> {
    let (entry, loaded) = load(source, &Charts::default())?;
    Ok((entry.code(), loaded.setup()))
}

fn list(charts: &Charts, out: &Output) -> Done {
    let mut table = Table::new();
    let header = ["id", "battle", "system", "turns", "map", "units", "points"];
    table.load_style(UTF8_HORIZONTAL_ONLY).set_header(header);
    let mut answers = Vec::new();
    for id in scenario_ids() {
        let Some(found) = of_program(id, charts) else { continue };
        let (entry, loaded) = found?;
        let Listed { title, turns, size, units, strength, json } = loaded.listed();
        table.add_row([id.to_owned(), title, entry.code().to_owned(), turns, size, units, strength]);
        answers.push(json);
    }
    if out.json() {
        out.print_json(&answers);
    } else {
        out.line(table);
    }
    Ok(())
}

fn show(loaded: &dyn Loaded, out: &Output) -> Done {
    if out.json() {
        out.print_json(&loaded.shown_json());
        return Ok(());
    }
    for block in loaded.shown() {
        match block {
            Block::Line(line) => out.line(line),
            Block::Table(head, rows) => {
                let mut table = Table::new();
                table.load_style(UTF8_HORIZONTAL_ONLY).set_header(head).add_rows(rows);
                out.line(table);
            }
        }
    }
    Ok(())
}

fn check(source: &str, loaded: &dyn Loaded, out: &Output) -> Done {
    if out.json() {
        out.print_json(&loaded.figures_json());
    } else {
        out.line(format!("{source} is sound: {}", loaded.figures()));
    }
    Ok(())
}

fn write_new(args: &New, out: &Output) -> Done {
    let text = match &args.from {
        None => of_template().map(|(_, text)| text).ok_or_else(|| Failure::new("there is no template"))?,
        Some(id) => scenario_text(id).ok_or_else(|| {
            Failure::usage(format!("there is no scenario \"{}\"", id.chars().take(40).collect::<String>()))
                .at("--from")
                .remedy(format!("one of: {}", scenario_ids().join(", ")))
        })?,
    };
    let shown = args.file.display().to_string();
    let mut options = OpenOptions::new();
    options.write(true);
    if args.force {
        options.create(true).truncate(true);
    } else {
        options.create_new(true);
    }
    let mut file = options.open(&args.file).map_err(|e| match e.kind() {
        std::io::ErrorKind::AlreadyExists => Failure::new("there is a file of this name already")
            .at(shown.clone())
            .remedy("choose another name, or overwrite it with --force"),
        std::io::ErrorKind::NotFound => Failure::new("the folder does not exist")
            .at(shown.clone())
            .remedy("make the folder first, or choose another"),
        _ => Failure::new(format!("cannot be written: {e}")).at(shown.clone()),
    })?;
    file.write_all(text.as_bytes())?;
    if out.json() {
        out.print_json(&json!({ "file": shown }));
    } else {
        out.line(format!("{shown} written; edit it, then: caracole scenario check {shown}"));
    }
    Ok(())
}

/// The system of this code, which has charts.
fn with_charts(code: Option<&str>) -> Result<&'static Entry, Failure> {
    let has_charts = |entry: &&Entry| entry.scenarios().charts(&[]).is_ok_and(|charts| !charts.is_empty());
    let wanted = code.unwrap_or(caracole_systems::USUAL);
    TABLE.iter().filter(has_charts).find(|entry| entry.code() == wanted).ok_or_else(|| {
        let codes: Vec<_> = TABLE.iter().filter(has_charts).map(Entry::code).collect();
        Failure::usage(format!(
            "there are no charts of system `{}`",
            wanted.chars().take(40).collect::<String>()
        ))
        .remedy(format!("charts of these systems can be listed: {}", codes.join(", ")))
    })
}

fn list_charts(charts: &Charts, wish: &ChartList, out: &Output) -> Done {
    let entry = with_charts(wish.system.as_deref())?;
    let all = entry.scenarios().charts(&charts.texts()).map_err(|faults| refused("the charts", &faults))?;
    if out.json() {
        let all = all.iter().map(|chart| {
            json!({
                "key": chart.key, "title": chart.title, "rule": chart.rule, "basis": chart.basis,
                "confidence": chart.confidence, "why": chart.why, "file": chart.file,
            })
        });
        out.print_json(&all.collect::<Vec<_>>());
        return Ok(());
    }
    let mut table = Table::new();
    table.load_style(NOTHING).set_header(["chart", "title", "rests on", "like the card?", "rule"]);
    for chart in &all {
        let basis = match &chart.file {
            Some(file) => format!("user: {file}"),
            None => chart.basis.to_owned(),
        };
        table.add_row([
            chart.key.to_owned(),
            chart.title.clone(),
            basis,
            chart.confidence.unwrap_or("-").to_owned(),
            chart.rule.to_string(),
        ]);
    }
    out.line(table);
    if wish.why {
        for chart in &all {
            out.line(format!("\n{}", chart.title));
            for why in &chart.why {
                out.line(format!("  {why}"));
            }
        }
    }
    Ok(())
}
