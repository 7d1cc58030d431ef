//! Assaults on fortified camps.

use super::skirmishes;
use crate::combat::{Group, quality_reroll};
use crate::troops::{Book, TroopType};
use caracole_kernel::{
    Refusal,
    dice::{Die, Pool},
};
use caracole_ledger::{enforces, rule};

/// Whether a battle group rolls to sack a fortified camp that it touches.
pub fn check_assault(group: &Group) -> Result<(), Refusal> {
    enforces!("FOGAM-TROOPS-021");
    let mounted = group.is_mounted(Book::Ancients) && !group.any_is(TroopType::Elephants);
    if mounted || skirmishes(group) {
        return Err(Refusal::new(
            rule!("FOGAM-MELEE-017"),
            "mounted troops other than elephants, and skirmishers, cannot sack a fortified camp",
            "bring foot battle troops or elephants into contact with it",
        ));
    }
    Ok(())
}

/// The roll to sack a fortified camp: it reads 1 if the camp is sacked.
pub fn sack_roll(group: &Group) -> Pool {
    enforces!("FOGAM-MELEE-016");
    Pool::hits(1, Die::D6, 5, quality_reroll(group.quality()))
}
