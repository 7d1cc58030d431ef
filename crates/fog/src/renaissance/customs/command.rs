//! Light and shock troops.

use crate::battle::customs::Command;
use crate::battle::position::kinds;
use crate::battle::world::{GroupId, World};
use crate::renaissance::Renaissance;
use crate::troops::{BaseProfile, is_light_troops, shock_renaissance};

impl Command for Renaissance {
    fn is_light(&self, bases: &[BaseProfile]) -> bool {
        is_light_troops(bases)
    }

    fn is_shock(&self, world: &World, group: GroupId) -> bool {
        shock_renaissance(&world.profiles(group), kinds::keil(world, group), world[group].cohesion)
    }

    fn is_evader(&self, world: &World, group: GroupId) -> bool {
        // Light troops, and cavalry or camelry in one rank that are not shock troops.
        kinds::is_light(world, group)
            || (kinds::is_one_base_deep(world, group) && !kinds::is_shock(world, group))
    }
}
