//! Setups by number for random battles: the book's own armies, and armies of every kind of troops that there is.

use crate::battle::{ArmyChoice, Setup, StartFrom};
use caracole_kernel::BySide;
use std::collections::BTreeMap;

/// A legal setup by number.
#[must_use]
pub fn random_setup(number: u64) -> Setup {
    let pair = match number % 2 {
        0 => BySide { red: "fogam/roman-218bc", blue: "fogam/carthaginian-218bc" },
        _ => BySide { red: "fogam/french-1346", blue: "fogam/english-1346" },
    };
    Setup {
        armies: pair.map(|id| ArmyChoice::BuiltIn(id.to_owned())),
        table_mu: (72, 48),
        scale: crate::field::Scale::default(),
        turns: 24,
        options: BTreeMap::new(),
        start: StartFrom::Deployment,
    }
}
