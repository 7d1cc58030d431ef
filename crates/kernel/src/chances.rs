//! What the dice of a whole fight may do to those who are in it.

use crate::{
    Battle, Rules,
    dice::{Pool, Value},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the dice may do, worked out exactly.
pub trait Chances: Rules {
    /// What the whole fight whose first dice are awaited may do to those who are in it, exactly; nothing where no fight
    /// begins.
    fn prospects(_battle: &Battle<Self>) -> Vec<Prospect> {
        Vec::new()
    }

    /// What a reading of a pool is worth to whoever threw it, for the account of their luck; nothing if luck does not count
    /// it. It is the number read, unless a system says otherwise: dice read in classes have none of their own.
    fn weigh(_pool: &Pool, value: &Value) -> Option<i32> {
        match value {
            Value::Number(number) => Some(*number),
            Value::Counts(_) | Value::Faces(_) => None,
        }
    }
}

/// What a fight by itself, whatever happens beside it, may do to one of those who are in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Prospect {
    /// Whom.
    pub of: String,
    /// What may happen to him; empty where too many fight together for it to be worked out while somebody waits.
    pub chances: Vec<Likely>,
}

/// Something that may happen, and how likely it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Likely {
    /// What.
    pub what: String,
    /// The exact chance, as a fraction.
    pub exactly: String,
    /// The chance in hundredths of a percent.
    pub basis_points: u16,
}
