//! What is said in the Shooting Phase and by volleys.

use crate::battle::world::UgId;
use crate::dice::{Counted, ShootingDice};
use crate::effects::SlowedBy;
use crate::troops::Extra;
use caracole_kernel::{Side, Tally};
use caracole_tabletop::BaseId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// What a player must choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Which unit shoots, and at what.
    Fire,
    /// Which file of a unit loses a base.
    Lose {
        /// The unit.
        ug: UgId,
    },
    /// Which files of a side shoot at chargers.
    AtChargers,
    /// What a unit with Shoot & Charge shoots as it declares its charge.
    AsItCharges {
        /// The unit.
        ug: UgId,
    },
}

/// One file that shoots, and the base that it shoots at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Aim {
    /// The file, from the left, counted from 0.
    pub file: u8,
    /// Regimental guns or Platoon Fire instead of the weapons of the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extra: Option<Extra>,
    /// The unit shot at.
    pub at: UgId,
    /// Its base, by its place in the unit, counted from 0.
    pub base: u8,
}

/// What one unit shoots.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Salvo {
    /// The unit.
    pub ug: UgId,
    /// Its files and their targets.
    pub aims: Vec<Aim>,
}

/// A player's choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Decision {
    /// Files of a unit shoot.
    Fire {
        /// The unit.
        ug: UgId,
        /// Its files and their targets.
        aims: Vec<Aim>,
    },
    /// Files of these units shoot at chargers, and no others.
    Salvos(Vec<Salvo>),
    /// A file gives a base up.
    Lose {
        /// The file, from the left, counted from 0.
        file: u8,
    },
}

/// A decision found legal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Order {
    /// These files shoot.
    Fire(Vec<Shot>),
    /// A file gives a base up.
    Lose(u8),
}

/// A file that shoots, with its dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Shot {
    /// The unit.
    pub by: UgId,
    /// Its file.
    pub file: u8,
    /// What shoots if not the weapons of the file.
    pub extra: Option<Extra>,
    /// Bases that shoot.
    pub bases: u8,
    /// The unit shot at.
    pub at: UgId,
    /// Its base.
    pub base: BaseId,
    /// What its results count for slowing.
    pub slows: SlowedBy,
    /// The dice.
    #[schemars(with = "Vec<ShootingDice>")]
    pub dice: SmallVec<[ShootingDice; 2]>,
    /// What raised and lowered them.
    pub steps: Tally,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// Files took aim.
    Aimed {
        /// What they shoot with and at.
        shots: Vec<Shot>,
    },
    /// The dice of one side against one unit.
    Thrown {
        /// Who shot.
        side: Side,
        /// At whom.
        at: UgId,
        /// What the dice showed.
        shown: Counted,
        /// Half bases lost by it.
        half_bases: u16,
        /// Results that count for slowing.
        slowing: u16,
    },
    /// What all fire together did to a unit.
    Suffered {
        /// Which.
        ug: UgId,
        /// Half bases.
        half_bases: u8,
        /// Whether it carries a wound now.
        wound: bool,
        /// Bases killed.
        killed: u8,
        /// BW by which it is slowed now.
        slow: u8,
    },
    /// A file lost a base.
    BaseLost {
        /// The unit.
        ug: UgId,
        /// The file that gave it up.
        file: u8,
    },
    /// A unit broke.
    Broke {
        /// Which.
        ug: UgId,
    },
}
