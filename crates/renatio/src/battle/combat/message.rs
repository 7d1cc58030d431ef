//! What is said in combats.

use crate::battle::position::fights::Fight;
use crate::battle::world::{CommanderId, Foe, UgId};
use crate::cards::Colour;
use crate::charts::CombatKind;
use crate::dice::Counted;
use caracole_document::words;
use caracole_kernel::{Side, Tally};
use caracole_tabletop::Placing;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a player must choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Which unit aligns.
    Align,
    /// Which combat is fought next.
    NextCombat,
    /// Which files fight next.
    NextFile,
    /// Whether a Commander fights in the front rank.
    InFront {
        /// Who.
        commander: CommanderId,
    },
    /// Whether a base fights here rather than elsewhere.
    Here {
        /// The fight.
        fight: Fight,
    },
    /// Which file of a unit loses a base.
    Lose {
        /// The unit.
        ug: UgId,
    },
    /// Which files of a charger press forward after contact; answered by [`charging::Decision::Press`].
    ///
    /// [`charging::Decision::Press`]: crate::battle::charging::Decision::Press
    Press {
        /// The charger.
        ug: UgId,
    },
}

words! {
    /// Where a Commander is when his file fights.
    Rank {
        /// In the front rank.
        Front = "front",
        /// Behind.
        Behind = "behind",
    }
}

words! {
    /// Where a base throws its dice that could fight in several directions.
    Choice {
        /// In this fight.
        Here = "here",
        /// In another.
        Elsewhere = "elsewhere",
    }
}

/// A player's choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Decision {
    /// A unit aligns in one of the ways that it can, counted from 0, the shortest first.
    Align {
        /// Which.
        ug: UgId,
        /// The way.
        way: u8,
    },
    /// The combat of this one is fought next.
    Combat(Foe),
    /// These fight next.
    Fight(Fight),
    /// Where the Commander is.
    Rank(Rank),
    /// Where the base throws.
    Throw(Choice),
    /// A file gives a base up.
    Lose {
        /// The file, from the left, counted from 0.
        file: u8,
    },
}

/// A decision found legal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Order {
    /// A unit aligns.
    Align {
        /// Which.
        ug: UgId,
        /// Where its bases come to.
        placings: Vec<Placing>,
    },
    /// The combat of this one is fought next.
    Combat(Foe),
    /// These fight next.
    Fight(Fight),
    /// Where the Commander is.
    Rank(Rank),
    /// Where the base throws.
    Throw(Choice),
    /// A file gives a base up.
    Lose(u8),
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A unit aligned.
    Aligned {
        /// Which.
        ug: UgId,
    },
    /// Two files fight: their claims and their dice, red's and blue's.
    Fights {
        /// Charge or melee.
        kind: CombatKind,
        /// The files.
        fight: Fight,
        /// Red's claims.
        red: Tally,
        /// Blue's claims.
        blue: Tally,
        /// Red's dice, those of supporting files last.
        red_dice: Vec<Colour>,
        /// Blue's.
        blue_dice: Vec<Colour>,
    },
    /// The dice of a side.
    Threw {
        /// Whose.
        side: Side,
        /// What they show.
        shown: Counted,
    },
    /// A file shattered or shoved its opponent.
    Effect {
        /// Whose.
        side: Side,
        /// The fight.
        fight: Fight,
        /// It is a Shatter.
        shatter: bool,
        /// It is a Shove.
        shove: bool,
    },
    /// A Commander fights in the front rank.
    InFront {
        /// Who.
        commander: CommanderId,
    },
}
