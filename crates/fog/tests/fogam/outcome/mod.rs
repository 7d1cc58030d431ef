//! What follows combat: order of the dice, losses, support, routs and pursuits.

mod after_pursuit;
mod ground;
mod pursuits;
mod routs;
mod sequence;
mod stopped;
mod support;

use crate::battle_common::*;
use caracole_fog::RollPurpose;
use caracole_fog::ancients::Ancients;
use caracole_kernel::Side;

/// Plays the combats of the phase so that blue, who is fragmented, breaks without losing a base. Variable moves show this face.
pub fn break_blue(play: &mut Play<Ancients>, moves: u8) {
    steps::pass_all(play);
    steps::settle(play, |roll| match (roll.side, roll.purpose) {
        (Some(Side::Red), RollPurpose::Melee) => 5,
        (_, RollPurpose::VariableMove) => moves,
        (_, RollPurpose::DeathRoll) => 6,
        (Some(Side::Red), RollPurpose::CohesionTest) => 6,
        _ => 1,
    });
}
