//! Claims of combat: what each side adds up, and the dice that follow.

mod dice;
mod facts;
mod general;
mod preferred;
mod tally;

pub use dice::{FightDice, by_difference, fight_dice, supporting_dice};
pub use facts::{CampFacts, Facing, FileFacts};
pub use preferred::is_claimant;
pub use tally::{ClaimLine, Claims, with_basis};

use crate::charts::{Charts, CombatKind};
use crate::readings::Readings;
use caracole_ledger::enforces;

/// Everything that one file claims against another.
pub fn claims(
    charts: &Charts,
    readings: Readings,
    kind: CombatKind,
    us: &FileFacts<'_>,
    them: &FileFacts<'_>,
) -> Claims {
    enforces!("RETG-COMBAT-015");
    let mut claims = Claims::new(kind);
    general::general(charts, readings, us, them, &mut claims);
    preferred::preferred(charts, readings, us, them, &mut claims);
    claims
}

#[cfg(test)]
mod tests;
