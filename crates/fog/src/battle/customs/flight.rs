//! Routs, pursuits and variable moves.

use crate::battle::world::{GroupId, World};
use caracole_kernel::dice::Pool;

/// The roll for a commander with routers whom pursuers have caught.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PursuedCommander {
    /// The dice.
    pub pool: Pool,
    /// The least sum that kills the commander.
    pub falls_on: u8,
}

/// Flight and pursuit.
pub trait Flight {
    /// The die of a variable move.
    fn variable_move_pool(&self) -> Pool;

    /// The change of a move distance, in movement units, that a die gives.
    fn variable_move(&self, die: i32) -> i32;

    /// The roll for a commander with routers.
    fn pursued_commander(&self) -> PursuedCommander;

    /// Whether a battle group has lost too many bases ever to rally.
    fn is_autobroken(&self, world: &World, group: GroupId) -> bool;
}
