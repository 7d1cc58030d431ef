//! Camps, ambushes, deployment, dismounting.

use crate::battle::Scenario;
use crate::battle::setup::{Player, ambush::Ambushers};
use crate::battle::world::{GroupId, World};
use crate::field::Field;
use crate::troops::BaseProfile;
use caracole_kernel::Refusal;
use caracole_plane::{BaseRect, Um};

/// Where troops may be put down.
pub trait Deploying {
    /// How far from the rear edge a camp may stand, in movement units.
    fn camp_reach(&self) -> i32;

    /// Checks the ground of a camp.
    fn check_camp_ground(&self, field: &Field, camp: &BaseRect) -> Result<(), Refusal>;

    /// How far from the rear edge the lightest troops may deploy, in movement units.
    fn furthest_deployment(&self) -> i32;

    /// How far from the rear edge a player may lay an ambush.
    fn ambush_reach(&self, field: &Field, player: Player) -> Um;

    /// Checks whether these troops may lie in ambush on this marker.
    fn check_ambushers(&self, world: &World, who: Ambushers, marker: &BaseRect) -> Result<(), Refusal>;

    /// Checks the ground of revealed ambushers; they stand there in this world.
    fn check_revealed_ground(&self, after: &World, group: GroupId) -> Result<(), Refusal>;

    /// Checks how far forward a battle group stands; it stands there in this world.
    fn check_zone(&self, after: &World, group: GroupId) -> Result<(), Refusal>;

    /// Checks whether a battle group may stand so near a side edge; it stands there in this world.
    fn check_sides(&self, after: &World, group: GroupId) -> Result<(), Refusal>;

    /// Checks a battle group that is to be the forlorn hope.
    fn check_forlorn_hope(&self, world: &World, after: &World, group: GroupId) -> Result<(), Refusal>;

    /// Checks the ground that a battle group deploys on, impassable ground and rivers apart; it stands there in this
    /// world.
    fn check_ground(&self, after: &World, group: GroupId) -> Result<(), Refusal>;

    /// Distances from the rear edge at which the front line of a battle group could deploy.
    fn rows(&self, world: &World, group: GroupId) -> Vec<Um>;

    /// How far from the rear edge commanders may be placed, in movement units.
    fn commander_reach(&self) -> i32;

    /// Whether artillery may be deployed limbered.
    fn has_limbers(&self) -> bool;

    /// The bases that a battle group becomes on foot, if it may dismount now.
    fn on_foot(&self, world: &World, scenario: &Scenario, group: GroupId) -> Option<Vec<BaseProfile>>;

    /// Whether troops noted as dismounted may be hidden although they may not dismount yet: they do when they are
    /// revealed, if they may by then.
    fn may_note_dismounting(&self, world: &World, group: GroupId) -> bool;
}
