//! The armies that come with the program.

use super::{Army, read_army};

/// An army file inside the program.
#[derive(Clone, Copy, Debug)]
pub struct BuiltIn {
    /// Its id, such as `retg/swedish-1632`.
    pub id: &'static str,
    /// Its text.
    pub text: &'static str,
}

macro_rules! armies {
    ($($name:literal),+ $(,)?) => {
        &[$(BuiltIn {
            id: concat!("retg/", $name),
            text: include_str!(concat!("../../data/armies/", $name, ".toml")),
        }),+]
    };
}

/// The armies, in pairs of enemies.
pub const BUILT_IN: &[BuiltIn] = armies!(
    "swedish-1632",
    "imperial-1632",
    "french-1525",
    "imperialist-1525",
    "royalist-1642",
    "parliament-1642",
    "polish-1683",
    "ottoman-1683",
);

/// The army with this id.
pub fn builtin(id: &str) -> Option<Army> {
    let file = BUILT_IN.iter().find(|file| file.id.eq_ignore_ascii_case(id))?;
    read_army(file.id, file.text).ok()
}

/// A small army with comments, to start a new file from.
pub const fn starter() -> &'static str {
    include_str!("../../data/starter.toml")
}
