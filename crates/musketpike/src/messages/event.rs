//! What happens in a battle.

use crate::{
    charts::{CloseCombatOutcome, FireResult, PursuitResult, UnableToRetreat},
    counters::{LeaderId, Orders, UnitId, WingId},
    hex::{Facing, Hex, Placement},
    messages::{Manner, Reform, Target},
    world::{Formation, MoraleState, Opening, Phase},
};
use caracole_kernel::{Side, Tally};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A die with its modifiers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Rolled {
    /// The face.
    pub die: u8,
    /// The modifiers.
    pub modifiers: Box<Tally>,
}

impl Rolled {
    /// The modified roll.
    pub fn total(&self) -> i32 {
        i32::from(self.die) + self.modifiers.total()
    }
}

/// What a fire did: a cell of a fire table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct FireEffect {
    /// Casualty hits.
    pub casualties: u8,
    /// Formation hits.
    pub formation_hits: u8,
    /// Morale Checks.
    pub morale_checks: u8,
}

impl From<FireResult> for FireEffect {
    fn from(result: FireResult) -> Self {
        FireEffect {
            casualties: result.casualties,
            formation_hits: result.formation_hits,
            morale_checks: result.morale_checks,
        }
    }
}

impl FireEffect {
    /// Whether nothing was hit.
    pub const fn is_miss(self) -> bool {
        self.casualties == 0 && self.formation_hits == 0 && self.morale_checks == 0
    }
}

/// The column of a fire table that a fire is read on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FireTable {
    /// Musketry to the front.
    Front,
    /// Musketry to the flank.
    Flank,
    /// A Salvo.
    Salvo,
    /// Pistols and carbines.
    Pistols,
    /// Commanded muskets and dragoons.
    Muskets,
    /// Guns.
    Artillery,
}

/// Whether an attempt succeeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Attempt {
    /// It did.
    Succeeded,
    /// It did not.
    Failed,
}

impl From<bool> for Attempt {
    fn from(succeeded: bool) -> Self {
        if succeeded { Attempt::Succeeded } else { Attempt::Failed }
    }
}

/// Where a formation hit comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HitBy {
    /// The ground.
    Terrain,
    /// Close Combat.
    CloseCombat,
}

/// Why a leader left the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LeaderLoss {
    /// Hit by fire.
    Fire,
    /// Lost in Close Combat.
    CloseCombat,
    /// An enemy unit entered the hex.
    Overrun,
    /// Attacked while alone.
    Alone,
    /// The unit in the hex was eliminated.
    WithUnit,
    /// Left with a pursuit.
    Pursuit,
}

/// What became of a lost leader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LeaderReturn {
    /// The leader is back.
    Returns,
    /// Away for a turn.
    Away,
    /// Gone for good.
    Gone,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it; the sentence is in `report`")]
pub enum Event {
    OpeningChosen {
        side: Side,
    },
    OpeningShown {
        side: Side,
        opening: Opening,
    },
    Turn {
        turn: u8,
    },
    Phase {
        phase: Phase,
    },
    InitiativeRoll {
        red: u8,
        blue: u8,
    },
    Initiative {
        side: Side,
    },
    WingArrives {
        wing: WingId,
    },
    Passed {
        wing: WingId,
    },
    Activated {
        wing: WingId,
        number: u8,
    },
    Preemption {
        wing: WingId,
        rolled: Rolled,
        result: Attempt,
    },
    NoContinue {
        wing: WingId,
    },
    Bypassed {
        wing: WingId,
    },
    Finished {
        wing: WingId,
    },
    OrdersRoll {
        wing: WingId,
        rolled: Rolled,
        result: Attempt,
    },
    Orders {
        wing: WingId,
        orders: Orders,
    },
    MandatoryRally {
        wing: WingId,
    },
    Continuation {
        wing: WingId,
        rolled: Rolled,
        result: Attempt,
    },
    Moved {
        unit: UnitId,
        from: Option<Placement>,
        to: Placement,
    },
    LeaderMoved {
        leader: LeaderId,
        to: Hex,
    },
    Formation {
        unit: UnitId,
        formation: Formation,
        /// The formation hit behind it, if it was one.
        by: Option<HitBy>,
    },
    Morale {
        unit: UnitId,
        morale: MoraleState,
    },
    Casualties {
        unit: UnitId,
        hits: u8,
        left: u8,
    },
    Threshold {
        unit: UnitId,
    },
    Eliminated {
        unit: UnitId,
    },
    Incorporated {
        unit: UnitId,
        into: UnitId,
    },
    LeftMap {
        unit: UnitId,
    },
    Fired {
        unit: UnitId,
        target: Target,
        manner: Manner,
        column: FireTable,
        rolled: Rolled,
        result: FireEffect,
    },
    TookCover {
        unit: UnitId,
    },
    NoEffect {
        unit: UnitId,
    },
    Displaced {
        unit: UnitId,
    },
    MoraleCheck {
        unit: UnitId,
        morale: u8,
        rolled: Rolled,
        result: Attempt,
    },
    PistolSpent {
        unit: UnitId,
        shots: u8,
    },
    GunsDisabled {
        unit: UnitId,
    },
    Captured {
        unit: UnitId,
        by: Side,
    },
    Regained {
        unit: UnitId,
    },
    GunsTurned {
        unit: UnitId,
        facing: Facing,
    },
    Limbered {
        unit: UnitId,
    },
    Unlimbered {
        unit: UnitId,
    },
    Restacked {
        unit: UnitId,
    },
    Interception {
        unit: UnitId,
        target: UnitId,
        most: i8,
        rolled: Rolled,
        result: Attempt,
    },
    Hedgehog {
        unit: UnitId,
    },
    Withdrew {
        unit: UnitId,
    },
    Momentum {
        unit: UnitId,
    },
    Attack {
        unit: UnitId,
        hex: Hex,
    },
    CloseCombat {
        attackers: Vec<UnitId>,
        defender: UnitId,
        rolled: Rolled,
        outcome: CloseCombatOutcome,
    },
    SweptAway {
        unit: UnitId,
    },
    NoAttack {
        unit: UnitId,
    },
    UnableToRetreat {
        unit: UnitId,
        rolled: Rolled,
        result: UnableToRetreat,
    },
    Pursuit {
        unit: UnitId,
        die: u8,
        result: PursuitResult,
    },
    PursuedOffMap {
        unit: UnitId,
    },
    Rallied {
        unit: UnitId,
    },
    Reformed {
        unit: UnitId,
        what: Reform,
    },
    LeaderCasualty {
        leader: LeaderId,
        die: u8,
    },
    LeaderLost {
        leader: LeaderId,
        why: LeaderLoss,
    },
    LeaderReplacement {
        leader: LeaderId,
        die: u8,
        result: LeaderReturn,
    },
    LeaderPlaced {
        leader: LeaderId,
        hex: Hex,
    },
    ArmyCommander {
        leader: LeaderId,
    },
    Surrendered {
        side: Side,
    },
    End {
        red: i32,
        blue: i32,
    },
}
