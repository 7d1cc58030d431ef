//! Set-up rolls.

use crate::ancients::{self, Ancients, arrives_on, straggles_below};
use crate::battle::customs::SettingUp;
use crate::battle::outcome::roster;
use crate::battle::world::{GroupId, World};
use crate::combat::{Grade, Group, test_roll};
use crate::troops::Quality;
use caracole_kernel::{
    Tally,
    dice::{Die, Pool, Reroll},
};

impl SettingUp for Ancients {
    fn is_grand(&self, _: u8) -> bool {
        false
    }

    fn initiative_pool(&self) -> Pool {
        Pool::sum(1, Die::D6, Reroll::NONE)
    }

    fn arrival_pool(&self) -> Pool {
        Pool::sum(2, Die::D6, Reroll::NONE)
    }

    fn arrival_modifiers(&self, world: &World, leader: Grade, groups: &[GroupId], score: &mut Tally) {
        let groups: Vec<Group> = groups.iter().map(|&g| roster::alone(world, g)).collect();
        let groups: Vec<&Group> = groups.iter().collect();
        ancients::arrival_modifiers(leader, &groups, world.readings, score);
    }

    fn arrives_on(&self) -> i32 {
        arrives_on()
    }

    fn straggling_pool(&self, quality: Quality) -> Pool {
        test_roll(quality)
    }

    fn straggling_modifiers(&self, world: &World, group: GroupId, score: &mut Tally) {
        ancients::straggling_modifiers(&roster::alone(world, group), score);
    }

    fn stays_on(&self) -> i32 {
        straggles_below()
    }
}
