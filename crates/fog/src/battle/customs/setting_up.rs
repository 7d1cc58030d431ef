//! Set-up rolls and what an army can bear.

use crate::battle::world::{GroupId, World};
use crate::combat::Grade;
use crate::troops::Quality;
use caracole_kernel::{Tally, dice::Pool};

/// Before the first turn.
pub trait SettingUp {
    /// Whether a battle group that began with so many bases counts twice.
    fn is_grand(&self, bases_at_start: u8) -> bool;

    /// The die that each side throws for initiative.
    fn initiative_pool(&self) -> Pool;

    /// The dice of an arrival roll.
    fn arrival_pool(&self) -> Pool;

    /// Adds up what modifies an arrival roll.
    fn arrival_modifiers(&self, world: &World, leader: Grade, groups: &[GroupId], score: &mut Tally);

    /// The least score at which an outflanking march arrives.
    fn arrives_on(&self) -> i32;

    /// The dice of a straggling test.
    fn straggling_pool(&self, quality: Quality) -> Pool;

    /// Adds up what modifies a straggling test.
    fn straggling_modifiers(&self, world: &World, group: GroupId, score: &mut Tally);

    /// The least score at which a battle group does not straggle.
    fn stays_on(&self) -> i32;
}
