//! Charges and those who meet them: what the impact phase shares with pursuits, routs, moves and marches.
//!
//! - [`plan`]: where a charge goes and whom it meets. [`approach`]: flank and rear charges.
//! - [`turning`]: what happens on contact. [`level`] and [`react`]: formation changes of those who charge and are charged.
//!   [`contacts`]: the questions that a contact raises.
//! - [`evade`] and [`away`]: who runs, and where to. [`flight`]: an evade under way.
//! - [`responses`]: the questions that come up wherever somebody is contacted or runs.

pub mod approach;
pub mod away;
pub mod contacts;
pub mod evade;
pub mod flight;
pub mod level;
pub(in crate::battle) mod past;
pub mod plan;
pub mod react;
pub mod responses;
pub mod turning;

use super::Flow;
use super::impact::{Event, Request};
use super::world::GroupId;
use caracole_kernel::Side;
use caracole_ledger::RuleId;
use caracole_plane::{Angle, Hand, Um};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The one wheel of a charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Wheel {
    /// To which hand.
    pub hand: Hand,
    /// How much.
    pub by: Angle,
}

/// What has become of a charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChargeState {
    /// It is yet to be moved.
    Declared,
    /// It does not take place.
    Cancelled,
    /// It has been moved.
    Moved,
}

/// A charge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Charge {
    /// Who charges.
    pub group: GroupId,
    /// The wheel at its start.
    pub wheel: Option<Wheel>,
    /// Everybody charged: named, or in the path.
    pub targets: Vec<GroupId>,
    /// Those of them that evaded.
    pub evaded: Vec<GroupId>,
    /// The rules that demand a complex move test.
    pub tests: Vec<RuleId>,
    /// The test was passed.
    pub passed: bool,
    /// What has become of it.
    pub state: ChargeState,
}

/// The two kinds of interception.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Interception {
    /// Across the path of the chargers, so far straight ahead, with a wheel at the end if need be.
    AcrossPath {
        /// How far straight ahead.
        distance: Um,
        /// The wheel towards the chargers.
        wheel: Option<Wheel>,
    },
    /// Into flank or rear of the chargers.
    FlankOrRear,
}

/// How evaders turn before they go in the direction of the charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EvadeTurn {
    /// They do not: they face nearer that way already.
    None,
    /// About.
    About,
    /// A quarter turn to a hand.
    To(Hand),
}

/// Where evaders go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Evade {
    /// To their own rear.
    ToRear,
    /// In the direction of the charge.
    WithCharge {
        /// The turn before.
        turn: EvadeTurn,
    },
}

/// Where troops go that evade from an enemy that shifted or turned into contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EvadeTo {
    /// To their own rear.
    Rear,
    /// Straight away from the enemy that turned.
    Away,
}

/// How those who run get past what is in their way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PastBy {
    /// The hand to which they shift.
    pub hand: Hand,
    /// How far: a base width at most.
    pub shift: Um,
    /// Files at the left end that drop back behind the others.
    pub drop_left: u8,
    /// Files at the right end that do.
    pub drop_right: u8,
}

/// How those who run go on where something stops them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EvadeWay {
    /// Straight on: at the table edge, off it.
    Straight,
    /// They turn to a hand and go along the edge.
    Along(Hand),
    /// Past it, shifted, with files dropped back, or both.
    Past(PastBy),
}

/// Which files of chargers step forward.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Steps {
    /// All that can.
    #[default]
    All,
    /// Light troops: none into battle troops that they would not contact otherwise.
    NotIntoBattleTroops,
}

fn told(event: Event) -> super::Event {
    super::Event::Impact(event)
}

fn ask(side: Side, request: Request) -> Flow {
    Flow::Ask(side, super::Request::Impact(request))
}
