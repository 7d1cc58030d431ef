//! Sacking fortified camps, and commanders caught with routers.

use crate::combat::quality_reroll;
use crate::troops::{Arm, Quality};
use caracole_kernel::dice::{Die, Pool, Reroll};
use caracole_ledger::enforces;

/// The least score at which a battle group sacks a fortified camp.
pub const fn sacks_on(arm: Arm) -> u8 {
    enforces!("FOGR-MELEE-020", "FOGR-TROOPS-014");
    match arm {
        Arm::Mounted => 6,
        Arm::Foot | Arm::Elephants => 5,
    }
}

/// The die of an assault on a fortified camp; it reads 1 if the camp is sacked.
pub const fn camp_pool(arm: Arm, quality: Quality) -> Pool {
    Pool::hits(1, Die::D6, sacks_on(arm), quality_reroll(quality))
}

/// The least sum of two dice that kills a commander with routers whom pursuers have caught.
pub const ROUTED_COMMANDER_FALLS_ON: i32 = 10;

/// The dice for a commander with routers, thrown once however many pursue.
pub const fn routed_commander_pool() -> Pool {
    enforces!("FOGR-JAP-042", "FOGR-COMBAT-133");
    Pool::sum(2, Die::D6, Reroll::NONE)
}
