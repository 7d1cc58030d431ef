//! Routs, pursuits and variable moves.

use crate::battle::customs::{Flight, PursuedCommander, Pursues, Stopped, Stops};
use crate::battle::position::{contact, kinds};
use crate::battle::world::{GroupId, World};
use crate::combat::TestPurpose;
use crate::renaissance::{
    ROUTED_COMMANDER_FALLS_ON, Renaissance, autobreaks, routed_commander_pool, variable_move,
    variable_move_pool,
};
use crate::troops::{Capability, TroopType};
use caracole_kernel::dice::Pool;
use caracole_ledger::enforces;

impl Flight for Renaissance {
    fn variable_move_pool(&self) -> Pool {
        variable_move_pool()
    }

    fn variable_move(&self, die: i32) -> i32 {
        variable_move(die)
    }

    fn pursued_commander(&self) -> PursuedCommander {
        PursuedCommander { pool: routed_commander_pool(), falls_on: ROUTED_COMMANDER_FALLS_ON as u8 }
    }

    fn is_autobroken(&self, world: &World, group: GroupId) -> bool {
        enforces!("FOGR-COHESION-062");
        let Some(quality) = world.profiles(group).first().map(|b| b.quality) else { return false };
        let left = u8::try_from(world.size(group)).unwrap_or(u8::MAX);
        autobreaks(quality, world[group].base_count, left, world.readings)
    }

    fn pursues(&self, world: &World, group: GroupId, routers: &[GroupId]) -> Pursues {
        enforces!("FOGR-COMBAT-130");
        let mounted = routers.iter().any(|&r| kinds::is_mounted(world, r));
        if kinds::is_foot(world, group) && mounted { Pursues::ByTest } else { Pursues::Must }
    }

    fn goes_on_without_contact(&self, world: &World, group: GroupId) -> bool {
        enforces!("FOGR-JAP-025");
        world.profiles(group).iter().any(|b| match b.troop_type {
            TroopType::Gendarmes | TroopType::Cavaliers => true,
            TroopType::Warriors => b.has(Capability::ImpactFoot),
            _ => false,
        })
    }

    fn stops(&self, world: &World, group: GroupId) -> Stops {
        enforces!("FOGR-JAP-018", "FOGR-JAP-024", "FOGR-JAP-025");
        let g = &world[group];
        if g.looting {
            return Stops::ByTest(TestPurpose::StopLooting);
        }
        if g.pursuing.is_empty() || g.is_broken() {
            return Stops::No;
        }
        let touches = g.pursuing.iter().any(|&r| contact::touch(world, group, r));
        match (self.goes_on_without_contact(world, group), touches) {
            (true, true) => Stops::No,
            (true, false) => Stops::ByTest(TestPurpose::StopChasing),
            (false, _) => Stops::ByTest(TestPurpose::StopPursuing),
        }
    }

    fn halts_freely(&self, world: &World, group: GroupId, enemy: GroupId) -> bool {
        enforces!("FOGR-JAP-032", "FOGR-JAP-033", "FOGR-JAP-034", "FOGR-JAP-035");
        let shy = kinds::is_foot(world, group)
            && (kinds::is_mounted(world, enemy) || kinds::is_elephants(world, enemy));
        (kinds::is_light(world, group) && kinds::is_battle(world, enemy)) || shy
    }

    fn most_files_given_up(&self) -> usize {
        usize::MAX
    }

    fn may_evade_pursuers(&self, _: &World, _: GroupId) -> bool {
        true
    }

    fn rides_down(&self, _: &World, _: GroupId, _: GroupId) -> bool {
        false
    }

    fn is_lost_when_stopped(&self, _: &World, stopped: Stopped) -> bool {
        stopped == Stopped::ByEnemy
    }

    fn halts_before_camps(&self) -> bool {
        false
    }

    fn widths_aside(&self, _: &World, _: GroupId) -> i32 {
        1
    }
}
