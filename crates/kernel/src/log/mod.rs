//! The log is the battle: header, entries, state hashes, and an end.
//!
//! A log is a text file of JSON objects, one a line. Line 1 is the [`Header`]; then one [`Entry`] a line, numbered
//! from 1; the last line, once the battle is over, is the [`End`]. Every line closes with `sum`, a checksum over
//! itself and the line before, so that damage is found on the line where it is.

mod line;
mod migrate;
mod read;
mod replay;
mod write;

pub use migrate::Migration;
pub use read::{Damage, Limits, Log, read};
pub use replay::{Dice, Fault, Hashes, Replay, replay};
pub use write::Writer;

use crate::{
    Outcome, RulesVersion, Side, StateHash, Step,
    dice::{Bytes32, Commitment},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Version of the log's own format.
pub const FORMAT: u16 = 1;

/// What a battle started from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Header {
    /// Version of the log format.
    pub caracole: u16,
    /// Code of the system.
    pub system: String,
    /// Version of the rules that the battle was played by.
    pub rules: RulesVersion,
    /// Layout of the hashed state.
    pub layout: u16,
    /// Scenario, armies and options as they were given.
    pub setup: serde_json::Value,
    /// SHA-256 of each part of the setup (and of all of it, as `setup`), of its JSON with sorted keys.
    pub digests: BTreeMap<String, Bytes32>,
    /// Both sides agreed before the battle began that each may take back its last choice, past dice as well.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub take_backs: bool,
    /// What was published of the dice; absent where dice came from elsewhere (a real table, a test).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<Commitment>,
}

/// Something that was done at the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Act<D> {
    /// A step of the battle.
    Step(Step<D>),
    /// A player took back his last choice: the battle is again as it was after entry `to`.
    Undo {
        /// Who.
        side: Side,
        /// The last entry that still counts; 0 is the start.
        to: u64,
    },
    /// Both players agreed to go back to the state after entry `to`.
    Rewind {
        /// Who asked; the other side agreed.
        asked: Side,
        /// The last entry that still counts; 0 is the start.
        to: u64,
        /// The other side agreed to take-backs before the battle began, and was not asked again.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        beforehand: bool,
    },
    /// A side gave up.
    Resign {
        /// Who.
        side: Side,
    },
    /// A side's clock ran out, and with it the battle.
    OutOfTime {
        /// Whose.
        side: Side,
    },
    /// Both players agreed on a draw.
    Draw {
        /// Who offered it; the other side agreed.
        offered: Side,
    },
}

impl<D> Act<D> {
    /// The entry after which the battle stands again, for acts that go back.
    pub fn goes_back_to(&self) -> Option<u64> {
        match self {
            Act::Undo { to, .. } | Act::Rewind { to, .. } => Some(*to),
            Act::Step(_) | Act::Resign { .. } | Act::OutOfTime { .. } | Act::Draw { .. } => None,
        }
    }

    /// The side that does it, if a side does.
    pub fn side(&self) -> Option<Side> {
        match self {
            Act::Step(Step::Choose { side, .. })
            | Act::Undo { side, .. }
            | Act::Rewind { asked: side, .. }
            | Act::Resign { side }
            | Act::OutOfTime { side }
            | Act::Draw { offered: side } => Some(*side),
            Act::Step(Step::Dice(_)) => None,
        }
    }

    /// The same act with its decision turned into another.
    pub fn try_map<T, E>(self, turn: impl FnOnce(D) -> Result<T, E>) -> Result<Act<T>, E> {
        Ok(match self {
            Act::Step(Step::Choose { side, decision }) => {
                Act::Step(Step::Choose { side, decision: turn(decision)? })
            }
            Act::Step(Step::Dice(throw)) => Act::Step(Step::Dice(throw)),
            Act::Undo { side, to } => Act::Undo { side, to },
            Act::Rewind { asked, to, beforehand } => Act::Rewind { asked, to, beforehand },
            Act::Resign { side } => Act::Resign { side },
            Act::OutOfTime { side } => Act::OutOfTime { side },
            Act::Draw { offered } => Act::Draw { offered },
        })
    }

    /// The same act with its decision seen as another.
    pub fn map_ref<T>(&self, see: impl FnOnce(&D) -> T) -> Act<T> {
        match self {
            Act::Step(Step::Choose { side, decision }) => {
                Act::Step(Step::Choose { side: *side, decision: see(decision) })
            }
            Act::Step(Step::Dice(throw)) => Act::Step(Step::Dice(throw.clone())),
            Act::Undo { side, to } => Act::Undo { side: *side, to: *to },
            Act::Rewind { asked, to, beforehand } => {
                Act::Rewind { asked: *asked, to: *to, beforehand: *beforehand }
            }
            Act::Resign { side } => Act::Resign { side: *side },
            Act::OutOfTime { side } => Act::OutOfTime { side: *side },
            Act::Draw { offered } => Act::Draw { offered: *offered },
        }
    }
}

/// One line of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Entry<D> {
    /// Its number, from 1.
    pub n: u64,
    /// What was done.
    pub act: Act<D>,
    /// The state hash afterwards, on every few lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub hash: Option<StateHash>,
}

/// The last line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct End {
    /// How many entries there are.
    pub entries: u64,
    /// How the battle ended.
    pub outcome: Outcome,
    /// The state hash at the end.
    #[schemars(with = "String")]
    pub hash: StateHash,
    /// The secret behind the dice, now shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<Bytes32>,
}

/// SHA-256 of a JSON value written without spaces and with sorted keys.
pub fn digest(value: &serde_json::Value) -> Bytes32 {
    use sha2::{Digest, Sha256};
    // serde_json's map is sorted by key unless `preserve_order` is on, which the tests rule out.
    Bytes32(Sha256::digest(value.to_string().as_bytes()).into())
}

/// The digests of a setup: one for each of its fields and one for all of it.
pub fn digests(setup: &serde_json::Value) -> BTreeMap<String, Bytes32> {
    let parts = setup.as_object().into_iter().flatten();
    let mut digests: BTreeMap<_, _> = parts.map(|(name, value)| (name.clone(), digest(value))).collect();
    digests.insert("setup".to_owned(), digest(setup));
    digests
}
