//! Leaders, wings and orders.

use caracole_kernel::Side;
use caracole_ledger::enforces;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A leader, as a place in [`crate::scenario::Scenario::leaders`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub struct LeaderId(pub u8);

/// A wing, as its place in [`crate::scenario::Scenario::wings`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub struct WingId(pub u8);

enforces!("MPBS-2.1.3");

/// A leadership rating: 0, -1 or -2 (best).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct LeaderRating(pub i8);

enforces!("MPBS-GLOSSARY-ORDERS");

/// The four orders, in the sequence in which wings activate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Orders {
    /// Charge.
    Charge,
    /// Make Ready.
    MakeReady,
    /// Receive Charge.
    ReceiveCharge,
    /// Rally.
    Rally,
}

impl Orders {
    /// All four, highest first.
    pub const ALL: [Orders; 4] = [Orders::Charge, Orders::MakeReady, Orders::ReceiveCharge, Orders::Rally];

    /// Key in files.
    pub const fn key(self) -> &'static str {
        match self {
            Orders::Charge => "charge",
            Orders::MakeReady => "make_ready",
            Orders::ReceiveCharge => "receive_charge",
            Orders::Rally => "rally",
        }
    }

    /// As the rulebook writes it.
    pub const fn name(self) -> &'static str {
        match self {
            Orders::Charge => "Charge",
            Orders::MakeReady => "Make Ready",
            Orders::ReceiveCharge => "Receive Charge",
            Orders::Rally => "Rally",
        }
    }
}

/// What a leader leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LeaderRole {
    /// The whole army.
    ArmyCommander,
    /// A wing.
    WingCommander(WingId),
    /// Nothing yet: replaces a lost commander of this wing.
    WingReplacement(WingId),
    /// Nothing yet: succeeds a lost Army Commander.
    ArmyReplacement,
}

enforces!("MPBS-2.1.2e", "MPBS-GLOSSARY-LEADERS");

/// A leader's counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedLeader {
    /// Short code that names the leader in files.
    pub code: String,
    /// The name.
    pub name: String,
    /// The army.
    pub side: Side,
    /// What the leader leads.
    pub role: LeaderRole,
    /// The rating.
    pub rating: LeaderRating,
    /// Victory points for eliminating the leader where the scenario says otherwise than the table.
    pub victory_points: Option<u8>,
}

enforces!("MPBS-GLOSSARY-WING");

/// Cavalry Wings have no heavy infantry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WingType {
    /// Has heavy infantry.
    Mixed,
    /// A Cavalry Wing.
    Cavalry,
}

/// Who takes over from an eliminated Army Commander.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Successor {
    /// A leader who was not on the map.
    Named(LeaderId),
    /// The senior Wing Commander.
    SeniorWing(WingId),
    /// Nobody.
    Nobody,
}

/// A wing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedWing {
    /// Short code that names it in files.
    pub code: String,
    /// Its name.
    pub name: String,
    /// Its army.
    pub side: Side,
    /// Its commander at the start.
    pub commander: LeaderId,
    /// The replacement, if the scenario names one.
    pub replacement: Option<LeaderId>,
    /// Cavalry Wing or not: by its first composition unless the scenario says otherwise.
    pub wing_type: WingType,
}
