//! `caracole rules show`: rules and worked examples by id.

use super::{page, this_build};
use crate::failure::{Done, Failure};
use crate::output::Output;
use caracole_ledger::{Citation, Example, Role, Rule, RuleId, nearest};
use serde::Serialize;

/// More than anybody reads at once.
const MOST: usize = 100;

/// Show rules or worked examples by id
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  caracole rules show FOGR-IMPACT-021
  caracole rules show mpbs-4.1.1a fogr-impact-021 --json")]
pub(super) struct Args {
    /// Ids, in capitals or not
    #[arg(required = true, value_name = "ID")]
    ids: Vec<String>,
}

/// A rule with what this build makes of it.
#[derive(Serialize)]
struct Sheet {
    #[serde(flatten)]
    rule: &'static Rule,
    #[serde(skip_serializing_if = "Option::is_none")]
    in_force: Option<InForce>,
    examples: Vec<&'static str>,
    enforced: Vec<&'static Citation>,
    proved: Vec<&'static Citation>,
    refused: Vec<&'static Citation>,
}

/// The chart that battles are played by, of a rule that stands for a chart of which the rulebook has not all.
#[derive(Serialize)]
struct InForce {
    title: String,
    basis: &'static str,
    confidence: Option<&'static str>,
    why: Vec<String>,
}

impl InForce {
    fn of(rule: RuleId) -> Option<Self> {
        let of_system = caracole_systems::find(rule.rule().system.code())?.scenarios().charts(&[]);
        let chart = of_system.ok()?.into_iter().find(|chart| chart.rule == rule)?;
        Some(InForce {
            title: chart.title,
            basis: chart.basis_in_words,
            confidence: chart.confidence,
            why: chart.why,
        })
    }

    fn told(&self) -> String {
        let likely = self.confidence.map_or_else(String::new, |c| format!(" Confidence: {c}."));
        format!(
            "A chart is in force: {}, from {}.{likely} `caracole scenario charts --why` tells of every chart, and \
             `--charts FILE` puts yours in its place.",
            self.title, self.basis
        )
    }
}

#[derive(Serialize)]
struct Answer {
    rules: Vec<Sheet>,
    examples: Vec<&'static Example>,
}

enum Entry {
    Rule(RuleId),
    Example(&'static Example),
}

pub(super) fn run(args: &Args, out: &Output) -> Done {
    let entries = find(&args.ids)?;
    if out.json() {
        let mut answer = Answer { rules: Vec::new(), examples: Vec::new() };
        for entry in entries {
            match entry {
                Entry::Rule(rule) => answer.rules.push(sheet(rule)),
                Entry::Example(example) => answer.examples.push(example),
            }
        }
        out.print_json(&answer);
        return Ok(());
    }
    for (n, entry) in entries.into_iter().enumerate() {
        if n > 0 {
            out.line("");
        }
        match entry {
            Entry::Rule(rule) => print_rule(&sheet(rule), out),
            Entry::Example(example) => print_example(example, out),
        }
    }
    Ok(())
}

/// All that is asked for, or a failure that names every id that does not exist.
fn find(ids: &[String]) -> Result<Vec<Entry>, Failure> {
    if ids.len() > MOST {
        return Err(Failure::usage(format!("{} ids are too many", ids.len()))
            .remedy(format!("ask for at most {MOST} at once")));
    }
    let mut entries = Vec::new();
    let mut unknown: Vec<&str> = Vec::new();
    for id in ids {
        match (RuleId::find_ignoring_case(id), Example::find(id)) {
            (Some(rule), _) => entries.push(Entry::Rule(rule)),
            (None, Some(example)) => entries.push(Entry::Example(example)),
            (None, None) => unknown.push(id),
        }
    }
    match unknown.split_first() {
        None => Ok(entries),
        Some((first, rest)) => Err(unknown_ids(first, rest)),
    }
}

fn unknown_ids(first: &str, rest: &[&str]) -> Failure {
    let shorten = |id: &str| -> String { id.chars().take(40).collect() };
    let others: String = rest.iter().map(|id| format!(", \"{}\"", shorten(id))).collect();
    let near: Vec<_> =
        [first].iter().chain(rest).flat_map(|id| nearest(id, 3)).map(|rule| rule.id()).collect();
    let failure = Failure::new(format!("no rule has the id \"{}\"{others}", shorten(first)));
    if near.is_empty() {
        failure.remedy("find ids with `caracole rules search WORDS` or `caracole rules list --system S`")
    } else {
        failure.remedy(format!("did you mean {}?", near.join(", ")))
    }
}

fn sheet(rule: RuleId) -> Sheet {
    let places = |role| this_build().places(rule, role).collect();
    Sheet {
        rule: rule.rule(),
        in_force: InForce::of(rule),
        examples: Example::of(rule).map(|example| example.id).collect(),
        enforced: places(Role::Enforced),
        proved: places(Role::Proved),
        refused: places(Role::Refused),
    }
}

fn print_rule(sheet: &Sheet, out: &Output) {
    let rule = sheet.rule;
    let width = page::width();
    out.line(page::bold(out, &page::wrap(&format!("{} {}", rule.id, rule.title), "", width)));
    out.line(page::faint(out, &format!("{}, {} ({})", rule.system.title(), rule.chapter, rule.kind)));
    out.line("");
    out.line(page::wrap(rule.text, "  ", width));
    if let Some((head, rows)) = rule.table.split_first() {
        let mut table = page::table(width);
        table.set_header(*head);
        table.add_rows(rows.iter().copied());
        out.line("");
        out.line(table);
    }
    if let Some(reading) = rule.unclear {
        print_reading(reading, width, out);
    }
    if let Some(chart) = &sheet.in_force {
        out.line("");
        out.line(page::wrap(&chart.told(), "", width));
    }
    if !rule.see.is_empty() {
        out.line("");
        out.line("See also");
        for see in rule.see {
            out.line(page::wrap(&format!("{see} {}", see.rule().title), "  ", width));
        }
    }
    if !sheet.examples.is_empty() {
        out.line("");
        out.line(page::wrap(&format!("Worked examples: {}", sheet.examples.join(", ")), "", width));
    }
    out.line("");
    match rule.not_enforced.filter(|_| sheet.enforced.is_empty()) {
        Some(why) => out.line(page::wrap(&format!("Not enforced: {why}"), "", width)),
        None => print_places("Enforced in", "Not enforced yet.", &sheet.enforced, rule, out),
    }
    print_places("Proved in", "No test proves it yet.", &sheet.proved, rule, out);
    if !sheet.refused.is_empty() {
        print_places("Refused as not played yet in", "", &sheet.refused, rule, out);
    }
}

fn print_reading(reading: &str, width: usize, out: &Output) {
    out.line("");
    out.line(page::bold(out, "Unclear in the rulebook; how it is read here"));
    out.line(page::wrap(reading, "  ", width));
}

fn print_places(said: &str, otherwise: &str, places: &[&Citation], rule: &Rule, out: &Output) {
    if !places.is_empty() {
        let places: Vec<_> = places.iter().map(|place| format!("{}:{}", place.file, place.line)).collect();
        out.line(format!("{said} {}", places.join(", ")));
    } else if rule.testable {
        out.line(otherwise);
    }
}

fn print_example(example: &Example, out: &Output) {
    let width = page::width();
    let title =
        example.title.map_or_else(|| "Worked example".to_owned(), |title| format!("Worked example: {title}"));
    out.line(page::bold(out, &page::wrap(&format!("{} {title}", example.id), "", width)));
    let origin = if example.derived { "worked out from the rules" } else { "from the rulebook" };
    out.line(page::faint(out, &format!("{}, {origin}", example.system.title())));
    out.line("");
    out.line(page::wrap(example.setup, "  ", width));
    out.line("");
    out.line("Expected");
    out.line(page::wrap(example.expected, "  ", width));
    if let Some(reading) = example.unclear {
        print_reading(reading, width, out);
    }
    out.line("");
    out.line("Shows");
    for rule in example.rules {
        out.line(page::wrap(&format!("{rule} {}", rule.rule().title), "  ", width));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failure(ids: &[&str]) -> Failure {
        let ids: Vec<_> = ids.iter().map(|id| (*id).to_owned()).collect();
        find(&ids).err().expect("an id is unknown")
    }

    #[test]
    fn ids_are_found_in_any_case() {
        let found = find(&["fogr-impact-021".into(), "FOGR-EX-241".into()]).expect("both exist");
        assert!(matches!(found.as_slice(), [Entry::Rule(rule), Entry::Example(example)]
            if rule.id() == "FOGR-IMPACT-021" && example.id == "FOGR-EX-241"));
    }

    #[test]
    fn unknown_ids_are_all_named_with_what_may_be_meant() {
        let failure = failure(&["FOGR-IMPCAT-021", "FOGR-IMPACT-021", "wibble"]);
        assert_eq!(failure.error, "no rule has the id \"FOGR-IMPCAT-021\", \"wibble\"");
        assert!(failure.remedy.is_some_and(|remedy| remedy.starts_with("did you mean FOGR-IMPACT-021")));
    }

    #[test]
    fn a_hopeless_id_points_to_the_search() {
        let remedy = failure(&["wibble wobble, what is this?"]).remedy.expect("there is help");
        assert!(remedy.contains("rules search"), "{remedy}");
    }

    #[test]
    fn a_huge_id_is_cut_short_in_the_message() {
        assert!(failure(&[&"X".repeat(100_000)]).error.len() < 100);
    }

    #[test]
    fn a_chart_that_the_rulebook_lacks_is_told_with_the_one_in_force() {
        let chart = RuleId::find("MPBS-CHART-CLOSE-COMBAT").expect("the chart's rule");
        assert!(!chart.rule().title.contains("missing"));
        let told = sheet(chart).in_force.expect("a chart is in force").told();
        assert!(told.starts_with("A chart is in force: Close Combat Table, from "), "{told}");
        assert!(sheet(RuleId::find("MPBS-4.1.1a").expect("a rule")).in_force.is_none());
    }

    #[test]
    fn too_many_ids_are_refused() {
        assert!(failure(&["X"; 101]).error.contains("101 ids are too many"));
    }
}
