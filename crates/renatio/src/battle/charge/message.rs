//! What is said in the Charge Phase.

use crate::battle::movement::Plan;
use crate::battle::world::{Approach, ChargeKind, Foe, UgId, Wheel};
use crate::battle::{Action, Bw, Paid};
use caracole_document::words;
use caracole_kernel::Tally;
use caracole_plane::Um;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a player must choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Which SuGs make way for a charge.
    Clear,
    /// Which charge to declare or to stop.
    Declare,
    /// Where a Forced Charge goes that was neither declared nor stopped.
    Direct {
        /// Who must charge.
        ug: UgId,
    },
    /// Which counter-charge or intercept to make.
    Counter,
    /// How a charged unit responds.
    Respond {
        /// Who is charged.
        ug: UgId,
    },
    /// Which charge is moved next.
    Move,
}

words! {
    /// How a charged unit responds.
    Response {
        /// It stands.
        Stand = "stand",
        /// It runs away.
        RunAway = "run_away",
        /// It skirmishes.
        Skirmish = "skirmish",
    }
}

words! {
    /// Where a unit goes that runs away or skirmishes.
    Toward {
        /// To its own front.
        Front = "front",
        /// To its own rear.
        Rear = "rear",
        /// Along the direction of the charge.
        Along = "along",
    }
}

/// A player's choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Decision {
    /// A SuG makes way.
    Clear {
        /// Its move: a march or a turn that costs WHITE.
        action: Action,
        /// For whom.
        way_for: UgId,
        /// The cards.
        paid: Paid,
    },
    /// A charge is declared.
    Declare {
        /// Who charges: one unit or a group.
        ugs: Vec<UgId>,
        /// How.
        approach: Approach,
        /// The cards of a Prompted Charge.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        paid: Option<Paid>,
    },
    /// Forced Charges are stopped.
    Hold {
        /// Whose.
        ugs: Vec<UgId>,
        /// The cards.
        paid: Paid,
    },
    /// A counter-charge or an intercept.
    Counter {
        /// Who makes it.
        ug: UgId,
        /// The wheel at its start.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        wheel: Option<Wheel>,
        /// How far it goes straight ahead.
        forward: Bw,
        /// The cards.
        paid: Paid,
    },
    /// A response.
    Respond {
        /// How.
        how: Response,
        /// Where it goes, unless it stands.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        toward: Option<Toward>,
    },
    /// A charge is moved.
    Move {
        /// Whose.
        ug: UgId,
        /// Another direction, to catch a target that has moved.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turn: Option<Approach>,
        /// Cards by which it wins back distance lost to fire.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        paid: Option<Paid>,
    },
    /// These files of the charger press forward, counted from 0 from the left.
    Press {
        /// Which.
        files: Vec<u8>,
    },
}

/// A charge found legal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Declared {
    /// Who.
    pub ug: UgId,
    /// Its type.
    pub kind: ChargeKind,
    /// How.
    pub approach: Approach,
    /// Whom.
    pub targets: Vec<Foe>,
}

/// A decision found legal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Order {
    /// A SuG makes way.
    Clear {
        /// Its move.
        plan: Plan,
        /// For whom.
        way_for: UgId,
        /// The cards.
        paid: Paid,
    },
    /// Charges are declared.
    Declare {
        /// Which.
        charges: Vec<Declared>,
        /// The action and its cards.
        paid: Option<(Plan, Paid)>,
    },
    /// Forced Charges are stopped.
    Hold {
        /// The action.
        plan: Plan,
        /// The cards.
        paid: Paid,
    },
    /// A counter-charge or an intercept.
    Counter {
        /// The action with where the unit comes to.
        plan: Plan,
        /// The cards.
        paid: Paid,
        /// It is charged itself.
        charged: bool,
    },
    /// A response.
    Respond {
        /// How.
        how: Response,
        /// Where it goes.
        toward: Toward,
    },
    /// A charge is moved.
    Move {
        /// Whose.
        ug: UgId,
        /// Its direction now.
        approach: Approach,
        /// Cards by which it wins back distance, and how much in BW.
        paid: Option<(Plan, Paid, u8)>,
    },
    /// These files press forward.
    Press(Vec<u8>),
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A charge was declared.
    Declared {
        /// Who.
        ug: UgId,
        /// Its type.
        kind: ChargeKind,
        /// Whom.
        targets: Vec<Foe>,
    },
    /// A Forced Charge was stopped.
    Held {
        /// Whose.
        ug: UgId,
    },
    /// A counter-charge or an intercept was made.
    Countered {
        /// Who.
        ug: UgId,
        /// It was charged itself.
        charged: bool,
        /// How far it went.
        spent: Um,
    },
    /// A unit responded.
    Responded {
        /// Who.
        ug: UgId,
        /// How.
        how: Response,
    },
    /// The dice of an evade move.
    Away {
        /// Who.
        ug: UgId,
        /// The distance.
        distance: Tally,
        /// How far it went.
        went: Um,
    },
    /// A unit went off the table, or could not complete its move, and is lost.
    Lost {
        /// Which.
        ug: UgId,
    },
    /// A SuG was caught by a charge and removed.
    Caught {
        /// Which.
        ug: UgId,
        /// By whom.
        by: UgId,
    },
    /// A charge was moved.
    Charged {
        /// Who.
        ug: UgId,
        /// The distance that it had.
        distance: Tally,
        /// How far it went.
        spent: Um,
        /// Whom it contacted.
        contacted: Vec<Foe>,
        /// Bases that claim a flank or rear charge.
        flank_claims: u8,
    },
    /// A charge could not be made.
    Failed {
        /// Whose.
        ug: UgId,
    },
    /// Friends were burst through.
    BurstThrough {
        /// Who charged.
        ug: UgId,
        /// Through whom.
        friend: UgId,
        /// The friend is destroyed.
        destroyed: bool,
    },
}
