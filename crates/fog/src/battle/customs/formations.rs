//! Turns, squares, guns and defences.

use crate::battle::manoeuvre::Difficulty;
use crate::battle::world::{GroupId, World};
use crate::combat::Formation;
use caracole_kernel::Refusal;
use caracole_plane::Edge;

/// Shapes of battle groups and how they change.
pub trait Formations {
    /// Whether a battle group is in column.
    fn is_column(&self, world: &World, group: GroupId) -> bool;

    /// The frontages that a turn of 90 degrees may give, the first the one that its player would mostly want.
    fn width_after_turn(&self, world: &World, group: GroupId) -> Result<Vec<usize>, Refusal>;

    /// The formation of all-round defence of the book.
    fn square(&self) -> Formation;

    /// A battle group in its formation of all-round defence.
    fn form_square(&self, world: &World, group: GroupId) -> Result<World, Refusal>;

    /// A battle group that leaves it to face an edge in so many files.
    fn leave_square(&self, world: &World, group: GroupId, front: Edge, files: u8) -> Result<World, Refusal>;

    /// Whether it may move over an edge in that formation.
    fn may_shuffle(&self, world: &World, group: GroupId, over: Edge) -> Result<(), Refusal>;

    /// Whether guns pivot where they stand and do not move as others do.
    fn pivots(&self, world: &World, group: GroupId) -> bool;

    /// Whether guns may pivot here, and whether that is simple or complex.
    fn difficulty_of_pivot(&self, world: &World, group: GroupId) -> Result<Difficulty, Refusal>;

    /// Whether a battle group may still put up its portable defences.
    fn may_place_defences(&self, world: &World) -> Result<(), Refusal>;
}
