//! Fights and questions of systems that answer for themselves.

use super::combat::{LONGEST_BAR, draw, lines};
use crate::{
    failure::{Done, Failure},
    output::Output,
};
use caracole_kernel::Side;
use caracole_picture::chart::{Bar, ChartLook, bar_chart};
use caracole_systems::oracle::{FightTold, Oracle, Unanswered};
use owo_colors::OwoColorize;
use serde_json::Value;
use std::path::Path;

/// Works a fight file out and tells it.
pub(super) fn run(oracle: &dyn Oracle, text: &str, place: &str, output: Option<&Path>, out: &Output) -> Done {
    let told = oracle.fight(text).map_err(|wrong| failure(wrong, place))?;
    if let Some(path) = output {
        draw(path, &picture(&told))?;
    }
    match out.json() {
        true => out.print_json(&told.json),
        false => tell(&told, out),
    }
    Ok(())
}

/// A mistake as this program reports it.
pub(crate) fn failure(wrong: Unanswered, file: &str) -> Failure {
    let line = wrong.line.map(|line| format!("{file}:{line}"));
    let inner = wrong.place.map(|inner| if file.is_empty() { inner } else { format!("{file}: {inner}") });
    let place = line.or(inner).unwrap_or_else(|| file.to_owned());
    let mut failure = Failure::new(wrong.error);
    if !place.is_empty() {
        failure = failure.at(place);
    }
    if let Some(remedy) = wrong.remedy {
        failure = failure.remedy(remedy);
    }
    match wrong.rule {
        Some(rule) => failure.rule(rule),
        None => failure,
    }
}

fn bar(share: f64, out: &Output) -> String {
    let bar = "█".repeat((share * LONGEST_BAR).round() as usize);
    if out.colour() { bar.cyan().to_string() } else { bar }
}

fn tell(told: &FightTold, out: &Output) {
    if let Some(title) = &told.title {
        out.line(title);
    }
    out.line(format!("Dice, {}:", told.phases));
    for dice in &told.dice {
        out.line(format!("  {}", dice.head));
        lines(&dice.tally, out);
    }
    for part in &told.parts {
        out.line("");
        out.line(format!("{}:", part.name));
        for chance in &part.chances {
            let line = format!("  {:<34} {:>7}%  {}", chance.what, chance.percent, bar(chance.share, out));
            out.line(line.trim_end());
        }
    }
}

/// Every chance in the colours of its side.
fn picture(told: &FightTold) -> String {
    let mut bars = Vec::new();
    for part in &told.parts {
        let livery = if part.side == Some(Side::Red) { 1 } else { 0 };
        bars.extend(part.chances.iter().map(|chance| Bar {
            label: format!("{}: {}", part.name, chance.what),
            value: chance.share * 100.0,
            livery,
        }));
    }
    let look = ChartLook {
        title: told.title.clone().unwrap_or_else(|| told.phases.clone()),
        value_label: "probability".to_owned(),
        unit: "%".to_owned(),
        decimals: 2,
        ..ChartLook::default()
    };
    bar_chart(&bars, &look)
}

/// Tells an answer: its facts, and every chance that it has.
pub(super) fn answer(answer: &Value, out: &Output) {
    for (name, value) in answer.as_object().into_iter().flatten() {
        part(&name.replace('_', " "), value, out);
    }
}

fn part(name: &str, value: &Value, out: &Output) {
    if let Some(chance) = value["probability"].as_str() {
        return chance_line(name, chance, value, out);
    }
    if let Some(sum) = value["lines"].as_array() {
        return sum.iter().for_each(|line| reason(line, out));
    }
    match value {
        Value::Array(all) if all.iter().all(Value::is_string) && !all.is_empty() => {
            let words: Vec<&str> = all.iter().filter_map(Value::as_str).collect();
            out.line(format!("{name}: {}", words.join(", ")));
        }
        Value::Array(all) => {
            for one in all {
                match one["result"].as_str().map(str::to_owned).or_else(|| number(&one["result"])) {
                    Some(result) => chance_line(
                        &format!("{name}: {}", result.replace('_', " ")),
                        one["probability"].as_str().unwrap_or(""),
                        one,
                        out,
                    ),
                    None => answer(one, out),
                }
            }
        }
        Value::Object(_) => answer(value, out),
        Value::String(word) => out.line(format!("{name}: {word}")),
        Value::Number(number) => out.line(format!("{name}: {number}")),
        Value::Bool(true) => out.line(format!("{name}: yes")),
        Value::Bool(false) | Value::Null => {}
    }
}

fn number(value: &Value) -> Option<String> {
    value.as_i64().map(|number| number.to_string())
}

fn reason(line: &Value, out: &Output) {
    let effect = line["effect"].as_object().and_then(|e| e.values().next()).and_then(Value::as_i64);
    let (label, rule) = (line["label"].as_str(), line["rule"].as_str());
    out.line(format!("  {:+} {}  {}", effect.unwrap_or(0), label.unwrap_or(""), rule.unwrap_or("")));
}

fn chance_line(name: &str, exactly: &str, value: &Value, out: &Output) {
    let share = value["decimal"].as_f64().unwrap_or(0.0);
    out.line(format!("{name:<34} {exactly:>14}  {share:.6}  {}", bar(share, out)).trim_end());
}
