//! Shared code names no system: whoever needs one asks the table.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{
    fs,
    path::{Path, PathBuf},
};

/// The table, and the crates of the systems themselves.
const OF_SYSTEMS: [&str; 5] =
    ["crates/systems/", "crates/fog/", "crates/musketpike/", "crates/renatio/", "crates/trial/"];

/// Files that may name a system, with the reason.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("crates/bots/src/fog/", "the computer players of two systems"),
    ("crates/bots/src/mpbs/", "the computer players of one system"),
    ("crates/bots/src/retg/", "the computer players of one system"),
    ("crates/bots/examples/", "an example of typed battles"),
    ("crates/referee/src/fog/", "the rulings of two systems"),
    ("crates/referee/src/mpbs/", "the rulings of one system"),
    ("crates/referee/src/retg/", "the rulings of one system"),
    ("crates/cli/src/commands/army", "armies of the two Field of Glory books, with their types"),
    ("crates/cli/src/commands/ask.rs", "questions of the two Field of Glory books, with their types"),
    ("crates/cli/src/commands/odds/", "combat of the two Field of Glory books, with its types"),
    ("crates/cli/src/commands/schema.rs", "the formats of army, fight and question files are typed"),
    (
        "crates/cli/src/commands/rules/coverage.rs",
        "the list of rules that wait for positions is Field of Glory's",
    ),
];

/// Whole words that only a system's own code may use.
const WORDS: [&str; 9] = [
    "fogam",
    "Fogr",
    "Fogam",
    "Mpbs",
    "Retg",
    "MusketPike",
    "caracole_fog",
    "caracole_musketpike",
    "caracole_renatio",
];
/// The codes that are also parts of other words, as literals.
const LITERALS: [&str; 6] = ["\"fogr\"", "\"mpbs\"", "\"retg\"", "'fogr'", "'mpbs'", "'retg'"];

/// The system that a line of code names, if it does. Comments may; ids of rules are no names.
fn named(line: &str) -> Option<&'static str> {
    let code = line.split("//").next().unwrap_or_default();
    if let Some(literal) = LITERALS.into_iter().find(|literal| code.contains(literal)) {
        return Some(literal);
    }
    let words = code.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.into_iter().find_map(|word| WORDS.into_iter().find(|known| *known == word))
}

/// Source files below a folder, without tests, examples' data and what tools made.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() {
            if !matches!(name, "tests" | "target" | "node_modules" | "dist" | "data" | "benches") {
                sources(&path, found);
            }
        } else if ["rs", "ts", "svelte"].iter().any(|e| path.extension().is_some_and(|own| own == *e))
            && !name.contains(".test.")
        {
            found.push(path);
        }
    }
}

#[test]
fn no_shared_file_names_a_system() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let mut files = Vec::new();
    sources(&root.join("crates"), &mut files);
    sources(&root.join("client/src"), &mut files);
    let mut wrong = Vec::new();
    for file in files {
        let name = file.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
        let is_excepted = EXCEPTIONS.iter().any(|(path, _)| name.starts_with(path));
        if is_excepted || OF_SYSTEMS.iter().any(|path| name.starts_with(path)) {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        let shipped = text.lines().take_while(|line| line.trim() != "#[cfg(test)]");
        for (number, line) in shipped.enumerate() {
            if let Some(word) = named(line) {
                wrong.push(format!("{name}:{}: {word}", number + 1));
            }
        }
    }
    assert!(wrong.is_empty(), "shared files name systems:\n{}", wrong.join("\n"));
}

#[test]
fn every_exception_is_still_needed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    sources(&root.join("crates"), &mut files);
    for (path, why) in EXCEPTIONS {
        let of_exception = |file: &&PathBuf| {
            file.strip_prefix(&root).is_ok_and(|name| name.to_str().unwrap().starts_with(path))
        };
        let needed = files
            .iter()
            .filter(of_exception)
            .any(|file| fs::read_to_string(file).unwrap().lines().any(|line| named(line).is_some()));
        assert!(needed, "{path} ({why}) names no system any more: take it off the list");
    }
}

#[test]
fn rule_ids_and_comments_name_no_system() {
    assert_eq!(named("let rule = rule!(\"FOGAM-SCALE-005\"); // as fogam has it"), None);
    assert_eq!(named("if code == \"fogr\" {"), Some("\"fogr\""));
    assert_eq!(named("Some(System::Fogr) => 1,"), Some("Fogr"));
}
