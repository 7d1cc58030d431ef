//! What a battle group counts as, and who commands it.

use crate::army::CommanderLevel;
use crate::battle::world::{CommanderId, GroupId, World};
use crate::troops::BaseProfile;
use caracole_kernel::{Refusal, Side};
use caracole_plane::{Base, BaseRect};

/// Troops as the rules of command and movement sort them.
pub trait Command {
    /// Light troops (skirmishers), by the bases that a battle group still has.
    fn is_light(&self, bases: &[BaseProfile]) -> bool;

    /// Shock troops, as it stands now.
    fn is_shock(&self, world: &World, group: GroupId) -> bool;

    /// May evade by its kind and formation.
    fn is_evader(&self, world: &World, group: GroupId) -> bool;

    /// The commander under whom battle groups move as one body.
    fn leader(&self, world: &World, side: Side, groups: &[GroupId]) -> Result<CommanderId, Refusal>;

    /// Whether battle groups have the room around them to set out as one body.
    fn have_room(&self, world: &World, groups: &[GroupId]) -> Result<(), Refusal>;

    /// Whether two battle groups stand near enough to each other to move as one body.
    fn are_neighbours(&self, world: &World, a: GroupId, b: GroupId) -> bool;

    /// Whether the commander of a battle group cannot move in the manoeuvre phase, for what it has done.
    fn commander_is_held(&self, world: &World, group: GroupId) -> bool;

    /// Whether a commander on his own may be put down there, as far as troops beside the place go.
    fn may_stand_alone(&self, world: &World, place: &BaseRect) -> Result<(), Refusal>;

    /// The battle groups that a commander in flight may join, of those in reach.
    fn refuges(&self, world: &World, commander: CommanderId, reached: Vec<GroupId>) -> Vec<GroupId>;

    /// Whether a commander in flight with one battle group to join does so without being asked.
    fn flees_unasked(&self) -> bool;

    /// How many battle groups a commander of this level leads as one body at most.
    fn most_led(&self, level: CommanderLevel) -> usize;

    /// Lets commanders on their own make way for friends who have come to stand on them.
    fn make_way(&self, _: &mut World, _: GroupId) {}

    /// The base from which the command range of a commander is measured.
    fn measured_from(&self, world: &World, commander: CommanderId, base: &Base) -> Base;
}
