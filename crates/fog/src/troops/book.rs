//! The two books of the family.

use super::rulebook_words;
use caracole_ledger::System;

rulebook_words! {
    /// Which book governs.
    Book, "book" {
        /// Field of Glory Renaissance, 1494-1700.
        Renaissance = "fogr" | "renaissance",
        /// Field of Glory, ancient and medieval.
        Ancients = "fogam" | "ancients",
    }
}

impl Book {
    /// The book's name in the ledger.
    #[must_use]
    pub const fn system(self) -> System {
        match self {
            Book::Renaissance => System::Fogr,
            Book::Ancients => System::Fogam,
        }
    }
}
