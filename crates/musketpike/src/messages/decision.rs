//! What players answer.

use crate::{
    counters::{LeaderId, Orders, UnitId, WingId},
    engine::motion::Manoeuvre,
    hex::{Direction, Facing, Half, Hex, Placement, Turn},
    world::{Formation, Opening},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Whether the Army Commander spends the Action to help a roll.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Help {
    /// The Wing Commander alone.
    #[default]
    Alone,
    /// The Army Commander adds the rating.
    ArmyCommander,
}

/// Which leaders stacked with a unit use their Action to move with it.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Escort {
    /// None.
    #[default]
    None,
    /// The Wing Commander.
    WingCommander,
    /// The Army Commander.
    ArmyCommander,
    /// Both.
    Both,
}

impl Escort {
    /// All four.
    pub const ALL: [Escort; 4] = [Escort::None, Escort::WingCommander, Escort::ArmyCommander, Escort::Both];
}

/// Whether a stack of cavalry and light infantry moves whole.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Company {
    /// With the other unit of the stack, if there is one.
    #[default]
    Stack,
    /// Alone, leaving the other behind.
    Alone,
}

/// How infantry fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Manner {
    /// A step forward, then fire at -3.
    Advancing(Direction),
    /// Comes on top of the guns in its hex, then fires at -3.
    AdvancingInPlace,
    /// Fire without moving.
    Skirmishing,
    /// Fire at -3, then a step back.
    Retreating(Direction),
    /// Fire at -3, then beneath the guns in its hex.
    RetreatingInPlace,
    /// A Salvo.
    Salvo,
}

/// The fire of one half.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Shot {
    /// Which half fires; a one-hex unit is its own left half.
    pub half: Half,
    /// The target.
    pub target: Target,
}

/// Whom fire is aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// A unit.
    Unit(UnitId),
    /// A leader alone in a hex.
    Leader(LeaderId),
}

/// Fire of an infantry unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Volley {
    /// Who fires.
    pub unit: UnitId,
    /// How.
    pub manner: Manner,
    /// The fires of its halves.
    #[schemars(with = "Vec<Shot>")]
    pub shots: SmallVec<[Shot; 2]>,
}

/// What a Reform Action repairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reform {
    /// One formation hit.
    Formation,
    /// One level of pistols.
    Pistols,
    /// Out of Hedgehog, to Formation Broken.
    LeaveHedgehog,
    /// From Formation Normal to Open Order.
    OpenOrder,
    /// From Open Order to Formation Normal.
    CloseOrder,
    /// Out of Column; a two-hex unit chooses its front.
    LeaveColumn(Option<Facing>),
}

/// Which leader a unit Rallies or Reforms through.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Through {
    /// The Wing, as its Orders allow.
    #[default]
    Wing,
    /// The Army Commander.
    ArmyCommander,
}

/// A reaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reaction {
    /// Reaction Fire with every half that bears.
    Fire {
        /// Who.
        unit: UnitId,
        /// Skirmishing or Salvo; cavalry and guns have only the former.
        salvo: Salvoing,
    },
    /// Reaction Fire of a two-hex unit with one half, the other holding its fire.
    FireHalf {
        /// Who.
        unit: UnitId,
        /// Which half.
        half: Half,
        /// Skirmishing or Salvo.
        salvo: Salvoing,
    },
    /// Cavalry and the light infantry with it fire together; the cavalry is named.
    FireTogether(UnitId),
    /// A turn on the spot.
    Face {
        /// Who.
        unit: UnitId,
        /// Vertices, clockwise if positive: -2 to 2.
        steps: i8,
    },
    /// A two-hex unit pivots.
    Pivot {
        /// Who.
        unit: UnitId,
        /// Which way it wheels: to the right the right half stays.
        turn: Turn,
        /// By how many hexes: 1 or 2.
        hexes: u8,
    },
    /// An attempt to form Hedgehog.
    Hedgehog(UnitId),
    /// A Withdraw.
    Withdraw(UnitId),
    /// A leader alone in a hex withdraws to a hex.
    WithdrawLeader {
        /// Who.
        leader: LeaderId,
        /// Where to.
        to: Hex,
    },
    /// An attempt to Intercept.
    Intercept(UnitId),
    /// Guns change their place in the stack in place of Reaction Fire.
    Restack(UnitId),
    /// Guns turn in place of Reaction Fire.
    TurnGun {
        /// Which.
        gun: UnitId,
        /// New facing.
        facing: Facing,
    },
}

/// Ordinary fire or a Salvo.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Salvoing {
    /// Ordinary fire.
    #[default]
    No,
    /// A Salvo.
    Yes,
}

/// A player's choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// No; nothing more; stop here; stay.
    Decline,
    /// Yes.
    Accept,
    /// Starting Orders and Open Order.
    Opening(Opening),
    /// Activates a Wing.
    Activate(WingId),
    /// Passes with a Wing.
    Pass(WingId),
    /// Tries to preempt with a Wing.
    Preempt {
        /// Which.
        wing: WingId,
        /// With or without the Army Commander.
        #[serde(default)]
        help: Help,
    },
    /// Tries to change Orders.
    ChangeOrders {
        /// To which.
        to: Orders,
        /// With or without the Army Commander.
        #[serde(default)]
        help: Help,
    },
    /// Tries to continue.
    Continue {
        /// With or without the Army Commander.
        #[serde(default)]
        help: Help,
    },
    /// Begins to move a unit.
    Move {
        /// Which.
        unit: UnitId,
        /// With its stack or alone.
        #[serde(default)]
        company: Company,
        /// Leaders who go along.
        #[serde(default)]
        escort: Escort,
    },
    /// Infantry fires.
    Volley(Volley),
    /// Cavalry and the light infantry with it fire together, as the Action of both.
    VolleyTogether {
        /// The cavalry.
        unit: UnitId,
        /// The target of the cavalry.
        pistols: Target,
        /// The target of the light infantry.
        muskets: Target,
    },
    /// Artillery fires.
    Cannonade {
        /// Which guns.
        gun: UnitId,
        /// The target.
        target: Target,
        /// At which hex of a two-hex target.
        hex: Hex,
    },
    /// Guns turn instead of firing.
    TurnGun {
        /// Which.
        gun: UnitId,
        /// New facing.
        facing: Facing,
    },
    /// Guns limber or unlimber.
    Limber {
        /// Which.
        gun: UnitId,
        /// Facing of guns that unlimber.
        #[serde(default)]
        facing: Option<Facing>,
    },
    /// A unit tries to Rally.
    Rally {
        /// Which.
        unit: UnitId,
        /// Through the Wing or the Army Commander.
        #[serde(default)]
        through: Through,
    },
    /// A unit Reforms.
    Reform {
        /// Which.
        unit: UnitId,
        /// What it repairs.
        what: Reform,
        /// Through the Wing or the Army Commander.
        #[serde(default)]
        through: Through,
    },
    /// A leader moves alone.
    MoveLeader {
        /// Who.
        leader: LeaderId,
        /// Where to.
        to: Hex,
    },
    /// A reinforcement comes on and moves.
    Enter {
        /// Which.
        unit: UnitId,
        /// Where it comes on.
        at: Placement,
        /// In which formation.
        formation: Formation,
        /// Whether the Wing Commander comes on with it.
        #[serde(default)]
        escort: Escort,
    },
    /// A manoeuvre of the moving unit.
    Manoeuvre(Manoeuvre),
    /// The moving cavalry fires.
    Pistol(Target),
    /// The moving unit forms Hedgehog.
    FormHedgehog,
    /// The moving unit changes places with the guns in its hex.
    Restack,
    /// A reaction.
    React(Reaction),
    /// A unit.
    Unit(UnitId),
    /// A direction.
    Toward(Direction),
    /// A side.
    Aside(Turn),
    /// A place.
    Place(Placement),
    /// A facing.
    Face(Facing),
    /// A hex.
    Hex(Hex),
    /// An attack in Close Combat.
    Attack {
        /// Who.
        unit: UnitId,
        /// Which hex.
        hex: Hex,
    },
    /// Units that spend a pistol.
    Pistols(#[schemars(with = "Vec<UnitId>")] SmallVec<[UnitId; 4]>),
    /// An advance after combat.
    Advance {
        /// Who.
        unit: UnitId,
        /// To where.
        to: Placement,
    },
}
