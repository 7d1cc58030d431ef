//! Encounters that come with the program, and reading a scenario from a file.

use super::super::Setup;
use crate::army::BuiltIn;

macro_rules! files {
    ($($id:literal),+ $(,)?) => {
        &[$( BuiltIn {
            id: $id,
            text: include_str!(concat!("../../../data/encounters/", $id, ".toml")),
        } ),+]
    };
}

/// The encounters.
pub const ENCOUNTERS: &[BuiltIn] = files!(
    "fogr/northamptonshire-1645",
    "fogr/northamptonshire-1645-deployment",
    "fogr/lombardy-1525-deployment",
    "fogam/emilia-218bc-deployment",
    "fogam/picardy-1346-deployment",
);

/// The longest scenario file that is read, in bytes.
pub const LONGEST_FILE: usize = 1 << 20;

/// Why a scenario file is not one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoScenario {
    /// It is too long.
    #[error("the scenario has {0} bytes, at most {LONGEST_FILE} are read: leave something out")]
    TooLong(usize),
    /// It does not say what a scenario must.
    #[error("the scenario cannot be read: {0}")]
    Malformed(String),
}

/// Reads a scenario written as TOML. What it describes is judged when the battle begins.
pub fn read_scenario(text: &str) -> Result<Setup, NoScenario> {
    if text.len() > LONGEST_FILE {
        return Err(NoScenario::TooLong(text.len()));
    }
    toml::from_str(text).map_err(|e| NoScenario::Malformed(e.to_string()))
}

/// The encounter with this id.
#[must_use]
pub fn encounter(id: &str) -> Option<Setup> {
    let file = ENCOUNTERS.iter().find(|f| f.id.eq_ignore_ascii_case(id))?;
    read_scenario(file.text).ok()
}
