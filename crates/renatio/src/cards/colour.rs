//! The five colours of cards and dice, and hands of cards.

use caracole_document::{Word, words};
use caracole_ledger::enforces;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

words! {
    /// Colours of cards and Death Dice, worst first.
    Colour {
        /// BLACK.
        Black = "BLACK",
        /// WHITE.
        White = "WHITE",
        /// GREEN.
        Green = "GREEN",
        /// YELLOW.
        Yellow = "YELLOW",
        /// RED.
        Red = "RED",
    }
}

impl Colour {
    /// Whether it may serve as an additional card.
    pub fn is_coloured(self) -> bool {
        enforces!("RETG-CMD-003", "RETG-TURN-009");
        self >= Colour::Green
    }

    /// Its number: a higher one is better.
    pub const fn value(self) -> u8 {
        enforces!("RETG-OVR-004", "RETG-OVR-005");
        self as u8
    }

    /// So many steps up or down, but not beyond the ends.
    pub fn stepped(self, steps: i32) -> Colour {
        let last = Self::ALL.len() as i32 - 1;
        let at = (self as i32).saturating_add(steps).clamp(0, last);
        Self::ALL[at as usize]
    }
}

/// Cards by colour.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub struct Cards(pub [u8; 5]);

impl Cards {
    /// No card.
    pub const NONE: Cards = Cards([0; 5]);

    /// These cards.
    pub fn of(colours: &[Colour]) -> Cards {
        colours.iter().fold(Cards::NONE, |cards, colour| cards.with(*colour))
    }

    /// As many of each colour as are in both.
    pub fn in_both(self, other: Cards) -> Cards {
        Cards(std::array::from_fn(|colour| self.0[colour].min(other.0[colour])))
    }

    /// How many of a colour.
    pub fn count(&self, colour: Colour) -> u8 {
        self.0[colour.index()]
    }

    /// How many in all.
    pub fn total(&self) -> u16 {
        self.0.iter().map(|n| u16::from(*n)).sum()
    }

    /// With one card more.
    #[must_use]
    pub fn with(mut self, colour: Colour) -> Cards {
        self.0[colour.index()] = self.0[colour.index()].saturating_add(1);
        self
    }

    /// Without one card; `None` if there is none of the colour.
    #[must_use]
    pub fn without(mut self, colour: Colour) -> Option<Cards> {
        let slot = &mut self.0[colour.index()];
        *slot = slot.checked_sub(1)?;
        Some(self)
    }

    /// Both together.
    #[must_use]
    pub fn and(mut self, other: Cards) -> Cards {
        for (slot, more) in self.0.iter_mut().zip(other.0) {
            *slot = slot.saturating_add(more);
        }
        self
    }

    /// What is left when the others are taken out; `None` if they are not all there.
    #[must_use]
    pub fn less(mut self, other: Cards) -> Option<Cards> {
        for (slot, out) in self.0.iter_mut().zip(other.0) {
            *slot = slot.checked_sub(out)?;
        }
        Some(self)
    }

    /// Every card, worst first.
    pub fn iter(self) -> impl Iterator<Item = Colour> {
        Colour::ALL
            .iter()
            .flat_map(move |colour| std::iter::repeat_n(*colour, usize::from(self.count(*colour))))
    }

    /// The worst card of at least this colour.
    pub fn cheapest_of(&self, least: Colour) -> Option<Colour> {
        Colour::ALL.iter().copied().filter(|colour| *colour >= least).find(|colour| self.count(*colour) > 0)
    }
}
