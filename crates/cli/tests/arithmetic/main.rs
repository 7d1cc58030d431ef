//! Armies, odds and questions as players and other programs call them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // Helpers of tests fail by panicking.

mod ask;
mod combat;
mod coverage;
mod readme;
mod schemas;
mod single_tests;

use serde_json::Value;
use std::{
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

/// The folder of the whole project.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs the program in the project's folder.
fn caracole(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_caracole"))
        .args(args)
        .env("NO_COLOR", "1")
        .current_dir(root())
        .output()
        .unwrap()
}

/// The same with something on its standard input.
fn fed(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_caracole"))
        .args(args)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    output
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The answer of a command that succeeds.
fn told(args: &[&str]) -> String {
    let output = caracole(args);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&told(&[args, &["--json"]].concat())).unwrap()
}

/// A file of its own for each test.
fn file(name: &str, content: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("arithmetic-{name}"));
    std::fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

/// A fraction as the program writes it.
fn fraction(value: &Value) -> (u128, u128) {
    let (over, under) = value.as_str().unwrap().split_once('/').unwrap();
    (over.parse().unwrap(), under.parse().unwrap())
}

/// Whether fractions add up to one, exactly.
fn add_up_to_one<'v>(fractions: impl Iterator<Item = &'v Value>) -> bool {
    let gcd = |mut a: u128, mut b: u128| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let (mut over, mut under) = (0u128, 1u128);
    for (n, d) in fractions.map(fraction) {
        let common = under / gcd(under, d) * d;
        (over, under) = (over * (common / under) + n * (common / d), common);
        let shared = gcd(over, under);
        (over, under) = (over / shared, under / shared);
    }
    (over, under) == (1, 1)
}
