//! Outflanking marches.

use crate::battle::customs::{GunsOverrun, Outflanking, StragglingTest, WithoutRoom};
use crate::battle::position::kinds;
use crate::battle::world::{GroupId, World};
use crate::combat::Grade;
use crate::renaissance::{
    ARRIVAL_PASS, Renaissance, STRAGGLING_PASS, arrival_modifiers, arrival_pool, straggling_modifiers,
    straggling_pool,
};
use crate::troops::{Quality, is_light_troops};
use caracole_kernel::{Refusal, Tally, dice::Pool};
use caracole_ledger::enforces;
use std::cmp::Ordering;

impl Outflanking for Renaissance {
    fn check_marchers(&self, _: &World, _: &[GroupId]) -> Result<(), Refusal> {
        Ok(())
    }

    fn rolls_in(&self, _: u16) -> bool {
        true
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

    fn compare(&self, world: &World, one: &[GroupId], other: &[GroupId]) -> Ordering {
        strength(world, one).cmp(&strength(world, other))
    }

    fn straggling_test(&self) -> StragglingTest {
        StragglingTest::AsTheyArrive
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

    fn without_room(&self) -> WithoutRoom {
        WithoutRoom::Wait
    }

    fn guns_overrun(&self) -> GunsOverrun {
        GunsOverrun::Captured
    }
}

/// Battle groups that are not light troops only, and bases of battle troops.
fn strength(world: &World, groups: &[GroupId]) -> (usize, usize) {
    enforces!("FOGR-SETUP-054");
    let weight = |g: &GroupId| if world[*g].grand { 2 } else { 1 };
    let heavy = groups.iter().filter(|g| !is_light_troops(&world.start_of(**g)));
    let bases = groups.iter().filter(|g| kinds::is_battle(world, **g)).map(|g| world.size(*g)).sum();
    (heavy.map(weight).sum(), bases)
}
