//! Skirmishers and shock troops.

use crate::ancients::Ancients;
use crate::battle::customs::Command;
use crate::battle::world::{GroupId, World};
use crate::troops::{BaseProfile, is_skirmishers, shock_ancients};

impl Command for Ancients {
    fn is_light(&self, bases: &[BaseProfile]) -> bool {
        is_skirmishers(bases)
    }

    fn is_shock(&self, world: &World, group: GroupId) -> bool {
        shock_ancients(&world.profiles(group), &world.start_of(group))
    }
}
