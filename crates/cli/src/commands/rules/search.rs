//! `caracole rules search`: rules by words.

use super::{page, system_parser};
use crate::failure::{Done, Failure};
use crate::output::Output;
use caracole_ledger::{Hit, RuleId, Search, System};
use serde::Serialize;

/// Find rules by words
///
/// All words must occur, in any order and form: `charge` finds charges, charged and charging.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  caracole rules search wheel charge
  caracole rules search interception --system mpbs --limit 5")]
pub(super) struct Args {
    /// Words that must all occur
    #[arg(required = true)]
    words: Vec<String>,
    /// Search in one system only
    #[arg(long, value_name = "S", value_parser = system_parser(), ignore_case = true)]
    system: Option<System>,
    /// Show at most so many rules
    #[arg(long, value_name = "N", default_value_t = 15, value_parser = clap::value_parser!(u16).range(1..))]
    limit: u16,
}

#[derive(Serialize)]
struct Answer<'a> {
    words: &'a str,
    found: usize,
    rules: Vec<Found>,
}

#[derive(Serialize)]
struct Found {
    id: RuleId,
    system: System,
    chapter: &'static str,
    title: &'static str,
    excerpt: &'static str,
}

pub(super) fn run(args: &Args, out: &Output) -> Done {
    let words = args.words.join(" ");
    let mut search = Search::new(&words)
        .map_err(|e| Failure::usage(e.to_string()).remedy("name a few words, such as `wheel charge`"))?;
    if let Some(system) = args.system {
        search = search.within(system);
    }
    let hits = search.hits();
    let shown = hits.get(..usize::from(args.limit)).unwrap_or(&hits);
    if out.json() {
        out.print_json(&Answer {
            words: &words,
            found: hits.len(),
            rules: shown.iter().map(found).collect(),
        });
    } else if hits.is_empty() {
        print_none(&search, out);
    } else {
        shown.iter().for_each(|hit| print(hit, out));
        let more = hits.len() - shown.len();
        if more > 0 {
            out.line(page::faint(out, &format!("{more} more: add a word, or --limit {}", hits.len())));
        }
    }
    Ok(())
}

fn found(hit: &Hit) -> Found {
    let rule = hit.rule.rule();
    Found { id: rule.id, system: rule.system, chapter: rule.chapter, title: rule.title, excerpt: hit.excerpt }
}

fn print(hit: &Hit, out: &Output) {
    let rule = hit.rule.rule();
    let width = page::width();
    out.line(page::bold(out, &page::wrap(&format!("{} {}", rule.id, rule.title), "", width)));
    out.line(page::wrap(hit.excerpt, "    ", width));
}

fn print_none(search: &Search, out: &Output) {
    let unknown = search.unknown_words();
    if unknown.is_empty() {
        out.line("No rule has all of these words; each of them occurs by itself.");
    } else {
        out.line(format!("No rule has a word beginning with: {}", unknown.join(", ")));
    }
}
