//! What is remembered of fights within a phase.

use super::UgId;
use caracole_document::words;
use caracole_kernel::{BySide, Piece, Side};
use caracole_plane::{Angle, Base};
use caracole_tabletop::BaseId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Somebody who fights: a unit, or the camp of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Foe {
    /// A unit.
    Ug(UgId),
    /// A camp.
    Camp(Side),
}

impl Foe {
    /// The unit, if it is one.
    pub const fn ug(self) -> Option<UgId> {
        match self {
            Foe::Ug(ug) => Some(ug),
            Foe::Camp(_) => None,
        }
    }

    /// As something to point at.
    pub const fn piece(self) -> Piece {
        match self {
            Foe::Ug(ug) => ug.piece(),
            Foe::Camp(Side::Red) => Piece::new("camp", 1),
            Foe::Camp(Side::Blue) => Piece::new("camp", 2),
        }
    }
}

/// A base that charged a unit in flank or rear, judged when it was moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FlankClaim {
    /// The base.
    pub by: BaseId,
    /// Whom.
    pub at: Foe,
}

words! {
    /// By what a unit was broken.
    BrokenBy {
        /// Losses in combat.
        Combat = "combat",
        /// Losses by shooting.
        Shooting = "shooting",
        /// A KaB test.
        Test = "test",
    }
}

/// A unit that broke, until it is removed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fall {
    /// Which.
    pub ug: UgId,
    /// By what.
    pub by: BrokenBy,
    /// Which way it routs; nowhere if it is destroyed where it stands.
    pub away: Option<Angle>,
    /// Enemies who fought it to their front.
    pub victors: Vec<UgId>,
    /// Who shot at it and which way leads away from each, if its owner is still to choose among several.
    pub shooters: Vec<(UgId, Angle)>,
    /// Its tests have been made.
    pub tested: bool,
    /// How far it routed, in micrometres, once it has.
    pub went: Option<i32>,
}

/// What is remembered of fights.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fray {
    /// Where the bases of each unit stood when the phase began.
    pub starts: Vec<Vec<Base>>,
    /// Enemies who were in contact when the phase began.
    pub old: Vec<(UgId, UgId)>,
    /// Flank and rear charges of this phase.
    pub flanks: Vec<FlankClaim>,
    /// Who has fought whom to the own front in this phase.
    pub fought: Vec<(UgId, UgId)>,
    /// Who was shot at in this phase, and by whom.
    pub shot_at: Vec<(UgId, UgId)>,
    /// Units that broke and are not removed yet.
    pub falls: Vec<Fall>,
    /// Units that a SuG made way for, which must charge.
    pub cleared: Vec<UgId>,
    /// Pursuers and the new enemies whom they met after the Charge Phase: they fight in the next one.
    pub met: Vec<(UgId, UgId)>,
    /// Camps that broke in this turn.
    pub sacked: BySide<bool>,
}
