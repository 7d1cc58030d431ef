//! Charges that were declared.

use super::{Foe, UgId};
use crate::battle::Bw;
use caracole_document::words;
use caracole_ledger::enforces;
use caracole_plane::Hand;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

words! {
    /// The types of charge.
    ChargeKind {
        /// It must be made unless it is stopped.
        Forced = "forced",
        /// It costs no card.
        Free = "free",
        /// It costs a card.
        Prompted = "prompted",
    }
}

/// A wheel at the start of a charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Wheel {
    /// The hand.
    pub hand: Hand,
    /// Whole degrees, up to 90.
    pub degrees: u8,
}

/// How a charge goes: its marked direction, and what it does to get past friends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Approach {
    /// The wheel at its start.
    pub wheel: Option<Wheel>,
    /// A shift of up to half a base width.
    pub shift: Option<(Hand, Bw)>,
    /// The end of the front at which a file drops back.
    pub contract: Option<Hand>,
}

/// A declared charge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Charge {
    /// Who charges.
    pub ug: UgId,
    /// Its type.
    pub kind: ChargeKind,
    /// Its marked direction.
    pub approach: Approach,
    /// Who is charged.
    pub targets: Vec<Foe>,
    /// It has been carried out.
    pub moved: bool,
}

enforces!("RETG-CHARGE-001", "RETG-CHARGE-020");
