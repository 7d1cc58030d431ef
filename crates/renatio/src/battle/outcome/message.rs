//! What is said of losses, tests, routs and pursuits.

use crate::battle::world::{BrokenBy, CommanderId, Foe, UgId};
use crate::battle::{NewPost, Paid};
use crate::cards::Colour;
use crate::kab::Cause;
use crate::troops::Grade;
use caracole_document::words;
use caracole_kernel::Tally;
use caracole_plane::Um;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a player must choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Which file of a unit loses a base.
    Lose {
        /// The unit.
        ug: UgId,
    },
    /// From which of several shooters a broken unit routs.
    RoutFrom {
        /// Which.
        ug: UgId,
    },
    /// What a SuG does that battle troops meet in the Movement Phase.
    GiveWay {
        /// Which.
        ug: UgId,
    },
    /// Where a Commander goes whose unit broke.
    Flee {
        /// Who.
        commander: CommanderId,
    },
    /// Where the replacement of a Commander appears.
    Replace {
        /// Who was killed.
        commander: CommanderId,
    },
    /// Which unit routs next.
    Rout,
    /// Whether a unit pursues.
    Pursue {
        /// Which.
        ug: UgId,
    },
}

words! {
    /// What a SuG does that battle troops meet in the Movement Phase.
    GiveWay {
        /// It runs away to its own front.
        RunToFront = "run_to_front",
        /// It runs away to its own rear.
        RunToRear = "run_to_rear",
        /// It runs away along the advance.
        RunAlong = "run_along",
        /// It is pushed back: the base contacted stands 1 BW away, opposite the enemy base.
        Opposite = "opposite",
        /// It is pushed back along the advance, just as far as leaves 1 BW.
        PushedBack = "pushed_back",
    }
}

/// A player's choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Decision {
    /// A file gives a base up.
    Lose {
        /// The file, from the left, counted from 0.
        file: u8,
    },
    /// A Commander goes.
    Flee(NewPost),
    /// A unit routs.
    Rout {
        /// Which.
        ug: UgId,
    },
    /// The unit pursues.
    Pursue {
        /// Whom.
        after: UgId,
    },
    /// The unit does not pursue.
    Stay,
    /// Cards stop the pursuit.
    Hold(Paid),
    /// The unit routs directly away from this one of those who shot at it.
    RoutFrom {
        /// Who shot.
        shooter: UgId,
    },
    /// What a SuG does that battle troops meet in the Movement Phase.
    GiveWay(GiveWay),
}

/// A decision found legal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Order {
    /// A file gives a base up.
    Lose(u8),
    /// A Commander goes.
    Flee(crate::battle::Post),
    /// A unit routs.
    Rout(UgId),
    /// The unit pursues.
    Pursue(UgId),
    /// The unit does not pursue.
    Stay,
    /// Cards stop the pursuit.
    Hold(Paid),
    /// The unit routs directly away from this shooter.
    RoutFrom(UgId),
    /// What a SuG does that battle troops meet.
    GiveWay(GiveWay),
}

words! {
    /// What a test did.
    TestResult {
        /// Nothing.
        Nothing = "nothing",
        /// The unit is slowed.
        Slowed = "slowed",
        /// A wound.
        Wounded = "wounded",
        /// A base is killed.
        BaseKilled = "base_killed",
        /// The Commander loses his cards.
        Stunned = "stunned",
        /// The Commander drops a grade.
        Injured = "injured",
        /// The Commander is dead.
        Killed = "killed",
    }
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A unit was tested.
    Tested {
        /// Which.
        ug: UgId,
        /// Why.
        cause: Cause,
        /// The dice.
        dice: Colour,
        /// What raised and lowered it.
        steps: Tally,
        /// What came of it.
        result: TestResult,
    },
    /// A Commander was tested.
    CommanderTested {
        /// Who.
        commander: CommanderId,
        /// The dice.
        dice: Colour,
        /// What came of it.
        result: TestResult,
        /// His grade now.
        grade: Grade,
    },
    /// Somebody lost bases.
    Lost {
        /// Who.
        foe: Foe,
        /// How many.
        bases: u8,
        /// Whether a wound is carried now.
        wound: bool,
    },
    /// A unit broke.
    Broke {
        /// Which.
        ug: UgId,
        /// By what.
        by: BrokenBy,
    },
    /// A camp broke.
    CampBroke {
        /// Whose.
        foe: Foe,
    },
    /// A unit was removed.
    Removed {
        /// Which.
        ug: UgId,
    },
    /// A unit routed.
    Routed {
        /// Which.
        ug: UgId,
        /// Its distance.
        distance: Tally,
        /// How far it went.
        went: Um,
    },
    /// A unit pursued.
    Pursued {
        /// Which.
        ug: UgId,
        /// Whom.
        after: UgId,
        /// How far it went.
        went: Um,
        /// New enemies whom it met.
        met: Vec<Foe>,
    },
    /// A unit did not pursue.
    Stayed {
        /// Which.
        ug: UgId,
    },
    /// A Commander was replaced.
    Replaced {
        /// Who.
        commander: CommanderId,
        /// The grade of the new one.
        grade: Grade,
    },
    /// A camp was sacked and removed.
    Sacked {
        /// Whose.
        side: caracole_kernel::Side,
    },
}
