//! `caracole odds combat`: what can become of a fight.

use super::told;
use crate::{
    failure::{Done, Failure},
    files::read_text,
    output::Output,
};
use caracole_fog::{
    ask::{Combat, combat, course_value, name_of, part_value},
    combat::{CombatResult, Condition, Conditions, FightFile, Kind, Mattered, ask::AskError},
    troops::Cohesion,
};
use caracole_kernel::{Side, Tally, dice::Reroll};
use caracole_odds::Fraction;
use caracole_picture::{
    chart::{Bar, ChartLook, bar_chart},
    png::png,
};
use caracole_systems::oracle::Oracle;
use owo_colors::OwoColorize;
use serde_json::json;
use std::path::{Path, PathBuf};

/// The largest fight file that is read.
const LARGEST: usize = 1 << 20;
/// The length of a bar of certainty.
pub(super) const LONGEST_BAR: f64 = 30.0;
/// The width of a PNG picture.
const PIXELS: u32 = 1600;

/// Exact odds of a combat: cohesion and bases lost of every battle group
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  caracole odds combat charge.toml
  caracole odds combat charge.toml -o charge.svg     a picture (or charge.png)
  caracole odds combat charge.toml --json

A fight file:
  system = \"fogr\"
  phase = \"impact\"                       # shooting, impact or melee
  [[group]]
  name = \"cavaliers\"
  side = \"red\"
  quality = \"superior\"
  type = \"cavaliers\"
  armour = \"armoured\"
  capabilities = [\"impact pistol\", \"melee pistol\"]
  wide = 4
  deep = 1
  [[group]]
  name = \"foot\"
  side = \"blue\"
  files = [\"shot*2\", \"pike*2\", \"shot*2\"]
  [group.bases]
  pike = { type = \"heavy foot\", capabilities = [\"pike\"] }
  shot = { type = \"medium foot\", capabilities = [\"musket\"] }
  [[line]]                               # files side by side, front against front
  red = \"cavaliers\"
  blue = \"foot\"
  charge = \"red\"
  [[round]]                              # any number of further phases
  phase = \"melee\"

`caracole schema combat` prints every field with its default. Fights of a system of its own kind say so in their first
line; `caracole schema` lists their formats, such as retg/fight.")]
pub(super) struct Args {
    /// The fight (TOML; - for standard input)
    #[arg(value_name = "FILE")]
    fight: PathBuf,
    /// Draw the odds of every battle group as an SVG or PNG file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn run(args: &Args, out: &Output) -> Done {
    let text = read_text(&args.fight, LARGEST)?;
    let place = args.fight.display().to_string();
    if let Some(oracle) = oracle_of(&text) {
        return told::run(oracle, &text, &place, args.output.as_deref(), out);
    }
    let file: FightFile = toml::from_str(&text).map_err(|e| {
        let line = e.span().map_or(1, |s| text[..s.start.min(text.len())].matches('\n').count() + 1);
        Failure::new(e.message().to_owned())
            .at(format!("{place}:{line}"))
            .remedy("`caracole schema combat` prints every field with its default")
    })?;
    let worked = combat(&file).map_err(|e| failure(e, &place))?;
    if let Some(path) = &args.output {
        draw(path, &picture(&file, &worked))?;
    }
    match out.json() {
        true => out.print_json(&answer(&file, &worked)),
        false => tell(&file, &worked, out),
    }
    Ok(())
}

/// The system that a fight file names, if it answers for itself.
fn oracle_of(text: &str) -> Option<&'static dyn Oracle> {
    let table: toml::Table = toml::from_str(text).ok()?;
    let code = table.get("system")?.as_str()?;
    caracole_systems::find(code)?.oracle()
}

/// A refusal or mistake as this program reports it.
pub(super) fn failure(error: AskError, place: &str) -> Failure {
    let place = match error.place {
        Some(inner) if place.is_empty() => inner,
        Some(inner) => format!("{place}: {inner}"),
        None => place.to_owned(),
    };
    let mut failure = Failure::new(error.error);
    if !place.is_empty() {
        failure = failure.at(place);
    }
    if let Some(remedy) = error.remedy {
        failure = failure.remedy(remedy);
    }
    match error.rule {
        Some(rule) => failure.rule(rule),
        None => failure,
    }
}

fn answer(file: &FightFile, worked: &Combat) -> serde_json::Value {
    let parts: Vec<_> = worked.parts.iter().map(|p| part_value(&worked.names, p)).collect();
    let mut whole = course_value(&worked.names, &worked.odds);
    if let Some(fields) = whole.as_object_mut() {
        fields.insert("system".to_owned(), json!(file.system));
        fields.insert("kind".to_owned(), json!(Kind::Round));
        fields.insert("phases".to_owned(), json!(worked.phases));
        fields.insert("dice".to_owned(), json!(parts));
        fields.insert("options".to_owned(), json!(worked.options));
    }
    whole
}

fn tell(file: &FightFile, worked: &Combat, out: &Output) {
    if let Some(title) = &file.title {
        out.line(title);
    }
    let phases = match worked.phases {
        1 => String::new(),
        n => format!(", first of {n} phases"),
    };
    out.line(format!("Dice, {}{phases}:", file.phase));
    for part in &worked.parts {
        let (by, against) = (name_of(&worked.names, part.by), name_of(&worked.names, part.against));
        let net = part.advantage.total();
        out.line(format!(
            "  {by} against {against}: {} dice at {} ({}+){}",
            part.dice.total(),
            signs(net),
            part.score,
            again(part.reroll),
        ));
        for tally in [&part.dice, &part.advantage] {
            lines(tally, out);
        }
    }
    for (i, name) in worked.names.iter().enumerate() {
        out.line("");
        tell_group(worked, i, name, out);
    }
    tell_options(&worked.options, out);
}

/// The lines of a tally, each with its rule; lines that say the same stand once.
pub(crate) fn lines(tally: &Tally, out: &Output) {
    let mut told: Vec<(&caracole_kernel::Line, i32)> = Vec::new();
    for line in &tally.lines {
        match told.iter_mut().find(|(known, _)| *known == line) {
            Some((_, times)) => *times += 1,
            None => told.push((line, 1)),
        }
    }
    for (line, times) in told {
        let (value, repeated) = match (line.effect, times) {
            (caracole_kernel::Effect::Add(n), 2..) => {
                (format!("{:+}", n * times), format!(", {times} times"))
            }
            (other, _) => (effect(other), String::new()),
        };
        out.line(format!("      {value} {}{repeated}  {}", line.label, line.rule.id()));
    }
}

/// What a line of a tally does, in signs.
pub(crate) fn effect(effect: caracole_kernel::Effect) -> String {
    use caracole_kernel::Effect::{Add, AtLeast, AtMost, Set, Times};
    match effect {
        Add(n) => format!("{n:+}"),
        Set(n) => format!("={n}"),
        AtMost(n) => format!("≤{n}"),
        AtLeast(n) => format!("≥{n}"),
        Times(n) => format!("×{n}"),
    }
}

fn signs(net: i32) -> &'static str {
    match net {
        2.. => "++",
        1 => "+",
        0 => "0",
        -1 => "-",
        _ => "--",
    }
}

fn again(reroll: Reroll) -> String {
    let faces: Vec<String> = reroll.faces.faces().map(|f| f.to_string()).collect();
    match faces.is_empty() {
        true => String::new(),
        false => format!(", {} thrown again", faces.join(" and ")),
    }
}

/// What can become of a battle group, with the chance of each.
fn rows(worked: &Combat, group: usize) -> Vec<(String, Fraction)> {
    let that = |test: &dyn Fn(&Condition) -> bool| {
        worked.odds.probability_that(|c: &Conditions| c.get(group).is_some_and(test))
    };
    let mut rows: Vec<(String, Fraction)> =
        Cohesion::ALL.iter().map(|&level| (level.to_string(), that(&|c| c.cohesion == level))).collect();
    let most = worked.odds.outcomes().iter().filter_map(|c| c.get(group)).map(|c| c.lost).max().unwrap_or(0);
    for lost in 0..=most {
        let bases = if lost == 1 { "base" } else { "bases" };
        rows.push((format!("{lost} {bases} lost"), that(&|c| c.lost == lost)));
    }
    let combat = if worked.phases == 1 { "the combat" } else { "its last combat" };
    for (result, verb) in
        [(CombatResult::Won, "wins"), (CombatResult::Drew, "draws"), (CombatResult::Lost, "loses")]
    {
        rows.push((format!("{verb} {combat}"), that(&|c| c.result == result)));
    }
    rows.push(("commander lost".to_owned(), that(&|c| c.commander_lost)));
    rows.retain(|(_, p)| *p != Fraction::ZERO);
    rows
}

fn tell_group(worked: &Combat, group: usize, name: &str, out: &Output) {
    out.line(format!("{name}:"));
    for (label, p) in rows(worked, group) {
        let bar = "█".repeat((p.to_f64() * LONGEST_BAR).round() as usize);
        let bar = if out.colour() { bar.cyan().to_string() } else { bar };
        let line = format!("  {label:<22} {:>7}%  {bar}", p.percent(3));
        out.line(line.trim_end());
    }
}

/// The readings that made a difference.
fn tell_options(options: &[Mattered], out: &Output) {
    if options.is_empty() {
        return;
    }
    out.line("");
    out.line("Readings that mattered:");
    for option in options {
        let set = if option.on { "on" } else { "off" };
        out.line(format!("  {} = {set}: {}  {}", option.option, option.meaning, option.rule.id()));
    }
}

/// Writes a picture as SVG or PNG, by the name of the file.
pub(super) fn draw(path: &Path, svg: &str) -> Done {
    let shown = path.display().to_string();
    let extension = path.extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
    let bytes = match extension.as_deref() {
        Some("svg") => svg.as_bytes().to_vec(),
        Some("png") => png(svg, PIXELS).map_err(|e| Failure::new(e.to_string()).at(shown.clone()))?,
        _ => {
            return Err(Failure::usage("a picture is written as .svg or .png")
                .at(shown)
                .remedy("name the file odds.svg or odds.png"));
        }
    };
    std::fs::write(path, bytes).map_err(|e| Failure::new(format!("cannot be written: {e}")).at(shown))
}

/// Cohesion, losses and result of every battle group, as far as they can happen, in the colours of its side.
fn picture(file: &FightFile, worked: &Combat) -> String {
    let mut bars = Vec::new();
    for (i, name) in worked.names.iter().enumerate() {
        let side =
            file.group.get(i).and_then(|g| g.side).unwrap_or(if i == 0 { Side::Red } else { Side::Blue });
        let livery = match side {
            Side::Red => 1,
            Side::Blue => 0,
        };
        for (label, p) in rows(worked, i) {
            bars.push(Bar { label: format!("{name}: {label}"), value: p.to_f64() * 100.0, livery });
        }
    }
    let phases = match worked.phases {
        1 => file.phase.to_string(),
        n => format!("{n} phases from {}", file.phase),
    };
    let look = ChartLook {
        title: file.title.clone().unwrap_or_else(|| format!("{}: {phases}", worked.names.join(" against "))),
        value_label: "probability".to_owned(),
        unit: "%".to_owned(),
        decimals: 2,
        ..ChartLook::default()
    };
    bar_chart(&bars, &look)
}
