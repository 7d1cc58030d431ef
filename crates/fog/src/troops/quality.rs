//! Quality and training.

use super::rulebook_words;
use caracole_ledger::enforces;

enforces!("FOGR-TROOPS-005", "FOGAM-TROOPS-010", "FOGAM-TROOPS-011", "FOGAM-SCALE-016");

rulebook_words! {
    /// Quality of a battle group. Greater is better: `Quality::Elite > Quality::Poor`.
    Quality, "quality" {
        /// The worst.
        Poor = "poor",
        /// The common run.
        Average = "average",
        /// Better.
        Superior = "superior",
        /// The best.
        Elite = "elite",
    }
}

impl Quality {
    /// Poor 0, average 1, superior 2, elite 3: differences count levels.
    #[must_use]
    pub const fn level(self) -> i8 {
        self as i8
    }

    /// One level down, not below poor.
    #[must_use]
    pub const fn lowered(self) -> Self {
        match self {
            Quality::Elite => Quality::Superior,
            Quality::Superior => Quality::Average,
            Quality::Average | Quality::Poor => Quality::Poor,
        }
    }

    /// One level up, not above elite.
    #[must_use]
    pub const fn raised(self) -> Self {
        match self {
            Quality::Poor => Quality::Average,
            Quality::Average => Quality::Superior,
            Quality::Superior | Quality::Elite => Quality::Elite,
        }
    }
}

rulebook_words! {
    /// Training, a fogam parameter; fogr has none.
    Training, "training" {
        /// Drilled.
        Drilled = "drilled",
        /// Undrilled.
        Undrilled = "undrilled",
    }
}
