//! The engine serves both books: only the shell that makes a system of each names one.

use std::path::{Path, PathBuf};

pub(crate) fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => sources(&path, found),
            false => found.push(path),
        }
    }
}

#[test]
fn a_shared_file_never_names_a_book() {
    const NAMES: [&str; 4] = ["Book::Renaissance", "Book::Ancients", "crate::renaissance", "crate::ancients"];
    let battle = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/battle");
    // The shell, and the macro that chooses between the rules of the books.
    let allowed = [battle.join("system.rs"), battle.join("law.rs")];
    let mut files = Vec::new();
    sources(&battle, &mut files);
    assert!(files.len() > 100, "the engine is where it is looked for");
    for file in files.iter().filter(|f| !allowed.contains(f)) {
        let text = std::fs::read_to_string(file).expect("a source file");
        for name in NAMES {
            assert!(!text.contains(name), "{} names a book: {name}", file.display());
        }
    }
}
