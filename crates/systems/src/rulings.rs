//! The referee of the system that a file names.

use crate::{Entry, TABLE, find};
use caracole_position::Position;
use caracole_referee::{HexFile, RefereeError, Rulings};

/// Answers the questions of a position file.
pub fn rule_on_position(position: &Position) -> Result<Rulings, RefereeError> {
    let known = written(|entry| entry.on_position().is_some());
    let Some(system) = position.system else {
        return Err(RefereeError::at(
            "system",
            "the referee does not know by which rules to judge",
            format!("write {known} at the top of the file"),
        ));
    };
    match find(system.code()).and_then(Entry::on_position) {
        Some(rule) => rule(position),
        None => Err(RefereeError::at(
            "system",
            "the referee does not know positions of bases of this system",
            format!("write {known}; counters on hexes have files of their own"),
        )),
    }
}

/// Answers the questions of a file about a scenario on hexes, whose text is given.
pub fn rule_on_hexes(file: &HexFile, scenario: &str) -> Result<Rulings, RefereeError> {
    match find(&file.system).and_then(Entry::on_hexes) {
        Some(rule) => rule(file, scenario),
        None => Err(RefereeError::at(
            "system",
            "the referee does not know positions on hexes of this system",
            format!("write {}", written(|entry| entry.on_hexes().is_some())),
        )),
    }
}

/// How a file names one of the systems that can do something.
fn written(can: impl Fn(&Entry) -> bool) -> String {
    let lines: Vec<String> =
        TABLE.iter().filter(|entry| can(entry)).map(|e| format!("`system = \"{}\"`", e.code())).collect();
    lines.join(" or ")
}
