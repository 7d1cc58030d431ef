//! Armies of systems that build them by the table of systems.

use super::{MOST_BYTES, Source, sheet};
use crate::{
    failure::{Done, Failure},
    files::read_text,
    output::Output,
};
use caracole_fog::{army, troops::Book};
use caracole_kernel::{Armies, ArmyProblem, Effect, Judgement, Unreadable};
use caracole_systems::{Entry, TABLE};
use serde_json::{Value, json};
use std::path::Path;

/// An army with the system whose it is.
pub(super) struct Chosen {
    entry: &'static Entry,
    armies: &'static dyn Armies,
    army: Value,
    source: String,
}

/// Systems with armies that are not of the books whose types this program knows.
pub(super) fn builders() -> impl Iterator<Item = (&'static Entry, &'static dyn Armies)> {
    let typed = |entry: &&Entry| Book::ALL.iter().any(|book| book.system().code() == entry.code());
    TABLE
        .iter()
        .filter(move |entry| !typed(entry))
        .filter_map(|entry| Some((entry, entry.library().armies()?)))
}

/// Ids of every army of the program.
pub(super) fn every_id() -> Vec<String> {
    let books = army::BUILT_IN.iter().map(|b| b.id.to_owned());
    books.chain(builders().flat_map(|(_, armies)| armies.list()).map(|info| info.id)).collect()
}

/// The army of this id or file, if it is of such a system.
pub(super) fn chosen(source: &str) -> Result<Option<Chosen>, Failure> {
    let whole = |entry, armies, army| Chosen { entry, armies, army, source: source.to_owned() };
    for (entry, armies) in builders() {
        if let Some(army) = armies.army(source) {
            return Ok(Some(whole(entry, armies, army)));
        }
    }
    let path = Path::new(source);
    if source == "-" || !path.is_file() {
        return Ok(None);
    }
    let text = read_text(path, MOST_BYTES)?;
    let value = serde_json::from_str(&text).ok().or_else(|| {
        let table: toml::Table = toml::from_str(&text).ok()?;
        serde_json::to_value(table).ok()
    });
    let army: Value = value.unwrap_or(Value::Null);
    let code = army["system"].as_str().unwrap_or_default();
    let owner = builders().find(|(entry, _)| entry.code() == code);
    Ok(owner.map(|(entry, armies)| whole(entry, armies, army)))
}

impl Chosen {
    fn unreadable(&self, wrong: Unreadable) -> Failure {
        Failure::new(wrong.problem).at(self.source.clone()).remedy(wrong.remedy)
    }

    /// The army judged: refused if it is illegal, unless house rules allow it.
    fn admit(&self, source: &Source) -> Result<Judgement, Failure> {
        if let Some(option) = source.options.first() {
            return Err(Failure::usage(format!("no reading is called {option}"))
                .at("--option")
                .remedy("armies of this system have no readings"));
        }
        let judged = self.armies.judge(&self.army).map_err(|wrong| self.unreadable(wrong))?;
        match judged.problems.as_slice() {
            [first, rest @ ..] if !source.house_rules => Err(self.refused(first, rest)),
            _ => Ok(judged),
        }
    }

    fn refused(&self, first: &ArmyProblem, rest: &[ArmyProblem]) -> Failure {
        let place = match first.place.as_str() {
            "" => self.source.clone(),
            place => format!("{}: {place}", self.source),
        };
        let failure = Failure::new(first.refusal.problem.to_string()).at(place).rule(first.refusal.rule.id());
        let remedy = first.refusal.remedy.to_string();
        if rest.is_empty() {
            return failure.remedy(remedy);
        }
        let others: Vec<String> =
            rest.iter().map(|p| format!("\n  {}: {}", p.place, p.refusal.problem)).collect();
        failure.remedy(format!("{remedy} Then mend these:{}", others.concat()))
    }

    fn name(&self) -> &str {
        self.army["name"].as_str().unwrap_or("The army")
    }

    pub(super) fn show(&self, source: &Source, output: Option<&Path>, out: &Output) -> Done {
        let judged = self.admit(source)?;
        if let Some(path) = output {
            let svg = self.armies.sheet(&self.army).map_err(|wrong| self.unreadable(wrong))?;
            return sheet::write_svg(svg, path, out);
        }
        let lines = self.armies.lines(&self.army).map_err(|wrong| self.unreadable(wrong))?;
        match out.json() {
            true => out.print_json(&json!({ "army": self.army, "lines": lines, "judgement": judged })),
            false => {
                lines.iter().for_each(|line| out.line(line));
                house_rules(&judged, out);
            }
        }
        Ok(())
    }

    pub(super) fn check(&self, source: &Source, out: &Output) -> Done {
        let judged = self.admit(source)?;
        let legal = judged.problems.is_empty();
        let total = judged.total.as_ref().map(caracole_kernel::Tally::total);
        if out.json() {
            out.print_json(&json!({
                "legal": legal, "system": self.entry.code(), "army": self.name(), "total": total,
                "figures": judged.figures, "house_rules": judged.problems,
            }));
            return Ok(());
        }
        let verdict = if legal { "is legal" } else { "is allowed by house rules only" };
        let figures: Vec<String> =
            judged.figures.iter().map(|tally| format!(", {} {}", tally.of, tally.total())).collect();
        out.line(format!("{} {verdict}: {} points{}", self.name(), total.unwrap_or(0), figures.concat()));
        house_rules(&judged, out);
        Ok(())
    }

    pub(super) fn price(&self, source: &Source, rules: bool, out: &Output) -> Done {
        let judged = self.admit(source)?;
        let Some(total) = &judged.total else { return Err(Failure::new("the army has no price")) };
        if out.json() {
            out.print_json(&json!({
                "total": total.total(), "army": self.name(), "tally": total, "groups": judged.groups,
                "house_rules": judged.problems,
            }));
            return Ok(());
        }
        for (n, line) in total.lines.iter().enumerate() {
            let rule = |line: &caracole_kernel::Line| match rules {
                true => format!("  ({})", line.rule),
                false => String::new(),
            };
            out.line(format!("{:>5}  {}{}", points(line.effect), line.label, rule(line)));
            for part in judged.groups.get(n).into_iter().flat_map(|group| &group.lines) {
                out.line(format!("         {:>4} = {}{}", points(part.effect), part.label, rule(part)));
            }
        }
        out.line(format!("{:>5}  {}", total.total(), self.name()));
        house_rules(&judged, out);
        Ok(())
    }
}

fn house_rules(judged: &Judgement, out: &Output) {
    for problem in &judged.problems {
        out.line(format!(
            "House rule: {}: {} ({})",
            problem.place, problem.refusal.problem, problem.refusal.rule
        ));
    }
}

fn points(effect: Effect) -> String {
    match effect {
        Effect::Add(n) | Effect::Set(n) | Effect::AtMost(n) | Effect::AtLeast(n) => n.to_string(),
        Effect::Times(n) => format!("x{n}"),
    }
}
