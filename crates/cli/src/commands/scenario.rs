//! `caracole scenario`: scenarios of both systems that have them, and the charts that Musket & Pike is played by.

pub(crate) mod fogr;

use crate::{
    failure::{Done, Failure},
    files::read_text,
    output::Output,
};
use caracole_kernel::{BySide, Side};
use caracole_musketpike::{
    charts::{Charts, Word},
    counters::UnitArm,
    document::{Fault, Faults, MOST_BYTES},
    scenario::{LIBRARY, Scenario, TEMPLATE, UnitStart, text_of},
};
use comfy_table::{
    Table,
    presets::{NOTHING, UTF8_HORIZONTAL_ONLY},
};
use serde::Serialize;
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
  caracole scenario charts --charts card.toml   what each chart rests on, with yours in place";

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
    /// Say also why the values are what they are
    #[arg(long)]
    why: bool,
}

pub(crate) fn run(args: Args, out: &Output) -> Done {
    let charts = read_charts(&args.charts)?;
    match args.command {
        Command::List => list(&charts, out),
        Command::Show(source) => match fogr::load(&source.scenario)? {
            Some(ready) => fogr::show(&ready, out),
            None => show(&load(&source.scenario, &charts)?, out),
        },
        Command::Check(source) => match fogr::load(&source.scenario)? {
            Some(ready) => fogr::check(&source.scenario, &ready, out),
            None => check(&source.scenario, &load(&source.scenario, &charts)?, out),
        },
        Command::New(new) => write_new(&new, out),
        Command::Charts(wish) => list_charts(&charts, &wish, out),
    }
}

/// The charts of the program with those of the user's files in their place.
pub(crate) fn read_charts(files: &[PathBuf]) -> Result<Charts, Failure> {
    let mut texts = Vec::with_capacity(files.len());
    for file in files {
        texts.push((file.display().to_string(), read_text(file, MOST_BYTES)?));
    }
    let borrowed: Vec<(&str, &str)> =
        texts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    Charts::read(&borrowed).map_err(|faults| refused("the charts", &faults))
}

/// A scenario by its id, or from a file.
pub(crate) fn load(source: &str, charts: &Charts) -> Result<Scenario, Failure> {
    if let Some(known) = Scenario::by_id(source, charts) {
        return known.map_err(|faults| refused(source, &faults));
    }
    let path = Path::new(source);
    if source != "-" && !source.contains(['.', '/']) && !path.exists() {
        return Err(Failure::new(format!("there is no scenario \"{source}\"")).remedy(format!(
            "one of: {}, {}; or name a file",
            ids().join(", "),
            fogr::ids().join(", ")
        )));
    }
    let text = read_text(path, MOST_BYTES)?;
    Scenario::read(source, &text, charts).map_err(|faults| refused(source, &faults))
}

fn ids() -> Vec<&'static str> {
    LIBRARY.iter().map(|(id, _)| *id).collect()
}

/// One failure that names every fault.
pub(crate) fn refused(source: &str, faults: &Faults) -> Failure {
    let of = |fault: &Fault| {
        let place = if fault.place.is_empty() { String::new() } else { format!(": {}", fault.place) };
        format!("{}:{}{place}", fault.file, fault.line)
    };
    match faults.0.as_slice() {
        [only] => Failure::new(only.wrong.clone()).at(of(only)).remedy(only.remedy.clone()),
        all => {
            let lines: Vec<String> =
                all.iter().map(|f| format!("  {}: {}\n    help: {}", of(f), f.wrong, f.remedy)).collect();
            Failure::new(format!("{} faults:\n{}", all.len(), lines.join("\n")))
                .at(source)
                .remedy("mend them one by one and check again")
        }
    }
}

/// A side in figures.
#[derive(Debug, Clone, Copy, Default, Serialize)]
struct Figures {
    units: usize,
    strength: u32,
    guns: usize,
}

fn figures(scenario: &Scenario) -> BySide<Figures> {
    BySide::new_with(|side| {
        let mut figures = Figures::default();
        for unit in scenario.units.iter().filter(|unit| unit.side == side) {
            figures.units += 1;
            figures.strength += unit.unit_type.strength().map_or(0, |strength| u32::from(strength.0));
            figures.guns += usize::from(unit.unit_type.arm() == UnitArm::Artillery);
        }
        figures
    })
}

fn list(charts: &Charts, out: &Output) -> Done {
    let mut table = Table::new();
    let header = ["id", "battle", "system", "turns", "map", "units", "points"];
    table.load_style(UTF8_HORIZONTAL_ONLY).set_header(header);
    let mut answers = Vec::new();
    for id in ids() {
        let scenario = load(id, charts)?;
        let (columns, rows) = (scenario.map.columns(), scenario.map.rows());
        let (wide, high) = (columns.1 - columns.0 + 1, rows.1 - rows.0 + 1);
        let both = figures(&scenario);
        let title = match scenario.date.as_str() {
            "" => scenario.title.clone(),
            date => format!("{}, {date}", scenario.title),
        };
        table.add_row([
            id.to_owned(),
            title,
            "mpbs".to_owned(),
            scenario.turns.to_string(),
            format!("{wide} x {high} hexes"),
            format!("{} + {}", both.red.units, both.blue.units),
            format!("{} + {}", both.red.strength, both.blue.strength),
        ]);
        answers.push(json!({
            "id": id, "system": "mpbs", "title": scenario.title, "date": scenario.date, "turns": scenario.turns,
            "columns": wide, "rows": high, "armies": both,
        }));
    }
    fogr::list(&mut table, &mut answers)?;
    if out.json() {
        out.print_json(&answers);
    } else {
        out.line(table);
    }
    Ok(())
}

/// The system of a scenario and the setup that it starts from.
pub(crate) fn setup_of(source: &str) -> Result<(&'static str, serde_json::Value), Failure> {
    if let Some(ready) = fogr::load(source)? {
        return Ok(("fogr", serde_json::to_value(&ready.setup).map_err(|e| Failure::new(e.to_string()))?));
    }
    load(source, &read_charts(&[])?)?;
    let scenario = match text_of(source) {
        Some(_) => json!({ "id": source }),
        None => json!({ "text": read_text(Path::new(source), MOST_BYTES)? }),
    };
    Ok(("mpbs", json!({ "scenario": scenario })))
}

/// A wing as it is shown.
#[derive(Debug, Serialize)]
struct WingLine {
    army: Side,
    wing: String,
    commander: String,
    rating: i8,
    orders: &'static str,
    units: usize,
    strength: u32,
    reinforcements: usize,
}

fn wing_lines(scenario: &Scenario) -> Vec<WingLine> {
    let line = |(id, start): (_, &caracole_musketpike::scenario::WingStart)| {
        let wing = scenario.wing(id);
        let leader = scenario.leader(wing.commander);
        let mut line = WingLine {
            army: wing.side,
            wing: wing.name.clone(),
            commander: leader.name.clone(),
            rating: leader.rating.0,
            orders: start.orders.name(),
            units: 0,
            strength: 0,
            reinforcements: 0,
        };
        for (unit, start) in scenario.units.iter().zip(&scenario.unit_starts).filter(|(u, _)| u.wing == id) {
            line.units += 1;
            line.strength += unit.unit_type.strength().map_or(0, |strength| u32::from(strength.0));
            line.reinforcements += usize::from(matches!(start, UnitStart::Reinforcement { .. }));
        }
        line
    };
    scenario.wing_ids().zip(&scenario.wing_starts).map(line).collect()
}

fn show(scenario: &Scenario, out: &Output) -> Done {
    let wings = wing_lines(scenario);
    if out.json() {
        out.print_json(&json!({
            "id": scenario.id, "title": scenario.title, "date": scenario.date, "about": scenario.about.trim(),
            "turns": scenario.turns, "armies": figures(scenario), "wings": wings,
        }));
        return Ok(());
    }
    out.line(match scenario.date.as_str() {
        "" => scenario.title.clone(),
        date => format!("{}, {date}", scenario.title),
    });
    if !scenario.about.trim().is_empty() {
        out.line(format!("\n{}\n", scenario.about.trim()));
    }
    for side in Side::BOTH {
        let (army, count) = (&scenario.armies[side], figures(scenario)[side]);
        let commander = army.commander.map_or_else(String::new, |id| {
            let leader = scenario.leader(id);
            format!(" under {} ({})", leader.name, leader.rating.0)
        });
        out.line(format!(
            "{} ({side}){commander}: {} units, {} points, {} batteries",
            army.name, count.units, count.strength, count.guns
        ));
    }
    let mut table = Table::new();
    table.load_style(UTF8_HORIZONTAL_ONLY).set_header([
        "army",
        "wing",
        "commander",
        "historical orders",
        "units",
        "points",
    ]);
    for wing in &wings {
        let units = match wing.reinforcements {
            0 => wing.units.to_string(),
            later => format!("{} ({later} later)", wing.units),
        };
        table.add_row([
            wing.army.to_string(),
            wing.wing.clone(),
            format!("{} ({})", wing.commander, wing.rating),
            wing.orders.to_owned(),
            units,
            wing.strength.to_string(),
        ]);
    }
    out.line(table);
    out.line(format!(
        "{} turns. Victory: the points of {} less those of {}.",
        scenario.turns,
        scenario.armies[scenario.victory.first].name,
        scenario.armies[scenario.victory.first.other()].name
    ));
    Ok(())
}

fn check(source: &str, scenario: &Scenario, out: &Output) -> Done {
    let both = figures(scenario);
    if out.json() {
        out.print_json(&json!({ "sound": true, "id": scenario.id, "armies": both }));
    } else {
        out.line(format!(
            "{source} is sound: {}, {} turns, {} hexes, {} and {} units",
            scenario.title,
            scenario.turns,
            scenario.map.len(),
            both.red.units,
            both.blue.units
        ));
    }
    Ok(())
}

fn write_new(args: &New, out: &Output) -> Done {
    let text = match &args.from {
        None => TEMPLATE,
        Some(id) => text_of(id).or_else(|| fogr::text_of(id)).ok_or_else(|| {
            Failure::usage(format!("there is no scenario \"{}\"", id.chars().take(40).collect::<String>()))
                .at("--from")
                .remedy(format!("one of: {}, {}", ids().join(", "), fogr::ids().join(", ")))
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

fn list_charts(charts: &Charts, wish: &ChartList, out: &Output) -> Done {
    if out.json() {
        let all: Vec<_> = charts
            .sources
            .iter()
            .map(|source| {
                json!({
                    "key": source.key.key(), "title": source.title, "rule": source.key.rule(),
                    "basis": source.basis.key(), "confidence": source.confidence.map(Word::key),
                    "why": source.why, "file": source.file,
                })
            })
            .collect();
        out.print_json(&all);
        return Ok(());
    }
    let mut table = Table::new();
    table.load_style(NOTHING).set_header(["chart", "title", "rests on", "like the card?", "rule"]);
    for source in &charts.sources {
        let basis = match &source.file {
            Some(file) => format!("user: {file}"),
            None => source.basis.key().to_owned(),
        };
        table.add_row([
            source.key.key().to_owned(),
            source.title.clone(),
            basis,
            source.confidence.map_or("-", Word::key).to_owned(),
            source.key.rule().to_string(),
        ]);
    }
    out.line(table);
    if wish.why {
        for source in &charts.sources {
            out.line(format!("\n{}", source.title));
            for why in &source.why {
                out.line(format!("  {why}"));
            }
        }
    }
    Ok(())
}
