//! How a battle ends.

use caracole_kernel::Side;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a battle ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Victory {
    /// Nobody wins.
    Draw,
    /// A decisive victory: the enemy army routed.
    Decisive(Side),
    /// A major victory on time.
    Major(Side),
    /// A moderate victory on time.
    Moderate(Side),
    /// A marginal victory on time.
    Marginal(Side),
    /// The battle goes on.
    Undecided,
}

/// Whether time has run out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// There is time.
    Running,
    /// The time limit is reached.
    Out,
}
