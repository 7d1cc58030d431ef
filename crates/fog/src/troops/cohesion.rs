//! Cohesion of a battle group and disorder of a base: two independent scales.

use super::rulebook_words;
use caracole_ledger::enforces;

enforces!("FOGR-BG-059", "FOGR-GLOSSARY-032", "FOGAM-GLOSSARY-037");

rulebook_words! {
    /// Cohesion level of a battle group. Greater is worse: `Cohesion::Broken > Cohesion::Steady`.
    Cohesion, "cohesion level" {
        /// As at the start of the game.
        Steady = "steady",
        /// One level lost.
        Disrupted = "disrupted" | "disr",
        /// Two levels lost.
        Fragmented = "fragmented" | "frag",
        /// In rout.
        Broken = "broken",
    }
}

impl Cohesion {
    /// The level after losing `levels`; broken is the end.
    #[must_use]
    pub const fn dropped(self, levels: u8) -> Self {
        match (self as u8).saturating_add(levels) {
            0 => Cohesion::Steady,
            1 => Cohesion::Disrupted,
            2 => Cohesion::Fragmented,
            _ => Cohesion::Broken,
        }
    }

    /// One level better.
    #[must_use]
    pub const fn bolstered(self) -> Self {
        match self {
            Cohesion::Broken => Cohesion::Fragmented,
            Cohesion::Fragmented => Cohesion::Disrupted,
            Cohesion::Disrupted | Cohesion::Steady => Cohesion::Steady,
        }
    }

    /// How many levels below steady.
    #[must_use]
    pub const fn levels_lost(self) -> u8 {
        self as u8
    }
}

rulebook_words! {
    /// Disorder of a base by terrain, elephants or camels. Greater is worse.
    Disorder, "state of disorder" {
        /// In good order.
        None = "none" | "good order",
        /// Disordered.
        Disordered = "disordered" | "dis",
        /// Severely disordered.
        SeverelyDisordered = "severely_disordered" | "severe",
    }
}

/// A base is steady if its battle group has lost no cohesion and it is in good order itself.
#[must_use]
pub const fn is_steady(group: Cohesion, base: Disorder) -> bool {
    enforces!("FOGAM-BG-033");
    matches!(group, Cohesion::Steady) && matches!(base, Disorder::None)
}
