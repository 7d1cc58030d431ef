//! From the difference of claims to dice.

use super::Claims;
use crate::charts::{Basis, Charts};
use crate::dice::CombatDice;
use caracole_ledger::enforces;

/// The dice of both sides of a fight, ours first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FightDice {
    /// The dice.
    pub dice: [CombatDice; 2],
    /// What the row of the table rests on.
    pub basis: Basis,
}

/// The dice of both sides by the difference of their claims.
pub fn fight_dice(charts: &Charts, ours: &Claims, theirs: &Claims) -> FightDice {
    enforces!("RETG-COMBAT-012", "RETG-COMBAT-016", "RETG-QRS-008");
    by_difference(charts, i64::from(ours.total()) - i64::from(theirs.total()))
}

/// The dice at a difference of claims; it is positive when we have more.
pub fn by_difference(charts: &Charts, difference: i64) -> FightDice {
    let size = u32::try_from(difference.unsigned_abs()).unwrap_or(u32::MAX);
    let row = charts.combat_dice.row(size);
    let pair = row.value;
    let dice = if difference >= 0 { [pair.better, pair.worse] } else { [pair.worse, pair.better] };
    FightDice { dice, basis: row.basis }
}

/// What a supporting file throws: its claims are made as if it stood in the place of the file that it supports,
/// and the dice go down by a step.
pub fn supporting_dice(charts: &Charts, supporter: &Claims, target: &Claims) -> CombatDice {
    enforces!("RETG-COMBAT-047");
    let [own, _] = fight_dice(charts, supporter, target).dice;
    own.stepped(i32::from(charts.combat_dice.supporting_file_steps))
}
