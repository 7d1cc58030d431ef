//! The joint action phase step by step.

mod leaving;
mod routers;
mod steps_of_phase;

use crate::battle_common::*;
use caracole_fog::ancients::Ancients;
use caracole_kernel::Awaiting;

/// Passes, and throws threes, until the first turn is over.
pub fn to_turn_two(play: &mut Play<Ancients>) {
    for _ in 0..200 {
        if play.world().turn.number > 1 {
            return;
        }
        if matches!(play.battle.awaiting(), Awaiting::Dice(_)) {
            steps::each(play, |_| 3);
        } else if !steps::pass(play) {
            steps::lose_first(play);
        }
    }
    panic!("the turn does not end: {}", steps::tale(play));
}
