//! Counts which rules the workspace's engines enforce and its tests prove, for `caracole rules`.

use caracole_ledger::scan;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

fn main() -> ExitCode {
    match count() {
        Ok(()) => ExitCode::SUCCESS,
        Err(problems) => {
            for problem in problems {
                println!("cargo::error={problem}");
            }
            ExitCode::FAILURE
        }
    }
}

fn count() -> Result<(), Vec<String>> {
    let root = Path::new("../..");
    println!("cargo::rerun-if-changed=../../crates");
    let citations = scan::workspace(root).map_err(|e| e.problems)?;
    let out =
        env::var_os("OUT_DIR").map(PathBuf::from).ok_or_else(|| vec!["OUT_DIR is not set".to_owned()])?;
    fs::write(out.join("citations.rs"), scan::as_rust(&citations))
        .map_err(|e| vec![format!("{}: {e}", out.display())])
}
