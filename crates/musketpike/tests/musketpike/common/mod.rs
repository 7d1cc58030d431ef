//! What the tests of this crate share.

pub mod field;
pub mod position;

use caracole_kernel::Battle;
use caracole_musketpike::{
    MusketPike,
    engine::{ScenarioSource, Setup},
    scenario::Options,
};

/// The setup of one of the program's own scenarios.
pub fn own(id: &str, options: Options) -> Setup {
    Setup { scenario: ScenarioSource::Id(id.to_owned()), charts: None, options }
}

/// What must be true after every step of any battle.
pub fn invariants(battle: &Battle<MusketPike>) {
    <MusketPike as caracole_kernel::Rules>::invariants(battle).unwrap();
}

/// Fails unless `file function` is a test of this crate.
pub fn is_a_test(test: &str) {
    let (file, function) = test.split_once(' ').expect("a file and a function");
    let path = format!("{}/tests/musketpike/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|wrong| panic!("{file}: {wrong}"));
    assert!(text.contains(&format!("#[test]\nfn {function}() {{")), "{file} has no test {function}");
}
