//! `caracole rules list`: the rules of a system or a chapter.

use super::{page, system_parser};
use crate::failure::{Done, Failure};
use crate::output::Output;
use caracole_ledger::{Kind, Rule, RuleId, System};
use serde::Serialize;

/// List a system's rules in the order of its rulebook
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  caracole rules list --system mpbs
  caracole rules list --system fogr --chapter impact")]
pub(super) struct Args {
    /// The system
    #[arg(long, value_name = "S", value_parser = system_parser(), ignore_case = true)]
    system: System,
    /// Only chapters whose name contains this
    #[arg(long, value_name = "C")]
    chapter: Option<String>,
}

#[derive(Serialize)]
struct Answer {
    system: System,
    rules: Vec<Line>,
}

#[derive(Serialize)]
struct Line {
    id: RuleId,
    chapter: &'static str,
    title: &'static str,
    kind: Kind,
}

pub(super) fn run(args: &Args, out: &Output) -> Done {
    let rules = chosen(args.system, args.chapter.as_deref())?;
    if out.json() {
        let line = |rule: &&'static Rule| Line {
            id: rule.id,
            chapter: rule.chapter,
            title: rule.title,
            kind: rule.kind,
        };
        out.print_json(&Answer { system: args.system, rules: rules.iter().map(line).collect() });
    } else {
        print_by_chapter(&rules, out);
    }
    Ok(())
}

/// The rules of a system, all or those of the chapters whose name contains `chapter`.
fn chosen(system: System, chapter: Option<&str>) -> Result<Vec<&'static Rule>, Failure> {
    let wanted = chapter.unwrap_or_default().to_lowercase();
    let rules: Vec<_> = system.rules().filter(|rule| rule.chapter.to_lowercase().contains(&wanted)).collect();
    if rules.is_empty() {
        let mut chapters: Vec<&str> = system.rules().map(|rule| rule.chapter).collect();
        chapters.dedup();
        let wanted: String = wanted.chars().take(40).collect();
        return Err(Failure::new(format!("{} has no chapter \"{wanted}\"", system.title()))
            .at("--chapter")
            .remedy(format!("its chapters are: {}", chapters.join("; "))));
    }
    Ok(rules)
}

/// Ids and titles under the names of their chapters.
pub(super) fn print_by_chapter(rules: &[&Rule], out: &Output) {
    let longest = rules.iter().map(|rule| rule.id.id().len()).max().unwrap_or(0);
    let mut chapter = "";
    for rule in rules {
        if rule.chapter != chapter {
            chapter = rule.chapter;
            out.line(page::bold(out, chapter));
        }
        out.line(format!("  {:longest$}  {}", rule.id, rule.title));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chapter_is_found_by_a_part_of_its_name() {
        let rules = chosen(System::Fogr, Some("impact")).expect("there is such a chapter");
        assert!(rules.iter().all(|rule| rule.chapter == "Impact Phase"));
        assert_eq!(rules.first().map(|rule| rule.id.id()), Some("FOGR-IMPACT-001"));
    }

    #[test]
    fn an_unknown_chapter_is_answered_with_those_there_are() {
        let failure = chosen(System::Mpbs, Some("cookery")).expect_err("there is no such chapter");
        assert!(failure.remedy.is_some_and(|remedy| remedy.contains("12. Morale")));
    }
}
