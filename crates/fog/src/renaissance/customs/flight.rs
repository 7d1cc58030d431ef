//! Routs, pursuits and variable moves.

use crate::battle::customs::{Flight, PursuedCommander};
use crate::battle::world::{GroupId, World};
use crate::renaissance::{
    ROUTED_COMMANDER_FALLS_ON, Renaissance, autobreaks, routed_commander_pool, variable_move,
    variable_move_pool,
};
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
}
