//! The scenarios inside the program.

use super::Scenario;
use crate::charts::Charts;
use caracole_document::Faults;

/// Scenarios inside the program: id and text of the file.
pub const LIBRARY: [(&str, &str); 4] = [
    ("learning", include_str!("../../data/scenarios/learning.toml")),
    ("edgehill", include_str!("../../data/scenarios/edgehill.toml")),
    ("naseby", include_str!("../../data/scenarios/naseby.toml")),
    ("breitenfeld", include_str!("../../data/scenarios/breitenfeld.toml")),
];

/// A small sound scenario with remarks, to start a new one from.
pub const TEMPLATE: &str = include_str!("../../data/template.toml");

/// The text of the scenario with this id.
pub fn text_of(id: &str) -> Option<&'static str> {
    LIBRARY.iter().find(|(known, _)| *known == id).map(|(_, text)| *text)
}

impl Scenario {
    /// The scenario inside the program with this id; `None` if there is none.
    pub fn by_id(id: &str, charts: &Charts) -> Option<Result<Scenario, Faults>> {
        text_of(id).map(|text| Scenario::read(&format!("{id}.toml (inside the program)"), text, charts))
    }
}
