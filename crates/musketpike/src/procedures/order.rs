//! Orders: decisions found legal, with what was worked out in checking them, so that carrying them out works out nothing
//! again.

use super::{close_combats::Attack, course::Course, rout::RoutStep};
use crate::{
    counters::{LeaderId, UnitId},
    engine::{
        field::Leaders,
        motion::{Manoeuvre, Motion},
    },
    hex::{Facing, Half, Hex, Placement},
    messages::{Company, Decision, Reform, Salvoing, Target, Through},
};
use serde::Serialize;

/// A decision found legal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// A decision that says all that is needed.
    Plain(Decision),
    /// A unit begins to move.
    Move {
        /// Which.
        unit: UnitId,
        /// With its stack or alone.
        company: Company,
        /// The leaders who go along.
        leaders: Leaders,
    },
    /// Cavalry and the light infantry in its hex fire together.
    VolleyTogether {
        /// The cavalry.
        rider: UnitId,
        /// Its target.
        pistols: Target,
        /// The light infantry.
        light: UnitId,
        /// Its target.
        muskets: Target,
    },
    /// A unit tries to Rally.
    Rally {
        /// Which.
        unit: UnitId,
        /// Through the Wing or the Army Commander.
        through: Through,
        /// That leader.
        leader: LeaderId,
    },
    /// A unit Reforms.
    Reform {
        /// Which.
        unit: UnitId,
        /// What it repairs.
        what: Reform,
        /// Through the Wing or the Army Commander.
        through: Through,
        /// That leader.
        leader: LeaderId,
    },
    /// The moving unit makes a manoeuvre.
    Manoeuvre(Box<Manoeuvring>),
    /// A reaction.
    React(Response),
    /// Cavalry displaces from artillery fire to this place.
    Displace(Placement),
    /// A routing unit takes a step.
    Rout(RoutStep),
    /// An attack in Close Combat.
    Attack(Attack),
}

/// A manoeuvre, and where it brings the unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Manoeuvring {
    pub(crate) manoeuvre: Manoeuvre,
    pub(crate) course: Course,
    pub(crate) motion: Motion,
}

/// A reaction, and what it comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Response {
    /// Reaction Fire.
    Fire {
        /// Who.
        unit: UnitId,
        /// The target.
        at: UnitId,
        /// With this half only.
        half: Option<Half>,
        /// Skirmishing or Salvo.
        salvo: Salvoing,
    },
    /// Cavalry and the light infantry with it fire together.
    FireTogether {
        /// The cavalry.
        unit: UnitId,
        /// The light infantry.
        light: UnitId,
        /// The target.
        at: UnitId,
    },
    /// Guns fire.
    Cannonade {
        /// Which.
        gun: UnitId,
        /// The target.
        at: UnitId,
    },
    /// A turn on the spot.
    Face {
        /// Who.
        unit: UnitId,
        /// Where it ends.
        to: Placement,
    },
    /// A two-hex unit pivots.
    Pivot {
        /// Who.
        unit: UnitId,
        /// Where it ends.
        to: Placement,
        /// Formation hits of the ground.
        hits: u8,
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
    /// Guns change places with the unit in their hex.
    Restack {
        /// The guns.
        gun: UnitId,
        /// The unit.
        main: UnitId,
    },
    /// Guns turn.
    TurnGun {
        /// Which.
        gun: UnitId,
        /// New facing.
        facing: Facing,
    },
}

impl Response {
    /// The unit that reacts.
    pub(crate) const fn unit(&self) -> Option<UnitId> {
        match *self {
            Response::Fire { unit, .. }
            | Response::FireTogether { unit, .. }
            | Response::Cannonade { gun: unit, .. }
            | Response::Face { unit, .. }
            | Response::Pivot { unit, .. }
            | Response::Hedgehog(unit)
            | Response::Withdraw(unit)
            | Response::Intercept(unit)
            | Response::Restack { gun: unit, .. }
            | Response::TurnGun { gun: unit, .. } => Some(unit),
            Response::WithdrawLeader { .. } => None,
        }
    }

    /// Whether it is Reaction Fire.
    pub(crate) const fn is_fire(&self) -> bool {
        matches!(self, Response::Fire { .. } | Response::FireTogether { .. } | Response::Cannonade { .. })
    }
}

impl Order {
    /// Whether the player said yes to what was offered.
    pub(crate) const fn accepts(&self) -> bool {
        matches!(self, Order::Plain(Decision::Accept))
    }
}

impl From<&Decision> for Order {
    fn from(decision: &Decision) -> Self {
        Order::Plain(decision.clone())
    }
}
