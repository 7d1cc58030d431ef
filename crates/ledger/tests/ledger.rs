//! The ledger as data: what it holds, how it is looked up, how ids travel.

#![allow(clippy::expect_used, reason = "helpers of tests fail the test")]

use caracole_ledger::{Example, Kind, Rule, RuleId, Search, System, nearest, not_yet, rule};
use std::collections::BTreeSet;

#[test]
fn every_published_system_is_complete() {
    let stated = |system: System| system.rules().count();
    assert_eq!(System::PUBLISHED.map(stated), [1078, 933, 780, 645]);
    assert!(stated(System::Table) >= 12);
    assert!(stated(System::Trial) >= 10);
}

#[test]
fn ids_are_sorted_and_lead_to_their_rules() {
    let ids: Vec<_> = RuleId::all().map(RuleId::id).collect();
    assert!(ids.windows(2).all(|pair| pair[0] < pair[1]));
    for (id, rule) in ids.iter().zip(Rule::all()) {
        assert_eq!(RuleId::find(id), Some(rule.id));
        assert_eq!(rule.id.rule(), rule);
        assert_eq!(rule.id.to_string(), *id);
    }
}

#[test]
fn book_order_holds_every_rule_once() {
    let ordered: BTreeSet<_> = RuleId::in_book_order().collect();
    assert_eq!(ordered.len(), RuleId::all().len());
    assert_eq!(RuleId::in_book_order().len(), RuleId::all().len());
    // The rulebook's chapter 2 comes before its chapter 10, whatever the alphabet says.
    let mpbs: Vec<_> = System::Mpbs.rules().map(|rule| rule.id.id()).collect();
    let position = |id| mpbs.iter().position(|other| *other == id).expect("the rule exists");
    assert!(position("MPBS-2.1.1") < position("MPBS-10.1.1a"));
}

#[test]
fn an_unknown_id_is_not_found() {
    for id in ["", "FOGR", "FOGR-IMPACT-000", "FOGR-IMPACT-0211", "fogr-impact-021", "ZZZ", "\u{0}"] {
        assert_eq!(RuleId::find(id), None, "{id:?}");
    }
    assert_eq!(RuleId::find_ignoring_case("mpbs-10.3.5a"), RuleId::find("MPBS-10.3.5A"));
}

#[test]
fn citations_are_constants() {
    const CITED: [RuleId; 2] = [rule!("FOGR-IMPACT-021"), not_yet!("RETG-CMD-001")];
    assert_eq!(CITED.map(RuleId::id), ["FOGR-IMPACT-021", "RETG-CMD-001"]);
    assert_eq!(format!("{:?} {:>20}|", CITED[0], CITED[1]), "FOGR-IMPACT-021         RETG-CMD-001|");
}

#[test]
fn ids_travel_as_strings() {
    let id = rule!("MPBS-10.3.5A");
    let json = serde_json::to_string(&id).expect("it can be written");
    assert_eq!(json, "\"MPBS-10.3.5A\"");
    assert_eq!(serde_json::from_str::<RuleId>(&json).expect("it can be read"), id);
}

#[test]
fn an_unknown_id_is_answered_with_the_nearest() {
    let error = serde_json::from_str::<RuleId>("\"FOGR-IMPACT-O21\"").expect_err("no such rule");
    assert!(
        error.to_string().contains("no rule has the id \"FOGR-IMPACT-O21\"; did you mean FOGR-IMPACT-021?")
    );
    let error = serde_json::from_str::<RuleId>("7").expect_err("not a string");
    assert!(error.to_string().contains("the id of a rule"), "{error}");
    let error =
        serde_json::from_str::<RuleId>(&format!("\"{}\"", "A".repeat(1_000_000))).expect_err("too long");
    assert!(error.to_string().len() < 200);
}

#[test]
fn every_id_fits_the_published_pattern() {
    let schema = serde_json::to_value(schemars::schema_for!(RuleId)).expect("it can be written");
    assert_eq!(schema["type"], "string");
    let pattern = schema["pattern"].as_str().expect("there is a pattern");
    let (systems, rest) =
        pattern.strip_prefix("^(").and_then(|p| p.split_once(")-")).expect("its known form");
    assert_eq!(rest, "[0-9A-Za-z.-]+$");
    for id in RuleId::all().map(RuleId::id) {
        let (system, rest) = id.split_once('-').expect("a hyphen");
        assert!(systems.split('|').any(|known| known == system), "{id}");
        assert!(rest.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'.' || b == b'-'), "{id}");
    }
}

#[test]
fn systems_and_ids_agree() {
    for rule in Rule::all() {
        let prefix = rule.id.id().split('-').next().expect("a part");
        assert_eq!(System::find(prefix), Some(rule.system), "{}", rule.id);
    }
    assert_eq!(System::find("nothing"), None);
}

#[test]
fn advice_and_lone_definitions_are_not_testable() {
    let referred: BTreeSet<_> =
        Rule::all().iter().flat_map(|rule| rule.see.iter().filter(|see| **see != rule.id)).copied().collect();
    for rule in Rule::all() {
        let expected = match rule.kind {
            Kind::Advice => false,
            Kind::Definition => referred.contains(&rule.id),
            _ => true,
        };
        assert_eq!(rule.testable, expected, "{}", rule.id);
    }
}

#[test]
fn tables_are_rectangular() {
    for rule in Rule::all() {
        let widths: BTreeSet<_> = rule.table.iter().map(|row| row.len()).collect();
        assert!(widths.len() <= 1, "{} has rows of different length", rule.id);
    }
}

/// Texts are our own words for players, not notes on a scan of the rulebook.
#[test]
fn texts_do_not_speak_of_the_source_files() {
    let texts = Rule::all().iter().flat_map(|rule| {
        let cells = rule.table.iter().flat_map(|row| row.iter().copied());
        [rule.title, rule.text]
            .into_iter()
            .chain(rule.unclear)
            .chain(cells)
            .map(move |text| (rule.id.id(), text))
    });
    let examples = Example::all().iter().flat_map(|example| {
        [example.setup, example.expected]
            .into_iter()
            .chain(example.unclear)
            .map(move |text| (example.id, text))
    });
    for (id, text) in texts.chain(examples) {
        let lower = text.to_lowercase();
        for word in ["seed", ".txt", ".toml", "ledger"] {
            assert!(!lower.contains(word), "{id} speaks of \"{word}\": {text}");
        }
        let numbered = lower.split("line").skip(1).any(|rest| {
            let rest = rest.strip_prefix('s').unwrap_or(rest);
            rest.strip_prefix(' ')
                .is_some_and(|rest| rest.bytes().take(2).filter(u8::is_ascii_digit).count() == 2)
        });
        assert!(!numbered, "{id} gives a line number: {text}");
    }
}

#[test]
fn examples_show_rules_of_their_own_system() {
    assert_eq!(Example::all().len(), 189);
    for example in Example::all() {
        assert!(!example.rules.is_empty(), "{}", example.id);
        assert!(example.rules.iter().all(|rule| rule.rule().system == example.system), "{}", example.id);
        assert!(Example::of(example.rules[0]).any(|other| other.id == example.id));
    }
    assert_eq!(Example::find("fogr-ex-241").map(|example| example.id), Some("FOGR-EX-241"));
}

fn found(words: &str, system: System) -> Vec<RuleId> {
    Search::new(words).expect("words").within(system).hits().iter().map(|hit| hit.rule).collect()
}

#[test]
fn the_rule_whose_title_is_asked_for_comes_first() {
    for rule in ["FOGR-TROOPS-001", "MPBS-4.1.1a", "RETG-ARMY-001", "FOGAM-TROOPS-004"] {
        let rule = RuleId::find(rule).expect("it exists").rule();
        assert_eq!(found(rule.title, rule.system).first(), Some(&rule.id), "{}", rule.title);
    }
}

#[test]
fn all_words_must_occur_in_any_form() {
    let hits = found("CHARGING wheels", System::Fogr);
    assert!(!hits.is_empty());
    assert_eq!(hits, found("wheel charged", System::Fogr));
    for hit in &hits {
        let rule = hit.rule();
        let all =
            format!("{} {} {} {:?} {:?}", rule.title, rule.chapter, rule.text, rule.table, rule.unclear)
                .to_lowercase();
        assert!(all.contains("charg") && all.contains("wheel"), "{}", rule.id);
    }
    let charge: BTreeSet<_> = found("charge", System::Fogr).into_iter().collect();
    assert!(hits.iter().all(|hit| charge.contains(hit)));
}

#[test]
fn an_id_is_found_by_its_parts() {
    assert_eq!(found("fogr-impact-021", System::Fogr).first(), Some(&rule!("FOGR-IMPACT-021")));
    assert_eq!(found("10.3.5A", System::Mpbs).first(), Some(&rule!("MPBS-10.3.5A")));
}

#[test]
fn a_search_without_system_keeps_to_the_published_ones() {
    let hits = Search::new("undo").expect("a word").hits();
    assert!(hits.iter().all(|hit| System::PUBLISHED.contains(&hit.rule.rule().system)));
    assert!(!found("rewinding consent", System::Table).is_empty());
}

#[test]
fn words_that_no_rule_has_are_named() {
    let search = Search::new("charge helicopter").expect("words");
    assert!(search.hits().is_empty());
    assert_eq!(search.unknown_words(), ["helicopter"]);
}

#[test]
fn a_mistyped_id_suggests_the_right_one() {
    for (typed, meant) in [
        ("FOGR-IMPCAT-021", "FOGR-IMPACT-021"),
        ("fogr-impact-21", "FOGR-IMPACT-021"),
        ("RETG-COMABT-016", "RETG-COMBAT-016"),
        ("MPBS10.3.5A", "MPBS-10.3.5A"),
    ] {
        assert!(nearest(typed, 3).iter().any(|rule| rule.id() == meant), "{typed}: {:?}", nearest(typed, 3));
    }
    assert_eq!(nearest("", 3), []);
    assert_eq!(nearest("completely different", 3), []);
    assert_eq!(nearest("FOGR-IMPACT-021", 3).first(), Some(&rule!("FOGR-IMPACT-021")));
    assert!(nearest("FOGR-IMPACT-02", 2).len() <= 2);
}
