//! The books' own armies and the openings of the two lists that they print.

use super::{Army, ArmyList, read_army, read_list};
use crate::troops::Book;
use caracole_ledger::enforces;

enforces!("FOGR-ARMY-001", "FOGR-ARMY-002", "FOGR-ARMY-003", "FOGR-ARMY-004", "FOGR-ARMY-005");
enforces!(
    "FOGAM-ARMY-001",
    "FOGAM-ARMY-002",
    "FOGAM-ARMY-003",
    "FOGAM-ARMY-004",
    "FOGAM-ARMY-005",
    "FOGAM-ARMY-006"
);

/// A file that comes with the program.
#[derive(Clone, Copy, Debug)]
pub struct BuiltIn {
    /// Its id, such as `fogr/new-model-1645`.
    pub id: &'static str,
    /// Its text.
    pub text: &'static str,
}

macro_rules! files {
    ($dir:literal: $($id:literal),+ $(,)?) => {
        &[$( BuiltIn { id: $id, text: include_str!(concat!("../../data/", $dir, "/", $id, ".toml")) } ),+]
    };
}

/// The armies.
pub const BUILT_IN: &[BuiltIn] = files!(
    "armies": "fogr/french-1525", "fogr/imperialist-1525", "fogr/royalist-1645", "fogr/new-model-1645",
    "fogam/roman-218bc", "fogam/carthaginian-218bc", "fogam/french-1346", "fogam/english-1346",
);

/// The army lists.
pub const BUILT_IN_LISTS: &[BuiltIn] = files!("lists": "fogr/new-model-army", "fogam/later-carthaginian");

/// The built-in army with this id.
#[must_use]
pub fn builtin(id: &str) -> Option<Army> {
    let file = BUILT_IN.iter().find(|f| f.id.eq_ignore_ascii_case(id))?;
    read_army(file.text).ok()
}

/// The built-in army list with this id.
#[must_use]
pub fn builtin_list(id: &str) -> Option<ArmyList> {
    let file = BUILT_IN_LISTS.iter().find(|f| f.id.eq_ignore_ascii_case(id))?;
    read_list(file.text).ok()
}

/// A small legal army with comments, to start a new file from.
#[must_use]
pub const fn starter(book: Book) -> &'static str {
    match book {
        Book::Renaissance => include_str!("../../data/starter/fogr.toml"),
        Book::Ancients => include_str!("../../data/starter/fogam.toml"),
    }
}
