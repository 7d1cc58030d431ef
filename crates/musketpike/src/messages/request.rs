//! What players are asked.

use crate::counters::{LeaderId, Orders, UnitId, WingId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a player must choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Starting Orders and units in Open Order, in secret.
    Opening,
    /// The next Wing to activate or to pass with.
    Activate(Orders),
    /// Whether to preempt this Wing.
    Preempt(WingId),
    /// Whether to change this Wing's Orders.
    ChangeOrders(WingId),
    /// The next Action of this Wing.
    Act(WingId),
    /// Whether this Wing tries to continue.
    Continue(WingId),
    /// The next manoeuvre of this unit.
    Manoeuvre(UnitId),
    /// Whether to react to what this unit did.
    React(UnitId),
    /// The next manoeuvre of an intercepting unit.
    Intercept(UnitId),
    /// Whether this unit fires a pistol at the unit it intercepts.
    PistolFirst(UnitId),
    /// Whether this unit attacks the unit it intercepted.
    Engage(UnitId),
    /// Whether this unit takes cover.
    TakeCover(UnitId),
    /// At which hex of a two-hex unit these guns fire in reaction.
    Aim(UnitId),
    /// On which side of a hex spine the fire of these guns grazes.
    Spine(UnitId),
    /// Whether, and to which side, this cavalry displaces from artillery fire.
    Displace(UnitId),
    /// Which of cavalry and light infantry takes a casualty.
    TakeHit(UnitId),
    /// Which way this unit retreats.
    Retreat(UnitId),
    /// The next attack, or none.
    Designate,
    /// Which combat is resolved next.
    NextCombat,
    /// Which units spend a pistol in this combat.
    Pistols,
    /// Which unit advances, and how.
    Advance,
    /// How this unit faces after its advance.
    FaceAdvance(UnitId),
    /// Which of several defeated units this cavalry pursues.
    Quarry(UnitId),
    /// How this unit faces.
    Face(UnitId),
    /// Whether this leader goes along with this unit.
    GoAlong(LeaderId),
    /// On which unit this leader is placed.
    PlaceLeader(LeaderId),
    /// Whether guns lie on top of this unit.
    GunsOnTop(UnitId),
    /// Which unit routs next.
    NextRout,
    /// Which way this unit routs.
    Rout(UnitId),
}
