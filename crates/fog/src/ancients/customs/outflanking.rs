//! Outflanking marches.

use crate::ancients::{self, Ancients, FlankMarch, Meeting, arrives_on, skirmishes, straggles_below};
use crate::battle::customs::{GunsOverrun, Outflanking, StragglingTest, WithoutRoom};
use crate::battle::outcome::roster;
use crate::battle::world::{GroupId, World};
use crate::combat::{Grade, Group, test_roll};
use crate::troops::{Quality, TroopType};
use caracole_kernel::dice::{Die, Pool, Reroll};
use caracole_kernel::{Refusal, Tally};
use caracole_ledger::{enforces, rule};
use std::cmp::Ordering;

impl Outflanking for Ancients {
    fn check_marchers(&self, world: &World, groups: &[GroupId]) -> Result<(), Refusal> {
        let slow = |t: TroopType| {
            t.is_artillery() || matches!(t, TroopType::BattleWagons | TroopType::ScythedChariots)
        };
        let barred = |g: &GroupId| world.start_of(*g).iter().any(|b| slow(b.troop_type));
        if !groups.iter().any(barred) {
            return Ok(());
        }
        Err(Refusal::new(
            rule!("FOGAM-SETUP-026"),
            "Battle wagons, artillery and scythed chariots do not march round a flank",
            "Send other troops.",
        ))
    }

    fn rolls_in(&self, turn: u16) -> bool {
        enforces!("FOGAM-SETUP-027", "FOGAM-SETUP-045");
        turn > 1
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

    fn compare(&self, world: &World, one: &[GroupId], other: &[GroupId]) -> Ordering {
        match ancients::meeting(march(world, one), march(world, other)) {
            Meeting::SecondDrivenBack => Ordering::Greater,
            Meeting::FirstDrivenBack => Ordering::Less,
            Meeting::BothDrivenBack => Ordering::Equal,
        }
    }

    fn straggling_test(&self) -> StragglingTest {
        enforces!("FOGAM-SETUP-029", "FOGAM-SEQUENCE-002");
        StragglingTest::AsTheTurnBegins
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

    fn without_room(&self) -> WithoutRoom {
        enforces!("FOGAM-SETUP-034");
        WithoutRoom::Straggle
    }

    fn guns_overrun(&self) -> GunsOverrun {
        enforces!("FOGAM-SETUP-033");
        GunsOverrun::Destroyed
    }
}

fn march(world: &World, groups: &[GroupId]) -> FlankMarch {
    let count = |n: usize| u8::try_from(n).unwrap_or(u8::MAX);
    let battle = groups.iter().filter(|g| !skirmishes(&roster::alone(world, **g)));
    FlankMarch { battle_troops: count(battle.count()), groups: count(groups.len()) }
}
