//! Finds what a workspace's sources cite: the rules its engines enforce, the rules its tests prove.
//!
//! Meant for build scripts. A module is read only if it is declared, as the compiler does it, so a file that is not
//! compiled cannot count; test code proves but never enforces; and a proof that no test run would reach (outside of
//! a test, or in an ignored one) is an error, so that the figures cannot rot unseen.

mod lex;
mod walk;

use crate::coverage::Citation;
use std::fmt::{self, Write as _};
use std::fs;
use std::path::{Path, PathBuf};
use walk::{Place, Walk};

/// Crates whose rule citations enforce nothing: the ledger itself and the programs that only show rules.
const ENFORCES_NOTHING: [&str; 3] = ["ledger", "referee", "cli"];
/// The ledger's own tests cite rules to test citing.
const PROVES_NOTHING: &str = "ledger";

/// Everything that is wrong with a workspace's citations.
#[derive(Debug, PartialEq, Eq)]
pub struct ScanError {
    /// One message for each problem: file, line, what is wrong, how to mend it.
    pub problems: Vec<String>,
}

impl fmt::Display for ScanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.problems.join("\n"))
    }
}

impl std::error::Error for ScanError {}

/// The citations of all crates in `root/crates`, sorted by rule, role, file and line.
///
/// # Errors
/// If a source cannot be read, cites an unknown rule, or claims a proof where no test proves it.
pub fn workspace(root: &Path) -> Result<Vec<Citation>, ScanError> {
    let mut citations = Vec::new();
    let mut problems = Vec::new();
    match folders(&root.join("crates")) {
        Ok(crates) => {
            for folder in crates {
                package(root, &folder, &mut citations, &mut problems);
            }
        }
        Err(problem) => problems.push(problem),
    }
    if !problems.is_empty() {
        return Err(ScanError { problems });
    }
    citations.sort();
    citations.dedup();
    Ok(citations)
}

/// Rust source of a slice of the citations, for a build script to write and the program to include.
#[must_use]
pub fn as_rust(citations: &[Citation]) -> String {
    let mut out = String::from("&[\n");
    for citation in citations {
        let Citation { rule, role, file, line } = citation;
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "    ::caracole_ledger::Citation {{ rule: ::caracole_ledger::rule!({:?}), \
             role: ::caracole_ledger::Role::{role:?}, file: ::std::borrow::Cow::Borrowed({file:?}), line: {line} }},",
            rule.id()
        );
    }
    out.push_str("]\n");
    out
}

fn package(root: &Path, folder: &Path, citations: &mut Vec<Citation>, problems: &mut Vec<String>) {
    let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    if name == PROVES_NOTHING {
        return;
    }
    let mut walk = Walk::new(root, !ENFORCES_NOTHING.contains(&name));
    let src = folder.join("src");
    for file in [src.join("lib.rs"), src.join("main.rs")] {
        if file.is_file() {
            walk.root_file(&file, Place::Code);
        }
    }
    for (targets, place) in [(src.join("bin"), Place::Code), (folder.join("tests"), Place::TestCode)] {
        match target_files(&targets) {
            Ok(files) => files.iter().for_each(|file| walk.root_file(file, place)),
            Err(problem) => problems.push(problem),
        }
    }
    citations.append(&mut walk.citations);
    problems.append(&mut walk.problems);
}

/// The targets that cargo finds by itself: `x.rs` and `x/main.rs`.
fn target_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut files: Vec<_> =
        entries(folder)?.into_iter().filter(|path| path.extension().is_some_and(|e| e == "rs")).collect();
    files.extend(
        folders(folder)?.into_iter().map(|inner| inner.join("main.rs")).filter(|path| path.is_file()),
    );
    Ok(files)
}

fn folders(folder: &Path) -> Result<Vec<PathBuf>, String> {
    Ok(entries(folder)?.into_iter().filter(|path| path.is_dir()).collect())
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let failed = |e: std::io::Error| format!("{}: cannot be listed: {e}", folder.display());
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        paths.push(entry.map_err(failed)?.path());
    }
    paths.sort();
    Ok(paths)
}
