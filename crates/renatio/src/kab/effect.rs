//! What KaB tests do.

use crate::cards::Cards;
use crate::dice::{Counted, Face, Harm};
use crate::troops::Grade;
use caracole_ledger::enforces;

/// What a test does to a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UnitResult {
    /// Nothing.
    Unhurt,
    /// Slowed by 1 BW until the next End of Turn Phase.
    Slowed,
    /// A wound.
    Wounded,
    /// A base is killed; the owner chooses which.
    BaseKilled,
}

impl UnitResult {
    /// The losses after it.
    pub const fn after(self, before: Harm) -> Harm {
        enforces!("RETG-KAB-015", "RETG-KAB-016");
        match self {
            UnitResult::Unhurt | UnitResult::Slowed => before,
            UnitResult::Wounded => before.and(1),
            UnitResult::BaseKilled => before.and(2),
        }
    }

    /// BW by which it slows the unit.
    pub const fn slow_bw(self) -> u8 {
        enforces!("RETG-KAB-017");
        matches!(self, UnitResult::Slowed) as u8
    }
}

/// What a test does to a Commander.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CommanderResult {
    /// Nothing.
    Unhurt,
    /// He loses the cards that he holds.
    Stunned,
    /// He drops a grade and keeps his cards.
    Injured,
    /// He is dead.
    Killed,
}

impl CommanderResult {
    /// Grade and hand afterwards; `None` if he is dead.
    pub const fn after(self, grade: Grade, hand: Cards) -> Option<(Grade, Cards)> {
        enforces!("RETG-KAB-022", "RETG-KAB-023", "RETG-KAB-024", "RETG-CMD-026", "RETG-CMD-027");
        match self {
            CommanderResult::Unhurt => Some((grade, hand)),
            CommanderResult::Stunned => Some((grade, Cards::NONE)),
            CommanderResult::Injured => Some((grade.lowered(), hand)),
            CommanderResult::Killed => None,
        }
    }
}

/// The face that one dice shows.
const fn face(thrown: Counted) -> Face {
    if thrown.skulls > 0 {
        Face::Skull
    } else if thrown.wounds > 0 {
        Face::Wound
    } else if thrown.specials > 0 {
        Face::S
    } else {
        Face::Blank
    }
}

/// What the dice of a test do to a unit.
pub const fn on_unit(thrown: Counted) -> UnitResult {
    match face(thrown) {
        Face::Blank => UnitResult::Unhurt,
        Face::S => UnitResult::Slowed,
        Face::Wound => UnitResult::Wounded,
        Face::Skull => UnitResult::BaseKilled,
    }
}

/// What the dice of a test do to a Commander.
pub const fn on_commander(thrown: Counted) -> CommanderResult {
    match face(thrown) {
        Face::Blank => CommanderResult::Unhurt,
        Face::S => CommanderResult::Stunned,
        Face::Wound => CommanderResult::Injured,
        Face::Skull => CommanderResult::Killed,
    }
}

/// Whether a Commander is tested: his unit was broken by shooting or combat, or he fought in the front rank and his
/// file lost a base.
pub const fn commander_at_risk(
    broken_by_test: bool,
    unit_broke: bool,
    fought_in_front: bool,
    file_lost_base: bool,
) -> bool {
    enforces!("RETG-KAB-020", "RETG-CMD-025");
    (unit_broke && !broken_by_test) || (fought_in_front && file_lost_base)
}
