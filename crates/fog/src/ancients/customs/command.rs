//! Skirmishers and shock troops.

use crate::ancients::Ancients;
use crate::battle::customs::Command;
use crate::battle::position::kinds;
use crate::battle::world::{GroupId, Posture, World};
use crate::troops::{BaseProfile, is_skirmishers, shock_ancients};

impl Command for Ancients {
    fn is_light(&self, bases: &[BaseProfile]) -> bool {
        is_skirmishers(bases)
    }

    fn is_shock(&self, world: &World, group: GroupId) -> bool {
        shock_ancients(&world.profiles(group), &world.start_of(group))
    }

    fn is_evader(&self, world: &World, group: GroupId) -> bool {
        // Skirmishers, and single ranks of cavalry, camelry and light chariots without lances.
        let lances = || world.profiles(group).iter().any(|b| b.is_lancers());
        kinds::is_light(world, group)
            || (world[group].posture == Posture::Normal && kinds::is_one_base_deep(world, group) && !lances())
    }
}
