//! `caracole odds test`: single tests and rolls.

use super::{combat::failure, told};
use crate::{
    commands::ask::book,
    failure::{Done, Failure},
    output::Output,
};
use caracole_fog::{ask::ask, combat::Kind, troops::Book};
use caracole_systems::{Entry, oracle::Oracle};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Exact odds of a single test or roll
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  caracole odds test cmt quality=superior cohesion=disrupted commander.grade=great
  caracole odds test cohesion group.type=horse group.wide=2 group.deep=2 received=3 inflicted=1
  caracole odds test death hits=9 firearm_dice=7 other_dice=6 bases_at_start=6
  caracole odds test vmd distance=5 pursuer=7 gap=1
  caracole odds test kab --system retg \"troops=6 foot, close, formed, protected, poor\" supported=yes

The facts are the fields of `caracole ask`; `caracole schema ask` prints them with their defaults.")]
pub(super) struct Args {
    /// cohesion, cmt, death or vmd; or what the system calls its own questions, such as kab or volley
    test: String,
    /// Facts as name=value; a dot leads into a fact that has parts, a comma separates a list
    #[arg(value_name = "FACT=VALUE")]
    facts: Vec<String>,
    /// The system: fogr, fogam or retg
    #[arg(long, default_value = Book::Renaissance.system().code())]
    system: String,
}

fn kind(text: &str) -> Result<Kind, Failure> {
    match text.parse() {
        Ok(kind @ (Kind::Cohesion | Kind::Cmt | Kind::Death | Kind::Vmd)) => Ok(kind),
        _ => {
            Err(Failure::usage(format!("\"{text}\" is no test")).remedy("choose cohesion, cmt, death or vmd"))
        }
    }
}

pub(super) fn run(args: &Args, out: &Output) -> Done {
    let mut question = Map::new();
    for fact in &args.facts {
        let (path, value) = fact.split_once('=').ok_or_else(|| {
            Failure::usage(format!("\"{fact}\" is no fact"))
                .remedy("write name=value, such as quality=superior")
        })?;
        let path: Vec<&str> = path.split('.').collect();
        place(&mut question, &path, value_of(path.last().copied().unwrap_or(""), value))?;
    }
    if let Some(oracle) = caracole_systems::find(&args.system).and_then(Entry::oracle) {
        return of_system(oracle, &args.test, question, out);
    }
    let (test, system) = (kind(&args.test)?, book(&args.system)?);
    let measured = question.contains_key("distance");
    let answer = ask(system, test, Value::Object(question), &BTreeMap::new()).map_err(|e| failure(e, ""))?;
    match out.json() {
        true => out.print_json(&answer),
        false => tell(test, measured, &answer, out),
    }
    Ok(())
}

/// A question of a system that answers for itself. Troops are a sentence with commas of its own.
fn of_system(oracle: &dyn Oracle, test: &str, mut question: Map<String, Value>, out: &Output) -> Done {
    if !oracle.kinds().contains(&test) {
        return Err(Failure::usage(format!("\"{test}\" is no question of this system"))
            .remedy(format!("choose {}", oracle.kinds().join(", "))));
    }
    question.insert("kind".to_owned(), Value::String(test.to_owned()));
    let answer = oracle.ask(Value::Object(question)).map_err(|wrong| told::failure(wrong, ""))?;
    match out.json() {
        true => out.print_json(&answer),
        false => told::answer(&answer, out),
    }
    Ok(())
}

/// Puts a value where its path leads.
fn place(map: &mut Map<String, Value>, path: &[&str], value: Value) -> Done {
    match path {
        [] => Ok(()),
        [name] => {
            map.insert((*name).to_owned(), value);
            Ok(())
        }
        [name, rest @ ..] => {
            let inner = map.entry((*name).to_owned()).or_insert_with(|| Value::Object(Map::new()));
            match inner {
                Value::Object(inner) => place(inner, rest, value),
                _ => {
                    Err(Failure::usage(format!("\"{name}\" has a value and parts"))
                        .remedy("give one of the two"))
                }
            }
        }
    }
}

/// A value as its text reads: truth, number, list or word.
fn value_of(name: &str, text: &str) -> Value {
    let list = name == "capabilities" || (name != "troops" && text.contains(','));
    match text {
        "true" | "yes" => Value::Bool(true),
        "false" | "no" => Value::Bool(false),
        _ if list => text.split(',').map(|t| Value::String(t.trim().to_owned())).collect(),
        _ => match text.parse::<i64>() {
            Ok(number) => Value::from(number),
            Err(_) => Value::String(text.to_owned()),
        },
    }
}

fn tell(test: Kind, measured: bool, answer: &Value, out: &Output) {
    if let Some(lines) = answer["modifiers"]["lines"].as_array() {
        for line in lines {
            let effect = line["effect"].as_object().and_then(|e| e.values().next()).and_then(Value::as_i64);
            let (label, rule) = (line["label"].as_str(), line["rule"].as_str());
            out.line(format!("  {:+} {}  {}", effect.unwrap_or(0), label.unwrap_or(""), rule.unwrap_or("")));
        }
        out.line(format!("modifiers: {:+}", answer["modifiers"]["total"].as_i64().unwrap_or(0)));
    }
    if let Some(needed) = answer["needs_on_dice"].as_i64() {
        out.line(format!("passes with {needed} or more on two dice"));
    }
    if let Some(saved_on) = answer["survives_on"].as_i64() {
        out.line(match saved_on {
            7.. => "the first base is lost whatever the die shows".to_owned(),
            2..7 => format!("a base is saved on {saved_on} or more"),
            _ => "no die could cost a base".to_owned(),
        });
    }
    if answer["two_levels_at_2_or_less"] == Value::Bool(true) {
        out.line("a score of 2 or less costs two levels");
    }
    for chance in answer["chances"].as_array().into_iter().flatten() {
        let result = result(test, measured, &chance["result"]);
        let decimal = chance["decimal"].as_f64().unwrap_or(0.0);
        let bar = "█".repeat((decimal * 40.0).round() as usize);
        let probability = chance["probability"].as_str().unwrap_or("");
        out.line(format!("{result:>14}  {probability:>14}  {decimal:.6}  {bar}").trim_end());
    }
    if let Some(caught) = answer["caught"]["probability"].as_str() {
        let decimal = answer["caught"]["decimal"].as_f64().unwrap_or(0.0);
        out.line(format!("caught by the pursuers: {caught} = {decimal:.6}"));
    }
    for option in answer["options"].as_array().into_iter().flatten() {
        let (name, meaning) = (option["option"].as_str(), option["meaning"].as_str());
        out.line(format!("reading: {}: {}", name.unwrap_or(""), meaning.unwrap_or("")));
    }
}

/// A result with its unit. Moves without a normal distance are changes to it.
fn result(test: Kind, measured: bool, result: &Value) -> String {
    match (test, result.as_i64()) {
        (Kind::Death, Some(0)) => "no base lost".to_owned(),
        (Kind::Death, Some(1)) => "1 base lost".to_owned(),
        (Kind::Death, Some(n)) => format!("{n} bases lost"),
        (Kind::Vmd, Some(n)) if measured => format!("{n} MU"),
        (Kind::Vmd, Some(n)) => format!("{n:+} MU"),
        _ => result.as_str().map_or_else(|| result.to_string(), |word| word.replace('_', " ")),
    }
}
