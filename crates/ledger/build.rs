//! Reads `rules/<system>/*.toml` and `reasons/<system>.toml` and writes the ledger as sorted static tables into
//! `OUT_DIR`.

use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Folder under `rules/`, variant of `System`, and the prefix of its ids, in the order of `System`.
const SYSTEMS: [(&str, &str, &str); 6] = [
    ("fogr", "Fogr", "FOGR-"),
    ("fogam", "Fogam", "FOGAM-"),
    ("mpbs", "Mpbs", "MPBS-"),
    ("retg", "Retg", "RETG-"),
    ("table", "Table", "TABLE-"),
    ("trial", "Trial", "TRIAL-"),
];

/// The kinds a rule may have, with the variant of `Kind`.
const KINDS: [(&str, &str); 9] = [
    ("definition", "Definition"),
    ("mechanic", "Mechanic"),
    ("sequence", "Sequence"),
    ("table", "Table"),
    ("setup", "Setup"),
    ("points", "Points"),
    ("victory", "Victory"),
    ("optional", "Optional"),
    ("advice", "Advice"),
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    chapter: String,
    #[serde(default)]
    rule: Vec<Rule>,
    #[serde(default)]
    example: Vec<Example>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rule {
    id: String,
    title: String,
    kind: String,
    text: String,
    #[serde(default)]
    table: Vec<Vec<String>>,
    unclear: Option<String>,
    #[serde(default)]
    see: Vec<String>,
}

/// Rules that the program does not enforce, with the reason that players read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reasons {
    #[serde(default)]
    reason: Vec<Reason>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reason {
    rules: Vec<String>,
    why: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Example {
    id: String,
    title: Option<String>,
    #[serde(default)]
    derived: bool,
    rules: Vec<String>,
    setup: String,
    expected: String,
    unclear: Option<String>,
}

/// An entry with the place it was read from.
struct Placed<T> {
    system: &'static str,
    file: PathBuf,
    chapter: String,
    /// Position in the rulebook's own order.
    order: usize,
    entry: T,
}

type Ledger<T> = BTreeMap<String, Placed<T>>;

fn main() {
    if let Err(error) = generate() {
        // The only way for a build script to stop the build with a message of its own.
        eprintln!("error in the rule ledger: {error}");
        std::process::exit(1);
    }
}

fn generate() -> Result<(), String> {
    println!("cargo::rerun-if-changed=rules");
    println!("cargo::rerun-if-changed=reasons");
    println!("cargo::rerun-if-changed=build.rs");
    let mut rules = Ledger::new();
    let mut examples = Ledger::new();
    for (folder, system, prefix) in SYSTEMS {
        for path in toml_files(&Path::new("rules").join(folder))? {
            read(&path, system, prefix, &mut rules, &mut examples)?;
        }
    }
    if rules.len() > usize::from(u16::MAX) {
        return Err(format!("{} rules are more than a RuleId can count", rules.len()));
    }
    check_references(&rules, &examples)?;
    let reasons = read_reasons(&rules)?;
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?).join("ledger.rs");
    fs::write(&out, source(&rules, &examples, &reasons)?).map_err(|e| format!("{}: {e}", out.display()))
}

fn toml_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))? {
        let path = entry.map_err(|e| format!("{}: {e}", folder.display()))?.path();
        if path.extension().is_some_and(|e| e == "toml") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn read(
    path: &Path,
    system: &'static str,
    prefix: &str,
    rules: &mut Ledger<Rule>,
    examples: &mut Ledger<Example>,
) -> Result<(), String> {
    let text = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let file: File = toml::from_str(&text).map_err(|e| format!("{}: {e}", path.display()))?;
    for rule in file.rule {
        let order = rules.len();
        let placed = Placed { system, file: path.into(), chapter: file.chapter.clone(), order, entry: rule };
        let id = placed.entry.id.clone();
        check_id(&id, prefix, path)?;
        if !KINDS.iter().any(|(name, _)| *name == placed.entry.kind) {
            let known: Vec<_> = KINDS.iter().map(|(name, _)| *name).collect();
            return Err(format!(
                "{}: {id} is of the unknown kind \"{}\"; the kinds are {}",
                path.display(),
                placed.entry.kind,
                known.join(", ")
            ));
        }
        if placed.entry.text.trim().is_empty() || placed.entry.title.trim().is_empty() {
            return Err(format!("{}: {id} has no title or no text", path.display()));
        }
        insert(rules, id, placed)?;
    }
    for example in file.example {
        let order = examples.len();
        let placed =
            Placed { system, file: path.into(), chapter: file.chapter.clone(), order, entry: example };
        let id = placed.entry.id.clone();
        check_id(&id, prefix, path)?;
        insert(examples, id, placed)?;
    }
    Ok(())
}

/// Why each rule that is not enforced is not.
fn read_reasons(rules: &Ledger<Rule>) -> Result<BTreeMap<String, String>, String> {
    let mut reasons = BTreeMap::new();
    for path in toml_files(Path::new("reasons"))? {
        let at = |what: String| format!("{}: {what}", path.display());
        let text = fs::read_to_string(&path).map_err(|e| at(e.to_string()))?;
        let file: Reasons = toml::from_str(&text).map_err(|e| at(e.to_string()))?;
        let code = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let Some((_, system, _)) = SYSTEMS.iter().find(|(folder, ..)| *folder == code) else {
            return Err(at(format!("there is no system \"{code}\"; name the file after one")));
        };
        for Reason { rules: ids, why } in file.reason {
            if why.trim().is_empty() || ids.is_empty() {
                return Err(at("a reason without rules, or rules without a reason".to_owned()));
            }
            for id in ids {
                if rules.get(&id).is_none_or(|rule| rule.system != *system) {
                    return Err(at(format!("{id} is no rule of {code}")));
                }
                if reasons.insert(id.clone(), why.trim().to_owned()).is_some() {
                    return Err(at(format!("{id} has two reasons; leave one")));
                }
            }
        }
    }
    Ok(reasons)
}

fn check_id(id: &str, prefix: &str, path: &Path) -> Result<(), String> {
    let rest = id.strip_prefix(prefix).unwrap_or_default();
    if rest.is_empty() || !rest.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'.') {
        return Err(format!(
            "{}: the id \"{id}\" must be \"{prefix}\" followed by letters, digits, dots and hyphens",
            path.display()
        ));
    }
    Ok(())
}

fn insert<T>(ledger: &mut Ledger<T>, id: String, placed: Placed<T>) -> Result<(), String> {
    if let Some(first) = ledger.get(&id) {
        return Err(format!(
            "{id} is stated twice: in {} and in {}",
            first.file.display(),
            placed.file.display()
        ));
    }
    ledger.insert(id, placed);
    Ok(())
}

fn check_references(rules: &Ledger<Rule>, examples: &Ledger<Example>) -> Result<(), String> {
    for (id, placed) in rules {
        if let Some(lost) = placed.entry.see.iter().find(|see| !rules.contains_key(*see)) {
            return Err(format!("{}: {id} refers to {lost}, which is no rule", placed.file.display()));
        }
    }
    for (id, placed) in examples {
        if rules.contains_key(id) {
            return Err(format!("{}: the example {id} has the id of a rule", placed.file.display()));
        }
        if let Some(lost) = placed.entry.rules.iter().find(|rule| !rules.contains_key(*rule)) {
            return Err(format!("{}: {id} refers to {lost}, which is no rule", placed.file.display()));
        }
    }
    Ok(())
}

fn source(
    rules: &Ledger<Rule>,
    examples: &Ledger<Example>,
    reasons: &BTreeMap<String, String>,
) -> Result<String, String> {
    let number: BTreeMap<&str, usize> = rules.keys().enumerate().map(|(n, id)| (id.as_str(), n)).collect();
    let ids = |list: &[String]| -> String {
        list.iter().filter_map(|id| number.get(id.as_str())).map(|n| format!("RuleId({n}),")).collect()
    };
    let mut out = String::new();
    write_tables(&mut out, rules, examples, reasons, &ids).map_err(|e| e.to_string())?;
    Ok(out)
}

fn write_tables(
    out: &mut String,
    rules: &Ledger<Rule>,
    examples: &Ledger<Example>,
    reasons: &BTreeMap<String, String>,
    ids: &dyn Fn(&[String]) -> String,
) -> std::fmt::Result {
    writeln!(out, "pub(crate) static IDS: [&str; {}] = [", rules.len())?;
    for id in rules.keys() {
        writeln!(out, "    {id:?},")?;
    }
    let referred_to: BTreeSet<&str> = rules
        .iter()
        .flat_map(|(id, placed)| placed.entry.see.iter().filter(move |see| *see != id))
        .map(String::as_str)
        .collect();
    writeln!(out, "];\n\npub(crate) static RULES: [Rule; {}] = [", rules.len())?;
    for (n, placed) in rules.values().enumerate() {
        let r = &placed.entry;
        let kind = KINDS.iter().find(|(name, _)| *name == r.kind).map_or("", |(_, variant)| *variant);
        writeln!(
            out,
            "    Rule {{ id: RuleId({n}), system: System::{}, chapter: {:?}, title: {:?}, kind: Kind::{kind}, text: {:?}, \
             table: &{}, unclear: {:?}, see: &[{}], testable: {}, not_enforced: {:?} }},",
            placed.system,
            placed.chapter,
            r.title,
            r.text.trim(),
            table(&r.table),
            r.unclear.as_deref().map(str::trim),
            ids(&r.see),
            r.kind != "advice" && (r.kind != "definition" || referred_to.contains(r.id.as_str())),
            reasons.get(&r.id),
        )?;
    }
    let mut by_order: Vec<_> = rules.values().enumerate().map(|(n, placed)| (placed.order, n)).collect();
    by_order.sort_unstable();
    writeln!(out, "];\n\npub(crate) static BOOK_ORDER: [RuleId; {}] = [", rules.len())?;
    for (_, n) in by_order {
        write!(out, "RuleId({n}),")?;
    }
    let mut in_order: Vec<_> = examples.values().collect();
    in_order.sort_by_key(|placed| placed.order);
    writeln!(out, "];\n\npub(crate) static EXAMPLES: [Example; {}] = [", examples.len())?;
    for placed in in_order {
        let e = &placed.entry;
        writeln!(
            out,
            "    Example {{ id: {:?}, system: System::{}, title: {:?}, derived: {}, rules: &[{}], setup: {:?}, \
             expected: {:?}, unclear: {:?} }},",
            e.id,
            placed.system,
            e.title,
            e.derived,
            ids(&e.rules),
            e.setup.trim(),
            e.expected.trim(),
            e.unclear.as_deref().map(str::trim),
        )?;
    }
    writeln!(out, "];")
}

fn table(rows: &[Vec<String>]) -> String {
    let rows: Vec<_> = rows.iter().map(|row| format!("&{row:?}")).collect();
    format!("[{}]", rows.join(","))
}
