//! Reads `rules/systems.toml`, `rules/<system>/*.toml` and `reasons/<system>.toml` and writes the systems and the ledger
//! as sorted static tables into `OUT_DIR`.

use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The list of systems, `rules/systems.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Systems {
    system: Vec<System>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct System {
    /// Its folder under `rules/`; in capitals, what its ids begin with.
    code: String,
    title: String,
    /// Whether players know it.
    published: bool,
}

impl System {
    /// The variant of the `System` enum.
    fn variant(&self) -> String {
        let mut letters = self.code.chars();
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
    }

    fn prefix(&self) -> String {
        format!("{}-", self.code.to_uppercase())
    }
}

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
    system: String,
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
    let systems = read_systems()?;
    for system in &systems {
        for path in toml_files(&Path::new("rules").join(&system.code))? {
            read(&path, system, &mut rules, &mut examples)?;
        }
    }
    if rules.len() > usize::from(u16::MAX) {
        return Err(format!("{} rules are more than a RuleId can count", rules.len()));
    }
    check_references(&rules, &examples)?;
    let reasons = read_reasons(&rules, &systems)?;
    let folder = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?);
    let write = |name: &str, text: String| {
        let path = folder.join(name);
        fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))
    };
    write("systems.rs", systems_source(&systems).map_err(|e| e.to_string())?)?;
    write("ledger.rs", source(&rules, &examples, &reasons)?)
}

fn read_systems() -> Result<Vec<System>, String> {
    let path = Path::new("rules/systems.toml");
    let at = |what: String| format!("{}: {what}", path.display());
    let text = fs::read_to_string(path).map_err(|e| at(e.to_string()))?;
    let file: Systems = toml::from_str(&text).map_err(|e| at(e.to_string()))?;
    for system in &file.system {
        let is_word = !system.code.is_empty() && system.code.bytes().all(|b| b.is_ascii_lowercase());
        if !is_word || system.title.trim().is_empty() {
            return Err(at(format!("\"{}\" needs a code of small letters and a title", system.code)));
        }
    }
    Ok(file.system)
}

/// The `System` enum and its tables.
fn systems_source(systems: &[System]) -> Result<String, std::fmt::Error> {
    let mut out = String::new();
    writeln!(out, "/// A published rule system, or one of the internal ones.")?;
    writeln!(
        out,
        "#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]"
    )?;
    writeln!(out, "#[serde(rename_all = \"lowercase\")]\npub enum System {{")?;
    for system in systems {
        writeln!(out, "    /// {}.\n    {},", system.title, system.variant())?;
    }
    writeln!(out, "}}\n\nimpl System {{")?;
    let list = |all: &mut dyn Iterator<Item = &System>| -> Vec<String> {
        all.map(|system| format!("Self::{}", system.variant())).collect()
    };
    let all = list(&mut systems.iter());
    let published = list(&mut systems.iter().filter(|system| system.published));
    writeln!(out, "    /// Every system.\n    pub const ALL: [Self; {}] = [{}];", all.len(), all.join(", "))?;
    writeln!(
        out,
        "    /// The systems that players know.\n    pub const PUBLISHED: [Self; {}] = [{}];\n",
        published.len(),
        published.join(", ")
    )?;
    writeln!(out, "    /// The short name used in files and on the command line.\n    #[must_use]")?;
    writeln!(out, "    pub const fn code(self) -> &'static str {{\n        match self {{")?;
    for system in systems {
        writeln!(out, "            Self::{} => {:?},", system.variant(), system.code)?;
    }
    writeln!(out, "        }}\n    }}\n\n    /// The name in full.\n    #[must_use]")?;
    writeln!(out, "    pub const fn title(self) -> &'static str {{\n        match self {{")?;
    for system in systems {
        writeln!(out, "            Self::{} => {:?},", system.variant(), system.title)?;
    }
    writeln!(out, "        }}\n    }}\n}}")?;
    Ok(out)
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
    system: &System,
    rules: &mut Ledger<Rule>,
    examples: &mut Ledger<Example>,
) -> Result<(), String> {
    let text = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let file: File = toml::from_str(&text).map_err(|e| format!("{}: {e}", path.display()))?;
    let (variant, prefix) = (system.variant(), system.prefix());
    for rule in file.rule {
        let order = rules.len();
        let placed = Placed {
            system: variant.clone(),
            file: path.into(),
            chapter: file.chapter.clone(),
            order,
            entry: rule,
        };
        let id = placed.entry.id.clone();
        check_id(&id, &prefix, path)?;
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
        let placed = Placed {
            system: variant.clone(),
            file: path.into(),
            chapter: file.chapter.clone(),
            order,
            entry: example,
        };
        let id = placed.entry.id.clone();
        check_id(&id, &prefix, path)?;
        insert(examples, id, placed)?;
    }
    Ok(())
}

/// Why each rule that is not enforced is not.
fn read_reasons(rules: &Ledger<Rule>, systems: &[System]) -> Result<BTreeMap<String, String>, String> {
    let mut reasons = BTreeMap::new();
    for path in toml_files(Path::new("reasons"))? {
        let at = |what: String| format!("{}: {what}", path.display());
        let text = fs::read_to_string(&path).map_err(|e| at(e.to_string()))?;
        let file: Reasons = toml::from_str(&text).map_err(|e| at(e.to_string()))?;
        let code = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let Some(system) = systems.iter().find(|system| system.code == code) else {
            return Err(at(format!("there is no system \"{code}\"; name the file after one")));
        };
        for Reason { rules: ids, why } in file.reason {
            if why.trim().is_empty() || ids.is_empty() {
                return Err(at("a reason without rules, or rules without a reason".to_owned()));
            }
            for id in ids {
                if rules.get(&id).is_none_or(|rule| rule.system != system.variant()) {
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
