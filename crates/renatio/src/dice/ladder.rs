//! The two ladders of dice.

use crate::cards::Colour;
use caracole_document::{Word, words};
use caracole_ledger::enforces;

words! {
    /// What a file throws in combat, worst first.
    CombatDice {
        /// One BLACK.
        Black = "BLACK",
        /// One WHITE.
        White = "WHITE",
        /// One GREEN.
        Green = "GREEN",
        /// One YELLOW.
        Yellow = "YELLOW",
        /// One RED.
        Red = "RED",
        /// Two RED.
        TwoRed = "RED+RED",
    }
}

impl CombatDice {
    /// The dice.
    pub const fn colours(self) -> &'static [Colour] {
        match self {
            CombatDice::Black => &[Colour::Black],
            CombatDice::White => &[Colour::White],
            CombatDice::Green => &[Colour::Green],
            CombatDice::Yellow => &[Colour::Yellow],
            CombatDice::Red => &[Colour::Red],
            CombatDice::TwoRed => &[Colour::Red, Colour::Red],
        }
    }

    /// The entry of the ladder with these dice.
    pub fn of(colours: &[Colour]) -> Option<CombatDice> {
        Self::ALL.iter().copied().find(|dice| dice.colours() == colours)
    }

    /// So many steps up or down, but not beyond the ends.
    pub fn stepped(self, steps: i32) -> CombatDice {
        let at = (self as i32).saturating_add(steps).clamp(0, Self::ALL.len() as i32 - 1);
        Self::ALL[at as usize]
    }
}

words! {
    /// What a file throws when it shoots, worst first.
    ShootingDice {
        /// A BLACK whose results slow and do no harm.
        BlackSlowing = "BLACK_SLOWING_ONLY",
        /// BLACK.
        Black = "BLACK",
        /// WHITE.
        White = "WHITE",
        /// A WHITE whose S wounds.
        WhitePlus = "WHITE+",
        /// GREEN.
        Green = "GREEN",
        /// YELLOW.
        Yellow = "YELLOW",
        /// RED.
        Red = "RED",
    }
}

impl ShootingDice {
    /// The colour of the dice.
    pub const fn colour(self) -> Colour {
        enforces!("RETG-SHOOT-001", "RETG-SHOOT-002");
        match self {
            ShootingDice::BlackSlowing | ShootingDice::Black => Colour::Black,
            ShootingDice::White | ShootingDice::WhitePlus => Colour::White,
            ShootingDice::Green => Colour::Green,
            ShootingDice::Yellow => Colour::Yellow,
            ShootingDice::Red => Colour::Red,
        }
    }

    /// So many steps up or down, but not below `lowest` nor beyond the end.
    pub fn stepped(self, steps: i32, lowest: ShootingDice) -> ShootingDice {
        let last = Self::ALL.len() as i32 - 1;
        let at = (self as i32).saturating_add(steps).clamp(lowest as i32, last);
        Self::ALL[at as usize]
    }
}
