//! Conforming, feeding bases into a fight, restricted areas.

use crate::battle::manoeuvre::{Feeding, Plan};
use crate::battle::world::{BaseId, GroupId, World};
use crate::formation::{Formation, Placed};
use crate::troops::BaseProfile;
use caracole_kernel::Refusal;
use caracole_ledger::RuleId;
use caracole_plane::BaseRect;
use smallvec::SmallVec;

/// Bases that a battle group has moved into other ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    /// How many were moved.
    pub bases: usize,
    /// How many of these contribute to the fight now.
    pub contribute: usize,
}

/// Whether a file fights hand to hand or as an overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A base of it touches an enemy by a front.
    Contact,
    /// It fights as an overlap only.
    Overlap,
}

/// Troops in close combat and before the enemy, in the manoeuvre phase.
pub trait InMelee {
    /// Whether a battle group need not conform where an enemy could then charge it in flank or rear.
    fn may_stay_out_of_danger(&self, world: &World, group: GroupId) -> bool;

    /// Whether a charge of such enemies in its flank or rear is a danger for a battle group that conforms.
    fn fears(&self, world: &World, group: GroupId, enemy: GroupId) -> bool;

    /// Whether a battle group may bring bases into its fight in such a way at all.
    fn feeds(&self, world: &World, group: GroupId, how: &Feeding) -> Result<(), Refusal>;

    /// How many bases of a file contribute to a fight, counted from its front.
    fn contributing(&self, file: &[Placed], part: Part) -> usize;

    /// How many bases of a file could contribute behind such a front base.
    fn most_contributing(&self, front: &BaseProfile, part: Part) -> usize;

    /// Whether an enemy fights a base as an overlap, so that it keeps its place.
    fn is_fought_as_overlap(&self, world: &World, group: GroupId, base: BaseId) -> bool;

    /// Whether the second base of an overlapping file may not come into the front rank.
    fn holds_second_rank(&self) -> bool;

    /// Whether bases go into other ranks like this.
    fn rearranges(&self, now: &Formation, wanted: &Formation) -> Result<(), Refusal>;

    /// Whether enough of the bases moved into other ranks contribute there.
    fn is_worth_it(&self, moved: Moved) -> bool;

    /// Whether troops may widen into a formation that is not legal to match an overlap.
    fn steps_to_match(&self) -> bool;

    /// Whether a battle group makes room for bases of others that meet an overlap.
    fn makes_room_to_match(&self, world: &World, other: GroupId) -> bool;

    /// The rule of making room in a fight.
    fn rule_of_room(&self) -> RuleId;

    /// Whether a file added on an end needs a test: it fights nobody.
    fn must_test_to_widen(&self, world: &World, group: GroupId) -> bool;

    /// The ground before a battle group that is restricted to its enemies.
    fn restricted_areas(&self, world: &World, group: GroupId) -> SmallVec<[BaseRect; 4]>;

    /// Whether a battle group in restricted areas may contract like this.
    fn may_contract(&self, world: &World, plan: &Plan) -> Result<(), Refusal>;

    /// Whether a move leads straight out of the restricted area of an enemy, wherever it ends.
    fn goes_straight_out(&self, world: &World, plan: &Plan, enemy: GroupId) -> bool;
}
