//! Armour classes.

use super::{Book, rulebook_words};
use caracole_ledger::enforces;

enforces!("FOGR-TROOPS-004", "FOGR-SCALE-029", "FOGR-GLOSSARY-007");
enforces!("FOGAM-TROOPS-008", "FOGAM-SCALE-015", "FOGAM-GLOSSARY-009");

rulebook_words! {
    /// An armour class. Fogr has fully armoured, heavily armoured, armoured and unarmoured; fogam has heavily
    /// armoured, armoured, protected and unprotected. Troops without a class have no `Armour` at all.
    Armour, "armour class" {
        /// Fogr only: the best.
        FullyArmoured = "fully_armoured",
        /// Both books.
        HeavilyArmoured = "heavily_armoured",
        /// Both books.
        Armoured = "armoured",
        /// Fogam only.
        Protected = "protected",
        /// Fogam only: the worst there.
        Unprotected = "unprotected",
        /// Fogr only: the worst there.
        Unarmoured = "unarmoured",
    }
}

impl Armour {
    /// Whether the book knows this class.
    #[must_use]
    pub const fn is_in(self, book: Book) -> bool {
        match self {
            Armour::FullyArmoured | Armour::Unarmoured => matches!(book, Book::Renaissance),
            Armour::Protected | Armour::Unprotected => matches!(book, Book::Ancients),
            Armour::HeavilyArmoured | Armour::Armoured => true,
        }
    }

    /// Better armour: strictly better class. Troops without a class neither have better armour nor meet it.
    #[must_use]
    pub const fn is_better(ours: Option<Armour>, theirs: Option<Armour>) -> bool {
        match (ours, theirs) {
            (Some(ours), Some(theirs)) => ours.grade() > theirs.grade(),
            _ => false,
        }
    }

    /// Higher is better; comparable within a book.
    #[must_use]
    pub const fn grade(self) -> u8 {
        match self {
            Armour::FullyArmoured => 5,
            Armour::HeavilyArmoured => 4,
            Armour::Armoured => 3,
            Armour::Protected => 2,
            Armour::Unprotected | Armour::Unarmoured => 1,
        }
    }
}
