//! Set-up rolls, grand battle groups and break points.

use crate::battle::customs::SettingUp;
use crate::battle::position::kinds;
use crate::battle::world::{GroupId, World};
use crate::combat::Grade;
use crate::renaissance::{
    ARRIVAL_PASS, Renaissance, STRAGGLING_PASS, arrival_modifiers, arrival_pool, initiative_pool, is_grand,
    straggling_modifiers, straggling_pool,
};
use crate::troops::Quality;
use caracole_kernel::{Tally, dice::Pool};

impl SettingUp for Renaissance {
    fn is_grand(&self, bases_at_start: u8) -> bool {
        is_grand(bases_at_start)
    }

    fn initiative_pool(&self) -> Pool {
        initiative_pool()
    }

    fn arrival_pool(&self) -> Pool {
        arrival_pool()
    }

    fn arrival_modifiers(&self, world: &World, leader: Grade, groups: &[GroupId], score: &mut Tally) {
        let slow = |g: &GroupId| kinds::is_foot(world, *g) && !kinds::is_light(world, *g);
        arrival_modifiers(leader, groups.iter().any(slow), score);
    }

    fn arrives_on(&self) -> i32 {
        ARRIVAL_PASS
    }

    fn straggling_pool(&self, quality: Quality) -> Pool {
        straggling_pool(quality)
    }

    fn straggling_modifiers(&self, world: &World, group: GroupId, score: &mut Tally) {
        straggling_modifiers(&world.profiles(group), score);
    }

    fn stays_on(&self) -> i32 {
        STRAGGLING_PASS
    }
}
