//! Light and shock troops, divisions, commanders on their own.

use crate::army::CommanderLevel;
use crate::battle::customs::Command;
use crate::battle::position::kinds;
use crate::battle::world::{CommanderId, GroupId, World};
use crate::renaissance::{Renaissance, divisions};
use crate::troops::{BaseProfile, is_light_troops, shock_renaissance};
use caracole_kernel::{Refusal, Side};
use caracole_plane::{Base, BaseRect};

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

    fn leader(&self, world: &World, side: Side, groups: &[GroupId]) -> Result<CommanderId, Refusal> {
        divisions::leader(world, side, groups)
    }

    fn have_room(&self, world: &World, groups: &[GroupId]) -> Result<(), Refusal> {
        divisions::gaps(world, groups)
    }

    fn are_neighbours(&self, world: &World, a: GroupId, b: GroupId) -> bool {
        divisions::are_neighbours(world, a, b)
    }

    fn most_led(&self, _: CommanderLevel) -> usize {
        usize::MAX
    }

    fn commander_is_held(&self, world: &World, group: GroupId) -> bool {
        let g = &world[group];
        g.turn.charged || g.turn.pursued || g.turn.evaded || g.turn.routed || !g.pursuing.is_empty()
    }

    fn may_stand_alone(&self, _: &World, _: &BaseRect) -> Result<(), Refusal> {
        Ok(())
    }

    fn refuges(&self, _: &World, _: CommanderId, reached: Vec<GroupId>) -> Vec<GroupId> {
        reached
    }

    fn flees_unasked(&self) -> bool {
        false
    }

    fn measured_from(&self, _: &World, _: CommanderId, base: &Base) -> Base {
        *base
    }
}
