//! Who shoots how far.

use crate::battle::world::{GroupId, World};
use crate::combat::Readings;
use crate::troops::{BaseProfile, Capability, TroopType};

/// Short range and, if there is one, long range in movement units.
pub type Ranges = (u8, Option<u8>);

/// Weapons and ranges.
pub trait Shooting {
    /// What a base shoots with.
    fn weapon_of(&self, base: BaseProfile) -> Option<Capability>;

    /// How far a base of a battle group shoots with a weapon; nothing if that does not shoot in the shooting phase.
    fn ranges(&self, world: &World, group: GroupId, base: BaseProfile, weapon: Capability) -> Option<Ranges>;

    /// How many ranks of a file shoot.
    fn ranks_that_shoot(&self, troop_type: TroopType, weapon: Capability) -> u8;

    /// Whether guns that shoot over friends at a rear rank measure to that rank alone.
    fn overhead_to_rear_ranks(&self, readings: Readings) -> bool;
}
