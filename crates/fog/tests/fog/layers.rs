//! Modules use only those below them: the vocabulary no book, the engine's questions no phase, no phase another.

use crate::one_engine::sources;
use std::collections::BTreeMap;
use std::path::Path;

/// The engine from below. Modules of one layer do not use each other.
const ENGINE: &[&[&str]] = &[
    &["law", "arrange", "asked"],
    &["world"],
    &["names"],
    &["scenario", "position"],
    &["forming", "riding", "game_tests"],
    &["charge"],
    &["outcome"],
    &["setup", "impact", "manoeuvre", "shooting", "melee", "joint"],
    &["turn", "view", "kept", "imagine"],
    &["start", "refusals"],
    &["scenarios", "phases"],
    &["text", "offered"],
    &["scene"],
    &["system"],
];

/// What belongs to all layers: the messages of all phases in one enum each, and the questions that every layer asks a
/// book and that name the types it asks about.
const EVERYWHERE: [&str; 2] = ["messages", "customs"];

/// A phase is called, asked and told about by these types of it, as the kernel's machine wants it. Nothing else of a
/// module above may be named.
const MESSAGES: [&str; 5] = ["Procedure", "Request", "Decision", "Order", "Event"];

/// The words for armies, troops and tables, which know neither book nor engine.
const VOCABULARY: [&str; 5] = ["troops", "formation", "army", "field", "combat"];

/// The text without its comments.
fn code(text: &str) -> String {
    text.lines().map(|l| l.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// The paths that a `use` tree names.
fn paths(tree: &str, before: &str, found: &mut Vec<String>) {
    let Some(open) = tree.find('{') else {
        found.push(format!("{before}{}", tree.trim()));
        return;
    };
    let (head, inner) = (&tree[..open], &tree[open + 1..tree.rfind('}').expect("a closed tree")]);
    let before = format!("{before}{}", head.trim());
    let (mut depth, mut from) = (0, 0);
    for (at, c) in inner.char_indices().chain([(inner.len(), ',')]) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                if !inner[from..at].trim().is_empty() {
                    paths(inner[from..at].trim(), &before, found);
                }
                from = at + 1;
            }
            _ => {}
        }
    }
}

/// The paths below `crate` that a file of a module names, imported or in full.
fn named(text: &str, module: &[String]) -> Vec<Vec<String>> {
    let code = code(text);
    let mut found = Vec::new();
    for (at, _) in code.match_indices("use ") {
        let line = code[..at].rsplit('\n').next().unwrap_or_default().trim();
        let is_import = line.is_empty() || line == "pub" || line.starts_with("pub(") && line.ends_with(')');
        if let Some((tree, _)) = code[at + 4..].split_once(';').filter(|_| is_import) {
            paths(tree, "", &mut found);
        }
    }
    let path_of = |at: usize| {
        let rest = &code[at..];
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')).unwrap_or(rest.len());
        rest[..end].to_owned()
    };
    for start in ["crate::", "super::"] {
        let inside = |at: &usize| !code[..*at].ends_with(|c: char| c == ':' || c.is_alphanumeric());
        found.extend(code.match_indices(start).map(|(at, _)| at).filter(inside).map(path_of));
    }
    // What an imported module is asked for.
    let imported: BTreeMap<String, String> = found
        .iter()
        .filter_map(|p| {
            let p = p.trim_end_matches("::self");
            Some((p.rsplit("::").next()?.to_owned(), p.to_owned()))
        })
        .collect();
    let mut asked = Vec::new();
    for (name, path) in &imported {
        let inside =
            |at: &usize| !code[..*at].ends_with(|c: char| c == ':' || c == '_' || c.is_alphanumeric());
        let called = format!("{name}::");
        let uses = code.match_indices(&called).map(|(at, _)| at).filter(inside);
        asked.extend(uses.map(|at| format!("{path}{}", &path_of(at)[name.len()..])));
    }
    found.extend(asked);
    found.into_iter().filter_map(|path| below_crate(&path, module)).collect()
}

/// A path as seen from the crate.
fn below_crate(path: &str, module: &[String]) -> Option<Vec<String>> {
    let mut here = module.to_vec();
    let mut parts: Vec<&str> = path.split("::").map(|p| p.split(" as ").next().unwrap_or(p).trim()).collect();
    match *parts.first()? {
        "crate" => {
            here.clear();
            parts.remove(0);
        }
        "super" => {
            while parts.first() == Some(&"super") {
                here.pop();
                parts.remove(0);
            }
        }
        _ => return None,
    }
    here.extend(parts.into_iter().filter(|p| !p.is_empty() && *p != "self").map(str::to_owned));
    Some(here)
}

/// The modules of the crate with their texts: `["battle", "impact", "phase"]`.
fn modules(folder: &str) -> Vec<(Vec<String>, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root.join(folder), &mut files);
    let read = |file: std::path::PathBuf| {
        let within = file.strip_prefix(&root).expect("a source file").with_extension("");
        let parts = within.iter().map(|p| p.to_string_lossy().into_owned()).filter(|p| p != "mod");
        (parts.collect(), std::fs::read_to_string(&file).expect("a source file"))
    };
    files.into_iter().map(read).collect()
}

#[test]
fn a_module_of_the_engine_uses_only_those_below_it() {
    let layer_of = |name: &str| ENGINE.iter().position(|layer| layer.contains(&name));
    let mut wrong = Vec::new();
    let mut seen = 0;
    for (module, text) in modules("battle") {
        let [_, own, ..] = module.as_slice() else { continue };
        if EVERYWHERE.contains(&own.as_str()) {
            continue;
        }
        let Some(layer) = layer_of(own) else {
            panic!("{own} is in no layer: give it a place in ENGINE");
        };
        seen += 1;
        let mut paths = named(&text, &module);
        paths.sort();
        paths.dedup();
        for path in &paths {
            let [of, used, rest @ ..] = path.as_slice() else { continue };
            let above = layer_of(used).filter(|l| of == "battle" && used != own && *l >= layer);
            let Some(above) = above else { continue };
            // A module is named so that its messages can be.
            let message = rest.first().is_none_or(|name| MESSAGES.contains(&name.as_str()));
            if !message {
                wrong.push(format!(
                    "{} (layer {layer}) uses {} (layer {above})",
                    module.join("::"),
                    path.join("::")
                ));
            }
        }
    }
    assert!(seen > 100, "the engine is where it is looked for");
    assert!(wrong.is_empty(), "move what both need below both:\n{}", wrong.join("\n"));
}

#[test]
fn the_vocabulary_knows_no_book_and_no_engine() {
    for folder in VOCABULARY {
        for (module, text) in modules(folder) {
            for path in named(&text, &module) {
                let above = ["battle", "renaissance", "ancients", "strength"];
                let used = path.first().map_or("", String::as_str);
                assert!(!above.contains(&used), "{} uses {}", module.join("::"), path.join("::"));
            }
        }
    }
}

#[test]
fn the_reader_of_paths_finds_them() {
    let module: Vec<String> = ["battle", "charge", "plan"].map(str::to_owned).to_vec();
    let text = "use super::{a::{B, self}, c};\nuse crate::battle::impact;\n// use crate::battle::no;\nfn f() { impact::Procedure::X; super::super::z::y(); }";
    let mut found: Vec<String> = named(text, &module).iter().map(|p| p.join("::")).collect();
    found.sort();
    found.dedup();
    assert_eq!(
        found,
        [
            "battle::charge",
            "battle::charge::a",
            "battle::charge::a::B",
            "battle::charge::c",
            "battle::impact",
            "battle::impact::Procedure::X",
            "battle::z::y"
        ]
    );
}
