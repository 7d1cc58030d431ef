//! Who passes whom, who gives way.

use crate::battle::position::passing::Passage;
use crate::battle::world::{GroupId, World};
use caracole_kernel::Refusal;
use caracole_ledger::RuleId;
use caracole_plane::Um;

/// How a battle group that cannot move far enough comes to friends that it passes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passing {
    /// It moves at right angles to their front.
    pub perpendicular: bool,
    /// Its front touches their front or rear where it starts.
    pub starts_in_contact: bool,
    /// Its front edge gets to their far side.
    pub gets_across: bool,
    /// They are one base deep.
    pub one_deep: bool,
    /// It is light foot.
    pub light_foot: bool,
}

/// How it is set beyond them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetBeyond {
    /// As if it had passed with its move.
    Freely,
    /// It may not shoot in this turn.
    Silenced,
}

/// Friends and enemies in the way of moves.
pub trait PassingBy {
    /// Whether troops may pass through friends at all, whatever the distances.
    fn may_pass(&self, world: &World, mover: GroupId, through: GroupId) -> Option<Passage>;

    /// Whether troops that cannot move far enough are set beyond the friends they pass through.
    fn set_beyond(&self, passing: Passing) -> Option<SetBeyond>;

    /// Whether a battle group that turns, expands or contracts may not pass through friends in the same phase.
    fn keeps_shape_to_pass(&self, world: &World, group: GroupId) -> bool;

    /// Whether a battle group may move into contact with the enemy as an overlap.
    fn joins_melee(&self, world: &World, group: GroupId) -> Result<(), Refusal>;

    /// How far before works held by the enemy moves end, in movement units, and the rule; none if they go up to them.
    fn distance_from_works(&self) -> Option<(RuleId, i32)>;

    /// Whether a battle group in the way of a turn is asked to give way at all.
    fn yields(&self, world: &World, turner: GroupId, other: GroupId) -> bool;

    /// Whether a battle group holds its ground against a turn.
    fn is_held(&self, world: &World, turner: GroupId, other: GroupId) -> bool;

    /// How far troops are shifted at most to make room for others.
    fn most_room(&self, world: &World) -> Option<Um>;

    /// How near a battle group comes to a commander on his own before he flees.
    fn drives_off_at(&self, world: &World, group: GroupId) -> Option<Um>;
}
