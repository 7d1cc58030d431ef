//! Routs, pursuits and variable moves.

use crate::ancients::{Ancients, VARIABLE_MOVE, autobreaks, falls_with_routers_on, variable_change};
use crate::battle::customs::{Flight, PursuedCommander};
use crate::battle::outcome::roster;
use crate::battle::world::{GroupId, World};
use caracole_kernel::dice::{Die, Pool, Reroll};

impl Flight for Ancients {
    fn variable_move_pool(&self) -> Pool {
        VARIABLE_MOVE
    }

    fn variable_move(&self, die: i32) -> i32 {
        variable_change(die)
    }

    fn pursued_commander(&self) -> PursuedCommander {
        PursuedCommander { pool: Pool::sum(2, Die::D6, Reroll::NONE), falls_on: falls_with_routers_on() }
    }

    fn is_autobroken(&self, world: &World, group: GroupId) -> bool {
        let left = u8::try_from(world.size(group)).unwrap_or(u8::MAX);
        autobreaks(&roster::alone(world, group), left, world.readings)
    }
}
