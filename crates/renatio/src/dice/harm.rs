//! Losses: bases, the wound, and when they break a unit.

use crate::charts::BreakPoints;
use crate::troops::{Characteristic, Profile};
use caracole_document::words;
use caracole_ledger::enforces;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a unit has lost: two half bases for each base, one for the wound it carries.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub struct Harm {
    /// Half bases.
    pub half_bases: u8,
}

impl Harm {
    /// So many bases, and a wound or none.
    pub const fn of(bases: u8, wound: bool) -> Harm {
        Harm { half_bases: bases.saturating_mul(2).saturating_add(wound as u8) }
    }

    /// Bases killed.
    pub const fn bases(self) -> u8 {
        self.half_bases / 2
    }

    /// Whether it carries a wound. It never carries two: the second kills a base.
    pub const fn has_wound(self) -> bool {
        enforces!("RETG-OVR-008", "RETG-KAB-016");
        self.half_bases % 2 == 1
    }

    /// After so many half bases more.
    #[must_use]
    pub const fn and(self, half_bases: u8) -> Harm {
        Harm { half_bases: self.half_bases.saturating_add(half_bases) }
    }

    /// How many bases these half bases kill on top of what was lost before: all of them in the file thrown at.
    pub const fn kills(self, half_bases: u8) -> u8 {
        enforces!("RETG-COMBAT-050");
        self.and(half_bases).bases() - self.bases()
    }
}

words! {
    /// By which rule a unit breaks.
    Breaking {
        /// Battle troops, flexibles in Skirmish formation too.
        Tug = "tug",
        /// Steady battle troops.
        Steady = "steady",
        /// They fight to the last base.
        Fanatics = "fanatics",
        /// Skirmishers.
        Sug = "sug",
        /// A camp.
        Camp = "camp",
    }
}

impl Breaking {
    /// The rule for these troops. Flexible troops break as battle troops even while they skirmish.
    pub fn of(profile: &Profile) -> Breaking {
        enforces!("RETG-ROUT-003", "RETG-GLOS-036");
        if profile.is(Characteristic::Fanatics) {
            Breaking::Fanatics
        } else if profile.is_skirmishers() {
            Breaking::Sug
        } else if profile.is(Characteristic::Steady) {
            Breaking::Steady
        } else {
            Breaking::Tug
        }
    }
}

/// Whether a unit that began with so many bases is broken by its losses.
pub const fn breaks(points: &BreakPoints, rule: Breaking, bases: u8, harm: Harm) -> bool {
    enforces!(
        "RETG-UNIV-002",
        "RETG-UNIV-003",
        "RETG-ROUT-002",
        "RETG-CAMP-002",
        "RETG-GLOS-082",
        "RETG-GLOS-036"
    );
    let gone = harm.bases() >= bases;
    match rule {
        Breaking::Fanatics => gone,
        Breaking::Tug => gone || above(points.tug, bases, harm, 0),
        Breaking::Steady => gone || above(points.tug, bases, harm, points.steady_half_bases),
        Breaking::Sug => gone || above(points.sug, bases, harm, 0),
        Breaking::Camp => gone || above(points.camp, bases, harm, 0),
    }
}

/// Whether the losses exceed a share of the bases, when so many half bases are borne besides.
const fn above(share: [u8; 2], bases: u8, harm: Harm, spared: u8) -> bool {
    let lost = harm.half_bases.saturating_sub(spared) as u32;
    share[1] as u32 * lost > 2 * bases as u32 * share[0] as u32
}
