//! What a battle group counts as.

use crate::battle::world::{GroupId, World};
use crate::troops::BaseProfile;

/// Troops as the rules of command and movement sort them.
pub trait Command {
    /// Light troops (skirmishers), by the bases that a battle group still has.
    fn is_light(&self, bases: &[BaseProfile]) -> bool;

    /// Shock troops, as it stands now.
    fn is_shock(&self, world: &World, group: GroupId) -> bool;

    /// May evade by its kind and formation.
    fn is_evader(&self, world: &World, group: GroupId) -> bool;
}
