//! `caracole rules coverage`: what the engine enforces and what tests prove.

use super::{list, page, system_parser, this_build};
use crate::failure::Done;
use crate::output::Output;
use caracole_ledger::{Coverage, Figures, RuleId, System};
use serde::Serialize;

/// Count the rules that are stated, testable, enforced and proved
///
/// Testable are all rules but advice, and definitions that no other rule refers to. Enforced means that engine code
/// cites the rule; proved, that a test which is run cites it. Excused are rules that nothing enforces for a stated
/// reason. All three count testable rules only.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  caracole rules coverage
  caracole rules coverage --system fogr --list
  caracole rules coverage --json")]
pub(super) struct Args {
    /// One system only
    #[arg(long, value_name = "S", value_parser = system_parser(), ignore_case = true)]
    system: Option<System>,
    /// List the rules that are not enforced for a reason, those not enforced yet, and those that no test proves yet
    #[arg(long)]
    list: bool,
}

#[derive(Serialize)]
struct Answer {
    systems: Vec<Figures>,
}

pub(super) fn run(args: &Args, out: &Output) -> Done {
    let answer = answer(this_build(), args.system);
    if out.json() {
        out.print_json(&answer);
        return Ok(());
    }
    print_figures(&answer.systems, out);
    if args.list {
        for figures in &answer.systems {
            print_excused(figures, out);
            for (what, ids) in [("enforced", &figures.unenforced), ("proved", &figures.unproved)] {
                out.line(format!("\n{}: {} not {what} yet", figures.system.title(), ids.len()));
                let rules: Vec<_> = ids.iter().map(|id: &RuleId| id.rule()).collect();
                list::print_by_chapter(&rules, out);
            }
        }
    }
    Ok(())
}

fn answer(coverage: Coverage<'_>, system: Option<System>) -> Answer {
    let systems = match system {
        Some(system) => vec![system],
        None => System::PUBLISHED.to_vec(),
    };
    Answer { systems: systems.into_iter().map(|system| coverage.figures(system)).collect() }
}

fn print_figures(systems: &[Figures], out: &Output) {
    let mut table = page::table(page::width());
    table.set_header(["system", "stated", "testable", "enforced", "excused", "proved"]);
    for figures in systems {
        table.add_row([
            figures.system.code().to_owned(),
            figures.stated.to_string(),
            figures.testable.to_string(),
            share(figures.enforced, figures.testable),
            figures.excused.len().to_string(),
            share(figures.proved, figures.testable),
        ]);
    }
    out.line(table);
}

/// The rules that are not enforced for a reason, under their reasons.
fn print_excused(figures: &Figures, out: &Output) {
    if figures.excused.is_empty() {
        return;
    }
    let width = page::width();
    out.line(format!("\n{}: {} not enforced for a reason", figures.system.title(), figures.excused.len()));
    let mut why = "";
    for excused in &figures.excused {
        if excused.why != why {
            why = excused.why;
            out.line(page::wrap(why, "", width));
        }
        out.line(page::wrap(&format!("{} {}", excused.rule, excused.rule.rule().title), "  ", width));
    }
}

/// A count with its share of the whole, as a bar and in per cent, rounded down: only all is 100 %.
fn share(part: usize, whole: usize) -> String {
    const CELLS: usize = 10;
    let of = |scale: usize| (part * scale).checked_div(whole).unwrap_or(scale);
    let filled = of(CELLS);
    format!("{}{} {:>3} %  {part}", "█".repeat(filled), "░".repeat(CELLS.saturating_sub(filled)), of(100))
}

#[cfg(test)]
mod tests {
    use super::*;
    use caracole_ledger::{Citation, Role, rule};
    use serde_json::Value;

    fn citation(rule: RuleId, role: Role) -> Citation {
        Citation { rule, role, file: "crates/fog/src/lib.rs".into(), line: 1 }
    }

    #[test]
    fn json_has_the_published_systems_and_nothing_else() {
        let value = serde_json::to_value(answer(Coverage::new(&[]), None)).expect("it can be written");
        let systems = value["systems"].as_array().expect("a list");
        assert_eq!(value.as_object().map(serde_json::Map::len), Some(1));
        let codes: Vec<_> = systems.iter().map(|system| &system["system"]).collect();
        assert_eq!(codes, ["fogr", "fogam", "mpbs", "retg"]);
        for (system, least) in systems.iter().zip([1078, 933, 780, 645]) {
            let mut keys: Vec<_> =
                system.as_object().expect("an object").keys().map(String::as_str).collect();
            keys.sort_unstable();
            assert_eq!(
                keys,
                ["enforced", "excused", "proved", "stated", "system", "testable", "unenforced", "unproved"]
            );
            assert!(system["stated"].as_u64() >= Some(least), "{}", system["system"]);
            let count = |key: &str| system[key].as_array().map_or(0, |ids| ids.len() as u64);
            assert_eq!(Some(count("unenforced") + count("excused")), system["testable"].as_u64());
        }
    }

    #[test]
    fn a_cited_rule_leaves_the_unenforced() {
        let id = rule!("FOGR-IMPACT-021");
        let citations = [citation(id, Role::Enforced), citation(rule!("FOGR-IMPACT-022"), Role::Proved)];
        let value =
            serde_json::to_value(answer(Coverage::new(&citations), Some(System::Fogr))).expect("written");
        let fogr = &value["systems"][0];
        assert_eq!((&fogr["enforced"], &fogr["proved"]), (&Value::from(1), &Value::from(1)));
        let unenforced = fogr["unenforced"].as_array().expect("a list");
        assert!(!unenforced.contains(&Value::from("FOGR-IMPACT-021")));
        assert!(unenforced.contains(&Value::from("FOGR-IMPACT-022")));
    }

    #[test]
    fn a_rule_with_a_reason_is_listed_with_it_until_it_is_enforced() {
        let id = rule!("MPBS-BATTLE-LUTZEN-1");
        let excused = |citations: &[Citation]| {
            let figures = Coverage::new(citations).figures(System::Mpbs);
            assert!(!figures.unenforced.contains(&id));
            figures.excused.iter().find(|excused| excused.rule == id).map(|excused| excused.why)
        };
        assert!(excused(&[]).is_some_and(|why| why.contains("not among the program's scenarios")));
        assert_eq!(excused(&[citation(id, Role::Enforced)]), None);
    }

    #[test]
    fn no_reason_outlives_its_rule_being_enforced() {
        let stale: Vec<_> = RuleId::all()
            .filter(|id| id.rule().not_enforced.is_some() && this_build().has(*id, Role::Enforced))
            .collect();
        assert_eq!(stale, [], "these rules are enforced: take their reasons out of the ledger");
    }

    #[test]
    fn at_most_three_in_a_hundred_are_excused_but_for_errata_of_other_battles() {
        let figures = this_build().figures(System::Mpbs);
        let own = figures.excused.iter().filter(|excused| !excused.rule.id().contains("-BATTLE-")).count();
        assert!(own * 100 <= figures.testable * 3, "{own} of {}", figures.testable);
    }

    #[test]
    fn only_all_is_a_hundred_per_cent() {
        assert_eq!(share(999, 1000), "█████████░  99 %  999");
        assert_eq!(share(1000, 1000), "██████████ 100 %  1000");
        assert_eq!(share(0, 1000), "░░░░░░░░░░   0 %  0");
    }
}
