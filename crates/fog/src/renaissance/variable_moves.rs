//! Variable move distances.

use caracole_kernel::dice::{Die, Pool, Reroll};
use caracole_ledger::enforces;

/// The die of a variable move: never re-rolled.
pub const fn variable_move_pool() -> Pool {
    Pool::sum(1, Die::D6, Reroll::NONE)
}

/// The change of a move distance, in movement units, that a die gives.
pub const fn variable_move(die: i32) -> i32 {
    enforces!("FOGR-MOVE-075", "FOGR-COMBAT-121", "FOGR-COMBAT-132");
    match die {
        ..=1 => -2,
        2 => -1,
        3 | 4 => 0,
        5 => 1,
        6.. => 2,
    }
}

/// The distance after the die, never less than nothing.
pub const fn varied_distance(normal: i32, die: i32) -> i32 {
    let distance = normal + variable_move(die);
    if distance < 0 { 0 } else { distance }
}
