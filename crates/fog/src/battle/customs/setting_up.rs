//! The set-up in its order, and its rolls.

use crate::army::Army;
use crate::battle::setup::{Marker, Player, Step};
use crate::battle::world::World;
use crate::field::{Field, Fortification};
use caracole_kernel::dice::Pool;
use caracole_kernel::{Refusal, Side, Tally};
use caracole_plane::Pose;

/// Before the first turn.
pub trait SettingUp {
    /// Whether a battle group that began with so many bases counts twice.
    fn is_grand(&self, bases_at_start: u8) -> bool;

    /// The die that each side throws for initiative.
    fn initiative_pool(&self) -> Pool;

    /// The step of the set-up that comes after one that is done.
    fn step_after(&self, done: Step) -> Step;

    /// Who is active in the first turn, where no dice are thrown for it.
    fn opening_player(&self) -> Option<Player>;

    /// Adds up what modifies the roll of a side's army for the first turn.
    fn first_turn_modifiers(&self, own: &Army, enemy: &Army, score: &mut Tally);

    /// Whether works lie under markers until troops are deployed.
    fn hides_works(&self) -> bool;

    /// Whether armies have ships.
    fn has_ships(&self) -> bool;

    /// Checks markers that stand for works to come.
    fn check_markers(
        &self,
        field: &Field,
        army: &Army,
        side: Side,
        markers: &[Marker],
    ) -> Result<(), Refusal>;

    /// Markers that a side could put down, none among them.
    fn markers_to_lay(&self, field: &Field, army: &Army, side: Side) -> Vec<Vec<Marker>>;

    /// Whether a side has works to lay when it is its turn to do so.
    fn lays_works(&self, world: &World, army: &Army, side: Side) -> bool;

    /// Checks the works that a side lays, in groups.
    fn check_works(
        &self,
        world: &World,
        army: &Army,
        side: Side,
        works: &[Vec<Pose>],
    ) -> Result<Vec<Fortification>, Refusal>;

    /// Works that a side could lay: the groups of each choice. Empty where they must be laid and there is no room.
    fn works_to_lay(&self, world: &World, army: &Army, side: Side) -> Vec<Vec<Vec<Pose>>>;
}
